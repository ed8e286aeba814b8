//! Tests of the commands of a game.

use crate::protocol::session::tests::check;

#[test]
fn a_game() {
    check(
        "START 15 < OK
         INFO timeout_turn 1000
         BEGIN < 7,7
         TURN 6,6 < move
         turn 8 , 8 < move
         END < END!",
    );
}

#[test]
fn commands_before_start() {
    for lines in [
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "BOARD / DONE",
        "YXBOARD / DONE",
        "SWAP2BOARD / DONE",
        "YXSHOWFORBID",
    ] {
        check(&format!("{lines} < ERROR no game has been started: expected START first"));
    }
    let version = env!("CARGO_PKG_VERSION");
    let about = format!(r#"name="Dolmen", version="{version}", author="the Dolmen engineers""#);
    check(&format!("INFO rule 1 / ABOUT < {about}\nYXHASHCLEAR / STOP / DONE"));
}

#[test]
fn sizes() {
    for side in 5..=22 {
        check(&format!("START {side} < OK\nTURN {0},{0} < move", side - 1));
    }
    check(
        "START 4 < ERROR invalid board size 4x4: expected sides from 5 to 22
         START 23 < ERROR invalid board size 23x23: expected sides from 5 to 22
         START < ERROR START expects one number from 5 to 22, such as 15
         START abc < ERROR START expects one number from 5 to 22, such as 15
         RECTSTART 15 < ERROR RECTSTART expects width,height, both from 5 to 22, such as 15,20
         RECTSTART 12,15 < OK
         TURN 14,11 < ERROR 14,11 is off the board
         TURN 11,14 < move
         START 300 < ERROR invalid board size 300x300: expected sides from 5 to 22
         TURN 11,14 < ERROR 11,14 is occupied
         RESTART < OK
         TURN 11,14 < move",
    );
}

#[test]
fn refused_turns() {
    check(
        "START 15 < OK
         TURN 15,7 < ERROR 15,7 is off the board
         TURN 4294967303,7 < ERROR 4294967303,7 is off the board
         TURN -1,7 < ERROR -1,7 is off the board
         TURN h8 < ERROR TURN expects x,y, counted from 0,0 in the top left corner, such as 7,7
         TURN 7 7 < ERROR TURN expects x,y, counted from 0,0 in the top left corner, such as 7,7
         TURN 7,7 < 6,6
         TURN 6,6 < ERROR 6,6 is occupied
         BEGIN < ERROR the board is not empty
         TURN 0,0 < move",
    );
}

#[test]
fn misspelt_commands() {
    check(
        "STRAT 15 < UNKNOWN command not recognized; did you mean START?
         start15 < UNKNOWN command not recognized; did you mean START?
         begn < UNKNOWN command not recognized; did you mean BEGIN?
         RESTRAT < UNKNOWN command not recognized; did you mean RESTART?
         yxsearchdefed < UNKNOWN command not recognized; did you mean YXSEARCHDEFEND?
         YXSETDATABSE < UNKNOWN command not recognized; did you mean YXSETDATABASE?",
    );
}

#[test]
fn unknown_and_blank_lines() {
    check(
        "help < UNKNOWN command not recognized: expected one such as START, BEGIN, TURN, BOARD, INFO or END
         FOOBAR 1 2 < unknown
         7,7 < unknown
         DONE /  / OK < unknown",
    );
}

#[test]
fn stones_are_taken_back() {
    check(
        "START 15 < OK
         TURN 7,7 < 6,6
         TAKEBACK 6,6 < OK
         TAKEBACK 7,7 < OK
         TAKEBACK 7,7 < ERROR there is no stone on 7,7
         TAKEBACK 15,0 < ERROR 15,0 is off the board
         BEGIN < 7,7
         TURN 0,0 < move
         TAKEBACK 7,7 < OK
         TURN 7,7 < move",
    );
}

#[test]
fn play_forces_a_move() {
    check(
        "START 15 < OK
         PLAY 3,3 < 3,3
         PLAY 3,3 < ERROR 3,3 is occupied
         TURN 3,3 < ERROR 3,3 is occupied
         TURN 4,4 < move",
    );
}
