//! Tests of clocks, starts, aborted games, and processor time out of turn.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::room::Room;
use super::{check_end, game, plan, play, seats};
use crate::config::{EngineConfig, Limits, Profile};
use crate::record::{GameRecord, Reason, Score};
use crate::run::game::{GamePlan, MachineTime, TakenTime};
use crate::run::stop::Stop;

fn limited(engine: EngineConfig, limits: impl Fn(&mut Limits)) -> EngineConfig {
    let mut engine = engine;
    limits(&mut engine.limits);
    engine
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Returns the values of `INFO time_left` that an engine got.
fn times_left(room: &Room, log: &str) -> Vec<f64> {
    let heard = room.heard(log);
    let value = |line: &str| line.trim().strip_prefix("INFO time_left ")?.parse().ok();
    heard.lines().filter_map(value).collect()
}

#[test]
fn clocks_with_increment_are_sent_exactly() {
    let room = Room::new();
    let black = limited(room.overheard("thinking", "black"), |limits| {
        limits.game = Some(ms(1500));
        limits.increment = ms(200);
    });
    let record = game(&plan(12), black, room.scripted("random-legal=7"));
    check_end(&record);
    let told = times_left(&room, "black");
    let own = record.moves.iter().step_by(2).filter_map(|one| one.ms);
    let mut left = 1700.0;
    for (told, used) in told.iter().zip(own) {
        assert!((left - told).abs() <= 1.0, "{told} told, {left} left: {record:?}");
        left += 200.0 - used;
    }
    assert_eq!(told.len(), record.black.moves as usize);
}

#[test]
fn the_clock_of_the_game_runs_out() {
    let room = Room::new();
    let plan = GamePlan { draw_after: None, ..plan(12) };
    let black = limited(room.scripted("ignores-time-left"), |limits| {
        limits.turn = Some(ms(400));
        limits.game = Some(ms(600));
        limits.margin = ms(500);
    });
    let record = game(&plan, black, room.scripted("correct"));
    assert_eq!((record.score, record.reason), (Score::White, Reason::TimeoutGame), "{record:?}");
    assert!(record.detail.contains("margin 500 ms"), "{}", record.detail);
}

#[test]
fn use_of_the_margin_is_recorded() {
    let room = Room::new();
    let plan = plan(4);
    let black = limited(room.scripted("late-within-margin"), |limits| limits.turn = Some(ms(50)));
    let GameRecord { reason, black, white, .. } = game(&plan, black, room.scripted("correct"));
    assert_eq!(reason, Reason::MoveLimit);
    assert_eq!((black.moves, black.late, white.late), (2, 2, 0));
    assert!(black.latest_ms >= 30.0 && black.longest_ms >= 80.0, "{black:?}");
}

/// A machine that takes a part of all time.
#[derive(Debug)]
struct Taking {
    percent: u32,
}

impl TakenTime for Taking {
    fn taken(&self, from: Instant, to: Instant) -> Duration {
        (to - from) * self.percent / 100
    }
}

/// Plays a game of an engine that takes some 80 ms for moves of 50 ms, without a margin.
fn late_game(machine: MachineTime<'_>) -> GameRecord {
    let room = Room::new();
    let plan = GamePlan { machine, ..plan(4) };
    let black = limited(room.scripted("late-within-margin"), |limits| {
        limits.turn = Some(ms(50));
        limits.margin = ms(0);
    });
    game(&plan, black, room.scripted("correct"))
}

#[test]
fn time_that_the_machine_takes_does_not_count() {
    let most = Taking { percent: 90 };
    let GameRecord { reason, black, .. } = late_game(MachineTime::Forgiven(&most));
    assert_eq!(reason, Reason::MoveLimit);
    assert_eq!((black.moves, black.late), (2, 0));
    assert!(black.machine_ms >= 100.0 && black.machine_ms <= black.time_ms, "{black:?}");
}

#[test]
fn a_slow_engine_loses_all_the_same() {
    let lost = |machine| {
        let GameRecord { score, reason, .. } = late_game(machine);
        (score, reason)
    };
    let busy = Taking { percent: 20 };
    let late = (Score::White, Reason::TimeoutTurn);
    assert_eq!(lost(MachineTime::Charged), late);
    assert_eq!(lost(MachineTime::ForgivenLast(&busy)), late);
    // At 62 ms the machine has taken 12 ms: too little to excuse the engine, but enough to void the
    // game.
    assert_eq!(lost(MachineTime::Forgiven(&busy)), (Score::Void, Reason::Machine));
}

/// Returns an engine that takes 1.5 s to start, more than the limit for its moves.
fn slow_to_start(room: &Room, profile: Profile) -> EngineConfig {
    let engine = limited(room.scripted("late-ok=1500"), |limits| {
        limits.turn = Some(ms(500));
        limits.margin = ms(500);
    });
    EngineConfig { profile, ..engine }
}

#[test]
fn the_profile_decides_whether_the_time_to_start_counts() {
    let room = Room::new();
    let plan = plan(2);
    let plain = game(&plan, slow_to_start(&room, Profile::Plain), room.scripted("correct"));
    assert_eq!(plain.reason, Reason::MoveLimit, "{plain:?}");
    let judged = game(&plan, slow_to_start(&room, Profile::Gomocup), room.scripted("correct"));
    assert_eq!((judged.score, judged.reason), (Score::White, Reason::TimeoutTurn), "{judged:?}");
    let piskvork = limited(room.overheard("late-ok=300", "black"), |limits| {
        limits.game = Some(ms(20_000));
    });
    let piskvork = EngineConfig { profile: Profile::Piskvork, ..piskvork };
    let charged = game(&plan, piskvork, room.scripted("correct"));
    assert_eq!(charged.reason, Reason::MoveLimit, "{charged:?}");
    assert!(times_left(&room, "black")[0] <= 19_700.0);
}

#[test]
fn unfinished_lines_are_reported() {
    let room = Room::new();
    let black = limited(room.scripted("no-line-end"), |limits| {
        limits.turn = Some(ms(200));
        limits.margin = ms(200);
    });
    let record = game(&plan(12), black, room.scripted("correct"));
    assert_eq!(
        record.detail,
        "no move within 400 ms (limit 200 ms, margin 200 ms); \"7,7\" has no line ending"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn thinking_out_of_turn_shows() {
    let room = Room::new();
    let plan = plan(6);
    for profile in [Profile::Plain, Profile::Piskvork] {
        let black = EngineConfig { profile, ..room.scripted("ponders") };
        let record = game(&plan, black, room.scripted("slow=300"));
        assert_eq!(record.reason, Reason::MoveLimit, "{record:?}");
        // Under Piskvork engines are frozen on the opponent's time.
        let used = record.black.foreign_cpu_ms;
        assert_eq!(used > 0.0, profile == Profile::Plain, "{used} {profile:?}");
    }
}

#[test]
fn games_are_broken_off() {
    let room = Room::new();
    let plan = plan(12);
    let stop = Stop::new();
    let (stone, stones) = mpsc::channel();
    let mut seats = seats(room.scripted("correct"), room.scripted("chatty-never-moves"));
    let record = thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            stones.recv().expect("black moves");
            stop.abort();
        });
        play(&plan, &mut seats, stop, &|moved| stone.send(moved).expect("the receiver exists"))
    });
    assert_eq!((record.score, record.reason), (Score::Void, Reason::Aborted), "{record:?}");
    assert_eq!(record.moves.len(), 1);
    let record = play(&plan, &mut seats, &stop, &|_| {});
    assert_eq!((record.reason, record.moves.len()), (Reason::Aborted, 0));
}
