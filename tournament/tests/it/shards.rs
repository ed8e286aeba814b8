//! Tests of sharded tournaments through the program: merged shards equal the whole tournament, however it
//! is divided and wherever a shard is interrupted. The engine is a shell script of a few lines.

use crate::room::{Room, kill};

/// An engine that fills the top row if it begins and the row below if it does not, so that the engine
/// that begins wins. If `$1` divides the seed of the game, its third move lies off the board.
const ENGINE: &str = r#"
while read -r line; do
    case $line in
        START* | RESTART) row=1 column=0 ; echo OK ;;
        'INFO seed '*) seed=${line##* } ;;
        BEGIN) row=0 ; echo "$column,$row" ; column=1 ;;
        TURN*)
            [ $column = 2 ] && [ $((seed % $1)) = 0 ] && column=99
            echo "$column,$row" ; column=$((column + 1)) ;;
        END) exit ;;
    esac
done
"#;

/// The options of a tournament of three such engines; the first loses more games than the others.
const LEAGUE: &str = "-e 'name=one,cmd=/bin/sh engine 2,folder=.' \
                      -e 'name=two,cmd=/bin/sh engine 3,folder=.' \
                      -e 'name=three,cmd=/bin/sh engine 5,folder=.' \
                      --tc 0/60 --openings none --concurrency 1 --startup 120s --games 8 --restart";
/// The options of an SPRT between two such engines, of which the first is much the stronger.
const TEST: &str = "-e 'name=one,cmd=/bin/sh engine 99999,folder=.' \
                    -e 'name=two,cmd=/bin/sh engine 1,folder=.' \
                    --tc 0/60 --openings none --concurrency 1 --startup 120s --games 4000 \
                    --sprt 0,150";

/// A folder with the engine.
fn room() -> Room {
    let room = Room::new();
    room.write("engine", ENGINE);
    room
}

/// Returns the games of a file in its order, without the fields that depend on clocks.
fn games_of(room: &Room, name: &str) -> Vec<String> {
    room.text(name).lines().skip(1).map(game).collect()
}

/// Returns the statistics of a file, without times.
fn statistics_of(room: &Room, name: &str) -> String {
    let text = room.succeed(&format!("stats {name}")).out;
    let parts = text.split("\n\n").filter(|part| !part.starts_with("Engine "));
    parts.collect::<Vec<_>>().join("\n")
}

/// Returns a text line of a file without the fields that depend on clocks.
fn game(line: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(line).expect("the line is JSON");
    let clocks = [
        "started",
        "time_ms",
        "longest_ms",
        "late",
        "latest_ms",
        "machine_ms",
        "peak_memory",
        "foreign_cpu_ms",
        "killed",
    ];
    for pointer in ["", "/black", "/white"] {
        let fields = value.pointer_mut(pointer).and_then(|fields| fields.as_object_mut());
        let fields = fields.expect("they are fields");
        for name in clocks {
            fields.remove(name);
        }
    }
    let moves = value["moves"].as_array_mut().expect("the record has a list of moves");
    moves.iter_mut().for_each(|at| *at = at["at"].take());
    value.to_string()
}

#[test]
fn all_divisions_give_the_same_tournament() {
    let room = room();
    room.succeed(&format!("{LEAGUE} --state alone.jsonl"));
    room.succeed("merge alone.jsonl -o whole.jsonl");
    let games = games_of(&room, "whole.jsonl");
    assert_eq!(games.len(), 24);
    for kind in ["five", "illegal"] {
        let wanted = format!(r#""reason":"{kind}""#);
        assert!(games.iter().any(|game| game.contains(&wanted)), "no game ends with {kind}");
    }
    for count in [1, 2, 4] {
        for index in (0..count).rev() {
            room.succeed(&format!("run {LEAGUE} --state {count}.jsonl --shard {index}/{count}"));
        }
        let files: Vec<_> =
            (0..count).map(|index| format!("{count}-{index}-of-{count}.jsonl")).collect();
        room.succeed(&format!("merge {} --output merged-{count}.jsonl", files.join(" ")));
        assert_eq!(games_of(&room, &format!("merged-{count}.jsonl")), games, "{count} shards");
        let statistics = statistics_of(&room, &format!("merged-{count}.jsonl"));
        assert_eq!(statistics, statistics_of(&room, "alone.jsonl"), "{count} shards");
    }
    // The merged file equals that of the whole tournament, and a run can continue it.
    room.succeed(&format!("{LEAGUE} --state merged-4.jsonl"));
    assert_eq!(games_of(&room, "merged-4.jsonl"), games);
}

#[test]
fn a_killed_shard_goes_on() {
    let room = room();
    room.succeed(&format!("{LEAGUE} --state alone.jsonl"));
    let run = |index: u64| format!("run {LEAGUE} --state league.jsonl --shard {index}/2");
    let killed = room.start(&run(1));
    room.wait_for("league-1-of-2.jsonl", 4);
    kill(killed);
    let missing = ["shard 0/2: no file was given", "of 12 games are missing: "];
    room.end("merge league-1-of-2.jsonl --output league.jsonl", 75, &missing);
    room.succeed(&run(0));
    room.succeed(&run(1));
    room.succeed("merge league-0-of-2.jsonl league-1-of-2.jsonl --output league.jsonl");
    room.succeed("merge alone.jsonl --output whole.jsonl");
    assert_eq!(games_of(&room, "league.jsonl"), games_of(&room, "whole.jsonl"));
    assert_eq!(statistics_of(&room, "league.jsonl"), statistics_of(&room, "alone.jsonl"));
}

#[test]
fn a_tournament_may_be_divided_anew() {
    let room = room();
    let run = |shard: &str| format!("run {LEAGUE} --state league.jsonl --shard {shard}");
    room.succeed(&run("0/2"));
    room.end(&run("0/3"), 0, &["4 games were copied from ./league-0-of-2.jsonl"]);
    room.succeed(&run("1/3"));
    room.succeed(&run("2/3"));
    room.end(
        "merge league-2-of-3.jsonl league-0-of-2.jsonl league-0-of-3.jsonl league-1-of-3.jsonl",
        0,
        &["12 games were found more than once, with the same result", "24 of 24 games"],
    );
}

#[test]
fn one_stop_file_stops_all_shards() {
    let room = room();
    room.write("league.jsonl.stop", "");
    for index in 0..2 {
        let run = format!("run {LEAGUE} --state league.jsonl --shard {index}/2");
        room.end(&run, 75, &["the stop file league.jsonl.stop exists"]);
    }
}

#[test]
fn a_decision_ends_the_shards() {
    let room = room();
    let run = |index: u64| format!("run {TEST} --state league.jsonl --shard {index}/2 --quiet");
    let mut shards = [room.start(&run(0)), room.start(&run(1))];
    let follow = "merge --follow . --output league.jsonl --on-decision 'touch league.jsonl.stop'";
    let decided = "the test has decided: the difference is ELO1 or more";
    let out = room.end(follow, 10, &[decided]).out;
    for shard in &mut shards {
        let status = shard.wait().expect("the child can be waited for");
        assert_eq!(status.code(), Some(75));
    }
    assert!(out.contains("passed"), "{out}");
    assert!(games_of(&room, "league.jsonl").len() < 4000);
    // Games that end after the decision do not change it.
    let merge = "merge league-0-of-2.jsonl league-1-of-2.jsonl --output league.jsonl";
    room.succeed(merge);
    room.end(&format!("{merge} --decision-status"), 10, &[]);
}
