//! A desk: the evaluator, the solvers and the memory with which a thread thinks.
//!
//! The desk of a thread begins each search with an empty memory, so that an answer depends on its job alone. The
//! desk of a session keeps the memory.

use std::sync::Arc;

use crate::board::{BoardSize, Position};
use crate::engine::{Engine, Options};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::Rule;
use crate::scheduler::job::Method;
use crate::scheduler::thought::{Search, Solver, Thought};
use crate::search::{
    self, Control, Limits, Lines, Memory, Observer, Request, SearchResult, single_table_bytes,
};
use crate::solver::Proof;
use crate::threats::ThreatBoard;

/// An evaluator, and the memory of searches.
#[derive(Debug)]
pub(super) struct Desk {
    evaluator: Arc<Evaluator>,
    max_table: usize,
    /// Indicates whether a search begins with the results of the one before it.
    keeps_memory: bool,
    memory: Option<Kept>,
}

/// A memory, and the rule and board size for which its content is valid.
#[derive(Debug)]
struct Kept {
    rule: Rule,
    size: BoardSize,
    memory: Memory,
}

impl Desk {
    /// Returns a desk whose tables have at most `max_table` bytes.
    pub(super) const fn new(
        evaluator: Arc<Evaluator>,
        max_table: usize,
        keeps_memory: bool,
    ) -> Self {
        Self { evaluator, max_table, keeps_memory, memory: None }
    }

    /// Builds the tables of a rule and a board size unless they exist, which takes a while.
    pub(super) fn prepare(&self, rule: Rule, size: BoardSize) {
        let _ = self.evaluator.rule(rule);
        let _ = ThreatBoard::new(&Position::new(size), rule);
    }

    /// Thinks about a position until it is done or stopped; another call continues from the results of this one.
    /// `observer` receives the reports, too.
    pub(super) fn think(
        &mut self,
        game: &Game,
        thought: &mut Thought,
        control: &Control,
        observer: &mut dyn Observer,
    ) {
        match thought {
            Thought::Search(search) => self.search(game, search, control, observer),
            Thought::Solve(solver) => {
                solver.has_begun = true;
                match solver.solving.method {
                    Method::AnyMoves => self.prove(game, solver, control, observer),
                    Method::Fours | Method::Threats => solver.solve(game, control, observer),
                }
            }
        }
    }

    /// Searches for the best moves.
    fn search(
        &mut self,
        game: &Game,
        search: &mut Search,
        control: &Control,
        observer: &mut dyn Observer,
    ) {
        let (position, rule) = (game.position(), game.rule().rule);
        let resumes = std::mem::replace(&mut search.has_begun, true);
        let limits = search.request.limits;
        let left = limits.nodes.map(|nodes| nodes.saturating_sub(search.found.nodes));
        if resumes && left == Some(0) {
            return;
        }
        let request = Request { limits: Limits { nodes: left, ..limits }, ..search.request };
        let Search { found, depth, .. } = search;
        let mut watch =
            Watch { lines: Lines::default(), observer, nodes: found.nodes, depth: *depth };
        let memory = self.memory(rule, position.size(), &limits, resumes);
        memory.resumed.clone_from(&found.lines);
        let result = search::search(position, rule, memory, &request, control, &mut watch);
        let Some(SearchResult { summary, root_moves, .. }) = result else { return };
        found.nodes += summary.nodes;
        let several = watch.lines.best();
        // A part that was cut before it came as deep as those before knows less than they do.
        if resumes && (several.is_empty() || summary.depth < *depth) {
            return;
        }
        *depth = summary.depth;
        found.lines = if several.len() > 1 { several.to_vec() } else { vec![summary] };
        found.root_moves = root_moves;
    }

    /// Returns the memory with which a search begins or continues.
    fn memory(
        &mut self,
        rule: Rule,
        size: BoardSize,
        limits: &Limits,
        resumes: bool,
    ) -> &mut Memory {
        let most = self.max_table;
        let bytes = if self.keeps_memory { most } else { single_table_bytes(limits, most) };
        let known = self.memory.take().filter(|known| known.memory.table_bytes() == bytes);
        let kept = match known {
            Some(mut known) => {
                let is_valid = known.rule == rule && known.size == size;
                if !is_valid || !(self.keeps_memory || resumes) {
                    known.memory.clear();
                }
                Kept { rule, size, ..known }
            }
            None => {
                let memory = Memory::with_evaluator(Arc::clone(&self.evaluator), bytes);
                Kept { rule, size, memory }
            }
        };
        &mut self.memory.insert(kept).memory
    }

    fn prove(
        &self,
        game: &Game,
        solver: &mut Solver,
        control: &Control,
        observer: &mut dyn Observer,
    ) {
        let bytes = u64::try_from(self.max_table).unwrap_or(u64::MAX);
        let options = Options { max_table: Some(bytes.saturating_mul(2)), ..Options::default() };
        let mut engine = Engine::new(Arc::clone(&self.evaluator), options);
        let request = Request::new(solver.solving.limits);
        let proved = engine.prove(game, &request, control, observer);
        solver.nodes = proved.summary.nodes;
        let Some(certificate) = proved.certificate else { return };
        solver.proof_size = Some(certificate.plan.moves());
        solver.proof = Proof::Win(proved.summary.principal_variation);
        solver.certificate = Some(certificate);
    }
}

/// An observer that keeps the best lines, and forwards the reports that are not behind an earlier part of the search.
struct Watch<'a> {
    lines: Lines,
    observer: &'a mut dyn Observer,
    /// The nodes and the depth of the earlier parts.
    nodes: u64,
    depth: u32,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &search::Progress) {
        self.lines.progress(progress);
        if progress.depth >= self.depth {
            let nodes = self.nodes + progress.nodes;
            self.observer.progress(&search::Progress { nodes, ..progress.clone() });
        }
    }
}
