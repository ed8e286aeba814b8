//! The four shapes of a point as one code, and the class of threat that they make together.

use std::collections::HashMap;

use crate::board::{Color, Direction, PerColor};
use crate::rules::{Rule, Shape};
use crate::threats::sums::{CodeValue, Features, Summands, code_row, pair_row};

/// The shapes that a stone of one colour on one point makes, a nibble per direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Code(pub u16);

/// Number of codes.
pub const CODES: usize = 1 << 16;

impl Code {
    /// The code of four shapes, in the order of [`Direction::ALL`].
    #[must_use]
    pub fn new(shapes: [Shape; 4]) -> Self {
        let nibbles = shapes.into_iter().rev();
        Self(nibbles.fold(0, |code, shape| code << 4 | shape as u16))
    }

    /// The four shapes, in the order of [`Direction::ALL`]; `None` for a nibble that is
    /// no shape's number.
    #[must_use]
    pub fn shapes(self) -> Option<[Shape; 4]> {
        let mut shapes = [Shape::None; 4];
        for direction in Direction::ALL {
            *shapes.get_mut(direction.index())? = *Shape::ALL.get(self.number(direction))?;
        }
        Some(shapes)
    }

    fn number(self, direction: Direction) -> usize {
        usize::from(self.0 >> (4 * direction.index()) & 0xf)
    }

    /// The shape in a direction.
    ///
    /// # Panics
    /// If the nibble is no shape's number.
    #[inline]
    #[must_use]
    pub fn shape(self, direction: Direction) -> Shape {
        Shape::ALL[self.number(direction)]
    }

    /// The code of the same shapes, the greatest first.
    fn sorted(self) -> Self {
        let mut numbers = Direction::ALL.map(|direction| self.number(direction) as u16);
        numbers.sort_unstable();
        Self(numbers.into_iter().rev().fold(0, |code, number| code << 4 | number))
    }

    /// The code with another shape in a direction.
    #[inline]
    #[must_use]
    pub const fn with(self, direction: usize, shape_number: u8) -> Self {
        let shift = 4 * direction as u32;
        Self(self.0 & !(0xf << shift) | (shape_number as u16) << shift)
    }
}

/// What a stone on a point makes in all directions together, the best it makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that the opponent need mind.
    #[default]
    Nothing,
    /// One open two.
    OpenTwo,
    /// A three.
    Three,
    /// Two open twos.
    DoubleTwo,
    /// A three, and another three or an open two.
    ThreePlus,
    /// An open three.
    OpenThree,
    /// An open three, and a three or an open two.
    OpenThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four, and a three or an open two.
    FourPlus,
    /// A four and an open three; in caro also two fours, which one stone may answer.
    FourThree,
    /// An open four, or two fours: the opponent cannot answer with one stone.
    OpenFour,
    /// A five.
    Five,
    /// The stone may be forbidden, as far as the shapes alone tell.
    Forbidden,
}

impl Threat {
    /// Number of classes.
    pub const COUNT: usize = 14;

    /// Every class, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::OpenTwo,
        Self::Three,
        Self::DoubleTwo,
        Self::ThreePlus,
        Self::OpenThree,
        Self::OpenThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Forbidden,
    ];

    /// The weakest class whose points the threat board keeps as a set: what has to be
    /// answered, or may be. Weaker classes change often (17 points change their class
    /// with a stone in dense play), and nobody asks for all their points.
    pub const WEAKEST_KEPT: Self = Self::OpenThree;

    /// The classes with a four and without a five, the strongest first.
    pub const FOURS: [Self; 4] = [Self::OpenFour, Self::FourThree, Self::FourPlus, Self::Four];

    /// The class of four shapes made by a stone of a colour under a rule: the slow
    /// definition that fills the table.
    #[must_use]
    pub fn of(shapes: [Shape; 4], rule: Rule, color: Color) -> Self {
        let count = |is: &dyn Fn(Shape) -> bool| shapes.iter().filter(|&&shape| is(shape)).count();
        let fours = count(&Shape::is_four);
        let open_fours = count(&|shape| matches!(shape, Shape::OpenFour | Shape::DoubleFour));
        let double_fours = count(&|shape| shape == Shape::DoubleFour);
        let open_threes = count(&Shape::is_open_three);
        let threes = count(&|shape| shape == Shape::Three);
        let open_twos =
            count(&|shape| matches!(shape, Shape::OpenTwo1 | Shape::OpenTwo2 | Shape::OpenTwo3));
        let may_be_forbidden = match rule {
            Rule::Renju => {
                shapes.contains(&Shape::Overline) || fours + double_fours >= 2 || open_threes >= 2
            }
            _ => open_threes >= 2,
        };
        let plus = threes + open_twos > 0;
        if shapes.contains(&Shape::Five) {
            Self::Five
        } else if rule.restricts(color) && may_be_forbidden {
            Self::Forbidden
        } else if open_fours > 0 || (fours >= 2 && !rule.five(color).can_be_closed()) {
            Self::OpenFour
        } else if fours > 0 {
            match () {
                () if open_threes > 0 || fours >= 2 => Self::FourThree,
                () if plus => Self::FourPlus,
                () => Self::Four,
            }
        } else if open_threes > 0 {
            match () {
                () if open_threes >= 2 => Self::DoubleThree,
                () if plus => Self::OpenThreePlus,
                () => Self::OpenThree,
            }
        } else {
            match (threes, open_twos) {
                (0, 0) => Self::Nothing,
                (0, 1) => Self::OpenTwo,
                (0, _) => Self::DoubleTwo,
                (1, 0) => Self::Three,
                _ => Self::ThreePlus,
            }
        }
    }
}

/// What a move to a point is worth in the order of moves, by the codes of both colours, in
/// the units of move scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveValue {
    /// What the code is worth if its own colour moves there.
    pub attack: i16,
    /// What it is worth if the other colour does.
    pub defence: i16,
}

/// What the threat board knows of a point for one colour. Eight bytes, so that a point's
/// state is one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(8))]
pub(crate) struct CodeEntry {
    pub(crate) code: Code,
    /// Number of the code's group: those of the same shapes in any order.
    group: u16,
    pub(crate) threat: Threat,
}

impl CodeEntry {
    #[inline]
    pub(crate) const fn group(self) -> usize {
        self.group as usize
    }
}

/// Number of groups of codes: ways to choose four of 14 shapes, repeated or not.
pub const GROUPS: usize = 2_380;

/// The group of four shapes, below [`GROUPS`].
#[must_use]
pub fn group(shapes: [Shape; 4]) -> usize {
    let mut numbers = shapes.map(|shape| shape as usize);
    numbers.sort_unstable();
    let [d, c, b, a] = numbers;
    // The combinatorial number system, of choices with repetition.
    d + c * (c + 1) / 2 + b * (b + 1) * (b + 2) / 6 + a * (a + 1) * (a + 2) * (a + 3) / 24
}

/// Four shapes of every group, the least first.
pub fn sorted_shapes() -> impl Iterator<Item = [Shape; 4]> {
    let from = |least: Shape| Shape::ALL.into_iter().skip(least as usize);
    Shape::ALL.into_iter().flat_map(move |a| {
        from(a).flat_map(move |b| from(b).flat_map(move |c| from(c).map(move |d| [a, b, c, d])))
    })
}

/// The threats of all codes under one rule, and what the evaluation and the order of moves
/// want summed up or looked up for them: nothing unless it was said.
#[derive(Debug)]
pub struct CodeTables {
    rule: Rule,
    black: Box<[CodeEntry; CODES]>,
    /// White's, where it differs from black's.
    white: Option<Box<[CodeEntry; CODES]>>,
    /// `[side to move]`
    summands: PerColor<Summands>,
    /// `[group]`: what a code of a colour is worth to a move there.
    moves: PerColor<Box<[MoveValue; GROUPS]>>,
}

impl CodeTables {
    /// The tables of a rule.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        let table = |color: Color| {
            let entry = |code: Code| match code.shapes() {
                Some(shapes) => {
                    let threat = Threat::of(shapes, rule, color);
                    CodeEntry { code, threat, group: group(shapes) as u16 }
                }
                None => CodeEntry::default(),
            };
            // Few codes are sorted, and all others have one of those to copy from.
            let codes = || (0..=u16::MAX).map(Code);
            let sorted = codes().filter(|&code| code == code.sorted());
            let known: HashMap<Code, CodeEntry> = sorted.map(|code| (code, entry(code))).collect();
            let entries: Box<[CodeEntry]> =
                codes().map(|code| CodeEntry { code, ..known[&code.sorted()] }).collect();
            entries.try_into().expect("there is an entry for each code")
        };
        Self {
            rule,
            black: table(Color::Black),
            white: (rule == Rule::Renju).then(|| table(Color::White)),
            summands: PerColor::default(),
            moves: PerColor::from_fn(|_| Box::new([MoveValue::default(); GROUPS])),
        }
    }

    /// The tables with these values of a code for a colour.
    #[must_use]
    pub fn with_values(mut self, value: impl Fn(Color, [Shape; 4]) -> CodeValue) -> Self {
        for color in Color::ALL {
            for shapes in sorted_shapes() {
                let CodeValue { to_move, waiting } = value(color, shapes);
                let row = code_row(color, group(shapes));
                self.summands[color].values[row] = to_move;
                self.summands[!color].values[row] = -waiting;
            }
        }
        self
    }

    /// The tables with these features, for a side to move, of a code of a colour, by group,
    /// and of a point by the classes of its codes.
    #[must_use]
    pub fn with_features(
        mut self,
        of_group: impl Fn(Color, Color, usize) -> Features,
        of_pair: impl Fn(Color, PerColor<Threat>) -> Features,
    ) -> Self {
        for mover in Color::ALL {
            let rows = &mut self.summands[mover].features;
            for color in Color::ALL {
                for group in 0..GROUPS {
                    rows[code_row(color, group)] = of_group(mover, color, group);
                }
            }
            for black in Threat::ALL {
                for white in Threat::ALL {
                    let features = of_pair(mover, PerColor::new(black, white));
                    rows[pair_row(Color::Black, black, white)] = features;
                }
            }
        }
        self
    }

    /// The tables with these values of moves to points of a code.
    #[must_use]
    pub fn with_moves(mut self, value: impl Fn(Color, [Shape; 4]) -> MoveValue) -> Self {
        for color in Color::ALL {
            for shapes in sorted_shapes() {
                self.moves[color][group(shapes)] = value(color, shapes);
            }
        }
        self
    }

    /// The rule that the tables are of.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    #[inline]
    pub(crate) fn of(&self, color: Color) -> &[CodeEntry; CODES] {
        match (&self.white, color) {
            (Some(white), Color::White) => white,
            _ => &self.black,
        }
    }

    /// What is summed up for a side to move.
    #[inline]
    pub(crate) fn summands(&self, mover: Color) -> &Summands {
        &self.summands[mover]
    }

    /// What a code is worth to its colour, that colour being to move.
    #[inline]
    pub(crate) fn value(&self, color: Color, entry: CodeEntry) -> i16 {
        self.summands[color].values[code_row(color, entry.group())]
    }

    /// What a code of a colour is worth to a move there.
    #[inline]
    pub(crate) fn move_value(&self, color: Color, entry: CodeEntry) -> MoveValue {
        self.moves[color][entry.group()]
    }
}
