//! Plays a game of the engine against itself and prints the board.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use dolmen::{BoardSize, Engine, Game, Rule};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(Rule::Freestyle, BoardSize::square(9));
    let mut engine = Engine::default();
    while game.outcome().is_none() {
        let point = engine.best_move(&game, Duration::from_millis(20))?;
        game.play(point)?;
    }
    writeln!(stdout(), "{}\n{game}", game.position())?;
    if let Some(outcome) = game.outcome() {
        writeln!(stdout(), "{outcome}")?;
    }
    Ok(())
}
