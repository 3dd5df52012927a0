//! Writing a case file.

use std::fmt::Write as _;

use super::body::{self, Form};
use super::error::Problem;
use super::{Case, DEFAULT_SHELLS, DEFAULT_WORLD, Status, value};

impl Case {
    /// Writes the file, which [`Case::parse`] reads back as the same case.
    ///
    /// # Errors
    ///
    /// What makes it no case: an empty body, a bad id, the same line twice, ….
    pub fn write(&self) -> Result<Vec<u8>, Problem> {
        self.check().map_err(|fault| fault.problem)?;
        let form = Form::of(&self.body);
        let mut out = self.header();
        if let Some(name) = form.name() {
            push(&mut out, "body", name);
        }
        out.push_str("#@ ---\n");
        let mut out = out.into_bytes();
        out.extend_from_slice(&body::encode(form, &self.body));
        Ok(out)
    }

    fn header(&self) -> String {
        let mut out = String::new();
        push(&mut out, "id", &self.id);
        push_text(&mut out, "about", &self.about);
        push_text(&mut out, "class", &self.class);
        push(&mut out, "kind", self.kind.name());
        push_text(&mut out, "origin", &self.origin);
        if self.status != Status::default() {
            push(&mut out, "status", self.status.name());
        }
        if self.world != DEFAULT_WORLD {
            push_text(&mut out, "world", &self.world);
        }
        for line in self.setup.iter().flat_map(|setup| setup.split(|byte| *byte == b'\n')) {
            push(&mut out, "setup", &value::write(line, |_| true));
        }
        for (name, content) in &self.env {
            push(&mut out, "env", &value::write(&[name, &b"="[..], content].concat(), |_| true));
        }
        if self.delivery != oracle::Delivery::default() {
            push(&mut out, "delivery", self.delivery.name());
        }
        if let Some(seconds) = self.timeout {
            push(&mut out, "timeout", &format!("{seconds}s"));
        }
        if !self.shells.iter().copied().eq(DEFAULT_SHELLS) {
            let names: Vec<_> = self.shells.iter().map(|shell| shell.name()).collect();
            push(&mut out, "shells", &names.join(" "));
        }
        self.expectations(&mut out);
        if let Some(reason) = &self.skip {
            push_text(&mut out, "skip", reason);
        }
        if let Some(reason) = &self.racy {
            push_text(&mut out, "racy", reason);
        }
        out
    }

    fn expectations(&self, out: &mut String) {
        for line in &self.effects {
            push(out, "effect", &format!("{}{}", line.shells, line.what()));
        }
        for line in &self.exits {
            push(out, "exit", &format!("{}{}", line.shells, line.exit));
        }
        for line in &self.outputs {
            let stream = line.stream.name();
            let blank = if stream.is_empty() { "" } else { " " };
            let verb = if line.lacks { "lacks" } else { "contains" };
            let text = value::write(&line.text, |_| true);
            push(out, "output", &format!("{}{stream}{blank}{verb} {text}", line.shells));
        }
        for line in &self.programs {
            // A raw name that starts like a list of shells would be read as one.
            let name = value::write(&line.name, |text| !text.starts_with('['));
            push(out, "program", &format!("{}{name}", line.shells));
        }
        for line in &self.expects {
            let mut text = format!("{}{} {}", line.shells, line.guard, line.decision.name());
            if let Some(rule) = &line.rule {
                text.push(' ');
                text.push_str(rule);
            }
            push(out, "expect", &text);
        }
        for line in &self.differs {
            let names: Vec<_> = line.shells.iter().map(|shell| shell.name()).collect();
            let reason = value::write(line.reason.as_bytes(), |_| true);
            push(out, "differs", &format!("{} — {reason}", names.join(" ")));
        }
    }
}

fn push(out: &mut String, key: &str, text: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "#@ {key}: {text}");
}

fn push_text(out: &mut String, key: &str, text: &str) {
    push(out, key, &value::write(text.as_bytes(), |_| true));
}
