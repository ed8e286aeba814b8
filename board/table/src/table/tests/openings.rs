//! Openings by protocols, of persons and of engines.

use super::{DOLMEN, PERSON, PLAIN, PLAYING, Scene, person};
use crate::message::{Decision, Message, Phase, Player};
use dolmen::board::Color;

const SWAP2: (&str, &str) = ("opening", "\"swap2\"");

/// Returns the actor and the task of the opening, such as `black: place 3`.
fn asked(scene: &Scene) -> String {
    let phase = serde_json::to_value(&scene.status.phase).expect("a phase is plain data");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let number = ["left", "most"].iter().find_map(|key| phase["task"][key].as_u64());
    let task = format!("{}: {}", text(&phase["actor"]), text(&phase["task"]["type"]));
    number.map_or(task.clone(), |number| format!("{task} {number}"))
}

/// Begins an opening of two persons under renju.
fn renju(opening: &str) -> Scene {
    let mut scene = Scene::new();
    let more = [("rule", "\"renju\""), ("opening", opening)];
    scene.game(&person("A"), &person("B"), &more);
    assert_eq!(scene.refusal(), None);
    scene
}

/// Carries out acts: points, `swap`, `stay`, `add` and `#3`.
#[track_caller]
fn act(scene: &mut Scene, acts: &str) {
    for word in acts.split(' ') {
        let act = match word.strip_prefix('#') {
            Some(count) => format!(r#"{{"count": {count}}}"#),
            None if word.ends_with(|end: char| end.is_ascii_digit()) => {
                format!(r#"{{"place": "{word}"}}"#)
            }
            None => format!("\"{word}\""),
        };
        scene.command(&format!(r#"{{"type": "decide", "act": {act}}}"#));
        assert_eq!(scene.refusal(), None, "{word}");
    }
}

/// Returns the name of the player who has the black stones.
fn black(scene: &Scene) -> &str {
    match &scene.status.players[0] {
        Player::Person { name } => name,
        Player::Engine { .. } => "an engine",
    }
}

#[test]
fn persons_open_by_taraguchi() {
    let mut scene = renju("\"taraguchi10\"");
    assert_eq!(asked(&scene), "black: place 1");
    scene.stones("h8");
    assert_eq!(asked(&scene), "white: swap");
    act(&mut scene, "swap i9 stay h9 swap i8");
    assert_eq!((black(&scene), asked(&scene).as_str()), ("A", "black: swapOrOffer"));
    act(&mut scene, "add");
    assert_eq!(asked(&scene), "black: offer 10");
    act(&mut scene, "a1 b1 c1");
    scene.command(r#"{"type": "decide", "act": {"place": "b1"}}"#);
    assert_eq!(scene.refusal(), Some("this point was offered before"));
    act(&mut scene, "d1 e1 f1 g1 h1 i1 j1");
    assert_eq!(asked(&scene), "white: choose");
    scene.stones("c1").is(PLAYING);
    assert_eq!(scene.status.to_move, Color::White);
    let kept = scene.kept();
    let variations = kept.nodes.iter().filter(|node| node.parent == Some(4)).count();
    assert_eq!((variations, kept.last), (10, 5), "offers that were not kept are variations");
    let comment = &kept.nodes.iter().find(|node| node.id == 5).expect("the fifth stone").comment;
    let expected = "Opening taraguchi-10: B swapped the colours after stone 1; B kept the colours after \
         stone 2; A swapped the colours after stone 3; A chose to offer ten fifth stones after stone 4; 10 \
         fifth stones were offered.";
    assert_eq!(comment, expected);
    scene.command(r#"{"type": "takeBack"}"#);
    assert_eq!(asked(&scene), "white: choose", "the offers are there again");
    assert_eq!(scene.kept().nodes.len(), 5);
    scene.stones("b1").is(PLAYING);
    assert!(scene.moves().starts_with("h8 i9 h9 i8 b1"), "{}", scene.moves());
}

#[test]
fn persons_open_by_every_protocol_of_renju() {
    let games = [
        ("\"rif\"", "h8 i9 h9 swap i8 a1 b1 b1", "B"),
        ("\"yamaguchi\"", "h8 i9 h9 #3 stay i8 a1 b1 c1 a1", "A"),
        ("\"soosorv8\"", "h8 i9 h9 swap i8 #1 swap a1", "A"),
        ("\"tarannikov\"", "h8 stay i9 stay h9 swap i8 stay l12 stay", "B"),
        ("\"taraguchi10\"", "h8 stay i9 stay h9 stay i8 swap l12 stay", "B"),
    ];
    for (protocol, acts, player) in games {
        let mut scene = renju(protocol);
        act(&mut scene, acts);
        scene.is(PLAYING);
        assert_eq!((black(&scene), scene.status.to_move), (player, Color::White), "{protocol}");
    }
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[("opening", "\"rif\"")]);
    assert_eq!(scene.refusal(), Some("invalid opening rif: expected the rule renju"));
}

#[test]
fn an_offer_is_taken_back_and_an_opening_is_kept_in_the_middle() {
    let mut scene = renju("\"rif\"");
    act(&mut scene, "h8 i9 h9 swap i8 a1");
    scene.command(r#"{"type": "takeBack"}"#);
    assert_eq!(asked(&scene), "black: offer 2");
    act(&mut scene, "c3");
    let kept = scene.kept();
    let mut other = Scene::new();
    other.command(&serde_json::json!({ "type": "restore", "game": kept }).to_string());
    other.command(r#"{"type": "resume"}"#);
    assert_eq!((asked(&other).as_str(), black(&other)), ("black: offer 1", "B"));
    act(&mut other, "d3 c3");
    other.is(PLAYING);
    let mut damaged = serde_json::to_value(&kept).expect("a game is plain data");
    damaged["acts"][0]["place"] = "a1".into();
    other.command(&serde_json::json!({ "type": "restore", "game": damaged }).to_string());
    let reason = other.refusal().expect("the first stone is not on the centre");
    assert!(reason.starts_with("the kept game is damaged: the first stone"), "{reason}");
}

#[test]
fn analysis_leaves_an_opening_and_returns_to_it() {
    let mut scene = renju("\"tarannikov\"");
    act(&mut scene, "h8 stay i9");
    scene.command(r#"{"type": "review"}"#).command(r#"{"type": "play", "at": 2, "point": "a1"}"#);
    scene.command(r#"{"type": "return"}"#);
    assert_eq!(asked(&scene), "black: swap");
    act(&mut scene, "swap");
    scene.command(r#"{"type": "review"}"#).command(r#"{"type": "playOn", "at": 2}"#);
    scene.is(PLAYING);
    assert_eq!(scene.status.acts, [], "the game goes on without the opening");
    let kept = serde_json::json!({ "type": "restore", "game": scene.kept() }).to_string();
    scene.command(&kept).command(r#"{"type": "resume"}"#);
    scene.is(PLAYING);
}

#[test]
fn an_engine_opens_by_a_protocol_of_renju() {
    let mut scene = Scene::new();
    let more = [("rule", "\"renju\""), ("opening", "\"soosorv8\"")];
    scene.game(DOLMEN, PERSON, &more).line(0, "OK");
    assert_eq!(scene.sent(0)[scene.sent(0).len() - 2..], ["OPENING soosorv-8", "DONE"]);
    scene.line(0, "7,7").line(0, "8,8").line(0, "7,8");
    assert_eq!((scene.moves().as_str(), asked(&scene).as_str()), ("h8 i9 h9", "white: swap"));
    act(&mut scene, "stay i8 #2");
    let opening = ["OPENING soosorv-8", "7,7", "8,8", "7,8", "STAY", "8,7", "COUNT 2", "DONE"];
    assert!(scene.sent(0).ends_with(&opening), "{:?}", scene.sent(0));
    scene.line(0, "SWAP");
    assert_eq!(asked(&scene), "black: offer 2");
    assert!(matches!(scene.status.players[1], Player::Engine { .. }));
    act(&mut scene, "a1 b1");
    scene.line(0, "0,0").is(PLAYING);
    assert_eq!(scene.sent(0).last(), Some(&"DONE"), "it is White's turn");
    scene.line(0, "2,2");
    assert_eq!(scene.status.to_move, Color::Black);
}

#[test]
fn offers_stay_while_the_game_is_paused() {
    let mut scene = renju("\"rif\"");
    act(&mut scene, "h8 i9 h9 stay i8 a1");
    let offers = |scene: &Scene| format!("{:?}", scene.status.offers);
    let one = offers(&scene);
    assert_eq!(scene.status.offers.len(), 1);
    scene.command(r#"{"type": "pause"}"#);
    assert_eq!(offers(&scene), one);
    let kept = scene.kept();
    let mut other = Scene::new();
    other.restore(&kept);
    assert_eq!(offers(&other), one, "a game that is kept has them");
    other.command(r#"{"type": "resume"}"#);
    act(&mut other, "b1 b1");
    assert_eq!(offers(&other), "[]", "one is kept");
}

#[test]
fn the_choices_of_an_engine_are_told_until_the_other_player_acts() {
    let told = |scene: &Scene| {
        let decisions = scene.status.decisions.iter();
        decisions.map(|Decision { by, act }| format!("{by} {act:?}")).collect::<Vec<_>>()
    };
    let mut scene = Scene::new();
    scene.game(PERSON, DOLMEN, &[SWAP2]).stones("h8 i9 j10").line(0, "OK").line(0, "3,3");
    assert_eq!((scene.moves().as_str(), told(&scene)), ("h8 i9 j10 d4", vec!["white Stay".into()]));
    scene.command(r#"{"type": "pause"}"#);
    assert_eq!(told(&scene).len(), 1, "a pause changes nothing");
    scene.command(r#"{"type": "resume"}"#).stones("a1");
    assert_eq!(told(&scene), [""; 0]);

    let mut scene = Scene::new();
    scene.game(PERSON, DOLMEN, &[SWAP2]).stones("h8 i9 j10").line(0, "OK").line(0, "0,0 1,1");
    assert_eq!(told(&scene), ["white Add"]);
    act(&mut scene, "swap");
    let comment = &scene.kept().nodes[5].comment;
    let expected = "Opening swap2: Dolmen, level 3 placed two more stones after stone 3; White swapped the \
         colours after stone 5.";
    assert_eq!(comment, expected);
}

#[test]
fn an_engine_that_breaks_a_protocol_is_interrupted() {
    let mut scene = Scene::new();
    let more = [("rule", "\"renju\""), ("opening", "\"rif\"")];
    scene.game(DOLMEN, PERSON, &more).line(0, "OK").line(0, "0,0");
    scene.is_interrupted("Dolmen cannot continue: the first stone belongs on the centre");
    scene.command(r#"{"type": "resume"}"#).line(0, "OK").line(0, "7,7");
    assert_eq!(asked(&scene), "black: place 2");
}

#[test]
fn another_engine_decides_for_one_that_does_not_know_the_opening() {
    let mut scene = Scene::new();
    scene.game(PLAIN, PERSON, &[SWAP2]).line(1, "OK");
    assert_eq!(scene.sent(1)[scene.sent(1).len() - 2..], ["SWAP2BOARD", "DONE"]);
    scene.line(1, "UNKNOWN command");
    let text = "plain does not know the opening swap2: Dolmen decides for it.".to_owned();
    assert!(
        scene.messages.contains(&Message::Notice { text, point: None }),
        "{:?}",
        scene.messages
    );
    scene.line(0, "OK").line(0, "7,7 8,8 9,9");
    assert_eq!(asked(&scene), "white: swapOrAdd");
    act(&mut scene, "stay");
    scene.is(PLAYING);
    assert!(matches!(scene.status.phase, Phase::Playing));
    // The next opening asks the other engine at once.
    scene.game(PLAIN, PERSON, &[SWAP2]);
    assert!(scene.sent(1).is_empty() && !scene.sent(0).is_empty(), "{:?}", scene.orders);
}

#[test]
fn persons_negotiate_an_opening() {
    let mut scene = Scene::new();
    scene.game(&person("A"), &person("B"), &[SWAP2]);
    assert_eq!(asked(&scene), "black: place 3");
    scene.stones("h8 i9 j10");
    assert_eq!(asked(&scene), "white: swapOrAdd");
    scene.command(r#"{"type": "play", "at": 3, "point": "a1"}"#);
    assert_eq!(scene.refusal(), Some("expected a swap, to stay, or two more stones"));
    scene.command(r#"{"type": "decide", "act": "add"}"#).stones("a1 b2");
    assert_eq!(asked(&scene), "black: swap");
    scene.command(r#"{"type": "decide", "act": "swap"}"#);
    scene.is(PLAYING);
    let names = serde_json::to_string(&scene.status.players).expect("players are plain data");
    assert_eq!(names, format!("[{},{}]", person("B"), person("A")).replace(' ', ""));
    assert_eq!(scene.status.to_move, Color::White);
}

#[test]
fn an_opening_has_clocks_and_is_paused_kept_and_resigned() {
    const CLOCK: &str = r#"{"turnMs": 0, "gameMs": 60000, "incrementMs": 1000}"#;
    let more = [SWAP2, ("clock", CLOCK)];
    let left = |scene: &Scene| scene.status.clocks.each_ref().map(|clock| clock.game_ms);
    let mut scene = Scene::new();
    scene.game(&person("A"), &person("B"), &more).pass(6_000).stones("h8").pass(2_000);
    scene.stones("i9 j10").pass(1_000).command(r#"{"type": "pause"}"#);
    assert_eq!(left(&scene), [Some(57_000), Some(59_000)], "five seconds are grace");
    scene.pass(10_000).command(r#"{"type": "resume"}"#);
    assert_eq!(asked(&scene), "white: swapOrAdd");
    scene.pass(1_000).command(r#"{"type": "decide", "act": "swap"}"#);
    assert_eq!(left(&scene), [Some(58_000), Some(57_000)], "the clocks go with the players");
    scene.stones("a1");

    let kept = scene.kept();
    assert_eq!(kept.acts.len(), 4);
    let restore = serde_json::json!({ "type": "restore", "game": kept }).to_string();
    scene.command(&restore).command(r#"{"type": "resume"}"#);
    scene.is(PLAYING);
    assert_eq!(scene.moves(), "h8 i9 j10 a1");

    scene.game(&person("A"), &person("B"), &more).stones("h8 i9 j10");
    scene.command(r#"{"type": "resign"}"#);
    scene.is(r#"{"type":"over","winner":"black","reason":"resigned"}"#);
    scene.game(&person("A"), &person("B"), &more).stones("h8 i9 j10").pass(60_000);
    scene.is(r#"{"type":"over","winner":"black","reason":"time"}"#);
}

#[test]
fn an_engine_negotiates_an_opening() {
    let mut scene = Scene::new();
    scene.game(DOLMEN, PERSON, &[SWAP2]).line(0, "OK");
    assert_eq!(scene.sent(0)[scene.sent(0).len() - 2..], ["SWAP2BOARD", "DONE"]);
    scene.line(0, "7,7 8,8 9,9");
    assert_eq!(asked(&scene), "white: swapOrAdd");
    scene.command(r#"{"type": "decide", "act": "add"}"#).stones("a1 b2");
    assert_eq!(scene.sent(0).last(), Some(&"DONE"));
    scene.line(0, "SWAP");
    scene.is(PLAYING);
    assert_eq!(scene.status.to_move, Color::White, "the engine has taken the black stones");
    assert!(matches!(scene.status.players[0], Player::Engine { .. }));

    scene.game(PERSON, DOLMEN, &[SWAP2]).stones("h8 i9 j10").line(0, "3,3");
    assert_eq!(scene.moves(), "h8 i9 j10 d4", "it keeps the white stones and plays on");
    scene.is(PLAYING);
}

#[test]
fn a_stone_of_an_opening_is_taken_back() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[SWAP2]);
    assert!(!scene.status.can_take_back);
    scene.stones("h8 i9").command(r#"{"type": "takeBack"}"#);
    assert_eq!(scene.moves(), "h8");
    assert_eq!(asked(&scene), "black: place 2");
    scene.stones("i9 j10").command(r#"{"type": "takeBack"}"#);
    assert_eq!(asked(&scene), "black: place 1");
    scene.stones("j10").command(r#"{"type": "decide", "act": "add"}"#);
    scene.stones("a1").command(r#"{"type": "takeBack"}"#);
    assert_eq!(asked(&scene), "white: place 2");
    scene.stones("a1 b2");
    scene.command(r#"{"type": "decide", "act": "stay"}"#);
    scene.is(PLAYING);
    scene.command(r#"{"type": "takeBack"}"#);
    assert_eq!(asked(&scene), "black: swap", "a choice is taken back too");
}

#[test]
fn the_stones_of_an_engine_in_an_opening_stay() {
    let mut scene = Scene::new();
    scene.game(DOLMEN, PERSON, &[SWAP2]).line(0, "OK");
    scene.line(0, "7,7 8,8 9,9");
    assert!(!scene.status.can_take_back);
}

#[test]
fn the_stones_of_an_opening_stay_and_its_players_are_kept() {
    let mut scene = Scene::new();
    scene.game(&person("A"), &person("B"), &[SWAP2]).stones("h8 i9 j10");
    scene.command(r#"{"type": "decide", "act": "add"}"#).stones("a1 b2");
    scene.command(r#"{"type": "decide", "act": "swap"}"#);
    scene.command(r#"{"type": "takeBack"}"#);
    assert_eq!(scene.kept().setup.black, Player::Person { name: "A".to_owned() });
    act(&mut scene, "swap");
    scene.stones("c4").command(r#"{"type": "takeBack"}"#);
    scene.is(PLAYING);
    assert_eq!(scene.moves(), "h8 i9 j10 a1 b2");
    assert_eq!(scene.kept().setup.black, Player::Person { name: "B".to_owned() });
}
