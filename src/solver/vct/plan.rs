//! The plan of a proved win by threats, for a certificate.

use crate::board::{Bitboard, Point};
use crate::certificate::{Answer, Checker, Next, Plan};
use crate::solver::vct::Vct;
use crate::threats::{Threat, ThreatBoard};

impl Vct {
    /// Returns the plan of the attacker for a position that the last call of [`Vct::solve`] proved.
    /// `checker` has the same position, and finds the replies that the plan must name.
    ///
    /// Returns `None` if a part of the proof is not found again, which is rare.
    pub(crate) fn plan(&mut self, board: &mut ThreatBoard, checker: &mut Checker) -> Option<Plan> {
        let (nodes, budget) = (self.nodes, self.budget);
        // The proof is known, so this work counts neither as nodes nor against the budget.
        self.budget = u64::MAX;
        let plan = self.plan_of_threats(board, checker);
        (self.nodes, self.budget) = (nodes, budget);
        plan
    }

    /// Returns the plan of a win by fours of the side to move, if the solver finds one.
    pub(crate) fn plan_of_fours(&mut self, board: &mut ThreatBoard) -> Option<Plan> {
        let variation = self.fours(board).into_win()?;
        let attacker = board.side_to_move();
        let mut plan = Plan::of_move(*variation.first()?);
        if board.strong_threat(attacker, plan.point) == Threat::Five {
            return Some(plan);
        }
        board.play(plan.point);
        let replies = board.answers_to_five(attacker);
        let replies = board.legal(!attacker, replies);
        let answers = replies.iter().map(|reply| {
            board.play(reply);
            let next = self.plan_of_fours(board);
            board.undo();
            Some(Answer { reply, next: Next::Plan(next?) })
        });
        let answers: Option<Vec<Answer>> = answers.collect();
        board.undo();
        plan.answers = answers?;
        Some(plan)
    }

    fn plan_of_threats(&mut self, board: &mut ThreatBoard, checker: &mut Checker) -> Option<Plan> {
        if let Some(plan) = self.plan_of_fours(board) {
            return Some(plan);
        }
        let point = self.proved_child(board)?.point;
        self.plan_of_move(board, checker, point)
    }

    /// Returns the plan of a threat.
    fn plan_of_move(
        &mut self,
        board: &mut ThreatBoard,
        checker: &mut Checker,
        point: Point,
    ) -> Option<Plan> {
        let attacker = board.side_to_move();
        let mut plan = Plan::of_move(point);
        board.play(point);
        let replies = if board.count(attacker, Threat::Five) > 0 {
            let replies = board.answers_to_five(attacker);
            Some(board.legal(!attacker, replies))
        } else {
            board.pass();
            let fours = self.plan_of_fours(board);
            board.pass();
            let unanswered = |fours: &Plan| checker.unanswered(point, fours).ok();
            let replies = fours.as_ref().and_then(unanswered);
            plan.otherwise = fours.map(Box::new);
            replies
        };
        checker.place(point, attacker);
        let answers = replies.and_then(|replies| self.answers(board, checker, replies));
        checker.take_back();
        board.undo();
        plan.answers = answers?;
        Some(plan)
    }

    /// Returns the plans after some replies.
    fn answers(
        &mut self,
        board: &mut ThreatBoard,
        checker: &mut Checker,
        replies: Bitboard,
    ) -> Option<Vec<Answer>> {
        let answer = |reply: Point| {
            checker.place(reply, board.side_to_move());
            board.play(reply);
            let next = self.plan_of_threats(board, checker);
            board.undo();
            checker.take_back();
            Some(Answer { reply, next: Next::Plan(next?) })
        };
        replies.iter().map(answer).collect()
    }
}
