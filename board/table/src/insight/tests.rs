//! Facts agree with the slow rules, on every rule.

mod facts;
mod marks;
mod proofs;

use dolmen::Game;
use dolmen::board::{BoardSize, Color, Point, Position, diagram};
use dolmen::rules::{GameRule, Rule};

use crate::tree::{NodeId, ROOT, Tree};

/// A position as a tree with one line.
struct Line {
    tree: Tree,
    end: NodeId,
}

/// Returns the line that leads to a position, with passes where a colour moves out of turn.
fn line_to(rule: impl Into<GameRule>, position: &Position) -> Line {
    let mut line = Line { tree: Tree::new(rule, position.size()), end: ROOT };
    let mut to_move = Color::Black;
    let mut add = |point: Option<Point>| {
        line.end = line.tree.add(line.end, point).expect("the tree has room");
    };
    for stone in position.history() {
        if stone.color != to_move {
            add(None);
        }
        add(Some(stone.point));
        to_move = !stone.color;
    }
    if position.side_to_move() != to_move {
        add(None);
    }
    line
}

/// Returns the line to a position that is drawn, with a side to move.
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
