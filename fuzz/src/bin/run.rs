//! Runs fuzz targets on stable Rust with random inputs, half of them damaged.
//!
//! `cargo run --release --manifest-path fuzz/Cargo.toml -- SECONDS [SEED] [TARGET]`. A failure prints the
//! seed that reproduces it.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::panic;
use std::time::{Duration, Instant};

use dolmen_fuzz::{TARGETS, Target, damage};
use fastrand::Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize, default: u64| match arguments.get(index) {
        None => Ok(default),
        Some(text) => {
            text.parse().map_err(|_| format!("invalid number {text:?}: expected one such as 20"))
        }
    };
    let (seconds, first_seed) = (number(0, 20)?, number(1, 0)?);
    let is_wanted = |target: &&Target| arguments.get(2).is_none_or(|name| name == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(is_wanted).collect();
    if targets.is_empty() {
        let names = TARGETS.map(|target| target.name).join(", ");
        return Err(format!("unknown target: expected one of {names}").into());
    }
    for target in &targets {
        let end = Instant::now() + Duration::from_secs(seconds) / targets.len() as u32;
        let mut seed = first_seed;
        while Instant::now() < end {
            run(target, seed);
            seed += 1;
        }
        writeln!(io::stdout(), "{}: {} inputs", target.name, seed - first_seed)?;
    }
    Ok(())
}

/// Checks the input of a seed.
fn run(target: &Target, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut input = (target.input)(&mut random);
    if random.bool() {
        (0..random.usize(1..4)).for_each(|_| damage(&mut random, &mut input));
    }
    if let Err(failure) = panic::catch_unwind(|| (target.check)(&input)) {
        let shown = String::from_utf8_lossy(&input);
        let _ = writeln!(io::stderr(), "{} fails with seed {seed}:\n{shown}", target.name);
        panic::resume_unwind(failure);
    }
}
