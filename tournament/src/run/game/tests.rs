//! Tests of games between scripted engines: the result of each misbehaviour, the commands of each profile.

mod behaviours;
mod endings;
mod games;
mod room;
mod scripted;
mod swap2;
mod time;

use std::time::Duration;

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;

use super::{GamePlan, MachineTime, Seat, play};
use crate::config::{EngineConfig, Limits, Profile};
use crate::openings::Opening;
use crate::record::{GameId, GameRecord};
use crate::run::stop::Stop;

/// An engine with generous limits, so that it loses no game on a busy machine.
fn engine(name: &str, command: Vec<String>) -> EngineConfig {
    EngineConfig {
        name: name.to_owned(),
        command,
        folder: None,
        options: Vec::new(),
        limits: Limits {
            turn: Some(Duration::from_secs(20)),
            game: None,
            increment: Duration::ZERO,
            nodes: None,
            depth: None,
            threads: None,
            memory: None,
            margin: Duration::from_secs(5),
            startup: Duration::from_secs(20),
            pause: Duration::ZERO,
        },
        profile: Profile::Plain,
    }
}

fn opening(moves: &str) -> Opening {
    let point = |text: &str| text.parse().expect("a point such as h8");
    let moves: Vec<Point> = moves.split_whitespace().map(point).collect();
    Opening { name: "a test".to_owned(), moves }
}

/// A game of the standard rule on 15×15 that is a draw with twelve stones.
fn plan(opening: &Opening) -> GamePlan<'_> {
    GamePlan {
        id: GameId { pair: 3, game: 1 },
        rule: Rule::Standard,
        size: BoardSize::square(15),
        opening,
        opening_index: 0,
        seed: 42,
        swap2: false,
        send_boards: false,
        draw_after: Some(12),
        restart: false,
        cpus: Vec::new(),
        keep_messages: true,
        machine: MachineTime::Charged,
    }
}

fn seats(black: EngineConfig, white: EngineConfig) -> [Seat; 2] {
    [black, white].map(|engine| Seat::new(engine, "0123456789abcdef".to_owned()))
}

/// Plays one game in new seats.
fn game(plan: &GamePlan, black: EngineConfig, white: EngineConfig) -> GameRecord {
    play(plan, &mut seats(black, white), &Stop::new(), &|_| {})
}

/// Returns the number of moves of a record, without the opening.
fn own_moves(record: &GameRecord) -> usize {
    record.moves.iter().filter(|one| one.ms.is_some()).count()
}
