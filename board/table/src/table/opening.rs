//! The opening of a game: its players place stones, offer them, and choose their colours, as the state
//! machine of an opening protocol asks.
//!
//! The seats always show which player has which colour at present, so that a swap exchanges the players and
//! their clocks.

use dolmen::board::{Color, Point};
use dolmen::opening::{Act, Opening, Protocol, Task};
use dolmen::protocol::manager::Question;

use super::clock::GRACE;
use super::{Refusal, Table};
use crate::dialogue::{Answer, Asked, Job};
use crate::message::{EngineId, Message, Phase, Setup};
use crate::order::Millis;
use crate::tree::{NodeId, ROOT};

/// Returns the opening of a new game, if it has one.
pub(super) fn of_new_game(setup: &Setup) -> Option<Opening> {
    Some(Opening::new(setup.opening?, setup.size().ok()?))
}

impl Table {
    /// Returns the phase of a game that is open: the task of its opening, or playing.
    pub(super) fn open_phase(&self) -> Phase {
        let open = self.opening.as_ref().and_then(|opening| Some((opening, opening.actor()?)));
        open.map_or(Phase::Playing, |(opening, actor)| Phase::Opening {
            actor,
            task: opening.task(),
            count: opening.count(),
        })
    }

    /// Returns the number of stones of a finished opening, or 0 without one; `None` during the opening.
    pub(super) fn opened(&self) -> Option<usize> {
        match &self.opening {
            None => Some(0),
            Some(opening) => (opening.task() == Task::Done).then(|| opening.position().ply()),
        }
    }

    /// Lets the clock of the player who acts in the opening run, and asks the player if it is an
    /// engine. Acts of one turn share its time.
    pub(super) fn go_on_opening(&mut self, actor: Color, now: Millis) {
        if self.clocks.running() != Some(actor) {
            self.clocks.stop(now);
            let is_new = self.last == ROOT;
            self.clocks.start(actor, if is_new { now.after(GRACE) } else { now });
        }
        let Some((engine, level)) = self.engine_of(actor) else { return };
        let Some(opening) = self.opening.clone() else { return };
        let Some(decider) = self.decider(engine, opening.protocol()) else {
            let name = &self.engines[engine].info().name;
            let reason = format!("{name} does not know the opening {}.", opening.protocol());
            return self.interrupt(reason, now);
        };
        let job = Job {
            at: self.last,
            rule: self.tree.rule(),
            position: opening.position().clone(),
            asked: asked(opening),
            level,
            time: self.allowance(actor),
        };
        self.ask(decider, job, now);
    }

    /// Returns the engine that decides for an engine in an opening: itself, or another one if it does
    /// not know the protocol.
    fn decider(&self, engine: EngineId, protocol: Protocol) -> Option<EngineId> {
        // Other programs support swap2 at most, and some do not answer a command that they do not know.
        let has_levels = |id: EngineId| self.engines[id].info().has_levels;
        let knows = |&id: &EngineId| {
            has_levels(id) || (protocol == Protocol::Swap2 && !self.unable.contains(&id))
        };
        let others = (0..self.engines.len()).filter(|&id| has_levels(id));
        std::iter::once(engine).chain(others).find(knows)
    }

    /// Notes that an engine does not know an opening protocol, and asks another one.
    pub(super) fn cannot_open(&mut self, engine: EngineId, now: Millis) {
        let (Phase::Opening { actor, .. }, Some(opening)) = (&self.phase, &self.opening) else {
            return;
        };
        let (actor, protocol) = (*actor, opening.protocol());
        self.unable.insert(engine);
        if let Some(other) = self.decider(engine, protocol) {
            let [name, other] = [engine, other].map(|id| self.engines[id].info().name.clone());
            let text =
                format!("{name} does not know the opening {protocol}: {other} decides for it.");
            self.output.messages.push(Message::Notice { text, point: None });
        }
        self.go_on_opening(actor, now);
    }

    /// Carries out the act of a person.
    pub(super) fn decide(&mut self, act: Act, now: Millis) -> Result<(), Refusal> {
        let Phase::Opening { actor, .. } = self.phase else {
            return Err(Refusal::of("no opening is being played"));
        };
        if self.engine_of(actor).is_some() {
            return Err(Refusal::of("the engine decides this"));
        }
        self.act(act, now)?;
        self.go_on(now);
        Ok(())
    }

    /// Carries out an act, and adds its stone to the tree.
    fn act(&mut self, act: Act, now: Millis) -> Result<(), Refusal> {
        let Some(before) = self.opening.clone() else {
            return Err(Refusal::of("no opening is being played"));
        };
        let point = match act {
            Act::Place(point) => Some(point),
            _ => None,
        };
        let mut opening = before.clone();
        opening.act(act).map_err(|error| Refusal { reason: error.to_string(), point })?;
        if opening.position().ply() > before.position().ply() {
            self.add_stones(point, &opening)?;
        }
        if act == Act::Swap {
            self.exchange(now);
        }
        self.opening = Some(opening);
        self.phase = self.open_phase();
        if self.phase == Phase::Playing {
            self.clocks.stop(now);
            self.note_opening();
            self.tell_game();
        }
        Ok(())
    }

    /// Adds the newest stone of an opening to the game, and the offers that were not kept as variations.
    fn add_stones(&mut self, point: Option<Point>, opening: &Opening) -> Result<(), Refusal> {
        let before = self.last;
        let added = self.try_move(before, point)?;
        // A page that follows the game goes to the first new node.
        self.tell_node(added);
        for &offer in opening.offers().iter().filter(|&&offer| Some(offer) != point) {
            let variation = self.try_move(before, Some(offer))?;
            self.tell_node(variation);
        }
        self.last = added;
        Ok(())
    }

    /// Exchanges the players.
    fn exchange(&mut self, now: Millis) {
        self.clocks.stop(now);
        std::mem::swap(&mut self.setup.black, &mut self.setup.white);
        self.clocks.exchange();
    }

    /// Returns the opening before its last act, and the node of its last stone, if that act is what a
    /// person takes back.
    pub(super) fn before_last_act(&self) -> Option<(Opening, NodeId)> {
        let opening = self.opening.as_ref().filter(|_| self.is_game())?;
        let (_, earlier) = opening.acts().split_last()?;
        if self.tree.ply(self.last) != opening.position().ply() {
            return None;
        }
        let before =
            Opening::replay(opening.protocol(), opening.position().size(), earlier).ok()?;
        let is_stone = before.position().ply() < opening.position().ply();
        let node = if !is_stone { self.last } else { self.tree.get(self.last)?.parent? };
        // The seats are those after a swap.
        let actor = before.actor()?;
        let seat = if opening.acts().last() == Some(&Act::Swap) { !actor } else { actor };
        self.engine_of(seat).is_none().then_some((before, node))
    }

    /// Goes back to an opening before its last act; returns the nodes that go: its stone, and the
    /// variations of offers that were not kept.
    pub(super) fn undo_act(&mut self, before: Opening, node: NodeId, now: Millis) -> Vec<NodeId> {
        let opening = self.opening.replace(before);
        let was_over = opening.as_ref().is_some_and(|opening| opening.task() == Task::Done);
        if let Some(node) = self.tree.get_mut(self.last).filter(|_| was_over) {
            // The comment described the opening.
            node.comment.clear();
            self.tell_node(self.last);
        }
        let acts = opening.as_ref().map_or(&[][..], Opening::acts);
        if acts.last() == Some(&Act::Swap) {
            self.exchange(now);
        }
        let offers = opening.as_ref().map_or(&[][..], Opening::offers);
        let is_added = |&child: &NodeId| {
            let point = self.tree.get(child).and_then(|child| child.point);
            child == self.last || point.is_some_and(|point| offers.contains(&point))
        };
        let children = self.tree.get(node).map(|node| node.children.clone()).unwrap_or_default();
        let gone: Vec<NodeId> = children.into_iter().filter(is_added).collect();
        gone.into_iter().flat_map(|child| self.tree.remove(child)).collect()
    }

    /// Returns the fifth stones that are offered, until one of them is kept.
    pub(super) fn offers(&self) -> Vec<Point> {
        let open = self.opening.as_ref().filter(|opening| opening.actor().is_some());
        let shown = open.filter(|_| self.phase != Phase::Analysis);
        shown.map_or_else(Vec::new, |opening| opening.offers().to_vec())
    }

    /// Returns the acts of the opening so far.
    pub(super) fn acts(&self) -> Vec<Act> {
        self.opening.as_ref().map_or_else(Vec::new, |opening| opening.acts().to_vec())
    }

    /// Handles the answer of an engine in the opening. In answers to `SWAP2BOARD`, `SWAP` takes the black
    /// stones, and a move is White's: the engine continues with the white stones.
    pub(super) fn opening_answered(&mut self, engine: EngineId, answer: Answer, now: Millis) {
        let taking = |color: Color| self.opening.as_ref().and_then(|opening| opening.taking(color));
        let mut acts = Vec::new();
        let mut then = None;
        match answer {
            Answer::Act(act) => acts.push(act),
            Answer::Swap => acts.extend(taking(Color::Black)),
            Answer::Stones(points) => {
                let is_choice =
                    matches!(self.phase, Phase::Opening { task: Task::SwapOrAdd { .. }, .. });
                acts.extend(is_choice.then_some(Act::Add));
                acts.extend(points.into_iter().map(Act::Place));
            }
            Answer::Point(point) => {
                acts.extend(taking(Color::White));
                then = Some(point);
            }
        }
        let mover = self.actor();
        let is_one_turn = |table: &Self| table.phase == Phase::Playing || table.actor() == mover;
        for act in acts {
            if !is_one_turn(self) {
                return self.lose(engine, "it placed too many stones", now);
            }
            if let Err(refusal) = self.act(act, now) {
                return self.lose(engine, &refusal.reason, now);
            }
        }
        match then {
            Some(point) if self.phase == Phase::Playing => {
                self.answered(engine, self.last, Answer::Point(point), now);
            }
            Some(_) => self.lose(engine, "it played a move before the end of the opening", now),
            None => self.go_on(now),
        }
    }
}

/// Returns the question for an engine that is to act. Swap2 has a command of its own for whole turns, which
/// more engines support.
fn asked(opening: Opening) -> Asked {
    let is_whole = match opening.task() {
        Task::Place { .. } => opening.position().ply() == 0,
        _ => true,
    };
    if opening.protocol() == Protocol::Swap2 && is_whole {
        return Question::Swap2.into();
    }
    Asked::Act(Box::new(opening))
}
