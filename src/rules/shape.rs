//! The shapes that a stone makes in one line, and their definition.
//!
//! The definition is recursive in the number of additional own stones: one more stone turns
//! a four into a five, two more stones turn a three into a five, and one more stone turns an
//! open three into an open four. There is no list of patterns, so no pattern can be missing.
//! The definition is slow; the fast queries of `query::lanes` are tested against it on all
//! possible lines.

use std::collections::HashMap;

use crate::rules::rule::Five;

/// The best shape that a stone of one colour on an empty cell makes in a line.
///
/// Open twos and open threes are graded by the number of different open fours that they
/// can become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// No five through the stone is possible.
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
    /// One more stone makes a five, and the opponent can prevent it.
    Four,
    /// Two fours in one line, as in `O_OOO_O`: one more stone makes a five whatever the
    /// answer, but there is no straight four.
    DoubleFour,
    /// A straight four: four stones in a row that a stone at either end turns into a five,
    /// whatever the answer.
    OpenFour,
    /// Five in a row, or more where more win.
    Five,
    /// Six or more in a row where that is forbidden.
    Overline,
}

impl Shape {
    /// All shapes, in the order of their numbers.
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

    /// Returns whether one more stone makes a five.
    #[inline]
    #[must_use]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::DoubleFour | Self::OpenFour)
    }

    /// Returns whether one more stone makes an open four.
    #[inline]
    #[must_use]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree1 | Self::OpenThree2)
    }
}

/// The runs that win in a line, and those that are forbidden, for a colour under a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRule {
    /// The runs that win.
    pub five: Five,
    /// Indicates whether six or more stones in a row are forbidden.
    pub forbids_overline: bool,
}

impl LineRule {
    /// Returns the line rule of a colour under a rule.
    #[must_use]
    pub const fn of(rule: crate::rules::Rule, color: crate::board::Color) -> Self {
        Self { five: rule.five(color), forbids_overline: rule.forbids_overline(color) }
    }

    /// All combinations that occur in some rule for some colour.
    pub const ALL: [Self; 5] = [
        Self { five: Five::OrMore, forbids_overline: false },
        Self { five: Five::Exactly, forbids_overline: false },
        Self { five: Five::Exactly, forbids_overline: true },
        Self { five: Five::ExactlyUnlessClosed, forbids_overline: false },
        Self { five: Five::OrMoreUnlessClosed, forbids_overline: false },
    ];
}

/// The contents of a line from one colour's side, one bit per cell.
///
/// Bits outside `cells` are off the board or dead. No cell lies within five bits of either end
/// of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The cells that are empty or hold a stone of either colour.
    pub cells: u32,
    /// The colour's own stones.
    pub own: u32,
    /// The opponent's stones.
    pub opponent: u32,
}

impl Line {
    /// Returns the empty cells.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> u32 {
        self.cells & !self.own & !self.opponent
    }

    /// Returns the line with one more own stone.
    #[must_use]
    pub const fn with_own(self, cell: u32) -> Self {
        Self { own: self.own | cell, ..self }
    }

    /// Returns the line with one more stone of the opponent.
    #[must_use]
    pub const fn with_opponent(self, cell: u32) -> Self {
        Self { opponent: self.opponent | cell, ..self }
    }

    /// Returns the unbroken run of own stones that contains `cell`.
    #[must_use]
    pub fn run(self, cell: u32) -> u32 {
        let mut run = cell & self.own;
        loop {
            let wider = (run | run << 1 | run >> 1) & self.own;
            if wider == run {
                return run;
            }
            run = wider;
        }
    }

    /// Returns whether an unbroken run of own stones wins.
    #[must_use]
    pub fn wins(self, run: u32, five: Five) -> bool {
        let ends = [run << 1 & !run, run >> 1 & !run];
        let closed = ends.iter().all(|&end| self.opponent & end != 0);
        five.wins(run.count_ones() as usize, closed)
    }

    /// Returns the empty cells where one more stone completes a five that contains `cell`.
    #[must_use]
    pub fn five_points(self, cell: u32, five: Five) -> u32 {
        bits(self.empty())
            .filter(|&point| {
                let line = self.with_own(point);
                line.run(point) & cell != 0 && line.wins(line.run(point), five)
            })
            .fold(0, |points, point| points | point)
    }

    /// Returns the opponent's answers to the four that contains `cell`: the empty cells where
    /// the opponent's stone leaves no cell that completes a five.
    #[must_use]
    pub fn answers(self, cell: u32, five: Five) -> u32 {
        bits(self.empty())
            .filter(|&answer| self.with_opponent(answer).five_points(cell, five) == 0)
            .fold(0, |answers, answer| answers | answer)
    }

    /// Returns the straight fours of the line, each as its lowest cell.
    ///
    /// A straight four is a run of four own stones between two empty cells. A stone on either
    /// cell makes a five, even if the opponent holds the other.
    #[must_use]
    pub fn straight_fours(self, five: Five) -> u32 {
        bits(self.own)
            .filter(|&low| {
                let run = self.run(low);
                let [below, above] = [low >> 1, run + low];
                let makes_five = |end: u32, taken: u32| {
                    let line = self.with_opponent(taken).with_own(end);
                    line.wins(line.run(end), five)
                };
                run == low * 0b1111
                    && self.empty() & below != 0
                    && self.empty() & above != 0
                    && makes_five(below, above)
                    && makes_five(above, below)
            })
            .fold(0, |fours, low| fours | low)
    }
}

/// The shapes that a set of own stones can become when more are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Prospects {
    /// The own stones that can be part of a five.
    fives: u32,
    /// The lowest cells of the possible straight fours.
    straight_fours: u32,
}

/// The definition of the shapes in a line, for one arrangement of the opponent's stones.
///
/// It remembers its results, because the same lines occur many times.
///
/// ```
/// use dolmen::rules::{Definition, LineRule, Shape};
///
/// // A line of 15 cells in which an opponent's stone stands below the own stones.
/// let mut definition = Definition::new(LineRule::ALL[0], 0x7fff << 5, 1 << 9);
/// assert_eq!(definition.shape(0b111 << 10, 1 << 13), Shape::Four);
/// assert_eq!(definition.shape(0b1111 << 10, 1 << 14), Shape::Five);
/// ```
#[derive(Clone, Debug)]
pub struct Definition {
    rule: LineRule,
    line: Line,
    known: HashMap<(u32, u8), Prospects>,
}

impl Definition {
    /// Creates the definition for a line with these cells and these stones of the opponent.
    #[must_use]
    pub fn new(rule: LineRule, cells: u32, opponent: u32) -> Self {
        Self { rule, line: Line { cells, own: 0, opponent }, known: HashMap::new() }
    }

    /// Computes what the own stones can become when at most `more` are added.
    fn prospects(&mut self, own: u32, more: u8) -> Prospects {
        if let Some(&known) = self.known.get(&(own, more)) {
            return known;
        }
        let line = Line { own, ..self.line };
        let five = self.rule.five;
        let fives = bits(own).filter(|&stone| line.wins(line.run(stone), five));
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

    /// Returns the shape that a stone on the empty cell `cell` makes together with the stones
    /// `own`.
    pub fn shape(&mut self, own: u32, cell: u32) -> Shape {
        let five = self.rule.five;
        let own = own | cell;
        let line = Line { own, ..self.line };
        // A straight four contains the stone if its lowest cell is at most three cells below.
        let containing = cell | cell >> 1 | cell >> 2 | cell >> 3;
        if self.prospects(own, 0).fives & cell != 0 {
            return Shape::Five;
        }
        if self.rule.forbids_overline && line.run(cell).count_ones() >= 6 {
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

/// Returns the bits of a word one by one, from the lowest.
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests;
