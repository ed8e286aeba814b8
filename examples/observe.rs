//! Counts what a search does at the root, and stops it after two thousand nodes.

use std::error::Error;
use std::io::{Write, stdout};

use dolmen::search::{Control, Detail, Limits, Observer, Progress, Request};
use dolmen::{Engine, Game};

/// The numbers of reports of a search.
#[derive(Debug, Default)]
struct Counts {
    iterations: usize,
    moves: usize,
    better_moves: usize,
}

impl Observer for Counts {
    fn progress(&mut self, _progress: &Progress) {
        self.better_moves += 1;
    }

    fn detail(&mut self, detail: Detail) {
        match detail {
            Detail::Iteration => self.iterations += 1,
            Detail::Entered(_) => self.moves += 1,
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game: Game = "standard 15x15 h8 i9 g7".parse()?;
    let request = Request::new(Limits { nodes: Some(2_000), ..Limits::unlimited() });
    let mut counts = Counts::default();
    let control = Control::without_clock();
    let result = Engine::default().think(&game, &request, &control, &mut counts)?;
    writeln!(stdout(), "{counts:?}, best move {}", result.best)?;
    Ok(())
}
