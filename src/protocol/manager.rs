//! The manager's side of the protocol: a state machine without input and output.
//!
//! A [`Manager`] returns the lines to send, and the meaning of the engine's lines. Its owner keeps the
//! process and the clock.
//!
//! ```text
//! nothing ─► About, Start ─► nothing ⇄ Answer ─► Discard ─► nothing
//! ```

mod lists;
mod opening;
mod stray;

use crate::board::{Bitboard, BoardSize, Point, Position};
use crate::protocol::command::Command;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::info::Info;
use crate::protocol::manager::lists::{board, point_list, set_board, swap2_board};
use crate::protocol::manager::stray::Stray;
use crate::protocol::reply::Reply;
use crate::protocol::variation::{Variation, VariationReader};

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The move to play.
    Move,
    /// The decision on the stones of a swap2 opening.
    Swap2,
    /// The best variations, up to this number.
    Variations(u8),
}

/// The way in which [`Question::Move`] describes a position.
///
/// | `board_from` | no stone | one stone | more stones | after the engine's own answer |
/// |---|---|---|---|---|
/// | 0 | `BOARD` | `BOARD` | `BOARD` | `TURN` |
/// | 1 | `BEGIN` | `BOARD` | `BOARD` | `TURN` |
/// | 2 | `BEGIN` | `TURN` | `BOARD` | `TURN` |
///
/// With `repeats`, every `TURN` is a `BOARD` instead. The default is the first row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionStyle {
    /// The number of stones from which a position that the engine does not know is a `BOARD`, from 0
    /// to 2.
    pub board_from: usize,
    /// Indicates whether every position is described as a whole.
    pub repeats: bool,
}

impl PositionStyle {
    /// Describes each position as a whole, by `BEGIN` or `BOARD`.
    pub const WHOLE: Self = Self { board_from: 1, repeats: true };
}

/// A reply for which a manager waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The name of the engine.
    About,
    /// The `OK` to `START`.
    Start,
    /// The answer to a question.
    Answer(Question),
    /// The next act of an opening.
    Act,
    /// The answer to a question that no longer matters.
    Discard,
}

/// The meaning of a line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The engine is ready for a game: the `OK` to `START`.
    Ready,
    /// The answer to `ABOUT`, in any form.
    About(String),
    /// The answer to the question: a move, the stones or the swap of an opening, or an act
    /// ([`Reply::act`]).
    Answer(Reply),
    /// The answer to a question that no longer matters.
    Discarded,
    /// `ERROR` or `UNKNOWN` in place of the expected reply. It ends a question: a later move is
    /// [`Event::Unexpected`].
    Refusal(Reply),
    /// `ERROR` or `UNKNOWN`, to which the expected reply may still follow: it answers a setting, or
    /// no command.
    Error(Reply),
    /// `SUGGEST`: a move that the engine plays after a `PLAY` command.
    Suggestion(Coordinate),
    /// A complete report of a variation.
    Variation(Variation),
    /// A comment for the user.
    Message(String),
    /// A line of `INFO`, of which some belong to a report of a variation.
    Info,
    /// Another comment, or an empty line.
    Comment,
    /// A reply that the manager did not ask for.
    Unexpected(Reply),
    /// A line that is not a reply.
    Invalid(String),
}

/// The manager's side of the protocol.
///
/// A game begins with [`Manager::start`]; after [`Event::Ready`] come the settings ([`info`]) and the
/// first question ([`Manager::ask`]). The next question follows an [`Event::Answer`], and `END` is the
/// last line.
///
/// ```
/// use dolmen::{BoardSize, Position};
/// use dolmen::protocol::manager::{Event, Manager, PositionStyle, Question};
/// use dolmen::protocol::reply::Reply;
///
/// let mut manager = Manager::default();
/// let mut position = Position::new(BoardSize::square(15));
/// assert_eq!(manager.start(position.size(), PositionStyle::WHOLE), "START 15");
/// assert_eq!(manager.hear("OK"), Event::Ready);
///
/// position.play("h8".parse()?)?;
/// assert_eq!(manager.ask(Question::Move, &position), ["BOARD", "7,7,2", "DONE"]);
/// assert_eq!(manager.hear("MESSAGE depth 1"), Event::Message("depth 1".to_owned()));
/// assert_eq!(manager.hear("8,8"), Event::Answer(Reply::Move("i9".parse::<dolmen::Point>()?.into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Manager {
    style: PositionStyle,
    expected: Option<Expected>,
    /// Indicates whether the reply to a START is outstanding although the manager no longer waits for it.
    start_pending: bool,
    /// The moves on the engine's board, if it is known.
    known: Option<Vec<Point>>,
    tolerance: ErrorTolerance,
    stray: Stray,
    variation: VariationReader,
}

/// The tolerance of errors, which may concern the settings at the start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ErrorTolerance {
    /// Indicates whether errors are tolerated in games: the engine has not yet played one without any.
    in_games: bool,
    /// Indicates whether errors are tolerated now: the engine has not yet answered in this game.
    now: bool,
    /// Indicates whether there was an error in this game.
    heard: bool,
}

impl Manager {
    /// Tolerates errors before the first answer of each game, until the engine has answered in a game without
    /// an error. Such errors may concern the settings, which need no reply.
    #[must_use]
    pub const fn tolerant(mut self) -> Self {
        self.tolerance.in_games = true;
        self
    }

    /// Returns the reply for which the manager waits; `None` for no reply.
    #[must_use]
    pub const fn expected(&self) -> Option<Expected> {
        self.expected
    }

    /// Returns the line that asks for the engine's name.
    pub fn about(&mut self) -> String {
        self.expected = Some(Expected::About);
        Command::About.to_string()
    }

    /// Returns the line that starts a game whose positions are described in a style: `START`, or
    /// `RECTSTART` for an oblong board.
    pub fn start(&mut self, size: BoardSize, style: PositionStyle) -> String {
        self.style = style;
        self.expected = Some(Expected::Start);
        self.known = Some(Vec::new());
        self.start_pending = false;
        self.stray = Stray::default();
        self.tolerance.now = self.tolerance.in_games;
        self.tolerance.heard = false;
        Command::Start { width: size.width() as i64, height: size.height() as i64 }.to_string()
    }

    /// Waits no longer for the reply to `START`, which becomes a comment.
    pub fn skip_start(&mut self) {
        self.expected = None;
        self.start_pending = true;
    }

    /// Returns the lines that ask a question about a position, in which the engine is to move.
    pub fn ask(&mut self, question: Question, position: &Position) -> Vec<String> {
        self.expected = Some(Expected::Answer(question));
        self.variation = VariationReader::default();
        let moves: Vec<Point> = position.history().iter().map(|stone| stone.point).collect();
        match question {
            Question::Move => {
                let lines = self.position(&moves, position);
                self.known = Some(moves);
                lines
            }
            Question::Swap2 => {
                self.known = None;
                self.stray = Stray::after(moves.len() + 1);
                swap2_board(&moves)
            }
            Question::Variations(count) => {
                self.known = None;
                let mut lines = set_board(position);
                lines.push(Command::Best(count.into()).to_string());
                lines
            }
        }
    }

    /// Returns the lines that tell the engine to leave out exactly these points and, if there are any in `only`, to
    /// choose among those. An engine that does not know `ONLY` or another of these commands may answer with an
    /// error; the question follows all the same.
    pub fn restrict(&mut self, points: Bitboard, only: Bitboard) -> Vec<String> {
        self.tolerance.now = true;
        let mut lines = vec![Command::UnblockAll.to_string()];
        if !points.is_empty() {
            lines.extend(point_list(&Command::Block, points));
        }
        if !only.is_empty() {
            lines.extend(point_list(&Command::Only, only));
        }
        lines
    }

    /// Returns the lines that ask for a move.
    fn position(&self, moves: &[Point], position: &Position) -> Vec<String> {
        let Some((last, before)) = moves.split_last() else {
            let is_begun = self.style.board_from > 0;
            return if is_begun { vec![Command::Begin.to_string()] } else { board(position) };
        };
        let is_known = self.known.as_deref() == Some(before) && self.knows_enough(before);
        if is_known && !self.style.repeats {
            return vec![Command::Turn((*last).into()).to_string()];
        }
        board(position)
    }

    /// Returns whether `TURN` may follow moves that are on the engine's board: the engine made one of them, or a
    /// `BOARD` needs more stones.
    fn knows_enough(&self, moves: &[Point]) -> bool {
        !moves.is_empty() || self.style.board_from > 1
    }

    /// Returns the line that tells the engine to play the move that it suggests.
    #[must_use]
    pub fn consent(&self, point: Coordinate) -> String {
        Command::Play(point).to_string()
    }

    /// Returns the line that asks the engine to answer at once.
    #[must_use]
    pub fn stop(&self) -> &'static str {
        "YXSTOP"
    }

    /// Drops the question, whose answer becomes [`Event::Discarded`].
    pub fn discard(&mut self) {
        if let Some(Expected::Answer(_) | Expected::Act) = self.expected {
            self.expected = Some(Expected::Discard);
            self.known = None;
        }
    }

    /// Returns the meaning of a line, without its end, that the engine printed before it can have
    /// read the question.
    pub fn overhear(&mut self, line: &str) -> Event {
        let expected = self.expected.take();
        let event = self.hear(line);
        self.expected = expected;
        event
    }

    /// Returns the meaning of a line of the engine, without its end.
    pub fn hear(&mut self, line: &str) -> Event {
        match line.parse::<Reply>() {
            Ok(Reply::Message(text)) => Event::Message(text),
            Ok(Reply::Debug(_)) => Event::Comment,
            Ok(Reply::Info(text)) => match self.variation.read(&text) {
                Some(variation) => Event::Variation(variation),
                None => Event::Info,
            },
            Ok(reply) => self.reply(reply, line),
            Err(_) if line.trim().is_empty() => Event::Comment,
            Err(_) if self.expected == Some(Expected::About) => self.named(line),
            Err(_) => Event::Invalid(line.to_owned()),
        }
    }

    /// Returns the meaning of a reply.
    fn reply(&mut self, reply: Reply, line: &str) -> Event {
        let is_refusal = reply.is_refusal();
        if self.start_pending && (is_refusal || reply == Reply::Ok) {
            self.start_pending = false;
            return Event::Comment;
        }
        if is_refusal && self.stray.takes() {
            return Event::Error(reply);
        }
        match self.expected {
            None if is_refusal => self.note_error(reply),
            None => Event::Unexpected(reply),
            Some(Expected::About) => self.named(line),
            Some(Expected::Start) if reply == Reply::Ok => {
                self.expected = None;
                Event::Ready
            }
            Some(Expected::Start) if is_refusal => Event::Refusal(reply),
            Some(Expected::Start) => Event::Unexpected(reply),
            Some(Expected::Discard) if is_refusal || is_decision(&reply) => {
                self.expected = None;
                Event::Discarded
            }
            Some(Expected::Discard) => Event::Unexpected(reply),
            Some(Expected::Answer(question)) => self.answer(question, reply),
            Some(Expected::Act) => self.act(reply),
        }
    }

    fn named(&mut self, line: &str) -> Event {
        self.expected = None;
        Event::About(line.to_owned())
    }

    /// Returns the meaning of a reply to a question.
    fn answer(&mut self, question: Question, reply: Reply) -> Event {
        match (reply, question) {
            (Reply::Move(at), _) => {
                self.learn(at);
                self.settle(Reply::Move(at))
            }
            (reply @ (Reply::Moves(_) | Reply::Swap), Question::Swap2) => self.settle(reply),
            (Reply::Suggest(at), Question::Move) => Event::Suggestion(at),
            (reply, _) if reply.is_refusal() && self.tolerance.now => self.note_error(reply),
            (reply, question) if reply.is_refusal() => {
                self.expected = None;
                if question == Question::Swap2 {
                    self.stray.allow();
                }
                Event::Refusal(reply)
            }
            (reply, _) => Event::Unexpected(reply),
        }
    }

    /// Adds the engine's own move to the moves on its board.
    fn learn(&mut self, at: Coordinate) {
        let point = at.on(BoardSize::square(BoardSize::MAX));
        match (&mut self.known, point) {
            (Some(known), Some(point)) => known.push(point),
            _ => self.known = None,
        }
    }

    /// Takes an answer.
    fn settle(&mut self, answer: Reply) -> Event {
        self.expected = None;
        self.stray = Stray::default();
        self.tolerance.now = false;
        self.tolerance.in_games &= self.tolerance.heard;
        Event::Answer(answer)
    }

    fn note_error(&mut self, reply: Reply) -> Event {
        self.tolerance.heard = true;
        Event::Error(reply)
    }
}

/// Returns whether a reply has the form of an answer to a question.
const fn is_decision(reply: &Reply) -> bool {
    reply.is_act() || matches!(reply, Reply::Moves(_))
}

/// Returns the `INFO` lines for these settings.
///
/// ```
/// use dolmen::Rule;
/// use dolmen::protocol::info::{Info, RuleCode};
/// use dolmen::protocol::manager;
///
/// let settings = [Info::Rule(RuleCode::of(Rule::Renju.into())), Info::TimeoutTurn(1_000)];
/// let lines: Vec<String> = manager::info(settings).collect();
/// assert_eq!(lines, ["INFO rule 4", "INFO timeout_turn 1000"]);
/// ```
pub fn info(settings: impl IntoIterator<Item = Info>) -> impl Iterator<Item = String> {
    settings.into_iter().map(|setting| Command::Info(setting).to_string())
}

#[cfg(test)]
mod tests;
