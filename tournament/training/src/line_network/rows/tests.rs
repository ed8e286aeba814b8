//! Tests of steps row by row.

use super::{Form, Rows};

const FORM: Form = Form { rows: 3, width: 2, limit: 4.0 };

#[test]
fn touched_rows_find_the_bottom_and_others_stay() {
    let mut rows = Rows::new(FORM);
    for _ in 0..2_000 {
        let value = [rows.row(1)[0], rows.row(1)[1]];
        rows.touch(1);
        rows.slopes_mut(1).copy_from_slice(&[2.0 * (value[0] - 3.0), 20.0 * (value[1] + 9.0)]);
        rows.step(0.02);
        assert_eq!(rows.slopes(1), [0.0, 0.0]);
    }
    assert!((rows.row(1)[0] - 3.0).abs() < 0.05, "{:?}", rows.row(1));
    // The bottom lies beyond the limit.
    assert_eq!(rows.row(1)[1], -4.0);
    assert_eq!([rows.row(0), rows.row(2)].concat(), [0.0; 4]);
}

#[test]
fn bytes_keep_all_that_steps_need() {
    let mut rows = Rows::new(FORM);
    let step = |rows: &mut Rows| {
        rows.touch(2);
        rows.slopes_mut(2).copy_from_slice(&[0.5, -0.25]);
        rows.step(0.1);
    };
    step(&mut rows);
    let bytes = [rows.to_bytes(), vec![7]].concat();
    let mut rest = &bytes[..];
    let mut read = Rows::from_bytes(FORM, &mut rest).expect("there are enough bytes");
    assert_eq!((&read, rest), (&rows, &[7][..]));
    step(&mut rows);
    step(&mut read);
    assert_eq!(read, rows);
    assert_eq!(Rows::from_bytes(FORM, &mut &bytes[..20]), None);
}
