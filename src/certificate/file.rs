//! The file of a certificate.
//!
//! ```text
//! dolmen certificate 1\n
//! freestyle 15x15 h8 i9\n         the rule, the size, the moves before the attacker's first one
//! bytes of the plan
//! four bytes                      CRC-32 of everything before them, little-endian
//! ```
//!
//! A plan is the point of its move, a number, the plan against unnamed replies if the number is odd,
//! and half that number of answers: the point of the reply, and the plan after it or the number of
//! points on the board, which stands for a known position. Points are numbered row by row. They take a
//! byte each, or two on boards of more than 255 points, little-endian. Other numbers take seven bits a
//! byte, the lowest first; the eighth bit says that more follow.

use std::fmt;

use crate::board::{BoardSize, Point, Position};
use crate::certificate::plan::{Answer, Next, Plan};
use crate::rules::{IllegalMove, Rule, check_move};

/// A plan for a position under a rule.
///
/// ```
/// use dolmen::certificate::{Certificate, Plan};
/// use dolmen::{BoardSize, Point, Rule};
///
/// let certificate = Certificate {
///     rule: Rule::Freestyle,
///     size: BoardSize::square(15),
///     moves: vec![],
///     plan: Plan::of_move(Point::new(7, 7)),
/// };
/// assert_eq!(Certificate::from_bytes(&certificate.to_bytes())?, certificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// The moves that lead to the position, black's first.
    pub moves: Vec<Point>,
    /// The plan of the side to move.
    pub plan: Plan,
}

/// A reason why bytes are no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The first line is missing, or names another version.
    Header,
    /// The second line is not valid.
    Position(String),
    /// The checksum does not match: the file is damaged.
    Checksum,
    /// The bytes of the plan end too early, go on after its end, or hold an impossible point.
    Plan,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => write!(f, "expected a first line {HEADER:?}"),
            Self::Position(reason) => write!(f, "the second line is not valid: {reason}"),
            Self::Checksum => write!(f, "the checksum does not match: the file is damaged"),
            Self::Plan => write!(f, "the plan is not complete, or has an impossible point"),
        }
    }
}

impl std::error::Error for FileError {}

/// The first line.
const HEADER: &str = "dolmen certificate 1";
/// The bytes of the checksum.
const CHECKSUM: usize = 4;
/// The deepest plan that is read: no game has more moves.
const MAX_DEPTH: usize = BoardSize::MAX * BoardSize::MAX;

impl Certificate {
    /// Returns the position before the attacker's first move.
    ///
    /// # Errors
    /// Returns an error if a move is not legal.
    pub fn position(&self) -> Result<Position, IllegalMove> {
        let mut position = Position::new(self.size);
        for &point in &self.moves {
            check_move(&position, point, self.rule)?;
            position.play(point).expect("the move is legal");
        }
        Ok(position)
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!("{HEADER}\n{} {}", self.rule, self.size);
        self.moves.iter().for_each(|point| text += &format!(" {point}"));
        let mut bytes = (text + "\n").into_bytes();
        Writer { size: self.size, bytes: &mut bytes }.plan(&self.plan);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if they are no certificate.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let rest = bytes.strip_prefix(HEADER.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let rest = rest.ok_or(FileError::Header)?;
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(FileError::Header)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(FileError::Checksum);
        }
        let rest = rest.get(..rest.len() - CHECKSUM).ok_or(FileError::Header)?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| FileError::Position("it does not end".to_owned()))?;
        let line = String::from_utf8_lossy(&rest[..end]);
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let invalid = |reason: &dyn fmt::Display| FileError::Position(reason.to_string());
        let rule: Rule = word().parse().map_err(|error| invalid(&error))?;
        let size = word();
        let size: BoardSize = size
            .split_once('x')
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
            .and_then(|(width, height)| BoardSize::new(width, height).ok())
            .ok_or_else(|| {
                invalid(&format!("invalid size {size:?}: expected one such as 15x15"))
            })?;
        let moves: Result<Vec<Point>, _> = words.map(str::parse).collect();
        let moves = moves.map_err(|error| invalid(&error))?;
        let mut reader = Reader { size, bytes: &rest[end + 1..] };
        let plan = reader.plan(0)?;
        if !reader.bytes.is_empty() {
            return Err(FileError::Plan);
        }
        let certificate = Self { rule, size, moves, plan };
        certificate.position().map_err(|error| invalid(&error))?;
        Ok(certificate)
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
