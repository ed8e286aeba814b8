//! Games that a page keeps, and games from files.

use std::fmt::Display;

use dolmen::board::{BoardSize, Color, Point};
use dolmen::game::Game;
use dolmen::notation::Remark;
use dolmen::opening::{Opening, Task};
use dolmen::rules::{GameRule, IllegalMove};

use super::game::illegal;
use super::{Refusal, Table};
use crate::formats::{self, About, Conditions, Imported};
use crate::message::{
    Command, DEFAULT_THINKING, FileFormat, Kept, Message, Onto, OverReason, Phase, Player, Setup,
    Stone, TimeControl,
};
use crate::order::Millis;
use crate::tree::{NodeId, ROOT, Tree};

/// The notice for a restored game that has been paused.
const RESTORED: &str = "Your game has been restored; the clocks are stopped.";
/// The notice for one whose clock ran: what a page keeps has the time that was left after the last move.
const RESTORED_IN_MOVE: &str = "Your game has been restored; the clocks are stopped, and the time since the last move is \
                                given back.";

/// The name of a person without one who plays an engine, as the page has it.
const YOU: &str = "You";
/// The maximum number of characters of a title, a date and a result of a kept game.
const MAX_FACT: usize = 400;
/// The maximum number of days of a game.
const MAX_DAYS: usize = 30;

impl Table {
    /// Returns the game as a page keeps it.
    pub(super) fn kept(&self) -> Kept {
        Kept {
            setup: self.setup.clone(),
            nodes: self.tree.in_order().into_iter().cloned().collect(),
            last: self.last,
            phase: self.phase.clone(),
            left_ms: self.clocks.left_ms(),
            acts: self.acts(),
            title: self.title.clone(),
            date: self.date.clone(),
            result: self.result(),
            settled: None,
        }
    }

    /// Goes on with a game that a page kept. A game that was being played is paused.
    pub(super) fn restore(&mut self, kept: Kept, now: Millis) -> Result<(), Refusal> {
        kept.setup.check(&self.engines)?;
        let rule = kept.setup.game_rule();
        let tree = Tree::restore(rule, kept.setup.size()?, kept.nodes.clone()).map_err(damaged)?;
        check(&tree, &kept)?;
        let opening = opening_of(&tree, &kept)?;
        let work = self.work();
        self.replace(kept.setup, tree, now);
        self.last = kept.last;
        self.clocks.set_left_ms(kept.left_ms);
        self.opening = opening;
        let facts = [&mut self.title, &mut self.date, &mut self.result];
        for (fact, kept) in facts.into_iter().zip([kept.title, kept.date, kept.result]) {
            *fact = kept.chars().take(MAX_FACT).collect();
        }
        let has_limit = self.setup.clock != TimeControl::default();
        self.phase = match kept.phase {
            Phase::Playing | Phase::Opening { .. } if has_limit => {
                Phase::Paused { reason: RESTORED_IN_MOVE.to_owned() }
            }
            Phase::Playing | Phase::Opening { .. } | Phase::Paused { .. } => {
                Phase::Paused { reason: RESTORED.to_owned() }
            }
            phase @ (Phase::Over { .. } | Phase::Analysis) => phase,
        };
        self.tell_game();
        self.analyse_on(work, self.last, now);
        Ok(())
    }

    /// Notes a day on which the game is played, unless it is known. A game can have several days.
    pub(super) fn note_date(&mut self, date: String) -> Result<(), Refusal> {
        if !is_date(&date) {
            return Err(Refusal::of(format!("invalid date {date:?}: expected 2026-11-26")));
        }
        let mut days: Vec<_> = self.date.split(',').filter(|day| !day.is_empty()).collect();
        if !days.contains(&date.as_str()) {
            // A full list keeps the first days and the newest one.
            days.truncate(MAX_DAYS - 1);
            days.push(&date);
            self.date = days.join(",");
        }
        Ok(())
    }

    /// Returns the metadata of the game for a command, which may write a file. Records of Piskvork name both players
    /// or none, so that a person without a name has the one that the page shows.
    pub(super) fn about_for(&self, command: &Command) -> About {
        let about = self.about();
        let is_record = matches!(command, Command::Export { format: FileFormat::Psq, .. });
        if !is_record || about.names.iter().all(String::is_empty) {
            return about;
        }
        let is_against_engine = Color::ALL.into_iter().any(|side| self.engine_of(side).is_some());
        let names = Color::ALL.map(|side| match self.name(side) {
            name if name.is_empty() && is_against_engine => YOU.to_owned(),
            _ => self.name_or_color(side),
        });
        About { names, ..about }
    }

    /// Returns the metadata of the game for a file.
    fn about(&self) -> About {
        let is_open = !matches!(self.phase_of_game(), Phase::Over { .. } | Phase::Analysis);
        let result = self.result();
        let main_line = self.tree.path(self.tree.end_of_line(ROOT));
        // The result belongs to the main line if the game does.
        let result = if is_open || !result.is_empty() && main_line.contains(&self.last) {
            result
        } else {
            formats::result(&self.tree).to_owned()
        };
        let names = Color::ALL.map(|side| self.name(side));
        let end = self.end_of_game();
        About { names, title: self.title.clone(), date: self.date.clone(), result, end }
    }

    /// Returns the last move of the game, if the tree is that of one: it is played or has ended. Moves after it
    /// were only tried.
    pub(super) fn end_of_game(&self) -> Option<NodeId> {
        let is_game = *self.phase_of_game() != Phase::Analysis || !self.result.is_empty();
        is_game.then_some(self.last)
    }

    /// Returns the phase of the game, also while it is analysed.
    fn phase_of_game(&self) -> &Phase {
        self.interrupted.as_ref().unwrap_or(&self.phase)
    }

    /// Returns the result of the game as SGF has it; an empty text if it is open or unknown.
    pub(super) fn result(&self) -> String {
        match self.phase_of_game() {
            Phase::Over { winner: Some(winner), reason } => {
                let letter = if *winner == Color::Black { 'B' } else { 'W' };
                let how = match reason {
                    OverReason::Five | OverReason::Full => "",
                    OverReason::Resigned => "R",
                    OverReason::Time => "T",
                    OverReason::Foul => "F",
                };
                format!("{letter}+{how}")
            }
            Phase::Over { winner: None, .. } => "0".to_owned(),
            Phase::Analysis => self.result.clone(),
            Phase::Playing | Phase::Paused { .. } | Phase::Opening { .. } => String::new(),
        }
    }

    /// Takes over a position that a person has set up, to analyse it.
    pub(super) fn arrange(
        &mut self,
        onto: Onto,
        stones: &[Stone],
        to_move: Color,
        now: Millis,
    ) -> Result<(), Refusal> {
        let mut tree = Tree::new(onto.rule, onto.size()?);
        let mut side = Color::Black;
        let mut moves = Vec::new();
        for stone in stones {
            moves.extend((stone.color != side).then_some(None));
            moves.push(Some(stone.point));
            side = !stone.color;
        }
        moves.extend((side != to_move).then_some(None));
        let mut at = ROOT;
        for point in moves {
            at = tree.add(at, point)?;
            tree.get_mut(at).into_iter().for_each(|node| node.is_set_up = true);
        }
        tree.position(at)?;
        let names = Color::ALL.map(|side| match self.setup.player(side) {
            Player::Person { name } => name.clone(),
            Player::Engine { .. } => String::new(),
        });
        let about = About { names, ..About::default() };
        let conditions = Conditions::Named;
        self.adopt(Imported { tree, about, remarks: Vec::new(), conditions }, now);
        Ok(())
    }

    /// Takes over a game from a file, to analyse it.
    pub(super) fn adopt(&mut self, imported: Imported, now: Millis) {
        let Imported { tree, about, remarks, conditions } = imported;
        let About { names, title, date, result, .. } = about;
        let (rule, size, last) = (tree.rule(), tree.size(), tree.end_of_line(ROOT));
        let [black, white] = names.map(|name| Player::Person { name });
        let setup = Setup {
            rule: rule.rule,
            continuous: rule.continuous,
            width: u8::try_from(size.width()).unwrap_or(u8::MAX),
            height: u8::try_from(size.height()).unwrap_or(u8::MAX),
            black,
            white,
            clock: TimeControl::default(),
            thinking_ms: DEFAULT_THINKING,
            opening: None,
            delay_ms: 0,
        };
        let work = self.work();
        self.replace(setup, tree, now);
        (self.title, self.date, self.result) = (title, date, result);
        self.last = last;
        self.phase = Phase::Analysis;
        self.tell_game();
        self.analyse_on(work, self.last, now);
        let assumed = (conditions == Conditions::Assumed).then(|| assumption(rule, size));
        let remarks = remarks.iter().map(|remark| sentence(remark, rule));
        let remarks = assumed.into_iter().chain(remarks).map(|text| (text, None));
        let foul = first_foul(&self.tree, self.last);
        let foul = foul.map(|foul| (foul.sentence(), Some(foul.point.to_string())));
        for (text, point) in remarks.chain(foul) {
            self.output.messages.push(Message::Notice { text, point });
        }
    }
}

/// Returns the conditions that plain moves have taken over from the game on the board, as a sentence.
fn assumption(rule: GameRule, size: BoardSize) -> String {
    format!(
        "Read as {rule} {}×{}, like the game on the board; the rule can be changed below the players.",
        size.width(),
        size.height()
    )
}

/// Returns a remark on a file as a sentence that includes the remedy.
fn sentence(remark: &Remark, rule: GameRule) -> String {
    let text = remark.to_string();
    let text = text.replacen("the file", "The file", 1);
    match remark {
        Remark::NoRule | Remark::UnknownRule(_) => {
            format!("{text}; {rule} is assumed. The rule can be changed below the players.")
        }
        Remark::Go => format!("{text}; its stones are shown as five in a row."),
        Remark::RowsFromTop => text.replacen("The file", "The text", 1) + ".",
        Remark::MoreGames => format!("{text}. My games, under Analyse, opens them all."),
    }
}

/// Returns whether a text is a date such as 2026-11-26.
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(index, byte)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// Checks that the stones of a kept tree can be placed, and that the moves of its game are legal.
fn check(tree: &Tree, kept: &Kept) -> Result<(), Refusal> {
    if tree.get(kept.last).is_none() {
        return Err(damaged(format!("it has no move {}", kept.last)));
    }
    for leaf in tree.nodes().filter(|node| node.children.is_empty()) {
        tree.position(leaf.id).map_err(damaged)?;
    }
    if kept.phase == Phase::Analysis {
        return Ok(());
    }
    first_foul(tree, kept.last).map_or(Ok(()), |foul| Err(damaged(foul.error)))
}

/// An illegal move of a game.
struct Foul {
    /// The number of the move, from 1, without the stones that were set up.
    number: usize,
    point: Point,
    /// The game before the move.
    game: Game,
    error: IllegalMove,
}

impl Foul {
    /// Returns a sentence about the move, without its point.
    fn sentence(&self) -> String {
        let reason = illegal(&self.game, self.point, self.error).reason;
        format!("Move {} breaks the rule: {reason}.", self.number)
    }
}

/// Returns the first illegal move of the game that ends with a node. Files hold such moves, and a game may go on after
/// a set-up, or a pass of an analysis.
fn first_foul(tree: &Tree, last: NodeId) -> Option<Foul> {
    let path = tree.path(last);
    let moves = path.windows(2).filter_map(|nodes| {
        let played = tree.get(nodes[1]).filter(|node| !node.is_set_up);
        Some((nodes[0], played?.point))
    });
    moves.zip(1..).find_map(|((at, point), number)| {
        let point = point?;
        let game = Game::from_position(tree.rule(), tree.position(at).ok()?);
        let error = game.clone().play(point).err()?;
        Some(Foul { number, point, game, error })
    })
}

fn damaged(why: impl Display) -> Refusal {
    Refusal::of(format!("the kept game is damaged: {why}"))
}

/// Returns the opening of a kept game, unless analysis has left it.
fn opening_of(tree: &Tree, kept: &Kept) -> Result<Option<Opening>, Refusal> {
    let Some(protocol) = kept.setup.opening else { return Ok(None) };
    if kept.acts.is_empty() && kept.last != ROOT {
        return Ok(None);
    }
    let opening = Opening::replay(protocol, tree.size(), &kept.acts).map_err(damaged)?;
    let stones = opening.position().history();
    let played = tree.position(kept.last).map_err(damaged)?;
    let is_whole = opening.task() == Task::Done || played.ply() == stones.len();
    if is_whole && played.history().starts_with(stones) {
        return Ok(Some(opening));
    }
    Err(damaged("its opening does not belong to its moves"))
}
