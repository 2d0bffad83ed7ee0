//! When a game was played.

use crate::text::push_padded;

/// A day and a second of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    year: u64,
    month: u64,
    day: u64,
    second: u64,
}

/// 2005-03-01 as days since 0000-03-01, where years begin with March, so leap days come last.
const FIRST_DAY: u64 = 2005 * 365 + 2005 / 4 - 2005 / 100 + 2005 / 400;

impl Moment {
    /// Returns the moment some seconds after the first game.
    pub(crate) fn after(seconds: u64) -> Moment {
        let days = FIRST_DAY + seconds / 86_400;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month < 3);
        Moment { year, month, day, second: seconds % 86_400 }
    }

    /// Writes `2005.03.01`.
    pub(crate) fn push_date(self, out: &mut Vec<u8>) {
        push_padded(out, self.year, 4);
        for part in [self.month, self.day] {
            out.push(b'.');
            push_padded(out, part, 2);
        }
    }

    /// Writes `16:28:40`.
    pub(crate) fn push_time(self, out: &mut Vec<u8>) {
        push_padded(out, self.second / 3_600, 2);
        for part in [self.second / 60 % 60, self.second % 60] {
            out.push(b':');
            push_padded(out, part, 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;

    fn date(days: u64) -> String {
        let mut text = Vec::new();
        Moment::after(days * 86_400).push_date(&mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn days_follow_the_calendar() {
        assert_eq!(
            [0, 30, 31, 305, 306].map(date).join(" "),
            "2005.03.01 2005.03.31 2005.04.01 2005.12.31 2006.01.01"
        );
        // Leap days of 2008 and of no other year near it.
        assert_eq!(
            [1_093, 1_094, 1_095, 1_096].map(date).join(" "),
            "2008.02.27 2008.02.28 2008.02.29 2008.03.01"
        );
        assert_eq!([364, 365].map(date).join(" "), "2006.02.28 2006.03.01");
    }
}
