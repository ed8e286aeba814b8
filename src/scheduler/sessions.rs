//! The memories of sessions whose jobs do not run at the moment.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::scheduler::desk::Desk;

/// The desks of the most recently used sessions.
#[derive(Debug)]
pub(super) struct Sessions {
    /// The desks, the most recently used one last.
    kept: VecDeque<(Arc<str>, Desk)>,
    capacity: usize,
    /// The number of times that all memories were cleared.
    generation: u64,
}

impl Sessions {
    /// Creates an empty store for the desks of `capacity` sessions.
    pub(super) const fn new(capacity: usize) -> Self {
        Self { kept: VecDeque::new(), capacity, generation: 0 }
    }

    /// Returns the number of times that all memories were cleared.
    pub(super) const fn generation(&self) -> u64 {
        self.generation
    }

    /// Takes the desk of a session, if it is kept.
    pub(super) fn take(&mut self, name: &str) -> Option<Desk> {
        let index = self.kept.iter().position(|(known, _)| &**known == name)?;
        self.kept.remove(index).map(|(_, desk)| desk)
    }

    /// Keeps the desk of a session, which was taken or created in `generation`. If there are too many, drops the
    /// least recently used one.
    pub(super) fn keep(&mut self, name: &Arc<str>, desk: Desk, generation: u64) {
        if generation != self.generation {
            return;
        }
        self.kept.push_back((Arc::clone(name), desk));
        if self.kept.len() > self.capacity {
            self.kept.pop_front();
        }
    }

    /// Drops all desks; those in use are dropped when they come back.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.generation += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::eval::Evaluator;
    use crate::scheduler::desk::Desk;
    use crate::scheduler::sessions::Sessions;

    #[test]
    fn the_sessions_used_last_are_kept() {
        let mut sessions = Sessions::new(2);
        let keep = |sessions: &mut Sessions, name: &str, generation| {
            let desk = Desk::new(Evaluator::built_in(), 1 << 20, true);
            sessions.keep(&Arc::from(name), desk, generation);
        };
        for name in ["a", "b"] {
            keep(&mut sessions, name, 0);
        }
        let a = sessions.take("a").expect("it is kept");
        assert!(sessions.take("a").is_none(), "it is in use");
        sessions.keep(&Arc::from("a"), a, 0);
        keep(&mut sessions, "c", 0);
        assert!(sessions.take("b").is_none(), "it was not used for longest");
        sessions.clear();
        keep(&mut sessions, "d", 0);
        assert!(["a", "c", "d"].iter().all(|name| sessions.take(name).is_none()));
        keep(&mut sessions, "d", 1);
        assert!(sessions.take("d").is_some());
    }
}
