//! The process that an engine of the configuration becomes.

use std::path::{Path, PathBuf};

use engine_process::EngineCommand;

use crate::config::EngineConfig;

/// Returns the command that starts the engine. Words before the first that names a file are a
/// prefix, so that the file is found whatever the folder.
pub(super) fn command(engine: &EngineConfig, cpus: &[usize]) -> EngineCommand {
    let is_file = |word: &String| Path::new(word).components().count() > 1 && is_file(word);
    let place = engine.command.iter().position(is_file).unwrap_or(0);
    let program = &engine.command[place];
    let mut command = EngineCommand::new(program)
        .prefix(&engine.command[..place])
        .args(&engine.command[place + 1..])
        .cpus(cpus.to_vec());
    if let Some(folder) = folder_of(engine, program) {
        command = command.folder(folder);
    }
    command
}

fn is_file(word: &str) -> bool {
    Path::new(word).is_file()
}

/// The working folder: that of the executable, unless the configuration names one.
fn folder_of(engine: &EngineConfig, program: &str) -> Option<PathBuf> {
    let beside = || Some(Path::new(program).parent()?.to_owned());
    let folder = engine.folder.clone().or_else(beside)?;
    (!folder.as_os_str().is_empty()).then_some(folder)
}
