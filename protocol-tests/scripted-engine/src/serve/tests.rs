//! Dialogues with an engine in the same process.

use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::rc::Rc;

use crate::behaviour::Behaviour;
use crate::engine::{Engine, Leave};

/// A stream that the test can read.
#[derive(Clone, Default)]
struct Said(Rc<RefCell<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends the engine lines, which ` / ` separates. Returns its lines, separated in the same way, and
/// the reason to leave.
fn talk(behaviour: &str, lines: &str) -> (String, Leave) {
    let behaviour = Behaviour::find(behaviour).expect("the tests name behaviours that exist");
    let bytes: String = lines.split(" / ").map(|line| format!("{line}\n")).collect();
    let said = Said::default();
    let leave =
        Engine::new(behaviour, Box::new(said.clone())).serve(Cursor::new(bytes.into_bytes()));
    let text = String::from_utf8_lossy(&said.0.borrow()).into_owned();
    (text.trim_end_matches('\n').replace('\n', " / "), leave)
}

/// Checks a table of behaviours, lines and the expected answers, separated by bars.
fn check_table(table: &str) {
    for row in table.lines() {
        let [behaviour, lines, expected] = row.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{row}")
        };
        assert_eq!(talk(behaviour, lines).0, expected, "{behaviour}: {lines}");
    }
}

#[test]
fn honest_play_is_answered_line_by_line() {
    check_table(
        "correct | START 15 / BEGIN / TURN 8,8 | OK / 7,7 / 8,7
         correct | start 20 / info rule 1 / begin | OK / 9,9
         correct | RECTSTART 12 , 15 / TURN 11,14 / RESTART / BEGIN | OK / 7,10 / OK / 5,7
         correct | START 15 / TURN 15,7 / BEGIN / TURN 7,7 / TURN 4294967303,7 | OK / ERROR the point is off the board / 7,7 / ERROR the point is occupied / ERROR the point is off the board
         correct | START 15 / BOARD / 7,7,2 / 7,7,1 / DONE / BEGIN | OK / ERROR invalid list of stones / 7,7
         correct | BEGIN / BOARD / DONE | ERROR no game has been started: expected START first / ERROR no game has been started: expected START first
         correct | START 4 / START x | ERROR unsupported board size / ERROR invalid board size: expected a number
         correct | START 15 / BEGIN / BOARD / 7,7,2 / done / BOARD / DONE | OK / 7,7 / 7,6 / 7,7
         correct | START 15 / BOARD / 3,6,2 / 4,7,2 / 5,8,2 / 6,9,2 / 7,10,3 / 0,0,1 / 14,0,1 / 0,14,1 / DONE | OK / 2,5
         correct | START 15 / TURN 7,7 / TAKEBACK 7,6 / TAKEBACK 7,7 / TAKEBACK 7,7 / PLAY 3,3 / TURN 3,3 | OK / 7,6 / OK / OK / ERROR the point is empty / 3,3 / ERROR the point is occupied
         correct | ENDGAME /  / \t / \u{7f} | UNKNOWN command / UNKNOWN command
         correct | START 15 / SWAP2BOARD / DONE / SWAP2BOARD / 7,7 / 8,7 / 8,8 / DONE / SWAP2BOARD / 7,7 / DONE | OK / 7,7 8,7 0,0 / SWAP / ERROR invalid opening: expected 0, 3 or 5 stones
         correct | yxhashdump / START 20 / yxquerydatabaseall / 7,7 / done / BEGIN | ERROR no game has been started: expected START first",
    );
    for (lines, leave) in [
        ("START 15 / END / BEGIN", Leave::End),
        ("START 15 / BOARD", Leave::Eof),
        ("START 15 / BOARD / END", Leave::End),
    ] {
        assert_eq!(talk("correct", lines), ("OK".to_owned(), leave), "{lines}");
    }
}

#[test]
fn each_behaviour_deviates_at_its_place() {
    check_table(
        "ok-blank | START 15 / BEGIN | OK  / 7,7
         three-numbers | START 15 / BEGIN | OK / 7,7,1
         prefix-words | STARTX 15 / BEGINNING | OK / 7,7
         upper-case-words | start 15 / START 15 | UNKNOWN command / OK
         wraps-numbers | START 15 / TURN 263,4294967303 | OK / 7,6
         letter-move | START 15 / BEGIN / TURN 0,0 | OK / h8 / h7
         takeback-forgets | START 15 / PLAY 1,1 / TAKEBACK 1,1 / TURN 1,1 | OK / 1,1 / OK / ERROR the point is occupied
         takeback-moves | START 15 / TURN 7,7 / TAKEBACK 7,7 | OK / 7,6 / OK / 7,7
         swap2-four | START 15 / SWAP2BOARD / DONE | OK / 0,0 1,0 2,0 3,0
         state-lost-on-error | START 15 / TURN x / BEGIN | OK / ERROR invalid coordinates: expected x,y / ERROR no game has been started: expected START first
         dead-is-empty | START 15 / BOARD / 2,2,3 / DONE | OK / 2,2",
    );
}
