//! What counts as a position to solve.
