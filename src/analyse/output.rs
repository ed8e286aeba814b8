//! The thread that writes: text lines as they come, or final replies in the order of the queries.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use crate::analyse::query::ReplySettings;

/// Something to write.
#[derive(Debug)]
pub(super) enum Output {
    /// A text line that has no place in the order of the queries.
    Line(String),
    /// A final reply or an error.
    Placed(Placed),
    /// There are no more queries.
    End,
}

/// A final reply or an error.
#[derive(Debug)]
pub(super) struct Placed {
    /// Its place in the order of the queries.
    pub(super) place: u64,
    pub(super) text: String,
    /// The query, if it is a final reply.
    pub(super) settings: Option<Arc<ReplySettings>>,
}

/// Writes all output until there are no more queries and `is_done` returns true. `written` is called after each
/// final reply.
pub(super) fn write_all(
    outputs: &Receiver<Output>,
    output: impl Write,
    is_ordered: bool,
    written: impl Fn(&Arc<ReplySettings>),
    is_done: impl Fn() -> bool,
) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    let mut sorter = Sorter::default();
    let mut has_ended = false;
    while let Some(next) = next(outputs, &mut output)? {
        let ready = match next {
            Output::Line(text) => {
                write_line(&mut output, &text)?;
                continue;
            }
            Output::Placed(placed) if is_ordered => sorter.put(placed),
            Output::Placed(placed) => vec![placed],
            Output::End => {
                has_ended = true;
                Vec::new()
            }
        };
        for Placed { text, settings, .. } in ready {
            write_line(&mut output, &text)?;
            settings.iter().for_each(&written);
        }
        if has_ended && is_done() {
            break;
        }
    }
    output.flush()
}

/// Returns the next output; flushes the writer before it waits for one.
fn next(outputs: &Receiver<Output>, output: &mut impl Write) -> io::Result<Option<Output>> {
    match outputs.try_recv() {
        Ok(next) => Ok(Some(next)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => {
            output.flush()?;
            Ok(outputs.recv().ok())
        }
    }
}

fn write_line(output: &mut impl Write, text: &str) -> io::Result<()> {
    log::debug!("< {text}");
    output.write_all(text.as_bytes())?;
    output.write_all(b"\n")
}

/// Puts final replies and errors into the order of the queries.
#[derive(Debug, Default)]
struct Sorter {
    next: u64,
    waiting: BTreeMap<u64, Placed>,
}

impl Sorter {
    /// Adds a final reply or an error, and returns all those whose turn has come.
    fn put(&mut self, placed: Placed) -> Vec<Placed> {
        self.waiting.insert(placed.place, placed);
        let mut ready = Vec::new();
        while let Some(placed) = self.waiting.remove(&self.next) {
            ready.push(placed);
            self.next += 1;
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use crate::analyse::output::{Output, Placed, write_all};

    #[test]
    fn replies_are_ordered_on_demand() {
        let written = |is_ordered: bool| {
            let (sender, outputs) = mpsc::channel();
            for place in [2, 0, 3, 1] {
                let placed = Placed { place, text: place.to_string(), settings: None };
                sender.send(Output::Placed(placed)).expect("it is received");
            }
            sender.send(Output::Line("now".to_owned())).expect("it is received");
            sender.send(Output::End).expect("it is received");
            let mut output = Vec::new();
            write_all(&outputs, &mut output, is_ordered, |_| {}, || true)
                .expect("memory takes all");
            String::from_utf8(output).expect("text").replace('\n', " ")
        };
        assert_eq!(written(false), "2 0 3 1 now ");
        assert_eq!(written(true), "0 1 2 3 now ");
    }
}
