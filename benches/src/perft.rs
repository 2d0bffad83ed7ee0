//! Perft: with the last half-move counted, and with the last half-move made.

use std::fmt;
use std::hint::black_box;

use bughouse_chess::Board;
use bughouse_chess::perft::{perft, perft_made};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError};

use crate::harness::Row;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(PLAIN.iter().map(bulk_row));
    rows.extend(PLAIN.iter().map(made_row));
    rows.extend(RESERVES.iter().map(bulk_row_with_reserves));
    rows.extend(RESERVES.iter().map(made_row_with_reserves));
    rows
}

/// A position and its depths.
struct Case {
    name: &'static str,
    text: &'static str,
    /// The depth if the last half-move is counted.
    bulk: u8,
    /// The depth if it is made.
    made: u8,
}

/// The common perft positions of standard chess.
const PLAIN: [Case; 6] = [
    Case {
        name: "start",
        text: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        bulk: 6,
        made: 5,
    },
    Case {
        name: "Kiwipete",
        text: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        bulk: 5,
        made: 4,
    },
    Case { name: "position 3", text: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", bulk: 6, made: 6 },
    Case {
        name: "position 4",
        text: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        bulk: 5,
        made: 4,
    },
    Case {
        name: "position 5",
        text: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        bulk: 5,
        made: 4,
    },
    Case {
        name: "position 6",
        text: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        bulk: 5,
        made: 4,
    },
];

/// Boards with reserves.
///
/// In Crazyhouse, captured pieces go to the reserve of the player who captured them; our [`Board`] discards them. The
/// counts are the same at these depths, because the player already has a piece of that type in reserve.
const RESERVES: [Case; 6] = [
    Case {
        name: "start [QRBNPqrbnp]",
        text: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNPqrbnp] w KQkq - 0 1",
        bulk: 3,
        made: 3,
    },
    Case {
        name: "start [PPpp]",
        text: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[PPpp] w KQkq - 0 1",
        bulk: 4,
        made: 4,
    },
    Case { name: "kings [QRBNPqrbnp]", text: "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", bulk: 3, made: 2 },
    Case {
        name: "game [BBBBPPPqrrbnnpp]",
        text: "rnb1k1n1/ppppqppr/5r2/5p1p/3P2B1/2P2PP1/PP3P1P/RNBK1BNR[BBBBPPPqrrbnnpp] b q - 1 14",
        bulk: 3,
        made: 3,
    },
    Case {
        name: "game [RBNPPPPPrbbpppp]",
        text: "rnbqkb1r/1pnppnp1/p4p2/P1p1N2p/1R2P3/6P1/PPPPNPBP/RNBQK2R[RBNPPPPPrbbpppp] w KQkq - 2 12",
        bulk: 3,
        made: 3,
    },
    Case {
        name: "game [BPnp]",
        text: "r2q1rk1/ppp2Npp/2n1bn2/2bpp3/4P3/3P4/PPP2PPP/RNBQKB1R[BPnp] b KQ - 0 1",
        bulk: 3,
        made: 3,
    },
];

fn bulk_row(case: &Case) -> Row {
    let Case { name, text, bulk: depth, .. } = *case;
    let ours = our_board(text);
    let cozy: cozy_chess::Board = text.parse().expect("a position that cozy-chess reads");
    Row::new(format!("perft bulk, {name} d{depth}"), 1.9, move || perft(black_box(&ours), depth))
        .baseline("cozy-chess", move || cozy_bulk(black_box(&cozy), depth))
}

fn made_row(case: &Case) -> Row {
    let Case { name, text, made: depth, .. } = *case;
    let ours = our_board(text);
    let cozy: cozy_chess::Board = text.parse().expect("a position that cozy-chess reads");
    let chess: chess::Board = text.parse().expect("a position that chess reads");
    let shakmaty: Chess = their_board(text);
    let hash: Zobrist64 = shakmaty.zobrist_hash(EnPassantMode::Legal);
    Row::new(format!("perft made and hashed, {name} d{depth}"), 1.2, move || {
        our_made(black_box(&ours), depth)
    })
    .baseline("cozy-chess", move || hashed(|keys| cozy_made(black_box(&cozy), depth, keys)))
    .baseline("chess", move || hashed(|keys| chess_made(black_box(&chess), depth, keys)))
    .baseline("shakmaty", move || hashed(|keys| shakmaty_hashed(black_box(&shakmaty), hash, depth, keys)))
}

fn bulk_row_with_reserves(case: &Case) -> Row {
    let Case { name, text, bulk: depth, .. } = *case;
    let ours = our_board(text);
    let theirs: Crazyhouse = their_board(text);
    Row::new(format!("perft bulk, {name} d{depth}"), 4.0, move || perft(black_box(&ours), depth))
        .baseline("shakmaty Crazyhouse", move || shakmaty::perft(black_box(&theirs), depth.into()))
}

/// Leaves are made without a hash in the other library, and with one in ours.
fn made_row_with_reserves(case: &Case) -> Row {
    let Case { name, text, made: depth, .. } = *case;
    let ours = our_board(text);
    let theirs: Crazyhouse = their_board(text);
    Row::new(format!("perft made, {name} d{depth}"), 1.4, move || our_made(black_box(&ours), depth))
        .baseline("shakmaty Crazyhouse", move || shakmaty_made(black_box(&theirs), depth))
}

fn our_board(text: &str) -> Board {
    text.parse().expect("a valid position")
}

/// Reads a position, which may have more pieces than one set.
fn their_board<P: FromSetup + fmt::Debug>(text: &str) -> P {
    let fen: Fen = text.parse().expect("a position that shakmaty reads");
    fen.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .expect("a position that shakmaty accepts")
}

/// Runs a count that collects hashes, and keeps them from being optimized away.
fn hashed(count: impl FnOnce(&mut u64) -> u64) -> u64 {
    let mut keys = 0;
    let nodes = count(&mut keys);
    black_box(keys);
    nodes
}

fn our_made(board: &Board, depth: u8) -> u64 {
    hashed(|keys| perft_made(board, depth, &mut |leaf| *keys ^= black_box(leaf).hash()))
}

// The leaves of each baseline have their own loop, which makes `cozy-chess` a quarter faster.

fn cozy_bulk(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        cozy_children(board, |child| nodes += cozy_bulk(child, depth - 1));
    }
    nodes
}

fn cozy_made(board: &cozy_chess::Board, depth: u8, keys: &mut u64) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        cozy_children(board, |child| {
            *keys ^= black_box(child).hash();
            nodes += 1;
        });
    } else {
        cozy_children(board, |child| nodes += cozy_made(child, depth - 1, keys));
    }
    nodes
}

#[inline]
fn cozy_children(board: &cozy_chess::Board, mut visit: impl FnMut(&cozy_chess::Board)) {
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            visit(&child);
        }
        false
    });
}

fn chess_made(board: &chess::Board, depth: u8, keys: &mut u64) -> u64 {
    let children = chess::MoveGen::new_legal(board).map(|mv| board.make_move_new(mv));
    let mut nodes = 0;
    if depth == 1 {
        children.for_each(|child| {
            *keys ^= black_box(&child).get_hash();
            nodes += 1;
        });
    } else {
        children.for_each(|child| nodes += chess_made(&child, depth - 1, keys));
    }
    nodes
}

/// Updates the hash where shakmaty supports that, else computes it from the position.
fn shakmaty_hashed(position: &Chess, hash: Zobrist64, depth: u8, keys: &mut u64) -> u64 {
    let mut nodes = 0;
    let mode = EnPassantMode::Legal;
    shakmaty_children(position, |mv, child| {
        let updated = position.update_zobrist_hash(hash, mv, mode);
        let hash = updated.unwrap_or_else(|| child.zobrist_hash(mode));
        if depth == 1 {
            black_box(child);
            *keys ^= hash.0;
            nodes += 1;
        } else {
            nodes += shakmaty_hashed(child, hash, depth - 1, keys);
        }
    });
    nodes
}

fn shakmaty_made<P: Position + Clone>(position: &P, depth: u8) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        shakmaty_children(position, |_, child| {
            black_box(child);
            nodes += 1;
        });
    } else {
        shakmaty_children(position, |_, child| nodes += shakmaty_made(child, depth - 1));
    }
    nodes
}

#[inline]
fn shakmaty_children<P: Position + Clone>(position: &P, mut visit: impl FnMut(Move, &P)) {
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        visit(mv, &child);
    }
}
