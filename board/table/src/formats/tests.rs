//! Trees survive writing and reading, in any encoding.

use dolmen::board::BoardSize;
use dolmen::notation::{Defaults, PointNames, Sign};
use dolmen::rules::Rule;

use crate::formats::{About, Conditions, read, write};
use crate::message::FileFormat;
use crate::tree::{DrawColor, Drawing, Judgement, MoveClass, ROOT, Tree};

/// Returns the name of Black and the comment after the first move.
fn read_texts(data: &[u8]) -> [String; 2] {
    let game = read(data, &Defaults::default()).expect("the file can be read");
    let comment = game.tree.get(1).map(|node| node.comment.clone()).unwrap_or_default();
    let [black, _] = game.about.names;
    [black, comment]
}

#[test]
fn a_game_as_text_names_its_rule_and_its_board() {
    let names = Defaults { points: PointNames::Bottom, ..Defaults::default() };
    let game = read(b"renju 12x17 a1 pass i9", &names).expect("it is a game").tree;
    let position = game.position(game.end_of_line(ROOT)).expect("its moves can be played");
    assert_eq!(
        (game.rule(), position.to_moves().as_str()),
        (Rule::Renju.into(), "12x17 a1 pass i9")
    );
    let reason = |text: &[u8]| read(text, &names).expect_err("no game").to_string();
    assert_eq!(reason(b"renju 12x17 h8 h8"), "point h8 is occupied");
    let size = "invalid board size \"99x99\": expected sides from 5 to 22, such as 15x15";
    assert_eq!(reason(b"renju 99x99 h8"), size);
    assert!(reason(b"ranju 15x15 h8").starts_with("unknown format"), "no rule");
}

#[test]
fn only_plain_moves_take_the_rule_and_the_board_of_the_game_before() {
    let conditions = |text: &[u8]| {
        read(text, &Defaults::default()).map(|game| game.conditions).expect("it is a game")
    };
    assert_eq!(conditions(b"h8i9"), Conditions::Assumed);
    assert_eq!(conditions(b"renju 15x15 h8"), Conditions::Named);
    assert_eq!(conditions(b"(;SZ[15];B[hh])"), Conditions::Named);
    assert_eq!(conditions(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n"), Conditions::Named);
}

#[test]
fn trees_survive_their_formats() {
    let point = |name: &str| Some(name.parse().expect("a point"));
    let mut tree = Tree::new(Rule::Renju, BoardSize::square(15));
    let removed = tree.add(ROOT, point("a1")).expect("the tree has room");
    let center = tree.add(ROOT, point("h8")).expect("the tree has room");
    let late = tree.add(center, point("i9")).expect("the tree has room");
    let first = tree.add(center, None).expect("the tree has room");
    tree.promote(first);
    tree.remove(removed);
    "one\ntwo".clone_into(&mut tree.get_mut(center).expect("it is there").comment);
    "A".clone_into(&mut tree.get_mut(late).expect("it is there").label);
    tree.get_mut(late).expect("it is there").ms = Some(5);
    let about = About { names: ["A".to_owned(), "B".to_owned()], ..About::default() };
    for format in [FileFormat::Sgf, FileFormat::RenLib] {
        let data =
            write(&tree, format, first, &about, PointNames::Top).expect("the format holds all");
        let defaults = Defaults { rule: Rule::Renju.into(), ..Defaults::default() };
        let read = read(&data, &defaults).expect("the file can be read");
        let facts = |tree: &Tree| {
            let node = |node: &crate::tree::Node| {
                (tree.path(node.id).len(), node.point, node.comment.clone(), node.label.clone())
            };
            tree.in_order().into_iter().map(node).collect::<Vec<_>>()
        };
        assert_eq!(facts(&read.tree), facts(&tree), "{format:?}");
        assert_eq!(read.tree.rule(), tree.rule());
    }
    let psq =
        write(&tree, FileFormat::Psq, late, &about, PointNames::Top).expect("there is no pass");
    let expected = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\nA\nB\n-1\n-1,renju\n";
    assert_eq!(String::from_utf8_lossy(&psq), expected);
    let text =
        write(&tree, FileFormat::Text, first, &about, PointNames::Top).expect("it holds passes");
    assert_eq!(text, b"h8--\n");
    let error = write(&tree, FileFormat::Sgf, 77, &about, PointNames::Top)
        .expect_err("there is no such move");
    assert_eq!(error.to_string(), "no move has the number 77");
}

#[test]
fn files_in_other_encodings_are_read() {
    let record = "Piskvorky 15x15, 0:0, 0\n1,15\nPříliš žluťoučký kůň\nB\n0\n";
    let bytes = encoding_rs::WINDOWS_1250.encode(record).0;
    assert_eq!(read_texts(&bytes)[0], "Příliš žluťoučký kůň");
    let sgf = "(;CA[GBK]PB[黑];B[hh]C[白]PW[x])";
    assert_eq!(read_texts(&encoding_rs::GBK.encode(sgf).0), ["黑", "白"]);
    let sgf = "(;PB[Åsa];B[hh]C[för då])";
    assert_eq!(read_texts(&encoding_rs::WINDOWS_1252.encode(sgf).0), ["Åsa", "för då"]);
    assert_eq!(read_texts("\u{feff}(;PB[黑];B[hh])".as_bytes()), ["黑", ""]);
}

#[test]
fn libraries_in_code_pages_are_read() {
    let check = |encoding: &'static encoding_rs::Encoding, text: &str| {
        let mut file = b"\xFFRenLib\xFF\x03\x04".to_vec();
        file.extend([0xFF; 10]);
        file.extend(b"\0\0\x78\x48");
        file.extend(&*encoding.encode(text).0);
        file.extend([0, 0]);
        file.truncate(file.len() / 2 * 2);
        assert_eq!(read_texts(&file)[1], text, "{}", encoding.name());
    };
    check(encoding_rs::GBK, "黑棋必胜");
    check(encoding_rs::GBK, "白棋在这里防守是唯一的选择");
    check(encoding_rs::UTF_8, "黑棋必胜");
    check(encoding_rs::WINDOWS_1252, "Svart vinner här på två sätt");
    check(encoding_rs::WINDOWS_1251, "Чёрные выигрывают четвёрками");
    check(encoding_rs::SHIFT_JIS, "ここは黒の勝ちです");
}

#[test]
fn a_review_is_written_into_sgf() {
    let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(15));
    let first = tree.add(ROOT, Some("h8".parse().expect("a point"))).expect("there is room");
    let node = tree.get_mut(first).expect("it was added");
    let better = vec!["i9".parse().expect("a point")];
    let words = "A win in 2 moves was missed.".to_owned();
    node.judgement = Some(Judgement { words, better, ..Judgement::of(MoveClass::Blunder) });
    node.comment = "mine".to_owned();
    node.black_wins = Some(0.25);
    let about = About::default();
    let data = write(&tree, FileFormat::Sgf, first, &about, PointNames::Bottom);
    let data = data.expect("SGF holds all");
    let text = String::from_utf8_lossy(&data).into_owned();
    let comment = "C[mine\nA win in 2 moves was missed. Better: i7.]";
    assert!(text.contains(&format!(";B[hh]BM[2]V[-0.500]{comment}")), "{text}");
    let again = read(&data, &Defaults::default()).expect("it was written").tree;
    let node = again.get(1).expect("it has a move");
    assert_eq!(node.judgement.as_ref().map(|judgement| judgement.class), Some(MoveClass::Blunder));
    assert_eq!(node.black_wins, Some(0.25));
}

#[test]
fn circles_and_arrows_are_written_without_their_colours() {
    let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(15));
    let first = tree.add(ROOT, Some("h8".parse().expect("a point"))).expect("there is room");
    let point = |name: &str| name.parse().expect("a point");
    let drawing = |from, to: Option<&str>, color| Drawing {
        from: point(from),
        to: to.map(point),
        sign: Sign::Circle,
        color,
    };
    let drawings = vec![
        drawing("h8", Some("i9"), DrawColor::Red),
        drawing("a1", None, DrawColor::Green),
        drawing("c2", None, DrawColor::Blue),
    ];
    tree.get_mut(first).expect("it was added").drawings = drawings;
    let about = About::default();
    let data = write(&tree, FileFormat::Sgf, first, &about, PointNames::Bottom);
    let text = String::from_utf8_lossy(&data.expect("SGF holds all")).into_owned();
    assert!(text.contains(";B[hh]CR[aa][cb]AR[hh:ii]"), "{text}");
    let again = read(text.as_bytes(), &Defaults::default()).expect("it was written").tree;
    let green = DrawColor::Green;
    let expected =
        [drawing("a1", None, green), drawing("c2", None, green), drawing("h8", Some("i9"), green)];
    assert_eq!(again.get(1).expect("it has a move").drawings, expected);
    let odd = "(;SZ[15]CR[aa:bb][aa][zz]AR[aa:aa][hh][aa:bb][aa:bb])";
    let odd = read(odd.as_bytes(), &Defaults::default()).expect("odd values are left out").tree;
    assert_eq!(odd.get(ROOT).expect("it has a root").drawings.len(), 4 + 1);
}

#[test]
fn marks_set_ups_and_other_properties_survive_the_tree() {
    let head = "(;FF[4]GM[4]CA[UTF-8]AP[Dolmen:";
    let body = "]SZ[15]RU[renju]AB[hh][jj]AW[ii]PL[W]EV[Cup]XX[a][b]\n;W[kk]LB[aa:X]TR[bb]SQ[cc]MA[dd]N[here])\n";
    let version = env!("CARGO_PKG_VERSION");
    let text = format!("{head}{version}{body}");
    let game = read(text.as_bytes(), &Defaults::default()).expect("it is a game");
    let at = game.tree.end_of_line(ROOT);
    let written = write(&game.tree, FileFormat::Sgf, at, &game.about, PointNames::Bottom);
    assert_eq!(String::from_utf8_lossy(&written.expect("SGF holds all")), text);
    let node = game.tree.get(at).expect("it is the last move");
    let signs: Vec<_> = node.drawings.iter().map(|drawing| drawing.sign.clone()).collect();
    let expected = [Sign::Text("X".to_owned()), Sign::Triangle, Sign::Square, Sign::Cross];
    assert_eq!(signs.len(), expected.len());
    assert!(expected.iter().all(|sign| signs.contains(sign)), "{signs:?}");
}
