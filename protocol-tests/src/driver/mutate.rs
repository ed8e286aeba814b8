//! Mutations of valid dialogues: an engine must not crash or hang on any input.

use std::time::{Duration, Instant};

use crate::driver::dialogue::{Dialogue, Waited};
use crate::driver::lines::printable;
use crate::driver::runner::Runner;
use crate::driver::{Flow, fail};

/// Dialogues as managers speak them, without time limits: a mutated limit could make the
/// engine think for hours.
const DIALOGUES: [&str; 8] = [
    "START 15\r\nINFO rule 0\r\nBEGIN\r\nTURN 0,0\r\nTURN 14,14\r\n",
    "START 20\r\nINFO max_memory 367001600\r\nINFO game_type 1\r\nINFO rule \
     1\r\nBOARD\r\n10,10,1\r\n10,11,2\r\n11,11,1\r\n9,10,2\r\nDONE\r\n",
    "RECTSTART 15,12\r\nTURN 7,7\r\nTAKEBACK 7,7\r\nTURN 3,4\r\nRESTART\r\nBEGIN\r\n",
    "ABOUT\nSTART 15\nINFO rule 4\nBOARD\n7,7,2\nDONE\nTURN 1,1\n",
    "START 15\r\nBOARD\r\n7,7,1\r\n8,7,2\r\n8,10,1\r\n2,3,2\r\n6,6,3\r\nDONE\r\nPLAY 5,5\r\n",
    "START 15\r\nINFO rule 1\r\nSWAP2BOARD\r\nDONE\r\nSWAP2BOARD\r\n7,7\r\n8,7\r\n9,9\r\nDONE\r\n",
    "info show_detail 0\nyxshowinfo\nstart 15 15\nyxboard\n7,7,2\ndone\nturn \
     8,8\nyxshowforbid\nyxstop\n",
    "START 15\r\nINFO folder C:\\some folder\r\nINFO evaluate 7,7\r\nINFO rule 9\r\nTURN \
     7,7\r\nFOOBAR\r\nTURN 7,7\r\n",
];

/// The maximum number of changes to one dialogue.
const MAX_CHANGES: usize = 4;

/// The time of silence after which a dialogue counts as answered.
const QUIET: Duration = Duration::from_millis(5);

/// Sends `count` mutated dialogues, one after the other.
pub(crate) fn mutate(runner: &mut Runner<'_>, count: u32, seed: u64) -> Flow {
    let mut random = fastrand::Rng::with_seed(seed);
    for number in 1..=count {
        let bytes = mutated(&mut random);
        let problem = match converse(&mut runner.dialogue, &bytes) {
            Ending::Alive => continue,
            Ending::Left if asks_to_leave(&bytes) => {
                runner.replace_process()?;
                continue;
            }
            Ending::Left => format!("the engine has exited{}", runner.dialogue.epitaph()),
            Ending::Hung => "the engine no longer answers".to_owned(),
        };
        let text = printable(&bytes, 600);
        return fail(format!("mutation {number} of seed {seed}: {problem}; after `{text}`"));
    }
    Ok(())
}

/// The reaction of an engine to a dialogue.
enum Ending {
    Alive,
    Left,
    Hung,
}

/// Sends a dialogue and waits until the engine has answered every ABOUT, or falls silent after at
/// least one, since the dialogue may swallow the others.
fn converse(dialogue: &mut Dialogue, bytes: &[u8]) -> Ending {
    let limits = "INFO timeout_turn 10\nINFO timeout_match 0\nINFO time_left 2147483647\n";
    // A dialogue may end within a list or a line: one DONE may be swallowed, the other closes it.
    let closing = "\nINFO timeout_turn 0\nDONE\nDONE\nABOUT\nABOUT\n";
    let text = [limits.as_bytes(), bytes, closing.as_bytes()].concat();
    let asked = text.windows(5).filter(|word| word.eq_ignore_ascii_case(b"ABOUT")).count();
    if dialogue.send(&text, false).is_err() {
        // The engine may have exited before all bytes were sent; the loop below judges how.
        dialogue.is_over = true;
    }
    let deadline = Instant::now() + dialogue.tolerance.patience;
    let mut answered = 0;
    while answered < asked {
        let wait = if answered > 0 { (Instant::now() + QUIET).min(deadline) } else { deadline };
        match dialogue.next_reply(wait) {
            Waited::Reply(line) => {
                answered += usize::from(line.bytes.windows(2).any(|window| window == b"=\""));
            }
            Waited::Nothing if answered > 0 => break,
            Waited::Nothing => return Ending::Hung,
            Waited::Gone => return Ending::Left,
        }
    }
    Ending::Alive
}

/// Returns whether a line of the dialogue may be read as END.
fn asks_to_leave(bytes: &[u8]) -> bool {
    let lines = bytes.split(|byte| matches!(byte, b'\r' | b'\n'));
    lines.map(<[u8]>::trim_ascii).any(|line| {
        let word = line.split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
        word.eq_ignore_ascii_case(b"END")
    })
}

/// Returns a random dialogue with some changes.
fn mutated(random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = random.choice(DIALOGUES).expect("the list is not empty").as_bytes().to_vec();
    for _ in 0..random.usize(1..=MAX_CHANGES) {
        change(&mut bytes, random);
    }
    bytes
}

/// Changes a byte, a number, or whole text lines.
fn change(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    if bytes.is_empty() {
        return;
    }
    let at = random.usize(..bytes.len());
    match random.u8(..10) {
        0 => bytes[at] = random.u8(..),
        1 => bytes.insert(at, random.u8(..)),
        2 => {
            bytes.remove(at);
        }
        3 => bytes.truncate(at),
        4 => bytes[at].make_ascii_lowercase(),
        5 => replace_number(bytes, at, random),
        6 => bytes.insert(at, *random.choice(b" \t\r\n,-+0\0\xff").expect("the list is not empty")),
        _ => change_lines(bytes, random),
    }
}

/// Replaces the next number by another one.
fn replace_number(bytes: &mut Vec<u8>, at: usize, random: &mut fastrand::Rng) {
    const NUMBERS: [&str; 9] =
        ["-1", "0", "15", "22", "255", "65536", "2147483648", "18446744073709551616", "1e3"];
    let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit).map(|index| at + index)
    else {
        return;
    };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = random.choice(NUMBERS).expect("the list is not empty");
    bytes.splice(start..start + length, number.bytes());
}

/// Drops, doubles or moves a line.
fn change_lines(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (from, to) = (random.usize(..lines.len()), random.usize(..lines.len()));
    match random.u8(..3) {
        0 => {
            lines.remove(from);
        }
        1 => lines.insert(to, lines[from].clone()),
        _ => lines.swap(from, to),
    }
    *bytes = lines.concat();
}
