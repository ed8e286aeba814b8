//! Analyses a game for a second: `analyse "renju 15x15 h8 i9 g7"`.

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use dolmen::{Engine, Game};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("renju 15x15 h8 i9 g7".to_owned());
    let game: Game = text.parse()?;
    let result = Engine::default().analyse(&game, Duration::from_secs(1), |progress| {
        let line: Vec<String> =
            progress.principal_variation.iter().map(ToString::to_string).collect();
        // A closed pipe ends the program with the last line below.
        let _ = writeln!(
            stdout(),
            "depth {:2}  {:>6}  {}",
            progress.depth,
            progress.score,
            line.join(" "),
        );
    })?;
    writeln!(stdout(), "best move {}", result.best)?;
    Ok(())
}
