//! `SWAP2BOARD`: the engine opens with three stones, or answers the opening that it is shown.

use crate::behaviour::{Moment, Place};
use crate::choose;
use crate::command;
use crate::engine::{Done, Engine};
use crate::game::{Cell, Game, Point};
use crate::reply::{NO_GAME, Reply};
use crate::rules::Rule;

impl Engine {
    pub(super) fn swap2(&mut self) -> Done {
        let stones = self.list(command::point)?;
        let Some(game) = &self.game else {
            return self.say(&Reply::Error(NO_GAME));
        };
        let (width, height) = (game.field.width(), game.field.height());
        let shown = stones.and_then(|stones| show(width, height, &stones));
        let Some(shown) = shown else {
            return self.say(&Reply::Error("invalid opening: expected 0, 3 or 5 stones"));
        };
        self.think(false)?;
        let mut count = shown.stones().to_string().into_bytes();
        if self.deviate_from(Place::Moment(Moment::Opening), &mut count)? {
            return self.say(&negotiate(&shown));
        }
        Ok(())
    }
}

/// Sets up the stones of an opening, black first, from White's view. Returns `None` unless there
/// are 0, 3 or 5 stones on different points.
fn show(width: i64, height: i64, stones: &[Point]) -> Option<Game> {
    if ![0, 3, 5].contains(&stones.len()) {
        return None;
    }
    let mut game = Game::new(width, height);
    for (i, &point) in stones.iter().enumerate() {
        if !game.field.is_empty(point) {
            return None;
        }
        game.place(point, if i % 2 == 0 { Cell::Theirs } else { Cell::Own });
    }
    Some(game)
}

fn negotiate(game: &Game) -> Reply {
    if game.stones() == 0 {
        let (x, y) = (game.field.width() / 2, game.field.height() / 2);
        return Reply::Pairs(vec![Point::new(x, y), Point::new(x + 1, y), Point::new(0, 0)]);
    }
    if black_stones_work_together(game) {
        return Reply::Swap;
    }
    let rule = Rule::from_code(1).expect("1 is the code of a rule");
    match choose::choose(game, rule, &[]) {
        Some(point) => Reply::Move(point),
        None => Reply::Swap,
    }
}

/// Returns whether two black stones lie on one line, at most two steps apart and away from the
/// edge.
fn black_stones_work_together(game: &Game) -> bool {
    let inside = |p: &Point| {
        (2..game.field.width() - 2).contains(&p.x) && (2..game.field.height() - 2).contains(&p.y)
    };
    let black: Vec<Point> = game
        .field
        .points()
        .filter(|p| game.field.get(*p) == Some(Cell::Theirs) && inside(p))
        .collect();
    black.iter().any(|a| {
        black.iter().any(|b| {
            let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
            (dx, dy) != (0, 0) && dx.max(dy) <= 2 && (dx == 0 || dy == 0 || dx == dy)
        })
    })
}
