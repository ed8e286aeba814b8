//! A proof written out: its main line and its size.
//!
//! The table of proof numbers forgets, so a position on the way may have to be proved
//! again; every position of the proof is looked at once.

use std::collections::HashMap;

use crate::board::{Bitboard, Key, Point};
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::vct::{Child, Expansion, Vct};
use crate::threats::{Threat, ThreatBoard};

/// What is written out of one position of a proof.
#[derive(Clone, Copy)]
struct Step {
    /// Plies to the end against the longest defence.
    plies: usize,
    /// The winning move, or the reply that lasts longest; `None` at the end.
    point: Option<Point>,
}

/// Positions of proofs, by key.
type Steps = HashMap<Key, Step>;

impl Vct {
    /// The main line of the position, which is proved, against the longest defence; also
    /// counts the positions of the proof.
    pub(super) fn proved_line(&mut self, board: &mut ThreatBoard) -> Vec<Point> {
        let nodes = self.nodes;
        // The proof is known: what it takes to write it out is not counted.
        self.budget = u64::MAX;
        let mut steps = Steps::new();
        self.write_out(board, &mut steps);
        self.proof_size = steps.len() as u64;
        let mut line = Vec::new();
        while let Some(point) = steps.get(&self.key(board)).and_then(|step| step.point) {
            line.push(point);
            board.play(point);
        }
        if board.side_to_move() == self.attacker
            && let Proof::Win(fours) = self.fours(board)
        {
            for point in fours {
                line.push(point);
                board.play(point);
            }
        }
        for _ in &line {
            board.undo();
        }
        self.nodes = nodes;
        line
    }

    /// Writes a proved position out, and all that it needs.
    fn write_out(&mut self, board: &mut ThreatBoard, steps: &mut Steps) -> usize {
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
        if let Proof::Win(line) = self.fours(board) {
            return Step { plies: line.len(), point: None };
        }
        let Some(child) = self.proved_child(board) else {
            return Step { plies: 0, point: None };
        };
        board.play(child.point);
        let plies = 1 + self.write_out(board, steps);
        board.undo();
        Step { plies, point: Some(child.point) }
    }

    fn defending_step(&mut self, board: &mut ThreatBoard, steps: &mut Steps) -> Step {
        let replies = match self.expand(board, true) {
            Expansion::Open(replies) => replies.iter().map(|child| child.point).collect(),
            Expansion::Solved(_) => hopeless_reply(board).into_iter().collect::<Vec<_>>(),
        };
        let mut step = Step { plies: 0, point: None };
        for point in replies {
            board.play(point);
            let plies = 1 + self.write_out(board, steps);
            board.undo();
            if plies > step.plies {
                step = Step { plies, point: Some(point) };
            }
        }
        step
    }

    /// A winning move of a proved position, proved again if that was forgotten.
    fn proved_child(&mut self, board: &mut ThreatBoard) -> Option<Child> {
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

/// A legal reply where none is of any use: to a five or an open four, if that can be.
fn hopeless_reply(board: &mut ThreatBoard) -> Option<Point> {
    let defender = board.side_to_move();
    let threats = [Threat::Five, Threat::OpenFour].map(|threat| board.points(!defender, threat));
    let mut sets = threats.into_iter().chain([board.position().empty()]);
    sets.find_map(|set: Bitboard| board.legal(defender, set).first())
}
