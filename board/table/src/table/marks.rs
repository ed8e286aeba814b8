//! The marks of a person in a position: points that engines leave out, circles and arrows.

use dolmen::Game;
use dolmen::board::{Bitboard, Point};

use super::study::{Kind, Study};
use super::{Refusal, Table};
use crate::dialogue::{Allowance, Resources};
use crate::message::{Limits, Message, Shown};
use crate::order::Millis;
use crate::picture;
use crate::tree::{Area, Drawing, NodeId, TreeError};

/// The maximum number of drawings in one position.
const MAX_DRAWINGS: usize = 100;
/// The maximum time of a limited analysis, in milliseconds.
const MAX_MS: u64 = 24 * 3600 * 1000;
/// The maximum number of nodes of a limited analysis.
const MAX_NODES: u64 = 1_000_000_000_000;
/// The maximum number of threads that a person may ask for.
const MAX_THREADS: u32 = 1024;
/// The least memory that a person may ask for, in bytes.
const MIN_MEMORY: u64 = 16 << 20;
/// The most memory that a person may ask for, in bytes.
const MAX_MEMORY: u64 = 1 << 40;

impl Table {
    /// Chooses the points that engines search in a position. A running analysis of it starts over.
    pub(super) fn choose_area(
        &mut self,
        at: NodeId,
        mut area: Area,
        now: Millis,
    ) -> Result<(), Refusal> {
        self.check_editing()?;
        for points in [&mut area.excluded, &mut area.only] {
            self.check_points(points.iter().copied())?;
            points.sort();
            points.dedup();
        }
        let node = self.tree.get_mut(at).ok_or(TreeError::NoNode(at))?;
        // The old lines are those of another search.
        node.area = area;
        node.lines.clear();
        self.tell_node(at);
        let mut running = self.study.as_mut().filter(|study| study.at() == at);
        if let Some(study) = &mut running {
            study.thoughts.clear();
        }
        let Some(&mut Study { engine, kind: Kind::Analysis { lines, limits, .. }, .. }) = running
        else {
            return Ok(());
        };
        let result = self.analyse(at, engine, lines, limits, now);
        if result.is_err() {
            self.end_study(now);
        }
        result
    }

    /// Draws a circle or an arrow. One that is there already is removed, or changes its colour.
    pub(super) fn draw(&mut self, at: NodeId, drawing: Drawing) -> Result<(), Refusal> {
        let drawing = Drawing { to: drawing.to.filter(|&to| to != drawing.from), ..drawing };
        self.check_points([drawing.from].into_iter().chain(drawing.to))?;
        let node = self.tree.get_mut(at).ok_or(TreeError::NoNode(at))?;
        let place = |drawing: &Drawing| (drawing.from, drawing.to, drawing.sign.clone());
        let known = node.drawings.iter().position(|known| place(known) == place(&drawing));
        match known.map(|index| (index, node.drawings[index].color == drawing.color)) {
            Some((index, true)) => drop(node.drawings.remove(index)),
            Some((index, false)) => node.drawings[index] = drawing,
            None if node.drawings.len() >= MAX_DRAWINGS => {
                return Err(Refusal::of("there are too many drawings here: at most 100"));
            }
            None => node.drawings.push(drawing),
        }
        self.tell_node(at);
        Ok(())
    }

    /// Removes all marks and arrows of a position.
    pub(super) fn erase(&mut self, at: NodeId) -> Result<(), Refusal> {
        self.tree.get_mut(at).ok_or(TreeError::NoNode(at))?.drawings.clear();
        self.tell_node(at);
        Ok(())
    }

    /// Sends a picture of the board that a page shows.
    pub(super) fn show_picture(&mut self, id: String, board: &Shown) -> Result<(), Refusal> {
        let svg = picture::draw(board)?;
        self.output.messages.push(Message::Picture { id, svg });
        Ok(())
    }

    /// Returns the resources of an engine for the analysis of a node.
    pub(super) fn limited(
        &self,
        at: NodeId,
        game: &Game,
        limits: Limits,
    ) -> Result<Allowance, Refusal> {
        let Limits { ms, nodes, threads, memory } = limits;
        within("time", ms, 1, MAX_MS, "milliseconds")?;
        within("number of nodes", nodes, 1, MAX_NODES, "nodes")?;
        within("number of threads", threads.map(u64::from), 1, MAX_THREADS.into(), "threads")?;
        within("memory", memory, MIN_MEMORY, MAX_MEMORY, "bytes")?;
        let legal = game.legal_moves();
        let area = self.tree.get(at).map(|node| node.area.clone()).unwrap_or_default();
        let blocked = area.left_out(legal);
        if !area.is_whole() && (legal - blocked).is_empty() {
            return Err(Refusal::of("no point is left to search; allow at least one"));
        }
        let resources = Resources { threads, memory };
        let only: Bitboard = area.only.iter().copied().collect();
        Ok(Allowance {
            turn: ms,
            nodes,
            resources,
            blocked,
            only: only - blocked,
            ..Allowance::default()
        })
    }

    fn check_points(&self, mut points: impl Iterator<Item = Point>) -> Result<(), Refusal> {
        let size = self.tree.size();
        match points.find(|point| point.column() >= size.width() || point.row() >= size.height()) {
            Some(point) => Err(Refusal {
                reason: "this point is off the board".to_owned(),
                point: Some(point),
            }),
            None => Ok(()),
        }
    }
}

/// Checks that a limit, if there is one, lies between two numbers.
fn within(
    name: &str,
    limit: Option<u64>,
    least: u64,
    most: u64,
    unit: &str,
) -> Result<(), Refusal> {
    match limit {
        Some(number) if !(least..=most).contains(&number) => {
            Err(Refusal::of(format!("invalid {name} {number}: expected {least} to {most} {unit}")))
        }
        _ => Ok(()),
    }
}
