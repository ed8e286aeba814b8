//! The command line of the tournament runner.

fn main() {}
