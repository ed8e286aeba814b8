//! Tests of the display of running games.

use dolmen::board::{BoardSize, Color};

use super::Boards;
use crate::plan::GameTask;
use crate::run::game::Moved;
use crate::testing::Tournament;

fn tasks() -> Vec<GameTask> {
    Tournament::new(2, 2).plan.games().collect()
}

fn moved(task: &GameTask, place: i64, color: Color, seat: usize) -> Moved {
    let point = BoardSize::square(15).point(place, 14).expect("it is on the board");
    Moved { id: task.id, stones: 1, point, color, seat, ms: Some(1.5), left_ms: None }
}

#[test]
fn games_begin_go_on_and_end() {
    let (boards, tasks) = (Boards::new(), tasks());
    assert!(boards.games().is_empty());
    boards.begin(&tasks[1]);
    boards.begin(&tasks[0]);
    let before = boards.changes();
    boards.place(&tasks[1], &moved(&tasks[1], 3, Color::Black, 0));
    boards.place(&tasks[1], &moved(&tasks[1], 4, Color::White, 1));
    assert_ne!(boards.changes(), before);
    let games = boards.games();
    assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [tasks[0].id, tasks[1].id]);
    assert_eq!(games[1].moves, [(3, 14), (4, 14)]);
    assert_eq!(games[1].ms, [Some(1.5), Some(1.5)]);
    assert_eq!((games[1].black, games[1].white), (tasks[1].black, tasks[1].white));
    boards.end(tasks[1].id);
    // A move that arrives after the end of its game.
    boards.place(&tasks[1], &moved(&tasks[1], 5, Color::Black, 0));
    assert_eq!(boards.games().len(), 1);
}

#[test]
fn colours_may_be_swapped() {
    let (boards, tasks) = (Boards::new(), tasks());
    let task = &tasks[0];
    boards.begin(task);
    boards.place(task, &moved(task, 3, Color::Black, 0));
    boards.place(task, &moved(task, 4, Color::White, 0));
    let game = boards.games().remove(0);
    assert_eq!((game.black, game.white), (task.white, task.black));
}
