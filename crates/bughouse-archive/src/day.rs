//! Dates as day numbers: days since 1 January 1970.

use std::ops::RangeInclusive;

/// Returns the day number of a Gregorian date; `None` if there is no such date.
pub(crate) fn day_number(year: u16, month: u8, day: u8) -> Option<i32> {
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    // Let years begin in March, which puts the leap day at the end.
    let (year, month) = (i32::from(year), i32::from(month));
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5 + i32::from(day) - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// Formats a day number (days since 1 January 1970) as in a `Date` tag: `2010.05.31`.
#[must_use]
pub fn day_text(days: i32) -> String {
    let (year, month, day) = date_of(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Parses a year, month or day (`2010`, `2010.05`, `2010-05-31`) into a range of day numbers: days since
/// 1 January 1970.
///
/// ```
/// use bughouse_archive::{day_text, read_days};
///
/// let may = read_days("2010.05").expect("a month");
/// assert_eq!((day_text(*may.start()), day_text(*may.end())), ("2010.05.01".to_owned(), "2010.05.31".to_owned()));
/// assert_eq!(read_days("2010.13"), None);
/// ```
#[must_use]
pub fn read_days(text: &str) -> Option<RangeInclusive<i32>> {
    let mut parts = text.split(['.', '-']);
    let digits = |text: &str, length: usize| {
        (text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse::<u16>().ok())?
    };
    let year = digits(parts.next()?, 4)?;
    let month = match parts.next() {
        None => return days_of(i32::from(year), None),
        Some(month) => digits(month, 2)? as u8,
    };
    let days = match parts.next() {
        None => days_of(i32::from(year), Some(i32::from(month)))?,
        Some(day) => {
            let day = day_number(year, month, digits(day, 2)? as u8)?;
            day..=day
        }
    };
    parts.next().is_none().then_some(days)
}

/// Returns the day numbers of a year or a month; `None` if there is no such year or month.
pub(crate) fn days_of(year: i32, month: Option<i32>) -> Option<RangeInclusive<i32>> {
    let year = u16::try_from(year).ok()?;
    let (first, last) = match month {
        None => (1, 12),
        Some(month) => (u8::try_from(month).ok()?, u8::try_from(month).ok()?),
    };
    Some(day_number(year, first, 1)?..=day_number(year, last, days_in(year, last))?)
}

/// Returns the year, month and day of a day number.
pub(crate) fn date_of(days: i32) -> (i32, u8, u8) {
    let days = i64::from(days) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (year as i32, month as u8, day as u8)
}

fn days_in(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u8::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::{date_of, day_number};

    #[test]
    fn day_numbers_match_the_calendar() {
        assert_eq!(day_number(1970, 1, 1), Some(0));
        assert_eq!(day_number(2000, 3, 1), Some(11_017));
        assert_eq!(day_number(2024, 2, 29), Some(19_782));
        assert_eq!(day_number(1900, 2, 29), None);
        assert_eq!(day_number(2023, 13, 1), None);
        assert_eq!(day_number(2023, 4, 31), None);
        let mut next = day_number(1969, 12, 31).expect("a day");
        for year in 1970..=2100_u16 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if let Some(number) = day_number(year, month, day) {
                        next += 1;
                        assert_eq!(number, next);
                        assert_eq!(date_of(number), (i32::from(year), month, day));
                    }
                }
            }
        }
    }
}
