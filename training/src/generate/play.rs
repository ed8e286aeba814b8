//! One game of the engine against itself, with labels.

use std::collections::HashSet;

use dolmen::board::{Color, Key, Point, Position};
use dolmen::eval::{Evaluator, RuleEvaluator};
use dolmen::rules::{Outcome, Rule, outcome};
use dolmen::search::{EvaluationSample, RootMove, SampledPosition};
use dolmen::threats::{Threat, ThreatBoard};
use fastrand::Rng;

use crate::generate::beginning::Opener;
use crate::generate::labeller::Labeller;
use crate::generate::plan::{Conditions, RulePlan};
use crate::generate::searcher::Prover;
use crate::store::{
    Beginning, Effort, Game, GamePosition, InteriorPosition, Label, MAX_MOVES, MoveShare, Ply,
    SHARE_PARTS, Searched,
};

/// The minimum number of stored root moves, even if the search spent hardly a node on them.
const MIN_MOVES: usize = 4;

/// An engine that plays games of one rule against itself, one after the other, each from empty
/// memories.
pub struct Player<'a> {
    rule: Rule,
    conditions: &'a Conditions,
    effort: Effort,
    labeller: Labeller,
    prover: Prover,
}

impl<'a> Player<'a> {
    /// Returns a player of the games of a plan.
    #[must_use]
    pub fn new(plan: &'a RulePlan, effort: &Effort) -> Self {
        Self {
            rule: plan.rule,
            conditions: &plan.conditions,
            effort: effort.clone(),
            labeller: Labeller::new(plan.rule, effort.clone()),
            prover: Prover::new(plan.rule),
        }
    }

    /// Plays the game with a number under a seed.
    ///
    /// # Panics
    /// Panics if the engine plays an impossible move.
    #[must_use]
    pub fn play(&mut self, seed: u64, number: u32) -> Game {
        let seed = Key(seed).mixed_with(self.rule.index() as u64).mixed_with(u64::from(number));
        let mut rng = Rng::with_seed(seed.0);
        self.labeller.forget();
        let (beginning, position) = self.begin(&mut rng);
        let stones = position.history().iter();
        let plies: Vec<Ply> =
            stones.map(|stone| Ply { point: stone.point, before: None }).collect();
        let last_quiet_ply = plies.len() + self.conditions.settings.quiet_plies;
        let size = position.size();
        let mut board = ThreatBoard::new(&position, self.rule);
        let built_in = Evaluator::built_in();
        let evaluator = built_in.rule(self.rule);
        let mut known = HashSet::new();
        // A dead game is drawn.
        let outcome_so_far = Outcome::Draw;
        let mut game = Game { number, size, beginning, outcome: outcome_so_far, plies, end: None };
        while !game.is_dead() {
            if let Some(outcome) = outcome(board.position(), self.rule) {
                game.outcome = outcome;
                break;
            }
            let before = self.game_position(&mut board, &mut known, &mut rng);
            let Searched { best, score, .. } = before.label.searched;
            if self.prover.is_proved_win(board.position(), score) {
                game.outcome = Outcome::Win(board.side_to_move());
                game.end = Some(before);
                break;
            }
            let is_varied = game.plies.len() < last_quiet_ply
                && rng.u32(..100) < self.conditions.settings.quiet_percent
                && score.value().abs() <= self.conditions.settings.quiet_within;
            let quiet =
                is_varied.then(|| quiet_move(&mut board, evaluator, best, &mut rng)).flatten();
            let point = quiet.unwrap_or(best);
            game.plies.push(Ply { point, before: Some(before) });
            board.play(point);
        }
        without_repetitions(game)
    }

    /// The beginning of a game.
    fn begin(&mut self, rng: &mut Rng) -> (Beginning, Position) {
        let size = self.conditions.sizes.draw(rng);
        let mut beginning = self.conditions.beginnings.draw(rng);
        let openings = &self.conditions.openings;
        if beginning == Beginning::Published && openings.is_empty() {
            beginning = Beginning::Anywhere;
        }
        let (rule, conditions) = (self.rule, self.conditions);
        let searcher = &mut self.labeller.searcher;
        let mut opener = Opener { rule, conditions, searcher, rng };
        let position = match beginning {
            Beginning::Published => {
                let number = opener.rng.usize(..openings.len());
                opener.published(&openings[number])
            }
            _ => opener.begin(beginning, size),
        };
        (beginning, position)
    }

    /// Labels a position of the game, and a sample of the positions inside its search. `known` has the
    /// keys of all positions of the game that have a label.
    fn game_position(
        &mut self,
        board: &mut ThreatBoard,
        known: &mut HashSet<Key>,
        rng: &mut Rng,
    ) -> GamePosition {
        known.insert(board.position().key());
        let sample = EvaluationSample::new(rng.u64(..));
        let is_deep = rng.f64() < self.effort.deep_share;
        let (label, found) = self.labeller.label_searched(board, is_deep, Some(sample));
        let sample = found.sample.expect("the search returns its sample");
        let moves = shares(&found.root_moves, label.searched.best);
        let mut interior = Vec::new();
        for path in paths(&sample, &found.line, self.effort.interior, rng) {
            let is_deep = rng.f64() < self.effort.deep_share;
            if let Some(label) = self.interior_label(board, &path, is_deep, known) {
                interior.push(InteriorPosition { path, label });
            }
        }
        GamePosition { label, moves, interior }
    }

    /// Returns the label of the position after a path, or `None` if the position has one already.
    fn interior_label(
        &mut self,
        board: &mut ThreatBoard,
        path: &[Point],
        is_deep: bool,
        known: &mut HashSet<Key>,
    ) -> Option<Label> {
        path.iter().for_each(|&point| board.play(point));
        let is_new = known.insert(board.position().key());
        let label = is_new.then(|| self.labeller.label(board, is_deep));
        path.iter().for_each(|_| board.undo());
        label.filter(|label| label.searched.depth > 0)
    }
}

/// Draws the paths to at most `count` of the positions that a search evaluated, in an order in which
/// neighbours share long prefixes. Positions on the best line are left out, since the game itself soon
/// reaches most of them.
///
/// Half of the paths are drawn by the number of evaluations at their depth, so that most lie near
/// the horizon of the search; the other half come from all depths equally.
fn paths(
    sample: &EvaluationSample,
    best_line: &[Point],
    count: usize,
    rng: &mut Rng,
) -> Vec<Vec<Point>> {
    let is_aside = |sampled: &SampledPosition<'_>| !best_line.starts_with(sampled.path);
    let mut left: Vec<SampledPosition<'_>> = sample.by_ply().filter(is_aside).collect();
    let mut paths = Vec::with_capacity(count);
    for number in 0..count.min(left.len()) {
        let is_by_frequency = number < count.div_ceil(2);
        let weight = |sampled: &SampledPosition<'_>| {
            if is_by_frequency { sampled.evaluations } else { 1 }
        };
        let total: u64 = left.iter().map(weight).sum();
        let mut place = rng.u64(..total);
        let drawn = left.iter().position(|sampled| {
            let is_here = place < weight(sampled);
            place = place.saturating_sub(weight(sampled));
            is_here
        });
        let drawn = drawn.expect("the drawn number is less than the sum of the weights");
        paths.push(left.swap_remove(drawn).path.to_vec());
    }
    paths.sort_by_cached_key(|path| path.iter().map(|point| point.index()).collect::<Vec<_>>());
    paths
}

/// Removes the interior positions that the game itself reached later.
fn without_repetitions(mut game: Game) -> Game {
    let mut position = Position::new(game.size);
    let mut keys = HashSet::new();
    for ply in &game.plies {
        keys.insert(position.key());
        position.play(ply.point).expect("every move of a recorded game is legal");
    }
    keys.insert(position.key());
    while let Some(stone) = position.undo() {
        position.set_side_to_move(stone.color);
        let before = game.plies[position.ply()].before.as_mut();
        let key_after = |path: &[Point]| {
            let mut inside = position.clone();
            path.iter().for_each(|&point| {
                inside.play(point).expect("the search played every move of the path")
            });
            inside.key()
        };
        if let Some(before) = before {
            before.interior.retain(|interior| !keys.contains(&key_after(&interior.path)));
        }
    }
    game
}

/// Returns a random move other than the best one, or `None` where a threat is urgent.
fn quiet_move(
    board: &mut ThreatBoard,
    evaluator: &RuleEvaluator,
    best: Point,
    rng: &mut Rng,
) -> Option<Point> {
    let strong = [Threat::Five, Threat::OpenFour];
    if Color::ALL.into_iter().any(|color| board.has_any(color, &strong)) {
        return None;
    }
    let mover = board.side_to_move();
    let legal = board.legal(mover, board.near());
    let is_useful = |point: &Point| {
        let value = |color| evaluator.weights_at(board, color, *point).to_move;
        *point != best && value(Color::Black) + value(Color::White) > 0
    };
    let moves: Vec<Point> = legal.iter().filter(is_useful).collect();
    (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
}

/// Returns the moves on which a search spent most nodes, the chosen one first: those with at least
/// half a part of all nodes, and the first [`MIN_MOVES`] even if they have less.
pub(crate) fn shares(root_moves: &[RootMove], best: Point) -> Vec<MoveShare> {
    let total: u64 = root_moves.iter().map(|root_move| root_move.nodes).sum();
    if total == 0 {
        return Vec::new();
    }
    let parts = |nodes: u64| (nodes * u64::from(SHARE_PARTS) + total / 2) / total;
    let mut moves: Vec<&RootMove> = root_moves.iter().collect();
    moves.sort_by_key(|root_move| (root_move.point != best, std::cmp::Reverse(root_move.nodes)));
    if moves.first().is_none_or(|first| first.point != best) {
        return Vec::new();
    }
    let is_kept = |&(number, root_move): &(usize, &RootMove)| {
        number < MIN_MOVES || parts(root_move.nodes) > 0
    };
    let share = |root_move: &RootMove| MoveShare {
        point: root_move.point,
        share: parts(root_move.nodes).clamp(1, u64::from(SHARE_PARTS)) as u8,
    };
    let kept = moves.into_iter().enumerate().take(MAX_MOVES).filter(is_kept);
    kept.map(|(_, root_move)| share(root_move)).collect()
}

#[cfg(test)]
mod tests;
