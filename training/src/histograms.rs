//! The command `picture`: how stones, scores and errors of the evaluation are distributed over
//! the stored positions.

pub mod bins;
pub mod draw;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use dolmen::threats::ThreatBoard;

use crate::labelled::{
    FileError, Group, LabelledPosition, labelled_positions, read_head, read_shard,
};
use crate::learn::samples::is_open;
use crate::store::Shard;

/// Most files that are read of a rule and version of the format.
const MOST_FILES: usize = 40;

/// The facts about a position that are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// Stones on the board.
    pub stones: usize,
    /// The win probability of the label, to the side to move.
    pub score: f64,
    /// The win probability of the static evaluation less that of the label; `None` where the
    /// evaluation is not asked, since threats decide the position.
    pub error: Option<f64>,
}

/// Positions of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The rule.
    pub rule: Rule,
    /// The positions of each group.
    pub groups: BTreeMap<Group, Vec<Facts>>,
}

/// The positions to look at.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// The files of games.
    pub files: Vec<PathBuf>,
    /// Most positions of each rule and group.
    pub positions: usize,
}

/// Files of one rule and version, which have the same groups.
#[derive(Default)]
struct Shelf {
    files: Vec<SizedFile>,
}

/// A file and how large it is.
#[derive(Clone)]
struct SizedFile {
    path: PathBuf,
    bytes: u64,
}

impl Shelf {
    /// Returns an even choice of the files, the small ones first: what these lack, those after
    /// them make up for.
    fn choice(&self) -> Vec<SizedFile> {
        let count = self.files.len();
        let used = count.min(MOST_FILES);
        let mut chosen: Vec<SizedFile> =
            (0..used).map(|number| self.files[number * count / used].clone()).collect();
        chosen.sort_by_key(|file| file.bytes);
        chosen
    }
}

impl Gathering {
    /// Looks at positions that are spread evenly over the files and within each of them; of
    /// many files of a rule at an even choice. Rules without positions are left out. `on_file`
    /// is called with the number of files that are done or left out.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn gather(&self, on_file: &mut dyn FnMut(usize)) -> Result<Vec<Row>, FileError> {
        let mut rows = Rule::ALL.map(|rule| Row { rule, groups: BTreeMap::new() });
        let mut done = 0;
        for ((rule, _), shelf) in self.shelves()? {
            let chosen = shelf.choice();
            for (number, file) in chosen.iter().enumerate() {
                let shard = read_shard(&file.path)?;
                self.add(&mut rows[rule].groups, &shard, chosen.len() - number);
                on_file(done + (number + 1) * shelf.files.len() / chosen.len());
            }
            done += shelf.files.len();
        }
        let rows = rows.into_iter().filter(|row| !row.groups.is_empty());
        Ok(rows.collect())
    }

    /// The files by number of the rule, and whether they are of version 1.
    fn shelves(&self) -> Result<BTreeMap<(usize, bool), Shelf>, FileError> {
        let mut shelves = BTreeMap::<(usize, bool), Shelf>::new();
        for path in &self.files {
            let (shard, bytes) = (read_head(path)?, fs::metadata(path).map_or(0, |is| is.len()));
            let shelf = shelves.entry((shard.rule.index(), shard.header.is_none())).or_default();
            shelf.files.push(SizedFile { path: path.clone(), bytes });
        }
        Ok(shelves)
    }

    /// Adds a fair part of a file's positions, when so many files are left, this one included.
    fn add(&self, groups: &mut BTreeMap<Group, Vec<Facts>>, shard: &Shard, files_left: usize) {
        let mut found = BTreeMap::<Group, Vec<LabelledPosition<'_>>>::new();
        for labelled in shard.games.iter().flat_map(|game| labelled_positions(shard, game)) {
            if labelled.label.searched.depth > 0 {
                found.entry(labelled.group).or_default().push(labelled);
            }
        }
        for (group, found) in found {
            let known = groups.entry(group).or_default();
            let wanted = (self.positions - known.len()).div_ceil(files_left).min(found.len());
            let chosen = (0..wanted).map(|number| &found[number * found.len() / wanted]);
            known.extend(chosen.filter_map(|labelled| facts(labelled, shard.rule)));
        }
    }
}

/// Returns what is drawn of a position, unless its game is damaged.
fn facts(labelled: &LabelledPosition<'_>, rule: Rule) -> Option<Facts> {
    let board = ThreatBoard::new(&labelled.position()?, rule);
    let score = labelled.label.score().win_probability();
    let built_in = Evaluator::built_in();
    let evaluation = || built_in.rule(rule).evaluate(&board).win_probability();
    let error = is_open(&board).then(|| evaluation() - score);
    Some(Facts { stones: labelled.stones(), score, error })
}
