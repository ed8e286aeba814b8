//! The bench of the engine as a WebAssembly module without imports.
//!
//! `tools/portability` builds it for `wasm32-unknown-unknown` and runs it under Node.js. The
//! module has no clock and no output: JavaScript measures the time and prints the result.
//!
//! Rust asks for `unsafe` where a function is exported under a plain name, because two
//! libraries of a program could use the same one. Nothing else is linked into this module.

use std::io;
use std::time::Duration;

use dolmen::bench;
use dolmen::eval::Evaluator;

/// Searches the positions of the bench to a depth in plies and returns the number of nodes.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub extern "C" fn bench(depth: u32) -> f64 {
    let nodes = bench::run(&Evaluator::built_in(), depth, 1, || Duration::ZERO, &mut io::sink());
    nodes.map_or(f64::NAN, |nodes| nodes as f64)
}

/// Returns the depth at which the number of nodes is the signature of the search.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub extern "C" fn default_depth() -> u32 {
    bench::DEFAULT_DEPTH
}
