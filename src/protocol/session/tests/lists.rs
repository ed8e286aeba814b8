//! Lists, and what they set up; the openings and dialects that use them.

use crate::protocol::session::tests::check;

#[test]
fn boards() {
    check(
        "> START 15
         < OK
         > BOARD
         > DONE
         < 7,7
         > BOARD
         > 7,7,1
         > 8,8,2
         > 6,6,3
         > done
         < move
         > TURN 6,6
         < ERROR 6,6 is occupied
         > TURN 0,0
         < move",
    );
}

#[test]
fn refused_boards_leave_the_game() {
    let refusals = [
        ("7,7,1\n> 7,7,2", "7,7 is listed twice"),
        ("15,0,1", "15,0 is off the board"),
        ("7,7", "line 1 of the list is no stone"),
        ("7,7,2\n> ABOUT", "line 2 of the list is no stone"),
        ("BOARD", "line 1 of the list is no stone"),
    ];
    for (lines, error) in refusals {
        check(&format!(
            "> START 15
             < OK
             > TURN 0,0
             < move
             > BOARD
             > {lines}
             > DONE
             < ERROR {error}
             > TURN 0,0
             < ERROR 0,0 is occupied
             > TURN 14,14
             < move"
        ));
    }
}

#[test]
fn a_new_game_or_the_end_gives_a_list_up() {
    check(
        "> START 15
         < OK
         > BOARD
         > 7,7,1
         > START 20
         < ERROR the list was given up before its DONE
         < OK
         > DONE
         > TURN 19,19
         < move
         > SWAP2BOARD
         > END
         < END!",
    );
}

#[test]
fn full_boards() {
    let mut board = "> START 5\n< OK\n> BOARD\n".to_owned();
    for index in 0..24 {
        let (x, y) = (index % 5, index / 5);
        let owner = if (x + y / 2) % 2 == 0 { 1 } else { 2 };
        board.push_str(&format!("> {x},{y},{owner}\n"));
    }
    check(&format!("{board}> DONE\n< 4,4\n> TURN 4,4\n< ERROR 4,4 is occupied"));
    check(&format!("{board}> 4,4,2\n> DONE\n< ERROR the board is full\n> RESTART\n< OK"));
    check(&format!(
        "{board}> DONE\n< 4,4\n> TAKEBACK 4,4\n< OK\n> TURN 4,4\n< ERROR the board is full"
    ));
}

#[test]
fn the_manager_says_when_a_game_is_over() {
    check(
        "> START 15
         < OK
         > BOARD
         > 3,7,2
         > 4,7,2
         > 5,7,2
         > 6,7,2
         > 7,7,2
         > 0,0,1
         > 0,2,1
         > 0,4,1
         > 0,6,1
         > DONE
         < move
         > TURN 14,14
         < move",
    );
}

#[test]
fn odd_rules_are_told_before_the_next_move() {
    check(
        "> START 15
         < OK
         > INFO rule 13
         > BEGIN
         < MESSAGE rule 13 is played as renju
         < MESSAGE depth 0-0 ev 0 n 0 n/s 0 tm 0 pv h8
         < 7,7",
    );
}

#[test]
fn swap2() {
    check(
        "> START 15
         < OK
         > INFO max_node 200
         > SWAP2BOARD
         > DONE
         < opening
         > swap2board
         > done
         < opening
         > SWAP2BOARD
         > 7,7
         > DONE
         < ERROR nothing is to be chosen with 1 stones, only with 0, 3 or 5
         > BOARD
         > 7,7,2
         > 8,7,1
         > 9,9,2
         > DONE
         < move",
    );
}

#[test]
fn yixin_dialect() {
    check(
        "> info show_detail 1
         > yxshowinfo
         < MESSAGE INFO MAX_THREAD_NUM 1
         < MESSAGE INFO MAX_HASH_SIZE 21
         > start 15 15
         < OK
         > yxboard
         > 7,7,2
         > done
         > yxstop
         > yxshowforbid
         < FORBID .
         > turn 8,8
         < move
         > yxhashclear
         > yxhashdump
         > /start/end
         > yxquerydatabaseall
         > 7,7
         > done
         > yxshowhashusage
         > turn 0,0
         < move",
    );
}
