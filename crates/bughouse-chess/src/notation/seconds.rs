//! Clock times in seconds, with or without decimals.
//!
//! Read: an optional `-`, one or more digits, and optionally a point with one to three digits: `45`, `159.3`,
//! `299.000`, `-0.576`. Written with the sign and decimals that were read, but without leading zeros.

use core::fmt;
use core::str::FromStr;

use crate::bughouse::matches::Millis;
use crate::types::text_error::{Span, TextError};

/// A time in seconds, with the number of decimals to write.
///
/// ```
/// use bughouse_chess::{Millis, Seconds};
///
/// let left: Seconds = "142.50".parse()?;
/// assert_eq!(left.time(), Millis(142_500));
/// assert_eq!(left.to_string(), "142.50");
/// assert_eq!(Seconds::from(Millis(142_500)).to_string(), "142.5");
/// # Ok::<(), bughouse_chess::SecondsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seconds {
    time: Millis,
    decimals: u8,
    /// `true` for `-0`, which is the same time as `0`.
    minus_zero: bool,
}

/// What is wrong with a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SecondsErrorKind {
    /// It is not a number of seconds.
    Malformed,
    /// It has more than three decimals.
    TooFine,
    /// It is too large.
    TooLarge,
}

impl fmt::Display for SecondsErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SecondsErrorKind::Malformed => "expected a time in seconds, such as 45 or 45.3",
            SecondsErrorKind::TooFine => "a time can have at most three decimals",
            SecondsErrorKind::TooLarge => "the time is too large",
        })
    }
}

/// What is wrong with a time, and where.
pub type SecondsError = TextError<SecondsErrorKind>;

impl Seconds {
    /// Returns the time in milliseconds.
    #[inline]
    pub const fn time(self) -> Millis {
        self.time
    }

    /// Parses a time.
    ///
    /// # Errors
    /// Points at the first part that is not a time.
    #[inline]
    pub fn read(text: &[u8]) -> Result<Seconds, SecondsError> {
        match Seconds::read_short(text) {
            Some(seconds) => Ok(seconds),
            None => Seconds::read_any(text),
        }
    }

    /// The fast path for nearly every clock: up to nine digits without a sign, and up to three decimals.
    #[inline]
    fn read_short(text: &[u8]) -> Option<Seconds> {
        let mut digits = text.iter();
        let (mut whole, mut count) = (0u32, 0);
        let mut point = false;
        for &byte in digits.by_ref() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                point = byte == b'.';
                if !point {
                    return None;
                }
                break;
            }
            count += 1;
            if count > 9 {
                return None;
            }
            whole = whole * 10 + u32::from(digit);
        }
        let decimals = digits.as_slice();
        if count == 0 || decimals.len() > 3 || point == decimals.is_empty() {
            return None;
        }
        let mut time = i64::from(whole);
        for &byte in decimals {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            time = time * 10 + i64::from(digit);
        }
        let unit = [1000, 100, 10, 1][decimals.len()];
        Some(Seconds { time: Millis(time * unit), decimals: decimals.len() as u8, minus_zero: false })
    }

    /// Parses any time.
    fn read_any(text: &[u8]) -> Result<Seconds, SecondsError> {
        let error = |kind, start, end| Err(SecondsError::new(kind, Span::new(start, end)));
        let sign = usize::from(text.first() == Some(&b'-'));
        let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = sign + digits(sign);
        if whole == sign {
            return error(SecondsErrorKind::Malformed, 0, text.len());
        }
        let (decimals, end) = match text.get(whole) {
            Some(b'.') => (digits(whole + 1), whole + 1 + digits(whole + 1)),
            _ => (0, whole),
        };
        if end < text.len() || (end > whole && decimals == 0) {
            return error(SecondsErrorKind::Malformed, end, text.len());
        }
        if decimals > 3 {
            return error(SecondsErrorKind::TooFine, whole + 4, end);
        }
        let zeros = core::iter::repeat_n(&b'0', 3 - decimals);
        let all = text[sign..whole].iter().chain(&text[end - decimals..end]).chain(zeros);
        let size = all.copied().try_fold(0u64, |size, digit| {
            size.checked_mul(10).and_then(|size| size.checked_add(u64::from(digit - b'0')))
        });
        let time = size.and_then(|size| match sign {
            0 => i64::try_from(size).ok(),
            _ => 0i64.checked_sub_unsigned(size),
        });
        match time {
            None => error(SecondsErrorKind::TooLarge, 0, text.len()),
            Some(time) => Ok(Seconds {
                time: Millis(time),
                decimals: decimals as u8,
                minus_zero: sign == 1 && time == 0,
            }),
        }
    }
}

/// Creates a time with the fewest decimals that represent it.
impl From<Millis> for Seconds {
    fn from(time: Millis) -> Seconds {
        let decimals = match time.0.unsigned_abs() % 1000 {
            0 => 0,
            rest if rest % 100 == 0 => 1,
            rest if rest % 10 == 0 => 2,
            _ => 3,
        };
        Seconds { time, decimals, minus_zero: false }
    }
}

impl FromStr for Seconds {
    type Err = SecondsError;

    fn from_str(text: &str) -> Result<Seconds, SecondsError> {
        Seconds::read(text.as_bytes())
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.time.0.unsigned_abs();
        let sign = if self.time.0 < 0 || self.minus_zero { "-" } else { "" };
        write!(f, "{sign}{}", size / 1000)?;
        let rest = size % 1000;
        match self.decimals {
            0 => Ok(()),
            1 => write!(f, ".{}", rest / 100),
            2 => write!(f, ".{:02}", rest / 10),
            _ => write!(f, ".{rest:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seconds;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn fast_path_agrees_with_the_slow_path() {
        for whole in ["", "0", "7", "007", "298", "999999999", "1000000000", "-3", "+3", "x", "1x", " 1"] {
            for rest in ["", ".", ".5", ".50", ".576", ".000", ".5761", ".5x", ".-5", "..5", "x"] {
                let text = format!("{whole}{rest}");
                let long = Seconds::read_any(text.as_bytes());
                if let Some(short) = Seconds::read_short(text.as_bytes()) {
                    assert_eq!(Ok(short), long, "{text}");
                }
                assert_eq!(Seconds::read(text.as_bytes()), long, "{text}");
            }
        }
        assert_eq!(Seconds::read_short(b"298.50").unwrap().to_string(), "298.50");
    }
}
