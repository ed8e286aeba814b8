//! The facts about a position that need no search: values of moves, forbidden points, threats, the board.

use serde::Serialize;
use serde_json::Value;

use crate::analyse::points::Notation;
use crate::analyse::query::ReplySettings;
use crate::board::{Bitboard, BoardSize, Color, PerColor, Point, Position, diagram};
use crate::eval::{Accumulator, Evaluator, MoveChance};
use crate::game::Game;
use crate::rules::{Forbidden, forbidden_kinds};
use crate::threats::{Overview, ThreatBoard};

/// The value of a point where the side to move may not play.
const ILLEGAL: f64 = -1.0;
/// The exponent of the odds of winning to which the policy is proportional. Of eleven exponents from 0.5 to 10, this
/// one made the moves chosen by searches of 20,000 nodes likeliest, in 162 positions of the bench's games.
const SHARPNESS: f64 = 4.0;
/// The range to which chances are clamped, so that their odds are finite.
const CHANCES: [f64; 2] = [1e-4, 1.0 - 1e-4];

/// The facts that a query asks for.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Facts {
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_values: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forbidden: Option<Vec<ForbiddenPoint>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<Threats>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Vec<String>>,
}

/// A point where the side to move may not play.
#[derive(Debug, Serialize)]
struct ForbiddenPoint {
    #[serde(rename = "move")]
    point: Value,
    reasons: Vec<String>,
}

/// The threats of both sides.
#[derive(Debug, Serialize)]
struct Threats {
    black: ThreatsOfColor,
    white: ThreatsOfColor,
}

/// The threats of a colour.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ThreatsOfColor {
    fives: Vec<Value>,
    open_fours: Vec<Value>,
    open_threes: Vec<Vec<Value>>,
}

impl Facts {
    /// Returns the facts of a position of a game that has not ended.
    pub(super) fn of(game: &Game, settings: &ReplySettings, evaluator: &Evaluator) -> Self {
        let (includes, size) = (settings.includes, game.size());
        let mut facts = Self::of_ended(game, settings);
        if includes.policy || includes.move_values {
            let chances = chances(game, evaluator);
            facts.policy = includes.policy.then(|| policy(&chances, size));
            let is_turned = settings.perspective.is_turned(game.side_to_move());
            facts.move_values =
                includes.move_values.then(|| move_values(&chances, size, is_turned));
        }
        facts.forbidden = includes.forbidden.then(|| forbidden(game, settings.notation));
        facts.threats = includes.threats.then(|| threats(game, settings.notation));
        facts
    }

    /// Returns the facts of a position in which the game has ended: the board.
    pub(super) fn of_ended(game: &Game, settings: &ReplySettings) -> Self {
        let board = settings.includes.board.then(|| rows(game.position()));
        Self { board, ..Self::default() }
    }
}

/// Returns the chances of the side to move after each of its legal moves, by the evaluation alone.
fn chances(game: &Game, evaluator: &Evaluator) -> Vec<MoveChance> {
    let mut board = ThreatBoard::new(game.position(), game.rule().rule);
    let mut accumulator = Accumulator::new(evaluator.rule(board.rule()), &board);
    accumulator.chances(&mut board, game.legal_moves())
}

/// Returns a number for each point of a board, row by row from the top left.
fn by_point(
    chances: &[MoveChance],
    size: BoardSize,
    mut value: impl FnMut(f64) -> f64,
) -> Vec<f64> {
    let mut values = vec![ILLEGAL; size.area()];
    for &MoveChance { point, chance } in chances {
        values[point.row() * size.width() + point.column()] = rounded(value(chance));
    }
    values
}

fn move_values(chances: &[MoveChance], size: BoardSize, is_turned: bool) -> Vec<f64> {
    by_point(chances, size, |chance| if is_turned { 1.0 - chance } else { chance })
}

/// Returns the policy: the odds of each move, raised to `SHARPNESS`, as a share of their sum. The last entry is the
/// pass, which is never legal.
fn policy(chances: &[MoveChance], size: BoardSize) -> Vec<f64> {
    let [low, high] = CHANCES;
    let weight = |chance: f64| {
        let chance = chance.clamp(low, high);
        (chance / (1.0 - chance)).powf(SHARPNESS)
    };
    let sum: f64 = chances.iter().map(|known| weight(known.chance)).sum();
    let mut policy = by_point(chances, size, |chance| weight(chance) / sum);
    policy.push(ILLEGAL);
    policy
}

/// Rounds a share or a chance to six decimals.
pub(super) fn rounded(value: f64) -> f64 {
    const DIGITS: f64 = 1e6;
    (value * DIGITS).round() / DIGITS
}

fn forbidden(game: &Game, notation: Notation) -> Vec<ForbiddenPoint> {
    let (position, mover, rule) = (game.position(), game.side_to_move(), game.rule().rule);
    let of_point = |point: Point| {
        let kinds = forbidden_kinds(position, point, mover, rule);
        let reasons = kinds.iter().map(Forbidden::to_string).collect();
        ForbiddenPoint { point: notation.write(point, game.size()), reasons }
    };
    game.forbidden().iter().map(of_point).collect()
}

fn threats(game: &Game, notation: Notation) -> Threats {
    let size = game.size();
    let mut board = ThreatBoard::new(game.position(), game.rule().rule);
    let overview = Overview::of(&mut board);
    let points = |points: &PerColor<Bitboard>, color| notation.write_all(points[color], size);
    let of_color = |color: Color| ThreatsOfColor {
        fives: points(&overview.fives, color),
        open_fours: points(&overview.open_fours, color),
        open_threes: overview.open_threes[color]
            .iter()
            .map(|stones| notation.write_all(stones.iter().copied(), size))
            .collect(),
    };
    Threats { black: of_color(Color::Black), white: of_color(Color::White) }
}

/// Returns the rows of a board, from the top, as [`diagram::parse`](crate::board::diagram::parse) reads them.
fn rows(position: &Position) -> Vec<String> {
    let size = position.size();
    let cell = |column: usize, row: usize| diagram::cell(position, Point::new(column, row));
    (0..size.height())
        .map(|row| (0..size.width()).map(|column| cell(column, row)).collect())
        .collect()
}
