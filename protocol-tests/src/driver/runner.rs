//! Executes single statements of a script.

use std::fs;
use std::time::{Duration, Instant};

use game_engine_process::Signal;

use crate::case::{Process, Setup};
use crate::driver::dialogue::{Dialogue, Waited};
use crate::driver::launch::Rooms;
use crate::driver::lines::{Kind, classify, printable};
use crate::driver::position::{board_lines, send_board};
use crate::driver::variables::Variables;
use crate::driver::{Flow, Halt, Tolerance, checks, expect, fail};
use crate::outcome::Delivery;
use crate::script::{Action, BoardSpec, Expectation, Leaving, Pattern, Script, Since, Step};
use crate::subject::Subject;

/// A run to be made: one variation of one case in one delivery.
#[derive(Clone, Debug)]
pub struct Assignment<'a> {
    /// The engine under test and the way to start it.
    pub subject: &'a Subject,
    /// The special properties of its process.
    pub process: &'a Process,
    /// The commands before the script.
    pub setup: Option<Setup>,
    /// The commands and the required answers.
    pub script: &'a Script,
    /// Values of the variation, for the report.
    pub variation: String,
    /// The delivery of the lines.
    pub delivery: Delivery,
    /// The tolerated deviations.
    pub tolerance: Tolerance,
    /// The seed of the random numbers of the run.
    pub seed: u64,
}

/// The state of a run that carries out statements.
pub(crate) struct Runner<'a> {
    pub(crate) assignment: &'a Assignment<'a>,
    pub(crate) rooms: &'a Rooms,
    pub(crate) dialogue: Dialogue,
    pub(crate) variables: Variables,
}

impl Runner<'_> {
    /// Sends the preliminary INFO lines, then START, the limits and the rule, as
    /// the case says.
    pub(crate) fn set_up(&mut self) -> Flow {
        for info in &self.assignment.subject.info {
            self.dialogue.send_line(&format!("INFO {info}"), false)?;
        }
        let Some(setup) = self.assignment.setup else { return Ok(()) };
        self.start(&setup.size.to_string())?;
        self.limit(setup.limit)?;
        match setup.rule {
            Some(rule) => self.dialogue.send_line(&format!("INFO rule {rule}"), false),
            None => Ok(()),
        }
    }

    /// Executes a statement, and adds the statement to the reason of a failure.
    pub(crate) fn step(&mut self, step: &Step) -> Flow {
        self.act(&step.action).map_err(|halt| at(step, halt))
    }

    /// Executes any statement but loops, games, mutations and recorded managers.
    pub(crate) fn act(&mut self, action: &Action) -> Flow {
        let dialogue = &mut self.dialogue;
        match action {
            Action::Send { text, hold } => {
                let text = self.variables.fill(&dialogue.model, text)?;
                dialogue.send_line(&text, *hold)
            }
            Action::Raw { bytes, hold } => dialogue.send(bytes, *hold),
            Action::Start(size) => self.start(size),
            Action::Limit(limit) => self.limit(*limit),
            Action::Board(spec) => self.board(spec),
            Action::Pause(span) => {
                dialogue.flush()?;
                let deadline = Instant::now() + *span;
                dialogue.collect(deadline);
                // `collect` returns early if the engine has closed its output.
                std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
                Ok(())
            }
            Action::Silence(span) => self.silence(*span),
            Action::Drain(span) => {
                dialogue.flush()?;
                while dialogue.surplus(*span).is_some() {}
                dialogue.model.forget();
                Ok(())
            }
            Action::Expect(expectation) => {
                expect::expect(dialogue, &mut self.variables, expectation).map(drop)
            }
            Action::Unordered(patterns) => {
                dialogue.flush()?;
                expect::unordered(dialogue, &mut self.variables, patterns)
            }
            Action::Messages { pattern, wanted } => {
                let found = dialogue.messages.iter().find(|message| pattern.is_match(message));
                match (found, wanted) {
                    (None, true) => fail("no message matched"),
                    (Some(message), false) => {
                        fail(format!("unexpected message `{}`", printable(message, 120)))
                    }
                    _ => Ok(()),
                }
            }
            Action::Alive => self.alive(),
            Action::Exit { within, manner } => self.exit(*within, *manner),
            _ => self.act_on_process(action),
        }
    }

    /// Executes the statements that act on the process itself.
    fn act_on_process(&mut self, action: &Action) -> Flow {
        let dialogue = &mut self.dialogue;
        dialogue.flush()?;
        match action {
            Action::Freeze => dialogue.freeze(),
            Action::Thaw => dialogue.thaw(),
            Action::Signal(Signal::Interrupt) if ignores_interrupt() => Err(Halt::Skipped(
                "the suite was started with SIGINT ignored, which the engine inherits".to_owned(),
            )),
            Action::Signal(signal) => {
                dialogue.is_over = true;
                let sent = dialogue.process.signal(*signal);
                sent.or_else(|error| fail(format!("cannot send the signal: {error}")))
            }
            Action::CloseInput => {
                dialogue.transcript.note("closed its standard input");
                dialogue.process.close_input();
                Ok(())
            }
            Action::CloseOutput => {
                dialogue.transcript.note("closed its standard output");
                dialogue.watch.output_is_closed = true;
                dialogue.process.close_output();
                Ok(())
            }
            Action::Reading(reading) => {
                dialogue.set_reading(*reading);
                Ok(())
            }
            Action::Hurry => {
                dialogue.hurry = true;
                Ok(())
            }
            Action::Mark => {
                dialogue.set_mark();
                Ok(())
            }
            Action::Restart => self.restart(),
            Action::Check(what) => checks::check(dialogue, self.rooms, *what),
            _ => unreachable!("`walk` carries out loops, games, mutations and recorded managers"),
        }
    }

    /// Waits for any of these replies and returns it.
    pub(crate) fn expect(
        &mut self,
        patterns: Vec<Pattern>,
        within: Option<Duration>,
    ) -> Result<String, Halt> {
        let expectation = Expectation::any_of(patterns, within);
        expect::expect(&mut self.dialogue, &mut self.variables, &expectation)
    }

    fn start(&mut self, size: &str) -> Flow {
        let command = if size.contains(',') { "RECTSTART" } else { "START" };
        self.dialogue.send_line(&format!("{command} {size}"), false)?;
        self.expect(vec![Pattern::Ok], None).map(drop)
    }

    /// Sends the three time limits, as Piskvork does.
    pub(crate) fn limit(&mut self, milliseconds: u64) -> Flow {
        self.dialogue.send_line(&format!("INFO timeout_turn {milliseconds}"), true)?;
        self.dialogue.send_line("INFO timeout_match 0", true)?;
        self.dialogue.send_line("INFO time_left 2147483647", false)
    }

    fn board(&mut self, spec: &BoardSpec) -> Flow {
        let (width, height) =
            self.dialogue.model.field().map_or((15, 15), |field| (field.width(), field.height()));
        send_board(&mut self.dialogue, &board_lines(spec, width, height))
    }

    fn silence(&mut self, span: Duration) -> Flow {
        self.dialogue.flush()?;
        let deadline = Instant::now() + span;
        match self.dialogue.surplus(span) {
            Some(line) => fail(format!("expected nothing, got `{}`", printable(&line.bytes, 120))),
            // `surplus` returns early if the engine has closed its output, which it may do before it exits.
            None if self.dialogue.process.wait(deadline).is_some() => {
                fail(format!("the engine has exited{}", self.dialogue.epitaph()))
            }
            None => Ok(()),
        }
    }

    fn alive(&mut self) -> Flow {
        self.dialogue.send_line("ABOUT", false)?;
        self.expect(vec![Pattern::About], None)?;
        self.start("15")?;
        self.dialogue.send_line("BEGIN", false)?;
        self.expect(vec![Pattern::MOVE], None).map(drop)
    }

    fn exit(&mut self, within: Duration, manner: Leaving) -> Flow {
        self.dialogue.flush()?;
        self.dialogue.is_over = true;
        let start = self.dialogue.since(Since::Sent).max(Instant::now() - Duration::from_millis(5));
        let slack = self.dialogue.tolerance.slack;
        self.dialogue.drop_waiting();
        let Some(exit) = self.dialogue.process.wait(start + within + slack) else {
            let waited = (within + slack).as_millis();
            return fail(format!("the engine is still running after {waited} ms"));
        };
        if manner != Leaving::Anyhow && exit.code != Some(0) {
            return fail(format!("expected exit status 0{}", self.dialogue.epitaph()));
        }
        let after = Instant::now() + Duration::from_millis(200);
        // A line from before the command to exit answers an earlier command.
        let mut may_answer = manner == Leaving::Answered;
        while let Waited::Reply(line) = self.dialogue.next_reply(after) {
            if line.at < start || manner == Leaving::Anyhow {
                continue;
            }
            let is_answer = std::mem::take(&mut may_answer)
                && matches!(classify(line.bytes.trim_ascii()), Kind::Coordinate(..));
            if !is_answer {
                return fail(format!(
                    "`{}` was printed after the command to exit",
                    printable(&line.bytes, 120)
                ));
            }
        }
        Ok(())
    }

    /// Ends this process and starts another one.
    pub(crate) fn restart(&mut self) -> Flow {
        if !self.dialogue.is_over {
            self.dialogue.send_line("END", false)?;
            self.exit(Duration::from_secs(2), Leaving::Anyhow)?;
        }
        self.replace_process()?;
        self.set_up()
    }

    /// Replaces a process that has exited by a fresh one.
    pub(crate) fn replace_process(&mut self) -> Flow {
        let process = self.rooms.launch(self.assignment.subject, self.assignment.process);
        let process =
            process.or_else(|error| fail(format!("cannot start the engine again: {error}")))?;
        self.dialogue.replace(process);
        Ok(())
    }
}

/// Adds the text of the statement to the reason of a failure.
pub(crate) fn at(step: &Step, halt: Halt) -> Halt {
    match halt {
        // A session from a file has no text of a statement.
        Halt::Failed(failure) if !step.text.is_empty() => {
            Halt::Failed(failure.reworded(|reason| format!("at `{}`: {reason}", step.text)))
        }
        other => other,
    }
}

/// Returns whether this process ignores SIGINT, as one started by `nohup` or in the background
/// does.
fn ignores_interrupt() -> bool {
    const INTERRUPT: u64 = 1 << (2 - 1);
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & INTERRUPT != 0)
}
