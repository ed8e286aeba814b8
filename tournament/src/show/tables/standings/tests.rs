//! The ranking of a small tournament.

use crate::show::tables::samples::{engines, records};
use crate::show::tables::standings;
use crate::statistics::{RatingSettings, pair_results, ratings};

const GAMES: &str = "
    0.0 alpha beta black five
    0.1 beta alpha white five
    1.0 alpha gamma black crash it ended
    1.1 gamma alpha draw board-full
    2.0 beta gamma black five
    2.1 gamma beta black five
    3.0 alpha beta void aborted
";

fn check(width: usize, expected: &[&str]) {
    let (records, engines) = (records(GAMES), engines("gamma alpha beta absent"));
    let results = pair_results(&records, &engines, true);
    let settings = RatingSettings { bootstrap: 0, ..RatingSettings::default() };
    let list = ratings(&engines, &results, &settings).expect("no anchors");
    let text = standings(&records, &engines, &list, width);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn everything_in_a_wide_terminal() {
    check(
        120,
        &[
            "#  Engine   Elo  95 % interval  Games   Score  Won  Drawn  Lost  Failed    Black   White",
            "1  alpha   +128         […, …]      4  87.5 %    3      1     0       0  100.0 %  75.0 %",
            "2  gamma    -43         […, …]      4  37.5 %    1      1     2       1   75.0 %   0.0 %",
            "3  beta     -85         […, …]      4  25.0 %    1      0     3       0   50.0 %   0.0 %",
            "4  absent     –         […, …]      0       –    0      0     0       0        –       –",
        ],
    );
}

#[test]
fn the_most_important_in_a_narrow_one() {
    check(
        40,
        &[
            "#  Engine   Elo  95 % interval  Games",
            "1  alpha   +128         […, …]      4",
            "2  gamma    -43         […, …]      4",
            "3  beta     -85         […, …]      4",
            "4  absent     –         […, …]      0",
        ],
    );
}
