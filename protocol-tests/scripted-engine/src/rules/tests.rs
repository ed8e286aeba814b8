//! Wins and fouls. In the diagrams X is the engine's stone, O the other's, `#` a dead cell and `*`
//! the empty point in question; the first row and column are the edge of a 15x15 board.

use super::{Rule, forbidden, foul, wins};
use crate::game::{Cell, Game, Point};

fn read(diagram: &str) -> (Game, Option<Point>) {
    let mut game = Game::new(15, 15);
    let mut asked = None;
    for (y, row) in diagram.split_whitespace().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let p = Point::new(x as i64, y as i64);
            match letter {
                'X' => game.field.set(p, Cell::Own),
                'O' => game.field.set(p, Cell::Theirs),
                '#' => game.field.set(p, Cell::Dead),
                '*' => asked = Some(p),
                _ => {}
            }
        }
    }
    (game, asked)
}

fn rule(code: i64) -> Rule {
    Rule::from_code(code).expect("the tests name rules that exist")
}

/// Checks the rules under which a stone of X on `*` wins, where X is black.
fn check_wins(diagram: &str, codes: &[i64]) {
    let (game, p) = read(diagram);
    let p = p.expect("the diagram has a *");
    for code in [0, 1, 4, 8, 9] {
        let won = wins(&game, rule(code), Cell::Own, p);
        assert_eq!(won, codes.contains(&code), "rule {code}: {diagram}");
    }
}

#[test]
fn five_wins_under_every_rule() {
    check_wins(".XX*XX", &[0, 1, 4, 8, 9]);
    check_wins("....*\n...X\n..X\n.X\nX", &[0, 1, 4, 8, 9]);
    check_wins(".XX*X.X", &[]);
    check_wins(".XX*X#X", &[]);
}

#[test]
fn six_wins_where_nothing_is_exact() {
    check_wins(".XXX*XX", &[0, 8]);
    check_wins("OXXX*XXO", &[0, 8]);
}

#[test]
fn caro_wants_one_end_free_of_enemies() {
    check_wins("OXX*XXO", &[0, 1, 4]);
    check_wins("OXX*XX.", &[0, 1, 4, 8, 9]);
    check_wins("XX*XXO", &[0, 1, 4, 8, 9]);
    check_wins("OXX*XX#", &[0, 1, 4, 8, 9]);
}

#[test]
fn white_may_make_six_under_renju() {
    let (mut game, p) = read(".XXX*XX");
    game.black = Cell::Theirs;
    assert!(wins(&game, rule(4), Cell::Own, p.expect("the diagram has a *")));
}

#[test]
fn codes_are_those_of_the_protocol_with_or_without_continuous_play() {
    assert_eq!(Rule::from_code(6), Rule::from_code(4));
    for code in [-1, 5, 12, 16, 255] {
        assert_eq!(Rule::from_code(code), None, "{code}");
    }
}

/// Returns whether `*` is forbidden to X, who is black.
fn check_foul(diagram: &str, expected: bool) {
    let (game, p) = read(diagram);
    let p = p.expect("the diagram has a *");
    assert_eq!(foul(&game, rule(4), Cell::Own, p), expected, "{diagram}");
    assert!(!foul(&game, rule(0), Cell::Own, p), "freestyle knows no fouls");
}

#[test]
fn two_threes_are_forbidden() {
    check_foul(".......\n...X...\n...X...\n.XX*...\n.......\n", true);
    check_foul(".......\n...X...\n...X...\nOXX*...\n.......\n", false);
}

#[test]
fn two_fours_are_forbidden_also_in_one_line() {
    check_foul("....X\n....X\n....X\n.XXX*", true);
    check_foul("........\n...XXX*..XXX\n", false);
    check_foul("...XXX.*.XXX...", true);
    check_foul("....X.X*X.X....", true);
    check_foul("...XXX*........", false);
}

#[test]
fn six_are_forbidden_unless_the_stone_makes_five_elsewhere() {
    check_foul("..XXX*XX", true);
    check_foul(".....X\n.....X\n.....X\n.....X\n..XXX*XX", false);
}

#[test]
fn a_three_that_cannot_become_a_four_counts_for_nothing() {
    // The upright three would need a stone on a point that makes six in a row.
    check_foul(
        ".......
         .......
         ...X...
         .......
         .......
         ...X...
         .XX*....
         .......",
        false,
    );
}

#[test]
fn forbidden_points_are_listed_for_black_to_move_only() {
    let (mut game, _) = read(".XXX...\n....X\n....X\n....X\n......\n......O.O.OO.OO");
    let points = |game: &Game| forbidden(game, rule(4)).len();
    assert_eq!(points(&game), 1);
    game.field.set(Point::new(14, 14), Cell::Own);
    assert_eq!(points(&game), 0);
}
