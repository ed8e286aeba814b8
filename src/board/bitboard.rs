//! The set view of the board: one bit per point.
//!
//! The crate `bitvec` provides the storage, the empty set and the counting of points. The other
//! operations work directly on the words, which takes about a nanosecond; the bit-by-bit
//! operators of `bitvec` take tens.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use bitvec::array::BitArray;
use bitvec::order::Lsb0;

use crate::board::point::{POINT_INDICES, Point, STRIDE};

/// A machine word, the widest storage that `bitvec` offers on every target.
type Word = usize;

const WORD_BITS: usize = Word::BITS as usize;

/// Number of words in a [`Bitboard`].
const WORDS: usize = POINT_INDICES / WORD_BITS;

/// A set of points.
///
/// ```
/// use dolmen::{Bitboard, Point};
///
/// let row: Bitboard = (3..6).map(|column| Point::new(column, 7)).collect();
/// let neighbours = row.dilated() - row;
/// assert_eq!(neighbours.len(), 12);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(BitArray<[Word; WORDS], Lsb0>);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(BitArray::ZERO);

    #[inline]
    fn from_words(words: [Word; WORDS]) -> Self {
        Self(BitArray::new(words))
    }

    #[inline]
    fn zip(self, other: Self, operation: impl Fn(Word, Word) -> Word) -> Self {
        let mut words = self.0.data;
        for (word, other) in words.iter_mut().zip(other.0.data) {
            *word = operation(*word, other);
        }
        Self::from_words(words)
    }

    /// Adds a point.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let mut set = Bitboard::EMPTY;
    /// set.insert(Point::new(7, 7));
    /// set.insert(Point::new(7, 7));
    /// assert_eq!(set.len(), 1);
    /// ```
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0.data[point.index() / WORD_BITS] |= 1 << (point.index() % WORD_BITS);
    }

    /// Removes a point.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let mut set: Bitboard = [Point::new(7, 7)].into_iter().collect();
    /// set.remove(Point::new(8, 8));
    /// assert_eq!(set.len(), 1, "a point that the set does not contain changes nothing");
    /// ```
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0.data[point.index() / WORD_BITS] &= !(1 << (point.index() % WORD_BITS));
    }

    /// Adds a point that the set does not contain, or removes one that it contains.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let mut set = Bitboard::EMPTY;
    /// for column in [3, 4, 3] {
    ///     set.toggle(Point::new(column, 7));
    /// }
    /// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Point::new(4, 7)]);
    /// ```
    #[inline]
    pub fn toggle(&mut self, point: Point) {
        self.0.data[point.index() / WORD_BITS] ^= 1 << (point.index() % WORD_BITS);
    }

    /// Returns whether the set contains a point.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.0.data[point.index() / WORD_BITS] >> (point.index() % WORD_BITS) & 1 != 0
    }

    /// Returns the number of points.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.count_ones()
    }

    /// Returns whether the set contains no points.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // Comparing arrays would call memcmp.
        self.0.data.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether the sets have no point in common.
    ///
    /// ```
    /// use dolmen::Bitboard;
    ///
    /// assert!(Bitboard::EMPTY.is_disjoint(&Bitboard::EMPTY));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        (*self & *other).is_empty()
    }

    /// Returns whether the other set contains every point of this one.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let set: Bitboard = [Point::new(7, 7)].into_iter().collect();
    /// assert!(set.is_subset(&set));
    /// assert!(Bitboard::EMPTY.is_subset(&set));
    /// ```
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Returns the point with the lowest index, or `None` if the set is empty.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let set: Bitboard = [Point::new(0, 1), Point::new(9, 0)].into_iter().collect();
    /// assert_eq!(set.first(), Some(Point::new(9, 0)));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Returns an iterator over the points in the order of their indices: row by row from the
    /// top left.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let set: Bitboard = [Point::new(0, 1), Point::new(9, 0), Point::new(1, 0)].into_iter().collect();
    /// let names: Vec<String> = set.iter().map(|point| point.to_string()).collect();
    /// assert_eq!(names, ["b1", "j1", "a2"]);
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Points {
        Points { words: self.0.data, word: 0 }
    }

    /// Returns the set with `distance` added to the index of each point.
    ///
    /// Points whose index would be negative, or 512 or more, are dropped. The distances 1, 22,
    /// 23 and 24 are single steps along the four directions.
    ///
    /// ```
    /// use dolmen::{Bitboard, Point};
    ///
    /// let set: Bitboard = [Point::new(0, 0), Point::new(4, 5)].into_iter().collect();
    /// let above = set.shifted(-23);
    /// assert_eq!(above.into_iter().collect::<Vec<_>>(), [Point::new(4, 4)], "nothing is above a1");
    /// ```
    #[inline]
    #[must_use]
    pub fn shifted(&self, distance: i32) -> Self {
        let steps = distance.unsigned_abs() as usize;
        let skip = steps / WORD_BITS;
        let bits = steps % WORD_BITS;
        let source = self.0.data;
        let mut words = [0; WORDS];
        for (index, word) in words.iter_mut().enumerate() {
            let at = |offset: Option<usize>| offset.and_then(|i| source.get(i)).copied();
            if distance >= 0 {
                let low = index.checked_sub(skip);
                *word = at(low).unwrap_or(0) << bits;
                if bits > 0 {
                    let carry = low.and_then(|i| i.checked_sub(1));
                    *word |= at(carry).unwrap_or(0) >> (WORD_BITS - bits);
                }
            } else {
                *word = at(Some(index + skip)).unwrap_or(0) >> bits;
                if bits > 0 {
                    *word |= at(Some(index + skip + 1)).unwrap_or(0) << (WORD_BITS - bits);
                }
            }
        }
        Self::from_words(words)
    }

    /// Returns the points of the set in the square of 5×5 points around a point: the bit
    /// `STRIDE * row + column` is the point in this row and column of the square. On the widest
    /// boards, a square at the right or left edge wraps to the other edge.
    #[cfg(feature = "engine")]
    #[inline]
    #[must_use]
    pub(crate) fn square_around(&self, center: Point) -> u128 {
        const SIDE: usize = 5;
        const SQUARE: u128 = {
            let mut square = 0;
            let mut row = 0;
            while row < SIDE {
                square |= ((1 << SIDE) - 1) << (STRIDE * row);
                row += 1;
            }
            square
        };
        const PARTS: usize = u128::BITS as usize / WORD_BITS;
        let corner = center.index() as i32 - (SIDE / 2 * (STRIDE + 1)) as i32;
        let first = corner.max(0) as usize;
        let (skip, bits) = (first / WORD_BITS, first % WORD_BITS);
        let word = |part: usize| self.0.data.get(skip + part).map_or(0, |&word| word as u128);
        let low = (0..PARTS).fold(0, |low, part| low | word(part) << (part * WORD_BITS));
        let set = low >> bits | word(PARTS) << 1 << (u128::BITS as usize - 1 - bits);
        (set << corner.min(0).unsigned_abs()) & SQUARE
    }

    /// Returns the set extended by all neighbours of its points.
    ///
    /// The result may contain points off the board.
    ///
    /// ```
    /// use dolmen::{Bitboard, BoardSize, Point};
    ///
    /// let corner: Bitboard = [Point::new(14, 0)].into_iter().collect();
    /// assert_eq!(corner.dilated().len(), 6, "two points are right of the board");
    /// let on_board: Bitboard = BoardSize::square(15).points().collect();
    /// assert_eq!((corner.dilated() & on_board).len(), 4);
    /// ```
    #[must_use]
    pub fn dilated(&self) -> Self {
        let rows = *self | self.shifted(1) | self.shifted(-1);
        rows | rows.shifted(STRIDE as i32) | rows.shifted(-(STRIDE as i32))
    }
}

impl FromIterator<Point> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl IntoIterator for Bitboard {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    /// Returns the intersection.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    /// Returns the union.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    /// Returns the points in exactly one of the sets.
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    /// Returns the points of the first set that are not in the second.
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An iterator over the points of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Points {
    words: [Word; WORDS],
    word: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < WORDS {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Point::from_index(self.word * WORD_BITS + bit));
            }
            self.word += 1;
        }
        None
    }

    /// Visits all points in one loop for each word, which is faster than one by one.
    #[inline]
    fn fold<B, F: FnMut(B, Point) -> B>(self, init: B, mut visit: F) -> B {
        let mut result = init;
        for word in self.word..WORDS {
            let mut bits = self.words[word];
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                result = visit(result, Point::from_index(word * WORD_BITS + bit));
            }
        }
        result
    }
}
