//! Published openings: files of one opening a line, as `x,y` pairs from 0, black first. Lines
//! that begin with `#` are comments.

use std::fs;
use std::path::Path;

use dolmen::board::{BoardSize, Position};
use dolmen::rules::{Rule, check_move, outcome};

use super::PublishedOpening;

/// Reads the openings of a file for a board.
pub(super) fn read(
    path: &Path,
    size: BoardSize,
    rule: Rule,
) -> Result<Vec<PublishedOpening>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    lines
        .map(|(line, number)| {
            opening(line, size, rule).map_err(|what| format!("{name}, line {number}: {what}"))
        })
        .collect()
}

fn opening(line: &str, size: BoardSize, rule: Rule) -> Result<PublishedOpening, String> {
    let mut position = Position::new(size);
    for pair in line.split_whitespace() {
        let point = pair.split_once(',').and_then(|(column, row)| {
            size.point(column.trim().parse().ok()?, row.trim().parse().ok()?)
        });
        let point = point.ok_or_else(|| {
            format!("invalid point {pair:?}: expected x,y from 0,0 on a board of {size}")
        })?;
        check_move(&position, point, rule).map_err(|error| format!("{pair}: {error}"))?;
        position.play(point).expect("a legal move is on an empty point");
    }
    if outcome(&position, rule).is_some() {
        return Err("the game is over after the opening".to_owned());
    }
    let moves = position.history().iter().map(|stone| stone.point).collect();
    Ok(PublishedOpening { size, moves })
}
