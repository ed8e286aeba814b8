//! The table of margins.

use crate::search::margins::Margins;

#[test]
fn every_margin_has_a_name_a_range_and_a_place_of_its_own() {
    let usual = Margins::default();
    for (index, margin) in Margins::ALL.iter().enumerate() {
        assert_eq!((margin.get)(&usual), margin.usual, "{}", margin.name);
        assert!((margin.least..=margin.most).contains(&margin.usual), "{}", margin.name);
        let mut changed = usual;
        (margin.set)(&mut changed, margin.usual + 1);
        for (other, also) in Margins::ALL.iter().enumerate() {
            let expected = also.usual + i32::from(other == index);
            assert_eq!((also.get)(&changed), expected, "{} by {}", also.name, margin.name);
        }
    }
}
