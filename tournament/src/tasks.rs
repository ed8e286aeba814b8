//! The tasks of the program besides playing: making openings, counting results again, and writing
//! them for other programs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::config::{SprtDraft, check_sprt};
use crate::openings::{OpeningsRequest, Progress};
use crate::plan::CanonicalSprt;
use crate::play::Terminal;
use crate::record::GameRecord;
use crate::records::{self, Form, PsqWriter, Uneven};
use crate::report;
use crate::reporting::Subject;
use crate::results::Results;
use crate::state::{Contents, Header, parse};
use crate::statistics::RatingRequest;
use crate::status::{Problem, Status};

/// Results to be counted.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticsRequest {
    /// The file of results.
    pub file: PathBuf,
    /// The estimation of strength.
    pub rating: RatingRequest,
    /// A test to be made on them, other than that of the tournament.
    pub sprt: Option<SprtDraft>,
}

/// A report to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportRequest {
    /// The file of results.
    pub file: PathBuf,
    /// The page to write.
    pub output: PathBuf,
    /// The estimation of strength.
    pub rating: RatingRequest,
}

/// Games to be written in another form.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportRequest {
    /// The file of results.
    pub file: PathBuf,
    /// The form.
    pub form: Form,
    /// Whose `.psq`.
    pub writer: PsqWriter,
    /// The file or folder; none: standard output, or a folder beside the file of results.
    pub output: Option<PathBuf>,
}

/// Makes openings.
///
/// # Errors
/// See [`Problem`].
pub fn openings(request: &OpeningsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let Terminal { out, err, .. } = terminal;
    let mut told = 0;
    let progress = |Progress { tried, kept, .. }: Progress| {
        if kept > told {
            told = kept;
            // Without standard error the file is enough.
            writeln!(err, "{kept} of {} openings found, {tried} positions tried", request.count)
                .ok();
        }
    };
    request.run(out, progress).map_err(Problem::machine)?;
    Ok(Status::Done)
}

/// Counts the results of a file, even of a tournament that is being played.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn statistics(request: &StatisticsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let (header, records) = load(&request.file, terminal)?;
    let Header { mut config, plan, .. } = header;
    if let Some(draft) = &request.sprt {
        let test = check_sprt(draft, config.engines.len()).map_err(Problem::usage)?;
        config.sprt = Some(CanonicalSprt::new(&test));
    }
    let results = Results::new(&config, &request.rating).map_err(Problem::usage)?;
    terminal.print(&results.text(&records, terminal.width))?;
    let path = request.file.display();
    terminal.say(&format!("{} games of plan {plan} in {path}", records.len()));
    Ok(Status::Done)
}

/// Writes the games of a file in another form, in the order of the plan.
///
/// # Errors
/// The file cannot be read or is damaged, or the games cannot be written.
pub fn export(request: &ExportRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ExportRequest { file, form, writer, output } = request;
    let (header, mut records) = load(file, terminal)?;
    records.sort_by_key(|record| record.id);
    let games = (records.as_slice(), &header);
    let exported =
        records::export(*form, *writer, games, file, output.as_deref(), &mut terminal.out)
            .map_err(Problem::results)?;
    if *form == Form::Elo
        && let Some(Uneven { assumed, actual }) = records::uneven(&records, &header)
    {
        terminal.say(&format!(
            "note: programs that read these lines assume {assumed} games per pairing and count \
             missing games as draws, but one pairing has {actual} games"
        ));
    }
    if exported.empty > 0 {
        terminal.say(&format!("omitted {} games without moves", exported.empty));
    }
    if let Some(place) = &exported.place {
        terminal.say(&format!("wrote {} games to {}", exported.games, place.display()));
    }
    Ok(Status::Done)
}

/// Writes the report of a file, even of a tournament that is being played.
///
/// # Errors
/// The file cannot be read or is damaged, or the report cannot be written.
pub fn report(request: &ReportRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let (header, records) = load(&request.file, terminal)?;
    let subject = Subject::of(&header, &request.rating)?;
    let output = request.output.display();
    report::write(&request.output, &subject.snapshot(&records, &[]))
        .map_err(|error| Problem::results(format!("{output}: {error}")))?;
    terminal.say(&format!("wrote the report of {} games to {output}", records.len()));
    Ok(Status::Done)
}

/// Reads a file of results, and says so if it ends in the middle of a line.
fn load(path: &Path, terminal: &mut Terminal) -> Result<(Header, Vec<GameRecord>), Problem> {
    let File { header, records, torn } = read(path)?;
    if let Some(line) = torn {
        let path = path.display();
        terminal.say(&format!("{path}: line {line} is incomplete and is ignored"));
    }
    Ok((header, records))
}

/// A file of results as it is at the moment.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) header: Header,
    pub(crate) records: Vec<GameRecord>,
    /// The number of a line at the end that is not complete.
    pub(crate) torn: Option<usize>,
}

/// Reads a file of results.
pub(crate) fn read(path: &Path) -> Result<File, Problem> {
    let shown = path.display();
    let about = |error: &dyn std::fmt::Display| Problem::results(format!("{shown}: {error}"));
    let bytes = fs::read(path).map_err(|error| about(&error))?;
    let Contents { header, records, torn, .. } = parse(&bytes).map_err(|error| about(&error))?;
    let Some(header) = header else { return Err(about(&"the file is empty")) };
    Ok(File { header, records, torn })
}
