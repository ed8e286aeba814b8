//! The programs of an engine during a run, in which a game must not be played by another version.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::config::EngineConfig;
use crate::plan::identity::{Identity, identify, programs};

/// The programs of an engine as they were when the run began.
#[derive(Clone, Debug)]
pub struct Programs {
    engine: EngineConfig,
    identity: Identity,
    /// The files, each with its size and the time of its last change.
    files: Vec<(PathBuf, Option<Stamp>)>,
}

/// The size of a file and the time of its last change.
type Stamp = (u64, SystemTime);

impl Programs {
    /// Returns the programs of an engine that has just been identified.
    #[must_use]
    pub fn of(engine: &EngineConfig, identity: &Identity) -> Self {
        let files = programs(engine).into_iter().map(|path| (path.clone(), stamp(&path)));
        Self { engine: engine.clone(), identity: identity.clone(), files: files.collect() }
    }

    /// Returns the hash by which the engine was identified.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.identity.hash
    }

    /// Returns the reason why the engine cannot play on, in words, if another program has replaced one of its
    /// own; `None` if the engine is the same.
    ///
    /// Reads the programs only if the size or the time of one has changed. A missing program is for the
    /// start of the engine to report.
    #[must_use]
    pub fn change(&self) -> Option<String> {
        let path = self.changed()?.display();
        Some(format!("the program {path} has changed since the run began"))
    }

    fn changed(&self) -> Option<&Path> {
        let mut files = self.files.iter();
        let (path, _) = files.find(|(path, before)| stamp(path) != *before)?;
        let is_other = identify(&self.engine).is_ok_and(|now| now != self.identity);
        is_other.then_some(path)
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = path.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use crate::plan::{Programs, identify};
    use crate::testing::engine;

    #[test]
    fn another_program_in_the_same_place_is_noticed() {
        let room = TempDir::new().expect("the system has a folder");
        let path = room.path().join("engine.sh");
        fs::write(&path, "one").expect("it is ours");
        let engine = crate::config::EngineConfig {
            command: vec![path.display().to_string()],
            ..engine("a")
        };
        let identity = identify(&engine).expect("it can be read");
        let programs = Programs::of(&engine, &identity);
        assert_eq!(programs.changed(), None);
        fs::write(&path, "another").expect("it is ours");
        assert_eq!(programs.changed(), Some(path.as_path()));
        let reason = format!("the program {} has changed since the run began", path.display());
        assert_eq!(programs.change(), Some(reason));
        fs::remove_file(&path).expect("it is ours");
        assert_eq!(programs.changed(), None, "the start reports a missing program");
        fs::write(&path, "one").expect("it is ours");
        assert_eq!(programs.changed(), None, "the contents decide, not the time");
    }
}
