//! The program `pbrain-dolmen`; see [`dolmen::program`].

use std::process::ExitCode;

fn main() -> ExitCode {
    dolmen::program::run(std::env::args_os())
}
