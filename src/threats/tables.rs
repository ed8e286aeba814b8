//! The tables that tell the class of threat and the group of every code, one for each rule.

use std::collections::HashMap;

use once_cell::sync::OnceCell;

use crate::board::Color;
use crate::rules::Rule;
use crate::threats::class::Threat;
use crate::threats::code::{CODES, Code, group};

/// The threat board's facts about a point for one colour. Eight bytes, so that a point's
/// state is one load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(8))]
pub(crate) struct CodeEntry {
    pub(crate) code: Code,
    /// Number of the code's group: those of the same shapes in any order.
    group: u16,
    pub(crate) threat: Threat,
}

impl CodeEntry {
    #[inline]
    pub(crate) const fn group(self) -> usize {
        self.group as usize
    }
}

/// The classes and groups of all codes under one rule.
#[derive(Debug)]
pub(crate) struct CodeTables {
    black: Box<[CodeEntry; CODES]>,
    /// White's entries, where they differ from black's.
    white: Option<Box<[CodeEntry; CODES]>>,
}

impl CodeTables {
    /// Returns the tables of a rule, which are built when they are first asked for.
    pub(crate) fn of_rule(rule: Rule) -> &'static Self {
        static TABLES: [OnceCell<CodeTables>; Rule::ALL.len()] =
            [const { OnceCell::new() }; Rule::ALL.len()];
        TABLES[rule.index()].get_or_init(|| Self::build(rule))
    }

    fn build(rule: Rule) -> Self {
        let white = (rule == Rule::Renju).then(|| entries(rule, Color::White));
        Self { black: entries(rule, Color::Black), white }
    }

    /// Returns the entries of a colour, indexed by code.
    #[inline]
    pub(crate) fn of(&self, color: Color) -> &[CodeEntry; CODES] {
        match (&self.white, color) {
            (Some(white), Color::White) => white,
            _ => &self.black,
        }
    }
}

/// Returns the entries of all codes for a colour.
fn entries(rule: Rule, color: Color) -> Box<[CodeEntry; CODES]> {
    let entry = |code: Code| match code.shapes() {
        Some(shapes) => {
            let threat = Threat::of(shapes, rule, color);
            CodeEntry { code, threat, group: group(shapes) as u16 }
        }
        None => CodeEntry::default(),
    };
    // The order of the four shapes does not matter: only sorted codes are worked out, and the
    // other codes copy from them.
    let codes = || (0..=u16::MAX).map(Code);
    let sorted = codes().filter(|&code| code == code.sorted());
    let known: HashMap<Code, CodeEntry> = sorted.map(|code| (code, entry(code))).collect();
    let entries: Box<[CodeEntry]> =
        codes().map(|code| CodeEntry { code, ..known[&code.sorted()] }).collect();
    entries.try_into().expect("there is an entry for each code")
}
