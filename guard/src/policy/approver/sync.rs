//! What `rsync` removes: what stands in its destination, its sources where it is told so, and what
//! stands in the directories that it keeps backups and parts of files in.

use super::target::{Line, Name, Target, has_letter, split};
use crate::syntax::Word;

/// Short options that take a value.
const VALUED: &[u8] = b"efBTM@";

/// Short options that take none.
const FLAGS: &[u8] = b"vqcarRbuldLkKHpEAXogDtNUOJSWnxymIzCsh8iPF0V46";

/// Long options that take a value; those of `d` name a directory in which files are replaced and
/// removed.
const LONG: [(&str, u8); 54] = [
    ("--rsh", b'e'),
    ("--files-from", b'f'),
    ("--exclude", b'x'),
    ("--include", b'x'),
    ("--filter", b'x'),
    ("--exclude-from", b'x'),
    ("--include-from", b'x'),
    ("--temp-dir", b'T'),
    ("--rsync-path", b'e'),
    ("--partial-dir", b'd'),
    ("--backup-dir", b'd'),
    ("--log-file", b'x'),
    ("--log-file-format", b'x'),
    ("--chmod", b'x'),
    ("--chown", b'x'),
    ("--max-size", b'x'),
    ("--min-size", b'x'),
    ("--max-alloc", b'x'),
    ("--max-delete", b'x'),
    ("--timeout", b'x'),
    ("--contimeout", b'x'),
    ("--port", b'x'),
    ("--bwlimit", b'x'),
    ("--suffix", b'x'),
    ("--compare-dest", b'x'),
    ("--copy-dest", b'x'),
    ("--link-dest", b'x'),
    ("--out-format", b'x'),
    ("--usermap", b'x'),
    ("--groupmap", b'x'),
    ("--info", b'x'),
    ("--debug", b'x'),
    ("--stderr", b'x'),
    ("--checksum-choice", b'x'),
    ("--cc", b'x'),
    ("--checksum-seed", b'x'),
    ("--block-size", b'x'),
    ("--modify-window", b'x'),
    ("--compress-choice", b'x'),
    ("--zc", b'x'),
    ("--compress-level", b'x'),
    ("--zl", b'x'),
    ("--skip-compress", b'x'),
    ("--copy-as", b'x'),
    ("--address", b'x'),
    ("--sockopts", b'x'),
    ("--outbuf", b'x'),
    ("--remote-option", b'x'),
    ("--password-file", b'x'),
    ("--early-input", b'x'),
    ("--stop-after", b'x'),
    ("--stop-at", b'x'),
    ("--protocol", b'x'),
    ("--iconv", b'x'),
];

/// Beginnings of long options none of which takes a value in the next word.
const PLAIN: [&str; 49] = [
    "--no-",
    "--verbose",
    "--quiet",
    "--checksum",
    "--archive",
    "--recursive",
    "--relative",
    "--backup",
    "--update",
    "--inplace",
    "--append",
    "--dirs",
    "--old-",
    "--mkpath",
    "--links",
    "--copy-links",
    "--copy-unsafe-links",
    "--safe-links",
    "--munge-links",
    "--copy-dirlinks",
    "--keep-dirlinks",
    "--hard-links",
    "--perms",
    "--executability",
    "--acls",
    "--xattrs",
    "--owner",
    "--group",
    "--devices",
    "--specials",
    "--times",
    "--omit-",
    "--super",
    "--sparse",
    "--dry-run",
    "--whole-file",
    "--one-file-system",
    "--existing",
    "--ignore-",
    "--force",
    "--partial",
    "--prune-empty-dirs",
    "--numeric-ids",
    "--size-only",
    "--compress",
    "--cvs-exclude",
    "--stats",
    "--human-readable",
    "--progress",
];

/// Whether the next word may be the value of an option that is not known.
fn may_take_next(option: &[u8]) -> bool {
    if !option.starts_with(b"--") {
        let plain = option.iter().skip(1).take_while(|byte| FLAGS.contains(byte)).count() + 1;
        return option.get(plain).is_some_and(|byte| !VALUED.contains(byte));
    }
    let known = PLAIN.iter().any(|plain| match plain.as_bytes().ends_with(b"-") {
        true => option.starts_with(plain.as_bytes()),
        false => option == plain.as_bytes(),
    });
    let deletes = option.starts_with(b"--del") || option.starts_with(b"--remove-s");
    let valued = LONG.iter().any(|(long, _)| long.as_bytes() == option);
    !known && !deletes && !valued && !option.contains(&b'=')
}

/// The words that may be the destination: the last operand, and the one before it where it may be the
/// value of an option.
fn destinations<'a>(arguments: &'a [Word], line: &Line<'a>) -> Vec<&'a Word> {
    let mut found = Vec::new();
    for word in line.operands.iter().rev() {
        found.push(*word);
        let before = arguments.iter().position(|other| std::ptr::eq(other, *word));
        let before = before.and_then(|at| arguments.get(at.checked_sub(1)?)).and_then(Word::fixed);
        let value = before.is_some_and(|text| {
            text.first() == Some(&b'-') && text.len() > 1 && may_take_next(&text)
        });
        if !value {
            break;
        }
    }
    found
}

/// Whether a word names a place on another machine, or may.
fn is_remote(word: &Word) -> bool {
    word.fixed().is_none_or(|text| {
        let colon = text.iter().position(|byte| *byte == b':');
        let slash = text.iter().position(|byte| *byte == b'/').unwrap_or(text.len());
        colon.is_some_and(|colon| colon < slash)
    })
}

/// Something of which what stands in it goes. A link to a directory is followed.
fn contents(word: &Word) -> Target {
    match is_remote(word) {
        true => Target::open(word.span),
        false => Target { follows: true, contents: true, ..Target::new(word) },
    }
}

/// The directories of backups and of parts of files: what stands there under the name of a file
/// that is copied goes. One that is not absolute is below the destination, or beside it.
fn kept(line: &Line<'_>, destination: &Word) -> Vec<Target> {
    let glued = line.options.iter().filter_map(|text| {
        let names = [&b"--partial-dir="[..], b"--backup-dir="];
        names.into_iter().find_map(|name| text.strip_prefix(name)).map(<[u8]>::to_vec)
    });
    let apart = line.values.iter().filter(|(letter, _)| *letter == b'd');
    let apart = apart.map(|(_, word)| word.fixed().map(std::borrow::Cow::into_owned));
    let place = destination.span;
    let at = |path: Vec<u8>| Target {
        name: Name::Fixed(path),
        follows: true,
        contents: true,
        ..Target::open(place)
    };
    let mut targets = Vec::new();
    for path in glued.map(Some).chain(apart) {
        let Some(path) = path else {
            targets.push(Target::open(place));
            continue;
        };
        if path.first() == Some(&b'/') {
            targets.push(at(path));
            continue;
        }
        let climbs = path.split(|byte| *byte == b'/').any(|part| part == b"..");
        match destination.fixed().filter(|_| !climbs && !is_remote(destination)) {
            Some(base) => {
                let above = base.iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
                targets.push(at([base.get(..above).unwrap_or_default(), &path].concat()));
                targets.push(at([base.as_ref(), b"/", &path].concat()));
            }
            // On another machine nothing of this one goes.
            None if is_remote(destination) && destination.fixed().is_some() => {}
            None => targets.push(Target::open(place)),
        }
    }
    targets
}

/// What `rsync` removes.
pub(super) fn synced(arguments: &[Word], open_ended: bool) -> Vec<Target> {
    let line = split(arguments, VALUED, &LONG);
    let has = |starts: &[&[u8]], letters: &[u8]| {
        line.options.iter().any(|text| {
            starts.iter().any(|start| text.starts_with(start)) || has_letter(text, letters, VALUED)
        })
    };
    // A backup may be a rename, and with `--force` a file takes the place of a folder.
    let deletes = has(&[b"--del", b"--force", b"--backup"], b"b");
    let removes = has(&[b"--remove-s"], b"");
    // Where a folder, a link or a special file is copied, what is none of its kind has to go.
    let folders: [&[u8]; 8] = [
        b"--rec",
        b"--arc",
        b"--dirs",
        b"--old-d",
        b"--links",
        b"--dev",
        b"--spec",
        b"--read-batch",
    ];
    let replaces = has(&folders, b"radlkD");
    let acts = deletes || removes || replaces || line.open;
    let Some((_, sources)) = line.operands.split_last() else { return Vec::new() };
    let mut targets = Vec::new();
    let destinations = destinations(arguments, &line);
    for destination in &destinations {
        targets.extend(kept(&line, destination));
        // On another machine nothing of this one goes.
        let elsewhere = destination.fixed().is_some() && is_remote(destination) && !deletes;
        if acts && !elsewhere {
            targets.push(contents(destination));
        }
    }
    if !acts {
        return without_patterns(targets);
    }
    if removes {
        targets.extend(sources.iter().map(|word| contents(word)));
        // With these options links in the sources are followed, and what stands behind them goes; only
        // newer releases leave it alone.
        if has(&[b"--copy-l", b"--copy-d", b"--copy-u"], b"Lk") {
            targets.extend(sources.iter().map(|word| Target::open(word.span)));
        }
    }
    // With these options links to directories in the destination are followed.
    let through = has(&[b"--keep-d", b"--no-implied", b"--no-i-d"], b"K");
    if let Some(last) = destinations.first()
        && (open_ended || line.open || through)
    {
        targets.push(Target::open(last.span));
    }
    without_patterns(targets)
}

/// A pattern could give several words, so which is the destination is not fixed.
fn without_patterns(mut targets: Vec<Target>) -> Vec<Target> {
    for target in &mut targets {
        if matches!(target.name, Name::Pattern { .. }) {
            target.name = Name::Open;
        }
    }
    targets
}
