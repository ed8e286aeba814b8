//! Sums over the codes of all points.
//!
//! Every empty point adds a row for its code of each colour, and one for the pair of classes of
//! its two codes. A row has a value, which counts in the evaluation itself, and features, which
//! are the inputs of the network.

use crate::board::{Color, PerColor};
use crate::eval::network::{FEATURES, Features};
use crate::eval::weights::ColorWeights;
use crate::processor;
use crate::threats::code::GROUPS;
use crate::threats::{CodeEntry, Threat, ThreatBoard};

/// The sums of a position for one side to move.
///
/// ```
/// use dolmen::eval::{Sums, Weights};
/// use dolmen::threats::ThreatBoard;
/// use dolmen::{BoardSize, Color, Evaluator, Point, Position, Rule};
///
/// let evaluator = Evaluator::new(Weights::by_hand());
/// let evaluator = evaluator.rule(Rule::Freestyle);
/// let mut board = ThreatBoard::new(&Position::new(BoardSize::square(15)), Rule::Freestyle);
/// assert_eq!(evaluator.sums(&board, Color::Black), Sums::default());
/// [5, 6, 7].map(|column| board.place(Point::new(column, 7), Color::Black));
/// assert!(evaluator.sums(&board, Color::Black).value > 0);
/// assert!(evaluator.sums(&board, Color::White).value < 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The values of the mover's codes less those of the other side, in
    /// [`PARTS`](crate::eval::weights::PARTS) of a unit.
    pub value: i32,
    /// The features of all codes and of all pairs of classes. Sums beyond 16 bits would wrap
    /// around; a test shows that this happens in no position that is evaluated.
    pub features: Features,
}

/// The number of rows: one for each group of codes of each colour, and for each pair of classes.
const ROWS: usize = 2 * GROUPS + Threat::COUNT * Threat::COUNT;
/// The number of rows from one of black's classes to the next, and from one of white's.
const CLASS_STEPS: [usize; 2] = [Threat::COUNT, 1];

/// Returns the row of a group of a colour's codes.
#[inline]
const fn code_row(color: Color, group: usize) -> usize {
    color.index() * GROUPS + group
}

/// Returns the row of a point by the classes of a colour's code and of the other one's.
#[inline]
const fn pair_row(color: Color, own: Threat, other: Threat) -> usize {
    let [own_step, other_step] = [CLASS_STEPS[color.index()], CLASS_STEPS[1 - color.index()]];
    2 * GROUPS + own as usize * own_step + other as usize * other_step
}

/// The rows that are summed up for one side to move.
#[derive(Clone, Debug)]
pub(crate) struct Summands {
    /// `[row]`, for codes alone.
    values: Box<[i16; 2 * GROUPS]>,
    /// `[row]`
    features: Box<[Features; ROWS]>,
}

impl Summands {
    /// Returns the rows for `mover` to move, from the weights of both colours.
    pub(crate) fn new(mover: Color, weights: &PerColor<ColorWeights>) -> Self {
        let mut values = Box::new([0; 2 * GROUPS]);
        for (group, weights) in weights[mover].groups.iter().enumerate() {
            values[code_row(mover, group)] = weights.to_move;
        }
        for (group, weights) in weights[!mover].groups.iter().enumerate() {
            values[code_row(!mover, group)] = -weights.waiting;
        }
        let mut features = Box::new([[0; FEATURES]; ROWS]);
        if let Some(network) = &weights[mover].network {
            for (color, rows) in [mover, !mover].into_iter().zip(&network.groups) {
                let first = code_row(color, 0);
                features[first..first + GROUPS].copy_from_slice(rows);
            }
            for own in Threat::ALL {
                for other in Threat::ALL {
                    let row = network.pairs[own as usize][other as usize];
                    features[pair_row(mover, own, other)] = row;
                }
            }
        }
        Self { values, features }
    }

    /// Computes the sums from all points of a board, which defines them.
    pub(crate) fn sums(&self, board: &ThreatBoard) -> Sums {
        let mut sums = Sums::default();
        for point in board.position().empty() {
            let [black, white] = Color::ALL.map(|color| board.threat(color, point));
            sums.add_row(&self.features[pair_row(Color::Black, black, white)]);
            for color in Color::ALL {
                let row = code_row(color, board.group(color, point));
                sums.value += i32::from(self.values[row]);
                sums.add_row(&self.features[row]);
            }
        }
        sums
    }

    /// Returns the sums after changes.
    #[inline]
    pub(crate) fn after(&self, sums: &Sums, changes: &RowChanges) -> Sums {
        let RowChanges { added, removed } = changes;
        let values = |rows: &RowList| -> i32 {
            let codes = rows.as_slice().iter().filter_map(|&row| self.values.get(usize::from(row)));
            codes.map(|&value| i32::from(value)).sum()
        };
        Sums {
            value: sums.value + values(added) - values(removed),
            features: processor::add_rows(
                &sums.features,
                self.features.as_slice(),
                added.as_slice(),
                removed.as_slice(),
            ),
        }
    }
}

/// The numbers of rows.
#[derive(Clone, Debug)]
pub(crate) struct RowList {
    rows: [u16; Self::CAPACITY],
    len: usize,
}

impl RowList {
    /// The rows of a point: one for each colour's code, and one for the pair of classes.
    const ROWS_OF_A_POINT: usize = 3;
    /// The number of points whose codes a stone can change: five on each side of it in four lines,
    /// and its own.
    const CAPACITY: usize = Self::ROWS_OF_A_POINT * (2 * 5 * 4 + 1);

    fn as_slice(&self) -> &[u16] {
        &self.rows[..self.len]
    }

    #[inline]
    fn push(&mut self, rows: [usize; Self::ROWS_OF_A_POINT]) {
        for row in rows {
            self.rows[self.len] = row as u16;
            self.len += 1;
        }
    }
}

/// The rows that a stone adds to the sums, and those that it removes from them.
#[derive(Clone, Debug)]
pub(crate) struct RowChanges {
    added: RowList,
    removed: RowList,
}

impl RowChanges {
    /// Returns no changes.
    #[inline]
    pub(crate) const fn new() -> Self {
        const NONE: RowList = RowList { rows: [0; RowList::CAPACITY], len: 0 };
        Self { added: NONE, removed: NONE }
    }

    /// Notes a change of the codes of a point.
    #[inline]
    pub(crate) fn push(&mut self, old: PerColor<CodeEntry>, new: PerColor<CodeEntry>) {
        self.removed.push(rows_of(old));
        self.added.push(rows_of(new));
    }
}

/// Returns the rows of a point.
#[inline]
fn rows_of(entries: PerColor<CodeEntry>) -> [usize; RowList::ROWS_OF_A_POINT] {
    let [black, white] = Color::ALL.map(|color| entries[color]);
    [
        code_row(Color::Black, black.group()),
        code_row(Color::White, white.group()),
        2 * GROUPS + black.class() * CLASS_STEPS[0] + white.class() * CLASS_STEPS[1],
    ]
}

impl Sums {
    fn add_row(&mut self, row: &Features) {
        for (sum, number) in self.features.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*number);
        }
    }
}
