//! The table of lengths.

use crate::statistics::{Sprt, SprtConfig};
use crate::table::expected_length;

#[test]
fn lengths_of_a_usual_test() {
    let config = SprtConfig { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalized: true };
    let text =
        expected_length(&Sprt::new(config).expect("the figures of a test are valid"), 0.5, 80);
    let expected = [
        "True nElo   Passes  Games",
        "    -5.00    0.0 %   9475",
        "    -2.50    0.3 %  14139",
        "     0.00    5.0 %  25591",
        "     2.50   50.0 %  41861",
        "     5.00   95.0 %  25591",
        "     7.50   99.7 %  14139",
        "    10.00  100.0 %   9475",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}
