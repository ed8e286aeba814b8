//! Gives the module a stack that is deep enough for the longest variation.

/// Bytes of the stack; the usual megabyte is too small for a deep search.
const STACK_BYTES: u32 = 16 << 20;

fn main() {
    let target = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if target == "wasm32" {
        println!("cargo::rustc-cdylib-link-arg=-zstack-size={STACK_BYTES}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
