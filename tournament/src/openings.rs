//! Openings: reading them from files, checking them under a rule, turning them round the
//! board, the sets that are built in, and the generator that made those.
//!
//! Invariant: an opening that leaves [`read`], [`built_in`] or [`generate()`] has passed
//! [`check`] on the board and under the rule that were asked for.

mod built_in;
mod check;
mod generate;
mod opening;
mod read;
mod source;
mod symmetry;
mod task;
mod write;

pub use built_in::built_in;
pub use check::{BadOpening, check};
pub use generate::{GenerateError, GeneratorSettings, JudgeError, Progress, generate};
pub use opening::{Opening, OpeningForm, OpeningStyle};
pub use read::{BadText, Fault, ReadOpeningsError, read};
pub use source::Sets;
pub use symmetry::{Shape, inverse, shape, symmetries, transform};
pub use task::{OpeningsError, OpeningsRequest};
pub use write::write;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
