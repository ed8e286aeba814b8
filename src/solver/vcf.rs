//! VCF, victory by continuous fours: every move of the attacker makes a four, so that the
//! defender has one answer (two in caro) or none.
//!
//! Depth first, the strongest fours and those near the last one first. A refuted position
//! is remembered whatever the depth, since no depth is cut off: the only bound is the
//! number of nodes, and what it leaves open is `Unknown`, never "no win".

use crate::board::{Bitboard, Color, Point};
use crate::solver::memo::Memo;
use crate::solver::proof::Proof;
use crate::threats::{Threat, ThreatBoard};

/// A solver with its memory of refuted positions; the memory holds for one rule and size.
#[derive(Clone, Debug)]
pub struct Vcf {
    refuted: Memo,
    nodes: u64,
    budget: u64,
    /// The winning line found, backwards.
    line: Vec<Point>,
    /// The fours of the positions on the way to the one looked at, one after the other.
    moves: Vec<Point>,
}

/// [`Proof`] without its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Win,
    NoWin,
    Unknown,
}

impl Vcf {
    /// A solver that remembers up to `2^memory_bits` refuted positions.
    #[must_use]
    pub fn new(memory_bits: u32) -> Self {
        Self {
            refuted: Memo::new(memory_bits),
            nodes: 0,
            budget: 0,
            line: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Forgets all positions, as for another rule or size.
    pub fn clear(&mut self) {
        self.refuted.clear();
    }

    /// Positions with the attacker to move that the last call looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by continuous fours, looking at most at `budget`
    /// positions. The board is as before when this returns.
    pub fn solve(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        self.nodes = 0;
        self.budget = budget;
        self.line.clear();
        match self.attack(board) {
            Verdict::Win => {
                self.line.reverse();
                Proof::Win(self.line.clone())
            }
            Verdict::NoWin => Proof::NoWin,
            Verdict::Unknown => Proof::Unknown,
        }
    }

    /// The attacker is to move.
    fn attack(&mut self, board: &mut ThreatBoard) -> Verdict {
        let attacker = board.side_to_move();
        if let Some(five) = board.points(attacker, Threat::Five).first() {
            self.line.clear();
            self.line.push(five);
            return Verdict::Win;
        }
        let fours = fours(board, attacker);
        if fours.is_empty() {
            return Verdict::NoWin;
        }
        let key = board.position().key();
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
            board.play(four);
            let after = self.defend(board);
            board.undo();
            match after {
                Verdict::Win => {
                    self.line.push(four);
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

    /// The defender is to move against a four.
    fn defend(&mut self, board: &mut ThreatBoard) -> Verdict {
        let defender = board.side_to_move();
        if board.count(defender, Threat::Five) > 0 {
            return Verdict::NoWin;
        }
        let answers = board.answers_to_five(!defender);
        if answers.is_empty() {
            self.win_whatever_the_answer(board, defender);
            return Verdict::Win;
        }
        self.line.clear();
        let mut verdict = Verdict::Win;
        for answer in board.legal(defender, answers) {
            board.play(answer);
            let after = self.attack(board);
            board.undo();
            match after {
                Verdict::Win => self.line.push(answer),
                Verdict::NoWin => return Verdict::NoWin,
                Verdict::Unknown => verdict = Verdict::Unknown,
            }
        }
        verdict
    }

    /// Notes how the game ends when nothing answers the attacker's four: the defender
    /// takes a five-point and leaves another one.
    fn win_whatever_the_answer(&mut self, board: &mut ThreatBoard, defender: Color) {
        self.line.clear();
        let five_points = board.points(!defender, Threat::Five);
        for point in five_points {
            if board.is_forbidden(defender, point) {
                continue;
            }
            board.play(point);
            let five = board.points(!defender, Threat::Five).first();
            board.undo();
            self.line.extend(five);
            self.line.push(point);
            return;
        }
    }
}

/// The points where the attacker makes a four and, if need be, stops the defender's five;
/// some of them may be forbidden.
fn fours(board: &ThreatBoard, attacker: Color) -> Bitboard {
    let mut fours = four_points(board, attacker);
    if board.count(!attacker, Threat::Five) > 0 {
        fours &= board.answers_to_five(!attacker);
    }
    fours
}

/// The points where a colour makes a four; some of them may be forbidden.
pub(crate) fn four_points(board: &ThreatBoard, color: Color) -> Bitboard {
    let mut fours = board.points_of_any(color, &Threat::FOURS);
    if board.rule().restricts(color) {
        let doubtful = board.points(color, Threat::Forbidden);
        fours |= doubtful
            .iter()
            .filter(|&point| {
                let shapes = board.code(color, point).shapes();
                shapes.is_some_and(|shapes| shapes.iter().any(|shape| shape.is_four()))
            })
            .collect();
    }
    fours
}

/// Brings the points into order, the most promising first.
fn order(board: &ThreatBoard, attacker: Color, points: &mut [Point], last: Option<Point>) {
    points.sort_by_key(|&point| {
        let distance = last.map_or(0, |last| last.distance(point));
        let threat = board.threat(attacker, point);
        // A doubtful point is tried last: its check costs some plays.
        let rank = if threat == Threat::Forbidden { 0 } else { threat as u8 };
        (std::cmp::Reverse(rank), distance)
    });
}
