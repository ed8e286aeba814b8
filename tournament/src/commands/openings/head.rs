//! The head of a file of openings: its content, and the commands that made it.

use std::fs;
use std::path::Path;

use super::{Effort, EngineText, OpeningsRequest};
use crate::commands::ground::Ground;
use crate::config::{RuleText, SizeText, Span};
use crate::openings::OpeningStyle;

/// The name of the default engine in files of openings.
const OWN_ENGINE: &str = "pbrain-dolmen";
/// The beginning of the line with the content.
const CONTENT: &str = "Openings for ";
/// The beginning of the line with the command that made the file.
const COMMAND: &str = "Made by: ";
/// The beginning of a line with a command that made the file of `--from`.
const EARLIER: &str = "From: ";

/// Returns the rule and the board that the head of a file names.
pub(super) fn ground(file: &Path) -> Option<Ground> {
    comments(file).into_iter().find_map(|line| {
        let (rule, rest) = line.strip_prefix(CONTENT)?.split_once(" on ")?;
        let end = rest.find(|char: char| !(char.is_ascii_digit() || char == 'x'))?;
        let SizeText(size) = rest[..end].parse().ok()?;
        let RuleText(rule) = rule.parse().ok()?;
        Some(Ground { rule, size })
    })
}

/// Returns the lines of comments of a file, without the sign.
fn comments(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.strip_prefix('#'));
    lines.map(|line| line.trim().to_owned()).collect()
}

impl OpeningsRequest {
    /// Returns the head of the file: its content, the command that made it, and those that made the file of
    /// `--from`.
    pub(super) fn about(&self) -> String {
        let Self { ground: Ground { rule, size }, style, .. } = self;
        let manner = match (&self.from, style) {
            (Some(file), _) => format!(", those of {}", file.display()),
            (None, OpeningStyle::Middle) => String::new(),
            (None, OpeningStyle::Contest) => " in the style of contests".to_owned(),
        };
        let effort = match self.effort() {
            Effort::Nodes(nodes) => format!("{nodes} nodes"),
            Effort::Time(time) => Span(time).to_string(),
        };
        let limit = self.limit.unwrap_or(Self::LIMIT);
        let engine = self.engine.as_ref().map_or(OWN_ENGINE.to_owned(), EngineText::name);
        let worth = match self.even_at {
            0 => format!("at most {limit} to either side"),
            even => {
                let (even, limit) = (i128::from(even), i128::from(limit));
                format!("{} to {} to Black", even - limit, even + limit)
            }
        };
        format!(
            "Openings for {rule} on {size}{manner}, worth {worth} by \
             {engine} in {effort}.\n{COMMAND}{}\n{}One a line: the moves, black first, as \
             distances from the point {},{}, counted from 0.",
            self.command(),
            self.earlier_commands(),
            size.width() / 2,
            size.height() / 2,
        )
    }

    /// Returns a line for each command that made the file of `--from`, the last one first.
    fn earlier_commands(&self) -> String {
        let lines = self.from.as_deref().map(comments).unwrap_or_default();
        let commands = lines
            .iter()
            .filter_map(|line| line.strip_prefix(COMMAND).or_else(|| line.strip_prefix(EARLIER)));
        commands.map(|command| format!("{EARLIER}{command}\n")).collect()
    }

    /// Returns the command line that makes the same openings.
    pub(super) fn command(&self) -> String {
        let is_random = self.from.is_none();
        let is_default = self.style == OpeningStyle::default();
        let (nodes, time) = match self.effort() {
            Effort::Nodes(nodes) => (Some(nodes.to_string()), None),
            Effort::Time(time) => (None, Some(Span(time).to_string())),
        };
        let options = [
            ("--engine", self.engine.as_ref().map(|engine| engine.text.clone())),
            ("--from", self.from.as_ref().map(|file| file.display().to_string())),
            ("--rule", Some(self.ground.rule.to_string())),
            ("--size", Some(SizeText(self.ground.size).to_string())),
            // The default is omitted, as in the commands of older files.
            ("--style", (is_random && !is_default).then(|| self.style.to_string())),
            ("--count", (is_random || self.count.is_some()).then(|| self.count().to_string())),
            ("--seed", is_random.then(|| self.seed.to_string())),
            ("--nodes", nodes),
            ("--time", time),
            ("--even-at", (self.even_at != 0).then(|| self.even_at.to_string())),
            ("--limit", self.limit.map(|limit| limit.to_string())),
            ("--pause", self.pause.map(|pause| pause.to_string())),
            ("--output", self.output.as_ref().map(|file| file.display().to_string())),
        ];
        let mut words = vec!["tournament".to_owned(), "openings".to_owned()];
        for (name, value) in options {
            words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
        }
        shell_words::join(words)
    }
}
