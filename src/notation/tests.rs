//! Tests that games survive writing and reading, and that readers answer any content with a record
//! or an error.

mod libraries;
mod records;

use crate::board::{BoardSize, Point};
use crate::notation::{Defaults, MAX_BYTES, PointNames, ROOT, Record, moves, psq, renlib, sgf};
use crate::rules::{GameRule, Rule};

fn defaults() -> Defaults {
    Defaults { rule: Rule::Renju.into(), ..Defaults::default() }
}

fn names() -> [String; 2] {
    ["Åsa ] \\ of 1".to_owned(), "黑".to_owned()]
}

fn read_with(data: &[u8], defaults: &Defaults) -> Result<Record, super::NotationError> {
    if renlib::is_library(data) {
        return renlib::read(data, defaults, renlib::decode_utf8);
    }
    super::read(&String::from_utf8_lossy(data), defaults)
}

fn read_good(data: &[u8]) -> Record {
    let shown = String::from_utf8_lossy(data).into_owned();
    read_with(data, &defaults()).unwrap_or_else(|error| panic!("{error}: {shown}"))
}

fn error(data: &[u8]) -> String {
    let result = read_with(data, &defaults());
    result.map_or_else(|error| error.to_string(), |game| format!("read as {}", outline(&game)))
}

fn point(name: &str) -> Option<Point> {
    Some(name.parse().expect("a point"))
}

fn points(game: &Record, at: usize) -> Vec<Option<Point>> {
    game.path(at).into_iter().skip(1).map(|id| game.nodes()[id].point).collect()
}

/// Writes a game in every format that can hold it.
fn write_all(game: &Record, at: usize) -> Vec<Vec<u8>> {
    let style = psq::Style { levels: [11; 2], end: &format!("-1\n-1,{}", game.rule) };
    let psq = psq::write(game, at, &style).ok();
    let texts = psq
        .into_iter()
        .chain([sgf::write(game, "test", &[]), moves::write(game, at, PointNames::Top)]);
    texts.map(String::into_bytes).chain(renlib::write(game, at).ok()).collect()
}

/// Returns a game as text: `h8"comment"<label>(i9 j10)(--)`.
fn outline(game: &Record) -> String {
    enum Step {
        Node { id: usize, is_variation: bool },
        Close,
    }
    let mut text = String::new();
    let mut steps = vec![Step::Node { id: ROOT, is_variation: false }];
    while let Some(step) = steps.pop() {
        let Step::Node { id, is_variation } = step else {
            text.push(')');
            continue;
        };
        if is_variation {
            text.push('(');
            steps.push(Step::Close);
        }
        let node = &game.nodes()[id];
        if id != ROOT {
            text.push_str(&node.point.map_or("--".to_owned(), |point| point.to_string()));
        }
        if !node.comment.is_empty() {
            text.push_str(&format!("{:?}", node.comment));
        }
        if !node.label.is_empty() {
            text.push_str(&format!("<{}>", node.label));
        }
        let is_variation = node.children.len() > 1;
        let next = |&id: &usize| Step::Node { id, is_variation };
        steps.extend(node.children.iter().rev().map(next));
    }
    text
}

/// Returns a random game.
fn random_game(random: &mut fastrand::Rng, defaults: &Defaults) -> Record {
    const COMMENTS: [&str; 6] = [
        "one",
        "a title\nand a text",
        "[x] \\ ; ( ) :",
        "Åsa, då",
        "黑棋必胜的一手\n第二行",
        "a:b]c\\",
    ];
    let mut game = Record::new(defaults);
    game.names = names();
    let mut stack = vec![ROOT];
    while let Some(id) = stack.pop() {
        let node = game.node_mut(id).expect("the node exists");
        if random.u8(0..4) == 0 {
            random.choice(COMMENTS).expect("there are comments").clone_into(&mut node.comment);
        }
        if random.u8(0..5) == 0 && node.point.is_some() {
            let label = random.choice(["A", "b1", "x:y]"]).expect("there are labels");
            label.clone_into(&mut node.label);
        }
        let occupied = points(&game, id);
        if game.nodes().len() > 120 || occupied.len() > 30 {
            continue;
        }
        if id != ROOT && random.u8(0..3) == 0 {
            stack.push(game.nodes()[id].parent.expect("not the root"));
        }
        let empty = game.size.points().filter(|&point| !occupied.contains(&Some(point)));
        let empty: Vec<_> = empty.collect();
        let is_pass = random.u8(0..12) == 0;
        let point = if is_pass { None } else { random.choice(empty) };
        if game.child(id, point).is_none() {
            stack.push(game.add(id, point).expect("the record has room"));
        }
    }
    game
}

fn random_games(count: u64) -> impl Iterator<Item = (fastrand::Rng, Record)> {
    (0..count).map(|seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        let rule = random.choice(Rule::ALL).expect("there are rules");
        let rule = GameRule { rule, continuous: random.bool() };
        let size = BoardSize::new(random.i64(5..=22), random.i64(5..=22)).expect("a good size");
        let size = if random.bool() { BoardSize::square(15) } else { size };
        let game = random_game(&mut random, &Defaults { rule, size, ..Defaults::default() });
        (random, game)
    })
}

#[test]
fn games_survive_sgf_and_renlib() {
    let mut libraries = 0;
    let mut collection = String::new();
    for (_, mut game) in random_games(40) {
        "W+T".clone_into(&mut game.result);
        "2000-02-28,29".clone_into(&mut game.date);
        "a [b]".clone_into(&mut game.title);
        let text = sgf::write(&game, "test:1", &[("ON", "a]b")]);
        assert!(text.contains("[test:1]SZ[") && text.contains("RE[W+T]ON[a\\]b]"), "{text}");
        let read = read_good(text.as_bytes());
        assert_eq!(outline(&read), outline(&game));
        assert_eq!((read.rule, read.size), (game.rule, game.size));
        let facts = |game: &Record| {
            (game.names.clone(), game.title.clone(), game.date.clone(), game.result.clone())
        };
        assert_eq!(facts(&read), facts(&game));
        assert_eq!(read.shown, read.end());
        collection += &text;

        let at = game.nodes().len() - 1;
        match renlib::write(&game, at) {
            Ok(library) => {
                libraries += 1;
                let read = read_good(&library);
                assert_eq!(outline(&read), outline(&game));
                assert_eq!(points(&read, read.shown), points(&game, at));
            }
            Err(error) => assert!(game.size != BoardSize::square(15), "{error}"),
        }
    }
    assert!(libraries > 10, "{libraries}");
    let games = sgf::read_all(&collection, &defaults()).expect("it is a collection");
    let outlines: Vec<_> = games.iter().map(outline).collect();
    let written: Vec<_> = random_games(40).map(|(_, game)| outline(&game)).collect();
    assert_eq!(outlines, written);
}

#[test]
fn lines_survive_all_formats() {
    for (mut random, game) in random_games(40) {
        let at = random.usize(1..game.nodes().len());
        let defaults = Defaults { size: game.size, ..defaults() };
        let line = points(&game, at);
        for names in [PointNames::Top, PointNames::Bottom, PointNames::Numbers] {
            let text = moves::write(&game, at, names);
            let defaults = Defaults { points: names, ..defaults };
            let read = moves::read(&text, &defaults).expect("it was written");
            assert_eq!(points(&read, read.shown), line, "{text}");
        }
        let style = psq::Style { levels: [1, 11], end: &format!("-1\n1,{}", game.rule) };
        match psq::write(&game, at, &style) {
            Ok(text) => {
                let read = psq::read(&text, &defaults).expect("it was written");
                assert_eq!(points(&read, read.shown), line);
                assert_eq!((read.rule, read.size), (game.rule, game.size));
                assert_eq!(read.names, names());
            }
            Err(error) => assert!(line.contains(&None), "{error}"),
        }
        let line: Vec<Point> = line.into_iter().flatten().collect();
        let offsets = moves::offsets(&line, game.size);
        assert_eq!(moves::read_offsets(&offsets, game.size), Ok(line), "{offsets}");
    }
}

#[test]
fn plain_moves_name_points_as_the_board_does() {
    let check = |points: PointNames, text: &str, expected: &str| {
        let read = moves::read(text, &Defaults { points, ..defaults() });
        let found = read.map_or_else(|error| error.to_string(), |game| outline(&game));
        assert_eq!(found, expected, "{text}");
    };
    check(PointNames::Bottom, "h8i9a15o1", "h8i7a1o15");
    check(PointNames::Bottom, "i9 i9", "line 1: point i9 is occupied");
    check(PointNames::Bottom, "a0", "line 1: point a0 is off the board of 15x15");
    check(PointNames::Bottom, "8,8", "i9");
    check(PointNames::Numbers, "8,8 1,15", "h8a15");
    check(PointNames::Numbers, "h9", "h9");
    check(PointNames::Numbers, "0,8", "line 1: point 0,8 is off the board of 15x15");
    let huge = "a99999999999999999999";
    check(
        PointNames::Bottom,
        huge,
        "line 1: expected a point such as h8, found \"a99999999999999999999\"",
    );
}

#[test]
fn plain_moves_are_read() {
    let check = |text: &str, expected: &str| {
        assert_eq!(outline(&read_good(text.as_bytes())), expected, "{text}");
    };
    check("h8i9j10", "h8i9j10");
    check("\u{feff}H8 I9, j10\n", "h8i9j10");
    check("1. h8 2. i9\r\n3. j10", "h8i9j10");
    check("1.h8 i9 2) j10;k11", "h8i9j10k11");
    check("h8 -- pass i9", "h8----i9");
    check("7,7\n 8 , 8\n\npass\n14,0", "h8i9--o1");
    check("7,7 8,8\n9,9, 10,10", "h8i9j10k11");
}

#[test]
fn offsets_are_read() {
    let check = |line: &str, size: BoardSize, expected: &str| {
        let found = match moves::read_offsets(line, size) {
            Ok(points) => points.iter().map(Point::to_string).collect(),
            Err(problem) => problem.to_string(),
        };
        assert_eq!(found, expected, "{line}");
    };
    let size = BoardSize::square(15);
    check("0,0,1,0 -7,7 ,\t7,-7", size, "h8i8a15o1");
    check("0,0 1,0,", size, "h8i8");
    check("0,0, -10,9", BoardSize::square(20), "k11a20");
    check("0,0, -7,-6", BoardSize::new(15, 12).expect("a good size"), "h7a1");
    for wrong in ["1,2,3", "1,x", "1,,2,3", "1,2.5", "99999999999999999999,0"] {
        check(wrong, size, &format!("expected pairs of numbers such as 7,7, found {wrong:?}"));
    }
    check("0,0, 8,-1", size, "point 8,-1 from the centre is off the board of 15x15");
    check(
        &format!("0,{}", i64::MAX),
        size,
        &format!("point 0,{} from the centre is off the board of 15x15", i64::MAX),
    );
}

#[test]
fn errors_name_the_place_and_the_remedy() {
    let check = |data: &[u8], expected: &str| assert_eq!(error(data), expected);
    let unknown = "unknown format: expected a record of Piskvork, an SGF file, a library of RenLib, \
                   or moves such as h8i9j10";
    for data in
        [b"".as_slice(), b" \n", b"hello", b"\x00\x01\x02", b"(", b"{}", b"\xFF\xD8\xFF\xE0"]
    {
        check(data, unknown);
    }
    check(&vec![b' '; MAX_BYTES + 1], "the file is larger than 8 MiB");
    check(b"h8\ni9x", "line 2: expected a point such as h8, found \"x\"");
    check(b"h8 99", "line 1: expected a point such as h8, found \"99\"");
    check(b"h8 p16", "line 1: point p16 is off the board of 15x15");
    check(b"h8\nh0", "line 2: point h0 is off the board of 15x15");
    check(
        b"h8\nh99999999999999999999",
        "line 2: expected a point such as h8, found \"h99999999999999999999\"",
    );
    check(b"7,7\n7,7", "line 2: point 7,7 is occupied");
    check(b"7,7\n7", "line 2: expected pairs of numbers such as 7,7, found \"7\"");
    check(
        b"7,7\n-9223372036854775808,3",
        "line 2: point -9223372036854775808,3 is off the board of 15x15",
    );
    check("pass ".repeat(501).as_bytes(), "line 1: a line has more than 500 moves");
}

#[test]
fn a_game_that_a_format_cannot_hold_is_refused() {
    let mut game = Record::new(&Defaults { size: BoardSize::square(20), ..defaults() });
    let at = game.add(ROOT, None).expect("the record has room");
    let style = psq::Style { levels: [11; 2], end: "0" };
    let error = |at| psq::write(&game, at, &style).expect_err("it is refused").to_string();
    assert_eq!(error(at), "a record of Piskvork has neither passes nor set-up stones: choose SGF");
    assert_eq!(error(77), "no move has the number 77");
    let only_15 = "a library of RenLib is for boards of 15x15, not 20x20: choose SGF";
    assert_eq!(renlib::write(&game, at).map_err(|error| error.to_string()), Err(only_15.into()));
    assert_eq!(
        game.add(77, None).map_err(|error| error.to_string()),
        Err("no move has the number 77".into())
    );
}

#[test]
fn damaged_files_are_errors_or_games() {
    let mut random = fastrand::Rng::with_seed(7);
    let game = random_game(&mut random, &defaults());
    let mut ids = 0..game.nodes().len();
    let end = ids.find(|&id| game.path(id).len() == 8).expect("a long line");
    let mut good = 0;
    for file in write_all(&game, end) {
        for _ in 0..600 {
            let mut file = file.clone();
            for _ in 0..random.usize(1..4) {
                damage(&mut random, &mut file);
            }
            let Ok(game) = read_with(&file, &defaults()) else { continue };
            good += 1;
            assert!(game.shown < game.nodes().len());
            for id in 0..game.nodes().len() {
                let mut stones: Vec<_> = points(&game, id).into_iter().flatten().collect();
                let count = stones.len();
                stones.sort_unstable();
                stones.dedup();
                assert_eq!(stones.len(), count, "the stones fit");
            }
            // A game that was read survives being written and read again.
            let again = read_good(sgf::write(&game, "test", &[]).as_bytes());
            assert_eq!(again.nodes().len(), game.nodes().len());
        }
    }
    assert!(good > 400, "{good}");
}

/// Changes, removes, doubles or inserts some bytes of a file.
fn damage(random: &mut fastrand::Rng, file: &mut Vec<u8>) {
    const SIGNS: &[u8] = b"()[];:\\,. \n0195hxBWCA\x00\x08\x40\x80\xC1\xFF";
    if file.is_empty() {
        return;
    }
    let place = random.usize(0..file.len());
    let end = (place + random.usize(1..8)).min(file.len());
    match random.u8(0..6) {
        0 => file[place] = random.u8(..),
        1 => file[place] ^= 1 << random.u8(0..8),
        2 => file.insert(place, random.choice(SIGNS.iter().copied()).expect("there are signs")),
        3 => drop(file.drain(place..end)),
        4 => file.extend_from_within(place..end),
        _ if place > 0 => file.truncate(place),
        _ => {}
    }
}
