//! The commands followed by a list of lines up to `DONE`, such as `BOARD` and `YXBOARD`.
//!
//! Invariant: a list is read to its end even if its lines are malformed, and a malformed list changes
//! nothing.

use std::time::{Duration, Instant};

use crate::behaviour::{Moment, Place, Switch};
use crate::command::{self, Word, split, trim};
use crate::engine::{Done, Engine, Leave};
use crate::game::{Game, Player};
use crate::input::Heard;
use crate::serve::NO_GAME;

/// The time after which a list is idle.
const LIST_IDLE: Duration = Duration::from_millis(300);

/// The maximum number of lines in a list.
const MAX_LIST_LINES: usize = 2000;

impl Engine {
    /// Reads a list up to `DONE`. Returns `None` if a line is malformed. A command that starts a new
    /// game ends the list, for managers whose list was cut off.
    pub(super) fn list<T>(
        &mut self,
        parse: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Option<Vec<T>>, Leave> {
        let mut items = Some(Vec::new());
        self.memory.list_lines = 0;
        loop {
            self.wait_for_list()?;
            let Some(mut line) = self.next_line() else {
                self.deviate(Moment::ListEof)?;
                return Err(Leave::Eof);
            };
            self.memory.list_lines += 1;
            if !self.deviate_from(Place::Moment(Moment::ListLine), &mut line.bytes)? {
                continue;
            }
            let (word, rest) = split(&line.bytes);
            match word {
                Some(Word::Done) if rest.is_empty() => return Ok(items),
                Some(Word::End) => return Err(Leave::End),
                Some(Word::Start | Word::RectStart | Word::Restart) => {
                    self.waiting.push_front(line);
                    return Ok(None);
                }
                _ if trim(&line.bytes).is_empty() => {}
                _ => match (parse(&line.bytes), &mut items) {
                    (Some(item), Some(list)) if list.len() < MAX_LIST_LINES => list.push(item),
                    _ => items = None,
                },
            }
        }
    }

    /// Waits a while for the next line of a list.
    fn wait_for_list(&mut self) -> Done {
        let Some(input) = self.input.as_mut().filter(|_| self.waiting.is_empty()) else {
            return Ok(());
        };
        match input.wait(Instant::now() + LIST_IDLE) {
            Heard::Line(line) => self.waiting.push_back(line),
            Heard::Nothing => drop(self.deviate(Moment::ListIdle)?),
            Heard::Closed => {}
        }
        Ok(())
    }

    /// Obeys `BOARD`: reads a position and moves in it.
    pub(super) fn board(&mut self) -> Done {
        if self.set_board()? && self.deviate(Moment::Position)? {
            return self.answer();
        }
        Ok(())
    }

    /// Reads a position and puts it on the board. Returns whether the list was a position; if not,
    /// replies with an error.
    pub(super) fn set_board(&mut self) -> Result<bool, Leave> {
        let stones = self.list(command::stone)?;
        let (adds, alternates) =
            (self.has(Switch::BoardAdds), self.has(Switch::AlternatingColours));
        let Some(game) = &self.game else {
            self.say(NO_GAME)?;
            return Ok(false);
        };
        let mut board =
            if adds { game.clone() } else { Game::new(game.field.width(), game.field.height()) };
        let is_position = stones.is_some_and(|mut stones| {
            if alternates {
                // The engine is to move, so the last stone is the opponent's.
                let owners = [Player::Theirs, Player::Own].into_iter().cycle();
                for (stone, player) in stones.iter_mut().rev().zip(owners) {
                    stone.1 = Some(player);
                }
            }
            stones.into_iter().all(|(point, owner)| board.put(point, owner).is_some())
        });
        if is_position {
            self.game = Some(board);
        } else {
            self.say("ERROR invalid list of stones")?;
        }
        Ok(is_position)
    }
}
