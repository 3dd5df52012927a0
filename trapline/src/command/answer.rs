//! A guard's answer in its stable JSON form.

use corpora::finding::HandbackRecord;
use guard::{Answer, Outcome, Verdict};
use hunt::classify::{answer_name, handback_of};
use hunt::lab::Asked;
use serde::Serialize;

use crate::show;

/// What a guard answered for one shell, and what that leads to.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnswerRecord {
    /// The shell.
    pub(crate) shell: String,
    /// `allow`, `ask`, `deny`, `abstain` or `error`.
    pub(crate) decision: String,
    /// `runs`, `asks` or `stops`.
    pub(crate) outcome: String,
    /// The id of the rule or check.
    pub(crate) rule: Option<String>,
    /// Why.
    pub(crate) reason: Option<String>,
    /// What is run; null where nothing is.
    pub(crate) handback: Option<HandbackRecord>,
}

impl AnswerRecord {
    /// The record of an answer.
    pub(crate) fn new(asked: &Asked) -> Self {
        let (rule, reason) = rule_and_reason(&asked.answer);
        let runs = asked.outcome == Outcome::Runs;
        Self {
            shell: asked.shell.name().to_owned(),
            decision: answer_name(&asked.answer).to_owned(),
            outcome: asked.outcome.name().to_owned(),
            rule,
            reason,
            handback: runs.then(|| HandbackRecord::new(&handback_of(&asked.answer))),
        }
    }

    /// The answer in words.
    pub(crate) fn says(&self) -> String {
        let mut text = self.decision.clone();
        if let Some(rule) = &self.rule {
            text.push_str(&format!(" [{}]", show::line(rule.as_bytes())));
        }
        if let Some(reason) = &self.reason {
            text.push_str(&format!(": {}", show::line(reason.as_bytes())));
        }
        let plain = [("allow", "runs"), ("ask", "asks"), ("deny", "stops")];
        if !plain.contains(&(self.decision.as_str(), self.outcome.as_str())) {
            text.push_str(&format!(" (its host {} the command)", self.outcome));
        }
        match self.handback.as_ref().map(HandbackRecord::handback) {
            Some(Ok(guard::Handback::Text(new))) => {
                text.push_str(&format!("\n  handed back: {}", show::line(&new)));
            }
            Some(Ok(guard::Handback::Argv(argv))) => {
                let argv: Vec<String> = argv.iter().map(|word| show::line(word)).collect();
                text.push_str(&format!("\n  handed back as an argv: {argv:?}"));
            }
            _ => {}
        }
        text
    }
}

/// The id and the reason of an answer, where it has them.
pub(crate) fn rule_and_reason(answer: &Answer) -> (Option<String>, Option<String>) {
    match answer {
        Answer::Verdict(Verdict::Allow { rule, reason, .. } | Verdict::Ask { rule, reason }) => {
            (rule.clone(), reason.clone())
        }
        Answer::Verdict(Verdict::Deny { id, reason }) => {
            (Some(id.clone()).filter(|id| !id.is_empty()), Some(reason.clone()))
        }
        Answer::Error(fault) => (None, Some(fault.to_string())),
        Answer::Abstain => (None, None),
    }
}
