//! The binary: arguments to serve, bench or solve; the only place that ends the process.

fn main() {}
