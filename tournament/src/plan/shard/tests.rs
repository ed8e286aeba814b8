//! Tests of the texts and file names of shards, and of the pairs that belong to them.

use std::path::Path;

use crate::plan::Shard;
use crate::store::files_in;

fn shard(text: &str) -> Shard {
    text.parse().expect(text)
}

#[test]
fn shards_are_read_and_written() {
    for text in ["0/1", "0/4", "3/4", "999999/1000000"] {
        assert_eq!(shard(text).to_string(), text);
        let json = serde_json::to_string(&shard(text)).expect("a shard is a text");
        assert_eq!(serde_json::from_str::<Shard>(&json).expect("the text is a shard"), shard(text));
    }
    for text in ["", "1", "4/4", "5/4", "0/0", "-1/4", "+1/4", "1/4/4", "1 /4", "a/b", "0/9999999"]
    {
        let error = text.parse::<Shard>().expect_err(text).to_string();
        assert!(error.contains("0/4"), "{error}");
    }
}

#[test]
fn every_pair_belongs_to_one_shard() {
    for count in 1..=7 {
        let shards: Vec<Shard> = (0..count).filter_map(|index| Shard::new(index, count)).collect();
        assert_eq!(shards.len(), count as usize);
        for pair in 0..50 {
            let holders: Vec<_> = shards.iter().filter(|shard| shard.holds(pair)).collect();
            assert_eq!(holders, [&Shard::of_pair(pair, count)]);
        }
    }
}

#[test]
fn files_are_named_after_shards() {
    let check = |whole: &str, text: &str, file: &str| {
        let (whole, file) = (Path::new(whole), Path::new(file));
        assert_eq!(shard(text).file(whole), file);
        assert_eq!(Shard::of_file(file), Some((whole.to_path_buf(), shard(text))));
    };
    check("league.jsonl", "0/4", "league-0-of-4.jsonl");
    check("a-b/x-1-of-2.y.jsonl", "11/12", "a-b/x-1-of-2.y-11-of-12.jsonl");
    check("/tmp/results", "0/1", "/tmp/results-0-of-1");
    for other in ["league.jsonl", "league-4-of-4.jsonl", "a-of-b", "-of-", "1-of-2.jsonl"] {
        assert_eq!(Shard::of_file(Path::new(other)), None, "{other}");
    }
}

#[test]
fn folders_are_looked_through() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = |name: &str| folder.path().join(name);
    for name in
        ["b-1-of-2.jsonl", "b-10-of-12.jsonl", "b-2-of-12.jsonl", "a-0-of-9.jsonl", "b.jsonl"]
    {
        std::fs::write(path(name), "").expect("the folder can be written");
    }
    std::fs::write(path("b-0-of-2.jsonl.stop"), "").expect("the folder can be written");
    let found = files_in(folder.path()).expect("the folder exists");
    let found: Vec<_> = found.into_iter().map(|(_, _, path)| path).collect();
    let names = ["a-0-of-9.jsonl", "b-1-of-2.jsonl", "b-2-of-12.jsonl", "b-10-of-12.jsonl"];
    assert_eq!(found, names.map(path));
    files_in(&path("nowhere")).expect_err("there is no such folder");
}
