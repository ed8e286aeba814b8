//! Replays recorded managers: sends the lines of a real manager to another engine.
//!
//! The engine's moves differ from the recorded ones. So wherever the manager repeats a recorded
//! move of the engine, the replay substitutes the move that the engine really made, and a recorded
//! move of the opponent goes to the nearest free point if its own point is taken.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::driver::Flow;
use crate::driver::lines::coordinate;
use crate::driver::model::Model;
use crate::driver::runner::Runner;
use crate::outcome::Delivery;
use crate::referee::Point;
use crate::script::{Action, Item, Pattern, Session, Text};

static COORDINATE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[0-9]+,[0-9]+").expect("the regular expression is valid"));

/// The map from the recorded points of stones to their real ones.
#[derive(Default)]
struct Places {
    moved: BTreeMap<String, String>,
}

impl Places {
    /// Returns a text line of the manager with its points mapped to the real ones.
    fn translate(&mut self, line: &str, model: &Model) -> String {
        let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
        if ["START", "RECTSTART", "RESTART", "INFO"].contains(&word.as_str()) {
            if word != "INFO" {
                self.moved.clear();
            }
            return line.to_owned();
        }
        if word == "TURN"
            && let Some(recorded) = COORDINATE.find(line)
            && let Some(free) = self.free_for(recorded.as_str(), model)
        {
            self.moved.insert(recorded.as_str().to_owned(), free);
        }
        // The engine may have taken a point that the record gives to another stone of a list.
        for recorded in COORDINATE.find_iter(line).map(|found| found.as_str()) {
            let taken = self.moved.values().any(|actual| actual == recorded);
            if taken
                && !self.moved.contains_key(recorded)
                && let Some(free) = self.free_for(recorded, model)
            {
                self.moved.insert(recorded.to_owned(), free);
            }
        }
        let place = |found: &regex::Captures<'_>| {
            self.moved.get(&found[0]).cloned().unwrap_or_else(|| found[0].to_owned())
        };
        COORDINATE.replace_all(line, place).into_owned()
    }

    /// Returns another point for an opponent's move whose own point is taken.
    fn free_for(&self, recorded: &str, model: &Model) -> Option<String> {
        let wanted: Point = recorded.parse().ok()?;
        let free = model.free_points();
        if free.contains(&wanted) && !self.moved.contains_key(recorded) {
            return None;
        }
        let distance = |point: &Point| {
            u32::from(point.x.abs_diff(wanted.x)).pow(2)
                + u32::from(point.y.abs_diff(wanted.y)).pow(2)
        };
        free.into_iter().min_by_key(distance).map(|point| point.to_string())
    }

    /// Maps the recorded moves of a reply to the moves that the engine made instead.
    fn replied(&mut self, recorded: &str, actual: &str) {
        for (old, new) in COORDINATE.find_iter(recorded).zip(COORDINATE.find_iter(actual)) {
            self.moved.insert(old.as_str().to_owned(), new.as_str().to_owned());
        }
    }
}

/// Plays a session to the engine.
pub(crate) fn play(runner: &mut Runner<'_>, session: &Session) -> Flow {
    let delivery = runner.dialogue.delivery;
    let mut places = Places::default();
    let played = session.items.iter().try_for_each(|item| match item {
        Item::EndLines(end) => {
            // A manager is replayed with the line ends that it uses.
            runner.dialogue.delivery = *end;
            Ok(())
        }
        Item::Send { text, hold } => {
            let text = places.translate(text, &runner.dialogue.model);
            runner.dialogue.is_over |= text.trim().eq_ignore_ascii_case("END");
            let step = Action::Send { text: Text(text), hold: *hold };
            runner.act(&step)
        }
        Item::Reply(recorded) => reply(runner, &mut places, recorded),
        Item::Step(step) => runner.step(step),
    });
    runner.dialogue.delivery = delivery;
    if matches!(delivery, Delivery::Frozen) {
        runner.dialogue.thaw()?;
    }
    played
}

/// Waits for a reply of the kind on record.
fn reply(runner: &mut Runner<'_>, places: &mut Places, recorded: &str) -> Flow {
    let word = recorded.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
    let patterns = match word.as_str() {
        "OK" => vec![Pattern::Ok],
        "ERROR" | "UNKNOWN" => vec![Pattern::Error, Pattern::Unknown],
        "SWAP" => vec![Pattern::Swap],
        _ if recorded.contains("name=") => vec![Pattern::About],
        _ => {
            let parts: Vec<_> = recorded.split(' ').collect();
            match parts.iter().all(|part| coordinate(part.as_bytes()).is_some()) {
                true if parts.len() == 1 => vec![Pattern::MOVE],
                true => vec![Pattern::Pairs(parts.len())],
                false => vec![Pattern::Any],
            }
        }
    };
    let actual = runner.expect(patterns, None)?;
    places.replied(recorded, &actual);
    Ok(())
}
