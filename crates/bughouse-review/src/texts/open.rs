//! Converts what a user opens to BPGN: games, a position, or two boards from chess.com.

use std::io::Read;

use bpgn::detect::{BYTE_ORDER_MARK, TextKind};
use bpgn::import::chesscom;
use bpgn::import::uci::UciReader;
use bpgn::replay::ROSTER;
use bpgn::tags::GameResult;
use bpgn::{Compression, Game, Tag, WriteOptions, Writer};
use bughouse_chess::{Board, FenStyle, Span};

use crate::api::files::{MOST_UPLOAD, OpenedKind};
use crate::api::rejection::Rejection;
use crate::position::format::Format;
use crate::position::{self, MatchVerdict, ReadBoard, ReadBoards};

/// The maximum number of notes in an answer.
const MOST_NOTES: usize = 20;

/// A text converted to BPGN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ConvertedText {
    /// The BPGN.
    pub text: Vec<u8>,
    /// What the input was.
    pub kind: OpenedKind,
    /// Notes for the user.
    pub notes: Vec<String>,
}

/// Detects what a text is and converts it to BPGN.
///
/// # Errors
/// Returns what is wrong with the text, and where.
pub fn to_bpgn(sent: Vec<u8>) -> Result<ConvertedText, Rejection> {
    let text = unpack(sent)?;
    // A byte-order mark is part of a BPGN file; other kinds of text are read without it.
    let plain = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
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
            read.map_err(|error| Rejection::bad_request(format!("cannot decompress: {error}")))?;
            text
        }
    };
    if text.len() > MOST_UPLOAD {
        return Err(too_large());
    }
    if text.trim_ascii().is_empty() {
        return Err(Rejection::bad_request(
            "the text is empty: expected BPGN, a position or two chess.com boards",
        ));
    }
    Ok(text)
}

/// Returns the rejection for a text that is too large to upload.
pub fn too_large() -> Rejection {
    Rejection::too_large(format!(
        "the text is larger than {} MB, the limit for uploads: open it with `bughouse serve FILE` instead",
        MOST_UPLOAD >> 20
    ))
}

/// Converts a position to a game. Two lines are two boards.
fn position_text(text: &[u8]) -> Result<ConvertedText, Rejection> {
    let lines: Vec<&[u8]> =
        text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).collect();
    match &lines[..] {
        [a, b] => {
            let after = a.len() + 3;
            // Maps a place in the joined text back to one of the two lines.
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

/// Converts a position of one or two boards to a game without half-moves.
///
/// # Errors
/// Returns what is wrong with the position, and where.
pub fn from_position(text: &[u8]) -> Result<ConvertedText, Rejection> {
    from_joined(text, |message, span| Rejection::bad_request_at(message, text, span))
}

/// Converts a position to a game. `reject` maps an error to its place in the original text.
fn from_joined(text: &[u8], reject: impl Fn(String, Span) -> Rejection) -> Result<ConvertedText, Rejection> {
    let (boards, used) =
        position::read(text, &position::lenient()).map_err(|errors| match errors.first() {
            Some(error) => reject(position::one_line(&errors), error.span()),
            None => Rejection::bad_request("expected a position"),
        })?;
    let mut notes: Vec<String> = used.iter().map(|leniency| leniency.to_string()).collect();
    let boards = match boards {
        ReadBoards::Two(boards) => ReadBoards::Two(boards),
        ReadBoards::One(board) => {
            notes.push("only one board was given: board B is in the starting position".to_owned());
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
    for &name in ROSTER {
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
    // These names and values are valid tags.
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
            "no chess.com game could be opened: {}",
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
        writer.write(&Game { encoding: bpgn::detect::Encoding::Utf8, ..import.game }).map_err(failed)?;
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
