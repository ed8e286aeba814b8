//! A game as plain values, for lossless pickles.

use dolmen::board::{BoardSize, Point};
use dolmen::notation::{Annotation, Arrow, Defaults, Mark, Problem, Property, Record, Sign};
use dolmen::rules::GameRule;
use pyo3::prelude::{FromPyObject, IntoPyObject};

/// The values of a game.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(super) struct State {
    rule: String,
    size: (i64, i64),
    names: (String, String),
    title: String,
    date: String,
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
    is_set_up: bool,
    comment: String,
    label: String,
    ms: Option<u64>,
    annotation: Option<String>,
    black_wins: Option<f64>,
    marks: Vec<(usize, String)>,
    arrows: Vec<(usize, usize)>,
    others: Vec<(String, Vec<String>)>,
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

/// The prefix of the name of a sign with a text.
const TEXT: &str = "text:";

/// Returns the name of a sign.
fn sign_name(sign: &Sign) -> String {
    match sign {
        Sign::Circle => "circle".to_owned(),
        Sign::Triangle => "triangle".to_owned(),
        Sign::Square => "square".to_owned(),
        Sign::Cross => "cross".to_owned(),
        Sign::Text(text) => format!("{TEXT}{text}"),
    }
}

/// Returns the sign with a name.
fn sign(name: String) -> Sign {
    match name.as_str() {
        "triangle" => Sign::Triangle,
        "square" => Sign::Square,
        "cross" => Sign::Cross,
        _ => name.strip_prefix(TEXT).map_or(Sign::Circle, |text| Sign::Text(text.to_owned())),
    }
}

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
            is_set_up: node.is_set_up,
            comment: node.comment.clone(),
            label: node.label.clone(),
            ms: node.ms,
            annotation: node.annotation.map(|annotation| symbol(annotation).to_owned()),
            black_wins: node.black_wins,
            marks: node
                .marks
                .iter()
                .map(|mark| (mark.point.index(), sign_name(&mark.sign)))
                .collect(),
            arrows: node
                .arrows
                .iter()
                .map(|arrow| (arrow.from.index(), arrow.to.index()))
                .collect(),
            others: node
                .others
                .iter()
                .map(|other| (other.name.clone(), other.values.clone()))
                .collect(),
            line: node.line,
        };
        Self {
            rule: record.rule.to_string(),
            size: (record.size.width() as i64, record.size.height() as i64),
            names: record.names.clone().into(),
            title: record.title.clone(),
            date: record.date.clone(),
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
        (record.title, record.date, record.result) = (self.title, self.date, self.result);
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
    let mark = |(index, name)| Ok::<_, Problem>(Mark { point: point(index)?, sign: sign(name) });
    let marks = state.marks.into_iter().map(mark).collect::<Result<_, _>>()?;
    let arrow = |(from, to)| Ok::<_, Problem>(Arrow { from: point(from)?, to: point(to)? });
    let arrows = state.arrows.into_iter().map(arrow).collect::<Result<_, _>>()?;
    let node = record.node_mut(id).ok_or(Problem::NoNode(id))?;
    (node.marks, node.arrows, node.is_set_up) = (marks, arrows, state.is_set_up);
    let property = |(name, values)| Property { name, values };
    node.others = state.others.into_iter().map(property).collect();
    (node.comment, node.label) = (state.comment, state.label);
    (node.ms, node.black_wins, node.line) = (state.ms, state.black_wins, state.line);
    let wanted = state.annotation.unwrap_or_default();
    node.annotation = SYMBOLS.iter().find(|(_, symbol)| *symbol == wanted).map(|(known, _)| *known);
    Ok(())
}
