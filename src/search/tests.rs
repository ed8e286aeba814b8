//! Tests that the search finds the necessary moves, keeps its limits, and is reproducible.

use crate::board::{BoardSize, Color, Point, Position, diagram};
use crate::rules::{Rule, forbidden};
use crate::search::{
    Control, Limits, MarginOverrides, Margins, Memory, Origin, Request, SearchResult, Silent,
    search,
};
use crate::tests::random_position;

/// The size in bytes of a table that suffices for the small searches of these tests.
const TABLE_BYTES: usize = 1 << 20;

pub(super) fn think(
    position: &Position,
    rule: Rule,
    request: &Request,
    memory: &mut Memory,
) -> SearchResult {
    let control = Control::without_clock();
    search(position, rule, memory, request, &control, &mut Silent).expect("a point is empty")
}

pub(super) fn with_nodes(nodes: u64) -> Request {
    Request::new(Limits { nodes: Some(nodes), ..Limits::unlimited() })
}

/// Checks that the search plays on a `*` of a diagram.
fn check(rule: Rule, color: Color, text: &str) {
    let mut diagram = diagram::parse_marked(text, "*").expect("a board");
    diagram.position.set_side_to_move(color);
    let result = think(&diagram.position, rule, &with_nodes(20_000), &mut Memory::new(TABLE_BYTES));
    let marked = diagram.marks.iter().any(|&(point, _)| point == result.best);
    assert!(marked, "{rule}, {color} plays {}:\n{text}", result.best);
}

#[test]
fn makes_five_and_stops_five() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . O O O O X . .
                . . . . . . . . .
                . * X X X X O . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .";
    check(Rule::Freestyle, Color::Black, text);
    let text = text.replace('*', ".").replace(". . O O O O", ". * O O O O");
    check(Rule::Freestyle, Color::White, &text);
    let only_stop = ". . . . . . . . .
                     . . . . . . . . .
                     . . . . . . . . .
                     . . O . O . . . .
                     . * X X X X O . .
                     . . . . . . . . .
                     . . . . . . . . .
                     . . . . . . . . .
                     . . . . . . . . .";
    check(Rule::Freestyle, Color::White, only_stop);
}

#[test]
fn stops_an_open_three() {
    check(
        Rule::Freestyle,
        Color::White,
        ". . . . . . . . . .
         . . . . . . . . . .
         . . . . . . . . . .
         . . . . . . . . . .
         . . * * X X X * * .
         . . . . . O . . . .
         . . . . O . . . . .
         . . . . . . . . . .
         . . . . . . . . . .
         . . . . . . . . . .",
    );
}

/// Returns a position that white wins by the returned move under renju: the four leaves black only
/// the point where two open threes of black cross.
pub(super) fn forbidden_answer() -> (Position, Point) {
    let text = ". . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . X . . . .
                . . . . . . X . . . .
                . X O O O * . . . . .
                . . . . . . . X . . .
                . . . . . . . . X . .
                . . . . . . . . . . .
                . . . . . . . . . . .";
    let mut diagram = diagram::parse_marked(text, "*").expect("a board");
    diagram.position.set_side_to_move(Color::White);
    (diagram.position, diagram.marks[0].0)
}

#[test]
fn never_plays_a_forbidden_point() {
    for (seed, rule) in (0..40).zip([Rule::Renju, Rule::Omok].into_iter().cycle()) {
        let mut random = fastrand::Rng::with_seed(seed);
        let position = random_position(&mut random, rule, BoardSize::square(11));
        let result = think(&position, rule, &with_nodes(500), &mut Memory::new(TABLE_BYTES));
        let color = position.side_to_move();
        let fault = forbidden::forbidden(&position, result.best, color, rule);
        assert_eq!(fault, None, "seed {seed} {rule} {}\n{position}", result.best);
    }
}

#[test]
fn node_limited_searches_repeat() {
    for (seed, rule) in (0..).zip(Rule::ALL) {
        let mut random = fastrand::Rng::with_seed(seed);
        let position = random_position(&mut random, rule, BoardSize::square(15));
        let request = with_nodes(5_000);
        let repeatable = |result: SearchResult| {
            (result.best, result.summary.score, result.summary.nodes, result.summary.depth)
        };
        let mut memory = Memory::new(TABLE_BYTES);
        let first = repeatable(think(&position, rule, &request, &mut memory));
        let fresh = think(&position, rule, &request, &mut Memory::new(TABLE_BYTES));
        assert_eq!(repeatable(fresh), first, "seed {seed} {rule}");
        memory.clear();
        let after_new_game = think(&position, rule, &request, &mut memory);
        assert_eq!(repeatable(after_new_game), first, "seed {seed} {rule}");
        assert!(first.2 <= 5_000 + 30, "nodes {}", first.2);
    }
}

#[test]
fn a_search_that_goes_on_ages_nothing() {
    let position = Position::from_moves("15x15 h8 i9 h9 h10 i8").expect("a game");
    let mut memory = Memory::new(TABLE_BYTES);
    let result = think(&position, Rule::Standard, &with_nodes(2_000), &mut memory);
    let generation = memory.table.generation();
    memory.resumed = vec![result.summary];
    think(&position, Rule::Standard, &with_nodes(2_000), &mut memory);
    assert_eq!(memory.table.generation(), generation);
    think(&position, Rule::Standard, &with_nodes(2_000), &mut memory);
    assert_ne!(memory.table.generation(), generation, "a search of its own");
}

/// Returns each margin at each end of its range.
fn extreme_margins() -> impl Iterator<Item = (&'static str, MarginOverrides)> {
    Margins::ALL.iter().flat_map(|margin| {
        [margin.min, margin.max].map(|end| {
            let mut margins = MarginOverrides::default();
            margins.set(margin, end);
            (margin.name, margins)
        })
    })
}

fn think_with(
    margins: MarginOverrides,
    position: &Position,
    rule: Rule,
    nodes: u64,
) -> SearchResult {
    let mut memory = Memory::new(TABLE_BYTES);
    memory.margins = margins;
    think(position, rule, &with_nodes(nodes), &mut memory)
}

#[test]
fn no_margin_hides_a_double_three() {
    let text = ". . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . X . . . . .
                . . . . . X . . . . .
                . . . X X * . . . . .
                . . . . . . . . . . .
                . . . . . . . O . . .
                . . O . . . . . . O .
                . . . . . . . . . . .
                . O . . . . . . . . .";
    let mut diagram = diagram::parse_marked(text, "*").expect("a board");
    diagram.position.set_side_to_move(Color::Black);
    for (name, margins) in extreme_margins() {
        let result = think_with(margins, &diagram.position, Rule::Freestyle, 20_000);
        assert!(result.summary.score.is_win(), "{name}: {result:?}");
    }
}

/// Checks that pruning and reductions lead to no false proof.
#[test]
fn no_margin_proves_what_another_refutes() {
    let mut proofs = 0;
    for (seed, rule) in (0..24).zip(Rule::ALL.into_iter().cycle()) {
        let mut random = fastrand::Rng::with_seed(seed);
        let position = random_position(&mut random, rule, BoardSize::square(9));
        let scores: Vec<_> = extreme_margins()
            .map(|(_, margins)| think_with(margins, &position, rule, 600).summary.score)
            .collect();
        let [wins, losses] =
            [scores.iter().any(|score| score.is_win()), scores.iter().any(|score| score.is_loss())];
        assert!(!(wins && losses), "seed {seed} {rule}\n{position}");
        proofs += usize::from(wins || losses);
    }
    assert!(proofs > 8, "{proofs}");
}

#[test]
fn limits_are_kept() {
    let position =
        random_position(&mut fastrand::Rng::with_seed(3), Rule::Freestyle, BoardSize::square(15));
    let request = Request::new(Limits { depth: Some(3), ..Limits::unlimited() });
    let result = think(&position, Rule::Freestyle, &request, &mut Memory::new(TABLE_BYTES));
    assert!(result.summary.depth <= 3);

    let control = Control::without_clock();
    control.stop();
    let mut memory = Memory::new(TABLE_BYTES);
    let request = Request::new(Limits::unlimited());
    let stopped = search(&position, Rule::Freestyle, &mut memory, &request, &control, &mut Silent);
    let stopped = stopped.expect("a move even when stopped at once");
    assert!(position.is_empty_at(stopped.best) && stopped.summary.nodes < 2_000);
}

#[test]
fn full_boards_and_last_points() {
    let size = BoardSize::square(5);
    for rule in Rule::ALL {
        let mut position = Position::new(size);
        for (number, point) in size.points().enumerate().skip(1) {
            // The colours alternate in lines of two, so that there is no five.
            let color =
                if (number / 2 + point.row()) % 2 == 0 { Color::Black } else { Color::White };
            position.place(point, color).expect("free");
        }
        position.set_side_to_move(Color::White);
        let mut memory = Memory::new(TABLE_BYTES);
        let last = think(&position, rule, &with_nodes(100), &mut memory);
        assert_eq!(last.best, Point::new(0, 0));
        position.play(last.best).expect("free");
        let (request, control) = (Request::new(Limits::unlimited()), Control::without_clock());
        let none = search(&position, rule, &mut memory, &request, &control, &mut Silent);
        assert_eq!(none, None);
    }
}

#[test]
fn the_first_move_is_the_centre() {
    for side in [5, 8, 15, 19, 22] {
        let position = Position::new(BoardSize::square(side));
        let result = think(&position, Rule::Renju, &with_nodes(100), &mut Memory::new(TABLE_BYTES));
        assert_eq!(result.best, position.geometry().center());
        assert_eq!(result.summary.score.plies_to_end(), None);
        assert!(result.summary.origin == Origin::Search && result.summary.depth > 0);
    }
}
