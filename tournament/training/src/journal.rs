//! Files that keep what long work has found out: lines of JSON, the first with the settings,
//! then one for each finding. One process writes them; a last line without an end is dropped,
//! other damage refused.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use fs4::FileExt;
use serde::Serialize;
use serde_json::Value;

/// The kind of a file.
#[derive(Debug)]
pub struct Kind {
    /// The name of the format in its first line.
    pub format: &'static str,
    /// The work, for a person.
    pub work: &'static str,
}

/// The first line.
#[derive(Serialize)]
struct Header<'a, S> {
    format: &'static str,
    settings: &'a S,
}

/// A reason for which a file cannot be begun or gone on with.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another process is writing it.
    Busy(PathBuf),
    /// Its first line is not that of such work.
    Foreign(PathBuf, &'static str),
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
    /// A line is no finding; the number counts from 1, the text says why.
    Damaged(PathBuf, usize, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Busy(path) => write!(f, "{} is in use by another process", path.display()),
            Self::Foreign(path, work) => write!(f, "{} is not a file of a {work}", path.display()),
            Self::OtherSetting { path, name, known, wanted } => {
                let path = path.display();
                write!(f, "{path} was written with {name} {known}, not {wanted}; use another file")
            }
            Self::Damaged(path, line, why) => {
                write!(f, "{} is damaged at line {line}: {why}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// A file, open to this process alone.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of a last line that was written only in part, and was dropped.
    pub(crate) torn_bytes: u64,
}

/// Takes over a finding, or says what is wrong with it.
pub(crate) type OnLine<'a> = &'a mut dyn FnMut(&[u8]) -> Result<(), String>;

impl Journal {
    /// Begins the file of some settings, or goes on with it after its findings were taken over.
    pub(crate) fn open(
        path: &Path,
        kind: &Kind,
        settings: &impl Serialize,
        on_line: OnLine<'_>,
    ) -> Result<Self, JournalError> {
        let io_error = |error| JournalError::Io(path.to_owned(), error);
        let options = OpenOptions::new().create(true).append(true).read(true).clone();
        let mut file = options.open(path).map_err(io_error)?;
        if FileExt::try_lock(&file).is_err() {
            return Err(JournalError::Busy(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let header = Header { format: kind.format, settings };
        let header = serde_json::to_string(&header)
            .expect("settings of numbers and strings serialize to JSON")
            + "\n";
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        // A first line that was cut off is this one; any other file stays as it is.
        if whole == 0 && !header.as_bytes().starts_with(&bytes) {
            return Err(JournalError::Foreign(path.to_owned(), kind.work));
        }
        read(path, &bytes[..whole], kind, settings, on_line)?;
        let torn_bytes = (bytes.len() - whole) as u64;
        if torn_bytes > 0 {
            file.set_len(whole as u64).map_err(io_error)?;
        }
        let mut journal = Self { path: path.to_owned(), file, torn_bytes };
        if whole == 0 {
            journal.write(&header)?;
        }
        Ok(journal)
    }

    /// Adds a finding.
    pub(crate) fn add(&mut self, finding: &impl Serialize) -> Result<(), JournalError> {
        let line = serde_json::to_string(finding)
            .expect("a finding of numbers and strings serializes to JSON");
        self.write(&(line + "\n"))
    }

    /// Writes a line so that it stays.
    fn write(&mut self, line: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::Io(self.path.clone(), error))
    }
}

/// Reads whole lines: they belong to the settings.
fn read(
    path: &Path,
    bytes: &[u8],
    kind: &Kind,
    settings: &impl Serialize,
    on_line: OnLine<'_>,
) -> Result<(), JournalError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
    let Some((header, _)) = lines.next() else { return Ok(()) };
    let header: Value = serde_json::from_slice(header).unwrap_or_default();
    if header["format"] != kind.format || !header["settings"].is_object() {
        return Err(JournalError::Foreign(path.to_owned(), kind.work));
    }
    let wanted =
        serde_json::to_value(settings).expect("settings of numbers and strings serialize to JSON");
    if let Some((name, known, wanted)) = difference("", &header["settings"], &wanted) {
        return Err(JournalError::OtherSetting { path: path.to_owned(), name, known, wanted });
    }
    for (line, number) in lines {
        on_line(line).map_err(|why| JournalError::Damaged(path.to_owned(), number, why))?;
    }
    Ok(())
}

/// Returns the first setting that differs: its name, the stored value and the requested
/// one.
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

/// Formats a value for a message; lists show the names of their elements.
fn short(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(short).collect::<Vec<_>>().join(","),
        Value::Object(parts) if parts.contains_key("name") => short(&parts["name"]),
        value => value.to_string(),
    }
}
