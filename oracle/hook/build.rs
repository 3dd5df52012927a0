//! Lays the library out in few mappings: every fork of a server copies each of them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for option in ["noseparate-code", "norelro"] {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,{option}");
    }
}
