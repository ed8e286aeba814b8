//! Openings: reading them from files, including game records, checking them under a rule, their
//! symmetries, the built-in sets, and the generator that made these.
//!
//! Invariant: every opening from [`read`], [`built_in`] or [`generate()`] has passed [`check`] for the
//! board and the rule of the call.

mod built_in;
mod check;
mod generate;
mod lists;
mod opening;
mod read;
mod symmetry;

pub use built_in::built_in;
pub use check::{BadOpening, check};
pub use generate::{
    Effort, GenerateError, GeneratorSettings, JudgeError, Judgement, Known, Progress, Source,
    generate,
};
pub use lists::write;
pub use opening::{Opening, OpeningForm, OpeningStyle};
pub(crate) use read::OPENING_COMMENT;
pub use read::{Fault, ReadOpeningsError, read};
pub use symmetry::{Shape, Stones, images, shape, transform};

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
