//! A file that grows, is replaced, and breaks.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::Follower;
use crate::testing::{Tournament, folder};

/// Writes a file of results with this many games.
fn write(path: &Path, count: usize) {
    let tournament = Tournament::new(2, 3);
    let mut state = tournament.open(path, "");
    for record in tournament.records().into_iter().take(count).skip(state.records().len()) {
        state.append(record).expect("the game can be appended");
    }
}

#[test]
fn a_file_is_followed() {
    let folder = folder();
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
    // The follower reports the problem once, and keeps the records before it.
    assert_eq!((follower.file.records.len(), follower.has_changed()), (5, false));
    let other = folder.path().join("other.jsonl");
    write(&other, 6);
    fs::rename(&other, &path).expect("it can be replaced");
    assert!(follower.has_changed());
    follower.refresh().expect("it is a file of results");
    assert_eq!(follower.file.records.len(), 6);
}
