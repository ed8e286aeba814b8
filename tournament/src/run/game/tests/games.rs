//! Tests of games of correct engines, under every rule and profile, and of the commands that they get.

use std::sync::Mutex;
use std::thread;

use dolmen::board::{BoardSize, Color};
use dolmen::rules::Rule;

use super::room::Room;
use super::{game, opening, own_moves, plan, play, seats};
use crate::config::{EngineConfig, Profile};
use crate::record::{Conduct, GameRecord, Reason, Score};
use crate::run::game::{GamePlan, Moved};
use crate::run::stop::Stop;

const PROFILES: [Profile; 4] =
    [Profile::Plain, Profile::Piskvork, Profile::Gomocup, Profile::CGomokuCli];

fn with(profile: Profile, engine: EngineConfig) -> EngineConfig {
    EngineConfig { profile, ..engine }
}

/// Checks that two honest engines play a game to its end.
fn check_game(rule: Rule, profile: Profile) {
    let room = Room::new();
    let opening = opening("h8 i9 h7");
    let plan = GamePlan { rule, draw_after: Some(20), ..plan(&opening) };
    let engine = || with(profile, room.scripted("correct"));
    let record = game(&plan, engine(), engine());
    assert!(matches!(record.reason, Reason::Five | Reason::MoveLimit), "{record:?}");
    assert_eq!(own_moves(&record), record.moves.len() - 3);
    for conduct in [&record.black, &record.white] {
        assert!(conduct.moves > 0 && conduct.killed.is_none(), "{record:?}");
        assert_eq!((conduct.late, &conduct.last_words), (0, &None));
        assert!(cfg!(not(target_os = "linux")) || conduct.peak_memory > 0);
        assert!(conduct.longest_ms > 0.0 && conduct.time_ms >= conduct.longest_ms);
    }
    assert_eq!((record.id, record.seed, &*record.detail), (plan.id, 42, ""));
}

#[test]
fn every_rule_under_every_profile() {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::Caro6];
    let games = rules.iter().flat_map(|&rule| PROFILES.map(|profile| (rule, profile)));
    let waiting = Mutex::new(games.collect::<Vec<_>>());
    let pop = || waiting.lock().expect("no thread panicked while it held the lock").pop();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((rule, profile)) = pop() {
                    check_game(rule, profile);
                }
            });
        }
    });
}

/// Checks the commands that an engine gets as black and as white; `MOVES` stands for the commands that
/// depend on the play.
fn check_wire(profile: Profile, moves: &str, black: &str, white: &str) {
    let room = Room::new();
    let opening = opening(moves);
    let plan = GamePlan { draw_after: Some(opening.moves.len() + 3), ..plan(&opening) };
    let listen = |log| with(profile, room.overheard("correct", log));
    let record = game(&plan, listen("black"), listen("white"));
    assert_eq!(record.reason, Reason::MoveLimit, "{record:?}");
    for (log, expected) in [("black", black), ("white", white)] {
        let line_end =
            if matches!(profile, Profile::Piskvork | Profile::Gomocup) { "\r\n" } else { "\n" };
        let heard = room.heard(log);
        let lines: Vec<&str> = heard.split_terminator(line_end).map(without_path).collect();
        let expected = filled(expected, &record);
        assert_eq!(lines, expected.split('/').collect::<Vec<_>>(), "{profile:?} {log}");
    }
}

/// A line without the folder that differs from run to run.
fn without_path(line: &str) -> &str {
    if line.starts_with("INFO folder ") { "INFO folder" } else { line }
}

/// Puts in the moves for `{0}`, `{1}` and so on, and the time left for `{t}`.
fn filled(text: &str, record: &GameRecord) -> String {
    let mut text = text.replace("{t}", "INFO time_left 2147483647");
    for (number, one) in record.moves.iter().enumerate() {
        text = text.replace(&format!("{{{number}}}"), &format!("{},{}", one.at.0, one.at.1));
    }
    text
}

#[test]
fn what_plain_engines_are_told() {
    let start = "START 15/INFO timeout_turn 20000/INFO timeout_match 0/INFO max_memory 0\
                 /INFO game_type 1/INFO rule 1/INFO seed 42/{t}";
    check_wire(
        Profile::Plain,
        "",
        &format!("{start}/BEGIN/{{t}}/TURN {{1}}/END"),
        &format!("{start}/TURN {{0}}/END"),
    );
    check_wire(
        Profile::Plain,
        "h8 i8",
        &format!("{start}/BOARD/7,7,1/8,7,2/DONE/{{t}}/TURN {{3}}/END"),
        &format!("{start}/BOARD/7,7,2/8,7,1/{{2}},2/DONE/END"),
    );
}

#[test]
fn what_piskvork_says() {
    let start = "START 15/INFO max_memory 0/INFO timeout_match 0/INFO timeout_turn 20000\
                 /INFO game_type 2/INFO rule 1/{t}/INFO folder/INFO seed 42";
    check_wire(
        Profile::Piskvork,
        "",
        &format!("{start}/BEGIN/{{t}}/TURN {{1}}/END"),
        &format!("{start}/TURN {{0}}/END"),
    );
}

#[test]
fn what_the_gomocup_judge_says() {
    let start = "START 15/INFO timeout_turn 20000/INFO timeout_match 0/INFO max_memory 0\
                 /INFO game_type 3/INFO rule 1/INFO folder/INFO seed 42/{t}";
    check_wire(
        Profile::Gomocup,
        "",
        &format!("{start}/BOARD/DONE/{{t}}/TURN {{1}}/END"),
        &format!("{start}/BOARD/{{0}},2/DONE/END"),
    );
}

#[test]
fn what_c_gomoku_cli_says() {
    let start = "ABOUT/START 15/INFO rule 1/INFO timeout_turn 20000/INFO timeout_match 0\
                 /INFO max_memory 0/INFO seed 42/{t}";
    check_wire(
        Profile::CGomokuCli,
        "",
        &format!("{start}/BEGIN/{{t}}/TURN {{1}}/END"),
        &format!("{start}/BOARD/{{0}},2/DONE/END"),
    );
}

#[test]
fn boards_instead_of_turns() {
    let room = Room::new();
    let opening = opening("");
    let plan = GamePlan { send_boards: true, draw_after: Some(3), ..plan(&opening) };
    let record =
        game(&plan, room.overheard("correct", "black"), room.overheard("correct", "white"));
    let expected = filled("START 15/BEGIN/BOARD/{0},1/{1},2/DONE/END", &record);
    assert_eq!(room.commands("black"), expected);
}

/// Plays games in the same seats, and checks the commands that the first seat gets.
fn check_seats(profile: Profile, restart: bool, expected: &str) {
    let room = Room::new();
    let opening = opening("");
    let plan = GamePlan { restart, draw_after: Some(2), ..plan(&opening) };
    let listen = |log| with(profile, room.overheard("correct", log));
    let mut seats = seats(listen("black"), listen("white"));
    for _ in 0..2 {
        let record = play(&plan, &mut seats, &Stop::new(), &|_| {});
        assert_eq!(record.reason, Reason::MoveLimit, "{record:?}");
    }
    drop(seats);
    assert_eq!(room.commands("black").replace('\r', ""), expected, "{profile:?}");
}

#[test]
fn processes_are_kept_or_not() {
    check_seats(Profile::Plain, false, "START 15/BEGIN/START 15/BEGIN/END");
    check_seats(Profile::Plain, true, "START 15/BEGIN/END/START 15/BEGIN/END");
    check_seats(Profile::CGomokuCli, false, "ABOUT/START 15/BEGIN/START 15/BEGIN/END");
    let two = "START 15/BOARD/DONE/END/START 15/BOARD/DONE/END";
    check_seats(Profile::Gomocup, false, two);
    check_seats(Profile::Piskvork, false, "START 15/BEGIN/END/START 15/BEGIN/END");
}

#[test]
fn seats_recover_from_a_loss() {
    let room = Room::new();
    let opening = opening("");
    let plan = plan(&opening);
    let mut seats = seats(room.scripted("start-keeps-board"), room.scripted("random-legal=7"));
    let reasons = [0; 3].map(|_| play(&plan, &mut seats, &Stop::new(), &|_| {}).reason);
    assert!(matches!(reasons[0], Reason::Five | Reason::MoveLimit), "{reasons:?}");
    // In the second game BEGIN finds stones on its board; the third has a new process.
    assert_eq!(reasons, [reasons[0], Reason::Protocol, reasons[0]]);
}

#[test]
fn oblong_boards() {
    let room = Room::new();
    let opening = opening("");
    let size = BoardSize::new(12, 9).expect("a board has 5 to 22 columns and rows");
    let plan = GamePlan { size, ..plan(&opening) };
    let record = game(&plan, room.overheard("correct", "black"), room.scripted("random-legal=7"));
    assert!(matches!(record.reason, Reason::Five | Reason::MoveLimit), "{record:?}");
    assert!(room.commands("black").starts_with("RECTSTART 12,9/BEGIN"));
}

#[test]
fn watchers_see_every_stone() {
    let room = Room::new();
    let opening = opening("h8 i9");
    let plan = GamePlan { draw_after: Some(4), ..plan(&opening) };
    let seen = Mutex::new(Vec::new());
    let mut seats = seats(room.scripted("correct"), room.scripted("correct"));
    let watcher = |moved: Moved| seen.lock().expect("one thread").push(moved);
    play(&plan, &mut seats, &Stop::new(), &watcher);
    let seen = seen.into_inner().expect("one thread");
    let stones: Vec<_> = seen.iter().map(|moved| (moved.stones, moved.color, moved.seat)).collect();
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(stones, [(1, black, 0), (2, white, 1), (3, black, 0), (4, white, 1)]);
    let timed: Vec<bool> = seen.iter().map(|moved| moved.ms.is_some()).collect();
    assert_eq!(timed, [false, false, true, true]);
}

#[test]
fn messages_are_kept_if_wanted() {
    let room = Room::new();
    let opening = opening("");
    for keep_messages in [false, true] {
        let plan = GamePlan { keep_messages, draw_after: Some(2), ..plan(&opening) };
        let record = game(&plan, room.scripted("message-before-ok"), room.scripted("correct"));
        let messages: Vec<_> = record.moves.iter().map(|one| one.message.as_deref()).collect();
        let said = keep_messages.then_some("depth 1-1 ev 0 n 1");
        assert_eq!(messages, [said, None]);
    }
}

#[test]
fn complaints_about_info_are_no_answers() {
    let room = Room::new();
    let opening = opening("");
    let plan = GamePlan { rule: Rule::Caro, ..plan(&opening) };
    for behaviour in ["info-error-for-rule", "info-error-for-key", "info-ok"] {
        let mut seats = seats(room.scripted(behaviour), room.scripted("random-legal=7"));
        for _ in 0..2 {
            let record = play(&plan, &mut seats, &Stop::new(), &|_| {});
            assert!(matches!(record.reason, Reason::Five | Reason::MoveLimit), "{record:?}");
        }
    }
}

#[test]
fn errors_at_once_where_info_is_borne() {
    let room = Room::new();
    let opening = opening("");
    let mut plan = plan(&opening);
    let mut seats = seats(room.scripted("correct"), room.scripted("correct"));
    play(&plan, &mut seats, &Stop::new(), &|_| {});
    // The scripted engine does not play omok and says so when it has to move.
    plan.rule = Rule::Omok;
    let record = play(&plan, &mut seats, &Stop::new(), &|_| {});
    let Conduct { last_words, .. } = record.black;
    assert_eq!((record.score, record.reason), (Score::White, Reason::Protocol));
    assert!(record.detail.starts_with("answered \"ERROR"), "{}", record.detail);
    assert!(last_words.is_some_and(|words| words.contains("ERROR")));
}
