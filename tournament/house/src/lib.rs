//! The house opponents: small players behind the Gomocup protocol, each after a classic
//! program, so that a tournament can be seen without owning another engine.
//!
//! Whatever its own game, a player answers with a point that the rule allows, and under a
//! seed, with time enough or a limit of nodes, always with the same one.

pub mod budget;
pub mod grid;
pub mod players;
pub mod search;
pub mod session;
