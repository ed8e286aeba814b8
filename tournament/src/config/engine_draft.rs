//! The settings of one engine, or of all of them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::config::near::{nearest, suggestion};
use crate::config::values::serial::{options, text, words};
use crate::config::{Bytes, ParsePairsError, Profile, Span, TimeControl, Words, pairs};

/// The settings of an engine. Missing ones are taken from those of all engines, and then from the
/// defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineDraft {
    /// Its name in tables; without, that of its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its program and arguments.
    #[serde(default, with = "words", skip_serializing_if = "Option::is_none")]
    pub cmd: Option<Words>,
    /// The working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// The profile by which it is spoken to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// Its clock.
    #[serde(default, with = "text", skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Nodes for a move; 0 is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies of a search; 0 is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Threads of a search; with 0 nothing is said to the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// Memory; 0 is no limit.
    #[serde(default, with = "text", skip_serializing_if = "Option::is_none")]
    pub memory: Option<Bytes>,
    /// The delay with which a move may come.
    #[serde(default, with = "text", skip_serializing_if = "Option::is_none")]
    pub margin: Option<Span>,
    /// The time that it may take to answer START.
    #[serde(default, with = "text", skip_serializing_if = "Option::is_none")]
    pub startup: Option<Span>,
    /// The time for which it is left alone after an answer.
    #[serde(default, with = "text", skip_serializing_if = "Option::is_none")]
    pub pause: Option<Span>,
    /// `INFO key value` lines, in order.
    #[serde(default, with = "options", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The folder from which relative paths count; empty is the current one.
    #[serde(skip)]
    pub base: PathBuf,
}

/// A key or value that an engine cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetError {
    /// No such key.
    Unknown {
        /// The key.
        key: String,
        /// The key that may be meant.
        near: Option<&'static str>,
    },
    /// A key with a value that it cannot have.
    Value {
        /// The key.
        key: String,
        /// The fault of the value.
        reason: String,
    },
    /// Not a list of keys and values at all.
    Pairs(ParsePairsError),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { key, near } => {
                write!(f, "unknown key {key:?} of an engine{}", suggestion(*near))
            }
            Self::Value { key, reason } => write!(f, "{key}: {reason}"),
            Self::Pairs(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SetError {}

/// The keys in lists of the command line; `option.KEY` beside them.
pub(crate) const KEYS: [&str; 13] = [
    "name", "cmd", "folder", "profile", "tc", "nodes", "depth", "threads", "memory", "margin",
    "startup", "pause", "option.",
];

impl EngineDraft {
    /// Says something about the engine, by key and value as on the command line.
    ///
    /// # Errors
    /// There is no such key, or the value is none for it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SetError> {
        if let Some(option) = key.strip_prefix("option.") {
            put_option(&mut self.options, option, value);
            return Ok(());
        }
        match key {
            "name" => self.name = Some(value.to_owned()),
            "cmd" => self.cmd = Some(parsed(key, value)?),
            "folder" => self.folder = Some(PathBuf::from(value)),
            "profile" => self.profile = Some(profile(value)?),
            "tc" => self.tc = Some(parsed(key, value)?),
            "nodes" => self.nodes = Some(parsed(key, value)?),
            "depth" => self.depth = Some(parsed(key, value)?),
            "threads" => self.threads = Some(parsed(key, value)?),
            "memory" => self.memory = Some(parsed(key, value)?),
            "margin" => self.margin = Some(parsed(key, value)?),
            "startup" => self.startup = Some(parsed(key, value)?),
            "pause" => self.pause = Some(parsed(key, value)?),
            _ => return Err(SetError::Unknown { key: key.to_owned(), near: nearest(key, KEYS) }),
        }
        Ok(())
    }

    /// This engine, with what it lacks taken from what was said about all of them. Its own
    /// options come after theirs, or in the place of theirs.
    #[must_use]
    pub fn or(&self, all: &Self) -> Self {
        let mut options = all.options.clone();
        for (key, value) in &self.options {
            put_option(&mut options, key, value);
        }
        // A path counts from the folder of the file that holds it.
        let base = if self.cmd.is_some() { &self.base } else { &all.base };
        Self {
            name: self.name.clone().or_else(|| all.name.clone()),
            cmd: self.cmd.clone().or_else(|| all.cmd.clone()),
            folder: self.folder.clone().or_else(|| all.folder.clone()),
            profile: self.profile.or(all.profile),
            tc: self.tc.or(all.tc),
            nodes: self.nodes.or(all.nodes),
            depth: self.depth.or(all.depth),
            threads: self.threads.or(all.threads),
            memory: self.memory.or(all.memory),
            margin: self.margin.or(all.margin),
            startup: self.startup.or(all.startup),
            pause: self.pause.or(all.pause),
            options,
            base: base.clone(),
        }
    }

    /// Lets relative paths count from a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        self.base = base.to_owned();
        if let Some(folder) = &mut self.folder {
            *folder = base.join(&*folder);
        }
    }
}

/// Sets an option, in its place if it is there already.
fn put_option(options: &mut Vec<(String, String)>, key: &str, value: &str) {
    match options.iter_mut().find(|(known, _)| known == key) {
        Some((_, old)) => value.clone_into(old),
        None => options.push((key.to_owned(), value.to_owned())),
    }
}

/// `name=…,cmd=…,tc=…`, or the command alone.
impl FromStr for EngineDraft {
    type Err = SetError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut engine = Self::default();
        for (key, value) in pairs(text, "cmd").map_err(SetError::Pairs)? {
            engine.set(&key, &value)?;
        }
        Ok(engine)
    }
}

fn parsed<T: FromStr<Err: fmt::Display>>(key: &str, value: &str) -> Result<T, SetError> {
    value.parse().map_err(|error: T::Err| SetError::Value {
        key: key.to_owned(),
        reason: with_text(value, &error),
    })
}

/// The words of an error, and the text if it is not among them, as with numbers.
pub(crate) fn with_text(value: &str, error: &dyn fmt::Display) -> String {
    let reason = error.to_string();
    if reason.contains(value) && !value.is_empty() {
        reason
    } else {
        format!("{value:?}: {reason}")
    }
}

fn profile(value: &str) -> Result<Profile, SetError> {
    Profile::from_str(value, false).map_err(|_| {
        let known = "expected plain, piskvork, gomocup or c-gomoku-cli";
        let reason = format!("unknown profile {value:?}: {known}");
        SetError::Value { key: "profile".to_owned(), reason }
    })
}
