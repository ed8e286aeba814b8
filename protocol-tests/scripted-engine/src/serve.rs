//! The engine at work: takes lines, keeps the game, answers.
//!
//! Invariant: each command that has a reply gets exactly one, in the order of the commands, unless
//! the behaviour deviates.

use std::io::Read;
use std::thread;
use std::time::Instant;

use crate::behaviour::{Moment, Place, Thinks};
use crate::clock::{CHATTER, ENDLESS, Limits};
use crate::command::{self, Word, numbers, split, trim};
use crate::engine::{Done, Engine};
use crate::game::{Cell, Game, Point, SIDES};
use crate::input::{Heard, Input, Line};
use crate::reply::{Leave, NO_GAME, Reply};

mod deviate;
mod lists;
mod moves;
mod negotiate;
mod yixin;

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
        // Before the input is read, which another program may take over.
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
            return if is_honest { self.say(&Reply::Unknown) } else { Ok(()) };
        };
        if !self.deviate_from(Place::Command(word), &mut rest)? {
            return Ok(());
        }
        if line.cut && word != Word::Info {
            return self.say(&Reply::Error("the line is too long"));
        }
        self.carry_out(word, &rest)
    }

    /// Carries out a command as the honest engine does.
    fn carry_out(&mut self, word: Word, rest: &[u8]) -> Done {
        match word {
            Word::About => self.say(&Reply::About),
            Word::Begin => self.begin(),
            Word::Board => self.board(),
            Word::Done => self.say(&Reply::Unknown),
            Word::End => Err(Leave::End),
            Word::Info => {
                self.limits.set(rest);
                Ok(())
            }
            Word::Play => self.place(rest, Cell::Own, |engine, p| engine.say(&Reply::Played(p))),
            Word::RectStart => self.start(numbers(rest)),
            Word::Restart => match &self.game {
                Some(game) => self.start(Some([game.field.width(), game.field.height()])),
                None => self.say(&Reply::Error(NO_GAME)),
            },
            Word::Start => self.start(command::square(rest)),
            Word::Swap2Board => self.swap2(),
            Word::Takeback => self.takeback(rest),
            Word::Turn => self.place(rest, Cell::Theirs, |engine, _| engine.answer()),
            _ => self.yixin(word),
        }
    }

    fn start(&mut self, sides: Option<[i64; 2]>) -> Done {
        match sides {
            Some([width, height]) if SIDES.contains(&width) && SIDES.contains(&height) => {
                self.game = Some(Game::new(width, height));
                self.limits.used = 0;
                self.say(&Reply::Ok)
            }
            Some(_) => self.say(&Reply::Error("unsupported board size")),
            None => self.say(&Reply::Error("invalid board size: expected a number")),
        }
    }

    fn begin(&mut self) -> Done {
        match &self.game {
            Some(game) if game.stones() == 0 => self.answer(),
            Some(_) => self.say(&Reply::Error("the board is not empty")),
            None => self.say(&Reply::Error(NO_GAME)),
        }
    }

    /// Puts a stone on the empty point that a text names, and goes on with `then`.
    fn place(&mut self, text: &[u8], stone: Cell, then: fn(&mut Engine, Point) -> Done) -> Done {
        let Some(game) = &mut self.game else { return self.say(&Reply::Error(NO_GAME)) };
        let Some(point) = command::point(text) else {
            return self.say(&Reply::Error("invalid coordinates: expected x,y"));
        };
        match game.field.get(point) {
            None => self.say(&Reply::Error("the point is off the board")),
            Some(Cell::Empty) => {
                game.place(point, stone);
                then(self, point)
            }
            Some(_) => self.say(&Reply::Error("the point is occupied")),
        }
    }

    fn takeback(&mut self, rest: &[u8]) -> Done {
        let Some(game) = &mut self.game else { return self.say(&Reply::Error(NO_GAME)) };
        let Some(point) = command::point(rest) else {
            return self.say(&Reply::Error("invalid coordinates: expected x,y"));
        };
        if !matches!(game.field.get(point), Some(Cell::Own | Cell::Theirs)) {
            return self.say(&Reply::Error("the point is empty"));
        }
        game.field.set(point, Cell::Empty);
        self.say(&Reply::Ok)
    }

    /// Writes a reply.
    fn say(&mut self, reply: &Reply) -> Done {
        let mut line = format!("{}\n", reply.text()).into_bytes();
        let is_move = matches!(reply, Reply::Move(_));
        if is_move {
            self.memory.moves += 1;
            self.held.burning = None;
            // Set before the move is written, since a manager may stop the process at once.
            self.memory.answered = Some(Instant::now());
            if !self.deviate_from(Place::Moment(Moment::Move), &mut line)? {
                return Ok(());
            }
        }
        if self.deviate_from(Place::Moment(Moment::Reply), &mut line)? {
            self.write(&line)?;
        }
        if is_move {
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
