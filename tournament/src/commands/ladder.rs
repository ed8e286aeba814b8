//! `ladder`: plays the pairings of a ladder, and rates its engines over all rules.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueHint};

use crate::commands::run::{self, ReportFile, Run, Show};
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::{
    CheckError, Config, Draft, EngineDraft, EngineFault, Ladder, check, check_engines, pairings,
};
use crate::record::GameRecord;
use crate::run::{Contest, StopRequest};
use crate::show::ladder::{LadderRatings, PairingResults, StageResults};
use crate::show::limits;
use crate::statistics::RatingRequest;
use crate::store::ResultsFile;

/// The markers around the table in a Markdown file.
const MARKS: [&str; 2] = ["<!-- ladder -->", "<!-- end of the ladder -->"];
/// The number of digits of the plan's id in the name of its file of results.
const PLAN_DIGITS: usize = 8;

/// The request to play a ladder.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct LadderRequest {
    /// TOML file with the engines, the rules and the conditions.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Rate the games that were played so far instead of playing.
    #[arg(long)]
    pub rate_only: bool,

    /// Write the table into this Markdown file, between the lines `<!-- ladder -->` and
    /// `<!-- end of the ladder -->`.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub readme: Option<PathBuf>,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,

    /// The output during the games.
    #[command(flatten)]
    pub show: Show,

    /// The command line itself, quoted for a shell.
    #[arg(skip)]
    pub command: String,
}

/// A tournament of two engines, with its file of results.
struct Pairing {
    draft: Draft,
    config: Config,
    /// The number of games.
    planned: usize,
}

/// A rule and a board with their pairings.
struct Stage {
    title: String,
    limits: String,
    pairings: Vec<Pairing>,
}

/// Plays the missing games of a ladder, and rates its engines.
///
/// # Errors
/// Returns an error if the file is invalid, or if results cannot be read or written.
pub fn ladder(
    request: &LadderRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let ladder = Ladder::read(&request.file).map_err(Problem::usage)?;
    let names: Vec<String> =
        ladder.engines.iter().filter_map(|engine| engine.name.clone()).collect();
    // Reject a file without markers before any game is played.
    request.readme.as_deref().map(Marked::read).transpose()?;
    let absent = absent(&ladder, terminal)?;
    for name in ladder.idle() {
        terminal.say(&format!("note: no stage has a rule that {name} knows"));
    }
    let mut stages = Vec::new();
    for stage in 0..ladder.stages.len() {
        stages.extend(stage_of(&ladder, stage, &absent, terminal)?);
    }
    let mut rating = request.rating.clone();
    if rating.anchors.is_empty() {
        rating.anchors = ladder.anchors.clone().into_iter().collect();
    }
    // Reject invalid anchors before any game is played.
    LadderRatings::new(&names, &[], &rating).map_err(Problem::usage)?;
    let status =
        if request.rate_only { Status::Done } else { play(&stages, request, stop, terminal)? };
    let results: Result<Vec<StageResults>, Problem> =
        stages.iter().map(|stage| results(stage, ladder.folder())).collect();
    let results = results?;
    let ratings = LadderRatings::new(&names, &results, &rating).map_err(Problem::usage)?;
    if ratings.is_empty() {
        let folder = ladder.folder().display();
        return Err(Problem::results(format!("{folder}: no pair of games is finished")));
    }
    say_games(&ratings, terminal);
    terminal.print(&ratings.text(terminal.width))?;
    if let Some(readme) = &request.readme {
        // The games may take hours, in which others edit the file.
        Marked::read(readme)?.write(&ratings.markdown())?;
        terminal.say(&format!("table: {}", readme.display()));
    }
    let page = ladder.folder().join("ladder.html");
    if ladder.folder().is_dir() {
        whole_file::replace(&page, ratings.page().as_bytes()).map_err(Problem::file(&page))?;
        terminal.say(&format!("page: {}", page.display()));
    }
    Ok(status)
}

/// Prints the number of finished games.
fn say_games(ratings: &LadderRatings<'_>, terminal: &mut Terminal) {
    let (played, planned) = ratings.games();
    let note = if played < planned { "; the ratings are rough" } else { "" };
    terminal.say(&format!("{played} of {planned} games are finished{note}"));
}

/// Returns the names of the engines whose programs are not installed, and prints them.
fn absent(ladder: &Ladder, terminal: &mut Terminal) -> Result<Vec<String>, Problem> {
    let mut absent = Vec::new();
    for engine in &ladder.engines {
        let mut draft: EngineDraft = engine.clone();
        draft.fill(ladder.all.each.clone());
        match check_engines(&[draft]) {
            Ok(_) => {}
            Err(CheckError::Engine(
                name,
                fault @ (EngineFault::Program(_) | EngineFault::NoFolder(_)),
            )) => {
                terminal.say(&format!("{name} is left out: {fault}"));
                absent.extend(engine.name.clone());
            }
            Err(error) => return Err(Problem::usage(error)),
        }
    }
    Ok(absent)
}

/// Returns the pairings of a stage between engines that are installed. Prints that the stage is left out if
/// there are fewer than two of them.
fn stage_of(
    ladder: &Ladder,
    stage: usize,
    absent: &[String],
    terminal: &mut Terminal,
) -> Result<Option<Stage>, Problem> {
    let mut tournament = ladder.tournament(stage);
    tournament
        .engines
        .retain(|engine| engine.name.as_ref().is_some_and(|name| !absent.contains(name)));
    if tournament.engines.len() < 2 {
        let number = stage + 1;
        terminal.say(&format!("stage {number} is left out: fewer than two engines can play in it"));
        return Ok(None);
    }
    let Contest { config, plan, .. } = contest(&tournament)?;
    let everybody: Vec<usize> = (0..config.engines.len()).collect();
    let pairings = pairings(&tournament).into_iter();
    let pairings: Result<Vec<Pairing>, Problem> =
        pairings.map(|draft| Pairing::new(draft, ladder.folder())).collect();
    Ok(Some(Stage {
        title: format!("{} {}", config.conditions.rule, config.conditions.size),
        limits: limits(&plan.canonical, &everybody),
        pairings: pairings?,
    }))
}

impl Pairing {
    /// Returns a tournament with its file of results. The name of the file contains the engines' names and
    /// the first digits of the plan's id, so that a changed program gets a new file.
    fn new(mut draft: Draft, folder: &Path) -> Result<Self, Problem> {
        let Contest { config, plan, .. } = contest(&draft)?;
        let stage = format!("{}-{}", config.conditions.rule, config.conditions.size);
        let names = config.engines.iter().map(|engine| file_name(&engine.name));
        let names: Vec<String> = names.collect();
        let file = format!("{}-{}.jsonl", names.join("-"), &plan.id[..PLAN_DIGITS]);
        let state = folder.join(stage).join(file);
        draft.state = Some(state.clone());
        let planned = plan.len();
        Ok(Self { draft, config: Config { state, ..config }, planned })
    }

    /// Reads the games that were played.
    fn records(&self) -> Result<Vec<GameRecord>, Problem> {
        let path = &self.config.state;
        if !path.exists() {
            return Ok(Vec::new());
        }
        let file = ResultsFile::read_begun(path).map_err(Problem::results)?;
        Ok(file.map(|file| file.records).unwrap_or_default())
    }

    fn title(&self) -> String {
        let names: Vec<&str> =
            self.config.engines.iter().map(|engine| engine.name.as_str()).collect();
        names.join(" - ")
    }
}

/// Checks a tournament, and plans its games.
fn contest(draft: &Draft) -> Result<Contest, Problem> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let config = check(draft, processors).map_err(Problem::usage)?.config;
    Contest::new(config).map_err(Problem::usage)
}

/// Returns a name with hyphens in place of all characters but letters and digits.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    name.chars().map(plain).collect()
}

/// Plays all pairings, one after the other.
fn play(
    stages: &[Stage],
    request: &LadderRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let mut status = Status::Done;
    let all = stages.iter();
    let all = all.flat_map(|stage| stage.pairings.iter().map(move |pairing| (stage, pairing)));
    let total = all.clone().count();
    for (number, (stage, pairing)) in (1..).zip(all) {
        if pairing.records()?.len() == pairing.planned {
            continue;
        }
        if stop.is_asked() {
            return Ok(Status::Stopped);
        }
        if let Some(folder) = pairing.config.state.parent() {
            fs::create_dir_all(folder).map_err(Problem::file(folder))?;
        }
        let title = pairing.title();
        terminal.say(&format!("pairing {number} of {total}, {}: {title}", stage.title));
        let run = Run {
            show: request.show,
            command: request.command.clone(),
            report: ReportFile::Beside,
            ..Run::default()
        };
        let mut nowhere = io::sink();
        let mut quiet = Terminal { out: &mut nowhere, err: &mut *terminal.err, ..*terminal };
        match run::run(&run, &pairing.draft, stop, &mut quiet) {
            Ok(Status::Stopped) => return Ok(Status::Stopped),
            Ok(Status::Done) => {}
            Ok(other) => status = other,
            // An engine that does not start plays later; the others go on.
            Err(Problem::Machine(reason)) => {
                terminal.say(&reason);
                status = Status::Incomplete;
            }
            Err(problem) => return Err(problem),
        }
    }
    Ok(status)
}

/// Reads the results of a stage. Games that were not played yet are missing.
fn results(stage: &Stage, folder: &Path) -> Result<StageResults, Problem> {
    let read = |pairing: &Pairing| {
        let report = pairing.config.state.with_extension("html");
        let report = report.strip_prefix(folder).ok().filter(|_| report.exists());
        Ok(PairingResults {
            records: pairing.records()?,
            planned: pairing.planned,
            is_paired: pairing.config.conditions.repeat,
            report: report.map(Path::to_owned),
        })
    };
    let pairings: Result<Vec<PairingResults>, Problem> = stage.pairings.iter().map(read).collect();
    let (title, limits) = (stage.title.clone(), stage.limits.clone());
    Ok(StageResults { title, limits, pairings: pairings? })
}

/// A Markdown file with the markers of the table.
struct Marked {
    path: PathBuf,
    before: String,
    after: String,
}

impl Marked {
    fn read(path: &Path) -> Result<Self, Problem> {
        let shown = path.display();
        let [first, last] = MARKS;
        let text = fs::read_to_string(path).map_err(|error| {
            let hint = format!("expected a file with the lines {first} and {last}");
            Problem::usage(format!("{shown}: {error}; {hint}"))
        })?;
        let parts = text.split_once(first).and_then(|(before, rest)| {
            rest.split_once(last).map(|(_, after)| (before.to_owned(), after.to_owned()))
        });
        let (before, after) = parts.ok_or_else(|| {
            let expected = format!("expected the line {first} and after it the line {last}");
            Problem::usage(format!("{shown} has no place for the table: {expected}"))
        })?;
        Ok(Self { path: path.to_owned(), before, after })
    }

    /// Writes a table between the markers.
    fn write(&self, table: &str) -> Result<(), Problem> {
        let [first, last] = MARKS;
        let text = format!("{}{first}\n\n{table}\n{last}{}", self.before, self.after);
        whole_file::replace(&self.path, text.as_bytes()).map_err(Problem::file(&self.path))
    }
}
