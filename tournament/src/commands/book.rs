//! `book`: positions are searched and kept in a file, and a book is made of them.
//!
//! Invariant: the same command, given again, goes on where it was stopped or killed.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use dolmen::board::BoardSize;
use dolmen::certificate::Certificate;
use dolmen::game::Game;
use dolmen::positions::{PositionFile, Positions, text};
use dolmen::rules::Rule;

use crate::book::{Builder, Progress, add_certificate};
use crate::commands::openings::{board_of, rule_of};
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::OpeningsPlace;
use crate::openings;
use crate::run::{StopRequest, Urgency};

/// The number of searches between two lines of progress.
const TOLD_EVERY: usize = 10;

/// A book to be made.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct BookRequest {
    /// File of searched positions, which is created or continued.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Rule.
    #[arg(long, default_value = "freestyle", value_parser = rule_of)]
    pub rule: Rule,

    /// Board size.
    #[arg(long, default_value = "15", value_parser = board_of)]
    pub size: BoardSize,

    /// Openings from which to search: middle, contest, none (the empty board), or a file; may be
    /// given several times.
    #[arg(long, value_name = "PLACE", default_value = "none")]
    pub openings: Vec<String>,

    /// Nodes for each position.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub nodes: u64,

    /// Number of best moves that are examined in each position.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub lines: usize,

    /// Number of plies after an opening, fewer where play deviates from the best.
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub plies: usize,

    /// Number of positions in FILE at which to stop; 0 only writes the book.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub positions: usize,

    /// Number of searches at once [default: the number of processors].
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Number of searched positions below a position that puts it into the book.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub support: usize,

    /// File of a certificate of `pbrain-dolmen solve`, whose winning moves the book gets; may be given
    /// several times.
    #[arg(long = "certificate", value_name = "CERTIFICATE", value_hint = ValueHint::FilePath)]
    pub certificates: Vec<PathBuf>,

    /// Number of plies of a certificate that the book gets.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub proved_plies: usize,

    /// File of the book, which is replaced.
    #[arg(short, long, value_name = "BOOK", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// Searches the positions of a book, and writes the book.
///
/// # Errors
/// The openings or the file cannot be read, or something cannot be written.
pub fn book(
    request: &BookRequest,
    stop: &StopRequest,
    terminal: &mut Terminal<'_>,
) -> Result<Status, Problem> {
    let games = request.games()?;
    let certificates = request.certificates()?;
    let mut file = PositionFile::open(&request.file).map_err(Problem::results)?;
    let builder = Builder {
        openings: &games,
        nodes: request.nodes,
        lines: request.lines.max(1),
        plies: request.plies,
        positions: request.positions,
        threads: request.threads.unwrap_or_else(processors),
        support: request.support,
    };
    let must_stop = || stop.urgency() != Urgency::None;
    let started = Instant::now();
    let shown = Mutex::new(&mut *terminal);
    let show = |progress: Progress| {
        if progress.searched.is_multiple_of(TOLD_EVERY) {
            let text = remaining(progress, request.positions, started.elapsed());
            shown.lock().unwrap_or_else(PoisonError::into_inner).say(&text);
        }
    };
    let done = builder.run(&mut file, must_stop, show).map_err(Problem::results)?;
    terminal.say(&format!(
        "{} positions are in {}, {} of them new",
        done.known,
        request.file.display(),
        done.searched
    ));
    if let Some(output) = &request.output {
        let mut book = builder.book(file.positions());
        for certificate in &certificates {
            add_certificate(&mut book, certificate, request.proved_plies);
        }
        write_book(&book, output)?;
        terminal.say(&format!("wrote a book of {} positions to {}", book.len(), output.display()));
    }
    Ok(if must_stop() { Status::Stopped } else { Status::Done })
}

/// Returns the line of progress after some searches.
fn remaining(progress: Progress, wanted: usize, elapsed: Duration) -> String {
    let Progress { known, searched } = progress;
    let each = elapsed.as_secs_f64() / searched.max(1) as f64;
    let minutes = each * wanted.saturating_sub(known) as f64 / 60.0;
    format!("{known} of {wanted} positions searched ({minutes:.0} minutes left)")
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

impl BookRequest {
    /// Returns the positions after all openings.
    fn games(&self) -> Result<Vec<Game>, Problem> {
        let empty = Game::new(self.rule, self.size);
        let mut games = Vec::new();
        for name in &self.openings {
            let openings = match OpeningsPlace::from(name.clone()) {
                OpeningsPlace::None => {
                    games.push(empty.clone());
                    continue;
                }
                OpeningsPlace::Set(style) => openings::built_in(style, self.rule, self.size),
                OpeningsPlace::File { name, .. } => {
                    openings::read(&name, None, self.size, self.rule).map_err(Problem::usage)?
                }
            };
            games.extend(Builder::games(&empty, &openings).map_err(Problem::usage)?);
        }
        Ok(games)
    }

    /// Returns the certificates, once they are checked.
    fn certificates(&self) -> Result<Vec<Certificate>, Problem> {
        let read = |path: &PathBuf| {
            let bytes = fs::read(path).map_err(|error| error.to_string())?;
            let certificate = Certificate::from_bytes(&bytes).map_err(|error| error.to_string())?;
            certificate.check().map_err(|flaw| flaw.to_string())?;
            if certificate.rule != self.rule || certificate.position.size() != self.size {
                let (rule, size) = (certificate.rule, certificate.position.size());
                return Err(format!(
                    "is about {rule} on {size}, not {} on {}",
                    self.rule, self.size
                ));
            }
            Ok(certificate)
        };
        let of_path = |path: &PathBuf| {
            read(path).map_err(|reason| Problem::usage(format!("{}: {reason}", path.display())))
        };
        self.certificates.iter().map(of_path).collect()
    }
}

/// Writes a book, which replaces the file at once.
fn write_book(book: &Positions, path: &Path) -> Result<(), Problem> {
    let text = text::whole(book.lines());
    whole_file::replace(path, text.as_bytes())
        .map_err(|error| Problem::results(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests;
