//! The head of the file, the file itself, and its journal.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use super::{EngineText, OpeningsRequest, openings};
use crate::commands::ground::Ground;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::Span;
use crate::openings::OpeningStyle;
use crate::run::StopRequest;

fn task() -> OpeningsRequest {
    OpeningsRequest {
        engine: None,
        ground: Ground { rule: Rule::Omok, size: BoardSize::square(19) },
        from: None,
        style: OpeningStyle::Middle,
        count: Some(9),
        seed: 4,
        nodes: None,
        time: None,
        even_at: 0,
        limit: None,
        pause: None,
        output: None,
    }
}

/// Runs a request, and returns its results and messages.
fn run(task: &OpeningsRequest) -> Result<(String, String), Problem> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = Terminal { out: &mut out, err: &mut err, is_live: false, width: 80 };
    let status = openings(task, &StopRequest::new(), &mut terminal)?;
    assert_eq!(status, Status::Done);
    let [out, err] = [out, err].map(|text| String::from_utf8(text).expect("the text is UTF-8"));
    Ok((out, err))
}

#[track_caller]
fn check_error(task: &OpeningsRequest, expected: &str) {
    let error = run(task).expect_err("it cannot be done");
    assert_eq!(error.to_string(), expected);
}

/// Returns the engine of a script that runs `at_done` at the end of a BOARD block.
fn engine(at_done: &str) -> Option<EngineText> {
    let script = format!(
        "while read -r line; do case $line in START*) echo OK;; END*) exit;; DONE) {at_done};; esac; done"
    );
    let text = shell_words::join(["/bin/sh", "-c", &script]).replace(',', "\\,");
    Some(text.parse().expect("it is a command"))
}

const EVEN: &str = "echo MESSAGE depth 1-1 ev 0; echo 0,0";

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
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
        nodes: NonZero::new(5),
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
        time: Some(Span(Duration::from_secs(3))),
        pause: Some(Span(Duration::from_millis(30))),
        ..task()
    };
    check_command(&sifted, "--from some.txt --rule omok --size 19 --time 3s --pause 30ms");
    assert!(sifted.about().contains(" by pbrain-dolmen in 3s.\n"));
    assert!(sifted.about().starts_with("Openings for omok on 19x19, those of some.txt, worth "));
    let engine = Some("'./an engine' -x".parse().expect("it is a command"));
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
    let by = |engine: &str| {
        let engine = Some(engine.parse().expect("it is an engine"));
        let about = OpeningsRequest { engine, ..task() }.about();
        about
            .lines()
            .next()
            .expect("it has a head")
            .split_once(" by ")
            .expect("it names one")
            .1
            .to_owned()
    };
    assert_eq!(by("./brain -x"), "./brain -x in 50000 nodes.");
    assert_eq!(by("name=new,cmd=./brain"), "new in 50000 nodes.");
}

#[test]
fn an_engine_takes_no_limits_of_its_own() {
    let error = "name=a,cmd=./brain,nodes=5".parse::<EngineText>().expect_err("it has nodes");
    assert!(error.starts_with("the limit of a search is that of --nodes or --time"), "{error}");
    let error = "cmd=./brain,colour=5".parse::<EngineText>().expect_err("there is no such key");
    let expected = "unknown key \"colour\" of an engine; did you mean option.colour for an option of the engine \
                    itself?";
    assert_eq!(error, expected);
    assert!("name=a,cmd=./brain,memory=1G,option.style=3".parse::<EngineText>().is_ok());
    assert_eq!(super::time_of("0s"), Err("expected a time above 0, such as 3s".to_owned()));
}

#[cfg(unix)]
#[test]
fn judgements_belong_to_their_openings() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
    let [given, file] = ["given.txt", "set.txt"].map(|name| folder.path().join(name));
    let write = |text: &str| fs::write(&given, text).expect("the folder is ours");
    let [even, uneven, other] = ["0,0, 1,1, 2,1", "0,0, 1,1, 9,9", "0,0, 1,1, 3,2"];
    write(&format!("{even}\n{uneven}\n{other}\n"));
    // The column of the last stone decides; the engine crashes at the third opening.
    let script = "while read -r line; do case $line in START*) echo OK;; [0-9]*) x=${line%%\\,*};; DONE) \
                  [ $x = 12 ] && exit; echo MESSAGE depth 1-1 ev $(((x - 11) * 10)); echo 0\\,0;; esac; done";
    let engine = Some(format!("/bin/sh -c '{script}'").parse().expect("it is a command"));
    let request = OpeningsRequest {
        engine,
        from: Some(given.clone()),
        count: None,
        output: Some(file.clone()),
        ..task()
    };
    check_error(&request, "position 3: the engine exited after BOARD");
    write(&format!("{uneven}\n{even}\n{even}\n"));
    let (_, err) = run(&request).expect("both are known");
    assert!(
        err.ends_with(&format!(
            "2 of 3 openings judged, 1 balanced, 1 repeated, written to {}\n",
            file.display()
        )),
        "{err}"
    );
    assert_eq!(lines(&fs::read_to_string(&file).expect("it was written")), [even]);
}

#[cfg(unix)]
#[test]
fn openings_are_written_and_can_be_read() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
    let file = folder.path().join("set.txt");
    let to_file = OpeningsRequest { engine: engine(EVEN), output: Some(file.clone()), ..task() };
    let (out, err) = run(&to_file).expect("the engine answers");
    assert_eq!(out, "");
    let last = err.lines().last().map(str::to_owned);
    assert_eq!(last, Some(format!("9 openings found, written to {}", file.display())));
    let size = to_file.ground.size;
    let read = crate::openings::read(&file, None, size, to_file.ground.rule);
    assert_eq!(read.expect("they are right").len(), 9);
    assert_eq!(fs::read_dir(folder.path()).expect("it is ours").count(), 1, "no journal is left");

    let to_output = OpeningsRequest { output: None, ..to_file.clone() };
    let (out, _) = run(&to_output).expect("the engine answers");
    let text = fs::read_to_string(&file).expect("the file can be read");
    assert_eq!(lines(&text), lines(&out));

    let sifted = OpeningsRequest { from: Some(file.clone()), count: None, ..to_output };
    let (out, err) = run(&sifted).expect("the engine answers");
    assert_eq!(lines(&text), lines(&out));
    assert!(err.ends_with("9 of 9 openings judged, 9 balanced\n"), "{err}");
    let earlier = format!("# From: {}\n", to_file.command());
    assert!(out.contains(&earlier), "{out}");

    let other = OpeningsRequest { ground: Ground { rule: Rule::Renju, size }, ..sifted };
    let (_, err) = run(&other).expect("the engine answers");
    let note = format!(
        "note: {} has openings for omok on 19x19, judged for renju on 19x19\n",
        file.display()
    );
    assert!(err.starts_with(&note), "{err}");
    check_error(&to_file, &format!("{}: the file exists: name a new one", file.display()));
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_continues() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
    let file = folder.path().join("set.txt");
    let journal = folder.path().join("set.txt.judged");
    let mark = folder.path().join("mark");
    // The engine crashes at its third search, once.
    let at_done = format!(
        "n=$((n+1)); [ $n = 5 ] && [ ! -e {mark} ] && touch {mark} && exit; {EVEN}",
        mark = mark.display()
    );
    let request =
        OpeningsRequest { engine: engine(&at_done), output: Some(file.clone()), ..task() };
    check_error(&request, "position 3: the engine exited after BOARD");
    assert!(!file.exists());
    let text = fs::read_to_string(&journal).expect("two positions are judged");
    let [command, first, second] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert_eq!(command, request.command());
    assert!(first.starts_with("ev 0: ") && second.starts_with("ev 0: "), "{text}");

    let other = OpeningsRequest { seed: 5, ..request.clone() };
    let error = run(&other).expect_err("it is another command").to_string();
    assert!(
        error.contains("set.txt.judged: the file has the judgements of another command"),
        "{error}"
    );

    fs::write(&journal, text + "ev").expect("the folder is ours");
    let running = fs::File::open(&journal).expect("it was written");
    running.lock().expect("nothing else locks it");
    check_error(&request, &format!("{}: another command writes this file", file.display()));
    drop(running);
    let (_, err) = run(&request).expect("the engine answers");
    assert!(err.starts_with("2 judgements are known; resuming\n"), "{err}");
    assert!(file.exists() && !journal.exists());
    let whole = OpeningsRequest { output: None, ..request };
    let (out, _) = run(&whole).expect("the engine answers");
    assert_eq!(lines(&fs::read_to_string(&file).expect("it was written")), lines(&out));
}

#[cfg(unix)]
#[test]
fn a_stop_keeps_the_judgements() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
    let file = folder.path().join("set.txt");
    let request = OpeningsRequest { engine: engine(EVEN), output: Some(file.clone()), ..task() };
    let stop = StopRequest::new();
    stop.ask();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = Terminal { out: &mut out, err: &mut err, is_live: false, width: 80 };
    assert_eq!(openings(&request, &stop, &mut terminal), Ok(Status::Stopped));
    let text = "stopped: 0 openings found; run the same command again to continue\n";
    assert_eq!(String::from_utf8(err).as_deref(), Ok(text));
    assert!(!file.exists());
    run(&request).expect("the engine answers");
    assert!(file.exists());
}

#[cfg(unix)]
#[test]
fn a_final_failure_leaves_no_file() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be created");
    let file = folder.path().join("set.txt");
    let request = OpeningsRequest { engine: engine("exit"), output: Some(file), ..task() };
    check_error(&request, "position 1: the engine exited after BOARD");
    let engine = Some("no/such/engine".parse().expect("it is a command"));
    run(&OpeningsRequest { engine, ..request.clone() }).expect_err("there is no such engine");
    let silent = OpeningsRequest { engine: self::engine("echo 0,0"), ..request };
    let error = run(&silent).expect_err("the engine reports no evaluation").to_string();
    assert!(error.starts_with("the engine reported no evaluation of the first 5"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("it is ours").count(), 0);
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let output = Some(Path::new("no/such/folder/set.txt").to_owned());
    let error = run(&OpeningsRequest { output, ..task() }).expect_err("there is no folder");
    let expected = "no/such/folder/set.txt: there is no folder no/such/folder";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.code(), 1);
}
