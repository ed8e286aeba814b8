//! The threads that play, one game after the other.

use std::sync::Mutex;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use crate::plan::GameTask;
use crate::record::GameRecord;
use crate::run::arena::Arena;
use crate::run::observer::Running;

/// Games that nobody has begun, in their order.
#[derive(Debug)]
pub(crate) struct Queue(Mutex<std::vec::IntoIter<GameTask>>);

/// The games that the workers are playing.
#[derive(Debug)]
pub(crate) struct Slots(Vec<Mutex<Option<Running>>>);

impl Queue {
    pub(crate) fn new(games: Vec<GameTask>) -> Self {
        Self(Mutex::new(games.into_iter()))
    }

    /// The next game; none: there is nothing more to do.
    fn next(&self) -> Option<GameTask> {
        self.0.lock().expect("no thread panicked while it held the lock").next()
    }

    /// Nothing more is to be begun.
    pub(crate) fn close(&self) {
        *self.0.lock().expect("no thread panicked while it held the lock") = Vec::new().into_iter();
    }
}

impl Slots {
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count).map(|_| Mutex::new(None)).collect())
    }

    /// The running games, in the order of the workers.
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

/// Plays games until there are none.
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
