//! The commands with a list of lines up to `DONE`: `BOARD`, `YXBOARD` and their kind. A list is
//! read to its end whatever is in it, and a bad one changes nothing.

use super::{Done, Engine};
use crate::command::{self, Word, split, trim};
use crate::deviate;
use crate::game::{Cell, Game, Point};
use crate::output::{Leave, Reply};

/// The lines of a list that are looked at.
const LONGEST_LIST: usize = 2000;

impl Engine {
    /// Reads up to `DONE`; `None` if a line was not one of the list. A new game in a list ends it,
    /// for the sake of managers that were cut off.
    pub(crate) fn list<T>(
        &mut self,
        parse: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Option<Vec<T>>, Leave> {
        let mut items = Some(Vec::new());
        loop {
            let Some(line) = self.next_line() else { return Err(deviate::lists::eof(self)) };
            let (word, rest) = split(&line.bytes);
            if deviate::lists::instead(self, word, &line)? {
                continue;
            }
            match word {
                Some(Word::Done) if rest.is_empty() => return Ok(items),
                Some(Word::End) => return Err(Leave::End),
                Some(Word::Start | Word::RectStart | Word::Restart) => {
                    self.waiting.push_front(line);
                    return Ok(None);
                }
                _ if trim(&line.bytes).is_empty() => {}
                _ => match (parse(&line.bytes), &mut items) {
                    (Some(item), Some(list)) if list.len() < LONGEST_LIST => list.push(item),
                    _ => items = None,
                },
            }
        }
    }

    /// `BOARD`: a position, and the engine is to move.
    pub(crate) fn board(&mut self) -> Done {
        if self.set_board()? { self.answer() } else { Ok(()) }
    }

    /// Reads a position and puts it on the board; on a bad one says so and gives `false`.
    pub(crate) fn set_board(&mut self) -> Result<bool, Leave> {
        let stones = self.list(command::stone)?;
        let Some(game) = &self.game else {
            self.say(&Reply::Error("no game has been started: expected START first"))?;
            return Ok(false);
        };
        let stones = stones.map(|stones| deviate::lists::bend(self.script, stones));
        let board = stones.and_then(|stones| {
            let empty = deviate::lists::ground(self.script, game);
            fill(empty, &stones)
        });
        match board {
            Some(game) => {
                self.game = Some(game);
                Ok(true)
            }
            None => {
                self.say(&Reply::Error("invalid list of stones"))?;
                Ok(false)
            }
        }
    }

    /// Reads a list of points that nothing else is wanted from.
    pub(crate) fn points(&mut self) -> Result<Option<Vec<Point>>, Leave> {
        self.list(command::point)
    }
}

/// The game with the stones of a list, if they all have their own cells.
fn fill(mut game: Game, stones: &[(Point, Cell)]) -> Option<Game> {
    for &(point, cell) in stones {
        if !game.field.is_empty(point) {
            return None;
        }
        match cell {
            Cell::Own | Cell::Theirs => game.place(point, cell),
            Cell::Dead | Cell::Empty => game.field.set(point, cell),
        }
    }
    Some(game)
}
