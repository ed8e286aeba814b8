//! The cases as Markdown pages, one for each group and an index.

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

/// The first line of each page, a warning to editors.
const ORIGIN: &str = "<!-- Generated from the case files by protocol-tests --write-pages. -->\n\n";

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
    let index = Page { name: "README.md".to_owned(), text: index(groups, left_out) };
    let page = |group| Page { name: file_name(group), text: page(group) };
    std::iter::once(index).chain(groups.iter().map(page)).collect()
}

/// Writes pages into a folder, and creates the folder if it does not exist.
///
/// # Errors
/// Returns the error of the file system.
pub fn write(folder: &Path, pages: &[Page]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    pages.iter().try_for_each(|page| fs::write(folder.join(&page.name), &page.text))
}

fn index(groups: &[Group], left_out: &[LeftOut]) -> String {
    let numbers = |groups: &[Group]| {
        let cases = groups.iter().flat_map(|group| &group.cases);
        let number = |level| cases.clone().filter(|case| case.level == level).count();
        let [must, should, nice] = [Level::Must, Level::Should, Level::Nice].map(number);
        format!("{must} | {should} | {nice} |\n")
    };
    let mut text = format!("{ORIGIN}# The cases\n\n");
    text += "| group | about | must | should | nice |\n|---|---|---:|---:|---:|\n";
    for group in groups {
        let title = one_line(&group.title).replace('|', "\\|");
        let link = format!("[{group}]({})", file_name(group));
        text += &format!("| {link} | {title} | {}", numbers(std::slice::from_ref(group)));
    }
    text += &format!("| all | | {}\n{READING}", numbers(groups));
    if !left_out.is_empty() {
        text += "\n## Not tested\n\n";
    }
    for LeftOut { ids, reason } in left_out {
        text += &format!("- {}: {}\n", ids.join(", "), one_line(reason));
    }
    text
}

fn file_name(group: &Group) -> String {
    format!("{}.md", group.file)
}

fn page(group: &Group) -> String {
    let Group { letter, title, about, .. } = group;
    let mut text = format!("{ORIGIN}# {letter}: {title}\n\n{}\n\n", about.trim());
    text += "| case | level | name |\n|---|---|---|\n";
    for Case { id, name, level, .. } in &group.cases {
        text += &format!("| [{id}](#{}-{name}) | {level} | {name} |\n", id.to_lowercase());
    }
    text + &group.cases.iter().map(section).collect::<String>()
}

/// Returns the section on a case.
fn section(case: &Case) -> String {
    let Case { id, name, level, .. } = case;
    let mut text = format!("\n## {id} {name}\n\n*{level}*; source: {}\n\n", one_line(&case.source));
    text += &format!("{}\n\n", case.means.trim());
    if !case.is_invariant() {
        let script: String = script_lines(case).map(|line| format!("{line}\n")).collect();
        text += &format!("```text\n{script}```\n\n");
    }
    let facts = textwrap::fill(&facts(case).join(" "), WIDTH);
    text + &format!("{facts}\n\n**How to fix it**\n\n{}\n", case.mend.trim())
}

/// A text of several lines as one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
