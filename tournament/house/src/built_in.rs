//! Dolmen and the house opponents as a hidden subcommand of another program, so that one executable is
//! enough: `tournament engine dolmen`, `board engine house-b-bold`.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::ExitCode;

use game_engine_process::{LocateError, Located};

use crate::players::Player;
use crate::program;

/// The subcommand.
const ENGINE: &str = "engine";
/// The name of Dolmen.
pub const DOLMEN: &str = "dolmen";
/// The prefix of the names of the house opponents.
const HOUSE: &str = "house-";

/// Runs the engine that the arguments of the process name, and returns its exit status; `None` if they
/// name no engine.
#[must_use]
pub fn run() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next()? != ENGINE {
        return None;
    }
    let name = arguments.next()?;
    if name == DOLMEN {
        return Some(dolmen::program::run([name].into_iter().chain(arguments)));
    }
    let player = name.to_str()?.strip_prefix(HOUSE)?;
    let words = ["house", player].map(OsString::from);
    Some(program::run(words.into_iter().chain(arguments)))
}

/// Returns the error for the word `house` without the name of a player after it.
fn no_player(word: Option<&String>) -> LocateError {
    let names = Player::ALL.map(Player::name).join(", ");
    let program = word.map_or("house".to_owned(), |word| format!("house {word}"));
    LocateError::NotFound { program, hint: format!(": expected house with a player: {names}") }
}

/// Finds the program of a command as [`Located::find`] does. Where `PATH` has no such program, the words
/// `dolmen`, `pbrain-dolmen`, and `house` with the name of a player, are engines of this program.
///
/// # Errors
/// Returns an error if the program does not exist or cannot be executed.
pub fn locate(words: &[String], base: &Path) -> Result<Located, LocateError> {
    let found = Located::find(words, base);
    if !matches!(found, Err(LocateError::NotFound { .. })) {
        return found;
    }
    let (name, rest) = match words {
        [program, rest @ ..] if program == DOLMEN || program == "pbrain-dolmen" => {
            (DOLMEN.to_owned(), rest)
        }
        [program, player, rest @ ..] if program == "house" && Player::of(player).is_some() => {
            (format!("{HOUSE}{player}"), rest)
        }
        [program, rest @ ..] if program == "house" => return Err(no_player(rest.first())),
        _ => return found,
    };
    let Ok(mut command) = command(&name) else { return found };
    command.extend_from_slice(rest);
    Ok(Located { command, place: 0, folder: None, name })
}

/// Returns the name of a house opponent for [`command`].
#[must_use]
pub fn house_name(player: Player) -> String {
    format!("{HOUSE}{}", player.name())
}

/// Returns the command by which this program runs an engine: [`DOLMEN`] or `house-` and the name of a
/// [player](crate::players::Player).
///
/// # Errors
/// Returns an error if the system does not know the path of this program.
pub fn command(name: &str) -> io::Result<Vec<String>> {
    let own = env::current_exe()?;
    let words = [own.as_os_str(), OsStr::new(ENGINE), OsStr::new(name)];
    Ok(words.map(|word| word.to_string_lossy().into_owned()).to_vec())
}
