//! `SWAP2BOARD`: the engine opens with three stones, or answers the opening that it is shown.

use protocol_tests::referee::{Content, Point, Side};

use crate::behaviour::{Moment, Place};
use crate::choose::{self, Style};
use crate::command;
use crate::engine::{Done, Engine};
use crate::game::{Coordinates, Game, Player};
use crate::rules::Rule;
use crate::serve::NO_GAME;

impl Engine {
    pub(super) fn swap2(&mut self) -> Done {
        let stones = self.list(command::point)?;
        let Some(Game { field, .. }) = &self.game else {
            return self.say(NO_GAME);
        };
        let (width, height) = (field.width(), field.height());
        let shown = stones.and_then(|stones| show(width, height, &stones));
        let Some(shown) = shown else {
            return self.say("ERROR invalid opening: expected 0, 3 or 5 stones");
        };
        self.think(false)?;
        let mut count = shown.stones().to_string().into_bytes();
        if !self.deviate_from(Place::Moment(Moment::Opening), &mut count)? {
            return Ok(());
        }
        if shown.stones() == 0 {
            let (x, y) = (width / 2, height / 2);
            return self.say(&format!("{x},{y} {},{y} 0,0", x + 1));
        }
        let rule = Rule::from_code(1).expect("1 is the code of a rule");
        let stays = !black_stones_work_together(&shown);
        match choose::choose(&shown, Style::honest(rule), &[]).filter(|_| stays) {
            Some(point) => self.say_move(point),
            None => self.say("SWAP"),
        }
    }
}

/// Sets up the stones of an opening, black first, from White's view. Returns `None` unless there
/// are 0, 3 or 5 stones on different points.
fn show(width: u16, height: u16, stones: &[Coordinates]) -> Option<Game> {
    let mut game = Game::new(width, height);
    let players = [Player::Theirs, Player::Own].into_iter().cycle();
    for (&stone, player) in stones.iter().zip(players) {
        game.put(stone, Some(player))?;
    }
    [0, 3, 5].contains(&stones.len()).then_some(game)
}

/// Returns whether two black stones lie on one line, at most two steps apart and away from the
/// edge.
fn black_stones_work_together(game: &Game) -> bool {
    let field = &game.field;
    let is_counted = |p: &Point| {
        (2..field.width() - 2).contains(&p.x)
            && (2..field.height() - 2).contains(&p.y)
            && field.get(*p) == Content::Stone(Side::Black)
    };
    let black: Vec<Point> = field.points().filter(is_counted).collect();
    black.iter().any(|a| {
        black.iter().any(|b| {
            let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
            (dx, dy) != (0, 0) && dx.max(dy) <= 2 && (dx == 0 || dy == 0 || dx == dy)
        })
    })
}
