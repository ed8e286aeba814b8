//! Tests that the scheduler without threads agrees with the one with threads, under clocks that end
//! slices early.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, mpsc::Sender};
use std::time::Duration;

use crate::scheduler::{Answer, Event, Job, Method, Scheduler, Settings, Slices, Solving, Task};
use crate::search::{Limits, Request, TimeSource};
use crate::solver::Proof;
use crate::tests::game;

/// A clock that advances by a millisecond whenever it is read, and ends a slice every `slice`
/// readings.
#[derive(Debug)]
struct Ticking {
    looks: AtomicU64,
    slice: u64,
}

impl TimeSource for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.looks.load(Ordering::Relaxed))
    }

    fn wants_stop(&self) -> bool {
        (self.looks.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(self.slice)
    }
}

type Events = Receiver<(usize, Event)>;

fn deliver(sender: Sender<(usize, Event)>) -> impl Fn(&Job<usize>, Event) + Send + Sync {
    move |job, event| {
        sender.send((job.tag, event)).ok();
    }
}

fn settings() -> Settings {
    Settings { max_table: 1 << 22, ..Settings::default() }
}

/// Returns a scheduler whose slices end every `slice` readings of the clock.
fn start(slice: u64) -> (Slices<usize>, Events) {
    let (sender, events) = mpsc::channel();
    let clock = Arc::new(Ticking { looks: AtomicU64::new(0), slice });
    (Slices::new(settings(), clock, deliver(sender)), events)
}

fn nodes(count: u64) -> Task {
    let limits = Limits { nodes: Some(count), ..Limits::unlimited() };
    Task::Search(Request { multi_pv: 2, ..Request::new(limits) })
}

const ENDLESS: Task = Task::Search(Request::new(Limits::unlimited()));

fn solving(method: Method, nodes: u64) -> Task {
    let limits = Limits { nodes: Some(nodes), ..Limits::unlimited() };
    Task::Solve(Solving { method, limits, wants_certificate: false })
}

fn answers(events: &Events) -> Vec<(usize, Answer)> {
    let done = |(tag, event)| match event {
        Event::Done(answer) => Some((tag, answer)),
        Event::Report(_) | Event::Solving(_) => None,
    };
    events.try_iter().filter_map(done).collect()
}

#[test]
fn a_search_that_is_not_cut_is_that_of_a_thread() {
    let text = "renju 15x15 h8 i9 g9";
    let (slices, events) = start(u64::MAX);
    slices.submit(Job::new(0, game(text), nodes(3_000)));
    assert!(!slices.step());
    let (sender, of_thread) = mpsc::channel();
    let scheduler = Scheduler::new(settings(), deliver(sender)).expect("threads start");
    scheduler.submit(Job::new(0, game(text), nodes(3_000)));
    scheduler.finish();
    let [own, expected] = [events, of_thread].map(|events| match events.recv() {
        Ok((0, Event::Done(Answer::Analysis(mut analysis)))) => {
            analysis.elapsed = Duration::ZERO;
            format!("{analysis:?}")
        }
        other => panic!("{other:?}"),
    });
    assert_eq!(own, expected);
}

#[test]
fn a_search_that_is_cut_goes_on_with_what_it_has_found() {
    let (slices, events) = start(8);
    slices.submit(Job::new(0, game("freestyle 15x15 h8 i9"), nodes(20_000)));
    let mut count = 1;
    while slices.step() {
        count += 1;
    }
    assert!(count > 5, "{count} slices");
    let [(0, Answer::Analysis(analysis))] = &answers(&events)[..] else { panic!("no answer") };
    assert!((20_000..21_000).contains(&analysis.nodes), "{} nodes", analysis.nodes);
    assert_eq!(analysis.lines.len(), 2);
    assert!(analysis.lines[0].depth >= 6, "depth {}", analysis.lines[0].depth);
}

#[test]
fn reports_never_fall_behind() {
    let (slices, events) = start(16);
    let report_every = Some(Duration::ZERO);
    let task = nodes(20_000);
    slices.submit(Job { report_every, ..Job::new(0, game("freestyle 15x15 h8 i9"), task) });
    while slices.step() {}
    let reports = events.try_iter().filter_map(|(_, event)| match event {
        Event::Report(analysis) => Some((analysis.lines[0].depth, analysis.nodes)),
        Event::Solving(_) | Event::Done(_) => None,
    });
    let reports: Vec<(u32, u64)> = reports.collect();
    assert!(reports.len() > 3 && reports.is_sorted(), "{reports:?}");
}

#[test]
fn a_solver_reports_the_positions_it_has_visited() {
    let (slices, events) = start(16);
    let report_every = Some(Duration::ZERO);
    let limits = Limits { nodes: Some(10_000), ..Limits::unlimited() };
    let task = Task::Solve(Solving { method: Method::Threats, limits, wants_certificate: false });
    let threes = game("freestyle 15x15 g8 a1 i8 a15 h7 o1 h9 o15");
    slices.submit(Job { report_every, ..Job::new(0, threes, task) });
    while slices.step() {}
    let mut visited = Vec::new();
    for (_, event) in events.try_iter() {
        match event {
            Event::Solving(progress) => visited.push(progress.nodes),
            Event::Done(Answer::Solution(solution)) => visited.push(solution.nodes),
            other => panic!("{other:?}"),
        }
    }
    assert!(visited.len() > 1 && visited[0] > 0 && visited.is_sorted(), "{visited:?}");
}

#[test]
fn jobs_are_stopped_between_slices() {
    let (slices, events) = start(8);
    let game = game("freestyle 15x15 h8 i9");
    let first = slices.submit(Job::new(0, game.clone(), ENDLESS));
    let second = slices.submit(Job::new(1, game.clone(), ENDLESS));
    slices.submit(Job { session: Some("a".into()), ..Job::new(2, game, ENDLESS) });
    assert!((0..20).all(|_| slices.step()));
    assert_eq!((slices.load().queued, slices.load().running), (2, 1));
    slices.stop(&[second, first]);
    assert!(matches!(&answers(&events)[..], [(1, Answer::Nothing)]));
    assert!(slices.step());
    assert!(matches!(&answers(&events)[..], [(0, Answer::Analysis(_))]));
    assert!(slices.step());
    slices.stop_all();
    assert!(!slices.step());
    assert!(matches!(&answers(&events)[..], [(2, _)]));
}

#[test]
fn proofs_go_on_after_each_slice() {
    let quiet = "freestyle 15x15 h8 i9 g9 j8 i7";
    let threes = "freestyle 15x15 g8 a1 i8 a15 h7 o1 h9 o15";
    for (text, method, is_win) in [
        (threes, Method::Threats, true),
        (threes, Method::Fours, false),
        ("freestyle 15x15 h8 a1 i8 a5 g9 a9", Method::AnyMoves, true),
        (quiet, Method::Threats, false),
    ] {
        let verdict = |slice: u64| {
            let (slices, events) = start(slice);
            slices.submit(Job::new(0, game(text), solving(method, 40_000)));
            while slices.step() {}
            match answers(&events).pop() {
                Some((0, Answer::Solution(solution))) => solution.proof,
                other => panic!("{other:?}"),
            }
        };
        let expected = verdict(u64::MAX);
        assert_eq!(expected.is_win(), is_win, "{text}");
        let cut = verdict(2);
        assert!(expected == Proof::Unknown || cut.is_win() == is_win, "{text}: {cut:?}");
    }
}
