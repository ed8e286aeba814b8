//! The commands of Yixin-Board. The lines that follow a command without effect are skipped, so that
//! none of them is taken for a command.

use crate::choose;
use crate::command::{self, Word};
use crate::engine::{Done, Engine};
use crate::game::{Cell, Point};
use crate::reply::{NO_GAME, Reply};
use crate::rules;

impl Engine {
    pub(super) fn yixin(&mut self, word: Word) -> Done {
        match word {
            Word::YxShowInfo => {
                self.yixin = true;
                self.say(&Reply::Message("INFO MAX_THREAD_NUM 1".to_owned()))?;
                self.say(&Reply::Message("INFO MAX_HASH_SIZE 0".to_owned()))
            }
            Word::YxBoard => self.set_board().map(|_| ()),
            Word::YxNBest => self.answer(),
            Word::YxBalanceOne => self.balance(1),
            Word::YxBalanceTwo => self.balance(2),
            Word::YxShowForbid => self.show_forbidden(),
            Word::YxBlock => {
                let points = self.list(command::point)?.unwrap_or_default();
                self.barred.extend(points);
                Ok(())
            }
            Word::YxBlockUndo => {
                let points = self.list(command::point)?.unwrap_or_default();
                self.barred.retain(|point| !points.contains(point));
                Ok(())
            }
            Word::YxBlockReset => {
                self.barred.clear();
                Ok(())
            }
            Word::YxPath => {
                self.next_line();
                Ok(())
            }
            Word::YxList => self.list(|_| Some(())).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Replies with `count` moves that should balance the game.
    fn balance(&mut self, count: usize) -> Done {
        let (Some(game), Some(rule)) = (&self.game, self.rule()) else {
            return self.say(&Reply::Error(NO_GAME));
        };
        let mut game = game.clone();
        let mut points: Vec<Point> = Vec::new();
        for who in [Cell::Own, Cell::Theirs].into_iter().take(count) {
            let Some(point) = choose::choose(&game, rule, &points) else {
                return self.say(&Reply::Error("the board is full"));
            };
            game.place(point, who);
            points.push(point);
        }
        self.say(&Reply::Pairs(points))
    }

    fn show_forbidden(&mut self) -> Done {
        let points = match (&self.game, self.rule()) {
            (Some(game), Some(rule)) => rules::forbidden(game, rule),
            _ => Vec::new(),
        };
        self.say(&Reply::Forbid(points))
    }
}
