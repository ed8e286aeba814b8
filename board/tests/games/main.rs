//! The program without a browser: real engines play many games in one process, as they do for a person who
//! does not close the page.

mod client;

use std::fs;

use client::{Client, DOLMEN, PERSON, play, setup};
use serde_json::json;

#[test]
fn a_program_begins_game_after_game() {
    let mut client = Client::start(&[]);
    for size in [15, 15, 19, 15] {
        client.send(&json!({ "type": "new", "setup": setup(DOLMEN, PERSON, size) }));
        client.until("Dolmen has begun", |table| table.stones() == 1);
    }
    // The program with the white stones, then the other colour: a rematch.
    client.send(&json!({ "type": "new", "setup": setup(PERSON, DOLMEN, 15) }));
    client.until("the game has begun", |table| table.stones() == 0);
    client.send(&play(0, "h8"));
    client.until("Dolmen has answered", |table| table.stones() == 2);
    client.send(&json!({ "type": "resign" }));
    client.send(&json!({ "type": "new", "setup": setup(DOLMEN, PERSON, 15) }));
    client.until("Dolmen has begun", |table| table.stones() == 1);
    for _ in 0..2 {
        client.send(&json!({ "type": "new", "setup": setup(DOLMEN, DOLMEN, 15) }));
        client.until("two programs play", |table| table.stones() >= 4);
    }
}

#[test]
fn a_game_goes_on_after_analysis_and_other_interruptions() {
    let mut client = Client::start(&[]);
    client.send(&json!({ "type": "new", "setup": setup(PERSON, DOLMEN, 15) }));
    client.until("the game has begun", |table| table.stones() == 0);
    client.send(&play(0, "h8"));
    client.until("Dolmen has answered", |table| table.stones() == 2);
    for _ in 0..2 {
        client.send(&json!({ "type": "review" }));
        let at = client.table.last();
        client.send(&json!({ "type": "analyse", "at": at, "engine": 0, "lines": 3 }));
        client.until("lines are there", |table| table.thoughts > 0);
        client.send(&json!({ "type": "playOn", "at": at }));
        client.until("the game goes on", |table| table.phase() == "playing");
    }
    let at = client.table.last();
    client.send(&play(at, "a1"));
    client.send(&json!({ "type": "pause" }));
    client.until("it is paused", |table| table.phase() == "paused");
    client.send(&json!({ "type": "resume" }));
    client.until("Dolmen has answered", |table| table.stones() == 4);
    client.send(&json!({ "type": "takeBack" }));
    client.until("two stones are gone", |table| table.stones() == 2);
    client.send(&json!({ "type": "new", "setup": setup(DOLMEN, PERSON, 15) }));
    client.until("Dolmen has begun", |table| table.stones() == 1);
}

#[test]
fn every_question_of_many_at_once_is_answered() {
    let mut client = Client::start(&[]);
    for _ in 0..50 {
        client.send(&json!({ "type": "look", "at": 0, "threats": true, "heat": true }));
    }
    client.messages("insight", 50);
}

#[cfg(unix)]
#[test]
fn resume_starts_a_failed_engine_again() {
    let folder = tempfile::tempdir().expect("the system has temporary folders");
    let script = "
        while read line; do
            case $line in
                START*) echo OK ;;
                DONE*) if [ -e ran ]; then echo 0,0; else echo >ran; echo ERROR broken; fi ;;
            esac
        done";
    fs::write(folder.path().join("engine.sh"), script).expect("it can be written");
    let engine = format!("name=fickle,cmd=sh engine.sh,folder={}", folder.path().display());
    let mut client = Client::start(&["--engine", &engine]);
    let fickle = json!({ "type": "engine", "engine": 1 });
    client.send(&json!({ "type": "new", "setup": setup(PERSON, &fickle.to_string(), 15) }));
    client.until("the game has begun", |table| table.stones() == 0);
    client.send(&play(0, "h8"));
    client.until("it has failed", |table| table.phase() == "paused");
    client.send(&json!({ "type": "resume" }));
    client.until("it has answered", |table| table.stones() == 2);
}

/// Random commands of a person in one process, after which the program must still begin a game.
#[test]
fn no_order_of_commands_leaves_a_dead_table() {
    let mut client = Client::start(&[]);
    let mut random = fastrand::Rng::with_seed(42);
    for _ in 0..20 {
        let sides = [PERSON, DOLMEN];
        let [black, white] = [(); 2].map(|()| sides[random.usize(..2)]);
        let size = [9, 15, 15, 20][random.usize(..4)];
        client.send(&json!({ "type": "new", "setup": setup(black, white, size) }));
        for _ in 0..random.usize(1..12) {
            let at = client.table.last();
            let x = char::from(b'a' + random.u8(..9));
            client.send_freely(&match random.u8(..10) {
                0..4 => play(at, &format!("{x}{}", random.u8(1..10))),
                4 => json!({ "type": "pause" }),
                5 => json!({ "type": "resume" }),
                6 => json!({ "type": "takeBack" }),
                7 => json!({ "type": "moveNow" }),
                8 => json!({ "type": "analyse", "at": at, "engine": 0, "lines": 2 }),
                _ => [json!({ "type": "review" }), json!({ "type": "playOn", "at": at })]
                    [random.usize(..2)]
                .clone(),
            });
        }
        client.send(&json!({ "type": "new", "setup": setup(DOLMEN, PERSON, size) }));
        client.until("Dolmen has begun", |table| {
            table.stones() == 1 && table.phase() == "playing" && table.games_left() == 0
        });
    }
}
