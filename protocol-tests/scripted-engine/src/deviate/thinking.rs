//! How long a script thinks, and what it does with the lines that come meanwhile.

use std::hint;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::behaviour::Behaviour;
use crate::clock::{NO_LIMIT, milliseconds};
use crate::command::{Word, number, split_token};
use crate::input::Line;
use crate::output::{Leave, Reply};
use crate::serve::{Done, Engine};

/// Longer than any manager waits.
const ENDLESS: Duration = Duration::from_secs(1_000_000);

/// Until when a move that was begun at `began` is thought about; `None` if not at all.
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

/// When a script that thinks will talk next.
pub(crate) fn next_chatter(engine: &Engine) -> Instant {
    let pause = match engine.script.behaviour {
        Behaviour::ChattyNeverMoves => Duration::from_millis(20),
        _ => ENDLESS,
    };
    Instant::now() + pause
}

/// What a script says or does each time its pause is over.
pub(crate) fn chatter(engine: &mut Engine) -> Done {
    match engine.script.behaviour {
        Behaviour::ChattyNeverMoves => engine.say(&Reply::Message("still thinking".to_owned())),
        _ => Ok(()),
    }
}

/// What a script does when the input ends while it thinks: leave, or finish its thought.
pub(crate) fn closed(engine: &mut Engine) -> Done {
    match engine.script.behaviour {
        Behaviour::MoveAfterEof => {
            thread::sleep(Duration::from_millis(5));
            Ok(())
        }
        _ => Err(Leave::Eof),
    }
}

/// Takes a line instead of the honest engine; `Some(true)` ends the thinking.
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
        (Behaviour::MoveAfterEnd, Some(Word::End)) => {
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

/// Whether a line wants the move at once.
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

/// Starts threads that use their cores until the answer is dropped.
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
