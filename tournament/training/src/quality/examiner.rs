//! Searches positions again, and keeps what was found in a file.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use dolmen::board::Position;
use dolmen::eval::{Evaluator, Score};
use dolmen::rules::Rule;
use dolmen::search::Margins;
use serde::{Deserialize, Serialize};

use crate::generate::on_threads;
use crate::generate::searcher::Searcher;
use crate::journal::{Journal, JournalError, Kind};
use crate::quality::choice::Chosen;
use crate::quality::{FEW_NODES, MORE_NODES};

const FINDINGS: Kind = Kind { format: "dolmen quality 1", work: "quality" };

/// The settings that a file of findings belongs to: other settings need another file.
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

/// The scores of a position's searches, to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// With [`FEW_NODES`].
    pub few: Score,
    /// With [`MORE_NODES`].
    pub more: Score,
    /// With the nodes of the reference.
    pub reference: Score,
}

/// A position and its scores, as a line has them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    place: Place,
    few: i32,
    more: i32,
    reference: i32,
}

/// The place of a position, which tells it from others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
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

/// A reason for which positions cannot be examined.
#[derive(Debug)]
pub enum ExaminerError {
    /// The file of findings cannot be used.
    Journal(JournalError),
    /// No thread can be started.
    Thread(io::Error),
}

impl fmt::Display for ExaminerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => write!(f, "{error}"),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

impl std::error::Error for ExaminerError {}

impl From<JournalError> for ExaminerError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// Searches positions that were not searched before, each with an empty memory.
#[derive(Debug)]
pub struct Examiner {
    reference_nodes: u64,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    journal: Journal,
    scores: HashMap<Place, Scores>,
}

impl Examiner {
    /// Returns an examiner with the findings of a file, which is begun if it is not there.
    ///
    /// # Errors
    /// If the file is another's, damaged, in use or cannot be written.
    pub fn open(settings: &Settings, path: &Path) -> Result<Self, JournalError> {
        let mut scores = HashMap::new();
        let journal = Journal::open(path, &FINDINGS, settings, &mut |line| {
            let Finding { place, few, more, reference } =
                serde_json::from_slice(line).map_err(|error| error.to_string())?;
            let [few, more, reference] = [few, more, reference].map(Score::from_value);
            scores.insert(place, Scores { few, more, reference });
            Ok(())
        })?;
        let known = Mutex::new(Known { journal, scores });
        Ok(Self { reference_nodes: settings.reference_nodes, known })
    }

    /// Returns the scores of a position, if they are known.
    ///
    /// # Panics
    /// If a thread has panicked.
    #[must_use]
    pub fn scores(&self, chosen: &Chosen) -> Option<Scores> {
        self.known().scores.get(&Place::of(chosen)).copied()
    }

    /// Searches positions that are not over on so many threads, until all are known or `stop`
    /// is set; `on_position` is told after every position that was searched. What was found
    /// stays in the file.
    ///
    /// # Errors
    /// If the file cannot be written or a thread not be started.
    ///
    /// # Panics
    /// If a thread panics.
    pub fn examine(
        &self,
        positions: &[Chosen],
        threads: usize,
        stop: &AtomicBool,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<(), ExaminerError> {
        let missing: Vec<&Chosen> =
            positions.iter().filter(|chosen| self.scores(chosen).is_none()).collect();
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            let is_failed =
                || failure.lock().expect("no thread panicked while it held the lock").is_some();
            while !stop.load(Ordering::Relaxed) && !is_failed() {
                let Some(chosen) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    return;
                };
                if let Err(error) = self.find(chosen) {
                    *failure.lock().expect("no thread panicked while it held the lock") =
                        Some(error);
                }
                on_position();
            }
        };
        on_threads(threads, work).map_err(ExaminerError::Thread)?;
        let failure = failure.into_inner().expect("no thread panicked while it held the lock");
        failure.map_or(Ok(()), |error| Err(ExaminerError::Journal(error)))
    }

    /// Searches a position and keeps the scores.
    fn find(&self, chosen: &Chosen) -> Result<(), JournalError> {
        let nodes = [FEW_NODES, MORE_NODES, self.reference_nodes];
        let [few, more, reference] = searches(&chosen.position, chosen.rule, nodes);
        let place = Place::of(chosen);
        let mut known = self.known();
        known.journal.add(&Finding {
            place: place.clone(),
            few: few.value(),
            more: more.value(),
            reference: reference.value(),
        })?;
        known.scores.insert(place, Scores { few, more, reference });
        Ok(())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no thread panicked while it held the lock")
    }
}

/// Returns the scores of independent searches with these numbers of nodes.
fn searches(position: &Position, rule: Rule, nodes: [u64; 3]) -> [Score; 3] {
    let mut searcher = Searcher::new(rule, &Evaluator::built_in(), Margins::default());
    nodes.map(|nodes| {
        searcher.forget();
        searcher.search(position, nodes).score
    })
}
