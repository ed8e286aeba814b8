//! The plan of the games, a pure function of the seed and the number of the game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use dolmen::board::{BoardSize, Point, Position};
use dolmen::rules::{Rule, check_move, outcome};

/// The maximum number of stones in an opening.
const MAX_OPENING_STONES: usize = 5;
/// The maximum distance of the opening stones from the centre.
const MAX_OPENING_DISTANCE: usize = 3;

/// A board size, given as an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    width: i64,
    height: i64,
}

/// The default sizes.
pub(crate) const DEFAULT_SIZES: [Size; 7] = [
    Size::square(15),
    Size::square(19),
    Size::square(10),
    Size::square(22),
    Size::square(5),
    Size::square(20),
    Size { width: 12, height: 9 },
];

impl Size {
    const fn square(side: i64) -> Self {
        Self { width: side, height: side }
    }

    fn board(self) -> BoardSize {
        BoardSize::new(self.width, self.height).expect("checked when it was parsed")
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let number = |text: &str| text.parse::<i64>().map_err(|error| error.to_string());
        let (width, height) = (number(width)?, number(height)?);
        BoardSize::new(width, height).map_err(|error| error.to_string())?;
        Ok(Self { width, height })
    }
}

/// The time limit of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Limit {
    /// A limit for each move; zero means as fast as possible.
    Turn(Duration),
    /// A limit for all moves of the engine together.
    Match(Duration),
}

/// The default limits.
pub(crate) const DEFAULT_LIMITS: [Limit; 5] = [
    Limit::Turn(Duration::ZERO),
    Limit::Turn(Duration::from_millis(20)),
    Limit::Turn(Duration::from_millis(100)),
    Limit::Match(Duration::from_secs(5)),
    Limit::Turn(Duration::from_secs(1)),
];

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(time) => write!(f, "{}", time.as_millis()),
            Self::Match(time) => write!(f, "m{}", time.as_millis()),
        }
    }
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('m').unwrap_or(text);
        let time = digits.parse().map(Duration::from_millis).map_err(|error| error.to_string())?;
        Ok(if digits == text { Self::Turn(time) } else { Self::Match(time) })
    }
}

/// The setup of a game.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The number of the game in the plan.
    pub(crate) number: usize,
    /// The rule of the game.
    pub(crate) rule: Rule,
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// The time limit.
    pub(crate) limit: Limit,
    /// The opening stones in the order of play.
    pub(crate) opening: Vec<Point>,
    /// Indicates whether the engine of each colour is sent the whole board for every move.
    pub(crate) by_board: [bool; 2],
}

/// The plan of all games.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The rules, without repetition.
    pub(crate) rules: Vec<Rule>,
    /// The sizes.
    pub(crate) sizes: Vec<Size>,
    /// The limits.
    pub(crate) limits: Vec<Limit>,
    /// The seed of the openings.
    pub(crate) seed: u64,
}

impl Plan {
    /// Returns the game with this number.
    ///
    /// The rules take turns. Each runs through all pairs of size and limit in the same random order
    /// from a different start.
    pub(crate) fn game(&self, number: usize) -> Setup {
        let mut pairs: Vec<(Size, Limit)> = self
            .sizes
            .iter()
            .flat_map(|&size| self.limits.iter().map(move |&limit| (size, limit)))
            .collect();
        fastrand::Rng::with_seed(self.seed).shuffle(&mut pairs);
        let (round, turn) = (number / self.rules.len(), number % self.rules.len());
        let first = turn * pairs.len().div_ceil(self.rules.len());
        let (size, limit) = pairs[(first + round) % pairs.len()];
        let (rule, size) = (self.rules[turn], size.board());
        let mut random = fastrand::Rng::with_seed(self.seed ^ (number as u64 + 1) << 32);
        Setup {
            number,
            rule,
            size,
            limit,
            opening: opening(&mut random, rule, size),
            by_board: [random.u8(0..4) == 0, random.u8(0..4) == 0],
        }
    }
}

/// Returns up to [`MAX_OPENING_STONES`] random legal stones near the centre, without a five.
fn opening(random: &mut fastrand::Rng, rule: Rule, size: BoardSize) -> Vec<Point> {
    let mut position = Position::new(size);
    let center = position.geometry().center();
    let points: Vec<Point> =
        size.points().filter(|point| point.distance(center) <= MAX_OPENING_DISTANCE).collect();
    for _ in 0..random.usize(0..=MAX_OPENING_STONES) {
        let point = random.choice(&points).copied().expect("a board has a centre");
        if check_move(&position, point, rule).is_ok() {
            position.play(point).expect("the move was checked");
            if outcome(&position, rule).is_some() {
                position.undo();
            }
        }
    }
    position.history().iter().map(|placement| placement.point).collect()
}
