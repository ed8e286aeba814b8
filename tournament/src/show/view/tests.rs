//! The progress of a run, and hostile text from engines.

use std::time::{Duration, Instant};

use indicatif::ProgressDrawTarget;

use crate::plan::Plan;
use crate::record::{GameRecord, Reason};
use crate::run::{Observer, Progress, Running};
use crate::show::view::{Live, Plain, span};
use crate::testing::{config, identities, record};

fn games() -> Vec<GameRecord> {
    let config = config(2, 2);
    let plan = Plan::new(&config, &identities(&config));
    plan.games().map(|task| record(&config, &task)).collect()
}

#[test]
fn times() {
    let check = |seconds: f64, expected: &str| {
        assert_eq!(span(Duration::from_secs_f64(seconds)), expected);
    };
    check(0.4, "0:00");
    check(59.6, "1:00");
    check(127.0, "2:07");
    check(3727.0, "1:02:07");
    check(400_000.0, "111:06:40");
}

#[test]
fn the_time_left_follows_this_run() {
    let ten = Duration::from_secs(10);
    assert_eq!(Progress::new(50, 100, 0, ten).left, None);
    assert_eq!(Progress::new(50, 100, 5, ten).left, Some(Duration::from_secs(100)));
    assert_eq!(Progress::new(100, 100, 5, ten).left, Some(Duration::ZERO));
}

#[test]
fn plain_lines() {
    let mut games = games();
    games.truncate(1);
    games[0].reason = Reason::Crash;
    games[0].detail = "it said \u{1b}[31m".to_owned();
    games[0].score = crate::record::Score::White;
    games[0].moves.clear();
    let mut text = Vec::new();
    let mut view = Plain::new(&mut text, false);
    view.say("two\nlines");
    view.game(&games, &Progress { done: 1, total: 4, left: Some(Duration::from_secs(61)) });
    assert_eq!(
        String::from_utf8(text).expect("the text is UTF-8"),
        "two\\nlines\n1 of 4: A - B 0-1, crash, 0 moves: it said \\u{1b}[31m (1:01 left)\n"
    );
}

#[test]
fn the_live_view_computes_its_table_once_a_second() {
    let games = games();
    let computed = std::cell::Cell::new(0);
    let table = |records: &[GameRecord]| {
        computed.set(computed.get() + 1);
        format!("{} games", records.len())
    };
    let names = ["A", "B"].into_iter();
    let mut live = Live::new(ProgressDrawTarget::hidden(), 80, names, Box::new(table));
    let config = config(2, 2);
    let plan = Plan::new(&config, &identities(&config));
    let task = plan.games().next().expect("there are games");
    let running = [Running { task, stones: 3, since: Instant::now() }];
    for done in 1..=4 {
        let progress = Progress { done, total: 4, left: None };
        live.redraw(&running, &progress);
        live.game(&games[..done], &progress);
    }
    live.say("done");
    live.close();
    drop(live);
    // The first, and the last in any case; the machine may be slow.
    assert!((2..=4).contains(&computed.get()), "{computed:?}");
}
