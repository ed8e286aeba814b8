//! The house opponents: small players behind the Gomocup protocol, each modelled on a classic
//! program, for tournaments without another engine.
//!
//! Every player answers with a point that the rule allows. For the same seed, and with enough
//! time or a limit of nodes, it always answers with the same point.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 5  built_in
//! 4  program
//! 3  session
//! 2  players
//! 1  search
//! 0  budget, grid
//! ```

pub mod budget;
pub mod built_in;
pub mod grid;
pub mod players;
pub mod program;
pub mod search;
pub mod session;
