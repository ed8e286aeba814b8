//! The command line of the suite.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ColorChoice, Command, CommandFactory, Parser, ValueHint};
use protocol_tests::outcome::{Delivery, Level};
use protocol_tests::referee::Rule;
use strum::VariantArray;

/// The usage, with the engine that most uses need.
const USAGE: &str =
    "protocol-tests [OPTIONS] --engine <COMMAND> [FILTER]... [-- <ENGINE ARGUMENTS>...]";

/// The exit statuses and examples at the end of the help.
const STATUS: &str = "\
Exit status:
    0  every selected case passed, or was skipped because the engine lacks the feature it tests
    1  a case of level `must` failed
    2  the command line is invalid
    3  a case of level `should` failed, but none of level `must`
    4  only cases of level `nice` failed
    5  the engine could not be started or exited before its first command, or the suite itself failed
  130  interrupted

Examples:
  protocol-tests --engine ./pbrain-mine
  protocol-tests --engine ./pbrain-mine --level must A-C time
  protocol-tests --engine 'python3 ./mine.py' --rules freestyle,standard --skip H12
  protocol-tests --engine ./pbrain-mine.exe --prefix wine64 -- --threads 1
  protocol-tests --explain A04";

/// Tests whether an engine speaks the Gomocup (Piskvork) protocol as managers expect it.
///
/// The suite starts the engine anew for each case, in an empty folder. It writes results to
/// standard output and progress to standard error.
#[derive(Debug, Parser)]
#[command(version, override_usage = USAGE, after_help = STATUS, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The engine to test: its path, or a command that is split into words as a shell would, as in
    /// "python3 ./mine.py". The paths of the program and the script may be relative; those of other files must
    /// be absolute.
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub(crate) engine: Option<String>,

    /// Cases to run: identifiers (A04), ranges (A01-A05, A-C), groups (D, time) or parts of
    /// names. Without a filter, all cases run.
    #[arg(value_name = "FILTER", value_parser = Trimmed(StringValueParser::new()))]
    pub(crate) filters: Vec<String>,

    /// Arguments for the engine.
    #[arg(last = true, value_name = "ENGINE ARGUMENTS")]
    pub(crate) engine_arguments: Vec<OsString>,

    /// Command to put before the engine's path, split into words as a shell would: wine64,
    /// "qemu-x86_64 -cpu max".
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    #[arg(value_parser = shell_words_of)]
    pub(crate) prefix: Words,

    /// Send INFO with this key and value before everything else, as in --info "pondering 1"; may be
    /// repeated.
    #[arg(long, value_name = "KEY VALUE")]
    pub(crate) info: Vec<String>,

    /// Run the cases up to this level: must (managers forfeit games of an engine that fails, or
    /// hang; any legal moves pass), should (expected of a robust engine, with moves that the rules force), nice
    /// (extensions).
    #[arg(long, default_value = "nice", value_parser = name::<Level>())]
    pub(crate) level: Level,

    /// Run only the cases and values of these rules, for an engine that knows no others: freestyle,
    /// standard, renju, caro, caro6. No case tests omok, which no manager announces.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = name::<Rule>())]
    #[arg(hide_possible_values = true)]
    pub(crate) rules: Option<Vec<Rule>>,

    /// Leave out these cases, selected in the same way as the cases to run: --skip C14,H12.
    #[arg(long, value_name = "FILTER", value_delimiter = ',')]
    #[arg(value_parser = Trimmed(StringValueParser::new()))]
    pub(crate) skip: Vec<String>,

    /// Also run the slow cases, values and deliveries.
    #[arg(long)]
    pub(crate) full: bool,

    /// Deliver commands in these ways instead of the ways that each case names: crlf, lf,
    /// bytes, burst, frozen.
    #[arg(long, value_name = "WAYS", value_delimiter = ',', value_parser = name::<Delivery>())]
    #[arg(hide_possible_values = true)]
    pub(crate) delivery: Option<Vec<Delivery>>,

    /// Replay this recorded session of a manager, or the log of a runner, instead of running cases; may be
    /// repeated.
    #[arg(long, value_name = "FILE", conflicts_with = "filters", value_hint = ValueHint::FilePath)]
    pub(crate) replay: Vec<PathBuf>,

    /// Replay this dialogue of a log that holds several: the game and the engine, as in "1.0 mine", or one of
    /// them if that is enough.
    #[arg(long, value_name = "NAME", requires = "replay")]
    pub(crate) dialogue: Option<String>,

    /// Milliseconds added to every time limit, to allow for delays on this machine.
    #[arg(long, value_name = "MS", default_value_t = 400)]
    pub(crate) slack: u64,

    /// Number of engines that may run at once [default: twice the number of processors].
    /// Timing cases always run alone.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Read the cases from this folder instead of using the built-in ones.
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

    /// Show only the failed cases and the reasons, without transcripts.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// When to use colours; `auto` respects NO_COLOR.
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    /// List the selected cases instead of running them.
    #[arg(long, group = "instead")]
    pub(crate) list: bool,

    /// Explain a case in full instead of running any.
    #[arg(long, value_name = "ID", group = "instead")]
    pub(crate) explain: Option<String>,

    /// Write the documentation pages of the cases to this folder instead of running any. Without a
    /// folder, they go to dist/protocol-cases.
    #[arg(long, value_name = "FOLDER", group = "instead", value_hint = ValueHint::DirPath)]
    #[arg(num_args = 0..=1, default_missing_value = "dist/protocol-cases")]
    pub(crate) write_pages: Option<PathBuf>,
}

impl Arguments {
    /// Parses the words of a command line, of which the first is the name of the program.
    ///
    /// # Errors
    /// Returns an error if a word is invalid, or if an engine is missing for what is asked.
    pub(crate) fn read<W>(words: impl IntoIterator<Item = W>) -> Result<Self, clap::Error>
    where
        W: Into<OsString> + Clone,
    {
        let arguments = Self::try_parse_from(words)?;
        let instead =
            arguments.list || arguments.explain.is_some() || arguments.write_pages.is_some();
        if arguments.engine.is_some() || instead {
            return Ok(arguments);
        }
        let message = arguments.missing_engine();
        Err(Self::command().error(ErrorKind::MissingRequiredArgument, message))
    }

    /// Returns the error about a missing engine, which may be among the filters.
    fn missing_engine(&self) -> String {
        let is_path = |text: &&String| text.contains(['/', '\\']) || Path::new(text).is_file();
        match self.filters.iter().find(is_path) {
            Some(engine) => {
                format!(
                    "'{engine}' is no case: the engine belongs after --engine, as in --engine {engine}"
                )
            }
            None => "the engine to test is missing: expected --engine <COMMAND>".to_owned(),
        }
    }
}

/// The words of one argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) Vec<OsString>);

fn shell_words_of(text: &str) -> Result<Words, shell_words::ParseError> {
    let words = shell_words::split(text)?;
    Ok(Words(words.into_iter().map(OsString::from).collect()))
}

/// Parses the name of a variant.
fn name<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantArray + FromStr<Err = strum::ParseError> + Into<&'static str>,
    T: Copy + Send + Sync,
{
    let names = T::VARIANTS.iter().map(|&variant| -> &'static str { variant.into() });
    Trimmed(PossibleValuesParser::new(names)).try_map(|name| name.parse())
}

/// A parser of values without the blanks around them, as in `--skip 'A04, A05'`.
#[derive(Clone)]
struct Trimmed<P>(P);

impl<P: TypedValueParser> TypedValueParser for Trimmed<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let trimmed = value.to_str().map_or(value, |text| OsStr::new(text.trim()));
        self.0.parse_ref(command, argument, trimmed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

#[cfg(test)]
mod tests;
