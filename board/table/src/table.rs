//! The table: the players, the turn, the jobs of the engines, and the messages for the page.
//!
//! ```text
//! command, line of an engine, time ─► table ─► game, opening  a game from move to move
//!                                       │   └► analysis      the study of an engine, changes of the tree
//!                                       └────► messages for the page, orders for the host
//! ```
//!
//! Invariants: the tree has only moves that the rule allows; at most one clock runs, and only while a
//! game is played; and an answer of an engine counts only for the node that it was asked about.

mod analysis;
mod clock;
mod decisions;
mod editing;
mod game;
mod growth;
mod kept;
mod marks;
mod opening;
mod refusal;
mod setup;
mod study;
mod take_back;

use std::collections::BTreeSet;

use dolmen::Game;
use dolmen::board::{BoardSize, Color};
use dolmen::opening::Opening;

use crate::computation::{Computation, Computed};
use crate::dialogue::{Dialogue, Job, News};
use crate::insight::StopFlag;
use crate::message::{
    Command, EngineId, EngineInfo, Message, Phase, Player, Setup, Status, Thought,
};
pub use crate::order::{Millis, Order};
use crate::table::clock::Clocks;
use crate::table::refusal::Refusal;
pub use crate::table::setup::SetupError;
use crate::table::study::Study;
use crate::tree::{NodeId, ROOT, Tree, TreeError};

/// The result of a call of a table: messages for all pages and work for the host, in order.
#[derive(Debug, Default)]
pub struct Output {
    /// Messages for the pages.
    pub messages: Vec<Message>,
    /// Orders for the engines.
    pub orders: Vec<Order>,
    /// Computations that take too long for this thread; the host passes their results to
    /// [`Table::computed`].
    pub computations: Vec<Computation>,
}

/// A table with a game and some engines.
///
/// ```
/// use board_table::message::{Command, EngineInfo};
/// use board_table::table::{Millis, Order, Table};
///
/// let dolmen =
///     EngineInfo { id: 0, name: "Dolmen".to_owned(), about: String::new(), has_levels: true, can_analyse: true };
/// let mut table = Table::new(vec![dolmen]);
/// let command = serde_json::from_str(r#"{"type": "play", "at": 0, "point": "h8"}"#)?;
/// let output = table.take(command, Millis(0));
/// assert_eq!(output.orders[0], Order::Start(0), "it is the engine's turn");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct Table {
    engines: Vec<Dialogue>,
    setup: Setup,
    tree: Tree,
    /// The name of the game, if its file gave it one.
    title: String,
    /// The days on which the game was played as SGF has them; empty if they are unknown.
    date: String,
    /// The result of the game up to `last` that came from a file or was kept; for an analysis alone.
    result: String,
    /// The last move of the game.
    last: NodeId,
    phase: Phase,
    /// The opening, until analysis leaves it.
    opening: Option<Opening>,
    /// The engines that have answered that they do not know swap2.
    unable: BTreeSet<EngineId>,
    clocks: Clocks,
    /// The time at which to ask the engine to move, during the pause between two moves of engines.
    asks_at: Option<Millis>,
    study: Option<Study>,
    /// The phase of the game that an analysis has interrupted.
    interrupted: Option<Phase>,
    /// The newest thought of the first rank; its value is stored with the next move of its engine.
    thought: Option<Thought>,
    /// The flag that stops the running proofs.
    proofs: StopFlag,
    output: Output,
}

impl Table {
    /// Returns a table with these engines, in the order of their numbers, and a game that is ready to
    /// be played: [`Setup::first`].
    #[must_use]
    pub fn new(engines: Vec<EngineInfo>) -> Self {
        let setup = Setup::first(&engines);
        let size = BoardSize::square(usize::from(setup.width));
        Self {
            engines: engines.into_iter().map(Dialogue::new).collect(),
            tree: Tree::new(setup.game_rule(), size),
            title: String::new(),
            date: String::new(),
            result: String::new(),
            last: ROOT,
            phase: Phase::Playing,
            opening: None,
            unable: BTreeSet::new(),
            clocks: Clocks::new(setup.clock),
            asks_at: None,
            study: None,
            interrupted: None,
            thought: None,
            proofs: StopFlag::default(),
            output: Output::default(),
            setup,
        }
    }

    /// Returns the messages for a page that has just connected.
    #[must_use]
    pub fn greet(&self, now: Millis) -> Vec<Message> {
        let engines = self.engines.iter().map(|engine| engine.info().clone()).collect();
        let mut messages = vec![
            Message::Engines { engines },
            Message::Game { game: self.kept() },
            Message::Status { status: self.status(now) },
        ];
        messages.extend(self.present_review().map(|review| Message::Review { review }));
        let study = self.study.as_ref();
        let thoughts = study.into_iter().flat_map(Study::thoughts);
        messages.extend(thoughts.map(|thought| Message::Thought { thought: thought.clone() }));
        messages
    }

    /// Carries out a command of a page.
    pub fn take(&mut self, command: Command, now: Millis) -> Output {
        self.drop_flag(now);
        let id = command.id().map(str::to_owned);
        if let Err(Refusal { reason, point }) = self.carry_out(command, now) {
            let point = point.map(|point| point.to_string());
            self.output.messages.push(Message::Refused { reason, point, id });
        }
        self.output(now)
    }

    /// Handles a line of an engine.
    pub fn hear(&mut self, engine: EngineId, line: &str, now: Millis) -> Output {
        let is_over = self.drop_flag(now);
        if engine >= self.engines.len() {
            return Output::default();
        }
        let has_changed = self.attend(engine, now, |dialogue| dialogue.hear(line, now));
        if is_over || has_changed { self.output(now) } else { std::mem::take(&mut self.output) }
    }

    /// Notes that an engine has ended, or could not be started or written to.
    pub fn died(&mut self, engine: EngineId, reason: String, now: Millis) -> Output {
        let Some(dialogue) = self.engines.get_mut(engine) else { return Output::default() };
        if dialogue.died(reason.clone()) {
            self.lose(engine, &reason, now);
        }
        self.output(now)
    }

    /// Does the work that is due: drops flags, ends engines that do not answer, asks engines after their
    /// pause, and sends the thoughts in the queues.
    pub fn tick(&mut self, now: Millis) -> Output {
        let mut has_changed = false;
        for engine in 0..self.engines.len() {
            has_changed |= self.attend(engine, now, |dialogue| dialogue.tick(now));
        }
        has_changed |= self.drop_flag(now) || self.ask_waiting(now);
        if has_changed { self.output(now) } else { std::mem::take(&mut self.output) }
    }

    /// Handles the orders and the news of a step of an engine's dialogue. Returns whether the engine's
    /// state has changed or there were orders.
    fn attend(
        &mut self,
        engine: EngineId,
        now: Millis,
        step: impl FnOnce(&mut Dialogue) -> (Vec<Order>, Vec<News>),
    ) -> bool {
        let dialogue = &mut self.engines[engine];
        let before = dialogue.state();
        let (orders, news) = step(dialogue);
        let has_changed = dialogue.state() != before || !orders.is_empty();
        self.output.orders.extend(orders);
        self.handle(engine, news, now);
        has_changed
    }

    /// Takes the result of a computation.
    pub fn computed(&mut self, computed: Computed, now: Millis) -> Output {
        match computed {
            Computed::Message(message) => self.output.messages.push(*message),
            Computed::Imported(imported) => self.adopt(*imported, now),
        }
        self.output(now)
    }

    /// Returns the time at which [`Table::tick`] must be called at the latest.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let engines = self.engines.iter().filter_map(Dialogue::deadline);
        engines.chain(self.flag_falls()).chain(self.asks_at).min()
    }

    /// Returns the output so far, with the state of play.
    fn output(&mut self, now: Millis) -> Output {
        let status = self.status(now);
        self.output.messages.push(Message::Status { status });
        std::mem::take(&mut self.output)
    }

    fn carry_out(&mut self, command: Command, now: Millis) -> Result<(), Refusal> {
        match command {
            Command::New { setup } => self.begin(setup, now),
            Command::Play { at, point } => self.play(at, point, now),
            Command::TakeBack => self.take_back(now),
            Command::Resign => self.resign(now),
            Command::MoveNow => self.hurry(now),
            Command::Pause => self.pause(now),
            Command::Resume => self.resume(now),
            Command::Decide { act } => self.decide(act, now),
            Command::Seat { color, player } => self.seat(color, player, now),
            Command::Review => self.review(now),
            Command::Return => self.return_to_game(now),
            Command::Delay { ms } => self.set_delay(ms),
            Command::PlayOn { at } => self.play_on(at, now),
            Command::Analyse { at, engine, lines, limits } => {
                self.analyse(at, engine, lines, limits, now)
            }
            Command::Area { at, area } => self.choose_area(at, area, now),
            Command::Draw { at, drawing } => self.draw(at, drawing),
            Command::Erase { at } => self.erase(at),
            Command::Sweep { at, engine, nodes } => self.sweep(at, engine, nodes, now),
            Command::Try { at, point, engine, nodes } => {
                self.try_out(at, point, engine, nodes, now)
            }
            Command::Stop => {
                self.stop_proofs();
                self.stop_study(now)
            }
            Command::Rule { rule } => self.change_rule(rule, now),
            Command::Comment { at, text } => self.comment(at, text),
            Command::Remove { at } => self.remove(at, now),
            Command::Promote { at } => self.promote(at),
            Command::Grow { at, moves } => self.grow(at, &moves),
            Command::Prune { nodes } => self.prune(&nodes, now),
            Command::Picture { id, board } => self.show_picture(id, &board),
            Command::Date { date } => self.note_date(date),
            Command::Restore { game } => self.restore(*game, now),
            Command::Arrange { onto, stones, to_move } => self.arrange(onto, &stones, to_move, now),
            Command::Look { .. }
            | Command::Prove { .. }
            | Command::Puzzle { .. }
            | Command::Import { .. }
            | Command::Collect { .. }
            | Command::CollectGame { .. }
            | Command::Export { .. } => {
                let (tree, stop) = (self.tree.clone(), self.proofs.clone());
                let about = self.about_for(&command);
                self.output.computations.push(Computation { command, tree, about, stop });
                Ok(())
            }
        }
    }

    /// Handles the news of an engine.
    fn handle(&mut self, engine: EngineId, news: Vec<News>, now: Millis) {
        for news in news {
            match news {
                News::Thought(thought) => self.think(*thought),
                News::Answer(at, _) if self.study.is_some() => {
                    self.study_answered(engine, at, now);
                }
                News::Answer(at, answer) => self.answered(engine, at, answer, now),
                News::Unable => self.cannot_open(engine, now),
                News::Lost { reason, had_job: true } => self.lose(engine, &reason, now),
                News::Lost { reason, had_job: false } => self.lose_idle(engine, &reason),
            }
        }
    }

    /// Notes a thought, and sends it.
    fn think(&mut self, thought: Thought) {
        let thought = match &self.study {
            Some(study) => study.before_forced(thought),
            None => Some(thought),
        };
        let Some(thought) = thought else { return };
        if thought.rank == 1 && thought.black_wins.is_some() {
            self.thought = Some(thought.clone());
        }
        if let Some(study) = &mut self.study {
            study.note(&thought);
        }
        self.output.messages.push(Message::Thought { thought });
    }

    /// Returns the name of a player.
    fn name(&self, side: Color) -> String {
        match self.setup.player(side) {
            Player::Person { name } => name.clone(),
            Player::Engine { engine, level } => {
                let name = &self.engines[*engine].info().name;
                level.map_or_else(|| name.clone(), |level| format!("{name}, level {level}"))
            }
        }
    }

    /// Returns the name of a player; that of the colour if a person has none.
    fn name_or_color(&self, side: Color) -> String {
        match self.name(side) {
            name if !name.is_empty() => name,
            _ if side == Color::Black => "Black".to_owned(),
            _ => "White".to_owned(),
        }
    }

    /// Returns the engine that plays a side, if one does.
    fn engine_of(&self, side: Color) -> Option<(EngineId, Option<u8>)> {
        match *self.setup.player(side) {
            Player::Engine { engine, level } => Some((engine, level)),
            Player::Person { .. } => None,
        }
    }

    /// Returns the game at a node.
    fn game(&self, at: NodeId) -> Result<Game, TreeError> {
        Ok(Game::from_position(self.tree.rule(), self.tree.position(at)?))
    }

    /// Gives an engine a job.
    fn ask(&mut self, engine: EngineId, job: Job, now: Millis) {
        let orders = self.engines[engine].ask(job, now);
        self.output.orders.extend(orders);
    }

    /// Stops the running proofs.
    fn stop_proofs(&mut self) {
        std::mem::take(&mut self.proofs).stop();
    }

    /// Stops the clocks, all engines and all proofs, and ends the study.
    fn halt(&mut self, now: Millis) {
        self.clocks.stop(now);
        self.asks_at = None;
        self.keep_lines();
        self.study = None;
        self.stop_proofs();
        for engine in &mut self.engines {
            self.output.orders.extend(engine.stop(now));
        }
    }

    fn status(&self, now: Millis) -> Status {
        let takes_act_back = self.before_last_act().is_some();
        Status {
            phase: self.phase.clone(),
            players: [self.setup.black.clone(), self.setup.white.clone()],
            last: self.last,
            title: self.title.clone(),
            date: self.date.clone(),
            result: self.result(),
            to_move: self.to_move(),
            clocks: self.clocks.faces(now),
            running: self.clocks.running(),
            engines: self.engines.iter().map(Dialogue::state).collect(),
            work: self.work(),
            can_take_back: takes_act_back || self.takes_move_back(),
            can_return: self.interrupted.is_some(),
            takes_act_back,
            acts: self.acts(),
            offers: self.offers(),
            decisions: self.newest_decisions(),
        }
    }
}

#[cfg(test)]
mod tests;
