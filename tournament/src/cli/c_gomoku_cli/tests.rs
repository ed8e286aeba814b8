//! Tests of command lines as users of c-gomoku-cli write them.

use std::path::Path;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::cli::tests::{config, run};
use crate::config::tests::fixture::{Folder, checked, opening};
use crate::config::tests::plain_limits;
use crate::config::{
    Config, Draft, EngineConfig, Format, Limits, OpeningForm, OpeningStyle, OpeningsDraft,
    OpeningsPlace, Order, Profile,
};

#[track_caller]
fn check_notes(line: &str, expected: &[&str]) {
    assert_eq!(run(line).notes, expected, "{line}");
}

fn engine(folder: &Folder, name: &str, file: &str, limits: &Limits) -> EngineConfig {
    EngineConfig {
        name: name.to_owned(),
        command: vec![folder.text(file)],
        folder: None,
        options: Vec::new(),
        limits: limits.clone(),
        profile: Profile::CGomokuCli,
    }
}

/// A line with the options that its manual shows.
const MANUAL: &str = "-each tc=180/30 \
    -engine name=Wine cmd=$/a -engine name=Rapfi cmd=$/b \
    -rule 0 -boardsize 20 -rounds 2 -games 4000 -debug -repeat \
    -concurrency 8 -drawafter 200 \
    -pgn my_games.pgn -sgf my_games.sgf -msg my_games.txt \
    -openings file=offset_freestyle_20x20.txt order=random";

#[test]
fn the_line_of_the_manual() {
    let folder = Folder::new();
    let limits = Limits {
        turn: Some(Duration::from_secs(30)),
        game: Some(Duration::from_secs(180)),
        ..plain_limits()
    };
    let config = config(&folder, MANUAL);
    let mut names: Vec<_> = config.openings.iter().map(|opening| &opening.name[..]).collect();
    names.sort_unstable();
    let name = "offset_freestyle_20x20.txt Some(Offsets) 20x20 freestyle";
    assert_eq!(names, [1, 2, 3].map(|line| format!("{name}:{line}")));
    let expected = Config {
        engines: vec![
            engine(&folder, "Wine", "a", &limits),
            engine(&folder, "Rapfi", "b", &limits),
        ],
        format: Format::RoundRobin,
        rule: Rule::Freestyle,
        size: BoardSize::square(20),
        openings: config.openings.clone(),
        swap2: false,
        transform: false,
        pairs: 4000,
        repeat: true,
        restart: false,
        concurrency: 8,
        affinity: false,
        strict_clock: false,
        draw_after: Some(200),
        send_boards: false,
        keep_messages: true,
        seed: 1,
        sprt: None,
        state: Path::new("tournament.jsonl").to_owned(),
        stop_file: Path::new("tournament.jsonl.stop").to_owned(),
    };
    assert_eq!(config, expected);
    let kept = "is not written: the file of results contains all games, with the last message \
                before each move";
    let notes = run(MANUAL).notes;
    assert_eq!(
        notes,
        [
            "-debug has no effect: communication with the engines is not logged".to_owned(),
            format!("-pgn my_games.pgn {kept}"),
            format!("-sgf my_games.sgf {kept}"),
            format!("-msg my_games.txt {kept}"),
            "without srand the seed is 1 rather than random, so that the same command resumes the \
         same games"
                .to_owned(),
        ]
    );
}

#[test]
fn a_single_game_is_what_nothing_said_means() {
    let folder = Folder::new();
    let config = config(&folder, "-engine cmd=$/a tc=5 -engine cmd=$/b tc=5");
    assert_eq!((config.pairs, config.repeat, config.concurrency), (1, false, 1));
    assert_eq!(config.openings, [opening("empty board", &[])]);
    assert_eq!((config.rule, config.size), (Rule::Freestyle, BoardSize::square(15)));
    let limits = &config.engines[0].limits;
    let five = Some(Duration::from_secs(5));
    assert_eq!((limits.turn, limits.game, limits.memory), (five, five, Some(367_001_600)));
    let names: Vec<_> = config.engines.iter().map(|engine| &engine.name[..]).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn what_all_engines_have_does_not_reset_what_one_has() {
    let folder = Folder::new();
    let line = "-engine cmd=$/a tc=9/3 maxmemory=1000 tolerance=0.5 option.x=1 option.y=2 \
                -engine cmd=$/b -each tc=7/2 thread=2 tolerance=60 option.x=5";
    let engines = config(&folder, line).engines;
    let seconds = |engine: &EngineConfig| engine.limits.turn.map(|time| time.as_secs());
    assert_eq!(engines.iter().map(seconds).collect::<Vec<_>>(), [Some(3), Some(2)]);
    let memory: Vec<_> = engines.iter().map(|engine| engine.limits.memory).collect();
    assert_eq!(memory, [Some(1000), Some(350 << 20)]);
    let margins: Vec<_> = engines.iter().map(|engine| engine.limits.margin.as_millis()).collect();
    assert_eq!(margins, [500, 60_000]);
    let starts: Vec<_> = engines.iter().map(|engine| engine.limits.startup.as_secs()).collect();
    assert_eq!(starts, [10, 60]);
    assert!(engines.iter().all(|engine| engine.limits.threads == Some(2)));
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(engines[0].options, [pair("x", "1"), pair("y", "2")]);
    assert_eq!(engines[1].options, [pair("x", "5")]);
    let counts = |key| format!("engine 1 uses its own {key}, not that of -each");
    assert_eq!(run(line).notes, [counts("tc"), counts("tolerance")]);
}

#[test]
fn openings() {
    let draft = |line: &str| {
        let run = run(&format!("-engine cmd=a tc=1 -engine cmd=b tc=1 -openings {line}"));
        (run.said.openings.expect("they were said"), run.said.seed)
    };
    let expected =
        |name, form, order| OpeningsDraft { form: Some(form), order, ..OpeningsDraft::named(name) };
    let (offsets, random) = (OpeningForm::Offsets, Some(Order::Random));
    for (line, name, form, order, seed) in [
        ("file=o.txt", "o.txt", offsets, None, None),
        (
            "order=sequential type=pos srand=7 file=o.txt",
            "o.txt",
            OpeningForm::Positions,
            Some(Order::Sequential),
            Some(7),
        ),
        ("file=o.txt type=offset order=random srand=0", "o.txt", offsets, random, None),
        ("type=pos", "none", OpeningForm::Positions, None, None),
        ("order=random file=contest", "contest", offsets, random, None),
        ("file=./contest", "./contest", offsets, None, None),
    ] {
        assert_eq!(draft(line), (expected(name, form, order), seed), "{line}");
    }
    assert_eq!(draft("file=o.txt --openings contest").0, OpeningsDraft::named("contest"));
    let contest = Some(OpeningsPlace::Set(OpeningStyle::Contest));
    assert_eq!(OpeningsDraft::named("contest").file, contest);
}

#[test]
fn pairs_need_an_even_number() {
    let folder = Folder::new();
    let line = "-engine cmd=$/a tc=1 -engine cmd=$/b tc=1 -games 3 -rounds 3";
    let alone = config(&folder, line);
    assert_eq!((alone.pairs, alone.repeat), (9, false));
    let paired = format!("{line} -repeat");
    let repeated = config(&folder, &paired);
    assert_eq!((repeated.pairs, repeated.repeat), (5, true));
    check_notes(&paired, &["9 games per pairing become 10, because games are played in pairs"]);
}

#[test]
fn options_without_effect_say_so() {
    let line = |more: &str| format!("-engine cmd=a tc=1 -engine cmd=b tc=1 {more}");
    let played = "has no effect: games are played to the end, because the evaluations of \
                  different engines cannot be compared";
    check_notes(
        &line("-log"),
        &["-log has no effect: communication with the engines is not logged"],
    );
    check_notes(&line("-draw 5 10"), &[&format!("-draw {played}")]);
    check_notes(&line("-resign 5 -10"), &[&format!("-resign {played}")]);
    check_notes(&line("-loseonly"), &["-loseonly has no effect: all games are kept"]);
    let sample = "-sample is not written: the file of results contains all games";
    check_notes(&line("-sample freq=0.25 format=csv file=out.csv"), &[sample]);
    check_notes(&line("-sample"), &[sample]);
    let no_clock = "b has no tc and gets 1 s per move instead of unlimited time";
    check_notes("-engine cmd=a tc=1 -engine name=b cmd=b", &[no_clock]);
    check_notes("-engine cmd=a depth=1 -engine name=b cmd=b nodes=1", &[]);
}

#[test]
fn crashes_may_end_it() {
    let line = "-engine cmd=a tc=1 -engine cmd=b tc=1";
    assert!(!run(line).fatal_errors);
    assert!(run(&format!("{line} -fatalerror")).fatal_errors);
}

#[test]
fn own_options_count_before() {
    let line = "--plain -engine cmd=a -engine cmd=b -each tc=1 -games 2 --games 6 --profile \
                plain -repeat --state x.jsonl -gauntlet";
    let run = run(line);
    assert!(run.show.plain);
    let Draft { games, state, format, repeat, each, .. } = run.said;
    assert_eq!((games, repeat, format), (Some(6), Some(true), Some(Format::Gauntlet)));
    assert_eq!(state.as_deref(), Some(Path::new("x.jsonl")));
    assert_eq!(each.profile, Some(Profile::Plain));
}

#[test]
fn transform_and_boards() {
    let folder = Folder::new();
    let line = "-engine cmd=$/a tc=1 -engine cmd=$/b tc=1 -transform -sendbyboard -rule 9 \
                -boardsize 22";
    let config = config(&folder, line);
    assert!(config.transform && config.send_boards);
    assert_eq!((config.rule, config.size), (Rule::Caro, BoardSize::square(22)));
}

#[test]
fn the_command_is_kept_as_a_shell_reads_it() {
    let run = run("-engine 'cmd=./a -x' tc=1 -engine cmd=b");
    assert_eq!(run.command, "tournament -engine 'cmd=./a -x' 'tc=1' -engine 'cmd=b'");
}

#[test]
fn engines_of_the_file_come_first() {
    let folder = Folder::new();
    folder.write("t.toml", "[[engine]]\ncmd = './b'\n");
    let line = folder.fill("-engine cmd=$/a -each tc=1 --config $/t.toml");
    let config = checked(&run(&line).draft().expect("the file exists")).config;
    let names: Vec<_> = config.engines.iter().map(|engine| &engine.name[..]).collect();
    assert_eq!(names, ["b", "a"]);
}
