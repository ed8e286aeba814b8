//! The protocol side of a player: a line in, a reply out.
//!
//! A session never reads or writes. It takes a line and returns the reply, so that every
//! dialogue can be tested as text.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::command::{Command, ParseCommandError};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::info::Info;
use dolmen::protocol::list::{
    List, ListEntry, ListKind, ListStatus, listed_points, listed_position,
};
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
    list: Option<List>,
    rule: Rule,
    seed: u64,
    limits: Limits,
    /// The time left for the game, once `time_left` or `timeout_match` has set it.
    time_left: Option<Duration>,
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
            list: None,
            rule: Rule::Freestyle,
            seed: 0,
            limits: Limits::default(),
            time_left: None,
        }
    }

    /// Returns the reply to a line, or `None` if there is none.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        let line = line.trim_start_matches('\u{feff}').trim();
        let answer = match self.list.take() {
            Some(list) => self.continue_list(list, line),
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
            Command::Board => self.open_list(ListKind::Board),
            Command::Swap2Board => self.open_list(ListKind::Swap2),
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

    fn open_list(&mut self, kind: ListKind) -> Answer {
        self.list = Some(List::new(kind));
        Ok(None)
    }

    fn continue_list(&mut self, mut list: List, line: &str) -> Answer {
        match list.receive(line) {
            ListStatus::Complete(entries) => self.finish_list(&list.into_kind(), entries.ok()),
            ListStatus::Abandoned(command) => self.carry_out(command),
            ListStatus::Incomplete | ListStatus::Line(_) => {
                self.list = Some(list);
                Ok(None)
            }
        }
    }

    fn finish_list(&mut self, kind: &ListKind, entries: Option<Vec<ListEntry>>) -> Answer {
        const INVALID: &str = "invalid stone in the list";
        let position = self.game()?;
        let (size, entries) = (position.size(), entries.ok_or(INVALID)?);
        if *kind == ListKind::Swap2 {
            let stones = listed_points(&entries, size).map_err(|_| INVALID)?;
            return swap2(size, stones.len()).map(Some);
        }
        *position = listed_position(&entries, size, false).map_err(|_| INVALID)?;
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

/// Returns the reply in the negotiation of swap2: a fixed opening, or the swap to black.
fn swap2(size: BoardSize, stones: usize) -> Result<Reply, String> {
    match stones {
        0 => {
            let (x, y) = (size.width() as i64 / 2, size.height() as i64 / 2);
            let points = [(x, y), (x, y - 1), (x - 2, y + 2)];
            Ok(Reply::Moves(points.map(|(x, y)| Coordinate { x, y }).into()))
        }
        3 | 5 => Ok(Reply::Swap),
        _ => Err(format!("SWAP2BOARD expects 0, 3 or 5 stones, but there are {stones}")),
    }
}

#[cfg(test)]
mod tests;
