//! Cases as data: the files of `cases/`, one for each group, read and checked.

mod file;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::PathBuf;

use serde::Deserialize;

use crate::outcome::{Delivery, Level};
use crate::script::{ParseScriptError, Script};

#[cfg(test)]
pub(crate) use file::parse_group;
pub use file::{LeftOut, built_in, left_out, read_folder};

/// A group of cases, in the order of its file.
#[derive(Clone, Debug)]
pub struct Group {
    /// The letter with which the identifiers of its cases begin.
    pub letter: char,
    /// Short name, as in the name of its file.
    pub name: String,
    /// Title of its page.
    pub title: String,
    /// What it is about, some paragraphs.
    pub about: String,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// A case: what to say to an engine, and what must hold of its answers.
#[derive(Clone, Debug)]
pub struct Case {
    /// Identifier, such as `A04`.
    pub id: String,
    /// Short name.
    pub name: String,
    /// How much it matters.
    pub level: Level,
    /// Where the requirement comes from.
    pub source: String,
    /// What is checked, and what it means for a game.
    pub means: String,
    /// How to mend an engine that fails.
    pub mend: String,
    /// Identifiers of the cases that must have passed before.
    pub needs: Vec<String>,
    /// What is said before the script.
    pub setup: Option<Setup>,
    /// Whether latency is judged, so that nothing may run beside it.
    pub timed: bool,
    /// Whether it runs only on request, because it takes long.
    pub full: bool,
    /// How its lines may be delivered.
    pub only: Vec<Delivery>,
    /// How they are delivered without request, besides the first of `only`.
    pub modes: Vec<Delivery>,
    /// The values of its variables, one assignment for each run; one empty one if it has none.
    pub variations: Vec<Variation>,
    /// What is special about its process.
    pub process: Process,
    /// The script as written; of an invariant: empty, since every run checks it.
    pub script_text: String,
}

/// What is said before a script: START, the limits, the rule.
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
    /// Whether it runs only on request.
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
    /// Whether it is an invariant: it has no script, since every run of every case checks it.
    pub fn is_invariant(&self) -> bool {
        self.script_text.is_empty()
    }

    /// What tells its variations from each other, one text for each; the first variable alone
    /// if that is enough.
    pub fn labels(&self) -> Vec<String> {
        let labels = |count| -> Vec<String> {
            self.variations.iter().map(|variation| variation.label(count)).collect()
        };
        let first = labels(1);
        let distinct: BTreeSet<&String> = first.iter().collect();
        if distinct.len() == first.len() { first } else { labels(usize::MAX) }
    }
}

/// What is special about the process of a case.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Process {
    /// What its standard input is.
    pub stdin: Input,
    /// Its working directory.
    pub folder: Folder,
    /// The executable is copied to a folder of this name first.
    pub copy_to: Option<String>,
    /// Whether it knows a home folder.
    pub home: bool,
    /// How many files it may open.
    pub open_files: Option<u64>,
    /// How many processes and threads its user may have.
    pub processes: Option<u64>,
    /// How many processes run the script at once.
    pub instances: u8,
    /// Whether its standard error goes where its standard output goes.
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

/// Why a case file is refused.
#[derive(Debug)]
pub enum ReadCasesError {
    /// It is not TOML, or lacks or has keys.
    Format {
        /// Name of the file.
        file: String,
        /// What the reader says.
        error: Box<toml::de::Error>,
    },
    /// It cannot be read.
    Unreadable {
        /// Which file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A script is refused.
    Script {
        /// Identifier of the case.
        id: String,
        /// The line at fault.
        error: ParseScriptError,
    },
    /// A case contradicts itself or others.
    Case {
        /// Identifier of the case.
        id: String,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for ReadCasesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { file, error } => write!(f, "{file}: {error}"),
            Self::Unreadable { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Script { id, error } => write!(f, "script of case {id}: {error}"),
            Self::Case { id, reason } => write!(f, "case {id}: {reason}"),
        }
    }
}

impl std::error::Error for ReadCasesError {}
