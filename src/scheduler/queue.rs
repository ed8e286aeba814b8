//! The order in which jobs begin: by priority, then by age; those of a session one after the other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

/// A job in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<J> {
    pub(super) number: u64,
    pub(super) priority: i64,
    pub(super) session: Option<Arc<str>>,
    pub(super) job: J,
}

/// Jobs that have not begun, and the sessions with a job that has not ended.
#[derive(Debug)]
pub(super) struct Queue<J> {
    /// The jobs that may begin.
    ready: BTreeMap<Place, Entry<J>>,
    /// The jobs that wait for another one of their session. A session has an entry as long as one of its jobs may
    /// begin or is running.
    behind: HashMap<Arc<str>, VecDeque<Entry<J>>>,
    /// The priorities and sessions of all jobs, by their numbers.
    known: HashMap<u64, (i64, Option<Arc<str>>)>,
}

/// The place among the jobs that may begin.
type Place = (Reverse<i64>, u64);

impl<J> Queue<J> {
    /// Returns an empty queue.
    pub(super) fn new() -> Self {
        Self { ready: BTreeMap::new(), behind: HashMap::new(), known: HashMap::new() }
    }

    /// Returns the number of jobs that have not begun.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// Adds a job, whose number is above those of all others.
    pub(super) fn push(&mut self, entry: Entry<J>) {
        self.known.insert(entry.number, (entry.priority, entry.session.clone()));
        if let Some(name) = &entry.session {
            if let Some(behind) = self.behind.get_mut(name) {
                behind.push_back(entry);
                return;
            }
            self.behind.insert(Arc::clone(name), VecDeque::new());
        }
        self.ready.insert(place(&entry), entry);
    }

    /// Takes the job that begins next. The caller reports its end to [`Queue::end`].
    pub(super) fn pop(&mut self) -> Option<Entry<J>> {
        let (_, entry) = self.ready.pop_first()?;
        self.known.remove(&entry.number);
        Some(entry)
    }

    /// Removes a job that has not begun; `None` if there is none with this number.
    pub(super) fn remove(&mut self, number: u64) -> Option<Entry<J>> {
        let (priority, session) = self.known.remove(&number)?;
        if let Some(entry) = self.ready.remove(&(Reverse(priority), number)) {
            self.end(session.as_deref());
            return Some(entry);
        }
        let behind = self.behind.get_mut(session.as_deref()?)?;
        let index = behind.iter().position(|entry| entry.number == number)?;
        behind.remove(index)
    }

    /// Removes all jobs that have not begun, in the order of their numbers. `running` are the sessions of the
    /// jobs that run.
    pub(super) fn drain(&mut self, running: &[Arc<str>]) -> Vec<Entry<J>> {
        let ready = std::mem::take(&mut self.ready).into_values();
        let behind = self.behind.values_mut().flat_map(std::mem::take);
        let mut all: Vec<Entry<J>> = ready.chain(behind).collect();
        self.behind.retain(|name, _| running.contains(name));
        self.known.clear();
        all.sort_by_key(|entry| entry.number);
        all
    }

    /// Lets the next job of a session begin, because the one before it has ended.
    pub(super) fn end(&mut self, session: Option<&str>) {
        let Some(name) = session else { return };
        match self.behind.get_mut(name).and_then(VecDeque::pop_front) {
            Some(entry) => {
                self.ready.insert(place(&entry), entry);
            }
            None => {
                self.behind.remove(name);
            }
        }
    }
}

fn place<J>(entry: &Entry<J>) -> Place {
    (Reverse(entry.priority), entry.number)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::scheduler::queue::{Entry, Queue};

    fn queue(jobs: &[(i64, &str)]) -> Queue<()> {
        let mut queue = Queue::new();
        for (number, &(priority, session)) in (0..).zip(jobs) {
            let session = (!session.is_empty()).then(|| Arc::from(session));
            queue.push(Entry { number, priority, session, job: () });
        }
        queue
    }

    /// Takes all jobs; each ends before the next one begins.
    fn order(queue: &mut Queue<()>) -> Vec<u64> {
        let numbers = std::iter::from_fn(|| {
            let entry = queue.pop()?;
            queue.end(entry.session.as_deref());
            Some(entry.number)
        });
        numbers.collect()
    }

    #[test]
    fn priority_comes_before_age() {
        let mut queue = queue(&[(0, ""), (5, ""), (0, ""), (-1, ""), (5, "")]);
        assert_eq!(queue.len(), 5);
        assert_eq!(order(&mut queue), [1, 4, 0, 2, 3]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn a_session_runs_one_job_at_a_time_in_the_order_of_submission() {
        let mut queue = queue(&[(0, "a"), (9, "a"), (5, "b"), (0, ""), (0, "a")]);
        let numbers = |queue: &mut Queue<()>| {
            std::iter::from_fn(|| queue.pop()).map(|entry| entry.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(&mut queue), [2, 0, 3], "the others wait for job 0");
        queue.end(Some("a"));
        queue.end(Some("b"));
        assert_eq!(numbers(&mut queue), [1]);
        queue.end(Some("a"));
        assert_eq!(numbers(&mut queue), [4]);
        queue.end(Some("a"));
        assert!(queue.behind.is_empty(), "no session is left");
    }

    #[test]
    fn removed_jobs_let_their_session_go_on() {
        let mut queue = queue(&[(0, "a"), (0, "a"), (0, "a"), (0, "")]);
        let removed =
            |queue: &mut Queue<()>, number| queue.remove(number).map(|entry| entry.number);
        assert_eq!(removed(&mut queue, 1), Some(1));
        assert_eq!(removed(&mut queue, 1), None, "it is gone");
        assert_eq!(removed(&mut queue, 0), Some(0));
        assert_eq!(order(&mut queue), [2, 3]);
        assert!(queue.behind.is_empty());
    }

    #[test]
    fn drained_jobs_leave_the_running_sessions() {
        let mut queue = queue(&[(9, "a"), (0, "a"), (0, "b"), (1, "")]);
        assert_eq!(queue.pop().map(|entry| entry.number), Some(0));
        let drained = queue.drain(&[Arc::from("a")]);
        assert_eq!(drained.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3]);
        queue.push(Entry { number: 4, priority: 0, session: Some(Arc::from("a")), job: () });
        assert_eq!(queue.pop(), None, "job 0 runs");
        queue.end(Some("a"));
        assert_eq!(order(&mut queue), [4]);
    }
}
