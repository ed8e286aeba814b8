//! Code shared by the commands: arguments, interrupts, messages on standard error, files of weights.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;
use dolmen::eval::{Evaluator, Weights};
use dolmen::rules::Rule;
use indicatif::{ProgressBar, ProgressStyle};
use number_text::{number_in, whole_number_in};
use training::learn::losses::with_commas;
use training::learn::samples::{Features, Samples};
use training::learn::select::{Amount, Paths, Portion, by_rule};
use training::learn::targets::{Shares, Targets};
use training::store::Damage;
use training::teacher::Teacher;

/// The end of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Everything is done and valid.
    Done,
    /// Some input is invalid.
    Invalid,
    /// The user stopped the command before all work was done.
    Stopped,
}

impl Ending {
    /// Returns [`Done`](Self::Done) if everything is done, and [`Stopped`](Self::Stopped) otherwise.
    pub(crate) const fn if_done(is_done: bool) -> Self {
        if is_done { Self::Done } else { Self::Stopped }
    }

    /// Returns the exit status of the program.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Invalid => 1,
            // `EX_TEMPFAIL` of BSD's sysexits, as in `tournament`: try again.
            Self::Stopped => 75,
        }
    }
}

/// The reason why a command failed, as a message for the user.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Returns the failure of an act on a file or folder, with the reason.
pub(crate) fn cannot(act: &str, path: &Path, why: impl Display) -> Failure {
    Failure(format!("cannot {act} {}: {why}", path.display()))
}

/// Returns the message where no path holds games, or none of a rule.
pub(crate) fn no_games_of(rule: Option<Rule>) -> String {
    rule.map_or_else(
        || "no files of games found: expected names that end in .games".to_owned(),
        |rule| format!("no files of {rule} games found"),
    )
}

/// Returns a flag that is set when the user interrupts the program.
pub(crate) fn stop_by_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Returns a parser of a number of nodes.
pub(crate) fn nodes() -> impl Fn(&str) -> Result<u64, String> + Clone {
    whole_number_in(100..=1_000_000_000)
}

/// Returns a parser of a number of passes.
pub(crate) fn passes() -> impl Fn(&str) -> Result<usize, String> + Clone {
    whole_number_in(1..=100_000)
}

/// Returns a parser of a number of threads.
pub(crate) fn threads() -> impl Fn(&str) -> Result<u16, String> + Clone {
    whole_number_in(1..=1024)
}

/// Checks that an option that may be repeated has no value twice; `thing` is what it names.
pub(crate) fn expect_each_once<T: PartialEq + Display>(
    option: &str,
    thing: &str,
    values: &[T],
) -> Result<(), Failure> {
    let mut given = values.iter().enumerate();
    match given.find(|&(index, value)| values[..index].contains(value)) {
        Some((_, value)) => {
            Err(format!("{option} {value} is named twice: expected every {thing} once").into())
        }
        None => Ok(()),
    }
}

/// Parses a number from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f32, String> {
    number_in(0.0..=1.0)(text)
}

/// Returns the number of threads to use, by default that of the processors.
pub(crate) fn threads_or_processors(threads: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(processors, usize::from)
}

/// The arguments that name the games to learn from.
#[derive(Debug, Args)]
pub(crate) struct GamesArguments {
    /// Files of games, and folders of them; PATH=SHARE takes a share of the games, from 0 to 1.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<Portion>,
    /// Files of games, and folders of them, as the held-out set, on which losses are measured and from
    /// which nothing is learned. By default, one game in ten is held out, and all games played by
    /// other programs.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    held_out: Vec<PathBuf>,
    /// Maximum number of positions per rule to learn from, drawn evenly from all its games.
    /// The selection is reproducible, and a smaller one is part of a larger one.
    #[arg(long, value_name = "N", value_parser = whole_number_in(0_usize..))]
    pub(crate) positions: Option<usize>,
}

impl GamesArguments {
    /// Returns the files.
    pub(crate) fn paths(&self) -> Paths<'_> {
        let held_out = (!self.held_out.is_empty()).then_some(&self.held_out[..]);
        Paths { training: &self.paths, held_out }
    }

    /// Reads the positions of a rule with their stones.
    pub(crate) fn samples(
        &self,
        rule: Rule,
        evaluator: &Arc<Evaluator>,
    ) -> Result<Samples, Failure> {
        let rules = by_rule(self.paths(), Some(rule))?;
        let files = rules.first().ok_or_else(|| no_games_of(Some(rule)))?;
        let amount = Amount { positions: self.positions, features: Features::Stones };
        Ok(files.samples(amount, evaluator, &mut log_damage)?)
    }
}

/// The arguments of the targets of positions.
#[derive(Debug, Args)]
pub(crate) struct TargetArguments {
    /// Weight of the game's result in the target of a position; the score of the search has the weight
    /// that is left.
    #[arg(long, value_name = "0..1", default_value_t = 0.0, value_parser = share)]
    result_share: f32,
    /// Opinions of a teacher on positions of the games, as `teach.py` writes them for one rule.
    #[arg(long, value_name = "FILE", requires = "rule")]
    teacher: Option<PathBuf>,
    /// Weight of the score that the teacher expects, in the target of a position that it has judged.
    #[arg(long, value_name = "0..1", default_value_t = 0.25, value_parser = share, requires = "teacher")]
    teacher_score_share: f32,
    /// Weight of the result that the teacher expects, in the target of such a position.
    #[arg(long, value_name = "0..1", default_value_t = 0.5, value_parser = share, requires = "teacher")]
    teacher_result_share: f32,
}

impl TargetArguments {
    /// Returns the shares.
    pub(crate) fn shares(&self) -> Result<Shares, Failure> {
        let mut shares = Shares { result: self.result_share, ..Shares::default() };
        if self.teacher.is_some() {
            shares.teacher_score = self.teacher_score_share;
            shares.teacher_result = self.teacher_result_share;
        }
        let sum = shares.result + shares.teacher_score + shares.teacher_result;
        if sum > 1.0 + 1e-6 {
            return Err(format!("the shares of a target add up to {sum}: at most 1").into());
        }
        Ok(shares)
    }

    /// Reads the opinions of the teacher.
    pub(crate) fn teacher(&self) -> Result<Option<Teacher>, Failure> {
        let Some(path) = &self.teacher else { return Ok(None) };
        let bytes = fs::read(path).map_err(|error| cannot("read", path, error))?;
        let teacher = Teacher::from_bytes(&bytes);
        Ok(Some(teacher.map_err(|error| format!("{} {error}", path.display()))?))
    }

    /// Writes the share of the positions to learn from that the teacher has judged to standard error.
    ///
    /// Fails if the teacher has judged none of them.
    pub(crate) fn log_taught(&self, targets: &Targets, positions: usize) -> Result<(), Failure> {
        let Some(path) = &self.teacher else { return Ok(()) };
        if targets.taught == 0 && positions > 0 {
            return Err(format!(
                "{} has no opinion on any of these positions: expected the teacher of this rule \
                 that `teach.py` trained on these games",
                path.display()
            )
            .into());
        }
        let (taught, positions) = (with_commas(targets.taught), with_commas(positions));
        log(&format!("the teacher has judged {taught} of {positions} positions"));
        Ok(())
    }
}

/// Returns a progress bar for `length` items, which `things` names.
pub(crate) fn progress_bar(length: usize, things: &str) -> ProgressBar {
    let template =
        format!("{{elapsed_precise}} {{wide_bar}} {{pos}}/{{len}} {things}, {{eta}} left{{msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is valid");
    let bar = ProgressBar::new(length as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Writes a message to standard error.
pub(crate) fn log(text: &str) {
    writeln!(io::stderr(), "{text}").ok();
}

/// Writes the damage of a file to standard error.
pub(crate) fn log_damage(path: &Path, damage: &Damage) {
    log(&format!("{}: {damage}", path.display()));
}

/// Writes to standard error that an incomplete end is cut off from a file of games.
pub(crate) fn log_dropped(path: &Path, end: &Damage) {
    log(&format!("{}: {end}; they are dropped, and their games are made again", path.display()));
}

/// Returns the command line, which files of weights keep.
pub(crate) fn command_line() -> String {
    let arguments = std::env::args().skip(1);
    std::iter::once("training".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Reads a file of weights.
pub(crate) fn read_weights(path: &Path) -> Result<Weights, String> {
    let read = fs::read(path).map_err(|error| error.to_string());
    let weights =
        read.and_then(|bytes| Weights::from_bytes(&bytes).map_err(|error| error.to_string()));
    weights.map_err(|why| format!("cannot use the weights file {}: {why}", path.display()))
}

/// Writes a file of weights.
pub(crate) fn write_weights(path: &Path, weights: &Weights) -> Result<(), Failure> {
    whole_file::replace(path, &weights.to_bytes()).map_err(|error| cannot("write", path, error))
}

/// Reads a file of weights, or returns the built-in ones.
pub(crate) fn weights_or_built_in(path: Option<&Path>) -> Result<Weights, String> {
    path.map_or_else(|| Ok(Weights::built_in()), read_weights)
}
