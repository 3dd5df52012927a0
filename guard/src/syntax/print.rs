//! Printing a tree, so that reading the text gives the same tree.
//!
//! Comments and layout are not in the tree and are not printed; everything else is printed as it
//! was written, redirections after the words.

use super::tree::{
    Command, Compound, CompoundKind, Connector, HereDoc, List, Mode, Operation, Parameter, Part,
    PartKind, Pipeline, Redirect, Script, Simple, Target, Terminator, Word,
};

/// The text of a script.
pub fn print(script: &Script) -> Vec<u8> {
    let mut printer = Printer::default();
    printer.script(script);
    // A shell would take the text for options.
    if matches!(printer.out.first(), Some(b'-' | b'+')) {
        printer.out.insert(0, b' ');
    }
    printer.out
}

/// The text so far, and the here-documents whose bodies wait for a newline.
#[derive(Default)]
struct Printer<'a> {
    out: Vec<u8>,
    waiting: Vec<&'a HereDoc>,
}

impl<'a> Printer<'a> {
    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    /// A script with here-documents of its own, in a printer that may have others waiting.
    fn script(&mut self, script: &'a Script) {
        let around = std::mem::take(&mut self.waiting);
        self.list(&script.list, &script.heredocs);
        if !self.waiting.is_empty() {
            self.newline(&script.heredocs);
        }
        self.waiting = around;
    }

    /// A newline and the bodies that wait for it.
    fn newline(&mut self, documents: &'a [HereDoc]) {
        self.text(b"\n");
        for document in std::mem::take(&mut self.waiting) {
            self.parts(&document.body, documents);
            self.text(&document.delimiter);
            self.text(b"\n");
        }
    }

    /// A blank where a newline could stand too, which it does if a body waits for it.
    fn gap(&mut self, documents: &'a [HereDoc]) {
        if self.waiting.is_empty() {
            self.text(b" ");
        } else {
            self.newline(documents);
        }
    }

    fn list(&mut self, list: &'a List, documents: &'a [HereDoc]) {
        for (index, item) in list.items.iter().enumerate() {
            self.pipeline(&item.first, documents);
            for (connector, pipeline) in &item.rest {
                self.text(match connector {
                    Connector::And => b" &&",
                    Connector::Or => b" ||",
                });
                self.gap(documents);
                self.pipeline(pipeline, documents);
            }
            let last = index + 1 == list.items.len();
            match item.end {
                Terminator::End => {}
                Terminator::Newline => self.newline(documents),
                Terminator::Semicolon => self.text(b";"),
                Terminator::Ampersand => self.text(b" &"),
            }
            if !last && matches!(item.end, Terminator::Semicolon | Terminator::Ampersand) {
                self.gap(documents);
            }
        }
    }

    /// A list between keywords.
    fn body(&mut self, list: &'a List, documents: &'a [HereDoc]) {
        self.gap(documents);
        self.list(list, documents);
        if !self.out.ends_with(b"\n") {
            self.gap(documents);
        }
    }

    fn pipeline(&mut self, pipeline: &'a Pipeline, documents: &'a [HereDoc]) {
        if pipeline.negated {
            self.text(b"! ");
        }
        for (index, command) in pipeline.commands.iter().enumerate() {
            if index > 0 {
                self.text(b" |");
                self.gap(documents);
            }
            match command {
                Command::Simple(simple) => self.simple(simple, documents),
                Command::Compound(compound) => self.compound(compound, documents),
                Command::Function(function) => {
                    self.text(&function.name);
                    self.text(b"() ");
                    self.compound(&function.body, documents);
                }
            }
        }
    }

    /// Assignments, words and redirections in the order of the source. It can matter: behind a word in
    /// braces a redirection is another thing to zsh, behind a negating `!` only one may stand before a
    /// word that starts with `!`, and none with a body may come to stand before a word with a newline.
    fn simple(&mut self, simple: &'a Simple, documents: &'a [HereDoc]) {
        let mut redirects = simple.redirects.iter().peekable();
        let mut first = true;
        for assignment in &simple.assignments {
            while let Some(redirect) = redirects.next_if(|it| it.span.start < assignment.span.start)
            {
                self.redirect(redirect, &mut first, documents);
            }
            self.space(&mut first);
            self.text(&assignment.name);
            self.text(b"=");
            self.parts(&assignment.value.parts, documents);
        }
        for word in &simple.words {
            while let Some(redirect) = redirects.next_if(|it| it.span.start < word.span.start) {
                self.redirect(redirect, &mut first, documents);
            }
            self.space(&mut first);
            self.word(word, documents);
        }
        for redirect in redirects {
            self.redirect(redirect, &mut first, documents);
        }
    }

    /// A blank, but not before the first word.
    fn space(&mut self, first: &mut bool) {
        if !std::mem::replace(first, false) {
            self.text(b" ");
        }
    }

    fn redirect(&mut self, redirect: &'a Redirect, first: &mut bool, documents: &'a [HereDoc]) {
        self.space(first);
        if let Some(fd) = redirect.fd {
            self.out.push(b'0' + fd);
        }
        match &redirect.target {
            Target::File { mode, word } => {
                self.text(match mode {
                    Mode::Read => b"<",
                    Mode::ReadWrite => b"<>",
                    Mode::Write => b">",
                    Mode::Clobber => b">|",
                    Mode::Append => b">>",
                });
                // What touches the operator may become part of it, as in `>|-f`.
                self.text(b" ");
                self.parts(&word.parts, documents);
            }
            Target::Duplicate { input, fd } => {
                self.text(if *input { b"<&" } else { b">&" });
                self.out.push(b'0' + fd);
            }
            Target::Close { input } => self.text(if *input { b"<&-" } else { b">&-" }),
            Target::HereDoc(index) => {
                if let Some(document) = documents.get(*index) {
                    self.delimiter(document);
                    self.waiting.push(document);
                }
            }
        }
    }

    fn delimiter(&mut self, document: &HereDoc) {
        self.text(if document.strip_tabs { b"<<-" } else { b"<<" });
        // A delimiter that starts with `-` must not look like `<<-`.
        let quote: &[u8] = if document.quoted { b"'" } else { b"" };
        if !document.strip_tabs && document.delimiter.first() == Some(&b'-') {
            self.text(b" ");
        }
        self.text(quote);
        self.text(&document.delimiter);
        self.text(quote);
    }

    fn compound(&mut self, compound: &'a Compound, documents: &'a [HereDoc]) {
        match &compound.kind {
            CompoundKind::Group(list) => {
                self.text(b"{");
                self.body(list, documents);
                self.text(b"}");
            }
            CompoundKind::Subshell(list) => {
                self.text(b"(");
                self.body(list, documents);
                self.text(b")");
            }
            CompoundKind::If { arms, otherwise } => {
                for (index, (condition, list)) in arms.iter().enumerate() {
                    self.text(if index == 0 { b"if" } else { b"elif" });
                    self.body(condition, documents);
                    self.text(b"then");
                    self.body(list, documents);
                }
                if let Some(list) = otherwise {
                    self.text(b"else");
                    self.body(list, documents);
                }
                self.text(b"fi");
            }
            CompoundKind::Loop { until, condition, body } => {
                self.text(if *until { b"until" } else { b"while" });
                self.body(condition, documents);
                self.text(b"do");
                self.body(body, documents);
                self.text(b"done");
            }
            CompoundKind::For { name, words, body } => {
                self.text(b"for ");
                self.text(name);
                self.text(b" in");
                for word in words {
                    self.text(b" ");
                    self.word(word, documents);
                }
                self.text(b"; do");
                self.body(body, documents);
                self.text(b"done");
            }
            CompoundKind::Case { word, arms } => {
                self.text(b"case ");
                self.word(word, documents);
                self.text(b" in");
                self.gap(documents);
                for arm in arms {
                    if arm.opened {
                        self.text(b"(");
                    }
                    for (index, pattern) in arm.patterns.iter().enumerate() {
                        self.text(if index > 0 { b" | " } else { b"" });
                        self.word(pattern, documents);
                    }
                    self.text(b")");
                    self.body(&arm.body, documents);
                    self.text(b";;");
                    self.gap(documents);
                }
                self.text(b"esac");
            }
        }
        for redirect in &compound.redirects {
            self.redirect(redirect, &mut false, documents);
        }
    }

    fn word(&mut self, word: &'a Word, documents: &'a [HereDoc]) {
        self.parts(&word.parts, documents);
    }

    fn parts(&mut self, parts: &'a [Part], documents: &'a [HereDoc]) {
        for part in parts {
            match &part.kind {
                PartKind::Text(text) => self.text(text),
                PartKind::Escaped(byte) => self.text(&[b'\\', *byte]),
                PartKind::Single(text) => {
                    self.text(b"'");
                    self.text(text);
                    self.text(b"'");
                }
                PartKind::Double(inner) => {
                    self.text(b"\"");
                    self.parts(inner, documents);
                    self.text(b"\"");
                }
                PartKind::Glob(byte) => self.text(&[*byte]),
                PartKind::Home => self.text(b"~"),
                PartKind::Parameter(parameter) => self.parameter(parameter, documents),
                PartKind::Command(substitution) => {
                    let (open, close): (&[u8], &[u8]) = match substitution.backquoted {
                        true => (b"`", b"`"),
                        // `$((` would be arithmetic.
                        false if starts_with_subshell(&substitution.script) => (b"$( ", b")"),
                        false => (b"$(", b")"),
                    };
                    self.text(open);
                    self.script(&substitution.script);
                    self.text(close);
                }
                PartKind::Arithmetic(inner) => {
                    self.text(b"$((");
                    self.parts(inner, documents);
                    self.text(b"))");
                }
            }
        }
    }

    fn parameter(&mut self, parameter: &'a Parameter, documents: &'a [HereDoc]) {
        self.text(if parameter.braced { b"${" } else { b"$" });
        if parameter.operation == Operation::Length {
            self.text(b"#");
        }
        self.text(&parameter.name);
        match &parameter.operation {
            Operation::Value | Operation::Length => {}
            Operation::Alternative { colon, operator, word } => {
                self.text(if *colon { b":" } else { b"" });
                self.out.push(*operator);
                self.parts(word, documents);
            }
            Operation::Trim { operator, longest, pattern } => {
                self.out.push(*operator);
                if *longest {
                    self.out.push(*operator);
                }
                self.parts(pattern, documents);
            }
        }
        self.text(if parameter.braced { b"}" } else { b"" });
    }
}

/// Whether the first byte of a script is a `(`.
fn starts_with_subshell(script: &Script) -> bool {
    let command = script.list.items.first().and_then(|item| item.first.commands.first());
    matches!(command, Some(Command::Compound(Compound { kind: CompoundKind::Subshell(_), .. })))
}
