//! Tests of lists and of the commands that use them.

use crate::protocol::session::tests::check;
use crate::protocol::settings::max_threads;

#[test]
fn boards() {
    check(
        "START 15 < OK
         BOARD / DONE < 7,7
         BOARD / 7,7,1 / 8,8,2 / 6,6,3 / done < move
         TURN 6,6 < ERROR 6,6 is occupied
         TURN 0,0 < move",
    );
}

#[test]
fn refused_boards_leave_the_game() {
    let malformed = |line: usize| {
        let expected = "x,y,field such as 7,7,1, with a field from 1 to 3";
        format!("invalid stone in line {line} of the list: expected {expected}")
    };
    for (lines, error) in [
        ("7,7,1 / 7,7,2", "7,7 is listed twice"),
        ("15,0,1", "15,0 is off the board"),
        ("7,7", &malformed(1)),
        ("7,7,2 / ABOUT", &malformed(2)),
        ("BOARD", &malformed(1)),
    ] {
        check(&format!(
            "START 15 < OK
             TURN 0,0 < move
             BOARD / {lines} / DONE < ERROR {error}
             TURN 0,0 < ERROR 0,0 is occupied
             TURN 14,14 < move"
        ));
    }
}

#[test]
fn only_some_points_are_chosen() {
    check(
        "only / 0,0 / 14,14 / 0,0 / done
         only / 22,0 / done < ERROR 22,0 is off the board
         START 15 < OK
         TURN 7,7 < move
         ? only 2
         only / 0,1 / done / RESTART < OK
         TURN 7,7 < move
         ? only 1
         only / done / RESTART < OK
         TURN 7,7 < move
         ? only 0
         only / 0,1 / done / yxblockreset / RESTART < OK
         TURN 7,7 < move
         ? only 0",
    );
}

#[test]
fn openings_are_answered_by_one_act() {
    check(
        "INFO max_node 50 / START 15 < OK
         OPENING taraguchi-10 / DONE < 7,7
         opening Taraguchi-10 / 7,7 / done < STAY
         OPENING soosorv-8 / 7,7 / 7,6 / 8,6 / STAY / 0,0 / COUNT 2 / STAY / 0,1 / 8,8 / DONE < 0,1
         TURN 7,7 < move",
    );
}

#[test]
fn refused_openings_say_why() {
    for (lines, error) in [
        (
            "gomoku / 7,7",
            "unknown opening protocol \"gomoku\": expected one of swap, swap2, rif, yamaguchi, \
             soosorv-8, tarannikov, taraguchi-10",
        ),
        ("rif / 6,6", "rif refuses act 1, 6,6: the first stone belongs on the centre"),
        ("swap / 7,7 / SWAP", "swap refuses act 2, SWAP: expected a stone"),
        ("swap / 15,7", "swap refuses act 1, 15,7: the point is off the board"),
        (
            "swap / 7,7 / MAYBE",
            "invalid act in line 2 of the list: expected x,y, SWAP, STAY, ADD or COUNT n",
        ),
        ("swap / 7,7 / 8,8 / 9,9 / STAY", "the opening is over"),
    ] {
        check(&format!("START 15 < OK\nOPENING {lines} / DONE < ERROR {error}\nBEGIN < move"));
    }
    check("OPENING swap / DONE < ERROR no game has been started: expected START first");
}

#[test]
fn a_new_game_or_the_end_abandons_a_list() {
    check(
        "START 15 < OK
         BOARD / 7,7,1 / START 20 < ERROR the list ended without DONE < OK
         DONE / TURN 19,19 < move
         SWAP2BOARD / END < END!",
    );
}

#[test]
fn full_boards() {
    let owner = |x, y| if (x + y / 2) % 2 == 0 { 1 } else { 2 };
    let stones = (0..24).map(|index| (index % 5, index / 5));
    let stones: Vec<_> = stones.map(|(x, y)| format!("{x},{y},{}", owner(x, y))).collect();
    let board = format!("START 5 < OK\nBOARD / {}", stones.join(" / "));
    check(&format!("{board} / DONE < 4,4\nTURN 4,4 < ERROR 4,4 is occupied"));
    check(&format!("{board} / 4,4,2 / DONE < ERROR the board is full\nRESTART < OK"));
    check(&format!("{board} / DONE < 4,4\nTAKEBACK 4,4 < OK\nTURN 4,4 < ERROR the board is full"));
}

#[test]
fn the_manager_decides_when_a_game_is_over() {
    check(
        "START 15 < OK
         BOARD / 3,7,2 / 4,7,2 / 5,7,2 / 6,7,2 / 7,7,2 / 0,0,1 / 0,2,1 / 0,4,1 / 0,6,1 / DONE < move
         TURN 14,14 < move",
    );
}

#[test]
fn ambiguous_rules_are_announced_before_the_next_move() {
    check(
        "START 15 < OK
         INFO rule 13
         BEGIN < MESSAGE rule 13 is played as renju \
                < MESSAGE depth 0-0 ev 0 wp 50.0 n 0 n/s 0 tm 0 pv h8 < 7,7",
    );
}

#[test]
fn invalid_values_are_announced_before_the_next_move() {
    check(
        "START 15 < OK
         INFO seed x
         INFO colour blue
         BEGIN < MESSAGE invalid value \"x\" of seed: expected a whole number \
                < MESSAGE depth 0-0 ev 0 wp 50.0 n 0 n/s 0 tm 0 pv h8 < 7,7",
    );
}

#[test]
fn swap2() {
    check(
        "START 15 < OK
         INFO max_node 200
         SWAP2BOARD / DONE < opening
         swap2board / done < opening
         SWAP2BOARD / 7,7 / DONE < ERROR swap2 offers no choice with 1 stones: expected 0, 3 or 5
         BOARD / 7,7,2 / 8,7,1 / 9,9,2 / DONE < move",
    );
}

#[test]
fn analysis() {
    check(
        "START 15 < OK
         INFO max_depth 3
         yxnbest 3 < 7,7
         yxnbest x < ERROR YXNBEST expects a whole number of 1 or more
         yxnbest 0 < ERROR YXNBEST expects a whole number of 1 or more
         start 15 < OK
         yxboard / 7,7,2 / done
         yxbalanceone 20 < move
         yxbalancetwo 0 < two
         turn 7,7 < ERROR 7,7 is occupied
         turn 8,8 < move",
    );
}

#[test]
fn blocked_points() {
    check(
        "yxblock / 7,7 / 6,6 / 6,6 / done
         yxblock / 22,0 / done < ERROR 22,0 is off the board
         START 15 < OK
         BEGIN < move
         ? blocked 2
         yxblockundo / 6,6 / done / RESTART < OK
         BEGIN < move
         ? blocked 1
         yxblockreset / START 20 < OK
         BEGIN < move
         ? blocked 0",
    );
}

#[test]
fn swap2_steps() {
    let summary = "MESSAGE depth 0-0 ev 0 wp 50.0 n 0 n/s 0 tm 0";
    check(&format!(
        "START 15 < OK
         INFO max_node 200
         yxswap2step1 < {summary} \
         < MESSAGE SWAP2 MOVE1 1 3 < MESSAGE SWAP2 MOVE2 2 2 < MESSAGE SWAP2 MOVE3 4 1
         yxboard / 7,7,1 / 0,0,2 / 8,8,1 / done
         yxswap2step2 < {summary} pv g7 < MESSAGE SWAP2 SWAP1 NO
         yxboard / 7,7,1 / 8,8,2 / 0,0,1 / 8,9,2 / 0,14,1 / done
         yxswap2step3 < {summary} pv g7 < MESSAGE SWAP2 SWAP2 NO
         yxboard / 7,7,1 / done
         yxswap2step2 < ERROR swap2 offers no choice with 1 stones: expected 0, 3 or 5"
    ));
}

#[test]
fn yixin_commands() {
    let threads = max_threads();
    check(&format!(
        "yxshowinfo < MESSAGE INFO MAX_THREAD_NUM {threads} < MESSAGE INFO MAX_HASH_SIZE 20
         info show_detail 1 / yxshowinfo / start 15 15 < OK
         yxboard / 7,7,2 / done / yxstop / yxshowforbid < FORBID .
         turn 8,8 < move
         yxhashclear / yxhashdump / /start/end
         yxquerydatabaseall / 7,7 / done
         yxshowhashusage < MESSAGE hash usage: 0.0 %
         yxblockpath / 7,7 / done / yxdbmerge / /some/file / yxdraw / turn 0,0 < move"
    ));
}

/// Checks YXSHOWFORBID with the engine's and the opponent's stones, the engine's first.
#[track_caller]
fn check_forbidden(rule: u32, own: &[(i64, i64)], opponent: &[(i64, i64)], expected: &str) {
    let mut board = format!("START 15 < OK\nINFO rule {rule} / YXBOARD");
    for (index, (x, y)) in own.iter().enumerate() {
        board.push_str(&format!(" / {x},{y},1"));
        if let Some((x, y)) = opponent.get(index) {
            board.push_str(&format!(" / {x},{y},2"));
        }
    }
    check(&format!("{board} / DONE / YXSHOWFORBID < FORBID {expected}."));
}

#[test]
fn forbidden_points() {
    let double_three = [(7, 8), (8, 8), (9, 7), (9, 6)];
    let few = [(3, 3), (11, 11), (4, 3), (10, 12)];
    check_forbidden(4, &double_three, &few, "0908");
    check_forbidden(0, &double_three, &few, "");
    check_forbidden(4, &double_three, &few[..3], "0908");
}
