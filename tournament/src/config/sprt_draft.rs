//! The request for a sequential test.

use std::str::FromStr;

use clap::ValueEnum;
use merge::Merge;
use merge::option::overwrite_none;
use serde::{Deserialize, Serialize};

use crate::config::pairs::{pairs, set};
use crate::config::{CheckError, SprtConfig};
use crate::statistics::{BadSprt, Sprt};

/// The default probability that a test accepts a wrong hypothesis.
const ERROR_RATE: f64 = 0.05;

/// The request for a sequential probability ratio test (SPRT) between two engines: `0,5` for both
/// hypotheses, or a list of pairs.
#[derive(Clone, Copy, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default)]
#[merge(strategy = overwrite_none)]
pub struct SprtDraft {
    /// The difference of the null hypothesis [default: 0].
    pub elo0: Option<f64>,
    /// The difference of the alternative hypothesis.
    pub elo1: Option<f64>,
    /// The probability of accepting the alternative wrongly [default: 0.05].
    pub alpha: Option<f64>,
    /// The probability of accepting the null hypothesis wrongly [default: 0.05].
    pub beta: Option<f64>,
    /// The unit of the differences.
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

impl FromStr for SprtDraft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = match text.split_once(',').filter(|_| !text.contains('=')) {
            Some((elo0, elo1)) => [("elo0", elo0), ("elo1", elo1)]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .to_vec(),
            None => pairs(text, "elo1")?,
        };
        let mut draft = Self::default();
        for (key, value) in parts {
            set(&mut draft, &key, &value).map_err(|error| error.about("a test", &key))?;
        }
        Ok(draft)
    }
}

impl SprtDraft {
    /// Completes and checks a test between this number of engines.
    ///
    /// # Errors
    /// Returns an error if a hypothesis or a probability is invalid, or the number of engines is not 2.
    pub fn complete(&self, engines: usize) -> Result<SprtConfig, CheckError> {
        if engines != 2 {
            return Err(BadSprt::Engines(engines).into());
        }
        let elo1 = self.elo1.ok_or(BadSprt::NoAlternative)?;
        let config = SprtConfig {
            elo0: self.elo0.unwrap_or(0.0),
            elo1,
            alpha: self.alpha.unwrap_or(ERROR_RATE),
            beta: self.beta.unwrap_or(ERROR_RATE),
            normalized: self.model.unwrap_or_default() == EloModel::Normalized,
        };
        Ok(*Sprt::new(config)?.config())
    }
}

impl From<SprtConfig> for SprtDraft {
    fn from(config: SprtConfig) -> Self {
        let SprtConfig { elo0, elo1, alpha, beta, normalized } = config;
        let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
        let [elo0, elo1, alpha, beta] = [elo0, elo1, alpha, beta].map(Some);
        Self { elo0, elo1, alpha, beta, model: Some(model) }
    }
}
