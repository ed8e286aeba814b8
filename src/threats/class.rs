//! The classes of threat: what the four shapes of a point make together.

use crate::board::Color;
use crate::rules::{Rule, Shape};

/// The class of what a stone on a point makes in all directions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that the opponent has to answer.
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
    /// A stone that may be forbidden; the shapes alone do not always decide it.
    Forbidden,
}

impl Threat {
    /// The number of classes.
    pub const COUNT: usize = 14;

    /// All classes, in the order of their numbers.
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

    /// The weakest class whose points the threat board keeps as a set. The search asks for the
    /// points of stronger classes, which are threats or answers to them. Weaker classes change
    /// often: in dense play a stone changes the class of 17 points.
    pub const WEAKEST_KEPT: Self = Self::OpenThree;

    /// The classes with a four and without a five, in descending order.
    pub const FOURS: [Self; 4] = [Self::OpenFour, Self::FourThree, Self::FourPlus, Self::Four];

    /// Returns the class of four shapes that a stone of a colour makes under a rule: the definition,
    /// which fills the tables of the threat board.
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
            if open_threes > 0 || fours >= 2 {
                Self::FourThree
            } else if plus {
                Self::FourPlus
            } else {
                Self::Four
            }
        } else if open_threes > 0 {
            if open_threes >= 2 {
                Self::DoubleThree
            } else if plus {
                Self::OpenThreePlus
            } else {
                Self::OpenThree
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
