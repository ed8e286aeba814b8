//! The format round: what is written is read again, and damage is found.

use std::fs;

use dolmen::board::{BoardSize, Color, Point};
use dolmen::eval::Score;
use dolmen::rules::Outcome;
use fastrand::Rng;

use crate::store::{
    Damage, Game, Header, Ply, ReadError, Searched, Settings, Shard, ShardWriter, WriteError,
};

fn header() -> Header {
    Header {
        rule: "renju".to_owned(),
        size: (15, 15),
        engine: "none".to_owned(),
        seed: 7,
        first_game: 100,
        games: 1000,
        settings: Settings::with_nodes(2000),
    }
}

fn size() -> BoardSize {
    BoardSize::square(15)
}

/// A game of random content, legal or not.
fn random_game(number: u32, rng: &mut Rng) -> Game {
    let point = |rng: &mut Rng| Point::new(rng.usize(..15), rng.usize(..15));
    let searched = |rng: &mut Rng| Searched {
        best: point(rng),
        score: Score::from_value(rng.i32(-30_000..=30_000)),
        depth: rng.u8(..32),
    };
    let plies = (0..rng.usize(..90)).map(|_| {
        let found = searched(rng);
        let played = if rng.u8(..10) == 0 { point(rng) } else { found.best };
        Ply { point: played, searched: (rng.u8(..8) > 0).then_some(found) }
    });
    let plies = plies.collect();
    let outcomes = [Outcome::Draw, Outcome::Win(Color::Black), Outcome::Win(Color::White)];
    let proof = rng.bool().then(|| searched(rng));
    Game { number, outcome: outcomes[rng.usize(..3)], plies, proof }
}

/// A file of random games, and the games.
fn random_file(count: u32) -> (Vec<u8>, Vec<Game>) {
    let folder = tempfile::tempdir().expect("there is a place for files");
    let mut rng = Rng::with_seed(5);
    let games: Vec<Game> = (100..100 + count).map(|number| random_game(number, &mut rng)).collect();
    let mut writer = ShardWriter::open(folder.path(), &header()).expect("it can be written");
    games.iter().for_each(|game| writer.add(game).expect("it can be written"));
    writer.flush().expect("it can be written");
    let path = folder.path().join(header().file_name());
    (fs::read(path).expect("it can be read"), games)
}

#[test]
fn a_game_is_four_bytes_a_move() {
    let mut rng = Rng::with_seed(1);
    for number in 0..500 {
        let game = random_game(number, &mut rng);
        let mut bytes = Vec::new();
        game.encode(size(), &mut bytes);
        let moved = game
            .plies
            .iter()
            .filter(|ply| ply.searched.is_some_and(|searched| searched.best != ply.point));
        let words = game.plies.len() + moved.count() + usize::from(game.proof.is_some());
        assert_eq!(bytes.len(), 7 + 4 * words);
        bytes.push(99);
        assert_eq!(Game::decode(&bytes, size()), Ok((game, &[99][..])));
    }
}

#[test]
fn what_is_written_is_read() {
    let (bytes, games) = random_file(300);
    let shard = Shard::from_bytes(&bytes).expect("it is a file of games");
    assert_eq!(shard.header, header());
    assert_eq!(shard.games, games);
    assert_eq!(shard.damage, []);
}

#[test]
fn a_torn_end_loses_one_block() {
    let (bytes, games) = random_file(300);
    let mut rng = Rng::with_seed(2);
    let start = Shard::from_bytes(&bytes[..400]).expect("the header is whole").whole_bytes;
    for _ in 0..200 {
        let length = rng.usize(start..bytes.len());
        let shard = Shard::from_bytes(&bytes[..length]).expect("the header is whole");
        assert_eq!(shard.games, games[..shard.games.len()]);
        let torn = Damage::TornEnd { start: shard.whole_bytes, length: length - shard.whole_bytes };
        let expected = if length == shard.whole_bytes { vec![] } else { vec![torn] };
        assert_eq!(shard.damage, expected, "at {length}");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let (bytes, games) = random_file(60);
    let mut rng = Rng::with_seed(3);
    for _ in 0..2_000 {
        let mut damaged = bytes.clone();
        let (byte, bit) = (rng.usize(..bytes.len()), rng.u8(..8));
        damaged[byte] ^= 1 << bit;
        if let Ok(shard) = Shard::from_bytes(&damaged) {
            assert_eq!(shard.damage.len(), 1, "byte {byte} bit {bit}");
            assert!(shard.games.len() < games.len());
            assert!(shard.games.iter().all(|game| games.contains(game)));
        }
    }
}

#[test]
fn headers_that_mean_nothing_are_told_apart() {
    let (bytes, _) = random_file(3);
    let error = |bytes: &[u8]| Shard::from_bytes(bytes).err().map(|error| error.to_string());
    assert!(matches!(Shard::from_bytes(b"GIF89a"), Err(ReadError::Foreign(_))));
    assert!(matches!(Shard::from_bytes(b"dolmen games 2\n"), Err(ReadError::Version(_))));
    assert!(matches!(Shard::from_bytes(&bytes[..60]), Err(ReadError::DamagedHeader)));
    assert_eq!(error(b"").as_deref(), Some("is no file of games: begins with \"\""));
}

#[test]
fn a_writer_goes_on_where_it_was_torn() {
    let (bytes, games) = random_file(200);
    let folder = tempfile::tempdir().expect("there is a place for files");
    let path = folder.path().join(header().file_name());
    fs::write(&path, &bytes[..bytes.len() * 2 / 3]).expect("it can be written");
    let mut writer = ShardWriter::open(folder.path(), &header()).expect("it can be gone on with");
    assert!(matches!(ShardWriter::open(folder.path(), &header()), Err(WriteError::Busy(_))));
    let known = writer.count() as usize;
    assert!(known > 50 && known < 150, "{known} games");
    games[known..].iter().for_each(|game| writer.add(game).expect("it can be written"));
    writer.flush().expect("it can be written");
    drop(writer);
    assert_eq!(Shard::read(&path).expect("it can be read").games, games);

    let other = Header { engine: "another".to_owned(), ..header() };
    let refused = ShardWriter::open(folder.path(), &other);
    assert!(matches!(refused, Err(WriteError::OtherHeader(_))));
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(&path, damaged).expect("it can be written");
    let refused = ShardWriter::open(folder.path(), &header());
    assert!(matches!(refused, Err(WriteError::Damaged(_))));
}
