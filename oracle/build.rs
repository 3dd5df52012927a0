//! Builds the worker program that this crate embeds.
//!
//! It is built by its own `cargo` call, optimised and without whatever instrumentation the crate
//! itself is built with: a fuzz target's coverage counters and sanitizers must not run in the
//! process that sets up the sandbox.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let here = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    for watched in ["worker/src", "worker/Cargo.toml", "init/src", "init/Cargo.toml", "build.rs"] {
        println!("cargo::rerun-if-changed={}", here.join(watched).display());
    }
    let out = PathBuf::from(variable("OUT_DIR"));
    let target_dir = shared_target_dir(&out);
    let target = variable("TARGET");
    let mut cargo = Command::new(variable("CARGO"));
    cargo.current_dir(&here).args(["build", "--release", "--locked", "--package", "oracle-worker"]);
    cargo.args(["--bin", "oracle-worker", "--target", &target, "--target-dir"]).arg(&target_dir);
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let keep = ["CARGO_HOME", "CARGO_NET_OFFLINE", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"];
        let ours = ["CARGO", "RUST", "CLIPPY", "DEP_", "OUT_DIR", "TARGET", "HOST", "PROFILE"];
        if ours.iter().any(|prefix| text.starts_with(prefix)) && !keep.contains(&&*text) {
            cargo.env_remove(&name);
        }
    }
    let status = cargo.status().unwrap_or_else(|error| panic!("cannot run cargo: {error}"));
    assert!(status.success(), "the oracle's worker does not build; see the messages above");
    let built = target_dir.join(&target).join("release/oracle-worker");
    let embedded = out.join("oracle-worker");
    std::fs::copy(&built, &embedded)
        .unwrap_or_else(|error| panic!("cannot copy {}: {error}", built.display()));
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name} for build scripts"))
}

/// A folder beside the profiles of the outer build, so that debug, release and lint builds share
/// one worker build: `…/target[/TRIPLE]/PROFILE/build/oracle-HASH/out` leads to
/// `…/target[/TRIPLE]/oracle-worker`.
fn shared_target_dir(out: &Path) -> PathBuf {
    out.ancestors().nth(4).unwrap_or(out).join("oracle-worker")
}
