//! Compares the next reply with the expectation of a script.

use std::time::Duration;

use game_engine_process::Line;

use crate::driver::dialogue::Dialogue;
use crate::driver::lines::{Kind, classify, coordinate, printable};
use crate::driver::variables::Variables;
use crate::driver::{Flow, Halt, fail};
use crate::outcome::{Delivery, Failure, FailureKind};
use crate::referee::Point;
use crate::script::{Alternative, Expectation, Pattern, Since, Text, Then};

/// Limits for replies that need no search: to START, which may allocate a board, and to the
/// other commands.
const START_LIMIT: Duration = Duration::from_secs(2);
const QUICK_LIMIT: Duration = Duration::from_millis(500);

/// Waits for the next reply, compares it and returns it.
pub(crate) fn expect(
    dialogue: &mut Dialogue,
    variables: &mut Variables,
    expectation: &Expectation,
) -> Result<String, Halt> {
    // An engine answers the commands of a burst one after the other, so single answers cannot be timed.
    let in_burst = dialogue.delivery == Delivery::Burst;
    let limit = expectation.within.filter(|_| !in_burst);
    dialogue.flush()?;
    let quick = quick(dialogue, expectation);
    let line = dialogue.reply(limit, expectation.since).map_err(|halt| match halt {
        Halt::Failed(failure) => {
            let wanted = wanted(dialogue, variables, &expectation.alternatives);
            Halt::Failed(failure.reworded(|reason| format!("expected {wanted}: {reason}")))
        }
        other => other,
    })?;
    if let Some(Quick { command, limit }) = quick {
        let took = line.at.saturating_duration_since(dialogue.since(Since::Sent));
        dialogue.watch.quick_reply(command, took, limit + dialogue.tolerance.slack);
    }
    let kind = classify(&line.bytes);
    let chosen = choose(dialogue, variables, &expectation.alternatives, &line, kind)?;
    let reply = printable(&line.bytes, 4000);
    if let Some(name) = &expectation.name {
        variables.set(name, reply.clone());
    }
    match chosen {
        Then::Continue => dialogue.freeze_if_idle().map(|()| reply),
        Then::Stop => Err(Halt::Passed),
        Then::Skip => {
            Err(Halt::Skipped(format!("the engine answers `{}`", printable(&line.bytes, 60))))
        }
    }
}

/// A command whose reply needs no search.
struct Quick {
    command: &'static str,
    /// The time by which the reply must come.
    limit: Duration,
}

/// Returns the command that the next reply answers, if that reply needs no search.
fn quick(dialogue: &Dialogue, expectation: &Expectation) -> Option<Quick> {
    let pending = dialogue.model.pending();
    let single = pending.len() == 1 && !pending[0].is_thinking();
    let alone = single && dialogue.delivery == Delivery::Crlf && !dialogue.watch.read_slowly;
    let since_sent = expectation.since == Since::Sent;
    if !alone || !since_sent {
        return None;
    }
    let (command, limit) = match expectation.alternatives.first()?.pattern {
        Pattern::Ok => ("a command for a new game", START_LIMIT),
        Pattern::Error | Pattern::Unknown => ("an invalid command", QUICK_LIMIT),
        Pattern::About => ("ABOUT", QUICK_LIMIT),
        _ => return None,
    };
    Some(Quick { command, limit })
}

/// Returns the sequel of the first alternative that fits.
fn choose(
    dialogue: &mut Dialogue,
    variables: &mut Variables,
    alternatives: &[Alternative],
    line: &Line,
    kind: Kind,
) -> Result<Then, Halt> {
    let mut mismatches: Vec<Failure> = Vec::new();
    // The form decides first: the model may take a reply only once.
    for alternative in alternatives {
        match matches(dialogue, variables, &alternative.pattern, &line.bytes, kind)? {
            Ok(()) => {
                let checked = dialogue.model.replied(kind);
                if let (Pattern::Move { .. }, Err(reason)) = (&alternative.pattern, checked) {
                    return fail(format!("illegal move: {reason}"));
                }
                return Ok(alternative.then);
            }
            Err(mismatch) => mismatches.extend(mismatch),
        }
    }
    let text = printable(&line.bytes, 120);
    let kind = match mismatches.first().map(|mismatch| mismatch.kind) {
        Some(kind) => kind,
        None if is_stray(alternatives, line, kind) => FailureKind::StrayLine,
        None if !dialogue.model.awaits(kind) => FailureKind::ExtraReply,
        None => FailureKind::Other,
    };
    let remark = match kind {
        FailureKind::StrayLine => ", which is neither a reply nor a MESSAGE or DEBUG line",
        FailureKind::ExtraReply => ", which no open command asks for",
        _ => "",
    };
    let reasons = mismatches.iter().map(|mismatch| mismatch.reason.as_str());
    let reasons: Vec<_> = reasons.filter(|reason| !reason.is_empty()).collect();
    let reasons =
        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) };
    let wanted = wanted(dialogue, variables, alternatives);
    let reason = format!("expected {wanted}, got `{text}`{reasons}{remark}");
    fail(Failure { kind, reason })
}

/// Returns whether a line in place of a reply is no attempt at one.
fn is_stray(alternatives: &[Alternative], line: &Line, kind: Kind) -> bool {
    kind == Kind::Other
        && !is_attempt(&line.bytes)
        && alternatives.iter().all(|alternative| has_known_word(&alternative.pattern))
}

/// The words of the protocol with which a line attempts a reply, if in a wrong form.
const REPLY_WORDS: [&str; 9] =
    ["ok", "error", "unknown", "swap", "message", "debug", "suggest", "info", "forbid"];

/// Returns whether a line that is no reply looks like an attempt at one: a point in some notation, a word
/// of the protocol, or an answer to ABOUT.
fn is_attempt(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = line.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_word = REPLY_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
    let digits = word.strip_prefix(&word[..1.min(word.len())]).unwrap_or_default();
    let is_point = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let is_number = line.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    // Two threads that write at once tear a reply and a message into one line.
    let is_torn = contains(line, b"MESSAGE ") || contains(line, b"DEBUG ");
    line.is_empty() || is_word || is_point || is_number || is_torn || contains(line, b"=\"")
}

/// Returns whether the replies of a pattern are points or begin with a known word.
fn has_known_word(pattern: &Pattern) -> bool {
    !matches!(pattern, Pattern::About | Pattern::Any | Pattern::Literal(_) | Pattern::Regex(_))
}

/// Waits for one reply to each pattern, in any order.
pub(crate) fn unordered(
    dialogue: &mut Dialogue,
    variables: &mut Variables,
    patterns: &[Pattern],
) -> Flow {
    let mut open: Vec<&Pattern> = patterns.iter().collect();
    while !open.is_empty() {
        let line = dialogue.reply(None, Since::Sent)?;
        let kind = classify(&line.bytes);
        let mut found = None;
        for (index, pattern) in open.iter().enumerate() {
            if matches(dialogue, variables, pattern, &line.bytes, kind)?.is_ok() {
                found = Some(index);
                break;
            }
        }
        let Some(index) = found else {
            let names = open.iter().map(|pattern| describe(dialogue, variables, pattern));
            let names: Vec<_> = names.collect();
            let text = printable(&line.bytes, 120);
            return fail(format!("expected {}, got `{text}`", names.join(" and ")));
        };
        if let Err(reason) = dialogue.model.replied(kind) {
            return fail(format!("illegal move: {reason}"));
        }
        open.remove(index);
    }
    dialogue.freeze_if_idle()
}

/// Compares a line with a pattern. The inner error is the failure of a line that attempts such a reply, with
/// the reason if the pattern and the line do not show it.
fn matches(
    dialogue: &mut Dialogue,
    variables: &mut Variables,
    pattern: &Pattern,
    line: &[u8],
    kind: Kind,
) -> Result<Result<(), Option<Failure>>, Halt> {
    let plain = |holds: bool| if holds { Ok(()) } else { Err(None) };
    let wrong = |reason: String| Some(Failure::from(reason));
    Ok(match pattern {
        Pattern::Ok => plain(kind == Kind::Ok),
        Pattern::Error => plain(kind == Kind::Error),
        Pattern::Unknown => plain(kind == Kind::Unknown),
        Pattern::Swap => plain(kind == Kind::Swap),
        Pattern::About => plain(kind == Kind::Other && contains(line, b"=\"")),
        Pattern::Any => Ok(()),
        Pattern::Literal(text) => plain(line == variables.fill(&dialogue.model, text)?.as_bytes()),
        Pattern::Regex(regex) => plain(regex.is_match(line)),
        Pattern::Pairs(count) => pairs(dialogue, line, *count).map_err(wrong),
        Pattern::Forbid { points, exactly, but } => {
            forbid(line, points, *exactly, but).map_err(wrong)
        }
        Pattern::Move { among, but } => {
            let Kind::Coordinate(x, y) = kind else { return Ok(plain(false)) };
            let mut points = |texts: &[Text]| -> Result<Vec<String>, Halt> {
                texts.iter().map(|text| variables.fill(&dialogue.model, text)).collect()
            };
            let (among, but) = (points(among)?, points(but)?);
            let text = format!("{x},{y}");
            if !among.is_empty() && !among.contains(&text) {
                Err(Some(Failure { kind: FailureKind::WrongChoice, reason: String::new() }))
            } else if but.contains(&text) {
                Err(Some(Failure::default()))
            } else {
                Ok(())
            }
        }
    })
}

/// Checks several moves on one text line: separated by single blanks, different and on the board.
fn pairs(dialogue: &Dialogue, line: &[u8], count: usize) -> Result<(), String> {
    let mut seen = Vec::new();
    for part in line.split(|byte| *byte == b' ') {
        let Some((x, y)) = coordinate(part) else {
            return Err(format!("`{}` is not a move", printable(part, 40)));
        };
        let field = dialogue.model.field();
        if field.is_some_and(|field| !field.contains(i64::from(x), i64::from(y))) {
            return Err(format!("{x},{y} is off the board"));
        }
        if seen.contains(&(x, y)) {
            return Err(format!("{x},{y} appears twice"));
        }
        seen.push((x, y));
    }
    // The expectation names the number.
    if seen.len() == count { Ok(()) } else { Err(String::new()) }
}

/// Checks `FORBID xxyyxxyy.`: two digits for each coordinate, and a full stop at the end.
fn forbid(line: &[u8], points: &[Point], exactly: bool, but: &[Point]) -> Result<(), String> {
    let text = std::str::from_utf8(line).map_err(|_| "it is not valid UTF-8".to_owned())?;
    let list = text.strip_prefix("FORBID ").ok_or("it does not begin with `FORBID `")?;
    let digits = list.trim_end().strip_suffix('.').ok_or("it does not end in a full stop")?;
    let points_of = digits.as_bytes().chunks(4).map(|four| std::str::from_utf8(four).ok());
    let found: Option<Vec<Point>> = points_of.map(|four| Point::from_digits(four?)).collect();
    let mut found = found.ok_or("it does not have four digits for each point")?;
    found.sort();
    let mut wanted = points.to_vec();
    wanted.sort();
    if exactly && found != wanted {
        return Err("the list does not match the forbidden points".to_owned());
    }
    match but.iter().find(|point| found.contains(point)) {
        Some(point) => Err(format!("{point} is not forbidden")),
        None => Ok(()),
    }
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|window| window == part)
}

/// Describes the alternatives.
fn wanted(dialogue: &Dialogue, variables: &mut Variables, alternatives: &[Alternative]) -> String {
    let names = alternatives.iter().map(|alternative| &alternative.pattern);
    let names: Vec<_> = names.map(|pattern| describe(dialogue, variables, pattern)).collect();
    names.join(" or ")
}

fn describe(dialogue: &Dialogue, variables: &mut Variables, pattern: &Pattern) -> String {
    // A name without a value, which fails the statement anyhow, stays as it is written.
    let mut filled =
        |text: &Text| variables.fill(&dialogue.model, text).unwrap_or_else(|_| text.0.clone());
    let mut list = |texts: &[Text]| texts.iter().map(&mut filled).collect::<Vec<_>>().join(" ");
    match pattern {
        Pattern::Ok => "OK".to_owned(),
        Pattern::Move { among, but } => match (among.as_slice(), but.is_empty()) {
            ([], true) => "a move".to_owned(),
            ([], false) => format!("a move other than {}", list(but)),
            ([_], _) => format!("the move {}", list(among)),
            (_, _) => format!("one of the moves {}", list(among)),
        },
        Pattern::Error => "ERROR".to_owned(),
        Pattern::Unknown => "UNKNOWN".to_owned(),
        Pattern::About => "the answer to ABOUT, key=\"…\"".to_owned(),
        Pattern::Swap => "SWAP".to_owned(),
        Pattern::Pairs(count) => format!("{count} moves on one line"),
        Pattern::Forbid { .. } => "a FORBID list".to_owned(),
        Pattern::Any => "a reply".to_owned(),
        Pattern::Literal(text) => format!("`{}`", printable(text.0.as_bytes(), 120)),
        Pattern::Regex(regex) => format!("a line that matches {}", regex.as_str()),
    }
}
