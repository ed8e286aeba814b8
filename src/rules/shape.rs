//! What a stone makes in one line: the classes, and their one slow definition.
//!
//! The definition is recursive in "one more own stone": a four is what one more stone
//! turns into a five, a three what two more do, an open three what one more turns into an
//! open four. There is no list of patterns that could forget one. The fast queries of
//! [`crate::query::lanes`] are tested against this file on every line content.

use std::collections::HashMap;

use crate::rules::rule::Five;

/// What a stone of one colour on one empty cell makes in one line, the best it makes.
///
/// A shape is graded by the number of different open fours that it can still become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No five through the stone is possible any more.
    #[default]
    None,
    /// Four more stones make a five.
    One,
    /// Three more stones make a five.
    Two,
    /// Two more stones make an open four, in one way.
    OpenTwo1,
    /// Two more stones make an open four, in two ways.
    OpenTwo2,
    /// Two more stones make an open four, in three or four ways.
    OpenTwo3,
    /// Two more stones make a five, one more makes a four.
    Three,
    /// One more stone makes an open four, in one way.
    OpenThree1,
    /// One more stone makes an open four, in two or more ways.
    OpenThree2,
    /// One more stone makes a five, and the opponent has one or two answers.
    Four,
    /// One more stone makes a five whatever the answer, but the four is not open: two
    /// fours in one line, as in `O_OOO_O`.
    DoubleFour,
    /// A straight four: four in a row that either end turns into a five, whatever the
    /// answer.
    OpenFour,
    /// The row wins.
    Five,
    /// Six or more in a row, where that is forbidden.
    Overline,
}

impl Shape {
    /// Every shape, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::None,
        Self::One,
        Self::Two,
        Self::OpenTwo1,
        Self::OpenTwo2,
        Self::OpenTwo3,
        Self::Three,
        Self::OpenThree1,
        Self::OpenThree2,
        Self::Four,
        Self::DoubleFour,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];

    /// Whether one more stone makes a five.
    #[inline]
    #[must_use]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::DoubleFour | Self::OpenFour)
    }

    /// Whether one more stone makes an open four.
    #[inline]
    #[must_use]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree1 | Self::OpenThree2)
    }
}

/// What counts as a five and as an overline for one colour under one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRule {
    /// Which rows win.
    pub five: Five,
    /// Whether six or more are forbidden rather than useless or winning.
    pub forbids_overline: bool,
}

impl LineRule {
    /// The rule of a colour's lines in a game.
    #[must_use]
    pub const fn of(rule: crate::rules::Rule, color: crate::board::Color) -> Self {
        Self { five: rule.five(color), forbids_overline: rule.forbids_overline(color) }
    }

    /// Every kind of line that some rule and colour has.
    pub const ALL: [Self; 5] = [
        Self { five: Five::OrMore, forbids_overline: false },
        Self { five: Five::Exactly, forbids_overline: false },
        Self { five: Five::Exactly, forbids_overline: true },
        Self { five: Five::ExactlyUnlessClosed, forbids_overline: false },
        Self { five: Five::OrMoreUnlessClosed, forbids_overline: false },
    ];
}

/// The content of one line as one colour sees it, one bit per cell. Bits outside `cells`
/// are off the board or nobody's; no cell lies within five bits of the word's ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Cells of the line that can hold a stone of either colour.
    pub cells: u32,
    /// Own stones.
    pub own: u32,
    /// The opponent's stones.
    pub opponent: u32,
}

impl Line {
    /// The empty cells.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> u32 {
        self.cells & !self.own & !self.opponent
    }

    /// The line with one more own stone.
    #[must_use]
    pub const fn with_own(self, cell: u32) -> Self {
        Self { own: self.own | cell, ..self }
    }

    /// The line with one more stone of the opponent.
    #[must_use]
    pub const fn with_opponent(self, cell: u32) -> Self {
        Self { opponent: self.opponent | cell, ..self }
    }

    /// The own stones that form an unbroken row with the own stone on `cell`.
    #[must_use]
    pub fn row(self, cell: u32) -> u32 {
        let mut row = cell & self.own;
        loop {
            let wider = (row | row << 1 | row >> 1) & self.own;
            if wider == row {
                return row;
            }
            row = wider;
        }
    }

    /// Whether an unbroken row of own stones wins.
    #[must_use]
    pub fn wins(self, row: u32, five: Five) -> bool {
        let ends = [row << 1 & !row, row >> 1 & !row];
        let closed = ends.iter().all(|&end| self.opponent & end != 0);
        match row.count_ones() {
            0..5 => false,
            5 => !(five.can_be_closed() && closed),
            _ => !five.is_exact(),
        }
    }

    /// The empty cells where one more stone completes a five that contains the own
    /// stone on `cell`.
    #[must_use]
    pub fn five_points(self, cell: u32, five: Five) -> u32 {
        bits(self.empty())
            .filter(|&point| {
                let line = self.with_own(point);
                line.row(point) & cell != 0 && line.wins(line.row(point), five)
            })
            .fold(0, |points, point| points | point)
    }

    /// The empty cells where the opponent's stone leaves no five-point: his answers to
    /// the four that contains the own stone on `cell`.
    #[must_use]
    pub fn answers(self, cell: u32, five: Five) -> u32 {
        bits(self.empty())
            .filter(|&answer| self.with_opponent(answer).five_points(cell, five) == 0)
            .fold(0, |answers, answer| answers | answer)
    }

    /// The straight fours of the line, each as its lowest cell: four own stones in a row
    /// between two empty cells, either of which still makes a five after the opponent
    /// has taken the other.
    #[must_use]
    pub fn straight_fours(self, five: Five) -> u32 {
        bits(self.own)
            .filter(|&low| {
                let row = self.row(low);
                let (below, above) = (low >> 1, row + low);
                let makes_five = |end: u32, taken: u32| {
                    let line = self.with_opponent(taken).with_own(end);
                    line.wins(line.row(end), five)
                };
                row == low * 0b1111
                    && self.empty() & below != 0
                    && self.empty() & above != 0
                    && makes_five(below, above)
                    && makes_five(above, below)
            })
            .fold(0, |fours, low| fours | low)
    }
}

/// What own stones can still become with some more of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Prospects {
    /// Own stones that can be part of a five.
    fives: u32,
    /// Lowest cells of the straight fours that can arise.
    straight_fours: u32,
}

/// The definition of every shape, for one arrangement of the opponent's stones in a line.
///
/// It remembers what it found, since the same lines come up again and again.
#[derive(Clone, Debug)]
pub struct Definition {
    rule: LineRule,
    line: Line,
    known: HashMap<(u32, u8), Prospects>,
}

impl Definition {
    /// The definition on a line with these cells and stones of the opponent.
    #[must_use]
    pub fn new(rule: LineRule, cells: u32, opponent: u32) -> Self {
        Self { rule, line: Line { cells, own: 0, opponent }, known: HashMap::new() }
    }

    /// What the own stones can become with at most `more` own stones.
    fn prospects(&mut self, own: u32, more: u8) -> Prospects {
        if let Some(&known) = self.known.get(&(own, more)) {
            return known;
        }
        let line = Line { own, ..self.line };
        let five = self.rule.five;
        let fives = bits(own).filter(|&stone| line.wins(line.row(stone), five));
        let mut prospects = Prospects {
            fives: fives.fold(0, |fives, stone| fives | stone),
            straight_fours: line.straight_fours(five),
        };
        if more > 0 {
            for point in bits(line.empty()) {
                let later = self.prospects(own | point, more - 1);
                prospects.fives |= later.fives & own;
                prospects.straight_fours |= later.straight_fours;
            }
        }
        self.known.insert((own, more), prospects);
        prospects
    }

    /// What one more own stone on the empty cell `cell` makes of the line with these own
    /// stones.
    pub fn shape(&mut self, own: u32, cell: u32) -> Shape {
        let five = self.rule.five;
        let own = own | cell;
        let line = Line { own, ..self.line };
        // A straight four contains the stone if it begins at most three cells below it.
        let containing = cell | cell >> 1 | cell >> 2 | cell >> 3;
        if self.prospects(own, 0).fives & cell != 0 {
            return Shape::Five;
        }
        if self.rule.forbids_overline && line.row(cell).count_ones() >= 6 {
            return Shape::Overline;
        }
        if self.prospects(own, 0).straight_fours & containing != 0 {
            return Shape::OpenFour;
        }
        if line.five_points(cell, five) != 0 {
            let answered = line.answers(cell, five) != 0;
            return if answered { Shape::Four } else { Shape::DoubleFour };
        }
        match (self.prospects(own, 1).straight_fours & containing).count_ones() {
            0 => {}
            1 => return Shape::OpenThree1,
            _ => return Shape::OpenThree2,
        }
        if self.prospects(own, 2).fives & cell != 0 {
            return Shape::Three;
        }
        match (self.prospects(own, 2).straight_fours & containing).count_ones() {
            0 => {}
            1 => return Shape::OpenTwo1,
            2 => return Shape::OpenTwo2,
            _ => return Shape::OpenTwo3,
        }
        if self.prospects(own, 3).fives & cell != 0 {
            Shape::Two
        } else if self.prospects(own, 4).fives & cell != 0 {
            Shape::One
        } else {
            Shape::None
        }
    }
}

/// The bits of a word, one at a time, from the lowest.
pub fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests;
