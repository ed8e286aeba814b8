//! `openings`: generates or sifts openings and writes them to a file, with the command in its head.
//!
//! Invariants: with the same engine and the same file of `--from`, the command in the file makes the same file
//! again. After an interruption the same command continues, and no file is replaced.

use std::cell::RefCell;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use dolmen::protocol::info::{Info, number};
use game_engine_process::EngineCommand;
use house::built_in;
use number_text::{counted, whole_number_in};

use crate::commands::ground::Ground;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::{EngineDraft, ParseValueError, Span, Words, check_engines};
use crate::openings::{
    Effort, GenerateError, GeneratorSettings, Judgement, Opening, OpeningStyle, Progress, Source,
    generate, read, write,
};
use crate::run::StopRequest;
use journal::Journal;

mod head;
mod journal;

/// The time limit for the start of the engine and for each answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The maximum number of random positions for each opening.
const ATTEMPTS: u64 = 10_000;
/// The interval between two progress messages about given openings.
const TOLD_EVERY: Duration = Duration::from_secs(10);

/// The arguments of `openings`.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct OpeningsRequest {
    /// Engine that judges openings: its command, or name=…,cmd=… and any of folder, memory, pause, threads,
    /// option.KEY, as for a match. It must report evaluations, such as MESSAGE depth 9-14 ev -12; the players of
    /// `house` report none [default: Dolmen itself].
    #[arg(short, long, value_name = "ENGINE")]
    pub engine: Option<EngineText>,

    /// The rule and the board.
    #[command(flatten)]
    pub ground: Ground,

    /// File of openings to sift with another engine or more nodes, instead of random ones.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["style", "seed"])]
    pub from: Option<PathBuf>,

    /// Style of the openings: in a small square around the centre, or anywhere, as in
    /// contests.
    #[arg(long, default_value = "middle")]
    pub style: OpeningStyle,

    /// Number of openings [default: 100, or all that are balanced with --from].
    #[arg(long, value_name = "N", value_parser = whole_number_in(1_usize..))]
    pub count: Option<usize>,

    /// Seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_in(0_u64..))]
    pub seed: u64,

    /// Nodes for the evaluation of an opening, at least 1; a first search with an eighth of them may show that it is far
    /// from even [default: 50000].
    #[arg(long, value_name = "N", conflicts_with = "time")]
    #[arg(value_parser = whole_number_in(NonZero::<u64>::MIN..))]
    pub nodes: Option<NonZero<u64>>,

    /// Time for the evaluation of an opening, such as 3s, instead of a number of nodes.
    #[arg(long, value_name = "TIME", value_parser = time_of)]
    pub time: Option<Span>,

    /// Evaluation for Black that counts as even, if the engine prefers a colour that wins no more
    /// often.
    #[arg(long, value_name = "VALUE", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole_number_in::<i64>(..))]
    pub even_at: i64,

    /// Largest distance from --even-at, for either side, at which an evaluation counts as balanced, in the
    /// engine's units; 50 of Dolmen's stand for a win in 56 of 100 games [default: 50].
    #[arg(long, value_name = "VALUE", value_parser = whole_number_in(0_u64..))]
    pub limit: Option<u64>,

    /// Pause after each answer, such as 100ms, for engines that lose commands that arrive too early.
    #[arg(long, value_name = "TIME")]
    pub pause: Option<Span>,

    /// New file to write; until it is complete, the judgements are in FILE.judged, and the same command continues
    /// [default: standard output, without a way to continue].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// Reads a time above zero.
fn time_of(text: &str) -> Result<Span, String> {
    let Span(time) = text.parse().map_err(|error: ParseValueError| error.to_string())?;
    if time.is_zero() {
        Err("expected a time above 0, such as 3s".to_owned())
    } else {
        Ok(Span(time))
    }
}

/// An engine as the command line names it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineText {
    text: String,
    draft: Box<EngineDraft>,
}

impl FromStr for EngineText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let draft: EngineDraft = text.parse()?;
        let EngineDraft { profile, tc, nodes, depth, margin, startup, .. } = &draft;
        let has_limit = nodes.is_some() || depth.is_some() || tc.is_some();
        if has_limit || margin.is_some() || startup.is_some() || profile.is_some() {
            return Err("the limit of a search is that of --nodes or --time: expected none of nodes, depth, tc, \
                        margin, startup and profile"
                .to_owned());
        }
        Ok(Self { text: text.to_owned(), draft: Box::new(draft) })
    }
}

impl EngineText {
    /// Returns the name of the engine, or its command if it has none.
    fn name(&self) -> String {
        let command = || self.draft.cmd.as_ref().map_or(self.text.clone(), Words::to_string);
        self.draft.name.clone().unwrap_or_else(command)
    }
}

/// Generates openings.
///
/// # Errors
/// See [`Problem`].
pub fn openings(
    request: &OpeningsRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let source = request.source(terminal)?;
    request.expect_new_output()?;
    let mut teller = Teller::new(request, &source);
    let settings = request.settings(source)?;
    let open = |path: &Path| Journal::open(path, request.ground.size, &request.command());
    let mut journal = request.output.as_deref().map(open).transpose()?;
    let found = judge(&settings, journal.as_mut(), &mut teller, stop, terminal)?;
    let openings = match found {
        Ok(openings) => openings,
        Err(error) => return end_early(error, journal, &teller, terminal),
    };
    if openings.len() < request.count() {
        teller.note_end();
    }
    request.deliver(&openings, &teller.summary(), terminal)?;
    if let Some(journal) = journal {
        journal.remove();
    }
    Ok(Status::Done)
}

/// Judges openings until there are enough, and keeps the judgements in the journal.
///
/// # Errors
/// The outer error is that of the journal.
fn judge(
    settings: &GeneratorSettings,
    mut journal: Option<&mut Journal>,
    teller: &mut Teller,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Result<Vec<Opening>, GenerateError>, Problem> {
    let known = journal.as_mut().map(|journal| journal.take_known()).unwrap_or_default();
    if !known.is_empty() {
        terminal.say(&format!("{} judgements are known; resuming", known.len()));
    }
    let failure = RefCell::new(None);
    let must_stop = || stop.is_asked() || failure.borrow().is_some();
    let found = generate(settings, &known, &must_stop, |judgement| {
        if let Some(journal) = journal.as_mut().filter(|_| judgement.is_new)
            && let Err(error) = journal.add(judgement)
        {
            failure.replace(Some(error));
        }
        teller.tell(judgement, terminal);
    });
    match failure.take() {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// Ends a command that has not found its openings.
fn end_early(
    error: GenerateError,
    journal: Option<Journal>,
    teller: &Teller,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    if matches!(error, GenerateError::Stopped) {
        let is_kept = journal.is_some();
        let again =
            if is_kept { "run the same command again to continue" } else { "nothing is kept" };
        terminal.say(&format!("stopped: {}; {again}", teller.summary()));
        return Ok(Status::Stopped);
    }
    // After a failure of the engine the same command continues; the other ends are final.
    if let Some(journal) = journal {
        let is_final = !matches!(error, GenerateError::Judge { .. });
        if is_final { journal.remove() } else { journal.remove_if_empty() }
    }
    Err(Problem::machine(error))
}

/// The messages about the progress.
struct Teller {
    /// The number of given openings, if there are any.
    given: Option<usize>,
    wanted: usize,
    told: Option<Instant>,
    last: Progress,
}

impl Teller {
    fn new(request: &OpeningsRequest, source: &Source) -> Self {
        let given = match source {
            Source::Given(openings) => Some(openings.len()),
            Source::Random { .. } => None,
        };
        Self { given, wanted: request.count(), told: None, last: Progress::default() }
    }

    fn tell(&mut self, judgement: Judgement<'_>, terminal: &mut Terminal) {
        let before = std::mem::replace(&mut self.last, judgement.progress);
        let Progress { tried, kept, .. } = self.last;
        let is_due = self.told.is_none_or(|told| told.elapsed() >= TOLD_EVERY);
        match self.given {
            _ if !judgement.is_new => {}
            Some(_) if is_due => {
                self.told = Some(Instant::now());
                terminal.say(&self.summary());
            }
            None if kept > before.kept => terminal.say(&format!(
                "{kept} of {} found, {} tried",
                counted(self.wanted, "opening"),
                counted(tried, "position")
            )),
            _ => {}
        }
    }

    /// Notes that all positions were tried: repetitions after the last judgement count too.
    fn note_end(&mut self) {
        self.last.tried = self.given.map_or(self.last.tried, |given| given as u64);
    }

    /// Returns the line about all judgements so far.
    fn summary(&self) -> String {
        let Progress { tried, judged, without_value, kept } = self.last;
        let with = |number: u64, what: &str| match number {
            0 => String::new(),
            number => format!(", {number} {what}"),
        };
        let without = with(without_value, "without an evaluation");
        match self.given {
            Some(given) => {
                let repeated = with(tried - judged, "repeated");
                format!("{judged} of {given} openings judged, {kept} balanced{without}{repeated}")
            }
            None => format!("{kept} openings found{without}"),
        }
    }
}

impl OpeningsRequest {
    /// The default node limit, below the nodes of a move even in a fast game.
    pub const NODES: NonZero<u64> = NonZero::new(50_000).unwrap();
    /// The default number of random openings.
    pub const COUNT: usize = 100;
    /// The default limit of balance. In Dolmen's units, 200 correspond to a win in 73 of 100 games, and 50 to
    /// a win in 56.
    pub const LIMIT: u64 = 50;

    /// Returns the positions to judge: random ones, or those of the file. Prints a note if the file says that it is
    /// for another rule or board.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has an invalid opening.
    fn source(&self, terminal: &mut Terminal) -> Result<Source, Problem> {
        let Ground { rule, size } = self.ground;
        let Some(file) = &self.from else {
            let attempts = ATTEMPTS.saturating_mul(self.count() as u64);
            return Ok(Source::Random { style: self.style, seed: self.seed, attempts });
        };
        let openings = read(file, None, size, rule).map_err(Problem::usage)?;
        if let Some(ground) = head::ground(file).filter(|ground| *ground != self.ground) {
            let Ground { rule: its_rule, size: its_size } = ground;
            terminal.say(&format!(
                "note: {} has openings for {its_rule} on {its_size}, judged for {rule} on {size}",
                file.display()
            ));
        }
        Ok(Source::Given(openings))
    }

    /// Checks that the file to write does not exist.
    fn expect_new_output(&self) -> Result<(), Problem> {
        match self.output.as_deref().filter(|path| path.exists()) {
            Some(path) => {
                let path = path.display();
                Err(Problem::usage(format!("{path}: the file exists: name a new one")))
            }
            None => Ok(()),
        }
    }

    /// Returns the largest number of openings.
    fn count(&self) -> usize {
        let default = if self.from.is_some() { usize::MAX } else { Self::COUNT };
        self.count.unwrap_or(default)
    }

    /// Writes the openings to the file, or to the terminal without one, and prints a summary.
    fn deliver(
        &self,
        openings: &[Opening],
        summary: &str,
        terminal: &mut Terminal,
    ) -> Result<(), Problem> {
        let mut text = Vec::new();
        write(&mut text, &self.about(), openings, self.ground.size)
            .expect("writing to memory never fails");
        let Some(path) = &self.output else {
            terminal.say(summary);
            return terminal.print(&String::from_utf8(text).expect("openings are UTF-8"));
        };
        whole_file::replace(path, &text).map_err(Problem::file(path))?;
        terminal.say(&format!("{summary}, written to {}", path.display()));
        Ok(())
    }

    fn effort(&self) -> Effort {
        match self.time {
            Some(Span(time)) => Effort::Time(time),
            None => Effort::Nodes(self.nodes.unwrap_or(Self::NODES)),
        }
    }

    fn settings(&self, source: Source) -> Result<GeneratorSettings, Problem> {
        let draft = match &self.engine {
            Some(engine) => EngineDraft::clone(&engine.draft),
            None => {
                let words = built_in::command(built_in::DOLMEN).map_err(|error| {
                    Problem::machine(format!("cannot find this program: {error}"))
                })?;
                EngineDraft { cmd: Some(Words(words)), ..EngineDraft::default() }
            }
        };
        let checked = check_engines(std::slice::from_ref(&draft)).map_err(Problem::usage)?;
        let [engine] = &checked[..] else { unreachable!("one draft makes one engine") };
        let memory = draft.memory.map(|memory| Info::MaxMemory(number(memory.0)));
        let threads = draft.threads.map(|threads| Info::ThreadNum(i64::from(threads)));
        let own = engine.options.iter();
        let own = own.map(|(key, value)| Info::Other { key: key.clone(), value: value.clone() });
        Ok(GeneratorSettings {
            engine: EngineCommand::from_words(&engine.command, engine.folder.as_deref()),
            options: memory.into_iter().chain(threads).chain(own).collect(),
            rule: self.ground.rule,
            size: self.ground.size,
            source,
            count: self.count(),
            effort: self.effort(),
            even_at: self.even_at,
            limit: self.limit.unwrap_or(Self::LIMIT),
            patience: PATIENCE,
            pause: self.pause.map_or(engine.limits.pause, |Span(time)| time),
        })
    }
}

#[cfg(test)]
mod tests;
