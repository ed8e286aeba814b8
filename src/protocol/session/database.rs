//! The file of positions: Yixin-Board's commands, and what searches read from it and add to it.

use std::path::Path;

use crate::board::Bitboard;
use crate::eval::Score;
use crate::game::Game;
use crate::positions::{FileError, Known, Label, Line, PositionFile, Positions, Record};
use crate::protocol::database::{
    Comment, DatabaseCommand, Edit, Mark, comment_message, move_message, position_message,
    with_lines,
};
use crate::protocol::list::{ListEntry, ListError, listed_points};
use crate::protocol::reply::Reply;
use crate::protocol::session::state::{Action, Analysis, CommandResult, Refusal, State};
use crate::search::{Lesson, Limits, Origin};

/// The number of plies for which known positions after the one on the board are looked up.
const LESSON_PLIES: usize = 8;
/// The maximum number of known positions passed to a search.
const MAX_LESSONS: usize = 2_000;
/// The score that a label of a person stands for: nearly decided, but not proved.
const LABELLED: i32 = 6_000;
/// The depth that a label of a person stands for, in plies: so large that no search overrides it.
const LABELLED_DEPTH: u32 = 60;

/// The effect of the labels of the moves of a position on a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Labels {
    /// Indicates whether the search leaves out the opening book, since a move has a label.
    pub(super) excludes_book: bool,
    /// The points that the search leaves out.
    pub(super) blocked: Bitboard,
}

impl State {
    /// Returns why a command cannot use the file of positions, or `None` if it can. `changes` tells whether the command
    /// changes the file.
    fn obstacle(&self, changes: bool) -> Option<&'static str> {
        if self.database.is_none() {
            Some("no database is open: expected YXSETDATABASE first")
        } else if !changes || self.settings.may_change_database() {
            None
        } else if self.settings.uses_database() {
            Some("the database is read-only")
        } else {
            Some("the database is not in use: expected INFO usedatabase 1 first")
        }
    }

    /// Carries out a command that no text lines follow.
    pub(super) fn database_at_once(&mut self, command: &DatabaseCommand) -> CommandResult {
        if let Some(obstacle) = self.obstacle(*command == DatabaseCommand::Save) {
            return Ok(message(obstacle));
        }
        let Some(file) = &mut self.database else { return Ok(Vec::new()) };
        let saved = if *command == DatabaseCommand::Save { file.save() } else { Ok(()) };
        Ok(messages(saved.map(|()| vec![about(file)])))
    }

    /// Carries out a command with the path that follows it.
    pub(super) fn database_with_path(
        &mut self,
        command: &DatabaseCommand,
        path: &str,
    ) -> CommandResult {
        let path = Path::new(path.trim());
        if *command == DatabaseCommand::Open {
            // A file that cannot be opened leaves none open.
            self.database = None;
            let file = PositionFile::open(path).map(|file| self.database.insert(file));
            return Ok(messages(file.map(|file| vec![about(file)])));
        }
        if let Some(obstacle) = self.obstacle(*command == DatabaseCommand::Import) {
            return Ok(message(obstacle));
        }
        let game = self.game()?.clone();
        let Some(file) = &mut self.database else { return Ok(Vec::new()) };
        let is_like = |known: &&Known| known.is_like(&game);
        let outcome = match command {
            DatabaseCommand::Import => {
                file.merge(path).map(|count| format!("{count} positions taken over"))
            }
            DatabaseCommand::ExportAfter => {
                write(file, path, file.positions().known_after(&game, usize::MAX))
            }
            DatabaseCommand::Export => {
                write(file, path, file.positions().iter().filter(is_like).cloned())
            }
            DatabaseCommand::ExportAll => write(file, path, file.positions().iter().cloned()),
            _ => return Ok(Vec::new()),
        };
        Ok(messages(outcome.map(|text| vec![text])))
    }

    /// Carries out a command about the position that a list describes.
    pub(super) fn database_about(
        &mut self,
        command: &DatabaseCommand,
        entries: Result<Vec<ListEntry>, ListError>,
    ) -> CommandResult {
        if let Some(obstacle) = self.obstacle(!command.is_query()) {
            // Yixin-Board asks after each move, whether or not a file is open.
            return Ok(if command.is_query() { Vec::new() } else { message(obstacle) });
        }
        if !self.settings.uses_database() {
            return Ok(Vec::new());
        }
        let game = self.listed_game(&entries?)?;
        let Some(file) = &mut self.database else { return Ok(Vec::new()) };
        let record = file.positions().get(&game);
        let comment = || comment_message(record.as_ref());
        let texts = match command {
            DatabaseCommand::ShowMoves => Ok(move_messages(file, &game)),
            DatabaseCommand::ShowMovesAndComment => {
                Ok(move_messages(file, &game).into_iter().chain([comment()]).collect())
            }
            DatabaseCommand::Show => Ok(vec![position_message(record.as_ref())]),
            DatabaseCommand::ShowComment => Ok(vec![comment()]),
            _ => {
                let texts = change(file, &game, command);
                // The lessons of earlier searches may hold no more.
                self.unlearn();
                texts
            }
        };
        Ok(messages(texts))
    }

    /// Returns the game whose moves are listed, from the empty board.
    fn listed_game(&mut self, entries: &[ListEntry]) -> Result<Game, Refusal> {
        let current = self.game()?;
        let mut game = Game::new(current.rule(), current.size());
        for point in listed_points(entries, game.size())? {
            let color = game.side_to_move();
            game.place(point, color).expect("the list was checked");
        }
        Ok(game)
    }

    /// Gives the engine the records of a position and of the positions after it, and returns the effect of the labels
    /// of its moves.
    pub(super) fn teach(&mut self, game: &Game, limits: &Limits) -> Labels {
        let is_used = self.settings.uses_database() && !game.rule().continuous;
        let Some(file) = self.database.as_ref().filter(|_| is_used) else {
            self.unlearn();
            return Labels::default();
        };
        let mut known = file.positions().images_after(game, LESSON_PLIES);
        known.sort_by_key(|known| known.game.position().ply());
        let lesson = |Known { game, record }: &Known| {
            let (score, depth) = worth(record)?;
            Some(Lesson { position: game.position().clone(), score, depth, best: record.best() })
        };
        let lessons: Vec<Lesson> = known.iter().filter_map(lesson).take(MAX_LESSONS).collect();
        let moves = file.positions().known_moves(game);
        let labelled = |label| -> Bitboard {
            let labelled = moves.iter().filter(|known| known.record.label == Some(label));
            labelled.map(|known| known.point).collect()
        };
        let (blocked, forced) = (labelled(Label::BLOCKED), labelled(Label::FORCED));
        if let Some(engine) = &mut self.engine {
            engine.learn(game, limits, &lessons);
        }
        let others =
            if forced.is_empty() { Bitboard::EMPTY } else { game.position().empty() - forced };
        Labels {
            excludes_book: moves.iter().any(|known| known.record.label.is_some()),
            blocked: blocked | others,
        }
    }

    /// Makes the engine forget what it has learned from the file, and the results that may rest on it.
    fn unlearn(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.unlearn();
        }
    }

    /// Keeps an analysis in the file of positions. If that fails, closes the file and returns the
    /// message about it.
    pub(super) fn keep(&mut self, analysis: Analysis) -> Option<Reply> {
        let Analysis { game, lines } = &analysis;
        let is_wanted = self.settings.may_change_database()
            && self.settings.options().level.is_none()
            && !game.rule().continuous
            && lines.first().is_some_and(|best| best.origin == Origin::Search && best.depth > 0);
        let file = self.database.as_mut().filter(|_| is_wanted)?;
        let mut record = file.positions().get(game).unwrap_or_default();
        let found = lines
            .iter()
            .map(|line| Line { score: line.score, moves: line.principal_variation.clone() });
        if !record.improve(lines[0].depth, found.collect()) {
            return None;
        }
        let error = file.set(game, record).err()?;
        self.database = None;
        Some(Reply::Message(format!("the analysis is not kept any more: {error}")))
    }
}

/// Returns the score of a position for the side to move, and the depth behind it.
fn worth(record: &Record) -> Option<(Score, u32)> {
    match (record.label, record.score()) {
        (_, Some(score)) if record.is_proved() => Some((score, LABELLED_DEPTH)),
        (Some(Label::WIN), _) => Some((Score::new(-LABELLED), LABELLED_DEPTH)),
        (Some(Label::LOSS), _) => Some((Score::new(LABELLED), LABELLED_DEPTH)),
        (Some(Label::DRAW), _) => Some((Score::DRAW, LABELLED_DEPTH)),
        (_, score) => score.map(|score| (score, record.depth)),
    }
}

/// Makes a change and returns the messages about it.
fn change(
    file: &mut PositionFile,
    game: &Game,
    command: &DatabaseCommand,
) -> Result<Vec<String>, FileError> {
    let mut record = file.positions().get(game).unwrap_or_default();
    let mut texts = Vec::new();
    match command {
        DatabaseCommand::Edit(edit) => {
            apply(edit, &mut record);
            texts.push(position_message(Some(&record)));
        }
        DatabaseCommand::SetComment(Comment(text)) => record.comment.clone_from(text),
        DatabaseCommand::SetMark(Mark { coordinate, text }) => {
            let Some(point) = coordinate.on(game.size()) else {
                return Ok(vec![format!("{coordinate} is off the board")]);
            };
            record.marks.insert(point, text.clone());
            record.marks.retain(|_, text| !text.is_empty());
        }
        DatabaseCommand::SetBest => record.label = Some(Label::FORCED),
        DatabaseCommand::RemoveLabel => record.label = None,
        DatabaseCommand::Remove => return file.remove(game).map(|_| texts),
        DatabaseCommand::RemoveAfter(results) => {
            let count = file.remove_after(game, |record| !results.contain(record))?;
            texts.push(format!("{count} positions removed"));
            texts.extend(move_messages(file, game));
            return Ok(texts);
        }
        _ => return Ok(texts),
    }
    file.set(game, record)?;
    Ok(texts)
}

fn apply(edit: &Edit, record: &mut Record) {
    if let Some(label) = edit.label {
        record.label = label;
    }
    if let Some(depth) = edit.depth {
        record.depth = depth;
    }
    if let Some(score) = edit.score {
        match record.lines.first_mut() {
            Some(line) => line.score = score,
            None => record.lines.push(Line { score, moves: Vec::new() }),
        }
    }
}

/// Returns the messages about the known moves of a position and the texts on its points.
fn move_messages(file: &PositionFile, game: &Game) -> Vec<String> {
    let record = file.positions().get(game);
    let mut moves = with_lines(file.positions().known_moves(game), record.as_ref());
    moves.sort_by_key(|known| known.point);
    let marks = record.map(|record| record.marks).unwrap_or_default();
    let mark = |point| marks.get(point).map_or("", String::as_str);
    let mut texts = vec!["DATABASE REFRESH".to_owned()];
    for known in &moves {
        texts.push(move_message(known.point.into(), &known.record, mark(&known.point)));
    }
    for (point, text) in &marks {
        if moves.iter().all(|known| known.point != *point) {
            texts.push(move_message((*point).into(), &Record::default(), text));
        }
    }
    texts.push("DATABASE DONE".to_owned());
    texts
}

/// Returns the message about a file.
fn about(file: &PositionFile) -> String {
    let (count, path) = (file.positions().len(), file.path().display());
    match file.unreadable() {
        0 => format!("{count} positions in {path}"),
        unreadable => format!("{count} positions in {path}, and {unreadable} lines that are not"),
    }
}

/// Writes positions of a file to another one and returns the message about it.
fn write(
    file: &PositionFile,
    path: &Path,
    known: impl IntoIterator<Item = Known>,
) -> Result<String, FileError> {
    if file.is_at(path) {
        return Ok(format!("{} is the open database: expected another file", path.display()));
    }
    let count = known.into_iter().collect::<Positions>().write(path)?;
    Ok(format!("{count} positions written"))
}

/// Returns a message.
fn message(text: &str) -> Vec<Action> {
    messages(Ok(vec![text.to_owned()]))
}

/// Returns the messages of these texts, or the one about an error.
fn messages(texts: Result<Vec<String>, FileError>) -> Vec<Action> {
    let texts = texts.unwrap_or_else(|error| vec![error.to_string()]);
    let message = |text: String| Reply::Message(text.replace(['\r', '\n'], " "));
    texts.into_iter().map(message).map(Action::Print).collect()
}
