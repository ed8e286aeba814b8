//! The table of margins is consistent.

use crate::rules::Rule;
use crate::search::margins::{MarginOverrides, Margins};

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

#[test]
fn every_rule_has_margins_in_range() {
    for rule in Rule::ALL {
        let margins = Margins::of(rule);
        for margin in Margins::ALL {
            let value = (margin.get)(&margins);
            assert!((margin.min..=margin.max).contains(&value), "{} under {rule}", margin.name);
        }
    }
}

#[test]
fn overrides_replace_single_margins_and_keep_those_of_the_rule() {
    let mut overrides = MarginOverrides::default();
    let freestyle = Margins::of(Rule::Freestyle);
    assert_eq!(overrides.applied_to(freestyle), freestyle);
    overrides.set("futility_base", 1);
    overrides.set("order_killer", 2);
    overrides.set("futility_base", 3);
    let expected = Margins { futility_base: 3, order_killer: 2, ..freestyle };
    assert_eq!(overrides.applied_to(freestyle), expected);
}
