//! What stands in a world that a setup script made, for guards that look at files.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guard::files::Memory;
use oracle::{Delivery, Script, Shell, World};

use crate::runs::{RunSpec, Runs};

/// Lists everything below `/w`: kind, path, and the target of a link or what a file holds, each
/// ended by NUL. Objects of git are left out, and what is behind the first 64 KiB of a file.
const LISTING: &str = "\
/usr/bin/find /w -path '*/.git/objects/*' -prune -o -type l -printf 'l%p\\0%l\\0' \
-o -type d -printf 'd%p\\0\\0' -o ! -type f -printf 'o%p\\0\\0' \
-o -exec /bin/sh -c 'for f; do m=f; [ -x \"$f\" ] && m=p; printf \"%s%s\\0\" $m \"$f\"; \
/usr/bin/head -c65536 \"$f\" | /usr/bin/base64 -w0; printf \"\\0\"; done' sh {} +";

/// The files of a world after its setup; `None` where they cannot be told.
pub(super) fn after_setup(runner: &mut dyn Runs, world: &World, shell: &Shell) -> Option<Memory> {
    let script = Script::Text(LISTING.as_bytes().to_vec());
    let seen = runner
        .run(&RunSpec {
            script: &script,
            world,
            shell,
            delivery: Delivery::C,
            timeout: Duration::from_secs(5),
            exact: true,
            commands: false,
            closely: false,
        })
        .ok()?;
    let whole = seen.exit == Some(0) && !seen.stdout.cut && !seen.timed_out;
    whole.then(|| read(&seen.stdout.bytes))?
}

fn read(listing: &[u8]) -> Option<Memory> {
    let mut files = Memory::new();
    let mut fields = listing.strip_suffix(b"\0")?.split(|byte| *byte == 0);
    while let Some(head) = fields.next() {
        let (kind, path) = head.split_first()?;
        let (path, rest) = (path.to_vec(), fields.next()?);
        files = match kind {
            b'd' => files.directory(path),
            b'l' => files.link(path, rest.to_vec()),
            b'f' => files.file(path, STANDARD.decode(rest).ok()?),
            b'p' => files.program(path, STANDARD.decode(rest).ok()?),
            b'o' => files.other(path),
            _ => return None,
        };
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use guard::files::{Files as _, Kind};

    #[test]
    fn a_listing_is_read() {
        let files =
            super::read(b"d/w\0\0l/w/l\0../x\0f/w/f\0aGk=\0p/w/p\0\0o/w/o\0\0").expect("files");
        let kind = |path: &str| files.lstat(path.as_bytes()).expect(path).kind;
        assert_eq!(
            [kind("/w"), kind("/w/l"), kind("/w/f")],
            [Kind::Directory, Kind::Link, Kind::File]
        );
        assert_eq!(files.read(b"/w/f", 9).expect("a file").bytes, b"hi");
        for broken in [&b""[..], b"d/w\0", b"x/w\0\0", b"f/w\0!\0"] {
            assert!(super::read(broken).is_none());
        }
    }
}
