//! Scripts of sed, read as far as it takes to see whether they start a program.

use super::inserted::{ANY, HOLE, NAME, NUMBER, PATH, Taint};

/// Whether a byte stands for something else.
fn stands_in(byte: u8) -> bool {
    Taint::of_byte(byte).is_some()
}

/// Why a script of sed is not let through: it has the command `e`, the flag `e` of `s`, or
/// something that is not known here and so could be either.
pub(super) fn starts(script: &[u8]) -> Option<&'static str> {
    Reader { rest: script, writes: false }.all().err()
}

/// Whether a script of sed may write a file of its own: it has the command `w`, or the flag.
pub(super) fn writes(script: &[u8]) -> bool {
    let mut reader = Reader { rest: script, writes: false };
    script.iter().any(|byte| b"wW".contains(byte)) && (reader.all().is_err() || reader.writes)
}

/// A step of reading, or why the script is not let through.
type Step<T = ()> = Result<T, &'static str>;

const RUNS: &str = "sed runs a command";
const UNKNOWN: &str = "a script of sed that is not understood";

struct Reader<'a> {
    rest: &'a [u8],
    /// It writes a file.
    writes: bool,
}

impl Reader<'_> {
    /// Reads all commands.
    fn all(&mut self) -> Step {
        if self.rest.contains(&ANY) {
            return Err(UNKNOWN);
        }
        while self.command()? {}
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// Takes the byte if it is next.
    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        if there {
            self.next();
        }
        there
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skipped) {
            self.next();
        }
    }

    fn blanks(&mut self) {
        self.skip(|byte| byte != b'\n' && byte.is_ascii_whitespace());
    }

    /// What the line does not fix may stand for a number.
    fn number(&mut self) {
        self.skip(|byte| byte.is_ascii_digit() || matches!(byte, HOLE | NUMBER));
    }

    fn line(&mut self) {
        self.skip(|byte| byte != b'\n');
    }

    /// Reads one command with its addresses; `false` where the script ends.
    fn command(&mut self) -> Step<bool> {
        self.skip(|byte| byte == b';' || byte.is_ascii_whitespace());
        if self.peek().is_none() {
            return Ok(false);
        }
        if self.address()? {
            self.blanks();
            if self.take(b',') {
                self.blanks();
                if self.take(b'+') || self.take(b'~') {
                    self.number();
                } else if !self.address()? {
                    return Err(UNKNOWN);
                }
            }
        }
        self.blanks();
        self.skip(|byte| byte == b'!' || byte == b' ');
        match self.next() {
            Some(b'e') => return Err(RUNS),
            Some(b'{') => {}
            Some(b'#') => self.line(),
            Some(
                b'}' | b'=' | b'd' | b'D' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P'
                | b'x' | b'z' | b'F',
            ) => self.end()?,
            Some(b'q' | b'Q' | b'l' | b'L') => {
                self.blanks();
                self.number();
                self.end()?;
            }
            Some(b'a' | b'i' | b'c') => self.text()?,
            Some(b'r' | b'R') => self.line(),
            Some(b'w' | b'W') => {
                self.writes = true;
                self.line();
            }
            Some(b':' | b'b' | b't' | b'T' | b'v') => {
                self.blanks();
                self.skip(|byte| {
                    !byte.is_ascii_whitespace()
                        && !matches!(byte, b';' | b'}' | NUMBER | NAME | PATH)
                });
            }
            Some(b's') => {
                let delimiter = self.delimiter()?;
                self.pattern(delimiter)?;
                self.replacement(delimiter)?;
                self.flags()?;
            }
            Some(b'y') => {
                let delimiter = self.delimiter()?;
                self.replacement(delimiter)?;
                self.replacement(delimiter)?;
                self.end()?;
            }
            _ => return Err(UNKNOWN),
        }
        Ok(true)
    }

    /// Reads an address if one is next.
    fn address(&mut self) -> Step<bool> {
        match self.peek() {
            Some(b'$') => {
                self.next();
            }
            Some(byte) if byte.is_ascii_digit() || matches!(byte, HOLE | NUMBER) => {
                self.number();
                if self.take(b'~') {
                    self.number();
                }
            }
            Some(b'/' | b'\\') => {
                let custom = self.next() == Some(b'\\');
                let delimiter = if custom { self.delimiter()? } else { b'/' };
                self.pattern(delimiter)?;
                self.skip(|byte| matches!(byte, b'I' | b'M'));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A delimiter that cannot be taken for a part of a pattern.
    fn delimiter(&mut self) -> Step<u8> {
        match self.next() {
            None | Some(b'\n' | b'\\' | b'[' | b']') => Err(UNKNOWN),
            Some(byte) if stands_in(byte) => Err(UNKNOWN),
            Some(byte) => Ok(byte),
        }
    }

    /// Reads a regular expression and its delimiter, which stands for itself in brackets.
    fn pattern(&mut self, delimiter: u8) -> Step {
        self.delimited(delimiter, true)
    }

    /// Reads a replacement, or a list of `y`, and its delimiter.
    fn replacement(&mut self, delimiter: u8) -> Step {
        self.delimited(delimiter, false)
    }

    fn delimited(&mut self, delimiter: u8, has_brackets: bool) -> Step {
        loop {
            match self.next() {
                // A newline as such ends neither: sed takes it for a mistake.
                None | Some(b'\n') => return Err(UNKNOWN),
                Some(byte) if byte == delimiter => return Ok(()),
                Some(b'\\') => self.escaped()?,
                Some(b'[') if has_brackets => self.brackets(delimiter)?,
                Some(byte) => Self::parted(byte, delimiter)?,
            }
        }
    }

    /// What stands for something else must not hold the delimiter.
    fn parted(byte: u8, delimiter: u8) -> Step {
        match Taint::of_byte(byte) {
            Some(taint) if taint.holds(delimiter) => Err(UNKNOWN),
            _ => Ok(()),
        }
    }

    /// Takes what stands behind a backslash. What may be empty leaves it to what follows.
    fn escaped(&mut self) -> Step {
        match self.next() {
            Some(byte) if stands_in(byte) => Err(UNKNOWN),
            _ => Ok(()),
        }
    }

    /// Reads a bracket expression behind its `[`. What is put right behind that, and may be empty, or
    /// begin a class, decides where it ends.
    fn brackets(&mut self, delimiter: u8) -> Step {
        self.fixed()?;
        if self.take(b'^') {
            self.fixed()?;
        }
        self.take(b']');
        loop {
            match self.next() {
                None | Some(b'\n') => return Err(UNKNOWN),
                Some(b']') => return Ok(()),
                Some(b'[') => {
                    self.fixed()?;
                    if let Some(kind @ (b':' | b'.' | b'=')) = self.peek() {
                        self.next();
                        self.class(kind)?;
                    }
                }
                Some(byte) => Self::parted(byte, delimiter)?,
            }
        }
    }

    /// The next byte stands for itself.
    fn fixed(&self) -> Step {
        if self.peek().is_some_and(stands_in) { Err(UNKNOWN) } else { Ok(()) }
    }

    /// Reads `[:alpha:]` and its like up to the `]`.
    fn class(&mut self, kind: u8) -> Step {
        loop {
            match self.next() {
                None | Some(b'\n') => return Err(UNKNOWN),
                // Programs differ in where a class ends that is not closed.
                Some(b']') => return Err(UNKNOWN),
                Some(byte) if byte == kind && self.take(b']') => return Ok(()),
                Some(_) => {}
            }
        }
    }

    /// Reads the flags of `s`. Blanks may stand between them.
    fn flags(&mut self) -> Step {
        loop {
            self.blanks();
            match self.peek() {
                Some(b'e') => return Err(RUNS),
                Some(b'w') => {
                    self.writes = true;
                    self.line();
                    return Ok(());
                }
                Some(b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9' | NUMBER) => {
                    self.next();
                }
                _ => return self.end(),
            }
        }
    }

    /// Reads the text of `a`, `i` and `c`, which a backslash carries over the end of a line.
    fn text(&mut self) -> Step {
        self.blanks();
        if !self.take(b'\\') || !self.take(b'\n') {
            // Where the rest of the line is blank, programs differ in where the text begins.
            self.blanks();
            if self.peek() == Some(b'\n') {
                return Err(UNKNOWN);
            }
        }
        loop {
            match self.next() {
                None | Some(b'\n') => return Ok(()),
                Some(b'\\') => self.escaped()?,
                Some(_) => {}
            }
        }
    }

    /// What may follow a command.
    fn end(&mut self) -> Step {
        self.blanks();
        match self.peek() {
            None | Some(b';' | b'\n' | b'#' | b'}') => Ok(()),
            Some(_) => Err(UNKNOWN),
        }
    }
}
