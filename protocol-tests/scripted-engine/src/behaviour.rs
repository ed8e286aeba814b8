//! The behaviours by name. `behaviours.toml` describes each and lists the cases that it fails; the
//! engine prints the descriptions under `--list`.

use std::error::Error;
use std::fmt::{self, Display};

/// The file that describes every behaviour.
const DESCRIPTIONS: &str = include_str!("../behaviours.toml");

macro_rules! behaviours {
    ($($variant:ident = $name:literal $(, by $value:literal)?;)*) => {
        /// A deviation from the honest engine.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Behaviour { $($variant),* }

        /// Every behaviour, its name, and its default number if it takes one.
        const ALL: &[(Behaviour, &str, &[u64])] =
            &[$((Behaviour::$variant, $name, &[$($value)?])),*];
    };
}

behaviours! {
    Correct = "correct";
    Thinking = "thinking";
    RandomLegal = "random-legal", by 1;
    MessageBeforeOk = "message-before-ok";
    CrLf = "crlf";

    Banner = "banner";
    Deaf = "deaf";
    StderrLine = "stderr-line";
    StderrFlood = "stderr-flood";
    IgnoresSigterm = "ignores-sigterm";
    GrandchildHoldsStdout = "grandchild-holds-stdout";
    LeavesChild = "leaves-child";
    WritesFile = "writes-file";
    OpensSocket = "opens-socket";
    ManyThreads = "many-threads", by 300;
    Ponders = "ponders";

    AboutNeedsStart = "about-needs-start";
    AboutTwoLines = "about-two-lines";
    AboutNoName = "about-no-name";
    AboutCounts = "about-counts";
    AboutLong = "about-long", by 5000;

    LateOk = "late-ok", by 3000;
    NoOk = "no-ok";
    OkBlank = "ok-blank";
    OkLowerCase = "ok-lower-case";
    TwoOks = "two-oks";
    ErrorToStart = "error-to-start";
    UnknownToStart = "unknown-to-start";
    UnsolicitedMove = "unsolicited-move";
    AnySize = "any-size";
    HugeBoard = "huge-board";
    EagerMemory = "eager-memory", by 180;
    Leaks = "leaks", by 5;
    SizeKept = "size-kept";
    RectTransposed = "rect-transposed";
    StartResetsInfo = "start-resets-info", by 2000;
    StartKeepsBoard = "start-keeps-board";
    RestartUnknown = "restart-unknown";
    RestartOtherSize = "restart-other-size";
    RestartKeepsBoard = "restart-keeps-board";
    RestartResetsInfo = "restart-resets-info", by 2000;

    PrefixWords = "prefix-words";
    UpperCaseWords = "upper-case-words";
    LowerCaseKeys = "lower-case-keys";
    SingleBlanks = "single-blanks";
    AnswersEmptyLines = "answers-empty-lines";
    OneLinePerRead = "one-line-per-read";
    NeedsCrLf = "needs-crlf";
    KeepsCr = "keeps-cr";
    DiesOnBytes = "dies-on-bytes";
    DiesOnNumbers = "dies-on-numbers";
    DiesOnLongLines = "dies-on-long-lines";
    WrapsNumbers = "wraps-numbers";
    EchoesLines = "echoes-lines";
    EchoesReplies = "echoes-replies";
    ErrorForUnknown = "error-for-unknown";
    SilentOnUnknown = "silent-on-unknown";

    InfoOk = "info-ok";
    InfoSlow = "info-slow", by 1;
    InfoErrorForKey = "info-error-for-key";
    InfoErrorForRule = "info-error-for-rule";
    InfoErrorForMemory = "info-error-for-memory";
    InfoPrintsEvaluate = "info-prints-evaluate";
    RuleAtStart = "rule-at-start";
    FolderCut = "folder-cut";
    MemoryZeroRefused = "memory-zero-refused";
    ThreadsAsTold = "threads-as-told";
    UnsignedTime = "unsigned-time";
    PanicsOnZeroTime = "panics-on-zero-time";
    ZeroIsEndless = "zero-is-endless";
    NoMatchIsNoTime = "no-match-is-no-time";
    IgnoresTimeLeft = "ignores-time-left";
    IgnoresMatchLimit = "ignores-match-limit";
    BanksTime = "banks-time";

    Slow = "slow", by 1500;
    LateWithinMargin = "late-within-margin", by 30;
    SilentOverrun = "silent-overrun", by 3000;
    ChattyNeverMoves = "chatty-never-moves";
    InfoDeafThinking = "info-deaf-thinking";
    DropsCommands = "drops-commands";
    TwoMovesOnStop = "two-moves-on-stop";
    NoMoveOnStop = "no-move-on-stop";
    ThinksWhenForced = "thinks-when-forced";
    AllCores = "all-cores";
    Hungry = "hungry", by 400;

    BoardDeadlock = "board-deadlock";
    BoardNeedsStones = "board-needs-stones";
    BoardOnce = "board-once";
    BoardAdds = "board-adds";
    BoardErrorPerLine = "board-error-per-line";
    BoardSilentAhead = "board-silent-ahead";
    BoardShort = "board-short", by 400;
    DoneIgnored = "done-ignored";
    DeadIsEmpty = "dead-is-empty";
    AlternatingColours = "alternating-colours";

    ErrorToTurn = "error-to-turn";
    UnknownToTurn = "unknown-to-turn";
    TurnNeedsBoard = "turn-needs-board";
    OccupiedAccepted = "occupied-accepted";
    OutsidePanics = "outside-panics";
    SwapsWhenOutside = "swaps-when-outside";
    StateLostOnError = "state-lost-on-error";
    TakebackUnknown = "takeback-unknown";
    TakebackMoves = "takeback-moves";
    TakebackForgets = "takeback-forgets";
    PlayIgnored = "play-ignored";

    BlankInMove = "blank-in-move";
    ThreeNumbers = "three-numbers";
    TextAfterMove = "text-after-move";
    LetterMove = "letter-move";
    Suggests = "suggests";
    TwoMoveLines = "two-move-lines", by 12;
    PlainTalk = "plain-talk";
    InfoLines = "info-lines";
    CrOnly = "cr-only";
    NoLineEnd = "no-line-end";
    HalfLines = "half-lines", by 50;
    NonUtf8 = "non-utf-8";
    MegabyteLine = "megabyte-line";
    TransposedMoves = "transposed-moves";
    OneBasedMoves = "one-based-moves";

    IllegalOccupied = "illegal-occupied", by 12;
    IllegalOutside = "illegal-outside", by 12;
    IllegalText = "illegal-text", by 12;
    ExitsAtMove = "exits-at-move", by 12;
    ExitsCleanlyAtMove = "exits-cleanly-at-move", by 12;
    AbortsAtMove = "aborts-at-move", by 12;
    PanicsAtMove = "panics-at-move", by 12;
    ExitsAfterMove = "exits-after-move", by 12;
    MovesOnFullBoard = "moves-on-full-board";
    HangsOnFullBoard = "hangs-on-full-board";
    Blind = "blind";

    OverlineWins = "overline-wins";
    CaroIgnored = "caro-ignored";
    EdgeCloses = "edge-closes";
    RenjuOverlines = "renju-overlines";
    FiveAfterFoul = "five-after-foul";
    PlaysForbidden = "plays-forbidden";

    IgnoresEnd = "ignores-end";
    EndAfterThinking = "end-after-thinking";
    MoveAfterEnd = "move-after-end";
    ServesAfterEnd = "serves-after-end";
    EndUnseenInList = "end-unseen-in-list";
    SaysBye = "says-bye";
    ExitStatusOne = "exit-status-one";
    SpinsOnEof = "spins-on-eof";
    HangsOnEof = "hangs-on-eof";
    MoveAfterEof = "move-after-eof";
    DiesOnEofInList = "dies-on-eof-in-list";
    NoisyBrokenPipe = "noisy-broken-pipe";

    Swap2Unknown = "swap2-unknown";
    SwapInError = "swap-in-error";
    Swap2Four = "swap2-four";
    Swap2Overlapping = "swap2-overlapping";
    Swap2Outside = "swap2-outside";
    Swap2Blanks = "swap2-blanks";
    Swap2AlwaysSwaps = "swap2-always-swaps";
    Swap2TwoForFive = "swap2-two-for-five";
    Swap2KeepsColour = "swap2-keeps-colour";

    YxBoardMoves = "yxboard-moves";
    YxPathObeyed = "yx-path-obeyed";
    YxUnknownMoves = "yx-unknown-moves";
    YxStopIdleMoves = "yxstop-idle-moves";
    ForbidNoStop = "forbid-no-stop";
    ForbidForWhite = "forbid-for-white";
}

/// A behaviour and its number, as given on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) behaviour: Behaviour,
    /// The number after `=`, or the default; 0 for a behaviour without a number.
    pub(crate) value: u64,
}

/// The error of a text that names no behaviour, or gives a number to one that takes none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ScriptError(String);

impl Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown behaviour {:?}: --list shows all behaviours", self.0)
    }
}

impl Error for ScriptError {}

impl Script {
    /// Returns a behaviour with its default number.
    #[cfg(test)]
    pub(crate) fn of(behaviour: Behaviour) -> Script {
        let entry =
            ALL.iter().find(|entry| entry.0 == behaviour).expect("the list has every behaviour");
        Script { behaviour, value: entry.2.first().copied().unwrap_or(0) }
    }

    /// Parses `name` or `name=number`.
    ///
    /// # Errors
    /// Returns an error if there is no such behaviour, or if it takes no number.
    pub(crate) fn parse(text: &str) -> Result<Script, ScriptError> {
        let error = || ScriptError(text.to_owned());
        let (name, number) = match text.split_once('=') {
            Some((name, number)) => (name, Some(number.parse::<u64>().map_err(|_| error())?)),
            None => (text, None),
        };
        let &(behaviour, _, default) =
            ALL.iter().find(|entry| entry.1 == name).ok_or_else(error)?;
        match (number, default) {
            (None, []) => Ok(Script { behaviour, value: 0 }),
            (number, [default, ..]) => Ok(Script { behaviour, value: number.unwrap_or(*default) }),
            (Some(_), []) => Err(error()),
        }
    }

    pub(crate) fn is(self, behaviour: Behaviour) -> bool {
        self.behaviour == behaviour
    }
}

impl Behaviour {
    /// Returns whether the engine uses most of its time for a move, without which the deviation
    /// would not be visible.
    pub(crate) fn thinks(self) -> bool {
        matches!(
            self,
            Behaviour::Thinking
                | Behaviour::InfoDeafThinking
                | Behaviour::DropsCommands
                | Behaviour::TwoMovesOnStop
                | Behaviour::NoMoveOnStop
                | Behaviour::ThinksWhenForced
                | Behaviour::AllCores
                | Behaviour::ZeroIsEndless
                | Behaviour::EndAfterThinking
                | Behaviour::MoveAfterEnd
                | Behaviour::MoveAfterEof
                | Behaviour::NoisyBrokenPipe
                | Behaviour::IgnoresSigterm
                | Behaviour::StartResetsInfo
                | Behaviour::RestartResetsInfo
                | Behaviour::LowerCaseKeys
                | Behaviour::SingleBlanks
        )
    }
}

/// Lists the behaviours, one per line: the name, the default number if any, and the description.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for (_, name, default) in ALL {
        let name = match default {
            [] => (*name).to_owned(),
            [value, ..] => format!("{name}={value}"),
        };
        let plain = name.split('=').next().unwrap_or(&name);
        text.push_str(&format!("{name:28} {}\n", about(plain).unwrap_or_default()));
    }
    text
}

/// Returns the description of a behaviour. The file has one `key = "text"` per line, with `about`
/// on the line after `name`.
fn about(name: &str) -> Option<&'static str> {
    let wanted = format!("name = \"{name}\"");
    let mut lines = DESCRIPTIONS.lines().skip_while(|line| *line != wanted);
    lines.nth(1)?.strip_prefix("about = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests;
