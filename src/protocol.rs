//! The Gomocup protocol: text lines in, one reply to each command that has one.
//!
//! ```text
//! bytes ─► input ─► command, list ─► session ─► task ─► engine
//! bytes ◄────── reply, summary ◄──── session ◄── result, progress
//! ```
//!
//! [`session`] is the state machine; it uses no streams and no threads, and reads the
//! time only from the source that its caller passes in.
//! [`server`] runs a session on streams and threads. [`manager`] is the state machine of the other
//! side, for programs that talk to an engine. The other modules only convert between text and values.
//!
//! # Order of the modules
//!
//! Each module uses only modules of earlier rows and never another one of its own row:
//!
//! 1. [`error`], `integer`, `rows`, [`input`], [`reading`]
//! 2. [`coordinate`]
//! 3. [`notation`]
//! 4. [`info`], [`reply`], [`summary`]
//! 5. [`database`], [`variation`]
//! 6. [`command`], `yixin`
//! 7. `lateness`, [`list`], [`manager`], `settings`, [`task`]
//! 8. [`session`]: its parts are `reporter`, then `state` and `database`, then `commands` and `pondering`
//! 9. [`server`]
//!
//! # Guarantees
//!
//! * Every command that has a reply gets exactly one, in the order of the commands. `MESSAGE`
//!   lines precede it. INFO and blank lines get no reply.
//! * While the engine thinks, STOP or YXSTOP makes it answer at once. END or the end of the input
//!   does too, and then the process ends; later commands are not answered. INFO takes effect at once
//!   unless another command is waiting: a time limit applies to the running search, everything else to
//!   the next one. All other commands wait until the search has ended.
//! * With `INFO pondering 1` the engine thinks on the opponent's time and prints nothing. The next command
//!   ends this search at once, unless it is the expected move: then the search continues as the search for
//!   the answer. Time limits and settings that Dolmen does not know do not end it.
//! * A malformed or impossible command changes nothing and is answered by `ERROR`, an unknown
//!   command by `UNKNOWN`. A list is read up to its DONE and answered once. START, RECTSTART and
//!   RESTART inside a list discard the list, which is answered by one `ERROR`, and then take
//!   effect.
//! * The manager decides when a game is over. A command that asks for a move gets one as long as
//!   a point is empty, even if there is a five on the board. On a full board the reply is
//!   `ERROR`.

pub mod command;
pub mod coordinate;
pub mod database;
pub mod error;
pub mod info;
pub mod input;
pub mod list;
pub mod manager;
pub mod notation;
pub mod reading;
pub mod reply;
pub mod server;
pub mod session;
pub mod summary;
pub mod task;
pub mod variation;

mod integer;
mod lateness;
mod rows;
mod settings;
#[cfg(test)]
mod testing;
mod yixin;
