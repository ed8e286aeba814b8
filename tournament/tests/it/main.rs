//! Integration tests, in one crate: the program as a child process, and golden files of what earlier
//! versions read and wrote. The report in a browser is a crate of its own.

#[cfg(unix)]
mod ladder;
#[cfg(unix)]
mod openings;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod room;
mod samples;
#[cfg(unix)]
mod scripts;
#[cfg(unix)]
mod shards;
