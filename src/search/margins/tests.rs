//! Tests that the table of margins is consistent.

use crate::rules::Rule;
use crate::search::margins::{Margin, MarginOverrides, Margins};

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
fn the_margins_of_every_rule_are_in_their_ranges() {
    for rule in Rule::ALL {
        let margins = Margins::of(rule);
        for margin in Margins::ALL {
            let value = (margin.get)(&margins);
            assert!((margin.min..=margin.max).contains(&value), "{rule} {} {value}", margin.name);
        }
    }
}

#[test]
fn overrides_replace_what_they_name() {
    for margin in Margins::ALL {
        let mut overrides = MarginOverrides::default();
        assert_eq!(overrides.of(Rule::Standard), Margins::of(Rule::Standard));
        overrides.set(margin, margin.max);
        let mut expected = Margins::of(Rule::Standard);
        (margin.set)(&mut expected, margin.max);
        assert_eq!(overrides.of(Rule::Standard), expected, "{}", margin.name);
    }
}

#[test]
fn the_manual_lists_all_margins() {
    let rows = Margins::ALL.iter().map(|Margin { name, about, default, min, max, .. }| {
        format!("| `{name}` | {default} | {min} to {max} |{about} |\n")
    });
    let table = format!(
        "| margin | default | range | meaning |\n|---|---|---|---|\n{}",
        rows.collect::<String>()
    );
    let manual = include_str!("../../../docs/margins.md");
    assert!(manual.contains(&format!("\n\n{table}")), "expected in docs/margins.md:\n{table}");
}
