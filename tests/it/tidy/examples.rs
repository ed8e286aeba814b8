//! The documentation of the types that `lib.rs` re-exports: each type and each of its public functions has an
//! example, except those whose names say everything.

use std::collections::BTreeSet;

use super::Source;
use super::rooms::top_names;

/// The types and functions that need no example. The types appear in the examples of their functions.
const PLAIN: [&str; 29] = [
    "Bitboard::contains",
    "Bitboard::is_empty",
    "Bitboard::len",
    "BoardSize::area",
    "BoardSize::height",
    "BoardSize::width",
    "Color::index",
    "Engine",
    "Engine::evaluator",
    "Engine::options",
    "Evaluator",
    "Game::position",
    "Game::rule",
    "Game::side_to_move",
    "Game::size",
    "Point::column",
    "Point::row",
    "Position::dead",
    "Position::geometry",
    "Position::history",
    "Position::last_move",
    "Position::side_to_move",
    "Position::size",
    "Position::stones",
    "Rule::index",
    "Rule::name",
    "Score::is_loss",
    "Score::is_win",
    "Solver",
];

/// Returns complaints about items that need an example and have none, and about names in [`PLAIN`] of items that have
/// one.
pub(super) fn violations(sources: &[Source]) -> Vec<String> {
    let library = sources.iter().find(|source| source.path == "src/lib.rs");
    let types = re_exported(&library.expect("the library has a root").text);
    let files = sources.iter().filter(|source| source.module().is_some() && !source.is_test());
    let bare: Vec<String> = files.flat_map(|file| without_example(&file.text, &types)).collect();
    let needed = bare.iter().filter(|name| !PLAIN.contains(&name.as_str()));
    let missing = needed.map(|name| format!("{name} has no example"));
    let outdated = PLAIN.iter().filter(|name| !bare.iter().any(|bare| bare == *name));
    missing.chain(outdated.map(|name| format!("{name} is gone or has an example"))).collect()
}

/// Returns the names of the types that a text re-exports.
fn re_exported(text: &str) -> BTreeSet<&str> {
    let paths = text.lines().filter_map(|line| line.strip_prefix("pub use "));
    paths.flat_map(|path| top_names(path.rsplit("::").next().unwrap_or(path))).collect()
}

/// Returns the types and their public functions that a text declares without a code block in their documentation.
fn without_example(text: &str, types: &BTreeSet<&str>) -> Vec<String> {
    let mut names = Vec::new();
    let mut owner = None;
    let mut has_example = false;
    for line in text.lines() {
        if line.trim_start().starts_with("///") {
            has_example |= line.contains("```");
            continue;
        }
        if let Some(rest) = line.strip_prefix("impl ") {
            owner = rest.strip_suffix(" {").filter(|name| types.contains(name));
        }
        let function = public_item(line, "    pub ", &["fn"]);
        let function = owner.zip(function).map(|(owner, name)| format!("{owner}::{name}"));
        let item = public_item(line, "pub ", &["struct", "enum", "trait"]);
        let item = item.filter(|name| types.contains(name)).map(str::to_owned);
        if let Some(name) = function.or(item) {
            names.extend((!has_example).then_some(name));
            has_example = false;
        }
        has_example &= !ends_item(line);
    }
    names
}

/// Returns the name of the item of these kinds that a text line declares after a prefix.
fn public_item<'a>(line: &'a str, prefix: &str, keywords: &[&str]) -> Option<&'a str> {
    let rest = line.strip_prefix(prefix)?;
    let (keyword, rest) = rest.strip_prefix("const ").unwrap_or(rest).split_once(' ')?;
    keywords.contains(&keyword).then(|| top_names(rest)[0])
}

/// Returns whether documentation above a text line cannot belong to an item below it. The text lines of an attribute
/// may stand between an item and its documentation.
fn ends_item(line: &str) -> bool {
    line.is_empty() || line.ends_with(['{', '}', ';'])
}

#[test]
fn items_without_example_are_found() {
    let types = re_exported("mod a;\npub use a::Shown;\npub use b::{Bare, Told};\npub mod c;\n");
    let text = "\
/// Shown.
///
/// ```
/// assert!(true);
/// ```
#[derive(
    Clone,
)]
pub struct Shown;
/// Told only.
pub struct Told<T>(T);

impl Shown {
    /// ```
    /// assert!(true);
    /// ```
    #[must_use]
    pub const fn shown() {}
    /// Told only.
    pub fn told(
        &self,
    ) {}
    fn private() {}
    pub(crate) fn inner() {}
}
impl Clone for Shown {
    pub fn foreign() {}
}
pub enum Bare {}
pub struct Inner;
impl Inner {
    pub fn own() {}
}
";
    assert_eq!(without_example(text, &types), ["Told", "Shown::told", "Bare"]);
    assert!(PLAIN.is_sorted_by(|a, b| a < b), "each name once, in order");
}
