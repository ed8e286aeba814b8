//! The five lines with a test, without one, without pairs, before the first game.

use crate::show::tables::samples::{engines, records};
use crate::show::tables::summary;
use crate::statistics::{Sprt, SprtConfig};

fn test() -> Sprt {
    let config = SprtConfig { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalized: true };
    Sprt::new(config).expect("the figures of a test are valid")
}

/// Pairs in which `new` got the given half points.
fn pairs(half_points: &[u8]) -> String {
    let mut text = String::new();
    for (pair, points) in half_points.iter().enumerate() {
        let (first, second) = match points {
            0 => ("white", "black"),
            1 => ("draw", "black"),
            2 => ("black", "black"),
            3 => ("black", "draw"),
            _ => ("black", "white"),
        };
        text += &format!("{pair}.0 new old {first} five\n{pair}.1 old new {second} five\n");
    }
    text
}

fn check(games: &str, paired: bool, sprt: Option<&Sprt>, expected: &[&str]) {
    let names = engines("new old");
    let text = summary(&records(games), &names, paired, sprt, "5 s, standard 15x15", 80);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_test_in_five_lines() {
    check(
        &pairs(&[2, 4, 2, 2, 3, 4, 2, 0, 2, 2]),
        true,
        Some(&test()),
        &[
            "Elo   | 52.51 +- 126.90 (95%) [-78.44, 188.42]",
            "SPRT  | 5 s, standard 15x15",
            "LLR   | 0.05 (-2.94, 2.94) [0.00, 5.00] nElo",
            "Games | N: 20 W: 11 L: 8 D: 1",
            "Penta | [1, 0, 6, 1, 2]",
        ],
    );
}

#[test]
fn without_a_test_the_likelihood_of_superiority() {
    check(
        &pairs(&[2, 4, 2, 2, 3, 4, 2, 0, 2, 2]),
        true,
        None,
        &[
            "Elo   | 52.51 +- 126.90 (95%) [-78.44, 188.42]",
            "Conf  | 5 s, standard 15x15",
            "nElo  | 67.00 +- 152.27 (95%) [-95.06, 225.45] LOS: 80.6 %",
            "Games | N: 20 W: 11 L: 8 D: 1",
            "Penta | [1, 0, 6, 1, 2]",
        ],
    );
}

#[test]
fn winning_everything_is_above_a_bound() {
    check(
        &pairs(&[4; 20]),
        true,
        None,
        &[
            "Elo   | above 404.02 (95%)",
            "Conf  | 5 s, standard 15x15",
            "nElo  | above 354.57 (95%) LOS: 100.0 %",
            "Games | N: 40 W: 40 L: 0 D: 0",
            "Penta | [0, 0, 0, 0, 20]",
        ],
    );
}

#[test]
fn games_without_partners_are_counted_alone() {
    let games = "0.0 new old black five\n1.0 old new black five\n2.0 new old black five";
    check(
        games,
        false,
        Some(&test()),
        &[
            "Elo   | 120.41 (95%) [-325.32, …]",
            "SPRT  | 5 s, standard 15x15",
            "LLR   | 0.01 (-2.94, 2.94) [0.00, 5.00] nElo",
            "Games | N: 3 W: 2 L: 1 D: 0",
            "Tri   | [1, 0, 2]",
        ],
    );
}

#[test]
fn pairs_wait_for_their_turn() {
    let games = pairs(&[4, 2, 4, 2]).replace("1.1 old new black five\n", "");
    check(
        &games,
        true,
        Some(&test()),
        &[
            "Elo   | 279.59 (95%) [-67.89, …]",
            "SPRT  | 5 s, standard 15x15",
            "LLR   | 0.02 (-2.94, 2.94) [0.00, 5.00] nElo after 1 of 3",
            "Games | N: 6 W: 5 L: 1 D: 0",
            "Penta | [0, 0, 1, 0, 2]",
        ],
    );
}

#[test]
fn nothing_yet() {
    check(
        "",
        true,
        Some(&test()),
        &[
            "Elo   | 0.00 (95%) […, …]",
            "SPRT  | 5 s, standard 15x15",
            "LLR   | 0.00 (-2.94, 2.94) [0.00, 5.00] nElo",
            "Games | N: 0 W: 0 L: 0 D: 0",
            "Penta | [0, 0, 0, 0, 0]",
        ],
    );
}
