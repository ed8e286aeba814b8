//! The title, the dates and the result of a game in files.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dolmen::board::Color;

use super::{DOLMEN, PERSON, PLAYING, Scene};
use crate::computation::{Computed, Step};
use crate::message::Message;
use crate::table::Millis;
use crate::tree::NodeId;

/// A game of two stones that a file has, which Black gave up.
const GIVEN_UP: &str =
    "(;GM[4]SZ[15]GN[Final]DT[1999-12-30,31]RU[renju]PB[Ann]PW[Ben]RE[W+R];B[hh];W[ih])";

impl Scene {
    /// Does the computation that a command asks for, and takes its result.
    #[track_caller]
    fn compute(&mut self, command: &serde_json::Value) -> Option<Message> {
        let command = serde_json::from_value(command.clone()).expect("the command is valid");
        let output = self.table.take(command, Millis(self.now));
        let mut work = output.computations.into_iter().next().expect("it is computed").begin();
        match work.step(&|| Millis(0)) {
            Step::Done(Computed::Message(message)) => Some(*message),
            Step::Done(computed @ Computed::Imported(_)) => {
                let output = self.table.computed(computed, Millis(self.now));
                self.note(output);
                None
            }
            Step::Progress(_) => panic!("files take one step"),
        }
    }

    /// Opens a file.
    #[track_caller]
    fn open(&mut self, file: &str) -> &mut Self {
        let import = serde_json::json!({ "type": "import", "data": STANDARD.encode(file) });
        assert_eq!(self.compute(&import), None, "{file}");
        self
    }

    /// Returns the game as SGF.
    #[track_caller]
    fn sgf(&mut self) -> String {
        self.file("sgf")
    }

    /// Returns the game as a file of a format.
    #[track_caller]
    fn file(&mut self, format: &str) -> String {
        let at = self.status.last;
        let export = serde_json::json!({ "type": "export", "id": "a", "format": format, "at": at });
        let file = self.compute(&export);
        let Some(Message::File { id, data, .. }) = file else { panic!("no file: {file:?}") };
        assert_eq!(id, "a");
        let text = STANDARD.decode(data).expect("it is in base64");
        String::from_utf8(text).expect("it is text")
    }

    /// Continues as a page does after a restart of its table: with the game that it has kept.
    #[track_caller]
    fn restarted(&self) -> Self {
        let mut later = Self::new();
        later.restore(&self.kept());
        later
    }
}

/// Checks that a file has these properties, and none of the others.
#[track_caller]
fn check(sgf: &str, present: &[&str], absent: &[&str]) {
    for part in present {
        assert!(sgf.contains(part), "no {part}: {sgf}");
    }
    for part in absent {
        assert!(!sgf.contains(part), "{part}: {sgf}");
    }
}

#[test]
fn a_file_of_a_game_has_its_names_days_and_result() {
    let mut scene = Scene::new();
    scene.command(r#"{"type": "play", "at": 0, "point": "h8"}"#);
    for day in ["2026-11-26", "2026-11-27", "2026-11-26"] {
        scene.command(&format!(r#"{{"type": "date", "date": "{day}"}}"#));
    }
    let open = scene.sgf();
    check(&open, &["DT[2026-11-26,2026-11-27]", "RU[freestyle]", "PW[Dolmen, level 4]"], &["RE["]);
    scene.command(r#"{"type": "resign"}"#).command(r#"{"type": "review"}"#);
    for sgf in [scene.sgf(), scene.restarted().sgf()] {
        check(&sgf, &["DT[2026-11-26,2026-11-27]", "RE[W+R]"], &["GN["]);
    }
}

#[test]
fn a_record_of_piskvork_names_a_person_as_the_page_does() {
    let mut scene = Scene::new();
    scene.command(r#"{"type": "play", "at": 0, "point": "h8"}"#);
    check(&scene.file("psq"), &["\nYou\nDolmen, level 4\n"], &["?"]);
    check(&scene.sgf(), &["PW[Dolmen, level 4]"], &["PB["]);
    scene.open("(;GM[4]SZ[15]PB[Ann];B[hh];W[ih])");
    check(&scene.file("psq"), &["\nAnn\nWhite\n"], &["?"]);
    scene.open("(;GM[4]SZ[15];B[hh];W[ih])");
    check(&scene.file("psq"), &["\n9,8,0\n-1\n"], &["Black"]);
}

#[test]
fn the_days_of_a_game_are_bounded() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8");
    for day in 1..=99 {
        scene.command(&format!(r#"{{"type": "date", "date": "2026-01-{day:02}"}}"#));
    }
    assert!(scene.status.date.starts_with("2026-01-01,2026-01-02,"), "{}", scene.status.date);
    assert!(scene.status.date.ends_with(",2026-01-99"), "{}", scene.status.date);
    assert_eq!(scene.status.date.split(',').count(), 30);
    scene.command(r#"{"type": "date", "date": "today"}"#);
    assert_eq!(scene.refusal(), Some("invalid date \"today\": expected 2026-11-26"));
}

#[test]
fn an_opened_game_keeps_what_its_file_said() {
    let mut scene = Scene::new();
    scene.open(GIVEN_UP);
    let said = ["GN[Final]DT[1999-12-30,31]RU[renju]PB[Ann]PW[Ben]RE[W+R]"];
    for sgf in [scene.sgf(), scene.restarted().sgf()] {
        check(&sgf, &said, &[]);
    }
    // A variation after the end is not the game, and neither is one that replaces its end.
    scene.command(r#"{"type": "play", "at": 2, "point": "a1"}"#);
    check(&scene.sgf(), &said, &[]);
    scene.command(r#"{"type": "play", "at": 1, "point": "a1"}"#);
    check(&scene.sgf(), &said, &[]);
    scene.command(r#"{"type": "promote", "at": 4}"#);
    check(&scene.sgf(), &["GN[Final]"], &["RE["]);
    scene.command(r#"{"type": "promote", "at": 2}"#);
    check(&scene.sgf(), &said, &[]);
    scene.command(r#"{"type": "remove", "at": 2}"#);
    check(&scene.sgf(), &["GN[Final]"], &["RE["]);
    // A new game has none of these facts.
    scene.game(PERSON, PERSON, &[]).stones("h8");
    check(&scene.sgf(), &[], &["GN[", "DT[", "RE["]);
}

#[test]
fn a_game_that_goes_on_has_its_new_end() {
    let mut scene = Scene::new();
    scene.open(GIVEN_UP).command(r#"{"type": "playOn", "at": 1}"#);
    scene.is(PLAYING);
    scene.command(r#"{"type": "date", "date": "2026-11-26"}"#);
    let kept = ["GN[Final]DT[1999-12-30,31,2026-11-26]RU[renju]PB[Ann]PW[Ben]"];
    check(&scene.sgf(), &kept, &["RE["]);
    scene.stones("i9 h7");
    let undecided = scene.sgf();
    check(&undecided, &kept, &["RE["]);
    let moves = ";B[hh]\n(;W[ii]\n;B[hg])\n(;W[ih])";
    check(&undecided, &[moves], &[]);
    scene.command(r#"{"type": "resign"}"#);
    for sgf in [scene.sgf(), scene.restarted().sgf()] {
        check(&sgf, &kept, &["RE[W"]);
        check(&sgf, &["RE[B+R]"], &[]);
    }
}

/// Returns the notices of the last messages.
fn notices(scene: &Scene) -> Vec<&str> {
    scene
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Notice { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn a_file_that_leaves_something_open_says_so() {
    let check = |file: &str, expected: &[&str]| {
        let mut scene = Scene::new();
        scene.game(PERSON, PERSON, &[("rule", "\"omok\"")]);
        scene.open(file);
        assert_eq!(notices(&scene), expected, "{file}");
    };
    let assumed = "omok is assumed. The rule can be changed below the players.";
    check(GIVEN_UP, &[]);
    let like_the_board = "Read as omok 15×15, like the game on the board; the rule can be changed below the \
                          players.";
    check("h8 i9", &[like_the_board]);
    check("renju 15x15 h8 i9", &[]);
    check("(;GM[4];B[hh])", &[&format!("The file does not name its rule; {assumed}")]);
    check(
        "Piskvorky 15x15, 0:0, 0\n8,8\n",
        &[&format!("The file does not name its rule; {assumed}")],
    );
    check(
        "(;GM[1]RU[Chinese];B[hh])",
        &[
            "The file calls itself a game of Go (GM[1]); its stones are shown as five in a row.",
            &format!("The file names an unknown rule: \"Chinese\"; {assumed}"),
        ],
    );
    check(
        "(;RU[omok];B[hh])(;RU[omok];B[ii])",
        &[
            "The file has more games, and this is the first one. My games, under Analyse, opens them all.",
        ],
    );
}

#[test]
fn stones_that_were_set_up_cannot_be_taken_back() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]);
    scene.command(
        r#"{"type": "arrange", "onto": {"rule": "freestyle", "width": 15, "height": 15}, "toMove": "white",
            "stones": [{"point": "h8", "color": "black"}, {"point": "i8", "color": "black"}]}"#,
    );
    assert_eq!(scene.refusal(), None);
    check(&scene.sgf(), &["AB[hh][ih]PL[W]"], &[";B[", ";W["]);
    let at = scene.status.last;
    scene.command(&format!(r#"{{"type": "playOn", "at": {at}}}"#)).stones("a1 b1");
    for sgf in [scene.sgf(), scene.restarted().sgf()] {
        check(&sgf, &["AB[hh][ih]PL[W]\n;W[aa]\n;B[ba]"], &[]);
    }
    scene.command(r#"{"type": "takeBack"}"#).command(r#"{"type": "takeBack"}"#);
    assert_eq!((scene.status.last, scene.status.can_take_back), (at, false));
}

#[test]
fn what_is_tried_after_a_game_is_marked_in_its_file() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 i9");
    scene.command(r#"{"type": "resign"}"#).command(r#"{"type": "review"}"#);
    scene.command(r#"{"type": "play", "at": 2, "point": "a1"}"#);
    let tried = "\n;B[aa]C[Tried in analysis: the game ended before this move.]";
    check(&scene.sgf(), &["RE[W+R]", tried], &[]);
}

#[test]
fn a_game_from_a_file_gets_another_rule_and_loses_nothing() {
    let mut scene = Scene::new();
    scene.open("(;GM[4]SZ[15]RU[Gomoku]EV[Cup];B[hh]C[good];W[ih](;B[hg])(;B[hi]))");
    check(&scene.sgf(), &["RU[Gomoku]"], &["RU[freestyle]"]);
    scene.command(r#"{"type": "rule", "rule": "renju"}"#);
    assert_eq!(scene.refusal(), None);
    check(
        &scene.sgf(),
        &["RU[renju]EV[Cup]\n;B[hh]C[good]\n;W[ih]\n(;B[hg])\n(;B[hi])"],
        &["Gomoku"],
    );
    scene.game(PERSON, PERSON, &[]).command(r#"{"type": "rule", "rule": "renju"}"#);
    assert_eq!(scene.refusal(), Some("the rule of a game that is played cannot be changed"));
}

#[test]
fn an_opened_game_is_checked_against_its_rule() {
    let notices = |sgf: &str| {
        let mut scene = Scene::new();
        scene.open(sgf);
        let notices = scene.messages.iter().filter_map(|message| match message {
            Message::Notice { text, point } => Some((text.clone(), point.clone())),
            _ => None,
        });
        notices.collect::<Vec<_>>()
    };
    let legal = "(;SZ[15]RU[renju];B[fh];W[aa];B[gh];W[ac];B[hi];W[ae];B[hj];W[ag]";
    assert_eq!(notices(&format!("{legal})")), []);
    let text = "Move 9 breaks the rule: a black stone on this point would make a double three.";
    let found = notices(&format!("{legal};B[hh];W[oo])"));
    assert_eq!(found, [(text.to_owned(), Some("h8".to_owned()))]);
}

#[test]
fn rows_from_the_top_are_mentioned_where_they_differ() {
    let cases = [
        ("renju 15x15 h8 i9", "bottom", 1),
        ("renju 15x15 h8 i9", "top", 0),
        ("renju 15x15", "bottom", 0),
        ("h8i9", "bottom", 0),
    ];
    for (text, points, expected) in cases {
        let mut scene = Scene::new();
        let data = STANDARD.encode(text);
        let import = serde_json::json!({ "type": "import", "data": data, "points": points });
        assert_eq!(scene.compute(&import), None, "{text}");
        let notices = scene.messages.iter().filter(|message| match message {
            Message::Notice { text, .. } => text.contains("row 1 is at the top"),
            _ => false,
        });
        assert_eq!(notices.count(), expected, "{text} {points}");
    }
}

#[test]
fn an_answer_about_games_has_the_identifier_of_its_request() {
    let mut scene = Scene::new();
    let mut collect = |id: &str, file: &str| {
        let data = STANDARD.encode(file);
        scene.compute(&serde_json::json!({ "type": "collect", "id": id, "data": data }))
    };
    let answer = collect("a", GIVEN_UP);
    assert!(matches!(&answer, Some(Message::Games { id, .. }) if id == "a"), "{answer:?}");
    let answer = collect("b", "(;GM[1]SZ[19];B[aa");
    let of_b = Some("b".to_owned());
    assert!(matches!(&answer, Some(Message::Refused { id, .. }) if *id == of_b), "{answer:?}");
}

#[test]
fn a_game_on_the_board_is_collected_as_its_file_would_be() {
    let mut scene = Scene::new();
    scene.game(PERSON, DOLMEN, &[]).command(r#"{"type": "play", "at": 0, "point": "h8"}"#);
    scene.command(r#"{"type": "resign"}"#).command(r#"{"type": "review"}"#);
    let at = scene.status.last;
    scene.command(&format!(r#"{{"type": "play", "at": {at}, "point": "i9"}}"#));
    let mut games = |command: serde_json::Value| match scene.compute(&command) {
        Some(Message::Games { id, games }) if id == "a" => games,
        other => panic!("no games: {other:?}"),
    };
    let collect = |at: NodeId| serde_json::json!({ "type": "collectGame", "id": "a", "at": at });
    let game = games(collect(at));
    assert_eq!((game[0].moves.as_str(), game[0].winner), ("h8", Some(Color::White)));
    let tried = games(collect(at + 1));
    assert_eq!((tried[0].moves.as_str(), tried[0].winner), ("h8i9", None), "it was only tried");
    let file = "(;SZ[15]RU[freestyle]PW[Dolmen, level 3]RE[W+R];B[hh])";
    let data = STANDARD.encode(file);
    assert_eq!(games(serde_json::json!({ "type": "collect", "id": "a", "data": data })), game);
    let answer = scene.compute(&collect(99));
    assert!(matches!(&answer, Some(Message::Refused { .. })), "{answer:?}");
}

#[test]
fn moves_of_a_link_are_not_those_of_the_board() {
    let mut scene = Scene::new();
    let onto = serde_json::json!({ "rule": "renju", "width": 15, "height": 15 });
    let data = STANDARD.encode("h8i9");
    let import = serde_json::json!({ "type": "import", "data": data, "onto": onto });
    assert_eq!(scene.compute(&import), None);
    assert!(notices(&scene).is_empty(), "{:?}", notices(&scene));
}
