//! The Gomocup protocol: bytes in, one reply per replying command out.
//!
//! ```text
//! bytes ─► lines ─► command, block ─► session ─► task ─► engine
//! bytes ◄───────── reply, summary ◄── session ◄── thought, progress
//! ```
//!
//! [`session`] is the state machine and touches neither streams nor threads nor the
//! clock; [`server`] owns all three. What a command says and what a reply looks like is
//! in [`command`], [`info`], [`coordinate`], [`reply`] and [`summary`], which know
//! nothing of the engine, so that a match runner can speak the same language.
//!
//! # What is answered how
//!
//! * Every command that has a reply gets exactly one, in the order of the commands;
//!   `MESSAGE` lines come before it. INFO is never answered, blank lines neither.
//! * While the engine thinks, END and the end of the input end the process without the
//!   move; STOP and YXSTOP make it answer at once; INFO takes effect at once, if no
//!   other command waits before it (time limits bind the running search, the rest the
//!   next one). Everything else waits.
//! * A malformed or impossible command changes nothing and is answered by `ERROR`; an
//!   unknown one by `UNKNOWN`. A list is read to its DONE and answered once; START,
//!   RECTSTART and RESTART inside a list give the list up (one `ERROR` for it) and are
//!   carried out.
//! * The manager says when a game is over: as long as a point is empty, a command that
//!   asks for a move gets one, a five on the board or not. On a full board the answer is
//!   `ERROR`.

pub mod block;
pub mod command;
pub mod coordinate;
pub mod info;
pub mod lines;
pub mod live;
pub mod reply;
pub mod server;
pub mod session;
pub mod settings;
pub mod summary;
pub mod task;

mod integer;
