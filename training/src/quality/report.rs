//! The findings about the labels of a rule and group.

use dolmen::eval::Score;
use dolmen::rules::Rule;
use strum::{IntoStaticStr, VariantArray};

use crate::labelled::Group;
use crate::quality::choice::Chosen;
use crate::quality::examiner::{Examiner, Scores};
use crate::quality::measure::{Accuracy, LEAST_PROBABILITY, Pair, win_probability};

/// A source of labels: what a position could be learned with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub enum LabelSource {
    /// The shortest search alone.
    #[strum(serialize = "1,000 nodes alone")]
    Few,
    /// The shortest search; the solvers' proofs replace its score.
    #[strum(serialize = "1,000 nodes and solvers")]
    FewAndSolvers,
    /// The label as it is stored.
    #[strum(serialize = "stored label")]
    Stored,
    /// The middle search alone.
    #[strum(serialize = "20,000 nodes alone")]
    More,
    /// The middle search; the solvers' proofs replace its score.
    #[strum(serialize = "20,000 nodes and solvers")]
    MoreAndSolvers,
}

impl LabelSource {
    /// Returns the name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the probability of a win that it gives a position.
    fn probability(self, examined: &Examined<'_>) -> f64 {
        let Scores { few, more, .. } = examined.scores;
        let [few, more] = [few, more].map(Score::from_value);
        match self {
            Self::Few => win_probability(few),
            Self::FewAndSolvers => examined.with_solvers(few),
            Self::Stored => win_probability(examined.chosen.label.score()),
            Self::More => win_probability(more),
            Self::MoreAndSolvers => examined.with_solvers(more),
        }
    }
}

/// The labels of one source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The source.
    pub source: LabelSource,
    /// Their accuracy.
    pub accuracy: Accuracy,
}

/// The quality of the labels of one rule and group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupQuality {
    /// The rule.
    pub rule: Rule,
    /// The group.
    pub group: Group,
    /// The positions that were examined.
    pub positions: usize,
    /// Those of them that the side to move wins by a stored proof.
    pub proved: usize,
    /// Those of the proved ones where the reference search found no win.
    pub missed: usize,
    /// Those of the missed ones where it took the side to move for the worse one: either the
    /// proof is wrong or the reference is weak.
    pub contradicted: usize,
    /// Those of the contradicted ones where it claims a win of the other side, which cannot
    /// both be true.
    pub refuted: usize,
    /// The mean entropy of the reference, in nats: the least cross-entropy that there can be.
    pub entropy: f64,
    /// The sources of labels.
    pub rows: Vec<Row>,
}

impl GroupQuality {
    /// Returns the quality of the labels of one rule and group, from those of the positions that
    /// were examined; `None` if none were.
    #[must_use]
    pub fn of(rule: Rule, group: Group, positions: &[Chosen], examiner: &Examiner) -> Option<Self> {
        let of_group =
            positions.iter().filter(|chosen| chosen.rule == rule && chosen.group == group);
        let examined = of_group.filter_map(|chosen| {
            let scores = examiner.scores(chosen)?;
            Some(Examined { chosen, scores })
        });
        let examined: Vec<Examined<'_>> = examined.collect();
        (!examined.is_empty()).then(|| Self::of_examined(rule, group, &examined))
    }

    fn of_examined(rule: Rule, group: Group, examined: &[Examined<'_>]) -> Self {
        let proved = || examined.iter().filter(|examined| examined.is_proved());
        let count = |is_so: fn(Score) -> bool| {
            proved().filter(|examined| is_so(examined.reference_score())).count()
        };
        let rows = LabelSource::VARIANTS.iter().map(|&source| {
            let pairs = examined.iter().map(|examined| Pair {
                reference: examined.reference(),
                label: source.probability(examined),
            });
            Row { source, accuracy: Accuracy::of(&pairs.collect::<Vec<_>>()) }
        });
        let itself = examined.iter().map(Examined::reference);
        let itself = itself.map(|reference| Pair { reference, label: reference });
        let entropy = Accuracy::of(&itself.collect::<Vec<_>>()).cross_entropy.mean;
        Self {
            rule,
            group,
            positions: examined.len(),
            proved: proved().count(),
            missed: count(|score| !score.is_win()),
            contradicted: count(|score| score < Score::DRAW),
            refuted: count(Score::is_loss),
            entropy,
            rows: rows.collect(),
        }
    }
}

/// A position and the scores of its searches.
struct Examined<'a> {
    chosen: &'a Chosen,
    scores: Scores,
}

impl Examined<'_> {
    /// Returns whether the side to move wins by a stored proof.
    const fn is_proved(&self) -> bool {
        self.chosen.label.is_proved_win()
    }

    /// The probability of a score, unless the win is proved.
    fn with_solvers(&self, score: Score) -> f64 {
        if self.is_proved() { 1.0 - LEAST_PROBABILITY } else { win_probability(score) }
    }

    /// The score of the reference search.
    fn reference_score(&self) -> Score {
        Score::from_value(self.scores.reference)
    }

    /// The probability that counts as right.
    fn reference(&self) -> f64 {
        self.with_solvers(self.reference_score())
    }
}
