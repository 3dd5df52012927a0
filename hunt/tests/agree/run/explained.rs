//! Differences from other parsers that running the script does not decide, and why.

use hunt::agree::opinions::plain::List;
use hunt::agree::opinions::{Opinion, Peer};

/// Why it is known that the reader is right though no run shows it; `None` where it is not.
pub(super) fn reason(
    _peer: Peer,
    _script: &[u8],
    _own: &List,
    _other: &Opinion,
) -> Option<&'static str> {
    None
}
