//! One node of the principal variation search, stage by stage.

use crate::board::{Bitboard, Point};
use crate::eval::{Score, evaluate};
use crate::search::PLY;
use crate::search::busy;
use crate::search::frame::MAX_PLY;
use crate::search::history::Context;
use crate::search::pruning;
use crate::search::quick::{self, Situation};
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;
use crate::solver::Proof;
use crate::threats::Threat;

/// The scores that matter to a node: those above alpha and below beta.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// The window from the other side's view.
    pub(crate) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window that only tells on which side of `alpha` a score is.
    pub(crate) fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether exact scores are wanted: the node is on the principal variation.
    pub(crate) fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }
}

/// What a node knows before it tries moves.
pub(crate) struct Node {
    pub(crate) window: Window,
    /// In [`PLY`]s.
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) table: Option<Entry>,
    pub(crate) eval: Score,
    /// The evaluation itself; nothing under a threat.
    pub(crate) static_eval: Score,
    /// Whether the side to move stands better than at its last turn.
    pub(crate) improving: bool,
    /// The moves that come into question.
    pub(crate) moves: Bitboard,
    /// Moves that might be better, but are not looked at.
    pub(crate) left_out: Bitboard,
    /// Moves that do no more than delay the answer to an open three.
    pub(crate) delays: Bitboard,
    /// Whether the opponent threatens nothing that must be answered.
    pub(crate) is_free: bool,
    /// The stones that moves are compared to.
    pub(crate) context: Context,
}

impl Worker<'_> {
    /// The worth of the position to the side to move, within the window; meaningless if
    /// the search was stopped.
    pub(crate) fn search(&mut self, window: Window, depth: i32, ply: usize) -> Score {
        self.frames[ply].pv.clear();
        if self.is_over_limits(ply) {
            return Score::DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(ply);
        }
        // Stage 1: what the threat sets tell, and which moves they leave.
        let plies = ply as i32;
        let situation = quick::situation(&mut self.board, plies);
        self.frames[ply].must_answer_five = matches!(situation, Situation::MustAnswerFive(_));
        let (mut left_out, mut delays) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let moves = match situation {
            Situation::Decided(score) => return score,
            Situation::MustAnswerFive(answers) => answers,
            // An open three at the horizon is answered, but not a second one after it.
            Situation::MustAnswerOpenFour if depth <= -PLY => {
                return self.horizon(None, window, ply);
            }
            Situation::MustAnswerOpenFour => {
                let answers;
                (answers, delays) = quick::answers_to_open_four(&self.board);
                if self.delays_no_more(depth, ply) {
                    left_out = delays;
                }
                answers - left_out
            }
            Situation::Free if depth <= 0 => return self.horizon(None, window, ply),
            Situation::Free => self.board.near(),
        };
        if moves.is_empty() {
            return self.without_moves(situation, ply);
        }
        // Stage 2: a shorter win or loss than one already found does not exist here.
        let window = Window {
            alpha: window.alpha.max(Score::loss_in(plies + 2)),
            beta: window.beta.min(Score::win_in(plies + 3)),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // Stage 3: what an earlier visit found out.
        let table = self.memory.table.probe(self.board.position().key());
        let is_whole = self.frames[ply].excluded.is_none();
        let enough = depth - self.busy.map_or(0, |_| busy::LENIENCE);
        let cutoff = table.and_then(|entry| table_cutoff(entry, window, enough, plies));
        if let Some(score) = cutoff.filter(|_| is_whole) {
            return score;
        }
        let is_free = matches!(situation, Situation::Free);
        let (static_eval, eval) = self.estimate(table, ply, is_free);
        let improving = self.is_improving(eval, ply);
        let context = Context::of(self.board.position());
        let node = Node {
            window,
            depth,
            ply,
            table,
            eval,
            static_eval,
            improving,
            moves,
            left_out,
            delays,
            is_free,
            context,
        };
        // Stage 4: nodes given up without trying moves.
        if is_whole && let Some(score) = self.prune_node(&node) {
            return score;
        }
        if is_free {
            self.board.keep_sums();
        }
        self.search_moves(&node)
    }

    fn is_over_limits(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        self.stopped |= self.clock.must_stop(self.nodes);
        self.stopped
    }

    /// Stage 1a: who has delayed the answer to an open three by a four, at the horizon, does
    /// not delay it by another one. Else all orders of all fours are searched.
    fn delays_no_more(&self, depth: i32, ply: usize) -> bool {
        depth <= 0 && ply > 0 && self.frames[ply - 1].must_answer_five
    }

    /// No move comes into question: the board is full, the open four comes, or no stone
    /// is anywhere near.
    fn without_moves(&mut self, situation: Situation, ply: usize) -> Score {
        match situation {
            Situation::MustAnswerOpenFour => Score::loss_in(ply as i32 + 4),
            _ if self.board.position().empty().is_empty() => Score::DRAW,
            _ => self.evaluate(ply),
        }
    }

    /// The static evaluation of the position, which goes into the sample if one is taken.
    #[inline]
    fn evaluate(&mut self, ply: usize) -> Score {
        if self.memory.sample.is_some() {
            self.note_evaluation(ply);
        }
        evaluate(&self.board)
    }

    /// Puts the position into the sample.
    #[cold]
    fn note_evaluation(&mut self, ply: usize) {
        if let Some(sample) = &mut self.memory.sample {
            let stones = self.board.position().history();
            sample.note(&stones[stones.len() - ply..]);
        }
    }

    /// The horizon: the side to move may stop here with the static evaluation (if it is
    /// known), or win by continuous fours.
    fn horizon(&mut self, eval: Option<Score>, window: Window, ply: usize) -> Score {
        if self.board.position().empty().is_empty() {
            return Score::DRAW;
        }
        let eval = eval.unwrap_or_else(|| self.evaluate(ply));
        if eval >= window.beta {
            return eval;
        }
        self.vcf(pruning::LEAF_VCF_BUDGET, ply).unwrap_or(eval)
    }

    /// The worth of a win by continuous fours, if there is one within the budget.
    fn vcf(&mut self, budget: u64, ply: usize) -> Option<Score> {
        let mover = self.board.side_to_move();
        let worth_a_try = self.board.has_any(mover, &[Threat::FourThree, Threat::FourPlus])
            || self.board.count(mover, Threat::Four) > 1
            || self.board.count(mover, Threat::Forbidden) > 0;
        if !worth_a_try {
            return None;
        }
        let proof = self.memory.vcf.solve(&mut self.board, budget);
        self.nodes += self.memory.vcf.nodes();
        match proof {
            Proof::Win(line) => {
                let score = Score::win_in((ply + line.len()) as i32);
                self.frames[ply].pv = line;
                Some(score)
            }
            Proof::NoWin | Proof::Unknown => None,
        }
    }

    /// The static evaluation, and the best estimate of what a search would find.
    fn estimate(&mut self, table: Option<Entry>, ply: usize, is_free: bool) -> (Score, Score) {
        // Under a threat the evaluation sways; what it was before tells more about whether
        // the sides improve (Rapfi's search).
        let before = ply.checked_sub(1).and_then(|ply| self.frames[ply].eval);
        if let Some(before) = before.filter(|_| !is_free) {
            self.frames[ply].eval = Some(-before);
            return (Score::DRAW, -before);
        }
        let static_eval = match table.filter(|_| is_free) {
            Some(entry) => entry.eval,
            None => self.evaluate(ply),
        };
        let correction =
            self.memory.correction.of(&self.board) * self.memory.margins.correction_share / 100;
        let eval = Score::new(static_eval.value() + correction);
        self.frames[ply].eval = Some(eval);
        // A bound from a search is worth more than the static evaluation.
        let estimate = match table {
            Some(entry) if !entry.score.is_win() && !entry.score.is_loss() => match entry.bound {
                Bound::Lower if entry.score > eval => entry.score,
                Bound::Upper if entry.score < eval => entry.score,
                Bound::Exact => entry.score,
                _ => eval,
            },
            _ => eval,
        };
        (static_eval, estimate)
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, eval: Score, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        before.is_none_or(|before| eval > before)
    }

    /// The score of a node that needs no moves, if it is one.
    fn prune_node(&mut self, node: &Node) -> Option<Score> {
        let &Node { window, depth, ply, eval, static_eval, improving, is_free, .. } = node;
        if !is_free {
            return None;
        }
        if window.is_open() || window.beta.is_loss() || window.alpha.is_win() {
            return None;
        }
        let margins = &self.memory.margins;
        // Stage 4a, razoring: too bad for a few quiet moves to mend it.
        if depth < pruning::RAZORING_DEPTH && eval + margins.razoring(depth) < window.alpha {
            return Some(self.horizon(Some(static_eval), window, ply));
        }
        // Stage 4b, futility: so good that the opponent will not let it come to this.
        if eval - margins.futility(depth, improving) >= window.beta {
            return Some(eval);
        }
        None
    }

    /// Stage 6: what this visit found out, for later ones.
    pub(crate) fn store(&mut self, node: &Node, score: Score, bound: Bound, best: Option<Point>) {
        let entry = Entry {
            best,
            score: score.to_table(node.ply as i32),
            bound,
            eval: node.static_eval,
            depth: table_depth(node.depth),
        };
        self.memory.table.store(self.board.position().key(), entry);
    }
}

/// Depth in the table's quarters of a ply.
pub(crate) fn table_depth(depth: i32) -> u8 {
    (depth * 4 / PLY).clamp(0, i32::from(u8::MAX)) as u8
}

/// The score that a table entry settles the node with.
fn table_cutoff(entry: Entry, window: Window, depth: i32, ply: i32) -> Option<Score> {
    let score = entry.score.from_table(ply);
    let is_proved_enough = (entry.bound == Bound::Lower && score.is_win())
        || (entry.bound == Bound::Upper && score.is_loss());
    if entry.depth < table_depth(depth) && !is_proved_enough {
        return None;
    }
    let settles = match entry.bound {
        Bound::Exact => !window.is_open() || score.is_win() || score.is_loss(),
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
        Bound::None => false,
    };
    (settles && (!window.is_open() || is_proved_enough)).then_some(score)
}

const _: () = assert!(MAX_PLY > 200, "the longest forced lines take some 180 plies");
