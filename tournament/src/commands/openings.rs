//! `openings`: generates or sifts openings and writes them to a file, with the command in its head.
//!
//! Invariant: with the same engine and the same file of `--from`, the command in the file makes the same file
//! again.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use game_engine_process::EngineCommand;
use house::built_in;

use crate::commands::ground::Ground;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::{ParseValueError, SizeText, Span, Words};
use crate::openings::{GeneratorSettings, OpeningStyle, Progress, Source, generate, read, write};

/// The name of the default engine in files of openings.
const OWN_ENGINE: &str = "pbrain-dolmen";
/// The time limit for the start of the engine and for each answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The maximum number of random positions for each opening.
const ATTEMPTS: u64 = 10_000;

/// The arguments of `openings`.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct OpeningsRequest {
    /// Engine that judges openings; it must report evaluations in the format of Dolmen
    /// [default: Dolmen itself].
    #[arg(short, long, value_name = "COMMAND", value_parser = command_of)]
    pub engine: Option<Words>,

    /// The rule and the board.
    #[command(flatten)]
    pub ground: Ground,

    /// File of openings to sift with another engine or more nodes, instead of random ones.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["style", "seed"])]
    pub from: Option<PathBuf>,

    /// Style of the openings: in a small square around the centre, or anywhere, as in
    /// contests.
    #[arg(long, default_value = "middle")]
    pub style: OpeningStyle,

    /// Number of openings [default: 100, or all that are balanced with --from].
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,

    /// Seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Nodes for each evaluation of an opening.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Evaluation for Black that counts as even, if the engine prefers a colour that wins no more
    /// often.
    #[arg(long, value_name = "VALUE", default_value_t = 0, allow_negative_numbers = true)]
    pub even_at: i64,

    /// Largest distance from --even-at, for either side, at which an evaluation counts as balanced.
    #[arg(long, value_name = "VALUE")]
    pub limit: Option<u64>,

    /// Pause after each answer, for engines that lose commands that arrive too early.
    #[arg(long, value_name = "TIME")]
    pub pause: Option<Span>,

    /// File to write [default: standard output].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// Reads a command of at least one word.
fn command_of(text: &str) -> Result<Words, String> {
    let words: Words = text.parse().map_err(|error: ParseValueError| error.to_string())?;
    if words.0.is_empty() { Err("the command is empty".to_owned()) } else { Ok(words) }
}

/// Generates openings.
///
/// # Errors
/// See [`Problem`].
pub fn openings(request: &OpeningsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let Terminal { out, err, .. } = terminal;
    let source = request.source()?;
    let given = match &source {
        Source::Given(openings) => Some(openings.len()),
        Source::Random { .. } => None,
    };
    let count = request.count();
    let mut told = 0;
    let progress = |Progress { tried, kept, .. }: Progress| {
        // Progress is optional: a closed standard error does not matter.
        if let Some(given) = given {
            writeln!(err, "{tried} of {given} openings judged, {kept} balanced").ok();
        } else if kept > told {
            told = kept;
            writeln!(err, "{kept} of {count} openings found, {tried} positions tried").ok();
        }
    };
    request.run(source, out, progress)?;
    Ok(Status::Done)
}

impl OpeningsRequest {
    /// The default node limit, below the nodes of a move even in a fast game.
    pub const NODES: u64 = 50_000;
    /// The default number of random openings.
    pub const COUNT: usize = 100;
    /// The default limit of balance. In Dolmen's units, 200 correspond to a win in 73 of 100 games, and 50 to
    /// a win in 56.
    pub const LIMIT: u64 = 50;

    /// Returns the positions to judge: random ones, or those of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has an invalid opening.
    pub fn source(&self) -> Result<Source, Problem> {
        let Ground { rule, size } = self.ground;
        match &self.from {
            Some(file) => read(file, None, size, rule).map(Source::Given).map_err(Problem::usage),
            None => {
                let attempts = ATTEMPTS.saturating_mul(self.count() as u64);
                Ok(Source::Random { style: self.style, seed: self.seed, attempts })
            }
        }
    }

    /// Returns the largest number of openings.
    fn count(&self) -> usize {
        let default = if self.from.is_some() { usize::MAX } else { Self::COUNT };
        self.count.unwrap_or(default)
    }

    /// Generates the openings and writes them to the file, or to `output` without a file.
    ///
    /// # Errors
    /// Returns an error if they cannot be generated or written.
    ///
    /// # Panics
    /// Panics if the command of the engine is empty.
    pub fn run(
        &self,
        source: Source,
        output: &mut dyn Write,
        progress: impl FnMut(Progress),
    ) -> Result<(), Problem> {
        let failed = |error: io::Error| {
            let place = self.output.as_deref().unwrap_or(Path::new("standard output"));
            Problem::machine(format!("{}: {error}", place.display()))
        };
        // Opening the file now detects an unwritable file before the work begins, and keeps the old
        // content until the end.
        let open = |path| File::options().write(true).create(true).truncate(false).open(path);
        let file = self.output.as_ref().map(open).transpose().map_err(failed)?;
        let openings = generate(&self.settings(source)?, progress).map_err(Problem::machine)?;
        let mut text = Vec::new();
        write(&mut text, &self.about(), &openings, self.ground.size)
            .expect("writing to memory never fails");
        let written = match file {
            Some(mut file) => file.set_len(0).and_then(|()| file.write_all(&text)),
            None => output.write_all(&text),
        };
        written.map_err(failed)
    }

    fn settings(&self, source: Source) -> Result<GeneratorSettings, Problem> {
        let words = match &self.engine {
            Some(Words(words)) => words.clone(),
            None => built_in::command(built_in::DOLMEN)
                .map_err(|error| Problem::machine(format!("cannot find this program: {error}")))?,
        };
        let engine = EngineCommand::new(&words[0]).args(&words[1..]);
        Ok(GeneratorSettings {
            engine,
            rule: self.ground.rule,
            size: self.ground.size,
            source,
            count: self.count(),
            nodes: self.nodes.unwrap_or(Self::NODES),
            even_at: self.even_at,
            limit: self.limit.unwrap_or(Self::LIMIT),
            patience: PATIENCE,
            pause: self.pause.map_or(Duration::ZERO, |Span(time)| time),
        })
    }

    /// Returns the head of the file: its content and the command that made it.
    fn about(&self) -> String {
        let Self { ground: Ground { rule, size }, style, .. } = self;
        let manner = match (&self.from, style) {
            (Some(file), _) => format!(", those of {}", file.display()),
            (None, OpeningStyle::Middle) => String::new(),
            (None, OpeningStyle::Contest) => " in the style of contests".to_owned(),
        };
        let nodes = self.nodes.unwrap_or(Self::NODES);
        let limit = self.limit.unwrap_or(Self::LIMIT);
        let engine = self.engine.as_ref().map_or(OWN_ENGINE.to_owned(), Words::to_string);
        let worth = match self.even_at {
            0 => format!("at most {limit} to either side"),
            even => {
                let (even, limit) = (i128::from(even), i128::from(limit));
                format!("{} to {} to Black", even - limit, even + limit)
            }
        };
        format!(
            "Openings for {rule} on {size}{manner}, worth {worth} by \
             {engine} in {nodes} nodes.\nMade by: {}\nOne a line: the moves, black first, as \
             distances from the point {},{}, counted from 0.",
            self.command(),
            size.width() / 2,
            size.height() / 2,
        )
    }

    /// Returns the command line that makes the same openings.
    fn command(&self) -> String {
        let is_random = self.from.is_none();
        let is_default = self.style == OpeningStyle::default();
        let options = [
            ("--engine", self.engine.as_ref().map(Words::to_string)),
            ("--from", self.from.as_ref().map(|file| file.display().to_string())),
            ("--rule", Some(self.ground.rule.to_string())),
            ("--size", Some(SizeText(self.ground.size).to_string())),
            // The default is omitted, as in the commands of older files.
            ("--style", (is_random && !is_default).then(|| self.style.to_string())),
            ("--count", (is_random || self.count.is_some()).then(|| self.count().to_string())),
            ("--seed", is_random.then(|| self.seed.to_string())),
            ("--nodes", Some(self.nodes.unwrap_or(Self::NODES).to_string())),
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

#[cfg(test)]
mod tests;
