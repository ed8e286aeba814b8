//! A game from move to move: persons and engines, clocks and resigning.

use dolmen::board::{Color, Point};
use dolmen::game::Game;
use dolmen::opening::Act;
use dolmen::protocol::manager::Question;
use dolmen::rules::{IllegalMove, Outcome};

use super::clock::GRACE;
use super::{Refusal, Table};
use crate::dialogue::{Allowance, Answer, Job};
use crate::message::{EngineId, Message, OverReason, Phase, Player, Setup};
use crate::order::Millis;
use crate::table::clock::Clocks;
use crate::table::opening;
use crate::tree::{NodeId, ROOT, Tree};

/// The milliseconds by which an engine may exceed its time, for the latency of pipes and the scheduler.
const ENGINE_MARGIN: u64 = 300;

impl Table {
    /// Begins a game.
    pub(super) fn begin(&mut self, setup: Setup, now: Millis) -> Result<(), Refusal> {
        setup.check(&self.engines)?;
        let tree = Tree::new(setup.game_rule(), setup.size()?);
        self.replace(setup, tree, now);
        self.phase = self.open_phase();
        self.tell_game();
        self.go_on(now);
        Ok(())
    }

    /// Replaces the game by the beginning of another one.
    pub(super) fn replace(&mut self, setup: Setup, tree: Tree, now: Millis) {
        self.halt(now);
        self.thought = None;
        self.interrupted = None;
        self.tree = tree;
        self.last = ROOT;
        self.title.clear();
        self.date.clear();
        self.result.clear();
        self.clocks = Clocks::new(setup.clock);
        self.opening = opening::of_new_game(&setup);
        self.setup = setup;
    }

    /// Sends the whole game to the page.
    pub(super) fn tell_game(&mut self) {
        let game = self.kept();
        self.output.messages.push(Message::Game { game });
        let review = self.present_review().map(|review| Message::Review { review });
        self.output.messages.extend(review);
    }

    /// Returns whether a game is played or its opening negotiated.
    pub(super) const fn is_game(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Opening { .. })
    }

    /// Returns the colour to move after the last move of the game.
    pub(super) fn to_move(&self) -> Color {
        self.tree.position(self.last).map_or(Color::Black, |position| position.side_to_move())
    }

    /// Continues the game after a change: ends it, asks an engine, or waits for a person.
    pub(super) fn go_on(&mut self, now: Millis) {
        match self.phase {
            Phase::Playing => self.go_on_playing(now),
            Phase::Opening { actor, .. } => self.go_on_opening(actor, now),
            _ => {}
        }
    }

    fn go_on_playing(&mut self, now: Millis) {
        let Ok(game) = self.game(self.last) else { return };
        if let Some(outcome) = game.outcome() {
            let reason = match outcome {
                Outcome::Win(_) => OverReason::Five,
                Outcome::Draw => OverReason::Full,
            };
            return self.end(winner(outcome), reason, now);
        }
        let are_engines = Color::ALL.iter().all(|&side| self.engine_of(side).is_some());
        if are_engines && self.setup.delay_ms > 0 && !game.position().history().is_empty() {
            self.asks_at = Some(now.after(self.setup.delay_ms));
        } else {
            self.begin_turn(&game, now);
        }
    }

    /// Lets the clock of the side to move run, and asks its engine if it has one.
    fn begin_turn(&mut self, game: &Game, now: Millis) {
        let side = game.side_to_move();
        let is_new = game.position().history().is_empty();
        self.clocks.start(side, if is_new { now.after(GRACE) } else { now });
        if let Some((engine, level)) = self.engine_of(side) {
            let time = self.allowance(side);
            let (rule, position) = (game.rule(), game.position().clone());
            let job =
                Job { at: self.last, rule, position, asked: Question::Move.into(), level, time };
            self.thought = None;
            self.ask(engine, job, now);
        }
    }

    /// Asks the engine that has waited for its turn, if it is time; returns whether it was asked.
    pub(super) fn ask_waiting(&mut self, now: Millis) -> bool {
        let is_due = self.asks_at.is_some_and(|at| now >= at);
        if is_due {
            self.asks_at = None;
            if let Ok(game) = self.game(self.last) {
                self.begin_turn(&game, now);
            }
        }
        is_due
    }

    /// Returns the time that an engine is given for its move: its thinking time, within its clock.
    pub(super) fn allowance(&self, side: Color) -> Allowance {
        let control = self.clocks.control();
        let limit = |milliseconds: u64| (milliseconds > 0).then_some(milliseconds);
        Allowance {
            turn: limit(control.turn_ms).into_iter().chain(limit(self.setup.thinking_ms)).min(),
            game: limit(control.game_ms),
            left: self.clocks.left_of(side),
            increment: control.increment_ms,
            ..Allowance::default()
        }
    }

    /// Places a stone of a person, in a game or in analysis.
    pub(super) fn play(
        &mut self,
        at: NodeId,
        point: Option<Point>,
        now: Millis,
    ) -> Result<(), Refusal> {
        match (&self.phase, point) {
            (Phase::Analysis, _) => {
                let added = self.try_move(at, point)?;
                self.tell_node(added);
                Ok(())
            }
            (Phase::Paused { .. }, _) => Err(Refusal::of("the game is paused; resume it first")),
            (Phase::Over { .. }, _) => {
                Err(Refusal::of("the game has ended; choose Analyse to try other moves"))
            }
            (_, None) => Err(Refusal::of("a pass is possible in analysis only")),
            (Phase::Playing | Phase::Opening { .. }, Some(_)) if at != self.last => {
                Err(Refusal::of("this is an earlier position; go to the last move to play"))
            }
            (Phase::Opening { .. }, Some(point)) => self.decide(Act::Place(point), now),
            (Phase::Playing, Some(point)) => {
                if self.engine_of(self.to_move()).is_some() {
                    return Err(Refusal {
                        reason: "it is the other side's turn".to_owned(),
                        point: Some(point),
                    });
                }
                self.make_move(point, now)
            }
        }
    }

    /// Adds a move to the tree if the rule allows it.
    pub(super) fn try_move(&mut self, at: NodeId, point: Option<Point>) -> Result<NodeId, Refusal> {
        let game = self.game(at)?;
        if let Some(point) = point {
            game.clone().play(point).map_err(|error| illegal(&game, point, error))?;
        }
        Ok(self.tree.add(at, point)?)
    }

    /// Sends a node to the page.
    pub(super) fn tell_node(&mut self, id: NodeId) {
        if let Some(node) = self.tree.get(id) {
            self.output.messages.push(Message::Node { node: node.clone() });
        }
    }

    /// Makes a move in the game, and lets it go on.
    fn make_move(&mut self, point: Point, now: Millis) -> Result<(), Refusal> {
        let added = self.try_move(self.last, Some(point))?;
        let ms = self.clocks.press(now);
        let thought = self.thought.take().filter(|thought| thought.at == self.last);
        if let Some(node) = self.tree.get_mut(added) {
            node.ms = ms;
            node.black_wins = thought.and_then(|thought| thought.black_wins);
        }
        self.tell_node(added);
        self.raise(added);
        self.last = added;
        self.go_on(now);
        Ok(())
    }

    /// Takes the answer of an engine.
    pub(super) fn answered(&mut self, engine: EngineId, at: NodeId, answer: Answer, now: Millis) {
        if at != self.last || !self.is_game() {
            return;
        }
        let point = match (&self.phase, answer) {
            (Phase::Opening { .. }, answer) => return self.opening_answered(engine, answer, now),
            (_, Answer::Point(point)) => point,
            (_, _) => return self.lose(engine, "it answered several moves at once", now),
        };
        let side = self.to_move();
        if let Err(refusal) = self.make_move(point, now) {
            let name = self.name(side);
            let text = format!("{name} broke the rule: {}.", refusal.reason);
            let point = Some(point.to_string());
            self.output.messages.push(Message::Notice { text, point });
            self.end(Some(!side), OverReason::Foul, now);
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, winner: Option<Color>, reason: OverReason, now: Millis) {
        self.halt(now);
        self.phase = Phase::Over { winner, reason };
    }

    /// Gives up for the person who is to act, or who plays against an engine.
    pub(super) fn resign(&mut self, now: Millis) -> Result<(), Refusal> {
        let is_open = self.is_game() || matches!(self.phase, Phase::Paused { .. });
        let mover = self.actor();
        let persons = [mover, !mover].into_iter().filter(|&side| self.engine_of(side).is_none());
        let Some(loser) = persons.into_iter().next().filter(|_| is_open) else {
            return Err(Refusal::of("cannot resign: no person is playing a game"));
        };
        self.end(Some(!loser), OverReason::Resigned, now);
        Ok(())
    }

    /// Returns the player who acts: the side to move, or in an opening the one who places or chooses.
    pub(super) fn actor(&self) -> Color {
        match self.phase {
            Phase::Opening { actor, .. } => actor,
            _ => self.to_move(),
        }
    }

    /// Makes the thinking engine answer at once.
    pub(super) fn hurry(&mut self, now: Millis) -> Result<(), Refusal> {
        let side = self.actor();
        let Some((engine, _)) = self.engine_of(side).filter(|_| self.is_game()) else {
            return Err(Refusal::of("no engine is to move"));
        };
        if let Some(at) = &mut self.asks_at {
            *at = now;
            self.ask_waiting(now);
            return Ok(());
        }
        let orders = self.engines[engine].hurry(now);
        let orders = orders.ok_or_else(|| {
            Refusal::of(format!("{} cannot be told to move at once", self.name(side)))
        })?;
        self.output.orders.extend(orders);
        Ok(())
    }

    /// Stops the clocks and the engines.
    pub(super) fn pause(&mut self, now: Millis) -> Result<(), Refusal> {
        if !self.is_game() {
            return Err(Refusal::of("no game is being played"));
        }
        self.interrupt(String::new(), now);
        Ok(())
    }

    /// Stops the clocks and the engines for a reason.
    pub(super) fn interrupt(&mut self, reason: String, now: Millis) {
        self.halt(now);
        self.phase = Phase::Paused { reason };
    }

    /// Notes that an engine cannot do its job: its process ends, its game is paused, its study ends.
    pub(super) fn lose(&mut self, engine: EngineId, reason: &str, now: Millis) {
        let orders = self.engines[engine].fail(reason);
        self.output.orders.extend(orders);
        if self.study.is_some() {
            self.keep_lines();
            self.study = None;
            self.tell_loss(engine, reason);
        } else if self.is_game() {
            let text = self.loss(engine, reason);
            self.interrupt(format!("{text} Resume starts it again."), now);
        }
    }

    /// Notes that an engine without a job has ended: the game or the study of another one goes on.
    pub(super) fn lose_idle(&mut self, engine: EngineId, reason: &str) {
        if self.study.as_ref().is_some_and(|study| study.engine == engine) {
            self.keep_lines();
            self.study = None;
        }
        self.tell_loss(engine, reason);
    }

    /// Returns the sentence about an engine that has ended.
    fn loss(&self, engine: EngineId, reason: &str) -> String {
        format!("{} cannot continue: {reason}.", self.engines[engine].info().name)
    }

    /// Tells the pages that an engine has ended.
    fn tell_loss(&mut self, engine: EngineId, reason: &str) {
        let text = self.loss(engine, reason);
        self.output.messages.push(Message::Notice { text, point: None });
    }

    /// Goes on after a pause.
    pub(super) fn resume(&mut self, now: Millis) -> Result<(), Refusal> {
        if !matches!(self.phase, Phase::Paused { .. }) {
            return Err(Refusal::of("the game is not paused"));
        }
        self.end_study(now);
        self.phase = self.open_phase();
        self.go_on(now);
        Ok(())
    }

    /// Changes the pause between two moves of engines.
    pub(super) fn set_delay(&mut self, ms: u64) -> Result<(), Refusal> {
        let setup = Setup { delay_ms: ms, ..self.setup.clone() };
        setup.check(&self.engines)?;
        self.setup = setup;
        Ok(())
    }

    /// Changes a player from now on.
    pub(super) fn seat(&mut self, side: Color, player: Player, now: Millis) -> Result<(), Refusal> {
        player.check(&self.engines)?;
        match side {
            Color::Black => self.setup.black = player,
            Color::White => self.setup.white = player,
        }
        if self.is_game() {
            self.halt(now);
            self.go_on(now);
        }
        Ok(())
    }

    /// Returns the time at which the flag of the running clock falls, including the margin of an engine.
    pub(super) fn flag_falls(&self) -> Option<Millis> {
        let side = self.clocks.running()?;
        let margin = if self.engine_of(side).is_some() { ENGINE_MARGIN } else { 0 };
        self.clocks.flag_falls().map(|at| at.after(margin))
    }

    /// Ends the game if the time of a player is over; returns whether it is.
    pub(super) fn drop_flag(&mut self, now: Millis) -> bool {
        let Some(side) = self.clocks.running() else { return false };
        let is_over = self.flag_falls().is_some_and(|at| now >= at);
        if is_over {
            self.end(Some(!side), OverReason::Time, now);
        }
        is_over
    }
}

fn winner(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(color) => Some(color),
        Outcome::Draw => None,
    }
}

/// Returns the refusal of an illegal move, with the reason in the words of a player.
pub(super) fn illegal(game: &Game, point: Point, error: IllegalMove) -> Refusal {
    let color = game.side_to_move();
    let reason = match error {
        IllegalMove::Forbidden(_, kind) => {
            format!("a {color} stone on this point would make {}", kind.with_article())
        }
        IllegalMove::OffBoard(_) => "this point is off the board".to_owned(),
        IllegalMove::Occupied(_) => "this point is occupied".to_owned(),
        IllegalMove::GameOver(_) => "the game has ended here".to_owned(),
    };
    Refusal { reason, point: Some(point) }
}
