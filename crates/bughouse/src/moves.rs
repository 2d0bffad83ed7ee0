//! `moves`: lists the legal moves and drops.

use std::io::{self, Write};

use bughouse_chess::{Board, BughouseMove, Material, Piece, San};

use crate::cli::MovesArgs;
use crate::json;
use crate::position;
use crate::report::Verdict;
use crate::standing::Standing;

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

/// Lists the moves of a position.
pub(crate) fn run(args: &MovesArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let options = args.reading.options(Material::TwoSets);
    let Some(position) = position::read_only(&args.position, &options, args.json, out)? else {
        return Ok(Verdict::Wrong);
    };
    let moves = list(&position.board);
    if args.json {
        json::write(out, &json::Moves::new(&position, &moves))?;
    } else {
        let standing = Standing::of(&position.board);
        writeln!(out, "{}", standing.sentence(&position.board))?;
        if let Some(help) = standing.would_help() {
            writeln!(out, "Would help: {help}")?;
        }
        section(out, "Moves", args.uci, moves.iter().filter(|mv| !mv.drop).collect())?;
        section(out, "Drops", args.uci, moves.iter().filter(|mv| mv.drop).collect())?;
    }
    Ok(Verdict::Fine)
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
