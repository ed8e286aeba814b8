//! Tests of the walk along the lines against the slow definition.

use dolmen::board::{Direction, Position};
use dolmen::eval::line_network::dictionary::{Dictionary, RowNumber};
use dolmen::eval::line_network::window::window_at;

use super::{CellRows, PositionRows, Scanner, count_windows};
use crate::line_network::testing::{random_positions, stones};

/// The rows of all cells, each with its count, sorted.
fn sorted(cells: &[CellRows]) -> Vec<[RowNumber; 4]> {
    let repeated = |cell: &CellRows| vec![cell.rows; cell.count as usize];
    let mut all: Vec<_> = cells.iter().flat_map(repeated).collect();
    all.sort_unstable();
    all
}

/// The rows by the slow definition.
fn slow(position: &Position, dictionary: &Dictionary) -> [Vec<[RowNumber; 4]>; 2] {
    let mover = position.side_to_move();
    let windows =
        |point| Direction::ALL.map(|direction| window_at(position, mover, point, direction));
    let points: Vec<_> = position.size().points().map(windows).collect();
    let mut own: Vec<_> =
        points.iter().map(|four| four.map(|window| dictionary.row(window))).collect();
    let mut other: Vec<_> =
        points.iter().map(|four| four.map(|window| dictionary.row(window.swapped()))).collect();
    own.sort_unstable();
    other.sort_unstable();
    [own, other]
}

fn dictionary(positions: &[Position]) -> Dictionary {
    let stores: Vec<_> = positions.iter().map(stones).collect();
    let counts = count_windows(stores.iter().map(|store| store.of(0)));
    Dictionary::new(counts.commonest(2_000)).expect("windows of positions are valid")
}

#[test]
fn fast_equals_slow() {
    let positions = random_positions(1);
    let dictionary = dictionary(&positions);
    let mut scanner = Scanner::new(&dictionary);
    let mut rows = PositionRows::default();
    for position in &positions {
        scanner.read(stones(position).of(0), &mut rows);
        let found = [sorted(&rows.views[0]), sorted(&rows.views[1])];
        assert_eq!(found, slow(position, &dictionary), "{}", position.size());
    }
}
