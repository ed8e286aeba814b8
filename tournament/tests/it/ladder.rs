//! A ladder of engines that are shell scripts.

use crate::room::{Room, kill};
use crate::scripts::room;

/// Two engines that fill rows, one that crashes, and one that is not installed at first.
const LADDER: &str = r#"
folder = "results"
[all]
games = 2
openings = "none"
concurrency = 1
[all.each]
tc = "0/60"
startup = "120s"
folder = "."
[[stage]]
rule = "freestyle"
size = 15
[[stage]]
rule = "caro"
size = 17
games = 4
[[engine]]
name = "one"
cmd = "/bin/sh rows"
[[engine]]
name = "two"
cmd = ["/bin/sh", "rows"]
[[engine]]
name = "rude"
cmd = "/bin/sh rude"
[[engine]]
name = "later"
cmd = "./later"
[rules]
rude = ["freestyle"]
"#;

fn ladder_room() -> Room {
    let room = room();
    room.write("ladder.toml", LADDER);
    room.write("README.md", "Top\n<!-- ladder -->\nold\n<!-- end of the ladder -->\nBottom\n");
    room
}

/// Returns the number of games of each pairing, by its file of results.
fn games(room: &Room) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for stage in ["freestyle-15x15", "caro-17x17"] {
        let folder = room.path(&format!("results/{stage}"));
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let name = entry.expect("the folder can be read").file_name();
            let name = name.into_string().expect("a plain name");
            if let Some((names, _)) = name.strip_suffix(".jsonl").and_then(|it| it.rsplit_once('-'))
            {
                let text = room.text(&format!("results/{stage}/{name}"));
                let games = text.lines().filter(|line| line.contains("\"score\"")).count();
                found.push((format!("{stage} {names}"), games));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_ladder_is_played_rated_and_written_down() {
    let room = ladder_room();
    let words = [
        "later is left out: ",
        "pairing 1 of 4, freestyle 15x15: one - two",
        "pairing 4 of 4, caro 17x17: one - two",
    ];
    let ended = room.end("ladder ladder.toml --readme README.md", 0, &words);
    assert!(!ended.err.contains("caro 17x17: one - rude"), "{}", ended.err);
    let played = [
        ("caro-17x17 one-two", 4),
        ("freestyle-15x15 one-rude", 2),
        ("freestyle-15x15 one-two", 2),
        ("freestyle-15x15 two-rude", 2),
    ];
    let expected = played.map(|(names, games)| (names.to_owned(), games)).to_vec();
    assert_eq!(games(&room), expected);
    let rows: Vec<&str> = ended.out.lines().collect();
    assert!(rows.len() == 4 && rows[3].contains("rude"), "{}", ended.out);
    let readme = room.text("README.md");
    assert!(
        readme.starts_with("Top\n<!-- ladder -->\n\n| engine | all stages | freestyle 15×15 |"),
        "{readme}"
    );
    assert!(readme.ends_with(".\n\n<!-- end of the ladder -->\nBottom\n"), "{readme}");
    assert!(!readme.contains("old"), "{readme}");
    let page = room.text("results/ladder.html");
    let link = page.split("href=\"").nth(1).and_then(|rest| rest.split('"').next());
    let link = link.expect("the games have pages");
    assert!(room.path(&format!("results/{link}")).exists(), "{link}");
    // Nothing is left to play, and the table is the same.
    let again = room.end("ladder ladder.toml --readme README.md", 0, &["table: README.md"]);
    assert!(!again.err.contains("pairing"), "{}", again.err);
    assert_eq!((again.out, room.text("README.md")), (ended.out.clone(), readme));
    assert_eq!(room.end("ladder ladder.toml --rate-only", 0, &[]).out, ended.out);
    let anchored = LADDER.replacen("[rules]", "[anchors]\none = 1500\n[rules]", 1);
    room.write("ladder.toml", &anchored);
    let ended = room.end("ladder ladder.toml --rate-only", 0, &[]);
    assert!(ended.out.contains("[+1500, +1500]"), "{}", ended.out);
}

#[test]
fn edits_of_the_readme_during_the_games_are_kept() {
    let room = ladder_room();
    let rows = room.text("rows");
    room.write("rows", &format!("echo Edited >> README.md\n{rows}"));
    room.succeed("ladder ladder.toml --readme README.md");
    let readme = room.text("README.md");
    assert!(readme.starts_with("Top\n<!-- ladder -->\n\n| engine |"), "{readme}");
    assert!(readme.contains("\n<!-- end of the ladder -->\nBottom\nEdited\n"), "{readme}");
}

#[test]
fn a_killed_ladder_goes_on_and_an_engine_joins_later() {
    let room = ladder_room();
    room.write("ladder.toml", &LADDER.replace("games = 2", "games = 12"));
    let child = room.start("ladder ladder.toml");
    let wait = || games(&room).iter().map(|(_, games)| games).sum::<usize>();
    while wait() < 10 {
        std::thread::yield_now();
    }
    kill(child);
    let before = wait();
    room.succeed("ladder ladder.toml");
    assert_eq!(wait(), 3 * 12 + 4);
    assert!(before >= 10);
    // The engine is installed now. Only its games are played.
    room.write("later", &format!("#!/bin/sh\n{}", crate::scripts::ROWS));
    make_executable(&room, "later");
    let ended = room.end("ladder ladder.toml", 0, &["freestyle 15x15: rude - later"]);
    assert_eq!(ended.out.lines().count(), 5, "{}", ended.out);
    assert_eq!(wait(), 6 * 12 + 3 * 4);
    // With another program the games of the engine begin anew, and the old ones are kept.
    room.write("later", &format!("#!/bin/sh\n# new\n{}", crate::scripts::ROWS));
    room.succeed("ladder ladder.toml");
    assert_eq!(wait(), 9 * 12 + 5 * 4);
}

fn make_executable(room: &Room, name: &str) {
    use std::os::unix::fs::PermissionsExt;
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(room.path(name), permissions).expect("the file is there");
}

#[test]
fn a_stage_with_one_engine_is_left_out() {
    let room = ladder_room();
    let rules = "[rules]\none = [\"freestyle\"]\ntwo = [\"caro\"]";
    room.write("ladder.toml", &LADDER.replace("[rules]", rules));
    let words = [
        "stage 2 is left out: fewer than two engines can play in it",
        "pairing 1 of 1, freestyle 15x15: one - rude",
    ];
    let ended = room.end("ladder ladder.toml", 0, &words);
    assert!(!ended.out.contains("caro"), "{}", ended.out);
    assert!(!room.text("results/ladder.html").contains("caro"));
}

#[test]
fn mistakes_are_found_before_the_first_game() {
    let room = ladder_room();
    room.end("ladder missing.toml", 2, &["missing.toml: No such file"]);
    room.end("ladder ladder.toml --anchor three=0", 2, &["unknown engine \"three\""]);
    room.write("plain.md", "no marks");
    room.end(
        "ladder ladder.toml --readme plain.md",
        2,
        &["plain.md has no place for the table: expected the line <!-- ladder -->"],
    );
    room.write("ladder.toml", &LADDER.replace("tc = \"0/60\"", "tc = \"0/60+1\""));
    room.end("ladder ladder.toml", 2, &["an increment needs a time limit for the game"]);
    room.write("ladder.toml", &LADDER.replace("size = 17", "size = 99"));
    room.end("ladder ladder.toml", 2, &["99"]);
    assert!(!room.path("results").exists(), "no game was played");
    let before = room.text("README.md");
    room.write("ladder.toml", LADDER);
    let words = ["results: no pair of games is finished"];
    room.end("ladder ladder.toml --rate-only --readme README.md", 1, &words);
    assert_eq!(room.text("README.md"), before);
}
