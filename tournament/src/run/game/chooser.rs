//! The acts of an opening in place of an engine that cannot negotiate.
//!
//! Invariant: an act depends only on the rule, the opening so far and the seed of the game.

use dolmen::Engine;
use dolmen::engine::Options;
use dolmen::eval::Evaluator;
use dolmen::opening::{Act, Opening};
use dolmen::search::{Control, Limits, Request, Silent};

use super::GamePlan;

/// The node limit of the search for an act.
const NODES: u64 = 20_000;
/// The memory for the results of its searches, in bytes.
const TABLE_BYTES: u64 = 16 << 20;

/// Decides the next act, or returns `None` if no point is left for one.
pub(super) fn act(plan: &GamePlan, opening: &Opening) -> Option<Act> {
    let options = Options {
        max_table: Some(TABLE_BYTES),
        seed: plan.seed,
        uses_certificates: false,
        ..Options::default()
    };
    let mut engine = Engine::new(Evaluator::built_in(), options);
    let request = Request::new(Limits { nodes: Some(NODES), ..Limits::unlimited() });
    let control = Control::without_clock();
    let opened = engine.open(plan.rule.into(), opening, &request, &control, &mut Silent);
    opened.ok().map(|opened| opened.act)
}
