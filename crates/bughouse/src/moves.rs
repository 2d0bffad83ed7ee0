//! `moves`: lists the legal moves and drops.

use std::io::{self, Write};

use bughouse_chess::{Board, BoardId, BughouseMove, Material, Piece, Rules, San, Seat, TwoBoards};
use bughouse_review::position::read as read_position;
use bughouse_review::standing::Standing;
use bughouse_review::words;

use crate::cli::MovesArgs;
use crate::json;
use crate::position::{self, note_verdict};
use crate::report::Verdict;

/// The kinds of men in the order their moves are listed.
const ORDER: [Piece; 6] = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// The width that lines of moves keep to.
const WIDTH: usize = 80;

/// A legal move in both notations.
pub(crate) struct Listed {
    pub(crate) san: String,
    pub(crate) uci: String,
    /// What moves or is dropped.
    pub(crate) piece: Piece,
    pub(crate) drop: bool,
}

/// The legal moves of a board.
pub(crate) struct BoardMoves {
    pub(crate) board: Board,
    pub(crate) moves: Vec<Listed>,
    /// If the side to move is frozen and one of two: the captures of its partner that would free it.
    pub(crate) freed_by: Option<Vec<Listed>>,
}

/// Lists the moves of a position.
pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.reading.options(Material::TwoSets);
    let read = |text: &[u8]| read_position(text, &options);
    let Some(position) = position::read_only(&args.position, args.json, out, read)? else {
        return Ok(Verdict::Wrong);
    };
    let (both, verdict) = (position.found.both(), position.found.verdict());
    let lists: Vec<BoardMoves> =
        position.found.named().map(|(id, read)| board_moves(id, &read.board, both.as_ref())).collect();
    if args.json {
        let describe = |number: usize, _: &_| json::Moves::new(&lists[number]);
        let described = json::OfPosition::new(&position, verdict.as_ref(), describe);
        json::write(out, &described)?;
        return Ok(Verdict::Fine);
    }
    if let Some(verdict) = &verdict {
        note_verdict(verdict);
    }
    for ((id, _), list) in position.found.named().zip(&lists) {
        if id == Some(BoardId::B) {
            writeln!(out)?;
        }
        write_board(out, id, list, args.uci)?;
    }
    Ok(Verdict::Fine)
}

fn board_moves(id: Option<BoardId>, board: &Board, both: Option<&TwoBoards>) -> BoardMoves {
    let freed_by = both.zip(id).map(|(both, id)| {
        let captures = both.freeing_captures(id, &Rules::documents());
        captures.into_iter().map(|mv| listed(both.board(id.other()), mv)).collect()
    });
    BoardMoves { board: *board, moves: list(board), freed_by }
}

/// Writes how a board stands and what can be played on it.
fn write_board(out: &mut impl Write, id: Option<BoardId>, list: &BoardMoves, uci: bool) -> io::Result<()> {
    let standing = Standing::of(&list.board);
    let seat = id.map(|board| Seat { board, color: list.board.side_to_move() });
    match seat {
        None => writeln!(out, "{}", standing.sentence(&list.board))?,
        Some(seat) => {
            writeln!(out, "Board {}: {}", seat.board, standing.sentence_about(seat.name(), &list.board))?;
        }
    }
    if let Some(help) = standing.would_help() {
        writeln!(out, "Would help: {help}")?;
    }
    if let (Some(seat), Some(captures)) = (seat, &list.freed_by)
        && !captures.is_empty()
    {
        let texts = captures.iter().map(|mv| if uci { &mv.uci } else { &mv.san });
        writeln!(out, "Freed by {}: {}", seat.partner(), words::list(texts, "or"))?;
    }
    section(out, "Moves", uci, list.moves.iter().filter(|mv| !mv.drop).collect())?;
    section(out, "Drops", uci, list.moves.iter().filter(|mv| mv.drop).collect())
}

/// Lists the legal moves and drops, sorted by what moves: moves first, kings first.
fn list(board: &Board) -> Vec<Listed> {
    let mut moves: Vec<Listed> = board.legal_moves().into_iter().map(|mv| listed(board, mv)).collect();
    // The sort is stable: men of a kind stay in the order of their squares.
    moves.sort_by_key(|mv| (mv.drop, ORDER.iter().position(|&piece| piece == mv.piece)));
    moves
}

fn listed(board: &Board, mv: BughouseMove) -> Listed {
    let (piece, drop) = match mv {
        BughouseMove::Drop { piece, .. } => (piece, true),
        BughouseMove::Regular(mv) => (board.piece_on(mv.source()).unwrap_or(Piece::Pawn), false),
    };
    let uci = mv.to_string();
    // SAN refuses illegal moves alone, and this one comes from the board.
    let san = San::of(board, mv).map_or_else(|_| uci.clone(), |san| san.to_string());
    Listed { san, uci, piece, drop }
}

/// Writes moves under a heading with their number, one paragraph for each kind of man.
fn section(out: &mut impl Write, heading: &str, uci: bool, moves: Vec<&Listed>) -> io::Result<()> {
    writeln!(out, "\n{heading}: {}", moves.len())?;
    for group in moves.chunk_by(|a, b| a.piece == b.piece) {
        let mut line = format!("  {:<7}", capitalized(group[0].piece));
        for mv in group {
            let text = if uci { &mv.uci } else { &mv.san };
            if line.len() + 1 + text.len() > WIDTH {
                writeln!(out, "{line}")?;
                line = " ".repeat(9);
            }
            line.push(' ');
            line.push_str(text);
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn capitalized(piece: Piece) -> &'static str {
    match piece {
        Piece::King => "King",
        Piece::Queen => "Queen",
        Piece::Rook => "Rook",
        Piece::Bishop => "Bishop",
        Piece::Knight => "Knight",
        Piece::Pawn => "Pawn",
    }
}
