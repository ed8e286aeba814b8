//! Tests of the own command line, and of what both dialects have in common. Lines that are not
//! understood are among the stored samples, `tests/samples/requests.txt`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap::error::ErrorKind;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::cli::own::Arguments;
use crate::cli::{CliError, parse};
use crate::commands::{MergeRequest, OpeningsRequest, Request, Run, Show, StatisticsRequest};
use crate::config::tests::fixture::{Folder, checked};
use crate::config::{Config, Draft, SprtDraft, Words};
use crate::openings::OpeningStyle;
use crate::statistics::{RatingModel, RatingRequest};

fn request(line: &str) -> Result<Request, CliError> {
    let words = shell_words::split(line).expect("tests quote well");
    parse(&words.into_iter().map(OsString::from).collect::<Vec<_>>())
}

/// The tournament that a line asks for.
#[track_caller]
pub(crate) fn run(line: &str) -> Run {
    match request(line) {
        Ok(Request::Run(run)) => *run,
        other => panic!("{line}: {other:?}"),
    }
}

/// Returns why a line is not understood.
#[track_caller]
pub(crate) fn refused(line: &str) -> String {
    request(line).expect_err(line).to_string()
}

/// The checked tournament that a line asks for; `$/` is the folder.
#[track_caller]
pub(crate) fn config(folder: &Folder, line: &str) -> Config {
    checked(&run(&folder.fill(line)).draft().expect("the file exists")).config
}

/// The tournament of two engines with more said about it.
#[track_caller]
fn with(more: &str) -> Config {
    let folder = Folder::new();
    config(&folder, &format!("--engine $/a --engine $/b {more}"))
}

#[track_caller]
fn check_refused(line: &str, parts: &[&str]) {
    let error = refused(line);
    assert!(parts.iter().all(|part| error.contains(part)), "{line}\n{error}");
}

#[test]
fn the_definition_holds() {
    Arguments::command().debug_assert();
}

/// The same tournament in three ways.
#[test]
fn toml_and_both_dialects_say_the_same() {
    let folder = Folder::new();
    folder.write(
        "t.toml",
        "rule = 'renju'\ngames = 8\nseed = 5\nconcurrency = 3\ntransform = false\n\
         draw-after = 200\nsend-boards = true\nformat = 'gauntlet'\nstate = 'r.jsonl'\n\
         openings = { file = 'o.txt', form = 'positions', order = 'random' }\n\
         [sprt]\nelo0 = -1\nelo1 = 5\nalpha = 0.1\nmodel = 'logistic'\n\
         [each]\nprofile = 'c-gomoku-cli'\ntc = '30/0.3+0.1'\noptions = { foo = 'bar' }\n\
         [[engine]]\nname = 'New Wine'\ncmd = './a -x 1'\nmemory = 1000\nmargin = 1\n\
         [[engine]]\ncmd = './pbrain-c'\ndepth = 5\nnodes = 1000\nthreads = 2\n",
    );
    let toml = config(&folder, "--config $/t.toml");
    let own = config(
        &folder,
        "--rule 4 --games 8 --seed=5 -c 3 --transform=false --draw-after 200 --send-boards \
         --gauntlet --state $/r.jsonl --openings $/o.txt,form=positions,order=random \
         --sprt elo0=-1,elo1=5,alpha=0.1,model=logistic --profile c-gomoku-cli \
         --tc 30/0.3+0.1 --option foo=bar \
         --engine 'name=New Wine,cmd=$/a -x 1,memory=1000,margin=1' \
         --engine $/pbrain-c,depth=5,nodes=1000,threads=2",
    );
    let other = config(
        &folder,
        "-each tc=30/0.3+0.1 option.foo=bar \
         -engine 'name=New Wine' 'cmd=$/a -x 1' maxmemory=1000 tolerance=1 \
         -engine cmd=$/pbrain-c depth=5 nodes=1000 thread=2 \
         -rule 4 -boardsize 15 -games 4 -rounds 2 -repeat -concurrency 3 -drawafter 200 \
         -sendbyboard -gauntlet -openings file=$/o.txt type=pos order=random srand=5 \
         -sprt elo0=-1 elo1=5 alpha=0.1 --state $/r.jsonl",
    );
    assert_eq!(own, toml);
    assert_eq!(other, toml);
    assert_eq!(own.to_toml(), toml.to_toml());
}

#[test]
fn values_of_the_own_dialect() {
    let config = with("--rule omok --size 19 --sprt 0,5 --swap2 --affinity --nodes 100");
    assert_eq!((config.rule, config.size), (Rule::Omok, BoardSize::square(19)));
    assert!(config.swap2 && config.affinity && config.restart && config.repeat);
    let sprt = config.sprt.expect("there is a test");
    assert_eq!((sprt.elo0, sprt.elo1, sprt.normalized), (0.0, 5.0, true));
    let config = with("--sprt -3,2 --repeat=false --games 5 --keep-messages=false --restart");
    assert_eq!(config.sprt.map(|sprt| sprt.elo0), Some(-3.0));
    assert_eq!((config.pairs, config.repeat, config.keep_messages), (5, false, false));
    assert!(config.restart);
    let first = |more: &str| with(more).openings[0].name.clone();
    assert_eq!(first(""), "middle 1");
    assert_eq!(first("--openings built-in"), "middle 1");
    assert_eq!(first("--openings middle"), "middle 1");
    assert_eq!(first("--openings contest,order=random"), "contest 1");
    assert!(first("--openings ./contest").starts_with("contest None"));
    let config = with("--openings none");
    assert!(config.openings.iter().all(|opening| opening.moves.is_empty()));
}

#[test]
fn the_command_line_counts_before_the_file() {
    let folder = Folder::new();
    let text = "games = 2\nrule = 1\n[[engine]]\ncmd = './a'\n[[engine]]\ncmd = './b'\n";
    folder.write("t.toml", text);
    let config = config(&folder, "run --config $/t.toml --games 6 --tc 0/2 --engine $/pbrain-c");
    assert_eq!((config.pairs, config.rule, config.engines.len()), (3, Rule::Standard, 3));
    assert_eq!(config.state, Path::new("t.jsonl"));
    assert_eq!(config.engines[0].limits.turn.map(|time| time.as_secs()), Some(2));
}

#[test]
fn what_is_not_the_tournament() {
    let run = run("-e a -e b -q --plain --rating gomocup --anchor 'a=x=1600.5' --resume");
    assert_eq!(run.show, Show { quiet: true, plain: true });
    let anchors = vec![("a=x".to_owned(), 1600.5)];
    assert_eq!(run.rating, RatingRequest { model: RatingModel::Gomocup, anchors });
    assert!(run.resume && !run.fatal_errors && !run.print_config);
    assert_eq!(run.notes, [""; 0]);
    let expected = "tournament -e a -e b -q --plain --rating gomocup --anchor a=x=1600.5 --resume";
    assert_eq!(run.command, expected.replace("a=x=1600.5", "'a=x=1600.5'"));
}

#[test]
fn nobody_named() {
    for line in ["", "--games 4 --plain"] {
        let Ok(Request::Demo(run)) = request(line) else { panic!("{line:?}") };
        assert!(run.said.engines.is_empty());
    }
    // Who says run has engines in mind.
    assert_eq!(run("run").said, Draft::default());
}

/// Checks that the text about the options is short enough for a terminal, and in no other's words.
#[test]
fn the_help_fits() {
    for line in ["--help", "run --help", "openings --help", "stats --help"] {
        for text in refused(line).lines() {
            assert!(text.chars().count() <= 100, "{line}: {text}");
        }
    }
    assert!(refused("--help").starts_with("Plays tournaments between Gomocup engines"));
}

#[test]
fn other_tasks() {
    let line = "openings --engine './brain -x' --rule renju --size 15 --count 20 --seed 3 \
                --nodes 500 --output o.txt";
    let Ok(Request::Openings(openings)) = request(line) else { panic!("{line}") };
    let expected = OpeningsRequest {
        engine: Some(Words(vec!["./brain".to_owned(), "-x".to_owned()])),
        rule: Rule::Renju,
        size: BoardSize::square(15),
        style: OpeningStyle::Middle,
        count: 20,
        seed: 3,
        nodes: Some(500),
        limit: None,
        output: Some(PathBuf::from("o.txt")),
    };
    assert_eq!(openings, expected);
    let Ok(Request::Openings(contest)) = request(&format!("{line} --style contest")) else {
        panic!("{line} --style contest")
    };
    assert_eq!(contest, OpeningsRequest { style: OpeningStyle::Contest, ..expected });
    check_refused("openings --style corner", &["corner", "middle, contest"]);
    let line = "stats r.jsonl --rating gomocup --sprt 0,3";
    let Ok(Request::Statistics(statistics)) = request(line) else { panic!("{line}") };
    let expected = StatisticsRequest {
        file: PathBuf::from("r.jsonl"),
        rating: RatingRequest { model: RatingModel::Gomocup, anchors: Vec::new() },
        sprt: Some(SprtDraft { elo0: Some(0.0), elo1: Some(3.0), ..SprtDraft::default() }),
    };
    assert_eq!(statistics, expected);
}

#[test]
fn help_is_no_mistake() {
    for line in ["--help", "-h", "--version", "run --help", "-engine cmd=a -help"] {
        let Err(CliError::Own(error)) = request(line) else { panic!("{line}") };
        let kinds = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
        assert!(kinds.contains(&error.kind()), "{line}: {error}");
        let text = error.to_string();
        let is_help = error.kind() == ErrorKind::DisplayHelp && !line.starts_with("run");
        assert!(!is_help || text.contains("\nExamples:\n"), "{line}: {text}");
    }
}

#[test]
fn shards_and_their_files_are_named() {
    let shard = |line: &str| run(line).shard.map(|shard| shard.to_string());
    assert_eq!(shard("run --engine ./a --engine ./b --shard 2/4").as_deref(), Some("2/4"));
    assert_eq!(shard("--engine ./a --engine ./b"), None);
    check_refused("--engine ./a --engine ./b --shard 4/4", &["--shard", "4/4", "0/4"]);

    let merge = |line: &str| match request(line) {
        Ok(Request::Merge(request)) => request,
        other => panic!("{line}: {other:?}"),
    };
    let plain = MergeRequest {
        files: ["a-0-of-2.jsonl", "a-1-of-2.jsonl"].map(PathBuf::from).to_vec(),
        output: Some(PathBuf::from("a.jsonl")),
        rating: RatingRequest::default(),
        sprt: None,
        follow: None,
        on_decision: None,
        keep_earliest: false,
        decision_status: false,
    };
    assert_eq!(merge("merge a-0-of-2.jsonl a-1-of-2.jsonl --output a.jsonl"), plain);
    let followed = MergeRequest {
        files: Vec::new(),
        output: None,
        sprt: Some("0,5".parse().expect("it is a test")),
        follow: Some(PathBuf::from("results")),
        on_decision: Some("scancel 7".to_owned()),
        keep_earliest: true,
        decision_status: true,
        ..plain
    };
    let line = "merge --follow results --sprt 0,5 --on-decision 'scancel 7' --keep-earliest";
    assert_eq!(merge(line), followed);
    check_refused("merge", &["FILE"]);
    check_refused("merge a.jsonl --on-decision x", &["--follow"]);
}
