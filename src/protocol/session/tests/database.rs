//! Tests of the file of positions: commands of Yixin-Board, and the records that searches write and
//! read.

use std::fs;
use std::time::Duration;

use super::check;
use crate::engine::Engine;
use crate::protocol::input::InputLine;
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::search::Silent;
use crate::tests::Folder;

fn path(folder: &Folder) -> String {
    folder.path("kept analysis.positions").display().to_string()
}

#[test]
fn labels_values_comments_and_marks_are_kept() {
    let folder = Folder::new("labels");
    let path = path(&folder);
    // All images of a position share a record: the known reply is shown on all four sides.
    let label = 256 * i64::from(b'5') + i64::from(b'2');
    let shown = [(7, 6), (6, 7), (8, 7), (7, 8)]
        .map(|(x, y)| format!("< MESSAGE DATABASE {x} {y} {label} -35 12 3 0"))
        .join(" ");
    let shown = format!("< MESSAGE DATABASE REFRESH {shown} < MESSAGE DATABASE 0 14 -1 0 0 3 0 A");
    check(&format!(
        r#"START 15 < OK
         yxsetdatabase / {path} < MESSAGE 0 positions in {path}
         yxedittvddatabase 1 119 0 0 / 7,7 / 8,8 / done < MESSAGE DATABASE ONE 119 0 0 3 w
         yxedittvddatabase 6 -1 -35 12 / 7,7 / 7,6 / done < MESSAGE DATABASE ONE -1 -35 12 3 52
         yxedittextdatabase "the \"centre\"" / 7,7 / done
         yxeditlabeldatabase 0,14 A / 7,7 / done
         yxquerydatabasetext / 7,7 / done < MESSAGE DATABASE TEXT "the \"centre\""
         YXQUERYDATABASEONE / 8,8 / done < MESSAGE DATABASE ONE 0 0 0 0
         yxdbcheck < MESSAGE 3 positions in {path}
         yxdeletedatabaseall wl / 7,7 / done < MESSAGE 1 positions removed {shown} < MESSAGE DATABASE DONE"#
    ));
    check(&format!(
        "START 15 < OK
         yxsetdatabase / {path} < MESSAGE 2 positions in {path}
         yxsavedatabase < MESSAGE 2 positions in {path}"
    ));
    let text = fs::read_to_string(&path).expect("the file can be read");
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn labels_choose_and_exclude_moves() {
    let folder = Folder::new("choice");
    let path = path(&folder);
    check(&format!(
        "START 15 < OK
         yxsetdatabase / {path}
         yxedittvddatabase 1 120 0 0 / 7,7 / done
         begin < move
         ? blocked 1
         START 15 < OK
         yxsetbestmovedatabase / 2,2 / done
         begin < move
         ? blocked 221
         START 15 < OK
         info usedatabase 0 / begin < move
         ? blocked 0
         yxquerydatabaseone / 2,2 / done
         info usedatabase 1 / info database_readonly 1
         yxdeletedatabaseone / 2,2 / done < MESSAGE the database is read-only"
    ));
}

#[test]
fn files_are_merged_and_divided() {
    let folder = Folder::new("merge");
    let path = path(&folder);
    let other = format!("{path}.part");
    check(&format!(
        "START 15 < OK
         yxsetdatabase / {path} < MESSAGE 0 positions in {path}
         yxedittvddatabase 1 108 0 0 / 7,7 / done < MESSAGE DATABASE ONE 108 0 0 3 l
         yxedittvddatabase 1 100 0 0 / 0,0 / done < MESSAGE DATABASE ONE 100 0 0 3 d
         INFO rule 1 / yxedittvddatabase 1 100 0 0 / 0,0 / done < MESSAGE DATABASE ONE 100 0 0 3 d
         INFO rule 0 / yxboard / 7,7,2 / done
         yxdbtotxtall / {other} < MESSAGE 3 positions written
         yxdbsplit / {other} < MESSAGE 1 positions written
         yxdbtotxt / {other} < MESSAGE 2 positions written
         yxsetdatabase / {path}.new < MESSAGE 0 positions in {path}.new
         yxdbmerge / {other} < MESSAGE 2 positions taken over
         yxsetdatabase / {path}/no/file
         yxquerydatabaseone / 7,7 / done"
    ));
}

#[test]
fn files_that_are_missing_foreign_or_not_open_are_refused() {
    let folder = Folder::new("refusals");
    let path = path(&folder);
    let foreign = folder.path("foreign.toml").display().to_string();
    fs::write(&foreign, "[table]\n").expect("it can be written");
    let none = folder.path("none").display().to_string();
    let missing = format!("{none}/a.positions: the folder {none} does not exist");
    let closed = "MESSAGE no database is open: expected YXSETDATABASE first";
    let not_ours = format!(
        "{foreign} is not a file of positions: expected \"dolmen positions 1\" in its first line"
    );
    check(&format!(
        "yxdbcheck < {closed}
         yxdbtotxtall / {path} < {closed}
         START 15 < OK
         yxedittvddatabase 1 w 0 0 / 7,7 / done < {closed}
         yxquerydatabaseone / 7,7 / done
         yxsetdatabase / {path} < MESSAGE 0 positions in {path}
         yxedittvddatabase 1 w 0 0 / 7,7 / done < MESSAGE DATABASE ONE 119 0 0 3 w
         yxdbtotxtall / {foreign} < MESSAGE {not_ours}
         yxdbtotxtall / {none}/a.positions < MESSAGE {missing}
         yxdbsplit / {path} < MESSAGE {path} is the open database: expected another file
         yxdbtotxtall / {path}.part < MESSAGE 1 positions written
         yxdbtotxtall / {path}.part < MESSAGE 1 positions written
         info usedatabase 0
         yxdeletedatabaseone / 7,7 / done < MESSAGE the database is not in use: expected INFO usedatabase 1 first
         info usedatabase 1 / info database_readonly 1
         yxdbmerge / {path}.part < MESSAGE the database is read-only
         yxsavedatabase < MESSAGE the database is read-only
         yxdbcheck < MESSAGE 1 positions in {path}
         yxsetdatabase / {foreign} < MESSAGE {not_ours}
         yxsavedatabase < {closed}
         yxdbmerge / {path}.part < {closed}
         yxsetdatabase / {none}/a.positions < MESSAGE {missing}
         yxdbcheck < {closed}"
    ));
    assert_eq!(fs::read_to_string(&foreign).expect("it can be read"), "[table]\n");
    let merged = format!("START 15 / YXSETDATABASE / {path} / YXDBMERGE / {none}");
    let replies = play(&mut Session::default(), &merged);
    let [.., opened, error] = &replies[..] else { panic!("{replies:?}") };
    assert_eq!(opened, &format!("MESSAGE 1 positions in {path}"));
    assert!(error.starts_with(&format!("MESSAGE {none}: ")), "{error}");
}

#[test]
fn invalid_arguments_are_errors_and_their_lists_are_read() {
    let folder = Folder::new("arguments");
    let path = path(&folder);
    let results = "w, l, wl or wld, or the same after non, such as nonwl";
    let edit = "a mask from 1 to 7, a label such as w or 119, a value and a depth";
    check(&format!(
        "START 15 < OK
         yxsetdatabase / {path}
         yxedittvddatabase 1 L 0 0 / 7,7 / done < MESSAGE DATABASE ONE 108 0 0 3 l
         yxedittvddatabase 1 win 0 0 < ERROR YXEDITTVDDATABASE expects {edit}
         7,7
         done
         yxdeletedatabaseall foo / 7,7 / done < ERROR YXDELETEDATABASEALL expects {results}
         yxeditlabeldatabase A / done < ERROR YXEDITLABELDATABASE expects x,y and a text
         yxdbcheck < MESSAGE 1 positions in {path}"
    ));
}

/// Sends lines to a session whose searches are real and end at once, and returns its replies.
fn play(session: &mut Session, lines: &str) -> Vec<String> {
    let mut replies = Vec::new();
    for text in lines.split(" / ") {
        let line = InputLine { received: Duration::from_secs(9), text: text.to_owned() };
        let mut actions = session.receive(line);
        while let Some(index) = actions.iter().position(|action| matches!(action, Action::Think(_)))
        {
            let Action::Think(task) = actions.remove(index) else { unreachable!("it is a task") };
            let result = task.perform(Engine::think, &mut Silent);
            let printed = session.finish(result, Duration::from_secs(9));
            actions.extend(printed.into_iter().map(Action::Print));
            actions.extend(session.resume());
        }
        let printed = actions.into_iter().filter_map(|action| match action {
            Action::Print(reply) => Some(reply.to_string()),
            _ => None,
        });
        replies.extend(printed);
    }
    replies
}

#[test]
fn searches_keep_their_results_and_read_them() {
    let folder = Folder::new("search");
    let begin =
        format!("INFO book 0 / INFO max_node 3000 / START 15 / YXSETDATABASE / {}", path(&folder));
    let mut session = Session::default();
    play(&mut session, &begin);
    let replies =
        play(&mut session, "BOARD / 7,7,1 / 0,0,2 / 8,7,1 / 0,2,2 / 7,8,1 / 0,4,2 / DONE");
    let kept = fs::read_to_string(path(&folder)).expect("the file was written");
    assert_eq!(kept.lines().count(), 2, "{kept}");
    let [about, best] = &replies[replies.len() - 2..] else { panic!("{replies:?}") };
    let depth = about.split(['-', ' ']).nth(2).expect("the message tells the depth");
    let is_kept = |side| kept.contains(&format!(" {side} depth {depth} line "));
    assert!(is_kept("white") || is_kept("black"), "{kept}");

    // A label that marks another move as a win leads the next search to that move.
    let mut session = Session::default();
    play(&mut session, &begin);
    play(&mut session, "YXEDITTVDDATABASE 1 119 0 0 / 7,7 / 0,0 / 9,9 / DONE");
    let board = "BOARD / 7,7,1 / 0,0,2 / DONE";
    let replies = play(&mut session, board);
    assert_eq!(replies.last().map(String::as_str), Some("9,9"), "not {best}");
    for unlabel in
        ["INFO usedatabase 0", "INFO usedatabase 1 / YXDELETEDATABASEONE / 7,7 / 0,0 / 9,9 / DONE"]
    {
        play(&mut session, unlabel);
        let replies = play(&mut session, board);
        assert_ne!(replies.last().map(String::as_str), Some("9,9"), "after {unlabel}");
        play(
            &mut session,
            "INFO usedatabase 1 / YXEDITTVDDATABASE 1 119 0 0 / 7,7 / 0,0 / 9,9 / DONE",
        );
        let replies = play(&mut session, board);
        assert_eq!(replies.last().map(String::as_str), Some("9,9"));
    }
}

#[test]
fn a_move_is_printed_before_the_analysis_is_written() {
    let folder = Folder::new("order");
    let path = path(&folder);
    let mut session = Session::default();
    play(&mut session, &format!("INFO max_node 3000 / START 15 / YXSETDATABASE / {path}"));
    play(&mut session, "YXBOARD / 7,7,1 / 0,0,2 / DONE");
    let line = InputLine { received: Duration::from_secs(9), text: "YXNBEST 2".to_owned() };
    let Some(Action::Think(task)) = session.receive(line).pop() else { panic!("no search") };
    let result = task.perform(Engine::think, &mut Silent);
    let replies = session.finish(result, Duration::from_secs(9));
    assert!(matches!(replies.last(), Some(Reply::Move(_))), "{replies:?}");
    assert!(!fs::exists(&path).expect("the folder can be read"));
    assert!(session.resume().is_empty());
    assert!(fs::exists(&path).expect("the folder can be read"), "the analysis was written");
}

#[test]
fn books_answer_games_but_not_analysis() {
    for (lines, is_book) in [
        ("TURN 7,7", true),
        ("YXBOARD / 7,7,2 / DONE / YXNBEST 1", false),
        ("INFO book 0 / TURN 7,7", false),
    ] {
        let lines = format!("INFO max_node 200 / START 15 / {lines}");
        let replies = play(&mut Session::default(), &lines);
        assert_eq!(replies[1].contains(" book ev "), is_book, "{replies:?}");
    }
}

#[test]
fn labels_count_more_than_the_book() {
    let folder = Folder::new("book");
    let mut session = Session::default();
    let path = path(&folder);
    play(&mut session, &format!("INFO max_node 3000 / START 15 / YXSETDATABASE / {path}"));
    let book = play(&mut session, "BOARD / 7,7,2 / DONE");
    let best = book.last().cloned().expect("a move");
    let label = format!("YXEDITTVDDATABASE 1 l 0 0 / 7,7 / {best} / DONE");
    play(&mut session, &label);
    let replies = play(&mut session, "BOARD / 7,7,2 / DONE");
    assert!(!replies.iter().any(|reply| reply.contains(" book ev ")), "{replies:?}");
    assert_ne!(replies.last(), Some(&best), "it is labelled as lost");
}

#[test]
fn labels_hold_for_all_images() {
    let folder = Folder::new("images");
    let mut session = Session::default();
    let path = path(&folder);
    let begin = "INFO book 0 / INFO max_node 3000 / START 15 / YXSETDATABASE";
    play(&mut session, &format!("{begin} / {path}"));
    let board = "BOARD / 7,7,2 / DONE";
    for _ in 0..3 {
        let best = play(&mut session, board).pop().expect("a move");
        play(&mut session, &format!("YXEDITTVDDATABASE 1 l 0 0 / 7,7 / {best} / DONE"));
        let next = play(&mut session, board).pop().expect("a move");
        let offset = |text: &str| {
            let numbers = text.split(',').map(|text| text.parse().expect("a number"));
            let mut offset: Vec<i32> = numbers.map(|number: i32| (number - 7).abs()).collect();
            offset.sort_unstable();
            offset
        };
        assert_ne!(offset(&next), offset(&best), "{next} is an image of {best}, which is lost");
    }
}
