//! Clock times: in milliseconds, and as seconds with or without decimals.
//!
//! Seconds are read as: an optional `-`, one or more digits, and optionally a point with one to three digits: `45`, `159.3`,
//! `299.000`, `-0.576`. Written with the sign and decimals that were read, but without leading zeros.

use core::fmt;
use core::ops::{Add, Sub};
use core::str::FromStr;

use crate::types::text_error::{ParseError, Span};

/// A time or duration in milliseconds. A clock that ran past zero is negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Millis(pub i64);

impl Millis {
    /// Zero milliseconds.
    pub const ZERO: Millis = Millis(0);

    /// Creates a duration from whole seconds.
    #[inline]
    pub const fn from_secs(seconds: i64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }
}

impl Add for Millis {
    type Output = Millis;
    #[inline]
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Millis;
    #[inline]
    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

/// Writes seconds, with as many decimals as needed: `180`, `159.3`, `-0.576`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Seconds::from(*self).fmt(f)
    }
}

/// A time in seconds, with the number of decimals to write.
///
/// ```
/// use bughouse_chess::{Millis, Seconds};
///
/// let left: Seconds = "142.50".parse()?;
/// assert_eq!(left.time(), Millis(142_500));
/// assert_eq!(left.to_string(), "142.50");
/// assert_eq!(Seconds::from(Millis(142_500)).to_string(), "142.5");
/// # Ok::<(), bughouse_chess::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seconds {
    time: Millis,
    decimals: u8,
    /// `true` for `-0`, which is the same time as `0`.
    minus_zero: bool,
}

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
    pub fn read(text: &[u8]) -> Result<Seconds, ParseError> {
        let sign = usize::from(text.first() == Some(&b'-'));
        let mut size = 0u64;
        let mut read_digits = |mut at: usize| {
            let digit_at =
                |at| text.get(at).map(|byte: &u8| byte.wrapping_sub(b'0')).filter(|&digit| digit <= 9);
            while let Some(digit) = digit_at(at) {
                size = size.wrapping_mul(10).wrapping_add(u64::from(digit));
                at += 1;
            }
            at
        };
        let whole = read_digits(sign);
        let end = if text.get(whole) == Some(&b'.') { read_digits(whole + 1) } else { whole };
        if whole == sign {
            return Err(malformed(text, 0));
        }
        let unit = match end - whole {
            _ if end < text.len() => return Err(malformed(text, end)),
            0 => 1000,
            1 => return Err(malformed(text, end)),
            2 => 100,
            3 => 10,
            4 => 1,
            _ => {
                let span = Span::new(whole + 4, end);
                return Err(ParseError::new("a time can have at most three decimals", span));
            }
        };
        // Sixteen digits and three decimals fit. Any digits before them must be zeros.
        let fits = text[sign..whole.saturating_sub(16).max(sign)].iter().all(|&digit| digit == b'0');
        let size = size.wrapping_mul(unit);
        let time = match sign {
            0 => i64::try_from(size).ok(),
            _ => 0i64.checked_sub_unsigned(size),
        };
        match time.filter(|_| fits) {
            None => Err(ParseError::whole("the time is too large", text)),
            Some(time) => Ok(Seconds {
                time: Millis(time),
                decimals: (end - whole).saturating_sub(1) as u8,
                minus_zero: sign == 1 && time == 0,
            }),
        }
    }
}

#[cold]
fn malformed(text: &[u8], start: usize) -> ParseError {
    ParseError::new("expected a time in seconds, such as 45 or 45.3", Span::new(start, text.len()))
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Seconds, ParseError> {
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
