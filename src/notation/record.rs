//! The content of a game's file: a tree of moves, names, a title, a date and a result.

use crate::board::{BoardSize, Point};
use crate::notation::{MAX_NODES, Problem, Remark};
use crate::rules::GameRule;

/// The number of the first node: the board before the first move.
pub const ROOT: usize = 0;

/// The defaults for the facts that a file may omit.
///
/// ```
/// use dolmen::notation::{Defaults, moves};
/// use dolmen::{BoardSize, Rule};
///
/// let size = BoardSize::square(19);
/// let defaults = Defaults { rule: Rule::Omok.into(), size, ..Defaults::default() };
/// let game = moves::read("s19", &defaults)?;
/// assert_eq!((game.rule, game.size), (defaults.rule, defaults.size));
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defaults {
    /// The rule.
    pub rule: GameRule,
    /// The size of the board.
    pub size: BoardSize,
    /// The names of points in plain moves.
    pub points: PointNames,
}

impl Default for Defaults {
    /// Returns freestyle on 15×15, with rows from the top.
    fn default() -> Self {
        let size = BoardSize::square(15);
        Self { rule: GameRule::default(), size, points: PointNames::default() }
    }
}

/// The convention by which plain moves name points.
///
/// ```
/// use dolmen::BoardSize;
/// use dolmen::notation::PointNames;
///
/// let size = BoardSize::square(15);
/// let point = "c2".parse::<dolmen::Point>()?;
/// assert_eq!(PointNames::Top.name(point, size), "c2");
/// assert_eq!(PointNames::Bottom.name(point, size), "c14");
/// assert_eq!(PointNames::Numbers.name(point, size), "3,2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum PointNames {
    /// A letter, and the row from 1 at the top: `h8`, as in Dolmen's own texts.
    #[default]
    Top,
    /// A letter, and the row from 1 at the bottom, as on the boards of most players.
    Bottom,
    /// The column and the row from 1 at the top left: `8,8`.
    Numbers,
}

impl PointNames {
    /// Returns the name of a point on a board of this size.
    ///
    /// # Panics
    /// Panics if the point is off the board.
    #[must_use]
    pub fn name(self, point: Point, size: BoardSize) -> String {
        let (column, row) = (self.column(point.column()), self.row(point.row(), size));
        match self {
            Self::Top | Self::Bottom => format!("{column}{row}"),
            Self::Numbers => format!("{column},{row}"),
        }
    }

    /// Returns the name of a column, counted from 0 at the left.
    #[must_use]
    pub fn column(self, column: usize) -> String {
        match self {
            Self::Top | Self::Bottom => char::from(b'a' + column as u8).to_string(),
            Self::Numbers => (column + 1).to_string(),
        }
    }

    /// Returns the name of a row, counted from 0 at the top, on a board of this size.
    ///
    /// # Panics
    /// Panics if the row is off the board.
    #[must_use]
    pub fn row(self, row: usize, size: BoardSize) -> String {
        assert!(row < size.height(), "row {row} is off the board of {size}");
        let number = if self == Self::Bottom { size.height() - row } else { row + 1 };
        number.to_string()
    }
}

/// A position of a record: the move that leads to it, and notes on it.
///
/// ```
/// use dolmen::notation::{Defaults, sgf};
///
/// let game = sgf::read("(;SZ[15];B[hh]C[the centre])", &Defaults::default())?;
/// let node = &game.nodes()[1];
/// assert_eq!((node.point, node.comment.as_str()), (Some("h8".parse()?), "the centre"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The number of the node before it; `None` for the root.
    pub parent: Option<usize>,
    /// The numbers of the nodes after it; the first is the main line.
    pub children: Vec<usize>,
    /// The point of the stone; `None` for the root and for a pass.
    pub point: Option<Point>,
    /// Indicates whether the stone was set up instead of played. A pass between set-up stones counts as set up.
    pub is_set_up: bool,
    /// A comment.
    pub comment: String,
    /// A short text on the board at this node's point, such as a letter of a RenLib tree.
    pub label: String,
    /// The milliseconds that the move took.
    pub ms: Option<u64>,
    /// The annotation of the move.
    pub annotation: Option<Annotation>,
    /// The chance of Black to win after the move, from 0 to 1.
    pub black_wins: Option<f64>,
    /// The signs on points.
    pub marks: Vec<Mark>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
    /// The properties of SGF that the other fields do not hold, such as the event at the root.
    pub others: Vec<Property>,
    /// The text line of the file that has the move, counted from 1; 0 if there is none.
    pub line: usize,
}

/// A sign on a point.
///
/// ```
/// use dolmen::notation::{Defaults, Sign, sgf};
///
/// let game = sgf::read("(;SZ[15];B[hh]TR[hh]LB[aa:X])", &Defaults::default())?;
/// let marks = &game.nodes()[1].marks;
/// assert_eq!((marks[0].point, &marks[0].sign), ("h8".parse()?, &Sign::Triangle));
/// assert_eq!((marks[1].point, &marks[1].sign), ("a1".parse()?, &Sign::Text("X".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// The sign.
    pub sign: Sign,
}

/// The form of a mark.
///
/// ```
/// use dolmen::notation::{Defaults, Sign, sgf};
///
/// let game = sgf::read("(;SZ[15];B[hh]SQ[hh])", &Defaults::default())?;
/// assert_eq!(game.nodes()[1].marks[0].sign, Sign::Square);
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Sign {
    /// A circle.
    #[default]
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// A short text.
    Text(String),
}

/// A property of SGF.
///
/// ```
/// use dolmen::notation::{Defaults, ROOT, sgf};
///
/// let game = sgf::read("(;SZ[15]EV[World Championship];B[hh])", &Defaults::default())?;
/// let event = &game.nodes()[ROOT].others[0];
/// assert_eq!((event.name.as_str(), event.values[0].as_str()), ("EV", "World Championship"));
/// assert!(sgf::write(&game, "Mine:1", &[]).contains("EV[World Championship]"));
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Property {
    /// The name, in capitals: `EV`.
    pub name: String,
    /// The values, without escapes. A file has at least one.
    pub values: Vec<String>,
}

impl Property {
    /// Returns the first value, without white space around it; empty if there is none.
    #[must_use]
    pub fn first(&self) -> &str {
        self.values.first().map_or("", |value| value.trim())
    }
}

/// An arrow between two points of a board.
///
/// ```
/// use dolmen::notation::{Defaults, sgf};
///
/// let game = sgf::read("(;SZ[15];B[hh]AR[hh:ii])", &Defaults::default())?;
/// assert_eq!(game.nodes()[1].arrows[0].to, "i9".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The point where it begins.
    pub from: Point,
    /// The point where it ends, another one.
    pub to: Point,
}

/// The annotation of a move, as SGF has it.
///
/// ```
/// use dolmen::notation::{Annotation, Defaults, sgf};
///
/// let game = sgf::read("(;SZ[15];B[hh]BM[2])", &Defaults::default())?;
/// assert_eq!(game.nodes()[1].annotation, Some(Annotation::VeryBad));
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// `TE[2]`, or `!!`.
    VeryGood,
    /// `TE[1]`, or `!`.
    Good,
    /// `IT[]`, or `!?`.
    Interesting,
    /// `DO[]`, or `?!`.
    Doubtful,
    /// `BM[1]`, or `?`.
    Bad,
    /// `BM[2]`, or `??`.
    VeryBad,
}

/// A game of a file. Its nodes are numbered so that parents come before their children.
///
/// ```
/// use dolmen::notation::{Defaults, PointNames, ROOT, Record, moves};
///
/// let mut game = Record::new(&Defaults::default());
/// let first = game.add(ROOT, Some("h8".parse()?))?;
/// let second = game.add(first, Some("i9".parse()?))?;
/// assert_eq!(moves::write(&game, second, PointNames::Top), "h8i9\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The rule.
    pub rule: GameRule,
    /// The size of the board.
    pub size: BoardSize,
    /// The names of Black and White, which may be empty.
    pub names: [String; 2],
    /// The name of the game, such as that of a tournament round; empty if the file has none.
    pub title: String,
    /// The days on which it was played as SGF writes them, such as `2026-11-25,2026-11-26`; empty if the file
    /// has none.
    pub date: String,
    /// The result as SGF writes it, such as `B+`, `W+T` or `0`; empty if the file has none.
    pub result: String,
    /// The node that a reader shows first: the end of the main line, or the one that the file names.
    pub shown: usize,
    /// The text line of the file where the game begins, counted from 1.
    pub line: usize,
    /// The remarks on the file, such as that it names no rule.
    pub remarks: Vec<Remark>,
    nodes: Vec<Node>,
}

impl Record {
    /// Returns the record of a game without moves.
    #[must_use]
    pub fn new(defaults: &Defaults) -> Self {
        Self {
            rule: defaults.rule,
            size: defaults.size,
            names: <[String; 2]>::default(),
            title: String::new(),
            date: String::new(),
            result: String::new(),
            shown: ROOT,
            line: 1,
            remarks: Vec::new(),
            nodes: vec![Node::default()],
        }
    }

    /// Returns all nodes; their indices are their numbers.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns a node for changes of its notes, or `None` if no node has the number.
    pub fn node_mut(&mut self, id: usize) -> Option<&mut Node> {
        self.nodes.get_mut(id)
    }

    /// Returns the child of a node with this stone, if it exists.
    #[must_use]
    pub fn child(&self, parent: usize, point: Option<Point>) -> Option<usize> {
        let children = &self.nodes.get(parent)?.children;
        children.iter().copied().find(|&child| self.nodes[child].point == point)
    }

    /// Returns the child of a node with this stone, which is added as its last variation if it does
    /// not exist. The legality of the move is not checked, and [`Record::shown`] stays.
    ///
    /// # Errors
    /// Returns an error if the node does not exist or the record is full.
    pub fn add(&mut self, parent: usize, point: Option<Point>) -> Result<usize, Problem> {
        if let Some(child) = self.child(parent, point) {
            return Ok(child);
        }
        let id = self.nodes.len();
        if id >= MAX_NODES {
            return Err(Problem::Full);
        }
        self.nodes.get_mut(parent).ok_or(Problem::NoNode(parent))?.children.push(id);
        self.nodes.push(Node { parent: Some(parent), point, ..Node::default() });
        Ok(id)
    }

    /// Returns the numbers from the root to a node, both included; empty if the node does not exist.
    ///
    /// ```
    /// use dolmen::notation::{Defaults, sgf};
    ///
    /// let record = sgf::read("(;GM[4]SZ[15];B[hh];W[ii](;B[gg])(;B[ij]))", &Defaults::default())?;
    /// let path = record.path(4);
    /// assert_eq!(path, [0, 1, 2, 4]);
    /// assert_eq!(record.nodes()[path[3]].point, Some("i10".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self, id: usize) -> Vec<usize> {
        let id = Some(id).filter(|&id| id < self.nodes.len());
        let mut path: Vec<_> = std::iter::successors(id, |&id| self.nodes[id].parent).collect();
        path.reverse();
        path
    }

    /// Returns the last node of the main line.
    #[must_use]
    pub fn end(&self) -> usize {
        let next = |&id: &usize| self.nodes[id].children.first().copied();
        std::iter::successors(Some(ROOT), next).last().unwrap_or(ROOT)
    }
}
