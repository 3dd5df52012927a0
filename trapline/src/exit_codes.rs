//! The exit codes of every command.
//!
//! `docs/exit-codes.md` is the table for people; a test holds the two equal.

/// Nothing was found, and everything that was asked for ran.
pub(crate) const CLEAN: u8 = 0;

/// The command line, a file, or Trapline itself is wrong.
pub(crate) const ERROR: u8 = 1;

/// Nothing ran: a hunt or a replay without one oracle run, a report without one event.
pub(crate) const NOTHING_RAN: u8 = 4;

/// The set-up is missing: no sandbox, no such shell.
pub(crate) const SETUP_MISSING: u8 = 96;

/// The oracle did not see what was planted for it to see, so nothing that it says counts.
pub(crate) const CONTROLS_FAILED: u8 = 97;

/// There are findings (new ones, where a ledger of known ones is given), or cases that do not hold.
pub(crate) const FINDINGS: u8 = 100;

/// The command was interrupted. What was confirmed before is told all the same.
pub(crate) const INTERRUPTED: u8 = 106;

/// Where several hold, the first of these is the one that is given.
pub(crate) const PRECEDENCE: [u8; 7] =
    [CONTROLS_FAILED, ERROR, SETUP_MISSING, INTERRUPTED, FINDINGS, NOTHING_RAN, CLEAN];

/// The code that outranks the others. No code at all is [`CLEAN`].
pub(crate) fn worst(codes: impl IntoIterator<Item = u8>) -> u8 {
    let rank = |code: u8| PRECEDENCE.iter().position(|known| *known == code);
    // A code that is none of ours, in a log that somebody else wrote, is an error by nature.
    let known = |code| if rank(code).is_some() { code } else { ERROR };
    codes.into_iter().map(known).min_by_key(|code| rank(*code)).unwrap_or(CLEAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_contract() {
        assert_eq!(PRECEDENCE, [97, 1, 96, 106, 100, 4, 0]);
        for (codes, code) in [
            (&[][..], 0),
            (&[0, 4], 4),
            (&[4, 100], 100),
            (&[100, 106], 106),
            (&[106, 96, 100], 96),
            (&[96, 1], 1),
            (&[1, 97, 0], 97),
            (&[3, 100], 1),
        ] {
            assert_eq!(worst(codes.iter().copied()), code, "{codes:?}");
        }
    }
}
