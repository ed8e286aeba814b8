//! The memory that the threads of a search share: the numbers of positions, the same for all images of a position,
//! and the positions under search.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::board::{Bitboard, Color, Key, Point, Position, Symmetry};
use crate::certificate::Plan;
use crate::solver::children::Child;
use crate::solver::proof_table::Numbers;
use crate::solver::quiet::adviser::Suggestion;

/// The bytes of an entry, with those that a map needs beside it.
const ENTRY_BYTES: usize = 40;
/// The number of defender's positions that are kept.
const MAX_DEFENCES: usize = 50_000;
/// The number of positions about which advice is kept.
const MAX_ADVICE: usize = 1_000_000;
/// The bytes of an entry of a state.
const STORED_BYTES: usize = 16;

/// The state of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuietProgress {
    /// The positions with the attacker to move that this run visited.
    pub positions: u64,
    /// The proved ones of all runs, if the search goes on from a state.
    pub proved: u64,
    /// The proof number of the position: about the number of positions that must still be proved.
    pub proof: u32,
    /// The disproof number of the position.
    pub disproof: u32,
    /// The number of times that the search was widened.
    pub widened: u32,
    /// Indicates whether the position is proved, and its plan is being written.
    pub is_proved: bool,
}

impl fmt::Display for QuietProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, proved, proof, disproof, widened, is_proved } = self;
        write!(f, "{positions} positions visited, {proved} proved, ")?;
        if *is_proved {
            return write!(f, "the plan is being written");
        }
        write!(f, "width {}; about {proof} to prove, or {disproof} to refute", widened + 1)
    }
}

/// The defender's position after a move of the attacker.
#[derive(Debug)]
pub(super) struct Defence {
    /// The attacker's plan against all replies but those below.
    pub(super) otherwise: Option<Plan>,
    /// The replies that the plan must name.
    pub(super) named: Bitboard,
    /// One reply of each set of images among them, with its initial numbers.
    pub(super) replies: Vec<Child>,
}

/// The memory of a search, shared by its threads.
#[derive(Debug)]
pub(super) struct Memory {
    max_entries: usize,
    content: Mutex<Content>,
    must_stop: AtomicBool,
}

/// The stored numbers of a position, and the threads that search it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) numbers: Option<Numbers>,
    /// The number of threads that search below the position.
    pub(super) threads: u32,
}

#[derive(Debug, Default)]
struct Content {
    numbers: HashMap<Key, Numbers>,
    /// The number of threads below a position.
    busy: HashMap<Key, u32>,
    /// The adviser's suggestions, by the positions' own keys.
    advice: HashMap<Key, Option<Suggestion>>,
    /// The defender's positions that were expanded lately, by their own keys.
    defences: HashMap<Key, Arc<Defence>>,
    progress: QuietProgress,
}

impl Memory {
    /// Returns an empty memory of about this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let max_entries = (bytes / ENTRY_BYTES).max(1_000);
        Self { max_entries, content: Mutex::default(), must_stop: AtomicBool::new(false) }
    }

    /// Returns the content. A thread that panicked has left it in order.
    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the numbers of a position.
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        self.content().numbers.get(&key).copied()
    }

    /// Returns the entries of positions.
    pub(super) fn look_up(&self, keys: &[Key]) -> Vec<Entry> {
        let content = self.content();
        let of_key = |key: &Key| {
            let threads = content.busy.get(key).copied().unwrap_or_default();
            Entry { numbers: content.numbers.get(key).copied(), threads }
        };
        keys.iter().map(of_key).collect()
    }

    /// Stores the numbers of a position. A full memory drops all positions that are not solved.
    pub(super) fn insert(&self, key: Key, numbers: Numbers) {
        let mut content = self.content();
        let before = content.numbers.get(&key).copied();
        if before.is_some_and(Numbers::is_proved) {
            return;
        }
        if before.is_none() && content.numbers.len() >= self.max_entries {
            content.numbers.retain(|_, numbers| numbers.is_solved());
            if content.numbers.len() >= self.max_entries {
                return;
            }
        }
        content.progress.proved += u64::from(numbers.is_proved());
        content.numbers.insert(key, numbers);
    }

    /// Forgets a position.
    pub(super) fn forget(&self, key: Key) {
        self.content().numbers.remove(&key);
    }

    /// Notes that a thread begins or ends to search below a position.
    pub(super) fn enter(&self, key: Key) {
        *self.content().busy.entry(key).or_default() += 1;
    }

    /// Notes that a thread has searched below a position.
    pub(super) fn leave(&self, key: Key) {
        let mut content = self.content();
        if let Some(threads) = content.busy.get_mut(&key) {
            *threads -= 1;
            if *threads == 0 {
                content.busy.remove(&key);
            }
        }
    }

    /// Returns the advice about a position, if the adviser was asked.
    pub(super) fn advice(&self, key: Key) -> Option<Option<Suggestion>> {
        self.content().advice.get(&key).copied()
    }

    /// Stores the advice about a position.
    pub(super) fn keep_advice(&self, key: Key, advice: Option<Suggestion>) {
        let mut content = self.content();
        if content.advice.len() >= MAX_ADVICE {
            content.advice.clear();
        }
        content.advice.insert(key, advice);
    }

    /// Returns an expanded position of the defender.
    pub(super) fn defence(&self, key: Key) -> Option<Arc<Defence>> {
        self.content().defences.get(&key).map(Arc::clone)
    }

    /// Keeps an expanded position of the defender.
    pub(super) fn keep(&self, key: Key, defence: &Arc<Defence>) {
        let mut content = self.content();
        if content.defences.len() >= MAX_DEFENCES {
            content.defences.clear();
        }
        content.defences.insert(key, Arc::clone(defence));
    }

    /// Returns the state of the search.
    pub(super) fn progress(&self) -> QuietProgress {
        self.content().progress
    }

    /// Counts a position of the attacker, and returns the state of the search.
    pub(super) fn count(&self) -> QuietProgress {
        let mut content = self.content();
        content.progress.positions += 1;
        content.progress
    }

    /// Notes the numbers of the position to solve, and stops all threads if it is solved.
    pub(super) fn note_root(&self, numbers: Numbers) {
        let progress = &mut self.content().progress;
        (progress.proof, progress.disproof) = (numbers.proof, numbers.disproof);
        if numbers.is_solved() {
            self.set_stop(true);
        }
    }

    /// Tells all threads to stop, or to continue.
    pub(super) fn set_stop(&self, must_stop: bool) {
        self.must_stop.store(must_stop, Ordering::Relaxed);
    }

    /// Returns whether all threads must stop.
    pub(super) fn must_stop(&self) -> bool {
        self.must_stop.load(Ordering::Relaxed)
    }

    /// Forgets all positions that are not proved.
    pub(super) fn keep_proofs(&self) {
        let mut content = self.content();
        content.numbers.retain(|_, numbers| numbers.is_proved());
        content.defences.clear();
    }

    /// Notes how often the search was widened, and whether it writes the plan.
    pub(super) fn note_phase(&self, widened: u32, is_proved: bool) {
        let progress = &mut self.content().progress;
        (progress.widened, progress.is_proved) = (widened, is_proved);
    }

    /// Returns all numbers, for [`Memory::read`].
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let content = self.content();
        let mut bytes = Vec::with_capacity(content.numbers.len() * STORED_BYTES);
        for (key, numbers) in &content.numbers {
            bytes.extend(key.0.to_le_bytes());
            bytes.extend(numbers.proof.to_le_bytes());
            bytes.extend(numbers.disproof.to_le_bytes());
        }
        bytes
    }

    /// Adds the numbers of a memory's bytes, and returns the number of their entries. A part of an entry at
    /// the end is ignored.
    pub(super) fn read(&self, bytes: &[u8]) -> usize {
        let entries = bytes.as_chunks::<STORED_BYTES>().0;
        for entry in entries {
            let (key, numbers) = entry.split_at(8);
            let (proof, disproof) = numbers.split_at(4);
            let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
            let numbers = Numbers::new(number(proof) as u32, number(disproof) as u32);
            self.insert(Key(number(key)), numbers);
        }
        entries.len()
    }
}

/// Returns a key of a position that is the same for all its images.
pub(super) fn image_key(position: &Position) -> Key {
    least_key(position, |_| Key(0))
}

/// Returns [`image_key`] of the position after a move.
pub(super) fn image_key_after(position: &Position, point: Point) -> Key {
    let (size, mover) = (position.size(), position.side_to_move());
    least_key(position, |symmetry| {
        Key::WHITE_TO_MOVE ^ Key::stone(mover, symmetry.apply(point, size))
    })
}

/// Returns the least key of all images, each combined with the result of `change`.
fn least_key(position: &Position, change: impl Fn(Symmetry) -> Key) -> Key {
    let size = position.size();
    let mover = match position.side_to_move() {
        Color::Black => Key(0),
        Color::White => Key::WHITE_TO_MOVE,
    };
    let key = |symmetry: Symmetry| {
        let mut key = mover ^ change(symmetry);
        for color in Color::ALL {
            for point in position.stones(color) {
                key ^= Key::stone(color, symmetry.apply(point, size));
            }
        }
        for point in position.dead() {
            key ^= Key::dead(symmetry.apply(point, size));
        }
        key.0
    };
    Key(Symmetry::all(size).map(key).min().unwrap_or_default())
}
