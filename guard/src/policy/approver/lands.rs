//! Where the files of a command land, as far as these may be ones that a program reads at its start.

use super::line::Judge;
use super::startup::{FOREIGN, Kinds, OPEN, kinds_of};
use super::writes::Written;
use crate::files::Kind;
use crate::syntax::launch::{config_settings, head, is_shell, is_wrapper, runs_setting};
use crate::syntax::{Part, Word};

/// How many pairs of sources and targets of one command are looked at.
const MAX_PAIRS: usize = 256;

/// How many names of one directory are looked at.
const MAX_NAMES: usize = 4096;

impl Judge<'_> {
    /// A redirection writes a file.
    pub(super) fn lands_by(&mut self, parts: &[Part]) {
        self.lands_behind_setting();
        for text in self.texts(parts) {
            self.lands_at(&text);
        }
    }

    /// A file is written behind a command that git was told to run: it may be the one that the command runs.
    fn lands_behind_setting(&mut self) {
        if !self.trying && self.before.settings.has(Kinds::STORED) {
            self.adds(Kinds::GIT);
        }
    }

    /// A program writes what its words say. `open_ended` says that a launcher adds others.
    pub(super) fn lands_written(
        &mut self,
        base: &[u8],
        arguments: &[Word],
        written: &Written,
        open_ended: bool,
    ) {
        // These change nothing that is read as commands, or take it away.
        let touches = matches!(
            base,
            b"touch" | b"mkdir" | b"chmod" | b"chown" | b"rm" | b"rmdir" | b"unlink"
        );
        if self.trying || touches {
            return;
        }
        self.lands_behind_setting();
        let mut open = false;
        let fixed = written.names.iter().map(|name| vec![self.opened(name)]);
        let others = written.unfixed.iter().map(|parts| self.texts(parts));
        let texts: Vec<Vec<u8>> = fixed.chain(others).flatten().collect();
        // Sed changes what is there, so that a hazard must be named somewhere.
        let changes = base == b"sed";
        for text in texts {
            match changes && text.contains(&OPEN) {
                true => open = true,
                false => self.lands_at(&text),
            }
        }
        if open || changes && (open_ended || self.hole.is_some()) {
            self.lands_as_named();
        } else if open_ended && matches!(base, b"tee" | b"dd" | b"truncate") {
            self.adds(Kinds::ANYWHERE);
        }
        if matches!(base, b"curl" | b"wget") {
            // The file may be named by the address.
            let texts = arguments.iter().flat_map(|word| self.texts_of(word));
            for text in texts.collect::<Vec<_>>() {
                let kinds = self.kinds_at(&text, true);
                self.adds(kinds.without(Kinds::ANYWHERE));
            }
        }
    }

    /// A program that is not told exactly what it writes, or that copies, links and unpacks.
    pub(super) fn lands(&mut self, base: &[u8], arguments: &[Word], open_ended: bool) {
        // What a launcher starts is judged by itself, and the words of a shell are its script's.
        let launches =
            is_wrapper(base) && !matches!(base, b"script" | b"time" | b"strace" | b"ltrace");
        if self.trying || launches || is_shell(base) || looks(base) {
            return;
        }
        if base != b"git" {
            self.lands_behind_setting();
        }
        match base {
            b"cp" | b"mv" | b"ln" | b"install" | b"gcp" | b"gmv" | b"gln" | b"ginstall" => {
                self.copies(arguments, true, open_ended);
            }
            b"rsync" | b"scp" | b"rclone" => self.copies(arguments, false, open_ended),
            b"tar" | b"gtar" | b"bsdtar" => self.archive(arguments),
            b"unzip" | b"7z" | b"7za" | b"7zr" | b"unrar" | b"cpio" | b"jar" | b"patch" => {
                self.unpacks(base, arguments);
            }
            b"git" => self.git_lands(arguments),
            _ => self.others(arguments),
        }
    }

    /// What is known of the files that stand at a path.
    fn kinds_at(&self, text: &[u8], sure: bool) -> Kinds {
        let absolute = text.first() == Some(&b'/');
        // A word without a slash may be no file: `pip install pre-commit`.
        let file = sure || text.contains(&b'/');
        let mut found = kinds_of(text, self.directory.is_some(), file);
        if text.contains(&OPEN) || text.contains(&FOREIGN) || text.is_empty() {
            return found;
        }
        if let Some(directory) = self.directory.as_ref().filter(|_| !absolute) {
            let path = [directory.physical.as_slice(), b"/", text].concat();
            found = found.with(kinds_of(&self.in_tree(&path), true, file));
        }
        if sure && let Some(place) = self.places.find(self.directory.as_ref(), text, true) {
            found = found.with(kinds_of(&self.in_tree(&place.path), true, true));
            // A repository without a folder of work has its settings beside its head.
            let beside =
                place.path.strip_suffix(b"config").map(|folder| [folder, b"HEAD"].concat());
            if beside.is_some_and(|head| self.places.files.lstat(&head).is_ok()) {
                found = found.with(Kinds::GIT);
            }
        }
        found
    }

    /// A path in which the tree is no part of git's own directory.
    fn in_tree(&self, path: &[u8]) -> Vec<u8> {
        let tree = self.places.tree.as_ref().map(|tree| tree.physical.as_slice());
        let rest = tree.and_then(|tree| Some((tree, path.strip_prefix(tree)?)));
        match rest {
            Some((tree, rest)) if tree.split(|byte| *byte == b'/').any(|name| name == b".git") => {
                [b"/tree", rest].concat()
            }
            _ => path.to_vec(),
        }
    }

    fn adds(&mut self, kinds: Kinds) {
        self.before.settings = self.before.settings.with(kinds);
    }

    /// A file is written at a path.
    fn lands_at(&mut self, text: &[u8]) {
        if self.trying {
            return;
        }
        let kinds = self.kinds_at(text, true);
        self.adds(kinds);
        // A text that is not quoted may be several words.
        if text.iter().any(u8::is_ascii_whitespace) {
            for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                let kinds = self.kinds_at(word, false);
                self.adds(kinds);
            }
        }
    }

    /// A program may write a file whose name does not stand in its words: it may be one that the line names
    /// elsewhere.
    fn lands_as_named(&mut self) {
        self.adds(self.budget.mentions);
    }

    /// A fixed word with the places open that a launcher fills.
    fn opened(&self, text: &[u8]) -> Vec<u8> {
        self.hole.as_ref().map_or_else(|| text.to_vec(), |hole| hole.opened(text, OPEN))
    }

    /// A program that copies, moves or links.
    fn copies(&mut self, arguments: &[Word], local: bool, open_ended: bool) {
        let mut folder = None;
        let mut operands: Vec<Vec<Vec<u8>>> = Vec::new();
        let mut whole = false;
        let mut options = true;
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            let text = head(word);
            if !options || text.first() != Some(&b'-') || text.len() < 2 {
                operands.push(self.texts_of(word));
            } else if text == b"--" {
                options = false;
            } else if let Some(long) = text.strip_prefix(b"--") {
                let name = long.split(|byte| *byte == b'=').next().unwrap_or_default();
                if local && b"target-directory".starts_with(name) {
                    folder = match long.contains(&b'=') {
                        true => Some(behind(self.texts_of(word), name.len() + 3)),
                        false => rest.next().map(|word| self.texts_of(word)),
                    };
                }
                whole |= local && b"no-target-directory".starts_with(name);
            } else if local {
                whole |= text.contains(&b'T');
                if let Some(at) = text.iter().position(|letter| *letter == b't') {
                    folder = match at + 1 < text.len() || word.fixed().is_none() {
                        true => Some(behind(self.texts_of(word), at + 1)),
                        false => rest.next().map(|word| self.texts_of(word)),
                    };
                }
            }
        }
        let targets = match folder {
            Some(folder) => folder,
            // Words that come behind hold the target.
            None if open_ended => return self.adds(Kinds::ANYWHERE),
            // One alone is linked into the present directory.
            None if operands.len() < 2 => vec![b".".to_vec()],
            None => operands.pop().unwrap_or_default(),
        };
        let mut sources: Vec<Vec<u8>> = operands.into_iter().flatten().collect();
        if open_ended {
            sources.push(vec![OPEN]);
        }
        if sources.len().saturating_mul(targets.len()) > MAX_PAIRS {
            return self.adds(Kinds::ANYWHERE);
        }
        for target in &targets {
            self.lands_at(target);
            for source in &sources {
                self.copy(source, target, whole, local);
            }
        }
    }

    /// A source comes to a target, or into it.
    fn copy(&mut self, source: &[u8], target: &[u8], whole: bool, local: bool) {
        let inner = !local && source.last() == Some(&b'/');
        let trimmed = source.iter().rposition(|byte| *byte != b'/').map_or(0, |at| at + 1);
        let source = source.get(..trimmed).unwrap_or_default();
        let name = source.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
        if whole || inner || matches!(name, b"" | b"." | b"..") || name.contains(&OPEN) {
            // What is in a folder that is there can be looked at.
            let folder = match name.contains(&OPEN) {
                true => source.get(..source.len() - name.len()).unwrap_or_default(),
                false => source,
            };
            let folder = if folder.is_empty() { b"." } else { folder };
            if !self.holds_none(folder) {
                self.spills(target);
            }
        } else {
            self.lands_at(&[target, b"/", name].concat());
        }
    }

    /// Whether a folder was there before the line, and nothing in it is read at a start.
    fn holds_none(&self, folder: &[u8]) -> bool {
        if folder.contains(&OPEN) || folder.contains(&FOREIGN) || self.before.linked {
            return false;
        }
        let found = self.places.find(self.directory.as_ref(), folder, true);
        let Some(found) = found.filter(|found| found.kind == Some(Kind::Directory)) else {
            return false;
        };
        let Ok(names) = self.places.files.list(&found.path) else { return false };
        names.len() <= MAX_NAMES
            && names.iter().all(|name| kinds_of(name, true, true) == Kinds::NONE)
    }

    /// Files whose names the line does not fix land in a folder.
    fn spills(&mut self, folder: &[u8]) {
        if self.trying {
            return;
        }
        if folder.contains(&OPEN) {
            return self.adds(Kinds::ANYWHERE);
        }
        let all = Kinds::of_home().with(Kinds::BELOW);
        let found = match folder.contains(&FOREIGN) {
            true => None,
            false => self.places.find(self.directory.as_ref(), folder, true),
        };
        let Some(found) = found else { return self.adds(all) };
        let repository = [found.path.as_slice(), b"/.git"].concat();
        let kinds = match self.places.is_inside(&found.path) {
            // Home is no folder of the tree.
            true if self.places.files.lstat(&repository).is_err() => Kinds::BELOW,
            true => Kinds::BELOW.with(Kinds::GIT),
            false => all,
        };
        self.adds(kinds);
    }

    /// Tar unpacks, or makes an archive.
    fn archive(&mut self, arguments: &[Word]) {
        let texts: Vec<Vec<u8>> = arguments.iter().map(head).collect();
        let extracts = texts.iter().enumerate().any(|(at, text)| match text.as_slice() {
            [b'-', b'-', long @ ..] => {
                long.len() > 1 && (b"extract".starts_with(long) || b"get".starts_with(long))
            }
            [b'-', letters @ ..] => letters.contains(&b'x'),
            letters => at == 0 && letters.contains(&b'x'),
        });
        let mut folders = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let long = text.starts_with(b"--");
            let names = |option: &[u8]| long && text.starts_with(option);
            let (letter, option): (u8, &[u8]) = match extracts {
                true => (b'C', b"--directory"),
                false => (b'f', b"--file"),
            };
            let short = !long && (at == 0 || text.first() == Some(&b'-')) && text.contains(&letter);
            if !short && !names(option) {
                continue;
            }
            let start = text.iter().position(|byte| *byte == if long { b'=' } else { letter });
            if let (Some(word), Some(start)) = (arguments.get(at), start) {
                folders.extend(behind(self.texts_of(word), start + 1));
            }
            folders.extend(arguments.get(at + 1).into_iter().flat_map(|word| self.texts_of(word)));
        }
        folders.retain(|folder| !folder.is_empty());
        if !extracts {
            folders.iter().for_each(|name| self.lands_at(name));
            return;
        }
        if folders.is_empty() {
            folders.push(b".".to_vec());
        }
        for folder in folders {
            self.lands_at(&folder);
            self.spills(&folder);
        }
    }

    /// Programs that unpack into the present directory, or where an option says.
    fn unpacks(&mut self, base: &[u8], arguments: &[Word]) {
        let texts: Vec<Vec<u8>> = arguments.iter().map(head).collect();
        let lists = match base {
            // What a patch names stands in it.
            b"patch" => {
                self.others(arguments);
                return self.lands_as_named();
            }
            b"unzip" => texts.iter().any(|text| {
                text.first() == Some(&b'-')
                    && text.get(1) != Some(&b'-')
                    && text.iter().any(|letter| b"lptvzZ".contains(letter))
            }),
            b"cpio" | b"jar" => !texts.iter().any(|text| {
                text == b"--extract"
                    || !text.starts_with(b"--") && text.iter().any(|it| b"ix".contains(it))
            }),
            _ => !texts.iter().any(|text| matches!(text.as_slice(), b"x" | b"e")),
        };
        if lists {
            return self.others(arguments);
        }
        let mut folders = Vec::new();
        for (at, word) in arguments.iter().enumerate() {
            let text = texts.get(at).map(Vec::as_slice).unwrap_or_default();
            let glued = match base {
                b"unzip" => text.starts_with(b"-d"),
                b"cpio" => text.starts_with(b"-D"),
                _ => text.starts_with(b"-o"),
            };
            if glued && text.len() > 2 {
                folders.extend(behind(self.texts_of(word), 2));
            } else if glued {
                folders.extend(arguments.get(at + 1).into_iter().flat_map(|it| self.texts_of(it)));
            }
        }
        if folders.is_empty() {
            folders.push(b".".to_vec());
        }
        for folder in folders {
            self.lands_at(&folder);
            self.spills(&folder);
        }
    }

    /// What git writes besides its own: files that options name, and what it moves.
    fn git_lands(&mut self, arguments: &[Word]) {
        let is = |name: &[u8]| arguments.iter().any(|word| word.bare() == Some(name));
        let settings = is(b"config");
        if is(b"mv") {
            self.others(arguments);
        }
        if settings && stores_command(arguments) {
            self.adds(Kinds::STORED);
        }
        let mut valued = false;
        for word in arguments {
            let text = head(word);
            let named = std::mem::take(&mut valued);
            if [&b"--bare"[..], b"--mirror", b"--separate-git-dir"]
                .iter()
                .any(|it| text.starts_with(it))
            {
                self.adds(Kinds::HEAD);
            }
            valued = matches!(
                text.as_slice(),
                b"-o" | b"-f" | b"--file" | b"--output" | b"--prefix" | b"--output-directory"
            );
            let start = match text.first() {
                _ if named => 0,
                Some(b'-') => match text.iter().position(|byte| *byte == b'=') {
                    Some(sign) => sign + 1,
                    None => 2,
                },
                _ => continue,
            };
            if text.starts_with(b"--git-dir") || text.starts_with(b"-C") || text.starts_with(b"-c")
            {
                continue;
            }
            for value in behind(self.texts_of(word), start) {
                let kinds = self.kinds_at(&value, false);
                // What it sets there is judged.
                let own = if settings { Kinds::GIT } else { Kinds::NONE };
                self.adds(kinds.without(own).without(Kinds::ANYWHERE));
            }
        }
    }

    /// A program that may write any of its operands.
    fn others(&mut self, arguments: &[Word]) {
        let mut open = false;
        for word in arguments {
            for text in self.texts_of(word) {
                let sign = text.iter().position(|byte| *byte == b'=').map(|at| at + 1);
                let glued = (text.first() == Some(&b'-')).then_some(2);
                for start in [Some(0), sign, glued].into_iter().flatten() {
                    let kinds = self.kinds_at(text.get(start..).unwrap_or_default(), false);
                    open |= kinds.has(Kinds::ANYWHERE);
                    self.adds(kinds.without(Kinds::ANYWHERE));
                }
            }
        }
        if open {
            self.lands_as_named();
        }
    }
}

/// Whether `git config` is given a command that may run a file: later writes may change that.
fn stores_command(arguments: &[Word]) -> bool {
    let from = arguments.iter().position(|word| word.bare() == Some(b"config")).unwrap_or_default();
    config_settings(arguments.get(from..).unwrap_or_default()).iter().any(|(setting, _)| {
        let Some(setting) = setting else { return true };
        let sign = setting.iter().position(|byte| *byte == b'=').unwrap_or(setting.len());
        let (key, value) = setting.split_at(sign);
        let key = key.to_ascii_lowercase();
        let value = value.get(1..).unwrap_or_default();
        let command = match key.starts_with(b"alias.") {
            true => value.strip_prefix(b"!"),
            false => Some(value).filter(|_| runs_setting(&key)),
        };
        command.is_some_and(|command| {
            let first = command.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b" -_=".contains(byte);
            !command.iter().all(plain) || is_shell(first) || is_wrapper(first)
        })
    })
}

/// What stands behind so many bytes.
fn behind(texts: Vec<Vec<u8>>, from: usize) -> Vec<Vec<u8>> {
    texts.into_iter().map(|text| text.get(from..).unwrap_or_default().to_vec()).collect()
}

/// What files the words of a text name, wherever they stand in it.
pub(super) fn mentioned(text: &[u8]) -> Kinds {
    let in_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-/~$".contains(byte);
    let words = text.split(|byte| !in_path(byte)).filter(|word| !word.is_empty());
    let found =
        words.fold(Kinds::NONE, |all, word| all.with(kinds_of(word, true, word.contains(&b'/'))));
    found.without(Kinds::CONFIG).without(Kinds::HEAD)
}

/// Whether a program only looks at its operands.
fn looks(base: &[u8]) -> bool {
    matches!(
        base,
        b"rg"
            | b"ag"
            | b"ack"
            | b"bat"
            | b"less"
            | b"more"
            | b"md5sum"
            | b"sha1sum"
            | b"sha256sum"
            | b"sha512sum"
            | b"cksum"
            | b"sum"
            | b"od"
            | b"hexdump"
            | b"tree"
            | b"shellcheck"
            | b"nl"
            | b"tac"
            | b"strings"
            | b"comm"
            | b"realpath"
            | b"readlink"
            | b"cd"
            | b"pushd"
    )
}
