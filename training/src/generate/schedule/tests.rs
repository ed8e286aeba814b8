//! Tests of the order of stages and of the shares of rules.

use crate::generate::plan::testing::plan;
use crate::generate::schedule::progress;

#[test]
fn the_rule_farthest_behind_comes_next() {
    let plan = plan(
        "[[stages]]\npositions = 100\nrules = { freestyle = 1.0 }\n\
         [[stages]]\npositions = 1000\nrules = { freestyle = 0.5, renju = 0.5 }",
    );
    let names: Vec<&str> = plan.rules.iter().map(|rule| rule.rule.name()).collect();
    assert_eq!(names, ["freestyle", "renju"]);
    let at = |positions: [u64; 2]| {
        let progress = progress(&plan, &positions);
        (progress.stage, progress.done, progress.wanted, names[progress.next])
    };
    assert_eq!(at([0, 0]), (1, 0, 100, "freestyle"));
    assert_eq!(at([99, 40]), (1, 99, 100, "freestyle"));
    // What freestyle has beyond the first stage counts for the second one.
    assert_eq!(at([150, 40]), (2, 90, 1000, "renju"));
    assert_eq!(at([150, 60]), (2, 110, 1000, "freestyle"));
    assert_eq!(at([900, 60]), (2, 560, 1000, "renju"));
    // The last stage is repeated.
    assert_eq!(at([600, 500]), (3, 0, 1000, "freestyle"));
    assert_eq!(at([1100, 500]), (3, 500, 1000, "renju"));
    assert_eq!(at([1100, 1000]), (4, 0, 1000, "freestyle"));
}
