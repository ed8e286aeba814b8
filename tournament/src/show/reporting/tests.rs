//! Reports during a run.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::{Outlets, Reporting};
use crate::record::GameRecord;
use crate::run::{Absence, Boards, Observer, Progress, Running};
use crate::show::server::Hub;
use crate::show::snapshot::Subject;
use crate::testing::{Tournament, folder};

/// A view that records its events.
#[derive(Default)]
struct Notes(Vec<String>);

impl Observer for Notes {
    fn say(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }

    fn game(&mut self, records: &[GameRecord], _: &Progress) {
        self.0.push(format!("game {}", records.len()));
    }

    fn redraw(&mut self, _: &[Running], _: &Progress) {}
}

const PROGRESS: Progress = Progress { done: 0, total: 6, left: None, may_end_early: false };

fn subject() -> (Subject, Vec<GameRecord>) {
    let tournament = Tournament::new(2, 3);
    (tournament.subject(), tournament.records())
}

/// Returns the number of games in a report.
fn games(path: &Path) -> usize {
    let page = fs::read_to_string(path).expect("the report exists");
    page.matches("\"differs\":").count()
}

#[test]
fn the_file_is_rewritten() {
    let folder = folder();
    let path = folder.path().join("report.html");
    let (subject, records) = subject();
    let mut notes = Notes::default();
    let outlets = Outlets { file: Some(&path), page: None };
    let mut reporting = Reporting::new(&mut notes, &subject, outlets);
    reporting.look(&[]);
    assert!(!path.exists(), "there is nothing to report");
    reporting.game(&records[..1], &PROGRESS);
    reporting.look(&records[..1]);
    assert_eq!(games(&path), 1);
    // Too soon for another report.
    reporting.game(&records[..2], &PROGRESS);
    reporting.look(&records[..2]);
    assert_eq!(games(&path), 1);
    reporting.finish(&records).expect("the folder can be written");
    assert_eq!(games(&path), 6);
    assert_eq!(notes.0, ["game 1", "game 2"]);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder exists").collect();
    assert_eq!(left.len(), 1, "no other file is left");
}

#[test]
fn a_report_that_cannot_be_written_does_not_end_the_run() {
    let folder = folder();
    let path = folder.path().join("nowhere/report.html");
    let (subject, records) = subject();
    let mut notes = Notes::default();
    let outlets = Outlets { file: Some(&path), page: None };
    let mut reporting = Reporting::new(&mut notes, &subject, outlets);
    reporting.look(&records);
    reporting.game(&records, &PROGRESS);
    reporting.look(&records);
    assert!(reporting.finish(&records).is_err());
    notes.0.retain(|note| !note.starts_with("game"));
    let [complaint] = notes.0.as_slice() else { panic!("one message: {:?}", notes.0) };
    assert!(complaint.contains("cannot write the report"), "{complaint}");
}

#[test]
fn the_report_says_which_games_are_left_out_and_why() {
    let folder = folder();
    let path = folder.path().join("report.html");
    let (subject, records) = subject();
    let mut notes = Notes::default();
    let outlets = Outlets { file: Some(&path), page: None };
    let mut reporting = Reporting::new(&mut notes, &subject, outlets);
    reporting.game(&records[..2], &PROGRESS);
    let (name, reason) = ("B".to_owned(), "the program has changed".to_owned());
    reporting.leave_out(&Absence { engine: 1, name, reason });
    reporting.redraw(&[], &Progress { total: 3, ..PROGRESS });
    reporting.finish(&records[..3]).expect("the folder can be written");
    let page = fs::read_to_string(&path).expect("the report exists");
    let absent = r#""absent":[{"engine":1,"reason":"the program has changed"}]"#;
    assert!(page.contains(absent) && page.contains(r#""missing":3"#), "{page}");
}

#[test]
fn without_visitors_no_page_is_made() {
    let (subject, records) = subject();
    let (hub, boards) = (Arc::new(Hub::new(&subject.snapshot(&[], &[]))), Boards::new());
    let mut notes = Notes::default();
    let outlets = Outlets { file: None, page: Some((&hub, &boards)) };
    let mut reporting = Reporting::new(&mut notes, &subject, outlets);
    reporting.game(&records[..1], &PROGRESS);
    reporting.redraw(&[], &PROGRESS);
    assert!(!hub.is_wanted());
    reporting.finish(&records).expect("no file is written");
}

/// The number of games and the command are those of the run, not those of the file.
#[test]
fn a_resumed_run_counts_its_own_games() {
    let (subject, records) = subject();
    assert_eq!(subject.snapshot(&records, &[]).total, 6);
    let subject = subject.played_now(40, "tournament --games 40");
    let snapshot = subject.snapshot(&records, &[]);
    assert_eq!((snapshot.total, snapshot.header.command.as_str()), (40, "tournament --games 40"));
    assert_eq!(snapshot.header.hosts.len(), 2, "this machine is known");
}
