//! Searches positions again, and keeps the scores in a journal.

use std::path::Path;

use dolmen::board::Position;
use dolmen::rules::Rule;
use dolmen::search::Margins;
use serde::{Deserialize, Serialize};

use crate::generate::searcher::Searcher;
use crate::journal::{Finding, Findings, Format, JournalError, WorkError};
use crate::quality::choice::Chosen;
use crate::quality::{FEW_NODES, MORE_NODES};
use crate::workers::Workers;

const SCORES: Format = Format { name: "dolmen quality 1", work: "quality" };

/// The settings of a journal of scores; other settings need another journal.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// The engine's version and the signature of its search.
    pub engine: String,
    /// Nodes of the shortest search.
    few_nodes: u64,
    /// Nodes of the middle search.
    more_nodes: u64,
    /// Nodes of the reference.
    pub reference_nodes: u64,
}

impl Settings {
    /// Returns settings with the usual shorter searches.
    #[must_use]
    pub const fn new(engine: String, reference_nodes: u64) -> Self {
        Self { engine, few_nodes: FEW_NODES, more_nodes: MORE_NODES, reference_nodes }
    }
}

/// A position and the values of the scores of its searches, to the side to move, as a text line of
/// the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    place: Place,
    /// With [`FEW_NODES`].
    pub few: i32,
    /// With [`MORE_NODES`].
    pub more: i32,
    /// With the nodes of the reference.
    pub reference: i32,
}

impl Finding for Scores {
    type Key = Place;

    fn key(&self) -> Place {
        self.place.clone()
    }
}

/// The rule, the board and the moves of a position, by which it is found in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    rule: String,
    /// Width and height of the board.
    size: String,
    /// The points of the stones in the order of the game.
    moves: String,
}

impl Place {
    fn of(chosen: &Chosen) -> Self {
        let position = &chosen.position;
        let moves = position.history().iter().map(|stone| stone.point.to_string());
        Self {
            rule: chosen.rule.name().to_owned(),
            size: position.size().to_string(),
            moves: moves.collect::<Vec<_>>().join(" "),
        }
    }
}

/// Searches positions, each with an empty memory.
#[derive(Debug)]
pub struct Examiner {
    reference_nodes: u64,
    scores: Findings<Scores>,
}

impl Examiner {
    /// Returns an examiner with the scores of a journal, which is created if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the journal has other settings, is damaged or in use, or cannot be
    /// written.
    pub fn open(settings: &Settings, path: &Path) -> Result<Self, JournalError> {
        let scores = Findings::open(path, &SCORES, settings)?;
        Ok(Self { reference_nodes: settings.reference_nodes, scores })
    }

    /// Returns the scores of a position, if they are known.
    ///
    /// # Panics
    /// Panics if a thread has panicked.
    #[must_use]
    pub fn scores(&self, chosen: &Chosen) -> Option<Scores> {
        self.scores.get(&Place::of(chosen))
    }

    /// Searches the positions whose scores are not known, and keeps them in the journal.
    /// `on_position` is called after each.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written or a thread cannot be started.
    ///
    /// # Panics
    /// Panics if a thread panics.
    pub fn examine(
        &self,
        positions: &[Chosen],
        workers: Workers<'_>,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<(), WorkError> {
        let missing: Vec<&Chosen> =
            positions.iter().filter(|chosen| self.scores(chosen).is_none()).collect();
        let nodes = [FEW_NODES, MORE_NODES, self.reference_nodes];
        let search = |(): &mut (), chosen: &&Chosen| {
            let [few, more, reference] = searches(&chosen.position, chosen.rule, nodes);
            self.scores.add(Scores { place: Place::of(chosen), few, more, reference })?;
            on_position();
            Ok::<_, WorkError>(())
        };
        workers.map(&missing, || (), search).map(|_| ())
    }
}

/// Returns the values of independent searches with these numbers of nodes.
fn searches(position: &Position, rule: Rule, nodes: [u64; 3]) -> [i32; 3] {
    let mut searcher = Searcher::with_margins(rule, Margins::default());
    nodes.map(|nodes| {
        searcher.forget();
        searcher.search(position, nodes).score.value()
    })
}
