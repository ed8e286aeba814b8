//! The tables of the class of threat and the group of every code, one for each rule.

use once_cell::sync::OnceCell;

use crate::board::{Color, PerColor};
use crate::rules::Rule;
use crate::threats::class::Threat;
use crate::threats::code::{CODES, Code, GROUPS, group};

/// The group of a code and the class that it stands for, in 16 bits: the table of all codes is
/// read all the time and has to share the processor's caches with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeEntry(u16);

/// The number of bits for the group.
const GROUP_BITS: u32 = 12;
const _: () = assert!(GROUPS <= 1 << GROUP_BITS && Threat::COUNT <= 1 << (16 - GROUP_BITS));

impl CodeEntry {
    fn new(group: usize, threat: Threat) -> Self {
        Self(group as u16 | (threat as u16) << GROUP_BITS)
    }

    /// Returns the number of the code's group: those of the same shapes in any order.
    #[inline]
    pub(crate) const fn group(self) -> usize {
        (self.0 & ((1 << GROUP_BITS) - 1)) as usize
    }

    /// Returns the class as its number.
    #[inline]
    pub(crate) const fn class(self) -> usize {
        (self.0 >> GROUP_BITS) as usize
    }

    /// Returns the class.
    #[inline]
    pub(crate) const fn threat(self) -> Threat {
        Threat::ALL[self.class()]
    }
}

/// The entries of all codes for a colour, indexed by code.
pub(crate) type CodeTable = [CodeEntry; CODES];

/// The classes and groups of all codes under one rule.
#[derive(Debug)]
pub(crate) struct CodeTables {
    black: Box<CodeTable>,
    /// White's entries, where they differ from black's.
    white: Option<Box<CodeTable>>,
}

impl CodeTables {
    /// Returns the tables of both colours under a rule, which are built on first use.
    pub(crate) fn of_rule(rule: Rule) -> PerColor<&'static CodeTable> {
        static TABLES: [OnceCell<CodeTables>; Rule::ALL.len()] =
            [const { OnceCell::new() }; Rule::ALL.len()];
        let Self { black, white } = TABLES[rule.index()].get_or_init(|| Self::build(rule));
        PerColor::new(black, white.as_ref().unwrap_or(black))
    }

    fn build(rule: Rule) -> Self {
        let white = (rule == Rule::Renju).then(|| entries(rule, Color::White));
        Self { black: entries(rule, Color::Black), white }
    }
}

/// Returns the entries of all codes for a colour.
fn entries(rule: Rule, color: Color) -> Box<CodeTable> {
    let entry = |code: Code| match code.shapes() {
        Some(shapes) => CodeEntry::new(group(shapes), Threat::of(shapes, rule, color)),
        None => CodeEntry::default(),
    };
    // The order of the four shapes does not matter: only sorted codes are computed, and the other
    // codes copy from them.
    let codes = || (0..=u16::MAX).map(Code);
    let is_sorted = |code: Code| code == code.sorted();
    let known =
        codes().map(|code| if is_sorted(code) { entry(code) } else { CodeEntry::default() });
    let known: Vec<CodeEntry> = known.collect();
    let entries: Box<[CodeEntry]> =
        codes().map(|code| known[usize::from(code.sorted().0)]).collect();
    entries.try_into().expect("there is an entry for each code")
}
