//! The review of a game: what each move gave away, and why.
//!
//! A move is judged by the values of the positions before and after it, as a search with a fixed number
//! of nodes found them. Proved wins and losses count apart from chances: a move that keeps a win is never
//! criticised, one in a lost position or without an alternative is not judged. The thresholds and the
//! accuracy are those of Lichess (`Advice.scala`, `AccuracyPercent.scala`).

mod accuracy;
mod words;

use dolmen::Game;
use dolmen::board::{Color, Point};
use dolmen::eval::Score;
use dolmen::rules::Outcome;
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::{Threat, ThreatBoard};

use crate::message::{PlayerReview, Review};
use crate::tree::{Judgement, MoveClass, NodeId, Reading, Reason, Tree};

/// The loss of chance from which a move is an inaccuracy, a mistake, a blunder.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.15;
/// The loss up to which a move is as good as the best.
const NO_LOSS: f64 = 0.01;
/// The distance of the second best move from which the only good move deserves praise.
const ONLY_MOVE: f64 = 0.20;
/// The gain over the search's own choice from which a move is interesting.
const SURPRISE: f64 = 0.05;
/// The number of the first moves that get no praise: openings are known by heart.
const OPENING: usize = 6;
/// The maximum number of turning points of a game.
const MAX_TURNING_POINTS: usize = 5;
/// The longest win in plies that a person is expected to see, and the longest defence.
const SHORT_WIN: u32 = 5;
const LONG_WIN: u32 = 15;
/// The limits of the search for wins by fours.
const VCF_NODES: u64 = 20_000;
const VCF_MEMORY_BITS: u32 = 14;

/// The value of a position for one side.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// A proved win in this number of plies.
    Win(u32),
    /// A proved loss in this number of plies.
    Loss(u32),
    /// The chance to win.
    Open(f64),
}

impl Value {
    /// Reads a value as an engine writes it: `+M5`, `-M4` or a number on Dolmen's scale.
    fn parse(text: &str) -> Option<Self> {
        let score: Score = text.parse().ok()?;
        Some(match score.plies_to_end().and_then(|plies| plies.try_into().ok()) {
            Some(plies) if score.is_win() => Self::Win(plies),
            Some(plies) => Self::Loss(plies),
            None => Self::Open(score.win_probability()),
        })
    }

    /// Returns the value for the side that has just moved.
    fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Open(chance) => Self::Open(1.0 - chance),
        }
    }

    /// Returns the chance to win.
    fn chance(self) -> f64 {
        match self {
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Open(chance) => chance,
        }
    }

    /// Returns the better of two values.
    fn max(self, other: Self) -> Self {
        let rank = |value: Self| match value {
            Self::Win(plies) => 3.0 - f64::from(plies) / 1_000.0,
            Self::Open(chance) => 1.0 + chance,
            Self::Loss(plies) => f64::from(plies) / 1_000.0,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Judges the moves of a line, whose nodes have readings. Returns the judgement of each node that can be
/// judged.
pub(crate) fn judge(tree: &Tree, line: &[NodeId]) -> Vec<(NodeId, Judgement)> {
    let steps = line.windows(2);
    steps
        .filter_map(|nodes| {
            let mut judgement = judge_move(tree, nodes[0], nodes[1])?;
            judgement.words = words::of(&judgement);
            Some((nodes[1], judgement))
        })
        .collect()
}

/// Judges one move.
fn judge_move(tree: &Tree, parent: NodeId, node: NodeId) -> Option<Judgement> {
    let game = Game::from_position(tree.rule(), tree.position(parent).ok()?);
    let point = tree.get(node)?.point?;
    let reading = tree.get(parent)?.reading.as_ref()?;
    let expected = Value::parse(&reading.value)?;
    let after = value_after(tree, node)?;
    let mut board = ThreatBoard::new(game.position(), game.rule().rule);
    if forced_reply(&game) == Some(point) {
        return Some(Judgement::of(MoveClass::Forced));
    }
    // A search that saw the move may see more in the position after it.
    let before = expected.max(after);
    let better = if reading.line.first() == Some(&point) { &[] } else { &reading.line[..] };
    let plain = |class: MoveClass| Judgement {
        loss: Some((before.chance() - after.chance()).max(0.0)),
        better: if class.is_error() { better.to_vec() } else { Vec::new() },
        ..Judgement::of(class)
    };
    let is_best = reading.line.first() == Some(&point);
    let is_late = game.position().history().len() >= OPENING;
    Some(match (before, after) {
        (Value::Loss(_), _) => Judgement::of(MoveClass::Lost),
        (Value::Win(plies), Value::Win(_))
            if is_best && is_only(reading, before, &mut board, &game, point) =>
        {
            Judgement { reason: Some(Reason::OnlyWin { plies }), ..plain(MoveClass::Brilliant) }
        }
        (Value::Win(shorter), Value::Win(plies)) if plies > shorter + 2 => {
            Judgement { reason: Some(Reason::LongerWin { shorter }), ..plain(MoveClass::Good) }
        }
        (Value::Win(_), Value::Win(_)) => plain(MoveClass::Best),
        (Value::Win(plies), _) => {
            let by_fours = wins_by_fours(&mut board);
            let class = match after {
                Value::Loss(_) => MoveClass::Blunder,
                _ if by_fours && plies <= SHORT_WIN => MoveClass::Blunder,
                _ if by_fours => MoveClass::Mistake,
                _ => MoveClass::Inaccuracy,
            };
            Judgement { reason: Some(Reason::MissedWin { plies, by_fours }), ..plain(class) }
        }
        (Value::Open(_), Value::Loss(plies)) => {
            board.play(point);
            let by_fours = wins_by_fours(&mut board);
            let class = match (plies, before.chance()) {
                (_, chance) if by_fours || chance >= BLUNDER => MoveClass::Blunder,
                (0..=LONG_WIN, _) => MoveClass::Mistake,
                _ => MoveClass::Inaccuracy,
            };
            Judgement { reason: Some(Reason::Loses { plies, by_fours }), ..plain(class) }
        }
        (Value::Open(best), Value::Open(chance)) => match best - chance {
            loss if loss >= BLUNDER => plain(MoveClass::Blunder),
            loss if loss >= MISTAKE => plain(MoveClass::Mistake),
            loss if loss >= INACCURACY => plain(MoveClass::Inaccuracy),
            _ if is_best && is_only(reading, before, &mut board, &game, point) => {
                Judgement { reason: Some(Reason::OnlyMove), ..plain(MoveClass::Brilliant) }
            }
            _ if !is_best && is_late && chance >= expected.chance() + SURPRISE => {
                plain(MoveClass::Interesting)
            }
            loss if is_best || loss <= NO_LOSS => plain(MoveClass::Best),
            _ => plain(MoveClass::Good),
        },
        (Value::Open(_), Value::Win(_)) => plain(MoveClass::Best),
    })
}

/// Returns the value of the position after a move for the side that has moved.
fn value_after(tree: &Tree, node: NodeId) -> Option<Value> {
    let game = Game::from_position(tree.rule(), tree.position(node).ok()?);
    match game.outcome() {
        Some(Outcome::Draw) => Some(Value::Open(0.5)),
        Some(Outcome::Win(winner)) if winner == game.side_to_move() => Some(Value::Loss(0)),
        Some(Outcome::Win(_)) => Some(Value::Win(1)),
        None => Some(Value::parse(&tree.get(node)?.reading.as_ref()?.value)?.before()),
    }
}

/// Returns the only move of a side that must stop a five.
pub(crate) fn forced_reply(game: &Game) -> Option<Point> {
    let board = ThreatBoard::new(game.position(), game.rule().rule);
    let mover = game.side_to_move();
    let legal = game.legal_moves();
    let has_five = |color: Color| !(board.points(color, Threat::Five) & legal).is_empty();
    let answers = board.answers_to_five(!mover) & legal;
    let is_forced = has_five(!mover) && !has_five(mover) && answers.len() == 1;
    answers.first().filter(|_| is_forced)
}

/// Returns whether the best move is the only good one and not an obvious one: it makes no four, and stops
/// no open four.
fn is_only(
    reading: &Reading,
    best: Value,
    board: &mut ThreatBoard,
    game: &Game,
    point: Point,
) -> bool {
    let mover = game.side_to_move();
    let is_quiet = [Threat::Five, Threat::OpenFour, Threat::Four]
        .iter()
        .all(|&threat| !board.points(mover, threat).contains(point))
        && board.points(!mover, Threat::OpenFour).is_empty();
    let second = reading.second.as_deref().and_then(Value::parse);
    let is_far = second.is_some_and(|second| match (best, second) {
        (Value::Win(_), Value::Win(_)) => false,
        (Value::Win(_), _) | (Value::Open(_), Value::Loss(_)) => true,
        (best, second) => best.chance() - second.chance() >= ONLY_MOVE,
    });
    is_far && is_quiet && game.position().history().len() >= OPENING
}

/// Returns the errors after which the other side was ahead, in the order of the game; the worst ones if there
/// are more than [`MAX_TURNING_POINTS`].
fn turning_points(tree: &Tree, line: &[NodeId]) -> Vec<NodeId> {
    let mut errors: Vec<(NodeId, f64)> = line
        .windows(2)
        .filter_map(|nodes| {
            let mover = tree.position(nodes[0]).ok()?.side_to_move();
            let node = tree.get(nodes[1])?;
            let (judgement, black_wins) = (node.judgement.as_ref()?, node.black_wins?);
            let after = if mover == Color::Black { black_wins } else { 1.0 - black_wins };
            let loss = judgement.loss.filter(|loss| *loss >= MISTAKE)?;
            (judgement.class.is_error() && after < 0.5 && after + loss >= 0.5)
                .then_some((nodes[1], loss))
        })
        .collect();
    errors.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    errors.truncate(MAX_TURNING_POINTS);
    line.iter().copied().filter(|id| errors.iter().any(|(error, _)| error == id)).collect()
}

/// Returns whether the side to move wins by fours.
fn wins_by_fours(board: &mut ThreatBoard) -> bool {
    matches!(Vcf::new(VCF_MEMORY_BITS).solve(board, VCF_NODES), Proof::Win(_))
}

/// Returns whether a better move is asked for a judged one: for a mistake, a blunder or a missed win, where the
/// review knows one.
fn is_exercise(judgement: &Judgement) -> bool {
    let is_missed_win = matches!(judgement.reason, Some(Reason::MissedWin { .. }));
    let is_grave = matches!(judgement.class, MoveClass::Mistake | MoveClass::Blunder);
    (is_grave || is_missed_win) && !judgement.better.is_empty()
}

/// Returns the review of a line whose moves have been judged; `None` if none has.
pub(crate) fn review(tree: &Tree, line: &[NodeId]) -> Option<Review> {
    let judged = |id: &NodeId| tree.get(*id).and_then(|node| node.judgement.as_ref());
    line.iter().find_map(judged)?;
    let turning = turning_points(tree, line);
    let players = Color::ALL.map(|color| {
        let moves = line.windows(2).filter(|nodes| {
            let mover = tree.position(nodes[0]).map(|position| position.side_to_move());
            mover.is_ok_and(|mover| mover == color)
        });
        let moves: Vec<(NodeId, &Judgement)> =
            moves.filter_map(|nodes| Some((nodes[1], judged(&nodes[1])?))).collect();
        let count = |class| moves.iter().filter(|(_, judgement)| judgement.class == class).count();
        let exercises = moves.iter().filter(|(_, judgement)| is_exercise(judgement));
        PlayerReview {
            accuracy: accuracy::of(tree, line, color),
            brilliant: count(MoveClass::Brilliant),
            interesting: count(MoveClass::Interesting),
            inaccuracies: count(MoveClass::Inaccuracy),
            mistakes: count(MoveClass::Mistake),
            blunders: count(MoveClass::Blunder),
            exercises: exercises.map(|&(id, _)| id).collect(),
        }
    });
    Some(Review { players, turning })
}

#[cfg(test)]
mod tests;
