//! The same payload with its operand or its place reached another way: through a variable, a
//! pattern, another folder, or a link that the script makes first.

use super::template::{cut, single_quoted};

/// A command in three pieces: what stands before its last operand, the operand, and nothing else.
/// `None` where the last word is an option or is written with marks of shell grammar.
fn last_operand(payload: &[u8]) -> Option<(&[u8], &[u8])> {
    let blank = payload.iter().rposition(|byte| *byte == b' ')?;
    let (before, operand) = (&payload[..=blank], &payload[blank + 1..]);
    let plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-');
    let fits = !operand.is_empty() && !operand.starts_with(b"-") && operand.iter().all(plain);
    fits.then_some((before, operand))
}

/// The payload with this word in the place of its last operand, and this before it. In both `{}` stands
/// for the operand.
pub(super) fn with_operand(payload: &[u8], setup: &str, word: &str) -> Option<Vec<u8>> {
    let (before, operand) = last_operand(payload)?;
    let put = |template: &str| -> Vec<u8> {
        match template.split_once("{}") {
            Some((head, tail)) => [head.as_bytes(), operand, tail.as_bytes()].concat(),
            None => template.as_bytes().to_vec(),
        }
    };
    Some([put(setup), before.to_vec(), put(word)].concat())
}

/// A pattern that stands for the operand.
pub(super) fn as_pattern(payload: &[u8]) -> Option<Vec<u8>> {
    let (before, operand) = last_operand(payload)?;
    let (_, head) = operand.split_last()?;
    Some([before, head, b"?"].concat())
}

/// A pattern in a folder on the way to the operand.
pub(super) fn as_folder_pattern(payload: &[u8]) -> Option<Vec<u8>> {
    let (before, operand) = last_operand(payload)?;
    let slash = operand.iter().rposition(|byte| *byte == b'/')?;
    let (folder, name) = operand.split_at(slash);
    let (_, head) = folder.split_last()?;
    Some([before, head, b"*", name].concat())
}

/// Every relative operand goes up once more, so that it is the same from a folder below.
pub(super) fn from_below(payload: &[u8], folder: &[u8], glue: &str) -> Option<Vec<u8>> {
    let (before, operand) = last_operand(payload)?;
    if operand.starts_with(b"/") {
        return None;
    }
    let up = b"../".repeat(1 + folder.iter().filter(|byte| **byte == b'/').count());
    Some([b"cd ", folder, glue.as_bytes(), before, &up, operand].concat())
}

/// The operand's folder is entered first, and the operand named from there.
pub(super) fn from_its_folder(payload: &[u8], glue: &str) -> Option<Vec<u8>> {
    let (before, operand) = last_operand(payload)?;
    let slash = operand.iter().rposition(|byte| *byte == b'/')?;
    let (folder, name) = (&operand[..slash], &operand[slash + 1..]);
    (!folder.is_empty() && !name.is_empty())
        .then(|| [b"cd ", folder, glue.as_bytes(), before, name].concat())
}

/// The script makes a link to the operand's folder, in these words, and goes through it. `{}` stands
/// for the folder.
pub(super) fn through_new_link(payload: &[u8], making: &str) -> Option<Vec<u8>> {
    let (before, operand) = last_operand(payload)?;
    let slash = operand.iter().rposition(|byte| *byte == b'/')?;
    let (folder, name) = (&operand[..slash], &operand[slash + 1..]);
    let (head, tail) = making.split_once("{}")?;
    (!folder.is_empty() && !name.is_empty())
        .then(|| [head.as_bytes(), folder, tail.as_bytes(), before, b"zz/", name].concat())
}

/// The text as a word of a shell that the script starts, half of it in a variable.
pub(super) fn half_in_a_text(payload: &[u8]) -> Option<Vec<u8>> {
    let (program, rest) = cut(payload);
    let rest = rest.strip_prefix(b" ")?;
    Some([b"zz=", single_quoted(rest).as_slice(), b"; sh -c \"", program, b" $zz\""].concat())
}

/// How long a text is made that is longer than a guard may look at: more than 64 KiB, and less than
/// the 128 KiB that one argument of a program can hold.
const PADDING: usize = 66_000;

pub(super) fn padded_behind(payload: &[u8]) -> Vec<u8> {
    [payload, b" #", &b"x".repeat(PADDING)].concat()
}

pub(super) fn padded_before(payload: &[u8]) -> Vec<u8> {
    [b": ", b"x".repeat(PADDING).as_slice(), b"\n", payload].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_do_the_same_another_way() {
        let payload: &[u8] = b"rm -f ../outside/plain.txt";
        let text =
            |made: Option<Vec<u8>>| String::from_utf8_lossy(&made.expect("made")).into_owned();
        for (made, expected) in [
            (with_operand(payload, "zz={}; ", "\"$zz\""), "zz=../outside/plain.txt; rm -f \"$zz\""),
            (
                with_operand(payload, "set -- {}\n", "\"$1\""),
                "set -- ../outside/plain.txt\nrm -f \"$1\"",
            ),
            (with_operand(payload, "", "\"${zz:-{}}\""), "rm -f \"${zz:-../outside/plain.txt}\""),
            (with_operand(payload, "", "\"$(echo {})\""), "rm -f \"$(echo ../outside/plain.txt)\""),
            (with_operand(payload, "", "{zz,{}}"), "rm -f {zz,../outside/plain.txt}"),
            (
                with_operand(payload, "read -r zz <<'E'\n{}\nE\n", "\"$zz\""),
                "read -r zz <<'E'\n../outside/plain.txt\nE\nrm -f \"$zz\"",
            ),
            (
                with_operand(payload, "for zz in {}; do ", "\"$zz\"; done"),
                "for zz in ../outside/plain.txt; do rm -f \"$zz\"; done",
            ),
            (as_pattern(payload), "rm -f ../outside/plain.tx?"),
            (as_folder_pattern(payload), "rm -f ../outsid*/plain.txt"),
            (from_below(payload, b"a/b", "; "), "cd a/b; rm -f ../../../outside/plain.txt"),
            (from_its_folder(payload, " && "), "cd ../outside && rm -f plain.txt"),
            (through_new_link(payload, "ln -s {} zz\n"), "ln -s ../outside zz\nrm -f zz/plain.txt"),
            (half_in_a_text(payload), "zz='-f ../outside/plain.txt'; sh -c \"rm $zz\""),
        ] {
            assert_eq!(text(made), expected);
        }
        assert_eq!(with_operand(b"env", "zz={}; ", "\"$zz\""), None);
        assert_eq!(with_operand(b"rm -f", "zz={}; ", "\"$zz\""), None);
        assert_eq!(from_its_folder(b"rm x", "; "), None);
        assert_eq!(from_below(b"rm /x", b"a", "; "), None);
        for made in [padded_behind(payload), padded_before(payload)] {
            assert!((65_537..131_000).contains(&made.len()));
        }
    }
}
