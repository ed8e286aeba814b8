//! The command `tournament openings`: its arguments and what it does.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use engine_process::EngineCommand;

use crate::openings::generate::{GenerateError, GeneratorSettings, Progress, generate};
use crate::openings::write::write;

/// The engine that is looked for beside the runner.
const OWN_ENGINE: &str = "pbrain-dolmen";
/// How long an engine may take to start, and for each answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Random positions that are tried for each opening.
const ATTEMPTS: u64 = 10_000;

const DEFAULT_NODES: u64 = 30_000;
const DEFAULT_LIMIT: u64 = 60;

/// Make balanced openings: random stones near the middle, kept when an engine finds them even.
#[derive(Args, Clone, Debug)]
pub struct OpeningsArguments {
    /// The engine that judges, with its arguments; without, pbrain-dolmen from the folder of
    /// this program. It has to obey `INFO max_node` and to print `MESSAGE … ev VALUE …`.
    #[arg(long, value_name = "COMMAND", value_parser = words_of)]
    pub engine: Option<Words>,

    /// The rule: freestyle, standard, renju, caro, caro6, omok.
    #[arg(long, value_name = "RULE")]
    pub rule: Rule,

    /// The board, 15 or 15x12.
    #[arg(long, value_name = "N", value_parser = size_of)]
    pub size: BoardSize,

    /// How many openings.
    #[arg(long, value_name = "N")]
    pub count: usize,

    /// Where all randomness starts: the same seed gives the same openings.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Nodes that the engine may use for each position.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// The largest value, of either sign, that counts as even, in the engine's units.
    #[arg(long, value_name = "VALUE", default_value_t = DEFAULT_LIMIT)]
    pub limit: u64,

    /// The file to write; without, standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// A command, split into words as a shell does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What was given.
    pub text: String,
    /// Program and arguments; never empty.
    pub words: Vec<String>,
}

/// Why no openings were written.
#[derive(Debug)]
pub enum OpeningsError {
    /// Where this program lies, and so the engine beside it, is not known.
    Beside(io::Error),
    /// They cannot be made.
    Generate(GenerateError),
    /// They cannot be written.
    Write {
        /// The file; none for standard output.
        file: Option<PathBuf>,
        /// Why not.
        source: io::Error,
    },
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beside(source) => {
                write!(f, "no engine is given, and the folder of this program is unknown: {source}")
            }
            Self::Generate(error) => write!(f, "{error}"),
            Self::Write { file: Some(file), source } => write!(f, "{}: {source}", file.display()),
            Self::Write { file: None, source } => write!(f, "standard output: {source}"),
        }
    }
}

impl std::error::Error for OpeningsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Beside(source) | Self::Write { source, .. } => Some(source),
            Self::Generate(error) => Some(error),
        }
    }
}

impl OpeningsArguments {
    /// Makes the openings and writes them to the file, if one was given, or else to `output`.
    ///
    /// # Errors
    /// If they cannot be made or written.
    pub fn run(
        &self,
        output: &mut dyn Write,
        progress: impl FnMut(Progress),
    ) -> Result<(), OpeningsError> {
        let openings = generate(&self.settings()?, progress).map_err(OpeningsError::Generate)?;
        let mut text = Vec::new();
        write(&mut text, &self.about(), &openings, self.size).expect("memory takes everything");
        let written = match &self.output {
            Some(file) => fs::write(file, text),
            None => output.write_all(&text),
        };
        written.map_err(|source| OpeningsError::Write { file: self.output.clone(), source })
    }

    /// What the generator is to do.
    ///
    /// # Errors
    /// If no engine is given and the folder of this program is not known.
    pub fn settings(&self) -> Result<GeneratorSettings, OpeningsError> {
        let engine = match &self.engine {
            Some(Words { words, .. }) => EngineCommand::new(&words[0]).args(&words[1..]),
            None => EngineCommand::new(beside().map_err(OpeningsError::Beside)?),
        };
        Ok(GeneratorSettings {
            engine,
            rule: self.rule,
            size: self.size,
            count: self.count,
            seed: self.seed,
            nodes: self.nodes,
            stones: GeneratorSettings::STONES,
            spread: GeneratorSettings::SPREAD,
            limit: self.limit,
            attempts: ATTEMPTS.saturating_mul(self.count as u64),
            patience: PATIENCE,
        })
    }

    /// The head of the file: what is in it and the command that made it.
    fn about(&self) -> String {
        let Self { rule, size, nodes, limit, .. } = self;
        let engine = self.engine.as_ref().map_or(OWN_ENGINE, |engine| &engine.text);
        format!(
            "Openings for {rule} on {size}, worth at most {limit} to either side by {engine} in \
             {nodes} nodes.\nMade by: {}\nOne a line: the moves, black first, as distances from \
             the point {},{}, counted from 0.",
            self.command(),
            size.width() / 2,
            size.height() / 2,
        )
    }

    /// The command line that gives the same openings.
    fn command(&self) -> String {
        let side = match (self.size.width(), self.size.height()) {
            (width, height) if width == height => width.to_string(),
            _ => self.size.to_string(),
        };
        let mut words = vec!["tournament".to_owned(), "openings".to_owned()];
        let mut add = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        if let Some(engine) = &self.engine {
            add("engine", engine.text.clone());
        }
        add("rule", self.rule.to_string());
        add("size", side);
        add("count", self.count.to_string());
        add("seed", self.seed.to_string());
        add("nodes", self.nodes.to_string());
        add("limit", self.limit.to_string());
        if let Some(file) = &self.output {
            add("output", file.display().to_string());
        }
        shell_words::join(words)
    }
}

/// Where the engine that belongs to this program lies.
fn beside() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().unwrap_or(Path::new("."));
    Ok(folder.join(format!("{OWN_ENGINE}{}", std::env::consts::EXE_SUFFIX)))
}

fn words_of(text: &str) -> Result<Words, String> {
    let words = shell_words::split(text).map_err(|error| error.to_string())?;
    if words.is_empty() {
        return Err("no program is named".to_owned());
    }
    Ok(Words { text: text.to_owned(), words })
}

fn size_of(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().map_err(|_| format!("{text:?} is no number of points"));
    BoardSize::new(side(width)?, side(height)?).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
