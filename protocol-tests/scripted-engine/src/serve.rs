//! The engine at work: takes lines, keeps the game, answers.
//!
//! Invariant: each command that has a reply gets exactly one, in the order of the commands, unless
//! the behaviour deviates.

use std::io::Read;
use std::thread;
use std::time::Instant;

use protocol_tests::referee::{Content, Point};

use crate::behaviour::{Moment, Place, Thinks};
use crate::clock::{CHATTER, ENDLESS, Limits};
use crate::command::{self, Word, numbers, split, trim};
use crate::engine::{Done, Engine, Leave};
use crate::game::{Game, Player, SIDES};
use crate::input::{Heard, Input, Line};

mod deviate;
mod lists;
mod moves;
mod negotiate;
mod yixin;

/// The answer to `ABOUT`.
const ABOUT: &str = concat!(
    "name=\"Scripted\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"Dolmen contributors\", country=\"none\""
);

/// The answer to a line without a known command.
const UNKNOWN: &str = "UNKNOWN command";

/// The error of a command that needs a game.
const NO_GAME: &str = "ERROR no game has been started: expected START first";

/// The error of a command that names a point outside the board.
const OFF_THE_BOARD: &str = "ERROR the point is off the board";

/// The error of a command that needs a move on a full board.
const FULL: &str = "ERROR the board is full";

impl Engine {
    /// Serves until there is a reason to leave.
    pub(crate) fn serve(&mut self, source: impl Read + Send + 'static) -> Leave {
        let leave = self.launch(source).and_then(|()| self.obey_all());
        let leave = leave.err().unwrap_or(Leave::Eof);
        let reason: &[u8] = match leave {
            Leave::End => b"end",
            Leave::Eof => b"eof",
            Leave::Unheard => b"unheard",
        };
        // The engine leaves in any case.
        self.deviate_from(Place::Moment(Moment::Leave), &mut reason.to_vec()).ok();
        leave
    }

    fn launch(&mut self, source: impl Read + Send + 'static) -> Done {
        // Before the first read, since another program may take over the input.
        self.deviate(Moment::Launch)?;
        let input = Input::open(source, self.behaviour.line_ends).map_err(|_| Leave::Eof)?;
        self.input = Some(input);
        Ok(())
    }

    fn obey_all(&mut self) -> Done {
        while let Some(line) = self.next_line() {
            self.obey(line)?;
        }
        Ok(())
    }

    /// Obeys a line.
    fn obey(&mut self, mut line: Line) -> Done {
        if !self.deviate_from(Place::Moment(Moment::Line), &mut line.bytes)?
            || trim(&line.bytes).is_empty()
        {
            return Ok(());
        }
        let (word, rest) = split(&line.bytes);
        let mut rest = rest.to_vec();
        let Some(word) = word else {
            let is_honest = self.deviate_from(Place::Moment(Moment::Unknown), &mut line.bytes)?;
            return if is_honest { self.say(UNKNOWN) } else { Ok(()) };
        };
        if !self.deviate_from(Place::Command(word), &mut rest)? {
            return Ok(());
        }
        if line.cut && word != Word::Info {
            return self.say("ERROR the line is too long");
        }
        self.carry_out(word, &rest)
    }

    /// Carries out a command as the honest engine does.
    fn carry_out(&mut self, word: Word, rest: &[u8]) -> Done {
        match word {
            Word::About => self.say(ABOUT),
            Word::Begin => self.begin(),
            Word::Board => self.board(),
            Word::Done => self.say(UNKNOWN),
            Word::End => Err(Leave::End),
            Word::Info => {
                self.limits.set(rest);
                Ok(())
            }
            Word::Play => match self.place(rest, Player::Own) {
                Ok(point) => self.say(&point.to_string()),
                Err(error) => self.say(error),
            },
            Word::RectStart => self.start(numbers(rest)),
            Word::Restart => match &self.game {
                Some(Game { field, .. }) => {
                    self.start(Some([field.width().into(), field.height().into()]))
                }
                None => self.say(NO_GAME),
            },
            Word::Start => self.start(command::square(rest)),
            Word::Swap2Board => self.swap2(),
            Word::Takeback => {
                let reply = self.take_back(rest).err().unwrap_or("OK");
                self.say(reply)
            }
            Word::Turn => match self.place(rest, Player::Theirs) {
                Ok(_) => self.answer(),
                Err(error) => self.say(error),
            },
            _ => self.yixin(word),
        }
    }

    fn start(&mut self, sides: Option<[i64; 2]>) -> Done {
        match sides {
            Some([width, height]) if SIDES.contains(&width) && SIDES.contains(&height) => {
                self.game = Some(Game::new(width as u16, height as u16));
                self.limits.used = 0;
                self.say("OK")
            }
            Some(_) => self.say("ERROR unsupported board size"),
            None => self.say("ERROR invalid board size: expected a number"),
        }
    }

    fn begin(&mut self) -> Done {
        match &self.game {
            Some(game) if game.stones() == 0 => self.answer(),
            Some(_) => self.say("ERROR the board is not empty"),
            None => self.say(NO_GAME),
        }
    }

    /// Puts a stone on the empty point that a text names.
    ///
    /// # Errors
    /// Returns the reply if that is impossible.
    fn place(&mut self, text: &[u8], player: Player) -> Result<Point, &'static str> {
        match self.named(text)? {
            (game, point) if game.field.get(point) == Content::Empty => {
                game.place(point, player);
                Ok(point)
            }
            _ => Err("ERROR the point is occupied"),
        }
    }

    /// Removes the stone on the point that a text names.
    ///
    /// # Errors
    /// Returns the reply if that is impossible.
    fn take_back(&mut self, text: &[u8]) -> Result<(), &'static str> {
        match self.named(text) {
            Ok((game, point)) if matches!(game.field.get(point), Content::Stone(_)) => {
                game.field.set(point, Content::Empty);
                Ok(())
            }
            Ok(_) | Err(OFF_THE_BOARD) => Err("ERROR the point is empty"),
            Err(error) => Err(error),
        }
    }

    /// Returns the game and the point of its board that a text names.
    fn named(&mut self, text: &[u8]) -> Result<(&mut Game, Point), &'static str> {
        let game = self.game.as_mut().ok_or(NO_GAME)?;
        let cell = command::point(text).ok_or("ERROR invalid coordinates: expected x,y")?;
        let point = game.field.point_at(cell).ok_or(OFF_THE_BOARD)?;
        Ok((game, point))
    }

    /// Writes a reply that is not a move.
    fn say(&mut self, reply: &str) -> Done {
        self.write_reply(format!("{reply}\n").into_bytes())
    }

    fn write_reply(&mut self, mut line: Vec<u8>) -> Done {
        if self.deviate_from(Place::Moment(Moment::Reply), &mut line)? {
            self.write(&line)?;
        }
        Ok(())
    }

    /// Writes a move.
    fn say_move(&mut self, point: Point) -> Done {
        self.memory.moves += 1;
        self.held.burning = None;
        // Set before the move is written, since a manager may stop the process at once.
        self.memory.answered = Some(Instant::now());
        let mut line = format!("{point}\n").into_bytes();
        if self.deviate_from(Place::Moment(Moment::Move), &mut line)? {
            self.write_reply(line)?;
            self.deviate(Moment::Moved)?;
        }
        Ok(())
    }

    /// Thinks for as long as the behaviour does, and takes the lines that arrive.
    fn think(&mut self, forced: bool) -> Done {
        let began = Instant::now();
        let saved = self.memory.answered.map(|at| began - at).unwrap_or_default();
        self.memory.began = Some(began);
        self.memory.stopped = false;
        let (thinks, number) = (self.behaviour.thinks, self.behaviour.number());
        while let Some(time) = self.limits.thinking_time(thinks, number, forced) {
            let time = if thinks == Thinks::Banked { time + saved } else { time };
            let (now, until) = (Instant::now(), began + time);
            if now >= until {
                break;
            }
            let pause = if thinks == Thinks::Forever { CHATTER } else { ENDLESS };
            let Some(input) = &mut self.input else { break };
            match input.wait(until.min(now + pause)) {
                Heard::Line(line) => {
                    if self.overhear(line)? {
                        break;
                    }
                }
                Heard::Nothing => drop(self.deviate(Moment::Idle)?),
                Heard::Closed if self.deviate(Moment::HeardEof)? => return Err(Leave::Eof),
                Heard::Closed => thread::sleep(until - now),
            }
        }
        self.limits.used += began.elapsed().as_millis() as i64;
        Ok(())
    }

    /// Takes a line that arrived during the thinking. Returns whether to stop thinking.
    fn overhear(&mut self, mut line: Line) -> Result<bool, Leave> {
        if !self.deviate_from(Place::Moment(Moment::Heard), &mut line.bytes)? {
            return Ok(self.memory.stopped);
        }
        let (word, rest) = split(&line.bytes);
        match word {
            Some(Word::End) => return Err(Leave::End),
            Some(Word::Stop) => {
                self.memory.stopped = true;
                return Ok(true);
            }
            Some(Word::Info) if self.waiting.is_empty() && Limits::is_about_time(rest) => {
                self.limits.set(rest);
                self.memory.stopped |= self.limits.turn == 0;
            }
            _ => self.waiting.push_back(line),
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
