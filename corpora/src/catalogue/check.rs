//! The tokens of `check`.

use super::state::Changes;
use crate::compare::contains;
use crate::record::{RecordError, RunRecord};

/// A token that says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown check `{0}`")]
pub struct CheckError(pub String);

/// One token of `check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// `+path`: it stands only after the run.
    Created(Vec<u8>),
    /// `-path`: it stands only before it.
    Deleted(Vec<u8>),
    /// `~path`: it stands in both, and differs.
    Modified(Vec<u8>),
    /// `out:text`: in standard output.
    Out(Vec<u8>),
    /// `any:text`: in standard output or standard error.
    Any(Vec<u8>),
    /// `none`: nothing changed.
    None,
    /// `rc:N`: the status as a shell reports it.
    Status(i32),
    /// `!…`: the rest does not hold.
    Not(Box<Check>),
}

impl Check {
    /// Reads a token.
    ///
    /// # Errors
    ///
    /// Where it is none of the known ones.
    pub fn parse(token: &str) -> Result<Self, CheckError> {
        let wrong = || CheckError(token.to_owned());
        let bytes = |text: &str| {
            if text.is_empty() { Err(wrong()) } else { Ok(text.as_bytes().to_vec()) }
        };
        if token == "none" {
            return Ok(Self::None);
        }
        if let Some(text) = token.strip_prefix("out:") {
            return bytes(text).map(Self::Out);
        }
        if let Some(text) = token.strip_prefix("any:") {
            return bytes(text).map(Self::Any);
        }
        if let Some(number) = token.strip_prefix("rc:") {
            return number.parse().map(Self::Status).map_err(|_| wrong());
        }
        let mut chars = token.chars();
        match chars.next() {
            Some('+') => bytes(chars.as_str()).map(Self::Created),
            Some('-') => bytes(chars.as_str()).map(Self::Deleted),
            Some('~') => bytes(chars.as_str()).map(Self::Modified),
            // One negation is all that occurs, and all that reads clearly.
            Some('!') if !chars.as_str().starts_with('!') => {
                let check = Self::parse(chars.as_str()).map_err(|_| wrong())?;
                Ok(Self::Not(Box::new(check)))
            }
            _ => Err(wrong()),
        }
    }

    /// Whether it holds of a run that made these changes.
    ///
    /// # Errors
    ///
    /// Where the record is broken.
    pub fn holds(&self, run: &RunRecord, changes: &Changes) -> Result<bool, RecordError> {
        Ok(match self {
            Self::Created(path) => changes.created.contains(path),
            Self::Deleted(path) => changes.deleted.contains(path),
            Self::Modified(path) => changes.modified.contains(path),
            Self::Out(text) => contains(&run.stdout_bytes()?, text),
            Self::Any(text) => {
                contains(&run.stdout_bytes()?, text) || contains(&run.stderr_bytes()?, text)
            }
            Self::None => changes.is_empty(),
            Self::Status(status) => run.shell_status() == Some(*status),
            Self::Not(check) => !check.holds(run, changes)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_read_as_the_table_says() {
        let rows = [
            ("+../outside/f", Check::Created(b"../outside/f".to_vec())),
            ("-victim", Check::Deleted(b"victim".to_vec())),
            ("~in.txt", Check::Modified(b"in.txt".to_vec())),
            ("out:S   E", Check::Out(b"S   E".to_vec())),
            ("any:x", Check::Any(b"x".to_vec())),
            ("none", Check::None),
            ("rc:127", Check::Status(127)),
            ("!-victim", Check::Not(Box::new(Check::Deleted(b"victim".to_vec())))),
            ("!none", Check::Not(Box::new(Check::None))),
        ];
        for (token, check) in rows {
            assert_eq!(Check::parse(token), Ok(check));
        }
        for token in ["", "+", "out:", "rc:", "rc:x", "nothing", "!", "!!none", "victim"] {
            assert_eq!(Check::parse(token), Err(CheckError(token.to_owned())));
        }
    }
}
