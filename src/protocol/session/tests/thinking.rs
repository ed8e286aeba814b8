//! Tests of text lines during a search, and of its clock.

use std::time::Duration;

use crate::board::Point;
use crate::protocol::reply::Reply;
use crate::protocol::session::Action;
use crate::protocol::session::tests::{Dialogue, check_held};
use crate::protocol::task::{Decision, TaskResult};
use crate::search::{Detail, Progress};
use crate::solver::QuietProgress;

#[test]
fn most_lines_wait_for_the_search() {
    check_held(
        "START 15 < OK
         TURN 7,7 / ABOUTS / TURN 0,0 / FOOBAR
         ? running
         ~ < 6,6 < unknown
         ~ < move < unknown",
    );
}

#[test]
fn stop_and_end_do_not_wait() {
    check_held(
        "START 15 < OK
         TURN 7,7 / start 20 20 / yxboard / 19,19,2 / done / yxshowforbid
         ? running
         yxstop / yxstop
         ? stopped
         ~ < 6,6 < OK < FORBID .
         BEGIN < ERROR the board is not empty
         RESTART < OK
         TURN 7,7 / BOARD / 7,7,1 / END
         ? stopped
         ABOUT
         ~ < 10,10 < END!",
    );
}

#[test]
fn the_end_of_the_input_is_like_end() {
    assert!(matches!(Dialogue::held("").session.end_of_input()[..], [Action::Exit]));
    let mut thinking = Dialogue::held("START 15 / TURN 7,7");
    assert!(thinking.session.end_of_input().is_empty() && thinking.session.is_ending());
    thinking.end_search();
    assert_eq!(thinking.take_replies(), ["OK", "6,6", "END!"]);
}

#[test]
fn a_search_that_does_not_end_is_given_up() {
    for (lines, expected) in
        [("START 15 / TURN 7,7", "8,8 END!"), ("START 15 / SWAP2BOARD / DONE", "END!")]
    {
        let mut dialogue = Dialogue::held(lines);
        dialogue.session.progress(&progress(Point::new(8, 8), 0));
        dialogue.receive("END");
        dialogue.replies.clear();
        let actions = dialogue.session.give_up();
        dialogue.carry_out(actions);
        assert_eq!(dialogue.take_replies().join(" "), expected);
    }
}

#[test]
fn time_limits_apply_to_the_running_search() {
    check_held(
        "START 15 < OK
         INFO timeout_turn 60000 / TURN 7,7 / INFO evaluate 3,3 / INFO timeout_turn 0
         ? allowance 0
         INFO timeout_turn 300
         ? allowance 300
         INFO time_left 200
         ? allowance 200
         ABOUTS / INFO timeout_turn 100
         ? allowance 200
         ~ < move < unknown",
    );
}

#[test]
fn the_clock_of_a_move() {
    check_held(
        "INFO timeout_match 10000 / START 15 < OK
         TURN 7,7
         @ 1000
         ~ < move
         @ 2000
         TURN 0,0
         ? started 2000
         ? left 8980
         TURN 0,1
         @ 3000
         ~ < move
         ? started 3000
         ? left 7980
         INFO time_left 7000
         @ 3500
         ~ < move
         INFO time_left 5000 / BOARD
         @ 4000
         DONE
         ? started 4000
         ? left 5000
         ~ < 7,7
         RESTART < OK",
    );
}

#[test]
fn late_answers_are_expected_again() {
    let mut dialogue = Dialogue::held("START 15 / TURN 7,7");
    dialogue.end_search();
    dialogue.receive("RESTART / TURN 7,7");
    assert_eq!(dialogue.request.limits.lateness, Duration::ZERO);
    // The search has ended after 0 ms, and its result comes after 80 ms.
    dialogue.now += Duration::from_millis(80);
    dialogue.end_search();
    dialogue.receive("TURN 0,0");
    assert_eq!(dialogue.request.limits.lateness, Duration::from_millis(80));
    dialogue.end_search();
    dialogue.receive("RESTART / BEGIN");
    assert_eq!(dialogue.request.limits.lateness, Duration::ZERO);
}

#[test]
fn thinking_before_the_last_search_is_not_lateness() {
    let mut dialogue = Dialogue::held("START 15 / TURN 7,7");
    dialogue.end_search();
    dialogue.receive("RESTART / TURN 7,7");
    dialogue.now += Duration::from_millis(500);
    // The search that the summary tells about was the first of five.
    let summary = Progress { elapsed: Duration::from_millis(100), ..Progress::default() };
    let engine = dialogue.task.take().expect("a search is running").engine;
    let decision = Some(Decision::Move(Point::new(6, 6)));
    let elapsed = Duration::from_millis(480);
    dialogue.finish(TaskResult { engine, decision, summary: Some(summary), elapsed });
    dialogue.receive("TURN 0,0");
    assert_eq!(dialogue.request.limits.lateness, Duration::from_millis(20));
}

fn progress(best: Point, elapsed: u64) -> Progress {
    let elapsed = Duration::from_millis(elapsed);
    Progress { principal_variation: vec![best], elapsed, ..Progress::default() }
}

#[test]
fn new_best_moves_are_reported_at_most_five_times_per_second() {
    let times = [0, 10, 199, 200, 300, 401, 402];
    for (game_type, expected) in [(0, &[200, 401][..]), (1, &[200, 401]), (2, &[]), (3, &[])] {
        let mut dialogue =
            Dialogue::held(&format!("START 15 / INFO game_type {game_type} / BEGIN"));
        let mut is_reported =
            |best: Point, time| !dialogue.session.progress(&progress(best, time)).is_empty();
        let bests = times.into_iter().enumerate();
        let reported = bests.filter(|&(index, time)| is_reported(Point::new(index, 0), time));
        let reported: Vec<u64> = reported.map(|(_, time)| time).collect();
        assert_eq!(reported, expected, "game_type {game_type}");
    }
}

#[test]
fn the_same_best_move_is_reported_once() {
    let best = Point::new(7, 7);
    let mut dialogue = Dialogue::held("START 15 / BEGIN");
    assert!(!dialogue.session.progress(&progress(best, 500)).is_empty());
    assert!(dialogue.session.progress(&progress(best, 1000)).is_empty());
}

#[test]
fn the_last_message_is_not_repeated() {
    let best = Point::new(7, 7);
    let mut dialogue = Dialogue::held("START 15 / BEGIN");
    let message = dialogue.session.progress(&progress(best, 500));
    dialogue.carry_out(message);
    dialogue.end_with(Some(Decision::Move(best)), Some(progress(best, 500)));
    let message = "MESSAGE depth 0-0 ev 0 wp 50.0 n 0 n/s 0 tm 500 pv h8";
    assert_eq!(dialogue.replies, ["OK", message, "7,7"]);
}

#[test]
fn details_are_sent_on_request() {
    let best = Progress { rank: 0, ..progress(Point::new(7, 7), 500) };
    for (bits, count) in [(0, [1, 0]), (1, [4, 1]), (2, [13, 0]), (3, [16, 1])] {
        let mut dialogue = Dialogue::held(&format!("START 15 / INFO show_detail {bits} / BEGIN"));
        let counts = [
            dialogue.session.progress(&best).len(),
            dialogue.session.detail(Detail::Iteration).into_iter().count(),
        ];
        assert_eq!(counts, count, "show_detail {bits}");
        assert_eq!(dialogue.task().is_detailed, bits % 2 == 1);
    }
}

#[test]
fn several_variations_are_reported_at_the_end() {
    let mut dialogue =
        Dialogue::held("START 15 / INFO game_type 2 / YXBOARD / 7,7,2 / DONE / YXNBEST 2");
    assert_eq!(dialogue.request.multi_pv, 2);
    for (rank, column) in [(0, 3), (1, 4), (0, 4), (1, 3)] {
        let line = Progress { rank, ..progress(Point::new(column, 0), 5) };
        assert!(dialogue.session.progress(&line).is_empty());
    }
    dialogue.replies.clear();
    dialogue.end_search();
    let expected = [
        "MESSAGE depth 0-0 multipv 1 ev 0 wp 50.0 n 0 n/s 0 tm 5 pv e1",
        "MESSAGE depth 0-0 multipv 2 ev 0 wp 50.0 n 0 n/s 0 tm 5 pv d1",
    ];
    assert!(dialogue.replies.iter().take(2).eq(expected), "{:?}", dialogue.replies);
    assert_eq!(dialogue.replies.len(), 3);
}

#[test]
fn proofs_are_moves_or_messages() {
    let mut dialogue = Dialogue::new(
        false,
        "START 15 / INFO max_node 100 / YXBOARD / 7,7,1 / 7,8,1 / 7,9,1 / DONE",
    );
    dialogue.replies.clear();
    dialogue.receive("YXPROVE");
    let [proof, four] = dialogue.replies.make_contiguous() else { panic!("two replies") };
    assert!(proof.starts_with("MESSAGE depth 0-0 proof ev +M"), "{proof}");
    assert!(["7,6", "7,10"].contains(&four.as_str()), "{four}");
    // The other side, to move now, cannot win.
    dialogue.replies.clear();
    dialogue.receive("yxprove");
    let [reply] = dialogue.replies.make_contiguous() else { panic!("one reply") };
    let positions = reply.strip_prefix("MESSAGE no proof of a win was found in ");
    let positions = positions.and_then(|rest| rest.strip_suffix(" positions; there may be one"));
    assert!(positions.is_some_and(|positions| positions.parse::<u64>().is_ok()), "{reply}");
}

#[test]
fn there_is_nothing_to_prove_after_the_end() {
    let stones = "7,7,1 / 7,8,1 / 7,9,1 / 7,10,1 / 7,11,1";
    let mut dialogue = Dialogue::new(false, &format!("START 15 / YXBOARD / {stones} / DONE"));
    dialogue.replies.clear();
    dialogue.receive("YXPROVE");
    let message = "MESSAGE there is nothing to prove: the game is over, black wins";
    assert_eq!(dialogue.replies, [message]);
}

#[test]
fn a_proof_tells_how_it_goes_on() {
    let dialogue = Dialogue::held("START 15 / YXPROVE");
    assert!(dialogue.task().is_detailed);
    let action = dialogue.session.detail(Detail::Solving(20_000));
    let Some(Action::Print(Reply::Message(message))) = action else { panic!("{action:?}") };
    assert_eq!(message, "20000 positions, by threats alone");
    let (positions, proved, proof, disproof) = (9, 4, 3, 2);
    let progress = QuietProgress { positions, proved, proof, disproof, ..QuietProgress::default() };
    let action = dialogue.session.detail(Detail::Proving(progress));
    let Some(Action::Print(Reply::Message(message))) = action else { panic!("{action:?}") };
    assert_eq!(message, "9 positions visited, 4 proved, width 1; about 3 to prove, or 2 to refute");
}

#[test]
fn a_search_that_finds_nothing_is_an_error() {
    let mut dialogue = Dialogue::held("START 15 / BEGIN");
    dialogue.replies.clear();
    dialogue.end_with(None, None);
    assert_eq!(dialogue.replies, ["ERROR the board is full"]);
}
