//! Tests of every behaviour of the scripted engine: the game ends for the right reason, in bounded time, and
//! no process is left.

use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use dolmen::rules::Rule;

use super::room::Room;
use super::{engine, game, opening, plan};
use crate::config::{EngineConfig, Limits};
use crate::record::{GameRecord, Reason, Score};
use crate::run::game::{GamePlan, OpeningPlan};

/// The setting in which a behaviour is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    /// Ample time; the engine is black on an empty board.
    Calm,
    /// Ample time; the engine is white on an empty board.
    White,
    /// Ample time; the engine is black against an opponent that blocks, to the end of the game.
    Contested,
    /// Little time for a move, with a margin that covers a busy machine.
    Thinking,
    /// Little time and little margin.
    Hasty,
    /// Little time and little margin, after an opening of four stones.
    HastyOpening,
    /// Little time to start.
    HastyStart,
    /// A memory limit below the memory that the engine takes.
    Memory,
    /// Under renju, after an opening that leaves black with forbidden points.
    Renju,
    /// Under caro.
    Caro,
    /// Little time; the opening is negotiated, and the engine is the first player.
    Opens,
    /// The opening is negotiated, and the engine is the player who chooses.
    Chooses,
}

/// The reasons of a game that is played to its end, whichever engine wins.
const PLAYS_ON: &[Reason] = &[Reason::Five, Reason::MoveLimit];

/// The behaviours by setting and by the reasons with which their games end.
const TABLE: &[(Setting, &[Reason], &str)] = &[
    (
        Setting::Calm,
        PLAYS_ON,
        "correct random-legal message-before-ok crlf banner stderr-line stderr-flood \
         grandchild-holds-stdout leaves-child writes-file opens-socket many-threads ponders \
         about-needs-start about-two-lines about-no-name about-counts about-long ok-blank \
         ok-lower-case two-oks unsolicited-move any-size huge-board eager-memory leaks size-kept \
         rect-transposed start-keeps-board restart-unknown restart-other-size \
         restart-keeps-board prefix-words upper-case-words answers-empty-lines keeps-cr \
         dies-on-bytes dies-on-numbers dies-on-long-lines wraps-numbers echoes-lines \
         echoes-replies error-for-unknown silent-on-unknown info-ok info-slow \
         info-error-for-key info-error-for-memory info-prints-evaluate \
         rule-at-start folder-cut threads-as-told unsigned-time panics-on-zero-time \
         board-deadlock board-needs-stones board-once board-adds board-error-per-line \
         board-silent-ahead board-short done-ignored dead-is-empty alternating-colours \
         turn-needs-board occupied-accepted outside-panics swaps-when-outside \
         state-lost-on-error takeback-unknown takeback-moves takeback-forgets play-ignored \
         blank-in-move two-move-lines plain-talk info-lines cr-only half-lines \
         non-utf-8 megabyte-line moves-on-full-board hangs-on-full-board blind overline-wins \
         caro-ignored edge-closes renju-overlines five-after-foul plays-forbidden ignores-end \
         serves-after-end end-unseen-in-list says-bye exit-status-one spins-on-eof hangs-on-eof \
         dies-on-eof-in-list swap2-unknown swap-in-error swap2-four swap2-overlapping \
         swap2-outside swap2-blanks swap2-always-swaps swap2-two-for-five swap2-keeps-colour \
         yxboard-moves yx-path-obeyed yx-unknown-moves yxstop-idle-moves forbid-no-stop \
         forbid-for-white info-error-for-game-type info-ok-for-rule info-error-for-renju \
         info-error-for-caro caro-as-freestyle keeps-first-rule no-time-left-is-no-time \
         overflows-at-largest-time slow-start own-stones-in-board board-of-three \
         board-error-behind no-turn-after-board board-of-99 line-end-of-first-line \
         moves-before-done white-refused-in-renju corners-crash dies-on-small-boards \
         turns-on-fifteen-lines late-blank-in-move no-candidates-at-the-end \
         end-only-without-game crashes-at-eof-after-end never-wins stops-before-winning \
         single-wins-only avoids-the-edge fifteen-lines overlines-lose column-overlines-win \
         stops-overlines blind-in-crowd colourless-memory restart-keeps-stones \
         start-keeps-stones takeback-keeps-stones start-resets-rule long-lines-in-parts",
    ),
    (
        Setting::Thinking,
        PLAYS_ON,
        "thinking ignores-sigterm start-resets-info restart-resets-info lower-case-keys \
         single-blanks zero-is-endless ignores-time-left ignores-match-limit banks-time \
         late-within-margin info-deaf-thinking loses-early-info drops-commands two-moves-on-stop \
         no-move-on-stop thinks-when-forced all-cores end-after-thinking moves-after-end \
         move-after-eof noisy-broken-pipe",
    ),
    (Setting::HastyStart, &[Reason::TimeoutStart], "deaf late-ok no-ok needs-crlf"),
    (Setting::Calm, &[Reason::Protocol], "error-to-start unknown-to-start"),
    (Setting::Calm, &[Reason::Protocol], "error-to-turn unknown-to-turn"),
    (Setting::Hasty, &[Reason::Protocol], "memory-zero-refused no-match-is-no-time"),
    (Setting::Hasty, &[Reason::TimeoutTurn], "slow silent-overrun chatty-never-moves"),
    (Setting::Hasty, &[Reason::TimeoutTurn], "one-line-per-read no-line-end"),
    (
        Setting::Hasty,
        &[Reason::Protocol],
        // `suggests` has already placed the stone that it suggests, and refuses PLAY.
        "three-numbers text-after-move letter-move illegal-text=2 suggests",
    ),
    (Setting::HastyOpening, &[Reason::TimeoutTurn], "board-deadlock done-ignored"),
    (Setting::Memory, &[Reason::Memory], "hungry eager-memory"),
    (
        Setting::Calm,
        &[Reason::Crash],
        "blank-in-path exits-at-move=2 exits-cleanly-at-move=2 aborts-at-move=2 panics-at-move=2 \
         exits-after-move=2",
    ),
    (Setting::Calm, &[Reason::Illegal], "illegal-occupied=2 illegal-outside=2"),
    // Their own stones stand on other points than they believe, so that sooner or later a move is
    // illegal, or a command of the runner puts a stone on a point that they believe occupied.
    (Setting::Contested, &[Reason::Illegal, Reason::Protocol], "transposed-moves one-based-moves"),
    (Setting::Renju, &[Reason::Foul], "plays-forbidden"),
    (Setting::Caro, PLAYS_ON, "info-error-for-rule"),
    (Setting::White, PLAYS_ON, "correct ponders plain-talk two-move-lines exit-status-one"),
    (Setting::Opens, PLAYS_ON, "correct swap2-keeps-colour"),
    (
        Setting::Opens,
        &[Reason::Protocol],
        "swap2-unknown swap-in-error swap2-four swap2-blanks swap2-always-swaps",
    ),
    (Setting::Opens, &[Reason::Illegal], "swap2-overlapping swap2-outside"),
    (Setting::Chooses, PLAYS_ON, "correct swap2-always-swaps swap2-keeps-colour"),
];

/// A behaviour under a setting, with its limits.
fn tested(room: &Room, behaviour: &str, setting: Setting) -> EngineConfig {
    let scripted = room.scripted(behaviour);
    let ms = Duration::from_millis;
    let limits = scripted.limits.clone();
    let limits = match setting {
        Setting::Calm
        | Setting::White
        | Setting::Contested
        | Setting::Renju
        | Setting::Caro
        | Setting::Chooses => limits,
        Setting::Thinking => Limits { turn: Some(ms(150)), ..limits },
        Setting::Hasty | Setting::HastyOpening | Setting::Opens => {
            Limits { turn: Some(ms(400)), margin: ms(100), ..limits }
        }
        Setting::HastyStart => Limits { startup: ms(400), ..limits },
        Setting::Memory => Limits { memory: Some(100 << 20), ..limits },
    };
    EngineConfig { limits, ..scripted }
}

fn play(behaviour: &str, setting: Setting) -> GameRecord {
    let room = Room::new();
    let moves = match setting {
        Setting::HastyOpening => "h8 h9 i9 g7",
        // Black has two pairs that meet in h8.
        Setting::Renju => "g8 a1 f8 a3 h7 a5 h6 a7",
        _ => "",
    };
    let opening = opening(moves);
    let mut plan = GamePlan { opening: &opening, ..plan(12) };
    let negotiates = matches!(setting, Setting::Opens | Setting::Chooses);
    plan.negotiation = negotiates.then_some(OpeningPlan::Swap2Board);
    match setting {
        Setting::Renju => plan.rule = Rule::Renju,
        Setting::Caro => plan.rule = Rule::Caro,
        Setting::Contested => plan.draw_after = None,
        _ => {}
    }
    let tested = tested(&room, behaviour, setting);
    let opponent = room.scripted(match setting {
        Setting::Contested => "correct",
        _ => "random-legal=7",
    });
    match setting {
        Setting::White | Setting::Chooses => game(&plan, opponent, tested),
        _ => game(&plan, tested, opponent),
    }
}

/// Returns whether the engine lost, or for those that play on, whether the game has a result.
fn check(behaviour: &str, setting: Setting, expected: &[Reason]) -> Result<(), String> {
    let began = Instant::now();
    let record = play(behaviour, setting);
    let time = began.elapsed();
    let as_expected = expected.contains(&record.reason);
    let is_loser = match (setting, record.score) {
        (Setting::White | Setting::Chooses, score) => score == Score::Black,
        (_, score) => score == Score::White,
    };
    let is_fair = expected == PLAYS_ON || is_loser;
    if as_expected && is_fair && time < Duration::from_secs(60) {
        return Ok(());
    }
    let GameRecord { score, reason, detail, black, white, .. } = record;
    Err(format!(
        "{behaviour}, {setting:?}, in {time:?}: expected {expected:?}, got {score:?} {reason:?} \
         {detail:?}; {black:?}; {white:?}"
    ))
}

/// The distance in the table between two behaviours of the quick test that play on.
const STEP: usize = 4;

#[test]
fn faults_and_some_other_behaviours_have_their_results() {
    check_every(STEP);
}

#[test]
#[ignore = "slow: plays every behaviour"]
fn every_behaviour_has_its_result() {
    check_every(1);
}

/// Checks all behaviours that lose their games, and every `step`th of those that play on.
fn check_every(step: usize) {
    let rows = TABLE.iter().flat_map(|&(setting, expected, behaviours)| {
        let step = if expected == PLAYS_ON { step } else { 1 };
        let behaviours = behaviours.split_whitespace().step_by(step);
        behaviours.map(move |behaviour| (behaviour, setting, expected))
    });
    let waiting = Mutex::new(rows.collect::<Vec<_>>());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some((behaviour, setting, expected)) = pop(&waiting) {
                    if let Err(failure) = check(behaviour, setting, expected) {
                        failures
                            .lock()
                            .expect("no thread panicked while it held the lock")
                            .push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panicked while it held the lock");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn pop<T>(waiting: &Mutex<Vec<T>>) -> Option<T> {
    waiting.lock().expect("no thread panicked while it held the lock").pop()
}

#[test]
fn no_behaviour_is_left_out() {
    let room = Room::new();
    let command = &room.scripted("--list").command;
    let output = Command::new(&command[0]).arg("--list").output().expect("it lists");
    let list = String::from_utf8(output.stdout).expect("names are plain");
    for line in list.lines() {
        let name_of = |text: &str| text.split([' ', '=']).next().unwrap_or_default().to_owned();
        let name = name_of(line);
        let is_there = |row: &(Setting, &[Reason], &str)| {
            row.2.split_whitespace().any(|behaviour| name_of(behaviour) == name)
        };
        assert!(TABLE.iter().any(is_there), "{name} is in no row");
    }
}

#[test]
fn missing_engines_void_the_game() {
    let room = Room::new();
    let missing = engine("missing", vec!["/nowhere/pbrain".to_owned()]);
    let record = game(&plan(12), room.scripted("correct"), missing);
    assert_eq!((record.score, record.reason), (Score::Void, Reason::Infrastructure));
    assert!(record.detail.contains("/nowhere"), "{}", record.detail);
}
