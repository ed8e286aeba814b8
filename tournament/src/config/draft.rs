//! The request for a tournament, before it is completed and checked.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::config::near::{nearest, suggestion};
use crate::config::values::serial::text;
use crate::config::{EngineDraft, Format, OpeningsDraft, RuleText, SizeText, pairs};

/// A tournament as far as somebody described it, in TOML or on a command line. The fields
/// are those of the TOML.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Draft {
    /// The rule; freestyle without.
    #[serde(with = "text", skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleText>,
    /// The board; 15 without.
    #[serde(with = "text", skip_serializing_if = "Option::is_none")]
    pub size: Option<SizeText>,
    /// The pairings of the engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// Games of each pairing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Indicates whether each opening is played with both colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<bool>,
    /// Indicates whether openings that are played again are turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transform: Option<bool>,
    /// Indicates whether engines negotiate the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swap2: Option<bool>,
    /// Games at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    /// Indicates whether games own processors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affinity: Option<bool>,
    /// Indicates whether engines are started anew for every game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart: Option<bool>,
    /// A game with this many stones is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_after: Option<usize>,
    /// Indicates whether every request is a BOARD block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_boards: Option<bool>,
    /// Indicates whether the last message before each move is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_messages: Option<bool>,
    /// The seed of all randomness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The file of results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<PathBuf>,
    /// The tournament stops when this file exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_file: Option<PathBuf>,
    /// The openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningsDraft>,
    /// The test that may end the tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtDraft>,
    /// The settings of every engine that has none of its own.
    #[serde(skip_serializing_if = "is_default")]
    pub each: EngineDraft,
    /// The engines.
    #[serde(rename = "engine", skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineDraft>,
}

fn is_default(engine: &EngineDraft) -> bool {
    *engine == EngineDraft::default()
}

/// The request for a test between two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SprtDraft {
    /// Difference of the null hypothesis; 0 without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo0: Option<f64>,
    /// Difference of the alternative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo1: Option<f64>,
    /// Chance of accepting the alternative wrongly; 0.05 without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// Chance of accepting the null hypothesis wrongly; 0.05 without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// The model of the differences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<EloModel>,
}

/// The unit of differences in strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalized Elo: in units of the standard deviation of the results.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// `0,5`, or `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`.
impl FromStr for SprtDraft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut draft = Self::default();
        if let Some((elo0, elo1)) = text.split_once(',').filter(|_| !text.contains('=')) {
            draft.set("elo0", elo0)?;
            draft.set("elo1", elo1)?;
            return Ok(draft);
        }
        for (key, value) in pairs(text, "elo1").map_err(|error| error.to_string())? {
            draft.set(&key, &value)?;
        }
        Ok(draft)
    }
}

impl SprtDraft {
    /// Says something about the test, by key and value as on the command line.
    ///
    /// # Errors
    /// There is no such key, or the value is none for it; in words.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || {
            let number = value.trim().parse::<f64>();
            number.map(Some).map_err(|_| format!("invalid {key} {value:?}: expected a number"))
        };
        match key {
            "elo0" => self.elo0 = number()?,
            "elo1" => self.elo1 = number()?,
            "alpha" => self.alpha = number()?,
            "beta" => self.beta = number()?,
            "model" => {
                let model = EloModel::from_str(value, false);
                let wrong = |_| format!("unknown model {value:?}: expected normalized or logistic");
                self.model = Some(model.map_err(wrong)?);
            }
            _ => {
                let near = nearest(key, ["elo0", "elo1", "alpha", "beta", "model"]);
                return Err(format!("unknown key {key:?} of a test{}", suggestion(near)));
            }
        }
        Ok(())
    }
}

impl Draft {
    /// This tournament with what was said later: its values count, its engines come after.
    #[must_use]
    pub fn overlaid(self, later: Self) -> Self {
        let mut engines = self.engines;
        engines.extend(later.engines);
        Self {
            rule: later.rule.or(self.rule),
            size: later.size.or(self.size),
            format: later.format.or(self.format),
            games: later.games.or(self.games),
            repeat: later.repeat.or(self.repeat),
            transform: later.transform.or(self.transform),
            swap2: later.swap2.or(self.swap2),
            concurrency: later.concurrency.or(self.concurrency),
            affinity: later.affinity.or(self.affinity),
            restart: later.restart.or(self.restart),
            draw_after: later.draw_after.or(self.draw_after),
            send_boards: later.send_boards.or(self.send_boards),
            keep_messages: later.keep_messages.or(self.keep_messages),
            seed: later.seed.or(self.seed),
            state: later.state.or(self.state),
            stop_file: later.stop_file.or(self.stop_file),
            openings: later.openings.or(self.openings),
            sprt: later.sprt.or(self.sprt),
            each: later.each.or(&self.each),
            engines,
        }
    }

    /// Lets all relative paths count from a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        for path in [&mut self.state, &mut self.stop_file].into_iter().flatten() {
            *path = base.join(&*path);
        }
        self.openings.iter_mut().for_each(|openings| openings.rebase(base));
        self.each.rebase(base);
        self.engines.iter_mut().for_each(|engine| engine.rebase(base));
    }
}
