//! What a script does with a command instead of obeying it.

use std::thread;
use std::time::{Duration, Instant};

use super::info;
use crate::behaviour::Behaviour;
use crate::command::{self, Word, numbers};
use crate::game::{Cell, Game, Point, SIDES};
use crate::input::Heard;
use crate::output::{Leave, Reply};
use crate::serve::Engine;

/// Deals with a command, and then gives `true`; or leaves it to the honest engine.
///
/// # Errors
/// If the engine has to leave.
///
/// # Panics
/// Where the script wants that.
pub(crate) fn instead(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<bool, Leave> {
    match word {
        Word::Info => info::instead(engine, rest),
        Word::Start | Word::RectStart => start(engine, word, rest),
        Word::Restart => restart(engine),
        Word::About => about(engine),
        Word::Begin | Word::Board | Word::Turn | Word::Swap2Board | Word::YxNBest => {
            ask(engine, word, rest)
        }
        Word::Takeback | Word::Play => take_or_play(engine, word, rest),
        Word::End => end(engine),
        Word::YxBoard if engine.script.is(Behaviour::YxBoardMoves) => {
            engine.board()?;
            Ok(true)
        }
        Word::YxPath if engine.script.is(Behaviour::YxPathObeyed) => Ok(true),
        Word::Stop if engine.script.is(Behaviour::YxStopIdleMoves) => {
            engine.answer()?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Notes what the script makes of a reply of its own.
pub(crate) fn on_reply(engine: &mut Engine, reply: &Reply) {
    if engine.script.is(Behaviour::StateLostOnError) && matches!(reply, Reply::Error(_)) {
        engine.game = None;
    }
}

fn say(engine: &mut Engine, reply: &Reply) -> Result<bool, Leave> {
    engine.say(reply).map(|()| true)
}

fn start(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<bool, Leave> {
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
            let cells = square.map_or(0, |(w, h)| w.clamp(0, 900) * h.clamp(0, 900));
            engine.state.leaked = vec![vec![1; cells as usize * 128]];
        }
        Behaviour::AnySize if square.is_some_and(|(w, _)| !SIDES.contains(&w)) => {
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
    Ok(false)
}

fn emptied(game: &Game) -> Game {
    Game::new(game.field.width(), game.field.height())
}

fn restart(engine: &mut Engine) -> Result<bool, Leave> {
    let Some(game) = &engine.game else { return Ok(false) };
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
    Ok(false)
}

fn about(engine: &mut Engine) -> Result<bool, Leave> {
    match engine.script.behaviour {
        Behaviour::AboutNeedsStart if engine.game.is_none() => {
            say(engine, &Reply::Error("no game has been started: expected START first"))
        }
        Behaviour::AboutCounts => {
            engine.state.count += 1;
            let line = format!("{}, asked=\"{}\"\n", Reply::About.text(), engine.state.count);
            engine.output.write(line.as_bytes()).map(|()| true)
        }
        _ => Ok(false),
    }
}

/// The commands that ask for a move.
fn ask(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<bool, Leave> {
    engine.state.stopped &= engine.script.is(Behaviour::MemoryZeroRefused);
    match word {
        Word::Turn => turn(engine, rest),
        Word::Board => board(engine),
        Word::Swap2Board => match engine.script.behaviour {
            Behaviour::Swap2Unknown => say_after_list(engine, b"UNKNOWN command\n"),
            Behaviour::SwapInError => say_after_list(engine, b"swap2board is not supported\n"),
            _ => Ok(false),
        },
        _ => Ok(false),
    }
}

/// Reads a list to its end and says one line.
fn say_after_list(engine: &mut Engine, line: &[u8]) -> Result<bool, Leave> {
    engine.list(|_| Some(()))?;
    engine.output.write(line).map(|()| true)
}

fn turn(engine: &mut Engine, rest: &[u8]) -> Result<bool, Leave> {
    let Some(game) = &mut engine.game else { return Ok(false) };
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
            engine.answer().map(|()| true)
        }
        (Behaviour::OutsidePanics, Some(point)) => {
            assert!(field.contains(point), "index out of bounds: {point}");
            Ok(false)
        }
        (Behaviour::SwapsWhenOutside, Some(Point { x, y })) => {
            let swapped = Point::new(y, x);
            if field.contains(Point::new(x, y)) || !field.is_empty(swapped) {
                return Ok(false);
            }
            game.place(swapped, Cell::Theirs);
            engine.answer().map(|()| true)
        }
        (Behaviour::DiesOnNumbers, None) => panic!("invalid digit found in string"),
        _ => Ok(false),
    }
}

fn board(engine: &mut Engine) -> Result<bool, Leave> {
    match engine.script.behaviour {
        Behaviour::BoardDeadlock => loop {
            thread::park();
        },
        Behaviour::BoardNeedsStones | Behaviour::BoardSilentAhead | Behaviour::Swap2KeepsColour => {
            picky_board(engine).map(|()| true)
        }
        Behaviour::BoardOnce => {
            engine.state.count += 1;
            match engine.state.count {
                1 => Ok(false),
                _ => {
                    engine.list(|_| Some(()))?;
                    say(engine, &Reply::Error("a game is on the board"))
                }
            }
        }
        _ => Ok(false),
    }
}

/// Reads a position, and does not always move in it.
fn picky_board(engine: &mut Engine) -> Result<(), Leave> {
    if !engine.set_board()? {
        return Ok(());
    }
    let Some(game) = &mut engine.game else { return Ok(()) };
    let ahead = game.field.count(Cell::Own) > game.field.count(Cell::Theirs);
    match engine.script.behaviour {
        Behaviour::BoardNeedsStones if game.stones() == 0 => engine.say(&Reply::Error("no stones")),
        Behaviour::BoardSilentAhead if ahead => Ok(()),
        _ => {
            if let Some(black) = engine.state.black.take()
                && black != game.black
            {
                exchange(game);
            }
            engine.answer()
        }
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

fn take_or_play(engine: &mut Engine, word: Word, rest: &[u8]) -> Result<bool, Leave> {
    let Some(game) = &mut engine.game else { return Ok(false) };
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
            engine.answer().map(|()| true)
        }
        (Behaviour::PlayIgnored, Word::Play) => engine.answer().map(|()| true),
        _ => Ok(false),
    }
}

fn end(engine: &mut Engine) -> Result<bool, Leave> {
    match engine.script.behaviour {
        Behaviour::IgnoresEnd => Ok(true),
        Behaviour::ServesAfterEnd => {
            let until = Instant::now() + Duration::from_millis(100);
            while let Heard::Line(line) = engine.input.wait(until) {
                engine.obey(line)?;
            }
            Err(Leave::End)
        }
        _ => Ok(false),
    }
}
