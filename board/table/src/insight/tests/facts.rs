//! Fives, forbidden points, threats and values.

use super::{Line, drawn, line_to, random_positions};
use crate::insight::insight;
use crate::message::{ForbiddenPoint, Insight, Threats};
use dolmen::board::{Bitboard, Color, Point};
use dolmen::rules::{GameRule, Rule, five_points, forbidden};

fn look(line: &Line) -> Insight {
    insight(&line.tree, line.end, true, true).expect("the stones fit")
}

/// Returns the facts after moves from the empty board of 15×15.
fn after(rule: impl Into<GameRule>, moves: &str) -> Insight {
    look(&Line::of(rule, moves))
}

fn threats(line: &Line) -> Threats {
    look(line).threats.expect("threats were wanted")
}

#[test]
fn a_five_ends_the_game_and_is_shown_from_end_to_end() {
    let five = "j10 a1 h8 a2 l12 a3 i9 a4 k11";
    let insight = after(Rule::Standard, five);
    assert_eq!(insight.five, ["h8", "i9", "j10", "k11", "l12"]);
    assert_eq!((insight.outcome.as_deref(), insight.to_move), (Some("black"), None));
    assert_eq!(insight.threats, Some(Threats::default()));
    assert_eq!(insight.heat, Some(Vec::new()));

    let on = after(GameRule { rule: Rule::Standard, continuous: true }, five);
    assert_eq!((on.outcome, on.to_move, on.five.len()), (None, Some(Color::White), 0));
    // A later stone, and a pass.
    let insight = after(Rule::Standard, &format!("{five} o15"));
    assert_eq!((insight.outcome, insight.to_move), (None, Some(Color::Black)));
    assert_eq!(after(Rule::Freestyle, "h8 --").to_move, Some(Color::Black));
}

#[test]
fn fives_of_several_kinds() {
    let stones = "a8 -- b8 -- c8 -- d8 -- f8 -- g8 -- ";
    let seven = after(Rule::Freestyle, &format!("{stones} e8"));
    assert_eq!(seven.five, ["a8", "b8", "c8", "d8", "e8", "f8", "g8"]);
    for rule in [Rule::Standard, Rule::Caro, Rule::Omok] {
        assert_eq!(after(rule, &format!("{stones} e8")).outcome, None, "{rule}");
    }
    assert_eq!(after(Rule::Caro6, &format!("{stones} e8")).five.len(), 7);
    // A five that is closed at both ends counts only outside caro.
    let closed = "b8 a8 c8 g8 d8 -- e8 -- f8";
    assert_eq!(after(Rule::Standard, closed).outcome.as_deref(), Some("black"));
    assert_eq!(after(Rule::Caro, closed).outcome, None);
    // Two fives with one stone.
    let two = "d8 -- e8 -- f8 -- g8 -- h9 -- h10 -- h11 -- h12 -- h8";
    let expected = ["d8", "e8", "f8", "g8", "h8", "h8", "h9", "h10", "h11", "h12"];
    assert_eq!(after(Rule::Renju, two).five, expected);
}

#[test]
fn a_full_board_is_a_draw() {
    let full = drawn(Rule::Standard, "XOXOX\nXOXOX\nOXOXO\nXOXOX\nOXOXX", Color::White);
    let insight = look(&full);
    assert_eq!((insight.outcome.as_deref(), insight.to_move), (Some("draw"), None));
    assert!(insight.five.is_empty());
}

/// A forbidden point as a test expects it.
struct Expected<'a> {
    point: &'a str,
    reason: &'a str,
    rows: [&'a str; 2],
}

/// Checks the forbidden points of Black; an empty row stands for none.
fn check_forbidden(rule: Rule, text: &str, expected: Option<Expected<'_>>) {
    let found = look(&drawn(rule, text, Color::Black)).forbidden;
    let expected = expected.map(|Expected { point, reason, rows }| ForbiddenPoint {
        point: point.to_owned(),
        reason: reason.to_owned(),
        rows: rows
            .into_iter()
            .filter(|row| !row.is_empty())
            .map(|row| row.split(' ').map(str::to_owned).collect())
            .collect(),
    });
    assert_eq!(found, Vec::from_iter(expected), "{rule}\n{text}");
}

/// Two open threes that meet on e5.
const THREES: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . X X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn double_threes_come_with_their_rows() {
    let expected = || {
        let rows = ["b5 c5 d5 e5 f5", "e2 e3 e4 e5 e6"];
        Some(Expected { point: "e5", reason: "double three", rows })
    };
    check_forbidden(Rule::Renju, THREES, expected());
    check_forbidden(Rule::Omok, THREES, expected());
    check_forbidden(Rule::Standard, THREES, None);
    // White is restricted in omok alone.
    let white = THREES.replace('X', "O");
    assert!(look(&drawn(Rule::Renju, &white, Color::White)).forbidden.is_empty());
    assert_eq!(look(&drawn(Rule::Omok, &white, Color::White)).forbidden.len(), 1);
    // The row on line 5 becomes a straight four on b5 alone, where Black would make seven in a row:
    // in renju it is no three then.
    let trap = "
        . . . . . . . . .
        . X . . X . . . .
        . X . . X . . . .
        . X . . . . . . .
        . . X X . . O . .
        . X . . . . . . .
        . X . . . . . . .
        . X . . . . . . .
        . . . . . . . . .";
    let forbidden = |rule| look(&drawn(rule, trap, Color::Black)).forbidden;
    let is_e5 = |forbidden: &ForbiddenPoint| forbidden.point == "e5";
    assert!(!forbidden(Rule::Renju).iter().any(is_e5));
    assert!(forbidden(Rule::Omok).iter().any(is_e5));
}

#[test]
fn double_fours_and_overlines_come_with_their_rows() {
    let row_of = |cells: &str| {
        let empty = ". ".repeat(11);
        let rows = [empty.as_str(), cells].into_iter().chain(vec![empty.as_str(); 9]);
        rows.collect::<Vec<_>>().join("\n")
    };
    // A four on either side of the new stone, in one line.
    let fours = row_of(". X . X X . . X . . .");
    let rows = ["b2 c2 d2 e2 f2", "d2 e2 f2 g2 h2"];
    let expected = || Some(Expected { point: "f2", reason: "double four", rows });
    check_forbidden(Rule::Renju, &fours, expected());
    check_forbidden(Rule::Omok, &fours, None);
    let overline = row_of(". X X X . X X . . . .");
    let rows = ["b2 c2 d2 e2 f2 g2", ""];
    let expected = Expected { point: "e2", reason: "overline", rows };
    check_forbidden(Rule::Renju, &overline, Some(expected));
    check_forbidden(Rule::Renju, &row_of(". X . X X . X . . X ."), None);
    // Two open fours, with their ends.
    let open_fours = "
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let rows = ["b5 c5 d5 e5 f5 g5", "f1 f2 f3 f4 f5 f6"];
    let expected = Expected { point: "f5", reason: "double four", rows };
    check_forbidden(Rule::Renju, open_fours, Some(expected));
}

#[test]
fn forbidden_points_agree_with_the_slow_rules() {
    let mut rows = 0;
    for game in random_positions(400, 7..=10) {
        let (position, rule, color) = (game.position(), game.rule().rule, game.side_to_move());
        let insight = look(&line_to(game.rule(), position));
        assert_eq!(insight.to_move, Some(color));
        let expected = position.empty().iter().filter_map(|point| {
            let kind = forbidden(position, point, color, rule)?;
            Some((point.to_string(), kind.to_string()))
        });
        let found = insight.forbidden.iter().map(|f| (f.point.clone(), f.reason.clone()));
        assert!(found.eq(expected), "{rule}\n{position}");
        for forbidden in &insight.forbidden {
            let minimum = if forbidden.reason == "overline" { 1 } else { 2 };
            assert!(forbidden.rows.len() >= minimum, "{rule} {}\n{position}", forbidden.point);
            for row in &forbidden.rows {
                rows += 1;
                assert!(row.contains(&forbidden.point) && row.len() >= 4, "{row:?}\n{position}");
                let opponent = position.stones(!color);
                let is_free = |name: &String| !opponent.contains(name.parse().expect("a point"));
                assert!(row.iter().all(is_free), "{row:?}\n{position}");
            }
        }
    }
    assert!(rows > 20, "{rows}");
}

#[test]
fn threats_agree_with_the_slow_rules() {
    let mut threes = 0;
    for game in random_positions(300, 7..=10) {
        let (position, rule) = (game.position(), game.rule().rule);
        let threats = threats(&line_to(game.rule(), position));
        for color in Color::ALL {
            let names = |points: Bitboard| points.iter().map(|p| p.to_string()).collect::<Vec<_>>();
            let fives = five_points(position, color, rule);
            assert_eq!(threats.fives[color.index()], names(fives), "{rule}\n{position}");
            for point in &threats.open_fours[color.index()] {
                let point: Point = point.parse().expect("a point");
                assert_eq!(forbidden(position, point, color, rule), None, "{rule}\n{position}");
                let mut after = position.clone();
                after.place(point, color).expect("the point is empty");
                assert!(!five_points(&after, color, rule).is_empty(), "{rule} {point}\n{position}");
            }
            for three in &threats.threes[color.index()] {
                threes += 1;
                assert_eq!(three.len(), 3);
                let stones: Bitboard = three.iter().map(|p| p.parse::<Point>().unwrap()).collect();
                assert!(stones.is_subset(&position.stones(color)), "{rule} {three:?}\n{position}");
            }
        }
    }
    assert!(threes > 30, "{threes}");
}

#[test]
fn threats_are_shown() {
    let text = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . X X X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . O . O O . . . . .
        . . . . . . . . . .
        O X X X X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    let shown = threats(&drawn(Rule::Freestyle, text, Color::Black));
    assert_eq!(shown.fives, [vec!["f8".to_owned()], Vec::new()]);
    assert_eq!(shown.open_fours[0], ["b3", "f3"]);
    assert_eq!(shown.open_fours[1], ["c6"]);
    assert_eq!(shown.threes[0], [["c3", "d3", "e3"]]);
    assert_eq!(shown.threes[1], [["b6", "d6", "e6"]]);
    // White would have to stop the five with a four, which it cannot.
    assert!(shown.vcf_after_pass.is_empty());
    let shown = threats(&drawn(Rule::Freestyle, text, Color::White));
    assert_eq!(shown.vcf_after_pass, ["f8"]);
    // Without the four, an open three of the side that waits wins by fours.
    let calm = text.replace("O X X X X", "O . . X X");
    let shown = threats(&drawn(Rule::Freestyle, &calm, Color::White));
    assert_eq!(shown.vcf_after_pass.len(), 3, "{:?}", shown.vcf_after_pass);
    assert!(shown.vct_after_pass.is_empty(), "fours alone win already");
    // After a pass, the other side is to move.
    let mut line = drawn(Rule::Freestyle, &calm, Color::White);
    line.add(None);
    assert_eq!(look(&line).to_move, Some(Color::Black));
}

#[test]
fn a_win_by_open_threes_threatens_too() {
    let text = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . . . X X . . . . . .
        . . . . . . . . . . .
        . . . . . . . O . . .
        . . O . . . . . . O .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let shown = threats(&drawn(Rule::Freestyle, text, Color::White));
    assert!(shown.vcf_after_pass.is_empty() && !shown.vct_after_pass.is_empty(), "{shown:?}");
    let shown = threats(&drawn(Rule::Freestyle, text, Color::Black));
    assert!(shown.vct_after_pass.is_empty(), "White has nothing: {shown:?}");
}

#[test]
fn values_are_chances_of_all_legal_moves() {
    for game in random_positions(60, 7..=10) {
        let (position, rule) = (game.position(), game.rule().rule);
        let heat = look(&line_to(game.rule(), position)).heat.expect("values were wanted");
        assert_eq!(heat.len(), game.legal_moves().len(), "{rule}\n{position}");
        for heat in &heat {
            assert!((0.0..=1.0).contains(&heat.value), "{rule} {heat:?}\n{position}");
            let five = five_points(position, game.side_to_move(), rule);
            if five.contains(heat.point.parse().expect("a point")) {
                assert_eq!(heat.value, 1.0, "{rule}\n{position}");
            }
        }
    }
    // The middle of an empty board is better than a corner.
    let heat = after(Rule::Freestyle, "h8 i9").heat.expect("values were wanted");
    let value =
        |name: &str| heat.iter().find(|heat| heat.point == name).expect("a legal move").value;
    assert!(value("h9") > value("a1"));
    assert_eq!(after(Rule::Freestyle, "").heat.map(|heat| heat.len()), Some(225));
}

#[test]
fn the_book_is_shown_for_its_rule_alone() {
    let freestyle = look(&Line::of(Rule::Freestyle, "h8")).book;
    assert!(!freestyle.is_empty());
    assert!(freestyle.windows(2).all(|pair| pair[0].chance >= pair[1].chance), "{freestyle:?}");
    assert!(freestyle.iter().all(|line| !line.line.is_empty() && line.depth > 0));
    assert!(look(&Line::of(Rule::Caro, "h8")).book.is_empty());
    let continuous = GameRule { rule: Rule::Freestyle, continuous: true };
    assert!(look(&Line::of(continuous, "h8")).book.is_empty());
}
