//! The engine at work: takes lines, keeps the game, answers.
//!
//! Invariant: each command that has a reply gets exactly one, in the order of the commands.
//! Everything that a script may bend goes through `deviate`.

use std::time::Instant;

use crate::choose;
use crate::clock::Limits;
use crate::command::{self, Size, Word, split, trim};
use crate::deviate::{self, commands::Instead};
use crate::engine::{Done, Engine};
use crate::game::{Cell, Game, Point, SIDES};
use crate::input::{Heard, Line};
use crate::reply::{Leave, Reply};
use crate::rules::Rule;

mod lists;
mod negotiate;
mod yixin;

impl Engine {
    /// Serves until there is a reason to leave.
    pub(crate) fn serve(&mut self) -> Leave {
        loop {
            let Some(line) = self.next_line() else { return Leave::Eof };
            if let Err(leave) = self.obey(line) {
                return leave;
            }
        }
    }

    /// Obeys a line, or does what the script makes of it.
    fn obey(&mut self, mut line: Line) -> Done {
        if deviate::lines::instead(self, &mut line)? {
            return Ok(());
        }
        if trim(&line.bytes).is_empty() {
            return Ok(());
        }
        let (word, rest) = split(&line.bytes);
        let Some(word) = word else { return self.say(&Reply::Unknown) };
        match deviate::commands::instead(self, word, rest)? {
            Instead::Obey if line.cut && word != Word::Info => {
                self.say(&Reply::Error("the line is too long"))
            }
            Instead::Obey => self.carry_out(word, rest),
            Instead::Nothing => Ok(()),
            Instead::Move => self.answer(),
            Instead::Board => self.board(),
            Instead::SkipList(reply) => {
                self.list(|_| Some(()))?;
                self.output.write(reply)
            }
            Instead::ServeUntil(until) => {
                while let Heard::Line(line) = self.input.wait(until) {
                    self.obey(line)?;
                }
                Err(Leave::End)
            }
        }
    }

    /// Carries out a command as the honest engine does.
    fn carry_out(&mut self, word: Word, rest: &[u8]) -> Done {
        match word {
            Word::About => self.say(&Reply::About),
            Word::Begin => self.begin(),
            Word::Board => self.board(),
            Word::Done => self.say(&Reply::Unknown),
            Word::End => Err(Leave::End),
            Word::Info => self.info(rest),
            Word::Play => self.play(rest),
            Word::RectStart => self.start(command::rectangle(rest)),
            Word::Restart => self.restart(),
            Word::Start => self.start(command::square(rest)),
            Word::Swap2Board => self.swap2(),
            Word::Takeback => self.takeback(rest),
            Word::Turn => self.turn(rest),
            _ => self.yixin(word),
        }
    }

    fn start(&mut self, size: Option<Size>) -> Done {
        match size {
            Some(Size { width, height }) if SIDES.contains(&width) && SIDES.contains(&height) => {
                self.new_game(width, height)
            }
            Some(_) => self.say(&Reply::Error("unsupported board size")),
            None => self.say(&Reply::Error("invalid board size: expected a number")),
        }
    }

    fn restart(&mut self) -> Done {
        match &self.game {
            Some(game) => self.new_game(game.field.width(), game.field.height()),
            None => self.say(&Reply::Error("no game has been started: expected START first")),
        }
    }

    fn new_game(&mut self, width: i64, height: i64) -> Done {
        self.game = Some(Game::new(width, height));
        self.limits.used = 0;
        self.say(&Reply::Ok)
    }

    fn info(&mut self, rest: &[u8]) -> Done {
        self.limits.set(rest);
        Ok(())
    }

    fn begin(&mut self) -> Done {
        match &self.game {
            Some(game) if game.stones() == 0 => self.answer(),
            Some(_) => self.say(&Reply::Error("the board is not empty")),
            None => self.say(&Reply::Error("no game has been started: expected START first")),
        }
    }

    fn turn(&mut self, rest: &[u8]) -> Done {
        match self.place(rest, Cell::Theirs) {
            Err(text) => self.say(&Reply::Error(text)),
            Ok(_) => self.answer(),
        }
    }

    fn play(&mut self, rest: &[u8]) -> Done {
        match self.place(rest, Cell::Own) {
            Err(text) => self.say(&Reply::Error(text)),
            Ok(point) => self.say(&Reply::Played(point)),
        }
    }

    /// Puts a stone on the empty point that a text names.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    fn place(&mut self, text: &[u8], stone: Cell) -> Result<Point, &'static str> {
        let game = self.game.as_mut().ok_or("no game has been started: expected START first")?;
        let point = command::point(text).ok_or("invalid coordinates: expected x,y")?;
        match game.field.get(point) {
            None => Err("the point is off the board"),
            Some(Cell::Empty) => {
                game.place(point, stone);
                Ok(point)
            }
            Some(_) => Err("the point is occupied"),
        }
    }

    fn takeback(&mut self, rest: &[u8]) -> Done {
        let Some(game) = &mut self.game else {
            return self.say(&Reply::Error("no game has been started: expected START first"));
        };
        let reply = match command::point(rest) {
            None => Reply::Error("invalid coordinates: expected x,y"),
            Some(point) => match game.field.get(point) {
                Some(Cell::Own | Cell::Theirs) => {
                    game.field.set(point, Cell::Empty);
                    Reply::Ok
                }
                _ => Reply::Error("the point is empty"),
            },
        };
        self.say(&reply)
    }

    /// Chooses a move, thinks for as long as the script takes, plays the move and writes it.
    fn answer(&mut self) -> Done {
        let Some(game) = &self.game else {
            return self.say(&Reply::Error("no game has been started: expected START first"));
        };
        let Some(rule) = self.rule() else {
            return self.say(&Reply::Error("unsupported rule"));
        };
        if let Some(text) = deviate::info::refusal(self) {
            return self.say(&Reply::Error(text));
        }
        let chosen = choose::choose(game, rule, &self.barred);
        let forced = choose::is_forced(game, rule);
        let Some(point) = deviate::moves::pick(self, rule, chosen) else {
            return self.say(&Reply::Error("the board is full"));
        };
        deviate::moves::work(self);
        self.think(forced)?;
        if let Some(game) = &mut self.game
            && game.field.contains(point)
        {
            game.place(point, Cell::Own);
        }
        deviate::moves::say(self, point)
    }

    /// Returns the rule in force as the script bends it; `None` if it is not played.
    fn rule(&self) -> Option<Rule> {
        let code = if self.yixin && self.limits.rule_code == 2 { 4 } else { self.limits.rule_code };
        Rule::from_code(code).map(|rule| deviate::rules::rule(self.script, rule))
    }

    /// Waits for as long as the script thinks, and takes the lines that arrive.
    fn think(&mut self, forced: bool) -> Done {
        let began = Instant::now();
        self.state.began = Some(began);
        while let Some(until) = deviate::thinking::until(self, began, forced) {
            if Instant::now() >= until {
                break;
            }
            match self.input.wait(until.min(deviate::thinking::next_chatter(self))) {
                Heard::Line(line) => {
                    if self.overheard(line)? {
                        break;
                    }
                }
                Heard::Nothing => deviate::thinking::chatter(self)?,
                Heard::Closed => deviate::thinking::closed(self)?,
            }
        }
        self.limits.used += began.elapsed().as_millis() as i64;
        Ok(())
    }

    /// Takes a line that arrived during the thinking. Returns whether to stop thinking.
    fn overheard(&mut self, line: Line) -> Result<bool, Leave> {
        let (word, rest) = split(&line.bytes);
        if let Some(stop) = deviate::thinking::overheard(self, word, &line)? {
            return Ok(stop);
        }
        match word {
            Some(Word::End) => return Err(Leave::End),
            Some(Word::Stop) => return Ok(true),
            Some(Word::Info) if self.waiting.is_empty() && Limits::is_about_time(rest) => {
                self.limits.set(rest);
            }
            _ => self.waiting.push_back(line),
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
