//! The file of a tuning: lines of JSON, the first with the settings, then one for each step.
//! One process writes it; a last line without an end is dropped, other damage refused.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use fs4::FileExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tune::{Progress, Settings};

/// What the first line says that it begins.
const FORMAT: &str = "dolmen tuning 1";

/// A step, as its line has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Pairs up to now.
    pub pairs: u64,
    /// Pairs that there were to be in the end.
    pub of: u64,
    /// Games won less games lost in this step.
    pub result: i64,
    /// The values after it, in the order of the header's margins.
    pub values: Vec<f64>,
}

/// The first line.
#[derive(Serialize)]
struct Header<'a> {
    format: &'static str,
    settings: &'a Settings,
}

/// Why a file cannot be begun or gone on with.
#[derive(Debug)]
pub enum StateError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another process is writing it.
    Busy(PathBuf),
    /// Its first line is not that of a tuning.
    Foreign(PathBuf),
    /// It was made with another setting.
    OtherSetting {
        /// The file.
        path: PathBuf,
        /// The setting, in the file's terms.
        name: String,
        /// Its value in the file.
        known: String,
        /// Its value now.
        wanted: String,
    },
    /// A line of a step is none; the number counts from 1, the text says why.
    Damaged(PathBuf, usize, String),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Busy(path) => write!(f, "{}: another process writes it", path.display()),
            Self::Foreign(path) => write!(f, "{} is no file of a tuning", path.display()),
            Self::OtherSetting { path, name, known, wanted } => {
                let path = path.display();
                write!(f, "{path} was made with {name} {known}, not {wanted}; take another file")
            }
            Self::Damaged(path, line, why) => {
                write!(f, "{} is damaged in line {line}: {why}", path.display())
            }
        }
    }
}

impl std::error::Error for StateError {}

/// The file of a tuning, open to this process alone.
#[derive(Debug)]
pub(crate) struct State {
    path: PathBuf,
    file: File,
    progress: Progress,
}

impl State {
    /// Begins the file of some settings, or goes on with it.
    pub(crate) fn open(path: &Path, settings: &Settings) -> Result<Self, StateError> {
        let io_error = |error| StateError::Io(path.to_owned(), error);
        let options = OpenOptions::new().create(true).append(true).read(true).clone();
        let mut file = options.open(path).map_err(io_error)?;
        if FileExt::try_lock(&file).is_err() {
            return Err(StateError::Busy(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let header = Header { format: FORMAT, settings };
        let header = serde_json::to_string(&header).expect("settings are numbers and texts") + "\n";
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        // A first line that was cut off is this one; any other file stays as it is.
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(StateError::Foreign(path.to_owned()));
        }
        let mut progress = Progress {
            known_pairs: 0,
            pairs: 0,
            values: settings.margins.iter().map(|margin| f64::from(margin.usual)).collect(),
            torn_bytes: (bytes.len() - whole) as u64,
        };
        read(path, &bytes[..whole], settings, &mut progress)?;
        progress.known_pairs = progress.pairs;
        if progress.torn_bytes > 0 {
            file.set_len(whole as u64).map_err(io_error)?;
        }
        let mut state = Self { path: path.to_owned(), file, progress };
        if whole == 0 {
            state.write(&header)?;
        }
        Ok(state)
    }

    /// How far the file had got when it was opened.
    pub(crate) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Adds a step.
    pub(crate) fn add(&mut self, step: &Step) -> Result<(), StateError> {
        let line = serde_json::to_string(step).expect("a step is numbers");
        self.write(&(line + "\n"))
    }

    /// Writes a line so that it stays.
    fn write(&mut self, line: &str) -> Result<(), StateError> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| StateError::Io(self.path.clone(), error))
    }
}

/// Reads whole lines: they belong to the settings, and every step to the one before.
fn read(
    path: &Path,
    bytes: &[u8],
    settings: &Settings,
    progress: &mut Progress,
) -> Result<(), StateError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next() else { return Ok(()) };
    let header: Value = serde_json::from_slice(header).unwrap_or_default();
    if header["format"] != FORMAT || !header["settings"].is_object() {
        return Err(StateError::Foreign(path.to_owned()));
    }
    let wanted = serde_json::to_value(settings).expect("settings are numbers and texts");
    if let Some((name, known, wanted)) = difference("", &header["settings"], &wanted) {
        return Err(StateError::OtherSetting { path: path.to_owned(), name, known, wanted });
    }
    for (line, number) in lines {
        let damaged = |why| StateError::Damaged(path.to_owned(), number, why);
        let step: Step =
            serde_json::from_slice(line).map_err(|error| damaged(error.to_string()))?;
        check(&step, settings, progress.pairs).map_err(damaged)?;
        progress.pairs = step.pairs;
        progress.values = step.values;
    }
    Ok(())
}

/// Whether a step can come after so many pairs; what is wrong, if not.
fn check(step: &Step, settings: &Settings, before: u64) -> Result<(), String> {
    let pairs = step.pairs.checked_sub(before).filter(|pairs| (1..=settings.batch).contains(pairs));
    let Some(pairs) = pairs else {
        return Err(format!("{} pairs after {before}", step.pairs));
    };
    if step.result.unsigned_abs() > 2 * pairs {
        return Err(format!("result {} of {pairs} pairs", step.result));
    }
    let (known, wanted) = (step.values.len(), settings.margins.len());
    if known != wanted {
        return Err(format!("{known} values of {wanted} margins"));
    }
    for (margin, value) in settings.margins.iter().zip(&step.values) {
        if !(f64::from(margin.least)..=f64::from(margin.most)).contains(value) {
            return Err(format!("{} is {value}", margin.name));
        }
    }
    Ok(())
}

/// The first setting that is not the same: its name, what is known, what is wanted.
fn difference(name: &str, known: &Value, wanted: &Value) -> Option<(String, String, String)> {
    let inner =
        |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") };
    match (known, wanted) {
        (Value::Object(has), Value::Object(wants)) => wants
            .iter()
            .map(|(part, value)| (part, &known[part], value))
            .chain(has.iter().map(|(part, value)| (part, value, &wanted[part])))
            .find_map(|(part, known, wanted)| difference(&inner(part), known, wanted)),
        (Value::Array(has), Value::Array(wants)) if short(known) == short(wanted) => {
            let parts = has.iter().zip(wants);
            parts.into_iter().find_map(|(has, wants)| difference(&inner(&short(wants)), has, wants))
        }
        _ => (known != wanted).then(|| (name.to_owned(), short(known), short(wanted))),
    }
}

/// A value for a person: lists by the names in them.
fn short(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(short).collect::<Vec<_>>().join(","),
        Value::Object(parts) if parts.contains_key("name") => short(&parts["name"]),
        value => value.to_string(),
    }
}
