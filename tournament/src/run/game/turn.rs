//! A request and its answer.
//!
//! Invariant: the deadline is fixed when the request is written; nothing that an engine prints
//! moves it. Only lines that were read after that instant can answer.

use std::time::{Duration, Instant};

use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::reply::Reply;

use super::clock::Allowance;
use super::referee::{Failure, Fault};
use super::seat::{HEARING, Heard, SLICE};
use super::{Game, profile};
use crate::record::Reason;

/// After this time of a wait the processor time of the engine that is not asked is noted: what
/// it does before is tidying up.
const SETTLED: Duration = Duration::from_millis(20);
/// The interval at which memory is looked at, during a wait and after moves; looks are not cheap. A
/// look after each of many fast moves would see no more, since the system keeps the peaks, and the
/// last look comes at the end of the game.
const MEMORY_EVERY: Duration = Duration::from_millis(250);

/// The permitted kinds of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A move.
    Move,
    /// The permitted answers to the stones of a swap2 opening.
    Swap2,
}

/// An answer that came in time.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    pub(super) ms: f64,
    pub(super) message: Option<String>,
}

/// A request that waits for its answer.
struct Wait {
    seat: usize,
    asked: Instant,
    deadline: Instant,
    allowance: Allowance,
    wanted: Wanted,
    /// The last line that made no sense.
    stray: Option<String>,
    /// Processor time of the other engine at the first look.
    foreign_cpu: Option<Duration>,
}

impl Game<'_> {
    /// Has the side to move make its move.
    pub(super) fn turn(&mut self) -> Result<(), Failure> {
        let seat = self.to_move();
        let manner = self.seats[seat].manner();
        let request = manner.request(&self.position, self.knows[seat], self.plan.send_boards);
        let answer = self.ask(seat, &request, Wanted::Move)?;
        self.knows[seat] = true;
        let Reply::Move(at) = answer.reply else { unreachable!("only moves answer") };
        self.place(seat, at, Some(answer.ms), answer.message).map_err(|fault| fault.of(seat))
    }

    /// Asks an engine, waits, and takes its time.
    pub(super) fn ask(
        &mut self,
        seat: usize,
        request: &[String],
        wanted: Wanted,
    ) -> Result<Answer, Failure> {
        self.clocks[seat].begin_turn();
        let reply = self.dialogue(seat, request, wanted);
        let (reply, asked, at) = reply.map_err(|fault| fault.of(seat))?;
        self.seats[seat].rest();
        self.may_complain[seat] = false;
        if !self.complained[seat] {
            self.seats[seat].note_bears_info();
        }
        let time = at - asked;
        let late = self.clocks[seat].spend(time).as_secs_f64() * 1e3;
        let ms = time.as_secs_f64() * 1e3;
        let conduct = &mut self.conducts[seat];
        conduct.moves += 1;
        conduct.time_ms += ms;
        conduct.longest_ms = conduct.longest_ms.max(ms);
        conduct.late += u32::from(late > 0.0);
        conduct.latest_ms = conduct.latest_ms.max(late);
        let message = self.seats[seat].take_message();
        self.look_at_memory(seat).map_err(|fault| fault.of(seat))?;
        Ok(Answer { reply, ms, message })
    }

    /// Sends a request and finds its answer, with the instants of both.
    fn dialogue(
        &mut self,
        seat: usize,
        request: &[String],
        wanted: Wanted,
    ) -> Result<(Reply, Instant, Instant), Fault> {
        if self.stop.is_aborted() {
            return Err(Fault::aborted());
        }
        let allowance = self.clocks[seat].allowance();
        let mut lines = Vec::new();
        if !std::mem::take(&mut self.told_time[seat]) {
            lines.push(profile::time_left(self.clocks[seat].left_ms()));
        }
        lines.extend_from_slice(request);
        self.complained[seat] |= self.seats[seat].drain();
        self.seats[seat].wake();
        let deadline = Instant::now() + allowance.time;
        let asked = self.seats[seat].tell(&lines, deadline, allowance.reason)?;
        let deadline = asked + allowance.time;
        let mut wait =
            Wait { seat, asked, deadline, allowance, wanted, stray: None, foreign_cpu: None };
        let (reply, at) = self.wait(&mut wait)?;
        if let Some(before) = wait.foreign_cpu {
            let after = self.seats[1 - seat].look().cpu;
            let spent = after.saturating_sub(before);
            self.conducts[1 - seat].foreign_cpu_ms += spent.as_secs_f64() * 1e3;
        }
        Ok((reply, asked, at))
    }

    /// Waits for the answer.
    fn wait(&mut self, wait: &mut Wait) -> Result<(Reply, Instant), Fault> {
        let seat = wait.seat;
        let mut look = wait.asked + SETTLED;
        loop {
            if self.stop.is_aborted() {
                return Err(Fault::aborted());
            }
            match self.seats[seat].hear(look.min(wait.deadline + HEARING)) {
                Heard::Reply(_, at) | Heard::Stray(_, at) if at < wait.asked => {}
                Heard::Reply(_, at) | Heard::Stray(_, at) | Heard::Comment(at)
                    if at > wait.deadline =>
                {
                    return Err(self.overdue(wait, Some(at)));
                }
                Heard::Reply(reply, at) => {
                    if self.takes(wait, &reply)? {
                        return Ok((reply, at));
                    }
                }
                Heard::Stray(line, _) => wait.stray = Some(line),
                Heard::Comment(_) => {}
                Heard::Nothing if Instant::now() >= wait.deadline + HEARING => {
                    return Err(self.overdue(wait, None));
                }
                Heard::Nothing => {}
                Heard::Gone => return Err(self.seats[seat].crash()),
            }
            if Instant::now() >= look {
                self.look_around(wait)?;
                look = Instant::now() + SLICE;
            }
        }
    }

    /// Returns whether a reply is the answer.
    fn takes(&mut self, wait: &mut Wait, reply: &Reply) -> Result<bool, Fault> {
        match (reply, wait.wanted) {
            (Reply::Move(_), _) | (Reply::Moves(_) | Reply::Swap, Wanted::Swap2) => Ok(true),
            (Reply::Suggest(at), Wanted::Move) => {
                self.consent(wait, *at)?;
                Ok(false)
            }
            // The error may concern one of the INFO lines that precede the request, which
            // should not be answered. A move may follow, or silence.
            (Reply::Error(_) | Reply::Unknown(_), _) if self.may_complain[wait.seat] => {
                self.complained[wait.seat] = true;
                wait.stray = Some(reply.to_string());
                Ok(false)
            }
            (Reply::Error(_) | Reply::Unknown(_), _) => {
                let detail = format!("answered {:?} instead of a move", reply.to_string());
                Err(Fault::new(Reason::Protocol, detail))
            }
            _ => {
                wait.stray = Some(reply.to_string());
                Ok(false)
            }
        }
    }

    /// Tells an engine to play what it suggests.
    fn consent(&mut self, wait: &Wait, at: Coordinate) -> Result<(), Fault> {
        let line = [format!("PLAY {at}")];
        self.seats[wait.seat].tell(&line, wait.deadline, wait.allowance.reason)?;
        Ok(())
    }

    /// Returns the fault of an engine whose answer is not there at the deadline.
    fn overdue(&self, wait: &Wait, at: Option<Instant>) -> Fault {
        let limit = self.clocks[wait.seat].describe(wait.allowance);
        match (&wait.stray, at) {
            (Some(stray), _) => Fault::new(
                Reason::Protocol,
                format!(
                    "printed {stray:?}, which is not a valid answer, and no move in time ({limit})"
                ),
            ),
            (None, at) => {
                let waited = at.map_or(wait.allowance.time, |at| at - wait.asked).as_millis();
                Fault::new(wait.allowance.reason, format!("no move within {waited} ms ({limit})"))
            }
        }
    }

    /// Looks at what both engines use while one of them is waited for.
    fn look_around(&mut self, wait: &mut Wait) -> Result<(), Fault> {
        let other = 1 - wait.seat;
        if wait.foreign_cpu.is_none() && !self.seats[other].manner().freezes {
            wait.foreign_cpu = Some(self.seats[other].look().cpu);
        }
        self.look_at_memory(wait.seat)
    }

    /// Looks at the memory of an engine, if it is time to.
    fn look_at_memory(&mut self, seat: usize) -> Result<(), Fault> {
        if self.seats[seat].looked_within(MEMORY_EVERY) {
            return Ok(());
        }
        self.check_memory(seat)
    }

    /// Looks at the memory of an engine.
    ///
    /// # Errors
    /// If it is more than the engine may use.
    pub(super) fn check_memory(&mut self, seat: usize) -> Result<(), Fault> {
        let peak = self.seats[seat].look().peak;
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
