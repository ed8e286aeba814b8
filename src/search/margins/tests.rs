//! Tests that the table of margins is consistent.

use crate::search::margins::Margins;

#[test]
fn every_margin_has_a_name_a_range_and_a_field_of_its_own() {
    let defaults = Margins::default();
    for (index, margin) in Margins::ALL.iter().enumerate() {
        assert_eq!((margin.get)(&defaults), margin.default, "{}", margin.name);
        assert!((margin.min..=margin.max).contains(&margin.default), "{}", margin.name);
        let mut changed = defaults;
        (margin.set)(&mut changed, margin.default + 1);
        for (other, also) in Margins::ALL.iter().enumerate() {
            let expected = also.default + i32::from(other == index);
            assert_eq!((also.get)(&changed), expected, "{} by {}", also.name, margin.name);
        }
    }
}
