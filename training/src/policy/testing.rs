//! Positions for tests.

use std::sync::Arc;

use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::{Evaluator, RuleEvaluator};
use dolmen::rules::Rule;

use crate::generate::plan::testing::freestyle;
use crate::learn::samples::{Features, Samples};
use crate::learn::testing::played_samples;
use crate::line_network::course::Plan;
use crate::line_network::windows::count_windows;
use crate::policy::trainer::{Settings, Task};

/// The positions of a few games of freestyle on 20×20 and 12×9, and a dictionary.
pub(super) struct Games {
    pub(super) samples: Samples,
    pub(super) dictionary: Dictionary,
    pub(super) evaluator: Arc<RuleEvaluator>,
}

impl Games {
    pub(super) fn new(games: u32) -> Self {
        let samples = played_samples(&freestyle(), Rule::Freestyle, games, Features::Stones);
        let positions = (0..samples.positions.len()).map(|index| samples.stones(index));
        let windows = count_windows(positions).commonest(300);
        let dictionary = Dictionary::new(windows).expect("windows of positions are valid");
        let evaluator = Arc::clone(Evaluator::built_in().rule(Rule::Freestyle));
        Self { samples, dictionary, evaluator }
    }

    pub(super) fn task(&self) -> Task<'_> {
        Task::new(&self.samples, Arc::clone(&self.evaluator), &self.dictionary, 1_000)
    }
}

/// Returns the settings of a short training.
pub(super) fn settings() -> Settings {
    Settings {
        rule: Rule::Freestyle,
        colors_differ: false,
        plan: Plan { passes: 2, batch: 32, rate: 0.05, seed: 7, threads: 2 },
    }
}
