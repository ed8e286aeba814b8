//! One node of the principal variation search, stage by stage.

use crate::board::Bitboard;
use crate::eval::Score;
use crate::search::depth::{MAX_PLY, PLY, quarter_plies};
use crate::search::history::Context;
use crate::search::node::{Candidates, Estimate, Node, Verdict, Window};
use crate::search::pruning;
use crate::search::quick::{self, Situation};
use crate::search::searching_table;
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;
use crate::solver::Proof;
use crate::threats::Threat;

/// The distance from the window, in evaluation units, beyond which the line network is not asked.
const LARGEST_CORRECTION: i32 = 300;

impl Worker<'_> {
    /// Returns the score of the position for the side to move: exact within the window, a bound
    /// outside it.
    ///
    /// The score is meaningless if the search was stopped.
    pub(crate) fn search(&mut self, window: Window, depth: i32, ply: usize) -> Score {
        self.frames[ply].pv.clear();
        if self.count_node(ply) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(ply);
        }
        // Stage 1: the wins and losses that the threat sets show, and the moves that they leave.
        let situation = quick::situation(&mut self.board, ply as i32);
        self.frames[ply].must_answer_five = matches!(situation, Situation::MustAnswerFive(_));
        let candidates = match situation {
            Situation::Decided(score) => return score,
            // The horizon still answers an open three, but not a second one after it.
            Situation::MustAnswerOpenFour if depth <= -PLY => {
                return self.horizon(None, window, ply);
            }
            Situation::Free if depth <= 0 => return self.horizon(None, window, ply),
            Situation::MustAnswerFive(answers) => Candidates::complete(answers),
            Situation::MustAnswerOpenFour => self.answers_to_open_four(depth, ply),
            Situation::Free => Candidates::complete(self.board.near()),
        };
        if candidates.moves.is_empty() {
            return self.score_without_moves(situation, ply);
        }
        // Stage 2: mate distance, since no shorter win or loss than a known one is possible.
        let window = window.within_mate_distance(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // Stage 3: the result of an earlier visit, or one that was learned.
        let is_whole = self.frames[ply].excluded.is_none();
        if is_whole && let Some(score) = self.learned(depth, ply) {
            return score;
        }
        let entry = self.memory.table.probe(self.board.position().key());
        let min_depth = depth - self.searching.map_or(0, |_| searching_table::LENIENCE);
        let cutoff = entry.and_then(|entry| table_cutoff(entry, window, min_depth, ply as i32));
        if let Some(score) = cutoff.filter(|_| is_whole) {
            return score;
        }
        let is_free = matches!(situation, Situation::Free);
        let estimate = self.estimate(entry, ply, is_free);
        let context = Context::of(self.board.position());
        let node = Node { window, depth, ply, entry, estimate, candidates, is_free, context };
        // Stage 4: nodes that are given up without a move.
        if is_whole && let Some(score) = self.prune_node(&node) {
            return score;
        }
        self.accumulator.keep(&self.board);
        self.search_moves(&node)
    }

    /// Returns the score that was learned about the position, if it comes from a search as deep.
    #[inline]
    fn learned(&mut self, depth: i32, ply: usize) -> Option<Score> {
        if self.memory.lessons.is_empty() {
            return None;
        }
        let learned = self.memory.lessons.get(&self.board.position().key())?;
        if learned.depth < depth {
            return None;
        }
        self.frames[ply].pv.extend(learned.best);
        Some(learned.score.from_table(ply as i32))
    }

    /// Counts a node and returns whether the search must end.
    fn count_node(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        self.is_stopped |= self.time.must_stop(self.nodes);
        self.is_stopped
    }

    /// Returns the moves against an open three.
    ///
    /// Stage 1a: a side that has delayed the answer by a four before does not delay it again
    /// at the horizon. Otherwise the search would try the fours in every order.
    fn answers_to_open_four(&self, depth: i32, ply: usize) -> Candidates {
        let answers = quick::answers_to_open_four(&self.board);
        let has_delayed = depth <= 0 && ply > 0 && self.frames[ply - 1].must_answer_five;
        let left_out = if has_delayed { answers.delays } else { Bitboard::EMPTY };
        Candidates { moves: answers.all - left_out, left_out, delays: answers.delays }
    }

    /// Returns the score of a node without candidates: the board is full, the open four comes,
    /// or the stones are far from every empty point.
    fn score_without_moves(&mut self, situation: Situation, ply: usize) -> Score {
        match situation {
            Situation::MustAnswerOpenFour => Score::loss_in(ply as i32 + 4),
            _ if self.board.position().empty().is_empty() => Score::DRAW,
            _ => self.evaluate(ply),
        }
    }

    /// Evaluates the position and offers it to the sample, if there is one.
    #[inline]
    fn evaluate(&mut self, ply: usize) -> Score {
        self.evaluate_within(Window::full(), ply)
    }

    /// Evaluates the position like [`Worker::evaluate`], but without the correction of the line
    /// network if that could hardly bring the score into the window.
    #[inline]
    fn evaluate_within(&mut self, window: Window, ply: usize) -> Score {
        if let Some(sample) = &mut self.memory.sample {
            let stones = self.board.position().history();
            sample.note(&stones[stones.len() - ply..]);
        }
        let key = self.board.position().key();
        self.memory.evaluations.get(key).unwrap_or_else(|| {
            let rough = self.accumulator.evaluate_codes(&self.board);
            let is_far = rough - LARGEST_CORRECTION >= window.beta
                || rough + LARGEST_CORRECTION <= window.alpha;
            if is_far {
                return rough;
            }
            let score = rough + self.accumulator.correction(&self.board);
            self.memory.evaluations.insert(key, score);
            score
        })
    }

    /// Returns the score at the horizon, where the side to move may stop with the static
    /// evaluation or win by continuous fours. The caller passes the evaluation if it knows it.
    fn horizon(&mut self, static_eval: Option<Score>, window: Window, ply: usize) -> Score {
        if self.board.position().empty().is_empty() {
            return Score::DRAW;
        }
        let static_eval = static_eval.unwrap_or_else(|| self.evaluate_within(window, ply));
        if static_eval >= window.beta {
            return static_eval;
        }
        self.vcf(pruning::LEAF_VCF_BUDGET, ply).unwrap_or(static_eval)
    }

    /// Returns the score of a win by continuous fours, if the solver finds one within the
    /// budget.
    fn vcf(&mut self, budget: u64, ply: usize) -> Option<Score> {
        let mover = self.board.side_to_move();
        let is_promising = self.board.has_any(mover, &[Threat::FourThree, Threat::FourPlus])
            || self.board.count(mover, Threat::Four) > 1
            || self.board.count(mover, Threat::Forbidden) > 0;
        if !is_promising {
            return None;
        }
        let proof = self.memory.vcf.solve(&mut self.board, budget);
        self.nodes += self.memory.vcf.nodes();
        match proof {
            Proof::Win(variation) => {
                let score = Score::win_in((ply + variation.len()) as i32);
                self.frames[ply].pv = variation;
                Some(score)
            }
            Proof::NoWin | Proof::Unknown => None,
        }
    }

    /// Evaluates the position without a search, and notes the result in the frame.
    fn estimate(&mut self, entry: Option<Entry>, ply: usize, is_free: bool) -> Estimate {
        // The evaluation sways under a threat. The one before the threat tells more about
        // whether the sides improve (as in Rapfi's search).
        let before = ply.checked_sub(1).and_then(|ply| self.frames[ply].eval);
        if let Some(before) = before.filter(|_| !is_free) {
            self.frames[ply].eval = Some(-before);
            let is_improving = self.is_improving(-before, ply);
            return Estimate { static_eval: Score::DRAW, eval: -before, is_improving };
        }
        let static_eval = match entry.filter(|_| is_free) {
            Some(entry) => entry.eval,
            None => self.evaluate(ply),
        };
        let correction =
            self.memory.correction.of(&self.board) * self.memory.margins.correction_share / 100;
        let corrected = Score::new(static_eval.value() + correction);
        self.frames[ply].eval = Some(corrected);
        let eval = refined(corrected, entry);
        Estimate { static_eval, eval, is_improving: self.is_improving(eval, ply) }
    }

    /// Returns whether the side to move stands better than at its last turn.
    fn is_improving(&self, eval: Score, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        before.is_none_or(|before| eval > before)
    }

    /// Returns the score of a node that needs no moves, if it is one.
    fn prune_node(&mut self, node: &Node) -> Option<Score> {
        let &Node { window, depth, ply, estimate, .. } = node;
        if !node.is_free || window.is_open() || window.beta.is_loss() || window.alpha.is_win() {
            return None;
        }
        let margins = &self.memory.margins;
        // Stage 4a: razoring, where a few quiet moves cannot mend the position.
        if depth < pruning::RAZORING_DEPTH && estimate.eval + margins.razoring(depth) < window.alpha
        {
            return Some(self.horizon(Some(estimate.static_eval), window, ply));
        }
        // Stage 4b: futility, where the opponent will avoid such a good position.
        if estimate.eval - margins.futility(depth, estimate.is_improving) >= window.beta {
            return Some(estimate.eval);
        }
        None
    }

    /// Stage 6: stores the result of the node for later visits.
    pub(crate) fn store(&mut self, node: &Node, verdict: Verdict) {
        let entry = Entry {
            best: verdict.best,
            score: verdict.score.to_table(node.ply as i32),
            bound: verdict.bound,
            eval: node.estimate.static_eval,
            depth: quarter_plies(node.depth),
        };
        self.memory.table.store(self.board.position().key(), entry);
    }
}

/// Returns the evaluation, or the table's score where that bounds it: a search is worth more
/// than the static evaluation.
fn refined(eval: Score, entry: Option<Entry>) -> Score {
    match entry {
        Some(entry) if !entry.score.is_win() && !entry.score.is_loss() => match entry.bound {
            Bound::Lower if entry.score > eval => entry.score,
            Bound::Upper if entry.score < eval => entry.score,
            Bound::Exact => entry.score,
            _ => eval,
        },
        _ => eval,
    }
}

/// Returns the score of a table entry that settles the node.
fn table_cutoff(entry: Entry, window: Window, depth: i32, ply: i32) -> Option<Score> {
    let score = entry.score.from_table(ply);
    let is_proof = (entry.bound == Bound::Lower && score.is_win())
        || (entry.bound == Bound::Upper && score.is_loss());
    if entry.depth < quarter_plies(depth) && !is_proof {
        return None;
    }
    let settles = match entry.bound {
        Bound::Exact => !window.is_open() || score.is_win() || score.is_loss(),
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
        Bound::None => false,
    };
    (settles && (!window.is_open() || is_proof)).then_some(score)
}
