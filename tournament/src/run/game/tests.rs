//! Tests of games between scripted engines: the result of each misbehaviour, the commands of each profile.

mod behaviours;
mod consultant;
mod endings;
mod games;
mod hosted;
mod negotiation;
mod room;
mod scripted;
mod swap2;
mod time;

use std::time::Duration;

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;

use super::{GamePlan, Seat, play};
use crate::config::{EngineConfig, Limits};
use crate::openings::Opening;
use crate::record::{GameId, GameRecord, Reason, Score};
use crate::run::stop::Stop;
use crate::testing;

/// An engine with generous limits, so that it loses no game on a busy machine.
fn engine(name: &str, command: Vec<String>) -> EngineConfig {
    let plain = testing::engine(name);
    let limits = Limits {
        turn: Some(Duration::from_secs(20)),
        margin: Duration::from_secs(5),
        startup: Duration::from_secs(20),
        ..plain.limits
    };
    EngineConfig { command, limits, ..plain }
}

fn opening(moves: &str) -> Opening {
    let point = |text: &str| text.parse().expect("a point such as h8");
    let moves: Vec<Point> = moves.split_whitespace().map(point).collect();
    Opening { name: "a test".to_owned(), moves }
}

/// A game of the standard rule on 15×15 that is a draw with this many stones.
fn plan(stones: usize) -> GamePlan<'static> {
    const EMPTY: &Opening = &Opening { name: String::new(), moves: Vec::new() };
    let id = GameId { pair: 3, game: 1 };
    let plan = GamePlan::new(id, Rule::Standard, BoardSize::square(15), EMPTY);
    GamePlan { seed: Some(42), draw_after: Some(stones), ..plan }
}

fn seats(black: EngineConfig, white: EngineConfig) -> [Seat; 2] {
    [black, white].map(|engine| Seat::new(engine, "0123456789abcdef".to_owned()))
}

/// Plays one game in new seats.
fn game(plan: &GamePlan, black: EngineConfig, white: EngineConfig) -> GameRecord {
    played(plan, &mut seats(black, white))
}

/// Plays one game in these seats.
fn played(plan: &GamePlan, seats: &mut [Seat; 2]) -> GameRecord {
    play(plan, seats, &Stop::new(), &|_| {})
}

/// Checks the result of a game.
fn check(record: &GameRecord, score: Score, reason: Reason, detail: &str) {
    let found = (record.score, record.reason, record.detail.as_str());
    assert_eq!(found, (score, reason, detail), "{record:?}");
}

/// Checks that a game has come to its end on the board.
fn check_end(record: &GameRecord) {
    assert!(matches!(record.reason, Reason::Five | Reason::MoveLimit), "{record:?}");
}
