//! The ratings of a small ladder, in each of its forms.

use std::path::PathBuf;

use super::{LadderRatings, PairingResults, StageResults};
use crate::statistics::{RatingRequest, UnknownAnchor};
use crate::testing::games;

/// Two stages: in the first one all three engines met, in the second one two of them.
fn stages() -> [StageResults; 2] {
    let pairing = |text: &str, report: Option<&str>| PairingResults {
        records: games(text),
        planned: 2,
        is_paired: true,
        report: report.map(PathBuf::from),
    };
    let stage = |title: &str, pairings| StageResults {
        title: title.to_owned(),
        limits: "tc 30/0.3".to_owned(),
        pairings,
    };
    let freestyle = vec![
        pairing("0.0 alpha <b> black five\n0.1 <b> alpha white five", Some("20x20/a-b 1.html")),
        pairing("0.0 alpha gamma black five\n0.1 gamma alpha draw board-full", None),
        pairing(
            "0.0 <b> gamma black five\n0.1 gamma <b> black five\n1.0 <b> gamma void aborted",
            None,
        ),
    ];
    let renju = vec![pairing("0.0 gamma alpha black five\n0.1 alpha gamma draw board-full", None)];
    [stage("freestyle 20x20", freestyle), stage("renju 15x15", renju)]
}

fn names() -> Vec<String> {
    ["<b>", "gamma", "alpha", "absent"].map(str::to_owned).to_vec()
}

#[test]
fn the_list_has_all_stages_and_each() {
    let (names, stages) = (names(), stages());
    let ratings = LadderRatings::new(&names, &stages, &RatingRequest::default());
    let ratings = ratings.expect("there are no anchors");
    let text = ratings.text(120);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 4, "an engine without games has no rating: {text}");
    assert!(rows[0].ends_with(&["Failed", "freestyle", "20x20", "renju", "15x15"]), "{text}");
    let named = |place: usize| rows[place][1];
    assert_eq!([named(1), named(2), named(3)], ["alpha", "gamma", "<b>"]);
    assert_eq!(rows[3].last(), Some(&"–"), "it played in one stage: {text}");
    let games: Vec<&str> = rows[1..].iter().map(|row| row[row.len() - 4]).collect();
    assert_eq!(games, ["6", "6", "4"]);
    assert!(text.contains("  -") && !text.contains('−'), "{text}");
    let page = ratings.page();
    assert!(page.contains("<td class=\"strong\">−") && page.contains("[−"), "{page}");
    let markdown = ratings.markdown();
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(
        lines[0],
        "| engine | all stages | freestyle 20×20 | renju 15×15 | games | failed |"
    );
    assert_eq!(lines[1], "|---|---|---|---|---|---|");
    assert!(lines[2].starts_with("| alpha | +") && lines[2].ends_with(" | 6 | 0 |"), "{markdown}");
    let about = "Ratings in Elo with 95 % intervals; 0 is the mean of the engines; 8 games.";
    assert_eq!(lines.last(), Some(&&*format!("{about} freestyle 20×20, renju 15×15: tc 30/0.3.")));
    assert!(lines[4].starts_with("| <b> | ") && lines[4].ends_with(" | – | 4 | 0 |"), "{markdown}");
}

#[test]
fn an_anchor_holds_where_it_played() {
    let (names, stages) = (names(), stages());
    let anchors = vec![("<b>".to_owned(), 100.0)];
    let request = RatingRequest { anchors, ..RatingRequest::default() };
    let ratings = LadderRatings::new(&names, &stages, &request).expect("the anchor is an engine");
    let text = ratings.text(120);
    let anchored = text.lines().last().expect("there are engines");
    let words: Vec<&str> = anchored.split_whitespace().collect();
    assert_eq!(words, ["3", "<b>", "+100", "[+100,", "+100]", "4", "0", "+100", "–"], "{text}");
    let anchors = vec![("delta".to_owned(), 0.0)];
    let request = RatingRequest { anchors, ..RatingRequest::default() };
    let unknown = LadderRatings::new(&names, &stages, &request).err();
    assert_eq!(unknown, Some(UnknownAnchor("delta".to_owned())));
}

#[test]
fn the_page_links_the_games_and_escapes_names() {
    let (names, stages) = (names(), stages());
    let ratings = LadderRatings::new(&names, &stages, &RatingRequest::default());
    let page = ratings.expect("there are no anchors").page();
    assert!(page.contains("<a href=\"20x20/a-b%201.html\">2-0-0</a>"), "{page}");
    assert!(
        page.contains("<a href=\"20x20/a-b%201.html\">0-0-2</a>"),
        "as the other engine sees it"
    );
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"), "{page}");
    assert!(page.contains("1-1-0") && page.contains("0-1-1"), "the second stage: {page}");
    assert_eq!(page.matches("<tr>").count(), 1 + 3 + 1 + 3 + 1 + 2);
    let empty = StageResults { title: "omok 15x15".to_owned(), ..StageResults::default() };
    let stages = [empty];
    let ratings = LadderRatings::new(&names, &stages, &RatingRequest::default());
    let page = ratings.expect("there are no anchors").page();
    assert!(page.contains("No pair of games is finished."), "{page}");
}
