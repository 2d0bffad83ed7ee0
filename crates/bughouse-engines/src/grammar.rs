//! The lines of UBI in both directions, and those of UCI, which name no board. What is read is untrusted.

use std::fmt::{self, Write as _};
use std::str::SplitWhitespace;
use std::time::Duration;

use bughouse_chess::{Board, BoardId, BughouseMove, BySeat, Millis, Position, Rules, Seat};
use bughouse_search::{Limits, Score};

/// The fraction of the clock used for a move without a limit, and its minimum and maximum. A slow player loses diagonal time.
const PART: u32 = 30;
const LEAST: Duration = Duration::from_millis(10);
const MOST: Duration = Duration::from_secs(2);
/// The clocks of a position without clocks.
pub(crate) const DEFAULT_CLOCK: Millis = Millis(180_000);

/// No engine reports a higher score, in hundredths of a pawn.
const MOST_CENTIPAWNS: i32 = 1_000_000;
/// No mate takes more moves.
const MOST_MOVES: i32 = 1000;
/// The most moves of a line to read.
const MOST_LINE: usize = 128;

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
    pub(crate) clocks: BySeat<Millis>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { position: Position::START, clocks: BySeat::new([DEFAULT_CLOCK; 4]) }
    }
}

/// Writes `A | B clock WA BA WB BB`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = BoardId::ALL.map(|id| self.position.board(id));
        write!(f, "{} | {} clock", *a, *b)?;
        self.clocks.iter().try_for_each(|(_, clock)| write!(f, " {}", clock.0.max(0)))
    }
}

impl Setup {
    /// Parses what is written; clocks are optional, and `startpos` is the starting position.
    fn read(text: &str) -> Result<Setup, String> {
        let (boards, clocks) = match text.split_once(" clock ") {
            Some((boards, clocks)) => (boards, Some(clocks)),
            None => (text, None),
        };
        let (a, b) =
            boards.split_once(" | ").ok_or("a position is `A | B`, with a space on each side of `|`")?;
        let position = Position::new(board(BoardId::A, a)?, board(BoardId::B, b)?, Rules::standard());
        let mut setup = Setup { position, ..Setup::default() };
        if let Some(clocks) = clocks {
            let mut words = clocks.split_whitespace();
            for seat in [Seat::WHITE_A, Seat::BLACK_A, Seat::WHITE_B, Seat::BLACK_B] {
                let word = words.next().ok_or("expected four clocks")?;
                // A clock can be negative.
                let millis: i64 = word.parse().map_err(|_| format!("`{}` is not a clock", shown(word)))?;
                setup.clocks[seat] = Millis(millis.max(0));
            }
        }
        Ok(setup)
    }
}

fn board(id: BoardId, text: &str) -> Result<Board, String> {
    match text.trim() {
        "startpos" => Ok(Board::default()),
        text => text
            .parse()
            .map_err(|error| format!("board {id}: {}", safe(&format!("{error}").replace('\n', "; ")))),
    }
}

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) limits: Limits,
    pub(crate) is_infinite: bool,
}

impl Go {
    /// Returns the limits of a search, given the clock of the player to move.
    pub(crate) fn limits(&self, clock: Millis) -> Limits {
        let Limits { time, nodes, depth, .. } = self.limits;
        if time.is_some() || nodes.is_some() || depth.is_some() || self.is_infinite {
            return self.limits;
        }
        let clock = Duration::from_millis(u64::try_from(clock.0).unwrap_or(0));
        self.limits.within((clock / PART).clamp(LEAST, MOST))
    }

    /// Writes the line that starts a search; without a board for UCI.
    pub(crate) fn line(board: Option<BoardId>, limits: &Limits) -> String {
        let mut line = format!("go{}", of(board));
        let time = limits.time.map(|time| ("movetime", time.as_millis().max(1)));
        let nodes = limits.nodes.map(|nodes| ("nodes", nodes.max(1).into()));
        let depth = limits.depth.map(|depth| ("depth", depth.clamp(1, 200).into()));
        for (word, number) in [time, nodes, depth].into_iter().flatten() {
            // Writing to a `String` never fails.
            let _ = write!(line, " {word} {number}");
        }
        line
    }

    fn read(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
        let mut go = Go { limits: Limits::none(), is_infinite: false };
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
                "movetime" => go.limits.time = Some(Duration::from_millis(number?)),
                "depth" => go.limits.depth = Some(u32::try_from(number?).unwrap_or(u32::MAX)),
                "nodes" => go.limits.nodes = Some(number?),
                // Skip an unknown key and its value.
                _ => {}
            }
        }
        match board {
            Some(id) => Ok(Command::Go(id, go)),
            None => Err("`go` lacks `board A` or `board B`".to_owned()),
        }
    }
}

impl Command {
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
                match Setup::read(text.trim()) {
                    Ok(setup) => Command::Position(Box::new(setup)),
                    Err(why) => Command::NoPosition(why),
                }
            }
            Some("go") => Go::read(words).unwrap_or_else(Command::Invalid),
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

    /// Returns `true` if a line is `quit`.
    pub(crate) fn is_quit(line: &[u8]) -> bool {
        matches!(Command::read(&line[..line.len().min(64)]), Command::Quit)
    }
}

fn board_id(name: &str) -> Result<BoardId, String> {
    let found = BoardId::ALL.into_iter().find(|id| id.to_string() == name);
    found.ok_or_else(|| format!("there is no board `{}`", shown(name)))
}

/// Writes the line that sets an option.
pub(crate) fn set_option(name: &str, value: impl fmt::Display) -> String {
    format!("setoption name {name} value {value}")
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

/// An `info` line with a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Info {
    /// The number of the line among several, from 1.
    pub(crate) number: u16,
    /// The score as reported, for the side to move: a mate has no proof, and takes at least one move if it is read.
    pub(crate) score: Score,
    /// `true` if the score is a bound, not exact.
    pub(crate) is_bound: bool,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// The moves as the engine wrote them.
    pub(crate) moves: Vec<String>,
}

impl Info {
    /// Writes the line about a board, after a search of some time.
    pub(crate) fn line(&self, board: BoardId, time: Duration) -> String {
        let Info { number, depth, nodes, .. } = self;
        let score = match self.score {
            Score::Mate { wins, moves, .. } => format!("mate {}{moves}", if wins { "" } else { "-" }),
            other => format!("cp {}", other.value()),
        };
        let speed = u128::from(*nodes) * 1_000_000 / time.as_micros().max(1);
        let (board, millis, moves) = (of(Some(board)), time.as_millis(), self.moves.join(" "));
        format!(
            "info{board} depth {depth} multipv {number} nodes {nodes} time {millis} nps {speed} score {score} pv {moves}"
        )
    }

    /// Parses the text after `info` and the board. Returns `None` for a line without a score, or with an impossible
    /// number.
    pub(crate) fn read(text: &str) -> Option<Info> {
        let mut words = text.split_ascii_whitespace();
        let (mut number, mut depth, mut nodes) = (1, 0, 0);
        let (mut score, mut is_bound, mut moves) = (None, false, Vec::new());
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "nodes" => nodes = words.next()?.parse().ok()?,
                "multipv" => {
                    number = words.next()?.parse().ok().filter(|number| (1..=64).contains(number))?
                }
                "score" => {
                    score = Some(match words.next()? {
                        "cp" => Score::Centipawns(within(words.next()?, MOST_CENTIPAWNS)?),
                        "mate" => {
                            let moves = within(words.next()?, MOST_MOVES).filter(|&moves| moves != 0)?;
                            Score::Mate { wins: moves > 0, moves: moves.unsigned_abs(), proof: None }
                        }
                        _ => return None,
                    });
                }
                "lowerbound" | "upperbound" => is_bound = true,
                "string" => break,
                "pv" => {
                    moves = words.by_ref().take(MOST_LINE).map(str::to_owned).collect();
                    break;
                }
                _ => {}
            }
        }
        Some(Info { number, score: score?, is_bound, depth, nodes, moves })
    }
}

/// Parses a number with an absolute value of at most `most`.
fn within(word: &str, most: i32) -> Option<i32> {
    word.parse().ok().filter(|number| (-most..=most).contains(number))
}

/// Writes the line with the move to play.
pub(crate) fn best_move(board: BoardId, mv: Option<BughouseMove>) -> String {
    format!("bestmove{} {}", of(Some(board)), mv.map_or("(none)".to_owned(), written))
}

/// Returns a move in UBI notation: a drop has a lower-case letter.
pub(crate) fn written(mv: BughouseMove) -> String {
    match mv {
        BughouseMove::Drop { piece, square } => format!("{}@{square}", piece.to_char().to_ascii_lowercase()),
        mv => mv.to_string(),
    }
}

/// Returns the rest of a line that starts with a word.
pub(crate) fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// Returns the rest of a line that starts with a word and, for UBI, with a board.
pub(crate) fn about<'a>(line: &'a str, word: &str, board: Option<BoardId>) -> Option<&'a str> {
    let rest = after_word(line, word)?;
    let Some(board) = board else { return Some(rest) };
    let named = rest.strip_prefix("board ")?.trim_start();
    let (name, rest) = named.split_once(' ').unwrap_or((named, ""));
    (name == board.to_string()).then_some(rest)
}

/// Writes ` board A`; nothing for UCI.
fn of(board: Option<BoardId>) -> String {
    board.map(|board| format!(" board {board}")).unwrap_or_default()
}

/// Returns the beginning of a word without control characters.
fn shown(word: &str) -> String {
    safe(&word.chars().take(40).collect::<String>())
}

/// Replaces control characters.
fn safe(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_a_small_part_of_the_clock() {
        let none = Go { limits: Limits::none(), is_infinite: false };
        let time = |clock| none.limits(Millis(clock)).time.map(|time| time.as_millis());
        assert_eq!([0, 600, 30_000, 180_000, 3_600_000].map(time), [10, 20, 1000, 2000, 2000].map(Some));
        // Explicit limits have priority.
        let five = Limits::time(Duration::from_secs(5));
        assert_eq!(Go { limits: five, ..none }.limits(Millis(600)), five);
        let unlimited = [
            Go { limits: Limits::depth(3), ..none },
            Go { limits: Limits::nodes(3), ..none },
            Go { is_infinite: true, ..none },
        ];
        assert_eq!(unlimited.map(|go| go.limits(Millis(600)).time), [None; 3]);
    }

    #[test]
    fn what_a_client_writes_a_server_reads() {
        let b: Board = "4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1".parse().unwrap();
        let clocks = BySeat::new([1000, 2000, 3000, 0].map(Millis));
        let setup = Setup { position: Position::new(Board::START, b, Rules::standard()), clocks };
        assert_eq!(Command::read(format!("position {setup}").as_bytes()), Command::Position(Box::new(setup)));
        let limits = Limits::nodes(500).within(Duration::from_millis(50));
        let go = Go { limits, is_infinite: false };
        let line = Go::line(Some(BoardId::B), &limits);
        assert_eq!(line, "go board B movetime 50 nodes 500");
        assert_eq!(Command::read(line.as_bytes()), Command::Go(BoardId::B, go));
        assert_eq!(Command::read(set_option("Hash", 8).as_bytes()), Command::Hash(8));
    }

    #[test]
    fn what_a_server_writes_a_client_reads() {
        let moves = ["e2e4", "n@f6"].map(str::to_owned).to_vec();
        for score in [
            Score::Centipawns(-55),
            Score::Mate { wins: true, moves: 3, proof: None },
            Score::Mate { wins: false, moves: 2, proof: None },
        ] {
            let info = Info { number: 2, score, is_bound: false, depth: 9, nodes: 188, moves: moves.clone() };
            let line = info.line(BoardId::A, Duration::from_millis(131));
            let read = |board| about(&line, "info", Some(board)).and_then(Info::read);
            assert_eq!((read(BoardId::A), read(BoardId::B)), (Some(info), None), "{line}");
        }
        let mv: BughouseMove = "N@f6".parse().unwrap();
        assert_eq!(best_move(BoardId::B, None), "bestmove board B (none)");
        assert_eq!(about(&best_move(BoardId::B, Some(mv)), "bestmove", Some(BoardId::B)), Some("n@f6"));
    }

    #[test]
    fn a_common_line_is_parsed() {
        let info = Info::read(
            "depth 9 seldepth 12 multipv 2 score cp -55 nodes 188 nps 1418 tbhits 0 time 131 pv e2e4 N@f6",
        );
        let info = info.expect("it has a score");
        assert_eq!((info.number, info.score, info.depth, info.nodes), (2, Score::Centipawns(-55), 9, 188));
        assert_eq!(info.moves, ["e2e4", "N@f6"]);
        assert!(!info.is_bound);
        assert!(Info::read("score mate -3 upperbound").is_some_and(|info| info.is_bound));
    }

    #[test]
    fn impossible_numbers_are_not_scores() {
        for line in [
            "depth 3 pv e2e4",
            "score",
            "score cp",
            "score cp x",
            "score cp 99999999999999999999",
            "score cp 1000001",
            "score mate 0",
            "score mate -2147483648",
            "score mate 1001",
            "depth -1 score cp 3",
            "nodes 18446744073709551616 score cp 3",
            "multipv 0 score cp 3",
            "multipv 65536 score cp 3",
            "string score cp 3",
            "score wdl 1 2 3",
        ] {
            assert_eq!(Info::read(line), None, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn scores_stay_within_bounds(
            words in proptest::collection::vec(
                proptest::prop_oneof!["[a-z]{1,10}", "-?[0-9]{1,22}", "score (cp|mate) -?[0-9]{1,12}", ".{0,9}"],
                0..12,
            ),
        ) {
            let line = words.join(" ");
            if let Some(info) = Info::read(&line) {
                match info.score {
                    Score::Mate { moves, .. } => assert!((1..=MOST_MOVES as u32).contains(&moves)),
                    score => assert!(score.value().abs() <= MOST_CENTIPAWNS),
                }
                assert!((1..=64).contains(&info.number) && info.moves.len() <= MOST_LINE);
            }
        }
    }
}
