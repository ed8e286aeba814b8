//! The commands that measure the tree of the search: `positions`, `growth` and `sight`.

mod all;
mod positions;
mod sets;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dolmen::board::BoardSize;
use dolmen::game::Game;
use dolmen::rules::Rule;
use dolmen::search::NodeKind;
use number_text::{counted, whole_number_in};
use training::estimate::Estimate;
use training::label::foreign::ForeignFile;
use training::store::{self, FileError, Shard, games_files};
use training::tree::draw::{Drawn, Wanted};
use training::tree::growth::{Growth, HEADER, Iterations};
use training::tree::sight::{Forecast, losses};

use crate::common::{Ending, Failure, log, log_damage, nodes, threads};
use crate::outputs::Kind;

use all::on_all;
use sets::{NamedMargins, Sets};

/// The names of the columns of `--csv`.
const COLUMN_NAMES: &str = "margins,rule,stones,position,row,depth,nodes";
/// Files of `--csv`.
const NODES: Kind =
    Kind { name: "such a file of nodes", has: |bytes| bytes.starts_with(COLUMN_NAMES.as_bytes()) };

/// Stored games and the rule of those to use.
#[derive(Debug, Args)]
struct Source {
    /// Files of games, and folders of them.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Rule of the games.
    #[arg(long)]
    rule: Rule,
    /// Board size of the games, such as 15 or 20x15 [default: all sizes].
    #[arg(long)]
    size: Option<BoardSize>,
    /// Seed of the draw.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_in(0_u64..))]
    seed: u64,
}

impl Source {
    /// Reads the games of the rule.
    fn games(&self) -> Result<Vec<store::Game>, Failure> {
        let mut games = Vec::new();
        for path in games_files(&self.paths)? {
            let in_file = |error| FileError { path: path.clone(), error };
            if Shard::read_head(&path).map_err(in_file)?.rule == self.rule {
                let shard = Shard::read(&path).map_err(in_file)?;
                shard.damage.iter().for_each(|damage| log_damage(&path, damage));
                games.extend(shard.games);
            }
        }
        games.retain(|game| self.size.is_none_or(|size| game.size == size));
        self.at_least_one(games)
    }

    /// Returns the games, or an error if there are none.
    fn at_least_one<G>(&self, games: Vec<G>) -> Result<Vec<G>, Failure> {
        if games.is_empty() {
            let boards = self.size.map(|size| format!(" on {size} boards")).unwrap_or_default();
            return Err(format!("no games of {}{boards} in the files", self.rule).into());
        }
        Ok(games)
    }
}

/// The arguments of `positions`.
#[derive(Debug, Args)]
pub(crate) struct Positions {
    #[command(flatten)]
    source: Source,
    /// Number of positions of each number of stones.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole_number_in(1_u32..))]
    count: u32,
    /// Numbers of stones.
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_values_t = [8, 24, 40, 56])]
    #[arg(value_parser = whole_number_in(0_usize..))]
    stones: Vec<usize>,
    /// Least stored score either way, in evaluation units.
    #[arg(long, value_name = "UNITS", default_value_t = 0)]
    #[arg(value_parser = whole_number_in(0_i32..))]
    least: i32,
    /// Greatest stored score either way, in evaluation units.
    #[arg(long, value_name = "UNITS", default_value_t = 200)]
    #[arg(value_parser = whole_number_in(0_i32..))]
    most: i32,
}

impl Positions {
    /// Prints positions, one on each text line.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        if self.least > self.most {
            return Err(format!("--least {} is above --most {}", self.least, self.most).into());
        }
        let games = self.source.games()?;
        for &stones in &self.stones {
            let wanted = Wanted {
                stones: stones..=stones,
                scores: self.least..=self.most,
                to_end: usize::MAX,
                per_game: 1,
                count: self.count as usize,
                seed: self.source.seed,
            };
            let positions = wanted.draw(self.source.rule, &games);
            if positions.len() < wanted.count {
                log(&format!(
                    "{} of {} of {} found",
                    positions.len(),
                    counted(wanted.count, "position"),
                    counted(stones, "stone")
                ));
            }
            for drawn in positions {
                writeln!(io::stdout(), "{}", drawn.game)?;
            }
        }
        Ok(Ending::Done)
    }
}

/// The arguments of `growth`.
#[derive(Debug, Args)]
pub(crate) struct GrowthTask {
    /// File of positions, one on each text line, as `positions` prints them [default: built-in
    /// positions of freestyle, standard and renju].
    #[arg(value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Use only positions of this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// Nodes per position. The default takes 1 to 2 s a position, and 2 to 4 minutes for the built-in positions.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = nodes())]
    nodes: u64,
    #[command(flatten)]
    sets: Sets,
    /// File for the nodes of every iteration, as CSV.
    #[arg(long, value_name = "FILE", value_parser = NODES.parser())]
    csv: Option<PathBuf>,
    /// Number of positions searched at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
}

impl GrowthTask {
    /// Searches the positions and prints a table by rule and number of stones for each set of margins.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let (sets, games) = (self.sets.all()?, self.games()?);
        if let Some(path) = &self.csv {
            Self::write_csv(path, "")?;
        }
        let searched = on_all(&games, self.threads, |game| {
            let of = |set: &NamedMargins| Iterations::of(game, self.nodes, set.margins);
            sets.iter().map(of).collect::<Vec<Iterations>>()
        })?;
        let lasted = |iterations: &Iterations| iterations.lasted(self.nodes);
        let mut output = io::stdout().lock();
        for (index, set) in sets.iter().enumerate() {
            let mut groups: BTreeMap<(usize, usize), (Rule, Growth)> = BTreeMap::new();
            for (game, iterations) in searched.iter().filter(|(_, all)| all.iter().all(lasted)) {
                let rule = game.rule().rule;
                let group = (rule.index(), stones(game));
                let (_, growth) = groups.entry(group).or_insert_with(|| (rule, Growth::default()));
                growth.add(&iterations[index], self.nodes);
            }
            writeln!(output, "{}\nrule      stones {HEADER}", set.name)?;
            for ((_, stones), (rule, growth)) in &groups {
                writeln!(output, "{:9} {stones:6} {growth}", rule.name())?;
            }
        }
        if let Some(path) = &self.csv {
            Self::write_csv(path, &csv(&sets, &searched))?;
        }
        let decided = searched.iter().filter(|(_, all)| !all.iter().all(lasted)).count();
        if decided > 0 {
            log(&format!("positions decided before the limit, and left out: {decided}"));
        }
        if searched.len() < games.len() {
            let all = counted(games.len(), "position");
            log(&format!("stopped after {} of {all}", searched.len()));
        }
        Ok(Ending::if_done(searched.len() == games.len()))
    }

    /// Writes the file of `--csv`, which is also created before the searches begin, so that a wrong
    /// path fails at once.
    fn write_csv(path: &Path, text: &str) -> Result<(), Failure> {
        let written = fs::write(path, text);
        Ok(written.map_err(|error| format!("cannot write {}: {error}", path.display()))?)
    }

    /// Returns the positions.
    fn games(&self) -> Result<Vec<Game>, Failure> {
        let (name, mut games) = match &self.positions {
            Some(path) => (path.display().to_string(), positions::read(path)?),
            None => ("the built-in positions".to_owned(), positions::built_in()?),
        };
        games.retain(|game| self.rule.is_none_or(|rule| game.rule().rule == rule));
        if games.is_empty() {
            let of_rule = self.rule.map(|rule| format!(" of {rule}")).unwrap_or_default();
            return Err(format!("no positions{of_rule} in {name}").into());
        }
        Ok(games)
    }
}

/// Returns the number of stones of a position.
fn stones(game: &Game) -> usize {
    game.position().history().len()
}

/// Returns the iterations as CSV: a row for each iteration of each position, with the total nodes at
/// its end, and one for each kind of node and remaining depth.
fn csv(sets: &[NamedMargins], searched: &[(&Game, Vec<Iterations>)]) -> String {
    let mut text = format!("{COLUMN_NAMES}\n");
    for (number, (game, iterations)) in searched.iter().enumerate() {
        for (set, iterations) in sets.iter().zip(iterations) {
            let (name, rule) = (set.name.replace(',', " "), game.rule().rule);
            let place = format!("{name},{rule},{},{number}", stones(game));
            for (nodes, depth) in iterations.nodes.iter().zip(1..) {
                text += &format!("{place},iteration,{depth},{nodes}\n");
            }
            for kind in NodeKind::ALL {
                let counts = iterations.census.by_depth(kind).enumerate();
                for (depth, nodes) in counts.filter(|&(_, nodes)| nodes > 0) {
                    text += &format!("{place},{kind:?},{depth},{nodes}\n");
                }
            }
        }
    }
    text
}

/// The arguments of `sight`.
#[derive(Debug, Args)]
pub(crate) struct Sight {
    #[command(flatten)]
    source: Source,
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole_number_in(1_u32..))]
    count: u32,
    /// Greatest number of moves to the end of the game.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole_number_in(0_usize..))]
    to_end: usize,
    /// Greatest number of positions of a game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole_number_in(1_u32..))]
    per_game: u32,
    /// Nodes per position. The default takes about a second a position.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = nodes())]
    nodes: u64,
    #[command(flatten)]
    sets: Sets,
    /// Number of positions searched at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
}

impl Sight {
    /// Prints the loss of each set of margins, its change from the default ones, and the mean depth.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let wanted = Wanted {
            stones: 1..=usize::MAX,
            scores: 0..=i32::MAX,
            to_end: self.to_end,
            per_game: self.per_game as usize,
            count: self.count as usize,
            seed: self.source.seed,
        };
        let sets = self.sets.all()?;
        let drawn = self.draw(&wanted)?;
        if (1..wanted.count).contains(&drawn.len()) {
            log(&self.shortage(drawn.len()));
        }
        let seen = on_all(&drawn, self.threads, |one: &Drawn| {
            sets.iter().map(|set| Forecast::of(one, self.nodes, set.margins)).collect::<Vec<_>>()
        })?;
        if seen.is_empty() {
            return Err(format!(
                "no positions within {} of the end found",
                counted(self.to_end, "move")
            )
            .into());
        }
        let games: Vec<usize> = seen.iter().map(|(one, _)| one.of_game).collect();
        let mut output = io::stdout().lock();
        writeln!(
            output,
            "positions: {}\n{:>15} {:>19} {:>6}  margins",
            seen.len(),
            "loss",
            "change",
            "depth"
        )?;
        let mut first: Option<Vec<f64>> = None;
        for (index, set) in sets.iter().enumerate() {
            let forecasts: Vec<Forecast> = seen.iter().map(|(_, seen)| seen[index]).collect();
            let losses = losses(&forecasts);
            let first = first.get_or_insert_with(|| losses.clone());
            let changes: Vec<f64> =
                losses.iter().zip(first).map(|(loss, first)| loss - *first).collect();
            let own = Estimate::of_groups(&losses, &games);
            let change = Estimate::of_groups(&changes, &games);
            let depth = forecasts.iter().map(|one| f64::from(one.depth)).sum::<f64>();
            writeln!(
                output,
                "{:6.4} ± {:.4} {:+10.4} ± {:.4} {:6.1}  {}",
                own.mean,
                own.error,
                change.mean,
                change.error,
                depth / seen.len() as f64,
                set.name
            )?;
        }
        Ok(Ending::if_done(seen.len() == drawn.len()))
    }

    /// Returns a message that `found` positions are fewer than were asked for, with the conditions of a position.
    fn shortage(&self, found: usize) -> String {
        let which = if self.source.paths.iter().any(|path| is_foreign(path)) {
            "after the opening"
        } else {
            "searched when the game was played, and with neither side winning"
        };
        format!(
            "{found} of {} found: each {which}, at most {} before the end of its game, and at most {} of a game",
            counted(self.count as usize, "position"),
            counted(self.to_end, "move"),
            self.per_game
        )
    }

    /// Draws the positions from the games; `.jsonl` files hold games of other programs.
    fn draw(&self, wanted: &Wanted) -> Result<Vec<Drawn>, Failure> {
        let Source { paths, rule, size, .. } = &self.source;
        if !paths.iter().any(|path| is_foreign(path)) {
            return Ok(wanted.draw(*rule, &self.source.games()?));
        }
        if let Some(path) = paths.iter().find(|path| !is_foreign(path)) {
            let path = path.display();
            return Err(format!(
                "{path} has games of Dolmen, the .jsonl files have games of others: expected one kind"
            )
            .into());
        }
        let mut games = Vec::new();
        for path in paths {
            let file = ForeignFile::read(path);
            let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
            file.refusals.iter().for_each(|refusal| log(refusal));
            games.extend(file.games);
        }
        games.retain(|game| game.rule == *rule && size.is_none_or(|size| game.size == size));
        Ok(wanted.draw_foreign(*rule, &self.source.at_least_one(games)?))
    }
}

/// Returns whether a file holds games of other programs.
fn is_foreign(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "jsonl")
}
