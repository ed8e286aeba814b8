//! A file that grows, is replaced, and breaks.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::Follower;
use crate::plan::Plan;
use crate::store::{Header, Host, State};
use crate::testing::{config, identities, record};

/// Writes a file of results with this many games.
fn write(path: &Path, count: usize) {
    let config = config(2, 3);
    let plan = Plan::new(&config, &identities(&config));
    let header = Header::new(&plan, vec!["empty".to_owned()], Host::default());
    let (mut state, _) = State::open(path, &plan, &header).expect("the file can be written");
    for task in
        plan.games().take(count).filter(|task| !state.is_finished(task.id)).collect::<Vec<_>>()
    {
        state.append(record(&config, &task)).expect("the game can be appended");
    }
}

#[test]
fn a_file_is_followed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("games.jsonl");
    assert!(Follower::open(&path).is_err());
    fs::write(&path, "").expect("the file can be written");
    assert!(Follower::open(&path).is_err());
    write(&path, 2);
    let mut follower = Follower::open(&path).expect("it is a file of results");
    assert_eq!(follower.file.records.len(), 2);
    assert!(!follower.has_changed());
    write(&path, 5);
    assert!(follower.has_changed());
    follower.refresh().expect("it is a file of results");
    assert_eq!((follower.file.records.len(), follower.has_changed()), (5, false));
    // A line that is being written.
    let mut file = OpenOptions::new().append(true).open(&path).expect("the file exists");
    file.write_all(b"{\"pair\":").expect("the file can be written");
    follower.refresh().expect("it is a file of results");
    assert_eq!(follower.file.records.len(), 5);
    file.write_all(b"\n").expect("the file can be written");
    assert!(follower.has_changed());
    let problem = follower.refresh().expect_err("the line is damaged").to_string();
    assert!(problem.contains("line 7"), "{problem}");
    // It is said once, and what was there stays.
    assert_eq!((follower.file.records.len(), follower.has_changed()), (5, false));
    let other = folder.path().join("other.jsonl");
    write(&other, 6);
    fs::rename(&other, &path).expect("it can be replaced");
    assert!(follower.has_changed());
    follower.refresh().expect("it is a file of results");
    assert_eq!(follower.file.records.len(), 6);
}
