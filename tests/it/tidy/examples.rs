//! The documentation of the types that `lib.rs` re-exports: each shows its use in an example. The
//! examples of the engine stand on its functions.

use super::Source;

/// The types.
const RE_EXPORTED: [&str; 12] = [
    "Bitboard",
    "BoardSize",
    "Color",
    "Evaluator",
    "Game",
    "IllegalMove",
    "Outcome",
    "Point",
    "Position",
    "Rule",
    "Score",
    "Solver",
];

/// The keywords that declare a type or a trait.
const KEYWORDS: [&str; 3] = ["struct", "enum", "trait"];

/// Returns the re-exported types in a file of the library that have no example, as complaints.
pub(super) fn violations(source: &Source) -> Vec<String> {
    if source.is_test() || source.module().is_none() {
        return Vec::new();
    }
    let mut names = types_without_example(&source.text);
    names.retain(|name| RE_EXPORTED.contains(name));
    names.iter().map(|name| format!("{name} has no example")).collect()
}

/// Returns the public types of a text whose documentation has no code block.
fn types_without_example(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut has_example = false;
    for line in text.lines().map(str::trim_start) {
        if line.starts_with("///") {
            has_example |= line.contains("```");
        } else if let Some(name) = public_type(line) {
            if !has_example {
                names.push(name);
            }
            has_example = false;
        } else if ends_item(line) {
            has_example = false;
        }
    }
    names
}

/// Returns the name of the public type that a text line declares, if it declares one.
fn public_type(line: &str) -> Option<&str> {
    let (keyword, rest) = line.strip_prefix("pub ")?.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    KEYWORDS.contains(&keyword).then_some(&rest[..end])
}

/// Returns whether documentation above a text line belongs to nothing below it. The text lines
/// of an attribute may stand between a type and its documentation.
fn ends_item(line: &str) -> bool {
    line.is_empty() || line.ends_with('{') || line.ends_with('}') || line.ends_with(';')
}

#[test]
fn types_without_example_are_found() {
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

impl Told<()> {
    /// ```
    /// assert!(true);
    /// ```
    pub fn method() {}
}
pub trait Bare {}
struct Private;
    pub enum Indented {}
";
    assert_eq!(types_without_example(text), ["Told", "Bare", "Indented"]);
}
