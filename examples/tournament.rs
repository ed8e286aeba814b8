//! Plays two configurations of the engine against each other: more nodes against fewer.

use std::error::Error;
use std::io::{Write, stdout};

use dolmen::search::{Control, Limits, Request, Silent};
use dolmen::{Color, Engine, Game, Outcome};

/// The openings, each played with both colours.
const OPENINGS: [&str; 2] = ["freestyle 11x11 f6 g7 d4", "freestyle 11x11 f6 f7 h8"];

/// The nodes of the two configurations.
const NODES: [u64; 2] = [2_000, 200];

/// Plays a game and returns its outcome.
fn play(opening: &str, black: usize) -> Result<Option<Outcome>, Box<dyn Error>> {
    let mut game: Game = opening.parse()?;
    let mut engines = [Engine::default(), Engine::default()];
    while game.outcome().is_none() {
        let player = if game.side_to_move() == Color::Black { black } else { 1 - black };
        let limits = Limits { nodes: Some(NODES[player]), ..Limits::unlimited() };
        let control = Control::without_clock();
        let request = Request::new(limits);
        let result = engines[player].think(&game, &request, &control, &mut Silent)?;
        game.play(result.best)?;
    }
    Ok(game.outcome())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut points = [0.0; 2];
    for opening in OPENINGS {
        for black in [0, 1] {
            match play(opening, black)? {
                Some(Outcome::Win(Color::Black)) => points[black] += 1.0,
                Some(Outcome::Win(Color::White)) => points[1 - black] += 1.0,
                _ => points = points.map(|sum| sum + 0.5),
            }
        }
    }
    writeln!(stdout(), "{} nodes {} : {} {} nodes", NODES[0], points[0], points[1], NODES[1])?;
    Ok(())
}
