//! The positions of group Q against the referee: a case whose answer is not exactly what the rule
//! demands does not get in. The file is read here on its own, not by the reader of the suite.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::referee::{Content, Field, Point, Rule, Side, foul, has_line, wins};

/// A position of the file with the answers that it accepts.
struct Position {
    name: String,
    field: Field,
    rule: Rule,
    side: Side,
    answers: BTreeSet<Point>,
    /// Indicates whether `answers` are the only ones refused, not the only ones accepted.
    refused: bool,
}

impl Position {
    fn legal(&self) -> Vec<Point> {
        let mut points = self.field.empty_points();
        points.retain(|&point| foul(&self.field, self.rule, self.side, point).is_none());
        points
    }

    fn wins_of(&self, field: &Field, side: Side) -> Vec<Point> {
        let mut points = field.empty_points();
        points.retain(|&point| wins(field, self.rule, side, point));
        points
    }

    /// The legal points after which the other side has no five at once.
    fn stops(&self) -> BTreeSet<Point> {
        // A stone of the engine gives the other side no new five, so the old ones are all.
        let (other, threats) = (self.side.other(), self.wins_of(&self.field, self.side.other()));
        let safe = |&point: &Point| {
            let after = self.field.with(point, self.side);
            !threats.iter().any(|&threat| wins(&after, self.rule, other, threat))
        };
        self.legal().into_iter().filter(safe).collect()
    }

    /// The legal points that threaten a five which no legal stone of the other side stops.
    fn forces(&self) -> BTreeSet<Point> {
        let forced = |&point: &Point| {
            let after = self.field.with(point, self.side);
            let answers = |reply: Point| {
                foul(&after, self.rule, self.side.other(), reply).is_none()
                    && self.wins_of(&after.with(reply, self.side.other()), self.side).is_empty()
            };
            self.wins_of(&after, self.side.other()).is_empty()
                && !self.wins_of(&after, self.side).is_empty()
                && !after.empty_points().into_iter().any(answers)
        };
        self.legal().into_iter().filter(forced).collect()
    }

    /// The empty points that are fouls, or rows of six or more that do not win.
    fn pitfalls(&self) -> BTreeSet<Point> {
        let pitfall = |&point: &Point| {
            let longer = wins(&self.field, Rule::CaroPlus, self.side, point)
                && !wins(&self.field, Rule::Caro, self.side, point);
            foul(&self.field, self.rule, self.side, point).is_some()
                || longer && !wins(&self.field, self.rule, self.side, point)
        };
        self.field.empty_points().into_iter().filter(pitfall).collect()
    }

    fn check(&self) {
        let name = &self.name;
        let own: BTreeSet<Point> = self.wins_of(&self.field, self.side).into_iter().collect();
        let threats = self.wins_of(&self.field, self.side.other());
        if self.refused {
            assert!(own.is_empty(), "{name}: the engine can win");
            assert_eq!(self.answers, self.pitfalls(), "{name}: what must not be played");
            let all_stops_are_fouls = threats.is_empty() || self.stops().is_empty();
            assert!(all_stops_are_fouls, "{name}: there is a move to demand");
        } else if !own.is_empty() {
            assert_eq!(self.answers, own, "{name}: the wins");
        } else if !threats.is_empty() {
            assert_eq!(self.answers, self.stops(), "{name}: the moves that do not lose");
        } else {
            assert_eq!(self.answers, self.forces(), "{name}: the moves that force a win");
        }
        assert!(!self.answers.is_empty(), "{name}: no answer is named");
    }
}

/// A script with its variables replaced, once for each of their values.
fn scripts(case: &Table) -> Vec<String> {
    let script = case["script"].as_str().expect("a script");
    let Some(vary) = case.get("vary").and_then(Value::as_table) else {
        return vec![script.to_owned()];
    };
    let value = |list: &Value, run: usize| list[run].as_str().expect("a text").to_owned();
    let runs = vary.values().next().and_then(Value::as_array).expect("a list").len();
    (0..runs)
        .map(|run| {
            vary.iter().fold(script.to_owned(), |text, (key, list)| {
                text.replace(&format!("${key}"), &value(list, run))
            })
        })
        .collect()
}

fn number(case: &Table, key: &str) -> Option<i64> {
    case.get(key).map(|value| value.as_integer().expect("the value is a number"))
}

/// Puts the stones of a `board` line down in game order; none of them may win or be a foul.
fn set_up(line: &str, size: u16, rule: Rule, name: &str) -> (Field, Side) {
    let (mut own, mut opp, mut first) = (Vec::new(), Vec::new(), "");
    let mut key = "";
    for word in line.split_whitespace() {
        match (word, key) {
            ("own" | "opp", _) if key != "first" => key = word,
            ("first", _) => key = word,
            (_, "own") => own.push(word),
            (_, "opp") => opp.push(word),
            (_, "first") => first = word,
            _ => panic!("{name}: {word} in `board {line}`"),
        }
    }
    let own_first = first == "own";
    let (black, white) = if own_first { (own, opp) } else { (opp, own) };
    assert_eq!(black.len(), white.len() + usize::from(!own_first), "{name}: turns");
    let mut field = Field::new(size, size);
    for number in 0..black.len() + white.len() {
        let (stones, side) =
            if number % 2 == 0 { (&black, Side::Black) } else { (&white, Side::White) };
        let point: Point = stones[number / 2].parse().expect("the name is a point");
        assert_eq!(field.get(point), Content::Empty, "{name}: {point} twice");
        assert_eq!(foul(&field, rule, side, point), None, "{name}: {point} is a foul");
        assert!(!wins(&field, rule, side, point), "{name}: {point} ended the game");
        field.set(point, Content::Stone(side));
    }
    assert_eq!(has_line(&field, rule), None, "{name}");
    (field, if own_first { Side::Black } else { Side::White })
}

/// All positions of one run of a case whose answers are named.
fn positions(case: &Table, script: &str) -> Vec<Position> {
    let id = case["id"].as_str().expect("an identifier");
    let mut rule = number(case, "rule").unwrap_or(0);
    let size = number(case, "size").unwrap_or(15);
    let size = u16::try_from(size).expect("a small board");
    let lines: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut found = Vec::new();
    let mut board = None;
    for line in lines {
        let name = format!("{id}, rule {rule}, {}", board.unwrap_or_default());
        if let Some(code) = line.strip_prefix("rule ") {
            rule = code.parse().expect("a rule's code");
        } else if let Some(stones) = line.strip_prefix("board ") {
            board = stones.starts_with("own").then_some(stones);
        } else if let (Some(rest), Some(stones)) = (line.strip_prefix("< move "), board) {
            let rule = Rule::from_code(rule).expect("one of the five rules");
            let (field, side) = set_up(stones, size, rule, &name);
            let (refused, list) =
                rest.strip_prefix("but ").map_or((false, rest), |list| (true, list));
            let points =
                list.split_whitespace().map(|word| word.parse().expect("the name is a point"));
            let answers = points.collect();
            found.push(Position { name, field, rule, side, answers, refused });
        } else if line.starts_with("< move ") {
            panic!("{name}: the answer belongs to no `board own`");
        }
    }
    found
}

#[test]
fn every_answer_of_group_q_is_the_right_one() {
    let file: Table = include_str!("../../../cases/q-rules.toml").parse().expect("TOML");
    let cases = file["case"].as_array().expect("a list of cases");
    let mut checked = 0;
    for case in cases {
        let case = case.as_table().expect("a case");
        for script in scripts(case) {
            let positions = positions(case, &script);
            let games = script.contains("play ");
            assert!(games || !positions.is_empty(), "{} shows nothing", case["id"]);
            positions.iter().for_each(Position::check);
            checked += positions.len();
        }
    }
    assert!(checked > 200, "only {checked} positions were found");
}
