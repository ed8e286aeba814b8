//! Converts TOML to plans, and parts of plans to JSON.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, ParseSizeError, Position};
use dolmen::rules::{ParseRuleError, Rule, check_move, outcome};
use serde::{Deserialize, Serialize, Serializer};
use strum::VariantArray;

use super::{Conditions, OpeningSettings, Plan, PublishedOpening, RulePlan, Share, Shares, Stage};
use crate::store::{Beginning, Effort, MAX_INTERIOR};

/// The shares of items, by the names in the file.
type NamedShares = BTreeMap<String, f64>;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    seed: u64,
    /// In megabytes.
    disk_limit: u64,
    #[serde(default = "default_games_per_file")]
    games_per_file: u64,
    effort: Effort,
    openings: OpeningSettings,
    beginnings: NamedShares,
    rules: BTreeMap<String, RuleFile>,
    stages: Vec<StageFile>,
}

const fn default_games_per_file() -> u64 {
    20_000
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    sizes: NamedShares,
    #[serde(default)]
    published: BTreeMap<String, Vec<PathBuf>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageFile {
    positions: u64,
    rules: NamedShares,
}

/// Reads a plan whose names of files are relative to a folder.
pub(super) fn plan(text: &str, folder: &Path) -> Result<Plan, String> {
    let file: PlanFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let PlanFile { seed, disk_limit, games_per_file, effort, .. } = &file;
    check_effort(effort)?;
    if *games_per_file == 0 {
        return Err("games_per_file is 0; expected 1 or more".to_owned());
    }
    if *disk_limit == 0 {
        return Err("disk_limit is 0; expected 1 or more megabytes".to_owned());
    }
    if file.stages.is_empty() {
        return Err("there are no stages; expected at least one [[stages]]".to_owned());
    }
    check_openings(&file.openings)?;
    let beginnings = shares("beginnings", &file.beginnings, beginning)?;
    let mut rules = Vec::new();
    for (name, rule_file) in &file.rules {
        let rule = rule(name)?;
        let conditions = conditions(&file.openings, &beginnings, rule, rule_file, folder)
            .map_err(|what| format!("rules.{name}: {what}"))?;
        rules.push(RulePlan { rule, conditions });
    }
    let stages = file.stages.iter().zip(1..).map(|(stage, number)| {
        stage_of(stage, &rules).map_err(|what| format!("stage {number}: {what}"))
    });
    let stages = stages.collect::<Result<_, _>>()?;
    Ok(Plan {
        seed: *seed,
        disk_limit: disk_limit.saturating_mul(1_000_000),
        games_per_file: *games_per_file,
        effort: effort.clone(),
        rules,
        stages,
    })
}

fn check_effort(effort: &Effort) -> Result<(), String> {
    let Effort { nodes, interior_nodes, interior, deep_nodes, deep_share, .. } = effort;
    for (name, nodes) in
        [("nodes", nodes), ("interior_nodes", interior_nodes), ("deep_nodes", deep_nodes)]
    {
        if *nodes < 50 {
            return Err(format!("effort: {name} is {nodes}; expected 50 or more"));
        }
    }
    if *interior > MAX_INTERIOR {
        return Err(format!("effort: interior is {interior}; expected at most {MAX_INTERIOR}"));
    }
    if !(0.0..=1.0).contains(deep_share) {
        return Err(format!("effort: deep_share is {deep_share}; expected 0 to 1"));
    }
    Ok(())
}

fn check_openings(openings: &OpeningSettings) -> Result<(), String> {
    let &OpeningSettings { even_within, quiet_percent, quiet_within, .. } = openings;
    let (least, most) = openings.crowded_stones;
    if least > most || most > 100 {
        return Err(format!("crowded_stones is {least} to {most}; expected 0 to 100, in order"));
    }
    for (name, units) in [("even_within", even_within), ("quiet_within", quiet_within)] {
        if units < 0 {
            return Err(format!("{name} is {units}; expected 0 or more"));
        }
    }
    if quiet_percent > 100 {
        return Err(format!("quiet_percent is {quiet_percent}; expected 0 to 100"));
    }
    Ok(())
}

fn conditions(
    settings: &OpeningSettings,
    beginnings: &Shares<Beginning>,
    rule: Rule,
    rule_file: &RuleFile,
    folder: &Path,
) -> Result<Conditions, String> {
    let mut openings = Vec::new();
    for (size_name, files) in &rule_file.published {
        let size = size(size_name)?;
        for path in files {
            openings.extend(published(&folder.join(path), size, rule)?);
        }
    }
    Ok(Conditions {
        beginnings: beginnings.clone(),
        sizes: shares("sizes", &rule_file.sizes, size)?,
        openings,
        settings: settings.clone(),
    })
}

/// Reads the published openings of a file: one a line, as `x,y` pairs from 0, black first. Lines that
/// begin with `#` are comments.
fn published(path: &Path, size: BoardSize, rule: Rule) -> Result<Vec<PublishedOpening>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    lines
        .map(|(line, number)| {
            opening(line, size, rule).map_err(|what| format!("{name}, line {number}: {what}"))
        })
        .collect()
}

fn opening(line: &str, size: BoardSize, rule: Rule) -> Result<PublishedOpening, String> {
    let mut position = Position::new(size);
    for pair in line.split_whitespace() {
        let point = pair.split_once(',').and_then(|(column, row)| {
            size.point(column.trim().parse().ok()?, row.trim().parse().ok()?)
        });
        let point = point.ok_or_else(|| {
            format!("invalid point {pair:?}: expected x,y from 0,0 on a board of {size}")
        })?;
        check_move(&position, point, rule).map_err(|error| format!("{pair}: {error}"))?;
        position.play(point).expect("a legal move is on an empty point");
    }
    if outcome(&position, rule).is_some() {
        return Err("the game is over after the opening".to_owned());
    }
    let moves = position.history().iter().map(|stone| stone.point).collect();
    Ok(PublishedOpening { size, moves })
}

fn stage_of(stage: &StageFile, rules: &[RulePlan]) -> Result<Stage, String> {
    let shares = shares("rules", &stage.rules, rule)?;
    let is_planned = |rule| rules.iter().any(|plan| plan.rule == rule);
    if let Some(part) = shares.parts().iter().find(|part| !is_planned(part.what)) {
        return Err(format!("{0} has no sizes; add a table [rules.{0}]", part.what));
    }
    if stage.positions == 0 {
        return Err("positions is 0; expected 1 or more".to_owned());
    }
    let largest = shares.parts().iter().map(|part| part.share).fold(0.0, f64::max);
    let stage = Stage { positions: stage.positions, rules: shares };
    if stage.rules.parts().iter().all(|part| stage.wanted(part) == 0) {
        let (positions, least) = (stage.positions, (0.5 / largest).ceil());
        return Err(format!(
            "positions is {positions}, too few for one of any rule; expected {least} or more"
        ));
    }
    Ok(stage)
}

/// Reads shares, whose items have names.
fn shares<T: Copy>(
    table: &str,
    named: &NamedShares,
    thing: impl Fn(&str) -> Result<T, String>,
) -> Result<Shares<T>, String> {
    let parts = named.iter().map(|(name, &share)| Ok(Share { what: thing(name)?, share }));
    let parts = parts.collect::<Result<Vec<_>, String>>()?;
    Shares::new(parts)
        .map_err(|sum| format!("the shares of {table} sum to {sum:.3}; expected 1, none negative"))
}

fn rule(name: &str) -> Result<Rule, String> {
    name.parse().map_err(|error: ParseRuleError| error.to_string())
}

fn beginning(name: &str) -> Result<Beginning, String> {
    let is_planned = |known: &Beginning| *known != Beginning::Foreign;
    let of_plans = || Beginning::VARIANTS.iter().copied().filter(is_planned);
    of_plans().find(|known| known.name() == name).ok_or_else(|| {
        let known = of_plans().map(Beginning::name).collect::<Vec<_>>().join(", ");
        format!("unknown beginning {name:?}: expected one of {known}")
    })
}

fn size(name: &str) -> Result<BoardSize, String> {
    name.parse().map_err(|error: ParseSizeError| error.to_string())
}

/// Writes the number of openings and a checksum of them.
pub(super) fn digest<S: Serializer>(
    openings: &[PublishedOpening],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = format!("{openings:?}");
    format!("{} openings, checksum {:08x}", openings.len(), crc32fast::hash(text.as_bytes()))
        .serialize(serializer)
}
