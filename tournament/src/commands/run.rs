//! `run`: plays a tournament.
//!
//! Invariant: all checks come before the first engine is started and the first file is written.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use indicatif::ProgressDrawTarget;
use whole_file::check_folder_place;

use crate::commands::serve;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::{self, Config, Draft, Outputs};
use crate::plan::GameTask;
use crate::record::GameRecord;
use crate::run::{
    self, Absence, Availability, Boards, Contest, DialogueLog, End, EngineArena, Observer,
    Sequential, Settings, StopRequest, available, share,
};
use crate::show::tables::{all_tables, expectation, running_table};
use crate::show::view::{Live, Plain};
use crate::show::{Outlets, Reporting, Results, Subject, clean, report};
use crate::store::export::GameFiles;
use crate::store::{Found, State, StoreError, adopt, check_place, games_were};
pub use request::{ReportFile, Run, Show};

mod request;

/// The minimum share of the processors that makes times reliable.
const MIN_SHARE: f64 = 0.85;

/// A tournament, or a shard of one, and its results.
struct Tournament {
    contest: Contest,
    results: Results,
    /// The file of results of the whole tournament, from whose name those of shards derive.
    whole: PathBuf,
}

/// Plays a tournament, or continues it.
///
/// # Errors
/// See [`Problem`].
pub fn run(
    run: &Run,
    draft: &Draft,
    request: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let checked = config::check(draft, processors).map_err(Problem::usage)?;
    if run.print_config {
        terminal.print(&checked.config.to_toml())?;
        return Ok(Status::Done);
    }
    for note in run.notes.iter().chain(&checked.advice) {
        terminal.say(&format!("note: {note}"));
    }
    let mut config = checked.config;
    if draft.concurrency.is_none() {
        config.concurrency = free_concurrency(&config, processors);
    }
    let tournament = prepare(config, run)?;
    let contest = &tournament.contest;
    let config = &contest.config;
    check_places(config).map_err(Problem::results)?;
    let file = report_file(run, config)?;
    let shares = shares(config)?;
    if run.resume && !config.state.exists() {
        return Err(Problem::usage(format!(
            "{}: file not found; --resume needs a file of results",
            config.state.display()
        )));
    }
    let (mut state, found) = contest.open(&run.command).map_err(Problem::results)?;
    say_found(&tournament, &state, found, terminal);
    take_over(&tournament, &mut state, terminal)?;
    let subject = Subject::of(state.header(), &run.rating).map_err(Problem::usage)?;
    let subject = subject.played_now(contest.plan.len(), &run.command);
    let boards = Boards::new();
    let open = |bind| serve::open(bind, &subject.snapshot(state.records(), &[]), terminal);
    let server = run.serve.as_ref().map(open).transpose()?;
    let page = server.as_ref().map(|server| (server.hub(), &boards));
    let outlets = Outlets { file: file.as_deref(), page };
    let games = GameFiles::open(&config.outputs, state.header(), state.records());
    let games = games.map_err(Problem::results)?;
    let log = open_log(config, run)?;
    let arena = EngineArena::new(config, &contest.identities, shares).shown_on(&boards);
    let arena = arena.logged_to(log.clone());
    let mut rule = contest.sequential().map_err(Problem::usage)?;
    let stage = Stage { tournament: &tournament, run, request, subject: &subject, outlets };
    let (end, reported) = run_games(&stage, games, &arena, &mut state, &mut rule, terminal)?;
    terminal.print(&all_tables(&tournament.results, state.records(), terminal.width))?;
    say_end(&end, &tournament, &state, terminal);
    say_outputs(&config.outputs, log.as_deref(), terminal);
    if let Some(file) = file {
        let name = file.display();
        reported.map_err(|error| {
            Problem::results(format!("cannot write the report {name}: {error}"))
        })?;
        if file.exists() {
            terminal.say(&format!("report: {name}"));
        }
    }
    Ok(match end {
        End::Complete => Status::Done,
        End::Decided => match rule.decision() {
            Some(hypothesis) if run.decision_status => Status::Decided(hypothesis),
            _ => Status::Done,
        },
        End::Stopped => Status::Stopped,
        End::Incomplete => Status::Incomplete,
        End::Spoiled { .. } => Status::Spoiled,
        End::Failed { .. } => Status::EngineFailed,
    })
}

/// Checks the places of the files that the run writes, before the first of them is created.
fn check_places(config: &Config) -> Result<(), StoreError> {
    let Outputs { log, sgf, pgn, psq } = &config.outputs;
    let files = [Some(&config.state), log.as_ref(), sgf.as_ref(), pgn.as_ref()];
    files.into_iter().flatten().try_for_each(|path| check_place(path))?;
    if let Some(folder) = psq {
        check_folder_place(folder).map_err(StoreError::place(folder))?;
    }
    // The games of a file of results that exists are compared with these files when it is open.
    if config.state.exists() { Ok(()) } else { GameFiles::check_new(&config.outputs) }
}

/// Opens the log of the dialogue, if there is one.
fn open_log(config: &Config, run: &Run) -> Result<Option<Arc<DialogueLog>>, Problem> {
    let Some(path) = &config.outputs.log else { return Ok(None) };
    let log = DialogueLog::open(path, &run.command).map_err(Problem::file(path))?;
    Ok(Some(Arc::new(log)))
}

/// Prints the paths of the games and of the log.
fn say_outputs(outputs: &Outputs, log: Option<&DialogueLog>, terminal: &mut Terminal) {
    for path in [&outputs.sgf, &outputs.pgn, &outputs.psq].into_iter().flatten() {
        terminal.say(&format!("games: {}", path.display()));
    }
    if let (Some(path), Some(log)) = (&outputs.log, log) {
        let lacks =
            if log.has_failed() { "; it lacks lines that could not be written" } else { "" };
        terminal.say(&format!("log: {}{lacks}", path.display()));
    }
}

fn prepare(config: Config, run: &Run) -> Result<Tournament, Problem> {
    let mut contest = Contest::new(config).map_err(Problem::usage)?;
    let Contest { config, plan, .. } = &mut contest;
    let mut counted = plan.canonical.clone();
    let whole = config.state.clone();
    if let Some(shard) = run.shard {
        *plan = plan.clone().shard(shard);
        config.state = shard.file(&whole);
        let Outputs { log, sgf, pgn, psq } = &mut config.outputs;
        for path in [log, sgf, pgn, psq].into_iter().flatten() {
            *path = shard.file(path);
        }
        if shard.count() > 1 {
            // The test counts pairs in the order of the plan, but a shard has only some of them.
            (config.sprt, counted.sprt) = (None, None);
        }
    }
    let results = Results::new(&counted, &run.rating).map_err(Problem::usage)?;
    Ok(Tournament { contest, results, whole })
}

/// Copies games that were played when the tournament had another number of shards.
fn take_over(
    tournament: &Tournament,
    state: &mut State,
    terminal: &mut Terminal,
) -> Result<(), Problem> {
    let Tournament { contest, whole, .. } = tournament;
    let plan = &contest.plan;
    if let Some(shard) = plan.shard {
        let path = state.path().display().to_string();
        let adopted = adopt(state, plan, shard, whole);
        for (from, games) in
            adopted.map_err(|error| Problem::results(format!("{path}: {error}")))?
        {
            let from = from.display();
            terminal.say(&format!("{path}: {} copied from {from}", games_were(games)));
        }
        if plan.canonical.sprt.is_some() && shard.count() > 1 {
            terminal.say(
                "note: a single shard cannot decide the test; use `tournament merge --follow` on \
                 all shards",
            );
        }
    }
    Ok(())
}

/// Returns the maximum number of threads of an engine.
fn threads_of(config: &Config) -> usize {
    let threads = config.engines.iter().filter_map(|engine| engine.limits.threads);
    threads.max().unwrap_or(1) as usize
}

/// Returns the default number of games at once: as many as the free processors allow.
fn free_concurrency(config: &Config, processors: usize) -> usize {
    if config.concurrency == 1 {
        return 1;
    }
    Availability::measure(processors).concurrency(config.concurrency, threads_of(config))
}

/// Warns if the machine is too busy for reliable times. Limits of nodes and depth do not depend on it.
fn say_availability(config: &Config, terminal: &mut Terminal) {
    if !config.engines.iter().any(|engine| engine.limits.has_clock()) {
        return;
    }
    let found = Availability::measure(config.concurrency * threads_of(config));
    if found.share < MIN_SHARE {
        terminal.say(&format!(
            "note: the machine is busy: engines get about {:.0} % of the processors that they \
             need, and play weaker than they are{}",
            100.0 * found.share,
            if config.running.strict_clock { "; they may lose on time" } else { "" }
        ));
    }
    let margin = config.engines.iter().map(|engine| engine.limits.margin).min();
    if margin.is_some_and(|margin| found.delay > margin / 2) {
        terminal.say(&format!(
            "note: the machine kept a thread waiting for {} ms: longer limits and margins are safer",
            found.delay.as_millis()
        ));
    }
}

/// Returns the processors of each concurrent game; empty without `--affinity`.
fn shares(config: &Config) -> Result<Vec<Vec<usize>>, Problem> {
    if !config.running.affinity {
        return Ok(Vec::new());
    }
    share(available(), config.concurrency, threads_of(config)).map_err(Problem::usage)
}

/// Prints what the file of results contained.
fn say_found(tournament: &Tournament, state: &State, found: Found, terminal: &mut Terminal) {
    let path = state.path().display();
    if let Some(line) = found.torn {
        let consequence = match line {
            1 => "the file is begun again",
            _ => "its game will be played again",
        };
        terminal.say(&format!("{path}: line {line} is incomplete and is dropped; {consequence}"));
    }
    let (done, total) = (found.games, tournament.contest.plan.len());
    if 0 < done && done < total {
        terminal.say(&format!("{path}: {done} of {total} games are finished; resuming"));
    }
    if done == 0
        && let Some(expectation) = expectation(&tournament.results, terminal.width)
    {
        terminal.say("expected length of the test:");
        expectation.lines().for_each(|line| terminal.say(line));
    }
}

/// Returns the file of the report, if there is one, after checking that it replaces nothing else.
fn report_file(run: &Run, config: &Config) -> Result<Option<PathBuf>, Problem> {
    let file = match &run.report {
        ReportFile::Beside => config.state.with_extension("html"),
        ReportFile::None => return Ok(None),
        ReportFile::File(path) => path.clone(),
    };
    config.check_output(&file).map_err(Problem::usage)?;
    report::check(&file).map_err(Problem::results)?;
    Ok(Some(file))
}

/// The context of the games, and the outlets of their reports.
struct Stage<'a> {
    tournament: &'a Tournament,
    run: &'a Run,
    request: &'a StopRequest,
    subject: &'a Subject,
    outlets: Outlets<'a>,
}

/// Plays the unfinished games. Returns how they ended, and whether the last report was written.
fn run_games(
    stage: &Stage,
    games: GameFiles,
    arena: &EngineArena,
    state: &mut State,
    rule: &mut Sequential,
    terminal: &mut Terminal,
) -> Result<(End, io::Result<()>), Problem> {
    let Stage { tournament, run, request, subject, outlets } = stage;
    let Tournament { contest: Contest { config, plan, .. }, results, .. } = tournament;
    let outlets = *outlets;
    let left = plan.games().filter(|task| !state.is_finished(task.id));
    let left: Vec<_> = left.collect();
    if !left.is_empty() && config.stop_file.exists() {
        let path = config.stop_file.display();
        terminal.say(&format!("the stop file {path} exists; remove it to continue"));
        return Ok((End::Stopped, Ok(())));
    }
    let absences =
        if rule.is_over(state.records()) { Vec::new() } else { roll_call(arena, &left, terminal)? };
    let absent: Vec<usize> = absences.iter().map(|absence| absence.engine).collect();
    if !(left.is_empty() || run.show.quiet) {
        say_availability(config, terminal);
    }
    let settings = Settings {
        plan,
        concurrency: config.concurrency,
        request,
        stop_file: &config.stop_file,
        absent: &absent,
        fatal_errors: run.fatal_errors,
    };
    let Show { quiet, plain } = run.show;
    let (is_live, width) = (terminal.is_live && !plain && !quiet, terminal.width);
    let mut live = is_live.then(|| {
        let names = plan.canonical.engines.iter().map(|engine| engine.name.as_str());
        let table = Box::new(move |records: &[GameRecord]| running_table(results, records, width));
        Live::new(ProgressDrawTarget::stderr(), width, names, table)
    });
    let mut lines = Plain::new(&mut *terminal.err, quiet);
    let view: &mut dyn Observer = match &mut live {
        Some(live) => {
            live.begin(state.records());
            live
        }
        None => &mut lines,
    };
    let mut reporting = Reporting::new(view, subject, outlets).with_games(games).without(absences);
    let end = run::run(arena, &settings, state, rule, &mut reporting);
    let reported = reporting.finish(state.records());
    if let Some(live) = live {
        live.close();
    }
    Ok((end.map_err(Problem::results)?, reported))
}

/// Starts each engine once, and returns those that cannot play. Their games are left for a later run.
///
/// # Errors
/// Returns a problem if the other engines have no game left.
fn roll_call(
    arena: &EngineArena,
    left: &[GameTask],
    terminal: &mut Terminal,
) -> Result<Vec<Absence>, Problem> {
    let absences = arena.roll_call(left.iter().copied());
    let can_play = |task: &GameTask| !absences.iter().any(|absence| task.is_of(absence.engine));
    let lines = absences.iter().map(|absence| clean(&absence.to_string()));
    if !absences.is_empty() && !left.iter().any(can_play) {
        return Err(Problem::machine(lines.collect::<Vec<_>>().join("\n")));
    }
    lines.for_each(|line| terminal.say(&format!("{line}; its games are not played")));
    Ok(absences)
}

/// Prints why the run ended, and where the games are.
fn say_end(end: &End, tournament: &Tournament, state: &State, terminal: &mut Terminal) {
    let (done, total) = (state.records().len(), tournament.contest.plan.len());
    let path = state.path().display();
    let on = "run the same command again to continue";
    match end {
        End::Complete if total == 1 => {
            terminal.say(&format!("finished: the only game is in {path}"));
        }
        End::Complete => terminal.say(&format!("finished: all {total} games are in {path}")),
        End::Decided => terminal.say(&format!("the test has decided; {done} games are in {path}")),
        End::Stopped => terminal.say(&format!("{done} of {total} games are in {path}; {on}")),
        End::Incomplete => terminal.say(&format!(
            "the games of engines that cannot play are missing: {done} of {total} games are in {path}; \
             once these engines can play, with unchanged programs, {on}"
        )),
        End::Spoiled { games } => terminal.say(&format!(
            "{games} games could not be played; {done} of {total} games are in {path}; {on}"
        )),
        End::Failed { id } => terminal
            .say(&format!("an engine failed in {id}; {done} of {total} games are in {path}; {on}")),
    }
}
