//! Plays one game between two engines, with a referee that uses the slow definitions of the rules.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use dolmen::board::{BoardSize, Color, PerColor, Point, Position};
use dolmen::rules::{Rule, check_move, five_points, outcome};

use crate::engine::{Engine, NoReply};
use crate::plan::{Limit, Setup};
use crate::record::{End, Fault, FaultKind, Record};

/// The time for a reply if the limit is zero.
const MIN_REPLY_TIME: Duration = Duration::from_millis(300);
/// The time for the reply to START.
const MAX_START_TIME: Duration = Duration::from_secs(10);
/// The time after the limit at which an engine is considered to hang.
const MAX_LATENESS: Duration = Duration::from_secs(10);
/// The time left that managers send if there is no match limit, in milliseconds.
const NO_MATCH_LIMIT: u64 = 2_147_483_647;
/// The memory limit of an engine, in bytes.
const MAX_MEMORY: u64 = 128 << 20;

/// The referee of the games.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    /// The program of the engine.
    pub(crate) engine: PathBuf,
    /// The time over the limit that does not count as late.
    pub(crate) tolerance: Duration,
}

impl Referee {
    /// Plays one game to its end.
    pub(crate) fn play(&self, setup: &Setup) -> Record {
        let mut table = Table::new(setup, self.tolerance);
        let mut engines = Vec::new();
        for color in Color::ALL {
            match Engine::start(&self.engine) {
                Ok(engine) => engines.push(engine),
                Err(error) => table.fault(FaultKind::Crash, color, &error.to_string()),
            }
        }
        let mut end = End::Fault;
        if engines.len() == Color::ALL.len()
            && Color::ALL.iter().zip(&engines).all(|(&color, engine)| table.open(color, engine))
        {
            end = loop {
                if let Some(end) = table.end() {
                    break end;
                }
                let side = table.position.side_to_move();
                if !table.play_move(&engines[side.index()]) {
                    break End::Fault;
                }
            };
        }
        for (color, engine) in Color::ALL.into_iter().zip(engines) {
            if end != End::Fault {
                if let Err(error) = engine.end() {
                    table.fault(FaultKind::Noise, color, &error);
                }
            } else if let (Err(error), Some(fault)) = (engine.kill(), table.faults.last_mut()) {
                let _ = write!(fault.text, "; {color} {error}");
            }
        }
        let history = table.position.history();
        Record {
            setup: setup.clone(),
            moves: history.iter().map(|placement| placement.point).collect(),
            end,
            faults: table.faults,
            lateness: table.lateness,
        }
    }
}

/// A game in progress.
struct Table<'a> {
    setup: &'a Setup,
    tolerance: Duration,
    position: Position,
    /// The time left of the match limit.
    time_left: PerColor<Duration>,
    /// The number of stones that each engine knows.
    known: PerColor<usize>,
    faults: Vec<Fault>,
    lateness: Vec<f64>,
}

impl<'a> Table<'a> {
    fn new(setup: &'a Setup, tolerance: Duration) -> Self {
        let mut position = Position::new(setup.size);
        for &point in &setup.opening {
            position.play(point).expect("an opening is legal");
        }
        let total = match setup.limit {
            Limit::Match(time) => time,
            Limit::Turn(_) => Duration::ZERO,
        };
        Self {
            setup,
            tolerance,
            position,
            time_left: PerColor::new(total, total),
            known: PerColor::default(),
            faults: Vec::new(),
            lateness: Vec::new(),
        }
    }

    fn fault(&mut self, kind: FaultKind, color: Color, text: &str) {
        let text = format!("{color} at ply {}: {text}", self.position.ply() + 1);
        self.faults.push(Fault { kind, text });
    }

    /// Sends START and the settings to an engine, and returns whether the game can begin.
    fn open(&mut self, color: Color, engine: &Engine) -> bool {
        let asked = engine.send(&start_line(self.setup.size));
        match engine.reply(asked + MAX_START_TIME) {
            Ok(line) if line.text == "OK" => {}
            Ok(line) => {
                self.fault(FaultKind::Noise, color, &format!("{:?} instead of OK", line.text));
                return false;
            }
            Err(error) => {
                self.no_reply(color, &error);
                return false;
            }
        }
        let rule = rule_number(self.setup.rule);
        let limits = match self.setup.limit {
            Limit::Turn(time) => {
                format!("INFO timeout_turn {}\nINFO timeout_match 0\n", time.as_millis())
            }
            Limit::Match(time) => format!("INFO timeout_match {}\n", time.as_millis()),
        };
        engine.send(&format!(
            "INFO max_memory {MAX_MEMORY}\n{limits}INFO game_type 1\nINFO rule {rule}\n"
        ));
        true
    }

    /// Returns how the game ended, or `None` if it goes on.
    fn end(&self) -> Option<End> {
        let rule = self.setup.rule;
        if let Some(outcome) = outcome(&self.position, rule) {
            return Some(End::Outcome(outcome));
        }
        let is_legal = |point| check_move(&self.position, point, rule).is_ok();
        let stuck = !self.position.empty().iter().any(is_legal);
        stuck.then(|| End::NoMove(self.position.side_to_move()))
    }

    /// Asks the engine of the side to move for a move, plays it and returns whether the game goes
    /// on.
    fn play_move(&mut self, engine: &Engine) -> bool {
        let side = self.position.side_to_move();
        if let Some(line) = engine.unsolicited() {
            self.fault(FaultKind::Noise, side, &format!("unsolicited line {:?}", line.text));
            return false;
        }
        let limit = match self.setup.limit {
            Limit::Turn(Duration::ZERO) => MIN_REPLY_TIME,
            Limit::Turn(time) => time,
            Limit::Match(_) => self.time_left[side],
        };
        engine.send(&self.time_left_line(side));
        let request = self.request(side);
        let asked = engine.send(&request);
        let line = match engine.reply(asked + limit + MAX_LATENESS) {
            Ok(line) => line,
            Err(error) => {
                self.no_reply(side, &error);
                return false;
            }
        };
        self.account(side, limit, line.at.saturating_duration_since(asked));
        match self.judge(side, &line.text) {
            Ok(point) => {
                self.position.play(point).expect("the move was checked");
                self.known[side] = self.position.ply();
                true
            }
            Err(error) => {
                self.fault(FaultKind::Illegal, side, &error);
                false
            }
        }
    }

    fn time_left_line(&self, side: Color) -> String {
        let time_left = match self.setup.limit {
            Limit::Turn(_) => u128::from(NO_MATCH_LIMIT),
            Limit::Match(_) => self.time_left[side].as_millis(),
        };
        format!("INFO time_left {time_left}\n")
    }

    /// Returns the text lines that ask for a move.
    fn request(&self, side: Color) -> String {
        let history = self.position.history();
        match history {
            [] => "BEGIN\n".into(),
            [.., last] if self.known[side] + 1 == history.len() && !self.by_board(side) => {
                format!("TURN {}\n", coordinates(last.point))
            }
            stones => {
                let mut text = String::from("BOARD\n");
                for stone in stones {
                    let whose = if stone.color == side { 1 } else { 2 };
                    let _ = writeln!(text, "{},{whose}", coordinates(stone.point));
                }
                text + "DONE\n"
            }
        }
    }

    const fn by_board(&self, side: Color) -> bool {
        self.setup.by_board[side.index()]
    }

    /// Records the time of a reply.
    fn account(&mut self, side: Color, limit: Duration, taken: Duration) {
        self.time_left[side] = self.time_left[side].saturating_sub(taken);
        let nominal = match self.setup.limit {
            Limit::Turn(time) => time,
            Limit::Match(_) => limit,
        };
        self.lateness.push((taken.as_secs_f64() - nominal.as_secs_f64()) * 1e3);
        if taken > limit + self.tolerance {
            let text = format!("{taken:.1?} instead of {limit:.1?}");
            self.fault(FaultKind::Late, side, &text);
        }
    }

    /// Returns the move of a reply, and records a missed five.
    ///
    /// # Errors
    /// Returns an error if the reply is not a legal move.
    fn judge(&mut self, side: Color, reply: &str) -> Result<Point, String> {
        let point = parse_move(reply, self.setup.size).ok_or(format!("{reply:?} is not a move"))?;
        let rule = self.setup.rule;
        check_move(&self.position, point, rule).map_err(|error| format!("{reply}: {error}"))?;
        let fives = five_points(&self.position, side, rule);
        if !fives.is_empty() && !fives.contains(point) {
            let five = coordinates(fives.first().expect("there is a five"));
            self.fault(FaultKind::MissedFive, side, &format!("{reply} instead of {five}"));
        }
        Ok(point)
    }

    fn no_reply(&mut self, color: Color, error: &NoReply) {
        match error {
            NoReply::Closed => self.fault(FaultKind::Crash, color, "closed its output"),
            NoReply::Timeout => self.fault(FaultKind::Hang, color, "does not answer"),
        }
    }
}

/// Returns the command that starts a game on a board.
fn start_line(size: BoardSize) -> String {
    if size.width() == size.height() {
        format!("START {}\n", size.width())
    } else {
        format!("RECTSTART {},{}\n", size.width(), size.height())
    }
}

/// Returns the number of a rule in `INFO rule`.
const fn rule_number(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro6 => 8,
        Rule::Caro => 9,
        Rule::Omok => 17,
    }
}

/// Returns a point in the notation of the protocol.
pub(crate) fn coordinates(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// Parses a move in the form that every manager accepts: two decimal numbers and a comma.
fn parse_move(reply: &str, size: BoardSize) -> Option<Point> {
    let (column, row) = reply.split_once(',')?;
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<i64>().ok()).flatten()
    };
    size.point(number(column)?, number(row)?)
}
