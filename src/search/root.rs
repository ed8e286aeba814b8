//! The moves at the root, and the decisions that need no search.

use crate::board::{Bitboard, Point};
use crate::eval::Score;
use crate::search::history::Context;
use crate::search::limits::Request;
use crate::search::multi_pv::Variations;
use crate::search::picker::MovePicker;
use crate::search::progress::{Observer, Origin, Progress, RootMove, SearchResult, Silent};
use crate::search::pruning::{MAX_ROOT_VCF_BUDGET, MIN_ROOT_VCF_BUDGET};
use crate::search::worker::Worker;
use crate::solver::Proof;
use crate::threats::Threat;

/// The depth of the search of an only move about which nothing is known, in plies.
const ONLY_MOVE_DEPTH: u32 = 4;

/// The task of the search at the root.
pub(crate) enum Outlook {
    /// No search is needed; `None` if there is no move at all.
    Decided(Option<SearchResult>),
    /// The search must find these variations.
    Open(Variations),
}

/// The moves to choose from.
#[derive(Clone, Debug)]
pub(crate) struct RootCandidates {
    /// The moves, the most promising ones first.
    pub(crate) moves: Vec<RootMove>,
    /// Indicates whether the opponent's five or the empty board leaves no choice but these.
    pub(crate) is_forced: bool,
}

impl Worker<'_> {
    /// Collects the root moves and decides whether a search is needed.
    pub(crate) fn prepare(&mut self, request: &Request, observer: &mut dyn Observer) -> Outlook {
        let RootCandidates { moves, is_forced } = self.root_candidates(request);
        let Some(first) = moves.first().map(|first| first.point) else {
            return Outlook::Decided(None);
        };
        self.root_moves = moves;
        let wanted = request.multi_pv.clamp(1, self.root_moves.len());
        let won = self
            .root_win()
            .filter(|won| request.allowed(Bitboard::from_iter([won.best])) != Bitboard::EMPTY);
        if let Some(won) = won.clone().filter(|_| wanted == 1) {
            observer.progress(&won.summary);
            return Outlook::Decided(Some(won));
        }
        if is_forced && self.root_moves.len() == 1 {
            let summary = self.summary_of_only_move(first);
            observer.progress(&summary);
            return Outlook::Decided(Some(SearchResult::unsearched(first, summary)));
        }
        let variations = Variations::new(wanted, won.map(|won| won.summary));
        Outlook::Open(match request.only.len() {
            1 => variations.with_value_of_only_move(),
            _ => variations,
        })
    }

    /// Returns the last search's report on the only move, or that of a short search.
    fn summary_of_only_move(&mut self, only: Point) -> Progress {
        let is_empty = self.board.position().occupied().is_empty();
        let origin = if is_empty { Origin::Search } else { Origin::Forced };
        if let Some(outlived) = self.outlived() {
            return Progress { origin, ..self.summary_of_outlived(outlived, only) };
        }
        let mut summary = self.progress(0, Score::DRAW, &[only]);
        for depth in 1..=ONLY_MOVE_DEPTH {
            let Some(found) = self.iterate(depth, summary.score, &mut Silent) else { break };
            summary = found;
            if self.is_stopped {
                break;
            }
        }
        Progress { origin, ..summary }
    }

    /// Returns the moves to choose from.
    ///
    /// If the request names its only points, these are the candidates, wherever they lie, as far as they are
    /// legal. If there is no other move, points far from all stones are among them, otherwise blocked
    /// points, otherwise forbidden ones.
    pub(crate) fn root_candidates(&mut self, request: &Request) -> RootCandidates {
        let mover = self.board.side_to_move();
        let position = self.board.position();
        let empty = position.empty();
        let center = position.geometry().center();
        let is_opening = self.board.near().is_empty() && empty.contains(center);
        let near = if is_opening { Bitboard::from_iter([center]) } else { self.board.near() };
        let must_answer_five = self.board.count(!mover, Threat::Five) > 0
            && self.board.count(mover, Threat::Five) == 0;
        let first = if must_answer_five { self.board.answers_to_five(!mover) } else { near };
        let sets = [first, near, empty, empty];
        let only = self.board.legal(mover, request.only & request.allowed(empty));
        let unblocked = sets.map(|set| set - request.blocked);
        let others = unblocked.into_iter().chain(sets);
        let legal_set = std::iter::once(only).chain(others).find_map(|set| {
            let set = self.board.legal(mover, set);
            (!set.is_empty()).then_some(set)
        });
        let context = Context::of(self.board.position());
        let asks = !must_answer_five && !is_opening && {
            // Some of the candidates may lie far from all stones.
            self.policy.fill(0);
            let evaluation = self.accumulator.evaluate(&self.board);
            self.ask_policy(evaluation)
        };
        let hints = self.hints(&context, 0, asks);
        let mut picker = MovePicker::new(None, legal_set.unwrap_or(empty), Vec::new());
        let points = std::iter::from_fn(|| picker.next(&self.board, &hints));
        let moves = points.map(|point| RootMove { point, score: Score::MIN, nodes: 0 });
        let is_forced = only.is_empty() && (must_answer_five || is_opening);
        RootCandidates { moves: moves.collect(), is_forced }
    }

    /// Returns a win that needs no search: a five, or continuous fours.
    fn root_win(&mut self) -> Option<SearchResult> {
        let variation = self.root_vcf()?;
        let score = Score::win_in(variation.len() as i32);
        let summary = self.progress(1, score, &variation);
        variation.first().map(|&best| SearchResult::unsearched(best, summary))
    }

    /// Returns the variation of a win by continuous fours.
    ///
    /// The solver does not look at the clock, so it runs with a small budget first, which is
    /// doubled each time that it does not suffice.
    fn root_vcf(&mut self) -> Option<Vec<Point>> {
        let mut budget = MIN_ROOT_VCF_BUDGET;
        loop {
            let proof = self.memory.vcf.solve(&mut self.board, budget);
            self.nodes += self.memory.vcf.nodes();
            match proof {
                Proof::Win(variation) => return Some(variation),
                Proof::NoWin => return None,
                Proof::Unknown => budget *= 2,
            }
            if budget > MAX_ROOT_VCF_BUDGET || self.time.must_stop(self.nodes) {
                return None;
            }
        }
    }
}
