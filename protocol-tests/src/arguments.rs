//! What the command line says.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ColorChoice, Parser, ValueHint};
use protocol_tests::outcome::{Delivery, Level};

/// How the program ends, for the help.
const STATUS: &str = "\
Exit status:
    0  every selected case passed, or was skipped since the engine lacks what it is about
    1  a case that an engine must pass failed
    2  the command line asks for something that cannot be
    3  no must failed, but a case that an engine should pass
    4  only cases failed that are nice to pass
    5  the engine cannot be started, or the suite could not do its work
  130  interrupted

Examples:
  protocol-tests --engine ./pbrain-mine
  protocol-tests --engine ./pbrain-mine --level must A-C time
  protocol-tests --engine ./pbrain-mine.exe --prefix wine64 -- --threads 1
  protocol-tests --explain A04";

/// Tests whether an engine speaks the Gomocup (Piskvork) protocol as managers expect it.
///
/// The engine is started afresh for each case, in an empty folder. Results go to standard
/// output, progress to standard error.
#[derive(Debug, Parser)]
#[command(version, after_help = STATUS, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The engine to test.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    #[arg(required_unless_present_any = ["list", "explain", "write_pages"])]
    pub(crate) engine: Option<PathBuf>,

    /// Which cases: identifiers (A04), ranges (A01-A05, A-C), groups (D, time), parts of
    /// names; all without.
    #[arg(value_name = "FILTER")]
    pub(crate) filters: Vec<String>,

    /// Arguments for the engine.
    #[arg(last = true, value_name = "ENGINE ARGUMENTS")]
    pub(crate) engine_arguments: Vec<OsString>,

    /// Words before the engine's path, split like a shell does: wine64, "qemu-x86_64 -cpu max".
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    #[arg(value_parser = shell_words_of)]
    pub(crate) prefix: Words,

    /// Up to which level: must (a manager forfeits or hangs), should (robust engines), nice
    /// (extensions).
    #[arg(long, default_value = "nice", value_parser = level_parser())]
    pub(crate) level: Level,

    /// Also the cases, values and deliveries that take long.
    #[arg(long)]
    pub(crate) full: bool,

    /// Deliver lines in these ways instead of those of each case: crlf, lf, bytes, burst,
    /// frozen.
    #[arg(long, value_name = "WAYS", value_delimiter = ',', value_parser = delivery_parser())]
    #[arg(hide_possible_values = true)]
    pub(crate) delivery: Option<Vec<Delivery>>,

    /// Play this recorded session of a manager instead of the cases; may be repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "filters", value_hint = ValueHint::FilePath)]
    pub(crate) replay: Vec<PathBuf>,

    /// Milliseconds added to every limit, for the noise of this machine.
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pub(crate) slack: u64,

    /// How many engines may run at once; without, twice the number of processors. Cases about
    /// time always run alone.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Read the cases from this folder instead of those built in.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) cases: Option<PathBuf>,

    /// Write the results as JUnit XML; - is standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) junit: Option<PathBuf>,

    /// Write the results as JSON lines; - is standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,

    /// Show the transcripts of all runs, uncut.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,

    /// Show only what failed and why, without transcripts.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// When to use colours; NO_COLOR is heeded.
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    /// List the selected cases instead of running them.
    #[arg(long, group = "instead")]
    pub(crate) list: bool,

    /// Tell everything about a case instead of running any.
    #[arg(long, value_name = "ID", group = "instead")]
    pub(crate) explain: Option<String>,

    /// Write the pages about the cases into a folder instead of running any.
    #[arg(long, value_name = "FOLDER", group = "instead", value_hint = ValueHint::DirPath)]
    pub(crate) write_pages: Option<PathBuf>,
}

/// The words of one argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) Vec<OsString>);

fn shell_words_of(text: &str) -> Result<Words, shell_words::ParseError> {
    let words = shell_words::split(text)?;
    Ok(Words(words.into_iter().map(OsString::from).collect()))
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    let levels = [Level::Must, Level::Should, Level::Nice];
    PossibleValuesParser::new(["must", "should", "nice"]).map(move |name| {
        let level = levels.into_iter().find(|level| level.to_string() == name);
        level.expect("only the names of levels are possible")
    })
}

fn delivery_parser() -> impl TypedValueParser<Value = Delivery> {
    PossibleValuesParser::new(["crlf", "lf", "bytes", "burst", "frozen"]).map(|name| {
        let delivery = Delivery::ALL.into_iter().find(|delivery| delivery.to_string() == name);
        delivery.expect("only the names of deliveries are possible")
    })
}

#[cfg(test)]
mod tests;
