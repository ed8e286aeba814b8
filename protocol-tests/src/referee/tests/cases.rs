//! Checks the positions of group Q against the referee: the accepted answers of each case must be
//! exactly those that the rule demands.

use std::collections::BTreeSet;

use crate::case::{Case, built_in};
use crate::referee::{Content, Field, Point, Rule, Side, foul, has_line, wins};
use crate::script::{Action, BoardSpec, Pattern, Step, Text};

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
        // A stone of the engine gives the other side no new five, so its present ones are all.
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

/// Puts stones down in game order; none of them may win or be a foul.
fn set_up(own: &[Point], theirs: &[Point], own_first: bool, empty: Field, rule: Rule) -> Field {
    let (black, white) = if own_first { (own, theirs) } else { (theirs, own) };
    assert_eq!(black.len(), white.len() + usize::from(!own_first), "turns");
    let mut field = empty;
    for number in 0..black.len() + white.len() {
        let (stones, side) =
            if number % 2 == 0 { (black, Side::Black) } else { (white, Side::White) };
        let point = stones[number / 2];
        assert_eq!(field.get(point), Content::Empty, "{point} twice");
        assert_eq!(foul(&field, rule, side, point), None, "{point} is a foul");
        assert!(!wins(&field, rule, side, point), "{point} ended the game");
        field.set(point, Content::Stone(side));
    }
    assert_eq!(has_line(&field, rule), None);
    field
}

/// All positions of one run of a case whose answers are named.
fn positions(case: &Case, steps: &[Step]) -> Vec<Position> {
    let setup = case.setup.expect("group Q has no raw case");
    let size = u16::from(setup.size);
    let mut code = setup.rule.unwrap_or(0);
    let mut found = Vec::new();
    let mut board = None;
    for step in steps {
        let expectation = match &step.action {
            Action::Send { text: Text(text), .. } => {
                let rule = text.strip_prefix("INFO rule ");
                code = rule.map_or(code, |rule| rule.parse().expect("a rule's code"));
                continue;
            }
            Action::Board(spec) => {
                board = Some((spec, &step.text));
                continue;
            }
            Action::Expect(expectation) => expectation,
            _ => continue,
        };
        let Pattern::Move { among, but } = &expectation.alternatives[0].pattern else { continue };
        if among.is_empty() && but.is_empty() {
            continue;
        }
        let Some((BoardSpec::Stones { own, theirs, own_first, .. }, text)) = board else {
            panic!("{}: `{}` belongs to no `board own`", case.id, step.text);
        };
        let name = format!("{}, rule {code}, {text}", case.id);
        let rule = Rule::from_code(code).expect("one of the five rules");
        let field = set_up(own, theirs, *own_first, Field::new(size, size), rule);
        let side = if *own_first { Side::Black } else { Side::White };
        let answers = among.iter().chain(but);
        let answers = answers.map(|Text(text)| text.parse().expect("the name is a point"));
        let refused = among.is_empty();
        found.push(Position { name, field, rule, side, answers: answers.collect(), refused });
    }
    found
}

#[test]
fn every_answer_of_group_q_is_the_right_one() {
    let groups = built_in().expect("the case files are valid");
    let group = groups.iter().find(|group| group.letter == 'Q').expect("there is a group Q");
    let mut checked = 0;
    for case in &group.cases {
        for script in case.variations.iter().filter_map(|variation| variation.script.as_ref()) {
            let positions = positions(case, &script.steps);
            let games = case.script_text.contains("play ");
            assert!(games || !positions.is_empty(), "{} shows nothing", case.id);
            positions.iter().for_each(Position::check);
            checked += positions.len();
        }
    }
    assert!(checked > 200, "only {checked} positions were found");
}
