//! The plans of what a search for wins with quiet moves has proved.

use std::collections::HashSet;

use crate::board::{Key, Point};
use crate::certificate::{Answer, Next, Plan};
use crate::solver::proof_table::Numbers;
use crate::solver::quiet::budget::Budget;
use crate::solver::quiet::{NO_LIMIT, QuietSolver, Stop};

/// The factor of the budgets for finding known threats again.
const AGAIN: u64 = 50;

/// The positions whose plans are written, if plans may refer to them.
type Written<'a> = &'a mut Option<HashSet<Key>>;

impl QuietSolver {
    /// Returns how the attacker, who is to move, wins a position that is proved: a plan or, if the
    /// position is among those that are `written`, a reference to it.
    pub(super) fn next(&mut self, written: Written<'_>, stop: Stop<'_>) -> Option<Next> {
        let key = self.key();
        if written.as_ref().is_some_and(|keys| keys.contains(&key)) {
            return Some(Next::Known);
        }
        let is_quiet = self.memory.get(key) == Some(Numbers::PROVED_QUIETLY);
        let budget = Budget::threats(self.budget.attack, self.board.position().ply());
        let plan = if !is_quiet && self.wins_by_threats(budget, stop) {
            self.vct.plan(&mut self.board, &mut self.checker)?
        } else {
            self.plan_of_quiet_move(written, stop)?
        };
        if let Some(keys) = written {
            keys.insert(key);
        }
        Some(Next::Plan(plan))
    }

    fn plan_of_quiet_move(&mut self, written: Written<'_>, stop: Stop<'_>) -> Option<Plan> {
        while !self.is_stopped {
            let suggestions = self.suggestions();
            let proved = suggestions.iter().find(|child| {
                let key = self.key_after(child.point);
                self.memory.get(key).is_some_and(Numbers::is_proved)
            });
            if let Some(child) = proved {
                self.play(child.point);
                let plan = self.plan_after(child.point, written, stop);
                self.undo();
                return plan;
            }
            self.memory.forget(self.key());
            if !self.attack(NO_LIMIT, 1, stop).is_proved() {
                return None;
            }
            if self.wins_by_threats(self.budget.attack * AGAIN, stop) {
                return self.vct.plan(&mut self.board, &mut self.checker);
            }
        }
        None
    }

    /// Returns the plan of the last move.
    fn plan_after(&mut self, point: Point, written: Written<'_>, stop: Stop<'_>) -> Option<Plan> {
        let defence = self.expanded(stop)?;
        let mut plan = Plan::of_move(point);
        plan.otherwise = defence.otherwise.clone().map(Box::new);
        for reply in defence.named {
            self.play(reply);
            let numbers = self.attack(NO_LIMIT, 1, stop);
            let next = if numbers.is_proved() { self.next(written, stop) } else { None };
            self.undo();
            plan.answers.push(Answer { reply, next: next? });
        }
        Some(plan)
    }
}
