//! The lists of all behaviours, and of the cases that they fail.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::behaviour::{Behaviour, DECLARATIONS, HEADER};

/// Lists the behaviours, one per text line: the name, the default number if any, and the
/// description.
///
/// # Errors
/// Returns an error message if the declarations are not valid.
pub(crate) fn list() -> Result<String, String> {
    let line = |text: &str| {
        let Behaviour { name, about, number, .. } =
            toml::from_str(text).map_err(|error| error.to_string())?;
        let number = number.map_or_else(String::new, |number| format!("={number}"));
        Ok(format!("{:28} {about}\n", format!("{name}{number}")))
    };
    DECLARATIONS.split(HEADER).skip(1).map(line).collect()
}

/// The cases that show a behaviour, as declared.
#[derive(Debug, Deserialize)]
struct Shown {
    name: String,
    fails: Vec<String>,
}

/// Lists the cases that some behaviour fails, one per text line: the identifier, and the behaviours with
/// those first that fail the fewest cases.
///
/// # Errors
/// Returns an error message if the declarations are not valid.
pub(crate) fn list_cases() -> Result<String, String> {
    let mut by_case: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for text in DECLARATIONS.split(HEADER).skip(1) {
        let Shown { name, fails } = toml::from_str(text).map_err(|error| error.to_string())?;
        let number = fails.len();
        for id in fails {
            by_case.entry(id).or_default().push((number, name.clone()));
        }
    }
    let line = |(id, mut behaviours): (String, Vec<(usize, String)>)| {
        behaviours.sort();
        let names: Vec<String> = behaviours.into_iter().map(|(_, name)| name).collect();
        format!("{id:13} {}\n", names.join(" "))
    };
    Ok(by_case.into_iter().map(line).collect())
}

#[cfg(test)]
mod tests {
    use crate::catalogue::{list, list_cases};

    #[test]
    fn cases_are_listed_with_the_behaviours_that_fail_them() {
        let list = list_cases().expect("the declarations are valid");
        let line = list.lines().find(|line| line.starts_with("L08 "));
        assert!(line.is_some_and(|line| line.contains(" ponders")), "{list}");
    }

    #[test]
    fn every_declaration_is_valid_and_listed() {
        let list = list().expect("the declarations are valid");
        assert_eq!(list.lines().count(), 206);
        assert!(list.contains("slow=1500 "));
        assert!(list.lines().all(|line| line.ends_with('.')), "{list}");
    }
}
