//! Sums over the codes of all points.
//!
//! Every empty point adds a row for its code of each colour, and one for the pair of classes of
//! its two codes. A row has a value, which counts in the evaluation itself, and features, which
//! are the inputs of the network.

use crate::board::{Color, PerColor};
use crate::eval::network::{FEATURES, Features};
use crate::eval::weights::ColorWeights;
use crate::processor;
use crate::processor::rows::{Exchanges, MAX_ROWS, ROW_LENGTH, Refill, RowSums, RowTable};
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

// The numbers of rows: black's groups, the pairs of classes after them, white's groups from the
// middle of the table on.

/// The first row of a pair of classes.
const FIRST_PAIR: usize = 0xf00;
/// The number of pairs from one of black's classes to the next.
const CLASSES: usize = 16;
/// The first row of white's groups.
const FIRST_OF_WHITE: usize = 0x1000;

const _: () = assert!(GROUPS <= FIRST_PAIR && Threat::COUNT <= CLASSES);
const _: () = assert!(FIRST_PAIR + CLASSES * CLASSES <= FIRST_OF_WHITE);
const _: () = assert!(FIRST_OF_WHITE + GROUPS <= MAX_ROWS && FEATURES == ROW_LENGTH);

/// Returns the row of a group of a colour's codes.
#[inline]
const fn code_row(color: Color, group: usize) -> usize {
    color.index() * FIRST_OF_WHITE + group
}

/// Returns the row of a point by the classes of its codes for black and for white.
#[inline]
const fn pair_row(black: usize, white: usize) -> usize {
    FIRST_PAIR + black * CLASSES + white
}

/// The numbers of the rows that a point adds: one for each colour's code, and one for the pair of
/// classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointRows([u16; 3]);

impl PointRows {
    /// The rows of a point without shapes.
    pub(crate) const NONE: Self = {
        let nothing = Threat::Nothing as usize;
        let [black, white] = [code_row(Color::Black, 0), code_row(Color::White, 0)];
        Self([black as u16, white as u16, pair_row(nothing, nothing) as u16])
    };

    /// Returns the rows of a point with these codes.
    #[inline]
    pub(crate) fn of(entries: PerColor<CodeEntry>) -> Self {
        let [black, white] = Color::ALL.map(|color| entries[color]);
        let rows = [
            code_row(Color::Black, black.group()),
            code_row(Color::White, white.group()),
            pair_row(black.class(), white.class()),
        ];
        Self(rows.map(|row| row as u16))
    }

    /// Notes the exchange of these rows for others.
    #[inline]
    pub(crate) fn exchange_for(self, new: Self, exchanges: &mut Refill<'_>) {
        std::iter::zip(self.0, new.0).for_each(|(removed, added)| exchanges.push(removed, added));
    }
}

/// The worth of moves of one colour in move ordering.
#[derive(Clone, Debug)]
pub(crate) struct MoveScores {
    /// `[row]`, for codes alone.
    by_row: Box<[i16]>,
}

impl MoveScores {
    /// Returns the scores of the moves of `mover`, from the weights of both colours.
    pub(crate) fn new(mover: Color, weights: &PerColor<ColorWeights>) -> Self {
        let mut by_row = vec![0; MAX_ROWS];
        for (group, weights) in weights[mover].groups.iter().enumerate() {
            by_row[code_row(mover, group)] = weights.attack;
        }
        for (group, weights) in weights[!mover].groups.iter().enumerate() {
            by_row[code_row(!mover, group)] = weights.defence;
        }
        Self { by_row: by_row.into() }
    }

    /// Returns the score of a move on a point: its worth as an attack and as a defence.
    #[inline]
    pub(crate) fn of(&self, PointRows([black, white, _]): PointRows) -> i32 {
        [black, white].map(|row| i32::from(self.by_row[usize::from(row)])).into_iter().sum()
    }
}

/// The rows that are summed up for one side to move.
#[derive(Clone, Debug)]
pub(crate) struct Summands {
    table: RowTable,
}

impl Summands {
    /// Returns the rows for `mover` to move, from the weights of both colours.
    pub(crate) fn new(mover: Color, weights: &PerColor<ColorWeights>) -> Self {
        let RowTable { mut rows, mut values } = RowTable::default();
        for (group, weights) in weights[mover].groups.iter().enumerate() {
            values[code_row(mover, group)] = weights.to_move;
        }
        for (group, weights) in weights[!mover].groups.iter().enumerate() {
            values[code_row(!mover, group)] = -weights.waiting;
        }
        if let Some(network) = &weights[mover].network {
            for (color, groups) in [mover, !mover].into_iter().zip(&network.groups) {
                let first = code_row(color, 0);
                rows[first..first + GROUPS].copy_from_slice(groups);
            }
            for black in 0..Threat::COUNT {
                for white in 0..Threat::COUNT {
                    let classes = PerColor::new(black, white);
                    let row = network.pairs[classes[mover]][classes[!mover]];
                    rows[pair_row(black, white)] = row;
                }
            }
        }
        Self { table: RowTable { rows, values } }
    }

    /// Computes the sums from all points of a board, which defines them.
    pub(crate) fn sums(&self, board: &ThreatBoard) -> Sums {
        let mut sums = Sums::default();
        for point in board.position().empty() {
            let entries =
                PerColor::from_fn(|color| board.entry_of(color, board.code(color, point)));
            for row in PointRows::of(entries).0.map(usize::from) {
                sums.value += i32::from(self.table.values[row]);
                for (sum, number) in sums.features.iter_mut().zip(&self.table.rows[row]) {
                    *sum = sum.wrapping_add(*number);
                }
            }
        }
        sums
    }

    /// Returns the sums after some rows are exchanged.
    #[inline]
    pub(crate) fn after(&self, &Sums { value, features }: &Sums, exchanges: &Exchanges) -> Sums {
        let sums = RowSums { value, row: features };
        let RowSums { value, row } = processor::exchanged(sums, &self.table, exchanges.as_slice());
        Sums { value, features: row }
    }
}
