//! The script's treatment of a line before its command word is recognized.

use crate::behaviour::Behaviour;
use crate::command::{WORDS, Word, split, split_token};
use crate::engine::Engine;
use crate::input::Line;
use crate::reply::{Leave, Reply};

/// Deals with a line or changes it. Returns `false` if the honest engine should obey it.
///
/// # Errors
/// Returns the reason to leave.
///
/// # Panics
/// If the script calls for a panic.
pub(crate) fn instead(engine: &mut Engine, line: &mut Line) -> Result<bool, Leave> {
    let (token, rest) = split_token(&line.bytes);
    let known = split(&line.bytes).0;
    match engine.script.behaviour {
        Behaviour::AnswersEmptyLines if line.bytes.is_empty() => {
            engine.say(&Reply::Unknown)?;
            return Ok(true);
        }
        Behaviour::UpperCaseWords if token.iter().any(u8::is_ascii_lowercase) => {
            engine.say(&Reply::Unknown)?;
            return Ok(true);
        }
        Behaviour::EchoesLines if known.is_none() && !token.is_empty() => {
            let echo = [b"UNKNOWN ", line.bytes.as_slice(), b"\n"].concat();
            engine.output.write(&echo)?;
            return Ok(true);
        }
        Behaviour::EchoesReplies if [b"OK".as_slice(), b"MESSAGE"].contains(&token) => {
            engine.say(&Reply::Ok)?;
            return Ok(true);
        }
        Behaviour::YxUnknownMoves if token.len() > 2 && known.is_some_and(is_yixin) => {
            engine.output.write(b"7,7\n")?;
            return Ok(true);
        }
        Behaviour::DiesOnBytes => {
            std::str::from_utf8(&line.bytes).expect("stream did not contain valid UTF-8");
        }
        Behaviour::DiesOnLongLines => assert!(line.bytes.len() <= 4096, "line too long"),
        Behaviour::PrefixWords => {
            // Like a chain of prefix tests, take the first word that matches.
            let word = WORDS.iter().map(|(text, _)| text.as_bytes()).find(|text| {
                token.len() >= text.len() && token[..text.len()].eq_ignore_ascii_case(text)
            });
            if let Some(word) = word {
                line.bytes = [word, b" ", rest].concat();
            }
        }
        Behaviour::WrapsNumbers if matches!(known, Some(Word::Turn | Word::Play)) => {
            line.bytes = [token, b" ", &wrapped(rest)].concat();
        }
        _ => {}
    }
    Ok(false)
}

fn is_yixin(word: Word) -> bool {
    !matches!(
        word,
        Word::About
            | Word::Begin
            | Word::Board
            | Word::Done
            | Word::End
            | Word::Info
            | Word::Play
            | Word::RectStart
            | Word::Restart
            | Word::Start
            | Word::Swap2Board
            | Word::Takeback
            | Word::Turn
    )
}

/// Returns the text with every number reduced to its low eight bits.
fn wrapped(text: &[u8]) -> Vec<u8> {
    let mut wrapped = Vec::new();
    let mut number: Option<u8> = None;
    for &byte in text {
        if byte.is_ascii_digit() {
            let digit = byte - b'0';
            number = Some(number.unwrap_or(0).wrapping_mul(10).wrapping_add(digit));
        } else {
            wrapped.extend(number.take().map(|n| n.to_string()).unwrap_or_default().bytes());
            wrapped.push(byte);
        }
    }
    wrapped.extend(number.map(|n| n.to_string()).unwrap_or_default().bytes());
    wrapped
}
