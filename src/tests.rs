//! Helpers for the unit tests of all modules: positions from text, random positions, and folders.

use std::fs;
use std::path::PathBuf;

use crate::board::{BoardSize, Point, Position};
use crate::game::Game;
use crate::rules::{Rule, forbidden, makes_five};
use crate::threats::ThreatBoard;

/// Returns the position of a size and its moves, such as `15x15 h8 i9`.
pub(crate) fn position(text: &str) -> Position {
    Position::from_moves(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the game of a rule, a size and its moves, such as `renju 15x15 h8 i9`.
pub(crate) fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the points with these names.
pub(crate) fn points(names: &str) -> Vec<Point> {
    let point = |name: &str| name.parse().unwrap_or_else(|error| panic!("{error}"));
    names.split_whitespace().map(point).collect()
}

/// Returns all sizes of boards.
pub(crate) fn sizes() -> impl Iterator<Item = BoardSize> {
    let sides = BoardSize::MIN as i64..=BoardSize::MAX as i64;
    sides.clone().flat_map(move |width| {
        sides.clone().map(move |height| BoardSize::new(width, height).expect("a valid size"))
    })
}

/// Returns a position without a five after random legal moves.
pub(crate) fn random_position(random: &mut fastrand::Rng, rule: Rule, size: BoardSize) -> Position {
    let mut position = Position::new(size);
    let stones = random.usize(8..30);
    while position.ply() < stones {
        let point = Point::new(random.usize(0..size.width()), random.usize(0..size.height()));
        let color = position.side_to_move();
        let is_legal = position.is_empty_at(point)
            && forbidden(&position, point, color, rule).is_none()
            && !makes_five(&position, point, color, rule);
        if is_legal {
            position.play(point).expect("the point is empty");
        }
    }
    position
}

/// Returns a random empty point, mostly near stones so that threats arise.
pub(crate) fn random_point(random: &mut fastrand::Rng, board: &ThreatBoard) -> Option<Point> {
    let near: Vec<Point> = board.near().iter().collect();
    let empty: Vec<Point> = board.position().empty().iter().collect();
    let from = if near.is_empty() || random.u8(0..8) == 0 { &empty } else { &near };
    (!from.is_empty()).then(|| from[random.usize(0..from.len())])
}

/// A folder of a test, which is removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("dolmen-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be created");
        Self(folder)
    }

    /// Returns the path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}
