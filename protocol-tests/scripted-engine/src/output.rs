//! The output: the script's wording of each reply, and the writes that it takes. The honest engine
//! writes one text line per reply, in one write.

use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::behaviour::{Behaviour, Script};
use crate::game::Point;
use crate::reply::{Leave, Reply};

/// The destination of the replies.
pub(crate) struct Output {
    stream: Box<dyn Write>,
    /// The number of moves written.
    pub(crate) moves: u64,
}

impl Output {
    pub(crate) fn new(stream: Box<dyn Write>) -> Output {
        Output { stream, moves: 0 }
    }

    /// Writes a reply in the script's wording.
    ///
    /// # Errors
    /// Returns [`Leave::Unheard`] if the reply cannot be written.
    pub(crate) fn say(&mut self, script: Script, reply: &Reply) -> Result<(), Leave> {
        if matches!(reply, Reply::Move(_)) {
            self.moves += 1;
        }
        for (i, write) in writes(script, reply, self.moves).iter().enumerate() {
            if i > 0 {
                // Only a script splits a line; its value is the pause between the parts.
                thread::sleep(Duration::from_millis(script.value));
            }
            self.write(write)?;
        }
        Ok(())
    }

    /// Writes `bytes` in one write.
    ///
    /// # Errors
    /// Returns [`Leave::Unheard`] if the write fails.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Leave> {
        self.stream.write_all(bytes).and_then(|()| self.stream.flush()).map_err(|_| Leave::Unheard)
    }
}

/// Returns the writes of a reply; the honest engine writes the text and LF at once. `moves` is the
/// number of moves written so far, including a move in this reply.
fn writes(script: Script, reply: &Reply, moves: u64) -> Vec<Vec<u8>> {
    let text = match reply {
        Reply::Move(point) => move_text(script, *point, moves),
        Reply::Ok => start_text(script.behaviour, reply.text()),
        Reply::About => about_text(script, reply.text()),
        _ => other_text(script.behaviour, reply),
    };
    let Some(text) = text else { return Vec::new() };
    match (script.behaviour, reply) {
        (Behaviour::Crlf, _) => vec![format!("{text}\r\n").into_bytes()],
        (Behaviour::CrOnly, _) => vec![format!("{text}\r").into_bytes()],
        (Behaviour::NoLineEnd, Reply::Move(_)) => vec![text.into_bytes()],
        (Behaviour::HalfLines, _) => {
            let (first, rest) = text.split_at(text.len() / 2);
            vec![first.into(), rest.into(), b"\n".into()]
        }
        (Behaviour::NonUtf8, Reply::Move(_)) => {
            vec![[b"MESSAGE best line \xff\xfe\n", text.as_bytes(), b"\n"].concat()]
        }
        (Behaviour::MegabyteLine, Reply::Move(_)) => {
            vec![format!("MESSAGE {}\n{text}\n", "x".repeat(1 << 20)).into_bytes()]
        }
        _ => vec![format!("{text}\n").into_bytes()],
    }
}

/// Returns whether the engine loses its game when it gives this reply.
pub(crate) fn loses_game(script: Script, reply: &Reply) -> bool {
    script.is(Behaviour::StateLostOnError) && matches!(reply, Reply::Error(_))
}

fn move_text(script: Script, point: Point, moves: u64) -> Option<String> {
    let (x, y) = (point.x, point.y);
    let text = match script.behaviour {
        Behaviour::BlankInMove => format!("{x} ,{y}"),
        Behaviour::ThreeNumbers => format!("{x},{y},1"),
        Behaviour::TextAfterMove => format!("{x},{y} wins"),
        Behaviour::LetterMove => format!("{}{}", (b'a' + (x % 26) as u8) as char, y + 1),
        Behaviour::Suggests => format!("SUGGEST {x},{y}"),
        Behaviour::TwoMoveLines if moves == script.value => format!("{x},{y}\n{x},{y}"),
        Behaviour::PlainTalk => format!("depth 1 eval 0\n{x},{y}"),
        Behaviour::InfoLines => format!("INFO EVAL 0\n{x},{y}"),
        Behaviour::MessageBeforeOk => format!("MESSAGE depth 1-1 ev 0 n 1\n{x},{y}"),
        Behaviour::TransposedMoves => format!("{y},{x}"),
        Behaviour::OneBasedMoves => format!("{},{}", x + 1, y + 1),
        Behaviour::IllegalText if moves == script.value => "pass".to_owned(),
        _ => point.to_string(),
    };
    Some(text)
}

fn start_text(behaviour: Behaviour, honest: String) -> Option<String> {
    let text = match behaviour {
        Behaviour::NoOk => return None,
        Behaviour::OkBlank => "OK ".to_owned(),
        Behaviour::OkLowerCase => "ok".to_owned(),
        Behaviour::TwoOks => "OK\nOK".to_owned(),
        Behaviour::UnsolicitedMove => "OK\n7,7".to_owned(),
        Behaviour::MessageBeforeOk => "MESSAGE ready\nOK".to_owned(),
        _ => honest,
    };
    Some(text)
}

fn about_text(script: Script, honest: String) -> Option<String> {
    let text = match script.behaviour {
        Behaviour::AboutTwoLines => honest.replacen(", ", "\n", 1),
        Behaviour::AboutNoName => "Scripted 0.1 by the Dolmen contributors".to_owned(),
        Behaviour::AboutLong => format!("{honest}, note=\"{}\"", "x".repeat(script.value as usize)),
        _ => honest,
    };
    Some(text)
}

fn other_text(behaviour: Behaviour, reply: &Reply) -> Option<String> {
    let honest = reply.text();
    let text = match (behaviour, reply) {
        (Behaviour::SilentOnUnknown, Reply::Unknown) => return None,
        (Behaviour::ErrorForUnknown, Reply::Unknown) => "ERROR unknown command".to_owned(),
        (Behaviour::Swap2Blanks, Reply::Pairs(_)) => honest.replace(' ', "  "),
        (Behaviour::ForbidNoStop, Reply::Forbid(_)) => honest.replace('.', ""),
        _ => honest,
    };
    Some(text)
}
