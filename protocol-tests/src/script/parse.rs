//! The statements of a script, line by line.

use std::collections::BTreeSet;

use game_engine_process::{Reading, Signal};

use crate::script::words::{
    RUN_TIME, milliseconds, nothing, number, quoted, split_outside, split_word, substitute,
};
use crate::script::{
    Action, Check, Leaving, ParseScriptError, Session, Step, Text, board, pattern,
};

/// The maximum number of bytes of one `raw` statement.
const LARGEST_RAW: usize = 64 << 20;

/// The variables that a line may use.
struct Scope {
    /// The variables that the parser replaces.
    values: Vec<(String, String)>,
    /// The variables captured by an earlier `as`, which are replaced at run time.
    captured: BTreeSet<String>,
}

impl Scope {
    fn substitute(&self, text: &str) -> Result<String, String> {
        substitute(text, |name| {
            let value = self.values.iter().rev().find(|(known, _)| known == name);
            match value {
                Some((_, value)) => Ok(Some(value.clone())),
                None if RUN_TIME.contains(&name) || self.captured.contains(name) => Ok(None),
                None => Err(format!("`${name}` has no value")),
            }
        })
    }
}

/// Reads all statements of a script.
pub(super) fn parse(
    text: &str,
    values: &[(String, String)],
) -> Result<Vec<Step>, ParseScriptError> {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut scope = Scope { values: values.to_vec(), captured: BTreeSet::new() };
    parse_lines(&lines, &mut scope)
}

/// Reads the statements of one nesting level.
fn parse_lines(
    mut lines: &[(usize, &str)],
    scope: &mut Scope,
) -> Result<Vec<Step>, ParseScriptError> {
    let mut steps = Vec::new();
    while let Some((&(line, text), rest)) = lines.split_first() {
        let wrong = |reason| ParseScriptError { line, text: text.to_owned(), reason };
        let (word, argument) = split_word(text);
        if !["repeat", "for"].contains(&word) {
            lines = rest;
            let action = parse_statement(text, scope).map_err(wrong)?;
            steps.push(Step { line, text: text.to_owned(), action });
            continue;
        }
        let end = find_end(rest).ok_or_else(|| wrong("missing `end` of the loop".to_owned()))?;
        let body = &rest[..end];
        lines = &rest[end + 1..];
        if word == "repeat" {
            let times = scope.substitute(argument).and_then(|n| number(&n)).map_err(wrong)?;
            let body = parse_lines(body, scope)?;
            steps.push(Step {
                line,
                text: text.to_owned(),
                action: Action::Repeat { times, body },
            });
        } else {
            let (name, values) = parse_for(argument).map_err(wrong)?;
            for value in values {
                scope.values.push((name.clone(), value));
                steps.extend(parse_lines(body, scope)?);
                scope.values.pop();
            }
        }
    }
    Ok(steps)
}

/// The index of the `end` that closes a loop whose body begins here.
fn find_end(lines: &[(usize, &str)]) -> Option<usize> {
    let mut depth = 0;
    lines.iter().position(|(_, line)| {
        match split_word(line).0 {
            "repeat" | "for" => depth += 1,
            "end" if depth == 0 => return true,
            "end" => depth -= 1,
            _ => {}
        }
        false
    })
}

/// Reads `NAME in A | B | "C"`.
fn parse_for(line: &str) -> Result<(String, Vec<String>), String> {
    let (name, rest) = split_word(line);
    let (word, list) = split_word(rest);
    if word != "in" {
        return Err("expected `for NAME in A | B`".to_owned());
    }
    let value = |part: &str| {
        if !part.starts_with('"') {
            return Ok(part.to_owned());
        }
        let (bytes, rest) = quoted(part)?;
        nothing(rest)?;
        String::from_utf8(bytes).map_err(|_| format!("{part} is not valid UTF-8; use `raw`"))
    };
    let values: Result<Vec<_>, String> = split_outside(list, '|').into_iter().map(value).collect();
    Ok((name.to_owned(), values?))
}

fn parse_statement(text: &str, scope: &mut Scope) -> Result<Action, String> {
    // A line to send keeps the blanks within its variables; other statements are parsed after
    // their variables are replaced.
    if let Some(rest) = text.strip_prefix(">+") {
        return Ok(Action::Send { text: Text(scope.substitute(rest.trim())?), hold: true });
    }
    if let Some(rest) = text.strip_prefix('>') {
        return Ok(Action::Send { text: Text(scope.substitute(rest.trim())?), hold: false });
    }
    let text = scope.substitute(text)?;
    if let Some(rest) = text.strip_prefix('<') {
        let action = pattern::parse(rest.trim())?;
        if let Action::Expect(expectation) = &action {
            scope.captured.extend(expectation.name.clone());
        }
        return Ok(action);
    }
    let (word, rest) = split_word(&text);
    match word {
        "raw" | "raw+" => parse_raw(rest, word == "raw+"),
        "noise" => parse_noise(rest),
        "start" => Ok(Action::Start(rest.to_owned())),
        "limit" => Ok(Action::Limit(number(rest)?)),
        "rule" => Ok(Action::Send { text: Text(format!("INFO rule {rest}")), hold: false }),
        "board" => board::parse_board(rest).map(Action::Board),
        "pause" => milliseconds(rest).map(Action::Pause),
        "silence" => milliseconds(rest).map(Action::Silence),
        "messages" => Ok(Action::Messages { pattern: pattern::parse_regex(rest)?, wanted: true }),
        "no" => match split_word(rest) {
            ("messages", rest) => {
                Ok(Action::Messages { pattern: pattern::parse_regex(rest)?, wanted: false })
            }
            _ => Err("expected `no messages /…/`".to_owned()),
        },
        "drain" => milliseconds(rest).map(Action::Drain),
        "exit" => parse_exit(rest),
        "signal" => match rest {
            "TERM" => Ok(Action::Signal(Signal::Terminate)),
            "INT" => Ok(Action::Signal(Signal::Interrupt)),
            _ => Err("expected `signal TERM` or `signal INT`".to_owned()),
        },
        "close" => match rest {
            "input" => Ok(Action::CloseInput),
            "output" => Ok(Action::CloseOutput),
            _ => Err("expected `close input` or `close output`".to_owned()),
        },
        "reading" => parse_reading(rest),
        "check" => parse_check(rest).map(Action::Check),
        "play" => board::parse_play(rest).map(Action::Play),
        "mutate" => parse_mutate(rest),
        "replay" => match Session::built_in(rest) {
            Some(session) => Ok(Action::Replay(session)),
            None => Err(format!("unknown recorded manager {rest}")),
        },
        _ => {
            nothing(rest)?;
            parse_bare(word)
        }
    }
}

/// Statements of a single word.
fn parse_bare(word: &str) -> Result<Action, String> {
    match word {
        "alive" => Ok(Action::Alive),
        "freeze" => Ok(Action::Freeze),
        "thaw" => Ok(Action::Thaw),
        "hurry" => Ok(Action::Hurry),
        "mark" => Ok(Action::Mark),
        "restart" => Ok(Action::Restart),
        _ => Err("unknown statement".to_owned()),
    }
}

fn parse_raw(line: &str, hold: bool) -> Result<Action, String> {
    let (bytes, rest) = quoted(line)?;
    let times: usize = match split_word(rest) {
        ("", _) => 1,
        ("*", times) => number(times)?,
        _ => return Err(format!("unexpected `{rest}`")),
    };
    let length = bytes.len().saturating_mul(times);
    if length > LARGEST_RAW {
        return Err(format!("{length} bytes are too many: expected at most {LARGEST_RAW}"));
    }
    Ok(Action::Raw { bytes: bytes.repeat(times), hold })
}

fn parse_noise(line: &str) -> Result<Action, String> {
    let (count, rest) = split_word(line);
    let ("seed", seed) = split_word(rest) else {
        return Err("expected `noise BYTES seed N`".to_owned());
    };
    let mut random = fastrand::Rng::with_seed(number(seed)?);
    let count: usize = number(count)?;
    if count > LARGEST_RAW {
        return Err(format!("{count} bytes are too many: expected at most {LARGEST_RAW}"));
    }
    let bytes = std::iter::repeat_with(|| random.u8(..)).take(count).collect();
    Ok(Action::Raw { bytes, hold: false })
}

fn parse_exit(line: &str) -> Result<Action, String> {
    let (manner, rest) = match split_word(line) {
        ("any", rest) => (Leaving::Anyhow, rest),
        ("answered", rest) => (Leaving::Answered, rest),
        _ => (Leaving::Silent, line),
    };
    match split_word(rest) {
        ("within", limit) => Ok(Action::Exit { within: milliseconds(limit)?, manner }),
        _ => Err("expected `exit within MS`, `exit answered within MS` or `exit any within MS`"
            .to_owned()),
    }
}

fn parse_reading(line: &str) -> Result<Action, String> {
    Ok(Action::Reading(match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["normal"] => Reading::Normal,
        ["paused"] => Reading::Paused,
        [bytes, "every", span] => {
            Reading::Slow { bytes: number(bytes)?, every: milliseconds(span)? }
        }
        _ => return Err("expected normal, paused or `N every MS`".to_owned()),
    }))
}

fn parse_mutate(line: &str) -> Result<Action, String> {
    let (count, rest) = split_word(line);
    match split_word(rest) {
        ("seed", seed) => Ok(Action::Mutate { count: number(count)?, seed: number(seed)? }),
        _ => Err("expected `mutate N seed N`".to_owned()),
    }
}

fn parse_check(line: &str) -> Result<Check, String> {
    let mebibytes = |word: &str| number::<u64>(word).map(|count| count << 20);
    Ok(match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["peak", "below", size, "MiB"] => Check::PeakBelow(mebibytes(size)?),
        ["memory", "below", size, "MiB"] => Check::MemoryBelow(mebibytes(size)?),
        ["growth", "below", size, "MiB"] => Check::GrowthBelow(mebibytes(size)?),
        ["cpu", "below", share, "%", "over", span] => {
            Check::CpuBelowOver(number(share)?, milliseconds(span)?)
        }
        ["cpu", "below", share, "%", "since", "mark"] => Check::CpuBelowSinceMark(number(share)?),
        ["threads", "below", count] => Check::ThreadsBelow(number(count)?),
        ["processes", "below", count] => Check::ProcessesBelow(number(count)?),
        ["sockets", "below", count] => Check::SocketsBelow(number(count)?),
        ["files", "none"] => Check::NoFiles,
        ["running"] => Check::Running,
        _ => return Err("unknown check".to_owned()),
    })
}
