//! The settings of one engine, or of all of them.

use std::mem;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use merge::Merge;
use merge::option::overwrite_none;
use number_text::whole_number_in;
use serde::{Deserialize, Serialize};

use crate::config::pairs::{PairError, from_pair, pairs};
use crate::config::values::serial::options;
use crate::config::{Bytes, Profile, Span, TimeControl, Words};

/// The request for an engine. Missing settings are taken from those of all engines, and then from
/// the defaults.
#[derive(Args, Clone, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
#[merge(strategy = overwrite_none)]
#[command(next_help_heading = "Defaults for every engine")]
pub struct EngineDraft {
    /// Its name in tables; if `None`, that of its program.
    #[arg(skip)]
    pub name: Option<String>,

    /// Its program and arguments.
    #[arg(skip)]
    pub cmd: Option<Words>,

    /// The working directory.
    #[arg(skip)]
    pub folder: Option<PathBuf>,

    /// Manager to imitate [default: plain].
    #[arg(long, value_name = "NAME", display_order = 100)]
    pub profile: Option<Profile>,

    /// Time control GAME/TURN+INCREMENT in seconds; 0 means no limit [default: 0/1, or none
    /// if nodes or depth are limited].
    #[arg(long, value_name = "CLOCK")]
    pub tc: Option<TimeControl>,

    /// Nodes per move; 0 means no limit (an extension that not all engines support). Engines are
    /// then restarted for every game, so that games are reproducible.
    #[arg(long, value_name = "N", value_parser = whole_number_in(0_u64..))]
    pub nodes: Option<u64>,

    /// Search depth in plies; 0 means no limit (an extension that not all engines support).
    #[arg(long, value_name = "N", value_parser = whole_number_in(0_u32..))]
    pub depth: Option<u32>,

    /// Search threads (an extension that not all engines support).
    #[arg(long, value_name = "N", value_parser = whole_number_in(0_u32..))]
    pub threads: Option<u32>,

    /// Memory limit for all processes of an engine; 0 means no limit [default: 350M, as in
    /// Gomocup].
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Bytes>,

    /// Tolerance for late moves [default: 50ms; 1s with the profiles piskvork and gomocup].
    #[arg(long, value_name = "TIME")]
    pub margin: Option<Span>,

    /// Time limit for an engine to start [default: 10s].
    #[arg(long, value_name = "TIME")]
    pub startup: Option<Span>,

    /// Pause after each answer before the next command, not counted as the engine's time;
    /// some engines lose commands that arrive right after their move [default: 0].
    #[arg(long, value_name = "TIME")]
    pub pause: Option<Span>,

    /// Send INFO KEY VALUE to every engine; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option_of)]
    #[serde(with = "options", skip_serializing_if = "Vec::is_empty")]
    #[merge(strategy = fill_options)]
    pub options: Vec<(String, String)>,

    /// The folder against which relative paths are resolved; if empty, the current one.
    #[arg(skip)]
    #[serde(skip)]
    #[merge(skip)]
    pub base: PathBuf,
}

impl EngineDraft {
    /// Sets the field that a key names, or an option for `option.KEY`.
    ///
    /// # Errors
    /// Returns an error if there is no such key, or the value is invalid.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), PairError> {
        let mut said = match key.strip_prefix("option.") {
            Some(option) => {
                let options = vec![(option.to_owned(), value.to_owned())];
                Self { options, ..Self::default() }
            }
            None => from_pair(key, value).map_err(|error| match error {
                // Options have no common key: each is set by `option.KEY`.
                PairError::Key(near) if key == "options" || near == Some("options") => {
                    PairError::Key(Some("option.KEY"))
                }
                error => error,
            })?,
        };
        said.fill(mem::take(self));
        *self = said;
        Ok(())
    }

    /// Fills in missing settings from those of all engines. The engine's own options follow the common ones,
    /// or replace those with the same key.
    pub fn fill(&mut self, all: Self) {
        // A path is relative to the folder of the file that contains it.
        if self.cmd.is_none() {
            self.base.clone_from(&all.base);
        }
        self.merge(all);
    }

    /// Returns whether no setting is given.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Resolves relative paths against a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        self.base = base.to_owned();
        if let Some(folder) = &mut self.folder {
            *folder = base.join(&*folder);
        }
    }
}

/// Overlays the options of all engines with an engine's own.
fn fill_options(own: &mut Vec<(String, String)>, all: Vec<(String, String)>) {
    for (key, value) in mem::replace(own, all) {
        match own.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => own.push((key, value)),
        }
    }
}

fn option_of(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = pair.ok_or("expected KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Reads `name=…,cmd=…,tc=…`, or a command alone.
impl FromStr for EngineDraft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut engine = Self::default();
        for (key, value) in pairs(text, "cmd")? {
            engine.set(&key, &value).map_err(|error| error.about_engine(&key))?;
        }
        Ok(engine)
    }
}
