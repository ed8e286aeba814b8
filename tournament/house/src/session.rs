//! The protocol side of a player: a command line in, a reply line out.
//!
//! A session never reads or writes. It takes a line and returns the answer, so that every
//! dialogue can be tested as text.

mod input;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::rules::Rule;

use crate::budget::{Budget, Limits};
use crate::players::{Player, Request};

/// A dialogue with a manager.
#[derive(Debug)]
pub struct Session<'a> {
    player: Player,
    /// Set from outside when the manager no longer waits for the answer.
    quit: &'a AtomicBool,
    position: Option<Position>,
    block: Option<Block>,
    rule: Rule,
    seed: u64,
    limits: Limits,
    /// The time left for the game, once `time_left` or `timeout_match` has set it.
    time_left: Option<Duration>,
}

/// A list of stones up to `DONE`.
#[derive(Debug)]
struct Block {
    is_swap2: bool,
    stones: Vec<Stone>,
    is_bad: bool,
}

/// A stone of a list.
#[derive(Clone, Copy, Debug)]
struct Stone {
    point: Point,
    /// 1 for the player's stone, 2 for the opponent's, 3 for a dead cell; 0 in a swap2 list.
    field: i64,
}

impl<'a> Session<'a> {
    /// Creates the session of a player before the first command.
    #[must_use]
    pub fn new(player: Player, quit: &'a AtomicBool) -> Self {
        Self {
            player,
            quit,
            position: None,
            block: None,
            rule: Rule::Freestyle,
            seed: 0,
            limits: Limits::default(),
            time_left: None,
        }
    }

    /// Returns the answer to a line, without its line end, or `None` if there is none.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            return None;
        }
        if let Some(block) = self.block.take() {
            return self.continue_block(block, line);
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_uppercase().as_str() {
            "START" => Some(self.start(input::numbers(rest).first().map(|&side| (side, side)))),
            "RECTSTART" => Some(self.start(input::pair(rest))),
            "RESTART" => Some(match self.position.as_ref().map(Position::size) {
                Some(size) => self.reset(size),
                None => no_game(),
            }),
            "BEGIN" => match &self.position {
                None => Some(no_game()),
                Some(position) if !position.occupied().is_empty() => {
                    Some("ERROR the board is not empty".to_owned())
                }
                Some(_) => self.think(),
            },
            "TURN" => match self.place(rest) {
                Ok(()) => self.think(),
                Err(error) => Some(error),
            },
            "TAKEBACK" => Some(self.take_back(rest)),
            "BOARD" | "SWAP2BOARD" => {
                let is_swap2 = !command.eq_ignore_ascii_case("BOARD");
                self.block = Some(Block { is_swap2, stones: Vec::new(), is_bad: false });
                None
            }
            "INFO" => {
                self.inform(rest);
                None
            }
            "ABOUT" => Some(self.about()),
            _ => Some("UNKNOWN command not recognized".to_owned()),
        }
    }

    fn about(&self) -> String {
        format!(
            "name=\"House {}\", version=\"{}\", author=\"the Dolmen project\", country=\"\"",
            self.player,
            env!("CARGO_PKG_VERSION")
        )
    }

    fn start(&mut self, size: Option<(i64, i64)>) -> String {
        match size.map(|(width, height)| BoardSize::new(width, height)) {
            Some(Ok(size)) => self.reset(size),
            Some(Err(error)) => format!("ERROR {error}"),
            None => "ERROR invalid board size: expected a number".to_owned(),
        }
    }

    fn reset(&mut self, size: BoardSize) -> String {
        self.position = Some(Position::new(size));
        "OK".to_owned()
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let position = self.position.as_ref().ok_or_else(no_game)?;
        input::pair(text)
            .and_then(|(column, row)| position.size().point(column, row))
            .ok_or_else(|| "ERROR invalid point: expected x,y on the board".to_owned())
    }

    fn place(&mut self, text: &str) -> Result<(), String> {
        let point = self.point(text)?;
        let position = self.position.as_mut().ok_or_else(no_game)?;
        position.play(point).map_err(|error| format!("ERROR {error}"))
    }

    fn take_back(&mut self, text: &str) -> String {
        let point = match self.point(text) {
            Ok(point) => point,
            Err(error) => return error,
        };
        match self.position.as_mut().and_then(|position| position.remove(point)) {
            Some(_) => "OK".to_owned(),
            None => "ERROR the point is empty".to_owned(),
        }
    }

    /// Chooses a move and plays it. Returns `None` if the manager no longer waits for the answer.
    fn think(&mut self) -> Option<String> {
        let position = self.position.as_mut()?;
        let limits = Limits { left: self.time_left, ..self.limits };
        let mut budget = Budget::new(&limits, self.player.kept_back(), self.quit);
        let request = Request { position, rule: self.rule, seed: self.seed };
        let chosen = self.player.choose(&request, &mut budget);
        if self.quit.load(Ordering::Relaxed) {
            return None;
        }
        let Some(point) = chosen else { return Some("ERROR the board is full".to_owned()) };
        position.play(point).expect("a player chooses an empty point");
        Some(coordinates(point))
    }

    fn continue_block(&mut self, mut block: Block, line: &str) -> Option<String> {
        if line.eq_ignore_ascii_case("DONE") {
            return self.finish_block(&block);
        }
        let numbers = input::numbers(line);
        let stone = match (numbers.as_slice(), block.is_swap2) {
            (&[column, row], true) => self.stone(column, row, 0),
            (&[column, row, field @ 1..=3], false) => self.stone(column, row, field),
            _ => None,
        };
        match stone {
            Some(stone) if block.stones.iter().all(|known| known.point != stone.point) => {
                block.stones.push(stone);
            }
            _ => block.is_bad = true,
        }
        self.block = Some(block);
        None
    }

    fn stone(&self, column: i64, row: i64, field: i64) -> Option<Stone> {
        let point = self.position.as_ref()?.size().point(column, row)?;
        Some(Stone { point, field })
    }

    fn finish_block(&mut self, block: &Block) -> Option<String> {
        let Some(size) = self.position.as_ref().map(Position::size) else {
            return Some(no_game());
        };
        if block.is_bad {
            return Some("ERROR invalid stone in the list".to_owned());
        }
        if block.is_swap2 {
            return Some(swap2(size, block.stones.len()));
        }
        self.position = Some(set_up(size, &block.stones));
        self.think()
    }

    fn inform(&mut self, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let Ok(number) = value.trim().parse::<i64>() else { return };
        let time = Duration::from_millis(number.max(0).unsigned_abs());
        let limit = (number > 0).then_some(number.unsigned_abs());
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.limits.turn = time.min(Duration::from_secs(86_400)),
            "timeout_match" => self.time_left = (number > 0).then_some(time),
            "time_left" => self.time_left = (number != i64::from(i32::MAX)).then_some(time),
            "max_node" => self.limits.nodes = limit,
            "max_depth" => self.limits.depth = limit.and_then(|depth| u32::try_from(depth).ok()),
            "seed" => self.seed = number.cast_unsigned(),
            "rule" if number >= 0 => self.rule = input::rule(number),
            _ => {}
        }
    }
}

fn no_game() -> String {
    "ERROR no game has been started: expected START first".to_owned()
}

fn coordinates(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// Sets up the position of a list, with the player to move. The player is Black if both sides have
/// the same number of stones, and White if the opponent has one more. Otherwise the first stone of
/// the list is black.
fn set_up(size: BoardSize, stones: &[Stone]) -> Position {
    let count = |field| stones.iter().filter(|stone| stone.field == field).count();
    let (own, other) = (count(1), count(2));
    let first = stones.iter().map(|stone| stone.field).find(|&field| field != 3);
    let is_black = match other.checked_sub(own) {
        Some(0) => true,
        Some(1) => false,
        _ => first == Some(1),
    };
    let side = if is_black { Color::Black } else { Color::White };
    let mut position = Position::new(size);
    for &Stone { point, field } in stones {
        let placed = match field {
            1 => position.place(point, side),
            2 => position.place(point, !side),
            _ => position.block(point),
        };
        placed.expect("a list names different points of the board");
    }
    position.set_side_to_move(side);
    position
}

/// Returns the answer in the negotiation of swap2: a fixed opening, or the swap to black.
fn swap2(size: BoardSize, stones: usize) -> String {
    if stones > 0 {
        return "SWAP".to_owned();
    }
    let (column, row) = (size.width() / 2, size.height() / 2);
    format!("{column},{row} {column},{} {},{}", row - 1, column - 2, row + 2)
}

#[cfg(test)]
mod tests;
