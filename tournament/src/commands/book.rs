//! `book`: searches positions, keeps them in a file, and makes a book of them.
//!
//! Invariants: the same command continues where it was stopped or killed, and the same command with
//! the same file and number of threads searches the same positions.

use std::collections::HashSet;
use std::fs;
use std::iter;
use std::num::NonZero;
use std::path::PathBuf;
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use dolmen::Engine;
use dolmen::certificate::Certificate;
use dolmen::engine::Options;
use dolmen::eval::Evaluator;
use dolmen::game::Game;
use dolmen::positions::{Identity, Line, PositionFile, Positions, Record};
use dolmen::search::{Control, Limits, Lines, Request};
use number_text::{counted, whole_number_in};

use crate::book::{Tree, add_certificate};
use crate::commands::ground::Ground;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::OpeningsPlace;
use crate::run::StopRequest;
use crate::store::check_place;

/// The number of searches between two lines of progress.
const TOLD_EVERY: usize = 10;
/// The size of the transposition table of a search, in bytes: enough for some million nodes.
const TABLE_BYTES: u64 = 128 << 20;

/// A book to be made.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct BookRequest {
    /// File of searched positions, which is created or continued.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The rule and the board.
    #[command(flatten)]
    pub ground: Ground,

    /// Openings from which to search: middle, contest, none (the empty board), or a file; may be
    /// given several times.
    #[arg(long, value_name = "PLACE", default_value = "none")]
    pub openings: Vec<String>,

    /// Nodes for each position.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = whole_number_in(1_u64..))]
    pub nodes: u64,

    /// Number of best moves that are examined in each position.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole_number_in(1_usize..))]
    pub lines: usize,

    /// Number of plies to search after an opening; a deviation from the best play costs some of them.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole_number_in(0_usize..))]
    pub plies: usize,

    /// Number of positions in FILE at which to stop; 0 only writes the book.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole_number_in(0_usize..))]
    pub positions: usize,

    /// Number of searches at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = whole_number_in(1_usize..=1024))]
    pub threads: Option<usize>,

    /// Number of searched positions that must lie below a position for the book to hold it.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number_in(0_usize..))]
    pub support: usize,

    /// File of a certificate of `pbrain-dolmen solve`, whose winning moves enter the book; may be repeated.
    #[arg(long = "certificate", value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub certificates: Vec<PathBuf>,

    /// Number of plies of a certificate that enter the book.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole_number_in(0_usize..))]
    pub proved_plies: usize,

    /// File of the book, which is replaced.
    #[arg(short, long, value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// Searches the positions of a book, and writes the book.
///
/// # Errors
/// Returns an error if the openings, a certificate or the file cannot be read, or if a file cannot
/// be written.
pub fn book(
    request: &BookRequest,
    stop: &StopRequest,
    terminal: &mut Terminal<'_>,
) -> Result<Status, Problem> {
    if let Some(output) = &request.output {
        check_place(output).map_err(Problem::results)?;
    }
    let games = request.games()?;
    let certificates = request.certificates()?;
    let mut file = PositionFile::open(&request.file).map_err(Problem::results)?;
    let searched = request.search(&games, &mut file, stop, terminal)?;
    let positions = file.positions();
    let are = if positions.len() == 1 { "position is" } else { "positions are" };
    terminal.say(&format!(
        "{} {are} in {}, {searched} of them new",
        positions.len(),
        request.file.display(),
    ));
    if let Some(output) = &request.output {
        let mut book = Tree::new(positions).book(&games, request.support);
        for certificate in &certificates {
            add_certificate(&mut book, certificate, request.proved_plies);
        }
        whole_file::replace(output, book.text().as_bytes()).map_err(Problem::file(output))?;
        terminal.say(&format!(
            "wrote a book of {} to {}",
            counted(book.len(), "position"),
            output.display()
        ));
    }
    Ok(if stop.is_asked() { Status::Stopped } else { Status::Done })
}

/// Returns the progress message: the number of searched positions and the minutes left.
fn remaining(known: usize, searched: usize, wanted: usize, elapsed: Duration) -> String {
    let each = elapsed.as_secs_f64() / searched as f64;
    let minutes = each * wanted.saturating_sub(known) as f64 / 60.0;
    format!("{known} of {wanted} positions searched ({minutes:.0} minutes left)")
}

impl BookRequest {
    /// Searches positions in batches of one for each thread and adds them to the file, until the file has
    /// enough, none is left to search, or a stop is requested. Returns the number of positions searched.
    fn search(
        &self,
        games: &[Game],
        file: &mut PositionFile,
        stop: &StopRequest,
        terminal: &mut Terminal<'_>,
    ) -> Result<usize, Problem> {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.unwrap_or_else(processors).max(1);
        let engine = || {
            let options = Options { max_table: Some(TABLE_BYTES), ..Options::default() };
            Engine::new(Evaluator::built_in(), options)
        };
        let mut engines: Vec<Engine> = iter::repeat_with(engine).take(threads).collect();
        let (started, mut searched, mut told) = (Instant::now(), 0, 0);
        while !stop.is_asked() {
            let batch = self.batch(games, file.positions(), threads);
            if batch.is_empty() {
                break;
            }
            let records: Vec<Record> = thread::scope(|scope| {
                let start =
                    |(engine, game)| scope.spawn(move || self.search_position(engine, game));
                let searches: Vec<_> = engines.iter_mut().zip(&batch).map(start).collect();
                let ends = searches.into_iter().map(|search| search.join().expect("searches end"));
                ends.collect()
            });
            for (game, record) in batch.iter().zip(records) {
                file.set(game, record).map_err(Problem::results)?;
            }
            searched += batch.len();
            if searched - told >= TOLD_EVERY {
                let known = file.positions().len();
                terminal.say(&remaining(known, searched, self.positions, started.elapsed()));
                told = searched;
            }
        }
        Ok(searched)
    }

    /// Returns the next positions to search, at most `count`.
    fn batch(&self, games: &[Game], known: &Positions, count: usize) -> Vec<Game> {
        let mut tree = Tree::new(known);
        let mut taken = HashSet::new();
        let next = || {
            let game = tree.next(games, self.plies, |identity| taken.contains(&identity))?;
            taken.insert(Identity::of(&game));
            Some(game)
        };
        iter::from_fn(next).take(count.min(self.positions.saturating_sub(known.len()))).collect()
    }

    fn search_position(&self, engine: &mut Engine, game: &Game) -> Record {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::unlimited() };
        let request = Request { multi_pv: self.lines.max(1), ..Request::new(limits) };
        let mut lines = Lines::default();
        let Ok(result) = engine.think(game, &request, &Control::without_clock(), &mut lines) else {
            return Record::default();
        };
        let found = match lines.best() {
            [] => slice::from_ref(&result.summary),
            lines => lines,
        };
        let lines = found
            .iter()
            .map(|line| Line { score: line.score, moves: line.principal_variation.clone() });
        Record { depth: result.summary.depth, lines: lines.collect(), ..Record::default() }
    }

    /// Returns the positions after all openings.
    fn games(&self) -> Result<Vec<Game>, Problem> {
        let mut games = Vec::new();
        for name in &self.openings {
            let place = OpeningsPlace::from(name.clone());
            for opening in
                place.openings(None, self.ground.size, self.ground.rule).map_err(Problem::usage)?
            {
                let mut game = Game::new(self.ground.rule, self.ground.size);
                for point in opening.moves {
                    game.play(point).map_err(|_| {
                        Problem::usage(format!("opening {} cannot be played", opening.name))
                    })?;
                }
                games.push(game);
            }
        }
        Ok(games)
    }

    /// Reads and checks the certificates.
    fn certificates(&self) -> Result<Vec<Certificate>, Problem> {
        let read = |path: &PathBuf| {
            let bytes = fs::read(path).map_err(|error| error.to_string())?;
            let certificate = Certificate::from_bytes(&bytes).map_err(|error| error.to_string())?;
            certificate.check().map_err(|flaw| flaw.to_string())?;
            let (rule, size) = (certificate.rule, certificate.position.size());
            if (rule, size) != (self.ground.rule, self.ground.size) {
                let (wanted_rule, wanted) = (self.ground.rule, self.ground.size);
                return Err(format!("is about {rule} on {size}, not {wanted_rule} on {wanted}"));
            }
            Ok(certificate)
        };
        let of_path = |path: &PathBuf| {
            read(path).map_err(|reason| Problem::usage(format!("{}: {reason}", path.display())))
        };
        self.certificates.iter().map(of_path).collect()
    }
}

#[cfg(test)]
mod tests;
