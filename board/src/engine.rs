//! The engines at the table.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use dolmen::protocol::info::{Info, number};
use game_engine_process::{EngineCommand, pairs, parse_memory};
use house::built_in;
use house::players::Player;

/// The house opponents at the table.
const OPPONENTS: [Player; 5] = [Player::A, Player::BCareful, Player::BBold, Player::C, Player::E];
/// The name of Dolmen in the page.
const DOLMEN: &str = "Dolmen";
/// The memory limit of engines, in bytes, as in Gomocup.
const MEMORY: u64 = 350 << 20;

/// The keys of an engine of the command line.
const KEYS: &str = "name, cmd, folder, threads, memory or option.KEY";

/// An engine that a person can choose in the page.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    /// The name in the page.
    pub(crate) name: String,
    /// A description in a few words; empty for engines of the command line.
    pub(crate) about: String,
    /// The command that starts the engine.
    pub(crate) command: EngineCommand,
    /// The settings that it gets after each START.
    pub(crate) settings: Vec<Info>,
    /// Indicates whether the engine is Dolmen, which has levels and analyses.
    pub(crate) is_dolmen: bool,
}

/// Returns all engines: Dolmen, those of the command line, and the house opponents.
///
/// # Errors
/// Returns the reason if two engines have the same name, or the path of this program is unknown.
pub(crate) fn all(named: Vec<Engine>, threads: u32) -> Result<Vec<Engine>, String> {
    let mut dolmen = built_in(DOLMEN, built_in::DOLMEN, String::new())?;
    dolmen.settings.push(Info::ThreadNum(threads.into()));
    dolmen.is_dolmen = true;
    let mut engines = vec![dolmen];
    engines.extend(named);
    for player in OPPONENTS {
        let about = format!("A house opponent: {}.", player.description());
        let name = built_in::house_name(player);
        engines.push(built_in(&name, &name, about)?);
    }
    let mut names = HashSet::new();
    match engines.iter().find(|engine| !names.insert(&engine.name)) {
        Some(engine) => Err(format!("two engines are named {:?}", engine.name)),
        None => Ok(engines),
    }
}

/// Returns an engine that is a part of this program.
fn built_in(name: &str, engine: &str, about: String) -> Result<Engine, String> {
    let words = built_in::command(engine);
    let words = words.map_err(|error| format!("cannot find this program: {error}"))?;
    Ok(Engine {
        name: name.to_owned(),
        about,
        command: EngineCommand::from_words(&words, None),
        settings: vec![max_memory(MEMORY)],
        is_dolmen: false,
    })
}

/// Returns the setting of a memory limit in bytes.
fn max_memory(bytes: u64) -> Info {
    Info::MaxMemory(number(bytes))
}

/// `name=…,cmd=…,memory=…`, or the command alone.
impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut name, mut words, mut folder) = (None, Vec::new(), None);
        let (mut memory, mut threads, mut settings) = (MEMORY, None, Vec::new());
        for (key, value) in pairs(text, "cmd").map_err(|error| error.to_string())? {
            let invalid = |form| format!("invalid {key} {value:?}: expected {form}");
            match key.as_str() {
                "name" => name = Some(value),
                "cmd" => {
                    words = shell_words::split(&value).map_err(|_| invalid("matching quotes"))?;
                }
                "folder" => folder = Some(PathBuf::from(value)),
                "memory" => {
                    memory =
                        parse_memory(&value).ok_or_else(|| invalid("a size such as 350M or 2G"))?;
                }
                "threads" => threads = Some(value.parse::<u32>().map_err(|_| invalid("a number"))?),
                key => match key.strip_prefix("option.") {
                    Some(_) if value.contains(char::is_control) => {
                        return Err(invalid("a value without control characters"));
                    }
                    Some(option) => settings.push(Info::Other { key: option.to_owned(), value }),
                    None => {
                        return Err(format!("unknown key {key:?} of an engine: expected {KEYS}"));
                    }
                },
            }
        }
        if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(format!("folder {} not found", folder.display()));
        }
        let located = built_in::locate(&words, Path::new("")).map_err(|error| error.to_string())?;
        let threads = threads.map(|threads| Info::ThreadNum(threads.into()));
        let memory = (memory > 0).then(|| max_memory(memory));
        settings.splice(0..0, memory.into_iter().chain(threads));
        let folder = folder.or(located.folder);
        Ok(Self {
            name: name.unwrap_or(located.name),
            about: String::new(),
            command: EngineCommand::from_words(&located.command, folder.as_deref()),
            settings,
            is_dolmen: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, all};

    #[cfg(unix)]
    #[test]
    fn engines_are_read_from_the_command_line() {
        let text = "name=mine,cmd=sh -c 'read x',memory=1K,threads=2,option.level=3";
        let engine: Engine = text.parse().expect("the shell exists");
        assert_eq!(engine.name, "mine");
        let settings: Vec<String> = engine.settings.iter().map(ToString::to_string).collect();
        assert_eq!(settings, ["max_memory 1024", "thread_num 2", "level 3"]);
        let reason = |text: &str| text.parse::<Engine>().expect_err(text);
        assert!(reason("cmd=sh,memory=x").contains("memory"));
        assert_eq!(
            reason("cmd=sh,nodes=5"),
            "unknown key \"nodes\" of an engine: expected name, cmd, folder, threads, memory or option.KEY"
        );
        assert_eq!(
            reason("cmd=sh,option.a=\t"),
            "invalid option.a \"\\t\": expected a value without control characters"
        );
        assert!(reason("name=nothing").contains("cmd"));
        let twice = vec![engine.clone(), engine];
        assert!(all(twice, 1).expect_err("one name").contains("\"mine\""));
    }
}
