//! Tests of pictures: the places of their parts, and texts that cannot break out of them.

use std::collections::BTreeSet;

use super::{
    Arrow, Disc, Fill, Form, GREEN, Ghost, Look, Mark, Outline, Palette, Picture, Row, Stroke,
};
use crate::board::{Bitboard, Color, Point, Position};
use crate::notation::PointNames;

fn position(text: &str) -> Position {
    Position::from_moves(text).expect("the moves are right")
}

fn point(text: &str) -> Point {
    text.parse().expect("it is a point")
}

fn points(texts: &[&str]) -> Bitboard {
    texts.iter().map(|text| point(text)).collect()
}

fn mark(at: &str, text: &str, look: Look) -> Mark {
    Mark { point: point(at), text: text.to_owned(), look }
}

fn disc(fill: &str) -> Disc {
    let ink = "#123456".to_owned();
    Disc { fill: fill.to_owned(), rim: "#000".to_owned(), ink, opacity: 50 }
}

/// Returns how often a part occurs in a picture.
fn count(picture: &Picture, moves: &str, part: &str) -> usize {
    picture.draw(&position(moves)).matches(part).count()
}

#[test]
fn draws_each_stone_once_with_its_number() {
    let text = Picture::default().draw(&position("15x15 #a1 h8 i9 j10"));
    assert_eq!(text.matches("r=\".45\"").count(), 3);
    assert!([">1<", ">2<", ">3<"].iter().all(|number| text.contains(number)));
    let plain = Picture { numbers: false, ..Picture::default() };
    assert!(!plain.draw(&position("5x5 a1")).contains("font-weight"));
}

#[test]
fn marks_the_last_stone_unless_it_has_a_ring_or_is_not_wanted() {
    let plain = Picture { numbers: false, ..Picture::default() };
    let ring = "<circle cx=\"8\" cy=\"8\" r=\".17\"/>";
    assert_eq!(count(&plain, "15x15 h8 i9", ring), 1, "a stone without a text has a small ring");
    let around = "<circle cx=\"8\" cy=\"8\" r=\".42\"/>";
    assert_eq!(count(&Picture::default(), "15x15 h8 i9", around), 1);
    let color = "#e2572b";
    let won = Picture { rings: points(&["i9"]), ..Picture::default() };
    assert_eq!(count(&won, "15x15 h8 i9", color), 0);
    let unmarked = Picture { last: false, ..Picture::default() };
    assert_eq!(count(&unmarked, "15x15 h8 i9", color), 0);
    assert_eq!(count(&plain, "15x15", color), 0, "an empty board has no last stone");
}

#[test]
fn a_mark_replaces_the_number_and_is_escaped() {
    let picture = Picture { marks: vec![mark("h8", "<&\"\n", Look::Plain)], ..Picture::default() };
    let text = picture.draw(&position("15x15 h8"));
    assert!(text.contains(">&lt;&amp;&quot;</text>") && !text.contains(">1</text></g>"));
}

#[test]
fn a_badge_leaves_the_number_and_a_disc_has_its_colours() {
    let badge = mark("h8", "??", Look::Badge("#b3261e".to_owned()));
    let candidate = mark("i9", "62", Look::Disc(disc("<red>")));
    let picture = Picture { marks: vec![badge, candidate], ..Picture::default() };
    let text = picture.draw(&position("15x15 h8"));
    let parts = [">1</text>", ">??</text>", "#b3261e", ">62</text>", "&lt;red&gt;", "#123456"];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("<g opacity=\"0.5\""));
}

#[test]
fn a_text_on_a_coloured_square_hides_the_lines_and_keeps_the_colour() {
    let fill = |at| Fill { point: point(at), color: "gold".to_owned(), opacity: 40 };
    let fills = vec![fill("c3"), fill("d4")];
    let picture =
        Picture { fills, marks: vec![mark("c3", "7", Look::Plain)], ..Picture::default() };
    let text = picture.draw(&position("15x15"));
    let square = |x: f64| {
        format!(
            "<rect x=\"{x}\" y=\"{x}\" width=\"1\" height=\"1\" fill=\"gold\" fill-opacity=\"0.4\"/>"
        )
    };
    let drawn = [1.5, 2.5].map(|x| text.matches(&square(x)).count());
    assert_eq!(drawn, [2, 1], "the square with a text is drawn again above the lines");
}

#[test]
fn rows_and_columns_have_the_names_of_a_notation_or_none() {
    let names = |names| {
        let text = Picture { names, ..Picture::default() }.draw(&position("5x7"));
        let texts = text.split("<text").skip(1);
        let content = |text: &str| {
            let (_, rest) = text.split_once('>').expect("an element");
            rest.split_once('<').expect("an end").0.to_owned()
        };
        texts.map(content).collect::<Vec<_>>().concat()
    };
    assert_eq!(names(Some(PointNames::Top)), "abcde1234567");
    assert_eq!(names(Some(PointNames::Bottom)), "abcde7654321");
    assert_eq!(names(Some(PointNames::Numbers)), "123451234567");
    assert_eq!(names(None), "");
}

#[test]
fn each_option_draws_its_shapes() {
    let row = |stroke| Row { from: point("a1"), to: point("e5"), color: "#row".to_owned(), stroke };
    let ring =
        |form, stroke| Outline { point: point("c4"), form, color: "#ring".to_owned(), stroke };
    let ghost = Ghost { point: point("d5"), color: Color::White, text: "88".to_owned() };
    let picture = Picture {
        rows: vec![row(Stroke::Bold), row(Stroke::Dashed)],
        outlines: vec![
            ring(Form::Circle, Stroke::Bold),
            ring(Form::Circle, Stroke::Thin),
            ring(Form::Triangle, Stroke::Bold),
            ring(Form::Square, Stroke::Bold),
            ring(Form::Cross, Stroke::Bold),
        ],
        arrows: vec![Arrow { from: point("a1"), to: point("c3"), color: GREEN.to_owned() }],
        ghosts: vec![ghost],
        crosses: points(&["e1", "e2"]),
        excluded: points(&["k1"]),
        cornered: points(&["k2"]),
        within: Some([point("j10"), point("f6")]),
        ..Picture::default()
    };
    let parts = [
        ("M0 0L4 4\" fill=\"none\" stroke=\"#row\"", 2),
        ("#ring", 5),
        ("M2 2.67l.29 .5h-.58Z", 1),
        ("M1.77 2.77h.46v.46h-.46Z", 1),
        ("M1.78 2.78L2.22 3.22", 1),
        (GREEN, 1),
        (">88</text>", 1),
        ("stroke=\"#d4351c\"", 1),
        ("<rect x=\"4.5\" y=\"4.5\" width=\"5\" height=\"5\"", 1),
        ("l.42 -.42", 1),
        ("V1.44H9.78", 1),
    ];
    for (part, times) in parts {
        assert_eq!(count(&picture, "15x15 h8", part), times, "{part}");
        assert_eq!(count(&Picture::default(), "15x15 h8", part), 0, "{part}");
    }
}

#[test]
fn leaves_out_points_off_the_board() {
    let far = point("s19");
    let color = "red".to_owned();
    let row = Row { from: point("a1"), to: far, color: color.clone(), stroke: Stroke::Bold };
    let picture = Picture {
        marks: vec![
            mark("s19", "far", Look::Plain),
            mark("s19", "far", Look::Disc(disc("red"))),
            mark("s19", "far", Look::Badge(color.clone())),
        ],
        fills: vec![Fill { point: far, color: color.clone(), opacity: 70 }],
        rows: vec![row],
        outlines: vec![Outline {
            point: far,
            form: Form::Square,
            color: color.clone(),
            stroke: Stroke::Thin,
        }],
        arrows: vec![Arrow { from: far, to: point("h8"), color }],
        ghosts: vec![Ghost { point: far, color: Color::Black, text: String::new() }],
        crosses: points(&["s19"]),
        excluded: points(&["s19"]),
        cornered: points(&["s19"]),
        within: Some([point("h8"), far]),
        ..Picture::default()
    };
    assert_eq!(picture.draw(&position("15x15 h8")), Picture::default().draw(&position("15x15 h8")));
}

#[test]
fn all_sizes_have_lines_and_labels() {
    for (size, stars) in [("5x5", 1), ("15x15", 5), ("20x20", 4), ("22x13", 4)] {
        let text = Picture::default().draw(&position(size));
        assert_eq!(text.matches("r=\".1\"").count(), stars, "{size}");
        let (width, height) = size.split_once('x').expect("a size");
        let labels = [width, height].map(|side| side.parse::<usize>().expect("a number"));
        assert_eq!(text.matches("<text").count(), labels.iter().sum::<usize>(), "{size}");
    }
}

#[test]
fn a_diagram_for_print_is_black_and_white() {
    let point = |name: &str| name.parse::<Point>().expect("a point");
    let picture = Picture {
        palette: Palette::Print,
        rings: Bitboard::from_iter([point("h8")]),
        crosses: Bitboard::from_iter([point("a1")]),
        excluded: Bitboard::from_iter([point("b1")]),
        cornered: Bitboard::from_iter([point("c1")]),
        within: Some([point("g7"), point("i9")]),
        ..Picture::default()
    };
    let text = picture.draw(&position("15x15 h8 i9"));
    let colors: BTreeSet<&str> = text
        .match_indices('#')
        .map(|(at, _)| text[at..].split('"').next().unwrap_or_default())
        .collect();
    let expected = ["#000", "#1a1a1a", "#808080", "#fff"];
    assert_eq!(colors.into_iter().collect::<Vec<_>>(), expected);
    assert!(text.len() < Picture::default().draw(&position("15x15 h8 i9")).len());
}
