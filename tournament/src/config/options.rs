//! The options of a tournament, one row for each.
//!
//! A row holds the key in TOML and on the command line, the help, the default, and the form in
//! the hash that identifies a plan. Options whose default or check depends on others are fields of
//! [`Draft`], completed by [`check()`](crate::config::check()).

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use merge::Merge;
use merge::option::overwrite_none;
use number_text::whole_number_in;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::config::openings_draft::name_or_table;
use crate::config::{
    DrawByScore, EngineDraft, Format, MAX_CONCURRENCY, OpeningProtocol, OpeningsDraft, Resignation,
    RuleText, SizeText, SprtDraft,
};

/// The written form of a value `T` of the program.
trait Written<T> {
    /// Returns the value of the program.
    fn value(self) -> T;

    /// Returns the written form of a value.
    fn of(value: &T) -> Self;
}

impl<T: Clone> Written<T> for T {
    fn value(self) -> T {
        self
    }

    fn of(value: &T) -> Self {
        value.clone()
    }
}

impl Written<Rule> for RuleText {
    fn value(self) -> Rule {
        self.0
    }

    fn of(value: &Rule) -> Self {
        Self(*value)
    }
}

impl Written<BoardSize> for SizeText {
    fn value(self) -> BoardSize {
        self.0
    }

    fn of(value: &BoardSize) -> Self {
        Self(*value)
    }
}

/// 0 stands for no limit.
impl Written<Option<usize>> for usize {
    fn value(self) -> Option<usize> {
        Some(self).filter(|&limit| limit > 0)
    }

    fn of(value: &Option<usize>) -> Self {
        value.unwrap_or(0)
    }
}

/// An option of c-gomoku-cli that sets a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TheirOption {
    pub(crate) name: &'static str,
    /// The key, with `_` instead of `-`.
    pub(crate) key: &'static str,
    /// The fixed value of the key; if `None`, the option takes a value.
    pub(crate) fixed: Option<&'static str>,
}

/// Returns the fixed value of an option, if it has one.
macro_rules! fixed_value {
    () => {
        None
    };
    ($value:literal) => {
        Some($value)
    };
}

/// Defines the request for a tournament and the groups of its options.
///
/// A row is `field: written type => type in the program = default;`. The rows of a group are in the order of
/// its JSON. `flag` stands for the attributes of an option that is true without a value; `c_gomoku_cli` names
/// the option of c-gomoku-cli, with a fixed value if that option takes none.
macro_rules! options {
    (
        $(#[$draft_about:meta])*
        Draft { $($field:tt)* }

        $(
            $(#[$group_about:meta])*
            $group:ident {
                $(
                    $(#[doc = $doc:literal])+
                    $(#[flag($($flag:tt)*)])?
                    $(#[arg($($arg:tt)*)])*
                    $(#[c_gomoku_cli($theirs:literal $(= $fixed:literal)?)])?
                    $name:ident: $written:ty => $(#[$form:meta])* $type:ty = $default:expr;
                )+
            }
        )+
    ) => {
        $(#[$draft_about])*
        pub struct Draft {
            $($(
                $(#[doc = $doc])+
                $(
                    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
                    #[arg(default_missing_value = "true", hide_possible_values = true, $($flag)*)]
                )?
                $(#[arg($($arg)*)])*
                pub $name: Option<$written>,
            )+)+
            $($field)*
        }

        /// The options of c-gomoku-cli that set a key.
        pub(crate) const C_GOMOKU_CLI: &[TheirOption] = &[$($($(TheirOption {
            name: $theirs,
            key: stringify!($name),
            fixed: fixed_value!($($fixed)?),
        },)?)+)+];

        $(
            $(#[$group_about])*
            pub struct $group {
                $($(#[doc = $doc])+ $(#[$form])* pub $name: $type,)+
            }

            impl Default for $group {
                fn default() -> Self {
                    Self { $($name: $default,)+ }
                }
            }

            impl $group {
                /// Returns the options of a request, with the defaults of those that it lacks.
                pub(crate) fn of(draft: &Draft) -> Self {
                    let mut options = Self::default();
                    $(if let Some(written) = draft.$name.clone() {
                        options.$name = written.value();
                    })+
                    options
                }

                /// Sets all options in a request.
                pub(crate) fn write(&self, draft: &mut Draft) {
                    $(draft.$name = Some(Written::of(&self.$name));)+
                }
            }
        )+
    };
}

options! {
    /// The request for a tournament, from TOML or from a command line: the names of the fields are
    /// the keys of the one and the options of the other.
    #[derive(Args, Clone, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
    #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
    #[merge(strategy = overwrite_none)]
    #[command(next_help_heading = "Games")]
    Draft {
        /// Games per pairing [default: 20; at most 40000 with --sprt].
        #[arg(long, value_name = "N", value_parser = whole_number_in(1_u64..))]
        pub games: Option<u64>,

        /// Number of games played at once [default: half the number of processors].
        #[arg(short, long, value_name = "N", help_heading = "Running")]
        #[arg(value_parser = whole_number_in(1..=MAX_CONCURRENCY))]
        pub concurrency: Option<usize>,

        /// File of results, from which a later run continues [default: tournament.jsonl, or the
        /// name of the configuration].
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        #[arg(help_heading = "Running")]
        pub state: Option<PathBuf>,

        /// Stop after the running games when this file exists [default: the file of results
        /// with .stop appended].
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        #[arg(help_heading = "Running")]
        pub stop_file: Option<PathBuf>,

        /// Append every text line that the runner and the engines exchange to this file, with time
        /// stamps, as well as what engines write to their standard error.
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        #[arg(help_heading = "Output")]
        pub log: Option<PathBuf>,

        /// Write the games to this file as SGF while they are played; if the file exists, it must
        /// hold games of this tournament.
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        #[arg(help_heading = "Output")]
        pub sgf: Option<PathBuf>,

        /// Write the results to this file as PGN, for rating programs, while games are played.
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        #[arg(help_heading = "Output")]
        pub pgn: Option<PathBuf>,

        /// Write the games to this folder, which is created if there is none, while they are played,
        /// each as a psq file for Piskvork.
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        #[arg(help_heading = "Output")]
        pub psq: Option<PathBuf>,

        /// Openings: a built-in set, middle (around the centre of the board) or contest
        /// (anywhere, as in contests), a file such as ./openings.txt, or none; optionally
        /// followed by ,form=offsets|positions|sgf|psq and ,order=sequential|random [default:
        /// middle].
        #[arg(long, value_name = "OPENINGS")]
        #[serde(deserialize_with = "name_or_table")]
        pub openings: Option<OpeningsDraft>,

        /// Sequential probability ratio test (SPRT) between two engines; stops as soon as it
        /// decides. ELO0,ELO1, or elo0=…,elo1=…,alpha=…,beta=…,model=normalized|logistic.
        #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
        pub sprt: Option<SprtDraft>,

        /// The defaults for all engines.
        #[arg(skip)]
        #[serde(skip_serializing_if = "EngineDraft::is_empty")]
        #[merge(strategy = EngineDraft::fill)]
        pub each: EngineDraft,

        /// The engines.
        #[arg(skip)]
        #[serde(rename = "engine", skip_serializing_if = "Vec::is_empty")]
        #[merge(strategy = merge::vec::prepend)]
        pub engines: Vec<EngineDraft>,
    }

    /// The options that decide how games go; a part of the identity of a plan.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    Conditions {
        /// Pairings of the engines [default: round-robin].
        #[arg(long)]
        #[c_gomoku_cli("-gauntlet" = "gauntlet")]
        format: Format => Format = Format::RoundRobin;

        /// Rule: freestyle (0), standard (1), renju (4), caro (9), caro6 (8) or omok (17)
        /// [default: freestyle].
        #[arg(long)]
        #[c_gomoku_cli("-rule")]
        rule: RuleText =>
            #[serde(serialize_with = "as_text", deserialize_with = "rule")]
            Rule = Rule::Freestyle;

        /// Board size, such as 15 or 20x15 [default: 15].
        #[arg(long)]
        #[c_gomoku_cli("-boardsize")]
        size: SizeText =>
            #[serde(serialize_with = "as_text", deserialize_with = "size")]
            BoardSize = BoardSize::square(15);

        /// Seed of all random choices [default: 1].
        #[arg(long, value_name = "N", value_parser = whole_number_in(0_u64..))]
        seed: u64 => u64 = 1;

        /// Play each opening twice, with swapped colours [default: true].
        #[flag()]
        #[c_gomoku_cli("-repeat" = "true")]
        repeat: bool => bool = true;

        /// Let the engines negotiate the opening with SWAP2BOARD, which they must know.
        #[flag()]
        swap2: bool => bool = false;

        /// Let the engines negotiate the opening by a protocol: swap, swap2, rif, yamaguchi, soosorv-8,
        /// tarannikov or taraguchi-10. An engine is asked with SWAP2BOARD (swap2) or OPENING; if it
        /// knows neither, the runner decides in its place [default: none].
        #[arg(long, value_name = "NAME")]
        opening_protocol: OpeningProtocol =>
            #[serde(default, skip_serializing_if = "OpeningProtocol::is_none")]
            OpeningProtocol = OpeningProtocol(None);

        /// Rotate or mirror openings that are played again [default: true].
        #[flag()]
        #[c_gomoku_cli("-transform" = "true")]
        transform: bool => bool = true;

        /// Restart engines for every game, whatever their profile; always so if the nodes of an
        /// engine are limited.
        #[flag(help_heading = "Running")]
        restart: bool => bool = false;

        /// Send the whole position with BOARD before every move.
        #[flag()]
        #[c_gomoku_cli("-sendbyboard" = "true")]
        send_boards: bool => bool = false;

        /// Declare a game drawn after this many stones; 0 means no limit [default: 0].
        #[arg(long, value_name = "N", value_parser = whole_number_in(0_usize..))]
        #[c_gomoku_cli("-drawafter")]
        draw_after: usize => Option<usize> = None;

        /// Resign for an engine whose own messages show a score of -SCORE or less for MOVES of its
        /// moves in a row: MOVES,SCORE, or moves=…,score=…,both=true if its opponent must report
        /// SCORE or more. Engines that report no scores play on [default: none].
        #[arg(long, value_name = "RULE")]
        resign: Resignation =>
            #[serde(default, skip_serializing_if = "Resignation::is_none")]
            Resignation = Resignation(None);

        /// Declare a game drawn when both engines report scores from -SCORE to SCORE for MOVES of
        /// their moves in a row: MOVES,SCORE [default: none].
        #[arg(long, value_name = "RULE")]
        draw: DrawByScore =>
            #[serde(default, skip_serializing_if = "DrawByScore::is_none")]
            DrawByScore = DrawByScore(None);
    }

    /// The options that concern this machine and its files, not the identity of a plan.
    #[derive(Clone, Debug, PartialEq, Eq)]
    Running {
        /// Bind each game to its own processors.
        #[flag(help_heading = "Running")]
        affinity: bool => bool = false;

        /// Count time that the machine takes from an engine as the engine's.
        #[flag(help_heading = "Running")]
        strict_clock: bool => bool = false;

        /// Keep the last message before each move [default: true].
        #[flag(help_heading = "Running")]
        keep_messages: bool => bool = true;
    }
}

impl Conditions {
    /// Returns whether the engines choose the openings.
    #[must_use]
    pub const fn negotiates(&self) -> bool {
        self.swap2 || !self.opening_protocol.is_none()
    }
}

impl Draft {
    /// Overlays this request with a later one, whose values take precedence and whose engines come last.
    #[must_use]
    pub fn overlaid(self, mut later: Self) -> Self {
        later.merge(self);
        later
    }

    /// Resolves all relative paths against a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        let [state, stop_file] = [&mut self.state, &mut self.stop_file];
        let outputs = [&mut self.log, &mut self.sgf, &mut self.pgn, &mut self.psq];
        for path in [state, stop_file].into_iter().chain(outputs).flatten() {
            *path = base.join(&*path);
        }
        self.openings.iter_mut().for_each(|openings| openings.rebase(base));
        self.engines.iter_mut().chain([&mut self.each]).for_each(|engine| engine.rebase(base));
    }
}

fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
    RuleText::deserialize(deserializer).map(Written::value)
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
    SizeText::deserialize(deserializer).map(Written::value)
}
