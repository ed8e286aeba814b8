//! `merge`: merges the results of shards and counts them, also while they grow.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::SprtDraft;
use crate::run::{Sequential, StopRequest, StopRule, Urgency};
use crate::show::Results;
use crate::show::tables::{all_tables, machines};
use crate::statistics::{Hypothesis, RatingRequest, Sprt, SprtConfig};
use crate::store::{Lack, ResultsFile, StoreError, Union, files_in, games_were, some_games};

const EXAMPLES: &str = "\
Examples:
  tournament merge league-*-of-4.jsonl --output league.jsonl
  tournament merge --follow results --sprt 0,5 --on-decision 'touch results/league.jsonl.stop'

Exit status: 0 if no games are missing or the test of the tournament has decided; 1 if the
files do not belong together; 75 if games are missing; with --sprt, --follow or
--decision-status, 10 if the test accepted ELO1 or more, 11 if it accepted ELO0 or less.";

/// A request to merge results.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = EXAMPLES)]
pub struct MergeRequest {
    /// Files of results in any order, including merged ones.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "follow")]
    pub files: Vec<PathBuf>,

    /// File to write all results to, sorted by game as if one machine had played them;
    /// results that it already contains are merged too [default: print the results only].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// If a game was played twice with different moves, keep the one that began first
    /// instead of failing.
    #[arg(long)]
    pub keep_earliest: bool,

    /// Follow all shards in a folder until the test has decided or all games are finished.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub follow: Option<PathBuf>,

    /// Shell command to run when the test has decided, such as one that stops the workers.
    #[arg(long, value_name = "CMD", requires = "follow")]
    pub on_decision: Option<String>,

    /// Test to apply to the results, as for a tournament [default: the test of the
    /// tournament].
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<SprtDraft>,

    /// Report the result of the tournament's test in the exit status.
    #[arg(long)]
    pub decision_status: bool,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,
}

/// The interval at which a request to stop is polled.
const TICK: Duration = Duration::from_millis(100);
/// The minimum time between two reads of the files.
const MIN_REST: Duration = Duration::from_secs(1);
/// The ratio of the pause to the time of the read before it.
const REST: u32 = 20;
/// The interval at which the number of games is printed.
const SAID: Duration = Duration::from_secs(10);

/// Merges files of results; with `--follow`, again and again while they grow, until `stop` is asked.
///
/// # Errors
/// Returns an error if the files belong to different tournaments, or cannot be read or written.
pub fn merge(
    request: &MergeRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let merging = Merging::new(request)?;
    let (union, decision) = match &request.follow {
        Some(folder) => merging.follow(folder, stop, terminal)?,
        None => {
            let mut parts = Vec::new();
            for path in &request.files {
                match ResultsFile::read_begun(path).map_err(Problem::results)? {
                    Some(part) => parts.push(part),
                    None => terminal.say(&format!("{}: no games yet", path.display())),
                }
            }
            say_torn(&parts, terminal);
            let union = merging.union(parts)?;
            let decision = merging.decision(&union)?;
            (union, decision)
        }
    };
    merging.end(&union, decision, terminal)
}

/// The execution of a request.
struct Merging<'a> {
    request: &'a MergeRequest,
    /// The file of all results as it was before.
    before: Option<ResultsFile>,
}

impl<'a> Merging<'a> {
    fn new(request: &'a MergeRequest) -> Result<Self, Problem> {
        let before = request.output.as_deref().map(Union::written_before).transpose();
        Ok(Self { request, before: before.map_err(Problem::results)?.flatten() })
    }

    /// Merges some files and the file of all results.
    fn union(&self, mut parts: Vec<ResultsFile>) -> Result<Union, Problem> {
        let is_empty = parts.is_empty();
        if let Some(before) = &self.before
            && !is_empty
            && !self.request.files.contains(&before.path)
        {
            parts.push(before.clone());
        }
        let union = Union::of(&parts).map_err(Problem::results)?;
        if !union.conflicts.is_empty() && !self.request.keep_earliest {
            return Err(Problem::results(StoreError::Conflicts(union.conflicts)));
        }
        Ok(union)
    }

    /// Returns the requested test, or that of the tournament.
    fn sprt(&self, union: &Union) -> Result<Option<SprtConfig>, Problem> {
        let config = &union.header.config;
        let Some(draft) = &self.request.sprt else { return Ok(config.sprt) };
        draft.complete(config.engines.len()).map(Some).map_err(Problem::usage)
    }

    /// Returns the hypothesis that the test accepts, if it has decided.
    fn decision(&self, union: &Union) -> Result<Option<Hypothesis>, Problem> {
        let config = &union.header.config;
        let sprt = self.sprt(union)?.map(Sprt::new).transpose().map_err(Problem::usage)?;
        let mut test = Sequential::new(sprt, &config.engines[0].name, config.conditions.repeat);
        let is_over = union.records.iter().any(|record| test.count(record));
        Ok(test.decision().filter(|_| is_over))
    }

    /// Merges the files of a folder again and again until the test has decided, all games are
    /// finished, or `stop` is asked.
    fn follow(
        &self,
        folder: &Path,
        stop: &StopRequest,
        terminal: &mut Terminal,
    ) -> Result<(Union, Option<Hypothesis>), Problem> {
        let mut last: Option<Union> = None;
        let mut said: Option<Instant> = None;
        loop {
            let began = Instant::now();
            let parts = self.parts(folder)?;
            let union = (!parts.is_empty()).then(|| self.union(parts)).transpose()?;
            let games = last.as_ref().map_or(0, |last| last.records.len());
            if let Some(union) = union.filter(|union| last.is_none() || union.records.len() > games)
            {
                let decision = self.decision(&union)?;
                self.write(&union)?;
                let (done, total) = (union.records.len(), union.plan.len());
                if said.is_none_or(|said| said.elapsed() >= SAID) {
                    terminal.say(&format!("{done} of {total} games"));
                    said = Some(Instant::now());
                }
                if decision.is_some() || done == total {
                    return Ok((union, decision));
                }
                last = Some(union);
            }
            if !rest(began.elapsed(), stop) {
                let nothing = || Problem::results(StoreError::Nothing);
                return Ok((last.ok_or_else(nothing)?, None));
            }
        }
    }

    /// Reads the named files and those of shards in a folder, as far as they exist and have begun.
    fn parts(&self, folder: &Path) -> Result<Vec<ResultsFile>, Problem> {
        let unreadable = |error| Problem::results(format!("{}: {error}", folder.display()));
        let found = files_in(folder).map_err(unreadable)?.into_iter().map(|(_, _, path)| path);
        let files: BTreeSet<PathBuf> = found.chain(self.request.files.iter().cloned()).collect();
        // A tool such as rsync may have replaced a file since the listing.
        let read =
            files.iter().filter(|path| path.exists()).map(|path| ResultsFile::read_begun(path));
        read.filter_map(Result::transpose).collect::<Result<_, _>>().map_err(Problem::results)
    }

    fn write(&self, union: &Union) -> Result<Option<&PathBuf>, Problem> {
        let Some(path) = &self.request.output else { return Ok(None) };
        union.write(path).map_err(Problem::results)?;
        Ok(Some(path))
    }

    /// Writes the file of all results, and prints the tables and a summary.
    fn end(
        &self,
        union: &Union,
        decision: Option<Hypothesis>,
        terminal: &mut Terminal,
    ) -> Result<Status, Problem> {
        let Union { header, records, plan, .. } = union;
        let mut config = header.config.clone();
        config.sprt = self.sprt(union)?;
        let results = Results::new(&config, &self.request.rating).map_err(Problem::usage)?;
        let output = self.write(union)?;
        terminal.print(&all_tables(&results, records, terminal.width))?;
        let statistics = header.host_statistics(records);
        let machines = machines(&header.hosts, &statistics, terminal.width);
        terminal.print(&format!("\n{machines}"))?;
        say_union(union, terminal);
        let (done, total) = (records.len(), plan.len());
        let place = output.map(|path| format!(" are in {}", path.display())).unwrap_or_default();
        terminal.say(&format!("{done} of {total} games of plan {}{place}", plan.id));
        let lacks = union.lacks();
        match decision {
            Some(hypothesis) => {
                terminal.say(&format!("the test has decided: {}", in_words(hypothesis)));
                self.run_command(terminal)?;
            }
            None => lacks.iter().for_each(|lack| terminal.say(&lack_in_words(lack))),
        }
        Ok(match decision {
            Some(hypothesis) if self.request.decision_status => Status::Decided(hypothesis),
            None if !lacks.is_empty() => Status::Stopped,
            _ => Status::Done,
        })
    }

    /// Runs the shell command for a decision.
    fn run_command(&self, terminal: &mut Terminal) -> Result<(), Problem> {
        let Some(command) = &self.request.on_decision else { return Ok(()) };
        terminal.say(&format!("running: {command}"));
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let status = Command::new(shell).args([option, command]).stdin(Stdio::null()).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Problem::machine(format!("{command}: {status}"))),
            Err(error) => Err(Problem::machine(format!("{shell}: {error}"))),
        }
    }
}

/// Waits after a read that took `spent`; returns whether to go on.
fn rest(spent: Duration, stop: &StopRequest) -> bool {
    let until = Instant::now() + MIN_REST.max(spent * REST);
    while Instant::now() < until && stop.urgency() == Urgency::None {
        thread::sleep(TICK);
    }
    stop.urgency() == Urgency::None
}

fn say_torn(parts: &[ResultsFile], terminal: &mut Terminal) {
    for part in parts {
        if let Some(line) = part.torn {
            let path = part.path.display();
            terminal.say(&format!("{path}: line {line} is incomplete and is ignored"));
        }
    }
}

fn say_union(union: &Union, terminal: &mut Terminal) {
    if union.repeated > 0 {
        let games_were = games_were(union.repeated);
        terminal.say(&format!("{games_were} found more than once, with the same result"));
    }
    if !union.conflicts.is_empty() {
        let (games_were, some) = (games_were(union.conflicts.len()), some_games(&union.conflicts));
        terminal.say(&format!(
            "{games_were} played twice, and the records differ; the earlier ones are kept: {some}"
        ));
    }
}

fn in_words(hypothesis: Hypothesis) -> &'static str {
    match hypothesis {
        Hypothesis::Alternative => "the difference is ELO1 or more",
        Hypothesis::Null => "the difference is ELO0 or less",
    }
}

fn lack_in_words(lack: &Lack) -> String {
    let (games, some) = (lack.missing.len(), some_games(&lack.missing));
    match lack.shard {
        Some(shard) if lack.has_file => {
            format!("shard {shard}: {games} of {} games are missing: {some}", lack.total)
        }
        Some(shard) => format!("shard {shard}: no file was given; missing games: {games}"),
        None => format!("missing games: {games} ({some})"),
    }
}

#[cfg(test)]
mod tests;
