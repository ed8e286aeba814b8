//! Numbers in the texts of a program: reads a number within a range, with an error that names the range, and
//! writes the count of some things.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// Returns a parser of whole numbers in a range, for an argument of a command line.
///
/// ```
/// use number_text::whole_number_in;
///
/// assert_eq!(whole_number_in(1..=64)("8"), Ok(8));
/// let expected = Err("expected a whole number from 1 to 64".to_owned());
/// assert_eq!(whole_number_in(1..=64)("65"), expected);
/// let expected = Err("expected a whole number of 1 or more".to_owned());
/// assert_eq!(whole_number_in(1..)("0"), expected);
/// ```
pub fn whole_number_in<N: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<N> + Clone,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    parser("whole number", range)
}

/// Returns a parser of numbers in a range, which may have fractions, for an argument of a command line.
///
/// ```
/// use number_text::number_in;
///
/// assert_eq!(number_in(0.0..=1.0)("0.25"), Ok(0.25));
/// assert_eq!(number_in(0.0..=1.0)("nan"), Err("expected a number from 0 to 1".to_owned()));
/// ```
pub fn number_in<N: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<N> + Clone,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    parser("number", range)
}

fn parser<N: FromStr + PartialOrd + Display>(
    kind: &'static str,
    range: impl RangeBounds<N> + Clone,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a {kind}{}", limits(&range)))
    }
}

/// Returns the limits of a range in words, each with a space before it.
fn limits<N: Display>(range: &impl RangeBounds<N>) -> String {
    let least = match range.start_bound() {
        Bound::Included(least) => Some(least),
        _ => None,
    };
    match (least, range.end_bound()) {
        (Some(least), Bound::Included(most)) => format!(" from {least} to {most}"),
        (Some(least), Bound::Excluded(end)) => format!(" of {least} or more, below {end}"),
        (Some(least), Bound::Unbounded) => format!(" of {least} or more"),
        (None, Bound::Included(most)) => format!(" of at most {most}"),
        (None, Bound::Excluded(end)) => format!(" below {end}"),
        (None, Bound::Unbounded) => String::new(),
    }
}

/// Returns a number of things in words. The plural of the thing ends with `s`.
///
/// ```
/// use number_text::counted;
///
/// assert_eq!(counted(1_usize, "pair"), "1 pair");
/// assert_eq!(counted(2_usize, "pair"), "2 pairs");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let end = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{end}")
}

#[cfg(test)]
mod tests {
    use std::ops::RangeBounds;

    use super::whole_number_in;

    #[track_caller]
    fn check(range: impl RangeBounds<i32> + Clone, valid: &str, invalid: &str, error: &str) {
        let read = whole_number_in(range);
        assert_eq!(read(valid).map(|number| number.to_string()), Ok(valid.to_owned()));
        assert_eq!(read(invalid), Err(format!("expected a whole number{error}")));
    }

    #[test]
    fn errors_name_the_range() {
        check(1..=3, "3", "4", " from 1 to 3");
        check(1..3, "2", "3", " of 1 or more, below 3");
        check(1.., "1", "0", " of 1 or more");
        check(..=3, "-9", "4", " of at most 3");
        check(..3, "2", "3", " below 3");
        check(.., "-1", "1.5", "");
    }
}
