//! Files that programs take commands from as they start: a script writes one and then starts what reads it.

use super::Site;
use super::template::single_quoted;

/// A file with the programs that read it.
#[derive(Debug)]
struct Place {
    path: &'static str,
    /// What makes the folder that it stands in, where that may be missing.
    folder: &'static str,
    starts: &'static [&'static str],
}

const fn place(path: &'static str, folder: &'static str, starts: &'static [&'static str]) -> Place {
    Place { path, folder, starts }
}

/// Files of commands of a shell.
static OF_SHELLS: &[Place] = &[
    place("~/.bash_profile", "", &["bash -lc true", "bash --login -c true", "exec bash -lc true"]),
    place("~/.bash_login", "", &["bash -lc true"]),
    place("~/.profile", "", &["sh -lc true", "bash -lc true", "ARGV0=-sh sh -c true"]),
    place("~/.bashrc", "", &["bash -ic true", "SSH_CLIENT=x SHLVL=0 bash -c true"]),
    place("~/.bash_logout", "", &["bash -lc exit"]),
    place("~/.zshenv", "", &["zsh -c true"]),
    place("~/.zshrc", "", &["zsh -ic true"]),
    place("~/.zlogin", "", &["zsh -lc true"]),
    place("made", "", &["ENV=./made sh -ic true", "bash --rcfile made -ic true"]),
    place("made/.zshenv", "mkdir -p made; ", &["ZDOTDIR=made zsh -c true"]),
    place("made/.profile", "mkdir -p made; ", &["HOME=made sh -lc true"]),
];

/// Files of settings of git, with a call of the alias that they hold.
static OF_GIT: &[Place] = &[
    place("~/.gitconfig", "", &["git zz", "git -C . zz"]),
    place("~/.config/git/config", "mkdir -p ~/.config/git; ", &["git zz"]),
    place(".git/config", "git init -q; ", &["git zz", "git --git-dir=.git zz"]),
    place("made/.git/config", "git init -q made; ", &["git -C made zz", "cd made && git zz"]),
    place("made/config", "git init -q --bare made; ", &["git -C made zz", "git --git-dir=made zz"]),
    place("made", "", &["GIT_CONFIG_GLOBAL=made git zz", "git -c include.path=../made zz"]),
];

/// How the file comes to its place: `@` stands for the text in quotes, `%` for the place.
static WAYS: &[&str] = &[
    "printf '%s\\n' @ > %",
    "printf '%s\\n' @ | tee % > /dev/null",
    "zz=%; printf '%s\\n' @ > \"$zz\"",
    "printf '%s\\n' @ > zy; cp zy %",
    "printf '%s\\n' @ > zy; mv -f zy %",
    "printf '%s\\n' @ > zy; ln -sf \"$PWD/zy\" %",
    "printf '%s\\n' @ > zy; install zy %",
    "printf '%s\\n' @ > zy; echo % | xargs cp zy",
    "for zz in % zy; do printf '%s\\n' @ > \"$zz\"; done",
];

/// How what reads it is started: `@` stands for the writing, `%` for the start.
static ORDERS: &[&str] = &[
    "@; %",
    "@ && %",
    "@\n%",
    "@; zx=$(%)",
    "@; (%)",
    "@; timeout 9 sh -c '%'",
    "zx() { %; }; @; zx",
    "trap '%' EXIT; @",
    "for zx in 1 2; do %; @; done",
    "{ sleep 0.2; %; } & @; wait",
];

/// A template with two texts put in.
fn put(template: &str, at: &[u8], percent: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = template.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'@' => out.extend_from_slice(at),
            // `%s` is one of `printf`.
            b'%' if bytes.peek() != Some(&b's') => out.extend_from_slice(percent),
            byte => out.push(byte),
        }
    }
    out
}

/// A setting of git that runs a text.
fn alias(payload: &[u8]) -> Vec<u8> {
    let mut text = b"[alias]\n\tzz = \"!".to_vec();
    for &byte in payload {
        match byte {
            b'"' | b'\\' => text.extend([b'\\', byte]),
            b'\n' => text.extend_from_slice(b"\\n"),
            byte => text.push(byte),
        }
    }
    text.extend_from_slice(b"\"");
    text
}

/// Writes a file of these with a text, and starts what reads it.
fn written(rng: &mut fastrand::Rng, places: &[Place], text: &[u8]) -> Option<Vec<u8>> {
    let place = rng.choice(places)?;
    let start = rng.choice(place.starts)?;
    let way = put(rng.choice(WAYS)?, &single_quoted(text), place.path.as_bytes());
    let way = [place.folder.as_bytes(), &way].concat();
    Some(put(rng.choice(ORDERS)?, &way, start.as_bytes()))
}

/// The payload in a file that a shell reads as it starts.
pub(super) fn of_shell(site: &mut Site<'_>) -> Option<Vec<u8>> {
    written(site.rng, OF_SHELLS, site.payload)
}

/// The payload in settings of git.
pub(super) fn of_git(site: &mut Site<'_>) -> Option<Vec<u8>> {
    written(site.rng, OF_GIT, &alias(site.payload))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_file_is_written_and_then_read() {
        let mut rng = fastrand::Rng::with_seed(4);
        for (places, text) in [(OF_SHELLS, b"rm x".to_vec()), (OF_GIT, alias(b"rm \"x\""))] {
            let made: HashSet<Vec<u8>> =
                (0..4000).filter_map(|_| written(&mut rng, places, &text)).collect();
            let has = |part: &str| {
                made.iter().any(|it| it.windows(part.len()).any(|window| window == part.as_bytes()))
            };
            for place in places {
                assert!(has(place.path), "{place:?}");
                assert!(place.starts.iter().all(|start| has(start)), "{place:?}");
            }
            assert!(made.len() > 500, "{}", made.len());
        }
    }

    #[test]
    fn templates_are_filled() {
        assert_eq!(
            put("printf '%s\\n' @ > %", b"'rm x'", b"~/.p"),
            b"printf '%s\\n' 'rm x' > ~/.p"
        );
        assert_eq!(put("zx() { %; }; @; zx", b"w", b"r"), b"zx() { r; }; w; zx");
        assert_eq!(alias(b"rm \"x\""), b"[alias]\n\tzz = \"!rm \\\"x\\\"\"");
    }
}
