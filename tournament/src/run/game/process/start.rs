//! The start of a game for a process: its own start if need be, and the first text lines.
//!
//! Invariant: the process is ready within its limit for the start, or it loses.

use std::time::Instant;

use dolmen::protocol::manager::Event;
use tempfile::TempDir;

use super::{Output, ProcessPlayer, Running, stray};
use crate::plan::Programs;
use crate::record::Reason;
use crate::run::game::GamePlan;
use crate::run::game::clock::Clock;
use crate::run::game::engine::{LastLines, command};
use crate::run::game::player::{Farewell, Player};
use crate::run::game::profile::Facts;
use crate::run::game::referee::Fault;
use crate::run::game::turn::{HEARING, SLICE};
use crate::run::log::StderrLog;
use crate::run::stop::Stop;

impl ProcessPlayer {
    /// Makes the engine ready for a game: its process runs, it has a new board and has been
    /// told the limits.
    ///
    /// # Errors
    /// Returns the fault for which the engine loses, or one that is not the engine's.
    pub(super) fn prepare(
        &mut self,
        plan: &GamePlan,
        clock: &mut Clock,
        stop: &Stop,
    ) -> Result<(), Fault> {
        let manner = self.manner();
        let is_new = self.take_place(plan)?;
        let began = if is_new { self.running().process.started() } else { Instant::now() };
        let deadline = began + self.engine.limits.startup;
        if is_new && manner.asks_about {
            let about = self.manager.about();
            self.tell(&[about], deadline, Reason::TimeoutStart)?;
            self.await_start(began, stop, "ABOUT")?;
        }
        if manner.waits_for_ok {
            self.drain();
        }
        let mut lines = vec![self.manager.start(plan.size, manner.style(plan.send_boards))];
        if manner.waits_for_ok {
            self.tell(&lines, deadline, Reason::TimeoutStart)?;
            let at = self.await_start(began, stop, &lines[0])?;
            if manner.charges_start {
                clock.charge(at - began);
            }
            lines.clear();
        } else {
            self.manager.skip_start();
        }
        let facts = Facts {
            engine: &self.engine,
            rule: plan.rule,
            seed: plan.seed,
            folder: self.folder.as_ref().map(TempDir::path),
            left_ms: clock.next_left_ms(),
        };
        lines.extend(facts.lines());
        self.tell(&lines, deadline, Reason::TimeoutStart)?;
        self.freeze_by_profile();
        Ok(())
    }

    /// Ensures that a process is running that may play the game, and returns whether it is a new one.
    fn take_place(&mut self, plan: &GamePlan) -> Result<bool, Fault> {
        let manner = self.manner();
        let is_fit = self.running.as_ref().is_some_and(|running| {
            running.cpus == plan.cpus && running.process.exit_status().is_none()
        });
        if is_fit && !plan.restart && !manner.fresh_process {
            return Ok(false);
        }
        self.leave(Farewell::Polite);
        let failed =
            |error: &dyn std::error::Error| Fault::new(Reason::Infrastructure, error.to_string());
        if manner.freezes && self.folder.is_none() {
            self.folder = Some(TempDir::new().map_err(|error| failed(&error))?);
        }
        if let Some(change) = self.programs.as_ref().and_then(Programs::change) {
            return Err(Fault::new(Reason::Infrastructure, change));
        }
        let process = command(&self.engine, &plan.cpus).spawn().map_err(|error| failed(&error))?;
        self.running = Some(Running {
            process,
            cpus: plan.cpus.clone(),
            words: LastLines::default(),
            message: None,
            looked: None,
            stderr: StderrLog::default(),
        });
        self.log_start();
        Ok(true)
    }

    /// Waits for the reply to ABOUT or START, and returns its time.
    fn await_start(&mut self, began: Instant, stop: &Stop, asked: &str) -> Result<Instant, Fault> {
        let limit = self.engine.limits.startup;
        let deadline = began + limit;
        let late = |line: Option<&str>| {
            let printed = line.map_or(String::new(), |line| format!("; it printed {line:?}"));
            let detail = format!("no answer to {asked} within {} ms{printed}", limit.as_millis());
            Fault::new(Reason::TimeoutStart, detail)
        };
        let mut last = None;
        loop {
            if stop.is_aborted() {
                return Err(Fault::aborted());
            }
            match self.listen((Instant::now() + SLICE).min(deadline + HEARING)) {
                Output::Line(_, at) if at > deadline => return Err(late(last.as_deref())),
                Output::Line(Event::Ready | Event::About(_), at) => return Ok(at),
                Output::Line(Event::Refusal(reply), _) => {
                    let detail = format!("answered {asked} with {:?}", reply.to_string());
                    return Err(Fault::new(Reason::Protocol, detail));
                }
                Output::Line(event, _) => last = stray(&event).or(last),
                Output::Quiet if Instant::now() >= deadline + HEARING => {
                    return Err(late(last.as_deref()));
                }
                Output::Quiet => {}
                Output::Closed => return Err(self.crash()),
            }
        }
    }
}
