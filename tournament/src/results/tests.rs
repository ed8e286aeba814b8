//! The results of a few games as text.

use crate::config::Config;
use crate::plan::Plan;
use crate::record::GameRecord;
use crate::results::{Results, ResultsError};
use crate::statistics::{RatingRequest, SprtConfig};
use crate::testing::{config, identities, record};

fn plan(config: &Config) -> Plan {
    Plan::new(config, &identities(config))
}

fn records(config: &Config) -> Vec<GameRecord> {
    plan(config).games().map(|task| record(config, &task)).collect()
}

fn results(config: &Config) -> Result<Results, ResultsError> {
    Results::new(&plan(config).canonical, &RatingRequest::default())
}

#[test]
fn a_match_ends_with_its_summary() {
    let mut config = config(2, 10);
    config.engines[1].limits.nodes = Some(500);
    let text = results(&config).expect("the configuration is valid").text(&records(&config), 100);
    assert!(text.contains("Games | N: 20"), "{text}");
    assert!(text.contains("| freestyle 15x15 tc 0/1 against tc 0/1 nodes 500\n"), "{text}");
}

#[test]
fn a_league_has_a_crosstable() {
    let config = config(3, 10);
    let results = results(&config).expect("the configuration is valid");
    let text = results.text(&records(&config), 100);
    assert!(!text.contains("Games | N:"), "{text}");
    assert!(text.contains("\n\n#  Engine "), "{text}");
    assert_eq!(results.expectation(100), None);
}

#[test]
fn the_order_of_finishing_changes_nothing() {
    let config = config(3, 10);
    let results = results(&config).expect("the configuration is valid");
    let mut records = records(&config);
    let text = results.text(&records, 100);
    records.reverse();
    assert_eq!(results.text(&records, 100), text);
}

#[test]
fn a_test_needs_two_engines() {
    let mut config = config(3, 1);
    let test = SprtConfig { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalized: true };
    config.sprt = Some(test);
    assert_eq!(results(&config).err(), Some(ResultsError::Engines(3)));
    config.engines.pop();
    let results = results(&config).expect("two are right");
    assert!(results.expectation(100).is_some_and(|text| text.contains("2.50")));
    assert!(results.standings(&records(&config), 100).contains("LLR"));
}

#[test]
fn anchors_are_engines() {
    let config = config(2, 1);
    let request = RatingRequest { anchors: vec![("Z".to_owned(), 0.0)], ..Default::default() };
    let error = Results::new(&plan(&config).canonical, &request).expect_err("Z does not play");
    assert!(error.to_string().contains('Z'), "{error}");
}
