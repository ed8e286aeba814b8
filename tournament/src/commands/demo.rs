//! The demonstration, `run` when nobody names an engine: Dolmen and its house opponents play a short
//! tournament, so that a newcomer sees one.
//!
//! Invariant: nothing is built unless Cargo itself runs this program.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use thiserror::Error;

use crate::config::{Draft, EngineDraft, RuleText, SizeText, TimeControl, Words};

/// The program of Dolmen.
const DOLMEN: &str = "pbrain-dolmen";
/// The program of the house opponents.
const HOUSE: &str = "house";
/// The house opponents, as their program calls them.
const OPPONENTS: [&str; 6] = ["random", "a", "b-careful", "b-bold", "c", "e"];
/// The packages that hold the programs.
const PACKAGES: [(&str, &str); 2] = [("dolmen", DOLMEN), ("house", HOUSE)];
/// Time for a move.
const TURN: Duration = Duration::from_millis(100);
/// Games of each pairing.
const GAMES: u64 = 2;
/// The file of results.
const STATE: &str = "house.jsonl";

/// The programs of the demonstration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Programs {
    /// `pbrain-dolmen`.
    pub dolmen: PathBuf,
    /// `house`.
    pub house: PathBuf,
}

/// The programs cannot be had.
#[derive(Debug, Error)]
pub enum DemoError {
    /// The system does not tell where this program lies.
    #[error("cannot find the folder of this program: {0}")]
    Nowhere(#[source] io::Error),
    /// A program is not beside this one.
    #[error(
        "no engines are named, and {}, needed to play Dolmen against its house opponents, is \
         missing; build it with `cargo build --release --workspace`, or name engines: \
         `tournament --engine ./one --engine ./other`",
        .0.display()
    )]
    Missing(PathBuf),
    /// Cargo cannot be started.
    #[error("cannot start cargo: {0}")]
    Cargo(#[source] io::Error),
    /// Cargo could not build them, and said why.
    #[error("cargo could not build the engines of the demonstration")]
    Build,
}

/// Finds the programs: Cargo builds them if it runs this program, otherwise they must lie
/// beside it.
///
/// # Errors
/// They cannot be built, or are not there.
pub fn programs() -> Result<Programs, DemoError> {
    let own = env::current_exe().map_err(DemoError::Nowhere)?;
    let folder = own.parent().unwrap_or(Path::new("."));
    let is_ours = env::var_os("CARGO_PKG_NAME").as_deref() == Some(OsStr::new("tournament"));
    match (env::var_os("CARGO"), env::var_os("CARGO_MANIFEST_DIR")) {
        (Some(cargo), Some(package)) if is_ours => build(&cargo, Path::new(&package), folder),
        _ => beside(folder),
    }
}

/// The programs in a folder.
fn beside(folder: &Path) -> Result<Programs, DemoError> {
    let program = |name: &str| {
        let path = folder.join(format!("{name}{EXE_SUFFIX}"));
        if path.is_file() { Ok(path) } else { Err(DemoError::Missing(path)) }
    };
    Ok(Programs { dolmen: program(DOLMEN)?, house: program(HOUSE)? })
}

/// Lets Cargo build the programs as it built this one, which lies in `folder`.
fn build(cargo: &OsStr, package: &Path, folder: &Path) -> Result<Programs, DemoError> {
    let mut command = Command::new(cargo);
    command.arg("build").arg("--manifest-path").arg(package.join("Cargo.toml"));
    command.arg("--message-format=json-render-diagnostics");
    command.args(profile(folder));
    for (package, program) in PACKAGES {
        command.args(["--package", package, "--bin", program]);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(DemoError::Cargo)?;
    if !output.status.success() {
        return Err(DemoError::Build);
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let built = |name: &str| executable(&messages, name).ok_or(DemoError::Build);
    Ok(Programs { dolmen: built(DOLMEN)?, house: built(HOUSE)? })
}

/// The arguments that name the profile whose programs Cargo puts into a folder.
fn profile(folder: &Path) -> Vec<OsString> {
    match folder.file_name() {
        Some(name) if name != "debug" => vec!["--profile".into(), name.to_owned()],
        _ => Vec::new(),
    }
}

/// Returns where Cargo says that it put a program.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_it = message["reason"] == "compiler-artifact" && message["target"]["name"] == name;
        is_it.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    })
}

/// The tournament of the demonstration, with what somebody said laid over it.
#[must_use]
pub fn draft(programs: &Programs, said: &Draft) -> Draft {
    let engine = |name: &str, words: &[&OsStr]| EngineDraft {
        name: Some(name.to_owned()),
        cmd: Some(Words(words.iter().map(|word| word.to_string_lossy().into_owned()).collect())),
        ..EngineDraft::default()
    };
    let opponent = |name: &&str| {
        engine(&format!("house-{name}"), &[programs.house.as_os_str(), OsStr::new(name)])
    };
    let dolmen = engine("dolmen", &[programs.dolmen.as_os_str()]);
    let tc = TimeControl { game: None, turn: Some(TURN), increment: Duration::ZERO };
    let draft = Draft {
        rule: Some(RuleText(Rule::Standard)),
        size: Some(SizeText(BoardSize::square(15))),
        games: Some(GAMES),
        state: Some(PathBuf::from(STATE)),
        each: EngineDraft { tc: Some(tc), ..EngineDraft::default() },
        engines: [dolmen].into_iter().chain(OPPONENTS.iter().map(opponent)).collect(),
        ..Draft::default()
    };
    draft.overlaid(said.clone())
}

#[cfg(test)]
mod tests;
