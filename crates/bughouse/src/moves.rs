//! `moves`: lists the legal moves and drops.

use std::io::{self, Write};

use bughouse_chess::{Board, BoardId, Material, Piece, Seat};
use bughouse_review::position::read as read_position;
use bughouse_review::side_status::SideStatus;
use bughouse_review::words;
use bughouse_review::{ListedBoard, ListedMove};

use crate::cli::MovesArgs;
use crate::json;
use crate::position::{self, note_verdict};
use crate::report::Verdict;

/// The maximum width of lines of moves.
const WIDTH: usize = 80;

/// Lists the moves of a position.
pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let parsing = (&args.reading, Material::TwoSets);
    let Some(position) = position::read_only(&args.position, args.json, out, parsing, read_position)? else {
        return Ok(Verdict::Wrong);
    };
    let (both, verdict) = (position.found.both(), position.found.verdict());
    let lists: Vec<ListedBoard> = position
        .found
        .named()
        .map(|(id, read)| ListedBoard::new(&read.board, id.zip(both.as_ref())))
        .collect();
    if args.json {
        let describe = |number: usize, _: &_| lists[number].clone();
        let described = json::OfPosition::new(&position, verdict.as_ref(), describe);
        json::write(out, &described)?;
        return Ok(Verdict::Fine);
    }
    if let Some(verdict) = &verdict {
        note_verdict(verdict);
    }
    for ((id, read), list) in position.found.named().zip(&lists) {
        if id == Some(BoardId::B) {
            writeln!(out)?;
        }
        write_board(out, id, &read.board, list, args.uci)?;
    }
    Ok(Verdict::Fine)
}

/// Writes the status of a board and its moves.
fn write_board(
    out: &mut impl Write,
    id: Option<BoardId>,
    board: &Board,
    list: &ListedBoard,
    uci: bool,
) -> io::Result<()> {
    let status = SideStatus::of(board);
    let seat = id.map(|id| Seat { board: id, color: board.side_to_move() });
    match seat {
        None => writeln!(out, "{}", status.sentence(board))?,
        Some(seat) => {
            writeln!(out, "Board {}: {}", seat.board, status.sentence_about(seat.name(), board))?;
        }
    }
    if let Some(help) = status.would_help() {
        writeln!(out, "Would help: {help}")?;
    }
    if let (Some(seat), Some(captures)) =
        (seat, list.status.frozen.as_ref().and_then(|frozen| frozen.freed_by.as_ref()))
        && !captures.is_empty()
    {
        let texts = captures.iter().map(|mv| if uci { &mv.uci } else { &mv.san });
        writeln!(out, "Freed by {}: {}", seat.partner(), words::list(texts, "or"))?;
    }
    section(out, "Moves", uci, list.moves.iter().filter(|mv| !mv.drop).collect())?;
    section(out, "Drops", uci, list.moves.iter().filter(|mv| mv.drop).collect())
}

/// Writes moves under a heading with their number, one paragraph per piece type.
fn section(out: &mut impl Write, heading: &str, uci: bool, moves: Vec<&ListedMove>) -> io::Result<()> {
    writeln!(out, "\n{heading}: {}", moves.len())?;
    for group in moves.chunk_by(|a, b| a.piece == b.piece) {
        let mut line = format!("  {:<7}", capitalized(group[0].piece.0));
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
