//! The expected board after the commands and answers so far.
//!
//! The model reads the same bytes as the engine, but slowly and plainly: it keeps a queue of
//! pending requests, and applies each when its answer arrives.

use std::collections::VecDeque;

use crate::driver::lines::Kind;
use crate::referee::{Content, Field, Point, Side};

/// A point and its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    pub(crate) point: Point,
    pub(crate) content: Content,
}

/// A request that the engine has yet to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// START or RECTSTART, with the size if it can be read.
    Start(Option<(u16, u16)>),
    /// RESTART.
    Restart,
    /// ABOUT.
    About,
    /// BEGIN, or another command that only asks for a move.
    Begin,
    /// TURN, with its point if it can be read.
    Turn(Option<Point>),
    /// BOARD, with its stones if all can be read.
    Board(Option<Vec<Stone>>),
    /// YXBOARD, which has no reply.
    SetBoard(Vec<Stone>),
    /// TAKEBACK, with its point if it can be read.
    TakeBack(Option<Point>),
    /// PLAY, with its point if it can be read.
    Play(Option<Point>),
    /// SWAP2BOARD.
    Swap2,
    /// Any other command that has a reply.
    Other,
}

impl Request {
    /// Returns whether the engine may think about it.
    pub(crate) fn is_thinking(&self) -> bool {
        matches!(self, Self::Begin | Self::Turn(_) | Self::Board(_) | Self::Swap2)
    }

    /// Returns whether its answer is a point.
    fn is_played(&self) -> bool {
        self.is_thinking() || matches!(self, Self::Play(_))
    }

    /// Returns whether its answer is OK.
    fn is_confirmed(&self) -> bool {
        matches!(self, Self::Start(_) | Self::Restart | Self::TakeBack(_))
    }
}

/// A list of stones that `DONE` has not closed yet.
struct Block {
    command: String,
    stones: Option<Vec<Stone>>,
}

/// The engine's stones are Black's here and the suite's are White's, independent of the first move.
pub(crate) const OWN: Content = Content::Stone(Side::Black);
/// The suite's stones.
pub(crate) const THEIRS: Content = Content::Stone(Side::White);

/// The expected board, and the queue of pending requests.
#[derive(Default)]
pub(crate) struct Model {
    field: Option<Field>,
    pending: VecDeque<Request>,
    block: Option<Block>,
    partial: Vec<u8>,
    /// The stones on the board, in the order in which they were placed.
    order: Vec<Stone>,
    /// The number of the rule.
    pub(crate) rule: i64,
    /// The last `timeout_turn`, in milliseconds.
    pub(crate) turn_limit: Option<u64>,
    /// Indicates whether lines beyond the plain protocol were requested.
    pub(crate) wants_details: bool,
    /// Indicates whether pondering was requested.
    pub(crate) ponders: bool,
    /// Indicates whether a folder for persistent files was named.
    pub(crate) has_folder: bool,
}

impl Model {
    /// Returns the board, if a game was started.
    pub(crate) fn field(&self) -> Option<&Field> {
        self.field.as_ref()
    }

    /// Returns the pending requests, oldest first.
    pub(crate) fn pending(&self) -> &VecDeque<Request> {
        &self.pending
    }

    /// Discards the pending requests.
    pub(crate) fn forget(&mut self) {
        self.pending.clear();
    }

    /// Updates the model with bytes that were sent.
    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' || byte == b'\r' {
                let line = std::mem::take(&mut self.partial);
                let line = String::from_utf8_lossy(&line);
                self.sent_line(line.trim_start_matches('\u{feff}').trim());
            } else if self.partial.len() < 4096 {
                self.partial.push(byte);
            }
        }
    }

    fn sent_line(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        if let Some(block) = &mut self.block {
            if !line.eq_ignore_ascii_case("DONE") {
                block.add(line);
                return;
            }
            let block = self.block.take().expect("a block is open");
            self.pending.extend(block.request());
            return;
        }
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let word = word.to_ascii_uppercase();
        let point = || parse_point(rest);
        let request = match word.as_str() {
            "START" => Request::Start(parse_size(rest)),
            "RECTSTART" => Request::Start(parse_point(rest).map(|point| (point.x, point.y))),
            "RESTART" => Request::Restart,
            "ABOUT" => Request::About,
            "BEGIN" | "YXNBEST" => Request::Begin,
            "TURN" => Request::Turn(point()),
            "TAKEBACK" => Request::TakeBack(point()),
            "PLAY" => Request::Play(point()),
            "INFO" => return self.sent_info(rest),
            "END" | "DONE" | "STOP" | "YXSTOP" => return,
            "YXHASHCLEAR" | "YXSHOWINFO" | "YXSHOWHASHUSAGE" | "YXBLOCKRESET" => return,
            "BOARD" | "SWAP2BOARD" | "YXBOARD" | "YXBLOCK" | "YXBLOCKUNDO"
            | "YXQUERYDATABASEALL" => {
                self.block = Some(Block { command: word, stones: Some(Vec::new()) });
                return;
            }
            "YXSHOWFORBID" => {
                self.wants_details = true;
                Request::Other
            }
            _ => Request::Other,
        };
        self.pending.push_back(request);
    }

    fn sent_info(&mut self, rest: &str) {
        let (key, value) = rest.trim().split_once([' ', '\t']).unwrap_or((rest.trim(), ""));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => {
                if let Ok(limit) = value.trim().parse::<i64>() {
                    self.turn_limit = Some(u64::try_from(limit).unwrap_or(0));
                }
            }
            "rule" => self.rule = value.trim().parse().unwrap_or(self.rule),
            "show_detail" => self.wants_details |= value.trim() != "0",
            "pondering" => self.ponders = value.trim() == "1",
            "folder" => self.has_folder = true,
            _ => {}
        }
    }

    /// Returns whether a command is open that a reply of this kind can answer. Errors, and lines whose
    /// form says nothing about the command, can answer any.
    pub(crate) fn awaits(&self, kind: Kind) -> bool {
        match kind {
            Kind::Ok => self.pending.iter().any(Request::is_confirmed),
            Kind::Coordinate(..) => self.pending.iter().any(Request::is_played),
            _ => true,
        }
    }

    /// Updates the model with a reply; the error says why the reply is invalid.
    pub(crate) fn replied(&mut self, kind: Kind) -> Result<(), String> {
        match kind {
            Kind::Message => Ok(()),
            Kind::Ok => {
                self.answer(Request::is_confirmed);
                Ok(())
            }
            Kind::Coordinate(x, y) => {
                self.answer(Request::is_played);
                self.moved(x, y)
            }
            Kind::Error | Kind::Unknown => {
                self.settle();
                self.pending.pop_front();
                self.settle();
                Ok(())
            }
            Kind::Swap | Kind::Other => {
                self.answer(|request| {
                    matches!(request, Request::Swap2 | Request::About | Request::Other)
                });
                Ok(())
            }
        }
    }

    /// Applies the first request that `is_meant` accepts, and drops the requests before it.
    fn answer(&mut self, is_meant: impl Fn(&Request) -> bool) {
        self.settle();
        if let Some(index) = self.pending.iter().position(is_meant) {
            let request =
                self.pending.drain(..=index).next_back().expect("the range includes the request");
            self.apply(request);
        }
        self.settle();
    }

    /// Applies the requests at the front of the queue that have no reply.
    fn settle(&mut self) {
        while let Some(Request::SetBoard(_)) = self.pending.front() {
            let request = self.pending.pop_front().expect("the front request is pending");
            self.apply(request);
        }
    }

    fn apply(&mut self, request: Request) {
        match request {
            Request::Start(size) => {
                self.field = size.map(|(width, height)| Field::new(width, height));
                self.order.clear();
            }
            Request::Restart => self.clear(),
            Request::Turn(Some(point)) => self.put(point, THEIRS),
            Request::Board(Some(stones)) | Request::SetBoard(stones) => {
                self.clear();
                for Stone { point, content } in stones {
                    self.put(point, content);
                }
            }
            Request::TakeBack(Some(point)) => self.put(point, Content::Empty),
            _ => {}
        }
    }

    fn clear(&mut self) {
        self.field = self.field.take().map(|old| Field::new(old.width(), old.height()));
        self.order.clear();
    }

    fn put(&mut self, point: Point, content: Content) {
        let Some(field) = &mut self.field else { return };
        if !field.contains(i64::from(point.x), i64::from(point.y)) {
            return;
        }
        field.set(point, content);
        self.order.retain(|stone| stone.point != point);
        if content != Content::Empty {
            self.order.push(Stone { point, content });
        }
    }

    /// Returns the engine's last stone that is still on the board.
    pub(crate) fn last(&self) -> Option<Point> {
        self.newest(OWN)
    }

    /// Returns the suite's last stone that is still on the board.
    pub(crate) fn theirs(&self) -> Option<Point> {
        self.newest(THEIRS)
    }

    fn newest(&self, wanted: Content) -> Option<Point> {
        let mut stones = self.order.iter().rev();
        stones.find(|stone| stone.content == wanted).map(|stone| stone.point)
    }

    /// Applies a move of the engine.
    fn moved(&mut self, x: u32, y: u32) -> Result<(), String> {
        let Some(field) = &self.field else { return Ok(()) };
        let (width, height) = (field.width(), field.height());
        if !field.contains(i64::from(x), i64::from(y)) {
            return Err(format!("{x},{y} is off the board of {width} columns and {height} rows"));
        }
        let point = Point { x: x as u16, y: y as u16 };
        if field.get(point) != Content::Empty {
            return Err(format!("{point} is occupied"));
        }
        self.put(point, OWN);
        Ok(())
    }

    /// Returns the empty points that no pending TURN is about to take.
    pub(crate) fn free_points(&self) -> Vec<Point> {
        let mut points = self.field.as_ref().map_or_else(Vec::new, Field::empty_points);
        points.retain(|point| !self.pending.contains(&Request::Turn(Some(*point))));
        points
    }
}

impl Block {
    fn add(&mut self, line: &str) {
        let mut fields = line.split(',').map(str::trim);
        let point = match (fields.next(), fields.next()) {
            (Some(x), Some(y)) => parse_point(&format!("{x},{y}")),
            _ => None,
        };
        let content = match (fields.next(), self.command.as_str()) {
            (None, "SWAP2BOARD" | "YXBLOCK" | "YXBLOCKUNDO" | "YXQUERYDATABASEALL") => Some(THEIRS),
            (Some("1"), _) => Some(OWN),
            (Some("2"), _) => Some(THEIRS),
            (Some("3"), _) => Some(Content::Dead),
            _ => None,
        };
        match (&mut self.stones, point, content, fields.next()) {
            (Some(stones), Some(point), Some(content), None) => {
                stones.push(Stone { point, content });
            }
            _ => self.stones = None,
        }
    }

    fn request(self) -> Option<Request> {
        match self.command.as_str() {
            "BOARD" => Some(Request::Board(self.stones)),
            "SWAP2BOARD" => Some(Request::Swap2),
            "YXBOARD" => self.stones.map(Request::SetBoard),
            _ => None,
        }
    }
}

fn parse_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some(Point { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
}

/// Parses the size in START: `15`, or `15 15` as some managers write it. Of two different numbers
/// engines make different boards, so the larger one bounds them.
fn parse_size(text: &str) -> Option<(u16, u16)> {
    let mut numbers = text.split_whitespace();
    let width: u16 = numbers.next()?.parse().ok()?;
    let height = numbers.next().map_or(Some(width), |word| word.parse().ok())?;
    // No case plays on a larger board, and the model keeps every point.
    (width <= 1024 && height <= 1024).then_some((width, height.max(width)))
}
