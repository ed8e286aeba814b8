//! The operating system's part in an engine process.
//!
//! Both implementations offer the same `Platform` type.

#[cfg(not(unix))]
mod elsewhere;
mod pipes;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use elsewhere::{Platform, become_subreaper, bind_thread, stolen_time};
#[cfg(unix)]
pub(crate) use unix::{Platform, become_subreaper, bind_thread, stolen_time};
