//! The canonical form of a tournament: all settings that influence its games.
//!
//! Invariant: two configurations have the same form if and only if their games may be counted
//! together. Paths, the number of games at once and the number of pairs are not in it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::{Conditions, Config, EngineConfig, Limits, Profile};
use crate::plan::identity::{Identity, hexadecimal, is_program};
use crate::statistics::SprtConfig;

/// The canonical form of a configuration; the hash of its JSON is the id of the plan. The order of
/// the fields is part of the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Canonical {
    /// The options that decide how games go.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The engines.
    pub engines: Vec<CanonicalEngine>,
    /// The test that may end the tournament.
    pub sprt: Option<SprtConfig>,
    /// The openings: column and row of each move.
    pub openings: Vec<Vec<(usize, usize)>>,
}

/// The canonical form of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanonicalEngine {
    /// Its name.
    pub name: String,
    /// The hash of its program.
    pub hash: String,
    /// Its command, with names instead of paths.
    pub command: Vec<String>,
    /// Its own INFO lines.
    pub options: Vec<(String, String)>,
    /// The manager that the runner imitates.
    pub profile: Profile,
    /// Its limits.
    pub limits: Limits,
}

impl Canonical {
    /// Returns the canonical form of a configuration whose engines have these identities.
    #[must_use]
    pub(crate) fn new(config: &Config, identities: &[Identity]) -> Self {
        let engines = config.engines.iter().zip(identities);
        let openings = config.openings.iter().map(|opening| {
            opening.moves.iter().map(|point| (point.column(), point.row())).collect()
        });
        Self {
            conditions: config.conditions.clone(),
            engines: engines.map(|(engine, id)| CanonicalEngine::new(engine, id)).collect(),
            sprt: config.sprt,
            openings: openings.collect(),
        }
    }

    /// Returns the SHA-256 of the JSON text, in 64 hexadecimal digits.
    #[must_use]
    pub(crate) fn hash(&self) -> String {
        let text = serde_json::to_string(self).expect("the form serializes to JSON");
        hexadecimal(&Sha256::digest(text))
    }
}

impl CanonicalEngine {
    fn new(engine: &EngineConfig, identity: &Identity) -> Self {
        let EngineConfig { name, command, folder, options, limits, profile } = engine;
        let (program, arguments) =
            command.split_first().expect("a command begins with its program");
        let program = Path::new(program);
        // Omit the folders of programs, since an engine may lie elsewhere on another machine.
        let folder = folder.as_deref().or(program.parent()).unwrap_or(Path::new(""));
        let bare = |word: &String| match Path::new(word).file_name() {
            Some(name) if is_program(&folder.join(word)) => name.to_string_lossy().into_owned(),
            _ => word.clone(),
        };
        Self {
            name: name.clone(),
            hash: identity.hash.clone(),
            command: [program.file_name().unwrap_or_default().to_string_lossy().into_owned()]
                .into_iter()
                .chain(arguments.iter().map(bare))
                .collect(),
            options: options.clone(),
            profile: *profile,
            limits: limits.clone(),
        }
    }
}
