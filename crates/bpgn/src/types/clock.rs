//! Reads comments: a clock, a lag, a thinking time, or words.
//!
//! These are clocks if there is nothing else in the comment but white space:
//! - `298`, `298.21`, `299.000`, `-0.576`: the seconds left;
//! - `[%clk 0:01:02.5]`: the time left in hours, minutes and seconds;
//! - `[ts=185.070]`: the seconds since the start.
//!
//! `L:100` is a lag and `T:1200` a thinking time, both in milliseconds. `A:`, `C:`, `D:` and `R:` begin words. A clock,
//! lag or time that can't be parsed, or is too large, is [`CommentKind::Other`].
//!
//! Clocks are written in the form they were read in, with the same number of decimals.

use core::fmt;

use bughouse_chess::{Millis, ParseError, Seconds, Span};

/// The kind of a comment, by how it begins.
///
/// ```
/// use bpgn::clock::{Clock, CommentKind};
/// use bughouse_chess::Millis;
///
/// let CommentKind::Clock(clock) = CommentKind::of(b"298.50") else { panic!() };
/// assert_eq!(clock.time(), Millis(298_500));
/// assert_eq!(clock.to_string(), "298.50");
/// assert_eq!(CommentKind::of(b"L:100"), CommentKind::Lag(Millis(100)));
/// assert_eq!(CommentKind::of(b"C: a fine sacrifice"), CommentKind::Comment);
/// assert_eq!(CommentKind::of(b"raven resigns"), CommentKind::Other);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CommentKind {
    /// A clock and nothing else: `298`.
    Clock(Clock),
    /// The lag of the half-move: `L:100`.
    Lag(Millis),
    /// The time the player thought: `T:1200`.
    Thinking(Millis),
    /// NAGs on the half-move: `A:!`.
    Annotation,
    /// Words about the game: `C: ...`.
    Comment,
    /// The place of a diagram: `D:`.
    Diagram,
    /// A player's request: `R: raven requests to abort`.
    Request,
    /// Anything else, such as the reason why the game ended.
    Other,
}

impl CommentKind {
    /// Returns the kind of a comment, given the text between its braces.
    #[inline]
    pub fn of(text: &[u8]) -> CommentKind {
        let text = text.trim_ascii();
        match text {
            [b'0'..=b'9' | b'-', ..] => match Seconds::read(text) {
                Ok(left) => CommentKind::Clock(Clock::Left(left)),
                Err(_) => CommentKind::Other,
            },
            [b'[', ..] => match Clock::read_bracket(text) {
                Some((clock, end)) if end == text.len() => CommentKind::Clock(clock),
                _ => CommentKind::Other,
            },
            [letter, b':', words @ ..] => CommentKind::of_prefix(*letter, words.trim_ascii()),
            _ => CommentKind::Other,
        }
    }

    fn of_prefix(letter: u8, words: &[u8]) -> CommentKind {
        let millis = |kind: fn(Millis) -> CommentKind| read_millis(words).map_or(CommentKind::Other, kind);
        match letter {
            b'L' => millis(CommentKind::Lag),
            b'T' => millis(CommentKind::Thinking),
            b'A' => CommentKind::Annotation,
            b'C' => CommentKind::Comment,
            b'D' => CommentKind::Diagram,
            b'R' => CommentKind::Request,
            _ => CommentKind::Other,
        }
    }

    /// Returns the letter before the colon.
    pub(crate) const fn letter(self) -> Option<char> {
        match self {
            CommentKind::Lag(_) => Some('L'),
            CommentKind::Thinking(_) => Some('T'),
            CommentKind::Annotation => Some('A'),
            CommentKind::Comment => Some('C'),
            CommentKind::Diagram => Some('D'),
            CommentKind::Request => Some('R'),
            CommentKind::Clock(_) | CommentKind::Other => None,
        }
    }

    /// Returns where the words of a comment of this kind begin: after `C:` and one space, or at 0 if there is no
    /// prefix.
    ///
    /// ```
    /// use bpgn::clock::CommentKind;
    ///
    /// let text = b"C: a fine sacrifice";
    /// assert_eq!(&text[CommentKind::of(text).body_start(text)..], b"a fine sacrifice");
    /// ```
    pub fn body_start(self, text: &[u8]) -> usize {
        match text.trim_ascii_start() {
            [first, b':', rest @ ..] if self.letter() == Some(char::from(*first)) => {
                text.len() - rest.len() + usize::from(rest.first().is_some_and(u8::is_ascii_whitespace))
            }
            _ => 0,
        }
    }

    /// Returns a short name for machines, in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            CommentKind::Clock(_) => "clock",
            CommentKind::Lag(_) => "lag",
            CommentKind::Thinking(_) => "thinking",
            CommentKind::Annotation => "annotation",
            CommentKind::Comment => "comment",
            CommentKind::Diagram => "diagram",
            CommentKind::Request => "request",
            CommentKind::Other => "other",
        }
    }
}

/// The most bytes of a clock in square brackets.
const LONGEST_BRACKET: usize = 64;

/// A clock in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Clock {
    /// The seconds left: `298.21`.
    Left(Seconds),
    /// The time left in hours, minutes and seconds: `[%clk 0:01:02.5]`.
    Clk(Clk),
    /// The seconds since the start: `[ts=185.070]`.
    Since(Seconds),
}

impl Clock {
    /// Returns the time left or, for [`Clock::Since`], the time elapsed.
    #[inline]
    pub const fn time(self) -> Millis {
        match self {
            Clock::Left(seconds) | Clock::Since(seconds) => seconds.time(),
            Clock::Clk(clk) => clk.time(),
        }
    }

    /// Returns `true` if the time counts up from the start of the game.
    #[inline]
    pub const fn is_elapsed(self) -> bool {
        matches!(self, Clock::Since(_))
    }

    /// Finds the first `[%clk ...]` or `[ts=...]` among other words.
    ///
    /// ```
    /// use bpgn::clock::Clock;
    ///
    /// let clock = Clock::find(b"[%eval 0.3] [%clk 0:01:02] a good move").unwrap();
    /// assert_eq!(clock.to_string(), "[%clk 0:01:02]");
    /// assert_eq!(Clock::find(b"298 points"), None);
    /// ```
    pub fn find(text: &[u8]) -> Option<Clock> {
        memchr::memchr_iter(b'[', text)
            .find_map(|at| Clock::read_bracket(&text[at..]))
            .map(|(clock, _)| clock)
    }

    /// Reads a clock in square brackets at the start of a text. Returns the clock and where it ends.
    fn read_bracket(text: &[u8]) -> Option<(Clock, usize)> {
        // Clocks are short. The limit avoids quadratic time on a text of many brackets.
        let end = memchr::memchr(b']', &text[..text.len().min(LONGEST_BRACKET)])?;
        let inner = text.get(1..end)?.trim_ascii();
        let clock = if let Some(time) = inner.strip_prefix(b"%clk") {
            if !time.first()?.is_ascii_whitespace() {
                return None;
            }
            Clock::Clk(Clk::read(time.trim_ascii()).ok()?)
        } else {
            let time = inner.strip_prefix(b"ts=")?;
            Clock::Since(Seconds::read(time.trim_ascii()).ok()?)
        };
        Some((clock, end + 1))
    }
}

/// Writes the text between the braces.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::Left(left) => left.fmt(f),
            Clock::Clk(clk) => write!(f, "[%clk {clk}]"),
            Clock::Since(passed) => write!(f, "[ts={passed}]"),
        }
    }
}

/// A time in hours, minutes and seconds: `0:01:02.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clk {
    /// Whole minutes, including those of the hours.
    minutes: u32,
    /// The remaining seconds, less than a minute.
    seconds: Seconds,
}

impl Clk {
    /// Reads hours, minutes and seconds. Minutes and seconds have one or two digits and are under 60.
    ///
    /// # Errors
    /// Fails if the text is anything else.
    pub fn read(text: &[u8]) -> Result<Clk, ParseError> {
        let expected = "expected hours, minutes and seconds, such as 0:01:02.5";
        Clk::read_parts(text).ok_or(ParseError::whole(expected, text))
    }

    fn read_parts(text: &[u8]) -> Option<Clk> {
        let mut parts = text.splitn(3, |&byte| byte == b':');
        let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
        let hours = read_u32(hours)?;
        let minutes = if minutes.len() <= 2 { read_u32(minutes)? } else { return None };
        let whole = seconds.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let seconds = Seconds::read(seconds).ok()?;
        if minutes >= 60 || !(1..=2).contains(&whole) || seconds.time() >= Millis::from_secs(60) {
            return None;
        }
        Some(Clk { minutes: hours.checked_mul(60)?.checked_add(minutes)?, seconds })
    }

    /// Returns the time.
    #[inline]
    pub const fn time(self) -> Millis {
        // Minutes in a `u32` never overflow here.
        Millis(self.minutes as i64 * 60_000 + self.seconds.time().0)
    }
}

impl fmt::Display for Clk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zero = if self.seconds.time() < Millis::from_secs(10) { "0" } else { "" };
        write!(f, "{}:{:02}:{zero}{}", self.minutes / 60, self.minutes % 60, self.seconds)
    }
}

/// Reads the value of a `Lag` tag: one number of milliseconds per half-move, in file order.
///
/// For a word that is not a number, the iterator returns its span in the value.
///
/// ```
/// use bughouse_chess::{Millis, Span};
///
/// let lag: Vec<_> = bpgn::clock::lag_list(b"113 x 680").collect();
/// assert_eq!(lag, [Ok(Millis(113)), Err(Span::new(4, 5)), Ok(Millis(680))]);
/// ```
pub fn lag_list(value: &[u8]) -> impl Iterator<Item = Result<Millis, Span>> + '_ {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at + value[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let word = value[start..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        at = start + word;
        Some(read_millis(&value[start..at]).ok_or(Span::new(start, at)))
    })
}

/// Reads a whole number of milliseconds, which may be negative.
fn read_millis(text: &[u8]) -> Option<Millis> {
    let (digits, negative) = match text {
        [b'-', digits @ ..] => (digits, true),
        _ => (text, false),
    };
    if digits.is_empty() {
        return None;
    }
    let size = digits.iter().try_fold(0i64, |size, byte| {
        byte.is_ascii_digit().then_some(())?;
        size.checked_mul(10)?.checked_add(i64::from(byte - b'0'))
    })?;
    Some(Millis(if negative { -size } else { size }))
}

/// Reads a whole number that consists of digits.
pub(crate) fn read_u32(text: &[u8]) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0u32, |size, byte| {
        byte.is_ascii_digit().then_some(())?;
        size.checked_mul(10)?.checked_add(u32::from(byte - b'0'))
    })
}

/// The times in the comments after a half-move.
///
/// ```
/// use bpgn::clock::CommentTimes;
/// use bughouse_chess::Millis;
///
/// let mut times = CommentTimes::default();
/// for comment in ["179.5", "L:100"] {
///     times.add(comment.as_bytes());
/// }
/// assert_eq!(times.clock().map(|clock| clock.time()), Some(Millis(179_500)));
/// assert_eq!(times.lag, Some(Millis(100)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CommentTimes {
    /// A comment that is a clock and nothing else.
    alone: Option<Clock>,
    /// A clock within other words.
    within: Option<Clock>,
    /// The lag from an `{L:100}` comment.
    pub lag: Option<Millis>,
    /// The thinking time from a `{T:1200}` comment.
    pub thinking: Option<Millis>,
}

impl CommentTimes {
    /// Adds the text of a comment. The first of each kind counts.
    #[inline]
    pub fn add(&mut self, text: &[u8]) {
        match CommentKind::of(text) {
            CommentKind::Clock(clock) => self.alone = self.alone.or(Some(clock)),
            CommentKind::Lag(lag) => self.lag = self.lag.or(Some(lag)),
            CommentKind::Thinking(time) => self.thinking = self.thinking.or(Some(time)),
            _ if self.alone.is_none() => self.within = self.within.or_else(|| Clock::find(text)),
            _ => {}
        }
    }

    /// Returns the clock: the first comment that is a clock, or else the first clock within a comment.
    #[inline]
    pub fn clock(&self) -> Option<Clock> {
        self.alone.or(self.within)
    }
}
