//! The entries of a process in the log of the dialogue, if there is one.

use std::time::Instant;

use dolmen::protocol::command::Command;
use game_engine_process::{Ending, EngineProcess, Exit, Ladder, Rung};

use super::ProcessPlayer;
use crate::run::log::{Direction, StderrLog};

impl ProcessPlayer {
    /// Writes a text line of the dialogue.
    pub(super) fn log(&self, direction: Direction, text: &str, at: Instant) {
        if let Some(log) = &self.log {
            log.line(direction, text, at);
        }
    }

    /// Writes that the process was started.
    pub(super) fn log_start(&self) {
        if let Some(log) = &self.log {
            let command = shell_words::join(&self.engine.command);
            log.remark(&format!("started as process {}: {command}", self.running().process.id()));
        }
    }

    /// Writes the new text lines of the standard error.
    pub(super) fn log_stderr(&mut self) {
        if let (Some(log), Some(running)) = (&self.log, &mut self.running) {
            let stderr = running.process.stderr();
            running.stderr.update(log, stderr.total, &stderr.tail, false);
        }
    }

    /// Writes the request to end, if there will be one.
    pub(super) fn log_farewell(&self, process: &EngineProcess, ladder: &Ladder) {
        if ladder.farewell.is_some() && process.exit_status().is_none() {
            self.log(Direction::Sent, &Command::End.to_string(), Instant::now());
        }
    }

    /// Writes how the process ended.
    pub(super) fn log_ending(&self, ending: &Ending, stderr: &mut StderrLog) {
        let Some(log) = &self.log else { return };
        stderr.update(log, ending.stderr.total, &ending.stderr.tail, true);
        let how = ending.exit.map_or("did not end".to_owned(), |exit: Exit| exit.to_string());
        match ending.rung {
            Rung::Farewell | Rung::AlreadyGone => log.remark(&how),
            Rung::Terminate => log.remark(&format!("was sent SIGTERM; {how}")),
            Rung::Kill => log.remark(&format!("was killed; {how}")),
        }
    }
}
