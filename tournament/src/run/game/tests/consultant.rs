//! Tests of questions about single positions: the commands that the engine gets, and the recovery from a
//! failure.

use dolmen::board::{BoardSize, Point, Position};
use dolmen::rules::Rule;

use super::room::Room;
use crate::config::{EngineConfig, Limits};
use crate::record::Reason;
use crate::run::game::consultant::{Advice, Consultant};
use crate::run::game::referee::Fault;
use crate::run::stop::Stop;

fn position(moves: &str) -> Position {
    let mut position = Position::new(BoardSize::square(15));
    for name in moves.split_whitespace() {
        let point: Point = name.parse().expect("a point such as h8");
        position.play(point).expect("an empty point");
    }
    position
}

fn ask(engine: &mut Consultant, moves: &str, limits: &Limits) -> Result<Advice, Fault> {
    engine.ask(&position(moves), Rule::Standard, limits, &Stop::new())
}

fn point(advice: Result<Advice, Fault>) -> String {
    advice.expect("the engine answers").point.to_string()
}

#[test]
fn an_engine_is_told_what_is_new() {
    let room = Room::new();
    let engine = room.canned("canned", &["7,7", "8,8", "9,9", "0,0"]);
    let limits = engine.limits.clone();
    let nodes = Limits { nodes: Some(500), ..limits.clone() };
    let mut engine = Consultant::new(engine);
    assert_eq!(point(ask(&mut engine, "a1", &limits)), "h8");
    assert_eq!(point(ask(&mut engine, "a1 h8 a2", &limits)), "i9", "the game goes on");
    assert_eq!(point(ask(&mut engine, "b1", &limits)), "j10", "another position");
    assert_eq!(point(ask(&mut engine, "b1", &nodes)), "a1", "another limit");
    engine.leave();
    let wanted = "START 15/TURN 0,0/TURN 0,1/BOARD/1,0,2/DONE/START 15/TURN 1,0/END";
    assert_eq!(room.commands("canned"), wanted);
    assert_eq!(room.heard("canned").matches("INFO max_node 500").count(), 1);
}

#[test]
fn an_engine_starts_again_after_a_failure() {
    let room = Room::new();
    let engine = room.canned("canned", &["0,0", "1,1"]);
    let limits = engine.limits.clone();
    let mut engine = Consultant::new(engine);
    let fault = ask(&mut engine, "a1", &limits).expect_err("a1 is occupied");
    assert_eq!((fault.reason, &*fault.detail), (Reason::Illegal, "played 0,0, which is occupied"));
    assert_eq!(point(ask(&mut engine, "", &limits)), "a1", "a new process answers");
    engine.leave();
}

#[test]
fn a_raised_stop_ends_a_question() {
    let room = Room::new();
    let engine = room.scripted("correct");
    let limits = engine.limits.clone();
    let stop = Stop::new();
    stop.abort();
    let mut engine = Consultant::new(engine);
    let asked = engine.ask(&position(""), Rule::Standard, &limits, &stop);
    assert_eq!(asked.map_err(|fault| fault.reason), Err(Reason::Aborted));
}

#[test]
fn an_engine_is_sent_no_seed_but_its_own() {
    let room = Room::new();
    let engine = room.canned("own", &["7,7"]);
    let with_seed = EngineConfig { options: vec![("seed".to_owned(), "5".to_owned())], ..engine };
    for (engine, seeds) in [(room.canned("none", &["7,7"]), 0), (with_seed, 1)] {
        let (name, limits) = (engine.name.clone(), engine.limits.clone());
        let mut engine = Consultant::new(engine);
        assert_eq!(point(ask(&mut engine, "", &limits)), "h8");
        engine.leave();
        assert_eq!(room.heard(&name).matches("INFO seed ").count(), seeds, "{name}");
    }
}

#[test]
fn the_fault_of_a_crash_has_the_last_output() {
    let room = Room::new();
    let engine = room.scripted("panics-at-move=1");
    let limits = engine.limits.clone();
    let fault = ask(&mut Consultant::new(engine), "", &limits).expect_err("it panics");
    assert_eq!(fault.reason, Reason::Crash);
    assert!(fault.detail.starts_with("ended with status 101: "), "{}", fault.detail);
    assert!(fault.detail.contains("index out of bounds"), "{}", fault.detail);
}
