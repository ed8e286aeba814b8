//! Tests of reading `/proc`.

use super::{children, group_members, parse, parse_stolen, process, thread_times};
use rustix::process::{Pid, getpgrp, getpid, getppid};
use std::time::Duration;

fn stat(name: &str, parent: i32, group: i32) -> String {
    format!(
        "42 ({name}) S {parent} {group} 7 0 -1 4194304 1 2 3 4 150 50 25 0 20 0 3 0 9999 1 2 3\n"
    )
}

fn check(name: &str, parent: i32, group: i32, expected: Option<(i32, i32)>) {
    let found = parse(stat(name, parent, group).as_bytes());
    let raw = |pid: Pid| pid.as_raw_nonzero().get();
    let relatives = found.map(|one| (raw(one.parent), raw(one.group)));
    assert_eq!(relatives, expected, "{name} {parent} {group}");
}

#[test]
fn names_may_hold_anything_and_relatives_may_be_missing() {
    check("engine", 5, 6, Some((5, 6)));
    check("a) S 1 1 (b", 5, 6, Some((5, 6)));
    check("first of its kind", 0, 0, Some((42, 42)));
    check("just reaped", 5, -1, None);
    assert!(parse(b"42 (cut off) S 1").is_none());
    assert!(parse(b"").is_none());
}

#[test]
fn figures_are_read() {
    let one = parse(stat("x", 5, 6).as_bytes()).expect("a whole line");
    let ticks = |count| {
        let per_second = u32::try_from(rustix::param::clock_ticks_per_second()).expect("not many");
        Duration::from_secs(count) / per_second
    };
    assert_eq!((one.threads, one.born), (3, 9999));
    assert_eq!((one.own_time, one.children_time), (ticks(200), ticks(25)));
    assert!(one.is_running() && !one.is_dead());
}

#[test]
fn this_process_is_found_by_its_group_and_by_its_parent() {
    assert!(process(getpid()).is_some_and(|one| one.is_running()));
    assert!(group_members(getpgrp()).contains(&getpid()));
    let parent = getppid().expect("a test has a parent");
    assert!(children(parent).contains(&getpid()));
}

#[test]
fn stolen_time_is_that_of_single_processors() {
    let text =
        "cpu  9 9 9 9 9 9 9 30 0 0\ncpu0 1 2 3 4 5 6 7 10 0 0\ncpu1 1 2 3 4 5 6 7 20 0 0\nintr 1";
    let per_second = u32::try_from(rustix::param::clock_ticks_per_second()).expect("not many");
    let ticks = |count: u64| Duration::from_secs(count) / per_second;
    assert_eq!(parse_stolen(text), [(0, ticks(10)), (1, ticks(20))]);
    assert_eq!(parse_stolen("cpu0 1 2\nintr"), []);
}

#[test]
fn the_times_of_this_thread_are_found() {
    let own = u32::try_from(rustix::thread::gettid().as_raw_nonzero().get()).expect("positive");
    let times = thread_times(getpid());
    if std::fs::exists("/proc/self/schedstat").unwrap_or(false) {
        assert!(times.iter().any(|(thread, _)| *thread == own), "{times:?}");
    }
}
