//! The progress of a run, and hostile text from engines.

use std::time::{Duration, Instant};

use indicatif::ProgressDrawTarget;

use crate::record::GameRecord;
use crate::run::{Observer, Progress, Running};
use crate::show::view::{Live, Plain, span};
use crate::testing::{Tournament, games};

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
    let games = games("0.0 A B white crash it said \u{1b}[31m");
    let mut text = Vec::new();
    let mut view = Plain::new(&mut text, false);
    view.say("two\nlines");
    let progress = Progress::new(1, 4, 1, Duration::from_secs(61) / 3);
    view.game(&games, &progress);
    view.game(&games, &progress.until_decided());
    assert_eq!(
        String::from_utf8(text).expect("the text is UTF-8"),
        "two\\nlines\n1 of 4 (1:01 left): A - B 0-1, crash, 5 moves: it said \\u{1b}[31m\n\
         1 played: A - B 0-1, crash, 5 moves: it said \\u{1b}[31m\n"
    );
}

#[test]
fn the_live_view_computes_its_table_once_a_second() {
    let tournament = Tournament::new(2, 2);
    let games = tournament.records();
    let computed = std::cell::Cell::new(0);
    let table = |records: &[GameRecord]| {
        computed.set(computed.get() + 1);
        format!("{} games", records.len())
    };
    let names = ["A", "B"].into_iter();
    let mut live = Live::new(ProgressDrawTarget::hidden(), 80, names, Box::new(table));
    let task = tournament.plan.games().next().expect("there are games");
    let running = [Running { task, stones: 3, since: Instant::now() }];
    for done in 1..=4 {
        let progress = Progress::new(done, 4, 0, Duration::ZERO);
        live.redraw(&running, &progress);
        live.game(&games[..done], &progress);
    }
    live.say("done");
    live.close();
    drop(live);
    // The first, and the last in any case; the machine may be slow.
    assert!((2..=4).contains(&computed.get()), "{computed:?}");
}
