//! Days of the calendar, as records of games are dated.

/// Seconds of a day.
const DAY: u64 = 86_400;
/// From the first of March of the year 0 to the first day of 1970.
const DAYS_TO_1970: u64 = 719_468;
/// Days of 400 years, after which the calendar repeats.
const DAYS_OF_AN_ERA: u64 = 146_097;

/// The day, in universal time, of a moment in seconds since 1970, such as `2020-02-29`.
///
/// The computation is Howard Hinnant's: years begin in March, so that the leap day is the last.
pub(super) fn date(seconds: u64) -> String {
    let days = seconds / DAY + DAYS_TO_1970;
    let (era, day) = (days / DAYS_OF_AN_ERA, days % DAYS_OF_AN_ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
}

#[cfg(test)]
mod tests {
    use super::date;

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
}
