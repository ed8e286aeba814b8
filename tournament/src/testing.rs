//! The common parts of tests of several modules: a small tournament, and games without engines, whose
//! results depend on their seeds alone or are written as text.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::opening::{Act, Player, Protocol};
use tempfile::TempDir;

use crate::commands::Terminal;
use crate::config::{Conditions, Config, EngineConfig, Limits, Outputs, Profile, Running};
use crate::openings::Opening;
use crate::plan::{GameTask, Identity, Plan, Shard, mix};
use crate::record::{
    ActRecord, Conduct, GameId, GameRecord, MoveRecord, Negotiation, Reason, Score,
};
use crate::show::{Results, ResultsError, Subject};
use crate::statistics::RatingRequest;
use crate::store::{Header, Host, State};

/// A tournament of engines that need not exist.
pub(crate) struct Tournament {
    pub(crate) config: Config,
    pub(crate) plan: Plan,
}

impl Tournament {
    /// A round robin of the engines `A`, `B`, … on the empty board.
    pub(crate) fn new(engines: usize, pairs: u64) -> Self {
        Self::of(config(engines, pairs))
    }

    pub(crate) fn of(config: Config) -> Self {
        let plan = Plan::new(&config, &identities(&config));
        Self { config, plan }
    }

    /// Changes the configuration, and the plan with it.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        self.plan = Plan::new(&self.config, &identities(&self.config));
    }

    /// A shard of the tournament.
    pub(crate) fn shard(&self, shard: Shard) -> Self {
        Self { config: self.config.clone(), plan: self.plan.clone().shard(shard) }
    }

    /// The header of a file begun on this machine.
    pub(crate) fn header(&self, machine: &str) -> Header {
        let header = Header::new(&self.plan, vec!["empty".to_owned()], host(machine));
        Header { created: 0, ..header }
    }

    /// All games, as if they were played.
    pub(crate) fn records(&self) -> Vec<GameRecord> {
        self.plan.games().map(|task| record(&self.config, &task)).collect()
    }

    pub(crate) fn results(&self) -> Result<Results, ResultsError> {
        Results::new(&self.plan.canonical, &RatingRequest::default())
    }

    pub(crate) fn subject(&self) -> Subject {
        let subject = Subject::of(&self.header(""), &RatingRequest::default());
        subject.expect("the header is valid")
    }

    /// Opens a file of results on this machine.
    pub(crate) fn open(&self, path: &Path, machine: &str) -> State {
        State::open(path, &self.plan, &self.header(machine)).expect("the file can be used").0
    }
}

/// Carries out a command on a terminal of 100 columns, and returns its end, output and messages.
pub(crate) fn on_terminal<T>(command: impl FnOnce(&mut Terminal) -> T) -> (T, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = Terminal { out: &mut out, err: &mut err, is_live: false, width: 100 };
    let end = command(&mut terminal);
    let text = |bytes| String::from_utf8(bytes).expect("the text is UTF-8");
    (end, text(out), text(err))
}

/// A machine of this name.
pub(crate) fn host(name: &str) -> Host {
    Host { name: name.to_owned(), ..Host::default() }
}

/// A temporary folder.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be created")
}

/// Games from lines such as `0.1 alpha beta black five`: pair and game, black, white, score, reason
/// and detail. Each engine makes two moves of 5 ms after an opening of one stone.
pub(crate) fn games(text: &str) -> Vec<GameRecord> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(game).collect()
}

fn game(line: &str) -> GameRecord {
    let fields: Vec<_> = line.splitn(6, ' ').collect();
    let (pair, game) = fields[0].split_once('.').expect("a sample has a pair and a game");
    let number = |text: &str| text.parse().expect("a sample has numbers");
    let quoted = |word: &str| format!("\"{word}\"");
    let conduct = |name: &str| Conduct {
        name: name.to_owned(),
        moves: 2,
        time_ms: 10.0,
        longest_ms: 6.0,
        peak_memory: 30 << 20,
        ..Conduct::default()
    };
    let ms = |row| (row > 0).then_some(5.0);
    let moves = (0..5).map(|row| MoveRecord { at: (7, row), ms: ms(row), message: None });
    GameRecord {
        id: GameId { pair: number(pair), game: number(game) as u8 },
        opening: 0,
        seed: 1,
        black: conduct(fields[1]),
        white: conduct(fields[2]),
        score: serde_json::from_str(&quoted(fields[3])).expect("a sample has a score"),
        reason: serde_json::from_str(&quoted(fields[4])).expect("a sample has a reason"),
        detail: fields.get(5).copied().unwrap_or_default().to_owned(),
        negotiation: None,
        moves: moves.collect(),
        started: 0,
        host: 0,
        replays: 0,
    }
}

/// A game of `A` and `B` whose opening they negotiated: `A` placed a stone in 900 ms, `B` took Black, and then each
/// made three moves of 10 ms (`A`) or 20 ms (`B`). Both see themselves ahead in all of their moves.
pub(crate) fn negotiated_game() -> GameRecord {
    let point = BoardSize::square(15).point(7, 0).expect("the point is on the board");
    let acts = [(Player::First, Act::Place(point), 900.0), (Player::Second, Act::Swap, 5.0)];
    let acts = acts.map(|(by, act, ms)| ActRecord { by, act, ms: Some(ms), by_runner: false });
    let times = [900.0, 10.0, 20.0, 10.0, 20.0, 10.0, 20.0];
    let moves = (0..).zip(times).map(|(row, ms)| MoveRecord {
        at: (7, row),
        ms: Some(ms),
        message: Some("ev 500 n 1000".to_owned()),
    });
    GameRecord {
        negotiation: Some(Negotiation {
            protocol: Protocol::Swap,
            first: "A".to_owned(),
            acts: acts.to_vec(),
        }),
        moves: moves.collect(),
        ..games("0.0 B A black five").remove(0)
    }
}

/// An engine that need not exist.
pub(crate) fn engine(name: &str) -> EngineConfig {
    EngineConfig {
        name: name.to_owned(),
        command: vec![format!("./{name}")],
        folder: None,
        options: Vec::new(),
        limits: Limits {
            turn: Some(Duration::from_secs(1)),
            game: None,
            increment: Duration::ZERO,
            nodes: None,
            depth: None,
            threads: None,
            memory: None,
            margin: Duration::from_millis(50),
            startup: Duration::from_secs(10),
            pause: Duration::ZERO,
        },
        profile: Profile::Plain,
    }
}

/// A round robin of the engines `A`, `B`, … on the empty board.
pub(crate) fn config(engines: usize, pairs: u64) -> Config {
    let names = (b'A'..).take(engines).map(|letter| char::from(letter).to_string());
    Config {
        engines: names.map(|name| engine(&name)).collect(),
        conditions: Conditions::default(),
        running: Running { keep_messages: false, ..Running::default() },
        openings: vec![Opening { name: "empty".to_owned(), moves: Vec::new() }],
        pairs,
        concurrency: 2,
        sprt: None,
        state: PathBuf::from("games.jsonl"),
        stop_file: PathBuf::from("stop"),
        outputs: Outputs::default(),
    }
}

/// Identities of engines that do not exist.
pub(crate) fn identities(config: &Config) -> Vec<Identity> {
    let identity = |engine: &EngineConfig| Identity {
        name: engine.name.clone(),
        hash: format!("hash of {}", engine.name),
    };
    config.engines.iter().map(identity).collect()
}

/// Returns the record of a game without engines, with an end that follows from its seed.
pub(crate) fn record(config: &Config, task: &GameTask) -> GameRecord {
    let conduct = |engine: usize| Conduct {
        name: config.engines[engine].name.clone(),
        hash: format!("hash of {}", config.engines[engine].name),
        moves: (task.seed % 5) as u32,
        time_ms: task.seed as f64 / 7.0,
        ..Conduct::default()
    };
    let score = [Score::Black, Score::Black, Score::White, Score::Draw][(task.seed % 4) as usize];
    let place = |i: u64| (mix(task.seed, 9, i) % 15) as u8;
    GameRecord {
        id: task.id,
        opening: task.opening,
        seed: task.seed,
        black: conduct(task.black),
        white: conduct(task.white),
        score,
        reason: if score == Score::Draw { Reason::BoardFull } else { Reason::Five },
        detail: String::new(),
        negotiation: None,
        moves: (0..task.seed % 20)
            .map(|i| MoveRecord { at: (place(i), place(i + 99)), ms: Some(0.1), message: None })
            .collect(),
        started: task.seed,
        host: 0,
        replays: 0,
    }
}
