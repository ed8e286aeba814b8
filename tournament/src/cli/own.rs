//! The command line of Dolmen's own dialect.

use clap::{Args, Parser, Subcommand};

use crate::commands::{LadderRequest, Request, Run};
use crate::config::{EngineDraft, Format};

const EXAMPLES: &str = "\
Examples:
  tournament                                  Dolmen against its house opponents
  tournament --engine ./pbrain-new --engine ./pbrain-old --tc 0/1 --games 200
  tournament --engine name=new,cmd=./a --engine name=old,cmd=./b --sprt 0,5 --nodes 20000
  tournament --config league.toml --concurrency 4
  tournament -engine cmd=./a -engine cmd=./b -each tc=30/1 -rule 1 -games 8 -repeat
                                              options of c-gomoku-cli

Pressing ^C once finishes the running games, as the stop file does; pressing it twice stops at
once. Run the same command again to continue.

Exit status:
  0       all games are played, or the test has decided
  1       results cannot be read or written, or an engine failed with --fatal-errors
  2       the command line or a file that it names is invalid
  3       an engine does not start, or the machine could not play some games
  10, 11  with --decision-status: the difference is ELO1 or more, ELO0 or less
  75      stopped; the same command continues";

/// Plays tournaments between Gomocup engines and measures which engine is stronger.
#[derive(Debug, Parser)]
#[command(name = "tournament", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, allow_negative_numbers = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    run: RunArguments,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play a tournament (the default command).
    Run(Box<RunArguments>),
    #[command(flatten)]
    Other(Request),
}

/// The arguments of a tournament, with those that are parts or abbreviations of its options.
#[derive(Debug, Args)]
struct RunArguments {
    /// Engine: its command, or name=…,cmd=… and any of folder, profile, tc, nodes, depth,
    /// threads, memory, margin, startup, pause, option.KEY (write a comma in a value as
    /// \,).
    #[arg(short, long = "engine", value_name = "ENGINE", help_heading = "Engines")]
    engines: Vec<EngineDraft>,

    #[command(flatten)]
    each: EngineDraft,

    #[command(flatten)]
    run: Run,

    /// Play the first engine against all others, instead of all against all.
    #[arg(long, conflicts_with = "format", help_heading = "Games")]
    gauntlet: bool,
}

impl Arguments {
    pub(crate) fn into_request(self, command: String) -> Request {
        match self.task {
            Some(Task::Run(run)) => Request::Run(Box::new(run.into_run(command))),
            Some(Task::Other(Request::Merge(mut request))) => {
                request.decision_status |= request.sprt.is_some() || request.follow.is_some();
                Request::Merge(request)
            }
            Some(Task::Other(Request::Ladder(request))) => {
                Request::Ladder(LadderRequest { command, ..request })
            }
            Some(Task::Other(request)) => request,
            None => {
                let run = Box::new(self.into_run(command));
                let is_named = run.config.is_some() || !run.said.engines.is_empty();
                if is_named { Request::Run(run) } else { Request::Demo(run) }
            }
        }
    }

    /// Returns the request for a tournament, for arguments without a subcommand.
    pub(crate) fn into_run(self, command: String) -> Run {
        self.run.into_run(command)
    }
}

impl RunArguments {
    fn into_run(self, command: String) -> Run {
        let Self { engines, each, gauntlet, mut run } = self;
        if gauntlet {
            run.said.format = Some(Format::Gauntlet);
        }
        (run.said.engines, run.said.each, run.command) = (engines, each, command);
        run
    }
}
