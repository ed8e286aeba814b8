//! The arguments of the tasks other than playing.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::arguments::{
    ExportRequest, OpeningsRequest, RatingModel, RatingRequest, ReportRequest, StatisticsRequest,
};
use crate::commands::ServeRequest;
use crate::config::{OpeningStyle, RuleText, SizeText, SprtDraft, Words};
use crate::show::server::Bind;
use crate::store::export::{Form, PsqWriter};

/// The estimation of strength.
#[derive(Debug, Args)]
#[command(next_help_heading = "Ratings")]
pub(crate) struct RatingArguments {
    /// Model of the rating list.
    #[arg(long, value_name = "MODEL", default_value = "fitted")]
    rating: RatingModel,

    /// Fix the rating of an engine; may be repeated.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor_of)]
    anchors: Vec<(String, f64)>,
}

/// Openings to be made.
#[derive(Debug, Args)]
pub(crate) struct OpeningsArguments {
    /// Engine that judges openings; it must report evaluations in the format of Dolmen
    /// [default: pbrain-dolmen in the folder of this program].
    #[arg(short, long, value_name = "COMMAND", value_parser = command_of)]
    engine: Option<Words>,

    /// Rule of the openings.
    #[arg(long, default_value = "freestyle")]
    rule: RuleText,

    /// Board size.
    #[arg(long, default_value = "15")]
    size: SizeText,

    /// Style of the openings: in a small square around the centre, or anywhere, as in
    /// contests.
    #[arg(long, default_value = "middle")]
    style: OpeningStyle,

    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,

    /// Seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Nodes for each evaluation of an opening.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Largest evaluation, for either side, that counts as balanced.
    #[arg(long, value_name = "VALUE")]
    limit: Option<u64>,

    /// File to write [default: standard output].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// Results to be counted.
#[derive(Debug, Args)]
pub(crate) struct StatisticsArguments {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    rating: RatingArguments,

    /// Test to apply to the results, as for a tournament.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<SprtDraft>,
}

/// A report to be written.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Page to write [default: FILE with the extension .html].
    #[arg(short, long, value_name = "PAGE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    rating: RatingArguments,
}

/// A report to be shown.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(default_value = "tournament.jsonl")]
    file: PathBuf,

    /// Port; 0 picks any free port [default: 8225 if it is free].
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Address or name to listen on; 0.0.0.0 means all addresses of this machine [default:
    /// 127.0.0.1, which other machines cannot reach].
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,

    #[command(flatten)]
    rating: RatingArguments,
}

/// Games to be written in another form.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Format of the export.
    #[arg(short, long, value_name = "FORM")]
    form: Form,

    /// Program whose psq format to write.
    #[arg(long, value_name = "PROGRAM", default_value = "gomocup")]
    writer: PsqWriter,

    /// File or folder to write [default: standard output, or a folder next to FILE].
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
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let number = elo.parse::<f64>().ok().filter(|elo| elo.is_finite());
    Ok((
        name.to_owned(),
        number.ok_or_else(|| format!("invalid rating {elo:?}: expected a number"))?,
    ))
}

fn command_of(text: &str) -> Result<Words, String> {
    let words: Words = text.parse().map_err(|error| format!("{error}"))?;
    if words.0.is_empty() { Err("the command is empty".to_owned()) } else { Ok(words) }
}
