//! The page around the data: template, style and scripts, which are part of this program.
//!
//! Invariant: the only script that the page may run is ours, known by its hash; it may ask only the
//! live server, if there is one.

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::config::Format;
use crate::show::clean::clean;
use crate::show::report::data::Data;
use crate::show::snapshot::Snapshot;
use crate::web::link;

/// Style sheets, in their order.
const STYLES: [&str; 4] = [
    include_str!("../../../assets/vendor/uplot-1.6.32/uPlot.min.css"),
    include_str!("../../../../board/page/tokens.css"),
    include_str!("../../../../board/page/board.css"),
    include_str!("../../../assets/style.css"),
];
/// The library for charts, which stands alone.
const CHARTS: &str = include_str!("../../../assets/vendor/uplot-1.6.32/uPlot.iife.min.js");
/// Whose it is; every page is a copy of it.
const LICENCE: &str = include_str!("../../../assets/vendor/uplot-1.6.32/LICENSE");
/// The modules of the board: `boardview.js` and those that it imports.
const BOARD: [(&str, &str); 4] = [
    ("boardview.js", include_str!("../../../../board/page/boardview.js")),
    ("boardlayers.js", include_str!("../../../../board/page/boardlayers.js")),
    ("dom.js", include_str!("../../../../board/page/dom.js")),
    ("notation.js", include_str!("../../../../board/page/notation.js")),
];
/// Our scripts; they share one scope with the linked modules of the board, and the last one begins.
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

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    title: &'a str,
    policy: &'a str,
    style: &'a str,
    data: &'a str,
    script: &'a str,
    events: Option<&'a str>,
}

/// The page; with an address of events it follows them.
pub(super) fn page(snapshot: &Snapshot, events: Option<&str>) -> String {
    let data = serde_json::to_string(&Data::new(snapshot))
        .expect("a value without maps serializes to JSON");
    let (script, style) = (script(), STYLES.concat());
    let connect = if events.is_some() { "connect-src 'self'; " } else { "" };
    let policy = format!(
        "default-src 'none'; {connect}img-src data:; style-src '{}'; script-src '{}'; \
         base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
        hash(&style),
        hash(&script)
    );
    let page = Page {
        title: &title(snapshot),
        policy: &policy,
        style: &style,
        data: &harmless(&data),
        script: &script,
        events,
    };
    page.render().expect("writing to memory never fails")
}

/// All scripts as one.
fn script() -> String {
    let module = |path: &str| BOARD.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    let board = link(BOARD[0].0, |path| module(path).map(str::to_owned))
        .expect("the modules are parts of this program");
    format!(
        "/* uPlot\n{LICENCE}*/\n{CHARTS}\n(() => {{\n\"use strict\";\n{board}\n{}\n}})();\n",
        SCRIPTS.join("\n")
    )
}

/// The hash by which a browser knows a text, as a security policy writes it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// JSON without the letters that mean something in HTML or end a line in scripts: they stand in
/// strings only, and strings may hold any letter as an escape.
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

/// Returns who plays.
fn title(snapshot: &Snapshot) -> String {
    let names: Vec<String> = snapshot.results.names().iter().map(|name| clean(name)).collect();
    match (&names[..], snapshot.header.config.conditions.format) {
        ([one, other], _) => format!("{one} – {other}"),
        ([first, rest @ ..], Format::Gauntlet) => {
            format!("{first} against {} opponents", rest.len())
        }
        _ => format!("{} engines, round-robin", names.len()),
    }
}
