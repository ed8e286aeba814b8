//! Analysis: several best lines of a position, and the values of all moves of a line.

use std::collections::VecDeque;

use dolmen::Game;
use dolmen::board::{Color, Point};
use dolmen::protocol::manager::Question;
use dolmen::rules::Outcome;

use super::clock::Clocks;
use super::study::{Kind, Study};
use super::{Refusal, Table};
use crate::dialogue::{Allowance, Job};
use crate::message::{EngineId, Limits, Message, Phase, Review, Work};
use crate::order::Millis;
use crate::review;
use crate::tree::{NodeId, TreeError};

/// The maximum number of best lines.
const MAX_LINES: u8 = 10;
/// The maximum number of nodes for each move of a line.
const MAX_SWEEP_NODES: u64 = 1_000_000_000;
/// The maximum number of forced replies that are followed.
const MAX_FORCED: usize = 20;
/// The number of lines of a sweep: the best move, and the next one to compare it with.
const SWEEP_LINES: u8 = 2;

impl Table {
    /// Ends the game, if there is one, and begins to analyse.
    pub(super) fn review(&mut self, now: Millis) -> Result<(), Refusal> {
        self.halt(now);
        if self.phase != Phase::Analysis {
            self.interrupted = Some(std::mem::replace(&mut self.phase, Phase::Analysis));
        }
        Ok(())
    }

    /// Ends the analysis and continues the game that it interrupted.
    pub(super) fn return_to_game(&mut self, now: Millis) -> Result<(), Refusal> {
        let phase = self.interrupted.take().filter(|_| self.phase == Phase::Analysis);
        let Some(phase) = phase else {
            return Err(Refusal::of("there is no game to return to; choose Play on from here"));
        };
        self.end_study(now);
        self.stop_proofs();
        self.phase = phase;
        self.go_on(now);
        Ok(())
    }

    /// Ends the analysis and plays on from a node. Variations that do not lead there stay in the tree, behind
    /// the game.
    pub(super) fn play_on(&mut self, at: NodeId, now: Millis) -> Result<(), Refusal> {
        self.check_editing()?;
        self.open_game(at)?;
        self.end_study(now);
        self.stop_proofs();
        self.interrupted = None;
        self.result.clear();
        for node in self.tree.path(at) {
            self.raise(node);
        }
        self.clocks = Clocks::new(self.setup.clock);
        self.last = at;
        let is_before = self.opened().is_none_or(|stones| self.tree.ply(at) < stones);
        self.opening = self.opening.take().filter(|_| !is_before);
        self.phase = Phase::Playing;
        self.go_on(now);
        Ok(())
    }

    /// Returns the work of an engine beside the game.
    pub(super) fn work(&self) -> Option<Work> {
        self.study.as_ref().map(Study::work)
    }

    /// Lets an engine search several best lines.
    pub(super) fn analyse(
        &mut self,
        at: NodeId,
        engine: EngineId,
        lines: u8,
        limits: Limits,
        now: Millis,
    ) -> Result<(), Refusal> {
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(Refusal::of(format!("invalid number of lines {lines}: expected 1 to 10")));
        }
        self.check_study(engine)?;
        let game = self.open_game(at)?;
        let time = self.limited(at, &game, limits)?;
        if self.study.as_ref().is_some_and(|study| study.engine != engine) {
            self.end_study(now);
        }
        self.keep_lines();
        self.ask_about(engine, at, &game, lines, time, now);
        self.study = Some(Study::new(engine, Kind::Analysis { at, lines, limits }));
        Ok(())
    }

    /// Evaluates and judges each move of the line through a node. It begins with the last one, so that the
    /// search of a position knows what was found after it; the engine forgets what it knew, so that equal
    /// numbers of nodes give equal judgements.
    pub(super) fn sweep(
        &mut self,
        at: NodeId,
        engine: EngineId,
        nodes: u64,
        now: Millis,
    ) -> Result<(), Refusal> {
        let line = self.line_of(at);
        if line.is_empty() {
            return Err(TreeError::NoNode(at).into());
        }
        self.check_study(engine)?;
        self.engines[engine].forget();
        let waiting = line.iter().rev().copied().collect();
        self.begin_sweep(engine, line, waiting, nodes, now)
    }

    /// Adds a move and judges it.
    pub(super) fn try_out(
        &mut self,
        at: NodeId,
        point: Point,
        engine: EngineId,
        nodes: u64,
        now: Millis,
    ) -> Result<(), Refusal> {
        self.check_editing()?;
        self.check_study(engine)?;
        let added = self.try_move(at, Some(point))?;
        self.tell_node(added);
        let is_known = self.tree.get(at).is_some_and(|node| node.reading.is_some());
        let waiting = if is_known { [added].into() } else { [added, at].into() };
        self.begin_sweep(engine, vec![at, added], waiting, nodes, now)
    }

    /// Begins to evaluate the waiting nodes of a line.
    fn begin_sweep(
        &mut self,
        engine: EngineId,
        line: Vec<NodeId>,
        mut waiting: VecDeque<NodeId>,
        nodes: u64,
        now: Millis,
    ) -> Result<(), Refusal> {
        if !(1..=MAX_SWEEP_NODES).contains(&nodes) {
            let most = MAX_SWEEP_NODES;
            return Err(Refusal::of(format!(
                "invalid number of nodes {nodes}: expected 1 to {most}"
            )));
        }
        let Some(at) = waiting.pop_front() else { return Ok(()) };
        self.end_study(now);
        let forced = Vec::new();
        self.study = Some(Study::new(engine, Kind::Sweep { waiting, at, line, nodes, forced }));
        self.sweep_on(now);
        Ok(())
    }

    /// Stops analysis and sweep.
    pub(super) fn stop_study(&mut self, now: Millis) -> Result<(), Refusal> {
        if self.is_game() {
            return Err(Refusal::of("a game is being played; pause it instead"));
        }
        self.end_study(now);
        Ok(())
    }

    /// Ends what an engine does beside the game.
    pub(super) fn end_study(&mut self, now: Millis) {
        self.keep_lines();
        if let Some(study) = self.study.take() {
            let orders = self.engines[study.engine].stop(now);
            self.output.orders.extend(orders);
        }
    }

    /// Stores the lines that a study has found so far in the node, unless a sweep would replace a larger
    /// number of lines.
    pub(super) fn keep_lines(&mut self) {
        let Some(study) = &self.study else { return };
        let (at, lines) = (study.at(), study.lines());
        let is_sweep = matches!(study.kind, Kind::Sweep { .. });
        let is_kept = |known: usize| lines.is_empty() || is_sweep && known > lines.len();
        let Some(node) = self.tree.get_mut(at).filter(|node| !is_kept(node.lines.len())) else {
            return;
        };
        node.lines = lines;
        self.tell_node(at);
    }

    /// Handles the answer of an engine to a study, which ends its search of the position. An analysis without a
    /// limit waits for the next position after that: only the person ends it.
    pub(super) fn study_answered(&mut self, engine: EngineId, at: NodeId, now: Millis) {
        let Some(study) = &self.study else { return };
        if study.engine != engine || study.at() != at {
            return;
        }
        let chance = study.thoughts.get(1).and_then(|thought| thought.black_wins);
        let reading = study.reading();
        let is_sweep = matches!(study.kind, Kind::Sweep { .. });
        if let Some(node) = self.tree.get_mut(at).filter(|_| chance.is_some()) {
            node.black_wins = chance;
            node.reading = reading.or(node.reading.take());
        }
        self.keep_lines();
        self.tell_node(at);
        if is_sweep {
            self.sweep_next(now);
        } else if self.study.as_ref().is_some_and(Study::is_limited) {
            self.study = None;
        }
    }

    /// Lets an analysis that went on at another node, or in another game, go on at this one.
    pub(super) fn analyse_on(&mut self, work: Option<Work>, at: NodeId, now: Millis) {
        let Some(Work::Analysis { engine, lines, limits, .. }) = work else { return };
        if self.phase == Phase::Analysis {
            // A refusal means that the game is over at that node: the analysis ends.
            self.analyse(at, engine, lines, limits, now).ok();
        }
    }

    /// Goes on to the next move of a sweep.
    fn sweep_next(&mut self, now: Millis) {
        let Some(Study { kind: Kind::Sweep { waiting, at, .. }, thoughts, .. }) = &mut self.study
        else {
            return;
        };
        thoughts.clear();
        match waiting.pop_front() {
            Some(next) => {
                *at = next;
                self.sweep_on(now);
            }
            None => self.finish_sweep(),
        }
    }

    /// Judges the moves of a sweep that has ended.
    fn finish_sweep(&mut self) {
        let Some(Study { kind: Kind::Sweep { line, .. }, .. }) = self.study.take() else { return };
        for (id, judgement) in review::judge(&self.tree, &line) {
            if let Some(node) = self.tree.get_mut(id) {
                node.judgement = Some(judgement);
            }
            self.tell_node(id);
        }
        let review = self.present_review().map(|review| Message::Review { review });
        self.output.messages.extend(review);
    }

    /// Returns the line through a node, from the position before the first move. It excludes moves that were
    /// tried after the end of a game.
    fn line_of(&self, at: NodeId) -> Vec<NodeId> {
        let game = self.end_of_game().map(|last| self.tree.path(last)).unwrap_or_default();
        let end = if game.contains(&at) { self.last } else { self.tree.end_of_line(at) };
        self.tree.played_path(end)
    }

    /// Returns the review of the line through the last move of the game, if it has one.
    pub(super) fn present_review(&self) -> Option<Review> {
        review::review(&self.tree, &self.line_of(self.last))
    }

    /// Asks about the present move of a sweep. Where the game is over, its result is the value.
    fn sweep_on(&mut self, now: Millis) {
        let Some(Study { engine, kind: Kind::Sweep { at, nodes, .. }, .. }) = self.study else {
            return;
        };
        let Ok(mut game) = self.open_game(at) else {
            self.value_end(at);
            return self.sweep_next(now);
        };
        // An engine does not search a position with a forced reply, but the move before needs the value.
        let mut replies = Vec::new();
        while let Some(point) = review::forced_reply(&game).filter(|_| replies.len() < MAX_FORCED) {
            let mut next = game.clone();
            if next.play(point).is_err() || next.outcome().is_some() {
                break;
            }
            replies.push(point);
            game = next;
        }
        if let Some(Study { kind: Kind::Sweep { forced, .. }, .. }) = &mut self.study {
            forced.clone_from(&replies);
        }
        let time = Allowance { nodes: Some(nodes), ..Allowance::default() };
        self.ask_about(engine, at, &game, SWEEP_LINES, time, now);
    }

    /// Gives a node where the game is over the value of its result.
    fn value_end(&mut self, at: NodeId) {
        let Ok(game) = self.game(at) else { return };
        let chance = game.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::Black) => 1.0,
            Outcome::Win(Color::White) => 0.0,
            Outcome::Draw => 0.5,
        });
        if let Some(node) = self.tree.get_mut(at) {
            node.black_wins = chance;
        }
        self.tell_node(at);
    }

    fn check_study(&self, engine: EngineId) -> Result<(), Refusal> {
        if self.is_game() {
            return Err(Refusal::of("a game is being played; pause or end it to analyse"));
        }
        let dialogue = self.engines.get(engine);
        let dialogue = dialogue.ok_or_else(|| Refusal::of("there is no such engine"))?;
        if !dialogue.info().can_analyse {
            let name = &dialogue.info().name;
            return Err(Refusal::of(format!("{name} cannot analyse; choose another engine")));
        }
        Ok(())
    }

    /// Asks an engine for the best lines of a game that belongs to a node.
    fn ask_about(
        &mut self,
        engine: EngineId,
        at: NodeId,
        game: &Game,
        lines: u8,
        time: Allowance,
        now: Millis,
    ) {
        let (rule, position) = (game.rule(), game.position().clone());
        let job = Job {
            at,
            rule,
            position,
            asked: Question::Variations(lines).into(),
            level: None,
            time,
        };
        self.ask(engine, job, now);
    }

    /// Returns the game at a node if it is not over there.
    fn open_game(&self, at: NodeId) -> Result<Game, Refusal> {
        let game = self.game(at)?;
        if game.outcome().is_some() {
            return Err(Refusal::of("the game is over in this position"));
        }
        Ok(game)
    }
}
