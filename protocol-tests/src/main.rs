//! The command line of the suite: runs cases or recorded sessions, or lists and explains them; the
//! only place that ends the process.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 1  engine
//! 0  cli
//! ```

mod cli;
mod engine;

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anstream::AutoStream;
use protocol_tests::case::{self, Case, Group, LeftOut};
use protocol_tests::driver;
use protocol_tests::filter::{self, Filters};
use protocol_tests::referee::Rule;
use protocol_tests::report::progress::Progress;
use protocol_tests::report::{self, Circumstances, Results, Status, View};
use protocol_tests::report::{json, junit, listing, pages};
use protocol_tests::schedule::{self, Settings};

use crate::cli::Arguments;

/// The number of columns if the terminal does not report it.
const WIDTH: usize = 100;

/// An error that stops the suite, with its exit status.
struct Problem {
    status: Status,
    reason: String,
}

impl Problem {
    fn usage(reason: impl ToString) -> Self {
        Self { status: Status::Usage, reason: reason.to_string() }
    }

    fn broken(reason: impl ToString) -> Self {
        Self { status: Status::Broken, reason: reason.to_string() }
    }
}

/// A failed write, such as on a full disk, is an error of the suite.
impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::broken(format!("cannot write the output: {error}"))
    }
}

fn main() -> ExitCode {
    env_logger::init();
    let arguments = Arguments::read(env::args_os()).unwrap_or_else(|error| error.exit());
    if let Err(error) = game_engine_process::become_subreaper() {
        log::warn!("orphaned engine processes are left to the system: {error}");
    }
    let status = run(&arguments).unwrap_or_else(|problem| {
        // Without standard error the exit status alone reports the failure.
        writeln!(io::stderr(), "protocol-tests: {}", problem.reason).ok();
        problem.status
    });
    ExitCode::from(status.code())
}

fn run(arguments: &Arguments) -> Result<Status, Problem> {
    let groups = match &arguments.cases {
        None => case::built_in().map_err(Problem::broken)?,
        Some(folder) => case::read_folder(folder).map_err(Problem::usage)?,
    };
    if let Some(folder) = &arguments.write_pages {
        pages::write(folder, &pages::pages(&groups, &left_out(arguments)?))?;
        return Ok(Status::Passed);
    }
    let filters = Filters::read(&arguments.filters, &groups).map_err(Problem::usage)?;
    if let Some(id) = &arguments.explain {
        let (group, case) = filter::find(id, &groups).map_err(Problem::usage)?;
        print(arguments, &listing::explain(group, case, view(arguments).width))?;
        return Ok(Status::Passed);
    }
    if arguments.list {
        list(arguments, &groups, &filters)?;
        return Ok(Status::Passed);
    }
    judge(arguments, groups, &filters)
}

/// Returns the cases of the catalogue that the built-in ones leave out.
fn left_out(arguments: &Arguments) -> Result<Vec<LeftOut>, Problem> {
    if arguments.cases.is_some() {
        return Ok(Vec::new());
    }
    case::left_out().map_err(Problem::broken)
}

/// Lists the selected cases.
fn list(arguments: &Arguments, groups: &[Group], filters: &Filters) -> Result<(), Problem> {
    let left_out = if arguments.filters.is_empty() { left_out(arguments)? } else { Vec::new() };
    let settings = Settings {
        full: arguments.full,
        skip: skipped(arguments, groups)?,
        rules: rules(arguments),
        ..Settings::default()
    };
    let (mut cases, mut skipped) = (Vec::new(), Vec::new());
    for (group, case) in filters.select(groups).filter(|(_, case)| case.level <= arguments.level) {
        match settings.reason_left_out(case) {
            Some(reason) => skipped.push((case, reason)),
            None => cases.push((group, case)),
        }
    }
    let width = view(arguments).width;
    let list = listing::list(&cases, &skipped, width);
    print(arguments, &(list + &listing::list_left_out(&left_out, width)))
}

/// Runs the selected cases and reports the results.
fn judge(arguments: &Arguments, groups: Vec<Group>, filters: &Filters) -> Result<Status, Problem> {
    let is_replay = !arguments.replay.is_empty();
    let dialogue = arguments.dialogue.as_deref();
    let groups = match is_replay {
        true => vec![case::recorded(&arguments.replay, dialogue).map_err(Problem::usage)?],
        false => groups,
    };
    let settings = settings(arguments, &groups, filters)?;
    let mut files = Files::create(arguments)?;
    let subject = engine::subject_of(arguments).map_err(Problem::broken)?;
    driver::check_start(&subject).map_err(Problem::broken)?;
    stop_on_signal(Arc::clone(&settings.stop)).map_err(Problem::broken)?;
    let mut circumstances = Circumstances {
        engine: report::command_of(&subject),
        slack: settings.slack,
        seed: settings.seed,
        rules: settings.rules.iter().flatten().map(Rule::to_string).collect(),
        skip: arguments.skip.clone(),
        interrupted: false,
    };
    let quiet = arguments.quiet || is_replay;
    let progress = Progress::new(&groups, &circumstances, quiet, color(arguments));
    let report = schedule::run(&subject, &groups, &settings, &|event| progress.tell(&event));
    progress.end();
    circumstances.interrupted = settings.stop.load(Ordering::Relaxed);
    let results = Results::new(&groups, &report, circumstances);
    files.write(&results)?;
    print(arguments, &report::shown(&results, view(arguments)))?;
    Ok(results.status())
}

/// Writes text to standard output, or to standard error if a report goes to standard output. A reader
/// such as `head` may close the pipe early.
fn print(arguments: &Arguments, text: &str) -> Result<(), Problem> {
    let files = [&arguments.junit, &arguments.json];
    let printed = if files.into_iter().flatten().any(|path| is_dash(path)) {
        AutoStream::new(io::stderr().lock(), color(arguments)).write_all(text.as_bytes())
    } else {
        AutoStream::new(io::stdout().lock(), color(arguments)).write_all(text.as_bytes())
    };
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Returns the settings of the arguments, which select at least one case to run.
fn settings(
    arguments: &Arguments,
    groups: &[Group],
    filters: &Filters,
) -> Result<Settings, Problem> {
    let cases: Vec<_> = filters.select(groups).map(|(_, case)| case).collect();
    let skip = skipped(arguments, groups)?;
    let is_run = |case: &&Case| {
        let is_asked = case.level <= arguments.level && (arguments.full || !case.full);
        is_asked && !skip.contains(&case.id)
    };
    if !cases.iter().any(is_run) {
        let of_level = cases.iter().filter(|case| case.level <= arguments.level);
        let reason = match of_level.map(|case| skip.contains(&case.id)).min() {
            None if cases.is_empty() => "the case files hold none",
            None => "the selected cases are above --level",
            Some(true) => "--skip leaves out all of them",
            Some(false) => "the selected cases run only with --full",
        };
        return Err(Problem::usage(format!("no cases to run: {reason}")));
    }
    let ids = || cases.iter().map(|case| case.id.clone()).collect();
    let usual = Settings::default();
    Ok(Settings {
        level: arguments.level,
        full: arguments.full,
        ids: if arguments.filters.is_empty() { Vec::new() } else { ids() },
        skip,
        rules: rules(arguments),
        slack: Duration::from_millis(arguments.slack),
        jobs: arguments.jobs.map_or(usual.jobs, NonZeroUsize::get),
        seed: arguments.seed,
        deliveries: arguments.delivery.clone(),
        ..usual
    })
}

/// Returns the rules whose cases run; `None` for all.
fn rules(arguments: &Arguments) -> Option<BTreeSet<Rule>> {
    arguments.rules.as_ref().map(|rules| rules.iter().copied().collect())
}

/// Returns the identifiers of the cases to leave out.
fn skipped(arguments: &Arguments, groups: &[Group]) -> Result<Vec<String>, Problem> {
    if arguments.skip.is_empty() {
        return Ok(Vec::new());
    }
    let filters = Filters::read(&arguments.skip, groups).map_err(Problem::usage)?;
    Ok(filters.select(groups).map(|(_, case)| case.id.clone()).collect())
}

/// Lets the first signal end the suite in order, and the second at once.
fn stop_on_signal(stop: Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            process::exit(Status::Interrupted.code().into());
        }
        writeln!(
            io::stderr(),
            "\nstopping after the running cases; interrupt again to stop at once"
        )
        .ok();
    })
}

/// The machine-readable reports.
struct Files {
    junit: Option<Box<dyn Write>>,
    json: Option<Box<dyn Write>>,
}

impl Files {
    /// Creates the files before the first run, so that a wrong path fails at once.
    fn create(arguments: &Arguments) -> Result<Self, Problem> {
        if arguments.junit == arguments.json && arguments.junit.is_some() {
            return Err(Problem::usage("--junit and --json cannot write to the same file"));
        }
        let create = |path: &PathBuf| -> Result<Box<dyn Write>, Problem> {
            if is_dash(path) {
                return Ok(Box::new(io::stdout().lock()));
            }
            let fail = |error: &dyn Error| {
                Problem::usage(format!("cannot write {}: {error}", path.display()))
            };
            whole_file::check_file_place(path).map_err(|error| fail(&error))?;
            let file = File::create(path).map_err(|error| fail(&error))?;
            Ok(Box::new(BufWriter::new(file)))
        };
        Ok(Self {
            junit: arguments.junit.as_ref().map(create).transpose()?,
            json: arguments.json.as_ref().map(create).transpose()?,
        })
    }

    fn write(&mut self, results: &Results<'_>) -> Result<(), Problem> {
        if let Some(file) = &mut self.junit {
            junit::write(&mut *file, results).map_err(Problem::broken)?;
            file.flush()?;
        }
        if let Some(file) = &mut self.json {
            json::write(file, results)?;
            file.flush()?;
        }
        Ok(())
    }
}

fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

fn color(arguments: &Arguments) -> anstream::ColorChoice {
    match arguments.color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
}

fn view(arguments: &Arguments) -> View {
    let terminal = console::Term::stdout();
    let width = io::stdout().is_terminal().then(|| terminal.size_checked()).flatten();
    let width = width.map_or(WIDTH, |(_, columns)| usize::from(columns).max(40));
    View { width, verbose: arguments.verbose, quiet: arguments.quiet }
}
