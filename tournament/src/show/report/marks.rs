//! What a page draws on the board of a game besides its stones, because a page knows no rule: the
//! forbidden points of every position, and the fives that end a game.

use board::insight::last_five;
use dolmen::board::{BoardSize, Position};
use dolmen::rules::{GameRule, Rule};
use dolmen::threats::{Threat, ThreatBoard};
use dolmen::{Color, Game};
use serde::Serialize;

use crate::config::SizeText;
use crate::plan::Canonical;
use crate::record::GameRecord;

/// The rule and the board of a tournament.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arena {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
}

/// The marks of a game; points have names such as `h8`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Marks {
    /// The points that the side to move may not play after each number of moves, one after the other.
    /// Empty if there never are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<String>,
    /// The stones of the fives that end the game, each from one end to the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    five: Vec<String>,
}

impl Arena {
    /// Returns the rule and the board of a configuration; `None` if this program does not know them.
    pub(super) fn of(config: &Canonical) -> Option<Self> {
        let SizeText(size) = config.size.parse().ok()?;
        Some(Self { rule: config.rule.parse().ok()?, size })
    }

    /// Returns the marks of a game. Moves that nobody could play, which end a game, are left out.
    pub(super) fn marks(self, record: &GameRecord) -> Marks {
        let mut position = Position::new(self.size);
        let mut board = ThreatBoard::new(&position, self.rule);
        let mut forbidden = vec![self.forbidden(&mut board)];
        for (column, row) in record.moves.iter().map(|played| played.at) {
            let point = self.size.point(i64::from(column), i64::from(row));
            let Some(point) = point.filter(|&point| position.play(point).is_ok()) else { break };
            board.play(point);
            forbidden.push(self.forbidden(&mut board));
        }
        if forbidden.iter().all(String::is_empty) {
            forbidden.clear();
        }
        let rule = GameRule { rule: self.rule, continuous: false };
        Marks { forbidden, five: last_five(&Game::from_position(rule, position)) }
    }

    /// Returns the names of the points that the side to move may not play, without a separator.
    fn forbidden(self, board: &mut ThreatBoard) -> String {
        let color: Color = board.position().side_to_move();
        if !self.rule.restricts(color) {
            return String::new();
        }
        let doubtful = board.points(color, Threat::Forbidden);
        doubtful
            .iter()
            .filter(|&point| board.is_forbidden(color, point))
            .map(|point| point.to_string())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use dolmen::board::{BoardSize, Position};
    use dolmen::rules::{Rule, forbidden_points};
    use fastrand::Rng;

    use super::Arena;
    use crate::record::{GameRecord, MoveRecord};
    use crate::testing::game_record;

    /// Returns a game of different points in the middle of a board, where there is much to forbid.
    fn crowd(random: &mut Rng) -> GameRecord {
        let mut points: Vec<(u8, u8)> =
            (3..11).flat_map(|column| (3..11).map(move |row| (column, row))).collect();
        random.shuffle(&mut points);
        let moves =
            points.into_iter().take(40).map(|at| MoveRecord { at, ms: None, message: None });
        GameRecord { moves: moves.collect(), ..game_record() }
    }

    #[test]
    fn forbidden_points_are_those_of_the_slow_definition() {
        let size = BoardSize::square(15);
        for rule in [Rule::Renju, Rule::Omok, Rule::Freestyle] {
            let mut random = Rng::with_seed(4);
            let mut found = 0;
            for _ in 0..40 {
                let game = crowd(&mut random);
                let marks = Arena { rule, size }.marks(&game);
                let mut position = Position::new(size);
                for ply in 0..=game.moves.len() {
                    let slow = forbidden_points(&position, position.side_to_move(), rule);
                    let slow: String = slow.iter().map(|point| point.to_string()).collect();
                    let marked = marks.forbidden.get(ply).cloned().unwrap_or_default();
                    assert_eq!(marked, slow, "{rule}, ply {ply}");
                    found += usize::from(!slow.is_empty());
                    if let Some(played) = game.moves.get(ply) {
                        let [column, row] = [played.at.0, played.at.1].map(i64::from);
                        let point = size.point(column, row).expect("it is on the board");
                        position.play(point).expect("points are different");
                    }
                }
            }
            assert_eq!(found > 50, rule != Rule::Freestyle, "{rule}: {found}");
        }
    }

    #[test]
    fn a_five_goes_from_end_to_end_and_bad_moves_end_a_game() {
        let arena = Arena { rule: Rule::Freestyle, size: BoardSize::square(15) };
        let points = [(2, 2), (0, 0), (6, 6), (0, 2), (4, 4), (0, 4), (5, 5), (0, 6), (3, 3)];
        let record = |points: &[(u8, u8)]| GameRecord {
            moves: points.iter().map(|&at| MoveRecord { at, ms: None, message: None }).collect(),
            ..game_record()
        };
        assert_eq!(arena.marks(&record(&points)).five, ["c3", "d4", "e5", "f6", "g7"]);
        assert_eq!(arena.marks(&record(&points[..8])).five, [""; 0]);
        assert_eq!(arena.marks(&record(&[(2, 2), (2, 2), (99, 0)])).five, [""; 0]);
    }
}
