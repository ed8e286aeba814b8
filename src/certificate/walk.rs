//! A walk through a certificate: its moves and replies, turned to fit the positions of the walk.

use std::collections::HashMap;

use crate::board::{Point, Position, Symmetry};
use crate::certificate::check::{image, least_image};
use crate::certificate::file::Certificate;
use crate::certificate::plan::{Answer, Next, Plan};

/// A move of the attacker in a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    plan: &'a Plan,
    /// The symmetry that turns the plan's points into those of the position.
    symmetry: Symmetry,
    /// The move.
    pub point: Point,
}

/// A reply that a plan names, and the attacker's next move.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// The reply.
    pub point: Point,
    /// The next move.
    pub next: Step<'a>,
}

/// A certificate whose positions can be looked up.
///
/// ```
/// use dolmen::certificate::{Answer, Certificate, Next, Plan, Walk};
/// use dolmen::{Point, Rule};
///
/// let text = "X X X . .\nO O O . .\n. . . . .\n. . . . .\n. . . . .";
/// let position = dolmen::board::diagram::parse(text)?;
/// let mut plan = Plan::of_move(Point::new(3, 0));
/// let next = Next::Plan(Plan::of_move(Point::new(3, 1)));
/// plan.answers.push(Answer { reply: Point::new(4, 0), next });
/// let certificate = Certificate { rule: Rule::Freestyle, position: position.clone(), plan };
///
/// let walk = Walk::new(&certificate);
/// let first = walk.first();
/// let mut after = position;
/// after.play(first.point)?;
/// let replies = walk.replies(first, &after);
/// assert_eq!((replies[0].point, replies[0].next.point), (Point::new(4, 0), Point::new(3, 1)));
/// assert!(walk.otherwise(first).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    certificate: &'a Certificate,
    /// The plans of the positions that a plan refers to, by the least image of the position.
    known: HashMap<Box<[u8]>, Known<'a>>,
}

/// The plan of a position, and the symmetry that makes the position's image least.
#[derive(Clone, Copy, Debug)]
struct Known<'a> {
    plan: &'a Plan,
    symmetry: Symmetry,
}

impl<'a> Walk<'a> {
    /// Returns a walk through a certificate.
    #[must_use]
    pub fn new(certificate: &'a Certificate) -> Self {
        let mut known = HashMap::new();
        index(&certificate.plan, &mut certificate.position.clone(), &mut known);
        Self { certificate, known }
    }

    /// Returns the first move.
    #[must_use]
    pub fn first(&self) -> Step<'a> {
        self.step(&self.certificate.plan, Symmetry::default())
    }

    /// Returns the attacker's move after any reply that the plan does not name. It is the same for all
    /// of them. `None` if the step is a five, or if the attacker then makes a five.
    #[must_use]
    pub fn otherwise(&self, step: Step<'a>) -> Option<Step<'a>> {
        let plan = step.plan.otherwise.as_deref()?;
        Some(self.step(plan, step.symmetry))
    }

    /// Returns the named replies to a step. `after` is the position after its move; in a plan against
    /// unnamed replies, their stones may be missing.
    #[must_use]
    pub fn replies(&self, step: Step<'a>, after: &Position) -> Vec<Reply<'a>> {
        let reply = |answer: &'a Answer| {
            let point = step.symmetry.apply(answer.reply, after.size());
            let next = match &answer.next {
                Next::Plan(plan) => self.step(plan, step.symmetry),
                Next::Known => self.known(after, point)?,
            };
            Some(Reply { point, next })
        };
        step.plan.answers.iter().filter_map(reply).collect()
    }

    /// Returns the attacker's next move in a position that occurs elsewhere in the certificate.
    fn known(&self, after: &Position, reply: Point) -> Option<Step<'a>> {
        let mut position = after.clone();
        position.play(reply).ok()?;
        let least = least_image(&position);
        let Known { plan, symmetry } = *self.known.get(&least)?;
        let size = position.size();
        let own = least_symmetry(&position, &least);
        // From the known position to the least image, and from there to this position.
        let turned = |point| own.inverse().apply(symmetry.apply(point, size), size);
        let symmetry = Symmetry::all(size)
            .find(|by| size.points().all(|point| by.apply(point, size) == turned(point)))?;
        Some(self.step(plan, symmetry))
    }

    fn step(&self, plan: &'a Plan, symmetry: Symmetry) -> Step<'a> {
        let point = symmetry.apply(plan.point, self.certificate.position.size());
        Step { plan, symmetry, point }
    }
}

/// Indexes the positions of a plan by their least images.
fn index<'a>(plan: &'a Plan, position: &mut Position, known: &mut HashMap<Box<[u8]>, Known<'a>>) {
    let least = least_image(position);
    let symmetry = least_symmetry(position, &least);
    known.entry(least).or_insert(Known { plan, symmetry });
    if position.play(plan.point).is_err() {
        return;
    }
    for answer in &plan.answers {
        if let Next::Plan(next) = &answer.next
            && position.play(answer.reply).is_ok()
        {
            index(next, position, known);
            position.undo();
        }
    }
    position.undo();
}

/// Returns a symmetry that makes a position's image least.
fn least_symmetry(position: &Position, least: &[u8]) -> Symmetry {
    let mut symmetries = Symmetry::all(position.size());
    symmetries.find(|&symmetry| image(position, symmetry) == least).unwrap_or_default()
}

#[cfg(test)]
mod tests;
