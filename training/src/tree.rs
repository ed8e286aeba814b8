//! Measurements of the tree that the search visits: how it grows from iteration to iteration, and how
//! well its scores predict results.
//!
//! Both depend only on the positions, the nodes and the margins, so two versions of the search can be
//! compared position by position.

pub mod draw;
pub mod growth;
mod searcher;
pub mod sight;
#[cfg(test)]
mod tests;
