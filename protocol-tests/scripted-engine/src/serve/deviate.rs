//! The interpreter of the deviations.

use std::env;
use std::thread;
use std::time::{Duration, Instant};

use protocol_tests::referee::{Content, Side};
use regex::bytes::Captures;

use crate::behaviour::{Action, Condition, Deed, Deviation, Moment, Place};
use crate::command::{self, number, split};
use crate::engine::{Done, Engine, Leave};
use crate::input::{Heard, Line};
use crate::process;

const LIST_LINE: Place = Place::Moment(Moment::ListLine);
const POSITION: Place = Place::Moment(Moment::Position);

impl Engine {
    /// Deviates at a place that has no line.
    pub(super) fn deviate(&mut self, moment: Moment) -> Result<bool, Leave> {
        self.deviate_from(Place::Moment(moment), &mut Vec::new())
    }

    /// Applies the deviations at a place to a line, which they may change. Returns whether the
    /// honest engine continues.
    ///
    /// # Errors
    /// Returns the reason to leave.
    pub(super) fn deviate_from(&mut self, place: Place, line: &mut Vec<u8>) -> Result<bool, Leave> {
        for i in 0..self.behaviour.deviates.len() {
            let deviation = &self.behaviour.deviates[i];
            if !deviation.at.contains(&place) {
                continue;
            }
            let original = line.clone();
            let Some(captures) = captures(deviation, &original) else { continue };
            let (conditions, actions) = (deviation.when.clone(), deviation.does.clone());
            self.memory.matches += 1;
            if !conditions.iter().all(|&condition| self.holds(condition, place, line)) {
                continue;
            }
            for action in actions {
                if !self.act(&action, &captures, line)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn holds(&self, condition: Condition, place: Place, line: &[u8]) -> bool {
        let game = self.game.as_ref();
        let named = game.zip(command::point(line)).map(|(game, point)| game.field.at(point));
        let memory = &self.memory;
        match condition {
            Condition::First => memory.matches == 1,
            Condition::Again => memory.matches > 1,
            Condition::Nth if place == LIST_LINE || place == POSITION => {
                memory.list_lines == self.behaviour.number()
            }
            Condition::Nth => memory.moves == self.behaviour.number(),
            Condition::Game => game.is_some(),
            Condition::NoGame => game.is_none(),
            Condition::Empty => game.is_some_and(|game| game.stones() == 0),
            Condition::Occupied => matches!(named, Some(Some(Content::Stone(_)))),
            Condition::Outside => named == Some(None),
            Condition::Ahead => {
                game.is_some_and(|game| game.count(game.own) > game.count(game.own.other()))
            }
            Condition::Behind => {
                game.is_some_and(|game| game.count(game.own) < game.count(game.own.other()))
            }
            Condition::LastPoint => game.is_some_and(|game| game.field.empty_points().len() < 2),
            Condition::Unmarked => !memory.marked,
            Condition::BlankInPath => {
                env::current_exe().is_ok_and(|path| path.to_string_lossy().contains(' '))
            }
            Condition::White => game.is_some_and(|game| game.own == Side::White),
            Condition::Marked => memory.marked,
            Condition::Stopped => memory.stopped,
            Condition::JustBegun => {
                memory.began.is_some_and(|began| began.elapsed() < Duration::from_millis(5))
            }
            Condition::NotUtf8 => std::str::from_utf8(line).is_err(),
            Condition::MemoryLimit => self.limits.memory > 0,
            Condition::NoMatchLimit => self.limits.game <= 0,
        }
    }

    /// Performs an action. Returns whether the honest engine continues.
    fn act(
        &mut self,
        action: &Action,
        captures: &Captures<'_>,
        line: &mut Vec<u8>,
    ) -> Result<bool, Leave> {
        match action {
            Action::Put(text) => {
                let found = captures.get(0).map_or(0..0, |found| found.range());
                line.splice(found, self.expand(text, captures));
            }
            Action::Say(text) => return self.write_line(text, captures).map(|()| false),
            Action::Add(text) => self.write_line(text, captures)?,
            Action::Drop => return Ok(false),
            Action::CarryOut(text) => self.carry_out_text(&self.expand(text, captures))?,
            Action::Keep => {
                self.memory.kept = Some(line.clone());
                return Ok(false);
            }
            Action::CarryOutKept => {
                if let Some(rest) = &self.memory.kept {
                    self.limits.set(rest);
                }
            }
            Action::Move => return self.answer().map(|()| false),
            Action::SkipList => drop(self.list(|_| Some(()))?),
            Action::TakeLater => {
                self.waiting.push_back(Line { bytes: line.clone(), cut: false });
                return Ok(false);
            }
            Action::TakeAfterMove => {
                self.waiting.push_front(Line { bytes: line.clone(), cut: false });
                self.memory.stopped = true;
                return Ok(false);
            }
            Action::ServeOn => {
                let until = Instant::now() + Duration::from_millis(100);
                while let Some(Heard::Line(line)) = self.input.as_mut().map(|i| i.wait(until)) {
                    self.obey(line)?;
                }
            }
            Action::WriteInPieces => return self.write_in_pieces(line).map(|()| false),
            Action::Mark(mark) => self.memory.marked = *mark,
            Action::Forget => self.game = None,
            Action::Clear => {
                if let Ok((game, point)) = self.named(line) {
                    game.field.set(point, Content::Empty);
                }
            }
            Action::ExchangeStones => {
                self.memory.marked = false;
                if let Some(game) = &mut self.game {
                    game.own = game.own.other();
                }
            }
            Action::Deed(deed) => self.perform(deed, captures),
        }
        Ok(true)
    }

    fn write_line(&mut self, template: &str, captures: &Captures<'_>) -> Done {
        let mut line = self.expand(template, captures);
        line.push(b'\n');
        self.write(&line)
    }

    fn write_in_pieces(&mut self, line: &[u8]) -> Done {
        let (text, end) = line.split_at(line.len() - 1);
        let (first, second) = text.split_at(text.len() / 2);
        self.write(first)?;
        for piece in [second, end] {
            thread::sleep(Duration::from_millis(self.behaviour.number()));
            self.write(piece)?;
        }
        Ok(())
    }

    fn carry_out_text(&mut self, text: &[u8]) -> Done {
        match split(text) {
            (Some(word), rest) => self.carry_out(word, rest),
            (None, _) => Ok(()),
        }
    }

    fn perform(&mut self, deed: &Deed, captures: &Captures<'_>) {
        let expand = |text| String::from_utf8_lossy(&self.expand(text, captures)).into_owned();
        let deed = match deed {
            Deed::Complain(text) => Deed::Complain(expand(text)),
            Deed::Panic(text) => Deed::Panic(expand(text)),
            Deed::StartThreads(count) => Deed::StartThreads(expand(count)),
            Deed::CreateFolder(name) => Deed::CreateFolder(expand(name)),
            _ => deed.clone(),
        };
        // A deed that the system refuses, such as a line to a closed stderr, is left out.
        process::perform(&deed, self.behaviour.number(), &mut self.held).ok();
    }

    /// Replaces the placeholders of a template: `{n}` by the behaviour's number, `{fill}` by so many
    /// bytes, `{count}` by the number of matching lines, `{width}` by the width of the board,
    /// `{taken}` by a point with a stone, `{x+1}` and the like by what follows from the coordinates
    /// in `$1` and `$2`, and `{column}` by the letter of `$1`.
    fn expand(&self, template: &str, captures: &Captures<'_>) -> Vec<u8> {
        let coordinate =
            |i| captures.get(i).and_then(|found| number(found.as_bytes())).unwrap_or(0);
        let (x, y) = (coordinate(1), coordinate(2));
        let n = self.behaviour.number();
        let mut text = template.replace("{n}", &n.to_string());
        if text.contains("{fill}") {
            text = text.replace("{fill}", &"x".repeat(n as usize));
        }
        let numbers = [("x+1", x + 1), ("y+1", y + 1), ("x&255", x & 255), ("y&255", y & 255)];
        for (name, value) in numbers {
            text = text.replace(&format!("{{{name}}}"), &value.to_string());
        }
        text = text.replace("{count}", &self.memory.matches.to_string());
        text = text.replace("{column}", &char::from(b'a' + (x % 26) as u8).to_string());
        if let Some(game) = &self.game {
            let stone = |side| game.first(Content::Stone(side));
            let taken = stone(game.own.other()).or_else(|| stone(game.own));
            text = text.replace("{width}", &game.field.width().to_string());
            text = text.replace("{taken}", &taken.map_or_else(String::new, |p| p.to_string()));
        }
        let latin1: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        let mut expanded = Vec::new();
        captures.expand(&latin1, &mut expanded);
        expanded
    }
}

/// Matches a line with the patterns of a deviation.
fn captures<'a>(deviation: &Deviation, line: &'a [u8]) -> Option<Captures<'a>> {
    let is_excepted = deviation.unless.as_ref().is_some_and(|pattern| pattern.0.is_match(line));
    if is_excepted { None } else { deviation.line.0.captures(line) }
}
