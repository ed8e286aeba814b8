//! `merge`: merges the results of shards and counts them, also while they grow.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};

use crate::commands::statistics::results;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, say_torn};
use crate::config::SprtDraft;
use crate::run::StopRequest;
use crate::show::Results;
use crate::show::tables::{all_tables, machines};
use crate::statistics::{Hypothesis, RatingRequest};
use crate::store::{ResultsFile, StoreError, Union, files_in, games_were, some_games};

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

    /// SPRT to apply to the results, as in a tournament [default: the test of the
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

/// Some merged files, and the results of their games.
struct Merged {
    union: Union,
    results: Results,
    /// The hypothesis that the test accepts, if it has decided.
    decision: Option<Hypothesis>,
}

/// Merges files of results; with `--follow`, repeatedly while they grow, until the test has decided, all
/// games are finished, or a stop is requested.
///
/// # Errors
/// Returns an error if the files belong to different tournaments, or cannot be read or written.
pub fn merge(
    request: &MergeRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let before = request.output.as_deref().map(Union::written_before).transpose();
    let before = before.map_err(Problem::results)?.flatten();
    let mut last: Option<Merged> = None;
    let mut said: Option<Instant> = None;
    loop {
        let began = Instant::now();
        let parts = request.parts(terminal)?;
        let merged = (!parts.is_empty()).then(|| request.merged(parts, before.as_ref()));
        let games = last.as_ref().map(|last| last.union.records.len());
        if let Some(merged) = merged.transpose()?
            && games < Some(merged.union.records.len())
        {
            if let Some(path) = &request.output {
                merged.union.write(path).map_err(Problem::results)?;
            }
            let (done, total) = (merged.union.records.len(), merged.union.plan.len());
            if request.follow.is_some() && said.is_none_or(|said| said.elapsed() >= SAID) {
                terminal.say(&format!("{done} of {total} games"));
                said = Some(Instant::now());
            }
            let is_over = merged.decision.is_some() || done == total;
            last = Some(merged);
            if is_over {
                break;
            }
        }
        if request.follow.is_none() || !pause(began.elapsed(), stop) {
            break;
        }
    }
    let last = last.ok_or_else(|| Problem::results(StoreError::Nothing))?;
    request.end(&last, terminal)
}

impl MergeRequest {
    /// Reads the named files; with `--follow`, also those of shards in the folder, as far as they
    /// exist.
    fn parts(&self, terminal: &mut Terminal) -> Result<Vec<ResultsFile>, Problem> {
        let mut paths = self.files.clone();
        if let Some(folder) = &self.follow {
            let unreadable = |error| Problem::results(format!("{}: {error}", folder.display()));
            paths
                .extend(files_in(folder).map_err(unreadable)?.into_iter().map(|(_, _, path)| path));
            // A tool such as rsync may have replaced a file since the listing.
            paths.retain(|path| path.exists());
            paths.sort();
            paths.dedup();
        }
        let mut parts = Vec::new();
        for path in &paths {
            let part = ResultsFile::read_begun(path).map_err(Problem::results)?;
            if self.follow.is_none() {
                match &part {
                    Some(part) => say_torn(part, terminal),
                    None => terminal.say(&format!("{}: no games yet", path.display())),
                }
            }
            parts.extend(part);
        }
        Ok(parts)
    }

    /// Merges some files and the file of all results as it was before.
    fn merged(
        &self,
        mut parts: Vec<ResultsFile>,
        before: Option<&ResultsFile>,
    ) -> Result<Merged, Problem> {
        parts.extend(before.filter(|before| !self.files.contains(&before.path)).cloned());
        let union = Union::of(&parts).map_err(Problem::results)?;
        if !union.conflicts.is_empty() && !self.keep_earliest {
            return Err(Problem::results(StoreError::Conflicts(union.conflicts)));
        }
        let config = &union.header.config;
        let results = results(config, self.sprt.as_ref(), &self.rating)?;
        let decision = results.decision(&union.records);
        Ok(Merged { union, results, decision })
    }

    /// Prints the tables and a summary.
    fn end(&self, merged: &Merged, terminal: &mut Terminal) -> Result<Status, Problem> {
        let Merged { union, results, decision } = merged;
        let Union { header, records, plan, .. } = union;
        terminal.print(&all_tables(results, records, terminal.width))?;
        let statistics = header.host_statistics(records);
        let machines = machines(&header.hosts, &statistics, terminal.width);
        terminal.print(&format!("\n{machines}"))?;
        say_union(union, terminal);
        let (done, total) = (records.len(), plan.len());
        let place = self.output.as_ref().map(|path| format!(" are in {}", path.display()));
        let place = place.unwrap_or_default();
        terminal.say(&format!("{done} of {total} games of plan {}{place}", plan.id));
        let Some(hypothesis) = *decision else {
            let lacks = union.lacks();
            lacks.iter().for_each(|lack| terminal.say(lack));
            return Ok(if lacks.is_empty() { Status::Done } else { Status::Stopped });
        };
        let difference = match hypothesis {
            Hypothesis::Alternative => "ELO1 or more",
            Hypothesis::Null => "ELO0 or less",
        };
        terminal.say(&format!("the test has decided: the difference is {difference}"));
        self.run_command(terminal)?;
        Ok(if self.decision_status { Status::Decided(hypothesis) } else { Status::Done })
    }

    /// Runs the shell command for a decision.
    fn run_command(&self, terminal: &mut Terminal) -> Result<(), Problem> {
        let Some(command) = &self.on_decision else { return Ok(()) };
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
fn pause(spent: Duration, stop: &StopRequest) -> bool {
    let until = Instant::now() + MIN_REST.max(spent * REST);
    while Instant::now() < until && !stop.is_asked() {
        thread::sleep(TICK);
    }
    !stop.is_asked()
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

#[cfg(test)]
mod tests;
