//! An engine that misbehaves on demand, one behaviour per argument.

fn main() {}
