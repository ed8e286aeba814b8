//! The results of a few games as text, and the expected length of a test.

use crate::config::Config;
use crate::plan::Plan;
use crate::record::GameRecord;
use crate::show::results::{Results, ResultsError};
use crate::show::tables::{all_tables, expectation, expected_length, running_table};
use crate::statistics::{RatingRequest, Sprt, SprtConfig};
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
    let text =
        all_tables(&results(&config).expect("the configuration is valid"), &records(&config), 100);
    assert!(text.contains("Games | N: 20"), "{text}");
    assert!(text.contains("| freestyle 15x15 tc 0/1 against tc 0/1 nodes 500\n"), "{text}");
}

#[test]
fn a_league_has_a_crosstable() {
    let config = config(3, 10);
    let results = results(&config).expect("the configuration is valid");
    let text = all_tables(&results, &records(&config), 100);
    assert!(!text.contains("Games | N:"), "{text}");
    assert!(text.contains("\n\n#  Engine "), "{text}");
    assert_eq!(expectation(&results, 100), None);
}

#[test]
fn the_order_of_finishing_changes_nothing() {
    let config = config(3, 10);
    let results = results(&config).expect("the configuration is valid");
    let mut records = records(&config);
    let text = all_tables(&results, &records, 100);
    records.reverse();
    assert_eq!(all_tables(&results, &records, 100), text);
}

#[test]
fn a_test_needs_two_engines() {
    let mut config = config(3, 1);
    let test = SprtConfig { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalized: true };
    config.sprt = Some(test);
    assert_eq!(results(&config).err(), Some(ResultsError::Engines(3)));
    config.engines.pop();
    let results = results(&config).expect("two are right");
    assert!(expectation(&results, 100).is_some_and(|text| text.contains("2.50")));
    assert!(running_table(&results, &records(&config), 100).contains("LLR"));
}

#[test]
fn anchors_are_engines() {
    let config = config(2, 1);
    let request = RatingRequest { anchors: vec![("Z".to_owned(), 0.0)], ..Default::default() };
    let error = Results::new(&plan(&config).canonical, &request).expect_err("Z does not play");
    assert!(error.to_string().contains('Z'), "{error}");
}

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
