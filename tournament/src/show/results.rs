//! The settings for counting and showing the results of a tournament, which are the same during a run,
//! at its end and for a file of results.

use number_text::counted;
use thiserror::Error;

use crate::config::{Conditions, Limits, OpeningProtocol, TimeControl};
use crate::plan::Canonical;
use crate::record::GameRecord;
use crate::statistics::{
    BadSprt, Hypothesis, RatingList, RatingRequest, RatingSettings, Sprt, UnknownAnchor,
    pair_results, ratings,
};

/// The number of refits for the intervals of the live table.
const QUICK: u32 = 100;
/// The number of refits for the intervals of final results.
const THOROUGH: u32 = 1000;

/// The settings by which results are counted and shown.
#[derive(Clone, Debug)]
pub struct Results {
    names: Vec<String>,
    is_paired: bool,
    sprt: Option<Sprt>,
    conditions: String,
    rating: RatingSettings,
}

/// The error for settings that contradict the tournament.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ResultsError {
    /// An anchor is not an engine of the tournament.
    #[error(transparent)]
    Anchor(UnknownAnchor),
    /// The test is invalid.
    #[error(transparent)]
    Sprt(#[from] BadSprt),
}

impl Results {
    /// Creates the settings for a tournament.
    ///
    /// # Errors
    /// See [`ResultsError`].
    pub fn new(config: &Canonical, rating: &RatingRequest) -> Result<Self, ResultsError> {
        let sprt = config.sprt.map(Sprt::new).transpose()?;
        let names: Vec<String> = config.engines.iter().map(|engine| engine.name.clone()).collect();
        if sprt.is_some() && names.len() != 2 {
            return Err(BadSprt::Engines(names.len()).into());
        }
        let rating = RatingSettings {
            anchors: rating.anchors.clone(),
            model: rating.model,
            seed: config.conditions.seed,
            ..RatingSettings::default()
        };
        // Reject invalid anchors before any game is played.
        ratings(&names, &[], &RatingSettings { bootstrap: 0, ..rating.clone() })
            .map_err(ResultsError::Anchor)?;
        let conditions = conditions(config, &(0..names.len()).collect::<Vec<_>>());
        Ok(Self { names, is_paired: config.conditions.repeat, sprt, conditions, rating })
    }

    /// Returns the names of the engines in the order of their numbers.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether pairs have two games.
    pub(crate) fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// Returns the SPRT, if there is one.
    pub(crate) fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Returns rule, board and limits as one text.
    pub(crate) fn conditions(&self) -> &str {
        &self.conditions
    }

    /// Returns the final rating list.
    pub(crate) fn ratings(&self, records: &[GameRecord]) -> RatingList {
        self.list(records, THOROUGH)
    }

    /// Returns a rating list with rough intervals, for the live table.
    pub(crate) fn quick_ratings(&self, records: &[GameRecord]) -> RatingList {
        self.list(records, QUICK)
    }

    /// Returns the hypothesis that the test accepts, if it has decided.
    pub(crate) fn decision(&self, records: &[GameRecord]) -> Option<Hypothesis> {
        let pairs = pair_results(records, &self.names, self.is_paired);
        self.sprt?.state(&pairs, 0, self.is_paired).accepted
    }

    fn list(&self, records: &[GameRecord], bootstrap: u32) -> RatingList {
        let results = pair_results(records, &self.names, self.is_paired);
        let settings = RatingSettings { bootstrap, ..self.rating.clone() };
        ratings(&self.names, &results, &settings)
            .expect("every anchor is an engine of the tournament")
    }
}

/// Returns the rule, the board, the limits of these engines and the conditions that end games early as one
/// text.
pub(crate) fn conditions(config: &Canonical, engines: &[usize]) -> String {
    let Conditions { rule, size, swap2, opening_protocol, draw_after, resign, draw, .. } =
        &config.conditions;
    let negotiation = match opening_protocol {
        OpeningProtocol(Some(protocol)) => format!("openings by {protocol} "),
        _ if *swap2 => "openings by swap2 ".to_owned(),
        _ => String::new(),
    };
    let mut text = format!("{rule} {size} {negotiation}{}", limits(config, engines));
    if !resign.is_none() {
        text += &format!(" resign {resign}");
    }
    if !draw.is_none() {
        text += &format!(" draw {draw}");
    }
    if let Some(stones) = draw_after {
        text += &format!(" draw after {}", counted(*stones, "stone"));
    }
    text
}

/// Returns the limits of these engines as one text, which names equal limits once.
pub(crate) fn limits(config: &Canonical, engines: &[usize]) -> String {
    let mut distinct = Vec::new();
    for &engine in engines {
        let limits = limits_of(&config.engines[engine].limits);
        if !distinct.contains(&limits) {
            distinct.push(limits);
        }
    }
    distinct.join(" against ")
}

fn limits_of(limits: &Limits) -> String {
    let Limits { turn, game, increment, .. } = *limits;
    let mut parts = Vec::new();
    if limits.has_clock() {
        parts.push(format!("tc {}", TimeControl { game, turn, increment }));
    }
    parts.extend(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    parts.extend(limits.depth.map(|depth| format!("depth {depth}")));
    parts.extend(limits.threads.map(|threads| format!("threads {threads}")));
    parts.extend(limits.memory.map(|bytes| format!("memory {}M", bytes >> 20)));
    parts.join(" ")
}
