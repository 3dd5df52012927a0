//! One effect, and the end of a run, in words.

use std::borrow::Cow;

use corpora::record::{EffectRecord, RunRecord};

use crate::raw;
use crate::visible::{Lines, Shown, line, reveal};

/// Bytes of a path that are shown; the longest path of Linux has 4,096.
const PATH: usize = 4096;
/// Bytes of a detail that are shown.
const DETAIL: usize = 512;

/// An effect as a line: `+`, `-` or `~` for what came, went or changed, `>` for what moved, `!`
/// for what is no change to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The sign.
    pub(crate) sign: char,
    /// The kind's stable name.
    pub(crate) kind: Shown,
    /// Where it stood before.
    pub(crate) from: Option<Shown>,
    /// Where it landed.
    pub(crate) path: Option<Shown>,
    /// The detail.
    pub(crate) detail: Option<Shown>,
    /// Remarks, in words of this crate or with names from the run.
    pub(crate) remarks: Vec<Shown>,
}

/// The line of an effect.
pub(crate) fn told(effect: &EffectRecord) -> Told {
    let sign = match effect.kind.as_str() {
        "create" => '+',
        "delete" => '-',
        "modify" | "mode" => '~',
        "rename" => '>',
        _ => '!',
    };
    let path: Option<Cow<'_, [u8]>> = raw::path(effect).filter(|path| !path.is_empty());
    let mut remarks = Vec::new();
    if let Some(via) = raw::via(effect) {
        remarks.push(reveal(&how(&via), Lines::Joined, PATH));
    }
    if effect.undone {
        remarks.push(line("undone later in the run", PATH));
    }
    if effect.zone == "system" && path.is_some() {
        remarks.push(line("outside the world", PATH));
    }
    Told {
        sign,
        kind: line(&effect.kind, 64),
        from: raw::from(effect).map(|from| reveal(&from, Lines::Joined, PATH)),
        path: path.map(|path| reveal(&path, Lines::Joined, PATH)),
        detail: (!effect.detail.is_empty()).then(|| line(&effect.detail, DETAIL)),
        remarks,
    }
}

/// How an effect came about, in words: `link NAME`, `token PLACE` and `token file NAME` are the
/// forms of the record. Anything else is shown as it is.
fn how(via: &[u8]) -> Vec<u8> {
    let prefixed = |text: &str, rest: &[u8]| [text.as_bytes(), rest].concat();
    match via {
        b"shell" => b"by the shell for itself".to_vec(),
        b"token stdout" => b"its token was seen in standard output".to_vec(),
        b"token stderr" => b"its token was seen in standard error".to_vec(),
        b"token argv" => b"its token was seen in an argv".to_vec(),
        _ => match (via.strip_prefix(b"link "), via.strip_prefix(b"token file ")) {
            (Some(link), _) => prefixed("through the link ", link),
            (_, Some(file)) => prefixed("its token was seen in ", file),
            (None, None) => prefixed("via ", via),
        },
    }
}

impl Told {
    /// As one string.
    pub(crate) fn plain(&self) -> String {
        let mut out = format!("{} ", self.sign);
        if !matches!(self.sign, '+' | '-') {
            out.push_str(&self.kind.plain());
            out.push(' ');
        }
        if let Some(from) = &self.from {
            out.push_str(&from.plain());
            out.push_str(" \u{2192} ");
        }
        let parts = [self.path.as_ref(), self.detail.as_ref()];
        let parts: Vec<String> = parts.into_iter().flatten().map(Shown::plain).collect();
        out.push_str(&parts.join(" "));
        for remark in &self.remarks {
            out.push_str(" (");
            out.push_str(&remark.plain());
            out.push(')');
        }
        out
    }
}

/// How a run ended, in words.
pub(crate) fn ending(run: &RunRecord) -> String {
    match (run.timed_out, run.signal, run.exit) {
        (true, ..) => "timed out".to_owned(),
        (false, Some(signal), _) => format!("signal {signal}{}", signal_name(signal)),
        (false, None, Some(exit)) => exit.to_string(),
        (false, None, None) => "not known".to_owned(),
    }
}

/// The names of the signals that have the same number on every architecture of Linux.
fn signal_name(signal: i32) -> &'static str {
    match signal {
        1 => " (HUP)",
        2 => " (INT)",
        3 => " (QUIT)",
        4 => " (ILL)",
        6 => " (ABRT)",
        8 => " (FPE)",
        9 => " (KILL)",
        11 => " (SEGV)",
        13 => " (PIPE)",
        14 => " (ALRM)",
        15 => " (TERM)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(kind: &str, path: Option<&str>) -> EffectRecord {
        EffectRecord {
            kind: kind.to_owned(),
            path: path.map(str::to_owned),
            path_b64: None,
            zone: "tree".to_owned(),
            from: None,
            from_b64: None,
            via: None,
            via_b64: None,
            undone: false,
            detail: String::new(),
        }
    }

    #[test]
    fn effects_are_lines() {
        let mut via = effect("modify", Some("a"));
        via.via = Some("link out".to_owned());
        let mut seen = effect("read", Some("$HOME/.netrc"));
        seen.via = Some("token stdout".to_owned());
        let mut undone = effect("create", Some("a\nb"));
        undone.undone = true;
        let mut moved = effect("rename", Some("b"));
        moved.from = Some("a".to_owned());
        let mut net = effect("connect", None);
        net.detail = "inet 127.0.0.1:80".to_owned();
        let mut bytes = effect("delete", None);
        bytes.path_b64 = Some("/w==".to_owned());
        let table = [
            (effect("create", Some("made")), "+ made"),
            (via, "~ modify a (through the link out)"),
            (seen, "! read $HOME/.netrc (its token was seen in standard output)"),
            (undone, "+ a↵b (undone later in the run)"),
            (moved, "> rename a → b"),
            (net, "! connect inet 127.0.0.1:80"),
            (bytes, "- \\xFF"),
        ];
        for (effect, expected) in table {
            assert_eq!(told(&effect).plain(), expected);
        }
    }
}
