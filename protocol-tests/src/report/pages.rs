//! The cases as Markdown pages, one for each group and an index.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::case::{Case, Group, LeftOut};
use crate::outcome::Level;
use crate::report::listing::{facts, script_lines};

/// The meanings of the levels, deliveries and scripts, for the index.
const READING: &str = include_str!("pages/reading.md");

/// Columns of the text that is not from the case files.
const WIDTH: usize = 92;

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Name of the file, such as `a-start-up.md`.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// The pages of all groups, the index first.
pub fn pages(groups: &[Group], left_out: &[LeftOut]) -> Vec<Page> {
    let mut pages = vec![index(groups, left_out)];
    pages.extend(groups.iter().map(page));
    pages
}

/// Writes pages into a folder, which is made if it is not there.
///
/// # Errors
/// Returns the error of the file system.
pub fn write(folder: &Path, pages: &[Page]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for page in pages {
        fs::write(folder.join(&page.name), &page.text)?;
    }
    Ok(())
}

/// The first line of each page, a warning to editors.
const ORIGIN: &str = "<!-- Generated from the case files by protocol-tests --write-pages. -->\n\n";

fn index(groups: &[Group], left_out: &[LeftOut]) -> Page {
    let mut text = format!("{ORIGIN}# The cases\n\n");
    text.push_str("| group | about | must | should | nice |\n|---|---|---:|---:|---:|\n");
    let mut sums = [0; 3];
    for group in groups {
        let numbers = [Level::Must, Level::Should, Level::Nice]
            .map(|level| group.cases.iter().filter(|case| case.level == level).count());
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
        let [must, should, nice] = numbers;
        let (name, title) = (&group.name, cell(&group.title));
        let link = format!("[{} {name}]({})", group.letter, file_name(group));
        line(&mut text, &format!("| {link} | {title} | {must} | {should} | {nice} |"));
    }
    let [must, should, nice] = sums;
    line(&mut text, &format!("| all | | {must} | {should} | {nice} |\n"));
    text.push_str(READING);
    if !left_out.is_empty() {
        text.push_str("\n## Not tested\n\n");
        for LeftOut { ids, reason } in left_out {
            line(&mut text, &format!("- {}: {}", ids.join(", "), one_line(reason)));
        }
    }
    Page { name: "README.md".to_owned(), text }
}

fn file_name(group: &Group) -> String {
    format!("{}.md", group.file)
}

fn page(group: &Group) -> Page {
    let mut text = format!("{ORIGIN}# {}: {}\n\n", group.letter, group.title);
    line(&mut text, &format!("{}\n", group.about.trim()));
    text.push_str("| case | level | name |\n|---|---|---|\n");
    for case in &group.cases {
        let (id, name) = (&case.id, &case.name);
        let anchor = format!("{}-{name}", id.to_lowercase());
        line(&mut text, &format!("| [{id}](#{anchor}) | {} | {name} |", case.level));
    }
    for case in &group.cases {
        text.push('\n');
        section(&mut text, case);
    }
    Page { name: file_name(group), text }
}

/// Writes all about a case.
fn section(text: &mut String, case: &Case) {
    line(text, &format!("## {} {}\n", case.id, case.name));
    line(text, &format!("*{}*; source: {}\n", case.level, one_line(&case.source)));
    line(text, &format!("{}\n", case.means.trim()));
    if !case.script_text.trim().is_empty() {
        line(text, "```text");
        for script_line in script_lines(case) {
            line(text, script_line);
        }
        line(text, "```\n");
    }
    line(text, &format!("{}\n", textwrap::fill(&facts(case).join(" "), WIDTH)));
    line(text, &format!("**How to fix it**\n\n{}", case.mend.trim()));
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a string never fails");
}

/// A text of several lines as one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests;
