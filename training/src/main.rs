//! The program `training`: one file for each command, with its arguments and its run. Only this
//! file ends the process.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 3  check_task, export_task, generate_task, label_task, learn_network_task, learn_policy_task, learn_task, report_task, tree_task, tune_task, weights_task
//! 2  course_arguments
//! 1  outputs
//! 0  common, notes
//! ```

mod check_task;
mod common;
mod course_arguments;
mod export_task;
mod generate_task;
mod label_task;
mod learn_network_task;
mod learn_policy_task;
mod learn_task;
mod notes;
mod outputs;
mod report_task;
mod tree_task;
mod tune_task;
mod weights_task;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::common::{Failure, log};

/// Generates games of Dolmen against itself, learns the evaluation from them and tunes the
/// search with them.
#[derive(Debug, Parser)]
#[command(name = "training", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum Task {
    /// Play and label games by a plan until stopped; the same command resumes.
    Generate(generate_task::Generate),
    /// Label games played by other programs, to measure learned weights with them; the same
    /// command resumes.
    Label(label_task::Label),
    /// Check stored games by replaying them with the reference rules, and print statistics.
    Check(check_task::Check),
    /// Write the hand-set weights that learning starts from, for comparison with learned
    /// ones.
    ByHand(weights_task::ByHand),
    /// Write positions of stored games for a teacher, a network too large for the engine.
    Export(export_task::Export),
    /// Fit weights to stored games and print how well they predict held-out games.
    Learn(learn_task::Learn),
    /// Learn rows of numbers for the windows through each point, as a correction of the built-in
    /// evaluation, and print how well it predicts held-out games.
    LearnNetwork(learn_network_task::LearnNetwork),
    /// Learn rows of numbers for the windows through each point, as a part of move ordering, and print how
    /// often it predicts the search's move.
    LearnPolicy(learn_policy_task::LearnPolicy),
    /// Write one file with the weights of some rules from several files.
    Combine(weights_task::Combine),
    /// Measure how well weights predict stored games, what the games contain and how good their
    /// labels are, as text, a page of charts and CSV.
    #[command(alias = "losses")]
    Report(report_task::Report),
    /// Print positions of stored games by their number of stones and their score.
    Positions(tree_task::Positions),
    /// Search positions and print how the tree grows: depth, growth per ply, kinds of nodes.
    Growth(tree_task::GrowthTask),
    /// Measure how well searches predict the results of stored games, with other margins beside the
    /// default ones.
    Sight(tree_task::Sight),
    /// Tune the margins of the search by playing games (SPSA); the same command resumes.
    Tune(tune_task::Tune),
}

fn main() -> ExitCode {
    let ended = match Arguments::parse().task {
        Task::Generate(task) => task.run(),
        Task::Label(task) => task.run(),
        Task::Check(task) => task.run(),
        Task::ByHand(task) => task.run(),
        Task::Export(task) => task.run(),
        Task::Learn(task) => task.run(),
        Task::LearnNetwork(task) => task.run(),
        Task::LearnPolicy(task) => task.run(),
        Task::Combine(task) => task.run(),
        Task::Report(task) => task.run(),
        Task::Positions(task) => task.run(),
        Task::Growth(task) => task.run(),
        Task::Sight(task) => task.run(),
        Task::Tune(task) => task.run(),
    };
    match ended {
        Ok(ending) => ExitCode::from(ending.code()),
        Err(Failure(text)) => {
            log(&text);
            ExitCode::FAILURE
        }
    }
}
