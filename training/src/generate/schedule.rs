//! The choice of what is played next: the stages of a plan one after the other, and in a stage the
//! rule that is farthest behind its share.

use dolmen::rules::Rule;

use crate::generate::plan::Plan;

/// A stage, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageProgress {
    /// The number of the stage, from 1. The last one is repeated forever, with numbers of its
    /// own.
    pub stage: u64,
    /// Labelled positions of the stage that are there.
    pub done: u64,
    /// Labelled positions that it is to have.
    pub wanted: u64,
    /// The place in the plan of the rule to be played next.
    pub next: usize,
}

/// Returns the first stage that is not done, from the number of labelled positions of each rule.
///
/// # Panics
/// Panics if the plan has no stages, or one without positions.
#[must_use]
pub fn progress(plan: &Plan, positions: &[u64]) -> StageProgress {
    let place = |rule: Rule| plan.rules.iter().position(|known| known.rule == rule);
    let last = plan.stages.last().expect("a plan has at least one stage");
    let stages = plan.stages.iter().chain(std::iter::repeat(last)).zip(1..);
    let mut left = positions.to_vec();
    for (stage, number) in stages {
        let mut done = 0;
        let mut next: Option<(f64, usize)> = None;
        for part in stage.rules.parts() {
            let rule = place(part.what).expect("a plan has the rules of its stages");
            let wanted = (stage.positions as f64 * part.share).round() as u64;
            let here = left[rule].min(wanted);
            left[rule] -= here;
            done += here;
            let share = here as f64 / (wanted as f64).max(1.0);
            if here < wanted && next.is_none_or(|(least, _)| share < least) {
                next = Some((share, rule));
            }
        }
        if let Some((_, next)) = next {
            return StageProgress { stage: number, done, wanted: stage.positions, next };
        }
    }
    unreachable!("the last stage is repeated forever")
}

#[cfg(test)]
mod tests;
