//! Manifests: what is read, and what is refused with file, line and key.

use std::fs;
use std::path::PathBuf;

use guard::adapter::{Manifest, Protocol};
use guard::host::{Host, Outcome};
use guard::promise::Preset;

const TOP: &str = "name = 'x'\nprotocol = 'jsonl'\nrun = ['sh', 'x']\n";
const PROMISE: &str = "[promise]\npreset = 'read-only'\n";

fn load(text: impl AsRef<[u8]>) -> Result<Manifest, String> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("beside"), "").expect("a file");
    let file = folder.path().join("guard.toml");
    fs::write(&file, text).expect("a file");
    Manifest::load(&file).map_err(|error| {
        let folder = format!("{}/", folder.path().display());
        error.to_string().replace(&folder, "")
    })
}

#[test]
fn a_whole_manifest_is_read() {
    let manifest = load(
        "name = 'my-guard'\nprotocol = 'exit-status'\nrun = ['sh', 'x', 'a b']\n\
         on-error = 'allow'\non-abstain = 'deny'\nmounts = ['/usr', '/bin']\nnetwork = true\n\
         seeds = ['git status', 'ä']\n\
         [promise]\npreset = 'read-only'\n[exit-status]\nallow = [7]\n",
    )
    .expect("a manifest");
    assert_eq!(manifest.name, "my-guard");
    assert!(matches!(manifest.protocol, Protocol::ExitStatus(_)));
    assert_eq!(manifest.program.argv, ["sh", "x", "a b"]);
    assert!(manifest.program.folder.is_absolute());
    assert_eq!(manifest.program.mounts, [PathBuf::from("/usr"), PathBuf::from("/bin")]);
    assert!(manifest.program.network);
    assert_eq!(manifest.seeds, [b"git status".to_vec(), "ä".as_bytes().to_vec()]);
    assert_eq!(manifest.promise, Preset::ReadOnly.promise());
    let host = Host::Plain { on_error: Outcome::Runs, on_abstain: Outcome::Stops };
    assert_eq!(manifest.host, host);
}

#[test]
fn what_is_left_out_has_its_default() {
    let manifest = load(format!("{TOP}{PROMISE}")).expect("a manifest");
    assert_eq!(manifest.protocol, Protocol::Jsonl);
    assert_eq!(manifest.host, Host::default());
    assert!(manifest.seeds.is_empty() && manifest.program.mounts.is_empty());
    assert!(!manifest.program.network);
    let manifest = load(format!("{TOP}host = 'claude-code@2.1.332'\n{PROMISE}")).expect("one");
    assert_eq!(manifest.host.name(), "claude-code@2.1.332");
}

#[test]
fn errors_name_file_line_and_key() {
    let rows: &[(String, &str)] = &[
        (String::new(), "guard.toml:1: name: missing field `name`"),
        (TOP.into(), "guard.toml:1: promise: missing field `promise`"),
        (format!("{TOP}hots = 'x'\n{PROMISE}"), "guard.toml:4: hots: unknown field `hots`"),
        (format!("{TOP}{PROMISE}wirte = []"), "guard.toml:6: wirte: unknown field `wirte`"),
        (format!("{TOP}[promis]\n"), "guard.toml:4: promis: unknown field `promis`"),
        (format!("{TOP}network = 'no'\n{PROMISE}"), "guard.toml:4: network: invalid type"),
        (format!("{TOP}seeds = 'ls'\n{PROMISE}"), "guard.toml:4: seeds: invalid type"),
        (format!("{TOP}name = 'y'\n{PROMISE}"), "guard.toml:4: name: duplicate key"),
        ("name = \n".into(), "guard.toml:1: name: "),
        ("\n\nwhat is this".into(), "guard.toml:3: "),
        (
            format!("name = ''\nprotocol = 'jsonl'\nrun = ['sh']\n{PROMISE}"),
            "guard.toml:1: name: is used for file names",
        ),
        (
            format!("name = '../x'\nprotocol = 'jsonl'\nrun = ['sh']\n{PROMISE}"),
            "guard.toml:1: name: is used for file names",
        ),
        (
            format!("name = 'x'\nprotocol = 'json'\nrun = ['sh']\n{PROMISE}"),
            "guard.toml:2: protocol: unknown protocol `json` (there are: jsonl, claude-code, \
             exit-status)",
        ),
        (
            format!("name = 'x'\nprotocol = 'jsonl'\nrun = []\n{PROMISE}"),
            "guard.toml:3: run: names no program",
        ),
        (
            format!("name = 'x'\nprotocol = 'jsonl'\nrun = ['no-such-program']\n{PROMISE}"),
            "guard.toml:3: run: no program `no-such-program` on PATH",
        ),
        (
            format!("name = 'x'\nprotocol = 'jsonl'\nrun = ['beside']\n{PROMISE}"),
            "guard.toml:3: run: no program `beside` on PATH; the file beside the manifest is \
             `./beside`",
        ),
        (
            format!("name = 'x'\nprotocol = 'jsonl'\nrun = ['./none']\n{PROMISE}"),
            "guard.toml:3: run: `./none` is not there or no program",
        ),
        (
            format!("name = 'x'\nprotocol = 'jsonl'\nrun = ['./beside']\n{PROMISE}"),
            "guard.toml:3: run: `./beside` is not there or no program",
        ),
        (
            format!("{TOP}host = 'claude'\n{PROMISE}"),
            "guard.toml:4: host: unknown host `claude` (there are: claude-code@2.1.197, ",
        ),
        (
            format!("{TOP}host = 'claude-code@2.1.332'\non-error = 'deny'\n{PROMISE}"),
            "guard.toml:5: on-error: is decided by `host`",
        ),
        (
            format!("{TOP}on-abstain = 'ask'\nhost = 'claude-code@2.1.332'\n{PROMISE}"),
            "guard.toml:4: on-abstain: is decided by `host`",
        ),
        (
            format!("{TOP}on-error = 'ask'\n{PROMISE}"),
            "guard.toml:4: on-error: `ask` is not known (there are: allow, deny)",
        ),
        (
            format!("{TOP}on-abstain = 'run'\n{PROMISE}"),
            "guard.toml:4: on-abstain: `run` is not known (there are: allow, ask, deny)",
        ),
        (
            format!("{TOP}mounts = ['rel']\n{PROMISE}"),
            "guard.toml:4: mounts: a path is not absolute",
        ),
        (
            format!("{TOP}mounts = ['/no/such']\n{PROMISE}"),
            "guard.toml:4: mounts: `/no/such` is not there",
        ),
        (
            format!("{TOP}{PROMISE}[exit-status]\nallow = [0]\n"),
            "guard.toml:6: exit-status: means nothing beside another protocol",
        ),
        (
            format!(
                "name = 'x'\nprotocol = 'exit-status'\nrun = ['sh']\n{PROMISE}[exit-status]\n\
                 allow = [0]\ndeny = [0]\n"
            ),
            "guard.toml:6: exit-status: status 0 is listed twice",
        ),
        (
            format!(
                "name = 'x'\nprotocol = 'exit-status'\nrun = ['sh']\n{PROMISE}[exit-status]\n\
                 allow = [256]\n"
            ),
            "guard.toml:7: allow: invalid value",
        ),
        (format!("{TOP}[promise]\n"), "guard.toml:4: promise: promises nothing"),
        (
            format!("{TOP}[promise]\npreset = 'readonly'\n"),
            "guard.toml:5: promise.preset: unknown preset `readonly` (there are: read-only, ",
        ),
        (
            format!("{TOP}[promise]\nwrite = []\nkeep = ['/etc']\n"),
            "guard.toml:6: promise.keep: path `/etc` is absolute",
        ),
    ];
    for (text, expected) in rows {
        let error = load(text).expect_err(text);
        let expected = expected.replace("`./", "`");
        let error = error.replace("`./", "`");
        assert!(error.starts_with(&expected), "{text}\nexpected: {expected}\nfound: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let error = Manifest::load("/no/such/guard.toml".as_ref()).expect_err("an error").to_string();
    assert!(error.starts_with("/no/such/guard.toml: "), "{error}");
    let error = load(b"name = 'x'\nrun = ['\xff']\n").expect_err("an error");
    assert_eq!(error, "guard.toml:2: toml: not UTF-8");
    let error = Manifest::load("/".as_ref()).expect_err("an error").to_string();
    assert!(error.starts_with("/: "), "{error}");
}

#[test]
fn a_program_is_given_relative_to_the_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("run.sh");
    fs::write(&script, "#!/bin/sh\nexit 1\n").expect("a script");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&script, mode).expect("a mode");
    let file = folder.path().join("guard.toml");
    let text = format!("name = 'x'\nprotocol = 'exit-status'\nrun = ['./run.sh']\n{PROMISE}");
    fs::write(&file, text).expect("a manifest");
    let mut guard = super::load(&file, super::PATIENT);
    assert_eq!(super::short(guard.decide(&super::request("ls"))), "deny");
}
