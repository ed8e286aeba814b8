//! The replies that a script expects.

use regex::bytes::Regex;

use crate::referee::Point;
use crate::script::words::{milliseconds, nothing, number, quoted, split_outside, split_word};
use crate::script::{Action, Alternative, Expectation, Pattern, Since, Text, Then};

/// Reads what follows `<`.
pub(super) fn parse(line: &str) -> Result<Action, String> {
    if let Some(list) = line.strip_prefix("unordered ") {
        let patterns: Result<Vec<_>, _> =
            split_outside(list, ';').into_iter().map(parse_pattern).collect();
        return Ok(Action::Unordered(patterns?));
    }
    let mut expectation =
        Expectation { alternatives: Vec::new(), name: None, within: None, since: Since::Sent };
    let parts = split_outside(line, '|');
    let (last, others) = parts.split_last().expect("a split has at least one part");
    for part in others {
        expectation.alternatives.push(parse_alternative(part)?);
    }
    let last = take_time(last, &mut expectation)?;
    let last = take_name(last, &mut expectation);
    expectation.alternatives.push(parse_alternative(last)?);
    Ok(Action::Expect(expectation))
}

/// The place of a word that stands outside quotes and expressions.
fn find_word(line: &str, word: &str) -> Option<usize> {
    let opaque = line.starts_with(['"', '/']);
    let from = if opaque { line.rfind(['"', '/']).unwrap_or(0) } else { 0 };
    line[from..].rfind(&format!(" {word} ")).map(|at| from + at)
}

/// Takes `within MS [since …]` off the end.
fn take_time<'a>(line: &'a str, expectation: &mut Expectation) -> Result<&'a str, String> {
    let Some(at) = find_word(line, "within") else { return Ok(line) };
    let (word, rest) = split_word(&line[at + " within ".len()..]);
    expectation.within = Some(milliseconds(word)?);
    expectation.since = match split_word(rest) {
        ("", _) => Since::Sent,
        ("since", "start") => Since::Start,
        ("since", "thaw") => Since::Thaw,
        ("since", "mark") => Since::Mark,
        _ => return Err(format!("invalid start of a time `{rest}`")),
    };
    Ok(&line[..at])
}

/// Takes `as NAME` off the end.
fn take_name<'a>(line: &'a str, expectation: &mut Expectation) -> &'a str {
    let Some(at) = find_word(line, "as") else { return line };
    expectation.name = Some(line[at + " as ".len()..].trim().to_owned());
    &line[..at]
}

fn parse_alternative(part: &str) -> Result<Alternative, String> {
    let (pattern, then) = match part.rsplit_once("->") {
        Some((pattern, then)) => match then.trim() {
            "stop" => (pattern, Then::Stop),
            "skip" => (pattern, Then::Skip),
            _ => (part, Then::Continue),
        },
        None => (part, Then::Continue),
    };
    Ok(Alternative { pattern: parse_pattern(pattern.trim())?, then })
}

fn parse_pattern(part: &str) -> Result<Pattern, String> {
    if part.starts_with('"') {
        let (bytes, rest) = quoted(part)?;
        nothing(rest)?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{part} is not valid UTF-8"))?;
        return Ok(Pattern::Literal(Text(text)));
    }
    if part.starts_with('/') {
        return parse_regex(part).map(Pattern::Regex);
    }
    let (word, rest) = split_word(part);
    if !["move", "pairs", "forbid"].contains(&word) {
        nothing(rest)?;
    }
    Ok(match word {
        "ok" => Pattern::Ok,
        "move" => {
            let (among, but) = split_but(rest);
            let texts = |words: Vec<&str>| words.into_iter().map(|w| Text(w.to_owned())).collect();
            Pattern::Move { among: texts(among), but: texts(but) }
        }
        "error" => Pattern::Error,
        "unknown" => Pattern::Unknown,
        "about" => Pattern::About,
        "swap" => Pattern::Swap,
        "any" => Pattern::Any,
        "pairs" => Pattern::Pairs(number(rest)?),
        "forbid" => parse_forbid(rest)?,
        _ => return Err(format!("unknown reply `{part}`")),
    })
}

/// Reads `/…/`; the expression must match a whole line.
pub(super) fn parse_regex(part: &str) -> Result<Regex, String> {
    let inner = part.trim().strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
    let inner = inner.ok_or_else(|| format!("invalid expression `{part}`: expected /…/"))?;
    Regex::new(&format!("^(?:{inner})$")).map_err(|error| error.to_string())
}

fn split_but(words: &str) -> (Vec<&str>, Vec<&str>) {
    let mut parts = words.split_whitespace().collect::<Vec<_>>();
    let but = parts.iter().position(|&word| word == "but");
    let but = but.map_or_else(Vec::new, |at| parts.split_off(at));
    (parts, but.into_iter().skip(1).collect())
}

fn parse_forbid(words: &str) -> Result<Pattern, String> {
    let (points, but) = split_but(words);
    let digits = |words: Vec<&str>| {
        let wrong = |word| format!("invalid point `{word}`: expected four digits");
        let points = words.into_iter();
        let points = points.map(|word| Point::from_digits(word).ok_or_else(|| wrong(word)));
        points.collect::<Result<Vec<_>, _>>()
    };
    let exactly = !points.is_empty();
    let points = if points == ["none"] { Vec::new() } else { digits(points)? };
    Ok(Pattern::Forbid { points, exactly, but: digits(but)? })
}
