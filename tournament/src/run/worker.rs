//! The worker threads, which play one game after the other.

use std::sync::Mutex;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use crate::plan::GameTask;
use crate::record::GameRecord;
use crate::run::arena::Arena;
use crate::run::observer::Running;

/// The queue of unstarted games.
#[derive(Debug)]
pub(crate) struct Queue(Mutex<std::vec::IntoIter<GameTask>>);

/// The games that the workers are playing.
#[derive(Debug)]
pub(crate) struct Slots(Vec<Mutex<Option<Running>>>);

impl Queue {
    pub(crate) fn new(games: Vec<GameTask>) -> Self {
        Self(Mutex::new(games.into_iter()))
    }

    /// Takes the next game, unless the queue is empty or closed.
    fn next(&self) -> Option<GameTask> {
        self.0.lock().expect("no thread panicked while it held the lock").next()
    }

    /// Removes the games of an engine, and returns their number.
    pub(crate) fn leave_out(&self, engine: usize) -> usize {
        let mut games = self.0.lock().expect("no thread panicked while it held the lock");
        let before = games.len();
        let left: Vec<GameTask> = games.by_ref().filter(|task| !task.is_of(engine)).collect();
        *games = left.into_iter();
        before - games.len()
    }

    /// Closes the queue: no further game starts.
    pub(crate) fn close(&self) {
        *self.0.lock().expect("no thread panicked while it held the lock") = Vec::new().into_iter();
    }
}

impl Slots {
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count).map(|_| Mutex::new(None)).collect())
    }

    /// Returns the running games, in the order of the workers.
    pub(crate) fn running(&self) -> Vec<Running> {
        let slots = self.0.iter();
        slots
            .filter_map(|slot| *slot.lock().expect("no thread panicked while it held the lock"))
            .collect()
    }

    fn change(&self, slot: usize, change: impl FnOnce(&mut Option<Running>)) {
        change(&mut self.0[slot].lock().expect("no thread panicked while it held the lock"));
    }
}

/// Plays games until the queue is empty or closed.
pub(crate) fn work<A: Arena>(
    arena: &A,
    slot: usize,
    queue: &Queue,
    slots: &Slots,
    games: &SyncSender<GameRecord>,
) {
    let mut table = arena.table(slot);
    while let Some(task) = queue.next() {
        let begun = Running { task, stones: 0, since: Instant::now() };
        slots.change(slot, |running| *running = Some(begun));
        let watcher = |stones: usize| {
            slots.change(slot, |running| *running = Some(Running { stones, ..begun }));
        };
        let record = arena.play(&mut table, &task, &watcher);
        slots.change(slot, |running| *running = None);
        if games.send(record).is_err() {
            break;
        }
    }
}
