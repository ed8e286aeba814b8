//! A person's collection of games: reads the lines of a file in the form that a page keeps.

use dolmen::Game;
use dolmen::board::{Color, Position};
use dolmen::notation::{Defaults, PointNames, Record, renlib};
use dolmen::rules::Outcome;

use crate::formats::{self, About, ReadError};
use crate::message::CollectedGame;
use crate::tree::{NodeId, Tree, TreeError};

/// The maximum number of lines of one file; a library of openings may have more.
pub const MAX_LINES: usize = 20_000;

/// Reads the games of a file: the main line of each game, and every line of a library of RenLib, of which
/// at most [`MAX_LINES`] are taken.
///
/// ```
/// use board_table::collection::read;
/// use dolmen::board::Color;
/// use dolmen::notation::Defaults;
///
/// let games = read(b"(;SZ[15]PB[Ann]RE[W+];B[hh];W[ii])(;SZ[15];B[aa])", &Defaults::default())?;
/// assert_eq!((games.len(), games[0].names[0].as_str()), (2, "Ann"));
/// assert_eq!((games[0].moves.as_str(), games[0].winner), ("h8i9", Some(Color::White)));
/// # Ok::<(), board_table::formats::ReadError>(())
/// ```
///
/// # Errors
/// Returns an error if the content is no game in any of the formats, or too large.
pub fn read(data: &[u8], defaults: &Defaults) -> Result<Vec<CollectedGame>, ReadError> {
    let is_library = renlib::is_library(data);
    let records = formats::read_records(data, defaults)?;
    let lines = records.iter().flat_map(|record| {
        let leaf = |&node: &usize| record.nodes()[node].children.is_empty();
        let ends = match is_library {
            true => (0..record.nodes().len()).filter(leaf).collect(),
            false => vec![record.end()],
        };
        ends.into_iter().map(|end| line(record, end)).collect::<Vec<_>>()
    });
    Ok(lines.filter(|game| !game.moves.is_empty()).take(MAX_LINES).collect())
}

/// Returns the line of a game at a table that ends with a node, as [`read`] finds it in a file of the game.
///
/// # Errors
/// Returns an error if the tree has no such node.
pub fn of_game(tree: &Tree, at: NodeId, about: &About) -> Result<CollectedGame, TreeError> {
    let nodes = tree.in_order();
    let end = nodes.iter().position(|node| node.id == at).ok_or(TreeError::NoNode(at))?;
    let mut record = formats::record(tree, &nodes, about, PointNames::default());
    if about.end != Some(at) {
        record.result.clear();
    }
    Ok(line(&record, end))
}

/// Returns the line that leads to a node.
fn line(record: &Record, end: usize) -> CollectedGame {
    let mut position = Position::new(record.size);
    let mut moves = String::new();
    for node in record.path(end).into_iter().skip(1) {
        match record.nodes()[node].point {
            // A file may have stones that its rule forbids; they are shown as they are.
            Some(point) if position.play(point).is_ok() => moves += &point.to_string(),
            Some(_) => break,
            None => {
                position.set_side_to_move(!position.side_to_move());
                moves += "--";
            }
        }
    }
    let outcome = match record.result.as_bytes() {
        [b'B' | b'b', b'+', ..] => Some(Outcome::Win(Color::Black)),
        [b'W' | b'w', b'+', ..] => Some(Outcome::Win(Color::White)),
        [b'0'] | [b'D' | b'd', ..] => Some(Outcome::Draw),
        _ => Game::from_position(record.rule, position).outcome(),
    };
    CollectedGame {
        names: record.names.clone(),
        rule: record.rule.rule,
        width: record.size.width(),
        height: record.size.height(),
        moves,
        winner: match outcome {
            Some(Outcome::Win(color)) => Some(color),
            _ => None,
        },
        is_draw: outcome == Some(Outcome::Draw),
    }
}

#[cfg(test)]
mod tests {
    use dolmen::board::Color;
    use dolmen::notation::Defaults;
    use dolmen::rules::Rule;

    use super::read;
    use crate::formats::{About, write};
    use crate::message::FileFormat;
    use crate::tree::{ROOT, Tree};

    #[test]
    fn every_line_of_a_library_is_a_game() {
        let mut tree = Tree::new(Rule::Freestyle, dolmen::BoardSize::square(15));
        let point = |name: &str| name.parse().ok();
        let first = tree.add(ROOT, point("h8")).expect("a free point");
        let second = tree.add(first, point("i9")).expect("a free point");
        tree.add(first, point("h9")).expect("a free point");
        tree.add(second, point("a1")).expect("a free point");
        let about = About::default();
        let points = Defaults::default().points;
        let library = write(&tree, FileFormat::RenLib, ROOT, &about, points).expect("15x15");
        let games = read(&library, &Defaults::default()).expect("it is a library");
        let mut moves: Vec<&str> = games.iter().map(|game| game.moves.as_str()).collect();
        moves.sort_unstable();
        assert_eq!(moves, ["h8h9", "h8i9a1"]);
        let sgf = write(&tree, FileFormat::Sgf, ROOT, &about, points).expect("any size");
        let games = read(&sgf, &Defaults::default()).expect("it is SGF");
        assert_eq!(games.len(), 1, "the main line of a game");
    }

    #[test]
    fn the_winner_is_that_of_the_file_or_of_the_rule() {
        let winner = |text: &[u8]| {
            let games = read(text, &Defaults::default()).expect("it is a game");
            games[0].winner
        };
        assert_eq!(winner(b"h8a1h9a2h10a3h11a4h12"), Some(Color::Black));
        assert_eq!(winner(b"h8a1h9a2h10a3h11a4"), None);
        assert_eq!(winner(b"(;SZ[15]RE[W+Resign];B[hh])"), Some(Color::White));
        assert!(read(b"no game", &Defaults::default()).is_err());
    }
}
