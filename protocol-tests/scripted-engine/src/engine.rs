//! The state of the engine between its input and its output, which the honest commands and the
//! scripts share.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use crate::behaviour::Script;
use crate::clock::Limits;
use crate::game::{Cell, Game, Point};
use crate::input::{Input, Line};
use crate::output::{self, Output};
use crate::reply::{Leave, Reply};

/// An engine between its input and its output.
pub(crate) struct Engine {
    pub(crate) script: Script,
    pub(crate) state: State,
    pub(crate) output: Output,
    pub(crate) limits: Limits,
    pub(crate) game: Option<Game>,
    /// The points that Yixin-Board has blocked.
    pub(crate) barred: Vec<Point>,
    /// Indicates whether Yixin-Board has announced itself, which makes rule 2 renju.
    pub(crate) yixin: bool,
    pub(crate) input: Input,
    /// The lines that arrived while the engine was thinking.
    pub(crate) waiting: VecDeque<Line>,
}

/// The memory of a script.
#[derive(Default)]
pub(crate) struct State {
    /// An `INFO rule` line kept for later.
    pub(crate) rule: Option<Vec<u8>>,
    /// Memory that is never freed.
    pub(crate) leaked: Vec<Vec<u8>>,
    /// The time at which the last move was written.
    pub(crate) answered: Option<Instant>,
    /// Indicates whether the manager has asked for the current move early.
    pub(crate) stopped: bool,
    /// The start of the last thinking.
    pub(crate) began: Option<Instant>,
    /// Keeps cores busy while it exists.
    pub(crate) burning: Option<Arc<()>>,
    /// A counter of the script's choice.
    pub(crate) count: u64,
    /// The owner of the black stones after a negotiation.
    pub(crate) black: Option<Cell>,
}

/// The result of a command: an error is the reason to stop serving.
pub(crate) type Done = Result<(), Leave>;

impl Engine {
    pub(crate) fn new(script: Script, input: Input, output: Output) -> Engine {
        Engine {
            script,
            state: State::default(),
            output,
            limits: Limits::new(),
            game: None,
            barred: Vec::new(),
            yixin: false,
            input,
            waiting: VecDeque::new(),
        }
    }

    /// Takes the next line, or `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> Option<Line> {
        self.waiting.pop_front().or_else(|| self.input.next())
    }

    /// Writes a reply in the script's wording.
    ///
    /// # Errors
    /// Returns [`Leave::Unheard`] if the reply cannot be written.
    pub(crate) fn say(&mut self, reply: &Reply) -> Done {
        if output::loses_game(self.script, reply) {
            self.game = None;
        }
        self.output.say(self.script, reply)
    }
}
