//! The command without threads and streams, for programs that give it time in slices.

use std::fmt;
use std::sync::Arc;

use crate::analyse::intake::{self, Intake, Options, SharedLedger, Tag};
use crate::analyse::output::{Output, Placed};
use crate::scheduler::{Event, Job, Slices};
use crate::search::TimeSource;

/// A function that receives each text line of the output.
type Tell = dyn Fn(&str) + Send + Sync;

/// The command, one position at a time.
///
/// ```
/// use std::sync::{Arc, mpsc};
///
/// use dolmen::analyse::{Analyser, Options};
/// use dolmen::search::Stopwatch;
///
/// let (sender, lines) = mpsc::channel();
/// let tell = move |line: &str| sender.send(line.to_owned()).expect("it is received");
/// let analyser = Analyser::new(Options::default(), Arc::new(Stopwatch::start()), tell);
/// analyser.receive(r#"{"id":"a","moves":["h8","i9"],"maxVisits":100}"#);
/// while analyser.step() {}
/// assert!(lines.recv()?.starts_with(r#"{"id":"a","turnNumber":2,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyser {
    intake: Intake<Slices<Tag>, Box<dyn Fn(Output) -> bool>>,
}

impl Analyser {
    /// Creates a command without queries. `clock` tells the time and ends each slice; `tell` receives the text lines
    /// of the output as soon as they are ready.
    #[must_use]
    pub fn new(
        options: Options,
        clock: Arc<dyn TimeSource>,
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        let ledger = SharedLedger::default();
        let tell: Arc<Tell> = Arc::new(tell);
        let put_out = {
            let ledger = ledger.clone();
            move |output: Output| match output {
                Output::Line(text) => tell(&text),
                Output::Placed(Placed { text, settings, .. }) => {
                    tell(&text);
                    settings.iter().for_each(|settings| ledger.lock().written(settings));
                }
                Output::End => {}
            }
        };
        let (of_jobs, of_ledger, of_slices) = (options.clone(), ledger.clone(), put_out.clone());
        let deliver = move |job: &Job<Tag>, event: Event| {
            intake::output(&of_jobs, &of_ledger, job, event).into_iter().for_each(&of_slices);
        };
        let scheduler = Slices::new(options.settings.clone(), clock, deliver);
        let send = Box::new(move |output| {
            put_out(output);
            true
        });
        Self { intake: Intake { options, scheduler, ledger, send } }
    }

    /// Handles a text line. Its positions wait for [`Analyser::step`].
    pub fn receive(&self, line: &str) {
        self.intake.receive(line);
    }

    /// Thinks for a slice, and returns whether a position is left.
    pub fn step(&self) -> bool {
        self.intake.scheduler.step()
    }
}

impl fmt::Debug for Analyser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyser")
            .field("scheduler", &self.intake.scheduler)
            .finish_non_exhaustive()
    }
}
