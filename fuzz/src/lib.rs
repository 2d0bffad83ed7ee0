//! Shared by the fuzz targets: boards and moves chosen by bytes, and checks that all errors must pass.

/// Properties of game files, which the tests of `bpgn` also check.
#[path = "../../crates/bpgn/tests/relations/mod.rs"]
pub mod relations;

/// Properties of imported games.
#[path = "../../crates/bpgn/tests/relations/import.rs"]
pub mod import;

use std::fmt::Display;

use bpgn::Limits;
use bughouse_chess::board::CastleClaim;
use bughouse_chess::{
    Board, BoardBuilder, BughouseMove, ChessMove, Color, File, Leniencies, Leniency, Material, Piece,
    ReadOptions, Square, TextError,
};

/// Bytes that are consumed from the front. Zeros follow when none are left.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Creates choices from all bytes.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices(bytes)
    }

    /// Returns `true` if all bytes are consumed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            None => 0,
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
        }
    }

    /// Takes two bytes, and returns a number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % bound
    }

    /// Takes up to `len` bytes.
    pub fn take(&mut self, len: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Returns the remaining bytes.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}

/// Chooses the starting position, a Chess960 start, or a few pieces anywhere, and adds pieces to the reserves.
pub fn start(choices: &mut Choices<'_>) -> Board {
    let kind = choices.byte();
    let mut board = match kind % 3 {
        0 => Board::default(),
        1 => chess960(choices),
        // The starting position if the chosen one is invalid.
        _ => sparse(choices).unwrap_or_default(),
    };
    for _ in 0..kind >> 4 {
        add_to_reserve(&mut board, choices);
    }
    board
}

/// Adds a piece to a reserve, unless the color already has all pieces of two sets.
pub fn add_to_reserve(board: &mut Board, choices: &mut Choices<'_>) {
    let choice = choices.below(2 * Piece::IN_RESERVE.len());
    let (color, piece) = (Color::ALL[choice % 2], Piece::IN_RESERVE[choice / 2]);
    let full = board.count_of(color) >= 32;
    let added = board.try_add_to_reserve(color, piece);
    assert_eq!(added.is_err(), full, "{board:?}: {color} {piece} was {added:?}");
}

fn chess960(choices: &mut Choices<'_>) -> Board {
    let mut rank: [Option<Piece>; 8] = [None; 8];
    rank[2 * choices.below(4)] = Some(Piece::Bishop);
    rank[2 * choices.below(4) + 1] = Some(Piece::Bishop);
    for (piece, free) in [(Piece::Queen, 6), (Piece::Knight, 5), (Piece::Knight, 4)] {
        let nth = choices.below(free);
        if let Some(place) = rank.iter_mut().filter(|place| place.is_none()).nth(nth) {
            *place = Some(piece);
        }
    }
    let free = rank.iter_mut().filter(|place| place.is_none());
    for (place, piece) in free.zip([Piece::Rook, Piece::King, Piece::Rook]) {
        *place = Some(piece);
    }
    let mut builder = BoardBuilder::new();
    for color in Color::ALL {
        for (file, piece) in File::ALL.into_iter().zip(rank) {
            let piece = piece.expect("eight pieces for eight files");
            builder.piece(Square::new(file, color.back_rank()), piece, color);
            builder.piece(Square::new(file, color.second_rank()), Piece::Pawn, color);
            if piece == Piece::Rook {
                builder.castle_right(color, CastleClaim::File(file));
            }
        }
    }
    builder.build().expect("a Chess960 start is valid")
}

/// Puts pieces, castling rights and an en passant square anywhere. Returns `None` if the position is invalid.
fn sparse(choices: &mut Choices<'_>) -> Option<Board> {
    let mut builder = BoardBuilder::new();
    for _ in 0..choices.below(16) {
        let (square, choice) = (Square::ALL[choices.below(64)], choices.byte());
        let piece = Piece::IN_RESERVE[usize::from(choice >> 4) % Piece::IN_RESERVE.len()];
        builder.piece(square, piece, Color::ALL[usize::from(choice & 1)]);
        builder.promoted(square, choice & 6 == 6 && piece != Piece::Pawn);
    }
    for color in Color::ALL {
        builder.piece(Square::ALL[choices.below(64)], Piece::King, color);
        for file in File::ALL {
            if choices.byte() % 2 == 1 {
                builder.castle_right(color, CastleClaim::File(file));
            }
        }
    }
    builder.side_to_move(Color::ALL[choices.below(2)]);
    builder.en_passant(Some(Square::ALL[choices.below(64)]));
    let options = ReadOptions::default()
        .accept(Leniencies::NONE.with(Leniency::DroppedCastling).with(Leniency::DroppedEnPassant));
    builder.build_with(&options).ok().map(|(board, _)| board)
}

/// Chooses a start, and plays up to `plies` half-moves from it.
pub fn reach(choices: &mut Choices<'_>, plies: usize) -> Board {
    let mut board = start(choices);
    for _ in 0..plies {
        let Some(mv) = choose_move(&board, choices) else { break };
        board.play(mv).expect("a generated move is legal");
    }
    board
}

/// Chooses a legal move or drop. Returns `None` if there is none.
pub fn choose_move(board: &Board, choices: &mut Choices<'_>) -> Option<BughouseMove> {
    let moves = board.legal_moves();
    if moves.is_empty() { None } else { moves.get(choices.below(moves.len())) }
}

/// Chooses any move, legal or not.
pub fn any_move(choices: &mut Choices<'_>) -> BughouseMove {
    let (kind, from, to) = (choices.byte(), choices.byte(), choices.byte());
    let to = Square::ALL[usize::from(to) % 64];
    if kind % 4 == 0 {
        return BughouseMove::Drop { piece: Piece::ALL[usize::from(from) % 6], square: to };
    }
    let promotion = Piece::ALL.get(usize::from(kind >> 4)).copied();
    BughouseMove::Regular(ChessMove::new(Square::ALL[usize::from(from) % 64], to, promotion))
}

/// Returns the options that the bits choose: relaxations on or off, and the limit on material.
pub fn options(bits: u8) -> ReadOptions {
    let on = |bit: u8| bits >> bit & 1 != 0;
    let material = match bits >> 6 {
        0 | 1 => Material::TwoSets,
        2 => Material::OneSet,
        _ => Material::Any,
    };
    let leniencies = [
        Leniency::MissingCounters,
        Leniency::ExtraSpaces,
        Leniency::ShortRank,
        Leniency::DroppedCastling,
        Leniency::DroppedEnPassant,
        Leniency::MoveNumberZero,
    ];
    let accept =
        leniencies.into_iter().zip(0..).filter(|&(_, bit)| on(bit)).map(|(leniency, _)| leniency).collect();
    ReadOptions::default().accept(accept).material(material)
}

/// Replaces, removes or inserts a byte of a text, or truncates it. `letters` are likely bytes.
pub fn change(text: &mut Vec<u8>, choices: &mut Choices<'_>, letters: &[u8]) {
    if text.is_empty() {
        return;
    }
    let (at, what, byte) = (choices.below(text.len()), choices.byte(), choices.byte());
    match what % 5 {
        0 => text[at] = byte,
        1 => text[at] = letters[usize::from(byte) % letters.len()],
        2 => drop(text.remove(at)),
        3 => text.insert(at, letters[usize::from(byte) % letters.len()]),
        _ => text.truncate(at),
    }
}

/// Returns a text: the bytes read as UTF-8, or words of a list that they choose, with or without
/// spaces between them.
pub fn words(kind: u8, bytes: &[u8], list: &[&str]) -> String {
    if kind >= 0x80 {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let mut text = String::new();
    for &byte in bytes {
        match list.get(usize::from(byte & 0x7f)) {
            Some(word) => text += word,
            None => text.push(char::from(byte & 0x7f)),
        }
        if byte >= 0x80 {
            text.push(' ');
        }
    }
    text
}

/// Returns a text to read games from: the bytes unchanged, or a text built from the parts of games that they choose.
pub fn game_text(choices: Choices<'_>, plain: bool) -> Vec<u8> {
    match plain {
        true => choices.rest().to_vec(),
        false => relations::text::make(choices.rest()),
    }
}

/// Chooses the limits of a reader: the defaults, or small ones.
pub fn limits(choices: &mut Choices<'_>) -> Limits {
    match choices.byte() {
        0..=99 => Limits::default(),
        kind => Limits::default()
            .game_bytes(64 + choices.below(4033) / usize::from(kind % 32 + 1))
            .depth(usize::from(kind % 4))
            .errors(usize::from(kind / 4 % 4)),
    }
}

/// Checks that a board survives writing and reading, including its hash.
pub fn check_round_trip(board: &Board) {
    let any = ReadOptions::default().material(Material::Any);
    let strict = any;
    let text = board.to_bfen();
    match Board::read(text.as_bytes(), &strict) {
        Err(error) => panic!("{text} was written but cannot be read: {error}"),
        Ok((again, used)) => {
            assert_eq!(again, *board, "{text} reads as another board");
            assert_eq!(again.hash(), board.hash(), "{text} has another hash");
            assert_eq!(again.to_bfen(), text);
            assert!(used.is_empty(), "{text} needed {used:?}");
        }
    }
    assert!((board.promoted() - board.combined()).is_empty(), "{text}: a promoted marker on an empty square");
}

/// Checks that an error points into the text and can be rendered.
pub fn check_error<K: Display>(error: &TextError<K>, text: &[u8]) {
    let span = error.span();
    assert!(span.start <= span.end && span.end <= text.len(), "{error}: {span:?} of {}", text.len());
    let drawing = error.render(text);
    assert_eq!(drawing.split('\n').count(), 3, "{drawing}");
    assert!(drawing.ends_with('^'), "{drawing}");
}
