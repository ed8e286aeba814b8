//! Tests of thinking on the opponent's time.

use std::time::Duration;

use crate::board::Point;
use crate::protocol::session::Action;
use crate::protocol::session::tests::Dialogue;
use crate::protocol::task::Decision;
use crate::search::Progress;

/// The reply that the engine expects in these tests.
const EXPECTED: Point = Point::new(3, 3);

impl Dialogue {
    /// Ends the running search with a move and the expected reply to it.
    fn answer(&mut self, best: Point) {
        let principal_variation = vec![best, EXPECTED];
        let summary = Progress { principal_variation, depth: 9, ..Progress::default() };
        self.end_with(Some(Decision::Move(best)), Some(summary));
    }

    fn is_pondering(&self) -> bool {
        self.session.state.is_pondering()
    }
}

/// Returns a dialogue with an engine that has answered 7,7 with 8,8 and expects 3,3 now.
fn pondering() -> Dialogue {
    let mut dialogue =
        Dialogue::held("START 15 / INFO pondering 1 / INFO timeout_turn 5000 / TURN 7,7");
    dialogue.answer(Point::new(8, 8));
    assert_eq!(dialogue.take_replies(), ["OK", "8,8"]);
    assert!(dialogue.is_pondering());
    assert!(dialogue.task().request.is_pondering);
    assert_eq!(dialogue.task().game.position().ply(), 3);
    dialogue
}

#[test]
fn the_expected_move_lets_the_search_go_on() {
    let mut dialogue = pondering();
    dialogue.now += Duration::from_secs(3);
    dialogue.receive("INFO time_left 70000 / ");
    assert!(dialogue.is_pondering() && !dialogue.control.is_stopped());
    dialogue.receive("TURN 3,3");
    assert!(!dialogue.is_pondering() && dialogue.session.is_thinking());
    assert!(!dialogue.control.is_stopped());
    let limits = dialogue.control.turn_limits().expect("the turn has begun");
    assert_eq!(limits.turn, Some(Duration::from_secs(5)));
    assert_eq!(limits.match_left, Some(Duration::from_secs(70)));
    dialogue.answer(Point::new(9, 9));
    assert_eq!(dialogue.take_replies(), ["9,9"]);
    let game = dialogue.session.state.game.as_ref().expect("a game");
    assert_eq!(game.position().ply(), 4);
}

#[test]
fn a_search_that_has_ended_answers_at_once() {
    let mut dialogue = pondering();
    dialogue.answer(Point::new(9, 9));
    assert_eq!(dialogue.take_replies(), [""; 0], "no command has asked for a move");
    dialogue.receive("INFO time_left 70000 / TURN 3,3");
    assert_eq!(dialogue.take_replies(), ["9,9"]);
}

#[test]
fn a_search_that_has_ended_announces_invalid_settings() {
    let mut dialogue = pondering();
    dialogue.answer(Point::new(9, 9));
    dialogue.receive("INFO time_lft 9 / TURN 3,3");
    let replies = std::mem::take(&mut dialogue.replies);
    assert!(replies.iter().any(|reply| reply.contains("time_lft")), "{replies:?}");
}

#[test]
fn other_commands_end_the_search_first() {
    let cases = [
        ("TURN 4,4", ""),
        ("ABOUT", "name="),
        ("TAKEBACK 8,8", "OK"),
        ("START 15", "OK"),
        ("INFO rule 1", ""),
        ("PLAY 4,4", "4,4"),
        ("FOOBAR", "UNKNOWN"),
    ];
    for (command, reply) in cases {
        let mut dialogue = pondering();
        dialogue.receive(command);
        assert!(dialogue.control.is_stopped(), "{command}");
        assert_eq!(dialogue.take_replies(), [""; 0], "{command}");
        dialogue.answer(Point::new(9, 9));
        let replies = dialogue.take_replies().join(" ");
        assert!(replies.starts_with(reply) && !replies.contains("9,9"), "{command}: {replies}");
        let is_asked = command.starts_with("TURN");
        assert_eq!(dialogue.session.is_thinking(), is_asked, "{command}");
        if is_asked {
            assert_eq!(dialogue.task().game.position().ply(), 3);
            assert!(!dialogue.task().request.is_pondering && !dialogue.control.is_stopped());
        }
    }
}

#[test]
fn a_stop_behind_another_move_stops_its_search() {
    for stop in ["INFO timeout_turn 0", "YXSTOP"] {
        let mut dialogue = pondering();
        dialogue.receive(&format!("TURN 4,4 / {stop} / ABOUT"));
        dialogue.answer(Point::new(9, 9));
        assert!(dialogue.session.is_thinking() && !dialogue.is_pondering());
        let is_stopped = dialogue.control.is_stopped();
        assert!(is_stopped || dialogue.control.turn() == Some(Duration::ZERO), "{stop}");
        dialogue.answer(Point::new(10, 10));
        let replies = dialogue.take_replies();
        assert_eq!(replies[0], "10,10", "{stop}");
        assert!(replies[1].starts_with("name="), "{stop}");
    }
}

#[test]
fn a_result_that_is_not_wanted_is_forgotten() {
    for command in ["ABOUT", "INFO rule 1", "TAKEBACK 8,8"] {
        let mut dialogue = pondering();
        dialogue.answer(Point::new(9, 9));
        dialogue.receive(command);
        dialogue.take_replies();
        dialogue.receive("TURN 3,3");
        assert!(dialogue.session.is_thinking(), "{command}");
    }
}

#[test]
fn stop_and_the_end_are_silent() {
    let mut dialogue = pondering();
    dialogue.receive("YXSTOP");
    assert!(dialogue.control.is_stopped());
    dialogue.answer(Point::new(9, 9));
    assert_eq!(dialogue.take_replies(), [""; 0]);
    let mut dialogue = pondering();
    dialogue.receive("END");
    assert_eq!(dialogue.take_replies(), ["END!"]);
    let actions = pondering().session.end_of_input();
    assert!(matches!(actions[..], [Action::Exit]));
}

#[test]
fn pondering_is_silent() {
    let mut dialogue = pondering();
    let elapsed = Duration::from_secs(1);
    let principal_variation = vec![Point::new(9, 9)];
    let progress = Progress { principal_variation, elapsed, ..Progress::default() };
    assert!(dialogue.session.progress(&progress).is_empty());
    dialogue.receive("TURN 3,3");
    assert!(!dialogue.session.progress(&progress).is_empty());
}

#[test]
fn the_engine_ponders_only_if_asked_to() {
    for line in ["INFO pondering 0", "INFO level 3"] {
        let mut dialogue =
            Dialogue::held(&format!("START 15 / INFO pondering 1 / {line} / TURN 7,7"));
        dialogue.answer(Point::new(8, 8));
        assert!(!dialogue.session.is_thinking(), "{line}");
    }
}
