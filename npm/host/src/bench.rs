//! The bench, which `tools/portability` runs under Node.js. JavaScript measures its time.

use std::io;
use std::time::Duration;

use dolmen::bench;
use dolmen::eval::Evaluator;

/// Searches the positions of the bench to a depth in plies and returns the number of nodes.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn bench(depth: u32) -> f64 {
    let nodes = bench::run(&Evaluator::built_in(), depth, 1, || Duration::ZERO, &mut io::sink());
    nodes.map_or(f64::NAN, |nodes| nodes as f64)
}

/// Returns the depth at which the number of nodes is the signature of the search.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn default_depth() -> u32 {
    bench::DEFAULT_DEPTH
}
