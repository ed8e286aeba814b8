//! The log of the program, and warnings about words of `RUST_LOG` that do not have the meaning they seem to have.

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use env_logger::{Builder, Target};
use log::LevelFilter;

use crate::near::{nearest, suggestion};

/// The environment variable with the filter of the log.
const RUST_LOG: &str = "RUST_LOG";
/// The filter of a log file without that variable.
const DEFAULT_FILTER: &str = "debug";
/// The levels, in words.
const LEVELS: &str = "off, error, warn, info, debug or trace";

/// Starts a log in this file, or on standard error if the environment alone asks for one.
///
/// # Errors
/// Returns a message that names the file if it cannot be created.
pub(super) fn start(path: Option<&Path>) -> Result<(), String> {
    let filter = env::var_os(RUST_LOG).map(|filter| filter.to_string_lossy().into_owned());
    if filter.is_none() && path.is_none() {
        return Ok(());
    }
    let target = path.map(create).transpose()?;
    let (filter, warnings) = checked(filter.as_deref().unwrap_or(DEFAULT_FILTER));
    for warning in warnings {
        writeln!(io::stderr(), "{RUST_LOG}: {warning}").ok();
    }
    let mut builder = Builder::new();
    builder.parse_filters(&filter);
    if let Some(file) = target {
        builder.target(Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}

/// Creates a log file; the error names it.
fn create(path: &Path) -> Result<File, String> {
    let fault = match whole_file::check_file_place(path) {
        Ok(()) => match File::create(path) {
            Ok(file) => return Ok(file),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    };
    Err(format!("cannot create the log file {}: {fault}", path.display()))
}

/// Returns the filter without the words whose level is invalid, and warnings about these and about words that look
/// like misspelt levels.
fn checked(filter: &str) -> (String, Vec<String>) {
    let (words, text) = filter.split_at(filter.find('/').unwrap_or(filter.len()));
    let mut warnings = Vec::new();
    let mut valid = Vec::new();
    for word in words.split(',').map(str::trim) {
        let invalid = word.split_once('=').and_then(|(_, level)| invalid_level(level.trim()));
        match invalid {
            Some(warning) => warnings.push(warning),
            None => {
                warnings.extend(misspelt_level(word));
                valid.push(word);
            }
        }
    }
    (valid.join(",") + text, warnings)
}

/// Returns a warning about the text after the name of a module if it is no level. No text stands for all levels.
fn invalid_level(text: &str) -> Option<String> {
    let is_valid = text.is_empty() || is_level(text);
    let near = suggestion(nearest_level(text).as_deref());
    (!is_valid).then(|| format!("{text:?} is no level: expected {LEVELS}{near}"))
}

/// Returns a warning about a word that looks like a misspelt level, which a filter takes for the name of a module.
fn misspelt_level(word: &str) -> Option<String> {
    let near = nearest_level(word).filter(|_| !is_level(word) && !word.contains('='))?;
    let near = suggestion(Some(&near));
    Some(format!("{word:?} is no level, but the name of a module{near}"))
}

fn is_level(text: &str) -> bool {
    text.parse::<LevelFilter>().is_ok()
}

fn nearest_level(text: &str) -> Option<String> {
    let levels = LevelFilter::iter().map(|level| level.as_str());
    nearest(text, levels).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, checked};

    #[track_caller]
    fn check(filter: &str, valid: &str, warnings: &[&str]) {
        let expected = warnings.iter().map(|&warning| warning.to_owned()).collect();
        assert_eq!(checked(filter), (valid.to_owned(), expected), "{filter}");
    }

    #[test]
    fn valid_filters() {
        for filter in ["", "off", "ERROR,dolmen", "dolmen::search=warn,dolmen=", "trace/text,inof"]
        {
            check(filter, filter, &[]);
        }
        check("debug, dolmen=info", "debug,dolmen=info", &[]);
    }

    #[test]
    fn misspelt_levels_are_named() {
        let module = "\"debgu\" is no level, but the name of a module; did you mean debug?";
        check("debgu,dolmen=error", "debgu,dolmen=error", &[module]);
        let level = format!("\"inof\" is no level: expected {LEVELS}; did you mean info?");
        check("dolmen=inof,warn", "warn", &[&level]);
        let strange = format!("\"loud\" is no level: expected {LEVELS}");
        check("dolmen = loud/text", "/text", &[&strange]);
        let double = format!("\"warn=info\" is no level: expected {LEVELS}; did you mean warn?");
        check("dolmen=warn=info", "", &[&double]);
    }
}
