//! `puzzles`: makes puzzles from games of weak levels, and lets levels try them.
//!
//! Invariants: the same command continues where it was stopped or killed, and the same seed gives the
//! same puzzles with any number of threads.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use dolmen::board::BoardSize;
use dolmen::engine::Level;
use dolmen::rules::Rule;
use number_text::{counted, whole_number_in};

use crate::commands::ground::Ground;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::plan::mix;
use crate::puzzles::{Collection, Finder, GRADES, Grade, Kind, Puzzle, play, solved};
use crate::run::StopRequest;
use crate::store::check_place;

/// The interval between two progress messages; the file is saved before each of them.
const TOLD_EVERY: Duration = Duration::from_secs(10);
/// The number of tries that a level has at a puzzle, each with other oversights.
const TRIES: u64 = 3;

/// Puzzles to be made or tried.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct PuzzlesRequest {
    /// File of puzzles, which is created or continued; with `--levels` also one for the page, such as
    /// board/page/puzzles/renju.txt.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The rule and the board.
    #[command(flatten)]
    pub ground: Ground,

    /// Number of puzzles of each kind: wins by fours, by fours and threes, only defences.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole_number_in(0_usize..))]
    pub count: usize,

    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_in(0_u64..))]
    pub seed: u64,

    /// Number of games at once.
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = whole_number_in(NonZero::<usize>::MIN..))]
    pub threads: NonZero<usize>,

    /// File for the page of the board, which is replaced.
    #[arg(long, value_name = "PAGE", value_hint = ValueHint::FilePath)]
    pub page: Option<PathBuf>,

    /// Levels that try the puzzles of FILE three times each, such as 3,8,15, instead of making more;
    /// rule and board are those of FILE.
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', value_parser = level_of)]
    pub levels: Vec<Level>,

    /// Number of puzzles of each kind and grade that levels try.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole_number_in(0_usize..))]
    pub sample: usize,
}

/// Reads a level.
fn level_of(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("invalid level: expected 1 to {}", Level::MAX))
}

/// Makes puzzles, or lets levels try them.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or belongs to another rule, size or seed.
pub fn puzzles(
    request: &PuzzlesRequest,
    stop: &StopRequest,
    terminal: &mut Terminal<'_>,
) -> Result<Status, Problem> {
    for path in request.page.iter().chain([&request.file]) {
        check_place(path).map_err(Problem::results)?;
    }
    let about = |reason: String| Problem::results(format!("{}: {reason}", request.file.display()));
    let read = Collection::read(&request.file).map_err(|error| about(error.to_string()))?;
    if !request.levels.is_empty() {
        let collection = read.ok_or_else(|| about("there is no such file".to_owned()))?;
        terminal.print(&request.table(&collection, stop))?;
        return Ok(status(stop));
    }
    let fresh = Collection::new(request.ground.rule, request.ground.size, request.seed);
    let mut collection = read.unwrap_or(fresh);
    let PuzzlesRequest { ground: Ground { rule, size }, seed, .. } = *request;
    if (collection.rule(), collection.size(), collection.seed()) != (rule, size, seed) {
        let (rule, size, seed) = (collection.rule(), collection.size(), collection.seed());
        return Err(Problem::usage(format!(
            "{} has puzzles of {rule} on {size} with seed {seed}: name another file",
            request.file.display()
        )));
    }
    request.collect(&mut collection, stop, terminal)?;
    if let Some(page) = &request.page {
        write(page, &collection.to_page())?;
    }
    Ok(status(stop))
}

fn status(stop: &StopRequest) -> Status {
    if stop.is_asked() { Status::Stopped } else { Status::Done }
}

/// Replaces a file atomically.
fn write(path: &Path, text: &str) -> Result<(), Problem> {
    whole_file::replace(path, text.as_bytes()).map_err(Problem::file(path))
}

/// Returns the puzzles of a game.
fn search_game(rule: Rule, size: BoardSize, seed: u64) -> Vec<Puzzle> {
    let mut finder = Finder::new(rule);
    play(rule, size, seed).iter().filter_map(|position| finder.find(position)).collect()
}

impl PuzzlesRequest {
    /// Plays games until there are enough puzzles or a stop is requested.
    fn collect(
        &self,
        collection: &mut Collection,
        stop: &StopRequest,
        terminal: &mut Terminal<'_>,
    ) -> Result<(), Problem> {
        let mut told = Instant::now();
        while !stop.is_asked() && !collection.is_full(self.count) {
            let first = collection.games();
            let found: Vec<Vec<Puzzle>> = thread::scope(|scope| {
                let start = |number| {
                    let seed = mix(self.seed, 0, number);
                    scope.spawn(move || search_game(self.ground.rule, self.ground.size, seed))
                };
                let games: Vec<_> = (first..first + self.threads.get() as u64).map(start).collect();
                games.into_iter().map(|game| game.join().expect("games end")).collect()
            });
            for puzzles in found {
                // Discard games that a single thread would not have played.
                if !collection.is_full(self.count) {
                    collection.add_game(puzzles, self.count);
                }
            }
            if told.elapsed() >= TOLD_EVERY {
                told = Instant::now();
                write(&self.file, &collection.to_text())?;
                terminal.say(&progress(collection, self.count));
            }
        }
        write(&self.file, &collection.to_text())?;
        terminal.say(&progress(collection, self.count));
        Ok(())
    }

    /// Returns the table of the puzzles that levels solve.
    fn table(&self, collection: &Collection, stop: &StopRequest) -> String {
        let mut text = "kind     grade  puzzles".to_owned();
        for level in &self.levels {
            text += &format!("  level {:>2}", level.number());
        }
        for kind in Kind::ALL {
            for wanted in GRADES {
                if stop.is_asked() {
                    return text + "\n";
                }
                text += &self.row(collection, kind, wanted);
            }
        }
        text + "\n"
    }

    fn row(&self, collection: &Collection, kind: Kind, wanted: Grade) -> String {
        let is_wanted = |puzzle: &&Puzzle| puzzle.kind == kind && puzzle.grade == wanted;
        let sample: Vec<&Puzzle> =
            collection.puzzles().iter().filter(is_wanted).take(self.sample).collect();
        let all = collection.count_of(kind, wanted);
        let mut row = format!("\n{:<8} {wanted:>5} {all:>8}", kind.name());
        for &level in &self.levels {
            let right = |seed| {
                let is_solved = |puzzle: &&&Puzzle| solved(level, puzzle, collection.rule(), seed);
                sample.iter().filter(is_solved).count()
            };
            let tries = TRIES as usize * sample.len();
            let percent = 100 * (0..TRIES).map(right).sum::<usize>() / tries.max(1);
            row += &format!("  {percent:>6} %");
        }
        row
    }
}

/// Returns the line of progress.
fn progress(collection: &Collection, wanted: usize) -> String {
    let count = |kind: &Kind| {
        let grades: Vec<String> =
            GRADES.map(|grade| collection.count_of(*kind, grade).to_string()).collect();
        format!("{} {} ({})", collection.count(*kind), kind.name(), grades.join(" "))
    };
    let counts: Vec<String> = Kind::ALL.iter().map(count).collect();
    let games = collection.games();
    format!(
        "{}: {} of {wanted} each; in brackets by grade",
        counted(games, "game"),
        counts.join(", ")
    )
}
