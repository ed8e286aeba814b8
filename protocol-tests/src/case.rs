//! Cases as data: the files of `cases/`, one for each group, read and checked.

mod file;
mod recorded;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::PathBuf;

use serde::Deserialize;
use thiserror::Error;

use crate::outcome::{Delivery, Level};
use crate::referee::Rule;
use crate::script::{Action, ParseScriptError, ReadSessionError, Script, Step};

#[cfg(test)]
pub(crate) use file::parse_group;
pub use file::{LeftOut, built_in, left_out, read_folder};
pub use recorded::recorded;

/// A group of cases, in the order of its file.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name of its file, without `.toml`; its page has the same name.
    pub file: String,
    /// The letter with which the identifiers of its cases begin.
    pub letter: char,
    /// Its short name.
    pub name: String,
    /// The title of its page.
    pub title: String,
    /// A description of its subject, in some paragraphs.
    pub about: String,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// The letter of the group of recorded sessions; no group of cases has it.
const RECORDED: char = '*';

/// The letter and the name, as in `D time`.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letter {
            RECORDED => f.write_str(&self.name),
            letter => write!(f, "{letter} {}", self.name),
        }
    }
}

/// A case: what to say to an engine, and what must hold of its answers.
#[derive(Clone, Debug)]
pub struct Case {
    /// Identifier, such as `A04`.
    pub id: String,
    /// Short name.
    pub name: String,
    /// The importance of the requirement.
    pub level: Level,
    /// The source of the requirement.
    pub source: String,
    /// The checked property, and its meaning for a game.
    pub means: String,
    /// The fix for an engine that fails.
    pub mend: String,
    /// Identifiers of the cases that must have passed before.
    pub needs: Vec<String>,
    /// The commands before the script.
    pub setup: Option<Setup>,
    /// Indicates whether it measures latency, so that no other case may run at the same time.
    pub timed: bool,
    /// Indicates whether it runs only on request, because it takes long.
    pub full: bool,
    /// The possible deliveries of its lines.
    pub only: Vec<Delivery>,
    /// The deliveries that are used without request, besides the first of `only`.
    pub modes: Vec<Delivery>,
    /// The values of its variables, one assignment for each run; one empty one if it has none.
    pub variations: Vec<Variation>,
    /// The special properties of its process.
    pub process: Process,
    /// The script as written; of an invariant: empty, since every run checks it.
    pub script_text: String,
}

/// The commands before a script: START, the limits, the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Columns and rows of the board.
    pub size: u8,
    /// Limit for a move, in milliseconds.
    pub limit: u64,
    /// The number of the rule, if one is sent.
    pub rule: Option<i64>,
}

/// Values for the variables of a script.
#[derive(Clone, Debug, Default)]
pub struct Variation {
    /// Names and values.
    pub values: Vec<(String, String)>,
    /// Indicates whether it runs only on request.
    pub full: bool,
    /// The script with these values; of an invariant: none.
    pub script: Option<Script>,
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label(usize::MAX))
    }
}

impl Variation {
    /// Its first `count` names with their values, such as `k=5`.
    fn label(&self, count: usize) -> String {
        let values = self.values.iter().take(count);
        values.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }
}

impl Case {
    /// Returns whether it is an invariant: it has no script, since every run of every case checks
    /// it.
    pub fn is_invariant(&self) -> bool {
        self.script_text.is_empty()
    }

    /// Returns the deliveries that are used without request: CR LF, or the first that it allows, and
    /// its `modes`.
    pub fn usual_deliveries(&self) -> Vec<Delivery> {
        let first = if self.only.contains(&Delivery::Crlf) { Delivery::Crlf } else { self.only[0] };
        let others = self.modes.iter().copied().filter(|&mode| mode != first);
        std::iter::once(first).chain(others).collect()
    }

    /// Returns the rules that a variation announces, in its set-up or in its script.
    pub fn rules(&self, variation: &Variation) -> BTreeSet<Rule> {
        let of_setup = self.setup.and_then(|setup| setup.rule);
        let mut script = Vec::new();
        collect_sent(variation.script.as_ref().map_or(&[], |script| &script.steps), &mut script);
        let of_script = script
            .into_iter()
            .filter_map(|line| line.strip_prefix("INFO rule ")?.trim().parse().ok());
        of_setup.into_iter().chain(of_script).filter_map(Rule::from_code).collect()
    }

    /// Returns a label for each of its variations: the values of the variables, or that of the first
    /// variable alone if it distinguishes all variations.
    pub fn labels(&self) -> Vec<String> {
        let labels = |count| -> Vec<String> {
            self.variations.iter().map(|variation| variation.label(count)).collect()
        };
        let first = labels(1);
        let distinct: BTreeSet<&String> = first.iter().collect();
        if distinct.len() == first.len() { first } else { labels(usize::MAX) }
    }
}

/// Collects the lines that statements send; the lines of a repetition count once.
fn collect_sent<'a>(steps: &'a [Step], lines: &mut Vec<&'a str>) {
    for step in steps {
        match &step.action {
            Action::Send { text, .. } => lines.push(&text.0),
            Action::Repeat { body, .. } => collect_sent(body, lines),
            _ => {}
        }
    }
}

/// The special properties of the process of a case.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Process {
    /// The kind of its standard input.
    pub stdin: Input,
    /// Its working directory.
    pub folder: Folder,
    /// The executable is copied to a folder of this name first.
    pub copy_to: Option<String>,
    /// Indicates whether its environment names a home folder.
    pub home: bool,
    /// The number of files that it may open.
    pub open_files: Option<u64>,
    /// The number of processes and threads that its user may have.
    pub processes: Option<u64>,
    /// The number of processes that run the script at once.
    pub instances: u8,
    /// Indicates whether its standard error goes where its standard output goes.
    pub merged_stderr: bool,
}

impl Default for Process {
    fn default() -> Self {
        Self {
            stdin: Input::Pipe,
            folder: Folder::Temporary,
            copy_to: None,
            home: true,
            open_files: None,
            processes: None,
            instances: 1,
            merged_stderr: false,
        }
    }
}

/// The standard input of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// A pipe from the suite.
    Pipe,
    /// An empty file.
    Null,
}

/// The working directory of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Folder {
    /// A new, empty one.
    #[serde(rename = "temporary")]
    Temporary,
    /// A new, empty one that cannot be written to.
    #[serde(rename = "read-only")]
    ReadOnly,
    /// The root of the file system.
    #[serde(rename = "/")]
    Root,
}

/// An error in case files.
#[derive(Debug, Error)]
pub enum ReadCasesError {
    /// The file is not TOML, or lacks a key, or has one too many.
    #[error("{file}: {error}")]
    Format {
        /// The name of the file.
        file: String,
        /// The error of the parser.
        error: Box<toml::de::Error>,
    },
    /// A folder holds no case files.
    #[error("{}: no case files: expected files *.toml, each with a group of cases", .0.display())]
    NoFiles(PathBuf),
    /// The file or folder cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A recorded session is invalid.
    #[error("{}: {error}", path.display())]
    Session {
        /// The path of the file.
        path: PathBuf,
        /// The error of the parser.
        error: ReadSessionError,
    },
    /// A script is invalid.
    #[error("script of case {id}: {error}")]
    Script {
        /// The identifier of the case.
        id: String,
        /// The error of the parser.
        error: ParseScriptError,
    },
    /// A case contradicts itself or others.
    #[error("case {id}: {reason}")]
    Case {
        /// The identifier of the case.
        id: String,
        /// The contradiction.
        reason: String,
    },
}
