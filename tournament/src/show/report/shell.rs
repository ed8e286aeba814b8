//! The page around the data: template, style and scripts, which are part of this program.
//!
//! Invariant: the security policy of the page allows only the page's own script, by its hash, and
//! connections only to the live server, if there is one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::show::report;
use crate::show::snapshot::Snapshot;

/// The style sheets, in order.
const STYLES: [&str; 4] = [
    include_str!("../../../assets/vendor/uplot-1.6.32/uPlot.min.css"),
    include_str!("../../../../board/page/tokens.css"),
    include_str!("../../../../board/page/board.css"),
    include_str!("../../../assets/style.css"),
];
/// The library for charts.
const CHARTS: &str = include_str!("../../../assets/vendor/uplot-1.6.32/uPlot.iife.min.js");
/// The licence of that library, which every copy must include.
const LICENCE: &str = include_str!("../../../assets/vendor/uplot-1.6.32/LICENSE");
/// The modules of the board, each after those that it imports.
const BOARD: [&str; 4] = [
    include_str!("../../../../board/page/notation.js"),
    include_str!("../../../../board/page/dom.js"),
    include_str!("../../../../board/page/boardlayers.js"),
    include_str!("../../../../board/page/boardview.js"),
];
/// The scripts of the page. They share one scope; the last one draws the page.
const SCRIPTS: [&str; 16] = [
    include_str!("../../../assets/elements.js"),
    include_str!("../../../assets/words.js"),
    include_str!("../../../assets/model.js"),
    include_str!("../../../assets/board.js"),
    include_str!("../../../assets/intro.js"),
    include_str!("../../../assets/standings.js"),
    include_str!("../../../assets/match.js"),
    include_str!("../../../assets/openings.js"),
    include_str!("../../../assets/games.js"),
    include_str!("../../../assets/charts.js"),
    include_str!("../../../assets/usage.js"),
    include_str!("../../../assets/failures.js"),
    include_str!("../../../assets/viewer.js"),
    include_str!("../../../assets/moves.js"),
    include_str!("../../../assets/live.js"),
    include_str!("../../../assets/main.js"),
];

/// The mark by which a page is known, in its head.
pub(super) const MARK: &str = r#"<meta name="generator" content="Dolmen tournament">"#;
/// The template of the page, with placeholders in double braces that [`page`] fills in.
const TEMPLATE: &str = include_str!("../../../assets/report.html");

/// Returns the page; with an address of events it follows them.
pub(super) fn page(snapshot: &Snapshot, events: Option<&str>) -> String {
    let (style, script) = (style(), script());
    let connect = if events.is_some() { "connect-src 'self'; " } else { "" };
    let policy = format!(
        "default-src 'none'; {connect}img-src data:; style-src '{}'; script-src '{}'; \
         base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
        hash(&style),
        hash(&script)
    );
    let data = harmless(&report::data(snapshot).to_string());
    // The data come last, since their text may contain the other placeholders.
    TEMPLATE
        .replace("{{policy}}", &policy)
        .replace("{{events}}", events.unwrap_or_default())
        .replace("{{style}}", &style)
        .replace("{{script}}", &script)
        .replace("{{data}}", &data)
}

/// Returns the style sheets as one.
pub(in crate::show) fn style() -> String {
    STYLES.concat()
}

/// Returns all scripts as one.
fn script() -> String {
    // In one scope the modules of the board need neither imports nor exports.
    let lines = BOARD.iter().flat_map(|module| module.lines());
    let lines = lines.filter(|line| !line.starts_with("import "));
    let lines: Vec<_> = lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
    let board = lines.join("\n");
    let board = format!(
        "const {{ BoardView, pointName, shownName }} = (() => {{\n{board}\n\
         return {{ BoardView, pointName: point, shownName: shown }};\n}})();"
    );
    format!(
        "/* uPlot\n{LICENCE}*/\n{CHARTS}\n(() => {{\n\"use strict\";\n{board}\n{}\n}})();\n",
        SCRIPTS.join("\n")
    )
}

/// Returns the hash of a text in the form of a security policy.
pub(in crate::show) fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Escapes the characters of JSON that have a meaning in HTML or end a line in scripts. They occur
/// only in strings, where JSON allows an escape for any character.
fn harmless(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(letter)));
            }
            _ => text.push(letter),
        }
    }
    text
}
