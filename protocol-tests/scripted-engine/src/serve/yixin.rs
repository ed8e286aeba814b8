//! The commands of Yixin-Board. The lines that follow a command without effect are skipped, so that
//! none of them is taken for a command.

use crate::choose::{self, Style};
use crate::command::{self, Word};
use crate::engine::{Done, Engine};
use crate::game::Player;
use crate::rules;
use crate::serve::{FULL, NO_GAME};

impl Engine {
    pub(super) fn yixin(&mut self, word: Word) -> Done {
        match word {
            Word::YxShowInfo => {
                self.yixin = true;
                self.say("MESSAGE INFO MAX_THREAD_NUM 1")?;
                self.say("MESSAGE INFO MAX_HASH_SIZE 0")
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
            return self.say(NO_GAME);
        };
        let mut game = game.clone();
        let mut cells = Vec::new();
        for player in [Player::Own, Player::Theirs].into_iter().take(count) {
            let Some(point) = choose::choose(&game, Style::honest(rule), &cells) else {
                return self.say(FULL);
            };
            game.place(point, player);
            cells.push(point.cell());
        }
        let texts: Vec<String> = cells.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.say(&texts.join(" "))
    }

    fn show_forbidden(&mut self) -> Done {
        let points = match (&self.game, self.rule()) {
            (Some(game), Some(rule)) => rules::forbidden(game, rule),
            _ => Vec::new(),
        };
        let digits: String = points.iter().map(|p| format!("{:02}{:02}", p.x, p.y)).collect();
        self.say(&format!("FORBID {digits}."))
    }
}
