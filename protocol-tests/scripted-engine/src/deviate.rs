//! The hooks at which a script departs from the honest engine, by the part of it they belong to.
//! Under the behaviours `correct` and `thinking` no hook changes anything that a manager sees,
//! but the time that `thinking` takes.

use std::sync::Arc;
use std::time::Instant;

use crate::game::Cell;

pub(crate) mod commands;
pub(crate) mod info;
pub(crate) mod launch;
pub(crate) mod leaving;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod moves;
pub(crate) mod rules;
pub(crate) mod swap2;
pub(crate) mod thinking;
pub(crate) mod wording;

/// What a script remembers.
#[derive(Default)]
pub(crate) struct State {
    /// An `INFO rule` line kept for later.
    pub(crate) rule: Option<Vec<u8>>,
    /// Memory never given back.
    pub(crate) leaked: Vec<Vec<u8>>,
    /// When the last move was said.
    pub(crate) answered: Option<Instant>,
    /// Whether the move being thought about was asked for before its time.
    pub(crate) stopped: bool,
    /// Keeps cores busy while it lives.
    pub(crate) burning: Option<Arc<()>>,
    /// How many times something happened.
    pub(crate) count: u64,
    /// Whose stones are black since a negotiation.
    pub(crate) black: Option<Cell>,
}
