//! Tests of parsing commands in every spelling, and of text lines that are not commands.

use crate::board::BoardSize;
use crate::protocol::command::{Command, ParseCommandError, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::database::DatabaseCommand;
use crate::protocol::info::Info;

#[track_caller]
fn check(line: &str, expected: &Command) {
    let command = Command::parse(line).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    assert_eq!(&command, expected, "{line:?}");
    assert_eq!(Command::parse(&command.to_string()).as_ref(), Ok(expected), "{command} again");
}

const fn square(side: i64) -> Command {
    Command::Start { width: side, height: side }
}

#[test]
fn commands() {
    check("START 15", &square(15));
    check("START 15 15", &square(15));
    check("START -15", &square(-15));
    check("START 99999999999999999999", &square(i64::MAX));
    check("RECTSTART 30 , 20", &Command::Start { width: 30, height: 20 });
    check("RESTART", &Command::Restart);
    check("BEGIN", &Command::Begin);
    check("TURN 7, 8", &Command::Turn(Coordinate { x: 7, y: 8 }));
    check("PLAY 3,3", &Command::Play(Coordinate { x: 3, y: 3 }));
    check("TAKEBACK 0,14", &Command::TakeBack(Coordinate { x: 0, y: 14 }));
    check("BOARD", &Command::Board);
    check("SWAP2BOARD", &Command::Swap2Board);
    check("opening taraguchi-10 ", &Command::Opening("taraguchi-10".to_owned()));
    check("only", &Command::Only);
    check("INFO timeout_turn 100", &Command::Info(Info::TimeoutTurn(100)));
    check("ABOUT", &Command::About);
    check("END", &Command::End);
    check("DONE", &Command::Done);
}

#[test]
fn yixin_commands() {
    check("yxstop", &Command::Stop);
    check("stop", &Command::Stop);
    check("yxboard", &Command::SetBoard);
    check("yxshowinfo", &Command::ShowInfo);
    check("yxshowforbid", &Command::ShowForbidden);
    check("yxhashclear", &Command::Forget);
    check("yxshowhashusage", &Command::ShowUsage);
    check("yxprintfeature", &Command::Ignored(Payload::Nothing));
    check("yxhashdump", &Command::Ignored(Payload::Line));
    check("yxdbtotxtall", &Command::Database(DatabaseCommand::ExportAll));
    check("yxblock", &Command::Block);
    check("yxblockundo", &Command::Unblock);
    check("yxblockpath", &Command::Ignored(Payload::List));
    check("yxquerydatabaseall", &Command::Database(DatabaseCommand::ShowMoves));
    check("yxblockreset", &Command::UnblockAll);
    check("yxnbest 3", &Command::Best(3));
    check("yxnbest", &Command::Best(1));
    check("yxsearchdefend", &Command::Best(1));
    check("yxbalanceone", &Command::BalanceOne(0));
    check("yxbalancetwo -50", &Command::BalanceTwo(-50));
    check("yxswap2step1", &Command::Swap2Step);
}

#[test]
fn case_and_blanks_do_not_matter() {
    check("tUrN 7,8", &Command::Turn(Coordinate { x: 7, y: 8 }));
    check("  \t START \t 15 \0", &square(15));
    check("\u{feff}START 15", &square(15));
    check("END now", &Command::End);
}

#[test]
fn unknown_words() {
    for line in
        ["FOOBAR", "STARTX 15", "ENDGAME", "BEGINNING", "INFOX rule 1", "BOARDS", "7,7", "OK"]
    {
        assert_eq!(Command::parse(line), Err(ParseCommandError::Unknown), "{line:?}");
    }
    assert_eq!(Command::parse(&"A".repeat(1 << 16)), Err(ParseCommandError::Unknown));
    assert_eq!(Command::parse(" \t\0"), Err(ParseCommandError::Blank));
}

#[test]
fn malformed_arguments() {
    for line in [
        "START",
        "START abc",
        "START 15x",
        "START 15,15",
        "START 1.5e1",
        "START 0x0f",
        "START 15 20",
        "START 15 15 15",
        "RECTSTART 15",
        "RECTSTART 15 15",
        "RECTSTART ,",
        "TURN",
        "TURN 7",
        "TURN 7,7,1",
        "TURN 7 7",
        "PLAY x",
        "TAKEBACK",
        "YXNBEST 0",
        "YXNBEST -3",
        "YXNBEST two",
    ] {
        let result = Command::parse(line);
        assert!(matches!(result, Err(ParseCommandError::Malformed { .. })), "{line:?}: {result:?}");
    }
}

#[test]
fn the_expected_sizes_are_those_of_boards() {
    let range = format!("from {} to {}", BoardSize::MIN, BoardSize::MAX);
    for line in ["START", "RECTSTART"] {
        let error = Command::parse(line).expect_err("a size is missing").to_string();
        assert!(error.contains(&range), "{error}");
    }
}
