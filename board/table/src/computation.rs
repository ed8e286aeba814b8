//! Computations that take too long for the thread of a table.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dolmen::notation::{Defaults, PointNames};

use crate::collection;
use crate::formats::{self, About, Conditions, Imported};
use crate::insight::{self, ProofLimits, Proving, StopFlag};
use crate::message::{CollectedGame, Command, FileFormat, Message, Onto};
use crate::order::Millis;
use crate::tree::{NodeId, Tree};

/// The maximum number of positions that a proof search visits.
const MAX_PROOF_NODES: u64 = 5_000_000;

/// A computation on a copy of a game, which any thread can run.
#[derive(Debug)]
pub struct Computation {
    pub(crate) command: Command,
    pub(crate) tree: Tree,
    pub(crate) about: About,
    /// The flag that stops a proof.
    pub(crate) stop: StopFlag,
}

/// The result of a computation, for [`Table::computed`](crate::table::Table::computed).
#[derive(Debug)]
pub enum Computed {
    /// A message for the pages.
    Message(Box<Message>),
    /// A game from a file.
    Imported(Box<Imported>),
}

/// A running computation.
#[derive(Debug)]
pub struct Work {
    /// The time of the first step.
    began: Option<Millis>,
    state: State,
}

/// The state of a computation.
#[derive(Debug)]
enum State {
    /// The computation has not begun; it takes one step, unless it is a proof.
    Ready(Box<Computation>),
    /// A proof, which takes many steps.
    Proving(Box<Proving>),
    /// The computation has ended.
    Ended,
}

/// The outcome of a step of a computation.
#[derive(Debug)]
pub enum Step {
    /// The computation continues; the message reports its progress to the pages.
    Progress(Box<Message>),
    /// The computation has ended with this result.
    Done(Computed),
}

impl Computation {
    /// Begins the computation. Its steps need a deep stack; every computation but a proof takes one step.
    #[must_use]
    pub fn begin(self) -> Work {
        Work { began: None, state: State::Ready(Box::new(self)) }
    }

    /// Begins a proof; other computations are done at once.
    fn start(self) -> Result<Box<Proving>, Computed> {
        let Command::Prove { at, kind, side, nodes, ms } = self.command else {
            return Err(self.finish());
        };
        let nodes = nodes.min(MAX_PROOF_NODES);
        let limits = ProofLimits { nodes, ms, stop: self.stop, ..ProofLimits::default() };
        match Proving::new(&self.tree, at, kind, side, &limits) {
            Ok(proving) => Ok(Box::new(proving)),
            Err(error) => Err(refused(error.to_string(), None)),
        }
    }

    /// Carries out a computation that takes one step.
    fn finish(self) -> Computed {
        let Self { command, tree, about, .. } = self;
        let request = command.id().map(str::to_owned);
        let done = match command {
            Command::Look { at, threats, heat } => insight::insight(&tree, at, threats, heat)
                .map(|insight| Message::Insight { insight })
                .map_err(|error| error.to_string()),
            Command::Puzzle { id, puzzle, moves } => insight::judge_puzzle(id, &puzzle, &moves)
                .map(|answer| Message::Puzzle { answer })
                .map_err(|error| error.to_string()),
            Command::Import { data, points, onto, names } => {
                match import(&data, points, onto, &tree) {
                    Ok(mut imported) => {
                        imported.about.names = names.unwrap_or(imported.about.names);
                        return Computed::Imported(Box::new(imported));
                    }
                    Err(reason) => Err(format!("cannot read this as a game: {reason}")),
                }
            }
            Command::Collect { id, data } => {
                collect(&data, &tree).map(|games| Message::Games { id, games })
            }
            Command::CollectGame { id, at } => collection::of_game(&tree, at, &about)
                .map(|game| Message::Games { id, games: vec![game] })
                .map_err(|error| error.to_string()),
            Command::Export { id, format, at, points } => export(&tree, format, at, &about, points)
                .map(|(name, data)| Message::File { id, name, data }),
            _ => Err("the command is not a computation".to_owned()),
        };
        match done {
            Ok(message) => Computed::Message(Box::new(message)),
            Err(reason) => refused(reason, request),
        }
    }
}

impl Work {
    /// Runs for a fraction of a second, or to the end if the computation cannot be interrupted.
    pub fn step(&mut self, now: &dyn Fn() -> Millis) -> Step {
        let began = *self.began.get_or_insert_with(now);
        let clock = || now().since(began);
        let mut proving = match std::mem::replace(&mut self.state, State::Ended) {
            State::Ended => {
                return Step::Done(refused("this computation has ended".to_owned(), None));
            }
            State::Proving(proving) => proving,
            State::Ready(computation) => match computation.start() {
                Ok(proving) => proving,
                Err(computed) => return Step::Done(computed),
            },
        };
        if let Some(proof) = proving.step(&clock) {
            return Step::Done(Computed::Message(Box::new(Message::Proof { proof })));
        }
        let (at, positions, ms) = (proving.at(), proving.positions(), clock());
        self.state = State::Proving(proving);
        Step::Progress(Box::new(Message::Proving { at, positions, ms }))
    }
}

/// Returns the result of a computation that has failed for this reason, with the identifier of its request.
fn refused(reason: String, id: Option<String>) -> Computed {
    Computed::Message(Box::new(Message::Refused { reason, point: None, id }))
}

/// Reads a file, with the rule and the size of `onto` or the present game where the file is silent.
fn import(
    data: &str,
    points: PointNames,
    onto: Option<Onto>,
    tree: &Tree,
) -> Result<Imported, String> {
    let bytes = STANDARD.decode(data).map_err(|error| error.to_string())?;
    let defaults = match onto {
        Some(onto) => {
            let size = onto.size().map_err(|error| error.to_string())?;
            Defaults { rule: onto.rule.into(), size, points }
        }
        None => Defaults { rule: tree.rule(), size: tree.size(), points },
    };
    let mut imported = formats::read(&bytes, &defaults).map_err(|error| error.to_string())?;
    if onto.is_some() {
        imported.conditions = Conditions::Named;
    }
    Ok(imported)
}

/// Reads the games of a file for a collection.
fn collect(data: &str, tree: &Tree) -> Result<Vec<CollectedGame>, String> {
    let defaults = Defaults { rule: tree.rule(), size: tree.size(), ..Defaults::default() };
    let bytes = STANDARD.decode(data).map_err(|error| error.to_string())?;
    collection::read(&bytes, &defaults)
        .map_err(|error| format!("cannot read games in this file: {error}"))
}

/// Returns the name and the content of a file, in base64.
fn export(
    tree: &Tree,
    format: FileFormat,
    at: NodeId,
    about: &About,
    points: PointNames,
) -> Result<(String, String), String> {
    let bytes = formats::write(tree, format, at, about, points);
    let bytes = bytes.map_err(|error| format!("cannot write the file: {error}"))?;
    let ending = match format {
        FileFormat::Psq => "psq",
        FileFormat::Sgf => "sgf",
        FileFormat::Text => "txt",
        FileFormat::RenLib => "lib",
    };
    Ok((format!("game.{ending}"), STANDARD.encode(bytes)))
}
