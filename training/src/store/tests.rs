//! Tests that reading returns the written games, and that damage is detected.

use std::fs;
use std::path::Path;

use dolmen::board::{BoardSize, Color, Point};
use dolmen::eval::Score;
use dolmen::rules::{Outcome, Rule};
use fastrand::Rng;
use strum::VariantArray;

use crate::store::record::rounded;
use crate::store::testing;
use crate::store::{
    Beginning, Damage, Game, GamePosition, Header, InteriorPosition, Label, MoveShare, Ply,
    ReadError, SHARE_PARTS, Searched, Shard, ShardWriter, Verdict, Verdicts, WriteError,
};

const FIRST_GAME: u64 = 100;

fn header(games: u64) -> Header {
    Header { first_game: FIRST_GAME, ..testing::header(Rule::Renju, 7, games) }
}

fn random_point(size: BoardSize, rng: &mut Rng) -> Point {
    Point::new(rng.usize(..size.width()), rng.usize(..size.height()))
}

fn random_searched(size: BoardSize, rng: &mut Rng) -> Searched {
    let score = match rng.u8(..4) {
        0 => Score::win_in(rng.i32(1..300)),
        1 => Score::loss_in(rng.i32(2..300)),
        _ => Score::new(rng.i32(-30_000..=30_000)),
    };
    Searched { best: random_point(size, rng), score: rounded(score), depth: rng.u8(..32) }
}

fn random_label(size: BoardSize, rng: &mut Rng) -> Label {
    let verdict = |rng: &mut Rng| Verdict::ALL[rng.usize(..4)];
    Label {
        searched: random_searched(size, rng),
        verdicts: Verdicts { mover: verdict(rng), opponent: verdict(rng) },
        deep: (rng.u8(..5) == 0).then(|| random_searched(size, rng)),
    }
}

fn random_position(size: BoardSize, rng: &mut Rng) -> GamePosition {
    let label = random_label(size, rng);
    let best = MoveShare { point: label.searched.best, share: rng.u8(1..=SHARE_PARTS) };
    let other = |rng: &mut Rng| MoveShare { point: random_point(size, rng), share: 1 };
    let others: Vec<MoveShare> = (0..rng.usize(..8)).map(|_| other(rng)).collect();
    let moves = if rng.bool() { Vec::new() } else { [vec![best], others].concat() };
    let mut interior: Vec<InteriorPosition> = Vec::new();
    for _ in 0..rng.usize(..=4) {
        // Paths share prefixes, as those of a search do.
        let mut path = interior.last().map_or_else(Vec::new, |last| last.path.clone());
        path.truncate(rng.usize(..=path.len()));
        path.extend((0..rng.usize(1..9)).map(|_| random_point(size, rng)));
        interior.push(InteriorPosition { path, label: random_label(size, rng) });
    }
    GamePosition { label, moves, interior }
}

/// A game of random content, legal or not.
fn random_game(number: u64, rng: &mut Rng) -> Game {
    let side = |rng: &mut Rng| rng.i64(5..=22);
    let size = BoardSize::new(side(rng), side(rng)).expect("a board has 5 to 22 columns and rows");
    let plies = (0..rng.usize(..40)).map(|_| {
        let before = (rng.u8(..8) > 0).then(|| random_position(size, rng));
        let best = before.as_ref().map(|before| before.label.searched.best);
        let played = best.filter(|_| rng.u8(..10) > 0);
        Ply { point: played.unwrap_or_else(|| random_point(size, rng)), before }
    });
    let plies = plies.collect();
    let outcomes = [Outcome::Draw, Outcome::Win(Color::Black), Outcome::Win(Color::White)];
    Game {
        number: number as u32,
        size,
        beginning: Beginning::VARIANTS[rng.usize(..Beginning::VARIANTS.len())],
        outcome: outcomes[rng.usize(..3)],
        plies,
        end: rng.bool().then(|| random_position(size, rng)),
    }
}

fn random_games(count: u64) -> Vec<Game> {
    let mut rng = Rng::with_seed(5);
    (FIRST_GAME..FIRST_GAME + count).map(|number| random_game(number, &mut rng)).collect()
}

/// Writes games to the file of a header and returns its bytes.
fn write(folder: &Path, header: &Header, games: &[Game]) -> Vec<u8> {
    let mut writer = ShardWriter::open(folder, header).expect("the file can be written");
    games.iter().for_each(|game| writer.add(game).expect("the file can be written"));
    let bytes = fs::read(folder.join(header.file_name())).expect("it can be read");
    assert_eq!(writer.bytes(), bytes.len() as u64);
    bytes
}

#[test]
fn written_games_are_read_in_any_order() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let mut games = random_games(60);
    Rng::with_seed(1).shuffle(&mut games);
    let bytes = write(folder.path(), &header(61), &games);
    let shard = Shard::from_bytes(&bytes).expect("the file is undamaged");
    assert_eq!((shard.games, shard.damage), (games, Vec::new()));
    assert_eq!((shard.blocks, shard.whole_bytes), (60, bytes.len()));
}

#[test]
fn a_full_file_is_packed_in_order() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let games = random_games(300);
    let mut shuffled = games.clone();
    Rng::with_seed(1).shuffle(&mut shuffled);
    let before = write(folder.path(), &header(300), &shuffled[..299]).len();
    let after = write(folder.path(), &header(300), &shuffled[299..]);
    let shard = Shard::from_bytes(&after).expect("the file is undamaged");
    assert_eq!((shard.games.len(), shard.blocks), (300, 2));
    assert_eq!(shard.games, games);
    assert!(after.len() < before, "{} bytes, {before} before", after.len());
}

#[test]
fn a_file_that_was_not_packed_is_packed_later() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let games = random_games(20);
    let path = folder.path().join(header(20).file_name());
    write(folder.path(), &header(20), &games[..19]);
    // The state after the process was killed between the last game and the packing.
    let other = tempfile::tempdir().expect("a temporary folder can be created");
    let longer = write(other.path(), &header(21), &games);
    let last_block = longer.len() - super::writer::block(&games[19..]).len();
    let mut bytes = fs::read(&path).expect("it can be read");
    bytes.extend(&longer[last_block..]);
    fs::write(&path, bytes).expect("the file can be written");

    let writer = ShardWriter::open(folder.path(), &header(20)).expect("the file can be continued");
    assert!(writer.missing().is_empty());
    let shard = Shard::read(&path).expect("it can be read");
    assert_eq!((shard.games, shard.blocks), (games, 1));
}

#[test]
fn damage_costs_one_game_and_a_cut_only_the_end() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let games = random_games(8);
    let bytes = write(folder.path(), &header(9), &games);
    let mut rng = Rng::with_seed(3);
    for _ in 0..400 {
        let mut damaged = bytes.clone();
        let (byte, bit) = (rng.usize(..bytes.len()), rng.u8(..8));
        damaged[byte] ^= 1 << bit;
        if let Ok(shard) = Shard::from_bytes(&damaged) {
            assert_eq!(shard.damage.len(), 1, "byte {byte} bit {bit}");
            assert_eq!(shard.games.len(), games.len() - 1);
            assert!(shard.games.iter().all(|game| games.contains(game)));
        }
        if let Ok(shard) = Shard::from_bytes(&bytes[..byte]) {
            assert_eq!(shard.games, games[..shard.games.len()]);
            assert!(shard.damage.iter().all(Damage::is_torn_end), "cut at {byte}");
        }
    }
}

#[test]
fn a_whole_block_with_damage_is_no_incomplete_end() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let games = random_games(8);
    let bytes = write(folder.path(), &header(9), &games);
    let start = bytes.len() - super::writer::block(&games[7..]).len();
    let length = bytes.len() - start;
    let damage = |bytes: &[u8]| Shard::from_bytes(bytes).expect("it has a header").damage;
    let flipped = |byte: usize| {
        let mut bytes = bytes.clone();
        bytes[byte] ^= 1;
        bytes
    };
    // The mark, the checksum, the payload.
    for byte in [start, start + 8, start + 12, bytes.len() - 1] {
        assert_eq!(damage(&flipped(byte)), [Damage::Gap { start, length }], "byte {byte}");
    }
    let cut = &bytes[..bytes.len() - 1];
    assert_eq!(damage(cut), [Damage::TornEnd { start, length: length - 1 }]);
    // A larger length looks like that of a block that was cut short.
    let mut longer = bytes.clone();
    longer[start + 7] ^= 1;
    assert_eq!(damage(&longer), [Damage::TornEnd { start, length }]);
    // Damage and then an incomplete end.
    let before = start - super::writer::block(&games[6..7]).len();
    let damaged = flipped(start - 1);
    let gap = Damage::Gap { start: before, length: start - before };
    let torn = Damage::TornEnd { start, length: length - 1 };
    assert_eq!(damage(&damaged[..damaged.len() - 1]), [gap, torn]);
}

#[test]
fn files_of_other_kinds_are_distinguished() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let bytes = write(folder.path(), &header(9), &random_games(3));
    let error = |bytes: &[u8]| Shard::from_bytes(bytes).err().map(|error| error.to_string());
    assert!(matches!(Shard::from_bytes(b"GIF89a"), Err(ReadError::Foreign(_))));
    assert!(matches!(Shard::from_bytes(b"dolmen games 3\n"), Err(ReadError::Version(_))));
    assert!(matches!(Shard::from_bytes(&bytes[..60]), Err(ReadError::DamagedHeader)));
    let expected = "is not a file of games: it begins with \"\", expected \"dolmen games\"";
    assert_eq!(error(b"").as_deref(), Some(expected));
    let expected =
        "has format version 1; expected 2 (revision 3497ffc is the last that reads version 1)";
    assert_eq!(error(b"dolmen games 1\n").as_deref(), Some(expected));
}

#[test]
fn a_writer_goes_on_where_it_was_torn() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let games = random_games(40);
    let path = folder.path().join(header(50).file_name());
    let bytes = write(folder.path(), &header(50), &games);
    fs::write(&path, &bytes[..bytes.len() * 2 / 3]).expect("the file can be written");
    let mut writer =
        ShardWriter::open(folder.path(), &header(50)).expect("the file can be continued");
    let missing = writer.missing().len();
    assert!((20..40).contains(&missing), "{missing} games are missing");
    let is_missing = |game: &&Game| u64::from(game.number) >= FIRST_GAME + 50 - missing as u64;
    games
        .iter()
        .filter(is_missing)
        .for_each(|game| writer.add(game).expect("the file can be written"));
    assert_eq!(Shard::read(&path).expect("it can be read").games, games);

    fs::write(&path, &bytes[..30]).expect("the file can be written");
    let writer = ShardWriter::open(folder.path(), &header(50)).expect("a torn header is renewed");
    assert_eq!(writer.missing().len(), 50);
}

#[test]
fn a_writer_refuses_foreign_files() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let games = random_games(10);
    let bytes = write(folder.path(), &header(11), &games);
    let path = folder.path().join(header(11).file_name());
    let refused = |header: &Header| {
        let error = ShardWriter::open(folder.path(), header).expect_err("it is refused");
        error.to_string().replace(&folder.path().display().to_string(), "")
    };
    let name = "/renju-seed7-0000100.games";
    let other = Header { engine: "another".to_owned(), ..header(11) };
    let expected = format!("{name} was written with engine \"none\", not \"another\"");
    assert_eq!(refused(&other), expected);
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(&path, damaged).expect("the file can be written");
    let text = refused(&header(11));
    let is_explained =
        text.starts_with(&format!("{name}: ")) && text.contains(" damaged bytes from byte ");
    assert!(
        is_explained && text.ends_with("; move the file away to make its games again"),
        "{text}"
    );
    fs::write(&path, b"GIF89a").expect("the file can be written");
    assert!(refused(&header(11)).contains("is not a file of games: it begins with \"GIF89a\""));
    let twice = [&games[..2], &games[..1]].concat();
    let other = tempfile::tempdir().expect("a temporary folder can be created");
    let mut bytes = write(other.path(), &header(11), &twice[..2]);
    bytes.extend(super::writer::block(&twice[2..]));
    fs::write(&path, bytes).expect("the file can be written");
    let error = ShardWriter::open(folder.path(), &header(11));
    assert!(matches!(error, Err(WriteError::Game(_, 100))), "a game is there twice");
}
