//! Tests of the scheduler through its public interface.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::game::Game;
use crate::scheduler::{Answer, Event, Job, Method, Scheduler, Settings, Solving, Task, Ticket};
use crate::search::{Limits, Request};
use crate::solver::Proof;
use crate::tests::game;

/// The messages that a scheduler sends, with the tags of their jobs.
type Events = Receiver<(usize, Event)>;

fn start(threads: usize) -> (Scheduler<usize>, Events) {
    let (sender, events) = mpsc::channel();
    let settings = Settings { threads, max_table: 1 << 22, ..Settings::default() };
    let scheduler = Scheduler::new(settings, move |job: &Job<usize>, event| {
        sender.send((job.tag, event)).ok();
    });
    (scheduler.expect("threads start"), events)
}

fn search(limits: Limits) -> Task {
    Task::Search(Request { multi_pv: 2, ..Request::new(limits) })
}

fn nodes(count: u64) -> Task {
    search(Limits { nodes: Some(count), ..Limits::unlimited() })
}

fn endless() -> Task {
    search(Limits::unlimited())
}

fn games() -> Vec<Game> {
    let texts =
        ["freestyle 15x15 h8", "renju 15x15 h8 i9 g9", "caro 9x9 e5 f6", "omok 19x19 i11 h9"];
    texts.map(game).to_vec()
}

/// Returns the answers, in the order of the tags, without times.
fn answers(events: &Events) -> Vec<String> {
    let mut answers: Vec<(usize, String)> = Vec::new();
    for (tag, event) in events {
        match event {
            Event::Done(Answer::Analysis(mut analysis)) => {
                analysis.elapsed = Duration::ZERO;
                answers.push((tag, format!("{analysis:?}")));
            }
            Event::Done(other) => answers.push((tag, format!("{other:?}"))),
            Event::Report(_) | Event::Solving(_) => {}
        }
    }
    answers.sort();
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[test]
fn answers_depend_on_neither_order_nor_threads() {
    let run = |threads: usize, order: &[usize]| {
        let (scheduler, events) = start(threads);
        for &index in order {
            let tag = index;
            let game = games()[index % 4].clone();
            let count = if index < 4 { 700 } else { 3_000 };
            scheduler.submit(Job { priority: tag as i64 % 3, ..Job::new(tag, game, nodes(count)) });
        }
        scheduler.finish();
        answers(&events)
    };
    let expected = run(1, &[0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(expected.len(), 8);
    assert_eq!(run(3, &[7, 1, 5, 3, 0, 6, 2, 4]), expected);
}

#[test]
fn a_job_that_has_not_begun_is_stopped_with_no_answer() {
    let (scheduler, events) = start(1);
    let running = scheduler.submit(Job::new(0, games()[0].clone(), endless()));
    let queued = scheduler.submit(Job::new(1, games()[1].clone(), endless()));
    scheduler.stop(&[queued, queued]);
    scheduler.stop(&[queued]);
    let (tag, event) = events.recv().expect("an answer");
    assert!(tag == 1 && matches!(event, Event::Done(Answer::Nothing)), "{event:?}");
    scheduler.stop(&[Ticket(77), running]);
    scheduler.finish();
    assert_eq!(events.iter().filter(|(tag, _)| *tag == 0).count(), 1);
}

#[test]
fn a_running_search_reports_until_its_answer() {
    let (scheduler, events) = start(1);
    let report_every = Some(Duration::from_millis(1));
    let job = Job { report_every, ..Job::new(0, games()[0].clone(), endless()) };
    let ticket = scheduler.submit(job);
    let (_, event) = events.recv().expect("a report");
    let Event::Report(analysis) = event else { panic!("it runs: {event:?}") };
    assert!(!analysis.lines.is_empty() && analysis.nodes > 0);
    scheduler.stop(&[ticket]);
    scheduler.finish();
    let all: Vec<Event> = events.iter().map(|(_, event)| event).collect();
    let (last, reports) = all.split_last().expect("an answer");
    assert!(matches!(last, Event::Done(Answer::Analysis(_))), "{last:?}");
    assert!(reports.iter().all(|event| matches!(event, Event::Report(_))));
}

#[test]
fn a_running_solver_reports_until_its_answer() {
    let (scheduler, events) = start(1);
    let report_every = Some(Duration::from_millis(1));
    let (method, limits) = (Method::AnyMoves, Limits::unlimited());
    let task = Task::Solve(Solving { method, limits, wants_certificate: false });
    let job = Job { report_every, ..Job::new(0, games()[0].clone(), task) };
    let ticket = scheduler.submit(job);
    let (_, event) = events.recv().expect("a report");
    assert!(matches!(event, Event::Solving(_)), "it runs: {event:?}");
    scheduler.stop(&[ticket]);
    scheduler.finish();
    let last = events.iter().last().expect("an answer");
    assert!(matches!(last, (0, Event::Done(_))), "{last:?}");
}

#[test]
fn a_session_remembers_and_forgets() {
    let (scheduler, events) = start(2);
    let depth = search(Limits { depth: Some(10), ..Limits::unlimited() });
    let visited = |session: Option<&str>| {
        let session = session.map(Into::into);
        scheduler.submit(Job { session, ..Job::new(0, games()[0].clone(), depth) });
        match events.recv() {
            Ok((_, Event::Done(Answer::Analysis(analysis)))) => analysis.nodes,
            other => panic!("{other:?}"),
        }
    };
    let alone = visited(None);
    assert_eq!(visited(None), alone, "each job begins with an empty memory");
    let first = visited(Some("a"));
    assert!(visited(Some("a")) < first, "the session remembers");
    assert_eq!(visited(Some("b")), first, "another one does not");
    scheduler.clear();
    assert_eq!(visited(Some("a")), first);
}

#[test]
fn a_session_answers_in_order() {
    let (scheduler, events) = start(3);
    for tag in 0..12 {
        let session = Some(if tag % 2 == 0 { "even" } else { "odd" }.into());
        let priority = tag as i64;
        scheduler.submit(Job {
            session,
            priority,
            ..Job::new(tag, games()[tag % 4].clone(), nodes(300))
        });
    }
    scheduler.finish();
    let order: Vec<usize> = events.iter().map(|(tag, _)| tag).collect();
    assert_eq!(order.len(), 12);
    let of = |parity| order.iter().filter(move |&tag| tag % 2 == parity);
    assert!(of(0).is_sorted() && of(1).is_sorted(), "{order:?}");
}

#[test]
fn a_dropped_scheduler_has_answered_everything() {
    let (scheduler, events) = start(2);
    for tag in 0..20 {
        let session = (tag % 3 == 0).then(|| "one".into());
        scheduler.submit(Job { session, ..Job::new(tag, games()[tag % 4].clone(), endless()) });
    }
    drop(scheduler);
    let mut tags: Vec<usize> = events
        .iter()
        .filter(|(_, event)| matches!(event, Event::Done(_)))
        .map(|(tag, _)| tag)
        .collect();
    tags.sort_unstable();
    assert_eq!(tags, (0..20).collect::<Vec<_>>());
}

/// Returns the verdict on a game, after a check of the certificate of a win.
#[track_caller]
fn solved(text: &str, method: Method, nodes: u64) -> Proof {
    let (scheduler, events) = start(1);
    let limits = Limits { nodes: Some(nodes), ..Limits::unlimited() };
    let solving = Solving { method, limits, wants_certificate: true };
    scheduler.submit(Job::new(0, game(text), Task::Solve(solving)));
    scheduler.finish();
    match events.recv() {
        Ok((_, Event::Done(Answer::Solution(solution)))) => {
            if solution.proof.is_win() {
                let certificate = solution.certificate.as_ref().expect("a win has a certificate");
                assert!(certificate.check().is_ok());
            }
            solution.proof
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn verdicts_have_certificates() {
    let fours = "freestyle 15x15 h8 a1 i9 a3 j10 a5";
    assert!(solved(fours, Method::Fours, 10_000).is_win());
    let threes = "freestyle 15x15 g8 a1 i8 a15 h7 o1 h9 o15";
    assert_eq!(solved(threes, Method::Fours, 10_000), Proof::NoWin);
    assert!(solved(threes, Method::Threats, 10_000).is_win());
    assert_eq!(solved(threes, Method::Threats, 1), Proof::Unknown);
    assert!(solved("freestyle 15x15 h8 a1 i8 a5 g9 a9", Method::AnyMoves, 2_000).is_win());
}

#[test]
fn a_full_board_has_no_answer() {
    let full =
        "freestyle 5x5 a1 b1 c1 d1 e1 a2 c2 b2 d2 e2 b3 a3 c3 d3 a4 e3 b4 c4 d4 a5 e4 b5 c5 d5 e5";
    let (scheduler, events) = start(1);
    scheduler.submit(Job::new(0, game(full), nodes(100)));
    scheduler.finish();
    assert!(matches!(events.recv(), Ok((0, Event::Done(Answer::Nothing)))));
}
