# Shorter loops than the gate. `just` alone lists them.
_list:
    @just --list

# Formatting, lints, documentation.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps

# The tests of one crate, or of all.
test crate="":
    cargo test {{ if crate == "" { "--workspace" } else { "--package " + crate } }}

# A one-minute hunt against the shipped example guard.
hunt guard="corpora/naive/naive.toml":
    cargo run --release --package trapline -- hunt --guard {{ guard }} --time 60s

# A fuzz target, until stopped.
fuzz target="approve":
    cargo fuzz run {{ target }}

# Replays every case of the corpora.
replay:
    cargo run --release --package trapline -- replay

# Benchmarks of guards, the reader and the generator, compared with their last run on this machine.
bench:
    cargo bench --package bench

# Licences, sources and advisories of the dependencies.
deny:
    cargo deny check

# Everything that the gate runs.
gate:
    .ci/run
