//! The command `bench`: searches fixed positions to a fixed depth.
//!
//! With one thread the number of nodes is a signature of the search: it is the same on every
//! machine and in every run, and it changes whenever the search visits other nodes.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::eval::Evaluator;
use crate::game::Game;
use crate::search::{self, Control, Limits, Memory, Request, SearchResult, Silent};
use crate::threats::ThreatBoard;

/// The default depth of every search, in plies.
pub const DEFAULT_DEPTH: u32 = 13;

/// The size of the transposition table in bytes, the same on every machine.
const TABLE_BYTES: usize = 16 << 20;

/// Openings and middle games under every rule, from games of the engine against itself.
const GAMES: [&str; 14] = [
    "freestyle 20x20 j12 i10 j9",
    "freestyle 15x15 j10 g9 g7 i9 i11 f10 e11 h12 e9 f8",
    "freestyle 20x20 m11 i9 j11 i10 i8 j9 k9 j8 h11 h10 k7 g11 f12 g10 f10 g9 g8 f9 h9 j10 \
     k10 k11 l12 f8",
    "freestyle 22x22 n10 k12 k10 j11 n9 n11 m10 l10 l13 m11 k11 l8 k9 j9",
    "freestyle 10x10 e6 f5 d8 d6 e5 e4 e7 d4 d3 f7 e8 e9 c4 b5 c5 f6",
    "standard 15x15 g9 f7 g6 g8 h9 i9 h6 h7",
    "standard 15x15 j8 h8 g6 j9 i7 k9 i9 k7 i6 i5 k8 l8 j6 h6 h5 j7 m7 i8 k6 i4 l6 m6",
    "renju 15x15 g9 f7 g6 g8 f9",
    "renju 15x15 j8 f6 g8 h6 i6 g7 h7 j5 h8 i8 i5 f9 f10 g9 e9 d8",
    "renju 15x15 j8 f6 g8 h6 i6 g7 h7 j5 h8 i8 i5 f9 f10 g9 e9 d8 e7 e8 d7 f7 f5 c8 b8 d9 \
     c10 f11",
    "caro 15x15 i6 h10 j8 k9 j7 j10 k8 l9 i11 k10 i10 j9",
    "caro6 12x17 f9 e11 i9 h9 i10 i12 h8 g7 j8 i8 j7 h10",
    "omok 19x19 i11 h9 i8 j10 j9 i10 h10 h7 g8 g9",
    "omok 19x19 k12 j12 k10 k11 l10 j10 l11 l9 i9 m10 j9 i8 k8 h9 g10 l7 h11 g12 n13 m12 m13 \
     l13",
];

/// Returns the games.
fn games() -> impl Iterator<Item = Game> {
    GAMES.into_iter().map(|text| text.parse().expect("the table holds games"))
}

/// Searches each position to a depth in plies with an empty memory, writes the number of nodes and
/// the times, and returns the number of nodes.
///
/// `now` returns the time since any fixed moment. It is a parameter because some platforms have no
/// clock in the standard library.
///
/// ```
/// use std::time::Instant;
///
/// use dolmen::bench::run;
/// use dolmen::eval::Evaluator;
///
/// let start = Instant::now();
/// let mut output = Vec::new();
/// run(&Evaluator::built_in(), 2, 1, || start.elapsed(), &mut output)?;
/// assert!(String::from_utf8_lossy(&output).contains("\nnodes "));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn run(
    evaluator: &Arc<Evaluator>,
    depth: u32,
    threads: usize,
    now: impl Fn() -> Duration,
    output: &mut impl Write,
) -> io::Result<u64> {
    let mut nodes = 0;
    let mut elapsed = Duration::ZERO;
    let mut logarithms = 0.0;
    for game in games() {
        let (position, rule) = (game.position(), game.rule().rule);
        // Builds the tables of the rule now, because the bench does not measure that.
        let _tables = evaluator.rule(rule);
        let _threats = ThreatBoard::new(position, rule);
        let started = now();
        let mut memory = Memory::with_evaluator(Arc::clone(evaluator), TABLE_BYTES);
        memory.set_threads(threads);
        let request = Request::new(Limits { depth: Some(depth), ..Limits::unlimited() });
        let control = Control::without_clock();
        let result = search::search(position, rule, &mut memory, &request, &control, &mut Silent);
        let time = now().saturating_sub(started);
        let SearchResult { best, summary, .. } = result.expect("no board of the bench is full");
        elapsed += time;
        logarithms += time.as_secs_f64().max(1e-9).ln();
        let (rule, size) = (rule.name(), position.size().to_string());
        let best = best.to_string();
        writeln!(output, "{rule:9} {size:5} {best:3} {:9} nodes", summary.nodes)?;
        output.flush()?;
        nodes += summary.nodes;
    }
    let seconds = elapsed.as_secs_f64();
    writeln!(output, "nodes {nodes}")?;
    let mean = (logarithms / GAMES.len() as f64).exp() * 1000.0;
    writeln!(output, "time {} ms", elapsed.as_millis())?;
    writeln!(output, "geometric mean of times {mean:.1} ms")?;
    writeln!(output, "nodes per second {:.0}", nodes as f64 / seconds.max(1e-9))?;
    Ok(nodes)
}

#[cfg(test)]
mod tests;
