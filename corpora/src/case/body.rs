//! How a script becomes the body of a file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// How the body of a file stands for the script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// Every byte after the `#@ ---` line is the script.
    #[default]
    Exact,
    /// The same, but the file's last newline ends the file and is no part of the script.
    NoFinalNewline,
    /// Base64 of the script, in lines.
    Base64,
}

impl Form {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "no-final-newline" => Some(Self::NoFinalNewline),
            "base64" => Some(Self::Base64),
            _ => None,
        }
    }

    /// The value of the `body` key; `None` where the key is left out.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Exact => None,
            Self::NoFinalNewline => Some("no-final-newline"),
            Self::Base64 => Some("base64"),
        }
    }

    /// The form in which a script is written.
    pub(crate) fn of(script: &[u8]) -> Self {
        let is_text = std::str::from_utf8(script)
            .is_ok_and(|text| !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        match (is_text, script.last()) {
            (false, _) => Self::Base64,
            (true, Some(b'\n')) => Self::Exact,
            (true, _) => Self::NoFinalNewline,
        }
    }
}

/// Why a body is not one of its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyProblem {
    /// The script would be empty.
    #[error("the body is empty")]
    Empty,
    /// `no-final-newline`, but the file does not end in a newline.
    #[error("`body: no-final-newline`, but the file does not end in the newline to leave out")]
    NoNewline,
    /// `no-final-newline`, but the script ends in one.
    #[error("`body: no-final-newline`, but the script ends in a newline; leave the key out")]
    FinalNewline,
    /// The base64 is broken.
    #[error("the body is not base64 (standard alphabet, padded, in lines that end in a newline)")]
    Base64,
}

pub(crate) fn decode(form: Form, body: &[u8]) -> Result<Vec<u8>, BodyProblem> {
    let script = match form {
        Form::Exact => body.to_vec(),
        Form::NoFinalNewline if body.is_empty() => return Err(BodyProblem::Empty),
        Form::NoFinalNewline => {
            let script = body.strip_suffix(b"\n").ok_or(BodyProblem::NoNewline)?;
            if script.ends_with(b"\n") {
                return Err(BodyProblem::FinalNewline);
            }
            script.to_vec()
        }
        Form::Base64 => {
            if !body.is_empty() && !body.ends_with(b"\n") {
                return Err(BodyProblem::Base64);
            }
            let digits: Vec<u8> = body.iter().copied().filter(|b| *b != b'\n').collect();
            STANDARD.decode(digits).map_err(|_| BodyProblem::Base64)?
        }
    };
    if script.is_empty() { Err(BodyProblem::Empty) } else { Ok(script) }
}

pub(crate) fn encode(form: Form, script: &[u8]) -> Vec<u8> {
    match form {
        Form::Exact => script.to_vec(),
        Form::NoFinalNewline => [script, b"\n"].concat(),
        Form::Base64 => {
            // 76 digits a line, as mail has it, keeps the file fit for any editor.
            let mut out = Vec::new();
            for line in STANDARD.encode(script).as_bytes().chunks(76) {
                out.extend_from_slice(line);
                out.push(b'\n');
            }
            out
        }
    }
}
