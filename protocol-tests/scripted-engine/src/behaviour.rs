//! The behaviours, as `behaviours.toml` declares them: a table of deviations from the honest engine.

use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;

use crate::command::Word;
use crate::input::LineEnds;

/// The declarations of all behaviours.
pub(crate) const DECLARATIONS: &str = include_str!("../behaviours.toml");

/// The line before each declaration.
pub(crate) const HEADER: &str = "[[behaviour]]\n";

/// A behaviour. The keys of the file that only the tests use are left out.
#[derive(Debug, Deserialize)]
pub(crate) struct Behaviour {
    /// The name on the command line.
    pub(crate) name: String,
    /// A sentence that describes the engine.
    pub(crate) about: String,
    /// The number after `=` on the command line, or the default, for a behaviour that takes one.
    pub(crate) number: Option<u64>,
    /// The time for a move.
    #[serde(default)]
    pub(crate) thinks: Thinks,
    /// The line ends that the engine recognizes.
    #[serde(default)]
    pub(crate) line_ends: LineEnds,
    /// A part of the engine that behaves differently.
    pub(crate) switch: Option<Switch>,
    #[serde(default)]
    pub(crate) deviates: Vec<Deviation>,
}

/// A deviation: the places, the lines, and the actions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deviation {
    pub(crate) at: Vec<Place>,
    /// The pattern that the line must match.
    #[serde(default = "Pattern::any")]
    pub(crate) line: Pattern,
    /// A pattern that the line must not match.
    pub(crate) unless: Option<Pattern>,
    #[serde(default)]
    pub(crate) when: Vec<Condition>,
    pub(crate) does: Vec<Action>,
}

/// A point in the honest engine at which it can deviate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Place {
    /// The command was read; the line is its arguments.
    Command(Word),
    Moment(Moment),
}

/// A place other than a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Moment {
    /// Before the first line is read.
    Launch,
    /// A line was read outside a list.
    Line,
    /// The line just read has no known command.
    Unknown,
    /// The engine is to choose a move.
    Ask,
    /// A line of a list was read.
    ListLine,
    /// For 300 ms no line of a list has arrived.
    ListIdle,
    /// The input ended within a list.
    ListEof,
    /// `BOARD` has set a position, in which the engine is to move.
    Position,
    /// An opening was read and evaluated; the line is its number of stones.
    Opening,
    /// A line was read while the engine thinks.
    Heard,
    /// The input ended while the engine thinks.
    HeardEof,
    /// The engine continues to think.
    Idle,
    /// The engine is about to write a move.
    Move,
    /// The engine is about to write a reply, perhaps a move.
    Reply,
    /// The engine has written a move.
    Moved,
    /// The engine is about to exit; the line is `end`, `eof` or `unheard`.
    Leave,
}

/// A condition of a deviation.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Condition {
    /// The line matches for the first time.
    First,
    /// The line has matched before.
    Again,
    /// The move of this game, or the line of this list, has the behaviour's number; at a position, the
    /// number of lines of its list is that number.
    Nth,
    /// A game has been started.
    Game,
    NoGame,
    /// There is no stone on the board.
    Empty,
    /// The line names a point with a stone.
    Occupied,
    /// The line names a point off the board.
    Outside,
    /// The engine has more stones than its opponent.
    Ahead,
    /// The engine has the white stones.
    White,
    /// The opponent has more stones than the engine.
    Behind,
    /// At most one point is empty.
    LastPoint,
    /// The action `mark` has set the mark.
    Marked,
    Unmarked,
    /// There is a blank in the path of the engine's program.
    BlankInPath,
    /// The manager asked for the current move early.
    Stopped,
    /// The engine has been thinking for less than 5 ms.
    JustBegun,
    /// The line is not UTF-8.
    NotUtf8,
    /// The manager has set a limit of memory.
    MemoryLimit,
    /// The manager has set no time limit for the game.
    NoMatchLimit,
}

/// An action. After `Say`, `Drop`, `Move`, `TakeLater`, `TakeAfterMove` and `WriteInPieces` the
/// honest engine does not deal with the line.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Action {
    /// Replaces the part of the line that matched.
    Put(String),
    /// Writes a line instead of obeying the line, or instead of the reply.
    Say(String),
    /// Writes a line first.
    Add(String),
    /// Ignores the line, or does not write the reply.
    Drop,
    /// Carries out a command as the honest engine does.
    CarryOut(String),
    /// Stores the arguments of `INFO` and ignores the line.
    Keep,
    /// Carries out the `INFO` stored last.
    CarryOutKept,
    /// Chooses a move and plays it.
    Move,
    /// Reads a list up to `DONE`.
    SkipList,
    /// Takes the line after the move.
    TakeLater,
    /// Writes the move at once and then takes the line.
    TakeAfterMove,
    /// Obeys the lines that arrive within 100 ms, then leaves.
    ServeOn,
    /// Writes the reply in three pieces, the behaviour's number of milliseconds apart.
    WriteInPieces,
    /// Sets or removes a mark.
    Mark(bool),
    /// Forgets the game.
    Forget,
    /// Removes the stone on the point that the line names.
    Clear,
    /// Gives each player the other's stones and removes the mark.
    ExchangeStones,
    #[serde(untagged)]
    Deed(Deed),
}

/// An action of the process.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Deed {
    /// Writes a line to stderr.
    Complain(String),
    /// Waits for the behaviour's number of milliseconds.
    Sleep,
    /// Waits forever.
    Hang,
    /// Keeps a core busy forever.
    Spin,
    Panic(String),
    Exit(i32),
    Abort,
    /// Allocates the behaviour's number of MiB and keeps them.
    Leak,
    /// Allocates the behaviour's number of MiB and frees them.
    WasteMemory,
    /// Keeps this number of cores busy until the next move.
    BurnCores(usize),
    /// Starts this number of idle threads, at most 300.
    StartThreads(String),
    CreateFolder(String),
    WriteFile,
    OpenSocket,
    /// Starts a child process that outlives the engine.
    LeaveChild,
    LeaveChildWithStdout,
    /// Starts the engine `thinking` with SIGTERM ignored.
    IgnoreSigterm,
}

/// A part of the engine that behaves differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Switch {
    /// Six in a row win under every rule.
    OverlinesWin,
    /// Six in a column win under every rule.
    ColumnOverlinesWin,
    /// Six in a row never win.
    OverlinesLose,
    /// The engine takes six in a row of its opponent for a win.
    TheirOverlinesWin,
    /// The engine never makes five.
    NeverWins,
    /// The engine stops its opponent before it makes five.
    StopsFirst,
    /// The engine makes five only if there is one point for it.
    SingleWins,
    /// The engine plays at the edge only if there is no other point.
    AvoidsEdge,
    /// The engine plays beyond the fifteenth line only if there is no other point.
    FifteenLines,
    /// The engine makes no five and sees no stones of its opponent with forty stones on the board.
    BlindInCrowd,
    /// The engine repeats the move that it played before with the same empty points, regardless of the
    /// colours of the stones.
    ColourlessMemory,
    NoCaro,
    EdgeCloses,
    OverlinesAllowed,
    FoulBeatsFive,
    /// The engine plays a random point.
    RandomMove,
    /// The engine prefers dead cells.
    DeadCellFirst,
    /// The engine prefers points that are forbidden to it.
    ForbiddenFirst,
    /// The engine does not see the opponent's stones.
    Blind,
    /// The stones of a list belong to the opponent and the engine in turn, from the last to the
    /// first.
    AlternatingColours,
    /// `BOARD` does not clear the board.
    BoardAdds,
}

/// The time that the engine takes for a move. Most engines answer a forced move at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Thinks {
    /// No time: the engine moves at once.
    #[default]
    Never,
    /// Most of the time that the limits allow.
    Most,
    /// The same, also for a forced move.
    Always,
    /// The behaviour's number of milliseconds.
    Number,
    /// Forever.
    Forever,
    /// Forever if the limit per move is 0, otherwise like `Most`.
    ForeverAtZero,
    /// The limit and the behaviour's number of milliseconds.
    PastLimit,
    /// Most of the limit per move.
    TurnLimitOnly,
    /// The same, unless the time left for the game was announced.
    AnnouncedTimeOnly,
    /// Like `Most`, and also the time since the last move.
    Banked,
}

/// A regular expression on bytes that ignores case.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Pattern(pub(crate) Regex);

impl Pattern {
    fn any() -> Pattern {
        Pattern::try_from(".*".to_owned()).expect("the pattern is valid")
    }
}

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(text: String) -> Result<Pattern, regex::Error> {
        let mut builder = RegexBuilder::new(&text);
        builder.unicode(false).case_insensitive(true).multi_line(true).build().map(Pattern)
    }
}

impl Behaviour {
    /// Finds the behaviour of the command-line argument `name` or `name=number`.
    ///
    /// # Errors
    /// Returns an error message if there is no such behaviour, or if it takes no number.
    pub(crate) fn find(argument: &str) -> Result<Behaviour, String> {
        let (name, number) = match argument.split_once('=') {
            Some((name, number)) => (name, Some(number)),
            None => (argument, None),
        };
        let first_line = format!("name = \"{name}\"\n");
        // Parsing only the one declaration keeps the start short.
        let declaration = DECLARATIONS.split(HEADER).find(|text| text.starts_with(&first_line));
        let declaration = declaration
            .ok_or_else(|| format!("unknown behaviour {name:?}: --list shows all behaviours"))?;
        let mut behaviour: Behaviour =
            toml::from_str(declaration).map_err(|error| error.to_string())?;
        if let Some(number) = number {
            if behaviour.number.is_none() {
                return Err(format!("{name} takes no number"));
            }
            let parsed = number.parse();
            behaviour.number = Some(parsed.map_err(|_| {
                format!("invalid number {number:?}: expected a whole number such as 12")
            })?);
        }
        Ok(behaviour)
    }

    /// Returns the number, or 0 for a behaviour without a number.
    pub(crate) fn number(&self) -> u64 {
        self.number.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::behaviour::Behaviour;

    #[test]
    fn an_argument_is_a_name_and_perhaps_a_number() {
        let number = |text: &str| Behaviour::find(text).map(|behaviour| behaviour.number());
        for (text, expected) in [("correct", 0), ("slow", 1500), ("slow=20", 20)] {
            assert_eq!(number(text), Ok(expected), "{text}");
        }
        for text in ["", "Correct", "correct=1", "slow=", "slow=x", "slower", "slow =1"] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
