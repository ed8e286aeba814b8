//! Times of records and logs, in universal time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Returns the time in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The number of seconds in a day.
const DAY: u64 = 86_400;
/// The number of days from 1 March of the year 0 to 1 January 1970.
const DAYS_TO_1970: u64 = 719_468;
/// The number of days in 400 years, the period of the calendar.
const DAYS_OF_AN_ERA: u64 = 146_097;

/// Returns the date in universal time, such as `2020-02-29`, of a time in seconds since 1970.
///
/// The algorithm is Howard Hinnant's: years begin in March, so that a leap day is the last day.
pub(crate) fn date(seconds: u64) -> String {
    let days = seconds / DAY + DAYS_TO_1970;
    let (era, day) = (days / DAYS_OF_AN_ERA, days % DAYS_OF_AN_ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
}

/// Returns date and time to the microsecond, such as `2020-02-29T12:00:00.000000Z`, of a time since 1970.
pub(crate) fn moment(since: Duration) -> String {
    let second = since.as_secs() % DAY;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let date = date(since.as_secs());
    format!("{date}T{hour:02}:{minute:02}:{second:02}.{:06}Z", since.subsec_micros())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{date, moment};

    #[test]
    fn days() {
        let check = |seconds, day: &str| assert_eq!(date(seconds), day, "{seconds}");
        check(0, "1970-01-01");
        check(951_782_400, "2000-02-29");
        check(951_868_799, "2000-02-29");
        check(951_868_800, "2000-03-01");
        check(1_709_164_800, "2024-02-29");
        check(1_767_225_599, "2025-12-31");
        check(4_107_542_400, "2100-03-01");
    }

    #[test]
    fn moments() {
        let noon = Duration::from_micros(951_825_661_000_002);
        assert_eq!(moment(noon), "2000-02-29T12:01:01.000002Z");
    }
}
