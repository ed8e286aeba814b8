//! A player inside this process, for tests of how a game handles the answers of any player.

use std::collections::VecDeque;
use std::time::Instant;

use dolmen::board::Position;
use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;
use game_engine_process::{ThreadTimes, Usage};

use super::room::Room;
use super::{engine, opening, plan, play};
use crate::openings::Opening;
use crate::record::{Reason, Score};
use crate::run::game::process::ProcessPlayer;
use crate::run::game::{Clock, Farewell, Fault, GamePlan, Goodbye, Heard, Player, Request, Seat};
use crate::run::stop::Stop;

/// Gives its answers one after another, and has no time to think.
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

    fn look(&mut self) -> Usage {
        Usage::default()
    }

    fn thread_times(&self) -> ThreadTimes {
        ThreadTimes::default()
    }

    fn looked(&self) -> Option<Instant> {
        None
    }

    fn stands_still(&self) -> bool {
        true
    }

    fn leaves_after_game(&self) -> bool {
        false
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
    let opening = opening("");
    let plan = GamePlan { draw_after: Some(4), ..plan(&opening) };
    let white = Seat::new(room.canned("white", &["8,8", "9,8"]), "hash".to_owned());
    let mut seats = [scripted("black", &["7,7", "7,8"]), white];
    let record = play(&plan, &mut seats, &Stop::new(), &|_| {});
    assert_eq!((record.score, record.reason), (Score::Draw, Reason::MoveLimit), "{record:?}");
    assert_eq!(record.black.name, "black");
    assert_eq!((record.black.moves, record.black.peak_memory), (2, 0));
    let messages: Vec<_> = record.moves.iter().map(|one| one.message.as_deref()).collect();
    assert_eq!(messages, [Some("0 stones"), None, Some("2 stones"), None]);
    seats[1].leave();
    assert_eq!(room.commands("white"), "START 15/TURN 7,7/TURN 7,8/END");
}

#[test]
fn a_player_that_can_answer_no_more_loses() {
    let empty = Opening { name: "empty".to_owned(), moves: Vec::new() };
    let mut seats = [scripted("black", &["7,7"]), scripted("white", &["8,8"])];
    let record = play(&plan(&empty), &mut seats, &Stop::new(), &|_| {});
    let found = (record.score, record.reason, record.detail.as_str(), record.moves.len());
    assert_eq!(found, (Score::White, Reason::Crash, "the script is over", 2));
}

/// Asks a player for a move in a position, and waits for it.
fn answer(player: &mut dyn Player, clock: &Clock, position: &Position) -> String {
    let allowance = clock.allowance();
    let request = Request { position, question: Question::Move, allowance, left_ms: None };
    let asked = player.ask(&request).expect("it can be asked");
    loop {
        match player.hear(asked + allowance.time).expect("it answers") {
            Heard::Answer(reply, _) => return reply.to_string(),
            Heard::Nothing => assert!(asked.elapsed() < allowance.time, "no answer"),
            Heard::Late(_) => panic!("a late answer"),
            Heard::Stray(..) | Heard::Comment(_) => {}
        }
    }
}

#[test]
fn a_process_is_sent_a_position_that_does_not_follow_as_a_board() {
    let room = Room::new();
    let empty = opening("");
    let plan = plan(&empty);
    let engine = room.canned("engine", &["0,1", "0,3", "0,4"]);
    let mut clock = Clock::new(&engine.limits);
    let mut player = ProcessPlayer::new(engine);
    player.begin(&plan, &mut clock, &Stop::new()).expect("it starts");
    let mut position = Position::new(plan.size);
    let [first, second, third] = ["a1", "a2", "a3"].map(|text| {
        position.play(text.parse().expect("a point")).expect("a free point");
        position.clone()
    });
    assert_eq!(answer(&mut player, &clock, &first), "0,1");
    assert_eq!(answer(&mut player, &clock, &third), "0,3");
    assert_eq!(answer(&mut player, &clock, &second), "0,4");
    player.stop();
    player.leave(Farewell::Polite);
    let expected = "START 15/TURN 0,0/TURN 0,2/BOARD/0,0,1/0,1,2/DONE/END";
    assert_eq!(room.commands("engine"), expected);
}
