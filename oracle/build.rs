//! Builds the worker program and the fork server's library that this crate embeds, and lists its
//! worlds.
//!
//! The programs are built by a `cargo` call of their own, optimised and without whatever instrumentation
//! this crate is built with: a fuzz target's coverage counters and sanitizers must not run in the
//! process that sets up the sandbox.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is built, and the file that it becomes.
const BUILT: [(&str, &str); 2] =
    [("oracle-worker", "oracle-worker"), ("oracle-hook", "liboracle_hook.so")];

fn main() {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    for folder in ["worker", "init", "hook"] {
        for part in ["src", "Cargo.toml", "build.rs"] {
            // Cargo takes a file that is not there for one that changes all the time.
            let part = here.join(folder).join(part);
            if part.exists() {
                println!("cargo::rerun-if-changed={}", part.display());
            }
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(variable("OUT_DIR"));
    list_worlds(&here.join("src/worlds"), &out.join("named_worlds.rs"));
    let target_dir = shared_target_dir(&out);
    let target = variable("TARGET");
    let mut cargo = Command::new(variable("CARGO"));
    cargo.current_dir(&here).args(["build", "--release", "--locked", "--target", &target]);
    cargo.arg("--target-dir").arg(&target_dir);
    for (package, _) in BUILT {
        cargo.args(["--package", package]);
    }
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let keep = ["CARGO_HOME", "CARGO_NET_OFFLINE", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"];
        let outer = ["CARGO", "RUST", "CLIPPY", "DEP_", "OUT_DIR", "TARGET", "HOST", "PROFILE"];
        if outer.iter().any(|prefix| text.starts_with(prefix)) && !keep.contains(&&*text) {
            cargo.env_remove(&name);
        }
    }
    // Neither of them could do anything with a panic but end.
    cargo.env("CARGO_PROFILE_RELEASE_PANIC", "abort");
    // Every run finds the caches cold, so that less code is faster code.
    cargo.env("CARGO_PROFILE_RELEASE_LTO", "fat").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
    let status = cargo.status().unwrap_or_else(|error| panic!("cannot run cargo: {error}"));
    assert!(status.success(), "the oracle's worker does not build; see the messages above");
    for (_, file) in BUILT {
        let built = target_dir.join(&target).join("release").join(file);
        std::fs::copy(&built, out.join(file))
            .unwrap_or_else(|error| panic!("cannot copy {}: {error}", built.display()));
    }
}

/// Writes a list of every declared world, so that adding a file adds a world: the range and its
/// variants first, then the others by name.
fn list_worlds(folder: &Path, list: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    let mut worlds: Vec<(bool, String, PathBuf)> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .filter_map(|path| {
            let name = path.file_stem()?.to_str()?.to_owned();
            Some((!name.starts_with("range"), name, path))
        })
        .collect();
    worlds.sort();
    let lines = worlds.iter().map(|(_, name, path)| format!("({name:?}, include_str!({path:?})),"));
    let text = format!("&[\n{}\n]\n", lines.collect::<Vec<_>>().join("\n"));
    std::fs::write(list, text)
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", list.display()));
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name} for build scripts"))
}

/// A folder beside the profiles of the outer build, so that debug, release and lint builds share
/// one worker build: `…/PROFILE/build/oracle-HASH/out` leads to `…/oracle-worker`.
fn shared_target_dir(out: &Path) -> PathBuf {
    out.ancestors().nth(4).unwrap_or(out).join("oracle-worker")
}
