//! Shared by several test modules: data files, random positions.

use std::path::PathBuf;

use bughouse_chess::board::CastleClaim;
use bughouse_chess::{
    Board, BoardBuilder, BughouseMove, Color, File, Leniency, Material, Piece, Rank, ReadOptions, Reserve,
    Square, Violation,
};

pub(crate) use crate::rng::Rng;
pub(crate) use crate::scale::{runs_in_full, scaled};

/// Returns the path of a file in `testdata/`.
pub(crate) fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// Reads a file in `testdata/`.
pub(crate) fn read_testdata(name: &str) -> String {
    let path = testdata(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a board, or panics with the string in the message.
#[track_caller]
pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns options that accept some leniencies.
pub(crate) fn accepting(leniencies: impl IntoIterator<Item = Leniency>) -> ReadOptions {
    ReadOptions::default().accept(leniencies.into_iter().collect())
}

/// Reads a board that may have any number of pieces.
#[track_caller]
pub(crate) fn board_of_any_material(text: &str) -> Board {
    let any = ReadOptions::default().material(Material::Any);
    match Board::read(text.as_bytes(), &any) {
        Ok((board, _)) => board,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Parses a UCI move and plays it.
#[track_caller]
pub(crate) fn after(board: &Board, moves: &[&str]) -> Board {
    let mut next = *board;
    for text in moves {
        let mv = next.read_uci(text.as_bytes()).unwrap_or_else(|error| panic!("{next}: {text}: {error}"));
        next.play(mv).unwrap();
    }
    next
}

/// Returns a Chess960 start: bishops on both colors, the king between the rooks.
pub(crate) fn chess960_start(rng: &mut Rng) -> Board {
    let mut rank: [Option<Piece>; 8] = [None; 8];
    rank[2 * rng.below(4)] = Some(Piece::Bishop);
    rank[2 * rng.below(4) + 1] = Some(Piece::Bishop);
    for piece in [Piece::Queen, Piece::Knight, Piece::Knight] {
        let free: Vec<usize> = (0..8).filter(|&i| rank[i].is_none()).collect();
        rank[rng.pick(&free)] = Some(piece);
    }
    let free: Vec<usize> = (0..8).filter(|&i| rank[i].is_none()).collect();
    for (i, piece) in free.into_iter().zip([Piece::Rook, Piece::King, Piece::Rook]) {
        rank[i] = Some(piece);
    }
    let mut builder = BoardBuilder::new();
    for color in Color::ALL {
        for (file, piece) in File::ALL.into_iter().zip(rank) {
            let piece = piece.unwrap();
            builder.piece(Square::new(file, color.back_rank()), piece, color);
            builder.piece(Square::new(file, color.second_rank()), Piece::Pawn, color);
            if piece == Piece::Rook {
                builder.castle_right(color, CastleClaim::File(file));
            }
        }
    }
    builder.build().unwrap()
}

/// Returns a reserve of up to `most` pieces.
pub(crate) fn random_reserve(rng: &mut Rng, most: usize) -> Reserve {
    let mut reserve = Reserve::new();
    for _ in 0..rng.below(most + 1) {
        reserve.add(rng.pick(&Piece::IN_RESERVE)).unwrap();
    }
    reserve
}

/// Adds up to `most` pieces to each reserve of a board.
pub(crate) fn with_random_reserves(board: &Board, rng: &mut Rng, most: usize) -> Board {
    let mut builder = BoardBuilder::from(board);
    for color in Color::ALL {
        builder.reserve(color, random_reserve(rng, most));
    }
    builder.build().unwrap()
}

/// Returns a synthetic position with few pieces: kings anywhere, castling and en passant if they are
/// possible.
///
/// Only one violation can occur on the way, and then another position is tried: the side that is not to move
/// is in check.
pub(crate) fn sparse_board(rng: &mut Rng) -> Board {
    loop {
        let builder = sparse_builder(rng);
        match builder.build() {
            Ok(board) => return board,
            Err(invalid) => assert!(
                matches!(invalid.violations(), [Violation::OpponentInCheck(_)]),
                "{builder:?} breaks {:?}",
                invalid.violations()
            ),
        }
    }
}

fn sparse_builder(rng: &mut Rng) -> BoardBuilder {
    let mut builder = BoardBuilder::new();
    let side = rng.pick(&Color::ALL);
    builder.side_to_move(side).halfmove_clock(rng.below(100) as u32);
    builder.fullmove_number(rng.below(200) as u32 + 1);
    for color in Color::ALL {
        // Half of the kings are on their home square, or castling would be rare.
        let rank = if rng.one_in(2) { color.back_rank() } else { Rank::ALL[rng.below(8)] };
        let square = loop {
            let square = Square::new(File::ALL[rng.below(8)], rank);
            if builder.get(square).is_none() {
                break square;
            }
        };
        builder.piece(square, Piece::King, color);
    }
    for color in Color::ALL {
        for _ in 0..rng.below(3) {
            let square = Square::new(File::ALL[rng.below(8)], color.back_rank());
            put_on_empty(&mut builder, square, Piece::Rook, color);
        }
    }
    if rng.one_in(2) {
        // A pawn that may just have made a double push, and pawns next to it.
        let rank = if side == Color::White { Rank::Fifth } else { Rank::Fourth };
        let file = rng.below(8);
        put_on_empty(&mut builder, Square::new(File::ALL[file], rank), Piece::Pawn, !side);
        for neighbor in [file.wrapping_sub(1), file + 1] {
            if neighbor < 8 && !rng.one_in(4) {
                put_on_empty(&mut builder, Square::new(File::ALL[neighbor], rank), Piece::Pawn, side);
            }
        }
    }
    for _ in 0..rng.below(10) {
        let square = Square::ALL[rng.below(64)];
        let color = rng.pick(&Color::ALL);
        let piece = rng.pick(&Piece::IN_RESERVE);
        put_on_empty(&mut builder, square, piece, color);
        let put = builder.get(square) == Some((piece, color));
        if put && Piece::PROMOTIONS.contains(&piece) && rng.one_in(4) {
            builder.promoted(square, true);
        }
    }
    for color in Color::ALL {
        builder.reserve(color, random_reserve(rng, 3));
        claim_castling(&mut builder, color, rng);
    }
    let possible: Vec<Square> = File::ALL
        .into_iter()
        .map(|file| Square::new(file, (!side).passed_rank()))
        .filter(|&target| was_passed(&builder, target, !side))
        .collect();
    if !possible.is_empty() && !rng.one_in(4) {
        builder.en_passant(Some(rng.pick(&possible)));
    }
    builder
}

/// Places a piece unless the square is occupied, or it is a pawn on the first or last rank.
fn put_on_empty(builder: &mut BoardBuilder, square: Square, piece: Piece, color: Color) {
    let last = matches!(square.rank(), Rank::First | Rank::Eighth);
    if builder.get(square).is_none() && !(piece == Piece::Pawn && last) {
        builder.piece(square, piece, color);
    }
}

/// Claims at most one rook on each side of a king on its home square, and no promoted rooks.
fn claim_castling(builder: &mut BoardBuilder, color: Color, rng: &mut Rng) {
    let rank = color.back_rank();
    let holds = |builder: &BoardBuilder, file: File, piece: Piece| {
        let square = Square::new(file, rank);
        builder.get(square) == Some((piece, color)) && !builder.is_promoted(square)
    };
    let Some(king) = File::ALL.into_iter().find(|&file| holds(builder, file, Piece::King)) else { return };
    let rooks: Vec<File> = File::ALL.into_iter().filter(|&file| holds(builder, file, Piece::Rook)).collect();
    for side in [true, false] {
        let rooks: Vec<File> = rooks.iter().copied().filter(|&rook| (rook > king) == side).collect();
        if !rooks.is_empty() && !rng.one_in(4) {
            builder.castle_right(color, CastleClaim::File(rng.pick(&rooks)));
        }
    }
}

/// Returns `true` if a pawn of a color can have skipped a square with its last move.
fn was_passed(builder: &BoardBuilder, target: Square, color: Color) -> bool {
    let (origin, pawn) = match color {
        Color::White => (Rank::Second, Rank::Fourth),
        Color::Black => (Rank::Seventh, Rank::Fifth),
    };
    let on = |rank| builder.get(Square::new(target.file(), rank));
    on(origin).is_none() && builder.get(target).is_none() && on(pawn) == Some((Piece::Pawn, color))
}

/// Chooses a legal move or drop, each about half of the time, or returns `None` if there is none.
pub(crate) fn random_move(board: &Board, rng: &mut Rng) -> Option<BughouseMove> {
    let moves: Vec<BughouseMove> = board.legal_moves().into_iter().collect();
    let (drops, steps): (Vec<_>, Vec<_>) = moves.iter().partition(|mv| mv.is_drop());
    let forced = drops.is_empty() || steps.is_empty();
    let choice = match () {
        () if moves.is_empty() => return None,
        () if forced => &moves,
        () if rng.one_in(2) => &drops,
        () => &steps,
    };
    // Captures, promotions and castling change the most: try a few times to get one.
    let is_notable = |mv: &BughouseMove| match mv {
        BughouseMove::Regular(step) => {
            let king = board.piece_on(step.source()) == Some(Piece::King);
            let far = step.source().to_index().abs_diff(step.dest().to_index()) == 2;
            step.promotion().is_some() || board.combined().contains(step.dest()) || king && far
        }
        BughouseMove::Drop { .. } => true,
    };
    let tries: Vec<BughouseMove> = (0..4).map(|_| rng.pick(choice)).collect();
    Some(*tries.iter().find(|mv| is_notable(mv)).unwrap_or(&tries[0]))
}

/// Sends a piece to a reserve now and then, as a partner would.
pub(crate) fn add_random_piece(board: &mut Board, rng: &mut Rng) {
    if rng.one_in(3) {
        let color = rng.pick(&Color::ALL);
        if board.count_of(color) < 32 {
            board.try_add_to_reserve(color, rng.pick(&Piece::IN_RESERVE)).unwrap();
        }
    }
}

/// Returns a start for random play: the starting position or a Chess960 one, with or without reserves, or few
/// pieces.
pub(crate) fn random_start(rng: &mut Rng) -> Board {
    match rng.below(5) {
        0 => Board::default(),
        1 => chess960_start(rng),
        2 => with_random_reserves(&Board::default(), rng, 6),
        3 => with_random_reserves(&chess960_start(rng), rng, 6),
        _ => sparse_board(rng),
    }
}

/// Plays random moves from a random start and returns the board.
pub(crate) fn random_board(seed: u64, plies: usize) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = random_start(&mut rng);
    for _ in 0..plies {
        let Some(mv) = random_move(&board, &mut rng) else { break };
        board.play(mv).unwrap();
        add_random_piece(&mut board, &mut rng);
    }
    board
}
