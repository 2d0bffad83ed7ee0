//! The commands of a UBI client.

use std::str::SplitWhitespace;
use std::time::Duration;

use bughouse_chess::{Board, BoardId, BySeat, Position, Rules, Seat};

use crate::clean::Clean;

/// The fraction of the clock used for a move without a limit, and its minimum and maximum. A slow player loses diagonal time.
const PART: u32 = 30;
const LEAST: Duration = Duration::from_millis(10);
const MOST: Duration = Duration::from_secs(2);
/// The clocks of a position without clocks.
const DEFAULT_CLOCK: Duration = Duration::from_secs(180);

/// A command of a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// An empty line, or an unknown command.
    Nothing,
    /// A known command that can't be parsed, and why.
    Invalid(String),
    /// An invalid position, and why.
    NoPosition(String),
    Ubi,
    IsReady,
    NewMatch,
    Quit,
    Hash(usize),
    MultiPv(usize),
    Position(Box<Setup>),
    Go(BoardId, Go),
    /// The board, or `None` for both.
    Stop(Option<BoardId>),
}

/// Both boards and the clocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setup {
    pub(crate) position: Position,
    pub(crate) clocks: BySeat<Duration>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { position: Position::START, clocks: BySeat::new([DEFAULT_CLOCK; 4]) }
    }
}

/// How long to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) move_time: Option<Duration>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) is_infinite: bool,
}

impl Go {
    /// Returns the time for a move, given the clock of the player to move.
    pub(crate) fn time(&self, clock: Duration) -> Option<Duration> {
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.is_infinite;
        match self.move_time {
            None if !is_limited => Some((clock / PART).clamp(LEAST, MOST)),
            time => time,
        }
    }
}

/// Returns `true` if a line is `quit`.
pub(crate) fn is_quit(line: &[u8]) -> bool {
    matches!(read(&line[..line.len().min(64)]), Command::Quit)
}

/// Reads a line.
pub(crate) fn read(line: &[u8]) -> Command {
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    match words.next() {
        Some("ubi") => Command::Ubi,
        Some("isready") => Command::IsReady,
        Some("ubinewgame") => Command::NewMatch,
        Some("quit") => Command::Quit,
        Some("setoption") => option(words),
        Some("position") => {
            let text = line.trim_start().strip_prefix("position").unwrap_or_default();
            match position(text.trim()) {
                Ok(setup) => Command::Position(Box::new(setup)),
                Err(why) => Command::NoPosition(why),
            }
        }
        Some("go") => go(words).unwrap_or_else(Command::Invalid),
        Some("stop") => match (words.next(), words.next()) {
            (None, _) => Command::Stop(None),
            (Some("board"), Some(name)) => match board_id(name) {
                Ok(id) => Command::Stop(Some(id)),
                Err(why) => Command::Invalid(why),
            },
            _ => Command::Invalid("`stop` takes `board A`, `board B` or nothing".to_owned()),
        },
        _ => Command::Nothing,
    }
}

fn board_id(name: &str) -> Result<BoardId, String> {
    match name {
        "A" => Ok(BoardId::A),
        "B" => Ok(BoardId::B),
        _ => Err(format!("there is no board `{}`", shown(name))),
    }
}

/// Parses `name ID [value X]`. Unknown options are ignored.
fn option(mut words: SplitWhitespace<'_>) -> Command {
    if words.next() != Some("name") {
        return Command::Invalid("an option is `setoption name ID value X`".to_owned());
    }
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    let number = words.next().and_then(|value| value.parse().ok());
    match (name[..].join(" ").as_str(), number) {
        ("Hash", Some(number)) => Command::Hash(number),
        ("MultiPV", Some(number)) => Command::MultiPv(number),
        (name @ ("Hash" | "MultiPV"), None) => Command::Invalid(format!("{name} takes a number")),
        _ => Command::Nothing,
    }
}

fn go(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    let mut go = Go::default();
    let mut board = None;
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.is_infinite = true;
            continue;
        }
        let Some(value) = words.next() else { return Err(format!("`{}` needs a value", shown(word))) };
        if word == "board" {
            board = Some(board_id(value)?);
            continue;
        }
        let number = value.parse::<u64>().map_err(|_| format!("`{}` is not a number", shown(value)));
        match word {
            "movetime" => go.move_time = Some(Duration::from_millis(number?)),
            "depth" => go.depth = Some(u32::try_from(number?).unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(number?),
            // Skip an unknown key and its value.
            _ => {}
        }
    }
    match board {
        Some(id) => Ok(Command::Go(id, go)),
        None => Err("`go` lacks `board A` or `board B`".to_owned()),
    }
}

/// Parses `A | B clock WA BA WB BB`; clocks are optional.
fn position(text: &str) -> Result<Setup, String> {
    let (boards, clocks) = match text.split_once(" clock ") {
        Some((boards, clocks)) => (boards, Some(clocks)),
        None => (text, None),
    };
    let (a, b) = boards.split_once(" | ").ok_or("a position is `A | B`, with a space on each side of `|`")?;
    let position = Position::new(board(BoardId::A, a)?, board(BoardId::B, b)?, Rules::standard());
    let mut setup = Setup { position, ..Setup::default() };
    if let Some(clocks) = clocks {
        let mut words = clocks.split_whitespace();
        for color in [Seat::WHITE_A, Seat::BLACK_A, Seat::WHITE_B, Seat::BLACK_B] {
            let word = words.next().ok_or("expected four clocks")?;
            // A clock can be negative.
            let millis: i64 = word.parse().map_err(|_| format!("`{}` is not a clock", shown(word)))?;
            setup.clocks[color] = Duration::from_millis(u64::try_from(millis).unwrap_or(0));
        }
    }
    Ok(setup)
}

fn board(id: BoardId, text: &str) -> Result<Board, String> {
    match text.trim() {
        "startpos" => Ok(Board::default()),
        text => text.parse().map_err(|error| format!("board {id}: {}", one_line(&format!("{error}")))),
    }
}

/// Puts a message on one line.
fn one_line(text: &str) -> String {
    Clean(text.replace('\n', "; ")).to_string()
}

/// Returns the beginning of a word without control characters.
fn shown(word: &str) -> String {
    Clean(word.chars().take(40).collect::<String>()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_a_small_part_of_the_clock() {
        let millis = Duration::from_millis;
        let time = |clock| Go::default().time(millis(clock)).map(|time| time.as_millis());
        assert_eq!([0, 600, 30_000, 180_000, 3_600_000].map(time), [10, 20, 1000, 2000, 2000].map(Some));
        // Explicit limits have priority.
        let go = Go { move_time: Some(millis(5000)), ..Go::default() };
        assert_eq!(go.time(millis(600)), Some(millis(5000)));
        let unlimited = [
            Go { depth: Some(3), ..Go::default() },
            Go { nodes: Some(3), ..Go::default() },
            Go { is_infinite: true, ..Go::default() },
        ];
        assert_eq!(unlimited.map(|go| go.time(millis(600))), [None; 3]);
    }
}
