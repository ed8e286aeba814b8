//! Opening protocols: who places which stones where, and who may take which colour.
//!
//! An [`Opening`] is a state machine that a program drives: [`Opening::task`] returns the next task and its player,
//! and [`Opening::act`] performs an act or returns the reason why it is not allowed. Stones alternate in colour; a
//! swap exchanges the players, never the stones.
//!
//! | protocol | stones and decisions |
//! |---|---|
//! | [`Swap`](Protocol::Swap) | the first player places three stones anywhere; the second takes a colour |
//! | [`Swap2`](Protocol::Swap2) | the same, but the second may place two more stones, after which the first takes a colour |
//! | [`Rif`](Protocol::Rif) | three stones of the 26 patterns, a swap, the fourth stone, two fifth stones, of which White keeps one |
//! | [`Yamaguchi`](Protocol::Yamaguchi) | the same with a number of fifth stones that the first player names with the third stone |
//! | [`Soosorv8`](Protocol::Soosorv8) | the same, but White names that number, up to 8, with the fourth stone, and may be swapped |
//! | [`Tarannikov`](Protocol::Tarannikov) | five stones, each in a larger square around the centre, and a swap after each |
//! | [`Taraguchi10`](Protocol::Taraguchi10) | the same up to the fourth stone; then Black swaps or not and plays the fifth stone in its square, or offers ten anywhere |
//!
//! After the fifth stone that White keeps, the game goes on with White's sixth.
//!
//! Sources: the Renju International Federation's pages on its opening rules (RIF, Yamaguchi, Soosõrv-8,
//! Taraguchi-10), Wikipedia's "Renju opening pattern", the Gomocup protocol for swap2. The 26 patterns are
//! just the placements of the second stone in the square of 3×3 and of the third in that of 5×5. Of
//! offers that are symmetric to each other on the board, only one is accepted.

mod act;
mod protocol;
mod symmetry;

use crate::board::{Bitboard, BoardSize, Color, Point, Position};
use crate::opening::symmetry::images;

pub use crate::opening::act::{Act, OpeningError, Player, Task};
pub use crate::opening::protocol::{ParseProtocolError, Protocol};
pub use crate::opening::symmetry::distinct_points;

/// The number of fifth stones under the rule of 1996.
const RIF: usize = 2;
/// The largest number of fifth stones under Soosõrv's rule.
const SOOSORV: usize = 8;
/// The number of fifth stones under Taraguchi's rule.
const TARAGUCHI: usize = 10;
/// The largest number of fifth stones under Yamaguchi's rule, which sets no limit; AbstractPlay has the same.
const MAX_FIFTH_STONES: usize = 12;

/// An opening under way.
///
/// ```
/// use dolmen::opening::{Act, Opening, Player, Protocol, Task};
/// use dolmen::{BoardSize, Color};
///
/// let mut opening = Opening::new(Protocol::Swap2, BoardSize::square(15));
/// for point in ["h8", "i9", "a1"] {
///     opening.act(Act::Place(point.parse()?))?;
/// }
/// assert_eq!(opening.task(), Task::SwapOrAdd { by: Player::Second });
/// opening.act(Act::Swap)?;
/// assert_eq!(opening.task(), Task::Done);
/// assert_eq!(opening.player(Color::Black), Player::Second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
    position: Position,
    black: Player,
    /// The number of fifth stones, if it was named.
    count: Option<usize>,
    offers: Vec<Point>,
    stage: Stage,
    acts: Vec<Act>,
}

/// The stage of an opening between two stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The next stone.
    Stone,
    /// The number of fifth stones.
    Count,
    /// A swap after the last stone.
    Swap,
    /// The choice of the second player in swap2.
    SwapOrAdd,
    /// The choice after the fourth stone in Taraguchi-10.
    SwapOrOffer,
    /// Fifth stones are offered.
    Offer,
    /// One of them is kept.
    Choose,
    Done,
}

impl Opening {
    /// Begins an opening on an empty board.
    #[must_use]
    pub fn new(protocol: Protocol, size: BoardSize) -> Self {
        Self {
            protocol,
            position: Position::new(size),
            black: Player::First,
            count: None,
            offers: Vec::new(),
            stage: Stage::Stone,
            acts: Vec::new(),
        }
    }

    /// Returns the opening after some acts.
    ///
    /// # Errors
    /// Returns the reason why the first refused act is not allowed.
    pub fn replay(protocol: Protocol, size: BoardSize, acts: &[Act]) -> Result<Self, OpeningError> {
        let mut opening = Self::new(protocol, size);
        acts.iter().try_for_each(|&act| opening.act(act))?;
        Ok(opening)
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the stones that are on the board; offers are not among them.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the acts so far.
    #[must_use]
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// Returns the player who has a colour now.
    #[must_use]
    pub fn player(&self, color: Color) -> Player {
        match color {
            Color::Black => self.black,
            Color::White => !self.black,
        }
    }

    /// Returns the colour of the player who has to act; `None` after the opening.
    ///
    /// ```
    /// use dolmen::opening::{Act, Opening, Protocol};
    /// use dolmen::{BoardSize, Color};
    ///
    /// let mut opening = Opening::new(Protocol::Tarannikov, BoardSize::square(15));
    /// opening.act(Act::Place("h8".parse()?))?;
    /// assert_eq!(opening.actor(), Some(Color::White), "White may swap");
    /// assert_eq!(opening.taking(Color::Black), Some(Act::Swap));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn actor(&self) -> Option<Color> {
        let by = self.task().by()?;
        Color::ALL.into_iter().find(|&color| self.player(color) == by)
    }

    /// Returns the act by which the player who has to act takes a colour; `None` after the opening.
    #[must_use]
    pub fn taking(&self, color: Color) -> Option<Act> {
        Some(if self.actor()? == color { Act::Stay } else { Act::Swap })
    }

    /// Returns the fifth stones that are offered.
    #[must_use]
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// Returns the number of fifth stones, if it is known.
    #[must_use]
    pub const fn count(&self) -> Option<usize> {
        self.count
    }

    /// Returns the number of fifth stones to offer: the one that is known, or that of the protocol.
    #[must_use]
    pub fn count_or_default(&self) -> usize {
        let default = if self.protocol == Protocol::Taraguchi10 { TARAGUCHI } else { RIF };
        self.count.unwrap_or(default)
    }

    /// Returns the points where another fifth stone may be offered, no two of which are symmetric to each other.
    #[must_use]
    pub fn offerable(&self) -> Bitboard {
        distinct_points(&self.position, &self.offers)
    }

    /// Returns the next task, with the player who has to perform it.
    #[must_use]
    pub fn task(&self) -> Task {
        let white = self.player(Color::White);
        match self.stage {
            Stage::Stone => {
                Task::Place { by: self.placer(), within: self.within(), left: self.left() }
            }
            Stage::Count if self.protocol == Protocol::Yamaguchi => {
                Task::Count { by: Player::First, most: self.free_points().min(MAX_FIFTH_STONES) }
            }
            Stage::Count => Task::Count { by: white, most: SOOSORV },
            Stage::Swap => Task::Swap { by: self.swapper() },
            Stage::SwapOrAdd => Task::SwapOrAdd { by: Player::Second },
            Stage::SwapOrOffer => Task::SwapOrOffer { by: self.player(Color::Black) },
            Stage::Offer => {
                let left = self.count_or_default() - self.offers.len();
                Task::Offer { by: self.player(Color::Black), left }
            }
            Stage::Choose => Task::Choose { by: white },
            Stage::Done => Task::Done,
        }
    }

    /// Performs an act of the player who has to act.
    ///
    /// # Errors
    /// Returns the reason if the act does not fit the task or is not allowed. The opening is then unchanged.
    pub fn act(&mut self, act: Act) -> Result<(), OpeningError> {
        self.try_act(act)?;
        self.acts.push(act);
        Ok(())
    }

    fn try_act(&mut self, act: Act) -> Result<(), OpeningError> {
        match (self.stage, act) {
            (Stage::Stone, Act::Place(point)) => self.place(point),
            (Stage::Count, Act::Count(count)) => self.name_count(count),
            (Stage::Swap, Act::Swap | Act::Stay) => {
                self.exchange(act);
                self.stage = self.after_swap();
                Ok(())
            }
            (Stage::SwapOrAdd, Act::Swap | Act::Stay) => {
                self.exchange(act);
                self.stage = Stage::Done;
                Ok(())
            }
            (Stage::SwapOrAdd, Act::Add) => {
                self.stage = Stage::Stone;
                Ok(())
            }
            (Stage::SwapOrOffer, Act::Swap | Act::Stay) => {
                self.exchange(act);
                self.stage = Stage::Stone;
                Ok(())
            }
            (Stage::SwapOrOffer, Act::Add) => {
                self.count = Some(TARAGUCHI);
                self.stage = Stage::Offer;
                Ok(())
            }
            (Stage::Offer, Act::Place(point)) => self.offer(point),
            (Stage::Choose, Act::Place(point)) => self.keep(point),
            _ => Err(OpeningError::OtherTask(self.task())),
        }
    }

    /// Returns the player who places the next stone.
    fn placer(&self) -> Player {
        let mover = self.position.side_to_move();
        match self.protocol {
            // The stones of one turn are one player's, whatever their colours.
            Protocol::Swap | Protocol::Rif | Protocol::Yamaguchi | Protocol::Soosorv8
                if self.position.ply() < 3 =>
            {
                Player::First
            }
            Protocol::Swap2 if self.position.ply() < 3 => Player::First,
            Protocol::Swap2 => Player::Second,
            _ => self.player(mover),
        }
    }

    /// Returns the number of stones that the player still places in this turn.
    fn left(&self) -> usize {
        match (self.protocol, self.position.ply()) {
            (Protocol::Tarannikov | Protocol::Taraguchi10, _) => 1,
            (_, stones @ 0..3) => 3 - stones,
            (Protocol::Swap2, stones) => 5 - stones,
            _ => 1,
        }
    }

    /// Returns the largest distance of the next stone from the centre.
    fn within(&self) -> Option<usize> {
        let stones = self.position.ply();
        let is_bounded = stones < 3 || self.protocol.swaps_after_each();
        (self.protocol.is_of_renju() && is_bounded).then_some(stones)
    }

    /// Returns the player who may swap after the last stone.
    fn swapper(&self) -> Player {
        match (self.protocol, self.position.ply()) {
            (Protocol::Swap2, 5) => Player::First,
            (Protocol::Swap | Protocol::Rif | Protocol::Yamaguchi | Protocol::Soosorv8, 3) => {
                Player::Second
            }
            // The side to move has not placed the last stone.
            _ => self.player(self.position.side_to_move()),
        }
    }

    fn exchange(&mut self, act: Act) {
        if act == Act::Swap {
            self.black = !self.black;
        }
    }

    fn place(&mut self, point: Point) -> Result<(), OpeningError> {
        let center = self.position.geometry().center();
        if let Some(within) = self.within().filter(|&within| point.distance(center) > within) {
            return Err(OpeningError::TooFar { within });
        }
        self.position.play(point).map_err(OpeningError::Placement)?;
        self.stage = self.after_stone();
        Ok(())
    }

    /// Returns the stage after a stone.
    fn after_stone(&self) -> Stage {
        match (self.protocol, self.position.ply()) {
            (Protocol::Swap2, 3) => Stage::SwapOrAdd,
            (Protocol::Yamaguchi, 3) | (Protocol::Soosorv8, 4) => Stage::Count,
            (Protocol::Swap | Protocol::Rif | Protocol::Soosorv8, 3) | (Protocol::Swap2, 5) => {
                Stage::Swap
            }
            (Protocol::Rif | Protocol::Yamaguchi, 4) => Stage::Offer,
            (Protocol::Taraguchi10, 4) => Stage::SwapOrOffer,
            (Protocol::Tarannikov | Protocol::Taraguchi10, _) => Stage::Swap,
            _ => Stage::Stone,
        }
    }

    /// Returns the stage after a swap or its refusal.
    fn after_swap(&self) -> Stage {
        match (self.protocol, self.position.ply()) {
            (Protocol::Swap | Protocol::Swap2, _)
            | (Protocol::Tarannikov | Protocol::Taraguchi10, 5) => Stage::Done,
            (Protocol::Soosorv8, 4) => Stage::Offer,
            _ => Stage::Stone,
        }
    }

    fn name_count(&mut self, count: usize) -> Result<(), OpeningError> {
        let Task::Count { most, .. } = self.task() else {
            return Err(OpeningError::OtherTask(self.task()));
        };
        if !(1..=most).contains(&count) {
            return Err(OpeningError::Number { most });
        }
        self.count = Some(count);
        self.stage = Stage::Swap;
        Ok(())
    }

    fn offer(&mut self, point: Point) -> Result<(), OpeningError> {
        let mut after = self.position.clone();
        after.play(point).map_err(OpeningError::Placement)?;
        if self.offers.contains(&point) {
            return Err(OpeningError::OfferedTwice);
        }
        let images = images(&self.position, point);
        if let Some(&to) = self.offers.iter().find(|&&other| images.contains(other)) {
            return Err(OpeningError::Symmetric { to });
        }
        let count = self.count_or_default();
        self.count = Some(count);
        self.offers.push(point);
        if self.offers.len() == count {
            self.stage = Stage::Choose;
        }
        if count == 1 {
            return self.keep(point);
        }
        Ok(())
    }

    fn keep(&mut self, point: Point) -> Result<(), OpeningError> {
        if !self.offers.contains(&point) {
            return Err(OpeningError::NotOffered);
        }
        self.position.play(point).map_err(OpeningError::Placement)?;
        self.stage = Stage::Done;
        Ok(())
    }

    fn free_points(&self) -> usize {
        self.position.empty().len()
    }
}

#[cfg(test)]
mod tests;
