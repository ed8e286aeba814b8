//! Files of weights.
//!
//! ```text
//! file    "dolmen weights 6\n"  checksum: u32  length: u32  header  set*  lines*  policy*
//! header  JSON of this length, see `Header`; the checksum (CRC-32) covers
//!         everything that follows it
//! set     2,380 × (to_move, waiting, attack, defence)  512 × bonus  network?
//! network the numbers of a `Network` in its order, if the note of the set announces one
//! lines   a `LineNetwork` for each rule that the header names
//! policy  a `Policy` for each rule that the header names, which has a line network
//! ```
//!
//! All numbers are little-endian, and weights are `i16`. Each note of the header has its set, in the same order. The
//! header has the length of each network and policy, so that a reader of one rule skips the others.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Color, PerColor};
use crate::eval::line_network::{LineNetwork, Policy};
use crate::eval::network::Network;
use crate::eval::urgency::URGENCIES;
use crate::eval::weights::{ColorWeights, GroupWeights, Weights};
use crate::rules::Rule;
use crate::threats::code::GROUPS;

pub(super) const MAGIC: &[u8] = b"dolmen weights 6\n";
/// The number of weights in a set, without those of its network.
const SET_NUMBERS: usize = 4 * GROUPS + URGENCIES;

/// The header of a file of weights.
#[derive(Debug, Deserialize, Serialize)]
struct Header {
    /// The command that made the file.
    command: String,
    /// The data from which the weights were made, in words.
    notes: String,
    /// The sets that follow the header, in the same order.
    sets: Vec<SetNote>,
    /// The line networks that follow the sets, in the same order.
    lines: Vec<PartNote>,
    /// The policies that follow these, in the same order.
    policies: Vec<PartNote>,
}

/// The description of a line network or a policy in a file.
#[derive(Debug, Deserialize, Serialize)]
struct PartNote {
    rule: Rule,
    /// The length in bytes.
    bytes: usize,
}

/// The description of one set of weights in a file.
#[derive(Debug, Deserialize, Serialize)]
struct SetNote {
    rule: Rule,
    /// The colour; `None` if the set is for both.
    color: Option<Color>,
    /// Indicates whether the set has a network.
    network: bool,
}

impl SetNote {
    /// Returns the size of the set in bytes.
    const fn bytes(&self) -> usize {
        2 * if self.network { SET_NUMBERS + Network::NUMBERS } else { SET_NUMBERS }
    }
}

/// The reason why bytes cannot be read as weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadWeightsError {
    /// The bytes do not begin like a file of weights.
    Foreign,
    /// The file has another version of the format.
    Version(String),
    /// The file is damaged: its checksum does not match.
    Damaged,
    /// The header or a set is invalid, for this reason.
    Invalid(String),
}

impl fmt::Display for ReadWeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "not a Dolmen weights file"),
            Self::Version(version) => {
                write!(f, "unsupported format version {version:?}: expected 6")
            }
            Self::Damaged => write!(f, "the file is damaged: its checksum does not match"),
            Self::Invalid(why) => write!(f, "invalid contents: {why}"),
        }
    }
}

impl std::error::Error for ReadWeightsError {}

impl Weights {
    /// Returns the weights as the bytes of a file.
    ///
    /// # Panics
    /// Panics if a set has the wrong number of weights, or if a rule has a policy but no line network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut sets = Vec::new();
        let mut numbers = Vec::new();
        for rule in Rule::ALL {
            let Some(weights) = &self.rules[rule.index()] else { continue };
            let is_one = weights[Color::Black] == weights[Color::White];
            for &color in if is_one { &Color::ALL[..1] } else { &Color::ALL[..] } {
                let ColorWeights { groups, bonuses, network } = &weights[color];
                let color = (!is_one).then_some(color);
                sets.push(SetNote { rule, color, network: network.is_some() });
                assert!(groups.len() == GROUPS && bonuses.len() == URGENCIES, "sets are complete");
                let groups = groups.iter();
                numbers.extend(
                    groups.flat_map(|group| {
                        [group.to_move, group.waiting, group.attack, group.defence]
                    }),
                );
                numbers.extend(bonuses);
                numbers.extend(network.iter().flat_map(Network::numbers));
            }
        }
        let (command, notes) = (self.command.clone(), self.notes.clone());
        let lines = written(&self.lines, |_, network| network.to_bytes());
        let policies = written(&self.policies, |rule, policy| {
            let network = self.lines[rule.index()].as_ref();
            let network = network.expect("a policy has the rows of a line network");
            policy.to_bytes(&network.dictionary)
        });
        let [line_notes, policy_notes] = [&lines, &policies].map(|parts| {
            let note =
                |(rule, bytes): &(Rule, Vec<u8>)| PartNote { rule: *rule, bytes: bytes.len() };
            parts.iter().map(note).collect()
        });
        let header = Header { command, notes, sets, lines: line_notes, policies: policy_notes };
        let json = serde_json::to_string(&header).expect("a header is JSON");
        let mut rest = (json.len() as u32).to_le_bytes().to_vec();
        rest.extend(json.into_bytes());
        rest.extend(numbers.into_iter().flat_map(i16::to_le_bytes));
        rest.extend(lines.into_iter().chain(policies).flat_map(|(_, bytes)| bytes));
        [MAGIC, &crc32fast::hash(&rest).to_le_bytes(), &rest].concat()
    }

    /// Reads the bytes of a file of weights.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a file of weights, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadWeightsError> {
        Self::read(bytes, |_| true)
    }

    /// Reads the weights of some rules from the bytes of a file, and leaves the others out.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a file of weights, or are damaged.
    pub(super) fn read(
        bytes: &[u8],
        is_wanted: impl Fn(Rule) -> bool,
    ) -> Result<Self, ReadWeightsError> {
        let Contents { header, body } = Contents::of(bytes)?;
        let Header { command, notes, sets, lines, policies } = header;
        let mut weights = Self { command, notes, ..Self::default() };
        let mut reader = PartReader { rest: body, is_wanted };
        for note in &sets {
            if let Some(set) = reader.part(note.rule, note.bytes())? {
                weights.add_set(note, read_set(set)?);
            }
        }
        for note in lines {
            weights.lines[note.rule.index()] =
                reader.read(&note, "line network", LineNetwork::from_bytes)?;
        }
        for note in policies {
            let network = weights.lines[note.rule.index()].as_ref();
            weights.policies[note.rule.index()] = reader.read(&note, "policy", |bytes| {
                let network = network.ok_or("there is no line network")?;
                Policy::from_bytes(bytes, &network.dictionary)
            })?;
        }
        if reader.rest.is_empty() { Ok(weights) } else { Err(wrong_number()) }
    }

    fn add_set(&mut self, note: &SetNote, set: ColorWeights) {
        let place = &mut self.rules[note.rule.index()];
        let both = place.get_or_insert_with(|| PerColor::from_fn(|_| set.clone()));
        if let Some(color) = note.color {
            both[color] = set;
        }
    }
}

/// The header of a file, and the bytes after it.
struct Contents<'a> {
    header: Header,
    body: &'a [u8],
}

impl<'a> Contents<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self, ReadWeightsError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]);
            let version = start.strip_prefix("dolmen weights ");
            return Err(match version {
                Some(version) => ReadWeightsError::Version(version.trim().to_owned()),
                None => ReadWeightsError::Foreign,
            });
        };
        let (checksum, rest) = rest.split_first_chunk().ok_or(ReadWeightsError::Damaged)?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
            return Err(ReadWeightsError::Damaged);
        }
        let (length, rest) = rest.split_first_chunk().ok_or(ReadWeightsError::Damaged)?;
        let json = rest.split_at_checked(u32::from_le_bytes(*length) as usize);
        let (json, body) = json.ok_or_else(|| meaningless("the header is incomplete"))?;
        let header =
            serde_json::from_slice(json).map_err(|error| meaningless(&error.to_string()))?;
        Ok(Self { header, body })
    }
}

/// The parts of a file that have not been read yet.
struct PartReader<'a, W> {
    rest: &'a [u8],
    is_wanted: W,
}

impl<'a, W: Fn(Rule) -> bool> PartReader<'a, W> {
    /// Takes the next part, which has `bytes` bytes; returns `None` if its rule is not wanted.
    fn part(&mut self, rule: Rule, bytes: usize) -> Result<Option<&'a [u8]>, ReadWeightsError> {
        let (part, rest) = self.rest.split_at_checked(bytes).ok_or_else(wrong_number)?;
        self.rest = rest;
        Ok(Some(part).filter(|_| (self.is_wanted)(rule)))
    }

    /// Reads the next part, whose content is called `name` in errors; returns `None` if its rule is not wanted.
    fn read<T>(
        &mut self,
        note: &PartNote,
        name: &str,
        read: impl FnOnce(&mut &'a [u8]) -> Result<T, String>,
    ) -> Result<Option<Arc<T>>, ReadWeightsError> {
        let PartNote { rule, bytes } = *note;
        let Some(mut part) = self.part(rule, bytes)? else { return Ok(None) };
        let found = read(&mut part)
            .map_err(|why| meaningless(&format!("in the {name} of {rule}: {why}")))?;
        if part.is_empty() {
            return Ok(Some(Arc::new(found)));
        }
        let more = part.len();
        Err(meaningless(&format!("the {name} of {rule} has {more} bytes more than it needs")))
    }
}

fn meaningless(why: &str) -> ReadWeightsError {
    ReadWeightsError::Invalid(why.to_owned())
}

fn wrong_number() -> ReadWeightsError {
    meaningless("the number of weights does not match the header")
}

/// Returns the networks or policies that exist as bytes, with their rules.
fn written<T>(
    of_rules: &[Option<Arc<T>>],
    to_bytes: impl Fn(Rule, &T) -> Vec<u8>,
) -> Vec<(Rule, Vec<u8>)> {
    let of_rules = Rule::ALL.into_iter().zip(of_rules);
    of_rules.filter_map(|(rule, found)| Some((rule, to_bytes(rule, found.as_deref()?)))).collect()
}

/// Reads the weights of a set.
fn read_set(bytes: &[u8]) -> Result<ColorWeights, ReadWeightsError> {
    let numbers: Vec<i16> =
        bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let (groups, rest) = numbers.split_at(4 * GROUPS);
    let (bonuses, network) = rest.split_at(URGENCIES);
    let groups = groups.chunks_exact(4).map(|group| GroupWeights {
        to_move: group[0],
        waiting: group[1],
        attack: group[2],
        defence: group[3],
    });
    let groups: Vec<GroupWeights> = groups.collect();
    let network = (!network.is_empty()).then(|| Network::from_numbers(network.iter().copied()));
    if groups[0] != GroupWeights::default() {
        // Occupied points belong to the group without any shape.
        return Err(ReadWeightsError::Invalid(
            "a point without shapes has weights other than zero".to_owned(),
        ));
    }
    if !network.as_ref().is_none_or(Network::is_sound) {
        let why = "a network weighs a point without shapes, or a weight is too large";
        return Err(ReadWeightsError::Invalid(why.to_owned()));
    }
    Ok(ColorWeights { groups, bonuses: bonuses.to_vec(), network })
}
