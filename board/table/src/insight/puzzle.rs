//! Judges the moves of a person who solves a puzzle, plays against them, and refutes wrong ones.
//!
//! Invariants: a move counts as right only with a proof that it wins in the required way, and the reply
//! to it is a defence that resists longest; a wrong move of a defence is refuted by a proof.

use dolmen::Game;
use dolmen::board::InvalidSize;
use dolmen::board::{Color, PlacementError, Point, Position};
use dolmen::rules::{IllegalMove, Outcome};
use dolmen::solver::{FirstMoves, Proof, ShortestVcf, Vcf, Vct};
use dolmen::threats::{Threat, ThreatBoard};
use thiserror::Error;

use crate::insight::proof::Prover;
use crate::insight::{names, rows};
use crate::message::{ProofKind, Puzzle, PuzzleAnswer, PuzzleKind, PuzzleVerdict, Refutation};

/// The maximum number of positions of a search for fours, and of a call of one for threats.
const VCF_NODES: u64 = 200_000;
const VCT_NODES: u64 = 100_000;
/// The number of calls after which a search for threats is given up.
const CALLS: usize = 4;
/// The limits of the search for the longest defence against fours.
const MAX_MOVES: u32 = 40;
const MAX_POSITIONS: u64 = 50_000;
/// The number of moves that a defence counts as longer if fours alone do not refute it.
const LONGER: usize = 100;
/// The memory of the solvers.
const VCF_MEMORY_BITS: u32 = 16;
const VCT_TABLE_BYTES: usize = 16 << 20;

/// The reason why a puzzle cannot be judged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PuzzleError {
    /// The size of the board is invalid.
    #[error(transparent)]
    Size(#[from] InvalidSize),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] PlacementError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// Judges the last of the moves of a puzzle.
///
/// ```
/// use board_table::insight::judge_puzzle;
/// use board_table::message::{Puzzle, PuzzleVerdict};
///
/// // Four black stones and a gap: two fours at once win.
/// let text = r#"{"onto": {"rule": "freestyle", "width": 15, "height": 15}, "toMove": "black",
///     "kind": "fours", "key": "h8", "stones": [
///     {"point": "e8", "color": "black"}, {"point": "f8", "color": "black"},
///     {"point": "g8", "color": "black"}, {"point": "d8", "color": "white"},
///     {"point": "h5", "color": "black"}, {"point": "h6", "color": "black"},
///     {"point": "h7", "color": "black"}, {"point": "h4", "color": "white"}]}"#;
/// let puzzle: Puzzle = serde_json::from_str(text)?;
/// let answer = judge_puzzle("1".to_owned(), &puzzle, &["h8".parse()?])?;
/// assert_eq!(answer.verdict, PuzzleVerdict::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the size of the board is invalid, or a stone or a move cannot be placed.
pub fn judge_puzzle(
    id: String,
    puzzle: &Puzzle,
    moves: &[Point],
) -> Result<PuzzleAnswer, PuzzleError> {
    let mut position = Position::new(puzzle.onto.size()?);
    for stone in &puzzle.stones {
        position.place(stone.point, stone.color)?;
    }
    position.set_side_to_move(puzzle.to_move);
    let mut game = Game::from_position(puzzle.onto.rule, position);
    let mut before = game.clone();
    for &point in moves {
        before = game.clone();
        game.play(point)?;
    }
    // After an even number of moves it is the solver's turn.
    let judged = match moves.last().filter(|_| moves.len() % 2 == 1) {
        None => Judged { line: solution(puzzle, &game), ..Judged::new(PuzzleVerdict::Ready) },
        Some(&last) if puzzle.kind == PuzzleKind::Defence => defended(puzzle, &game, last),
        Some(&last) => attacked(puzzle, &before, &game, last),
    };
    if let Some(reply) = judged.reply {
        game.play(reply)?;
    }
    let forbidden = if judged.verdict == PuzzleVerdict::Solved {
        Vec::new()
    } else {
        rows::forbidden_points(if judged.is_taken_back() { &before } else { &game })
    };
    Ok(PuzzleAnswer {
        id,
        moves: names(moves.iter().copied()),
        verdict: judged.verdict,
        reply: judged.reply.map(|point| point.to_string()),
        line: names(judged.line),
        forbidden,
        five: rows::last_five(&game),
    })
}

/// The judgement of a move.
struct Judged {
    verdict: PuzzleVerdict,
    reply: Option<Point>,
    line: Vec<Point>,
}

impl Judged {
    const fn new(verdict: PuzzleVerdict) -> Self {
        Self { verdict, reply: None, line: Vec::new() }
    }

    const fn wrong(reason: Refutation, line: Vec<Point>) -> Self {
        Self { verdict: PuzzleVerdict::Wrong { reason }, reply: None, line }
    }

    /// Returns whether the judged move is taken back, so that the person tries another one.
    const fn is_taken_back(&self) -> bool {
        matches!(self.verdict, PuzzleVerdict::Wrong { .. } | PuzzleVerdict::Other)
    }
}

/// Returns the moves of the answer, with the solver to move.
fn solution(puzzle: &Puzzle, game: &Game) -> Vec<Point> {
    if puzzle.kind == PuzzleKind::Defence {
        return vec![puzzle.key];
    }
    let mut attack = Attack::new(game, puzzle.to_move);
    let mut board = attack.board.clone();
    attack.win(&mut board, puzzle.kind).into_win().unwrap_or_default()
}

/// Judges a defence, after which the other side is to move.
fn defended(puzzle: &Puzzle, after: &Game, played: Point) -> Judged {
    if played == puzzle.key {
        return Judged::new(PuzzleVerdict::Solved);
    }
    counter(after, &[Refutation::Fours, Refutation::Threes])
        .unwrap_or(Judged::new(PuzzleVerdict::Other))
}

/// Returns the win of the side to move by a five or in one of these ways, if there is one.
fn counter(after: &Game, ways: &[Refutation]) -> Option<Judged> {
    let rule = after.rule().rule;
    let mut prover = Prover::new(after.position(), rule, ProofKind::Vct);
    if let Some(five) = prover.board.points(prover.attacker, Threat::Five).first() {
        return Some(Judged::wrong(Refutation::Five, vec![five]));
    }
    ways.iter().find_map(|&way| {
        let proof = match way {
            Refutation::Fours => prover.fours(VCF_NODES),
            _ => prover.solve(VCT_NODES),
        };
        Some(Judged::wrong(way, proof.into_win()?))
    })
}

/// Judges a move of an attack.
fn attacked(puzzle: &Puzzle, before: &Game, after: &Game, played: Point) -> Judged {
    let attacker = puzzle.to_move;
    if after.outcome() == Some(Outcome::Win(attacker)) {
        return Judged::new(PuzzleVerdict::Solved);
    }
    let mut attack = Attack::new(before, attacker);
    if attack.wins(puzzle.kind, played) {
        return attack.reply(after, puzzle.kind);
    }
    if puzzle.kind == PuzzleKind::Fours && attack.wins(PuzzleKind::Threes, played) {
        return Judged::new(PuzzleVerdict::Other);
    }
    attack.refutation(puzzle, after)
}

/// The solvers, and the position before a move of the attacker.
struct Attack {
    board: ThreatBoard,
    attacker: Color,
    vcf: Vcf,
    vct: Vct,
}

impl Attack {
    fn new(before: &Game, attacker: Color) -> Self {
        Self {
            board: ThreatBoard::new(before.position(), before.rule().rule),
            attacker,
            vcf: Vcf::new(VCF_MEMORY_BITS),
            vct: Vct::new(VCT_TABLE_BYTES),
        }
    }

    /// Returns whether a move of the attacker is proved to win.
    fn wins(&mut self, kind: PuzzleKind, played: Point) -> bool {
        let Self { board, vcf, vct, .. } = self;
        if vcf.solve_after(board, played, VCF_NODES).is_win() {
            return true;
        }
        let threats = || vct.solve_after(board, played, VCT_NODES);
        kind == PuzzleKind::Threes && Proof::of_calls(CALLS, threats).is_win()
    }

    /// Returns the win of the attacker, who is to move on a board.
    fn win(&mut self, board: &mut ThreatBoard, kind: PuzzleKind) -> Proof {
        let by_fours = self.vcf.solve(board, VCF_NODES);
        if by_fours.is_win() || kind == PuzzleKind::Fours {
            return by_fours;
        }
        self.vct.solve(board, VCT_NODES)
    }

    /// Returns the longest defence against a move that wins; the puzzle is solved if there is none.
    fn reply(&mut self, after: &Game, kind: PuzzleKind) -> Judged {
        let mut prover = defender(after, self.attacker);
        let board = &mut prover.board;
        let is_five = board.count(self.attacker, Threat::Five) > 0;
        let answers = board.answers_to_five(self.attacker);
        let is_stoppable = !is_five || !board.legal(!self.attacker, answers).is_empty();
        let replies = if is_stoppable { prover.defences().unwrap_or_default() } else { Vec::new() };
        let mut longest: Option<(usize, Point)> = None;
        for reply in replies {
            prover.board.play(reply);
            let length = self.length(&mut prover.board, kind);
            prover.board.undo();
            if longest.is_none_or(|(most, _)| length > most) {
                longest = Some((length, reply));
            }
        }
        match longest {
            Some((_, reply)) => {
                prover.board.play(reply);
                let line = self.win(&mut prover.board, kind).into_win().unwrap_or_default();
                Judged { verdict: PuzzleVerdict::GoesOn, reply: Some(reply), line }
            }
            None => {
                prover.board.pass();
                let line = prover.fours(VCF_NODES).into_win().unwrap_or_default();
                // The line begins with the attacker's next move, whatever the defender does.
                let first = line.first().copied().into_iter().collect();
                Judged { line: first, ..Judged::new(PuzzleVerdict::Solved) }
            }
        }
    }

    /// Returns how long the side that is not to move resists, in moves of the attacker.
    fn length(&mut self, board: &mut ThreatBoard, kind: PuzzleKind) -> usize {
        if self.vcf.solve(board, VCF_NODES).is_win() {
            let moves = ShortestVcf::new(MAX_POSITIONS).moves(board, MAX_MOVES);
            return moves.unwrap_or(MAX_MOVES) as usize;
        }
        let line = self.win(board, kind).into_win();
        LONGER + line.map_or(LONGER, |line| line.len().div_ceil(2))
    }

    /// Returns the refutation of a move that does not win.
    fn refutation(&mut self, puzzle: &Puzzle, after: &Game) -> Judged {
        if let Some(win) = counter(after, &[Refutation::Fours]) {
            return win;
        }
        let mut prover = defender(after, self.attacker);
        let is_four = prover.board.count(self.attacker, Threat::Five) > 0;
        if !is_four && let Some(win) = counter(after, &[Refutation::Threes]) {
            return win;
        }
        let Some(replies) = prover.defences() else {
            let taken = prover.board.legal(!self.attacker, [puzzle.key].into_iter().collect());
            let is_free = after.position().is_empty_at(puzzle.key);
            let line = taken.iter().filter(|_| is_free).collect();
            return Judged::wrong(Refutation::Quiet, line);
        };
        let mut stopping = replies.into_iter().filter(|&reply| {
            prover.board.play(reply);
            let holds = !self.win(&mut prover.board, puzzle.kind).is_win();
            prover.board.undo();
            holds
        });
        let reply = stopping.next();
        let makes_four = reply.is_some_and(|reply| {
            let board = ThreatBoard::new(after.position(), after.rule().rule);
            Threat::FOURS.contains(&board.threat(!self.attacker, reply))
        });
        let reason = if is_four && makes_four { Refutation::OwnFour } else { Refutation::Stopped };
        Judged::wrong(reason, reply.into_iter().collect())
    }
}

/// Returns a prover for a position with the defender to move.
fn defender(after: &Game, attacker: Color) -> Prover {
    let mut prover = Prover::new(after.position(), after.rule().rule, ProofKind::Vcf);
    prover.attacker = attacker;
    prover
}
