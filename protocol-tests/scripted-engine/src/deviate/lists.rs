//! The script's treatment of lists.

use crate::behaviour::{Behaviour, Script};
use crate::command::{self, Word};
use crate::engine::Engine;
use crate::game::{Cell, Game, Stone};
use crate::input::Line;
use crate::reply::{Leave, Reply};

/// Deals with a line of a list. Returns `false` if the honest engine should read it.
///
/// # Errors
/// Returns the reason to leave.
///
/// # Panics
/// If the script calls for a panic.
pub(crate) fn instead(engine: &mut Engine, word: Option<Word>, line: &Line) -> Result<bool, Leave> {
    if engine.script.is(Behaviour::BoardShort) {
        engine.state.count = if word == Some(Word::Done) { 0 } else { engine.state.count + 1 };
        assert!(engine.state.count < engine.script.value, "index out of bounds");
    }
    let upper = !line.bytes.iter().any(u8::is_ascii_lowercase);
    match (engine.script.behaviour, word) {
        (Behaviour::DoneIgnored, Some(Word::Done)) => Ok(true),
        (Behaviour::UpperCaseWords, Some(Word::Done)) => Ok(!upper),
        (Behaviour::EndUnseenInList | Behaviour::IgnoresEnd, Some(Word::End)) => Ok(true),
        (Behaviour::BoardErrorPerLine, None) if !is_item(&line.bytes) => {
            engine.say(&Reply::Error("bad line"))?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Returns the reason to leave when the input ends within a list.
///
/// # Panics
/// If the script calls for a panic.
pub(crate) fn eof(engine: &Engine) -> Leave {
    assert!(!engine.script.is(Behaviour::DiesOnEofInList), "unexpected end of file");
    Leave::Eof
}

/// Returns the stones of a list as the script reads them.
pub(crate) fn bend(script: Script, mut stones: Vec<Stone>) -> Vec<Stone> {
    if script.is(Behaviour::AlternatingColours) {
        // The engine is to move, so the last stone is the opponent's.
        for (i, stone) in stones.iter_mut().rev().enumerate() {
            stone.cell = if i % 2 == 0 { Cell::Theirs } else { Cell::Own };
        }
    }
    stones
}

/// Returns the game on which the stones of a list are put; the honest one is empty.
pub(crate) fn ground(script: Script, game: &Game) -> Game {
    match script.behaviour {
        Behaviour::BoardAdds => game.clone(),
        _ => Game::new(game.field.width(), game.field.height()),
    }
}

fn is_item(line: &[u8]) -> bool {
    command::stone(line).is_some() || command::point(line).is_some()
}
