//! The plan of a proved position.

use std::collections::HashSet;

use crate::board::{Bitboard, Key, Point};
use crate::certificate::{Answer, Next, Plan};
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::quiet::table::image_key;
use crate::solver::quiet::{QuietSolver, Stop};

/// The factor of the budgets of threats that were found before.
const AGAIN: u64 = 50;

impl QuietSolver {
    /// Returns the plan of the proved position.
    pub(super) fn plan(&mut self, stop: Stop<'_>) -> Option<Plan> {
        let mut written = HashSet::new();
        match self.next(&mut written, stop)? {
            Next::Plan(plan) => Some(plan),
            Next::Known => None,
        }
    }

    /// Returns how the attacker, who is to move, wins.
    fn next(&mut self, written: &mut HashSet<Key>, stop: Stop<'_>) -> Option<Next> {
        let key = image_key(self.board.position());
        if written.contains(&key) {
            return Some(Next::Known);
        }
        let plan = if self.wins_by_threats(self.budget.attack) {
            self.vct.plan(&mut self.board, &mut self.checker)?
        } else {
            self.plan_of_quiet_move(written, stop)?
        };
        written.insert(key);
        Some(Next::Plan(plan))
    }

    fn plan_of_quiet_move(
        &mut self,
        written: &mut HashSet<Key>,
        stop: Stop<'_>,
    ) -> Option<Plan> {
        while !self.is_stopped {
            let suggestions = self.suggestions();
            let proved = suggestions.iter().find(|child| {
                let key = self.key_after(child.point);
                self.table.get(key).is_some_and(Numbers::is_proved)
            });
            if let Some(child) = proved {
                return self.plan_of_move(child.point, written, stop);
            }
            let key = image_key(self.board.position());
            self.table.forget(key);
            if !self.attack(Numbers::new(INFINITE, INFINITE), 1, stop).is_proved() {
                return None;
            }
            if self.wins_by_threats(self.budget.attack * AGAIN) {
                return self.vct.plan(&mut self.board, &mut self.checker);
            }
        }
        None
    }

    fn plan_of_move(
        &mut self,
        point: Point,
        written: &mut HashSet<Key>,
        stop: Stop<'_>,
    ) -> Option<Plan> {
        self.play(point);
        let plan = self.plan_after(point, written, stop);
        self.undo();
        plan
    }

    /// Returns the plan of the last move.
    fn plan_after(
        &mut self,
        point: Point,
        written: &mut HashSet<Key>,
        stop: Stop<'_>,
    ) -> Option<Plan> {
        let defence = self.expanded()?;
        let mut plan = Plan::of_move(point);
        plan.otherwise = defence.otherwise.clone().map(Box::new);
        let replies: Bitboard = if plan.otherwise.is_none() && !self.has_five() {
            // The search looked at one of each image; the plan names them all.
            self.board.legal(!self.attacker, self.board.position().empty())
        } else {
            defence.replies.iter().map(|child| child.point).collect()
        };
        for reply in replies {
            self.play(reply);
            let next = match self.attack(Numbers::new(INFINITE, INFINITE), 1, stop).is_proved() {
                true => self.next(written, stop),
                false => None,
            };
            self.undo();
            plan.answers.push(Answer { reply, next: next? });
        }
        Some(plan)
    }
}
