//! The defender's replies that matter.

use std::collections::HashSet;
use std::sync::Arc;

use crate::board::{Bitboard, Point};
use crate::certificate::{MAX_NESTING, Plan};
use crate::solver::children::Child;
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::quiet::suggestions::first_numbers;
use crate::solver::quiet::{Budget, QuietProgress, QuietSolver};
use crate::threats::Threat;

/// The defender's position after a move of the attacker.
#[derive(Debug)]
pub(super) struct Defence {
    /// The attacker's plan against all replies but those below.
    pub(super) otherwise: Option<Plan>,
    /// The replies that the plan must name.
    pub(super) named: Bitboard,
    /// One of each image of them, with the numbers to begin with.
    pub(super) replies: Vec<Child>,
}

/// A plan after the defender's pass.
struct Threatened {
    plan: Plan,
    /// The replies that it does not answer.
    unanswered: Bitboard,
}

/// The largest plan with quiet moves after a pass, in moves. The checker plays it after every reply that
/// could matter, which takes seconds for larger ones.
const MAX_QUIET_THREAT: u64 = 20_000;

impl QuietSolver {
    /// Returns the replies of the defender, who is to move, or `None` if the attacker's last move
    /// cannot be shown to win.
    pub(super) fn expanded(&mut self) -> Option<Arc<Defence>> {
        let key = self.board.position().key();
        if let Some(known) = self.memory.defence(key) {
            return Some(known);
        }
        let defence = Arc::new(self.expand()?);
        self.memory.keep(key, &defence);
        Some(defence)
    }

    fn expand(&mut self) -> Option<Defence> {
        let defender = !self.attacker;
        if self.board.count(defender, Threat::Five) > 0 {
            return None;
        }
        if self.has_five() {
            let answers = self.board.answers_to_five(self.attacker);
            let replies = self.board.legal(defender, answers);
            return Some(self.defence_with(None, replies));
        }
        let stones = self.board.position().ply();
        if let Some(Threatened { plan, unanswered }) =
            self.threat(Budget::threats(self.budget.threat, stones))
        {
            return Some(self.defence_with(Some(plan), unanswered));
        }
        if self.is_against_unnamed || stones > self.budget.silent_stones {
            return None;
        }
        if let Some(Threatened { plan, unanswered }) = self.quiet_threat() {
            return Some(self.defence_with(Some(plan), unanswered));
        }
        let replies = self.board.legal(defender, self.board.position().empty());
        (!replies.is_empty()).then(|| self.defence_with(None, replies))
    }

    /// Returns the attacker's plan with quiet moves after a pass.
    fn quiet_threat(&mut self) -> Option<Threatened> {
        let last = self.memory.progress().positions + self.budget.quiet_threat;
        self.board.pass();
        let memory = Arc::clone(&self.memory);
        let mut stop = |progress: &QuietProgress| progress.positions >= last || memory.must_stop();
        // Unnamed replies would follow each other too often.
        self.is_against_unnamed = true;
        let numbers = self.attack(Numbers::new(INFINITE, INFINITE), 1, &mut stop);
        let plan = if numbers.is_proved() { self.plan_against_unnamed(&mut stop) } else { None };
        self.is_against_unnamed = false;
        self.is_stopped = self.memory.must_stop();
        self.board.pass();
        self.unanswered(plan.filter(|plan| plan.moves() <= MAX_QUIET_THREAT)?)
    }

    /// Returns the attacker's plan by threats alone after a pass.
    fn threat(&mut self, budget: u64) -> Option<Threatened> {
        self.board.pass();
        let proof = self.vct.solve(&mut self.board, budget);
        let plan = match proof {
            Proof::Win(_) => self.vct.plan(&mut self.board, &mut self.checker),
            Proof::NoWin | Proof::Unknown => None,
        };
        self.board.pass();
        self.unanswered(plan?)
    }

    /// Adds to a plan the replies to the last move that it does not answer.
    fn unanswered(&mut self, plan: Plan) -> Option<Threatened> {
        if plan.nesting() > MAX_NESTING {
            return None;
        }
        let point = self.board.position().last_move()?.point;
        self.checker.take_back();
        let unanswered = self.checker.unanswered(point, &plan);
        self.checker.place(point, self.attacker);
        let unanswered = self.board.legal(!self.attacker, unanswered.ok()?);
        Some(Threatened { plan, unanswered })
    }

    fn defence_with(&mut self, otherwise: Option<Plan>, named: Bitboard) -> Defence {
        let replies = self.one_of_each_image(named);
        let replies = replies.iter().map(|point| self.reply(point)).collect();
        Defence { otherwise, named, replies }
    }

    /// Returns a reply with the numbers to begin with.
    fn reply(&mut self, point: Point) -> Child {
        self.board.play(point);
        let chance = self.accumulator.evaluate(&self.board).win_probability();
        self.board.undo();
        self.accumulator.follow_undo(&self.board);
        Child { point, numbers: first_numbers(chance, 1.0) }
    }

    /// Returns the points without those whose image leads to the same position.
    fn one_of_each_image(&self, points: Bitboard) -> Bitboard {
        let mut keys = HashSet::new();
        points.iter().filter(|&point| keys.insert(self.key_after(point))).collect()
    }
}
