//! The page of a ladder.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::show::ladder::{Column, LadderRatings, StageResults, shown, with_minus};
use crate::show::report::{hash, style};
use crate::statistics::Wdl;

/// The characters that a path in a link encodes: all but letters, digits and these.
const IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');

/// Returns the page. It loads nothing and has no script.
pub(super) fn page(ratings: &LadderRatings<'_>) -> String {
    let style = style();
    let policy = format!(
        "default-src 'none'; style-src '{}'; base-uri 'none'; form-action 'none'",
        hash(&style)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="Dolmen tournament";
                meta name="color-scheme" content="light dark";
                title { "Ladder" }
                style { (PreEscaped(&style)) }
            }
            body {
                main {
                    section {
                        h1 { "Ladder" }
                        (list(ratings))
                    }
                    @for (stage, column) in ratings.stages.iter().zip(&ratings.columns[1..]) {
                        section {
                            h2 { (shown(&stage.title)) }
                            (games(ratings, stage, column))
                            p class="note" {
                                "Games that the engine of the row won, drew and lost; the figures lead to the \
                                 games. " (shown(&stage.title)) " " (stage.limits) "."
                            }
                        }
                    }
                }
            }
        }
    };
    page.into_string()
}

/// Returns the ratings as a table.
fn list(ratings: &LadderRatings<'_>) -> Markup {
    html! {
        div class="scroll" { table class="crosstable" {
            thead { tr {
                th { "Engine" }
                @for column in &ratings.columns { th class="cross" colspan="2" { (shown(&column.title)) } }
                th class="cross" { "Games" }
                th class="cross" { "Failed" }
            } }
            tbody {
                @for &engine in &ratings.order {
                    tr {
                        th scope="row" { span class="name" { (ratings.names[engine]) } }
                        @for column in &ratings.columns {
                            td class="strong" { (with_minus(&column.value(engine))) }
                            td class="muted" { (with_minus(&column.interval(engine))) }
                        }
                        td { (ratings.columns[0].ratings[engine].games) }
                        td { (ratings.tallies[engine].failed()) }
                    }
                }
            }
        } }
        p class="note" {
            (ratings.about()) " A dash stands where an engine has no games: it does not know the rule, or its \
             games are not played yet. Failed are losses by an engine's own fault: on time, by a crash or an \
             illegal move."
        }
    }
}

/// Returns the games of a stage between every two engines.
fn games(ratings: &LadderRatings<'_>, stage: &StageResults, column: &Column) -> Markup {
    let plays = |engine: &usize| column.rating(*engine).is_some();
    let engines: Vec<usize> = ratings.order.iter().copied().filter(plays).collect();
    if engines.is_empty() {
        return html! { p { "No pair of games is finished." } };
    }
    html! {
        div class="scroll" { table class="crosstable" {
            thead { tr {
                th { "Engine" }
                @for &engine in &engines { th class="cross" { span class="name" { (ratings.names[engine]) } } }
            } }
            tbody {
                @for &one in &engines { tr {
                    th scope="row" { span class="name" { (ratings.names[one]) } }
                    @for &other in &engines {
                        @if one == other { td class="self" {} } @else {
                            td { (meeting(ratings, stage, one, other)) }
                        }
                    }
                } }
            }
        } }
    }
}

/// Returns the games of two engines, such as `12-1-7`, linked to their report.
fn meeting(ratings: &LadderRatings<'_>, stage: &StageResults, one: usize, other: usize) -> Markup {
    let Some((Wdl { won, drawn, lost }, report)) = ratings.meeting(stage, one, other) else {
        return html! { "·" };
    };
    let games = format!("{won}-{drawn}-{lost}");
    match report {
        Some(report) => html! { a href=(link(&report.to_string_lossy())) { (games) } },
        None => html! { (games) },
    }
}

/// Returns a path as a relative link.
fn link(path: &str) -> String {
    utf8_percent_encode(path, IN_PATHS).to_string()
}
