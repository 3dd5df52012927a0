//! Here-documents: their delimiters and bodies.

use super::cursor::{Read, Reader, is_boundary};
use super::doubt::{Doubt, DoubtKind};
use super::tree::{Part, PartKind, Span};

impl Reader<'_> {
    /// Reads a delimiter: plain text, stretches of it in quotes, or all of it behind a backslash.
    pub(super) fn delimiter(&mut self) -> Read<(Vec<u8>, bool)> {
        let start = self.at;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-+:,%@".contains(&byte);
        let mut delimiter = Vec::new();
        let mut quoted = self.eat(b"\\");
        // It quotes the one byte behind it, whichever that is.
        if quoted && !self.peek().is_some_and(plain) {
            return self.doubt(DoubtKind::HereDocDelimiter, start);
        }
        while let Some(byte) = self.peek() {
            if plain(byte) {
                delimiter.push(byte);
                self.bump();
            } else if matches!(byte, b'\'' | b'"') {
                quoted = true;
                self.bump();
                let rest = self.rest();
                let length = rest.iter().take_while(|&&b| plain(b) || b == b' ').count();
                self.at += length;
                if !self.eat(&[byte]) {
                    return self.doubt(DoubtKind::HereDocDelimiter, start);
                }
                delimiter.extend_from_slice(rest.get(..length).unwrap_or_default());
            } else {
                break;
            }
        }
        let nothing = delimiter.is_empty() && !quoted;
        if nothing || !is_boundary(self.peek()) || self.peek() == Some(b'(') {
            return self.doubt(DoubtKind::HereDocDelimiter, start);
        }
        Ok((delimiter, quoted))
    }

    /// Reads the bodies that start at the next byte, which stands at the start of a line.
    pub(super) fn read_pending(&mut self) -> Read<()> {
        for pending in std::mem::take(&mut self.pending) {
            let Some(document) = self.bodies.get(pending.index).cloned() else { continue };
            let start = self.at;
            let mut body: Vec<Part> = Vec::new();
            loop {
                if self.peek().is_none() {
                    return Err(Doubt { kind: DoubtKind::UnterminatedHereDoc, span: pending.span });
                }
                if document.strip_tabs {
                    while self.peek() == Some(b'\t') {
                        self.bump();
                    }
                }
                let rest = self.rest();
                let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                let line = rest.get(..length).unwrap_or_default();
                if line == document.delimiter {
                    self.at += length;
                    // The last line of the text may lack its newline.
                    self.bump();
                    break;
                }
                // In a substitution, bash ends the body at a delimiter with `)` behind it.
                if self.nested && line.starts_with(&document.delimiter) {
                    return self.doubt_here(DoubtKind::HereDocBody);
                }
                if length == rest.len() {
                    return Err(Doubt { kind: DoubtKind::UnterminatedHereDoc, span: pending.span });
                }
                self.body_line(length, document.quoted, &mut body)?;
            }
            let span = self.since(start);
            if let Some(document) = self.bodies.get_mut(pending.index) {
                document.body = body;
                document.span = span;
            }
        }
        Ok(())
    }

    /// Reads one line of a body, with its newline.
    fn body_line(&mut self, length: usize, quoted: bool, body: &mut Vec<Part>) -> Read<()> {
        let start = self.at;
        let stop = start + length;
        if !quoted {
            let end = std::mem::replace(&mut self.end, stop);
            let parts = self.quoted_parts(None);
            self.end = end;
            // An expansion that the line does not close goes on in the next one, where shells
            // differ on what they see first: its end or the delimiter.
            let parts = parts.map_err(|doubt| match doubt.kind {
                DoubtKind::UnterminatedSubstitution | DoubtKind::UnterminatedQuote => {
                    Doubt { kind: DoubtKind::HereDocBody, ..doubt }
                }
                _ => doubt,
            })?;
            if parts.last().is_some_and(ends_in_backslash) {
                return self.doubt(DoubtKind::HereDocBody, start);
            }
            parts.into_iter().for_each(|part| push(body, part));
        } else {
            let text = self.text.get(start..stop).unwrap_or_default().to_vec();
            push(body, Part { kind: PartKind::Text(text), span: Span::new(start, stop) });
        }
        self.at = stop;
        self.bump();
        let kind = PartKind::Text(b"\n".to_vec());
        push(body, Part { kind, span: Span::new(stop, self.at) });
        Ok(())
    }
}

/// Whether a part is text that ends in a backslash, which continues the line.
fn ends_in_backslash(part: &Part) -> bool {
    matches!(&part.kind, PartKind::Text(text) if text.last() == Some(&b'\\'))
}

/// Adds a part; text joins the text before it, and text of no bytes adds nothing.
fn push(parts: &mut Vec<Part>, part: Part) {
    if let PartKind::Text(more) = &part.kind {
        if more.is_empty() {
            return;
        }
        if let Some(Part { kind: PartKind::Text(text), span }) = parts.last_mut() {
            text.extend_from_slice(more);
            span.end = part.span.end;
            return;
        }
    }
    parts.push(part);
}
