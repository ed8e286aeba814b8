//! The generator with engines that are shell scripts.
#![cfg(unix)]

use std::collections::HashSet;
use std::num::NonZero;
use std::time::Duration;

use dolmen::board::{BoardSize, Point};
use dolmen::protocol::info::Info;
use dolmen::rules::Rule;
use game_engine_process::EngineCommand;

use super::beginnings::MIDDLE_STONES;
use super::contest::Region;
use super::{
    Effort, GenerateError, GeneratorSettings, Judgement, Known, Progress, Source, generate,
};
use crate::openings::{Opening, OpeningStyle};
use crate::openings::{check, shape};

/// An engine that runs `at_done` at the end of a BOARD block, when `x` is the column of the
/// last stone.
fn engine(at_done: &str) -> EngineCommand {
    let script = format!(
        "while read -r line; do case $line in START*|RECTSTART*) echo OK;; END*) exit;; \
         [0-9]*) x=${{line%%,*}};; DONE) {at_done};; esac; done"
    );
    EngineCommand::new("/bin/sh").args(["-c", &script])
}

fn settings(engine: EngineCommand) -> GeneratorSettings {
    GeneratorSettings {
        engine,
        rule: Rule::Renju,
        size: BoardSize::square(15),
        source: random(OpeningStyle::Middle, 5),
        count: 8,
        options: Vec::new(),
        effort: Effort::Nodes(NonZero::new(100).expect("it is not zero")),
        even_at: 0,
        limit: 5,
        patience: Duration::from_secs(60),
        pause: Duration::ZERO,
    }
}

fn random(style: OpeningStyle, seed: u64) -> Source {
    Source::Random { style, seed, attempts: 400 }
}

/// Returns the openings that the generator finds.
fn found(settings: &GeneratorSettings) -> Vec<Opening> {
    found_with(settings, |_| ())
}

fn found_with(settings: &GeneratorSettings, observe: impl FnMut(Judgement<'_>)) -> Vec<Opening> {
    generate(settings, &Known::new(), &|| false, observe).expect("the engine answers")
}

fn check_error(settings: &GeneratorSettings, expected: &str) {
    let error =
        generate(settings, &Known::new(), &|| false, |_| ()).expect_err("it cannot be done");
    assert_eq!(error.to_string(), expected);
}

/// The script finds the columns to the left better than those to the right.
const BY_COLUMN: &str = "echo MESSAGE hello; echo MESSAGE depth 1-1 ev $x n 1; echo 0,0";

#[test]
fn even_openings_are_kept() {
    let settings = settings(engine(BY_COLUMN));
    let mut last = Progress::default();
    let openings = found_with(&settings, |judgement| last = judgement.progress);
    assert_eq!((openings.len(), last.kept), (8, 8));
    assert!(last.judged > 8 && last.tried >= last.judged, "{last:?}");
    for opening in &openings {
        let column = opening.moves.last().expect("it has stones").column();
        assert!(column <= 5, "{opening:?}");
        assert!(MIDDLE_STONES.contains(&opening.moves.len()), "{opening:?}");
        assert_eq!(check(opening, settings.size, settings.rule), Ok(()), "{opening:?}");
    }
    let shapes: HashSet<_> = openings.iter().map(|one| shape(one, settings.size)).collect();
    assert_eq!(shapes.len(), openings.len());
}

#[test]
fn even_scores_depend_on_the_side_to_move() {
    let settings = GeneratorSettings { even_at: 7, limit: 2, ..settings(engine(BY_COLUMN)) };
    let even = GeneratorSettings { even_at: -7, ..settings.clone() };
    for (settings, rest) in [(settings, 0), (even, 1)] {
        for opening in found(&settings) {
            let column = opening.moves.last().expect("it has stones").column();
            assert!((5..=9).contains(&column) && opening.moves.len() % 2 == rest, "{opening:?}");
        }
    }
}

#[test]
fn the_seed_decides() {
    let openings = |style, seed| {
        let source = random(style, seed);
        found(&GeneratorSettings { source, count: 2, ..settings(engine(BY_COLUMN)) })
    };
    let of_styles = OpeningStyle::ALL.map(|style| {
        let first = openings(style, 1);
        assert_eq!(openings(style, 1), first, "{style}");
        assert_ne!(openings(style, 2), first, "{style}");
        first
    });
    assert_ne!(of_styles[0], of_styles[1]);
}

/// The style `middle` gives the same openings as in every earlier version, so that sets can be reproduced.
#[test]
fn the_middle_stays_as_it_was() {
    let even = engine("echo MESSAGE depth 1-1 ev 0; echo 0,0");
    let openings = found(&GeneratorSettings { count: 3, ..settings(even) });
    let written =
        |opening: &Opening| -> String { opening.moves.iter().map(ToString::to_string).collect() };
    assert_eq!(
        openings.iter().map(written).collect::<Vec<_>>(),
        ["d6e7g5", "d4e7f10i11g8f8", "k6l7j8g9h10"]
    );
}

#[test]
fn contest_openings_are_everywhere() {
    let even = engine("echo MESSAGE depth 1-1 ev 0; echo 0,0");
    let size = BoardSize::square(20);
    let source = Source::Random { style: OpeningStyle::Contest, seed: 5, attempts: 2_000 };
    let rule = Rule::Standard;
    let openings = found(&GeneratorSettings { source, size, rule, count: 40, ..settings(even) });
    let with = |region: Region| {
        let is_in = |point: &Point| region.contains(*point, size);
        openings.iter().filter(|opening| opening.moves.iter().any(is_in)).count()
    };
    for region in [Region::Edge, Region::Corner, Region::Middle] {
        let count = with(region);
        assert!((5..40).contains(&count), "{region:?}: {count}");
    }
    let is_at_border = |point: &Point| point.column() == 0 || point.row() == 19;
    assert!(openings.iter().any(|opening| opening.moves.iter().any(is_at_border)));
    for opening in &openings {
        assert!((3..=9).contains(&opening.moves.len()), "{opening:?}");
        assert_eq!(check(opening, size, rule), Ok(()), "{opening:?}");
    }
}

#[test]
fn a_rectangle_has_openings() {
    let size = BoardSize::new(9, 6).expect("a board has 5 to 22 columns and rows");
    let settings = GeneratorSettings { size, count: 3, ..settings(engine(BY_COLUMN)) };
    assert_eq!(found(&settings).len(), 3);
}

#[test]
fn nothing_even_is_found() {
    let source = Source::Random { style: OpeningStyle::Middle, seed: 5, attempts: 70 };
    let settings =
        |at_done| GeneratorSettings { source: source.clone(), ..settings(engine(at_done)) };
    let gave_up = "found only 0 of 8 openings in 70 positions";
    check_error(&settings("echo MESSAGE depth 1-1 ev 6; echo 0,0"), gave_up);
    check_error(&settings("echo MESSAGE depth 1-1 ev -M8; echo 0,0"), gave_up);
    let no_value = "the engine reported no evaluation of the first 5 positions: expected a message such as \
                    MESSAGE depth 9-14 ev -12";
    check_error(&settings("echo MESSAGE winrate 49%; echo 0,0"), no_value);
}

/// Returns an opening for each of the texts.
fn openings_of(texts: &[&str]) -> Vec<Opening> {
    let moves =
        |text: &str| text.split(' ').map(|point| point.parse().expect("it is a point")).collect();
    texts.iter().map(|&name| Opening { name: name.to_owned(), moves: moves(name) }).collect()
}

#[test]
fn given_openings_are_sifted() {
    let given = |texts: &[&str], at_done| {
        let source = Source::Given(openings_of(texts));
        GeneratorSettings { source, count: usize::MAX, ..settings(engine(at_done)) }
    };
    let moves =
        |openings: Vec<Opening>| openings.into_iter().map(|one| one.moves).collect::<Vec<_>>();
    let mixed = ["h8 g7 f6", "h8 g7 m9", "h8 g8 c8", "h8 g7 f6", "h8 a1 b1"];
    let mut last = Progress::default();
    let balanced = found_with(&given(&mixed, BY_COLUMN), |judgement| last = judgement.progress);
    let expected = moves(openings_of(&["h8 g7 f6", "h8 g8 c8", "h8 a1 b1"]));
    assert_eq!(moves(balanced), expected);
    assert_eq!(last, Progress { tried: 5, judged: 4, without_value: 0, kept: 3 });

    let first = GeneratorSettings { count: 1, ..given(&mixed, BY_COLUMN) };
    assert_eq!(moves(found(&first)), expected[..1]);

    let uneven = ["h8 g7 m9", "h8 g7 n9"];
    check_error(&given(&uneven, BY_COLUMN), "none of the 2 openings is balanced");
    let no_value = "the engine reported no evaluation of the first 4 positions: expected a message such as \
                    MESSAGE depth 9-14 ev -12";
    check_error(&given(&mixed, "echo 0,0"), no_value);

    let mut without = 0;
    let partly = "[ $x -lt 5 ] && echo MESSAGE depth 1-1 ev $x; echo 0,0";
    let balanced = found_with(&given(&mixed, partly), |judgement| {
        without = judgement.progress.without_value;
    });
    assert_eq!((moves(balanced), without), (moves(openings_of(&["h8 g8 c8", "h8 a1 b1"])), 2));
}

#[test]
fn errors_about_settings_are_tolerated() {
    let strict = settings(engine(&format!("echo ERROR Unknown command: 0; {BY_COLUMN}")));
    assert_eq!(found(&strict), found(&settings(engine(BY_COLUMN))));
}

#[test]
fn engines_that_fail() {
    check_error(&settings(engine("exit")), "position 1: the engine exited after BOARD");
    let refuses_boards = settings(engine("echo ERROR no; exit"));
    check_error(&refuses_boards, "position 1: the engine answered BOARD with \"ERROR no\"");
    let refuses = EngineCommand::new("/bin/sh").args(["-c", "echo what; read a; read b"]);
    check_error(&settings(refuses), "position 1: the engine answered START with \"what\"");
    let deaf = EngineCommand::new("/bin/sh").args(["-c", "while read -r line; do :; done"]);
    let silent = GeneratorSettings { patience: Duration::from_millis(50), ..settings(deaf) };
    check_error(&silent, "position 1: the engine does not answer START within 0.05 s");
    let crashes = settings(engine("echo no more >&2; exit"));
    check_error(&crashes, "position 1: the engine exited after BOARD: no more");
    let missing = settings(EngineCommand::new("no/such/engine"));
    let error = generate(&missing, &Known::new(), &|| false, |_| ()).expect_err("there is none");
    assert!(error.to_string().contains("no/such/engine"), "{error}");
}

#[test]
fn known_judgements_are_not_asked_again() {
    let settings = settings(engine(BY_COLUMN));
    let mut all = Vec::new();
    let openings =
        found_with(&settings, |judgement| all.push((judgement.moves.to_vec(), judgement.value)));
    // Positions are known by their moves, whatever their order.
    let known: Known = all.iter().skip(3).cloned().collect();
    let mut new = Vec::new();
    let again = generate(&settings, &known, &|| false, |judgement| {
        new.extend(judgement.is_new.then(|| (judgement.moves.to_vec(), judgement.value)));
    });
    assert_eq!(again.expect("the engine answers"), openings);
    assert_eq!(new, all[..3]);

    let missing = GeneratorSettings { engine: EngineCommand::new("no/such/engine"), ..settings };
    let again = generate(&missing, &all.into_iter().collect(), &|| false, |_| ());
    assert_eq!(again.expect("no engine is needed"), openings);
}

#[test]
fn a_stop_ends_even_a_silent_engine() {
    let settings = settings(engine("echo MESSAGE depth 1-1 ev 0; [ $x -gt 7 ] || echo 0,0"));
    let judged = std::cell::Cell::new(0);
    let must_stop = || judged.get() == 2;
    let observe = |Judgement { progress, .. }: Judgement<'_>| judged.set(progress.judged);
    let error = generate(&settings, &Known::new(), &must_stop, observe).expect_err("it is stopped");
    assert!(matches!(error, GenerateError::Stopped), "{error}");
    assert_eq!(judged.get(), 2);
}

#[test]
fn the_effort_and_the_options_are_sent() {
    let tells = "while read -r line; do case $line in START*) echo OK;; *timeout_turn*|*max_node*|*style*) \
                 told=\"$told $line\";; DONE) echo MESSAGE depth 1-1 ev 0; echo \"$told\" >&2; exit;; esac; done";
    let told = |effort| {
        let settings = GeneratorSettings {
            effort,
            options: vec![Info::Other { key: "style".to_owned(), value: "3".to_owned() }],
            ..settings(EngineCommand::new("/bin/sh").args(["-c", tells]))
        };
        let error =
            generate(&settings, &Known::new(), &|| false, |_| ()).expect_err("the engine exits");
        error.to_string()
    };
    let nodes = told(Effort::Nodes(NonZero::new(800).expect("it is not zero")));
    assert!(nodes.ends_with(": INFO timeout_turn 30000 INFO max_node 100 INFO style 3"), "{nodes}");
    let time = told(Effort::Time(Duration::from_secs(2)));
    assert!(time.ends_with(": INFO timeout_turn 250 INFO style 3"), "{time}");
}
