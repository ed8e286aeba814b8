//! The binary: arguments to a task; the only place that ends the process.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 2  learn_network_task, losses_task, weights_task
//! 1  check_task, generate_task, judge_task, label_task, learn_task, picture_task, quality_task, tune_task
//! 0  arguments, ending
//! ```

mod arguments;
mod check_task;
mod ending;
mod generate_task;
mod judge_task;
mod label_task;
mod learn_network_task;
mod learn_task;
mod losses_task;
mod picture_task;
mod quality_task;
mod tune_task;
mod weights_task;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Task};
use crate::ending::Failure;

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Generate(arguments) => {
            generate_task::generate(&arguments).map(|()| ExitCode::SUCCESS)
        }
        Task::Check(arguments) => check_task::check(&arguments).map(code_of_end),
        Task::Label(arguments) => label_task::label(&arguments).map(code_of_end),
        Task::ByHand(arguments) => weights_task::by_hand(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Combine(arguments) => weights_task::combine(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Learn(arguments) => learn_task::learn(&arguments).map(|()| ExitCode::SUCCESS),
        Task::LearnNetwork(arguments) => {
            learn_network_task::learn(&arguments).map(|()| ExitCode::SUCCESS)
        }
        Task::Losses(arguments) => losses_task::losses(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Judge(arguments) => judge_task::judge(&arguments).map(code_of_end),
        Task::Quality(arguments) => quality_task::quality(&arguments).map(code_of_end),
        Task::Picture(arguments) => picture_task::picture(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Tune(arguments) => tune_task::tune(&arguments).map(code_of_end),
    };
    match done {
        Ok(code) => code,
        Err(Failure(text)) => {
            writeln!(io::stderr(), "{text}").ok();
            ExitCode::FAILURE
        }
    }
}

/// Returns the exit status: success if everything is done and valid.
fn code_of_end(is_well: bool) -> ExitCode {
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
