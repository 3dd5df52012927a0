//! The reader's tree as an outline.

use guard::syntax::{
    Assignment, Command, Compound, CompoundKind, Connector, List, Mode, Operation, Part, PartKind,
    Pipeline, Redirect, Script, Simple, Span, Target, Terminator, Word,
};
use serde::Serialize;

use super::words;
use crate::show;

/// One node, with where it stands in the text that holds it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Node {
    kind: &'static str,
    text: String,
    start: u32,
    end: u32,
    children: Vec<Node>,
}

impl Node {
    fn new(kind: &'static str, text: impl Into<String>, span: Span, children: Vec<Self>) -> Self {
        Self { kind, text: text.into(), start: span.start, end: span.end, children }
    }

    /// The outline from here.
    pub(super) fn lines(&self, depth: usize) -> Vec<String> {
        let gap = if self.text.is_empty() { "" } else { "  " };
        let text = show::line(self.text.as_bytes());
        let mut lines = vec![format!("{}{}{gap}{text}", "  ".repeat(depth), self.kind)];
        lines.extend(self.children.iter().flat_map(|child| child.lines(depth + 1)));
        lines
    }
}

/// The nodes of a script.
pub(super) fn nodes(script: &Script) -> Vec<Node> {
    let mut nodes = list(&script.list);
    for document in &script.heredocs {
        let kind = if document.quoted { "here-document, plain" } else { "here-document" };
        let name = String::from_utf8_lossy(&document.delimiter).into_owned();
        nodes.push(Node::new(kind, name, document.span, inside(&document.body)));
    }
    nodes
}

fn list(list: &List) -> Vec<Node> {
    let mut nodes = Vec::new();
    for item in &list.items {
        let mut chain = vec![pipeline(&item.first)];
        for (connector, next) in &item.rest {
            let kind = if *connector == Connector::And { "and" } else { "or" };
            chain.push(Node::new(kind, "", next.span, vec![pipeline(next)]));
        }
        if item.end == Terminator::Ampersand {
            nodes.push(Node::new("background", "", item.span, chain));
        } else {
            nodes.extend(chain);
        }
    }
    nodes
}

fn pipeline(pipeline: &Pipeline) -> Node {
    let mut nodes: Vec<Node> = pipeline.commands.iter().map(command).collect();
    let node = match (nodes.pop(), nodes.is_empty()) {
        (Some(node), true) => node,
        (last, _) => {
            nodes.extend(last);
            Node::new("pipeline", "", pipeline.span, nodes)
        }
    };
    match pipeline.negated {
        true => Node::new("not", "", pipeline.span, vec![node]),
        false => node,
    }
}

fn command(command: &Command) -> Node {
    match command {
        Command::Simple(it) => simple(it),
        Command::Compound(it) => compound(it),
        Command::Function(function) => {
            let name = String::from_utf8_lossy(&function.name).into_owned();
            Node::new("function", name, function.span, vec![compound(&function.body)])
        }
    }
}

fn simple(simple: &Simple) -> Node {
    let mut children = Vec::new();
    for Assignment { name, value, span } in &simple.assignments {
        let text = format!("{}={}", String::from_utf8_lossy(name), words::one(value));
        children.push(Node::new("assign", text, *span, inside(&value.parts)));
    }
    children.extend(simple.words.iter().flat_map(|word| inside(&word.parts)));
    children.extend(simple.redirects.iter().map(redirect));
    let kind = if simple.words.is_empty() { "variables" } else { "command" };
    Node::new(kind, words::all(&simple.words), simple.span, children)
}

fn redirect(redirect: &Redirect) -> Node {
    let fd = redirect.fd.map(|fd| fd.to_string()).unwrap_or_default();
    let (text, children) = match &redirect.target {
        Target::File { mode, word } => {
            let operator = match mode {
                Mode::Read => "<",
                Mode::ReadWrite => "<>",
                Mode::Write => ">",
                Mode::Clobber => ">|",
                Mode::Append => ">>",
            };
            (format!("{fd}{operator} {}", words::one(word)), inside(&word.parts))
        }
        Target::Duplicate { input, fd: other } => {
            (format!("{fd}{}{other}", if *input { "<&" } else { ">&" }), Vec::new())
        }
        Target::Close { input } => {
            (format!("{fd}{}", if *input { "<&-" } else { ">&-" }), Vec::new())
        }
        Target::HereDoc(number) => (format!("{fd}<< (number {})", number + 1), Vec::new()),
    };
    Node::new("redirect", text, redirect.span, children)
}

fn compound(compound: &Compound) -> Node {
    let span = compound.span;
    let part = |kind, text: String, children| Node::new(kind, text, span, children);
    let plain = |kind, inner: &List| Node::new(kind, "", span, list(inner));
    let (kind, text, mut children) = match &compound.kind {
        CompoundKind::Group(inner) => ("group", String::new(), list(inner)),
        CompoundKind::Subshell(inner) => ("subshell", String::new(), list(inner)),
        CompoundKind::If { arms, otherwise } => {
            let mut children = Vec::new();
            for (condition, then) in arms {
                children.push(plain("if", condition));
                children.push(plain("then", then));
            }
            children.extend(otherwise.iter().map(|inner| plain("else", inner)));
            ("condition", String::new(), children)
        }
        CompoundKind::Loop { until, condition, body } => {
            let kind = if *until { "until" } else { "while" };
            ("loop", String::new(), vec![plain(kind, condition), plain("do", body)])
        }
        CompoundKind::For { name, words: over, body } => {
            let text = format!("{} in {}", String::from_utf8_lossy(name), words::all(over));
            let mut children: Vec<Node> =
                over.iter().flat_map(|word| inside(&word.parts)).collect();
            children.push(plain("do", body));
            ("for", text, children)
        }
        CompoundKind::Case { word, arms } => {
            let mut children = inside(&word.parts);
            for arm in arms {
                let patterns: Vec<String> = arm.patterns.iter().map(words::one).collect();
                let mut inner: Vec<Node> =
                    arm.patterns.iter().flat_map(|it: &Word| inside(&it.parts)).collect();
                inner.extend(list(&arm.body));
                children.push(part("arm", patterns.join(" | "), inner));
            }
            ("case", words::one(word), children)
        }
    };
    children.extend(compound.redirects.iter().map(redirect));
    part(kind, text, children)
}

/// The commands in the parts of a word.
fn inside(parts: &[Part]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for part in parts {
        match &part.kind {
            PartKind::Double(inner) => nodes.extend(inside(inner)),
            PartKind::Arithmetic(inner) => {
                let mut text = Vec::new();
                words::parts(inner, &mut text);
                let text = String::from_utf8_lossy(&text).into_owned();
                nodes.push(Node::new("arithmetic", text, part.span, inside(inner)));
            }
            PartKind::Command(substitution) => {
                let nested = self::nodes(&substitution.script);
                nodes.push(Node::new("substitution", "", part.span, nested));
            }
            PartKind::Parameter(parameter) => match &parameter.operation {
                Operation::Alternative { word, .. } => nodes.extend(inside(word)),
                Operation::Trim { pattern, .. } => nodes.extend(inside(pattern)),
                Operation::Value | Operation::Length => {}
            },
            _ => {}
        }
    }
    nodes
}
