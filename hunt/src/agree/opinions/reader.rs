//! The plain form of what `guard::syntax` reads.

use guard::syntax::{self as tree, CompoundKind, Operation, PartKind, Terminator};

use super::plain::{Command, Form, Item, Joint, List, Mode, Pipeline, Redirect, Target, Word};

/// The plain form of a tree.
pub fn plain(script: &tree::Script) -> List {
    list(&script.list, script)
}

fn list(from: &tree::List, script: &tree::Script) -> List {
    let items = from.items.iter().map(|item| Item {
        first: pipeline(&item.first, script),
        rest: item.rest.iter().map(|(how, next)| (joint(*how), pipeline(next, script))).collect(),
        background: item.end == Terminator::Ampersand,
    });
    List { items: items.collect() }
}

fn joint(connector: tree::Connector) -> Joint {
    match connector {
        tree::Connector::And => Joint::And,
        tree::Connector::Or => Joint::Or,
    }
}

fn pipeline(from: &tree::Pipeline, script: &tree::Script) -> Pipeline {
    let commands = from.commands.iter().map(|one| command(one, script)).collect();
    Pipeline { negated: from.negated, commands }
}

fn command(from: &tree::Command, script: &tree::Script) -> Command {
    match from {
        tree::Command::Simple(simple) => {
            let assignments = simple.assignments.iter();
            let assignments = assignments.map(|one| (one.name.clone(), word(&one.value)));
            let assignments = assignments.collect();
            let words = simple.words.iter().map(word).collect();
            let form = Form::Simple { assignments, words };
            Command { form, redirects: redirects(&simple.redirects, script) }
        }
        tree::Command::Compound(one) => compound(one, script),
        tree::Command::Function(function) => {
            let body = Box::new(compound(&function.body, script));
            let form = Form::Function { name: function.name.clone(), body };
            Command { form, redirects: Vec::new() }
        }
    }
}

fn compound(from: &tree::Compound, script: &tree::Script) -> Command {
    let list = |from: &tree::List| list(from, script);
    let form = match &from.kind {
        CompoundKind::Group(inner) => Form::Group(list(inner)),
        CompoundKind::Subshell(inner) => Form::Subshell(list(inner)),
        CompoundKind::If { arms, otherwise } => Form::If {
            arms: arms.iter().map(|(condition, body)| (list(condition), list(body))).collect(),
            otherwise: otherwise.as_ref().map(list),
        },
        CompoundKind::Loop { until, condition, body } => {
            Form::Loop { until: *until, condition: list(condition), body: list(body) }
        }
        CompoundKind::For { name, words, body } => Form::For {
            name: name.clone(),
            words: Some(words.iter().map(word).collect()),
            body: list(body),
        },
        CompoundKind::Case { word: value, arms } => Form::Case {
            word: word(value),
            arms: arms
                .iter()
                .map(|arm| (arm.patterns.iter().map(word).collect(), list(&arm.body)))
                .collect(),
        },
    };
    Command { form, redirects: redirects(&from.redirects, script) }
}

fn redirects(from: &[tree::Redirect], script: &tree::Script) -> Vec<Redirect> {
    from.iter().map(|one| redirect(one, script)).collect()
}

fn redirect(from: &tree::Redirect, script: &tree::Script) -> Redirect {
    let (default, target) = match &from.target {
        tree::Target::File { mode, word: name } => {
            let mode = match mode {
                tree::Mode::Read => Mode::Read,
                tree::Mode::ReadWrite => Mode::ReadWrite,
                tree::Mode::Write => Mode::Write,
                tree::Mode::Clobber => Mode::Clobber,
                tree::Mode::Append => Mode::Append,
            };
            (mode.default_fd(), Target::File(mode, word(name)))
        }
        tree::Target::Duplicate { input, fd } => {
            (u32::from(!input), Target::Descriptor(u32::from(*fd)))
        }
        tree::Target::Close { input } => (u32::from(!input), Target::Closed),
        tree::Target::HereDoc(at) => {
            let mut body = Word::default();
            if let Some(document) = script.heredocs.get(*at) {
                document.body.iter().for_each(|part| add(part, &mut body));
            }
            (0, Target::Here(body))
        }
    };
    Redirect { fd: from.fd.map_or(default, u32::from), target }
}

fn word(from: &tree::Word) -> Word {
    let mut word = Word::default();
    from.parts.iter().for_each(|part| add(part, &mut word));
    word.settled()
}

fn add(part: &tree::Part, word: &mut Word) {
    match &part.kind {
        PartKind::Text(text) | PartKind::Single(text) => word.text(text),
        PartKind::Escaped(byte) => word.text(&[*byte]),
        PartKind::Double(parts) => parts.iter().for_each(|part| add(part, word)),
        PartKind::Glob(byte) => word.unquoted(&[*byte]),
        _ => {
            word.any();
            nested(part, word);
        }
    }
}

/// Adds the commands of the substitutions in a part.
fn nested(part: &tree::Part, word: &mut Word) {
    let parts = match &part.kind {
        PartKind::Command(substitution) => {
            return word.nested.push(plain(&substitution.script));
        }
        PartKind::Arithmetic(parts) | PartKind::Double(parts) => parts,
        PartKind::Parameter(parameter) => match &parameter.operation {
            Operation::Alternative { word, .. } => word,
            Operation::Trim { pattern, .. } => pattern,
            Operation::Value | Operation::Length => return,
        },
        _ => return,
    };
    parts.iter().for_each(|part| nested(part, word));
}
