//! The meaning of tag values, and the order of tags.
//!
//! A value with an unknown meaning is `Other` or `None`; the game keeps its text. If a text must be a date or a result,
//! use `parse` or `try_from`, which return an error.

use core::fmt;

use bughouse_chess::{Millis, ParseError, Seat, Seconds, Span, Team, TimeControl};

use crate::types::clock::read_u32;

/// The tags in the order in which the standard writes them.
///
/// `Time` and `Lag` are not in the standard. They are placed as in the files of game servers.
pub const STANDARD_ORDER: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Time",
    "Round",
    "WhiteA",
    "WhiteAElo",
    "BlackA",
    "BlackAElo",
    "WhiteB",
    "WhiteBElo",
    "BlackB",
    "BlackBElo",
    "TimeControl",
    "Lag",
    "Result",
    "Setup",
    "FEN",
];

/// Returns the index of a tag in [`STANDARD_ORDER`], or `None` for other tags. `SetUp` counts as `Setup`.
pub fn rank(name: &[u8]) -> Option<usize> {
    let name = if name == b"SetUp" { b"Setup" } else { name };
    STANDARD_ORDER.iter().position(|known| known.as_bytes() == name)
}

/// Returns `true` if a tag is written on the same line as the tag before it: a rating next to its player.
pub fn joins_line(before: &[u8], name: &[u8]) -> bool {
    matches!(before, b"WhiteA" | b"BlackA" | b"WhiteB" | b"BlackB")
        && name.strip_suffix(b"Elo").is_some_and(|player| player == before)
}

/// Returns the tag that names the player of a seat: `WhiteA`.
pub const fn player_tag(seat: Seat) -> &'static str {
    seat.name()
}

/// Returns the tag with the rating of the player of a seat: `WhiteAElo`.
pub const fn elo_tag(seat: Seat) -> &'static str {
    ["WhiteAElo", "BlackAElo", "WhiteBElo", "BlackBElo"][seat.to_index()]
}

/// The meaning of an Elo tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rating {
    /// A rating: `2165`.
    Known(u32),
    /// A rating from few games: `2163?`.
    Provisional(u32),
    /// A player without a rating: `UNR`.
    Unrated,
    /// A guest, or a player without games: `++++`, `----`.
    Guest,
    /// An unknown rating: `0`, `?`, `-` or nothing.
    Unknown,
    /// Something else.
    Other,
}

impl Rating {
    /// Reads the value of an Elo tag.
    pub fn read(value: &[u8]) -> Rating {
        let value = value.trim_ascii();
        match value {
            b"" | b"?" | b"-" => Rating::Unknown,
            b"UNR" => Rating::Unrated,
            b"++++" | b"----" => Rating::Guest,
            [digits @ .., b'?'] => read_u32(digits).map_or(Rating::Other, Rating::Provisional),
            _ => match read_u32(value) {
                Some(0) => Rating::Unknown,
                Some(points) => Rating::Known(points),
                None => Rating::Other,
            },
        }
    }

    /// Returns the number, provisional or not.
    pub const fn points(self) -> Option<u32> {
        match self {
            Rating::Known(points) | Rating::Provisional(points) => Some(points),
            Rating::Unrated | Rating::Guest | Rating::Unknown | Rating::Other => None,
        }
    }
}

/// The meaning of a `TimeControl` tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TimeControlTag {
    /// Seconds at the start and increment per move in seconds: `300+0`, `180`.
    Control(TimeControl),
    /// A game without clocks, or with unknown clocks: `0+0`, `0`, `-`, `?` or nothing.
    None,
    /// Something else.
    Other,
}

/// Reads the value of a `TimeControl` tag. Seconds may have up to three decimals.
pub fn read_time_control(value: &[u8]) -> TimeControlTag {
    let value = value.trim_ascii();
    if matches!(value, b"" | b"-" | b"?") {
        return TimeControlTag::None;
    }
    let mut parts = value.splitn(2, |&byte| byte == b'+');
    let base = read_span(parts.next());
    let increment = match parts.next() {
        None => Some(Millis::ZERO),
        part => read_span(part),
    };
    match (base, increment) {
        (Some(Millis::ZERO), Some(Millis::ZERO)) => TimeControlTag::None,
        (Some(base), Some(increment)) => TimeControlTag::Control(TimeControl { base, increment }),
        _ => TimeControlTag::Other,
    }
}

/// Reads seconds without a sign.
fn read_span(text: Option<&[u8]>) -> Option<Millis> {
    let text = text.filter(|text| text.first().is_some_and(u8::is_ascii_digit))?;
    Some(Seconds::read(text).ok()?.time())
}

/// A date, parts of which may be unknown: `1996.08.07`, `1996.??.??`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Date {
    /// The year, 0 to 9999.
    pub year: Option<u16>,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day, 1 to 31.
    pub day: Option<u8>,
}

impl Date {
    /// Reads the value of a `Date` or `UTCDate` tag.
    ///
    /// Year, month and day have four, two and two characters, digits or `?`, with `.` or `-` between them.
    ///
    /// ```
    /// let date = bpgn::tags::Date::read(b"2010-07-??").unwrap();
    /// assert_eq!((date.year, date.month, date.day), (Some(2010), Some(7), None));
    /// assert_eq!(date.to_string(), "2010.07.??");
    /// ```
    ///
    /// # Errors
    /// Points at the value if it is not in the form of a date, or at a part that is out of range.
    pub fn read(value: &[u8]) -> Result<Date, ParseError> {
        let no_date = ParseError::whole("expected a date such as 1996.08.07 or 1996.??.??", value);
        let blank = value.len() - value.trim_ascii_start().len();
        let &[y1, y2, y3, y4, first, m1, m2, second, d1, d2] = value.trim_ascii() else {
            return Err(no_date);
        };
        if first != second || !matches!(first, b'.' | b'-') {
            return Err(no_date);
        }
        let part = |expected, at: usize, digits: &[u8], least: u16, most: u16| {
            read_part(digits, least, most)
                .ok_or(ParseError::new(expected, Span::new(at, at + digits.len()).shifted(blank)))
        };
        let small = |number: Option<u16>| number.map(|number| number as u8);
        Ok(Date {
            year: part("expected a year of four digits, or ????", 0, &[y1, y2, y3, y4], 0, 9999)?,
            month: small(part("expected a month, 01 to 12, or ??", 5, &[m1, m2], 1, 12)?),
            day: small(part("expected a day, 01 to 31, or ??", 8, &[d1, d2], 1, 31)?),
        })
    }
}

/// Reads a part of a date. It is unknown if it has a `?`.
fn read_part(digits: &[u8], least: u16, most: u16) -> Option<Option<u16>> {
    if digits.contains(&b'?') {
        return digits.iter().all(|&byte| byte == b'?' || byte.is_ascii_digit()).then_some(None);
    }
    let number = u16::try_from(read_u32(digits)?).ok()?;
    (least..=most).contains(&number).then_some(Some(number))
}

/// Writes the standard form: `1996.08.07`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        for part in [self.month, self.day] {
            match part {
                Some(part) => write!(f, ".{part:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

/// The result of a game, as written for WhiteA's team.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`: the team of WhiteA won.
    Team1,
    /// `0-1`: the team of BlackA won.
    Team2,
    /// `1/2-1/2`: the game was drawn.
    Draw,
    /// `*`: the game has no result.
    None,
}

impl GameResult {
    /// All four.
    pub const ALL: [GameResult; 4] =
        [GameResult::Team1, GameResult::Team2, GameResult::Draw, GameResult::None];

    /// Reads a result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    ///
    /// # Errors
    /// Fails if the text is anything else.
    #[inline]
    pub fn read(text: &[u8]) -> Result<GameResult, ParseError> {
        match text.trim_ascii() {
            b"1-0" => Ok(GameResult::Team1),
            b"0-1" => Ok(GameResult::Team2),
            b"1/2-1/2" => Ok(GameResult::Draw),
            b"*" => Ok(GameResult::None),
            _ => Err(ParseError::whole("expected a result: 1-0, 0-1, 1/2-1/2 or *", text)),
        }
    }

    /// Returns the result as a string.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Team1 => "1-0",
            GameResult::Team2 => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::None => "*",
        }
    }

    /// Returns the result of a win for a team.
    pub const fn won_by(team: Team) -> GameResult {
        match team {
            Team::One => GameResult::Team1,
            Team::Two => GameResult::Team2,
        }
    }

    /// Returns the team that won.
    pub const fn winner(self) -> Option<Team> {
        match self {
            GameResult::Team1 => Some(Team::One),
            GameResult::Team2 => Some(Team::Two),
            GameResult::Draw | GameResult::None => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
