//! Codes: the four shapes of a point as one number, and the groups of codes.

use crate::board::Direction;
use crate::rules::Shape;

/// The shapes that a stone of one colour on one point makes, a nibble for each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Code(pub u16);

/// The number of codes.
pub const CODES: usize = 1 << 16;

impl Code {
    /// Returns the code of four shapes, in the order of [`Direction::ALL`].
    #[must_use]
    pub fn new(shapes: [Shape; 4]) -> Self {
        let nibbles = shapes.into_iter().rev();
        Self(nibbles.fold(0, |code, shape| code << 4 | shape as u16))
    }

    /// Returns the four shapes, in the order of [`Direction::ALL`]; `None` if a nibble is not the
    /// number of a shape.
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

    /// Returns the shape in a direction.
    ///
    /// # Panics
    /// Panics if the nibble is not the number of a shape.
    #[inline]
    #[must_use]
    pub fn shape(self, direction: Direction) -> Shape {
        Shape::ALL[self.number(direction)]
    }

    /// Returns the code of the same shapes in descending order.
    pub(crate) fn sorted(self) -> Self {
        let mut numbers = Direction::ALL.map(|direction| self.number(direction) as u16);
        numbers.sort_unstable();
        Self(numbers.into_iter().rev().fold(0, |code, number| code << 4 | number))
    }

    /// Returns the code with another shape in a direction.
    #[inline]
    #[must_use]
    pub const fn with(self, direction: usize, shape_number: u8) -> Self {
        let shift = 4 * direction as u32;
        Self(self.0 & !(0xf << shift) | (shape_number as u16) << shift)
    }
}

/// The number of groups of codes: ways to choose four of 14 shapes with repetition.
pub const GROUPS: usize = 2_380;

/// Returns the number of the group of four shapes, below [`GROUPS`].
#[must_use]
pub fn group(shapes: [Shape; 4]) -> usize {
    let mut numbers = shapes.map(|shape| shape as usize);
    numbers.sort_unstable();
    let [d, c, b, a] = numbers;
    // The combinatorial number system, for choices with repetition.
    d + c * (c + 1) / 2 + b * (b + 1) * (b + 2) / 6 + a * (a + 1) * (a + 2) * (a + 3) / 24
}

/// Returns the four shapes of every group, in ascending order.
pub fn sorted_shapes() -> impl Iterator<Item = [Shape; 4]> {
    let from = |least: Shape| Shape::ALL.into_iter().skip(least as usize);
    Shape::ALL.into_iter().flat_map(move |a| {
        from(a).flat_map(move |b| from(b).flat_map(move |c| from(c).map(move |d| [a, b, c, d])))
    })
}
