//! The state of a session between two text lines, and the results of its commands.

use std::error::Error;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use crate::board::{Bitboard, Color, Point};
use crate::engine::{BookUse, Engine, Options};
use crate::game::Game;
use crate::positions::PositionFile;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::info::Info;
use crate::protocol::lateness::Lateness;
use crate::protocol::list::{List, ListKind, on_board};
use crate::protocol::notation::Style;
use crate::protocol::reply::Reply;
use crate::protocol::session::reporter::SearchReporter;
use crate::protocol::settings::Settings;
use crate::protocol::task::{Decision, Question, Task};
use crate::search::{Control, Limits, Lines, Progress, Request, Since, TimeSource};

/// An action that a session asks its caller to carry out.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::protocol::input::InputLine;
/// use dolmen::protocol::session::{Action, Session};
///
/// let line = InputLine { received: Duration::ZERO, text: "END".to_owned() };
/// let actions = Session::default().receive(line);
/// assert!(matches!(actions.as_slice(), [Action::Exit]));
/// ```
#[derive(Debug)]
pub enum Action {
    /// Print this reply.
    Print(Reply),
    /// Perform this task and pass the result to
    /// [`Session::finish`](crate::protocol::session::Session::finish).
    Think(Box<Task>),
    /// End the process without printing anything else.
    Exit,
}

/// The reason why a well-formed command cannot be carried out, as text.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) String);

impl Refusal {
    /// No point is left for a move.
    pub(super) fn full_board() -> Self {
        Self("the board is full".to_owned())
    }
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// The actions that a command causes; none if the command has no reply.
pub(super) type CommandResult = Result<Vec<Action>, Refusal>;

/// A search that has not ended yet.
#[derive(Debug)]
pub(super) struct RunningSearch {
    pub(super) control: Arc<Control>,
    /// The start of its time, by the session's clock.
    pub(super) started: Duration,
    pub(super) reporter: SearchReporter,
    pub(super) question: Question,
    /// The best move that the search has reported.
    pub(super) best: Option<Point>,
    pub(super) swap2_format: Swap2Format,
    /// The reply that the engine expects, if it thinks on the opponent's time.
    pub(super) expected: Option<Point>,
    /// The best lines so far.
    pub(super) lines: Lines,
}

/// A position and the variations that a search has found there, the best one first.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) game: Game,
    pub(super) lines: Vec<Progress>,
}

/// A search on the opponent's time that has ended by itself.
#[derive(Clone, Debug)]
pub(super) struct Pondered {
    /// The reply that it expected.
    pub(super) expected: Point,
    /// The move after that reply.
    pub(super) decision: Option<Decision>,
    /// The last state of the search.
    pub(super) summary: Option<Progress>,
}

/// The request to the engine.
#[derive(Debug)]
pub(super) struct Inquiry {
    pub(super) game: Game,
    pub(super) question: Question,
    /// The number of variations to search for; `None` for a move alone, which may come from the book.
    pub(super) variations: Option<usize>,
    /// The start of the time, by the session's clock.
    pub(super) started: Duration,
    pub(super) swap2_format: Swap2Format,
    /// The last move of the game, if it has not been played yet.
    pub(super) expected: Option<Point>,
}

/// The form of a swap2 decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap2Format {
    /// A reply of the Gomocup protocol.
    Reply,
    /// Messages for Yixin-Board.
    Messages,
}

/// The time that starting the process takes, which the manager may count for the first move.
const STARTUP_TIME: Duration = Duration::from_millis(20);

/// The state that commands read and change.
#[derive(Debug)]
pub(super) struct State {
    pub(super) settings: Settings,
    /// The clock that measures searches.
    pub(super) clock: Arc<dyn TimeSource>,
    /// The game; `None` before the first START.
    pub(super) game: Option<Game>,
    /// The engine; `None` while it thinks.
    pub(super) engine: Option<Box<Engine>>,
    /// The running search; `None` while the engine is idle.
    pub(super) search: Option<RunningSearch>,
    /// The result of the last search on the opponent's time, while it may be of use.
    pub(super) pondered: Option<Pondered>,
    /// The list that is being read.
    pub(super) list: Option<List>,
    /// The file of positions that is in use.
    pub(super) database: Option<PositionFile>,
    /// The colour that the engine plays; `None` if the game has not determined it yet.
    pub(super) own_color: Option<Color>,
    /// The points that the engine must not choose; START does not reset them.
    pub(super) blocked: Bitboard,
    /// The only points that the engine may choose; any if there are none. START does not reset them.
    pub(super) only: Bitboard,
    /// The engine's thinking time since the manager last sent the time left.
    pub(super) used: Duration,
    /// The delay that the machine has lately caused in this game.
    pub(super) lateness: Lateness,
    /// The time at which the last search ended; `None` before the first one.
    pub(super) last_finish: Option<Duration>,
    /// The message that an analysis could not be kept, for the next reply.
    pub(super) keep_error: Option<Reply>,
}

impl State {
    /// Returns the state before the first command.
    pub(super) fn new(engine: Engine, clock: Arc<dyn TimeSource>) -> Self {
        Self {
            settings: Settings::default(),
            clock,
            game: None,
            engine: Some(Box::new(engine)),
            search: None,
            pondered: None,
            list: None,
            database: None,
            own_color: None,
            blocked: Bitboard::EMPTY,
            only: Bitboard::EMPTY,
            used: Duration::ZERO,
            lateness: Lateness::default(),
            last_finish: None,
            keep_error: None,
        }
    }

    /// Returns the game, after setting its rule to the last one that INFO named.
    pub(super) fn game(&mut self) -> Result<&mut Game, Refusal> {
        let rule = self.settings.game_rule();
        let not_started = || Refusal("no game has been started: expected START first".to_owned());
        let game = self.game.as_mut().ok_or_else(not_started)?;
        game.set_rule(rule);
        Ok(game)
    }

    /// Ends the list that is being read, and returns its kind.
    ///
    /// # Panics
    /// Panics if there is none.
    pub(super) fn end_list(&mut self) -> ListKind {
        self.list.take().expect("a list is being read").into_kind()
    }

    /// Returns the analysis of a search for a move or a proof, before the move is played.
    pub(super) fn analysis_of(
        &self,
        search: &RunningSearch,
        summary: Option<&Progress>,
    ) -> Option<Analysis> {
        let is_about_move = matches!(search.question, Question::Move | Question::Proof);
        let game = self.game.clone().filter(|_| is_about_move)?;
        let last = summary.map_or(&[][..], slice::from_ref);
        let lines = search.lines.best();
        let lines = if lines.len() > 1 { lines } else { last };
        Some(Analysis { game, lines: lines.to_vec() })
    }

    /// Returns the number of stones on the board.
    pub(super) fn stone_count(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.position().history().len())
    }

    /// Returns the empty point that a coordinate names.
    pub(super) fn free_point(&mut self, coordinate: Coordinate) -> Result<Point, Refusal> {
        let position = self.game()?.position();
        let point = on_board(coordinate, position.size())?;
        let is_empty = position.is_empty_at(point);
        is_empty.then_some(point).ok_or_else(|| Refusal(format!("{coordinate} is occupied")))
    }

    /// Applies INFO.
    pub(super) fn apply_info(&mut self, info: &Info) {
        self.settings.apply(info);
        if matches!(info, Info::TimeLeft(_) | Info::TimeoutMatch(_)) {
            self.used = Duration::ZERO;
        }
    }

    /// Starts a search.
    pub(super) fn start_search(&mut self, inquiry: Inquiry) -> Action {
        let Inquiry { game, question, variations, started, swap2_format, expected } = inquiry;
        let count = variations.unwrap_or(1);
        let is_pondering = expected.is_some();
        let limits = self.limits();
        let labels = self.teach(&game, &limits);
        let blocked = self.blocked | labels.blocked;
        let only = self.only;
        let request = Request { limits, blocked, only, multi_pv: count, is_pondering };
        let style = Style { notation: self.settings.notation(), size: game.size() };
        let control = Since { clock: Arc::clone(&self.clock), started };
        let control = Arc::new(Control::new(control));
        let mut engine = self.engine.take().expect("no search is running");
        let options = self.settings.options();
        let is_book_off = variations.is_some() || labels.excludes_book;
        let book = if is_book_off { BookUse::Off } else { options.book };
        *engine.options_mut() = Options { book, ..options };
        self.pondered = None;
        self.search = Some(RunningSearch {
            control: Arc::clone(&control),
            started,
            reporter: SearchReporter::new(count, style),
            question: question.clone(),
            best: None,
            swap2_format,
            expected,
            lines: Lines::default(),
        });
        let is_realtime = self.settings.show_detail().realtime && !is_pondering;
        let is_detailed = is_realtime || question == Question::Proof;
        Action::Think(Box::new(Task { engine, game, question, request, control, is_detailed }))
    }

    /// Takes the messages that wait for the next answer: about invalid settings, and about an analysis that could not
    /// be kept.
    pub(super) fn messages_before_answer(&mut self) -> Vec<Reply> {
        let announcements = self.settings.announcements().into_iter().map(Reply::Message);
        announcements.chain(self.keep_error.take()).collect()
    }

    /// Returns the limits of the next move.
    pub(super) fn limits(&self) -> Limits {
        let lateness = self.lateness.expected();
        Limits { lateness, ..self.settings.limits(self.used) }
    }

    /// Clears the engine's memory of earlier searches.
    pub(super) fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }

    /// Returns the start of the clock for a move that a text line read at `received` asks for.
    ///
    /// The text line may have waited for an earlier search, whose time does not count.
    pub(super) fn clock_start(&self, received: Duration) -> Duration {
        match self.last_finish {
            Some(last_finish) => received.max(last_finish),
            None => received.saturating_sub(STARTUP_TIME),
        }
    }
}
