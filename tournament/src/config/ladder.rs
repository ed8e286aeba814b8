//! A ladder: engines that play each other under several rules. Each pairing is a tournament of two engines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dolmen::near::{nearest, suggestion};
use dolmen::rules::Rule;
use serde::Deserialize;
use thiserror::Error;

use crate::config::{Draft, EngineDraft, Format, ReadConfigError, RuleText};

/// The default folder of the results.
const FOLDER: &str = "ladder";

/// The request for a ladder, from a TOML file.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Ladder {
    /// The folder of the results [default: ladder, in the current folder].
    pub folder: Option<PathBuf>,
    /// The options of all tournaments, without engines.
    pub all: Draft,
    /// The rules and boards, each with the options of its tournaments.
    #[serde(rename = "stage")]
    pub stages: Vec<Draft>,
    /// The engines, each with a name.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineDraft>,
    /// The rules that each engine knows, by name; an engine without an entry knows all rules.
    pub rules: BTreeMap<String, Vec<RuleText>>,
    /// The fixed ratings of engines, by name.
    pub anchors: BTreeMap<String, f64>,
}

/// The reason why a ladder cannot be played.
#[derive(Debug, Error)]
pub enum LadderError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadConfigError),
    /// There is no stage.
    #[error("a ladder needs at least one [[stage]] with a rule and a board size")]
    NoStage,
    /// The stage of this number has no rule or no board size.
    #[error("stage {0} needs a rule and a board size, such as rule = \"renju\" and size = 15")]
    Incomplete(usize),
    /// Two stages, of these numbers, have the same rule, board and options.
    #[error("stages {0} and {1} are the same: their games would count twice")]
    SameStage(usize, usize),
    /// The engine of this number has no name.
    #[error("engine {0} has no name: a ladder needs one for each")]
    NoName(usize),
    /// A table, such as that of the rules, names an unknown engine.
    #[error("[{table}]: unknown engine {name:?}{hint}")]
    UnknownEngine {
        /// The table.
        table: &'static str,
        /// The name.
        name: String,
        /// The end of the message: a similar name, if there is one (did-you-mean).
        hint: String,
    },
    /// `[all]` or a stage has engines of its own.
    #[error("[all] and [[stage]] have no engines: expected them as [[engine]] of the ladder")]
    EnginesElsewhere,
}

impl Ladder {
    /// Reads a file. Relative paths in the file are relative to its folder, except the folder of the results,
    /// which is relative to the current folder.
    ///
    /// # Errors
    /// See [`LadderError`].
    pub fn read(file: &Path) -> Result<Self, LadderError> {
        let unreadable = |error| ReadConfigError::Unreadable(file.to_owned(), error);
        let text = fs::read_to_string(file).map_err(unreadable)?;
        let invalid = |error| ReadConfigError::Invalid(file.to_owned(), error);
        let mut ladder: Self = toml::from_str(&text).map_err(invalid)?;
        let base = file.parent().unwrap_or(Path::new(""));
        ladder.all.rebase(base);
        ladder.stages.iter_mut().for_each(|stage| stage.rebase(base));
        ladder.engines.iter_mut().for_each(|engine| engine.rebase(base));
        ladder.check()?;
        Ok(ladder)
    }

    fn check(&self) -> Result<(), LadderError> {
        if self.stages.is_empty() {
            return Err(LadderError::NoStage);
        }
        if self.stages.iter().chain([&self.all]).any(|draft| !draft.engines.is_empty()) {
            return Err(LadderError::EnginesElsewhere);
        }
        if let Some(place) = self.engines.iter().position(|engine| engine.name.is_none()) {
            return Err(LadderError::NoName(place + 1));
        }
        let whole: Vec<Draft> =
            self.stages.iter().map(|stage| self.all.clone().overlaid(stage.clone())).collect();
        let is_incomplete = |stage: &Draft| stage.rule.is_none() || stage.size.is_none();
        if let Some(place) = whole.iter().position(is_incomplete) {
            return Err(LadderError::Incomplete(place + 1));
        }
        for (place, stage) in whole.iter().enumerate() {
            if let Some(other) = whole[..place].iter().position(|other| other == stage) {
                return Err(LadderError::SameStage(other + 1, place + 1));
            }
        }
        self.check_names("rules", self.rules.keys())?;
        self.check_names("anchors", self.anchors.keys())
    }

    /// Checks that the names in a table are those of engines.
    fn check_names<'a>(
        &self,
        table: &'static str,
        mut known: impl Iterator<Item = &'a String>,
    ) -> Result<(), LadderError> {
        let names = || self.engines.iter().filter_map(|engine| engine.name.as_deref());
        match known.find(|known| names().all(|name| name != *known)) {
            None => Ok(()),
            Some(name) => {
                let hint = suggestion(nearest(name, names()));
                Err(LadderError::UnknownEngine { table, name: name.clone(), hint })
            }
        }
    }

    /// Returns the names of the engines that know none of the stages' rules.
    pub fn idle(&self) -> impl Iterator<Item = &str> {
        let rules: Vec<Option<RuleText>> =
            self.stages.iter().map(|stage| stage.rule.or(self.all.rule)).collect();
        let knows_none =
            move |known: &&Vec<RuleText>| !known.iter().any(|known| rules.contains(&Some(*known)));
        let known = self.rules.iter();
        known.filter(move |(_, known)| knows_none(known)).map(|(name, _)| name.as_str())
    }

    /// Returns the folder of the results.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.as_deref().unwrap_or(Path::new(FOLDER))
    }

    /// Returns the tournament of a stage between all engines that know its rule. There may be fewer than
    /// two of them.
    ///
    /// # Panics
    /// Panics if there is no such stage.
    #[must_use]
    pub fn tournament(&self, stage: usize) -> Draft {
        let mut draft = self.all.clone().overlaid(self.stages[stage].clone());
        let rule = draft.rule.map_or(Rule::default(), |RuleText(rule)| rule);
        let knows = |name: &String| {
            self.rules.get(name).is_none_or(|known| known.contains(&RuleText(rule)))
        };
        let engines = self.engines.iter();
        let engines = engines.filter(|engine| engine.name.as_ref().is_some_and(knows));
        draft.engines = engines.cloned().collect();
        draft
    }
}

/// Returns the pairings of a tournament, each as a tournament of two engines; those of the first engine come
/// first.
#[must_use]
pub fn pairings(tournament: &Draft) -> Vec<Draft> {
    let Draft { engines, format, .. } = tournament;
    let firsts = if *format == Some(Format::Gauntlet) { 1 } else { engines.len() };
    let firsts = engines.iter().enumerate().take(firsts);
    let pairs = firsts.flat_map(|(place, first)| {
        engines[place + 1..].iter().map(move |second| vec![first.clone(), second.clone()])
    });
    let pairing = |engines| Draft { engines, format: None, ..tournament.clone() };
    pairs.map(pairing).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Ladder, LadderError, pairings};
    use crate::config::check;

    const LADDER: &str = r#"
        [all]
        games = 4
        [[stage]]
        rule = "freestyle"
        size = 20
        [[stage]]
        rule = "renju"
        size = 15
        games = 2
        [[engine]]
        name = "a"
        cmd = "a"
        [[engine]]
        name = "b"
        cmd = "b"
        [[engine]]
        name = "c"
        cmd = "c"
        [rules]
        b = ["freestyle", "caro"]
    "#;

    fn ladder(text: &str) -> Result<Ladder, LadderError> {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let file = folder.path().join("ladder.toml");
        std::fs::write(&file, text).expect("the folder can be written");
        Ladder::read(&file)
    }

    /// Returns the pairings of a stage, such as `a-b`.
    fn names(ladder: &Ladder, stage: usize) -> Vec<String> {
        let drafts = pairings(&ladder.tournament(stage));
        let name = |place: usize, draft: &crate::config::Draft| {
            draft.engines[place].name.clone().expect("each engine has a name")
        };
        drafts.iter().map(|draft| format!("{}-{}", name(0, draft), name(1, draft))).collect()
    }

    #[test]
    fn engines_meet_under_the_rules_that_both_know() {
        let ladder = ladder(LADDER).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(names(&ladder, 0), ["a-b", "a-c", "b-c"]);
        assert_eq!(names(&ladder, 1), ["a-c"]);
        let games = [0, 1].map(|stage| ladder.tournament(stage).games);
        assert_eq!(games, [Some(4), Some(2)]);
        assert_eq!(ladder.folder(), Path::new("ladder"));
        assert_eq!(ladder.idle().count(), 0);
        let other = self::ladder(&LADDER.replace("\"freestyle\", \"caro\"", "\"caro\""));
        let other = other.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(other.idle().collect::<Vec<_>>(), ["b"]);
        let gauntlet = LADDER.replace("games = 4", "format = \"gauntlet\"");
        let gauntlet = self::ladder(&gauntlet).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(names(&gauntlet, 0), ["a-b", "a-c"]);
    }

    #[test]
    fn mistakes_are_named() {
        let message = |from: &str, to: &str| {
            ladder(&LADDER.replacen(from, to, 1)).expect_err("there is a mistake").to_string()
        };
        assert!(message("name = \"c\"", "").contains("engine 3 has no name"));
        assert!(message("b = [", "bb = [").ends_with("unknown engine \"bb\"; did you mean b?"));
        assert!(message("rule = \"renju\"", "").contains("stage 2 needs a rule and a board size"));
        let twice = "rule = \"renju\"\nsize = 15\ngames = 2\n[[stage]]\nrule = \"renju\"";
        let same = message(
            "rule = \"renju\"\n        size = 15\n        games = 2",
            &format!("{twice}\nsize = 15\ngames = 2"),
        );
        assert_eq!(same, "stages 2 and 3 are the same: their games would count twice");
        let anchors = message("[rules]", "[anchors]\nbb = 1500\n[rules]");
        assert_eq!(anchors, "[anchors]: unknown engine \"bb\"; did you mean b?");
        assert!(message("renju", "renyu").contains("renyu"));
        assert!(message("games = 4", "gemes = 4").contains("unknown field `gemes`"));
        assert!(message("[all]", "[all]\nengine = [{ cmd = \"a\" }]").contains("[[engine]]"));
        let text = LADDER.replace("[[stage]]", "[[other]]");
        assert!(ladder(&text).is_err_and(|error| error.to_string().contains("other")));
        assert!(matches!(ladder(""), Err(LadderError::NoStage)));
    }

    #[test]
    fn the_shipped_ladder_can_be_read() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ladder.toml");
        let ladder = Ladder::read(&file).unwrap_or_else(|error| panic!("{error}"));
        for stage in 0..ladder.stages.len() {
            let mut draft = ladder.tournament(stage);
            // The other engines may not be installed.
            draft.engines.retain(|engine| {
                engine.name.as_deref().is_some_and(|name| name == "Dolmen" || name == "house a")
            });
            let checked = check(&draft, 2);
            assert!(checked.is_ok(), "{checked:?}");
        }
    }
}
