//! The hooks at which a script departs from the honest engine, by the part of the engine that
//! they belong to.
//!
//! Under the behaviours `correct` and `thinking` no hook changes anything that a manager
//! observes, apart from the time that `thinking` takes.

pub(crate) mod commands;
pub(crate) mod info;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod moves;
pub(crate) mod process;
pub(crate) mod rules;
pub(crate) mod thinking;
