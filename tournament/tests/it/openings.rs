//! Tournaments whose engines negotiate their openings: Dolmen against itself, against an engine that knows
//! only `BOARD`, and against one that knows only `SWAP2BOARD`.

use dolmen::opening::{Act, Opening, Player, Protocol};
use dolmen::{BoardSize, Color};
use tournament::record::GameRecord;

use crate::room::Room;

/// An engine that knows `BOARD` alone and answers every other text line with `UNKNOWN`. It plays the first
/// empty point from the top left corner.
const BOARD_ONLY: &str = r#"
while read -r line; do
    case $line in
        START*) echo OK ;;
        INFO*) ;;
        BOARD)
            stones=' ' column=0 row=0
            while read -r stone && [ "$stone" != DONE ]; do stones="$stones${stone%,*} "; done
            while :; do
                case $stones in
                    *" $column,$row "*)
                        column=$((column + 1))
                        [ $column = 15 ] && column=0 row=$((row + 1)) ;;
                    *) break ;;
                esac
            done
            echo "$column,$row" ;;
        END) exit ;;
        *) echo UNKNOWN ;;
    esac
done
"#;
const DOLMEN: &str = "-e name=dolmen,cmd=pbrain-dolmen";
const OPTIONS: &str =
    "--nodes 300 --tc 0/0 --concurrency 1 --startup 120s --draw-after 10 --send-boards";

fn room() -> Room {
    let room = Room::new();
    room.write("board-only", BOARD_ONLY);
    room
}

fn rule(protocol: Protocol) -> &'static str {
    if protocol.is_of_renju() { "renju" } else { "freestyle" }
}

/// Plays games by a protocol, and returns their records in order.
fn games(
    room: &Room,
    other: &str,
    protocol: Protocol,
    file: &str,
    count: usize,
) -> Vec<GameRecord> {
    let rule = rule(protocol);
    room.succeed(&format!(
        "{DOLMEN} -e 'name=other,{other}' {OPTIONS} --rule {rule} --opening-protocol {protocol} \
         --games {count} --state {file}"
    ));
    let text = room.text(file);
    let records = text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a record"));
    let mut records: Vec<GameRecord> = records.collect();
    records.sort_by_key(|record| record.id);
    assert_eq!(records.len(), count);
    records
}

/// Replays the opening of a record, and returns the names of the engines whose acts the runner decided.
fn checked(record: &GameRecord, protocol: Protocol) -> Vec<String> {
    assert!(!record.reason.is_failure(), "{protocol}: {record:?}");
    let negotiation = record.negotiation.as_ref().expect("the opening was negotiated");
    assert_eq!(negotiation.protocol, protocol);
    let acts: Vec<Act> = negotiation.acts.iter().map(|act| act.act).collect();
    let opening = Opening::replay(protocol, BoardSize::square(15), &acts).expect("it is allowed");
    let second = if negotiation.first == "dolmen" { "other" } else { "dolmen" };
    let name = |player| match player {
        Player::First => negotiation.first.as_str(),
        Player::Second => second,
    };
    assert_eq!(record.black.name, name(opening.player(Color::Black)), "{protocol}: {record:?}");
    let stones = opening
        .position()
        .history()
        .iter()
        .map(|stone| (stone.point.column() as u8, stone.point.row() as u8));
    let moves: Vec<(u8, u8)> = record.moves.iter().map(|moved| moved.at).collect();
    assert!(moves.starts_with(&stones.collect::<Vec<_>>()), "{protocol}: {record:?}");
    let mut mover = Opening::new(protocol, BoardSize::square(15));
    let mut decided = Vec::new();
    for act in &negotiation.acts {
        assert_eq!(mover.task().by(), Some(act.by));
        mover.act(act.act).expect("it is allowed");
        if act.by_runner {
            decided.push(name(act.by).to_owned());
        }
    }
    decided.sort();
    decided.dedup();
    decided
}

/// Returns how a game went, without times.
fn course(record: &GameRecord) -> String {
    let negotiation = record.negotiation.as_ref().expect("the opening was negotiated");
    let moves: Vec<_> = record.moves.iter().map(|moved| moved.at).collect();
    format!("{} {} {moves:?} {:?}", negotiation.text(), record.black.name, record.score)
}

#[test]
fn dolmen_negotiates_with_itself_by_every_protocol() {
    let room = room();
    for protocol in Protocol::ALL {
        let file = format!("{protocol}.jsonl");
        for record in games(&room, "cmd=pbrain-dolmen", protocol, &file, 2) {
            assert!(checked(&record, protocol).is_empty(), "{record:?}");
        }
    }
}

#[test]
fn the_runner_decides_for_an_engine_that_knows_only_boards() {
    let room = room();
    let other = "cmd=/bin/sh board-only,folder=.";
    for protocol in Protocol::ALL {
        for record in games(&room, other, protocol, &format!("{protocol}.jsonl"), 2) {
            assert_eq!(checked(&record, protocol), ["other"], "{record:?}");
        }
    }
}

#[test]
fn an_engine_that_knows_swap2_is_asked_by_its_command() {
    let records = games(&room(), "cmd=house random", Protocol::Swap2, "swap2.jsonl", 2);
    assert!(records.iter().all(|record| checked(record, Protocol::Swap2).is_empty()));
    let swaps = |record: &GameRecord| {
        record.negotiation.as_ref().is_some_and(|negotiation| negotiation.swaps().count() > 0)
    };
    assert!(records.iter().any(swaps), "house swaps: {records:?}");
}

#[test]
fn games_after_an_interruption_are_those_of_a_whole_run() {
    let room = room();
    let other = "cmd=/bin/sh board-only,folder=.";
    let play = |file, count| games(&room, other, Protocol::Taraguchi10, file, count);
    play("parts.jsonl", 2);
    let parts: Vec<String> = play("parts.jsonl", 6).iter().map(course).collect();
    let whole: Vec<String> = play("whole.jsonl", 6).iter().map(course).collect();
    assert_eq!(parts, whole);
}

#[test]
fn two_negotiations_are_refused() {
    let room = room();
    let command = |rest: &str| format!("{DOLMEN} -e name=other,cmd=pbrain-dolmen {rest}");
    let swap2 = command("--swap2 --opening-protocol swap");
    room.end(&swap2, 2, &["swap2 cannot be combined with opening-protocol"]);
    let unknown = command("--opening-protocol gomoku");
    room.end(&unknown, 2, &["expected none, swap, swap2, rif, yamaguchi, soosorv-8"]);
    let openings = command("--opening-protocol swap --openings middle");
    room.end(&openings, 2, &["openings cannot be combined with swap2 or an opening protocol"]);
}
