//! Pictures of the board that a page shows.

use super::Scene;
use crate::message::Message;

impl Scene {
    /// Asks for the picture of a board, as JSON without its size of 15×15, and returns the text.
    #[track_caller]
    fn picture(&mut self, board: &str) -> String {
        let board = format!(r#"{{"width": 15, "height": 15, {board}}}"#);
        self.command(&format!(r#"{{"type": "picture", "id": "svg 1", "board": {board}}}"#));
        assert_eq!(self.refusal(), None);
        let picture = self.messages.iter().find_map(|message| match message {
            Message::Picture { id, svg } => Some((id.clone(), svg.clone())),
            _ => None,
        });
        let (id, svg) = picture.expect("a picture is sent");
        assert_eq!(id, "svg 1", "the answer repeats the name");
        svg
    }
}

const STONES: &str =
    r#""stones": [{"point": "h8", "color": "black"}, {"point": "i9", "color": "white"}]"#;

/// Checks how often a picture has these parts, and that a picture of the stones alone has none of them.
#[track_caller]
fn assert_parts(board: &str, parts: &[(&str, usize)]) {
    let mut scene = Scene::new();
    let bare = scene.picture(STONES);
    let svg = scene.picture(&format!("{STONES}, {board}"));
    for (part, times) in parts {
        assert_eq!(svg.matches(part).count(), *times, "{part}: {svg}");
        assert_eq!(bare.matches(part).count(), 0, "{part} without {board}");
    }
}

#[test]
fn a_picture_has_stones_and_what_the_settings_show() {
    let mut scene = Scene::new();
    let bare = scene.picture(STONES);
    assert!(bare.starts_with("<svg") && bare.contains("width=\"1200\""), "{bare}");
    assert_eq!(bare.matches("r=\".45\"").count(), 2, "two stones");
    assert!(!bare.contains("<text"), "no names and no numbers");
    let numbered = r#""stones": [{"point": "h8", "color": "black"}, {"point": "i9", "color": "white", "number": 7}]"#;
    let numbered = scene.picture(numbered);
    assert_eq!((numbered.matches("<text").count(), numbered.matches(">7</text>").count()), (1, 1));
    assert_parts(r#""last": true"#, &[("#e2572b", 1)]);
    assert_parts(r#""crosshair": true"#, &[("M0 8L14 8", 1), ("M8 0L8 14", 1)]);
    let mut edge = |names: &str| {
        let svg = scene.picture(&format!(r#"{STONES}, "names": "{names}""#));
        let row = svg.rsplit("<text").next().unwrap_or_default().to_owned();
        (svg.matches("<text").count(), row.contains(">15<"), row.contains(">1<"))
    };
    assert_eq!(edge("top"), (30, true, false), "the last row is at the bottom");
    assert_eq!(edge("bottom"), (30, false, true));
    assert_eq!(edge("numbers"), (30, true, false));
}

#[test]
fn a_picture_has_what_is_drawn_and_judged() {
    let drawings = r#""drawings": [{"from": "c3", "color": "red"}, {"from": "c3", "to": "f5", "color": "blue"}]"#;
    assert_parts(drawings, &[("#b3261e", 1), ("#1d4f9e", 1)]);
    let signs = r#""signs": [{"point": "h8", "kind": "blunder", "text": "??"}, {"point": "a1", "kind": "five-point"},
        {"point": "c1", "kind": "best", "text": "62"}, {"point": "d1", "kind": "poor", "text": "9", "faint": true}]"#;
    let parts = [
        (">??</text>", 1),
        (">62</text>", 1),
        ("#12807a", 1),
        ("opacity=\"0.55\"", 1),
        ("#d4351c", 1),
    ];
    assert_parts(signs, &parts);
    let five = r##""five": ["h8"], "rows": [{"from": "h8", "to": "h12", "kind": "five"}, {"from": "a1", "to": "c3", "kind": "three"}]"##;
    assert_parts(five, &[("#1f9d63", 2), ("#b86a00", 1)]);
}

#[test]
fn a_picture_has_values_ghosts_areas_and_forbidden_points() {
    assert_parts(r#""forbidden": ["g7", "s19"]"#, &[("M5.78 5.78", 1)]);
    let values = r#""values": [{"point": "g7", "strength": 80, "text": "71"}]"#;
    assert_parts(values, &[(">71</text>", 1), ("fill-opacity=\"0.8\"", 2)]);
    let covered = r#""values": [{"point": "g7", "strength": 80, "text": "71"}],
        "signs": [{"point": "g7", "kind": "best", "text": "62", "faint": true}]"#;
    assert_parts(covered, &[(">71</text>", 0), (">62</text>", 1), ("fill-opacity=\"0.8\"", 1)]);
    let ghosts = r#""ghosts": [{"point": "g7", "color": "white", "text": "3"}]"#;
    assert_parts(ghosts, &[(">3</text>", 1), ("opacity=\".55\"", 1)]);
    let area = r#""area": {"excluded": ["a1"], "only": ["b1", "c1"]}"#;
    assert_parts(area, &[("#5a5148", 1), ("#0b5a8a", 1)]);
    assert_parts(r#""within": 1"#, &[("x=\"5.5\" y=\"5.5\" width=\"3\"", 1)]);
    assert_parts(r#""within": 20"#, &[("x=\"-0.5\" y=\"-0.5\" width=\"15\"", 1)]);
}

#[test]
fn a_board_that_does_not_exist_is_refused() {
    let mut scene = Scene::new();
    let mut refusal = |board: &str| {
        scene.command(&format!(r#"{{"type": "picture", "id": "1", "board": {board}}}"#));
        scene.refusal().expect("it is refused").to_owned()
    };
    assert!(refusal(r#"{"width": 30, "height": 15}"#).contains("30"));
    let twice = r#"{"width": 15, "height": 15, "stones": [{"point": "h8", "color": "black"}, {"point": "h8", "color": "white"}]}"#;
    assert!(refusal(twice).contains("occupied"));
    let far = r#"{"width": 5, "height": 5, "stones": [{"point": "h8", "color": "black"}]}"#;
    assert!(refusal(far).contains("off the board"));
}

#[test]
fn a_diagram_has_no_colours() {
    let mut scene = Scene::new();
    let svg = scene.picture(&format!(
        r#"{STONES}, "print": true, "crosshair": true, "last": true, "five": ["h8"], "forbidden": ["a1"],
        "rows": [{{"from": "a1", "to": "c3", "kind": "five"}}],
        "drawings": [{{"from": "c3", "color": "red"}}, {{"from": "c3", "to": "f5", "color": "blue"}}],
        "values": [{{"point": "d4", "strength": 50, "text": "61"}}],
        "signs": [{{"point": "e5", "kind": "best", "text": "70"}}, {{"point": "h8", "kind": "blunder", "text": "??"}}]"#
    ));
    let colors = svg.match_indices('#').map(|(at, _)| svg[at..].split('"').next());
    let grey = ["#000", "#fff", "#1a1a1a", "#1c1a16", "#808080"];
    for color in colors.map(Option::unwrap_or_default) {
        assert!(grey.contains(&color), "{color}: {svg}");
    }
}
