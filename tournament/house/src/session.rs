//! The protocol side of a player: a line in, a reply out.
//!
//! A session never reads or writes. It takes a line and returns the reply, so that every
//! dialogue can be tested as text.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::protocol::command::{Command, ParseCommandError};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::info::Info;
use dolmen::protocol::reply::Reply;
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

/// The reply to a command, if it has one, or the text of an error.
type Answer = Result<Option<Reply>, String>;

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

    /// Returns the reply to a line, or `None` if there is none.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        let line = line.trim_start_matches('\u{feff}').trim();
        let answer = match self.block.take() {
            Some(block) => self.continue_block(block, line),
            None => match Command::parse(line) {
                Ok(command) => self.carry_out(command),
                Err(ParseCommandError::Blank) => Ok(None),
                Err(error @ ParseCommandError::Unknown) => {
                    Ok(Some(Reply::Unknown(error.to_string())))
                }
                Err(error) => Err(error.to_string()),
            },
        };
        answer.unwrap_or_else(|error| Some(Reply::Error(error)))
    }

    fn carry_out(&mut self, command: Command) -> Answer {
        match command {
            Command::Start { width, height } => {
                let size = BoardSize::new(width, height).map_err(|error| error.to_string())?;
                self.position = Some(Position::new(size));
                Ok(Some(Reply::Ok))
            }
            Command::Restart => {
                let position = self.game()?;
                *position = Position::new(position.size());
                Ok(Some(Reply::Ok))
            }
            Command::Begin if self.game()?.occupied().is_empty() => self.think(),
            Command::Begin => Err("the board is not empty".to_owned()),
            Command::Turn(coordinate) => {
                let position = self.game()?;
                let point = on_board(coordinate, position.size())?;
                position.play(point).map_err(|error| error.to_string())?;
                self.think()
            }
            Command::TakeBack(coordinate) => {
                let position = self.game()?;
                let point = on_board(coordinate, position.size())?;
                position.remove(point).ok_or("the point is empty")?;
                Ok(Some(Reply::Ok))
            }
            Command::Board | Command::Swap2Board => {
                let is_swap2 = command == Command::Swap2Board;
                self.block = Some(Block { is_swap2, stones: Vec::new(), is_bad: false });
                Ok(None)
            }
            Command::Info(info) => {
                self.inform(&info);
                Ok(None)
            }
            Command::About => Ok(Some(Reply::About(format!(
                "name=\"House {}\", version=\"{}\", author=\"the Dolmen project\", country=\"\"",
                self.player,
                env!("CARGO_PKG_VERSION")
            )))),
            _ => Ok(Some(Reply::Unknown(ParseCommandError::Unknown.to_string()))),
        }
    }

    fn game(&mut self) -> Result<&mut Position, String> {
        let no_game = "no game has been started: expected START first";
        self.position.as_mut().ok_or_else(|| no_game.to_owned())
    }

    /// Chooses a move and plays it. Returns no reply if the manager no longer waits for it.
    fn think(&mut self) -> Answer {
        let limits = Limits { left: self.time_left, ..self.limits };
        let mut budget = Budget::new(&limits, self.player.kept_back(), self.quit);
        let (player, rule, seed, quit) = (self.player, self.rule, self.seed, self.quit);
        let position = self.game()?;
        let chosen = player.choose(&Request { position, rule, seed }, &mut budget);
        if quit.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let point = chosen.ok_or("the board is full")?;
        position.play(point).expect("a player chooses an empty point");
        Ok(Some(Reply::Move(point.into())))
    }

    fn continue_block(&mut self, mut block: Block, line: &str) -> Answer {
        if Command::parse(line) == Ok(Command::Done) {
            return self.finish_block(&block);
        }
        let size = self.position.as_ref().map(Position::size);
        let stone = size.and_then(|size| parse_stone(line, size, block.is_swap2));
        match stone {
            Some(stone) if block.stones.iter().all(|known| known.point != stone.point) => {
                block.stones.push(stone);
            }
            _ => block.is_bad = true,
        }
        self.block = Some(block);
        Ok(None)
    }

    fn finish_block(&mut self, block: &Block) -> Answer {
        let position = self.game()?;
        if block.is_bad {
            return Err("invalid stone in the list".to_owned());
        }
        if block.is_swap2 {
            return Ok(Some(swap2(position.size(), block.stones.len())));
        }
        *position = set_up(position.size(), &block.stones);
        self.think()
    }

    fn inform(&mut self, info: &Info) {
        let limit = |number: i64| u64::try_from(number).ok().filter(|&number| number > 0);
        let time = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
        match *info {
            Info::TimeoutTurn(number) => {
                self.limits.turn = time(number).min(Duration::from_secs(86_400));
            }
            Info::TimeoutMatch(number) => self.time_left = limit(number).map(Duration::from_millis),
            Info::TimeLeft(number) => {
                self.time_left = (number != i64::from(i32::MAX)).then_some(time(number));
            }
            Info::MaxNode(number) => self.limits.nodes = limit(number),
            Info::MaxDepth(number) => {
                self.limits.depth = limit(number).and_then(|depth| u32::try_from(depth).ok());
            }
            Info::Seed(number) => self.seed = number.cast_unsigned(),
            Info::Rule(code) => self.rule = code.game_rule(false).rule,
            _ => {}
        }
    }
}

fn on_board(coordinate: Coordinate, size: BoardSize) -> Result<Point, String> {
    coordinate.on(size).ok_or_else(|| "invalid point: expected x,y on the board".to_owned())
}

/// Parses `x,y,field`, or `x,y` in a swap2 list.
fn parse_stone(line: &str, size: BoardSize, is_swap2: bool) -> Option<Stone> {
    let (coordinate, field) = if is_swap2 { (line, "0") } else { line.rsplit_once(',')? };
    let field = field.trim().parse().ok().filter(|field| is_swap2 || (1..=3).contains(field))?;
    Some(Stone { point: coordinate.parse::<Coordinate>().ok()?.on(size)?, field })
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

/// Returns the reply in the negotiation of swap2: a fixed opening, or the swap to black.
fn swap2(size: BoardSize, stones: usize) -> Reply {
    if stones > 0 {
        return Reply::Swap;
    }
    let (x, y) = (size.width() as i64 / 2, size.height() as i64 / 2);
    Reply::Moves([(x, y), (x, y - 1), (x - 2, y + 2)].map(|(x, y)| Coordinate { x, y }).into())
}

#[cfg(test)]
mod tests;
