//! Tests of the command `book`, from the request to the file.

use dolmen::board::diagram;
use dolmen::certificate::{Certificate, Plan};
use dolmen::game::Game;
use dolmen::positions::Book;
use dolmen::rules::Rule;

use super::{BookRequest, book};
use crate::commands::Status;
use crate::commands::ground::Ground;
use crate::run::StopRequest;
use crate::testing::{folder, on_terminal};

fn request(folder: &std::path::Path) -> BookRequest {
    BookRequest {
        file: folder.join("searched.positions"),
        ground: Ground { rule: Rule::Freestyle, size: dolmen::board::BoardSize::square(9) },
        openings: vec!["none".to_owned()],
        nodes: 2_000,
        lines: 2,
        plies: 6,
        positions: 7,
        threads: Some(2),
        support: 1,
        certificates: Vec::new(),
        proved_plies: 2,
        output: Some(folder.join("made.book")),
    }
}

/// Runs the command, and returns its status and its messages.
fn run(request: &BookRequest, stop: &StopRequest) -> (Status, String) {
    let (end, _, err) = on_terminal(|terminal| book(request, stop, terminal));
    (end.expect("the book is made"), err)
}

/// Returns the error of a request that is refused.
fn refusal(request: &BookRequest) -> String {
    let (end, ..) = on_terminal(|terminal| book(request, &StopRequest::new(), terminal));
    end.expect_err("the request is refused").to_string()
}

#[test]
fn a_book_without_a_folder_is_refused_before_the_search() {
    let folder = folder();
    let output = folder.path().join("missing").join("made.book");
    let request = BookRequest { output: Some(output.clone()), ..request(folder.path()) };
    let missing = folder.path().join("missing");
    let expected = format!("{}: there is no folder {}", output.display(), missing.display());
    assert_eq!(refusal(&request), expected);
    assert!(!request.file.exists(), "nothing was searched");
}

#[test]
fn books_are_made_stopped_and_continued() {
    let folder = folder();
    let request = request(folder.path());
    let stopped = StopRequest::new();
    stopped.ask();
    let (status, said) = run(&request, &stopped);
    assert_eq!(status, Status::Stopped);
    assert!(said.starts_with("0 positions are in "), "{said}");

    let (status, said) = run(&request, &StopRequest::new());
    assert_eq!(status, Status::Done);
    assert!(said.contains("7 positions are in ") && said.contains(", 7 of them new"), "{said}");
    let more = BookRequest { positions: 9, ..request.clone() };
    let (_, said) = run(&more, &StopRequest::new());
    assert!(said.contains("9 positions are in ") && said.contains(", 2 of them new"), "{said}");

    let text = std::fs::read_to_string(folder.path().join("made.book")).expect("it was written");
    let made = Book::from_text(&text).expect("it is a book");
    let empty = Game::new(request.ground.rule, request.ground.size);
    let first = made.choose(&empty, None).expect("the empty board is in it");
    assert_eq!(first.point.to_string(), "e5", "it begins in the centre");
}

#[test]
fn a_book_takes_over_proved_wins() {
    let folder = folder();
    let request = request(folder.path());
    let text = ". . . . . . . . .\n".repeat(3)
        + ". . . X X X . . .\n. O . . . . . O .\n. . . . O . . . .\n"
        + &". . . . . . . . .\n".repeat(3);
    let position = diagram::parse(&text).expect("the diagram is valid");
    let point = "g4".parse().expect("a point");
    let certificate = Certificate {
        rule: request.ground.rule,
        position: position.clone(),
        plan: Plan::of_move(point),
    };
    let path = folder.path().join("three.certificate");
    std::fs::write(&path, certificate.to_bytes()).expect("the file can be written");
    let certificates = vec![path.clone()];
    let proved = BookRequest { certificates: certificates.clone(), ..request.clone() };
    run(&proved, &StopRequest::new());
    let text = std::fs::read_to_string(folder.path().join("made.book")).expect("it was written");
    let made = Book::from_text(&text).expect("it is a book");
    let game = Game::from_position(request.ground.rule, position);
    let chosen = made.choose(&game, None).expect("the position is in the book");
    assert_eq!((chosen.point, chosen.score.is_win()), (point, true));

    let other = BookRequest { ground: Ground { rule: Rule::Renju, ..proved.ground }, ..proved };
    let reason = refusal(&other);
    assert!(reason.ends_with(": is about freestyle on 9x9, not renju on 9x9"), "{reason}");
    std::fs::write(&path, "no certificate").expect("the file can be written");
    let reason = refusal(&BookRequest { certificates, ..request });
    assert!(reason.contains("three.certificate: expected a first line"), "{reason}");
}

#[test]
fn openings_that_cannot_be_read_are_named() {
    let folder = folder();
    let request =
        BookRequest { openings: vec!["nowhere.txt".to_owned()], ..request(folder.path()) };
    let problem = refusal(&request);
    assert!(problem.starts_with("nowhere.txt: "), "{problem}");
}
