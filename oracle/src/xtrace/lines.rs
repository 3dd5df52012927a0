//! Finding the trace lines in what a run wrote.

use memchr::memmem;

use super::Untraced;

/// One trace line and whatever was written after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// How many functions and subshells it is in, as far as the shell can say.
    pub(super) depth: u32,
    /// The function that it is in; zsh also names files here, and itself.
    pub(super) function: &'a [u8],
    /// From the first word up to the next trace line.
    pub(super) body: &'a [u8],
}

/// Splits at every token. What stands before the first is not a trace.
pub(super) fn split<'a>(trace: &'a [u8], token: &str) -> Result<Vec<Line<'a>>, Untraced> {
    let opening = format!("{token}:");
    let closing = format!(":{token} ");
    let mut lines = Vec::new();
    let mut at = memmem::find(trace, opening.as_bytes());
    while let Some(start) = at {
        let head = trace.get(start + opening.len()..).unwrap_or_default();
        let Some(length) = memmem::find(head, closing.as_bytes()) else {
            return Err(Untraced::Torn);
        };
        let place = head.get(..length).unwrap_or_default();
        let body = head.get(length + closing.len()..).unwrap_or_default();
        let next = memmem::find(body, opening.as_bytes());
        let body_only = next.map_or(body, |next| without_plus(body.get(..next).unwrap_or(body)));
        let (depth, function) = position(place)?;
        lines.push(Line { depth, function, body: body_only });
        at = next.map(|next| start + opening.len() + length + closing.len() + next);
    }
    Ok(lines)
}

/// Takes away the pluses that begin the next line.
fn without_plus(mut body: &[u8]) -> &[u8] {
    while let Some(rest) = body.strip_suffix(b"+") {
        body = rest;
    }
    body
}

/// `FUNCTIONS:SUBSHELLS:FUNCTION`. Where the shell could not expand them, it is as if it had not
/// said.
fn position(place: &[u8]) -> Result<(u32, &[u8]), Untraced> {
    if place.contains(&b'\n') {
        return Err(Untraced::Torn);
    }
    let mut fields = place.splitn(3, |byte| *byte == b':');
    let mut number = || {
        let text = std::str::from_utf8(fields.next()?).ok()?;
        if text.is_empty() { Some(0) } else { text.parse::<u32>().ok() }
    };
    let (functions, subshells) = (number(), number());
    match (functions, subshells, fields.next()) {
        (Some(functions), Some(subshells), Some(function)) => {
            Ok((functions.saturating_add(subshells), function))
        }
        _ => Ok((0, b"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_anywhere() {
        let trace = b"out+T:0:0::T echo a\na\nno newline++T:1:2:f:g:T b\n+T:%e:0:%N:T c\n";
        let lines = split(trace, "T").expect("whole");
        assert_eq!(
            lines,
            [
                Line { depth: 0, function: b"", body: b"echo a\na\nno newline" },
                Line { depth: 3, function: b"f:g", body: b"b\n" },
                Line { depth: 0, function: b"", body: b"c\n" },
            ]
        );
        assert!(split(b"no token", "T0").expect("whole").is_empty());
        assert_eq!(split(b"+T:0:0:", "T"), Err(Untraced::Torn));
    }
}
