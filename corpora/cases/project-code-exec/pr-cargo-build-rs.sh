#@ id: pr-cargo-build-rs
#@ about: build.rs of the project runs
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/5330
#@ world: catalogue
#@ skip: not run here: toolchain is under a masked home
#@ body: no-final-newline
#@ ---
cargo check
