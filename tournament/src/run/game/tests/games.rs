//! Tests of games of correct engines, under every rule and profile, and of the commands that they get.

use std::sync::Mutex;
use std::thread;

use dolmen::board::{BoardSize, Color};
use dolmen::rules::Rule;

use super::room::Room;
use super::scripted::scripted;
use super::{check, check_end, game, opening, plan, play, played, seats};
use crate::config::{EngineConfig, Profile};
use crate::record::{GameRecord, Reason, Score};
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
    let plan = GamePlan { rule, opening: &opening("h8 i9 h7"), ..plan(20) };
    let engine = || with(profile, room.scripted("correct"));
    let record = game(&plan, engine(), engine());
    check_end(&record);
    assert_eq!(record.moves.iter().filter(|one| one.ms.is_none()).count(), 3);
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

/// Returns the commands that an engine got, with a `/` for each line end, `INFO` for the settings at the start
/// of the game, which are tested with the profiles, and `{t}` for the time left.
fn told(room: &Room, log: &str, line_end: &str) -> String {
    let heard = room.heard(log);
    let short = |line| match line {
        "INFO time_left 2147483647" => "{t}",
        line if line.starts_with("INFO ") => "INFO",
        line => line,
    };
    let mut lines: Vec<&str> = heard.split_terminator(line_end).map(short).collect();
    lines.dedup_by(|line, before| *line == "INFO" && *before == "INFO");
    lines.join("/")
}

/// Puts in the moves for `{0}`, `{1}` and so on.
fn filled(text: &str, record: &GameRecord) -> String {
    let moves = record.moves.iter().map(|one| format!("{},{}", one.at.0, one.at.1)).enumerate();
    moves.fold(text.to_owned(), |text, (number, at)| text.replace(&format!("{{{number}}}"), &at))
}

#[test]
fn lines_that_engines_are_sent() {
    for (profile, send_boards, moves, black, white) in [
        (
            Profile::Plain,
            false,
            "",
            "START 15/INFO/{t}/BEGIN/{t}/TURN {1}/END",
            "START 15/INFO/{t}/TURN {0}/END",
        ),
        (
            Profile::Plain,
            true,
            "",
            "START 15/INFO/{t}/BEGIN/{t}/BOARD/{0},1/{1},2/DONE/END",
            "START 15/INFO/{t}/BOARD/{0},2/DONE/END",
        ),
        (
            Profile::Plain,
            false,
            "h8 i8",
            "START 15/INFO/{t}/BOARD/7,7,1/8,7,2/DONE/{t}/TURN {3}/END",
            "START 15/INFO/{t}/BOARD/7,7,2/8,7,1/{2},2/DONE/END",
        ),
        (
            Profile::Piskvork,
            false,
            "",
            "START 15/INFO/{t}/INFO/BEGIN/{t}/TURN {1}/END",
            "START 15/INFO/{t}/INFO/TURN {0}/END",
        ),
        (
            Profile::Gomocup,
            false,
            "",
            "START 15/INFO/{t}/BOARD/DONE/{t}/TURN {1}/END",
            "START 15/INFO/{t}/BOARD/{0},2/DONE/END",
        ),
        (
            Profile::CGomokuCli,
            false,
            "",
            "ABOUT/START 15/INFO/{t}/BEGIN/{t}/TURN {1}/END",
            "ABOUT/START 15/INFO/{t}/BOARD/{0},2/DONE/END",
        ),
    ] {
        let room = Room::new();
        let opening = opening(moves);
        let stones = opening.moves.len() + 3;
        let plan = GamePlan { opening: &opening, send_boards, ..plan(stones) };
        let listen = |log| with(profile, room.overheard("correct", log));
        let record = game(&plan, listen("black"), listen("white"));
        assert_eq!(record.reason, Reason::MoveLimit, "{record:?}");
        let is_dos = matches!(profile, Profile::Piskvork | Profile::Gomocup);
        let line_end = if is_dos { "\r\n" } else { "\n" };
        for (log, expected) in [("black", black), ("white", white)] {
            let told = told(&room, log, line_end);
            assert_eq!(told, filled(expected, &record), "{profile:?} {log}");
            let heard = room.heard(log);
            for setting in ["rule 1", "seed 42", "timeout_turn 20000"] {
                assert!(heard.contains(&format!("INFO {setting}{line_end}")), "{heard}");
            }
            assert_eq!(heard.contains("INFO folder /"), is_dos, "{heard}");
        }
    }
}

#[test]
fn processes_are_kept_or_not() {
    let board = "START 15/BOARD/DONE/END/START 15/BOARD/DONE/END";
    for (profile, restart, expected) in [
        (Profile::Plain, false, "START 15/BEGIN/START 15/BEGIN/END"),
        (Profile::Plain, true, "START 15/BEGIN/END/START 15/BEGIN/END"),
        (Profile::CGomokuCli, false, "ABOUT/START 15/BEGIN/START 15/BEGIN/END"),
        (Profile::Gomocup, false, board),
        (Profile::Piskvork, false, "START 15/BEGIN/END/START 15/BEGIN/END"),
    ] {
        let room = Room::new();
        let plan = GamePlan { restart, ..plan(2) };
        let listen = |log| with(profile, room.overheard("correct", log));
        let mut seats = seats(listen("black"), listen("white"));
        for _ in 0..2 {
            check(&played(&plan, &mut seats), Score::Draw, Reason::MoveLimit, "");
        }
        drop(seats);
        assert_eq!(room.commands("black").replace('\r', ""), expected, "{profile:?}");
    }
}

#[test]
fn seats_recover_from_a_loss() {
    let room = Room::new();
    let mut seats = seats(room.scripted("start-keeps-board"), room.scripted("random-legal=7"));
    let [first, second, third] = [0; 3].map(|_| played(&plan(12), &mut seats));
    check_end(&first);
    // In the second game BEGIN finds stones on its board; the third has a new process.
    assert_eq!([second.reason, third.reason], [Reason::Protocol, first.reason]);
}

#[test]
fn oblong_boards() {
    let room = Room::new();
    let size = BoardSize::new(12, 9).expect("a board has 5 to 22 columns and rows");
    let plan = GamePlan { size, ..plan(12) };
    check_end(&game(&plan, room.overheard("correct", "black"), room.scripted("random-legal=7")));
    assert!(room.commands("black").starts_with("RECTSTART 12,9/BEGIN"));
}

#[test]
fn watchers_see_every_stone() {
    let plan = GamePlan { opening: &opening("h8 i9"), ..plan(4) };
    let seen = Mutex::new(Vec::new());
    let mut seats = [scripted("black", &["0,0"]), scripted("white", &["1,1"])];
    let watcher = |moved: Moved| seen.lock().expect("one thread").push(moved);
    play(&plan, &mut seats, &Stop::new(), &watcher);
    let seen = seen.into_inner().expect("one thread").into_iter();
    let seen = seen.map(|moved| (moved.stones, moved.color, moved.seat, moved.ms.is_some()));
    let (black, white) = (Color::Black, Color::White);
    let expected =
        [(1, black, 0, false), (2, white, 1, false), (3, black, 0, true), (4, white, 1, true)];
    assert_eq!(seen.collect::<Vec<_>>(), expected);
}

#[test]
fn messages_are_kept_if_wanted() {
    let room = Room::new();
    for keep_messages in [false, true] {
        let plan = GamePlan { keep_messages, ..plan(2) };
        let record = game(&plan, room.scripted("message-before-ok"), room.scripted("correct"));
        let messages: Vec<_> = record.moves.iter().map(|one| one.message.as_deref()).collect();
        let said = keep_messages.then_some("depth 1-1 ev 0 n 1");
        assert_eq!(messages, [said, None]);
    }
}
