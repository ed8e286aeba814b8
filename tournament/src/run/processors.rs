//! The processors that each of several simultaneous games may use.
//!
//! Invariant: no processor belongs to two games, and a second thread of a core is used only when every core
//! is in use.

use std::fs;

use thiserror::Error;

/// A logical processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Processor {
    /// The number of processors of the same core with lower numbers.
    pub sibling: usize,
    /// Its number.
    pub number: usize,
}

/// The error for fewer processors than the games need.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "{games} concurrent games with {each} processors each need {} processors, but only {there} \
     are available",
    games * each
)]
pub struct NotEnough {
    /// Games at once.
    pub games: usize,
    /// Processors for each.
    pub each: usize,
    /// Processors that this program may use.
    pub there: usize,
}

/// Returns the processors that this program may use; empty if the system does not report them.
#[must_use]
pub fn available() -> Vec<Processor> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let numbers = parse_list(list.unwrap_or_default());
    let sibling = |number: usize| {
        let path = format!("/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list");
        let siblings = parse_list(&fs::read_to_string(path).unwrap_or_default());
        siblings.iter().filter(|other| **other < number).count()
    };
    numbers.into_iter().map(|number| Processor { sibling: sibling(number), number }).collect()
}

/// Reads a list of the kernel such as `0-3,8`; invalid parts are skipped.
fn parse_list(text: &str) -> Vec<usize> {
    let ranges = text.trim().split(',').filter_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    });
    ranges.flatten().collect()
}

/// Distributes `each` processors to each of `games` games.
///
/// # Errors
/// Returns an error if there are too few.
pub fn share(
    mut processors: Vec<Processor>,
    games: usize,
    each: usize,
) -> Result<Vec<Vec<usize>>, NotEnough> {
    let each = each.max(1);
    if processors.len() < games * each {
        return Err(NotEnough { games, each, there: processors.len() });
    }
    processors.sort_unstable();
    let numbers: Vec<usize> = processors.iter().map(|processor| processor.number).collect();
    Ok(numbers.chunks_exact(each).take(games).map(<[usize]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::{NotEnough, Processor, parse_list, share};

    fn check(siblings: &[usize], games: usize, each: usize, expected: &[&[usize]]) {
        let processors = siblings.iter().zip(0..);
        let processors = processors.map(|(&sibling, number)| Processor { sibling, number });
        let shared =
            share(processors.collect(), games, each).expect("the machine has enough processors");
        assert_eq!(shared, expected, "{siblings:?}");
    }

    #[test]
    fn cores_come_before_their_threads() {
        check(&[0, 0, 0, 0], 2, 2, &[&[0, 1], &[2, 3]]);
        check(&[0, 1, 0, 1], 2, 1, &[&[0], &[2]]);
        check(&[0, 1, 0, 1], 4, 1, &[&[0], &[2], &[1], &[3]]);
        check(&[0, 0, 1, 1], 3, 1, &[&[0], &[1], &[2]]);
        check(&[0, 0], 1, 0, &[&[0]]);
    }

    #[test]
    fn too_few_are_an_error() {
        let one = vec![Processor { sibling: 0, number: 0 }];
        let error = share(one, 2, 3).expect_err("one is not enough");
        assert_eq!(error, NotEnough { games: 2, each: 3, there: 1 });
        assert!(error.to_string().contains("need 6 processors"), "{error}");
    }

    #[test]
    fn lists_of_the_kernel() {
        assert_eq!(parse_list("\t0-3,8,10-11\n"), [0, 1, 2, 3, 8, 10, 11]);
        assert_eq!(parse_list("5"), [5]);
        assert!(parse_list("").is_empty());
    }
}
