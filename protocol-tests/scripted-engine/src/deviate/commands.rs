//! The commands that a script does not obey as the honest engine does.

use std::thread;
use std::time::{Duration, Instant};

use super::info;
use crate::behaviour::Behaviour;
use crate::command::{self, Word, numbers};
use crate::engine::Engine;
use crate::game::{Cell, Game, Point, SIDES};
use crate::reply::{Leave, Reply};

/// The engine's reaction to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// Obeys it, as the honest engine does.
    Obey,
    /// Nothing: the script has dealt with it.
    Nothing,
    /// Chooses a move and plays it.
    Move,
    /// Reads a position and moves in it, as for `BOARD`.
    Board,
    /// Reads a list to its end and writes this line.
    SkipList(&'static [u8]),
    /// Obeys the lines that arrive until this time, then leaves.
    ServeUntil(Instant),
}

/// Deals with a command, or tells the engine what to do with it.
///
/// # Errors
/// Returns the reason to leave.
///
/// # Panics
/// If the script calls for a panic.
pub(crate) fn instead(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<Instead, Leave> {
    match word {
        Word::Info => info(engine, rest),
        Word::Start | Word::RectStart => start(engine, word, rest),
        Word::Restart => restart(engine),
        Word::About => about(engine),
        Word::Begin | Word::Board | Word::Turn | Word::Swap2Board | Word::YxNBest => {
            ask(engine, word, rest)
        }
        Word::Takeback | Word::Play => take_or_play(engine, word, rest),
        Word::End => Ok(end(engine)),
        Word::YxBoard if engine.script.is(Behaviour::YxboardMoves) => Ok(Instead::Board),
        Word::YxPath if engine.script.is(Behaviour::YxPathObeyed) => Ok(Instead::Nothing),
        Word::Stop if engine.script.is(Behaviour::YxstopIdleMoves) => Ok(Instead::Move),
        _ => Ok(Instead::Obey),
    }
}

fn say(engine: &mut Engine, reply: &Reply) -> Result<Instead, Leave> {
    engine.say(reply).map(|()| Instead::Nothing)
}

fn info(engine: &mut Engine, rest: &[u8]) -> Result<Instead, Leave> {
    let is_done = info::instead(engine, rest)?;
    Ok(if is_done { Instead::Nothing } else { Instead::Obey })
}

fn start(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<Instead, Leave> {
    let value = engine.script.value;
    let square = command::square(rest);
    match engine.script.behaviour {
        Behaviour::LateOk => thread::sleep(Duration::from_millis(value)),
        Behaviour::ErrorToStart => return say(engine, &Reply::Error("size not supported")),
        Behaviour::UnknownToStart => return say(engine, &Reply::Unknown),
        Behaviour::EagerMemory => {
            let memory = &mut engine.state.leaked;
            memory.resize_with(1, || vec![1; (value as usize) << 20]);
        }
        Behaviour::Leaks => engine.state.leaked.push(vec![1; (value as usize) << 20]),
        Behaviour::HugeBoard => {
            let cells =
                square.map_or(0, |size| size.width.clamp(0, 900) * size.height.clamp(0, 900));
            engine.state.leaked = vec![vec![1; cells as usize * 128]];
        }
        Behaviour::AnySize if square.is_some_and(|size| !SIDES.contains(&size.width)) => {
            return say(engine, &Reply::Ok);
        }
        Behaviour::SizeKept if engine.game.is_some() => {
            engine.game = engine.game.take().map(|game| emptied(&game));
            return say(engine, &Reply::Ok);
        }
        Behaviour::StartKeepsBoard if engine.game.is_some() => return say(engine, &Reply::Ok),
        Behaviour::RectTransposed if word == Word::RectStart => {
            if let Some([height, width]) = numbers(rest)
                && SIDES.contains(&width)
                && SIDES.contains(&height)
            {
                engine.game = Some(Game::new(width, height));
                return say(engine, &Reply::Ok);
            }
        }
        Behaviour::StartResetsInfo => engine.limits.forget_time(value as i64),
        Behaviour::RuleAtStart => {
            if let Some(rule) = &engine.state.rule {
                engine.limits.set(rule);
            }
        }
        Behaviour::DiesOnNumbers if square.is_none() => panic!("invalid digit found in string"),
        _ => {}
    }
    Ok(Instead::Obey)
}

fn emptied(game: &Game) -> Game {
    Game::new(game.field.width(), game.field.height())
}

fn restart(engine: &mut Engine) -> Result<Instead, Leave> {
    let Some(game) = &engine.game else { return Ok(Instead::Obey) };
    match engine.script.behaviour {
        Behaviour::RestartUnknown => return say(engine, &Reply::Unknown),
        Behaviour::RestartKeepsBoard => return say(engine, &Reply::Ok),
        Behaviour::RestartOtherSize => {
            let side = if game.field.width() == 15 { 20 } else { 15 };
            engine.game = Some(Game::new(side, side));
            return say(engine, &Reply::Ok);
        }
        Behaviour::RestartResetsInfo => {
            engine.limits.forget_time(engine.script.value as i64);
        }
        _ => {}
    }
    Ok(Instead::Obey)
}

fn about(engine: &mut Engine) -> Result<Instead, Leave> {
    match engine.script.behaviour {
        Behaviour::AboutNeedsStart if engine.game.is_none() => {
            say(engine, &Reply::Error("no game has been started: expected START first"))
        }
        Behaviour::AboutCounts => {
            engine.state.count += 1;
            let line = format!("{}, asked=\"{}\"\n", Reply::About.text(), engine.state.count);
            engine.output.write(line.as_bytes()).map(|()| Instead::Nothing)
        }
        _ => Ok(Instead::Obey),
    }
}

/// Deals with the commands that ask for a move.
fn ask(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<Instead, Leave> {
    engine.state.stopped &= engine.script.is(Behaviour::MemoryZeroRefused);
    match word {
        Word::Turn => turn(engine, rest),
        Word::Board => board(engine),
        Word::Swap2Board => match engine.script.behaviour {
            Behaviour::Swap2Unknown => Ok(Instead::SkipList(b"UNKNOWN command\n")),
            Behaviour::SwapInError => Ok(Instead::SkipList(b"swap2board is not supported\n")),
            _ => Ok(Instead::Obey),
        },
        _ => Ok(Instead::Obey),
    }
}

fn turn(engine: &mut Engine, rest: &[u8]) -> Result<Instead, Leave> {
    let Some(game) = &mut engine.game else { return Ok(Instead::Obey) };
    let field = &game.field;
    let point = command::point(rest);
    match (engine.script.behaviour, point) {
        (Behaviour::ErrorToTurn, _) => say(engine, &Reply::Error("cannot move")),
        (Behaviour::UnknownToTurn, _) => say(engine, &Reply::Unknown),
        (Behaviour::TurnNeedsBoard, Some(_)) if game.stones() == 0 => {
            say(engine, &Reply::Error("the board is empty"))
        }
        (Behaviour::OccupiedAccepted, Some(point)) if field.contains(point) => {
            game.place(point, Cell::Theirs);
            Ok(Instead::Move)
        }
        (Behaviour::OutsidePanics, Some(point)) => {
            assert!(field.contains(point), "index out of bounds: {point}");
            Ok(Instead::Obey)
        }
        (Behaviour::SwapsWhenOutside, Some(Point { x, y })) => {
            let swapped = Point::new(y, x);
            if field.contains(Point::new(x, y)) || !field.is_empty(swapped) {
                return Ok(Instead::Obey);
            }
            game.place(swapped, Cell::Theirs);
            Ok(Instead::Move)
        }
        (Behaviour::DiesOnNumbers, None) => panic!("invalid digit found in string"),
        _ => Ok(Instead::Obey),
    }
}

fn board(engine: &mut Engine) -> Result<Instead, Leave> {
    match engine.script.behaviour {
        Behaviour::BoardDeadlock => loop {
            thread::park();
        },
        Behaviour::BoardNeedsStones | Behaviour::BoardSilentAhead | Behaviour::Swap2KeepsColour => {
            Ok(Instead::Board)
        }
        Behaviour::BoardOnce => {
            engine.state.count += 1;
            match engine.state.count {
                1 => Ok(Instead::Obey),
                _ => Ok(Instead::SkipList(b"ERROR a game is on the board\n")),
            }
        }
        _ => Ok(Instead::Obey),
    }
}

/// Looks at the position that `BOARD` has set, and returns whether the engine moves in it.
///
/// # Errors
/// Returns the reason to leave.
pub(crate) fn moves_in_position(engine: &mut Engine) -> Result<bool, Leave> {
    let Some(game) = &mut engine.game else { return Ok(true) };
    match engine.script.behaviour {
        Behaviour::BoardNeedsStones if game.stones() == 0 => {
            engine.say(&Reply::Error("no stones"))?;
            Ok(false)
        }
        Behaviour::BoardSilentAhead => {
            Ok(game.field.count(Cell::Own) <= game.field.count(Cell::Theirs))
        }
        Behaviour::Swap2KeepsColour => {
            if let Some(black) = engine.state.black.take()
                && black != game.black
            {
                exchange(game);
            }
            Ok(true)
        }
        _ => Ok(true),
    }
}

/// Gives each player the other's stones.
fn exchange(game: &mut Game) {
    for point in game.field.points() {
        if let Some(cell @ (Cell::Own | Cell::Theirs)) = game.field.get(point) {
            game.field.set(point, cell.enemy());
        }
    }
    game.black = game.black.enemy();
}

fn take_or_play(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<Instead, Leave> {
    let Some(game) = &mut engine.game else { return Ok(Instead::Obey) };
    let occupied = command::point(rest)
        .is_some_and(|p| matches!(game.field.get(p), Some(Cell::Own | Cell::Theirs)));
    match (engine.script.behaviour, word) {
        (Behaviour::TakebackUnknown, Word::Takeback) => say(engine, &Reply::Unknown),
        (Behaviour::TakebackForgets, Word::Takeback) if occupied => say(engine, &Reply::Ok),
        (Behaviour::TakebackMoves, Word::Takeback) if occupied => {
            if let Some(point) = command::point(rest) {
                game.field.set(point, Cell::Empty);
            }
            engine.say(&Reply::Ok)?;
            Ok(Instead::Move)
        }
        (Behaviour::PlayIgnored, Word::Play) => Ok(Instead::Move),
        _ => Ok(Instead::Obey),
    }
}

fn end(engine: &Engine) -> Instead {
    match engine.script.behaviour {
        Behaviour::IgnoresEnd => Instead::Nothing,
        Behaviour::ServesAfterEnd => {
            Instead::ServeUntil(Instant::now() + Duration::from_millis(100))
        }
        _ => Instead::Obey,
    }
}
