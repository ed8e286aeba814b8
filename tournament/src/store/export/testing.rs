//! Games for tests of records: random stones on random boards, and one short game.

use dolmen::board::BoardSize;

use crate::record::{GameRecord, MoveRecord, Reason, Score};
use crate::store::Header;
use crate::testing::{Tournament, config};

/// A tournament of three engines on a board, without games.
pub(super) fn header(size: BoardSize) -> Header {
    let mut config = config(3, 2);
    config.conditions.size = size;
    Tournament::of(config).header("")
}

/// A game of that tournament between the first two engines, `A` and `B`, with these points:
/// none of an opening.
pub(super) fn game(points: &[(u8, u8)]) -> GameRecord {
    GameRecord {
        moves: points.iter().map(|&at| moved(at, Some(12.9))).collect(),
        score: Score::Black,
        reason: Reason::Five,
        started: 951_782_400,
        ..Tournament::new(3, 2).records().swap_remove(0)
    }
}

pub(super) fn moved(at: (u8, u8), ms: Option<f64>) -> MoveRecord {
    MoveRecord { at, ms, message: None }
}

/// A game of random length with random stones, the first few of an opening.
pub(super) fn random_game(size: BoardSize, random: &mut fastrand::Rng) -> GameRecord {
    let count = random.usize(0..=size.points().count().min(80));
    let mut points = random.choose_multiple(size.points(), count);
    random.shuffle(&mut points);
    let opening = random.usize(0..=count.min(5));
    let mut game = game(&[]);
    game.moves = (0..)
        .zip(&points)
        .map(|(ply, point)| {
            let ms = (ply >= opening).then(|| random.f64() * 20_000.0);
            moved((point.column() as u8, point.row() as u8), ms)
        })
        .collect();
    game.score =
        *random.choice(&[Score::Black, Score::White, Score::Draw]).expect("the list is not empty");
    let lost = [Reason::Five, Reason::TimeoutTurn, Reason::Illegal, Reason::Crash];
    game.reason = match game.score {
        Score::Draw => Reason::BoardFull,
        _ => *random.choice(&lost).expect("the list is not empty"),
    };
    game
}

/// A random board, square or not.
pub(super) fn random_size(random: &mut fastrand::Rng) -> BoardSize {
    BoardSize::new(random.i64(5..=22), random.i64(5..=22))
        .expect("a board has 5 to 22 columns and rows")
}
