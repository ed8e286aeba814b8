//! The question for an act of an opening, and questions that an engine need not know.

use crate::opening::{Act, Protocol};
use crate::protocol::manager::lists::opening;
use crate::protocol::manager::stray::Stray;
use crate::protocol::manager::{Event, Expected, Manager};
use crate::protocol::reply::Reply;
use crate::protocol::variation::VariationReader;

impl Manager {
    /// Returns the lines that ask for the next act of an opening, after these acts.
    ///
    /// The answer is [`Event::Answer`], whose reply [`Reply::act`] converts. [`Event::Refusal`] means that
    /// the engine does not know the command (`UNKNOWN`, or `ERROR` from some engines), the protocol or the
    /// acts: the owner may then decide in its place, and ask for a move later. An engine without the
    /// command may answer each line of the list; these replies are [`Event::Error`].
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

    /// Treats a refusal of the question just asked as its answer, [`Event::Refusal`], even where errors are
    /// tolerated. [`Manager::ask_opening`] always does so.
    pub const fn allow_refusal(&mut self) {
        self.tolerance.now = false;
    }
}
