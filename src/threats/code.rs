//! The four shapes of a point as one number, and the groups of such numbers.

use crate::board::Direction;
use crate::rules::Shape;

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
    pub(crate) fn sorted(self) -> Self {
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
