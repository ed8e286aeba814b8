//! A request and its answer.
//!
//! Invariant: nothing that an engine prints moves its deadline; only time that the machine took
//! does. Only lines that were read after the request can answer.

use std::time::{Duration, Instant};

use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;
use game_engine_process::ThreadTimes;

use super::Game;
use super::clock::Allowance;
use super::player::{Asking, Heard, Request};
use super::referee::{Failure, Fault};
use crate::record::Reason;

/// The interval between two measurements of the engines during a wait.
pub(super) const SLICE: Duration = Duration::from_millis(100);
/// The time after a deadline in which a text line that was read before it may still arrive.
pub(super) const HEARING: Duration = Duration::from_millis(5);
/// The time of a wait after which the processor time of the opponent is measured: until then the
/// opponent may still tidy up after its move.
const SETTLED: Duration = Duration::from_millis(20);
/// The maximum time that the machine can take from a move, as a multiple of the limit of that move: an engine
/// that starts many programs may keep itself from running.
const MAX_TAKEN_LIMITS: u32 = 10;
/// The minimum interval between two measurements of memory, during a wait and after moves; they are not
/// cheap. A measurement after each of many fast moves would find nothing more, since the system keeps the
/// peaks, and the last measurement comes at the end of the game.
const MEMORY_EVERY: Duration = Duration::from_millis(250);

/// An answer that came in time.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    pub(super) ms: f64,
    pub(super) message: Option<String>,
}

/// A request in flight.
struct Wait {
    seat: usize,
    asked: Instant,
    deadline: Instant,
    allowance: Allowance,
    /// The last stray text line.
    stray: Option<String>,
    /// The processor time of the other engine at the first measurement.
    foreign_cpu: Option<Duration>,
    /// The times of the engine's threads at the request, or at the first measurement.
    threads: Option<ThreadTimes>,
}

/// A reply and the time that it took.
struct Timed {
    reply: Reply,
    time: Duration,
    /// The part of it that the machine took.
    taken: Duration,
}

impl Game<'_> {
    /// Asks the side to move for its move, and plays it.
    pub(super) fn turn(&mut self) -> Result<(), Failure> {
        let seat = self.to_move();
        let answer = self.ask(seat, Question::Move)?;
        let Reply::Move(at) = answer.reply else { unreachable!("only moves answer") };
        self.adjudicator.hear(seat, answer.message.as_deref());
        self.place(seat, at, Some(answer.ms), answer.message).map_err(|fault| fault.of(seat))
    }

    /// Asks an engine, waits, and takes its time.
    pub(super) fn ask(&mut self, seat: usize, question: Question) -> Result<Answer, Failure> {
        self.ask_for(seat, Asking::Question(question), false)
    }

    /// Asks an engine a question, which it may refuse if `may_refuse`; waits, and takes its time.
    pub(super) fn ask_for(
        &mut self,
        seat: usize,
        asking: Asking,
        may_refuse: bool,
    ) -> Result<Answer, Failure> {
        self.clocks[seat].begin_turn();
        let reply = self.dialogue(seat, asking, may_refuse);
        let Timed { reply, time, taken } = reply.map_err(|fault| fault.of(seat))?;
        self.seats[seat].player.stop();
        self.is_thinker[seat] = time >= SETTLED;
        let late = self.clocks[seat].spend(time - taken).as_secs_f64() * 1e3;
        let ms = time.as_secs_f64() * 1e3;
        let conduct = &mut self.conducts[seat];
        conduct.machine_ms += taken.as_secs_f64() * 1e3;
        conduct.moves += u32::from(!reply.is_refusal());
        conduct.time_ms += ms;
        conduct.longest_ms = conduct.longest_ms.max(ms);
        conduct.late += u32::from(late > 0.0);
        conduct.latest_ms = conduct.latest_ms.max(late);
        let message = self.seats[seat].player.take_message();
        self.look_at_memory(seat).map_err(|fault| fault.of(seat))?;
        Ok(Answer { reply, ms, message })
    }

    /// Sends a request and finds its answer.
    fn dialogue(&mut self, seat: usize, asking: Asking, may_refuse: bool) -> Result<Timed, Fault> {
        if self.stop.is_aborted() {
            return Err(Fault::aborted());
        }
        let allowance = self.clocks[seat].allowance();
        let left_ms = self.clocks[seat].left_ms();
        let request = Request { position: &self.position, asking, may_refuse, allowance, left_ms };
        // Reading the times takes longer than a move of an engine that does not search.
        let is_measured = self.is_thinker[seat] && self.plan.machine.is_forgiven();
        let threads = is_measured.then(|| self.seats[seat].player.thread_times());
        let asked = self.seats[seat].player.ask(&request)?;
        let deadline = asked + allowance.time;
        let mut wait =
            Wait { seat, asked, deadline, allowance, stray: None, foreign_cpu: None, threads };
        let (reply, at) = self.wait(&mut wait)?;
        let time = at - asked;
        let taken = if time < SETTLED { Duration::ZERO } else { self.taken(&wait, at) };
        if let Some(before) = wait.foreign_cpu {
            let after = self.seats[1 - seat].player.look().cpu;
            let spent = after.saturating_sub(before);
            self.conducts[1 - seat].foreign_cpu_ms += spent.as_secs_f64() * 1e3;
        }
        Ok(Timed { reply, time, taken })
    }

    /// Returns how much of the time since the request the machine took.
    fn taken(&self, wait: &Wait, until: Instant) -> Duration {
        let after = || self.seats[wait.seat].player.thread_times();
        self.plan.machine.taken(wait.asked, until, wait.threads.as_ref(), after)
    }

    /// Waits for the answer.
    fn wait(&mut self, wait: &mut Wait) -> Result<(Reply, Instant), Fault> {
        let seat = wait.seat;
        let mut look = wait.asked + SETTLED;
        loop {
            if self.stop.is_aborted() {
                return Err(Fault::aborted());
            }
            match self.seats[seat].player.hear(look.min(wait.deadline + HEARING))? {
                Heard::Late(at) => self.postpone(wait, at, Some(at))?,
                Heard::Answer(reply, at) => return Ok((reply, at)),
                Heard::Stray(line, _) => wait.stray = Some(line),
                Heard::Comment(_) => {}
                Heard::Nothing => {
                    let now = Instant::now();
                    if now >= wait.deadline + HEARING {
                        self.postpone(wait, now - HEARING, None)?;
                    }
                }
            }
            if Instant::now() >= look {
                self.look_around(wait)?;
                look = Instant::now() + SLICE;
            }
        }
    }

    /// Extends the deadline by the time that the machine took, at least to the instant `until`. `heard` is
    /// that instant if a text line arrived at it.
    ///
    /// # Errors
    /// Returns the fault of the engine if the machine took less time.
    fn postpone(
        &mut self,
        wait: &mut Wait,
        until: Instant,
        heard: Option<Instant>,
    ) -> Result<(), Fault> {
        let taken = self.taken(wait, until).min(wait.allowance.time * MAX_TAKEN_LIMITS);
        let deadline = wait.asked + wait.allowance.time + taken;
        if deadline < until {
            return Err(self.overdue(wait, heard, taken));
        }
        wait.deadline = deadline;
        self.seats[wait.seat].player.postpone(deadline);
        Ok(())
    }

    /// Returns the fault of an engine that has not answered by the deadline.
    fn overdue(&self, wait: &Wait, at: Option<Instant>, taken: Duration) -> Fault {
        let mut limit = self.clocks[wait.seat].describe(wait.allowance);
        if taken >= Duration::from_millis(1) {
            limit += &format!(", {} ms taken by the machine", taken.as_millis());
        }
        if self.plan.machine.voids(taken) {
            let waited = (wait.allowance.time + taken).as_millis();
            return Fault::new(Reason::Machine, format!("no move within {waited} ms ({limit})"));
        }
        match (&wait.stray, at) {
            (Some(stray), _) => Fault::new(
                Reason::Protocol,
                format!(
                    "printed {stray:?}, which is not a valid answer, and no move in time ({limit})"
                ),
            ),
            (None, at) => {
                let waited = at.map_or(wait.allowance.time + taken, |at| at - wait.asked);
                let waited = waited.as_millis();
                Fault::new(wait.allowance.reason, format!("no move within {waited} ms ({limit})"))
            }
        }
    }

    /// Measures the resources of both engines during a wait for one of them.
    fn look_around(&mut self, wait: &mut Wait) -> Result<(), Fault> {
        let other = 1 - wait.seat;
        if wait.threads.is_none() && self.plan.machine.is_forgiven() {
            wait.threads = Some(self.seats[wait.seat].player.thread_times());
        }
        if wait.foreign_cpu.is_none() && !self.seats[other].player.stands_still() {
            wait.foreign_cpu = Some(self.seats[other].player.look().cpu);
        }
        self.look_at_memory(wait.seat)
    }

    /// Checks the memory of an engine, if the last check is long enough ago.
    fn look_at_memory(&mut self, seat: usize) -> Result<(), Fault> {
        let looked = self.seats[seat].player.looked();
        if looked.is_some_and(|looked| looked.elapsed() < MEMORY_EVERY) {
            return Ok(());
        }
        self.check_memory(seat)
    }

    /// Measures the memory of an engine.
    ///
    /// # Errors
    /// Returns the fault of the engine if it uses more than its limit.
    pub(super) fn check_memory(&mut self, seat: usize) -> Result<(), Fault> {
        let peak = self.seats[seat].player.look().peak;
        let most = &mut self.conducts[seat].peak_memory;
        *most = peak.max(*most);
        let limit = self.seats[seat].engine().limits.memory.unwrap_or(u64::MAX);
        if peak <= limit {
            return Ok(());
        }
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        let detail =
            format!("used {:.1} MiB of memory; the limit is {:.1} MiB", mib(peak), mib(limit));
        Err(Fault::new(Reason::Memory, detail))
    }
}
