//! The demonstration, `run` without engines: Dolmen plays a short tournament with its house opponents,
//! all of which are parts of this program.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use house::built_in::{self, DOLMEN};

use crate::config::{Draft, EngineDraft, RuleText, SizeText, TimeControl, Words};

/// The engines.
const ENGINES: [&str; 7] =
    [DOLMEN, "house-random", "house-a", "house-b-careful", "house-b-bold", "house-c", "house-e"];
/// Time for a move.
const TURN: Duration = Duration::from_millis(100);
/// Games of each pairing.
const GAMES: u64 = 2;
/// The file of results.
const STATE: &str = "house.jsonl";

/// Returns the tournament of the demonstration, overridden by the options of the command line.
///
/// # Errors
/// Returns an error if the system does not know the path of this program.
pub fn draft(options: &Draft) -> io::Result<Draft> {
    let engine = |name: &str| {
        let cmd = Some(Words(built_in::command(name)?));
        Ok(EngineDraft { name: Some(name.to_owned()), cmd, ..EngineDraft::default() })
    };
    let tc = TimeControl { game: None, turn: Some(TURN), increment: Duration::ZERO };
    let draft = Draft {
        rule: Some(RuleText(Rule::Standard)),
        size: Some(SizeText(BoardSize::square(15))),
        games: Some(GAMES),
        state: Some(PathBuf::from(STATE)),
        each: EngineDraft { tc: Some(tc), ..EngineDraft::default() },
        engines: ENGINES.into_iter().map(engine).collect::<io::Result<_>>()?,
        ..Draft::default()
    };
    Ok(draft.overlaid(options.clone()))
}

#[cfg(test)]
mod tests {
    use super::{Draft, ENGINES, draft};

    #[test]
    fn options_override_the_demonstration() {
        let options = Draft { games: Some(8), ..Draft::default() };
        let draft = draft(&options).expect("the path of this program is known");
        assert_eq!(draft.games, Some(8));
        assert_eq!(draft.engines.len(), ENGINES.len());
        let command = draft.engines[1].cmd.as_ref().expect("it has a command");
        assert_eq!(command.0[1..], ["engine", "house-random"]);
    }
}
