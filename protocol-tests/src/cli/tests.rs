//! Tests of the command line.

use clap::CommandFactory;
use clap::error::ErrorKind;
use protocol_tests::outcome::{Delivery, Level};
use protocol_tests::referee::Rule;

use crate::cli::Arguments;

fn parse(line: &str) -> Result<Arguments, ErrorKind> {
    let words = shell_words::split(line).expect("the tests quote well");
    let words = std::iter::once("protocol-tests".to_owned()).chain(words);
    Arguments::read(words).map_err(|error| error.kind())
}

fn parsed(line: &str) -> Arguments {
    parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn the_definition_holds() {
    Arguments::command().debug_assert();
}

#[test]
fn defaults() {
    let arguments = parsed("--engine ./brain");
    assert_eq!(arguments.engine.as_deref(), Some("./brain"));
    assert_eq!((arguments.level, arguments.full), (Level::Nice, false));
    assert_eq!((arguments.slack, arguments.seed, arguments.jobs), (400, 1, None));
    assert!(arguments.filters.is_empty() && arguments.engine_arguments.is_empty());
    assert!(arguments.prefix.0.is_empty() && arguments.delivery.is_none());
}

#[test]
fn filters_stand_before_and_the_arguments_of_the_engine_after_the_dashes() {
    for line in ["--engine b D02 time -- --threads 1 D05", "D02 --engine b time -- --threads 1 D05"]
    {
        let arguments = parsed(line);
        assert_eq!(arguments.filters, ["D02", "time"], "{line}");
        assert_eq!(arguments.engine_arguments, ["--threads", "1", "D05"], "{line}");
    }
}

#[test]
fn values() {
    let arguments =
        parsed("--engine b --level must --delivery lf,bytes --delivery frozen --jobs 3");
    assert_eq!(arguments.level, Level::Must);
    let deliveries = [Delivery::Lf, Delivery::Bytes, Delivery::Frozen];
    assert_eq!(arguments.delivery.as_deref(), Some(&deliveries[..]));
    assert_eq!(arguments.jobs.map(usize::from), Some(3));
    let arguments =
        parsed("' A04' --engine b --skip 'A05, D' --rules 'renju, caro' --delivery 'lf, bytes'");
    assert_eq!(arguments.filters, ["A04"]);
    assert_eq!(arguments.skip, ["A05", "D"]);
    assert_eq!(arguments.rules.as_deref(), Some(&[Rule::Renju, Rule::Caro][..]));
    assert_eq!(arguments.delivery.as_deref(), Some(&deliveries[..2]));
    let arguments = parsed("--engine b --prefix \"wine64 'a b'\" --replay one --replay two");
    assert_eq!(arguments.prefix.0, ["wine64", "a b"]);
    assert_eq!((arguments.replay.len(), arguments.dialogue), (2, None));
    let arguments = parsed("--engine b --replay log --dialogue \"1.0 mine\"");
    assert_eq!(arguments.dialogue.as_deref(), Some("1.0 mine"));
}

#[test]
fn only_runs_need_an_engine() {
    for line in ["--list", "--list D", "--explain A04", "--write-pages pages", "--write-pages"] {
        assert!(parse(line).is_ok(), "{line}");
    }
    assert_eq!(parse("A04").unwrap_err(), ErrorKind::MissingRequiredArgument);
}

#[test]
fn arguments_that_exclude_each_other() {
    let check = |line: &str, kind: ErrorKind| assert_eq!(parse(line).unwrap_err(), kind, "{line}");
    check("--engine b --level high", ErrorKind::InvalidValue);
    check("--engine b --delivery cr", ErrorKind::InvalidValue);
    check("--engine b --jobs 0", ErrorKind::ValueValidation);
    check("--engine b --slack -5", ErrorKind::UnknownArgument);
    check("--engine b --prefix \"'open\"", ErrorKind::ValueValidation);
    check("--engine b --verbose --quiet", ErrorKind::ArgumentConflict);
    check("--engine b --replay f A04", ErrorKind::ArgumentConflict);
    check("--engine b --dialogue 1.0", ErrorKind::MissingRequiredArgument);
    check("--list --explain A04", ErrorKind::ArgumentConflict);
}
