//! The question for an act of an opening, and the replies of engines that do not know it.

use crate::opening::{Act, Protocol};
use crate::protocol::manager::lists::opening;
use crate::protocol::manager::{Event, Expected, Manager};
use crate::protocol::reply::Reply;
use crate::protocol::variation::VariationReader;

/// The refusals that an engine without the command `OPENING` may print for the text lines of its list,
/// after the refusal of the command itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stray {
    /// The number of text lines after the command.
    lines: usize,
    /// The number of refusals that may still follow.
    left: usize,
}

impl Stray {
    /// Returns the state after a command with this number of text lines.
    const fn after(lines: usize) -> Self {
        Self { lines, left: 0 }
    }

    /// Allows a refusal for each text line.
    const fn allow(&mut self) {
        self.left = self.lines;
    }

    /// Returns whether a refusal is one of them, and counts it.
    pub(super) const fn takes(&mut self) -> bool {
        let is_stray = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_stray
    }
}

impl Manager {
    /// Returns the lines that ask for the next act of an opening, after these acts.
    ///
    /// The answer is [`Event::Answer`], whose reply [`Reply::act`] converts. [`Event::Refusal`] means that
    /// the engine does not know the command (`UNKNOWN`, or `ERROR` from some engines), the protocol or the
    /// acts: the owner may then decide in its place, and ask for a move later. An engine without the
    /// command may answer each line of the list; these replies are [`Event::Complaint`].
    ///
    /// ```
    /// use dolmen::BoardSize;
    /// use dolmen::opening::{Act, Protocol};
    /// use dolmen::protocol::manager::{Event, Manager, PositionStyle};
    ///
    /// let size = BoardSize::square(15);
    /// let mut manager = Manager::default();
    /// manager.start(size, PositionStyle::WHOLE);
    /// assert_eq!(manager.hear("OK"), Event::Ready);
    ///
    /// let acts = [Act::Place("h8".parse()?), Act::Stay];
    /// let lines = manager.ask_opening(Protocol::Taraguchi10, &acts);
    /// assert_eq!(lines, ["OPENING taraguchi-10", "7,7", "STAY", "DONE"]);
    /// let Event::Answer(reply) = manager.hear("8,8") else { panic!("it is an answer") };
    /// assert_eq!(reply.act(size), Some(Act::Place("i9".parse()?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask_opening(&mut self, protocol: Protocol, acts: &[Act]) -> Vec<String> {
        self.expected = Some(Expected::Act);
        self.variation = VariationReader::default();
        self.known = None;
        self.stray = Stray::after(acts.len() + 1);
        opening(protocol, acts)
    }

    /// Returns the meaning of a reply to the question for an act.
    pub(super) fn act(&mut self, reply: Reply) -> Event {
        if reply.is_act() {
            return self.settle(reply);
        }
        if reply.is_refusal() {
            self.expected = None;
            self.stray.allow();
            return Event::Refusal(reply);
        }
        Event::Unexpected(reply)
    }
}
