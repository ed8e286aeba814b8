//! The effect of each command.
//!
//! A command that is refused changes nothing, with one exception: if the board is full, so that
//! there is no move to reply with, the stones that the command placed remain.

use std::fmt::Display;
use std::time::Duration;

use crate::board::{Bitboard, BoardSize};
use crate::engine::swap2::Stage;
use crate::eval::Score;
use crate::game::Game;
use crate::opening::{Opening, OpeningError, Protocol, Task};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::lateness::Lateness;
use crate::protocol::list::{
    List, ListEntry, ListError, ListKind, listed_points, listed_position, listed_set, on_board,
};
use crate::protocol::reply::Reply;
use crate::protocol::session::state::{
    Action, CommandResult, Inquiry, Refusal, State, Swap2Format,
};
use crate::protocol::settings::max_threads;
use crate::protocol::task::Question;
use crate::rules::Rule;
use crate::search::Balance;

/// The outcome of a command that has no reply.
const NO_REPLY: CommandResult = Ok(Vec::new());

/// Returns the outcome of a command with this reply.
fn reply(reply: Reply) -> CommandResult {
    Ok(vec![Action::Print(reply)])
}

impl State {
    /// Carries out a command that is not part of a list.
    pub(super) fn execute(&mut self, command: Command, received: Duration) -> CommandResult {
        match command {
            Command::Start { width, height } => self.start(width, height),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(received),
            Command::Turn(coordinate) => self.turn(coordinate, received),
            Command::Play(coordinate) => self.play(coordinate),
            Command::TakeBack(coordinate) => self.take_back(coordinate),
            Command::Board => self.open_list(ListKind::Board),
            Command::SetBoard => self.open_list(ListKind::SetBoard),
            Command::Swap2Board => self.open_list(ListKind::Swap2),
            Command::Opening(protocol) => {
                self.open_list(ListKind::Opening { protocol, acts: Vec::new() })
            }
            Command::Ignored(Payload::Nothing) | Command::Done | Command::Stop => NO_REPLY,
            Command::Ignored(payload) => self.open_list(ListKind::Ignored(payload)),
            Command::Database(command) if command.payload() == Payload::Nothing => {
                self.database_at_once(&command)
            }
            Command::Database(command) => self.open_list(ListKind::Database(command)),
            Command::Info(info) => {
                self.apply_info(&info);
                NO_REPLY
            }
            Command::About => reply(Reply::About(about())),
            Command::End => Ok(vec![Action::Exit]),
            Command::ShowInfo => self.show_info(),
            Command::ShowForbidden => self.show_forbidden(),
            Command::Forget => {
                self.forget();
                NO_REPLY
            }
            Command::ShowUsage => self.show_usage(),
            Command::Best(count) => self.best(count, received),
            Command::Prove => self.prove(received),
            Command::BalanceOne(bias) => self.balance(false, bias, received),
            Command::BalanceTwo(bias) => self.balance(true, bias, received),
            Command::Only => self.open_list(ListKind::Only),
            Command::Block => self.open_list(ListKind::Block),
            Command::Unblock => self.open_list(ListKind::Unblock),
            Command::UnblockAll => {
                (self.blocked, self.only) = (Bitboard::EMPTY, Bitboard::EMPTY);
                NO_REPLY
            }
            Command::Swap2Step => self.swap2_step(received),
        }
    }

    /// Carries out a command whose list is complete.
    pub(super) fn complete(
        &mut self,
        kind: ListKind,
        entries: Result<Vec<ListEntry>, ListError>,
        received: Duration,
    ) -> CommandResult {
        match kind {
            ListKind::Ignored(_) => NO_REPLY,
            ListKind::Database(command) => self.database_about(&command, entries),
            ListKind::Swap2 => {
                let size = self.game()?.position().size();
                let stones = listed_points(&entries?, size)?;
                let stage = Stage::of(stones)?;
                self.think(Question::Swap2(stage), received)
            }
            ListKind::Opening { protocol, acts } => {
                let protocol = protocol.parse()?;
                entries?;
                self.open(protocol, &acts, received)
            }
            ListKind::Board => {
                self.set_up(&entries?)?;
                self.think(Question::Move, received)
            }
            ListKind::SetBoard => {
                self.set_up(&entries?)?;
                NO_REPLY
            }
            ListKind::Only => {
                self.only = listed_set(&entries?)?;
                NO_REPLY
            }
            ListKind::Block => {
                self.blocked |= listed_set(&entries?)?;
                NO_REPLY
            }
            ListKind::Unblock => {
                self.blocked -= listed_set(&entries?)?;
                NO_REPLY
            }
        }
    }

    /// Asks for the next act of an opening.
    fn open(&mut self, protocol: Protocol, acts: &[Reply], received: Duration) -> CommandResult {
        let size = self.game()?.size();
        let mut opening = Opening::new(protocol, size);
        for (number, reply) in (1..).zip(acts) {
            let refusal = |reason: &dyn Display| {
                Refusal(format!("{protocol} refuses act {number}, {reply}: {reason}"))
            };
            let act = reply.act(size).ok_or_else(|| refusal(&"the point is off the board"))?;
            opening.act(act).map_err(|error| refusal(&error))?;
        }
        if opening.task() == Task::Done {
            return Err(OpeningError::OtherTask(Task::Done).into());
        }
        self.think(Question::Opening(Box::new(opening)), received)
    }

    fn open_list(&mut self, kind: ListKind) -> CommandResult {
        self.list = Some(List::new(kind));
        NO_REPLY
    }

    fn start(&mut self, width: i64, height: i64) -> CommandResult {
        let size = BoardSize::new(width, height)?;
        self.game = Some(Game::new(self.settings.game_rule(), size));
        self.forget();
        self.own_color = None;
        self.used = Duration::ZERO;
        self.lateness = Lateness::default();
        reply(Reply::Ok)
    }

    fn restart(&mut self) -> CommandResult {
        let size = self.game()?.position().size();
        self.start(size.width() as i64, size.height() as i64)
    }

    fn begin(&mut self, received: Duration) -> CommandResult {
        let position = self.game()?.position();
        if !position.occupied().is_empty() {
            return Err(Refusal("the board is not empty".to_owned()));
        }
        self.own_color = Some(position.side_to_move());
        self.think(Question::Move, received)
    }

    fn turn(&mut self, coordinate: Coordinate, received: Duration) -> CommandResult {
        let point = self.free_point(coordinate)?;
        let own = self.own_color;
        let game = self.game()?;
        let opponent = own.map_or_else(|| game.position().side_to_move(), |own| !own);
        game.place(point, opponent).expect("the point is empty");
        self.own_color = Some(!opponent);
        self.think(Question::Move, received)
    }

    fn play(&mut self, coordinate: Coordinate) -> CommandResult {
        let point = self.free_point(coordinate)?;
        let own = self.own_color;
        let game = self.game()?;
        let own = own.unwrap_or_else(|| game.position().side_to_move());
        game.place(point, own).expect("the point is empty");
        self.own_color = Some(own);
        reply(Reply::Move(point.into()))
    }

    fn take_back(&mut self, coordinate: Coordinate) -> CommandResult {
        let game = self.game()?;
        let size = game.position().size();
        let point = on_board(coordinate, size)?;
        let no_stone = || Refusal(format!("there is no stone on {coordinate}"));
        game.remove(point).ok_or_else(no_stone)?;
        if game.position().occupied().is_empty() {
            // The side that plays next is black.
            *game = Game::new(game.rule(), size);
            self.own_color = None;
            self.forget();
        }
        reply(Reply::Ok)
    }

    /// Replaces the position with a listed one.
    fn set_up(&mut self, entries: &[ListEntry]) -> Result<(), Refusal> {
        let in_game_order = self.settings.game_rule().rule == Rule::Renju;
        let game = self.game()?;
        let position = listed_position(entries, game.position().size(), in_game_order)?;
        let own = position.side_to_move();
        *game = Game::from_position(game.rule(), position);
        self.own_color = Some(own);
        Ok(())
    }

    /// Asks for a move of the side to move, and for the best `count` variations.
    fn best(&mut self, count: usize, received: Duration) -> CommandResult {
        let to_move = self.game()?.position().side_to_move();
        self.own_color = Some(to_move);
        self.think_of(Question::Move, Some(count), Swap2Format::Reply, received)
    }

    /// Asks for stones that balance the position.
    fn balance(&mut self, is_pair: bool, bias: i64, received: Duration) -> CommandResult {
        let max = i64::from(Score::MAX_UNPROVED.value());
        let bias = i32::try_from(bias.clamp(-max, max)).expect("it is in range");
        let balance = Balance { is_pair, bias: Score::new(bias) };
        let needed = if is_pair { 2 } else { 1 };
        if self.game()?.position().empty().len() < needed {
            return Err(Refusal::full_board());
        }
        self.think(Question::Balance(balance), received)
    }

    /// Asks for the swap2 decision that the stones on the board call for.
    fn swap2_step(&mut self, received: Duration) -> CommandResult {
        let stones = self.game()?.position().history();
        let stones = stones.iter().map(|placement| placement.point).collect();
        let stage = Stage::of(stones)?;
        self.think_of(Question::Swap2(stage), None, Swap2Format::Messages, received)
    }

    /// Looks for a proof of a win, unless the game is over.
    fn prove(&mut self, received: Duration) -> CommandResult {
        match self.game()?.outcome_of_stones() {
            Some(outcome) => reply(Reply::Message(format!(
                "there is nothing to prove: the game is over, {outcome}"
            ))),
            None => self.think(Question::Proof, received),
        }
    }

    /// Asks the engine a question.
    fn think(&mut self, question: Question, received: Duration) -> CommandResult {
        self.think_of(question, None, Swap2Format::Reply, received)
    }

    /// Asks the engine a question, and for the best variations if a number of them is given.
    fn think_of(
        &mut self,
        question: Question,
        variations: Option<usize>,
        swap2_format: Swap2Format,
        received: Duration,
    ) -> CommandResult {
        let started = self.clock_start(received);
        let game = self.game()?.clone();
        if game.position().empty().is_empty() && question == Question::Move {
            return Err(Refusal::full_board());
        }
        let inquiry = Inquiry { game, question, variations, started, swap2_format, expected: None };
        Ok(vec![self.start_search(inquiry)])
    }

    fn show_info(&mut self) -> CommandResult {
        const MAX_HASH_SIZE_LOG2: u32 = 20;
        let threads = max_threads();
        self.settings.set_yixin();
        let messages = [
            format!("INFO MAX_THREAD_NUM {threads}"),
            format!("INFO MAX_HASH_SIZE {MAX_HASH_SIZE_LOG2}"),
        ];
        Ok(messages.into_iter().map(Reply::Message).map(Action::Print).collect())
    }

    fn show_usage(&mut self) -> CommandResult {
        let usage = self.engine.as_ref().map_or(0, |engine| engine.table_usage());
        let text = format!("hash usage: {}.{} %", usage / 10, usage % 10);
        reply(Reply::Message(text))
    }

    fn show_forbidden(&mut self) -> CommandResult {
        let game = self.game()?;
        reply(Reply::Forbidden(game.forbidden().iter().map(Coordinate::from).collect()))
    }
}

/// Returns the reply to ABOUT.
fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(r#"name="Dolmen", version="{version}", author="the Dolmen engineers""#)
}
