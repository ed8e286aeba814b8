//! The marks of whole games.

use dolmen::board::{BoardSize, Point, Position};
use dolmen::rules::{Rule, forbidden_points};
use fastrand::Rng;

use crate::insight::marks;

/// Returns different points in the middle of a board, where there is much to forbid.
fn crowd(random: &mut Rng) -> Vec<Point> {
    let mut points: Vec<Point> =
        (3..11).flat_map(|column| (3..11).map(move |row| Point::new(column, row))).collect();
    random.shuffle(&mut points);
    points.truncate(40);
    points
}

#[test]
fn forbidden_points_are_those_of_the_slow_definition() {
    let size = BoardSize::square(15);
    for rule in [Rule::Renju, Rule::Omok, Rule::Freestyle] {
        let mut random = Rng::with_seed(4);
        let mut found = 0;
        for _ in 0..40 {
            let points = crowd(&mut random);
            let marks = marks(rule, size, points.iter().copied());
            let mut position = Position::new(size);
            for ply in 0..=points.len() {
                let slow = forbidden_points(&position, position.side_to_move(), rule);
                let slow: String = slow.iter().map(|point| point.to_string()).collect();
                let marked = marks.forbidden.get(ply).cloned().unwrap_or_default();
                assert_eq!(marked, slow, "{rule}, ply {ply}");
                found += usize::from(!slow.is_empty());
                if let Some(&point) = points.get(ply) {
                    position.play(point).expect("points are different");
                }
            }
        }
        assert_eq!(found > 50, rule != Rule::Freestyle, "{rule}: {found}");
    }
}

#[test]
fn a_five_goes_from_end_to_end_and_an_occupied_point_ends_a_game() {
    let marks = |names: &[&str]| {
        let points = names.iter().map(|name| name.parse().expect("a point"));
        marks(Rule::Freestyle, BoardSize::square(15), points)
    };
    let game = ["c3", "a1", "g7", "a3", "e5", "a5", "f6", "a7", "d4"];
    assert_eq!(marks(&game).five, ["c3", "d4", "e5", "f6", "g7"]);
    assert_eq!(marks(&game[..8]).five, [""; 0]);
    assert_eq!(marks(&["c3", "c3", "d4"]).five, [""; 0]);
}
