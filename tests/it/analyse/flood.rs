//! Very many queries in a row, some of them cancelled and some of them invalid: each gets exactly one reply, and the
//! memory of the program does not grow.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use serde_json::{Value, json};

use super::{Session, checked};

/// The largest number of queries in flight.
const IN_FLIGHT: usize = 2_000;
/// The largest growth of the memory over the second half of the flood, in bytes.
const FLAT: u64 = 8 << 20;

/// The expected effect of a line of the flood.
enum Wanted {
    /// A reply with this id.
    Final(String),
    /// The echo of an action.
    Echo,
    /// An error without an id.
    Fault,
}

/// Returns a line of the flood, and its effect.
fn line(number: usize) -> (String, Wanted) {
    let id = number.to_string();
    let row = number % 15 + 1;
    let query = |more: Value| {
        let mut query = json!({ "id": id, "moves": ["h8", format!("a{row}")], "maxVisits": 20 });
        let fields = query.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        query.to_string()
    };
    match number % 20 {
        3 => ("{\"id\": 5, no JSON".to_owned(), Wanted::Fault),
        7 => (query(json!({ "moves": ["h8", "h8"] })), Wanted::Final(id.clone())),
        9 => (query(json!({ "solve": "vcf" })), Wanted::Final(id.clone())),
        11 => {
            let query = json!({ "id": id, "moves": ["h8"], "infinite": true, "session": "s" });
            (query.to_string(), Wanted::Final(id))
        }
        12 => {
            let terminated = (number - 1).to_string();
            let action = json!({ "id": id, "action": "terminate", "terminateId": terminated });
            (action.to_string(), Wanted::Echo)
        }
        17 => (query(json!({ "maxDepth": 2, "priority": 5 })), Wanted::Final(id.clone())),
        _ => (query(json!({})), Wanted::Final(id.clone())),
    }
}

/// Writes the lines; each query takes a place in the queue.
fn write(lines: Range<usize>, mut input: ChildStdin, rooms: &SyncSender<()>) -> ChildStdin {
    for number in lines {
        let (text, wanted) = line(number);
        if matches!(wanted, Wanted::Final(_)) {
            rooms.send(()).expect("the reader counts the replies");
        }
        writeln!(input, "{text}").expect("the program reads");
    }
    input
}

/// Reads until each line has had its effect, and returns the number of objects of each kind.
fn read(
    lines: Range<usize>,
    output: &mut impl BufRead,
    rooms: &Receiver<()>,
) -> BTreeMap<&'static str, usize> {
    let mut open: HashSet<String> = HashSet::new();
    let (mut faults, mut echoes) = (0, 0);
    for number in lines {
        match line(number).1 {
            Wanted::Final(id) => assert!(open.insert(id), "each query has an id of its own"),
            Wanted::Echo => echoes += 1,
            Wanted::Fault => faults += 1,
        }
    }
    let mut counts = BTreeMap::new();
    while !open.is_empty() || faults > 0 || echoes > 0 {
        let mut text = String::new();
        assert!(
            output.read_line(&mut text).expect("text") > 0,
            "{} replies are missing",
            open.len()
        );
        let object = checked(&text);
        let kind = if object["action"].is_string() {
            echoes -= 1;
            "echo"
        } else if object["id"].is_null() {
            assert!(object["error"].is_string(), "{text}");
            faults -= 1;
            "fault"
        } else {
            let id = object["id"].as_str().expect("a text");
            assert!(open.remove(id), "a second reply: {text}");
            rooms.recv().expect("the writer has sent it");
            match &object {
                object if object["error"].is_string() => "error",
                object if object["noResults"] == true => "cancelled",
                object if object["solve"].is_object() => "solved",
                _ => "analysed",
            }
        };
        *counts.entry(kind).or_insert(0) += 1;
    }
    counts
}

/// Returns the resident memory of a process, if the system reports it.
fn memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Checks a flood of this many lines, in two halves.
fn check(lines: usize) {
    let mut session = Session::start(&["--threads", "2"]);
    let mut input = session.input.take().expect("the input is open");
    let mut output = BufReader::new(session.output);
    let mut sizes = Vec::new();
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for half in [0..lines / 2, lines / 2..lines] {
        let (rooms, taken) = sync_channel(IN_FLIGHT);
        let all = half.clone();
        let writer = thread::spawn(move || write(all, input, &rooms));
        for (kind, number) in read(half, &mut output, &taken) {
            *sums.entry(kind).or_insert(0) += number;
        }
        input = writer.join().expect("the lines were written");
        sizes.push(memory(session.child.id()));
    }
    drop(input);
    assert!(session.child.wait().expect("the program ends").success());
    assert_eq!(output.lines().count(), 0, "replies to nothing");
    let share = lines / 20;
    let wanted = [("echo", share), ("error", share), ("fault", share), ("solved", share)];
    for (kind, number) in wanted {
        assert_eq!(sums.get(kind), Some(&number), "{kind} of {sums:?}");
    }
    let rest = sums["analysed"] + sums.get("cancelled").copied().unwrap_or(0);
    assert_eq!(rest, 16 * share, "a cancelled search may have begun: {sums:?}");
    if let [Some(before), Some(after)] = sizes[..] {
        assert!(after <= before + FLAT, "{before} bytes, then {after}: {sums:?}");
    }
}

#[test]
fn a_flood_loses_nothing() {
    check(2_000);
}

#[test]
#[ignore = "takes half a minute"]
fn a_flood_of_a_hundred_thousand_lines_loses_nothing_and_needs_no_more_memory() {
    check(100_000);
}
