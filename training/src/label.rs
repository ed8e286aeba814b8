//! The command `label`: labels games that Dolmen did not play, to measure learned weights with
//! them.
//!
//! The number of a game is that of its text line, and the seed of its file of games is the checksum
//! of the input; both together identify the game.
//!
//! Invariant: labels depend neither on the number of threads nor on interruptions. Every game is
//! labelled with empty memories, and written as a whole.

pub mod foreign;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::Position;
use dolmen::rules::Rule;
use dolmen::threats::ThreatBoard;
use serde_json::json;

use crate::generate::engine_signature;
use crate::generate::folder::{self, FolderError, OnDropped};
use crate::generate::labeller::Labeller;
use crate::generate::play::shares;
use crate::label::foreign::{ForeignFile, ForeignGame};
use crate::store::{Beginning, Effort, Game, GamePosition, Header, Ply, ShardWriter};
use crate::workers::{NOT_POISONED, Workers};

/// The budget of the solver of continuous fours, in positions for each side.
const VCF_NODES: u64 = 1_000;
/// The budget of the solver of continuous threats, in positions for each side.
const VCT_NODES: u64 = 100;

/// The settings of a labelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The nodes of the search of a position.
    pub nodes: u64,
    /// The maximum number of labelled positions of a game, spread evenly over it.
    pub positions_per_game: usize,
    /// The rule whose games are labelled; `None` for all rules.
    pub rule: Option<Rule>,
    /// The number of games that are labelled at once.
    pub threads: usize,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The games that are in the folder.
    pub games: usize,
    /// The total number of games to label.
    pub wanted: usize,
    /// The labelled positions in the folder.
    pub positions: u64,
}

impl Progress {
    /// Returns whether all games are labelled.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.games == self.wanted
    }
}

/// Labels the games of some files and writes them to a folder, until all are labelled or `stop` is
/// set, which drops the games in progress. `on_game` is called at the beginning and after every
/// game, and `on_dropped` when an incomplete end is cut off from an existing file.
///
/// # Errors
/// Returns an error if the folder cannot be written, or holds other games. Games already written stay.
///
/// # Panics
/// Panics if a thread panics.
pub fn run(
    files: &[ForeignFile],
    folder: &Path,
    settings: &Settings,
    stop: &AtomicBool,
    on_game: &mut (dyn FnMut(Progress) + Send),
    on_dropped: OnDropped<'_>,
) -> Result<Progress, FolderError> {
    let _lock = folder::lock(folder)?;
    let engine = engine_signature();
    let mut shared = Shared { writers: Vec::new(), progress: Progress::default(), on_game };
    let mut tasks = Vec::new();
    for file in files {
        tasks.extend(open(file, folder, settings, &engine, &mut shared, on_dropped)?);
    }
    (shared.on_game)(shared.progress);
    let shared = Mutex::new(shared);
    let labellers = || -> [Option<Labeller>; Rule::ALL.len()] { Default::default() };
    let work = |labellers: &mut [Option<Labeller>; Rule::ALL.len()], task: &Task<'_>| {
        let rule = task.game.rule;
        let labeller =
            labellers[rule.index()].get_or_insert_with(|| Labeller::new(rule, effort(settings)));
        match label(labeller, task.game, settings.positions_per_game, stop) {
            Some(game) => shared.lock().expect(NOT_POISONED).add(task.writer, &game),
            None => Ok(()),
        }
    };
    Workers { threads: settings.threads, stop }.map(&tasks, labellers, work)?;
    Ok(shared.into_inner().expect(NOT_POISONED).progress)
}

/// Opens the files for the games of an input, and returns the games without labels.
fn open<'a>(
    file: &'a ForeignFile,
    folder: &Path,
    settings: &Settings,
    engine: &str,
    shared: &mut Shared<'_>,
    on_dropped: OnDropped<'_>,
) -> Result<Vec<Task<'a>>, FolderError> {
    let mut tasks = Vec::new();
    let is_wanted = |rule: &Rule| settings.rule.is_none_or(|only| only == *rule);
    for rule in Rule::ALL.into_iter().filter(is_wanted) {
        let games: Vec<_> = file.games.iter().filter(|game| game.rule == rule).collect();
        if games.is_empty() {
            continue;
        }
        let header = header(file, rule, settings, engine);
        let writer = folder::open(folder, &header, option, "another folder", on_dropped)?;
        shared.progress.wanted += games.len();
        shared.progress.positions += writer.positions();
        for game in games {
            if writer.missing().contains(&u64::from(game.line)) {
                tasks.push(Task { game, writer: shared.writers.len() });
            } else {
                shared.progress.games += 1;
            }
        }
        shared.writers.push(writer);
    }
    Ok(tasks)
}

/// Returns the header of the games of an input and a rule.
fn header(file: &ForeignFile, rule: Rule, settings: &Settings, engine: &str) -> Header {
    Header {
        rule: rule.name().to_owned(),
        engine: engine.to_owned(),
        seed: u64::from(file.checksum),
        first_game: 1,
        games: u64::from(file.lines),
        effort: effort(settings),
        conditions: json!({
            "input": file.name,
            "checksum": format!("{:08x}", file.checksum),
            "positions_per_game": settings.positions_per_game,
        }),
    }
}

/// Returns the name that the user knows for a part of a header.
fn option(part: &str) -> String {
    match part {
        "effort.nodes" => "--nodes",
        "conditions.positions_per_game" => "--positions-per-game",
        "conditions.input" => "FILE",
        part => part,
    }
    .to_owned()
}

/// The searches behind the labels.
const fn effort(settings: &Settings) -> Effort {
    Effort {
        nodes: settings.nodes,
        interior_nodes: 0,
        interior: 0,
        vcf_nodes: VCF_NODES,
        vct_nodes: VCT_NODES,
        deep_nodes: 0,
        deep_share: 0.0,
    }
}

/// A game to label, and the index of its file.
#[derive(Clone, Copy)]
struct Task<'a> {
    game: &'a ForeignGame,
    writer: usize,
}

/// The state that the threads share.
struct Shared<'a> {
    writers: Vec<ShardWriter>,
    progress: Progress,
    on_game: &'a mut (dyn FnMut(Progress) + Send),
}

impl Shared<'_> {
    /// Adds a game to a file.
    fn add(&mut self, writer: usize, game: &Game) -> Result<(), FolderError> {
        self.writers[writer].add(game)?;
        self.progress.games += 1;
        self.progress.positions += game.labelled_positions() as u64;
        (self.on_game)(self.progress);
        Ok(())
    }
}

/// Labels a game, or returns `None` if `stop` was set before all positions had a label.
fn label(
    labeller: &mut Labeller,
    foreign: &ForeignGame,
    most: usize,
    stop: &AtomicBool,
) -> Option<Game> {
    labeller.forget();
    let empty = Position::new(foreign.size);
    let mut board = ThreatBoard::new(&empty, foreign.rule);
    let labelled = spread(foreign.opening_plies, foreign.moves.len(), most);
    let mut plies = Vec::with_capacity(foreign.moves.len());
    for (ply, &point) in foreign.moves.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let before = labelled.contains(&ply).then(|| {
            let (label, found) = labeller.label_searched(&mut board, false, None);
            let moves = shares(&found.root_moves, label.searched.best);
            GamePosition { label, moves, interior: Vec::new() }
        });
        plies.push(Ply { point, before });
        board.play(point);
    }
    let (size, outcome) = (foreign.size, foreign.outcome);
    let beginning = Beginning::Foreign;
    Some(Game { number: foreign.line, size, beginning, outcome, plies, end: None })
}

/// Returns at most `most` plies from `start` up to but excluding `end`, spread evenly.
fn spread(start: usize, end: usize, most: usize) -> BTreeSet<usize> {
    let count = end.saturating_sub(start);
    let taken = count.min(most);
    (0..taken).map(|place| start + (2 * place + 1) * count / (2 * taken)).collect()
}

#[cfg(test)]
mod tests;
