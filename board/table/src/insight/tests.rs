//! Facts agree with the slow rules, under every rule.

mod facts;
mod marks;
mod proofs;
mod puzzles;

use dolmen::Game;
use dolmen::board::{BoardSize, Color, Point, Position, diagram};
use dolmen::rules::{GameRule, Rule};

use crate::tree::{NodeId, ROOT, Tree};

/// A position as a tree with one line.
struct Line {
    tree: Tree,
    end: NodeId,
}

impl Line {
    /// Returns the line of these moves from the empty board of 15×15; `--` is a pass.
    fn of(rule: impl Into<GameRule>, moves: &str) -> Self {
        let mut line = Self { tree: Tree::new(rule, BoardSize::square(15)), end: ROOT };
        for name in moves.split_whitespace() {
            line.add((name != "--").then(|| name.parse().expect("a point")));
        }
        line
    }

    /// Adds a move, or a pass.
    fn add(&mut self, point: Option<Point>) {
        self.end = self.tree.add(self.end, point).expect("the tree has room");
    }
}

/// Returns the line that leads to a position, with passes where a colour moves out of turn.
fn line_to(rule: impl Into<GameRule>, position: &Position) -> Line {
    let mut line = Line { tree: Tree::new(rule, position.size()), end: ROOT };
    let mut to_move = Color::Black;
    for stone in position.history() {
        if stone.color != to_move {
            line.add(None);
        }
        line.add(Some(stone.point));
        to_move = !stone.color;
    }
    if position.side_to_move() != to_move {
        line.add(None);
    }
    line
}

/// Returns the line to the position of a diagram, with this side to move.
fn drawn(rule: impl Into<GameRule>, text: &str, to_move: Color) -> Line {
    let mut position = diagram::parse(text).expect("a diagram");
    position.set_side_to_move(to_move);
    line_to(rule, &position)
}

/// Returns random positions of every rule in turn, in which the game goes on.
fn random_positions(count: usize, sides: std::ops::RangeInclusive<usize>) -> Vec<Game> {
    let rules = Rule::ALL.into_iter().cycle();
    let games = (0..).zip(rules).filter_map(|(seed, rule)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(sides.clone()));
        let mut game = Game::new(rule, size);
        for _ in 0..random.usize(6..size.area() / 2) {
            game.play(random.choice(game.legal_moves().iter().collect::<Vec<_>>())?).ok()?;
        }
        game.outcome().is_none().then_some(game)
    });
    games.take(count).collect()
}
