//! The principal variation and the size of a proof.
//!
//! The table of proof numbers may have forgotten a position of the proof, which is then proved
//! again. Every position of the proof is visited once.

use std::collections::HashMap;

use crate::board::{Bitboard, Key, Point};
use crate::solver::children::Child;
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::vct::{Expansion, Vct};
use crate::threats::{Threat, ThreatBoard};

/// The next move of one position of a proof.
#[derive(Clone, Copy)]
struct Step {
    /// The number of plies to the end against the longest defence.
    plies: usize,
    /// The winning move, or the reply that resists longest; `None` at the end.
    point: Option<Point>,
}

/// The steps of all positions of a proof, by key.
type Steps = HashMap<Key, Step>;

impl Vct {
    /// Returns the variation of a proved position against the longest defence, and counts the
    /// positions of the proof.
    pub(super) fn proved_variation(&mut self, board: &mut ThreatBoard) -> Vec<Point> {
        let nodes = self.nodes;
        // The proof is known, so this work counts neither as nodes nor against the budget.
        self.budget = u64::MAX;
        let mut steps = Steps::new();
        self.collect_steps(board, &mut steps);
        self.proof_size = steps.len() as u64;
        let mut variation = Vec::new();
        while let Some(point) = steps.get(&self.key(board)).and_then(|step| step.point) {
            variation.push(point);
            board.play(point);
        }
        if board.side_to_move() == self.attacker
            && let Some(fours) = self.fours(board).into_win()
        {
            for point in fours {
                variation.push(point);
                board.play(point);
            }
        }
        for _ in &variation {
            board.undo();
        }
        self.nodes = nodes;
        variation
    }

    /// Adds the steps of a proved position and of all positions that its proof needs, and
    /// returns the number of plies to the end.
    fn collect_steps(&mut self, board: &mut ThreatBoard, steps: &mut Steps) -> usize {
        let key = self.key(board);
        if let Some(step) = steps.get(&key) {
            return step.plies;
        }
        let step = if board.side_to_move() == self.attacker {
            self.attacking_step(board, steps)
        } else {
            self.defending_step(board, steps)
        };
        steps.insert(key, step);
        step.plies
    }

    fn attacking_step(&mut self, board: &mut ThreatBoard, steps: &mut Steps) -> Step {
        if let Some(variation) = self.fours(board).into_win() {
            return Step { plies: variation.len(), point: None };
        }
        let Some(child) = self.proved_child(board) else {
            return Step { plies: 0, point: None };
        };
        board.play(child.point);
        let plies = 1 + self.collect_steps(board, steps);
        board.undo();
        Step { plies, point: Some(child.point) }
    }

    fn defending_step(&mut self, board: &mut ThreatBoard, steps: &mut Steps) -> Step {
        let replies = match self.expand(board, true) {
            Expansion::Open(replies) => replies.iter().map(|child| child.point).collect(),
            Expansion::Solved(_) => useless_reply(board).into_iter().collect::<Vec<_>>(),
        };
        let mut step = Step { plies: 0, point: None };
        for point in replies {
            board.play(point);
            let plies = 1 + self.collect_steps(board, steps);
            board.undo();
            if plies > step.plies {
                step = Step { plies, point: Some(point) };
            }
        }
        step
    }

    /// Returns a winning move of a proved position, which it proves again if the table forgot it.
    pub(super) fn proved_child(&mut self, board: &mut ThreatBoard) -> Option<Child> {
        loop {
            let Expansion::Open(mut children) = self.expand(board, true) else { return None };
            self.look_up(board, &mut children);
            if let Some(child) = children.iter().find(|child| child.numbers.is_proved()) {
                return Some(*child);
            }
            if !self.search(board, Numbers::new(INFINITE, INFINITE)).is_proved() {
                return None;
            }
        }
    }
}

/// Returns a legal reply where no reply helps, if possible one that takes a point of the threat.
fn useless_reply(board: &mut ThreatBoard) -> Option<Point> {
    let defender = board.side_to_move();
    let threats = [Threat::Five, Threat::OpenFour].map(|threat| board.points(!defender, threat));
    let mut sets = threats.into_iter().chain([board.position().empty()]);
    sets.find_map(|set: Bitboard| board.legal(defender, set).first())
}
