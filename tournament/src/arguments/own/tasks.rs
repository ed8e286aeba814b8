//! What stands on the command line besides a tournament.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::arguments::{
    ExportRequest, OpeningsRequest, RatingModel, RatingRequest, ReportRequest, StatisticsRequest,
};
use crate::config::{OpeningStyle, RuleText, SizeText, SprtDraft, Words};
use crate::records::{Form, PsqWriter};
use crate::serve::{Bind, ServeRequest};

/// How strength is estimated.
#[derive(Debug, Args)]
#[command(next_help_heading = "Ratings")]
pub(crate) struct RatingArguments {
    /// The model of the rating list.
    #[arg(long, value_name = "MODEL", default_value = "fitted")]
    rating: RatingModel,

    /// The rating of an engine that is known; may be repeated.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor_of)]
    anchors: Vec<(String, f64)>,
}

/// Openings to be made.
#[derive(Debug, Args)]
pub(crate) struct OpeningsArguments {
    /// The engine that judges openings; it must tell values as Dolmen does [default:
    /// pbrain-dolmen beside this program].
    #[arg(short, long, value_name = "COMMAND", value_parser = command_of)]
    engine: Option<Words>,

    /// The rule.
    #[arg(long, default_value = "freestyle")]
    rule: RuleText,

    /// The board.
    #[arg(long, default_value = "15")]
    size: SizeText,

    /// The style of the openings: in a small square round the middle, or anywhere, as in
    /// contests.
    #[arg(long, default_value = "middle")]
    style: OpeningStyle,

    /// How many.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,

    /// Where randomness starts.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Nodes for each judgement.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The largest value, to either side, that counts as even.
    #[arg(long, value_name = "VALUE")]
    limit: Option<u64>,

    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// Results to be counted.
#[derive(Debug, Args)]
pub(crate) struct StatisticsArguments {
    /// The file of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    rating: RatingArguments,

    /// A test to be made on the results, as in a tournament.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<SprtDraft>,
}

/// A report to be written.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The file of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// The page to write [default: FILE, ending in .html].
    #[arg(short, long, value_name = "PAGE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    rating: RatingArguments,
}

/// A report to be shown.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The file of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(default_value = "tournament.jsonl")]
    file: PathBuf,

    /// The port; 0: any that is free [default: 8225 if it is free].
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The address or name of this machine to listen on, such as 0.0.0.0 for all of them
    /// [default: 127.0.0.1, which no other machine can reach].
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,

    #[command(flatten)]
    rating: RatingArguments,
}

/// Games to be written in another form.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// The file of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// The form.
    #[arg(short, long, value_name = "FORM")]
    form: Form,

    /// Whose way to write psq.
    #[arg(long, value_name = "PROGRAM", default_value = "gomocup")]
    writer: PsqWriter,

    /// The file or folder to write [default: standard output, or a folder beside FILE].
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
}

impl RatingArguments {
    pub(crate) fn into_request(self) -> RatingRequest {
        RatingRequest { model: self.rating, anchors: self.anchors }
    }
}

impl OpeningsArguments {
    pub(crate) fn into_request(self) -> OpeningsRequest {
        let Self { engine, rule, size, style, count, seed, nodes, limit, output } = self;
        let (RuleText(rule), SizeText(size)) = (rule, size);
        OpeningsRequest { engine, rule, size, style, count, seed, nodes, limit, output }
    }
}

impl StatisticsArguments {
    pub(crate) fn into_request(self) -> StatisticsRequest {
        StatisticsRequest { file: self.file, rating: self.rating.into_request(), sprt: self.sprt }
    }
}

impl ReportArguments {
    pub(crate) fn into_request(self) -> ReportRequest {
        let Self { file, output, rating } = self;
        let output = output.unwrap_or_else(|| file.with_extension("html"));
        ReportRequest { file, output, rating: rating.into_request() }
    }
}

impl ServeArguments {
    pub(crate) fn into_request(self) -> ServeRequest {
        let Self { file, port, host, rating } = self;
        ServeRequest { file, bind: Bind { host, port }, rating: rating.into_request() }
    }
}

impl ExportArguments {
    pub(crate) fn into_request(self) -> ExportRequest {
        let Self { file, form, writer, output } = self;
        ExportRequest { file, form, writer, output }
    }
}

fn anchor_of(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("it is not NAME=ELO")?;
    let number = elo.parse::<f64>().ok().filter(|elo| elo.is_finite());
    Ok((name.to_owned(), number.ok_or_else(|| format!("{elo:?} is not a number"))?))
}

fn command_of(text: &str) -> Result<Words, String> {
    let words: Words = text.parse().map_err(|error| format!("{error}"))?;
    if words.0.is_empty() { Err("no command".to_owned()) } else { Ok(words) }
}
