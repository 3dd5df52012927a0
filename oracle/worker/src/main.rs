//! The oracle's worker program. It is embedded in the `oracle` crate, which starts it.

fn main() -> std::io::Result<()> {
    oracle_worker::serve::main()
}
