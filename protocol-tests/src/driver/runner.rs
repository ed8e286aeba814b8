//! Walks through the statements of a script.

use std::fs;
use std::time::{Duration, Instant};

use game_engine_process::{Reading, Signal};

use crate::driver::dialogue::{Dialogue, Waited};
use crate::driver::launch::Rooms;
use crate::driver::lines::printable;
use crate::driver::replay::{self, Session};
use crate::driver::run::Assignment;
use crate::driver::variables::Variables;
use crate::driver::{Flow, Halt, checks, expect, fail, game, mutate};
use crate::outcome::Delivery;
use crate::script::{
    Action, Alternative, BoardSpec, Expectation, Leaving, Pace, Pattern, SignalName, Since, Step,
    Then,
};

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

    /// Sends what is held back.
    pub(crate) fn flush(&mut self) -> Flow {
        self.dialogue.flush()
    }

    /// Carries out statements one after the other.
    pub(crate) fn walk(&mut self, steps: &[Step]) -> Flow {
        let mut index = 0;
        while index < steps.len() {
            if self.assignment.delivery == Delivery::Burst {
                let length = burst_length(&steps[index..]);
                if length > 1 {
                    self.burst(&steps[index..index + length])?;
                    index += length;
                    continue;
                }
            }
            self.step(&steps[index])?;
            index += 1;
        }
        Ok(())
    }

    /// Sends all lines of some statements in one write, then compares all replies.
    fn burst(&mut self, steps: &[Step]) -> Flow {
        for step in steps {
            if let Action::Send { text, .. } = &step.action {
                self.dialogue.send_line(&text.0, true)?;
            }
        }
        self.flush()?;
        for step in steps.iter().filter(|step| matches!(step.action, Action::Expect(_))) {
            self.step(step)?;
        }
        Ok(())
    }

    pub(crate) fn step(&mut self, step: &Step) -> Flow {
        self.act(&step.action).map_err(|halt| match halt {
            Halt::Failed(reason) if matches!(step.action, Action::Repeat { .. }) => {
                Halt::Failed(reason)
            }
            Halt::Failed(reason) => Halt::Failed(format!("at `{}`: {reason}", step.text)),
            other => other,
        })
    }

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
                // Without an output to read, the time must pass all the same.
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
                expect::expect(dialogue, &mut self.variables, expectation)
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
            Action::Repeat { times, body } => (0..*times).try_for_each(|_| self.walk(body)),
            Action::Play(spec) => game::play(self, spec),
            Action::Mutate { count, seed } => mutate::mutate(self, *count, *seed),
            Action::Replay(name) => match Session::built_in(name) {
                Some(session) => replay::play(self, &session),
                None => fail(format!("unknown recorded manager {name}")),
            },
            _ => self.act_on_process(action),
        }
    }

    /// Carries out the statements that touch the process itself.
    fn act_on_process(&mut self, action: &Action) -> Flow {
        let dialogue = &mut self.dialogue;
        dialogue.flush()?;
        match action {
            Action::Freeze => dialogue.freeze(),
            Action::Thaw => dialogue.thaw(),
            Action::Signal(SignalName::Interrupt) if ignores_interrupt() => Err(Halt::Skipped(
                "the suite was started with SIGINT ignored, which the engine inherits".to_owned(),
            )),
            Action::Signal(name) => {
                dialogue.is_over = true;
                let signal = match name {
                    SignalName::Terminate => Signal::Terminate,
                    SignalName::Interrupt => Signal::Interrupt,
                };
                let sent = dialogue.process.signal(signal);
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
            Action::Reading(pace) => {
                dialogue.set_reading(match *pace {
                    Pace::Normal => Reading::Normal,
                    Pace::Paused => Reading::Paused,
                    Pace::Slow(bytes, every) => Reading::Slow { bytes, every },
                });
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
            _ => unreachable!("all other statements are carried out elsewhere"),
        }
    }

    pub(crate) fn expect_one(&mut self, pattern: Pattern, within: Option<Duration>) -> Flow {
        let alternatives = vec![Alternative { pattern, then: Then::Continue }];
        let expectation = Expectation { alternatives, name: None, within, since: Since::Sent };
        expect::expect(&mut self.dialogue, &mut self.variables, &expectation)
    }

    fn start(&mut self, size: &str) -> Flow {
        let command = if size.contains(',') { "RECTSTART" } else { "START" };
        self.dialogue.send_line(&format!("{command} {size}"), false)?;
        self.expect_one(Pattern::Ok, None)
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
        game::send_board(&mut self.dialogue, &game::board_lines(spec, width, height))
    }

    fn silence(&mut self, span: Duration) -> Flow {
        self.dialogue.flush()?;
        match self.dialogue.surplus(span) {
            Some(line) => fail(format!("expected nothing, got `{}`", printable(&line.bytes, 120))),
            None if self.dialogue.process.exit_status().is_some() => {
                fail(format!("the engine has exited{}", self.dialogue.epitaph()))
            }
            None => Ok(()),
        }
    }

    fn alive(&mut self) -> Flow {
        self.dialogue.send_line("ABOUT", false)?;
        self.expect_one(Pattern::About, None)?;
        self.start("15")?;
        self.dialogue.send_line("BEGIN", false)?;
        self.expect_one(Pattern::Move { among: Vec::new(), but: Vec::new() }, None)
    }

    fn exit(&mut self, within: Duration, manner: Leaving) -> Flow {
        self.flush()?;
        self.dialogue.is_over = true;
        let start = self.dialogue.since(Since::Sent).max(Instant::now() - Duration::from_millis(5));
        let slack = self.dialogue.tolerance.slack;
        self.dialogue.drop_waiting();
        let Some(exit) = self.dialogue.process.wait(start + within + slack) else {
            let waited = (within + slack).as_millis();
            return fail(format!("the engine is still running after {waited} ms"));
        };
        if manner != Leaving::Anyhow && exit.code != Some(0) {
            return fail(format!("expected exit status 0: {}", self.dialogue.epitaph()));
        }
        let after = Instant::now() + Duration::from_millis(200);
        // What came before it was told to leave is the answer to something else.
        let mut may_answer = manner == Leaving::Answered;
        while let Waited::Reply(line) = self.dialogue.next_reply(after) {
            if line.at < start || manner == Leaving::Anyhow {
                continue;
            }
            let is_answer = std::mem::take(&mut may_answer) && is_move(&line.bytes);
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

    /// Puts a fresh process in the place of one that is gone.
    pub(crate) fn replace_process(&mut self) -> Flow {
        let process = self.rooms.launch(self.assignment.subject, self.assignment.process);
        let process =
            process.or_else(|error| fail(format!("cannot start the engine again: {error}")))?;
        self.dialogue.replace(process);
        Ok(())
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

/// Returns the number of statements, from the first on, that can go out in one write.
fn burst_length(steps: &[Step]) -> usize {
    let fits = |step: &Step| match &step.action {
        Action::Send { text, .. } => !text.0.contains('$'),
        Action::Expect(expectation) => {
            let goes_on = |alternative: &Alternative| alternative.then == Then::Continue;
            expectation.name.is_none()
                && expectation.since == Since::Sent
                && expectation.alternatives.iter().all(goes_on)
        }
        _ => false,
    };
    steps.iter().take_while(|step| fits(step)).count()
}

/// Returns whether a line is a move, as `7,7`.
fn is_move(line: &[u8]) -> bool {
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let line = line.trim_ascii();
    line.iter()
        .position(|&byte| byte == b',')
        .is_some_and(|comma| is_number(&line[..comma]) && is_number(&line[comma + 1..]))
}
