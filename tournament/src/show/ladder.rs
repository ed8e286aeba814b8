//! The ratings of a ladder: one list over all stages and one for each, as text, Markdown and a page.

mod page;

use std::path::PathBuf;

use number_text::counted;

use crate::record::{GameRecord, Score};
use crate::show::tables::layout::{Table, interval, or_dash, signed};
use crate::statistics::{
    PairResult, Rating, RatingList, RatingRequest, RatingSettings, Tally, UnknownAnchor, Wdl,
    meetings, pair_results, ratings, tally,
};

#[cfg(test)]
mod tests;

/// The results of two engines under the conditions of a stage.
#[derive(Clone, Debug, Default)]
pub struct PairingResults {
    /// The games.
    pub records: Vec<GameRecord>,
    /// The number of games that are planned.
    pub planned: usize,
    /// Indicates whether pairs have two games.
    pub is_paired: bool,
    /// The page with the games, if it exists, relative to the folder of the ladder's page.
    pub report: Option<PathBuf>,
}

/// The results of a stage.
#[derive(Clone, Debug, Default)]
pub struct StageResults {
    /// Rule and board.
    pub title: String,
    /// The limits of the engines.
    pub limits: String,
    /// The results of each pairing.
    pub pairings: Vec<PairingResults>,
}

/// A rating list, of a stage or of all stages.
#[derive(Clone, Debug)]
struct Column {
    title: String,
    /// `[engine]`: its rating.
    ratings: Vec<Rating>,
}

/// The ratings of a ladder.
#[derive(Clone, Debug)]
pub struct LadderRatings<'a> {
    names: &'a [String],
    stages: &'a [StageResults],
    /// All stages first, then each of them.
    columns: Vec<Column>,
    /// The engines with games, the best first.
    order: Vec<usize>,
    /// `[engine]`: its games in all stages.
    tallies: Vec<Tally>,
    anchors: Vec<(String, f64)>,
}

impl<'a> LadderRatings<'a> {
    /// Rates the engines of these names. In the list of a stage, anchors that did not play in it have no
    /// effect.
    ///
    /// # Errors
    /// Returns an error if an anchor is no engine.
    pub fn new(
        names: &'a [String],
        stages: &'a [StageResults],
        request: &RatingRequest,
    ) -> Result<Self, UnknownAnchor> {
        let results: Vec<Vec<PairResult>> =
            stages.iter().map(|stage| pair_results_of(stage, names)).collect();
        let list = |results: &[PairResult], anchors: Vec<(String, f64)>| {
            let settings =
                RatingSettings { anchors, model: request.model, ..RatingSettings::default() };
            ratings(names, results, &settings)
        };
        let all = list(&results.concat(), request.anchors.clone())?;
        let order = all.ratings.iter().filter(|rating| rating.games > 0);
        let order = order.map(|rating| rating.engine).collect();
        let mut columns = vec![Column::new("all stages", all)];
        for (stage, results) in stages.iter().zip(&results) {
            let plays = |(name, _): &&(String, f64)| {
                let engine = names.iter().position(|known| known == name);
                results
                    .iter()
                    .any(|pair| engine.is_some_and(|it| pair.half_points_of(it).is_some()))
            };
            let anchors = request.anchors.iter().filter(plays).cloned().collect();
            columns.push(Column::new(&stage.title, list(results, anchors)?));
        }
        let pairings = stages.iter().flat_map(|stage| &stage.pairings);
        let tallies = tally(pairings.flat_map(|pairing| &pairing.records), names);
        Ok(Self { names, stages, columns, order, tallies, anchors: request.anchors.clone() })
    }

    /// Returns whether no engine has a game that counts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the numbers of games that count and of planned games.
    #[must_use]
    pub fn games(&self) -> (usize, usize) {
        let pairings = || self.stages.iter().flat_map(|stage| &stage.pairings);
        let counts = |record: &&GameRecord| record.score != Score::Void;
        let played = pairings().map(|pairing| pairing.records.iter().filter(counts).count()).sum();
        (played, pairings().map(|pairing| pairing.planned).sum())
    }

    /// Returns a sentence about the scale of the ratings and the number of games.
    fn about(&self) -> String {
        let (played, planned) = self.games();
        let anchors = self.anchors.iter().map(|(name, value)| format!("{name} at {value:.0}"));
        let anchors: Vec<String> = anchors.collect();
        let zero = match &anchors[..] {
            [] => "0 is the mean of the engines".to_owned(),
            fixed => format!("fixed: {}", fixed.join(", ")),
        };
        let games = if played == planned {
            counted(played, "game")
        } else {
            format!("{played} of {}", counted(planned, "game"))
        };
        format!("Ratings in Elo with 95 % intervals; {zero}; {games}.")
    }

    /// Returns the table as plain text of at most `width` columns: the list over all stages, and the rating
    /// in each.
    #[must_use]
    pub fn text(&self, width: usize) -> String {
        let all = &self.columns[0];
        let mut table = Table::of(self.order.iter().copied().zip(1..))
            .figures("#", |(_, place)| *place)
            .names("Engine", |(engine, _)| &self.names[*engine])
            .figures("Rating", |(engine, _)| all.value(*engine))
            .figures("95 % interval", |(engine, _)| all.interval(*engine))
            .figures("Games", |(engine, _)| all.ratings[*engine].games)
            .figures("Failed", |(engine, _)| self.tallies[*engine].failed());
        for column in &self.columns[1..] {
            table = table.figures(&column.title, |(engine, _)| column.value(*engine));
        }
        table.text(width)
    }

    /// Returns the table as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let titles = self.columns[1..].iter().map(|column| shown(&column.title));
        let titles: Vec<String> = titles.collect();
        let head = format!("| engine | all stages | {} | games | failed |\n", titles.join(" | "));
        let line = format!("|---|---|{}---|---|\n", "---|".repeat(titles.len()));
        let rows = self.order.iter().map(|&engine| {
            let cells = self.columns.iter().map(|column| column.cell(engine));
            let cells: Vec<String> = cells.map(|cell| with_minus(&cell)).collect();
            let name = self.names[engine].replace('|', "\\|");
            let (games, failed) =
                (self.columns[0].ratings[engine].games, self.tallies[engine].failed());
            format!("| {name} | {} | {games} | {failed} |\n", cells.join(" | "))
        });
        let rows: String = rows.collect();
        format!("{head}{line}{rows}\n{} {}.\n", self.about(), self.conditions())
    }

    /// Returns the titles and limits of all stages, with those of equal limits together.
    fn conditions(&self) -> String {
        let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
        for StageResults { title, limits, .. } in self.stages {
            match groups.iter_mut().find(|(known, _)| known == limits) {
                Some((_, titles)) => titles.push(shown(title)),
                None => groups.push((limits, vec![shown(title)])),
            }
        }
        let groups =
            groups.into_iter().map(|(limits, titles)| format!("{}: {limits}", titles.join(", ")));
        groups.collect::<Vec<_>>().join("; ")
    }

    /// Returns the page: the table, and for each stage the games between every two engines, with links to
    /// their reports.
    #[must_use]
    pub fn page(&self) -> String {
        page::page(self)
    }

    /// Returns the games of two engines in a stage, from the view of `one`, and their page.
    fn meeting(
        &self,
        stage: &StageResults,
        one: usize,
        other: usize,
    ) -> Option<(Wdl, Option<PathBuf>)> {
        stage.pairings.iter().find_map(|pairing| {
            let meetings = meetings(&pairing.records, self.names);
            meetings.get(&(one, other)).map(|&games| (games, pairing.report.clone()))
        })
    }
}

impl Column {
    fn new(title: &str, list: RatingList) -> Self {
        let mut ratings = list.ratings;
        ratings.sort_by_key(|rating| rating.engine);
        Self { title: title.to_owned(), ratings }
    }

    /// Returns the rating of an engine, or `None` if it has no games.
    fn rating(&self, engine: usize) -> Option<&Rating> {
        Some(&self.ratings[engine]).filter(|rating| rating.games > 0)
    }

    fn value(&self, engine: usize) -> String {
        or_dash(self.rating(engine).map(|rating| signed(rating.value, 0)))
    }

    fn interval(&self, engine: usize) -> String {
        or_dash(self.rating(engine).map(|rating| interval(rating.low, rating.high, 0)))
    }

    /// Returns the rating with its interval.
    fn cell(&self, engine: usize) -> String {
        or_dash(self.rating(engine).map(|Rating { value, low, high, .. }| {
            format!("{} {}", signed(*value, 0), interval(*low, *high, 0))
        }))
    }
}

/// Returns figures with minus signs instead of hyphens.
fn with_minus(figures: &str) -> String {
    figures.replace('-', "−")
}

/// Returns a text with multiplication signs in board sizes, such as `15×15`.
fn shown(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.split_once('x') {
        Some((width, height)) if [width, height].iter().all(|it| it.parse::<u8>().is_ok()) => {
            format!("{width}×{height}")
        }
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn pair_results_of(stage: &StageResults, names: &[String]) -> Vec<PairResult> {
    let results = stage.pairings.iter();
    results.flat_map(|one| pair_results(&one.records, names, one.is_paired)).collect()
}
