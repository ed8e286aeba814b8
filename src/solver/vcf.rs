//! VCF, victory by continuous fours: every move of the attacker makes a four, so that the
//! defender has one answer (two in caro) or none.
//!
//! The search is depth first and tries the strongest fours, and those near the last one, first.
//! It has no depth limit, so a refutation holds in general and is remembered. Its only bound is
//! the number of nodes; a position that it leaves open is [`Proof::Unknown`], never "no win".
//!
//! A local search tries only the fours that a player would look at first, as the VCF at the leaves of
//! Rapfi's search does. It finds most wins on a crowded board for a fraction of the nodes, and refutes nothing.

use crate::board::{Bitboard, Color, Key, Point};
use crate::solver::memo::Memo;
use crate::solver::proof::Proof;
use crate::threats::{Threat, ThreatBoard};

/// A VCF solver with its memory of refuted positions.
///
/// The memory is valid for one rule and one board size; see [`Vcf::clear`].
///
/// ```
/// use dolmen::solver::{Proof, Vcf};
/// use dolmen::threats::ThreatBoard;
/// use dolmen::{Point, Rule};
///
/// let position = dolmen::board::diagram::parse(
///     ". . . . . . .
///      . O X X X . .
///      . . . . . X .
///      . O . . . X .
///      . . O . . X .
///      . . . . . O .
///      . O . O . . .",
/// )?;
/// let mut board = ThreatBoard::new(&position, Rule::Standard);
/// let mut solver = Vcf::new(10);
/// let Proof::Win(variation) = solver.solve(&mut board, 100) else { panic!("two fours win") };
/// assert_eq!(variation[0], Point::new(5, 1));
/// # Ok::<(), dolmen::board::diagram::ParseDiagramError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vcf {
    refuted: Memo,
    nodes: u64,
    budget: u64,
    /// The winning variation, backwards.
    variation: Vec<Point>,
    /// The fours of all positions on the way to the present one, one position after the other.
    moves: Vec<Point>,
    /// The fours that the present call tries.
    scope: Scope,
}

/// The fours that a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Every four.
    Whole,
    /// The fours near the attacker's last stone, and at times only those that make more than a four.
    Local,
}

/// The attacker's fours on the way to a position.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    /// The number of fours.
    fours: u32,
    /// The number of the last fours in a row that made more than a four.
    strong: u32,
}

impl Streak {
    /// The number of fours at the beginning of a local search that may be plain ones. As many strong fours in a row
    /// allow plain ones again.
    const PLAIN: u32 = 2;

    /// Returns the streak after one more four.
    fn with(self, threat: Threat) -> Self {
        let is_strong = threat > Threat::Four;
        Self { fours: self.fours + 1, strong: if is_strong { self.strong + 1 } else { 0 } }
    }

    /// Returns whether a local search tries a plain four next.
    fn allows_plain(self) -> bool {
        self.fours < Self::PLAIN || self.strong >= Self::PLAIN
    }
}

/// A [`Proof`] without its variation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Win,
    NoWin,
    Unknown,
}

impl Vcf {
    /// Returns a solver that remembers up to `2^memory_bits` refuted positions.
    #[must_use]
    pub fn new(memory_bits: u32) -> Self {
        Self {
            refuted: Memo::new(memory_bits),
            nodes: 0,
            budget: 0,
            variation: Vec::new(),
            moves: Vec::new(),
            scope: Scope::Whole,
        }
    }

    /// Forgets all positions, which makes the solver ready for another rule or board size.
    pub fn clear(&mut self) {
        self.refuted.clear();
    }

    /// Returns the number of positions with the attacker to move that the last call visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves the position for the side to move, and visits at most `budget` positions.
    ///
    /// The board is the same before and after the call.
    pub fn solve(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        self.solve_by(board, budget, Scope::Whole, Self::attack)
    }

    /// Returns a win of the side to move by fours near its last stones, if a local search of at most `budget`
    /// positions finds one.
    ///
    /// The board is the same before and after the call.
    pub(crate) fn local_win(&mut self, board: &mut ThreatBoard, budget: u64) -> Option<Vec<Point>> {
        self.solve_by(board, budget, Scope::Local, Self::attack).into_win()
    }

    /// Solves the position after a four, for the side that is not to move, like [`Vcf::solve`].
    pub(super) fn solve_defence(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        self.solve_by(board, budget, Scope::Whole, Self::defend)
    }

    fn solve_by(
        &mut self,
        board: &mut ThreatBoard,
        budget: u64,
        scope: Scope,
        search: fn(&mut Self, &mut ThreatBoard, Streak) -> Verdict,
    ) -> Proof {
        self.nodes = 0;
        self.budget = budget;
        self.scope = scope;
        self.variation.clear();
        match search(self, board, Streak::default()) {
            Verdict::Win => {
                self.variation.reverse();
                Proof::Win(self.variation.clone())
            }
            Verdict::NoWin => Proof::NoWin,
            Verdict::Unknown => Proof::Unknown,
        }
    }

    /// Searches a position with the attacker to move.
    fn attack(&mut self, board: &mut ThreatBoard, streak: Streak) -> Verdict {
        let attacker = board.side_to_move();
        if let Some(five) = board.points(attacker, Threat::Five).first() {
            self.variation.clear();
            self.variation.push(five);
            return Verdict::Win;
        }
        let (fours, key) = self.fours_and_key(board, streak);
        if fours.is_empty() {
            return Verdict::NoWin;
        }
        if self.refuted.contains(key) {
            return Verdict::NoWin;
        }
        if self.nodes >= self.budget {
            return Verdict::Unknown;
        }
        self.nodes += 1;

        let mut verdict = Verdict::NoWin;
        let last = board.position().last_move().map(|stone| stone.point);
        let first = self.moves.len();
        self.moves.extend(fours);
        order(board, attacker, &mut self.moves[first..], last);
        for number in first..self.moves.len() {
            let four = self.moves[number];
            if board.is_forbidden(attacker, four) {
                continue;
            }
            let streak = streak.with(board.strong_threat(attacker, four));
            board.play(four);
            let after = self.defend(board, streak);
            board.undo();
            match after {
                Verdict::Win => {
                    self.variation.push(four);
                    verdict = Verdict::Win;
                    break;
                }
                Verdict::Unknown => verdict = Verdict::Unknown,
                Verdict::NoWin => {}
            }
        }
        self.moves.truncate(first);
        if verdict == Verdict::NoWin {
            self.refuted.insert(key);
        }
        verdict
    }

    /// Returns the fours that the search tries, and the key by which the memory knows the position.
    fn fours_and_key(&self, board: &ThreatBoard, streak: Streak) -> (Bitboard, Key) {
        let fours = fours(board, board.side_to_move());
        let key = board.position().key();
        match self.scope {
            Scope::Whole => (fours, key),
            Scope::Local => {
                let last = last_stone(board);
                (local_fours(board, fours, last, streak), local_key(key, last, streak))
            }
        }
    }

    /// Searches a position with the defender to move against a four.
    fn defend(&mut self, board: &mut ThreatBoard, streak: Streak) -> Verdict {
        let defender = board.side_to_move();
        if board.count(defender, Threat::Five) > 0 {
            return Verdict::NoWin;
        }
        let answers = board.answers_to_five(!defender);
        let answers = board.legal(defender, answers);
        if answers.is_empty() {
            self.show_unstoppable_five(board, defender);
            return Verdict::Win;
        }
        self.variation.clear();
        let may_go_on = may_have_fours_after_answer(board, !defender);
        let four = board.position().last_move().map(|stone| stone.point);
        let mut verdict = Verdict::Win;
        for answer in answers {
            if !may_go_on {
                return Verdict::NoWin;
            }
            let key = board.position().key_after(answer);
            self.refuted.prefetch(match self.scope {
                Scope::Whole => key,
                Scope::Local => local_key(key, four, streak),
            });
            board.play(answer);
            let after = self.attack(board, streak);
            board.undo();
            match after {
                Verdict::Win => self.variation.push(answer),
                Verdict::NoWin => return Verdict::NoWin,
                Verdict::Unknown => verdict = Verdict::Unknown,
            }
        }
        verdict
    }

    /// Makes the variation after a four without an answer: the defender takes one of the
    /// five points and leaves another one, or plays elsewhere if all of them are forbidden.
    fn show_unstoppable_five(&mut self, board: &mut ThreatBoard, defender: Color) {
        self.variation.clear();
        let five_points = board.points(!defender, Threat::Five);
        let sets = [five_points, board.near(), board.position().empty()];
        let reply = sets.into_iter().find_map(|set| board.legal(defender, set).first());
        if let Some(reply) = reply {
            board.play(reply);
            let five = board.points(!defender, Threat::Five).first();
            board.undo();
            self.variation.extend(five);
            self.variation.push(reply);
        }
    }
}

/// Returns whether the attacker may have another four after an answer to his last one: a defender's
/// stone gives the attacker nothing new, unless it makes a forbidden point legal.
fn may_have_fours_after_answer(board: &ThreatBoard, attacker: Color) -> bool {
    board.has_any(attacker, &Threat::FOURS) || board.rule().restricts(attacker)
}

/// Returns the points where the attacker makes a four and stops the defender's five, if there
/// is one. Some of the points may be forbidden.
pub(super) fn fours(board: &ThreatBoard, attacker: Color) -> Bitboard {
    let mut fours = four_points(board, attacker);
    if board.count(!attacker, Threat::Five) > 0 {
        fours &= board.answers_to_five(!attacker);
    }
    fours
}

/// Returns the points where a colour makes a four. Some of them may be forbidden.
pub(crate) fn four_points(board: &ThreatBoard, color: Color) -> Bitboard {
    let mut fours = board.points_of_any(color, &Threat::FOURS);
    if board.rule().restricts(color) {
        let forbidden = board.points(color, Threat::Forbidden);
        fours |= forbidden
            .iter()
            .filter(|&point| {
                let shapes = board.code(color, point).shapes();
                shapes.is_some_and(|shapes| shapes.iter().any(|shape| shape.is_four()))
            })
            .collect();
    }
    fours
}

/// Returns the last stone of the side to move.
fn last_stone(board: &ThreatBoard) -> Option<Point> {
    let stones = board.position().history();
    stones.len().checked_sub(2).map(|index| stones[index].point)
}

/// Returns those of some fours of the side to move that a local search tries after its last stone.
fn local_fours(
    board: &ThreatBoard,
    fours: Bitboard,
    last: Option<Point>,
    streak: Streak,
) -> Bitboard {
    let mut local = fours;
    if let Some(last) = last {
        local = local.iter().filter(|&point| is_local(last, point)).collect();
    }
    if !streak.allows_plain() {
        local -= board.points(board.side_to_move(), Threat::Four);
    }
    local
}

/// Returns whether two points lie within two steps, or within four steps on a line.
fn is_local(a: Point, b: Point) -> bool {
    let (columns, rows) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    let is_line = columns == 0 || rows == 0 || columns == rows;
    a.distance(b) <= if is_line { 4 } else { 2 }
}

/// Returns the key of a position for a local search, whose verdict depends on the attacker's last stone and on
/// the fours before, of which the key tells only whether a plain four may follow.
fn local_key(key: Key, last: Option<Point>, streak: Streak) -> Key {
    let stone = last.map_or(0, |point| point.index() as u64 + 1);
    key.mixed_with(2 * stone + u64::from(streak.allows_plain()))
}

/// Sorts the points, the most promising ones first.
fn order(board: &ThreatBoard, attacker: Color, points: &mut [Point], last: Option<Point>) {
    points.sort_by_key(|&point| {
        let distance = last.map_or(0, |last| last.distance(point));
        let threat = board.strong_threat(attacker, point);
        // A point that may be forbidden comes last, because its check plays several moves.
        let rank = if threat == Threat::Forbidden { 0 } else { threat as u8 };
        (std::cmp::Reverse(rank), distance)
    });
}
