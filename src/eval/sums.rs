//! Sums over the codes of all points.
//!
//! Every empty point adds a row for its code of each colour, and one for the pair of classes of
//! its two codes. A row has a value, which counts in the evaluation itself, and features, which
//! are the inputs of the network.

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::network::{FEATURES, Features};
use crate::eval::weights::ColorWeights;
use crate::processor;
use crate::processor::rows::{Exchanges, MAX_ROWS, ROW_LENGTH, Refill, RowSums, RowTable};
use crate::threats::code::GROUPS;
use crate::threats::{CodeEntry, Threat, ThreatBoard};

/// The sums of a position for one side to move.
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

    /// Adds the exchange of these rows for others to a list.
    #[inline]
    pub(crate) fn exchange_for(self, new: Self, exchanges: &mut Refill<'_>) {
        std::iter::zip(self.0, new.0).for_each(|(removed, added)| exchanges.push(removed, added));
    }
}

/// The rows that are summed up for one side to move.
#[derive(Clone, Debug)]
pub(crate) struct Summands {
    tables: Arc<Tables>,
    /// The difference between the rows of a point and those of the tables, which begin with the
    /// side to move instead of black.
    flip: u16,
}

/// The weights of rows, as the side to move sees them.
#[derive(Clone, Debug)]
struct Tables {
    table: RowTable,
    /// `[row]`, for codes alone: the worth of a move in move ordering.
    move_scores: Box<[i16]>,
}

impl Tables {
    /// Returns the tables for a side to move, from its weights and those of the other side.
    fn new(own: &ColorWeights, other: &ColorWeights) -> Self {
        let RowTable { mut rows, mut values } = RowTable::default();
        let mut move_scores = vec![0; MAX_ROWS];
        let [first_own, first_other] = Color::ALL.map(|color| code_row(color, 0));
        for (group, weights) in own.groups.iter().enumerate() {
            values[first_own + group] = weights.to_move;
            move_scores[first_own + group] = weights.attack;
        }
        for (group, weights) in other.groups.iter().enumerate() {
            values[first_other + group] = -weights.waiting;
            move_scores[first_other + group] = weights.defence;
        }
        if let Some(network) = &own.network {
            for (first, groups) in [first_own, first_other].into_iter().zip(&network.groups) {
                rows[first..first + GROUPS].copy_from_slice(groups);
            }
            for own in 0..Threat::COUNT {
                for other in 0..Threat::COUNT {
                    rows[pair_row(own, other)] = network.pairs[own][other];
                    // The same pair where white is to move.
                    rows[FIRST_OF_WHITE + pair_row(other, own)] = network.pairs[own][other];
                }
            }
        }
        Self { table: RowTable { rows, values }, move_scores: move_scores.into() }
    }
}

impl Summands {
    /// Returns the rows for either side to move. Where the weights of both colours are equal, both
    /// sides share their tables, which halves the memory that the search reads.
    pub(crate) fn of_both_sides(weights: &PerColor<ColorWeights>) -> PerColor<Self> {
        let [black, white] = Color::ALL.map(|color| &weights[color]);
        let for_black = Arc::new(Tables::new(black, white));
        let for_white = if black == white {
            Arc::clone(&for_black)
        } else {
            Arc::new(Tables::new(white, black))
        };
        PerColor::new(
            Self { tables: for_black, flip: 0 },
            Self { tables: for_white, flip: FIRST_OF_WHITE as u16 },
        )
    }

    /// Computes the sums from all points of a board, which defines them.
    pub(crate) fn sums(&self, board: &ThreatBoard) -> Sums {
        let entry = |color, point| board.entry_of(color, board.code(color, point));
        let points = board.position().empty().into_iter();
        self.sums_of(
            points.map(|point| PointRows::of(PerColor::from_fn(|color| entry(color, point)))),
        )
    }

    /// Returns the sums of the rows of points.
    pub(crate) fn sums_of(&self, points: impl Iterator<Item = PointRows>) -> Sums {
        let table = &self.tables.table;
        let mut sums = Sums::default();
        for PointRows(rows) in points {
            for row in rows.map(|row| usize::from(row ^ self.flip)) {
                sums.value += i32::from(table.values[row]);
                for (sum, number) in sums.features.iter_mut().zip(&table.rows[row]) {
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
        let table = &self.tables.table;
        let sums = processor::exchanged(sums, table, exchanges.as_slice(), self.flip);
        Sums { value: sums.value, features: sums.row }
    }

    /// Returns the score of a move of the side to move in move ordering: its worth as an attack and
    /// as a defence.
    #[inline]
    pub(crate) fn move_score(&self, PointRows([black, white, _]): PointRows) -> i32 {
        let [black, white] = [black, white].map(|row| usize::from(row ^ self.flip));
        i32::from(self.tables.move_scores[black]) + i32::from(self.tables.move_scores[white])
    }
}
