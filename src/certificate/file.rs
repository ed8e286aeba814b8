//! The file of a certificate.
//!
//! ```text
//! dolmen certificate 1\n
//! freestyle 15x15 black\n    the rule, the size, the side to move, which wins
//! black h8 j10\n             the stones
//! white i9\n
//! bytes of the plan
//! four bytes                 CRC-32 of everything before them, little-endian
//! ```
//!
//! A plan is, in this order,
//!
//! 1. the point of its move,
//! 2. a number: twice the number of answers, plus one if there is a plan against unnamed replies,
//! 3. the plan against unnamed replies, if there is one,
//! 4. the answers: for each the point of the reply and the plan after it, or the number of points on the
//!    board in place of a plan, which stands for a known position.
//!
//! Points are numbered row by row. They take a byte each, or two on boards of more than 255 points,
//! little-endian. Other numbers take seven bits a byte, the lowest first; the eighth bit is set if another
//! byte follows.

use std::fmt;
use std::str::FromStr;

use crate::board::{BoardSize, Color, Point, Position};
use crate::certificate::check::Checker;
use crate::certificate::flaw::Flaw;
use crate::certificate::plan::{Answer, Next, Plan};
use crate::rules::{Rule, winner};

/// A plan for the side to move of a position.
///
/// ```
/// use dolmen::certificate::{Certificate, Plan};
/// use dolmen::{Point, Rule};
///
/// let text = "X X X X .\nO O O . .\n. . . . .\n. . . . .\nO . . . .";
/// let position = dolmen::board::diagram::parse(text)?;
/// let plan = Plan::of_move(Point::new(4, 0));
/// let certificate = Certificate { rule: Rule::Freestyle, position, plan };
/// let read = Certificate::from_bytes(&certificate.to_bytes())?;
/// assert_eq!(read.plan, certificate.plan);
/// assert_eq!(read.check(), Ok(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The rule.
    pub rule: Rule,
    /// The position, without dead points.
    pub position: Position,
    /// The plan of the side to move.
    pub plan: Plan,
}

/// The error for bytes that are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The first line is missing, or names another version.
    Header,
    /// A line about the position is not valid.
    Position(String),
    /// The checksum does not match.
    Checksum,
    /// The bytes of the plan end too early, continue after its end, or hold an impossible point.
    Plan,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => write!(f, "expected a first line {HEADER:?}"),
            Self::Position(reason) => write!(f, "invalid position: {reason}"),
            Self::Checksum => write!(f, "the checksum does not match: the file is damaged"),
            Self::Plan => write!(f, "the plan is not complete, or has an impossible point"),
        }
    }
}

impl std::error::Error for FileError {}

/// The first line.
const HEADER: &str = "dolmen certificate 1";
/// The length of the checksum in bytes.
const CHECKSUM: usize = 4;
/// The maximum depth of a plan in a file: no game has more moves.
const MAX_DEPTH: usize = BoardSize::MAX * BoardSize::MAX;

impl Certificate {
    /// Checks that the plan wins against every legal reply, and returns the number of moves of the
    /// attacker that the checker played.
    ///
    /// # Errors
    /// Returns the first flaw of the plan.
    pub fn check(&self) -> Result<u64, Flaw> {
        let mut checker = Checker::new(&self.position, self.rule);
        checker.check(&self.plan)?;
        Ok(checker.moves())
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let size = self.position.size();
        let mover = self.position.side_to_move();
        let mut text = format!("{HEADER}\n{} {size} {mover}\n", self.rule);
        for color in Color::ALL {
            text += &color.to_string();
            self.position.stones(color).iter().for_each(|point| text += &format!(" {point}"));
            text.push('\n');
        }
        let mut bytes = text.into_bytes();
        Writer { size, bytes: &mut bytes }.plan(&self.plan);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a certificate.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let mut rest = bytes;
        if line(&mut rest) != Some(HEADER) {
            return Err(FileError::Header);
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(FileError::Header)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(FileError::Checksum);
        }
        rest = &rest[..rest.len().saturating_sub(CHECKSUM)];
        let conditions = line(&mut rest).unwrap_or_default();
        let stones = [(); 2].map(|()| line(&mut rest).unwrap_or_default());
        let (rule, position) = read_position(conditions, stones).map_err(FileError::Position)?;
        let mut reader = Reader { size: position.size(), bytes: rest };
        let plan = reader.plan(0)?;
        if !reader.bytes.is_empty() {
            return Err(FileError::Plan);
        }
        Ok(Self { rule, position, plan })
    }
}

/// Takes a line of text from the beginning of bytes.
fn line<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = bytes.split_at(end);
    *bytes = &rest[1..];
    std::str::from_utf8(line).ok()
}

/// Reads the lines about the position.
fn read_position(conditions: &str, stones: [&str; 2]) -> Result<(Rule, Position), String> {
    fn word<T: FromStr<Err: fmt::Display>>(word: Option<&str>) -> Result<T, String> {
        word.unwrap_or_default().parse().map_err(|error: T::Err| error.to_string())
    }
    let mut words = conditions.split(' ');
    let rule = word(words.next())?;
    let size = word(words.next())?;
    let mover = word(words.next())?;
    let mut position = Position::new(size);
    for (color, line) in Color::ALL.into_iter().zip(stones) {
        let mut words = line.split(' ');
        if words.next() != Some(&color.to_string()) {
            return Err(format!("expected a line with the stones of {color}"));
        }
        for text in words {
            let point: Point = word(Some(text))?;
            let on_board = position.geometry().on_board().contains(point);
            if !on_board || position.place(point, color).is_err() {
                return Err(format!("point {point} is occupied or off the board"));
            }
        }
    }
    position.set_side_to_move(mover);
    match winner(&position, rule) {
        Some(color) => Err(format!("{color} has won already")),
        None => Ok((rule, position)),
    }
}

/// Returns the bytes that a point takes.
const fn point_bytes(size: BoardSize) -> usize {
    if size.area() < 1 << u8::BITS { 1 } else { 2 }
}

/// Writes plans.
struct Writer<'a> {
    size: BoardSize,
    bytes: &'a mut Vec<u8>,
}

impl Writer<'_> {
    fn place(&mut self, number: usize) {
        let bytes = number.to_le_bytes();
        self.bytes.extend(&bytes[..point_bytes(self.size)]);
    }

    fn point(&mut self, point: Point) {
        self.place(point.row() * self.size.width() + point.column());
    }

    fn number(&mut self, mut number: usize) {
        while number >= 1 << 7 {
            self.bytes.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn plan(&mut self, plan: &Plan) {
        self.point(plan.point);
        self.number(2 * plan.answers.len() + usize::from(plan.otherwise.is_some()));
        if let Some(otherwise) = &plan.otherwise {
            self.plan(otherwise);
        }
        for answer in &plan.answers {
            self.point(answer.reply);
            match &answer.next {
                Next::Plan(plan) => self.plan(plan),
                Next::Known => self.place(self.size.area()),
            }
        }
    }
}

/// Reads plans.
struct Reader<'a> {
    size: BoardSize,
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, FileError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(FileError::Plan)?;
        self.bytes = rest;
        Ok(byte)
    }

    /// Reads a point; `None` stands for a known position.
    fn place(&mut self) -> Result<Option<Point>, FileError> {
        let mut number = usize::from(self.byte()?);
        if point_bytes(self.size) > 1 {
            number |= usize::from(self.byte()?) << u8::BITS;
        }
        let width = self.size.width();
        match number.cmp(&self.size.area()) {
            std::cmp::Ordering::Less => Ok(Some(Point::new(number % width, number / width))),
            std::cmp::Ordering::Equal => Ok(None),
            std::cmp::Ordering::Greater => Err(FileError::Plan),
        }
    }

    fn number(&mut self) -> Result<usize, FileError> {
        let mut number = 0;
        for shift in [0, 7, 14] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 1 << 7 {
                return Ok(number);
            }
        }
        Err(FileError::Plan)
    }

    fn plan(&mut self, depth: usize) -> Result<Plan, FileError> {
        let point = self.place()?.ok_or(FileError::Plan)?;
        self.plan_of(point, depth)
    }

    fn plan_of(&mut self, point: Point, depth: usize) -> Result<Plan, FileError> {
        if depth >= MAX_DEPTH {
            return Err(FileError::Plan);
        }
        let mut plan = Plan::of_move(point);
        let number = self.number()?;
        if number % 2 == 1 {
            plan.otherwise = Some(Box::new(self.plan(depth + 1)?));
        }
        for _ in 0..number / 2 {
            let reply = self.place()?.ok_or(FileError::Plan)?;
            let next = match self.place()? {
                Some(point) => Next::Plan(self.plan_of(point, depth + 1)?),
                None => Next::Known,
            };
            plan.answers.push(Answer { reply, next });
        }
        Ok(plan)
    }
}
