//! Looks for a win by continuous threats: `solve "freestyle 15x15 h8 a1 i9 a3 j10 a5"`.

use std::error::Error;
use std::io::{Write, stdout};

use dolmen::solver::Proof;
use dolmen::{Game, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("freestyle 15x15 h8 a1 i9 a3 j10 a5".to_owned());
    let game: Game = text.parse()?;
    let mut solver = Solver::new(16 << 20);
    let answer = match solver.vct(&game, 1_000_000) {
        Proof::Win(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("{} wins: {}", game.side_to_move(), moves.join(" "))
        }
        Proof::NoWin => "no win by threats alone".to_owned(),
        Proof::Unknown => "not solved within a million positions".to_owned(),
    };
    writeln!(stdout(), "{answer}")?;
    Ok(())
}
