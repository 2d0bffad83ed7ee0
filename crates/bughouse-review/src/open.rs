//! A text that was sent, converted: games, a position, or two boards of chess.com.

use std::io::Read;

use bpgn::detect::MARK;
use bpgn::import::chesscom;
use bpgn::import::uci::UciReader;
use bpgn::replay::ROSTER;
use bpgn::{Compression, Game, GameResult, Tag, TextKind, WriteOptions, Writer};
use bughouse_chess::{Board, FenStyle, Span};

use crate::files::{MOST_UPLOAD, OpenedKind};
use crate::format::Format;
use crate::position::{self, MatchVerdict, PositionOptions, ReadBoard, ReadBoards};
use crate::rejection::Rejection;

/// The most notes that are told.
const MOST_NOTES: usize = 20;

/// A text as BPGN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ConvertedText {
    /// The text.
    pub text: Vec<u8>,
    /// What it was taken for.
    pub kind: OpenedKind,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// Finds out what a text is, and makes BPGN of it.
///
/// # Errors
/// Tells what is wrong with it, and where.
pub fn to_bpgn(sent: Vec<u8>) -> Result<ConvertedText, Rejection> {
    let text = unpack(sent)?;
    // Of games a mark of UTF-8 is a part; before anything else it says nothing.
    let plain = text.strip_prefix(MARK).unwrap_or(&text);
    match TextKind::of(&plain[..plain.len().min(TextKind::START)]) {
        TextKind::Json => from_chesscom(plain),
        TextKind::Uci => half_moves(plain),
        TextKind::Position => position_text(plain),
        _ => Ok(ConvertedText { text, kind: OpenedKind::Bpgn, notes: Vec::new() }),
    }
}

fn unpack(sent: Vec<u8>) -> Result<Vec<u8>, Rejection> {
    let text = match Compression::of(&sent) {
        Compression::None => sent,
        _ => {
            let mut text = Vec::new();
            let source = bpgn::decompress(&sent[..]);
            let read = source.and_then(|source| source.take(MOST_UPLOAD as u64 + 1).read_to_end(&mut text));
            read.map_err(|error| Rejection::bad_request(format!("cannot unpack: {error}")))?;
            text
        }
    };
    if text.len() > MOST_UPLOAD {
        return Err(too_large());
    }
    if text.trim_ascii().is_empty() {
        return Err(Rejection::bad_request(
            "expected BPGN, a position or two boards of chess.com, the text is empty",
        ));
    }
    Ok(text)
}

/// Says that a text is too large to be sent.
pub fn too_large() -> Rejection {
    Rejection::too_large(format!(
        "the text has more than {} MB, which is the most that can be sent: \
         open it with `bughouse serve FILE` instead",
        MOST_UPLOAD >> 20
    ))
}

/// Makes a game of a position. Two lines are two boards.
fn position_text(text: &[u8]) -> Result<ConvertedText, Rejection> {
    let lines: Vec<&[u8]> =
        text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).collect();
    match &lines[..] {
        [a, b] => {
            let after = a.len() + 3;
            // A place in the joined text is a place in one of the two lines.
            from_joined(&[a, &b" | "[..], b].concat(), |message, span| {
                if span.start < after {
                    Rejection::bad_request_at(message, a, span)
                } else {
                    let span = Span::new(span.start - after, span.end - after);
                    Rejection::bad_request_at(message, b, span).in_line(2)
                }
            })
        }
        [line] => from_position(line),
        _ => Err(Rejection::bad_request("expected one position, found more than two lines")),
    }
}

/// Makes a game without half-moves of a position of one board or two.
///
/// # Errors
/// Tells what is wrong with the position, and where.
pub fn from_position(text: &[u8]) -> Result<ConvertedText, Rejection> {
    from_joined(text, |message, span| Rejection::bad_request_at(message, text, span))
}

/// Makes a game of a position; `reject` says where something is wrong.
fn from_joined(text: &[u8], reject: impl Fn(String, Span) -> Rejection) -> Result<ConvertedText, Rejection> {
    let (boards, used) =
        position::read(text, &PositionOptions::lenient()).map_err(|faults| match faults.first() {
            Some(fault) => reject(position::one_line(&faults), fault.span()),
            None => Rejection::bad_request("expected a position"),
        })?;
    let mut notes: Vec<String> = used.iter().map(|leniency| leniency.to_string()).collect();
    let boards = match boards {
        ReadBoards::Two(boards) => ReadBoards::Two(boards),
        ReadBoards::One(board) => {
            notes.push("one board was given: board B is at the start".to_owned());
            ReadBoards::Two([board, ReadBoard::of(Board::default())])
        }
    };
    if let Some(verdict @ (MatchVerdict::Impossible(_) | MatchVerdict::Over(_))) = boards.verdict() {
        notes.push(verdict.to_string());
    }
    let has_clocks = boards.list().iter().all(|board| board.clocks.is_some());
    let format = if has_clocks { Format::Thief } else { Format::Bfen };
    let fen = format.write(&boards, &FenStyle::of_games());
    let mut game = Game { result: Some(GameResult::None), ..Game::default() };
    for name in ROSTER {
        let value = match name {
            "Date" => "????.??.??",
            "Result" => "*",
            "TimeControl" => "-",
            _ => "?",
        };
        push(&mut game, name, value);
    }
    push(&mut game, "Setup", "1");
    push(&mut game, "FEN", &fen);
    Ok(ConvertedText { text: write(&[game])?, kind: OpenedKind::Position, notes })
}

fn push(game: &mut Game, name: &str, value: &str) {
    // These names and values can be tags.
    if let Ok(tag) = Tag::new(name, value) {
        game.tags.push(tag);
    }
}

fn from_chesscom(text: &[u8]) -> Result<ConvertedText, Rejection> {
    let (documents, unread) = chesscom::read_documents(text);
    let (games, unmerged) = chesscom::merge_all(documents);
    let mut notes: Vec<String> = unread.iter().chain(&unmerged).map(ToString::to_string).collect();
    if notes.len() > MOST_NOTES {
        let more = notes.split_off(MOST_NOTES).len();
        notes.push(format!("and {more} more"));
    }
    if games.is_empty() {
        return Err(Rejection::bad_request(format!(
            "no game of chess.com can be opened: {}",
            notes.join("; ")
        )));
    }
    Ok(ConvertedText { text: write(&games)?, kind: OpenedKind::Chesscom, notes })
}

/// Reads half-moves with a board digit: `1e2e4 2d2d4`. Each line is a game.
fn half_moves(text: &[u8]) -> Result<ConvertedText, Rejection> {
    let mut reader = UciReader::new(text);
    let mut written = Vec::new();
    let mut writer = Writer::new(&mut written, WriteOptions::default());
    let failed = |error: std::io::Error| Rejection::internal(error.to_string());
    while let Some(read) = reader.read_game().map_err(failed)? {
        let import = read.game.map_err(|error| {
            Rejection::bad_request_at(error.kind().to_string(), read.text, error.span()).in_line(read.line)
        })?;
        writer.write(&Game { encoding: bpgn::Encoding::Utf8, ..import.game }).map_err(failed)?;
    }
    writer.flush().map_err(failed)?;
    drop(writer);
    Ok(ConvertedText { text: written, kind: OpenedKind::Bpgn, notes: Vec::new() })
}

fn write(games: &[Game]) -> Result<Vec<u8>, Rejection> {
    let mut text = Vec::new();
    let mut writer = Writer::new(&mut text, WriteOptions::default());
    let written = games.iter().try_for_each(|game| writer.write(game)).and_then(|()| writer.flush());
    written.map_err(|error| Rejection::internal(error.to_string()))?;
    Ok(text)
}
