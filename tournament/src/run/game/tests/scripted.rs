//! A player inside this process, for tests of how a game handles the answers of any player.

use std::collections::VecDeque;
use std::time::Instant;

use dolmen::protocol::reply::Reply;

use super::room::Room;
use super::{check, engine, plan, played};
use crate::record::{Reason, Score};
use crate::run::game::{Clock, Farewell, Fault, GamePlan, Goodbye, Heard, Player, Request, Seat};
use crate::run::stop::Stop;

/// A player that gives its answers one after another, without delay.
#[derive(Debug)]
struct ScriptedPlayer {
    answers: VecDeque<Reply>,
    message: Option<String>,
}

impl Player for ScriptedPlayer {
    fn begin(&mut self, _: &GamePlan, _: &mut Clock, _: &Stop) -> Result<(), Fault> {
        Ok(())
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Instant, Fault> {
        self.message = Some(format!("{} stones", request.position.ply()));
        Ok(Instant::now())
    }

    fn hear(&mut self, _: Instant) -> Result<Heard, Fault> {
        let answer = self.answers.pop_front();
        let answer = answer.ok_or_else(|| Fault::new(Reason::Crash, "the script is over"))?;
        Ok(Heard::Answer(answer, Instant::now()))
    }

    fn postpone(&mut self, _: Instant) {}

    fn stop(&mut self) {}

    fn take_message(&mut self) -> Option<String> {
        self.message.take()
    }

    fn leave(&mut self, _: Farewell) -> Goodbye {
        Goodbye::default()
    }
}

/// A seat whose player gives these answers.
pub(super) fn scripted(name: &str, answers: &[&str]) -> Seat {
    let answers = answers.iter().map(|text| text.parse().expect("an answer of the protocol"));
    let player = ScriptedPlayer { answers: answers.collect(), message: None };
    Seat::with_player(engine(name, Vec::new()), String::new(), Box::new(player))
}

#[test]
fn a_player_without_a_process_plays_against_one_with() {
    let room = Room::new();
    let white = Seat::new(room.canned("white", &["8,8", "9,8"]), "hash".to_owned());
    let mut seats = [scripted("black", &["7,7", "7,8"]), white];
    let record = played(&plan(4), &mut seats);
    check(&record, Score::Draw, Reason::MoveLimit, "");
    assert_eq!(record.black.name, "black");
    assert_eq!((record.black.moves, record.black.peak_memory), (2, 0));
    let messages: Vec<_> = record.moves.iter().map(|one| one.message.as_deref()).collect();
    assert_eq!(messages, [Some("0 stones"), None, Some("2 stones"), None]);
    seats[1].leave();
    assert_eq!(room.commands("white"), "START 15/TURN 7,7/TURN 7,8/END");
}

#[test]
fn a_player_that_can_answer_no_more_loses() {
    let record = played(&plan(12), &mut [scripted("black", &["7,7"]), scripted("white", &["8,8"])]);
    check(&record, Score::White, Reason::Crash, "the script is over");
    assert_eq!(record.moves.len(), 2);
}
