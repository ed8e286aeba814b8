//! Labels positions by short searches and the solvers.

use dolmen::eval::Score;
use dolmen::rules::Rule;
use dolmen::search::{EvaluationSample, MarginOverrides};
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::ThreatBoard;

use crate::generate::searcher::{Found, Searcher};
use crate::store::{Effort, Label, MAX_DEPTH, Searched, Verdict, Verdicts};

/// The table size of the solver of continuous fours, in positions, as a power of two.
const VCF_MEMORY_BITS: u32 = 12;
/// The size of the proof-number table of the solver of continuous threats, in bytes.
const VCT_BYTES: usize = 1 << 17;

/// A search and two solvers that label positions of one rule.
pub(crate) struct Labeller {
    effort: Effort,
    pub(crate) searcher: Searcher,
    vcf: Vcf,
    vct: Vct,
}

impl Labeller {
    /// Returns a labeller with empty memories.
    pub(crate) fn new(rule: Rule, effort: Effort) -> Self {
        Self {
            effort,
            searcher: Searcher::with_margins(rule, MarginOverrides::default()),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            vct: Vct::new(VCT_BYTES),
        }
    }

    /// Empties the memories before another game.
    pub(crate) fn forget(&mut self) {
        self.searcher.forget();
        self.vcf.clear();
        self.vct.clear();
    }

    /// Labels a position of a game, and also returns the findings of its search, which include a sample
    /// of the evaluated positions if one is requested.
    pub(crate) fn label_searched(
        &mut self,
        board: &mut ThreatBoard,
        is_deep: bool,
        sample: Option<EvaluationSample>,
    ) -> (Label, Found) {
        let found = self.searcher.find(board.position(), self.effort.nodes, sample);
        let verdicts = match found.searched.depth {
            0 => Verdicts::default(),
            _ => self.verdicts(board).0,
        };
        (self.label_of(board, found.searched, verdicts, is_deep), found)
    }

    /// Labels a position whose best move is not needed: a win that a solver proves needs no search.
    pub(crate) fn label(&mut self, board: &mut ThreatBoard, is_deep: bool) -> Label {
        let (verdicts, won) = self.verdicts(board);
        let search = || self.searcher.search(board.position(), self.effort.interior_nodes);
        let searched = won.unwrap_or_else(search);
        self.label_of(board, searched, verdicts, is_deep)
    }

    /// Returns a label, with a deep search if one is requested and the value is not proved.
    fn label_of(
        &mut self,
        board: &ThreatBoard,
        searched: Searched,
        verdicts: Verdicts,
        is_deep: bool,
    ) -> Label {
        let mut label = Label { searched, verdicts, deep: None };
        if is_deep && !label.is_proved_win() && searched.depth > 0 {
            let found = self.searcher.search(board.position(), self.effort.deep_nodes);
            label.deep = Some(found);
        }
        label
    }

    /// Returns the verdicts of the solvers on both sides, and the win of the side to move if there
    /// is one.
    fn verdicts(&mut self, board: &mut ThreatBoard) -> (Verdicts, Option<Searched>) {
        let (mover, won) = self.solve(board);
        board.pass();
        let (opponent, _) = self.solve(board);
        board.pass();
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
