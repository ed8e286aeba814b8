//! A game as plain values, for pickles: nothing of it is lost.

use dolmen::board::{BoardSize, Point};
use dolmen::notation::{Annotation, Arrow, Defaults, Problem, Record};
use dolmen::rules::GameRule;
use pyo3::prelude::{FromPyObject, IntoPyObject};

/// The values of a game.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(super) struct State {
    rule: String,
    size: (i64, i64),
    names: (String, String),
    result: String,
    shown: usize,
    line: usize,
    nodes: Vec<NodeState>,
}

/// The values of a node; points are their indices.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct NodeState {
    parent: usize,
    point: Option<usize>,
    comment: String,
    label: String,
    ms: Option<u64>,
    annotation: Option<String>,
    black_wins: Option<f64>,
    circles: Vec<usize>,
    arrows: Vec<(usize, usize)>,
    line: usize,
}

/// The annotations and their symbols.
const SYMBOLS: [(Annotation, &str); 6] = [
    (Annotation::VeryGood, "!!"),
    (Annotation::Good, "!"),
    (Annotation::Interesting, "!?"),
    (Annotation::Doubtful, "?!"),
    (Annotation::Bad, "?"),
    (Annotation::VeryBad, "??"),
];

/// Returns the symbol of an annotation.
pub(super) fn symbol(annotation: Annotation) -> &'static str {
    SYMBOLS.iter().find(|(known, _)| *known == annotation).map_or("", |(_, symbol)| symbol)
}

impl State {
    /// Returns the values of a game.
    pub(super) fn of(record: &Record) -> Self {
        let node = |node: &dolmen::notation::Node| NodeState {
            parent: node.parent.unwrap_or(0),
            point: node.point.map(Point::index),
            comment: node.comment.clone(),
            label: node.label.clone(),
            ms: node.ms,
            annotation: node.annotation.map(|annotation| symbol(annotation).to_owned()),
            black_wins: node.black_wins,
            circles: node.circles.iter().map(|point| point.index()).collect(),
            arrows: node
                .arrows
                .iter()
                .map(|arrow| (arrow.from.index(), arrow.to.index()))
                .collect(),
            line: node.line,
        };
        Self {
            rule: record.rule.to_string(),
            size: (record.size.width() as i64, record.size.height() as i64),
            names: record.names.clone().into(),
            result: record.result.clone(),
            shown: record.shown,
            line: record.line,
            nodes: record.nodes().iter().map(node).collect(),
        }
    }

    /// Returns the game.
    pub(super) fn into_record(self) -> Result<Record, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let rule: GameRule = self.rule.parse().map_err(|error| text(&error))?;
        let size = BoardSize::new(self.size.0, self.size.1).map_err(|error| text(&error))?;
        let mut record = Record::new(&Defaults { rule, size, ..Defaults::default() });
        record.names = self.names.into();
        record.result = self.result;
        record.line = self.line;
        for (id, node) in self.nodes.into_iter().enumerate() {
            add(&mut record, id, node).map_err(|error| text(&error))?;
        }
        record.shown = self.shown.min(record.nodes().len() - 1);
        Ok(record)
    }
}

/// Adds a node with its notes.
fn add(record: &mut Record, id: usize, state: NodeState) -> Result<(), Problem> {
    let size = record.size;
    let point = |index: usize| {
        let off = || Problem::OffBoard { point: format!("of index {index}"), size };
        size.points().find(|point| point.index() == index).ok_or_else(off)
    };
    let id =
        if id == 0 { 0 } else { record.add(state.parent, state.point.map(point).transpose()?)? };
    let circles = state.circles.into_iter().map(point).collect::<Result<_, _>>()?;
    let arrow = |(from, to)| Ok::<_, Problem>(Arrow { from: point(from)?, to: point(to)? });
    let arrows = state.arrows.into_iter().map(arrow).collect::<Result<_, _>>()?;
    let node = record.node_mut(id).ok_or(Problem::NoNode(id))?;
    (node.circles, node.arrows) = (circles, arrows);
    (node.comment, node.label) = (state.comment, state.label);
    (node.ms, node.black_wins, node.line) = (state.ms, state.black_wins, state.line);
    let wanted = state.annotation.unwrap_or_default();
    node.annotation = SYMBOLS.iter().find(|(_, symbol)| *symbol == wanted).map(|(known, _)| *known);
    Ok(())
}
