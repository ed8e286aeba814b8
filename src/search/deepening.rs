//! Iterative deepening: the root, its moves, and when to stop.

use crate::board::{Bitboard, Point};
use crate::eval::Score;
use crate::search::PLY;
use crate::search::alphabeta::Window;
use crate::search::clock::Clock;
use crate::search::frame::MAX_PLY;
use crate::search::history::Context;
use crate::search::limits::Limits;
use crate::search::lines::Lines;
use crate::search::picker::{Hints, MovePicker};
use crate::search::progress::{Detail, Observer, Progress, SearchResult};
use crate::search::pruning::{FIRST_ROOT_VCF_BUDGET, ROOT_VCF_BUDGET};
use crate::search::stability::Stability;
use crate::search::worker::{RootMove, Worker};
use crate::solver::Proof;
use crate::threats::Threat;

/// Deepest iteration, in plies.
const MAX_DEPTH: u32 = 100;
/// Deepest iteration when the manager wants the move as fast as possible.
const INSTANT_DEPTH: u32 = 2;
/// First iteration with an aspiration window.
const ASPIRATION_DEPTH: u32 = 4;

/// What there is to think about.
pub(crate) enum Outlook {
    /// Nothing: the move is clear, or there is none.
    Decided(Option<SearchResult>),
    /// These lines are wanted.
    Open(Lines),
}

impl Worker<'_> {
    /// Looks whether there is anything to think about, and at what.
    pub(crate) fn prepare(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Outlook {
        let (moves, is_forced) = self.root_candidates(limits.blocked);
        let Some(first) = moves.first().map(|first| first.point) else {
            return Outlook::Decided(None);
        };
        self.root_moves = moves;
        let wanted = limits.lines.clamp(1, self.root_moves.len());
        let won = self.root_win().filter(|won| !limits.blocked.contains(won.best));
        if let Some(won) = won.clone().filter(|_| wanted == 1) {
            observer.progress(&won.summary);
            return Outlook::Decided(Some(won));
        }
        if is_forced && self.root_moves.len() == 1 {
            let summary = self.progress(0, Score::DRAW, &[first]);
            observer.progress(&summary);
            return Outlook::Decided(Some(SearchResult {
                best: first,
                summary,
                root_moves: Vec::new(),
            }));
        }
        Outlook::Open(Lines::new(wanted, won.map(|won| won.summary)))
    }

    /// Deepens until a limit is reached.
    pub(crate) fn deepen(
        &mut self,
        mut lines: Lines,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let first = self.root_moves.first().expect("there is a choice of moves").point;
        let summary = self.progress(0, Score::DRAW, &[first]);
        let mut result = SearchResult { best: first, summary, root_moves: Vec::new() };
        let mut stability = Stability::new(self.memory.last_score);
        let is_single = lines.wanted() == 1;
        let deepest = deepest_iteration(limits, &self.clock);
        let mut depth = self.clock.next_depth(0);
        while depth <= deepest {
            observer.detail(Detail::Iteration);
            let summary = match is_single {
                true => self.iterate(depth, result.summary.score, observer),
                false => self.iterate_lines(depth, &mut lines, observer),
            };
            if let Some(summary) = summary {
                result.best = summary.principal_variation.first().copied().unwrap_or(result.best);
                let telling = if is_single { summary.score } else { lines.telling_score() };
                stability.note(result.best, telling);
                result.summary = summary;
            }
            if self.stopped
                || stability.is_settled()
                || (is_single && !self.drop_lost_moves())
                || !self
                    .clock
                    .may_continue(stability.time_factor(self.best_move_share(result.best)))
            {
                break;
            }
            depth = self.clock.next_depth(depth);
        }
        self.memory.last_score = Some(result.summary.score);
        result.summary.nodes = self.total_nodes();
        result.summary.elapsed = self.elapsed();
        result.root_moves.clone_from(&self.root_moves);
        result
    }

    /// The moves to choose from, the most promising first; and whether the opponent's
    /// five forces them. Points far from all stones come into question only when nothing
    /// else does, then blocked ones, and forbidden ones when there is no other.
    pub(crate) fn root_candidates(&mut self, blocked: Bitboard) -> (Vec<RootMove>, bool) {
        let mover = self.board.side_to_move();
        let position = self.board.position();
        let empty = position.empty();
        let center = position.geometry().center();
        let is_opening = self.board.near().is_empty() && empty.contains(center);
        let start = if is_opening { Bitboard::from_iter([center]) } else { self.board.near() };
        let answers = self.board.answers_to_five(!mover);
        let forced = self.board.count(!mover, Threat::Five) > 0
            && self.board.count(mover, Threat::Five) == 0;
        let sets =
            if forced { [answers, start, empty, empty] } else { [start, empty, empty, empty] };
        let unblocked = sets.map(|set| set - blocked);
        let legal_set = unblocked.into_iter().chain(sets).find_map(|set| {
            let set = self.board.legal(mover, set);
            (!set.is_empty()).then_some(set)
        });
        let context = Context::of(self.board.position());
        let hints = Hints {
            history: &self.memory.history,
            margins: &self.memory.margins,
            context: &context,
            ply: 0,
        };
        let mut picker = MovePicker::new(None, legal_set.unwrap_or(empty), Vec::new());
        let points = std::iter::from_fn(|| picker.next(&self.board, &hints));
        let moves = points.map(|point| RootMove { point, score: Score::MIN, nodes: 0 });
        (moves.collect(), forced || is_opening)
    }

    /// A win that needs no search: a five, or continuous fours.
    fn root_win(&mut self) -> Option<SearchResult> {
        let mut budget = FIRST_ROOT_VCF_BUDGET;
        let line = loop {
            let proof = self.memory.vcf.solve(&mut self.board, budget);
            self.nodes += self.memory.vcf.nodes();
            match proof {
                Proof::Win(line) => break line,
                Proof::NoWin => return None,
                Proof::Unknown => budget *= 2,
            }
            // The solver does not look at the clock, so it is let go in short runs.
            if budget > ROOT_VCF_BUDGET || self.clock.must_stop(self.nodes) {
                return None;
            }
        };
        let score = Score::win_in(line.len() as i32);
        let summary = self.progress(1, score, &line);
        line.first().map(|&best| SearchResult { best, summary, root_moves: Vec::new() })
    }

    /// One iteration, with an aspiration window around the last score; `None` if it was
    /// cut off before it found anything.
    pub(crate) fn iterate(
        &mut self,
        depth: u32,
        last_score: Score,
        observer: &mut dyn Observer,
    ) -> Option<Progress> {
        self.selective_depth = 0;
        let mut margin = self.memory.margins.aspiration;
        let mut window = Window { alpha: Score::MIN, beta: Score::MAX };
        if depth >= ASPIRATION_DEPTH && !last_score.is_win() && !last_score.is_loss() {
            window = Window { alpha: last_score - margin, beta: last_score + margin };
        }
        let mut best_so_far = None;
        loop {
            let outcome = self.search_root(window, depth, observer);
            best_so_far = outcome.clone().or(best_so_far);
            let Some(summary) = outcome else { return best_so_far };
            if self.stopped {
                return best_so_far;
            }
            margin += margin / 2 + 5;
            if summary.score <= window.alpha && window.alpha > Score::MIN {
                window.beta = window.alpha + (window.beta.value() - window.alpha.value()) / 2;
                window.alpha = widened(summary.score - margin, Score::MIN);
            } else if summary.score >= window.beta && window.beta < Score::MAX {
                window.beta = widened(summary.score + margin, Score::MAX);
            } else {
                observer.progress(&summary);
                return Some(summary);
            }
        }
    }

    /// All root moves within a window. A move counts once it is completed; the first one
    /// only if it is not cut off.
    fn search_root(
        &mut self,
        window: Window,
        depth: u32,
        observer: &mut dyn Observer,
    ) -> Option<Progress> {
        let mut alpha = window.alpha;
        let mut best: Option<Progress> = None;
        let first = self.rank;
        for number in first..self.root_moves.len() {
            let before = self.nodes;
            let point = self.root_moves[number].point;
            if number > first && self.leaves_to_others(point) {
                continue;
            }
            let child = Window { alpha, beta: window.beta };
            observer.detail(Detail::Entered(point));
            let score = self.search_root_move(child, depth as i32 * PLY, point, number - first);
            if self.stopped {
                break;
            }
            let left = if score.is_loss() { Detail::Lost } else { Detail::Left };
            observer.detail(left(point));
            let root_move = &mut self.root_moves[number];
            root_move.nodes += self.nodes - before;
            root_move.score = score;
            let is_best = best.as_ref().is_none_or(|best| score > best.score);
            if is_best && (number == first || score > alpha) {
                self.update_line(0, point);
                let summary = self.progress(depth, score, &self.frames[0].pv);
                if number > first {
                    observer.progress(&summary);
                }
                best = Some(summary);
                // The best move goes to the front, the others keep their order.
                self.root_moves[first..=number].rotate_right(1);
            }
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        best
    }

    /// Whether a helper need not search a root move: another thread is just at it, and the
    /// main thread searches all.
    fn leaves_to_others(&self, point: Point) -> bool {
        self.clock.is_helper() && self.is_busy(point)
    }

    fn search_root_move(
        &mut self,
        window: Window,
        depth: i32,
        point: Point,
        number: usize,
    ) -> Score {
        if self.makes_five(point) {
            self.frames[1].pv.clear();
            return Score::win_in(1);
        }
        let new_depth = depth - PLY;
        let key = self.board.position().key_after(point);
        if let Some(busy) = self.busy {
            busy.enter(key);
        }
        self.board.play(point);
        let score = if number == 0 {
            -self.search(window.flipped(), new_depth, 1)
        } else {
            let reduction =
                self.memory.margins.root_reduction(depth, number).min((new_depth - PLY).max(0));
            self.search_late_move(window, new_depth, reduction, 1)
        };
        self.board.undo();
        if let Some(busy) = self.busy {
            busy.leave(key);
        }
        score
    }

    /// Whether a stone of the side to move on a point wins at once.
    pub(crate) fn makes_five(&self, point: Point) -> bool {
        self.board.threat(self.board.side_to_move(), point) == Threat::Five
    }

    /// Drops root moves that are proved lost, but for the one that resists longest;
    /// `false` if nothing is left to think about.
    fn drop_lost_moves(&mut self) -> bool {
        if self.root_moves.iter().all(|root_move| root_move.score.is_loss()) {
            return true;
        }
        self.root_moves.retain(|root_move| !root_move.score.is_loss());
        self.root_moves.len() > 1
    }

    /// The share of all nodes that went into a root move.
    fn best_move_share(&self, best: Point) -> f64 {
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let own = self.root_moves.iter().find(|root_move| root_move.point == best);
        own.map_or(0.0, |own| own.nodes as f64 / total.max(1) as f64)
    }
}

/// The last iteration within the limits, in plies.
pub(crate) fn deepest_iteration(limits: &Limits, clock: &Clock<'_>) -> u32 {
    let most = if clock.is_instant() { INSTANT_DEPTH } else { MAX_DEPTH };
    limits.depth.unwrap_or(most).clamp(1, most)
}

/// A bound moved outward; beyond all unproved scores it goes to the end.
fn widened(bound: Score, end: Score) -> Score {
    if bound.is_win() || bound.is_loss() { end } else { bound }
}

const _: () = assert!((MAX_DEPTH as usize) < MAX_PLY, "a line fits");
