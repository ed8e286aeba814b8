//! Computations that take too long for the thread of a table.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dolmen::notation::{Defaults, PointNames};

use crate::collection;
use crate::formats::{self, Imported};
use crate::insight::{self, ProofLimits, StopSign};
use crate::message::{Command, FileFormat, Message, Onto};
use crate::tree::{NodeId, Tree};

/// The maximum number of positions that a proof search visits.
const MAX_PROOF_NODES: u64 = 5_000_000;

/// A computation for a copy of a game, to be run anywhere.
#[derive(Debug)]
pub struct Computation {
    pub(crate) command: Command,
    pub(crate) tree: Tree,
    pub(crate) names: [String; 2],
    /// The sign that stops a proof.
    pub(crate) stop: StopSign,
}

/// The result of a computation, for [`Table::computed`](crate::table::Table::computed).
#[derive(Debug)]
pub enum Computed {
    /// A message for the pages.
    Message(Box<Message>),
    /// A game from a file.
    Imported(Box<Imported>),
}

impl Computation {
    /// Does the computation, which may take seconds and needs a deep stack.
    #[must_use]
    pub fn run(self) -> Computed {
        let Self { command, tree, names, stop } = self;
        let done = match command {
            Command::Look { at, threats, heat } => insight::insight(&tree, at, threats, heat)
                .map(|insight| Message::Insight { insight })
                .map_err(|error| error.to_string()),
            Command::Prove { at, kind, side, nodes } => {
                let nodes = nodes.min(MAX_PROOF_NODES);
                let limits = ProofLimits { nodes, stop, ..ProofLimits::default() };
                insight::prove(&tree, at, kind, side, &limits)
                    .map(|proof| Message::Proof { proof })
                    .map_err(|error| error.to_string())
            }
            Command::Import { data, points, onto, names } => {
                match import(&data, points, onto, &tree) {
                    Ok(Imported { tree, names: own }) => {
                        let names = names.unwrap_or(own);
                        return Computed::Imported(Box::new(Imported { tree, names }));
                    }
                    Err(reason) => Err(format!("cannot read this as a game: {reason}")),
                }
            }
            Command::Collect { data } => collect(&data, &tree),
            Command::Export { format, at, points } => export(&tree, format, at, &names, points),
            _ => Err("this is no computation".to_owned()),
        };
        let refused = |reason| Message::Refused { reason, point: None };
        Computed::Message(Box::new(done.unwrap_or_else(refused)))
    }
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
    formats::read(&bytes, &defaults).map_err(|error| error.to_string())
}

/// Reads the games of a file for a collection.
fn collect(data: &str, tree: &Tree) -> Result<Message, String> {
    let defaults = Defaults { rule: tree.rule(), size: tree.size(), ..Defaults::default() };
    let bytes = STANDARD.decode(data).map_err(|error| error.to_string())?;
    let games = collection::read(&bytes, &defaults)
        .map_err(|error| format!("cannot read games in this file: {error}"))?;
    Ok(Message::Games { games })
}

/// Writes a file.
fn export(
    tree: &Tree,
    format: FileFormat,
    at: NodeId,
    names: &[String; 2],
    points: PointNames,
) -> Result<Message, String> {
    let bytes = formats::write(tree, format, at, names, points);
    let bytes = bytes.map_err(|error| format!("cannot write the file: {error}"))?;
    let ending = match format {
        FileFormat::Psq => "psq",
        FileFormat::Sgf => "sgf",
        FileFormat::Text => "txt",
        FileFormat::RenLib => "lib",
    };
    Ok(Message::File { name: format!("game.{ending}"), data: STANDARD.encode(bytes) })
}
