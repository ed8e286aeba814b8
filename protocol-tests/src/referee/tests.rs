//! Tests of the definitions on readable boards, and of the properties of the generators.

mod cases;
mod data;
mod generators;
mod rules;

use crate::referee::{Content, Field, Point, Side};

/// The field of a diagram: `X` Black, `O` White, `D` dead, `*` marked and empty, anything else
/// empty; blanks do not count. With the marked points, row by row.
fn diagram(rows: &[&str]) -> (Field, Vec<Point>) {
    let rows: Vec<Vec<char>> =
        rows.iter().map(|row| row.chars().filter(|letter| *letter != ' ').collect()).collect();
    let size = |length: usize| u16::try_from(length).expect("diagrams are small");
    let mut field = Field::new(size(rows[0].len()), size(rows.len()));
    let mut marked = Vec::new();
    for point in field.points() {
        match rows[usize::from(point.y)][usize::from(point.x)] {
            'X' => field.set(point, Content::Stone(Side::Black)),
            'O' => field.set(point, Content::Stone(Side::White)),
            'D' => field.set(point, Content::Dead),
            '*' => marked.push(point),
            _ => {}
        }
    }
    (field, marked)
}
