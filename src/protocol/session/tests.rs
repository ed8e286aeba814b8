//! Dialogues as scripts: `> line` is what the manager says, `< line` the next reply, in
//! which `move` stands for any legal move and `opening` for three; comments are checked
//! only where written.
//! Nothing else may be said. `~` ends the search that a held script is in, `? text`
//! checks that search's reins, `@ n` sets the clock to n milliseconds, `END!` is the exit.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::Point;
use crate::engine::{Engine, NoMove};
use crate::protocol::lines::Line;
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::protocol::task::{Decision, Task, Thought};
use crate::search::{Control, Limits, Observer, Progress, SearchResult, Silent};

/// Plays near the centre at once, so that scripts do not depend on the search.
fn nearest(
    engine: &mut Engine,
    _: &Limits,
    _: &Control,
    _: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    let best = engine.any_move().ok_or(NoMove)?;
    let summary = Progress { principal_variation: vec![best], ..Progress::default() };
    Ok(SearchResult { best, summary })
}

/// A session whose searches end at once, or only when the script says so.
struct Dialogue {
    session: Session,
    is_held: bool,
    task: Option<Box<Task>>,
    control: Arc<Control>,
    limits: Limits,
    origin: Instant,
    now: Instant,
    said: VecDeque<String>,
}

impl Dialogue {
    fn new(is_held: bool) -> Self {
        // Some time after the machine's own origin, so that earlier times exist.
        let now = Instant::now() + Duration::from_secs(10);
        Self {
            session: Session::new(),
            is_held,
            task: None,
            control: Arc::default(),
            limits: Limits::unlimited(),
            origin: now,
            now,
            said: VecDeque::new(),
        }
    }

    fn receive(&mut self, text: &str) {
        let line = Line { received: self.now, text: text.to_owned() };
        let actions = self.session.receive(line);
        self.carry_out(actions);
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Print(reply) => self.said.push_back(reply.to_string()),
                Action::Exit => self.said.push_back("END!".to_owned()),
                Action::Think(task) => {
                    self.control = Arc::clone(&task.control);
                    self.limits = task.limits.clone();
                    self.task = Some(task);
                    if !self.is_held {
                        self.end_search();
                    }
                }
            }
        }
    }

    fn end_search(&mut self) {
        let task = self.task.take().expect("a search is under way");
        let position = task.engine.position().clone();
        let thought = task.perform(nearest, &mut Silent);
        assert_eq!(thought.engine.position(), &position, "a search leaves the position alone");
        if let Some(Decision::Move(point)) = thought.decision {
            assert!(position.is_empty_at(point), "{point} is no move");
        }
        let actions = self.session.finish(thought, self.now);
        self.carry_out(actions);
    }

    fn is_true(&self, statement: &str) -> bool {
        let milliseconds = |time: Duration| time.as_millis().to_string();
        match statement.split_once(' ') {
            None => match statement {
                "stopped" => self.control.is_stopped(),
                "running" => !self.control.is_stopped() && self.session.is_thinking(),
                _ => panic!("{statement:?} means nothing"),
            },
            Some(("allowance", time)) => {
                self.control.turn().map(milliseconds).as_deref() == Some(time)
            }
            Some(("left", time)) => {
                self.limits.match_left.map(milliseconds).as_deref() == Some(time)
            }
            Some(("started", time)) => {
                milliseconds(self.limits.started.saturating_duration_since(self.origin)) == time
            }
            Some(_) => panic!("{statement:?} means nothing"),
        }
    }

    /// Takes the next line said, leaving out comments that nobody expects.
    fn next_said(&mut self, expected: &str) -> Option<String> {
        if !expected.starts_with("MESSAGE") {
            self.said.retain(|line| !line.starts_with("MESSAGE"));
        }
        self.said.pop_front()
    }
}

#[track_caller]
fn run(mut dialogue: Dialogue, script: &str) {
    for (number, line) in script.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate()
    {
        let at = format!("line {}, {line:?}", number + 1);
        match line.split_at(line.len().min(2)) {
            (">" | "> ", text) => {
                let pending: Vec<_> =
                    dialogue.said.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
                assert!(pending.is_empty(), "{at}: {pending:?} was not expected");
                dialogue.receive(text);
            }
            ("< ", "move") => {
                let said = dialogue.next_said("move").unwrap_or_default();
                let is_move = matches!(said.parse(), Ok(Reply::Move(_)));
                assert!(is_move, "{at}: {said:?} was said");
            }
            ("< ", "opening") => {
                let said = dialogue.next_said("opening").unwrap_or_default();
                let is_opening =
                    matches!(said.parse(), Ok(Reply::Moves(points)) if points.len() == 3);
                assert!(is_opening, "{at}: {said:?} was said");
            }
            ("< ", text) => {
                let said = dialogue.next_said(text);
                assert_eq!(said.as_deref(), Some(text), "{at}");
            }
            ("~", _) => dialogue.end_search(),
            ("? ", statement) => assert!(dialogue.is_true(statement), "{at} is false"),
            ("@ ", time) => {
                let time = time.parse().expect("milliseconds");
                dialogue.now = dialogue.origin + Duration::from_millis(time);
            }
            _ => panic!("{at} means nothing"),
        }
    }
    let rest = dialogue.next_said("");
    assert_eq!(rest, None, "the script says less");
}

/// Runs a script whose searches end at once.
#[track_caller]
fn check(script: &str) {
    run(Dialogue::new(false), script);
}

/// Runs a script whose searches end at each `~`.
#[track_caller]
fn check_held(script: &str) {
    run(Dialogue::new(true), script);
}

#[test]
fn a_game() {
    check(
        "> START 15
         < OK
         > INFO timeout_turn 1000
         > BEGIN
         < 7,7
         > TURN 6,6
         < move
         > turn 8 , 8
         < move
         > END
         < END!",
    );
}

#[test]
fn nothing_works_before_start_but_about_and_info() {
    let error = "ERROR there is no board, START comes first";
    for lines in [
        "RESTART",
        "BEGIN",
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "BOARD\n> DONE",
        "YXBOARD\n> DONE",
        "SWAP2BOARD\n> DONE",
        "YXSHOWFORBID",
    ] {
        check(&format!("> {lines}\n< {error}"));
    }
    let about = format!(
        r#"name="Dolmen", version="{}", author="the Dolmen engineers""#,
        env!("CARGO_PKG_VERSION")
    );
    check(&format!("> INFO rule 1\n> ABOUT\n< {about}\n> YXHASHCLEAR\n> STOP\n> DONE"));
}

#[test]
fn sizes() {
    for side in 5..=22 {
        check(&format!("> START {side}\n< OK\n> TURN {0},{0}\n< move", side - 1));
    }
    check(
        "> START 4
         < ERROR size 4x4 is not within 5 to 22
         > START 23
         < ERROR size 23x23 is not within 5 to 22
         > START abc
         < ERROR START expects one number
         > RECTSTART 12,15
         < OK
         > TURN 14,11
         < ERROR 14,11 is off the board
         > TURN 11,14
         < move",
    );
}

#[test]
fn a_refused_start_leaves_the_game() {
    check(
        "> START 15
         < OK
         > TURN 7,7
         < move
         > START 300
         < ERROR size 300x300 is not within 5 to 22
         > TURN 7,7
         < ERROR 7,7 is occupied
         > TURN 14,14
         < move",
    );
}

#[test]
fn turns_that_are_refused() {
    check(
        "> START 15
         < OK
         > TURN 15,7
         < ERROR 15,7 is off the board
         > TURN 4294967303,7
         < ERROR 4294967303,7 is off the board
         > TURN -1,7
         < ERROR -1,7 is off the board
         > TURN 7 7
         < ERROR TURN expects x,y
         > TURN 7,7
         < 6,6
         > TURN 6,6
         < ERROR 6,6 is occupied
         > BEGIN
         < ERROR the board is not empty
         > TURN 0,0
         < move",
    );
}

#[test]
fn unknown_and_blank_lines() {
    check(
        "> FOOBAR 1 2
         < UNKNOWN command is not known
         > 7,7
         < UNKNOWN command is not known
         >
         > OK
         < UNKNOWN command is not known
         > DONE",
    );
}

#[test]
fn restart_keeps_size() {
    check(
        "> START 20
         < OK
         > TURN 19,19
         < move
         > RESTART
         < OK
         > TURN 19,19
         < move",
    );
}

#[test]
fn stones_are_taken_back() {
    check(
        "> START 15
         < OK
         > TURN 7,7
         < 6,6
         > TAKEBACK 6,6
         < OK
         > TAKEBACK 7,7
         < OK
         > TAKEBACK 7,7
         < ERROR there is no stone on 7,7
         > TAKEBACK 15,0
         < ERROR 15,0 is off the board
         > BEGIN
         < 7,7
         > TURN 0,0
         < move
         > TAKEBACK 7,7
         < OK
         > TURN 7,7
         < move",
    );
}

#[test]
fn play_forces_an_own_stone() {
    check(
        "> START 15
         < OK
         > PLAY 3,3
         < 3,3
         > PLAY 3,3
         < ERROR 3,3 is occupied
         > TURN 3,3
         < ERROR 3,3 is occupied
         > TURN 4,4
         < move",
    );
}

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

#[test]
fn most_lines_wait_for_the_search() {
    check_held(
        "> START 15
         < OK
         > TURN 7,7
         > ABOUTS
         > TURN 0,0
         > FOOBAR
         ? running
         ~
         < 6,6
         < UNKNOWN command is not known
         ~
         < move
         < UNKNOWN command is not known",
    );
}

#[test]
fn stop_is_obeyed_whatever_waits() {
    check_held(
        "> START 15
         < OK
         > TURN 7,7
         > start 20 20
         > yxboard
         > 19,19,2
         > done
         > yxshowforbid
         ? running
         > yxstop
         > yxstop
         ? stopped
         ~
         < 6,6
         < OK
         < FORBID .
         > BEGIN
         < ERROR the board is not empty",
    );
}

#[test]
fn end_is_obeyed_whatever_waits() {
    check_held(
        "> START 15
         < OK
         > TURN 7,7
         > BOARD
         > 7,7,1
         > END
         < END!
         ? stopped",
    );
}

#[test]
fn time_limits_bind_the_running_search() {
    check_held(
        "> START 15
         < OK
         > INFO timeout_turn 60000
         > TURN 7,7
         > INFO evaluate 3,3
         > INFO timeout_turn 0
         ? allowance 0
         > INFO timeout_turn 300
         ? allowance 300
         > INFO time_left 200
         ? allowance 200
         > ABOUTS
         > INFO timeout_turn 100
         ? allowance 200
         ~
         < move
         < UNKNOWN command is not known",
    );
}

#[test]
fn the_clock_of_a_move() {
    check_held(
        "> INFO timeout_match 10000
         > START 15
         < OK
         > TURN 7,7
         @ 1000
         ~
         < move
         @ 2000
         > TURN 0,0
         ? started 2000
         ? left 8980
         > TURN 0,1
         @ 3000
         ~
         < move
         ? started 3000
         ? left 7980
         > INFO time_left 7000
         @ 3500
         ~
         < move
         > INFO time_left 5000
         > BOARD
         @ 4000
         > DONE
         ? started 4000
         ? left 5000
         ~
         < 7,7
         > RESTART
         < OK",
    );
}

fn progress(best: Point, elapsed: u64) -> Progress {
    let elapsed = Duration::from_millis(elapsed);
    Progress { principal_variation: vec![best], elapsed, ..Progress::default() }
}

/// Which of the times of new best moves, in milliseconds, are told.
fn told(game_type: u32, times: &[u64]) -> Vec<u64> {
    let mut dialogue = Dialogue::new(true);
    for line in ["START 15", &format!("INFO game_type {game_type}"), "BEGIN"] {
        dialogue.receive(line);
    }
    let bests = times.iter().enumerate().map(|(index, &time)| (Point::new(index, 0), time));
    bests
        .filter(|&(best, time)| dialogue.session.progress(&progress(best, time)).is_some())
        .map(|(_, time)| time)
        .collect()
}

#[test]
fn new_best_moves_are_told_five_times_a_second_to_who_watches() {
    let times = [0, 10, 199, 200, 300, 401, 402];
    assert_eq!(told(0, &times), [0, 200, 401]);
    assert_eq!(told(1, &times), [0, 200, 401]);
    assert_eq!(told(2, &times), []);
    assert_eq!(told(3, &times), []);
}

#[test]
fn the_same_best_move_is_told_once() {
    let mut dialogue = Dialogue::new(true);
    ["START 15", "BEGIN"].into_iter().for_each(|line| dialogue.receive(line));
    let best = Point::new(7, 7);
    assert!(dialogue.session.progress(&progress(best, 0)).is_some());
    assert!(dialogue.session.progress(&progress(best, 1000)).is_none());
}

#[test]
fn a_search_that_finds_nothing_is_an_error() {
    let mut dialogue = Dialogue::new(true);
    ["START 15", "BEGIN"].into_iter().for_each(|line| dialogue.receive(line));
    let engine = dialogue.task.take().expect("a search is under way").engine;
    let thought = Thought { engine, decision: None, summary: None };
    let actions = dialogue.session.finish(thought, dialogue.now);
    dialogue.said.clear();
    dialogue.carry_out(actions);
    assert_eq!(dialogue.said, ["ERROR the board is full"]);
}
