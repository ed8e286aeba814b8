//! The head of the file, and the file itself.

use std::path::PathBuf;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use super::OpeningsRequest;
use crate::commands::ground::Ground;
use crate::commands::status::Problem;
use crate::config::{Span, Words};
use crate::openings::OpeningStyle;

fn task() -> OpeningsRequest {
    OpeningsRequest {
        engine: None,
        ground: Ground { rule: Rule::Omok, size: BoardSize::square(19) },
        from: None,
        style: OpeningStyle::Middle,
        count: Some(9),
        seed: 4,
        nodes: None,
        even_at: 0,
        limit: None,
        pause: None,
        output: None,
    }
}

fn run(task: &OpeningsRequest, output: &mut Vec<u8>) -> Result<(), Problem> {
    task.run(task.source()?, output, |_| ())
}

fn check_command(task: &OpeningsRequest, arguments: &str) {
    assert_eq!(task.command(), format!("tournament openings {arguments}"));
}

#[test]
fn the_list_names_its_command() {
    check_command(&task(), "--rule omok --size 19 --count 9 --seed 4 --nodes 50000");
    let size = BoardSize::new(19, 15).expect("a board has 5 to 22 columns and rows");
    let rectangle = OpeningsRequest {
        ground: Ground { size, ..task().ground },
        nodes: Some(5),
        limit: Some(6),
        ..task()
    };
    check_command(&rectangle, "--rule omok --size 19x15 --count 9 --seed 4 --nodes 5 --limit 6");
    let contest = OpeningsRequest { style: OpeningStyle::Contest, ..task() };
    check_command(
        &contest,
        "--rule omok --size 19 --style contest --count 9 --seed 4 --nodes 50000",
    );
    let sifted = OpeningsRequest {
        from: Some(PathBuf::from("some.txt")),
        count: None,
        pause: Some(Span(Duration::from_millis(30))),
        ..task()
    };
    check_command(&sifted, "--from some.txt --rule omok --size 19 --nodes 50000 --pause 30ms");
    assert!(sifted.about().starts_with("Openings for omok on 19x19, those of some.txt, worth "));
    let engine = Some(Words(["./an engine", "-x"].map(str::to_owned).to_vec()));
    let all = OpeningsRequest { engine, output: Some(PathBuf::from("a file")), ..task() };
    check_command(
        &all,
        "--engine ''\\''./an engine'\\'' -x' --rule omok --size 19 --count 9 --seed 4 \
         --nodes 50000 --output 'a file'",
    );
}

#[test]
fn the_head_tells_rule_board_engine_and_command() {
    let about = task().about();
    let lines: Vec<&str> = about.lines().collect();
    let [first, second, third] = lines[..] else { panic!("{about}") };
    assert_eq!(
        first,
        "Openings for omok on 19x19, worth at most 50 to either side by pbrain-dolmen in 50000 \
         nodes."
    );
    assert_eq!(second, format!("Made by: {}", task().command()));
    assert!(third.ends_with("distances from the point 9,9, counted from 0."), "{third}");
    let uneven = OpeningsRequest { even_at: -30, limit: Some(20), ..task() }.about();
    assert!(uneven.contains(", worth -50 to -10 to Black by "), "{uneven}");
    assert!(uneven.contains(" --even-at -30 --limit 20\n"), "{uneven}");
    let contest = OpeningsRequest { style: OpeningStyle::Contest, ..task() }.about();
    assert!(contest.starts_with("Openings for omok on 19x19 in the style of contests, worth "));
}

#[cfg(unix)]
#[test]
fn openings_are_written_and_can_be_read() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
    let file = folder.path().join("set.txt");
    let script = "while read -r line; do case $line in START*) echo OK;; END*) exit;; DONE) \
                  echo MESSAGE depth 1-1 ev 0; echo 0,0;; esac; done";
    let engine = Some(Words(["/bin/sh", "-c", script].map(str::to_owned).to_vec()));
    let to_file = OpeningsRequest { engine, output: Some(file.clone()), ..task() };
    let mut output = Vec::new();
    run(&to_file, &mut output).expect("the engine answers");
    assert_eq!(output, b"");
    let openings = crate::openings::read(&file, None, to_file.ground.size, to_file.ground.rule);
    assert_eq!(openings.expect("they are right").len(), 9);

    let to_output = OpeningsRequest { output: None, ..to_file };
    run(&to_output, &mut output).expect("the engine answers");
    let lines = |text: &str| text.lines().skip(3).map(str::to_owned).collect::<Vec<_>>();
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    assert_eq!(lines(&text), lines(&String::from_utf8(output).expect("the text is UTF-8")));

    let sifted = OpeningsRequest { from: Some(file), count: None, ..to_output };
    let mut output = Vec::new();
    run(&sifted, &mut output).expect("the engine answers");
    assert_eq!(lines(&text), lines(&String::from_utf8(output).expect("the text is UTF-8")));
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let output = Some(PathBuf::from("no/such/folder/set.txt"));
    let engine = Some(Words(vec!["cat".to_owned()]));
    let task = OpeningsRequest { engine, output, count: Some(0), ..task() };
    let error = run(&task, &mut Vec::new()).expect_err("there is no folder");
    assert!(error.to_string().starts_with("no/such/folder/set.txt: "), "{error}");
}
