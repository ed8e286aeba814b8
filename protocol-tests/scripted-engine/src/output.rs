//! The output: one line per reply, and one write per line.

use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::behaviour::Script;
use crate::reply::{Leave, Reply};
use crate::wording;

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
        for (i, write) in wording::writes(script, reply, self.moves).iter().enumerate() {
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
