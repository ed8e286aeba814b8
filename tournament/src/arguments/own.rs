//! The program's own command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};

use crate::arguments::{ReportFile, Request, Run, Show};
use crate::config::{
    Bytes, Draft, EngineDraft, Format, OpeningsDraft, Profile, RuleText, SizeText, Span, SprtDraft,
    TimeControl,
};
use crate::plan::Shard;
use merge::MergeArguments;
use output::OutputArguments;
use tasks::{
    ExportArguments, OpeningsArguments, RatingArguments, ReportArguments, ServeArguments,
    StatisticsArguments,
};

mod merge;
mod output;
mod tasks;

const EXAMPLES: &str = "\
Examples:
  tournament                                  Dolmen against its house opponents
  tournament --engine ./pbrain-new --engine ./pbrain-old --tc 0/1 --games 200
  tournament --engine name=new,cmd=./a --engine name=old,cmd=./b --sprt 0,5 --nodes 20000
  tournament --config league.toml --concurrency 4
  tournament -engine cmd=./a -engine cmd=./b -each tc=30/1 -rule 1 -games 8 -repeat
                                              options of c-gomoku-cli

Pressing ^C once finishes the running games, as the stop file does; pressing it twice stops at
once. Run the same command again to continue.";

/// Plays tournaments between Gomocup engines and measures which engine is stronger.
#[derive(Debug, Parser)]
#[command(name = "tournament", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
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
    /// Generate balanced openings for a rule and a board size.
    Openings(OpeningsArguments),
    /// Print the results of a tournament.
    Stats(StatisticsArguments),
    /// Write the report of a tournament as an HTML page.
    Report(ReportArguments),
    /// Serve the report of a tournament to browsers and update it as games finish.
    Serve(ServeArguments),
    /// Export the games of a tournament for other programs: psq, SGF, PGN, scores, CSV.
    Export(ExportArguments),
    /// Merge the results of shards.
    Merge(MergeArguments),
}

impl Arguments {
    pub(crate) fn into_request(self, command: String) -> Request {
        match self.task {
            Some(Task::Run(run)) => Request::Run(Box::new(run.into_run(command))),
            Some(Task::Openings(openings)) => Request::Openings(openings.into_request()),
            Some(Task::Stats(statistics)) => Request::Statistics(statistics.into_request()),
            Some(Task::Report(report)) => Request::Report(report.into_request()),
            Some(Task::Serve(serve)) => Request::Serve(serve.into_request()),
            Some(Task::Export(export)) => Request::Export(export.into_request()),
            Some(Task::Merge(merge)) => Request::Merge(merge.into_request()),
            None if self.run.names_engines() => Request::Run(Box::new(self.run.into_run(command))),
            None => Request::Demo(Box::new(self.run.into_run(command))),
        }
    }

    /// The tournament, for arguments that name no task.
    pub(crate) fn into_run(self, command: String) -> Run {
        self.run.into_run(command)
    }
}

/// The parts of a tournament.
#[derive(Debug, Args)]
struct RunArguments {
    /// TOML file that describes the tournament; command-line options override it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,

    /// Engine: its command, or name=…,cmd=… and any of folder, profile, tc, nodes, depth,
    /// threads, memory, margin, startup, pause, option.KEY (write a comma in a value as
    /// \,).
    #[arg(short, long = "engine", value_name = "ENGINE", help_heading = "Engines")]
    engines: Vec<EngineDraft>,

    #[command(flatten)]
    each: EachArguments,

    #[command(flatten)]
    schedule: ScheduleArguments,

    #[command(flatten)]
    machine: MachineArguments,

    #[command(flatten)]
    rating: RatingArguments,

    #[command(flatten)]
    output: OutputArguments,
}

/// The settings of every engine without its own.
#[derive(Debug, Args)]
#[command(next_help_heading = "Defaults for every engine")]
struct EachArguments {
    /// Time control GAME/TURN+INCREMENT in seconds; 0 means no limit [default: 0/1, or none
    /// if nodes or depth are limited].
    #[arg(long, value_name = "CLOCK")]
    tc: Option<TimeControl>,

    /// Nodes per move (an extension that not all engines support). Engines are then
    /// restarted for every game, so that games are reproducible.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Search depth in plies (an extension that not all engines support).
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Search threads (an extension that not all engines support).
    #[arg(long, value_name = "N")]
    threads: Option<u32>,

    /// Memory limit for all processes of an engine; 0 means no limit [default: 350M, as in
    /// Gomocup].
    #[arg(long, value_name = "SIZE")]
    memory: Option<Bytes>,

    /// Tolerance for late moves [default: 50ms; 1s with the profiles piskvork and gomocup].
    #[arg(long, value_name = "TIME")]
    margin: Option<Span>,

    /// Time limit for an engine to start [default: 10s].
    #[arg(long, value_name = "TIME")]
    startup: Option<Span>,

    /// Pause after each answer before the next command, not counted as the engine's time;
    /// some engines lose commands that arrive right after their move [default: 0].
    #[arg(long, value_name = "TIME")]
    pause: Option<Span>,

    /// Manager to imitate [default: plain].
    #[arg(long, value_name = "NAME")]
    profile: Option<Profile>,

    /// Send INFO KEY VALUE to every engine; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option_of)]
    options: Vec<(String, String)>,
}

/// The games to play.
#[derive(Debug, Args)]
#[command(next_help_heading = "Games")]
struct ScheduleArguments {
    /// Rule: freestyle (0), standard (1), renju (4), caro (9), caro6 (8) or omok (17)
    /// [default: freestyle].
    #[arg(long)]
    rule: Option<RuleText>,

    /// Board size, such as 15 or 20x15 [default: 15].
    #[arg(long)]
    size: Option<SizeText>,

    /// Play the first engine against all others, instead of all against all.
    #[arg(long, conflicts_with = "format")]
    gauntlet: bool,

    /// Pairings of the engines [default: round-robin].
    #[arg(long)]
    format: Option<Format>,

    /// Games per pairing [default: 20; at most 40000 with --sprt].
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Play each opening twice, with swapped colours [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    repeat: Option<bool>,

    /// Openings: a built-in set, middle (around the centre of the board) or contest
    /// (anywhere, as in contests), a file such as ./openings.txt, or none; optionally
    /// followed by ,form=offsets|positions|sgf|psq and ,order=sequential|random [default:
    /// middle].
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<OpeningsDraft>,

    /// Rotate or mirror openings that are played again [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    transform: Option<bool>,

    /// Let the engines negotiate the opening with SWAP2BOARD.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    swap2: Option<bool>,

    /// Sequential test (SPRT): stop as soon as it is clear which of two engines is
    /// stronger. ELO0,ELO1, or elo0=…,elo1=…,alpha=…,beta=…,model=normalized|logistic.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<SprtDraft>,

    /// Report the result of the test in the exit status: 10 for ELO1 or more, 11 for ELO0
    /// or less.
    #[arg(long)]
    decision_status: bool,

    /// Declare a game drawn after this many stones.
    #[arg(long, value_name = "N")]
    draw_after: Option<usize>,

    /// Send the whole position with BOARD before every move.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    send_boards: Option<bool>,

    /// Seed of all random choices [default: 1].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The settings of the run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Running")]
struct MachineArguments {
    /// Number of games played at once [default: half the number of processors].
    #[arg(short, long, value_name = "N")]
    concurrency: Option<usize>,

    /// Bind each game to its own processors.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    affinity: Option<bool>,

    /// Restart engines for every game, whatever their profile.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    restart: Option<bool>,

    /// Keep the last message before each move [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    keep_messages: Option<bool>,

    /// File of results, from which a later run continues [default: tournament.jsonl, or the
    /// name of the configuration].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    state: Option<PathBuf>,

    /// Stop after the running games when this file exists [default: the file of results
    /// with .stop appended].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    stop_file: Option<PathBuf>,

    /// Play only shard I of N equal shards, I from 0 to N-1, to divide a tournament among N
    /// machines. Its file of results has the shard in its name: league-0-of-4.jsonl for
    /// league.jsonl.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Fail unless there is a file of results to continue; without this option, a run
    /// continues if the file exists.
    #[arg(long)]
    resume: bool,

    /// End the tournament when an engine crashes or hangs.
    #[arg(long)]
    fatal_errors: bool,
}

impl RunArguments {
    fn names_engines(&self) -> bool {
        self.config.is_some() || !self.engines.is_empty()
    }

    fn into_run(self, command: String) -> Run {
        let (schedule, machine) = (self.schedule, self.machine);
        let gauntlet = schedule.gauntlet.then_some(Format::Gauntlet);
        let said = Draft {
            rule: schedule.rule,
            size: schedule.size,
            format: gauntlet.or(schedule.format),
            games: schedule.games,
            repeat: schedule.repeat,
            transform: schedule.transform,
            swap2: schedule.swap2,
            concurrency: machine.concurrency,
            affinity: machine.affinity,
            restart: machine.restart,
            draw_after: schedule.draw_after,
            send_boards: schedule.send_boards,
            keep_messages: machine.keep_messages,
            seed: schedule.seed,
            state: machine.state,
            stop_file: machine.stop_file,
            openings: schedule.openings,
            sprt: schedule.sprt,
            each: self.each.into_draft(),
            engines: self.engines,
        };
        let run = Run {
            config: self.config,
            said,
            notes: Vec::new(),
            show: Show::default(),
            report: ReportFile::default(),
            serve: None,
            rating: self.rating.into_request(),
            shard: machine.shard,
            resume: machine.resume,
            fatal_errors: machine.fatal_errors,
            decision_status: schedule.decision_status,
            print_config: false,
            command,
        };
        self.output.put_into(run)
    }
}

impl EachArguments {
    fn into_draft(self) -> EngineDraft {
        EngineDraft {
            profile: self.profile,
            tc: self.tc,
            nodes: self.nodes,
            depth: self.depth,
            threads: self.threads,
            memory: self.memory,
            margin: self.margin,
            startup: self.startup,
            pause: self.pause,
            options: self.options,
            ..EngineDraft::default()
        }
    }
}

fn option_of(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = pair.ok_or("expected KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}
