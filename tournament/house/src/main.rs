//! The program `house`; see [`house::program`].

use std::process::ExitCode;

fn main() -> ExitCode {
    house::program::run(std::env::args_os())
}
