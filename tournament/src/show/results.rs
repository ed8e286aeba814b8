//! The results of a tournament, counted in one way: while it runs, at its end, and from its file
//! later.

use thiserror::Error;

use crate::config::{Conditions, Limits, TimeControl};
use crate::plan::Canonical;
use crate::record::GameRecord;
use crate::statistics::{
    BadSprt, RatingList, RatingRequest, RatingSettings, Sprt, UnknownAnchor, pair_results, ratings,
};

/// Refits for intervals that are shown for a second.
const QUICK: u32 = 100;
/// Refits for intervals that people quote.
const THOROUGH: u32 = 1000;

/// The way in which results are counted and shown.
#[derive(Clone, Debug)]
pub struct Results {
    names: Vec<String>,
    is_paired: bool,
    sprt: Option<Sprt>,
    conditions: String,
    rating: RatingSettings,
}

/// Results cannot be counted as it was asked for.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ResultsError {
    /// An anchor is no engine of the tournament.
    #[error(transparent)]
    Anchor(UnknownAnchor),
    /// The figures of the test make no sense.
    #[error(transparent)]
    Sprt(BadSprt),
    /// There is a test, and not two engines.
    #[error("a test needs exactly two engines, but there are {0}")]
    Engines(usize),
}

impl Results {
    /// The results of a tournament, with a test of its own.
    ///
    /// # Errors
    /// See [`ResultsError`].
    pub fn new(config: &Canonical, rating: &RatingRequest) -> Result<Self, ResultsError> {
        let sprt = config.sprt.map(Sprt::new).transpose().map_err(ResultsError::Sprt)?;
        let names: Vec<String> = config.engines.iter().map(|engine| engine.name.clone()).collect();
        if sprt.is_some() && names.len() != 2 {
            return Err(ResultsError::Engines(names.len()));
        }
        let rating = RatingSettings {
            anchors: rating.anchors.clone(),
            model: rating.model,
            seed: config.conditions.seed,
            ..RatingSettings::default()
        };
        // Anchors are looked up whatever the games.
        ratings(&names, &[], &RatingSettings { bootstrap: 0, ..rating.clone() })
            .map_err(ResultsError::Anchor)?;
        let conditions = conditions(config, &(0..names.len()).collect::<Vec<_>>());
        Ok(Self { names, is_paired: config.conditions.repeat, sprt, conditions, rating })
    }

    /// The engines' names; engines are numbered by them.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether pairs have two games.
    pub(crate) fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// The test, if there is one.
    pub(crate) fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Rule, board and limits in a few words.
    pub(crate) fn conditions(&self) -> &str {
        &self.conditions
    }

    /// The rating list that people quote.
    pub(crate) fn ratings(&self, records: &[GameRecord]) -> RatingList {
        self.list(records, THOROUGH)
    }

    /// The rating list that is shown for a second.
    pub(crate) fn quick_ratings(&self, records: &[GameRecord]) -> RatingList {
        self.list(records, QUICK)
    }

    fn list(&self, records: &[GameRecord], bootstrap: u32) -> RatingList {
        let results = pair_results(records, &self.names, self.is_paired);
        let settings = RatingSettings { bootstrap, ..self.rating.clone() };
        ratings(&self.names, &results, &settings)
            .expect("every anchor is an engine of the tournament")
    }
}

/// Rule, board and the limits of these engines in a few words; all their limits if they differ.
pub(crate) fn conditions(config: &Canonical, engines: &[usize]) -> String {
    let mut limits: Vec<String> =
        engines.iter().map(|&engine| limits(&config.engines[engine].limits)).collect();
    limits.dedup();
    let Conditions { rule, size, .. } = &config.conditions;
    format!("{rule} {size} {}", limits.join(" against "))
}

fn limits(limits: &Limits) -> String {
    let Limits { turn, game, increment, .. } = *limits;
    let mut parts = Vec::new();
    if turn.is_some() || game.is_some() {
        parts.push(format!("tc {}", TimeControl { game, turn, increment }));
    }
    parts.extend(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    parts.extend(limits.depth.map(|depth| format!("depth {depth}")));
    parts.extend(limits.threads.map(|threads| format!("threads {threads}")));
    parts.extend(limits.memory.map(|bytes| format!("memory {}M", bytes >> 20)));
    parts.join(" ")
}
