//! The evaluator: evaluates positions of every rule by one set of weights.

use std::sync::Arc;

use once_cell::sync::{Lazy, OnceCell};

use crate::board::{Color, PerColor, Point};
use crate::eval::line_network::{LineNetwork, LineTables, Policy};
use crate::eval::score::Score;
use crate::eval::sums::{Summands, Sums};
use crate::eval::urgency::urgency;
use crate::eval::weights::{ColorWeights, GroupWeights, PARTS, Weights};
use crate::rules::Rule;
use crate::threats::ThreatBoard;

/// A set of weights, with the tables of each rule, which are built on first use.
///
/// Evaluators are values, so searches with different weights can run side by side in one process.
#[derive(Debug)]
pub struct Evaluator {
    weights: Source,
    rules: [OnceCell<Arc<RuleEvaluator>>; Rule::ALL.len()],
}

impl Evaluator {
    /// Returns the evaluator of these weights, with the weights set by hand for missing rules.
    ///
    /// ```
    /// use dolmen::Rule;
    /// use dolmen::eval::{Evaluator, Weights};
    ///
    /// let mut weights = Weights::built_in();
    /// weights.rules[Rule::Caro.index()] = None;
    /// let [evaluator, by_hand] = [weights, Weights::by_hand()].map(Evaluator::new);
    /// let [weights, by_hand] = [&evaluator, &by_hand].map(|it| it.rule(Rule::Caro).weights());
    /// assert_eq!(weights, by_hand);
    /// ```
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self::of(Source::Given(Box::new(weights)))
    }

    const fn of(weights: Source) -> Self {
        Self { weights, rules: [const { OnceCell::new() }; Rule::ALL.len()] }
    }

    /// Returns the evaluator of the built-in weights, which all callers share.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use dolmen::Evaluator;
    ///
    /// assert!(Arc::ptr_eq(&Evaluator::built_in(), &Evaluator::built_in()));
    /// ```
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: Lazy<Arc<Evaluator>> =
            Lazy::new(|| Arc::new(Evaluator::of(Source::BuiltIn)));
        Arc::clone(&BUILT_IN)
    }

    /// Returns the evaluator of one rule, which is built on first use.
    ///
    /// ```
    /// use dolmen::threats::ThreatBoard;
    /// use dolmen::{Evaluator, Game, Score};
    ///
    /// let game: Game = "renju 15x15 h8 i9 j7 h9".parse()?;
    /// let rule = game.rule().rule;
    /// let board = ThreatBoard::new(game.position(), rule);
    /// let score = Evaluator::built_in().rule(rule).evaluate(&board);
    /// assert!(score > Score::DRAW, "black is to move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rule(&self, rule: Rule) -> &Arc<RuleEvaluator> {
        self.rules[rule.index()].get_or_init(|| {
            let built_in;
            let Weights { rules, lines, policies, .. } = match &self.weights {
                Source::Given(weights) => weights,
                Source::BuiltIn => {
                    built_in = Weights::built_in_of(rule);
                    &built_in
                }
            };
            let by_hand = || PerColor::from_fn(|color| ColorWeights::by_hand(rule, color));
            let weights = rules[rule.index()].clone().unwrap_or_else(by_hand);
            let (lines, policy) = (&lines[rule.index()], &policies[rule.index()]);
            Arc::new(RuleEvaluator::new(weights, lines.clone(), policy.clone()))
        })
    }
}

/// The origin of an evaluator's weights.
#[derive(Debug)]
enum Source {
    Given(Box<Weights>),
    /// The built-in weights, which each rule reads on first use: an engine that only answers START reads none, and a
    /// game reads those of its rule.
    BuiltIn,
}

/// The weights of one rule, prepared for the evaluation of positions.
#[derive(Debug)]
pub struct RuleEvaluator {
    weights: PerColor<ColorWeights>,
    /// `[side to move]`
    summands: PerColor<Summands>,
    lines: Option<Arc<LineTables>>,
}

impl RuleEvaluator {
    /// Returns the evaluator of one rule from its weights, the line network that corrects it, and the policy over the
    /// rows of this network. Without the network the policy is ignored.
    #[must_use]
    pub fn new(
        weights: PerColor<ColorWeights>,
        lines: Option<Arc<LineNetwork>>,
        policy: Option<Arc<Policy>>,
    ) -> Self {
        let summands = Summands::of_both_sides(&weights);
        let lines = lines.map(|network| Arc::new(LineTables::new(network, policy)));
        Self { weights, summands, lines }
    }

    /// Returns the weights of both colours.
    #[must_use]
    pub const fn weights(&self) -> &PerColor<ColorWeights> {
        &self.weights
    }

    /// Returns the worth of a position to the side to move: the sums over its threats, with the correction of
    /// the line network if there is one.
    ///
    /// The sums are computed from all points, which defines the evaluation. An
    /// [`Accumulator`](crate::eval::Accumulator) computes the same faster after each move.
    #[must_use]
    pub fn evaluate(&self, board: &ThreatBoard) -> Score {
        let lines = self.lines.as_ref();
        let correction =
            lines.map_or(0, |lines| lines.network().correction(board.position(), urgency(board)));
        self.evaluate_sums(board, &self.sums(board, board.side_to_move())) + correction
    }

    /// Returns the tables of the line network, if there is one.
    pub(crate) fn lines(&self) -> Option<&Arc<LineTables>> {
        self.lines.as_ref()
    }

    /// Returns the worth of a position whose sums for the side to move are known, without the
    /// correction of the line network.
    #[inline]
    pub(crate) fn evaluate_sums(&self, board: &ThreatBoard, sums: &Sums) -> Score {
        let weights = &self.weights[board.side_to_move()];
        let urgency = urgency(board);
        let network = weights.network.as_ref();
        let correction = network.map_or(0, |network| network.worth(&sums.features, urgency));
        let bonus = i32::from(weights.bonuses[urgency]);
        Score::new(sums.value / i32::from(PARTS) + bonus + correction)
    }

    /// Returns the sums over the codes of all points for a side to move.
    #[must_use]
    pub fn sums(&self, board: &ThreatBoard, mover: Color) -> Sums {
        self.summands[mover].sums(board)
    }

    /// Returns the summands for a side to move.
    #[inline]
    pub(crate) fn summands(&self, mover: Color) -> &Summands {
        &self.summands[mover]
    }

    /// Returns the weights of a point's code for a colour.
    #[inline]
    #[must_use]
    pub fn weights_at(&self, board: &ThreatBoard, color: Color, point: Point) -> &GroupWeights {
        &self.weights[color].groups[board.group(color, point)]
    }
}
