//! The tables of a few games, and the expected length of an SPRT.

use std::time::Duration;

use dolmen::opening::{Act, Player, Protocol};

use super::{
    advantage, all_tables, clock, crosstable, expectation, expected_length, failures, machines,
    running_table, standings, summary, usage,
};
use crate::config::Config;
use crate::record::{ActRecord, GameRecord, MoveRecord, Negotiation};
use crate::show::results::{Results, ResultsError};
use crate::statistics::{
    BadSprt, Difference, HostFigures, HostStatistics, RatingList, RatingRequest, RatingSettings,
    Sprt, SprtConfig, pair_results, ratings,
};
use crate::store::Host;
use crate::testing::{Tournament, config, games, host, negotiated_game};

const TEST: SprtConfig =
    SprtConfig { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalized: true };

const GAMES: &str = "
    0.0 alpha beta black five
    0.1 beta alpha white five
    1.0 alpha gamma black crash it ended
    1.1 gamma alpha draw board-full
    2.0 beta gamma black five
    2.1 gamma beta black five
    3.0 alpha beta void aborted
";

fn names(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

fn rated(records: &[GameRecord], names: &[String]) -> RatingList {
    let settings = RatingSettings { bootstrap: 0, ..RatingSettings::default() };
    ratings(names, &pair_results(records, names, true), &settings).expect("there are no anchors")
}

#[test]
fn standings_in_a_wide_and_a_narrow_terminal() {
    let (records, names) = (games(GAMES), names("gamma alpha beta absent"));
    let text = |width| standings(&records, &names, &rated(&records, &names), width);
    let wide = "\
#  Engine  Rating  95 % interval  Games   Score  Won  Drawn  Lost  Failed    Black   White
1  alpha     +128         […, …]      4  87.5 %    3      1     0       0  100.0 %  75.0 %
2  gamma      -43         […, …]      4  37.5 %    1      1     2       1   75.0 %   0.0 %
3  beta       -85         […, …]      4  25.0 %    1      0     3       0   50.0 %   0.0 %
4  absent       –         […, …]      0       –    0      0     0       0        –       –
";
    assert_eq!(text(120), wide);
    let narrow: Vec<String> =
        wide.lines().map(|line| line.chars().take(39).collect::<String>() + "\n").collect();
    assert_eq!(text(40), narrow.concat());
}

#[test]
fn crosstables_in_one_block_and_in_several() {
    let (records, names) = (games(GAMES), names("alpha beta gamma"));
    let list = rated(&[], &names);
    let whole = "\
#  Engine      1      2      3
1  alpha       \\  2-0-0  1-1-0
2  beta    0-0-2      \\  1-0-1
3  gamma   0-1-1  1-0-1      \\
";
    assert_eq!(crosstable(&records, &names, &list, 80), whole);
    let blocks = "\
#  Engine      1      2
1  alpha       \\  2-0-0
2  beta    0-0-2      \\
3  gamma   0-1-1  1-0-1

#  Engine      3
1  alpha   1-1-0
2  beta    1-0-1
3  gamma       \\
";
    assert_eq!(crosstable(&records, &names, &list, 26), blocks);
}

#[test]
fn failures_are_counted_and_listed() {
    let names = names("alpha beta gamma");
    let check = |text: &str, expected: &str| {
        assert_eq!(failures(&games(text), &names, 72), expected);
    };
    check("0.0 alpha beta black five\n0.1 beta alpha draw board-full", "No failures.\n");
    check(
        "4.1 beta alpha white timeout-turn 612 ms of 500\x07
         0.0 alpha beta black crash signal 11 after 7 moves
         1.0 beta alpha void infrastructure no such file
         2.0 alpha gamma white five",
        "\
Engine  Failed  Games  move time  crash
beta         2      2          1      1
beta failed in 100.0 % of its games: its rating is unreliable.

pair 0, game 0: beta against alpha, crash: signal 11 after 7 moves
pair 1, game 0: beta against alpha is void, not started: no such file
pair 4, game 1: beta against alpha, move time: 612 ms of 500\u{20}
",
    );
    let many: String =
        (0..25).map(|pair| format!("{pair}.0 alpha beta white illegal 3,3 twice\n")).collect();
    let text = failures(&games(&many), &names, 72);
    let end = "pair 19, game 0: alpha against beta, illegal move: 3,3 twice\n… and 5 more.\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn usage_has_sums_means_and_maxima() {
    let mut records = games("0.0 alpha beta black five\n0.1 beta alpha black five");
    records[0].black.late = 1;
    records[0].black.latest_ms = 12.5;
    records[1].black.peak_memory = 200 << 20;
    records[1].black.killed = Some("SIGKILL".to_owned());
    records[1].white.foreign_cpu_ms = 90.0;
    records[0].white.machine_ms = 2.0;
    records[0].replays = 2;
    let expected = "\
Engine  Moves     Mean  Longest  Late  Margin  Machine   Memory  CPU off turn  Killed
alpha       4  5.00 ms  6.00 ms     1   12 ms        –   30 MiB         45 ms       0
beta        4  5.00 ms  6.00 ms     0       –   10.0 %  200 MiB       0.00 ms       1
2 games were played again, because the machine took too much time.
The runner chose 1 act of openings in place of beta: SWAP2BOARD and OPENING were not answered.
";
    let act = |by, by_runner| ActRecord { by, act: Act::Stay, ms: None, by_runner };
    records[0].negotiation = Some(Negotiation {
        protocol: Protocol::Swap,
        first: "alpha".to_owned(),
        acts: vec![act(Player::First, false), act(Player::Second, true)],
    });
    assert_eq!(usage(&records, &names("alpha beta"), 100), expected);
}

#[test]
fn the_clock_is_shown_by_stretches_of_ten_moves() {
    let mut tournament = Tournament::new(2, 1);
    tournament.change(|config| {
        config.engines[0].limits.game = Some(Duration::from_secs(60));
        config.engines[0].limits.increment = Duration::from_millis(500);
        config.engines[1].limits.game = None;
    });
    let mut records = games("0.0 A B black five\n0.1 B A black five");
    // Two stones of the opening, then eleven moves of A, of a second each, and ten of B.
    let ms =
        |index: usize| (index > 1).then_some(if index.is_multiple_of(2) { 1000.0 } else { 200.0 });
    records[0].moves =
        (0..23).map(|index| MoveRecord { at: (0, 0), ms: ms(index), message: None }).collect();
    let expected = "\
Engine  Its moves  Games     Mean    Share    Left   Least
A            1–10      2   834 ms   90.9 %  58.0 s  55.0 s
A           11–20      1  1000 ms    9.1 %  54.5 s  54.5 s
B            1–10      2   168 ms  100.0 %       –       –
";
    assert_eq!(clock(&records, &tournament.plan.canonical.engines, 100), expected);
}

#[test]
fn the_engine_that_placed_a_stone_thought_about_it() {
    let (tournament, records) = (Tournament::new(2, 1), [negotiated_game()]);
    let expected = "\
Engine  Its moves  Games    Mean    Share  Left  Least
A            1–10      1  232 ms  100.0 %     –      –
B            1–10      1   20 ms  100.0 %     –      –
";
    assert_eq!(clock(&records, &tournament.plan.canonical.engines, 100), expected);
    let expected = "\
Engine  Stones  Ahead  Points  Score
A         0–29      1     0.0  0.0 %
A          all      1     0.0  0.0 %
";
    let streak = "4,500".parse().expect("it is a streak");
    assert_eq!(advantage(&records, &names("A B"), streak, 100), expected);
}

#[test]
fn advantages_are_shown_by_stones() {
    let mut records = games(
        "0.0 A B black five\n0.1 B A draw board-full\n1.0 A B white five\n1.1 B A void aborted",
    );
    // Values of black and white in turn after an opening of two stones.
    for (record, values) in records.iter_mut().zip([
        "500 -9 600 -9 700 -9 700",
        "-1 500 -1 499 -1 500 -1 +M9 -1 500",
        "900 -1 900 0 900 1 0 900 0 +M5 0 +M3",
        "900 900 900 900 900 900",
    ]) {
        let opening = (0..2).map(|_| MoveRecord { at: (0, 0), ms: None, message: None });
        let searched = values.split(' ').map(|value| MoveRecord {
            ms: Some(1.0),
            message: Some(format!("depth 9 ev {value}")),
            at: (0, 0),
        });
        record.moves = opening.chain(searched).collect();
    }
    let long = records[2].moves[2].clone();
    // A forced reply neither counts nor interrupts.
    records[0].moves[4].message = Some("depth 0 ev -5".to_owned());
    records[2].moves.splice(2..2, vec![MoveRecord { message: None, ..long }; 30]);
    let streak = "3,500".parse().expect("it is a streak");
    let expected = "\
Engine  Stones  Ahead  Points    Score
A         0–29      2     1.5   75.0 %
A        30–49      1     0.0    0.0 %
A          all      3     1.5   50.0 %
B        30–49      1     1.0  100.0 %
B          all      1     1.0  100.0 %
";
    assert_eq!(advantage(&records, &names("A B"), streak, 100), expected);
    let none = "no engine saw itself ahead by 500 or more in 99 moves in a row\n";
    let streak = "99,500".parse().expect("it is a streak");
    assert_eq!(advantage(&records, &names("A B"), streak, 100), none);
}

#[test]
fn machines_have_a_line_each() {
    let difference = Some(Difference { chi_square: 3.25, freedom: 2, p: 0.197 });
    let processor = "Some CPU".to_owned();
    let alpha = Host { processor, mhz: Some(2596.1), load: Some(0.52), ..host("alpha") };
    let figures = HostFigures {
        games: 12,
        moves: 100,
        time_ms: 4000.0,
        nodes_per_second: Some(74_502.4),
        speed: Some(1.052),
        difference,
    };
    let statistics = HostStatistics { each: vec![figures, HostFigures::default()], difference };
    let expected = "\
Host   Processor   MHz  Load  Games     Mean  Nodes/s  Speed       χ²      p
alpha  Some CPU   2596   0.5     12    40 ms    74502   1.05  3.2 (2)  0.197
beta                 –     –      0  0.00 ms        –      –        –      –
Results by host: χ² 3.2 (2); p = 0.197 if the hosts do not differ
";
    assert_eq!(machines(&[alpha, host("beta")], &statistics, 100), expected);
}

/// Pairs in which `A` scores these half points.
fn pairs(half_points: &[usize]) -> String {
    let scores = ["white black", "draw black", "black black", "black draw", "black white"];
    let pair = |(pair, points): (usize, &usize)| {
        let (first, second) = scores[*points].split_once(' ').expect("there are two");
        format!("{pair}.0 A B {first} five\n{pair}.1 B A {second} five\n")
    };
    half_points.iter().enumerate().map(pair).collect()
}

fn check_summary(games_text: &str, repeat: bool, sprt: Option<SprtConfig>, expected: &str) {
    let mut config = Config { sprt, ..config(2, 1) };
    config.conditions.repeat = repeat;
    let results = Tournament::of(config).results().expect("the configuration is valid");
    assert_eq!(summary(&results, &games(games_text), 80), expected);
}

#[test]
fn conditions_include_early_ends() {
    let mut config = config(2, 1);
    config.conditions.resign = "2,600".parse().expect("it is a rule");
    config.conditions.draw = "10,5".parse().expect("it is a rule");
    config.conditions.draw_after = Some(160);
    let results = Tournament::of(config).results().expect("the configuration is valid");
    let expected = "freestyle 15x15 tc 0/1 resign moves=2,score=600 draw moves=10,score=5 \
                    draw after 160 stones";
    assert_eq!(results.conditions(), expected);
}

#[test]
fn summaries_have_five_lines() {
    let some = pairs(&[2, 4, 2, 2, 3, 4, 2, 0, 2, 2]);
    let with_test = "\
Elo   | 52.51 +- 126.90 (95%) [-78.44, 188.42]
SPRT  | freestyle 15x15 tc 0/1
LLR   | 0.05 (-2.94, 2.94) [0.00, 5.00] nElo
Games | N: 20 W: 11 L: 8 D: 1
Penta | [1, 0, 6, 1, 2]
";
    check_summary(&some, true, Some(TEST), with_test);
    let without_test = "\
Elo   | 52.51 +- 126.90 (95%) [-78.44, 188.42]
Conf  | freestyle 15x15 tc 0/1
nElo  | 67.00 (95%) [-95.06, 225.45] LOS: 80.6 %
Games | N: 20 W: 11 L: 8 D: 1
Penta | [1, 0, 6, 1, 2]
";
    check_summary(&some, true, None, without_test);
    let all_won = "\
Elo   | above 404.02 (95%)
Conf  | freestyle 15x15 tc 0/1
nElo  | above 354.57 (95%) LOS: 100.0 %
Games | N: 40 W: 40 L: 0 D: 0
Penta | [0, 0, 0, 0, 20]
";
    check_summary(&pairs(&[4; 20]), true, None, all_won);
    let unpaired = "\
Elo   | 120.41 (95%) [-325.32, …]
SPRT  | freestyle 15x15 tc 0/1
LLR   | 0.01 (-2.94, 2.94) [0.00, 5.00] nElo
Games | N: 3 W: 2 L: 1 D: 0
Tri   | [1, 0, 2]
";
    let singles = "0.0 A B black five\n1.0 B A black five\n2.0 A B black five";
    check_summary(singles, false, Some(TEST), unpaired);
    let out_of_order = "\
Elo   | 279.59 (95%) [-67.89, …]
SPRT  | freestyle 15x15 tc 0/1
LLR   | 0.02 (-2.94, 2.94) [0.00, 5.00] nElo after 1 of 3
Games | N: 6 W: 5 L: 1 D: 0
Penta | [0, 0, 1, 0, 2]
";
    let incomplete = pairs(&[4, 2, 4, 2]).replace("1.1 B A black five\n", "");
    check_summary(&incomplete, true, Some(TEST), out_of_order);
    let one_pair = "\
Elo   | below 301.49 (95%)
Conf  | freestyle 15x15 tc 0/1
nElo  | – LOS: 20.7 %
Games | N: 2 W: 0 L: 2 D: 0
Penta | [1, 0, 0, 0, 0]
";
    check_summary(&pairs(&[0]), true, None, one_pair);
    let level = "\
Elo   | 0.00 (95%) [-798.10, 798.10]
Conf  | freestyle 15x15 tc 0/1
nElo  | 0.00 (95%) [-340.48, 340.48] LOS: 50.0 %
Games | N: 2 W: 1 L: 1 D: 0
Penta | [0, 0, 1, 0, 0]
";
    check_summary(&pairs(&[2]), true, None, level);
    let nothing = "\
Elo   | no pair of games is complete
SPRT  | freestyle 15x15 tc 0/1
LLR   | 0.00 (-2.94, 2.94) [0.00, 5.00] nElo
Games | N: 0 W: 0 L: 0 D: 0
Penta | [0, 0, 0, 0, 0]
";
    check_summary("", true, Some(TEST), nothing);
}

#[test]
fn a_match_ends_with_its_summary_and_a_league_has_a_crosstable() {
    let mut of_two = config(2, 10);
    of_two.engines[1].limits.nodes = Some(500);
    let of_two = Tournament::of(of_two);
    let results = of_two.results().expect("the configuration is valid");
    let text = all_tables(&results, &of_two.records(), 100);
    assert!(text.contains("Games | N: 20"), "{text}");
    assert!(text.contains("| freestyle 15x15 tc 0/1 against tc 0/1 nodes 500\n"), "{text}");

    let league = Tournament::new(3, 10);
    let results = league.results().expect("the configuration is valid");
    let mut records = league.records();
    let text = all_tables(&results, &records, 100);
    assert!(!text.contains("Games | N:") && text.contains("\n\n#  Engine "), "{text}");
    assert_eq!(expectation(&results, 100), None);
    records.reverse();
    assert_eq!(all_tables(&results, &records, 100), text, "the order of games does not matter");
}

#[test]
fn a_test_needs_two_engines_and_an_anchor_is_an_engine() {
    let tested = |engines| Tournament::of(Config { sprt: Some(TEST), ..config(engines, 1) });
    assert_eq!(tested(3).results().err(), Some(ResultsError::Sprt(BadSprt::Engines(3))));
    let of_two = tested(2);
    let results = of_two.results().expect("the configuration is valid");
    assert!(expectation(&results, 100).is_some_and(|text| text.contains("2.50")));
    assert!(running_table(&results, &of_two.records(), 100).contains("LLR"));
    let request = RatingRequest { anchors: vec![("Z".to_owned(), 0.0)], ..Default::default() };
    let error = Results::new(&of_two.plan.canonical, &request).expect_err("Z does not play");
    assert!(error.to_string().contains('Z'), "{error}");
}

#[test]
fn the_expected_length_of_a_usual_test() {
    let sprt = Sprt::new(TEST).expect("the figures of a test are valid");
    let expected = "\
True nElo   Passes  Games
    -5.00    0.0 %   9475
    -2.50    0.3 %  14139
     0.00    5.0 %  25591
     2.50   50.0 %  41861
     5.00   95.0 %  25591
     7.50   99.7 %  14139
    10.00  100.0 %   9475
";
    assert_eq!(expected_length(&sprt, 0.5, 80), expected);
}
