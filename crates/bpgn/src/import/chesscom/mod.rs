//! Imports chess.com games: two JSON documents, one for each board.
//!
//! Each document has `game.moveList` in two-character codes and `game.moveTimestamps`, the time left after each
//! half-move in tenths of a second. The half-moves are merged by the time elapsed on each board, which is the time its
//! players have used. On a tie, board A comes first, unless only the other order is legal. Clocks are rounded, so
//! half-moves at the moment of a mate on the other board, or just after it, are placed before the mate.
//!
//! The board with the lower number is board A. The rules are [`Rules::standard`](bughouse_chess::Rules::standard).
//!
//! The game gets these tags: `Event`, `Site`, `Date`, players and ratings, `TimeControl`, `Result`, `Termination` and
//! `Variant`, and also `Setup` and `FEN` if a board doesn't begin from the starting position. Each half-move has a
//! clock. The result is that of WhiteA's team, and the end reason uses BPGN's phrases.

mod codes;
mod document;
mod error;
mod many;

pub use document::Document;
pub use error::{ChesscomError, ChesscomErrorKind};
pub use many::{merge_all, read_documents};

use std::collections::HashMap;

use bughouse_chess::{Board, BoardId, Clocks, Match, MatchError, Millis, Rules, Seat, Seconds};

use crate::import::Import;
use crate::tree::Comment;
use crate::types::clock::Clock;
use crate::types::end_reason::{DrawBy, EndKind, EndReason, How, NoResultBy, Who};
use crate::types::tags::{GameResult, elo_tag, player_tag};
use document::TimedMove;

/// Reads the two documents of a game, in either order.
///
/// ```
/// let a = br#"{"game": {"id": 1, "partnerGameId": 2, "moveList": "mC0K", "moveTimestamps": "599,598", "baseTime1": 600}}"#;
/// let b = br#"{"game": {"id": 2, "partnerGameId": 1, "moveList": "mC", "moveTimestamps": "596", "baseTime1": 600}}"#;
/// let import = bpgn::import::chesscom::read(a, b)?;
/// let text = import.game.to_string();
/// assert!(text.ends_with("1A. e4 {59.9} 1a. e5 {59.8} 1B. e4 {59.6} *\n"), "{text}");
/// # Ok::<(), bpgn::import::chesscom::ChesscomError>(())
/// ```
///
/// # Errors
/// Returns an error if a document can't be read, if they don't belong together, or if a half-move is illegal.
pub fn read(first: &[u8], second: &[u8]) -> Result<Import, ChesscomError> {
    let (first, second) = (Document::read(first)?, Document::read(second)?);
    match first.order() <= second.order() {
        true => merge(&first, &second),
        false => merge(&second, &first),
    }
}

/// Sorts documents into pairs, board A first, and those without a partner. The order is kept.
///
/// A partner is found by its number or UUID. It is enough if one of the two names the other.
pub fn pairs(documents: Vec<Document>) -> (Vec<(Document, Document)>, Vec<Document>) {
    let mut pairs = Vec::new();
    let mut waiting: Vec<Option<Document>> = Vec::with_capacity(documents.len());
    // Indexes into `waiting`: by own name, and by the name of the partner.
    let mut by_name: HashMap<String, usize> = HashMap::new();
    let mut by_partner: HashMap<String, usize> = HashMap::new();
    for document in documents {
        let names = [document.id(), document.uuid()];
        let named = document.partner().and_then(|partner| by_name.get(&partner));
        let naming = names.iter().flatten().filter_map(|name| by_partner.get(name));
        let found = named.into_iter().chain(naming).find_map(|&place| {
            let other = waiting.get_mut(place)?;
            other.take_if(|other| other.is_partner_of(&document))
        });
        match found {
            Some(other) if other.order() <= document.order() => pairs.push((other, document)),
            Some(other) => pairs.push((document, other)),
            None => {
                by_name.extend(names.into_iter().flatten().map(|name| (name, waiting.len())));
                by_partner.extend(document.partner().map(|partner| (partner, waiting.len())));
                waiting.push(Some(document));
            }
        }
    }
    (pairs, waiting.into_iter().flatten().collect())
}

/// Merges two documents.
///
/// # Errors
/// Returns an error if they don't belong together, if a code is not a move, or if a half-move is illegal in the order
/// of play.
pub fn merge(board_a: &Document, board_b: &Document) -> Result<Import, ChesscomError> {
    board_a.check_partner(board_b)?;
    let documents = [board_a, board_b];
    let control = board_a.control()?;
    let moves = [board_a.moves(control)?, board_b.moves(board_b.control()?)?];
    let starts = [board_a.start()?, board_b.start()?];
    let start = Match::from_boards(starts[0], starts[1], Rules::standard(), Clocks::new(control))
        .map_err(|error| board_a.error(ChesscomErrorKind::StartPosition(error.to_string())))?;
    let mut import = Import::new(start);
    let result = result(documents);
    import.set_result(result);
    for (name, value) in first_tags(documents) {
        import.add_tag(name, value);
    }
    let (base, increment) = (Seconds::from(control.base), Seconds::from(control.increment));
    import.add_tag("TimeControl", format!("{base}+{increment}"));
    import.add_tag("Result", result.to_string());
    if starts != [Board::default(); 2] {
        import.add_tag("Setup", "1".to_owned());
        import.add_tag("FEN", import.played.two_boards(Millis::ZERO).to_thief());
    }
    for (name, value) in extra_tags(documents) {
        import.add_tag(name, value);
    }
    play_all(&mut import, documents, &moves)?;
    import.game.end_reason = end_reason(documents).and_then(|words| Comment::new(words).ok());
    Ok(import)
}

/// Plays the half-moves of both boards in the order of time.
fn play_all(
    game: &mut Import,
    documents: [&Document; 2],
    moves: &[Vec<TimedMove>; 2],
) -> Result<(), ChesscomError> {
    let mut next = [0, 0];
    loop {
        let heads = [moves[0].get(next[0]), moves[1].get(next[1])];
        let (board, tie) = match heads {
            [None, None] => return Ok(()),
            [Some(_), None] => (BoardId::A, false),
            [None, Some(_)] => (BoardId::B, false),
            [Some(a), Some(b)] if b.elapsed < a.elapsed => (BoardId::B, false),
            [Some(a), Some(b)] => (BoardId::A, a.elapsed == b.elapsed),
        };
        let mut play = |board: BoardId| match heads[board.to_index()] {
            None => Ok(()),
            Some(head) => play_one(game, board, head).map(|()| next[board.to_index()] += 1),
        };
        if let Err(reason) = play(board) {
            // At the same moment, either board may come first.
            if tie && play(board.other()).is_ok() {
                continue;
            }
            let half_move = next[board.to_index()] + 1;
            if let Some(head) = heads[board.to_index()] {
                let kind = ChesscomErrorKind::Illegal { half_move, mv: head.mv, reason };
                return Err(documents[board.to_index()].error(kind));
            }
        }
    }
}

/// Plays one half-move. If the other board has just ended in mate, plays it before the mate. If it is illegal, nothing
/// changes.
fn play_one(game: &mut Import, board: BoardId, head: &TimedMove) -> Result<(), MatchError> {
    let clock = Seconds::read(tenths(head.left).as_bytes()).ok().map(Clock::Left);
    let reason = match game.play(board, head.mv, clock) {
        Err(reason @ MatchError::Over(_)) => reason,
        other => return other,
    };
    if game.played.steps().last().is_none_or(|last| last.seat().board == board) {
        return Err(reason);
    }
    let Some((mated, mate, mate_clock)) = game.undo() else { return Err(reason) };
    let played = game.play(board, head.mv, clock);
    if played.is_ok() && game.play(mated, mate, mate_clock).is_err() {
        game.undo();
        // The mate was legal before, so it still is.
        game.play(mated, mate, mate_clock)?;
        return Err(reason);
    }
    if played.is_err() {
        game.play(mated, mate, mate_clock)?;
    }
    played
}

/// Writes tenths of a second as seconds with one decimal.
fn tenths(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let size = tenths.unsigned_abs();
    format!("{sign}{}.{}", size / 10, size % 10)
}

/// Returns the result for WhiteA's team.
fn result(documents: [&Document; 2]) -> GameResult {
    for board in BoardId::ALL {
        if let Some(color) = documents[board.to_index()].winner() {
            return GameResult::won_by(Seat { board, color }.team());
        }
    }
    let header = documents[0].header("Result").or_else(|| documents[1].header("Result"));
    match header.map(|header| GameResult::read(header.as_bytes())) {
        Some(Ok(GameResult::Draw)) => GameResult::Draw,
        _ => GameResult::None,
    }
}

/// Returns the tags that come before the time control in the standard order.
fn first_tags(documents: [&Document; 2]) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    for name in ["Event", "Site", "Date"] {
        if let Some(value) = documents.iter().find_map(|document| document.header(name)) {
            tags.push((name, value));
        }
    }
    for seat in Seat::ALL {
        let document = documents[seat.board.to_index()];
        if let Some(name) = document.player(seat.color) {
            tags.push((player_tag(seat), name));
        }
        if let Some(rating) = document.rating(seat.color) {
            tags.push((elo_tag(seat), rating));
        }
    }
    tags
}

/// Returns the tags that are not in the standard.
fn extra_tags(documents: [&Document; 2]) -> Vec<(&'static str, String)> {
    let decided = documents[decided_on(documents).to_index()];
    let termination = decided.header("Termination").or_else(|| decided.end_message());
    let variant = decided.header("Variant");
    [("Termination", termination), ("Variant", variant)]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// Returns the board that decided the game, as opposed to the one that ended because of its partner.
fn decided_on(documents: [&Document; 2]) -> BoardId {
    let by_partner =
        |document: &Document| document.end_word().is_none_or(|word| word.starts_with("bughousepartner"));
    match by_partner(documents[0]) && !by_partner(documents[1]) {
        true => BoardId::B,
        false => BoardId::A,
    }
}

/// Returns the end reason in a phrase of BPGN, or else in the words of chess.com.
fn end_reason(documents: [&Document; 2]) -> Option<String> {
    let document = documents[decided_on(documents).to_index()];
    let loser = document.winner().and_then(|winner| document.player(!winner));
    let lost = |how| EndKind::Decisive { who: Who::Loser, how };
    let kind = match document.end_word().as_deref() {
        Some("checkmated") => lost(How::Checkmate),
        Some("resigned") => lost(How::Resignation),
        Some("timeout") => lost(How::Time),
        Some("abandoned") => lost(How::Disconnection),
        Some("agreed") => EndKind::Draw(DrawBy::Agreement),
        Some("repetition") => EndKind::Draw(DrawBy::Repetition),
        Some("stalemate") => EndKind::Draw(DrawBy::Stalemate),
        Some("insufficient") => EndKind::Draw(DrawBy::NoMaterial),
        Some("50move") => EndKind::Draw(DrawBy::FiftyMoves),
        Some("aborted") => EndKind::NoResult(NoResultBy::Aborted),
        _ => EndKind::Other,
    };
    let words = match (kind, &loser) {
        (EndKind::Other, _) | (EndKind::Decisive { .. }, None) => document.end_message()?,
        (EndKind::Decisive { .. }, Some(loser)) => {
            EndReason { kind, name: Some(loser.as_bytes()), other_name: None }.to_string()
        }
        _ => EndReason { kind, name: None, other_name: None }.to_string(),
    };
    // A brace would end the comment.
    Some(words.replace('{', "(").replace('}', ")"))
}
