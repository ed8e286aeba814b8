//! The formats of games: any bytes are a game or an error, and a game can be written and read again.

use dolmen::notation::{Defaults, moves, psq, read, renlib, sgf};
use fastrand::Rng;

use crate::distinct_points;

/// Returns a file in a random format.
pub fn input(random: &mut Rng) -> Vec<u8> {
    let count = random.usize(1..40);
    let points = distinct_points(random, Defaults::default().size).into_iter().take(count);
    let pairs = points.map(|point| format!("{},{}", point.column(), point.row()));
    let text = pairs.collect::<Vec<_>>().join("\n");
    let game = moves::read(&text, &Defaults::default()).expect("the points are distinct");
    match random.u8(..4) {
        0 => text.into_bytes(),
        1 => sgf::write(&game, "fuzz", &[("GC", "a comment")]).into_bytes(),
        2 => renlib::write(&game, game.shown).expect("the game fits RenLib"),
        _ => {
            let style = psq::Style { levels: [11; 2], end: "-1" };
            psq::write(&game, game.shown, &style).expect("there is no pass").into_bytes()
        }
    }
}

/// Reads a file, and writes the game and reads it again.
///
/// # Panics
/// Panics if the library fails.
pub fn check(data: &[u8]) {
    let defaults = Defaults::default();
    let game = if renlib::is_library(data) {
        renlib::read(data, &defaults, renlib::decode_utf8)
    } else {
        read(&String::from_utf8_lossy(data), &defaults)
    };
    let Ok(game) = game else { return };
    let again = read(&sgf::write(&game, "fuzz", &[]), &defaults).expect("SGF holds all");
    assert_eq!(again.nodes().len(), game.nodes().len());
}
