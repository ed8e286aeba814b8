//! What each command does to the game. A command that is refused does nothing; only if
//! the board is full, so that there is no move to answer with, its stones stay.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Bitboard, BoardSize, InvalidSize, Point};
use crate::engine::swap2::{Stage, UnexpectedStones};
use crate::eval::Score;
use crate::game::Game;
use crate::protocol::block::{
    Block, BlockError, BlockKind, Entry, listed_points, listed_position, listed_set,
};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::info::Info;
use crate::protocol::reply::Reply;
use crate::protocol::session::watch::Watch;
use crate::protocol::session::{Action, Dialect, Session, Thinking};
use crate::protocol::settings::most_threads;
use crate::protocol::task::{Question, Task};
use crate::rules::Rule;
use crate::search::{Balance, Control, Request, Stopwatch};

/// A well-formed command that cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// No board yet.
    NotStarted,
    /// No board has that size.
    Size(InvalidSize),
    /// BEGIN on a board with stones.
    NotEmpty,
    /// No point is left for a move.
    BoardFull,
    /// A stone off the board.
    OffBoard(Coordinate),
    /// A stone on a stone.
    Occupied(Coordinate),
    /// No stone to take away.
    NoStone(Coordinate),
    /// A list that describes no position.
    List(BlockError),
    /// A list that a command ended before its DONE.
    NoDone,
    /// A list of stones at which swap2 has nothing to decide.
    Swap2(UnexpectedStones),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted => write!(f, "no game has been started: expected START first"),
            Self::Size(error) => error.fmt(f),
            Self::NotEmpty => write!(f, "the board is not empty"),
            Self::BoardFull => write!(f, "the board is full"),
            Self::OffBoard(coordinate) => write!(f, "{coordinate} is off the board"),
            Self::Occupied(coordinate) => write!(f, "{coordinate} is occupied"),
            Self::NoStone(coordinate) => write!(f, "there is no stone on {coordinate}"),
            Self::List(error) => error.fmt(f),
            Self::NoDone => write!(f, "the list ended without DONE"),
            Self::Swap2(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<BlockError> for Refusal {
    fn from(error: BlockError) -> Self {
        Self::List(error)
    }
}

/// What answers a command: nothing, a reply, or a thought that leads to one.
pub(super) type Outcome = Result<Vec<Action>, Refusal>;

const SILENCE: Outcome = Ok(Vec::new());

fn reply(reply: Reply) -> Outcome {
    Ok(vec![Action::Print(reply)])
}

impl Session {
    /// Carries out a command outside of a list.
    pub(super) fn execute(&mut self, command: Command, received: Instant) -> Outcome {
        match command {
            Command::Start { width, height } => self.start(width, height),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(received),
            Command::Turn(coordinate) => self.turn(coordinate, received),
            Command::Play(coordinate) => self.play(coordinate),
            Command::TakeBack(coordinate) => self.take_back(coordinate),
            Command::Board => self.open_list(BlockKind::Board),
            Command::SetBoard => self.open_list(BlockKind::SetBoard),
            Command::Swap2Board => self.open_list(BlockKind::Swap2),
            Command::Ignored(Payload::Nothing) | Command::Done | Command::Stop => SILENCE,
            Command::Ignored(payload) => self.open_list(BlockKind::Ignored(payload)),
            Command::Info(info) => {
                self.inform(&info);
                SILENCE
            }
            Command::About => reply(Reply::About(about())),
            Command::End => Ok(vec![Action::Exit]),
            Command::ShowInfo => self.show_info(),
            Command::ShowForbidden => self.show_forbidden(),
            Command::Forget => {
                self.forget();
                SILENCE
            }
            Command::ShowUsage => self.show_usage(),
            Command::Best(count) => self.best(count, received),
            Command::Balance { is_pair, bias } => self.balance(is_pair, bias, received),
            Command::Block => self.open_list(BlockKind::Block),
            Command::Unblock => self.open_list(BlockKind::Unblock),
            Command::UnblockAll => {
                self.blocked = Bitboard::EMPTY;
                SILENCE
            }
            Command::Swap2Step => self.swap2_step(received),
        }
    }

    /// Carries out the command whose list is complete.
    pub(super) fn complete(
        &mut self,
        kind: BlockKind,
        entries: Result<Vec<Entry>, BlockError>,
        received: Instant,
    ) -> Outcome {
        match kind {
            BlockKind::Ignored(_) => SILENCE,
            BlockKind::Swap2 => {
                let size = self.game()?.position().size();
                let stones = listed_points(&entries?, size)?;
                let stage = Stage::of(stones).map_err(Refusal::Swap2)?;
                self.think(Question::Swap2(stage), received)
            }
            BlockKind::Board => {
                self.set_up(&entries?)?;
                self.think(Question::Move, received)
            }
            BlockKind::SetBoard => {
                self.set_up(&entries?)?;
                SILENCE
            }
            BlockKind::Block => {
                self.blocked |= listed_set(&entries?)?;
                SILENCE
            }
            BlockKind::Unblock => {
                self.blocked -= listed_set(&entries?)?;
                SILENCE
            }
        }
    }

    fn open_list(&mut self, kind: BlockKind) -> Outcome {
        self.block = Some(Block::new(kind));
        SILENCE
    }

    /// Takes in what INFO said.
    pub(super) fn inform(&mut self, info: &Info) {
        self.settings.apply(info);
        if matches!(info, Info::TimeLeft(_) | Info::TimeoutMatch(_)) {
            self.used = Duration::ZERO;
        }
    }

    /// Returns the game, which is played by the rule that INFO named last.
    fn game(&mut self) -> Result<&mut Game, Refusal> {
        let rule = self.settings.game_rule();
        let game = self.game.as_mut().ok_or(Refusal::NotStarted)?;
        game.set_rule(rule);
        Ok(game)
    }

    /// Lets the engine forget what earlier searches found.
    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    fn start(&mut self, width: i64, height: i64) -> Outcome {
        let size = BoardSize::new(width, height).map_err(Refusal::Size)?;
        self.game = Some(Game::new(self.settings.game_rule(), size));
        self.forget();
        self.own = None;
        self.used = Duration::ZERO;
        reply(Reply::Ok)
    }

    fn restart(&mut self) -> Outcome {
        let size = self.game()?.position().size();
        self.start(size.width() as i64, size.height() as i64)
    }

    fn begin(&mut self, received: Instant) -> Outcome {
        let position = self.game()?.position();
        if !position.occupied().is_empty() {
            return Err(Refusal::NotEmpty);
        }
        self.own = Some(position.side_to_move());
        self.think(Question::Move, received)
    }

    fn turn(&mut self, coordinate: Coordinate, received: Instant) -> Outcome {
        let point = self.free_point(coordinate)?;
        let own = self.own;
        let game = self.game()?;
        let opponent = own.map_or_else(|| game.position().side_to_move(), |own| !own);
        game.place(point, opponent).expect("the point is empty");
        self.own = Some(!opponent);
        self.think(Question::Move, received)
    }

    fn play(&mut self, coordinate: Coordinate) -> Outcome {
        let point = self.free_point(coordinate)?;
        let own = self.own;
        let game = self.game()?;
        let own = own.unwrap_or_else(|| game.position().side_to_move());
        game.place(point, own).expect("the point is empty");
        self.own = Some(own);
        reply(Reply::Move(point.into()))
    }

    fn take_back(&mut self, coordinate: Coordinate) -> Outcome {
        let game = self.game()?;
        let size = game.position().size();
        let point = coordinate.on(size).ok_or(Refusal::OffBoard(coordinate))?;
        game.remove(point).ok_or(Refusal::NoStone(coordinate))?;
        if game.position().occupied().is_empty() {
            // Whoever comes first now is black.
            *game = Game::new(game.rule(), size);
            self.own = None;
            self.forget();
        }
        reply(Reply::Ok)
    }

    /// The empty point that a coordinate names.
    fn free_point(&mut self, coordinate: Coordinate) -> Result<Point, Refusal> {
        let position = self.game()?.position();
        let point = coordinate.on(position.size()).ok_or(Refusal::OffBoard(coordinate))?;
        if position.is_empty_at(point) { Ok(point) } else { Err(Refusal::Occupied(coordinate)) }
    }

    /// Replaces the position by a listed one.
    fn set_up(&mut self, entries: &[Entry]) -> Result<(), Refusal> {
        let in_game_order = self.settings.game_rule().rule == Rule::Renju;
        let game = self.game()?;
        let (position, own) = listed_position(entries, game.position().size(), in_game_order)?;
        *game = Game::from_position(game.rule(), position);
        self.own = Some(own);
        Ok(())
    }

    /// Makes a move in the position as it is, and tells so many best lines.
    fn best(&mut self, count: usize, received: Instant) -> Outcome {
        let to_move = self.game()?.position().side_to_move();
        self.own = Some(to_move);
        self.think_of(Question::Move, count, Dialect::Gomocup, received)
    }

    fn balance(&mut self, is_pair: bool, bias: i64, received: Instant) -> Outcome {
        let most = i64::from(Score::MAX_UNPROVED.value());
        let bias = i32::try_from(bias.clamp(-most, most)).expect("it is in range");
        let balance = Balance { is_pair, bias: Score::new(bias) };
        let needed = if is_pair { 2 } else { 1 };
        if self.game()?.position().empty().len() < needed {
            return Err(Refusal::BoardFull);
        }
        self.think(Question::Balance(balance), received)
    }

    /// Decides the stage of swap2 that the stones on the board are at.
    fn swap2_step(&mut self, received: Instant) -> Outcome {
        let stones = self.game()?.position().history();
        let stones = stones.iter().map(|placement| placement.point).collect();
        let stage = Stage::of(stones).map_err(Refusal::Swap2)?;
        self.think_of(Question::Swap2(stage), 1, Dialect::Yixin, received)
    }

    /// Hands the engine over to the search.
    fn think(&mut self, question: Question, received: Instant) -> Outcome {
        self.think_of(question, 1, Dialect::Gomocup, received)
    }

    /// Hands the engine over to the search for so many lines.
    fn think_of(
        &mut self,
        question: Question,
        count: usize,
        dialect: Dialect,
        received: Instant,
    ) -> Outcome {
        let (options, wanted) = (self.settings.options(), self.settings.wanted());
        let started = self.clock_start(received);
        let limits = self.settings.limits(self.used);
        let request = Request { limits, blocked: self.blocked, multi_pv: count };
        let game = self.game()?;
        if game.position().empty().is_empty() && question == Question::Move {
            return Err(Refusal::BoardFull);
        }
        let game = game.clone();
        let mut engine = self.engine.take().expect("no search is under way");
        *engine.options_mut() = options;
        let control = Arc::new(Control::new(Stopwatch::since(started)));
        let watch = Watch::new(count);
        self.thinking = Some(Thinking { control: Arc::clone(&control), started, watch, dialect });
        let is_detailed = wanted.realtime;
        Ok(vec![Action::Think(Box::new(Task {
            engine,
            game,
            question,
            request,
            control,
            is_detailed,
        }))])
    }

    fn show_info(&mut self) -> Outcome {
        const KILOBYTES_LOG2: u32 = 20;
        let threads = most_threads();
        self.settings.set_yixin();
        let messages = [
            format!("INFO MAX_THREAD_NUM {threads}"),
            format!("INFO MAX_HASH_SIZE {KILOBYTES_LOG2}"),
        ];
        Ok(messages.into_iter().map(Reply::Message).map(Action::Print).collect())
    }

    fn show_usage(&mut self) -> Outcome {
        let usage = self.engine.as_ref().map_or(0, |engine| engine.table_usage());
        let text = format!("hash usage: {}.{} %", usage / 10, usage % 10);
        reply(Reply::Message(text))
    }

    fn show_forbidden(&mut self) -> Outcome {
        let game = self.game()?;
        reply(Reply::Forbidden(game.forbidden().iter().map(Coordinate::from).collect()))
    }
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(r#"name="Dolmen", version="{version}", author="the Dolmen engineers""#)
}
