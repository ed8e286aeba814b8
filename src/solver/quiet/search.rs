//! The search for wins with quiet moves, and the plans of what it has proved.

use std::collections::HashSet;
use std::sync::Arc;

use crate::board::{Bitboard, Key, Point};
use crate::certificate::{MAX_NESTING, Plan};
use crate::solver::children::{Child, Shares, combined, most_promising};
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::quiet::adviser::Suggestion;
use crate::solver::quiet::budget::Budget;
use crate::solver::quiet::table::{Defence, Entry, QuietProgress, image_key, image_key_after};
use crate::solver::quiet::{NO_LIMIT, QuietSolver, Stop, THREAT_SLICE};
use crate::threats::Threat;

/// The shares of proof and disproof numbers. Replies are alike: with a tenth, an opening is proved in a
/// sixth of the time.
const SHARES: Shares = Shares { proof: 10, disproof: 100 };
/// The surcharge on the number of a position for each thread below it, in percent, so that others
/// search elsewhere.
const BUSY: u32 = 50;

/// The largest plan with quiet moves after a pass, in moves. The checker plays it after every reply that
/// could matter, which takes seconds for larger ones.
const MAX_QUIET_THREAT: u64 = 20_000;

/// A move of the attacker and its rank among them.
struct Ranked {
    rank: f64,
    child: Child,
}

/// The proof number of a position that is sure to be lost, less one.
const SPREAD: f64 = 30.0;
/// The replies that a move is expected to leave.
const EXPECTED_REPLIES: f64 = 6.0;
/// The factor of the proof numbers from one of the attacker's ranked moves to the next.
const RANK_FACTOR: f64 = 1.6;
/// The factor of the proof numbers of all moves after the adviser's.
const ADVISED_FACTOR: f64 = 1.5;
/// The share of the evaluation after a move in its rank, in units of e-fold chances, and the units
/// of move ordering that are worth as much.
const LOGITS: f64 = 2.0;
const MOVE_UNITS: f64 = 80.0;

/// The numbers of a position whose search was stopped; they are not stored.
const UNSEARCHED: Numbers = Numbers::new(1, 1);

impl QuietSolver {
    /// Searches a position with the attacker to move until one of its numbers reaches the limit.
    pub(super) fn attack(&mut self, limit: Numbers, ply: usize, stop: Stop<'_>) -> Numbers {
        let key = self.key();
        let known = self.memory.get(key);
        if let Some(numbers) = known.filter(|numbers| numbers.is_solved()) {
            return numbers;
        }
        if known.is_none() {
            let progress = self.memory.count();
            self.is_stopped |= stop(&progress);
            if self.is_stopped {
                return UNSEARCHED;
            }
            let stones = self.board.position().ply();
            if self.wins_by_threats(Budget::threats(self.budget.attack, stones), stop) {
                self.memory.insert(key, Numbers::PROVED);
                return Numbers::PROVED;
            }
        }
        let children = self.suggestions();
        let numbers = self.search(children, limit, ply, stop);
        let numbers = if numbers.is_proved() { Numbers::PROVED_QUIETLY } else { numbers };
        self.memory.insert(key, numbers);
        numbers
    }

    /// Searches a position with the defender to move until one of its numbers reaches the limit.
    fn defence(&mut self, limit: Numbers, ply: usize, stop: Stop<'_>) -> Numbers {
        let key = self.key();
        let expanded = self.expanded(stop);
        if expanded.is_none() && self.is_stopped {
            return UNSEARCHED;
        }
        let numbers = match expanded {
            Some(defence) => self.search(defence.replies.clone(), limit, ply, stop),
            None => Numbers::DISPROVED,
        };
        self.memory.insert(key, numbers);
        numbers
    }

    /// Searches the moves of a position until one of its numbers reaches the limit.
    fn search(
        &mut self,
        mut children: Vec<Child>,
        limit: Numbers,
        ply: usize,
        stop: Stop<'_>,
    ) -> Numbers {
        let is_attack = self.board.side_to_move() == self.attacker;
        // A position with one move has the numbers of its child.
        let next_ply = if ply == 0 && children.len() == 1 { 0 } else { ply + 1 };
        let keys: Vec<Key> = children.iter().map(|child| self.key_after(child.point)).collect();
        loop {
            let known = self.memory.look_up(&keys);
            let mut shown = Vec::with_capacity(children.len());
            for (child, Entry { numbers, threads }) in children.iter_mut().zip(known) {
                child.numbers = numbers.unwrap_or(child.numbers);
                shown.push(Child { numbers: discouraged(child.numbers, threads), ..*child });
            }
            let numbers = combined(&children, is_attack, SHARES);
            if ply == 0 {
                self.memory.note_root(numbers);
            }
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.is_solved() || is_done || self.is_stopped {
                return numbers;
            }
            let choice = most_promising(&shown, is_attack, SHARES, limit);
            let child = &mut children[choice.index];
            let key = keys[choice.index];
            self.memory.enter(key);
            self.play(child.point);
            child.numbers = if is_attack {
                self.defence(choice.limit, next_ply, stop)
            } else {
                self.attack(choice.limit, next_ply, stop)
            };
            self.undo();
            self.memory.leave(key);
        }
    }

    /// Returns whether the attacker, who is to move, wins by threats; `false` if the search is stopped.
    pub(super) fn wins_by_threats(&mut self, budget: u64, stop: Stop<'_>) -> bool {
        let mut left = budget;
        loop {
            let proof = self.vct.solve(&mut self.board, left.min(THREAT_SLICE));
            left = left.saturating_sub(self.vct.nodes().max(1));
            if proof != Proof::Unknown || left == 0 {
                return proof.is_win();
            }
            self.is_stopped |= stop(&self.memory.progress());
            if self.is_stopped {
                return false;
            }
        }
    }

    /// Returns the replies of the defender, who is to move, or `None` if the attacker's last move
    /// cannot be shown to win or the search is stopped.
    pub(super) fn expanded(&mut self, stop: Stop<'_>) -> Option<Arc<Defence>> {
        let key = self.board.position().key();
        if let Some(known) = self.memory.defence(key) {
            return Some(known);
        }
        let defence = Arc::new(self.expand(stop).filter(|_| !self.is_stopped)?);
        self.memory.keep(key, &defence);
        Some(defence)
    }

    fn expand(&mut self, stop: Stop<'_>) -> Option<Defence> {
        let defender = !self.attacker;
        if self.board.count(defender, Threat::Five) > 0 {
            return None;
        }
        if self.board.count(self.attacker, Threat::Five) > 0 {
            let answers = self.board.answers_to_five(self.attacker);
            let replies = self.board.legal(defender, answers);
            return Some(self.defence_with(None, replies));
        }
        let stones = self.board.position().ply();
        let threat = self.threat(Budget::threats(self.budget.threat, stones), stop);
        if let Some(defence) = threat.and_then(|plan| self.defence_against(plan)) {
            return Some(defence);
        }
        if self.is_against_unnamed || stones > self.budget.silent_stones {
            return None;
        }
        let threat = self.quiet_threat(stop);
        if let Some(defence) = threat.and_then(|plan| self.defence_against(plan)) {
            return Some(defence);
        }
        let replies = self.board.legal(defender, self.board.position().empty());
        (!replies.is_empty()).then(|| self.defence_with(None, replies))
    }

    /// Returns the attacker's plan with quiet moves after a pass.
    fn quiet_threat(&mut self, stop: Stop<'_>) -> Option<Plan> {
        let last = self.memory.progress().positions + self.budget.quiet_threat;
        self.board.pass();
        let mut is_stopped = self.is_stopped;
        let mut stop = |progress: &QuietProgress| {
            is_stopped |= stop(progress);
            is_stopped || progress.positions >= last
        };
        // Unnamed replies would follow each other too often.
        self.is_against_unnamed = true;
        let is_proved = self.attack(NO_LIMIT, 1, &mut stop).is_proved();
        let next = if is_proved { self.next(&mut None, &mut stop) } else { None };
        self.is_against_unnamed = false;
        self.is_stopped = is_stopped;
        self.board.pass();
        next?.into_plan().filter(|plan| plan.moves() <= MAX_QUIET_THREAT)
    }

    /// Returns the attacker's plan by threats alone after a pass.
    fn threat(&mut self, budget: u64, stop: Stop<'_>) -> Option<Plan> {
        self.board.pass();
        let wins = self.wins_by_threats(budget, stop);
        let plan = if wins { self.vct.plan(&mut self.board, &mut self.checker) } else { None };
        self.board.pass();
        plan
    }

    /// Returns the replies to the last move that a plan after a pass does not answer.
    fn defence_against(&mut self, plan: Plan) -> Option<Defence> {
        if plan.nesting() > MAX_NESTING {
            return None;
        }
        let point = self.board.position().last_move()?.point;
        self.checker.take_back();
        let unanswered = self.checker.unanswered(point, &plan);
        self.checker.place(point, self.attacker);
        let unanswered = self.board.legal(!self.attacker, unanswered.ok()?);
        Some(self.defence_with(Some(plan), unanswered))
    }

    fn defence_with(&mut self, otherwise: Option<Plan>, named: Bitboard) -> Defence {
        // Of replies that are images of each other, one is searched.
        let mut keys = HashSet::new();
        let replies: Bitboard =
            named.iter().filter(|&point| keys.insert(self.key_after(point))).collect();
        let replies = replies.iter().map(|point| self.reply(point)).collect();
        Defence { otherwise, named, replies }
    }

    /// Returns a reply with its initial numbers.
    fn reply(&mut self, point: Point) -> Child {
        self.board.play(point);
        let chance = self.accumulator.evaluate(&self.board).win_probability();
        self.board.undo();
        self.accumulator.follow_undo(&self.board);
        Child { point, numbers: first_numbers(chance, 1.0) }
    }

    /// Returns the attacker's moves to try, with their initial numbers: first the adviser's move, then the best moves
    /// by the evaluation.
    pub(super) fn suggestions(&mut self) -> Vec<Child> {
        let mut ranked = self.ranked();
        if let Some(Suggestion { point, chance }) = self.advice()
            && let Some(place) = ranked.iter().position(|ranked| ranked.child.point == point)
        {
            let mut advised = ranked.remove(place);
            advised.child.numbers = first_numbers(chance, EXPECTED_REPLIES);
            let proof = |ranked: &Ranked| f64::from(ranked.child.numbers.proof.max(1));
            let ratio = ranked.first().map_or(1.0, |second| proof(&advised) / proof(second));
            for other in &mut ranked {
                other.child.numbers.proof = (proof(other) * ratio.max(1.0) * ADVISED_FACTOR) as u32;
            }
            ranked.insert(0, advised);
        }
        ranked.truncate(self.budget.moves);
        let mut factor = 1.0;
        let mut children: Vec<Child> = ranked.into_iter().map(|ranked| ranked.child).collect();
        for child in &mut children {
            child.numbers.proof = (f64::from(child.numbers.proof) * factor) as u32;
            factor *= RANK_FACTOR;
        }
        children
    }

    /// Returns the adviser's move, and stores it.
    fn advice(&mut self) -> Option<Suggestion> {
        let adviser = self.adviser.as_mut()?;
        let position = self.board.position();
        // Positions without the defender's reply do not occur in games.
        if self.is_against_unnamed || position.occupied().is_empty() {
            return None;
        }
        let key = position.key();
        self.memory.advice(key).unwrap_or_else(|| {
            let advice = adviser.advise(position);
            if !adviser.was_interrupted() {
                self.memory.keep_advice(key, advice);
            }
            advice
        })
    }

    /// Returns the attacker's moves by the evaluation, the best ones first.
    fn ranked(&mut self) -> Vec<Ranked> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut points = self.board.near();
        if self.board.position().occupied().is_empty() {
            points = Bitboard::from_iter([self.board.position().geometry().center()]);
        }
        if self.board.count(defender, Threat::Five) > 0 {
            points = self.board.answers_to_five(defender);
        }
        let legal = self.board.legal(attacker, points);
        self.accumulator.keep(&self.board);
        let chances = self.accumulator.chances(&mut self.board, legal);
        let mut ranked = Vec::with_capacity(chances.len());
        for after in chances {
            let chance = after.chance.clamp(0.001, 0.999);
            let score = self.accumulator.move_scores(&self.board)(after.point);
            let rank = LOGITS * (chance / (1.0 - chance)).ln() + f64::from(score) / MOVE_UNITS;
            let numbers = first_numbers(chance, EXPECTED_REPLIES);
            ranked.push(Ranked { rank, child: Child { point: after.point, numbers } });
        }
        ranked.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        ranked
    }

    /// Returns the key of the position, the same for all images.
    pub(super) fn key(&self) -> Key {
        image_key(self.board.position())
    }

    /// Returns the key of the position after a move, the same for all images.
    pub(super) fn key_after(&self, point: Point) -> Key {
        image_key_after(self.board.position(), point)
    }

    pub(super) fn play(&mut self, point: Point) {
        self.checker.place(point, self.board.side_to_move());
        self.board.play(point);
    }

    pub(super) fn undo(&mut self) {
        self.board.undo();
        self.accumulator.follow_undo(&self.board);
        self.checker.take_back();
    }
}

/// Returns the numbers of a position below which other threads search.
fn discouraged(numbers: Numbers, threads: u32) -> Numbers {
    let more = |number: u32| match number {
        0 | INFINITE => number,
        _ => (number + number.saturating_mul(BUSY * threads) / 100).min(INFINITE - 1),
    };
    Numbers::new(more(numbers.proof), more(numbers.disproof))
}

/// Returns the initial numbers of a position where the attacker has this chance; `positions` is the number of such
/// positions that have to be proved.
fn first_numbers(chance: f64, positions: f64) -> Numbers {
    let proof = positions * (1.0 + SPREAD * (1.0 - chance));
    let disproof = 1.0 + SPREAD * chance / positions;
    Numbers::new(proof as u32, disproof as u32)
}
