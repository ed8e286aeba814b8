//! Labels: what a short search and the solvers say of a position.

use std::time::{Duration, Instant};

use dolmen::board::Position;
use dolmen::eval::Evaluator;
use dolmen::eval::Score;
use dolmen::rules::Rule;
use dolmen::search::EvaluationSample;
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::ThreatBoard;

use crate::generate::searcher::{Found, Searcher};
use crate::store::{Effort, Label, MAX_DEPTH, Searched, Verdict, Verdicts};

/// Positions that the solver of continuous fours remembers, as a power of two.
const VCF_MEMORY_BITS: u32 = 12;
/// Bytes of the proof numbers that the solver of continuous threats remembers.
const VCT_BYTES: usize = 1 << 17;

/// Time that went into the parts of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpent {
    /// Making openings.
    pub openings: Duration,
    /// Searching positions of games.
    pub games: Duration,
    /// Searching interior positions.
    pub interior: Duration,
    /// Solving, both kinds of solvers and both sides.
    pub solvers: Duration,
    /// Searching deeply.
    pub deep: Duration,
}

impl TimeSpent {
    /// The parts by name.
    #[must_use]
    pub const fn parts(&self) -> [(&'static str, Duration); 5] {
        [
            ("openings", self.openings),
            ("moves", self.games),
            ("interior", self.interior),
            ("solvers", self.solvers),
            ("deep", self.deep),
        ]
    }

    /// Returns what was added since these were the times.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        Self {
            openings: self.openings - before.openings,
            games: self.games - before.games,
            interior: self.interior - before.interior,
            solvers: self.solvers - before.solvers,
            deep: self.deep - before.deep,
        }
    }

    /// Adds the times of another one.
    pub fn add(&mut self, other: &Self) {
        self.openings += other.openings;
        self.games += other.games;
        self.interior += other.interior;
        self.solvers += other.solvers;
        self.deep += other.deep;
    }
}

/// A search and two solvers that label positions of one rule.
pub(crate) struct Labeller {
    effort: Effort,
    pub(crate) searcher: Searcher,
    vcf: Vcf,
    vct: Vct,
    pub(crate) spent: TimeSpent,
}

impl Labeller {
    /// Returns one with empty memories.
    pub(crate) fn new(rule: Rule, effort: Effort) -> Self {
        Self {
            effort,
            searcher: Searcher::new(
                rule,
                &Evaluator::built_in(),
                dolmen::search::Margins::default(),
            ),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            vct: Vct::new(VCT_BYTES),
            spent: TimeSpent::default(),
        }
    }

    /// Empties the memories: for another game.
    pub(crate) fn forget(&mut self) {
        self.searcher.forget();
        self.vcf.clear();
        self.vct.clear();
    }

    /// Labels a position of a game; samples what its search evaluates.
    pub(crate) fn label_with_sample(
        &mut self,
        board: &mut ThreatBoard,
        is_deep: bool,
        sample: EvaluationSample,
    ) -> (Label, Found, EvaluationSample) {
        let started = Instant::now();
        let (found, sample) =
            self.searcher.search_with_sample(board.position(), self.effort.nodes, sample);
        self.spent.games += started.elapsed();
        (self.label_of(board, &found, is_deep), found, sample)
    }

    /// Labels a position of a game that somebody else has played.
    pub(crate) fn label_foreign(&mut self, board: &mut ThreatBoard) -> (Label, Found) {
        let started = Instant::now();
        let found = self.searcher.find(board.position(), self.effort.nodes);
        self.spent.games += started.elapsed();
        (self.label_of(board, &found, false), found)
    }

    /// The label of a position of a game after its search.
    fn label_of(&mut self, board: &mut ThreatBoard, found: &Found, is_deep: bool) -> Label {
        let verdicts = match found.searched.depth {
            0 => Verdicts::default(),
            _ => self.verdicts(board).0,
        };
        let mut label = Label { searched: found.searched, verdicts, deep: None };
        label.deep = self.deep(board.position(), &label, is_deep);
        label
    }

    /// Labels a position that nobody has to move in: a win that a solver proves needs no
    /// search.
    pub(crate) fn label(&mut self, board: &mut ThreatBoard, is_deep: bool) -> Label {
        let (verdicts, won) = self.verdicts(board);
        let searched = won.unwrap_or_else(|| {
            let started = Instant::now();
            let searched = self.searcher.search(board.position(), self.effort.interior_nodes);
            self.spent.interior += started.elapsed();
            searched
        });
        let mut label = Label { searched, verdicts, deep: None };
        label.deep = self.deep(board.position(), &label, is_deep);
        label
    }

    /// The deep search of a position, where one is wanted and the value is not yet proved.
    fn deep(&mut self, position: &Position, label: &Label, is_wanted: bool) -> Option<Searched> {
        let is_open = !label.is_proved_win() && label.searched.depth > 0;
        (is_wanted && is_open).then(|| {
            let started = Instant::now();
            let deep = self.searcher.search(position, self.effort.deep_nodes);
            self.spent.deep += started.elapsed();
            deep
        })
    }

    /// Returns what the solvers say of both sides, and the win of the side to move if there is one.
    fn verdicts(&mut self, board: &mut ThreatBoard) -> (Verdicts, Option<Searched>) {
        let started = Instant::now();
        let (mover, won) = self.solve(board);
        board.pass();
        let (opponent, _) = self.solve(board);
        board.pass();
        self.spent.solvers += started.elapsed();
        (Verdicts { mover, opponent }, won)
    }

    /// Returns whether the side to move wins by force, and how.
    fn solve(&mut self, board: &mut ThreatBoard) -> (Verdict, Option<Searched>) {
        let fours = self.vcf.solve(board, self.effort.vcf_nodes);
        if let Some(won) = won(&fours) {
            return (Verdict::Fours, Some(won));
        }
        if self.effort.vct_nodes == 0 {
            return (Verdict::Unknown, None);
        }
        let threats = self.vct.solve(board, self.effort.vct_nodes);
        if let Some(won) = won(&threats) {
            return (Verdict::Threats, Some(won));
        }
        let is_refuted = fours == Proof::NoWin && threats == Proof::NoWin;
        (if is_refuted { Verdict::NoWin } else { Verdict::Unknown }, None)
    }
}

/// Returns the result that a search would report for a proof.
fn won(proof: &Proof) -> Option<Searched> {
    let Proof::Win(line) = proof else { return None };
    let best = *line.first()?;
    let depth = line.len().clamp(1, usize::from(MAX_DEPTH)) as u8;
    Some(Searched { best, score: Score::win_in(line.len() as i32), depth })
}
