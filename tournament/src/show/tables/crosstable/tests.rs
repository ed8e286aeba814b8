//! Cells, and tables that need more than one block of columns.

use crate::show::tables::crosstable;
use crate::show::tables::samples::{engines, records};
use crate::statistics::{RatingSettings, ratings};

const GAMES: &str = "
    0.0 alpha beta black five
    0.1 beta alpha white five
    1.0 alpha gamma black crash
    1.1 gamma alpha draw board-full
    2.0 beta gamma void aborted
";

fn check(width: usize, expected: &[&str]) {
    let (records, engines) = (records(GAMES), engines("alpha beta gamma"));
    let settings = RatingSettings { bootstrap: 0, ..RatingSettings::default() };
    let list = ratings(&engines, &[], &settings).expect("no anchors");
    let text = crosstable(&records, &engines, &list, width);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn in_one_block() {
    check(
        80,
        &[
            "#  Engine      1      2      3",
            "1  alpha       \\  2-0-0  1-1-0",
            "2  beta    0-0-2      \\      ·",
            "3  gamma   0-1-1      ·      \\",
        ],
    );
}

#[test]
fn in_several_blocks() {
    check(
        26,
        &[
            "#  Engine      1      2",
            "1  alpha       \\  2-0-0",
            "2  beta    0-0-2      \\",
            "3  gamma   0-1-1      ·",
            "",
            "#  Engine      3",
            "1  alpha   1-1-0",
            "2  beta        ·",
            "3  gamma       \\",
        ],
    );
}
