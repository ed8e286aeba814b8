//! The moves of a script: which move it plays, and whether and how it writes the move.

use std::hint;
use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::Instant;

use super::thinking;
use crate::behaviour::Behaviour;
use crate::choose;
use crate::engine::{Done, Engine};
use crate::game::{Cell, Game, Point};
use crate::reply::Reply;
use crate::rules::{self, Rule};

/// Returns the script's move in place of the honest one.
pub(crate) fn pick(engine: &mut Engine, rule: Rule, honest: Option<Point>) -> Option<Point> {
    let script = engine.script;
    let turn = engine.output.moves + 1;
    let game = engine.game.as_ref()?;
    let first = |wanted: Cell| game.field.points().find(|p| game.field.get(*p) == Some(wanted));
    match script.behaviour {
        Behaviour::RandomLegal => {
            let seed = script.value ^ engine.state.count;
            let picked = random_legal(game, rule, &engine.barred, seed);
            engine.state.count += 1;
            picked
        }
        Behaviour::DeadIsEmpty => first(Cell::Dead).or(honest),
        Behaviour::Blind => choose::choose(&without_theirs(game), rule, &[]),
        Behaviour::PlaysForbidden if game.black == Cell::Own => {
            rules::forbidden(game, rule).first().copied().or(honest)
        }
        Behaviour::IllegalOccupied if turn == script.value => {
            first(Cell::Theirs).or(first(Cell::Own)).or(honest)
        }
        Behaviour::IllegalOutside if turn == script.value => {
            Some(Point::new(game.field.width(), 0))
        }
        Behaviour::MovesOnFullBoard => honest.or(Some(Point::new(0, 0))),
        Behaviour::HangsOnFullBoard if honest.is_none() => loop {
            thread::park();
        },
        _ => honest,
    }
}

/// Does the script's work besides thinking about a move.
pub(crate) fn work(engine: &mut Engine) {
    match engine.script.behaviour {
        // Only if the manager has set a limit, since this breaks it.
        Behaviour::Hungry if engine.limits.memory > 0 => {
            drop(hint::black_box(vec![1_u8; (engine.script.value as usize) << 20]));
        }
        Behaviour::AllCores => engine.state.burning = Some(thinking::burn(4)),
        Behaviour::StderrFlood => {
            let line = [b"info depth 1 score 0\n".as_slice(); 50_000].concat();
            // A closed stderr does not matter here.
            io::stderr().write_all(&line).ok();
        }
        _ => {}
    }
}

/// Writes the move, unless the script does something else.
pub(crate) fn say(engine: &mut Engine, point: Point) -> Done {
    let script = engine.script;
    let turn = engine.output.moves + 1;
    engine.state.burning = None;
    match script.behaviour {
        Behaviour::ExitsAtMove if turn == script.value => process::exit(1),
        Behaviour::ExitsCleanlyAtMove if turn == script.value => process::exit(0),
        Behaviour::AbortsAtMove if turn == script.value => process::abort(),
        Behaviour::PanicsAtMove if turn == script.value => {
            panic!("index out of bounds: the len is 225 but the index is {point}")
        }
        Behaviour::NoMoveOnStop if std::mem::take(&mut engine.state.stopped) => return Ok(()),
        Behaviour::TwoMovesOnStop | Behaviour::MovesAfterEnd
            if std::mem::take(&mut engine.state.stopped) =>
        {
            engine.say(&Reply::Move(point))?;
        }
        _ => {}
    }
    // Set before the move is written, since a manager may stop the process at once.
    engine.state.answered = Some(Instant::now());
    engine.say(&Reply::Move(point))?;
    match script.behaviour {
        Behaviour::ExitsAfterMove if turn == script.value => process::exit(0),
        Behaviour::Ponders => engine.state.burning = Some(thinking::burn(1)),
        _ => {}
    }
    Ok(())
}

/// Returns an empty point that is neither barred nor a foul, chosen by a seed.
fn random_legal(game: &Game, rule: Rule, barred: &[Point], seed: u64) -> Option<Point> {
    let mut points = game.field.empty_points();
    points.retain(|p| !barred.contains(p) && !rules::foul(game, rule, Cell::Own, *p));
    // One step of SplitMix64, by Vigna.
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    let index = z.checked_rem(points.len() as u64)?;
    Some(points[index as usize])
}

/// Returns the game with the opponent's stones replaced by dead cells, which hides their threats.
fn without_theirs(game: &Game) -> Game {
    let mut seen = game.clone();
    for p in game.field.points() {
        if game.field.get(p) == Some(Cell::Theirs) {
            seen.field.set(p, Cell::Dead);
        }
    }
    seen
}
