//! Games survive writing and reading, and no content makes a reader fail in another way than by an error.

mod libraries;
mod records;

use dolmen::board::BoardSize;
use dolmen::rules::{GameRule, Rule};

use crate::formats::{GameResult, Imported, MAX_BYTES, ReadDefaults, read, write};
use crate::message::{FileFormat, OverReason, Side};
use crate::tree::{NodeId, ROOT, Tree};

const FORMATS: [FileFormat; 4] =
    [FileFormat::Psq, FileFormat::Sgf, FileFormat::Text, FileFormat::RenLib];

fn defaults() -> ReadDefaults {
    ReadDefaults { rule: Rule::Renju.into(), size: BoardSize::square(15) }
}

fn names() -> [String; 2] {
    ["Åsa ] \\ of 1".to_owned(), "黑".to_owned()]
}

fn read_good(data: &[u8]) -> Imported {
    let shown = String::from_utf8_lossy(data).into_owned();
    read(data, &defaults()).unwrap_or_else(|error| panic!("{error}: {shown}"))
}

fn error(data: &[u8]) -> String {
    let result = read(data, &defaults());
    result.map_or_else(|error| error.to_string(), |game| format!("read as {}", outline(&game.tree)))
}

/// Returns a tree as text: `h8"comment"<label>(i9 j10)(--)`.
fn outline(tree: &Tree) -> String {
    enum Step {
        Node { id: NodeId, is_variation: bool },
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
        let node = tree.get(id).expect("children exist");
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
        let next = |&id: &NodeId| Step::Node { id, is_variation };
        steps.extend(node.children.iter().rev().map(next));
    }
    text
}

/// Returns a random tree.
fn random_tree(random: &mut fastrand::Rng, rule: GameRule, size: BoardSize) -> Tree {
    const COMMENTS: [&str; 6] = [
        "one",
        "a title\nand a text",
        "[x] \\ ; ( ) :",
        "Åsa, då",
        "黑棋必胜的一手\n第二行",
        "a:b]c\\",
    ];
    let mut tree = Tree::new(rule, size);
    let mut stack = vec![ROOT];
    while let Some(id) = stack.pop() {
        let node = tree.get_mut(id).expect("the node exists");
        if random.u8(0..4) == 0 {
            random.choice(COMMENTS).expect("there are comments").clone_into(&mut node.comment);
        }
        if random.u8(0..5) == 0 && node.point.is_some() {
            random
                .choice(["A", "b1", "x:y]"])
                .expect("there are labels")
                .clone_into(&mut node.label);
        }
        if tree.nodes().count() > 120 || tree.path(id).len() > 30 {
            continue;
        }
        if id != ROOT && random.u8(0..3) == 0 {
            stack.push(tree.get(id).and_then(|node| node.parent).expect("not the root"));
        }
        let occupied = tree.position(id).expect("the stones fit").occupied();
        let empty: Vec<_> = size.points().filter(|point| !occupied.contains(*point)).collect();
        let is_pass = random.u8(0..12) == 0;
        let point = if is_pass { None } else { random.choice(empty) };
        if tree.child(id, point).is_none() {
            stack.push(tree.add(id, point).expect("the tree has room"));
        }
    }
    tree
}

fn random_trees(count: u64) -> impl Iterator<Item = (fastrand::Rng, Tree)> {
    (0..count).map(|seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        let rule = random.choice(Rule::ALL).expect("there are rules");
        let rule = GameRule { rule, continuous: random.bool() };
        let size = BoardSize::new(random.i64(5..=22), random.i64(5..=22)).expect("a good size");
        let size = if random.bool() { BoardSize::square(15) } else { size };
        let tree = random_tree(&mut random, rule, size);
        (random, tree)
    })
}

#[test]
fn trees_survive_sgf_and_renlib() {
    let result = Some(GameResult { winner: Some(Side::White), reason: OverReason::Time });
    let mut libraries = 0;
    for (_, tree) in random_trees(40) {
        let sgf = write(&tree, FileFormat::Sgf, ROOT, &names(), result).expect("SGF holds all");
        let read = read_good(&sgf);
        assert_eq!(outline(&read.tree), outline(&tree));
        assert_eq!((read.tree.rule(), read.tree.size()), (tree.rule(), tree.size()));
        assert_eq!((&read.names, read.result), (&names(), result));
        assert_eq!(read.end, read.tree.end_of_line(ROOT));
        let again = write(&read.tree, FileFormat::Sgf, ROOT, &names(), result);
        assert_eq!(again.as_ref(), Ok(&sgf));
        assert_eq!(read_good(&sgf).tree, read.tree);

        let at = tree.nodes().last().expect("the root exists").id;
        match write(&tree, FileFormat::RenLib, at, &names(), None) {
            Ok(library) => {
                libraries += 1;
                let read = read_good(&library);
                assert_eq!(outline(&read.tree), outline(&tree));
                let point = |tree: &Tree, id| tree.get(id).and_then(|node| node.point);
                assert_eq!(point(&read.tree, read.end), point(&tree, at));
            }
            Err(error) => assert!(tree.size() != BoardSize::square(15), "{error}"),
        }
    }
    assert!(libraries > 10, "{libraries}");
}

#[test]
fn lines_survive_all_formats() {
    for (mut random, tree) in random_trees(40) {
        let at = random.choice(tree.nodes().collect::<Vec<_>>()).expect("the root exists").id;
        let points: Vec<_> =
            tree.path(at).into_iter().map(|id| tree.get(id).unwrap().point).collect();
        let has_pass = points[1..].contains(&None);
        for format in [FileFormat::Psq, FileFormat::Text] {
            let read = match write(&tree, format, at, &names(), None) {
                Err(error) => {
                    assert!(format == FileFormat::Psq && has_pass, "{error}");
                    continue;
                }
                Ok(_) if at == ROOT && format == FileFormat::Text => continue,
                Ok(data) => {
                    let defaults = ReadDefaults { size: tree.size(), ..defaults() };
                    super::read(&data, &defaults).expect("what was written can be read")
                }
            };
            let path = read.tree.path(read.end);
            let read_points: Vec<_> =
                path.into_iter().map(|id| read.tree.get(id).unwrap().point).collect();
            assert_eq!((read.format, read_points), (format, points.clone()));
            if format == FileFormat::Psq {
                assert_eq!((read.tree.rule(), read.tree.size()), (tree.rule(), tree.size()));
                assert_eq!(read.names, names());
            }
        }
    }
}

#[test]
fn plain_moves_are_read() {
    let check = |text: &str, expected: &str| {
        let game = read_good(text.as_bytes());
        assert_eq!(
            (game.format, outline(&game.tree).as_str()),
            (FileFormat::Text, expected),
            "{text}"
        );
    };
    check("h8i9j10", "h8i9j10");
    check("\u{feff}H8 I9, j10\n", "h8i9j10");
    check("1. h8 2. i9\r\n3. j10", "h8i9j10");
    check("1.h8 i9 2) j10;k11", "h8i9j10k11");
    check("h8 -- pass i9", "h8----i9");
    check("7,7\n 8 , 8\n\npass\n14,0", "h8i9--o1");
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
    check(b"7,7\n7,7", "line 2: point h8 is occupied");
    check(b"7,7\n7", "line 2: expected two numbers such as 7,7, found \"7\"");
    check(
        b"7,7\n-9223372036854775808,3",
        "line 2: point -9223372036854775808,3 is off the board of 15x15",
    );
    check("pass ".repeat(501).as_bytes(), "line 1: a line has more than 500 moves");
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(20));
    let at = tree.add(ROOT, None).expect("the tree has room");
    let error = |format, at| write(&tree, format, at, &names(), None).unwrap_err().to_string();
    assert_eq!(error(FileFormat::Psq, at), "a record of Piskvork has no passes: choose SGF");
    let only_15 = "a library of RenLib is for boards of 15x15, not 20x20: choose SGF";
    assert_eq!(error(FileFormat::RenLib, at), only_15);
    assert_eq!(error(FileFormat::Sgf, 77), "no move has the number 77");
}

#[test]
fn damaged_files_are_errors_or_games() {
    let mut random = fastrand::Rng::with_seed(7);
    let tree = random_tree(&mut random, Rule::Renju.into(), BoardSize::square(15));
    let tree_end = tree.nodes().find(|node| tree.path(node.id).len() == 8).expect("a long line").id;
    let mut good = 0;
    for format in FORMATS {
        let Ok(file) = write(&tree, format, tree_end, &names(), None) else { continue };
        for _ in 0..600 {
            let mut file = file.clone();
            for _ in 0..random.usize(1..4) {
                damage(&mut random, &mut file);
            }
            let Ok(game) = read(&file, &defaults()) else { continue };
            good += 1;
            assert!(game.tree.position(game.end).is_ok());
            for node in game.tree.nodes().filter(|node| node.children.is_empty()) {
                assert!(game.tree.position(node.id).is_ok(), "the stones fit");
            }
            // What can be read can be written and read again.
            let again = write(&game.tree, FileFormat::Sgf, ROOT, &game.names, game.result);
            let again = read_good(&again.expect("SGF holds all"));
            assert_eq!(again.tree.nodes().count(), game.tree.nodes().count());
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
