//! Tests with the command sequences of Piskvork, the Gomocup judge, c-gomoku-cli, qpiskvork and
//! Yixin-Board.

use crate::process::{Process, parse_move};

/// The settings that Piskvork sends before each game, in its order.
const PISKVORK_INFO: &str = "INFO max_memory 314572800\r\nINFO timeout_match 20000\r\n\
    INFO timeout_turn 50\r\nINFO game_type 1\r\nINFO rule 0\r\nINFO time_left 19973\r\n\
    INFO folder C:\\ProgramData\r\n";

#[test]
fn piskvork_first_player() {
    let mut process = Process::start();
    process.new_game("START 20\r\n", 20, 20);
    process.send(PISKVORK_INFO);
    process.send("BEGIN\r\n");
    process.expect_move();
    for _ in 0..3 {
        process.send("INFO time_left 19000\r\n");
        let (x, y) = process.free_point();
        process.turn(x, y, "\r\n");
    }
    process.end();
}

#[test]
fn piskvork_opening_and_second_player() {
    let mut process = Process::start();
    process.new_game("START 15\r\n", 15, 15);
    process.send(PISKVORK_INFO);
    process.turn(0, 0, "\r\n");
    process.clear_stones();
    for (x, y) in [(7, 7), (8, 7), (8, 10), (2, 3)] {
        process.add_stone(x, y);
    }
    process.send("BOARD\r\n7,7,1\r\n8,7,2\r\n8,10,1\r\n2,3,2\r\nDONE\r\n");
    process.expect_move();
    process.end();
}

#[test]
fn piskvork_takes_back_and_plays_again() {
    let mut process = Process::start();
    process.new_game("START 15\r\n", 15, 15);
    process.send(PISKVORK_INFO);
    let (x, y) = process.turn(7, 7, "\r\n");
    process.ask(&format!("TAKEBACK {x},{y}\r\n"), "OK");
    process.ask("TAKEBACK 7,7\r\n", "OK");
    process.remove_stone(x, y);
    process.remove_stone(7, 7);
    process.send("INFO time_left 99976\r\n");
    process.turn(9, 9, "\r\n");
    process.new_game("RESTART\r\n", 15, 15);
    process.send(PISKVORK_INFO);
    process.turn(7, 7, "\r\n");
    process.end();
}

#[test]
fn piskvork_rectangle() {
    let mut process = Process::start();
    process.new_game("RECTSTART 15,12\r\n", 15, 12);
    process.send(PISKVORK_INFO);
    process.turn(14, 11, "\r\n");
    process.ask("TURN 11,14\r\n", "ERROR 11,14 is off the board");
    process.end();
}

#[test]
fn judge() {
    let start = "START 5\r\nINFO timeout_turn 50\r\nINFO timeout_match 20000\r\n\
        INFO max_memory 367001600\r\nINFO game_type 3\r\nINFO rule 0\r\n\
        INFO folder /some/match/folder/f1 x\r\n";
    for list in ["", "0,0,2\r\n"] {
        let mut process = Process::start();
        process.new_game(start, 5, 5);
        if !list.is_empty() {
            process.add_stone(0, 0);
        }
        process.send(format!("INFO time_left 20000\r\nBOARD\r\n{list}DONE\r\n"));
        process.expect_move();
        process.send("INFO time_left 19929\r\n");
        let (x, y) = process.free_point();
        process.turn(x, y, "\r\n");
        process.end();
    }
}

/// Plays the opener and the chooser in swap2.
#[test]
fn judge_swap2() {
    let mut process = Process::start();
    process.new_game("START 15\r\nINFO timeout_turn 100\r\nINFO rule 1\r\n", 15, 15);
    process.send("INFO time_left 10000\r\nSWAP2BOARD\r\nDONE\r\n");
    let opening = process.reply();
    let stones: Vec<_> =
        opening.split(' ').map(|pair| parse_move(pair).expect("a point")).collect();
    assert_eq!(stones.len(), 3, "{opening}");
    for stones in ["7,7\r\n8,7\r\n9,9\r\n", "7,7\r\n8,7\r\n9,9\r\n8,8\r\n8,6\r\n"] {
        process.send(format!("INFO time_left 10000\r\nSWAP2BOARD\r\n{stones}DONE\r\n"));
        let reply = process.reply();
        assert!(
            reply == "SWAP" || reply.split(' ').all(|pair| parse_move(pair).is_some()),
            "{reply}"
        );
    }
    for (x, y) in [(7, 7), (8, 7), (9, 9), (8, 8), (8, 6)] {
        process.add_stone(x, y);
    }
    process.send("BOARD\r\n7,7,2\r\n8,7,1\r\n9,9,2\r\n8,8,1\r\n8,6,2\r\nDONE\r\n");
    process.expect_move();
    process.end();
}

#[test]
fn c_gomoku_cli() {
    let mut process = Process::start();
    process.send("ABOUT\n");
    assert!(process.reply().starts_with("name=\"Dolmen\", version=\""));
    let info = "INFO rule 4\nINFO timeout_turn 50\nINFO timeout_match 0\nINFO max_depth 5\n\
        INFO max_node 1000\nINFO max_memory 367001600\nINFO thread_num 2\nINFO foo bar\n\
        INFO time_left 2147483647\n";
    process.new_game("START 15\n", 15, 15);
    process.send(info);
    process.send("BEGIN\n");
    process.expect_move();
    process.send("INFO time_left 2147483647\n");
    let (x, y) = process.free_point();
    process.turn(x, y, "\n");
    process.new_game("START 15\n", 15, 15);
    process.send(info);
    process.add_stone(2, 3);
    process.send("BOARD\n2,3,2\nDONE\n");
    let (x, y) = process.expect_move();
    let (next_x, next_y) = process.free_point();
    process.add_stone(next_x, next_y);
    let list = format!("2,3,2\n{x},{y},1\n{next_x},{next_y},2\n");
    process.send(format!("INFO time_left 10500\nBOARD\n{list}DONE\n"));
    process.expect_move();
    process.end();
}

#[test]
fn qpiskvork_sends_all_at_once_and_mixes_line_ends() {
    let mut process = Process::start();
    process.send(
        "START 15\r\nABOUT\r\nINFO timeout_match 900000\r\nINFO timeout_turn 50\r\n\
         INFO max_memory 0\r\nINFO game_type 0\r\nINFO rule 0\r\nINFO time_left 900000\r\n\
         BEGIN\r\n",
    );
    assert_eq!(process.reply(), "OK");
    assert!(process.reply().starts_with("name="));
    process.expect_move();
    process.send("START 15\r\nBOARD\r\n7,7,2\n8,8,1\n9,9,2\nDONE\r\n");
    assert_eq!(process.reply(), "OK");
    process.clear_stones();
    for (x, y) in [(7, 7), (8, 8), (9, 9)] {
        process.add_stone(x, y);
    }
    process.expect_move();
    process.end();
}

#[test]
fn yixin_board_takes_back_while_the_program_thinks() {
    let mut process = Process::start();
    process.send("info show_detail 1\nyxshowinfo\nSTART 15 15\nINFO timeout_turn 2000000\n");
    process.send("INFO timeout_match 100000000\nINFO max_node -1\nINFO max_depth 225\n");
    process.send("INFO caution_factor 4\nINFO hash_size 0\nINFO usedatabase 1\nINFO rule 0\n");
    assert_eq!(process.reply(), "OK");
    process.send("board\n7,7,2\ndone\n");
    process.send("start 15 15\nyxboard\n7,7,2\ndone\nyxshowforbid\nyxstop\n");
    process.add_stone(7, 7);
    process.expect_move();
    assert_eq!(process.reply(), "OK");
    assert_eq!(process.reply(), "FORBID .");
    process.end();
}
