//! The thinking time of a script, and its treatment of the lines that arrive meanwhile.

use std::hint;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::behaviour::Behaviour;
use crate::clock::{NO_LIMIT, milliseconds};
use crate::command::{Word, number, split_token};
use crate::engine::{Done, Engine};
use crate::input::Line;
use crate::reply::{Leave, Reply};

/// A time longer than any manager waits.
const ENDLESS: Duration = Duration::from_secs(1_000_000);

/// Returns when the thinking that began at `began` ends; `None` if the script does not think.
pub(crate) fn until(engine: &Engine, began: Instant, forced: bool) -> Option<Instant> {
    let limits = &engine.limits;
    let value = milliseconds(engine.script.value as i64);
    let without_game = milliseconds(if limits.shallow { 0 } else { limits.turn / 5 * 4 });
    let time = match engine.script.behaviour {
        Behaviour::Slow => value,
        Behaviour::ChattyNeverMoves => ENDLESS,
        Behaviour::ZeroIsEndless if limits.turn <= 0 => ENDLESS,
        Behaviour::LateWithinMargin | Behaviour::SilentOverrun if !forced && !limits.shallow => {
            limits.limit() + value
        }
        Behaviour::IgnoresTimeLeft if !forced => without_game,
        Behaviour::IgnoresMatchLimit if !forced && limits.left.is_none_or(|t| t == NO_LIMIT) => {
            without_game
        }
        Behaviour::BanksTime if !forced => {
            let saved = engine.state.answered.map_or(Duration::ZERO, |at| began - at);
            limits.most() + saved
        }
        Behaviour::ThinksWhenForced => limits.most(),
        behaviour if behaviour.thinks() && !forced => limits.most(),
        _ => return None,
    };
    Some(began + time)
}

/// Returns when a thinking script writes its next message.
pub(crate) fn next_chatter(engine: &Engine) -> Instant {
    let pause = match engine.script.behaviour {
        Behaviour::ChattyNeverMoves => Duration::from_millis(20),
        _ => ENDLESS,
    };
    Instant::now() + pause
}

/// Writes the script's next message.
pub(crate) fn chatter(engine: &mut Engine) -> Done {
    match engine.script.behaviour {
        Behaviour::ChattyNeverMoves => engine.say(&Reply::Message("still thinking".to_owned())),
        _ => Ok(()),
    }
}

/// Handles the end of the input during the thinking: the script leaves or finishes its move.
pub(crate) fn closed(engine: &mut Engine) -> Done {
    match engine.script.behaviour {
        Behaviour::MoveAfterEof => {
            thread::sleep(Duration::from_millis(5));
            Ok(())
        }
        _ => Err(Leave::Eof),
    }
}

/// Deals with a line that arrives during the thinking. Returns whether to stop thinking, or `None`
/// if the honest engine should take the line.
pub(crate) fn overheard(
    engine: &mut Engine,
    word: Option<Word>,
    line: &Line,
) -> Result<Option<bool>, Leave> {
    match (engine.script.behaviour, word) {
        (Behaviour::InfoDeafThinking, Some(Word::Info))
        | (Behaviour::EndAfterThinking, Some(Word::End)) => {
            engine.waiting.push_back(line.clone());
            Ok(Some(false))
        }
        (Behaviour::IgnoresEnd, Some(Word::End)) => Ok(Some(false)),
        (Behaviour::LosesEarlyInfo, Some(Word::Info)) if has_just_begun(engine) => Ok(Some(false)),
        (Behaviour::MovesAfterEnd, Some(Word::End)) => {
            engine.state.stopped = true;
            engine.waiting.push_front(line.clone());
            Ok(Some(true))
        }
        (Behaviour::DropsCommands, word)
            if !matches!(word, Some(Word::End | Word::Stop | Word::Info)) =>
        {
            Ok(Some(false))
        }
        (Behaviour::TwoMovesOnStop | Behaviour::NoMoveOnStop, word) => {
            engine.state.stopped |= asks_for_move(word, line);
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// Returns whether the thinking began less than a moment ago.
fn has_just_begun(engine: &Engine) -> bool {
    const MOMENT: Duration = Duration::from_millis(5);
    engine.state.began.is_some_and(|began| began.elapsed() < MOMENT)
}

/// Returns whether a line asks for the move at once.
fn asks_for_move(word: Option<Word>, line: &Line) -> bool {
    match word {
        Some(Word::Stop) => true,
        Some(Word::Info) => {
            let (_, rest) = split_token(&line.bytes);
            let (key, value) = split_token(rest);
            key.eq_ignore_ascii_case(b"timeout_turn") && number(value) == Some(0)
        }
        _ => false,
    }
}

/// Starts threads that keep their cores busy until the result is dropped.
pub(crate) fn burn(threads: usize) -> Arc<()> {
    let guard = Arc::new(());
    for _ in 0..threads {
        let watched = Arc::downgrade(&guard);
        thread::spawn(move || {
            while watched.strong_count() > 0 {
                hint::spin_loop();
            }
        });
    }
    guard
}
