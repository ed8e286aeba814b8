//! The plan of a proved position.

use std::collections::HashSet;

use crate::board::{Key, Point};
use crate::certificate::{Answer, Next, Plan};
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::quiet::table::image_key;
use crate::solver::quiet::{Budget, QuietSolver, Stop};

/// The factor of the budgets of threats that were found before.
const AGAIN: u64 = 50;

/// The positions whose plans are written, if plans may refer to them.
struct Written(Option<HashSet<Key>>);

impl Written {
    fn contains(&self, key: Key) -> bool {
        self.0.as_ref().is_some_and(|keys| keys.contains(&key))
    }

    fn insert(&mut self, key: Key) {
        if let Some(keys) = &mut self.0 {
            keys.insert(key);
        }
    }
}

impl QuietSolver {
    /// Returns the plan of the proved position.
    pub(super) fn proved_plan(&mut self, stop: Stop<'_>) -> Option<Plan> {
        self.plan_with(&mut Written(Some(HashSet::new())), stop)
    }

    /// Returns the plan of the proved position in which every position has a plan of its own.
    pub(super) fn plan_against_unnamed(&mut self, stop: Stop<'_>) -> Option<Plan> {
        self.plan_with(&mut Written(None), stop)
    }

    fn plan_with(&mut self, written: &mut Written, stop: Stop<'_>) -> Option<Plan> {
        match self.next(written, stop)? {
            Next::Plan(plan) => Some(plan),
            Next::Known => None,
        }
    }

    /// Returns how the attacker, who is to move, wins.
    fn next(&mut self, written: &mut Written, stop: Stop<'_>) -> Option<Next> {
        let key = image_key(self.board.position());
        if written.contains(key) {
            return Some(Next::Known);
        }
        let is_quiet = self.memory.get(key) == Some(Numbers::PROVED_QUIETLY);
        let budget = Budget::threats(self.budget.attack, self.board.position().ply());
        let plan = if !is_quiet && self.wins_by_threats(budget) {
            self.vct.plan(&mut self.board, &mut self.checker)?
        } else {
            self.plan_of_quiet_move(written, stop)?
        };
        written.insert(key);
        Some(Next::Plan(plan))
    }

    fn plan_of_quiet_move(&mut self, written: &mut Written, stop: Stop<'_>) -> Option<Plan> {
        while !self.is_stopped {
            let suggestions = self.suggestions();
            let proved = suggestions.iter().find(|child| {
                let key = self.key_after(child.point);
                self.memory.get(key).is_some_and(Numbers::is_proved)
            });
            if let Some(child) = proved {
                return self.plan_of_move(child.point, written, stop);
            }
            let key = image_key(self.board.position());
            self.memory.forget(key);
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
        written: &mut Written,
        stop: Stop<'_>,
    ) -> Option<Plan> {
        self.play(point);
        let plan = self.plan_after(point, written, stop);
        self.undo();
        plan
    }

    /// Returns the plan of the last move.
    fn plan_after(&mut self, point: Point, written: &mut Written, stop: Stop<'_>) -> Option<Plan> {
        let defence = self.expanded()?;
        let mut plan = Plan::of_move(point);
        plan.otherwise = defence.otherwise.clone().map(Box::new);
        for reply in defence.named {
            self.play(reply);
            let numbers = self.attack(Numbers::new(INFINITE, INFINITE), 1, stop);
            let next = if numbers.is_proved() { self.next(written, stop) } else { None };
            self.undo();
            plan.answers.push(Answer { reply, next: next? });
        }
        Some(plan)
    }
}
