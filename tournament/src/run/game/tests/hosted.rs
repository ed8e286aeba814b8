//! Players inside this process: in games, in a whole tournament, and after mistakes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dolmen::board::{BoardSize, Position};
use dolmen::rules::Rule;

use super::{check, engine, plan, played};
use crate::record::{GameRecord, Reason, Score};
use crate::run::{
    Contest, End, EngineArena, Host, HostedPlayer, Mind, Observer, Player, Progress, Running, Seat,
    StopRequest, Thought,
};
use crate::testing;

/// A mind that plays the first empty point of its row; `fault` selects the failure of its second move.
#[derive(Debug)]
struct Row {
    row: usize,
    fault: Option<&'static str>,
    games: AtomicUsize,
}

impl Mind for Row {
    fn begin(&self, rule: Rule, size: BoardSize) -> Result<(), String> {
        self.games.fetch_add(1, Ordering::Relaxed);
        let is_known = rule == Rule::Standard;
        if is_known { Ok(()) } else { Err(format!("no {rule} on {size}")) }
    }

    fn think(&self, position: &Position, allowed: Duration) -> Result<Thought, String> {
        assert_eq!(allowed, Duration::from_secs(25), "the limit and the margin");
        match self.fault.filter(|_| position.ply() >= 2) {
            Some("panic") => panic!("a defect of the test's mind"),
            Some(reason) => return Err(reason.to_owned()),
            None => {}
        }
        let own_row = position.empty().iter().find(|point| point.row() == self.row);
        let point = own_row.ok_or("the row is full")?;
        Ok(Thought { point, message: Some(format!("ply {}", position.ply())) })
    }

    fn stop(&self) {}
}

fn row(row: usize, fault: Option<&'static str>) -> Arc<Row> {
    Arc::new(Row { row, fault, games: AtomicUsize::new(0) })
}

fn seat(name: &str, mind: &Arc<Row>) -> Seat {
    let mind: Arc<dyn Mind> = mind.clone();
    let player = HostedPlayer::new(mind, 1 << 20);
    Seat::with_player(engine(name, Vec::new()), String::new(), Box::new(player))
}

#[test]
fn minds_play_one_game_after_another() {
    let minds = [row(3, None), row(7, None)];
    let mut seats = [seat("black", &minds[0]), seat("white", &minds[1])];
    for games in 1..=2 {
        let record = played(&plan(200), &mut seats);
        check(&record, Score::Black, Reason::Five, "");
        assert_eq!(record.moves.len(), 9);
        assert_eq!(record.moves[2].message.as_deref(), Some("ply 2"));
        assert_eq!(minds[0].games.load(Ordering::Relaxed), games);
    }
}

#[test]
fn a_mind_that_fails_loses_with_its_reason() {
    let against = |fault| {
        let [black, white] = [row(3, fault), row(7, None)];
        played(&plan(200), &mut [seat("black", &black), seat("white", &white)])
    };
    let gone = against(Some("the network is not there"));
    check(&gone, Score::White, Reason::Crash, "the network is not there");
    let panicked = against(Some("panic"));
    check(&panicked, Score::White, Reason::Crash, "the player has panicked");
}

#[test]
fn a_mind_that_does_not_know_the_rule_says_so() {
    let game = super::GamePlan { rule: Rule::Renju, ..plan(200) };
    let record = played(&game, &mut [seat("black", &row(3, None)), seat("white", &row(7, None))]);
    check(&record, Score::White, Reason::Protocol, "no renju on 15x15");
}

/// A host that plays for all engines, each with a row of its own.
#[derive(Debug)]
struct Rows([Arc<Row>; 2]);

impl Host for Rows {
    fn player(&self, engine: usize) -> Option<Box<dyn Player>> {
        let mind: Arc<dyn Mind> = self.0[engine].clone();
        Some(Box::new(HostedPlayer::new(mind, 1 << 20)))
    }
}

/// An observer that ignores all events.
struct Nothing;

impl Observer for Nothing {
    fn say(&mut self, _: &str) {}
    fn game(&mut self, _: &[GameRecord], _: &Progress) {}
    fn redraw(&mut self, _: &[Running], _: &Progress) {}
}

#[test]
fn a_contest_of_minds_needs_no_programs() {
    let folder = testing::folder();
    let mut config = testing::config(2, 2);
    config.state = folder.path().join("results.jsonl");
    config.conditions.rule = Rule::Standard;
    for engine in &mut config.engines {
        engine.limits = super::engine(&engine.name, Vec::new()).limits;
    }
    let identities = testing::identities(&config);
    let contest = Contest::of(config, identities);
    let rows = Rows([row(3, None), row(7, Some("always"))]);
    let arena = EngineArena::new(&contest.config, &contest.identities, Vec::new()).hosted_by(&rows);
    let (mut state, _) = contest.open("a test").expect("the file is new");
    let mut rule = contest.sequential().expect("there is no test");
    let end = contest.play(&arena, &mut state, &mut rule, &StopRequest::new(), &mut Nothing);
    assert_eq!(end.expect("results are written"), End::Complete);
    assert_eq!(state.records().len(), 4);
    assert_eq!(contest.counts(state.records()).cells(), [0, 0, 0, 0, 2]);
}
