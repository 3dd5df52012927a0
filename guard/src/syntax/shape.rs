//! Trees without the places that they were read from, to compare two of them.

use super::tree::{
    Command, Compound, CompoundKind, Function, HereDoc, List, Operation, Part, PartKind, Pipeline,
    Redirect, Script, Simple, Span, Target, Word,
};

impl Script {
    /// The same script without places: every [`Span`] is empty.
    ///
    /// ```
    /// let reading = guard::syntax::read(b"a  &&  b # c");
    /// let again = guard::syntax::read(b"a && b");
    /// assert_ne!(reading.script, again.script);
    /// assert_eq!(reading.script.without_places(), again.script.without_places());
    /// ```
    pub fn without_places(&self) -> Self {
        let mut shape = self.clone();
        script(&mut shape);
        shape
    }
}

fn script(script: &mut Script) {
    script.span = Span::default();
    list(&mut script.list);
    for HereDoc { body, span, .. } in &mut script.heredocs {
        *span = Span::default();
        parts(body);
    }
}

fn list(list: &mut List) {
    for item in &mut list.items {
        item.span = Span::default();
        pipeline(&mut item.first);
        item.rest.iter_mut().for_each(|(_, other)| pipeline(other));
    }
}

fn pipeline(pipeline: &mut Pipeline) {
    pipeline.span = Span::default();
    for command in &mut pipeline.commands {
        match command {
            Command::Simple(found) => simple(found),
            Command::Compound(found) => compound(found),
            Command::Function(Function { body, span, .. }) => {
                *span = Span::default();
                compound(body);
            }
        }
    }
}

fn simple(simple: &mut Simple) {
    simple.span = Span::default();
    for assignment in &mut simple.assignments {
        assignment.span = Span::default();
        word(&mut assignment.value);
    }
    simple.words.iter_mut().for_each(word);
    simple.redirects.iter_mut().for_each(redirect);
}

fn compound(compound: &mut Compound) {
    compound.span = Span::default();
    compound.redirects.iter_mut().for_each(redirect);
    match &mut compound.kind {
        CompoundKind::Group(inside) | CompoundKind::Subshell(inside) => list(inside),
        CompoundKind::If { arms, otherwise } => {
            for (condition, body) in arms {
                list(condition);
                list(body);
            }
            otherwise.iter_mut().for_each(list);
        }
        CompoundKind::Loop { condition, body, .. } => {
            list(condition);
            list(body);
        }
        CompoundKind::For { words, body, .. } => {
            words.iter_mut().for_each(word);
            list(body);
        }
        CompoundKind::Case { word: matched, arms } => {
            word(matched);
            for arm in arms {
                arm.patterns.iter_mut().for_each(word);
                list(&mut arm.body);
            }
        }
    }
}

fn redirect(redirect: &mut Redirect) {
    redirect.span = Span::default();
    if let Target::File { word: name, .. } = &mut redirect.target {
        word(name);
    }
}

fn word(word: &mut Word) {
    word.span = Span::default();
    parts(&mut word.parts);
}

fn parts(found: &mut [Part]) {
    for part in found {
        part.span = Span::default();
        match &mut part.kind {
            PartKind::Double(inside) | PartKind::Arithmetic(inside) => parts(inside),
            PartKind::Command(substitution) => script(&mut substitution.script),
            PartKind::Parameter(parameter) => match &mut parameter.operation {
                Operation::Alternative { word, .. } => parts(word),
                Operation::Trim { pattern, .. } => parts(pattern),
                Operation::Value | Operation::Length => {}
            },
            PartKind::Text(_)
            | PartKind::Escaped(_)
            | PartKind::Single(_)
            | PartKind::Glob(_)
            | PartKind::Home => {}
        }
    }
}
