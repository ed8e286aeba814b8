//! One game between two engines, from their start to the record of the game.
//!
//! ```text
//! play ─► seat      an engine of the tournament and its player
//!    │      ├─► player   the interface: begin, ask, hear, look, leave
//!    │      ├─► hosted   a player inside this process
//!    │      └─► process  START and INFO, requests, its output    ─► profile  the text to send
//!    ├──► turn      ask, wait, take the time of the answer    ─► clock, machine
//!    ├──► negotiation   the opening, if the engines agree on one    ─► chooser  acts for an engine
//!    ├──► referee   the end by the board: foul, five, full; faults
//!    └──► adjudication   the end by the values of the engines
//! ```
//!
//! [`Consultant`] asks a process about single positions, without a game.
//!
//! Invariant: a game ends in bounded time whatever the engines do, and with exactly one record.
//! The time of an answer ends when its line arrives, and excludes the time that the machine took.

mod adjudication;
mod chooser;
mod clock;
mod consultant;
mod engine;
mod hosted;
mod machine;
mod negotiation;
mod player;
mod process;
mod profile;
mod referee;
mod seat;
mod turn;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::Rule;

use crate::config::{DrawByScore, Resignation};
use crate::openings::Opening;
use crate::record::{
    Conduct, GameId, GameRecord, MoveRecord, Negotiation, Reason, Score, with_last_line,
};
use crate::run::log::DialogueLog;
use crate::run::stop::Stop;
use adjudication::{Adjudicator, Verdict};
use referee::Failure;

pub use clock::{Allowance, Clock};
pub use consultant::{Advice, Consultant};
pub use hosted::{HostedPlayer, Mind, Thought};
pub use machine::{MachineTime, TakenTime};
pub use negotiation::OpeningPlan;
pub use player::{Asking, Farewell, Goodbye, Heard, Player, Request, Strays};
pub use referee::Fault;
pub use seat::Seat;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct GamePlan<'a> {
    /// The number of the game.
    pub id: GameId,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The opening, already transformed and checked under the rule.
    pub opening: &'a Opening,
    /// The number of the opening, for the record.
    pub opening_index: usize,
    /// The seed, sent as `INFO seed`; below 2⁶³, since engines read signed numbers. `None` sends none.
    pub seed: Option<u64>,
    /// The way in which the engines negotiate the opening, if they do and `opening` is empty. The first
    /// seat begins.
    pub negotiation: Option<OpeningPlan>,
    /// Indicates whether every request is a BOARD block.
    pub send_boards: bool,
    /// The number of stones with which the game is a draw.
    pub draw_after: Option<usize>,
    /// The condition under which an engine loses by its own values.
    pub resignation: Resignation,
    /// The condition for a draw by the values of both engines.
    pub draw: DrawByScore,
    /// Indicates whether the engines get new processes.
    pub restart: bool,
    /// The numbers of the processors that both engines may use; empty for all.
    pub cpus: Vec<usize>,
    /// Indicates whether the last message before each move is recorded.
    pub keep_messages: bool,
    /// The treatment of the time that the machine takes from the engines.
    pub machine: MachineTime<'a>,
    /// The log of the dialogue, if there is one.
    pub log: Option<Arc<DialogueLog>>,
}

impl<'a> GamePlan<'a> {
    /// Returns a game with an opening and without options: no seed, no negotiation, no limit of
    /// stones, no adjudication, processes that are kept between games, all processors, all time charged to the
    /// engines, and no log.
    #[must_use]
    pub fn new(id: GameId, rule: Rule, size: BoardSize, opening: &'a Opening) -> Self {
        Self {
            id,
            rule,
            size,
            opening,
            opening_index: 0,
            seed: None,
            negotiation: None,
            send_boards: false,
            draw_after: None,
            resignation: Resignation(None),
            draw: DrawByScore(None),
            restart: false,
            cpus: Vec::new(),
            keep_messages: true,
            machine: MachineTime::Charged,
            log: None,
        }
    }
}

/// A stone that was placed, for the watcher of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The game.
    pub id: GameId,
    /// The number of stones on the board.
    pub stones: usize,
    /// The point of the move.
    pub point: Point,
    /// Its colour.
    pub color: Color,
    /// The seat that now plays this colour, 0 or 1; a swap may still change it.
    pub seat: usize,
    /// The thinking time, in milliseconds; `None` for stones of the opening.
    pub ms: Option<f64>,
    /// The time that the engine has left for the game, in milliseconds, if that time is limited.
    pub left_ms: Option<i64>,
}

/// Plays a game. The first seat plays black, unless the engines swap.
///
/// Never panics or blocks because of an engine. Engines that failed are ended before it
/// returns; the others keep running if their profiles and the plan allow it.
pub fn play(
    plan: &GamePlan,
    seats: &mut [Seat; 2],
    stop: &Stop,
    watcher: &dyn Fn(Moved),
) -> GameRecord {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let mut game = Game::new(plan, seats, stop, watcher);
    let outcome = game.run();
    game.close(outcome, started)
}

/// Starts an engine as for this game, and ends it. With a profile that does not wait for the answer to
/// START, this shows only whether the program runs.
///
/// # Errors
/// Returns the reason why the engine is not ready, with its last output if there was any.
pub fn greet(plan: &GamePlan, seat: &mut Seat, stop: &Stop) -> Result<(), String> {
    let mut clock = Clock::new(&seat.engine().limits);
    let ready = seat.player.begin(plan, &mut clock, stop);
    let goodbye = seat.player.leave(Farewell::Polite);
    ready.map_err(|fault| with_last_line(&fault.detail, goodbye.last_words.as_deref()))
}

/// A game in progress.
struct Game<'a> {
    plan: &'a GamePlan<'a>,
    seats: &'a mut [Seat; 2],
    stop: &'a Stop,
    watcher: &'a dyn Fn(Moved),
    /// The seat that plays black.
    black: usize,
    position: Position,
    negotiation: Option<Negotiation>,
    moves: Vec<MoveRecord>,
    clocks: [Clock; 2],
    conducts: [Conduct; 2],
    /// Indicates for each seat whether its last answer took so long that reading its threads' times before
    /// the next request costs little in comparison.
    is_thinker: [bool; 2],
    adjudicator: Adjudicator,
}

impl<'a> Game<'a> {
    fn new(
        plan: &'a GamePlan<'a>,
        seats: &'a mut [Seat; 2],
        stop: &'a Stop,
        watcher: &'a dyn Fn(Moved),
    ) -> Self {
        let clocks = [0, 1].map(|seat: usize| Clock::new(&seats[seat].engine().limits));
        let conducts = [0, 1].map(|seat: usize| Conduct {
            name: seats[seat].engine().name.clone(),
            hash: seats[seat].hash().to_owned(),
            ..Conduct::default()
        });
        Self {
            plan,
            seats,
            stop,
            watcher,
            black: 0,
            position: Position::new(plan.size),
            negotiation: None,
            moves: Vec::new(),
            clocks,
            conducts,
            is_thinker: [false; 2],
            adjudicator: Adjudicator::new(plan.resignation, plan.draw),
        }
    }

    /// Plays the game; returns its score, the reason for its end and the details of the reason.
    fn run(&mut self) -> Result<(Score, Reason, String), Failure> {
        for seat in 0..2 {
            let ready = self.seats[seat].player.begin(self.plan, &mut self.clocks[seat], self.stop);
            ready.map_err(|fault| fault.of(seat))?;
        }
        match self.plan.negotiation.filter(|_| self.plan.opening.moves.is_empty()) {
            Some(negotiation) => self.negotiate(negotiation)?,
            None => self.open()?,
        }
        loop {
            if let Some(end) =
                referee::verdict(&self.position, self.plan.rule, self.plan.draw_after)
            {
                for seat in 0..2 {
                    self.check_memory(seat).map_err(|fault| fault.of(seat))?;
                }
                return Ok((end.0, end.1, String::new()));
            }
            if let Some(Verdict { loser, reason, detail }) = self.adjudicator.verdict() {
                let score = loser.map_or(Score::Draw, |seat| self.win_over(seat));
                return Ok((score, reason, detail));
            }
            self.turn()?;
        }
    }

    /// Returns the score of a game that a seat has lost.
    fn win_over(&self, seat: usize) -> Score {
        if seat == self.black { Score::White } else { Score::Black }
    }

    /// Plays the opening.
    fn open(&mut self) -> Result<(), Failure> {
        let plan = self.plan;
        for &point in &plan.opening.moves {
            let seat = self.to_move();
            self.place(seat, Coordinate::from(point), None, None).map_err(|fault| {
                let detail = format!("opening {}: {}", plan.opening.name, fault.detail);
                Fault::new(Reason::Infrastructure, detail).of(seat)
            })?;
        }
        Ok(())
    }

    /// Returns the seat whose turn it is.
    fn to_move(&self) -> usize {
        self.seat_of(self.position.side_to_move())
    }

    fn seat_of(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    /// Places a stone of the side to move.
    fn place(
        &mut self,
        seat: usize,
        at: Coordinate,
        ms: Option<f64>,
        message: Option<String>,
    ) -> Result<(), Fault> {
        let color = self.position.side_to_move();
        let point = referee::check(&self.position, at, self.plan.rule)?;
        self.position.play(point).expect("the referee has found the move legal");
        let at = (point.column() as u8, point.row() as u8);
        let message = message.filter(|_| self.plan.keep_messages);
        self.moves.push(MoveRecord { at, ms, message });
        let left_ms = self.clocks[seat].left_ms();
        let stones = self.position.ply();
        (self.watcher)(Moved { id: self.plan.id, stones, point, color, seat, ms, left_ms });
        Ok(())
    }

    /// Ends the engines that must not keep running, and returns the record.
    fn close(
        mut self,
        outcome: Result<(Score, Reason, String), Failure>,
        started: u64,
    ) -> GameRecord {
        let (score, reason, mut detail, failed) = match outcome {
            Ok((score, reason, detail)) => (score, reason, detail, None),
            Err(Failure { seat, fault }) => {
                let score = if fault.is_external() { Score::Void } else { self.win_over(seat) };
                (score, fault.reason, fault.detail, Some(seat))
            }
        };
        for seat in 0..2 {
            let is_failed = failed == Some(seat);
            let Strays { count, first, option_comment } = self.seats[seat].player.take_strays();
            let conduct = &mut self.conducts[seat];
            (conduct.stray, conduct.stray_line, conduct.option_comment) =
                (count, first, option_comment);
            let words = self.dismiss(seat, reason, is_failed);
            if is_failed && score != Score::Void {
                self.conducts[seat].last_words = words.0;
                detail.extend(words.1.map(|text| format!("; {text:?} has no line ending")));
            }
        }
        let [first, second] = self.conducts;
        let (black, white) = if self.black == 0 { (first, second) } else { (second, first) };
        let record = GameRecord {
            id: self.plan.id,
            opening: self.plan.opening_index,
            seed: self.plan.seed.unwrap_or_default(),
            black,
            white,
            score,
            reason,
            detail,
            negotiation: self.negotiation,
            moves: self.moves,
            started,
            host: 0,
            replays: 0,
        };
        if let Some(log) = &self.plan.log {
            log.end(&record);
        }
        record
    }

    /// Ends the process of a seat unless it may keep running. Returns its last output and its
    /// unfinished line.
    fn dismiss(
        &mut self,
        seat: usize,
        reason: Reason,
        is_failed: bool,
    ) -> (Option<String>, Option<String>) {
        let player = &mut self.seats[seat].player;
        // An engine that lost by a foul still works.
        let is_broken = is_failed && reason != Reason::Foul;
        let is_stopped = reason == Reason::Aborted;
        if !(is_broken || is_stopped || player.leaves_after_game() || self.plan.restart) {
            return (None, None);
        }
        let at_once = is_stopped || (is_failed && reason == Reason::Memory);
        let goodbye = player.leave(if at_once { Farewell::AtOnce } else { Farewell::Polite });
        self.conducts[seat].killed = goodbye.killed;
        (goodbye.last_words, goodbye.unfinished)
    }
}

#[cfg(test)]
mod tests;
