//! The principal variation search: one recursive function, which searches a node stage by stage.

use std::mem;

use crate::board::{Bitboard, Key, Point};
use crate::eval::Score;
use crate::search::census::NodeKind;
use crate::search::depth::{MAX_PLY, PLY, quarter_plies};
use crate::search::history::{Context, Cutoff};
use crate::search::node::{Candidates, Node, Window};
use crate::search::picker::{MovePicker, is_dull};
use crate::search::pruning;
use crate::search::quick::{self, Situation};
use crate::search::searching_table::{self, MIN_DEFER_DEPTH};
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;
use crate::threats::Threat;

impl Worker<'_> {
    /// Returns the score of the position for the side to move: exact within the window, a bound
    /// outside it.
    ///
    /// The score is meaningless if the search was stopped.
    #[expect(clippy::too_many_lines, reason = "the stages share most of their variables")]
    pub(crate) fn search(&mut self, window: Window, depth: i32, ply: usize) -> Score {
        self.frames[ply].pv.clear();
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        self.is_stopped |= self.time.must_stop(self.nodes);
        if self.is_stopped {
            return Score::DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(Window::full(), ply);
        }
        // Stage 1: the wins and losses that the threat sets show, and the moves that they leave.
        let situation = quick::situation(&mut self.board, ply as i32);
        self.note(&situation, depth);
        self.frames[ply].must_answer_five = matches!(situation, Situation::MustAnswerFive(_));
        let candidates = match situation {
            Situation::Decided(score) => return score,
            // The horizon still answers an open three, but not a second one after it.
            Situation::MustAnswerOpenFour if depth <= -PLY => {
                return self.horizon(None, window, ply);
            }
            Situation::Free if depth <= 0 => {
                let learned = self.learned(depth, ply);
                return learned.unwrap_or_else(|| self.horizon(None, window, ply));
            }
            Situation::MustAnswerFive(answers) => Candidates::complete(answers),
            Situation::MustAnswerOpenFour => self.answers_to_open_four(depth, ply),
            Situation::Free => Candidates::complete(self.board.near()),
        };
        if candidates.moves.is_empty() {
            // The open four cannot be stopped, the board is full, or every empty point is far from
            // the stones.
            return match situation {
                Situation::MustAnswerOpenFour => Score::loss_in(ply as i32 + 4),
                _ if self.board.position().empty().is_empty() => Score::DRAW,
                _ => self.evaluate(Window::full(), ply),
            };
        }
        // Stage 2: mate distance, since no shorter win or loss than a known one is possible.
        let window = window.within_mate_distance(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // Stage 3: the result of an earlier visit, or one that was learned.
        let excluded = self.frames[ply].excluded;
        if excluded.is_none()
            && let Some(score) = self.learned(depth, ply)
        {
            return score;
        }
        let entry = self.memory.table.probe(self.board.position().key());
        let min_depth = depth - self.searching.map_or(0, |_| searching_table::LENIENCE);
        self.note_variation(window, entry, ply);
        let cutoff = entry.and_then(|entry| table_cutoff(entry, window, min_depth, ply as i32));
        if let Some(score) = cutoff.filter(|_| excluded.is_none()) {
            return score;
        }
        let is_free = matches!(situation, Situation::Free);
        let estimate = self.estimate(entry, ply, is_free);
        // Stage 4: nodes that are given up without a move.
        let margins = &self.margins;
        let may_give_up = is_free && excluded.is_none() && !window.is_open();
        if may_give_up && !window.beta.is_loss() && !window.alpha.is_win() {
            // Stage 4a: razoring, where a few quiet moves cannot mend the position.
            if depth < pruning::RAZORING_DEPTH
                && estimate.eval + margins.razoring(depth) < window.alpha
            {
                return self.horizon(Some(estimate.static_eval), window, ply);
            }
            // Stage 4b: futility, where the opponent will avoid such a good position.
            if estimate.eval - margins.futility(depth, estimate.is_improving) >= window.beta {
                return margins.given_up(estimate.eval, window.beta);
            }
        }
        // Stage 5: the moves, the most promising ones first.
        let is_answer = matches!(situation, Situation::MustAnswerOpenFour);
        let late_moves = if is_answer {
            margins.late_answers(depth, estimate.is_improving)
        } else {
            margins.late_moves(depth, estimate.is_improving)
        };
        self.accumulator.keep(&self.board);
        let context = Context::of(self.board.position());
        let good = margins.good(depth, is_answer);
        let is_good = window.expects_cut && estimate.eval >= window.beta + good;
        let node = Node { window, depth, ply, estimate, candidates, is_free, is_good, context };
        let color = self.board.side_to_move();
        let table_move = entry.and_then(|entry| entry.best);
        // Without a table move the first move is a guess, so the search goes less deep for now.
        let is_guess = table_move.is_none() && is_free && depth >= 4 * PLY;
        let depth = if is_guess { depth - self.margins.reduction_guess } else { depth };
        // A shallow result of the principal variation is a guess too.
        let known = entry.filter(|_| window.is_open() && is_free && table_move.is_some());
        let shallow = known.map_or(0, |entry| self.margins.shallow(depth, entry.depth));
        let mut depth = depth - shallow;
        // Stage 5a: singular extension. The search goes deeper into a table move that is much better
        // than all others. Where several moves are good, the node ends at once (multi-cut).
        let mut table_extension = 0;
        if let Some(entry) = entry.filter(|&entry| self.may_be_singular(&node, entry)) {
            let bar = entry.score.from_table(ply as i32) - self.margins.singular(depth);
            self.frames[ply].excluded = table_move;
            let without = self.search(Window { alpha: bar - 1, ..window }.null(), depth / 2, ply);
            self.frames[ply].excluded = None;
            self.frames[ply].pv.clear();
            if self.is_stopped {
                return Score::DRAW;
            }
            let margins = &self.margins;
            if without < bar {
                let is_double = without < bar - margins.singular(depth);
                table_extension = PLY + if is_double { margins.extension_double } else { 0 };
            } else if bar >= window.beta && !window.is_open() {
                return bar;
            } else if entry.score.from_table(ply as i32) >= window.beta {
                table_extension = -margins.extension_negative;
            }
        }
        let frame = &mut self.frames[ply];
        let mut picker =
            MovePicker::new(table_move, candidates.moves, mem::take(&mut frame.ranked));
        let mut tried = mem::take(&mut frame.tried);
        tried.clear();
        let may_be_late = is_free || is_answer;
        let (mut alpha, mut best, mut best_move) = (window.alpha, Score::MIN, None);
        while let Some(point) = self.next_move(&mut picker, &node) {
            // Stage 5b: moves that are skipped, once a move that does not lose is known.
            let may_skip = !best.is_loss() && !picker.is_deferred();
            if Some(point) == excluded
                || self.board.is_forbidden(color, point)
                || (may_skip && may_be_late && picker.is_late(late_moves))
                || (may_skip && self.is_pruned(&node, point))
            {
                continue;
            }
            // Stage 5c: moves that are deferred while another thread searches them.
            let number = picker.accept();
            let may_defer = number > 0 && node.depth >= MIN_DEFER_DEPTH;
            if may_defer && self.is_under_search(point) && picker.defer(point) {
                continue;
            }
            let child = Window { alpha, ..window };
            let extension = if Some(point) == table_move { table_extension } else { 0 };
            let score = self.search_move(&node, depth + extension, child, point, number);
            if self.is_stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(point);
                    self.update_pv(ply, point);
                    if (2 * PLY..12 * PLY).contains(&depth) && !score.is_proved() {
                        depth -= self.margins.reduction_raised;
                    }
                }
                if score >= window.beta {
                    let (tried, context) = (&tried, &node.context);
                    let bonus = self.margins.history_bonus((depth / PLY).max(1));
                    let cutoff = Cutoff { color, best: point, tried, context, ply, bonus };
                    self.memory.history.reward(&cutoff);
                    break;
                }
            }
            tried.push(point);
        }
        let frame = &mut self.frames[ply];
        frame.ranked = picker.into_buffer();
        frame.tried = tried;
        // Stage 6: the result, stored for later visits unless a move was excluded.
        if excluded.is_some() {
            return if best == Score::MIN { window.alpha } else { best };
        }
        let is_doubtful = best.is_loss() && !candidates.left_out.is_empty();
        // A move that was left out might avert the loss, so there is no proof.
        let score = if is_doubtful { pruning::NEARLY_LOST } else { best };
        if score == Score::MIN {
            // Every move is forbidden: either the threat goes through, or there is none and
            // points far from all stones are left.
            return if is_free { estimate.eval } else { Score::loss_in(ply as i32 + 4) };
        }
        let bound = if score >= window.beta {
            Bound::Lower
        } else if best_move.is_some() && window.is_open() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Stage 6a: learns from the error of the static evaluation, if the result reveals it.
        if is_free && bound.refines(estimate.eval, score) {
            let eval = self.frames[ply].eval.unwrap_or(estimate.eval);
            let weight = self.margins.error_weight(node.depth);
            self.memory.correction.learn(&self.board, score, eval, weight);
        }
        self.follow_variation(window, depth, best_move.is_some(), ply);
        let entry = Entry {
            best: best_move,
            score: score.to_table(ply as i32),
            bound,
            eval: estimate.static_eval,
            depth: quarter_plies(node.depth),
            was_open: self.frames[ply].was_open,
        };
        self.memory.table.store(self.board.position().key(), entry);
        score
    }

    /// Counts a node, if the nodes are counted by kind.
    #[inline]
    fn note(&mut self, situation: &Situation, depth: i32) {
        if let Some(census) = &mut self.memory.census {
            let kind = match situation {
                Situation::Decided(_) => NodeKind::Decided,
                Situation::Free => NodeKind::Free,
                Situation::MustAnswerOpenFour => NodeKind::OpenThree,
                Situation::MustAnswerFive(_) => NodeKind::Four,
            };
            census.note(kind, depth, 1);
        }
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

    /// Returns whether the table has a good move of the node from a search of nearly the same
    /// depth, without a proof that it wins or loses.
    fn may_be_singular(&self, node: &Node, entry: Entry) -> bool {
        node.is_free
            && self.frames[node.ply].excluded.is_none()
            && entry.best.is_some()
            && node.depth >= self.margins.singular_depth
            && node.ply < pruning::MAX_SINGULAR_PLIES
            && entry.depth >= quarter_plies(node.depth - pruning::SINGULAR_TABLE_LAG)
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !entry.score.is_proved()
    }

    /// Returns whether a move is skipped wherever it comes in the order: a move without any
    /// shape or, near the horizon, a distant four that only delays.
    fn is_pruned(&self, node: &Node, point: Point) -> bool {
        if node.is_free {
            return is_dull(&self.board, point);
        }
        let mut last = node.context.previous.iter().flatten();
        node.depth < self.margins.delays_depth
            && node.candidates.delays.contains(point)
            && last.all(|&stone| pruning::is_unrelated(stone, point))
    }

    /// Stage 5d: searches one move; a late one first with a null window and less depth.
    fn search_move(
        &mut self,
        node: &Node,
        depth: i32,
        window: Window,
        point: Point,
        number: usize,
    ) -> Score {
        // The answer to a five is no choice, so it costs less depth than other moves.
        let opponent = !self.board.side_to_move();
        let is_forced = !node.is_free && self.board.count(opponent, Threat::Five) > 0;
        let cost = if is_forced { self.margins.forced_reply } else { PLY };
        let loses_ply = node.is_good && self.board.strong_threat(!opponent, point) < Threat::Four;
        let good = if loses_ply { self.margins.reduction_good } else { 0 };
        let new_depth = depth - cost - good;
        let reduction = (number > 0)
            .then(|| self.reduction(node, depth, point, number).clamp(0, (new_depth - PLY).max(0)));
        let key = self.board.position().key_after(point);
        self.prefetch(key, new_depth - reduction.unwrap_or(0), point);
        let is_announced = node.depth >= MIN_DEFER_DEPTH;
        if is_announced {
            self.enter(key);
        }
        let score = self.play_and_search(point, window, new_depth, reduction, node.ply + 1);
        if is_announced {
            self.leave(key);
        }
        score
    }

    /// Loads into the processor's cache what the search of the position after a move will read.
    #[inline]
    fn prefetch(&self, key: Key, depth: i32, point: Point) {
        self.memory.evaluations.prefetch(key);
        // At the horizon only a position with a threat to answer is looked up in the table.
        let threat = self.board.strong_threat(self.board.side_to_move(), point);
        if depth > 0 || threat != Threat::Nothing {
            self.memory.table.prefetch(key);
        }
    }

    /// Returns the score of a move for the side that plays it, whose position is searched at `ply`.
    ///
    /// A move with a reduction is searched with a null window and reduced depth, then with more of
    /// both if it proves better.
    pub(crate) fn play_and_search(
        &mut self,
        point: Point,
        window: Window,
        mut depth: i32,
        reduction: Option<i32>,
        ply: usize,
    ) -> Score {
        self.board.play(point);
        let mut needs_whole = true;
        let mut score = Score::MIN;
        if let Some(reduction) = reduction {
            score = -self.search(window.refutation(), depth - reduction, ply);
            if score > window.alpha && reduction > 0 && !self.is_stopped {
                let margins = &self.margins;
                let margin = margins.deeper_margin + margins.deeper_slope * reduction / PLY;
                let is_much_better = score > window.alpha + margin;
                depth += if is_much_better { margins.deeper } else { 0 };
                score = -self.search(window.null().flipped(), depth, ply);
            }
            let is_inside = score > window.alpha && score < window.beta;
            needs_whole = is_inside && window.is_open() && !self.is_stopped;
        }
        if needs_whole {
            score = -self.search(window.flipped(), depth, ply);
        }
        self.undo();
        score
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
        Bound::Exact => !window.is_open(),
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (settles && (!window.is_open() || is_proof)).then_some(score)
}
