//! The names that Rust code uses from a path, for the tests of who may use whom. Comments may
//! name what they like.

use std::collections::BTreeSet;

/// Returns the names that directly follow a path in the code, of which several can stand in
/// braces.
pub(crate) fn names_after(text: &str, path: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    code.split(path).skip(1).flat_map(top_names).map(str::to_owned).collect()
}

/// Returns the name at the start of a text, or the first name of each element of a group in
/// braces such as `{a::B, c::{D, E}}`.
pub(crate) fn top_names(text: &str) -> Vec<&str> {
    if !text.starts_with('{') {
        return vec![identifier(text)];
    }
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && (c == '{' || c == ',') {
            names.push(identifier(text[index + 1..].trim_start()));
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Returns the identifier at the start of a text, which may be empty.
fn identifier(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).next().unwrap_or("")
}

#[test]
fn names_are_found() {
    let text = "\
        //! See [`crate::query::lanes`].
        use crate::board::{Color, Point};
        let x = crate::eval::weights::TEMPO + crate::X;
        use crate::{
            game::{Game, a::B},
            rules,
        };
    ";
    let names: Vec<String> = names_after(text, "crate::").into_iter().collect();
    assert_eq!(names, ["X", "board", "eval", "game", "rules"]);
}
