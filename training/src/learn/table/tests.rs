//! Tests of steps row by row.

use super::{Parameters, Table};

#[test]
fn touched_rows_find_the_bottom_and_others_stay() {
    let mut table = Table::<2>::within(4.0, 3);
    for _ in 0..2_000 {
        let value = table.values[1];
        table.touch(1);
        table.gradients[1] = [2.0 * (value[0] - 3.0), 20.0 * (value[1] + 9.0)];
        table.step(0.02);
        assert_eq!(table.gradients[1], [0.0, 0.0]);
    }
    assert!((table.values[1][0] - 3.0).abs() < 0.05, "{:?}", table.values);
    // The minimum lies beyond the limit.
    assert_eq!(table.values[1][1], -4.0);
    assert_eq!([table.values[0], table.values[2]], [[0.0; 2]; 2]);
}

#[test]
fn rows_without_a_limit_find_the_bottom_at_their_own_speed() {
    let mut table = Table::<1>::scaled(vec![1.0, 0.5]);
    for _ in 0..4_000 {
        let [a, b] = [table.values[0][0], table.values[1][0]];
        table.gradients = vec![[2.0 * (a - 3.0)], [20.0 * (b + 9.0)]];
        table.step_all(0.02);
    }
    let [[a], [b]] = table.values[..] else { panic!("two rows: {:?}", table.values) };
    assert!((a - 3.0).abs() < 0.05 && (b + 9.0).abs() < 0.05, "{a} {b}");
}
