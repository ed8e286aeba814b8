//! Import and export of games: between the files of `dolmen::notation` and the tree of a table.

use std::collections::HashMap;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use dolmen::Game;
use dolmen::board::{BoardSize, Color};
use dolmen::game::ParseGameError;
use dolmen::notation::{
    self, Annotation, Arrow, Defaults, Mark, NotationError, PointNames, Problem, Record, Remark,
    Sign, moves, psq, renlib, sgf,
};
use dolmen::rules::Outcome;
use encoding_rs::{BIG5, EUC_JP, Encoding, GBK, SHIFT_JIS, UTF_8};
use thiserror::Error;

use crate::message::FileFormat;
use crate::tree::{DrawColor, Drawing, Judgement, MoveClass, Node, NodeId, ROOT, Tree};

/// The comment on the first move after the end of a game.
const TRIED: &str = "Tried in analysis: the game ended before this move.";

/// A game that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The moves.
    pub tree: Tree,
    /// The metadata of the game.
    pub about: About,
    /// The remarks on the file.
    pub remarks: Vec<Remark>,
    /// The origin of its rule and its board.
    pub conditions: Conditions,
}

/// The origin of the rule and the board of a game that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conditions {
    /// The file or the request names them; a remark says what a file leaves open.
    Named,
    /// Plain moves name neither: both are those of the game before.
    Assumed,
}

/// The reason why a game cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// The content is no game in any of the formats, or too large.
    #[error(transparent)]
    File(#[from] NotationError),
    /// A text begins with a rule, but continues with no board and moves.
    #[error(transparent)]
    Game(ParseGameError),
}

/// The facts of a game that its tree does not hold, each empty if it is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The names of Black and White.
    pub names: [String; 2],
    /// The name of the game.
    pub title: String,
    /// The days on which it was played as SGF has them, such as `2026-11-25,2026-11-26`.
    pub date: String,
    /// The result as SGF has it, such as `B+R`.
    pub result: String,
    /// The last move of the game, if the tree is that of one; moves after it were tried in analysis.
    pub end: Option<NodeId>,
}

/// Reads a game, whose format is recognised by its content. Texts may be in any encoding.
///
/// ```
/// use board_table::formats::read;
/// use board_table::tree::ROOT;
/// use dolmen::notation::Defaults;
///
/// let game = read(b"1. h8 2. i9", &Defaults::default())?;
/// assert_eq!(game.tree.position(game.tree.end_of_line(ROOT))?.ply(), 2);
/// let error = read(b"h8i9\nh8", &Defaults::default()).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: point h8 is occupied");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the content is no game in any of the formats, or too large.
pub fn read(data: &[u8], defaults: &Defaults) -> Result<Imported, ReadError> {
    let (record, conditions) = read_record(data, defaults)?;
    let tree = tree(&record).ok_or(NotationError::from(Problem::Full))?;
    let Record { names, title, date, result, remarks, .. } = record;
    let about = About { names, title, date, result, end: None };
    Ok(Imported { tree, about, remarks, conditions })
}

/// Reads the first game of a file.
fn read_record(data: &[u8], defaults: &Defaults) -> Result<(Record, Conditions), ReadError> {
    if renlib::is_library(data) {
        return Ok((renlib::read(data, defaults, decode_texts)?, Conditions::Named));
    }
    let text = decode_file(data);
    // A game that names its rule and its board, such as `renju 15x15 h8 i9`.
    let begun = match text.parse::<Game>() {
        Ok(game) => {
            let record = Record::of_position(game.rule(), game.position());
            let mut record = record.map_err(NotationError::from)?;
            let differs = defaults.points == PointNames::Bottom && game.position().ply() > 0;
            record.remarks.extend(differs.then_some(Remark::RowsFromTop));
            return Ok((record, Conditions::Named));
        }
        Err(error) => Some(error).filter(|error| matches!(error, ParseGameError::Moves(_))),
    };
    let conditions = match psq::is_psq(&text) || sgf::is_sgf(&text) {
        true => Conditions::Named,
        false => Conditions::Assumed,
    };
    match (notation::read(&text, defaults), begun) {
        (Err(NotationError { problem: Problem::Unknown, .. }), Some(error)) => {
            Err(ReadError::Game(error))
        }
        (read, _) => Ok((read?, conditions)),
    }
}

/// Reads all games of a file, of which only SGF has several.
pub(crate) fn read_records(data: &[u8], defaults: &Defaults) -> Result<Vec<Record>, ReadError> {
    if !renlib::is_library(data) {
        let text = decode_file(data);
        if text.len() <= notation::MAX_BYTES && sgf::is_sgf(&text) {
            return Ok(sgf::read_all(&text, defaults)?);
        }
    }
    Ok(vec![read_record(data, defaults)?.0])
}

/// Writes a game. Formats without variations get the moves that lead to the node `at`; a library of RenLib
/// opens at that node. `points` chooses the names of points in plain moves.
///
/// ```
/// use board_table::formats::write;
/// use board_table::message::FileFormat;
/// use board_table::tree::{ROOT, Tree};
/// use dolmen::notation::PointNames;
/// use dolmen::{BoardSize, Rule};
///
/// let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(15));
/// let first = tree.add(ROOT, Some("h8".parse()?))?;
/// let second = tree.add(first, Some("i9".parse()?))?;
/// let text = write(&tree, FileFormat::Text, second, &Default::default(), PointNames::Bottom)?;
/// assert_eq!(text, b"h8i7\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the node does not exist, or the format cannot hold the game.
pub fn write(
    tree: &Tree,
    format: FileFormat,
    at: NodeId,
    about: &About,
    points: PointNames,
) -> Result<Vec<u8>, NotationError> {
    let nodes = tree.in_order();
    let missing = Problem::NoNode(at as usize);
    let at = nodes.iter().position(|node| node.id == at).ok_or(missing)?;
    let record = record(tree, &nodes, about, points);
    Ok(match format {
        FileFormat::Psq => {
            // The judge's codes of a game whose end is unknown.
            let end = format!("-1\n-1,{}", record.rule);
            psq::write(&record, at, &psq::Style { levels: [11; 2], end: &end })?.into_bytes()
        }
        FileFormat::Sgf => {
            let program = concat!("Dolmen:", env!("CARGO_PKG_VERSION"));
            sgf::write(&record, program, &[]).into_bytes()
        }
        FileFormat::Text => moves::write(&record, at, points).into_bytes(),
        FileFormat::RenLib => renlib::write(&record, at)?,
    })
}

/// Returns the tree of a record; `None` if it is too large.
fn tree(record: &Record) -> Option<Tree> {
    let nodes = record.nodes().iter().zip(0..).map(|(node, id)| Node {
        id,
        parent: node.parent.map(|parent| parent as NodeId),
        point: node.point,
        is_set_up: node.is_set_up,
        comment: node.comment.clone(),
        label: node.label.clone(),
        ms: node.ms,
        black_wins: node.black_wins,
        drawings: drawings(node),
        others: node.others.clone(),
        judgement: node.annotation.map(|annotation| Judgement::of(class(annotation))),
        ..Node::default()
    });
    Tree::restore(record.rule, record.size, nodes.collect()).ok()
}

/// Returns the record of a tree, with the nodes in this order.
pub(crate) fn record(tree: &Tree, nodes: &[&Node], about: &About, points: PointNames) -> Record {
    let mut record =
        Record::new(&Defaults { rule: tree.rule(), size: tree.size(), ..Defaults::default() });
    record.names.clone_from(&about.names);
    record.title.clone_from(&about.title);
    record.date.clone_from(&about.date);
    record.result.clone_from(&about.result);
    let tried = about.end.and_then(|end| tree.get(end)?.children.first().copied());
    let mut ids = HashMap::from([(ROOT, notation::ROOT)]);
    for node in nodes {
        let parent = node.parent.and_then(|parent| ids.get(&parent));
        let added = parent.map(|&parent| record.add(parent, node.point));
        // A tree holds at most as many nodes as a record, and no two alike with one parent.
        let Some(id) = added.map_or(Some(notation::ROOT), Result::ok) else { continue };
        ids.insert(node.id, id);
        if let Some(copy) = record.node_mut(id) {
            copy.is_set_up = node.is_set_up;
            copy.comment = comment(node, tree.size(), points);
            if tried == Some(node.id) {
                copy.comment = [TRIED, &copy.comment].join("\n").trim_end().to_owned();
            }
            node.label.clone_into(&mut copy.label);
            copy.ms = node.ms;
            copy.black_wins = node.black_wins;
            (copy.marks, copy.arrows) = marks_and_arrows(&node.drawings);
            copy.others.clone_from(&node.others);
            copy.annotation =
                node.judgement.as_ref().and_then(|judgement| annotation(judgement.class));
        }
    }
    record
}

/// Returns the drawings of a node of a record, which has no colours.
fn drawings(node: &notation::Node) -> Vec<Drawing> {
    let color = DrawColor::default();
    let marks = node.marks.iter().map(|mark| (mark.point, None, mark.sign.clone()));
    let arrows = node.arrows.iter().map(|arrow| (arrow.from, Some(arrow.to), Sign::default()));
    marks.chain(arrows).map(|(from, to, sign)| Drawing { from, to, sign, color }).collect()
}

/// Separates drawings into marks and arrows.
fn marks_and_arrows(drawings: &[Drawing]) -> (Vec<Mark>, Vec<Arrow>) {
    let (mut marks, mut arrows) = (Vec::new(), Vec::new());
    for Drawing { from, to, sign, .. } in drawings {
        match to {
            Some(to) => arrows.push(Arrow { from: *from, to: *to }),
            None => marks.push(Mark { point: *from, sign: sign.clone() }),
        }
    }
    (marks, arrows)
}

/// Returns the result at the end of the main line as SGF has it; an empty text if the game is open.
pub(crate) fn result(tree: &Tree) -> &'static str {
    let Ok(position) = tree.position(tree.end_of_line(ROOT)) else { return "" };
    match Game::from_position(tree.rule(), position).outcome() {
        Some(Outcome::Win(Color::Black)) => "B+",
        Some(Outcome::Win(Color::White)) => "W+",
        Some(Outcome::Draw) => "0",
        None => "",
    }
}

/// Returns the comment of a node, with the review of its move and the better line.
fn comment(node: &Node, size: BoardSize, points: PointNames) -> String {
    let Some(judgement) = node.judgement.as_ref().filter(|judgement| !judgement.words.is_empty())
    else {
        return node.comment.clone();
    };
    let mut text = node.comment.clone();
    if !text.is_empty() {
        text += "\n";
    }
    text += &judgement.words;
    if !judgement.better.is_empty() {
        let line = judgement.better.iter().map(|&point| points.name(point, size));
        text += &format!(" Better: {}.", line.collect::<Vec<_>>().join(" "));
    }
    text
}

/// Returns the annotation of a class of moves in SGF.
fn annotation(class: MoveClass) -> Option<Annotation> {
    match class {
        MoveClass::Brilliant => Some(Annotation::VeryGood),
        MoveClass::Interesting => Some(Annotation::Interesting),
        MoveClass::Inaccuracy => Some(Annotation::Doubtful),
        MoveClass::Mistake => Some(Annotation::Bad),
        MoveClass::Blunder => Some(Annotation::VeryBad),
        MoveClass::Best | MoveClass::Good | MoveClass::Forced | MoveClass::Lost => None,
    }
}

/// Returns the class of moves with an annotation.
fn class(annotation: Annotation) -> MoveClass {
    match annotation {
        Annotation::VeryGood => MoveClass::Brilliant,
        Annotation::Good => MoveClass::Best,
        Annotation::Interesting => MoveClass::Interesting,
        Annotation::Doubtful => MoveClass::Inaccuracy,
        Annotation::Bad => MoveClass::Mistake,
        Annotation::VeryBad => MoveClass::Blunder,
    }
}

/// Returns the text of a file without its byte order mark. The encoding is that of the mark, UTF-8 if
/// the bytes are UTF-8, that of an SGF file's property `CA`, or the most likely one.
fn decode_file(data: &[u8]) -> String {
    let guessed = guess(&[data]).decode(data).0.into_owned();
    if std::str::from_utf8(data).is_ok() || !sgf::is_sgf(&guessed) {
        return guessed;
    }
    let label = guessed.split_once("CA[").and_then(|(_, rest)| rest.split(']').next());
    match label.and_then(|label| Encoding::for_label(label.as_bytes())) {
        Some(encoding) => encoding.decode(data).0.into_owned(),
        None => guessed,
    }
}

/// Decodes the texts of one file.
fn decode_texts(texts: &[&[u8]]) -> Vec<String> {
    let encoding = guess(texts);
    let decode = |text: &&[u8]| encoding.decode_without_bom_handling(text).0.into_owned();
    texts.iter().map(decode).collect()
}

/// Returns the most likely encoding of some texts, such as UTF-8, GBK or windows-1252.
fn guess(texts: &[&[u8]]) -> &'static Encoding {
    if texts.iter().all(|text| std::str::from_utf8(text).is_ok()) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for text in texts {
        detector.feed(text, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    let guess = detector.guess(None, Utf8Detection::Allow);
    // Most libraries of RenLib are in GBK, and the detector is unreliable for short texts.
    let may_be_gbk =
        [SHIFT_JIS, EUC_JP, BIG5].contains(&guess) && texts.iter().all(|text| is_simple_gbk(text));
    if may_be_gbk { GBK } else { guess }
}

/// Returns whether a text consists of ASCII and the most common characters of GBK, whose two bytes are both
/// above A0. Texts in other encodings of such characters usually have bytes below.
fn is_simple_gbk(text: &[u8]) -> bool {
    let runs = text.split(u8::is_ascii);
    runs.into_iter().all(|run| run.len() % 2 == 0 && run.iter().all(|&byte| byte > 0xA0))
}

#[cfg(test)]
mod tests;
