//! Plans: the attacker's moves, and his answers to the replies.

use crate::board::Point;

/// The attacker's plan for a position in which he is to move.
///
/// A plan need not answer a reply that leaves him a five, because he then plays the five.
///
/// ```
/// use dolmen::Point;
/// use dolmen::certificate::{Answer, Plan};
///
/// // A four on (4, 7), and after the reply on (5, 7) a five on (0, 7).
/// let five = Plan::of_move(Point::new(0, 7));
/// let mut four = Plan::of_move(Point::new(4, 7));
/// four.answers.push(Answer { reply: Point::new(5, 7), next: Next::Plan(five) });
/// assert_eq!((four.moves(), four.nesting()), (2, 0));
/// # use dolmen::certificate::Next;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The move.
    pub point: Point,
    /// The plans against certain replies.
    pub answers: Vec<Answer>,
    /// The plan against all other replies, which is the same for all of them.
    pub otherwise: Option<Box<Plan>>,
}

/// A reply of the defender with the attacker's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reply.
    pub reply: Point,
    /// The plan after it.
    pub next: Next,
}

/// The attacker's continuation after a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// By a plan of its own.
    Plan(Plan),
    /// As in the same position, or an image of it, earlier in the certificate.
    Known,
}

impl Next {
    /// Returns the plan, if it is written here.
    #[must_use]
    pub const fn plan(&self) -> Option<&Plan> {
        match self {
            Self::Plan(plan) => Some(plan),
            Self::Known => None,
        }
    }

    /// Returns the plan by value, if it is written here.
    #[must_use]
    pub fn into_plan(self) -> Option<Plan> {
        match self {
            Self::Plan(plan) => Some(plan),
            Self::Known => None,
        }
    }
}

impl Plan {
    /// Returns the plan of a move without answers.
    #[must_use]
    pub const fn of_move(point: Point) -> Self {
        Self { point, answers: Vec::new(), otherwise: None }
    }

    /// Returns the number of moves of the attacker in the plan.
    #[must_use]
    pub fn moves(&self) -> u64 {
        let answers = self.answers.iter().filter_map(|answer| answer.next.plan());
        1 + answers.map(Self::moves).sum::<u64>()
            + self.otherwise.as_ref().map_or(0, |plan| plan.moves())
    }

    /// Returns the greatest depth to which plans against unnamed replies are nested: the number of
    /// unnamed replies that can follow each other.
    #[must_use]
    pub fn nesting(&self) -> usize {
        let answers = self.answers.iter().filter_map(|answer| answer.next.plan());
        let otherwise = self.otherwise.as_ref().map_or(0, |plan| 1 + plan.nesting());
        answers.map(Self::nesting).max().unwrap_or(0).max(otherwise)
    }

    /// Returns a variation of the plan: its moves, and the replies against which it has most moves.
    #[must_use]
    pub fn main_line(&self) -> Vec<Point> {
        let mut line = vec![self.point];
        let mut plan = self;
        loop {
            let next =
                plan.answers.iter().filter_map(|answer| Some((answer.reply, answer.next.plan()?)));
            let Some((reply, next)) = next.max_by_key(|(_, plan)| plan.moves()) else {
                return line;
            };
            line.extend([reply, next.point]);
            plan = next;
        }
    }

    /// Returns the plan against a reply.
    #[must_use]
    pub fn answer_to(&self, reply: Point) -> Option<&Next> {
        let answer = self.answers.iter().find(|answer| answer.reply == reply)?;
        Some(&answer.next)
    }
}
