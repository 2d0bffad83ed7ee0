//! Packed v1: the published vectors, an implementation that follows only `docs/reference/packed.md`, and any
//! bytes.

use bughouse_chess::board::{PackError, UnpackError};
use bughouse_chess::{
    Board, BoardBuilder, Color, Material, Packed, Piece, ReadOptions, Reserve, Square, Violation,
};
use proptest::prelude::{ProptestConfig, any};
use proptest::{prop_assert_eq, proptest};

use crate::support::{Rng, board, board_of_any_material, random_board, read_testdata};

fn from_hex(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// The rows of the published vectors: a board and its bytes.
fn rows() -> Vec<(String, Packed)> {
    let data = read_testdata("packed-v1.csv");
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (text, bytes) = line.split_once(';').unwrap_or_else(|| panic!("{line}"));
            (text.to_string(), Packed::try_from(&from_hex(bytes)[..]).unwrap())
        })
        .collect()
}

#[test]
fn bytes_match_the_published_vectors() {
    let rows = rows();
    assert!(rows.len() >= 70, "{} rows", rows.len());
    for (text, packed) in rows {
        let board = board_of_any_material(&text);
        assert_eq!(board.pack(), Ok(packed), "{text}");
        assert_eq!(slow_pack(&text), *packed.as_bytes(), "{text}");
        assert_eq!(packed.unpack(), Ok(board), "{text}");
    }
}

#[test]
fn all_960_starts_round_trip() {
    for number in 0..960 {
        let start = Board::chess960(number).unwrap();
        let packed = start.pack().unwrap();
        assert_eq!(*packed.as_bytes(), slow_pack(&start.to_bfen()), "{number}");
        assert_eq!(packed.unpack(), Ok(start), "{number}");
    }
}

/// Every reserve that two sets allow, and those at the limit, on an otherwise empty board.
#[test]
fn reserves_round_trip() {
    let bare = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    let any = ReadOptions::default().material(Material::Any);
    let with = |color, counts: [usize; 5]| {
        let mut reserve = Reserve::new();
        for (piece, count) in Piece::IN_RESERVE.into_iter().zip(counts) {
            (0..count).for_each(|_| reserve.add(piece).unwrap());
        }
        BoardBuilder::from(&bare).reserve(color, reserve).build_with(&any).unwrap().0
    };
    let mut rng = Rng::new(5);
    for total in 0..=63usize {
        for _ in 0..40 {
            let mut cuts = [0; 4].map(|_: i32| rng.below(total + 1));
            cuts.sort_unstable();
            let counts = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], cuts[3] - cuts[2], total - cuts[3]];
            for color in Color::ALL {
                let board = with(color, counts);
                if total > 36 {
                    let rejected = PackError { color, count: total as u32 };
                    assert_eq!(board.pack(), Err(rejected), "{board}");
                } else {
                    assert_eq!(*board.pack().unwrap().as_bytes(), slow_pack(&board.to_bfen()), "{board}");
                    assert_eq!(board.pack().unwrap().unpack(), Ok(board), "{board}");
                }
            }
        }
    }
    let rejected = with(Color::Black, [0, 0, 0, 0, 37]).pack().unwrap_err();
    assert_eq!(rejected.to_string(), "Black has 37 pieces in reserve, but at most 36 can be packed");
}

#[test]
fn material_is_validated_if_a_limit_is_given() {
    let crowd = board_of_any_material("4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP] w - - 0 1");
    let packed = crowd.pack().unwrap();
    assert_eq!(packed.unpack(), Ok(crowd));
    let Err(UnpackError::Invalid(invalid)) = packed.unpack_with(&ReadOptions::default()) else {
        panic!("33 pieces of White are too many");
    };
    let expected = Violation::TooManyPieces { color: Color::White, count: 33, limit: 32 };
    assert!(invalid.violations().contains(&expected), "{invalid}");
    let (start, used) = Board::default().pack().unwrap().unpack_with(&ReadOptions::default()).unwrap();
    assert_eq!(start, Board::default());
    assert!(used.is_empty());
}

/// Puts a number into a word.
fn with_word(packed: Packed, word: usize, value: u64) -> Packed {
    let mut bytes = *packed.as_bytes();
    bytes[8 * word..8 * word + 8].copy_from_slice(&value.to_le_bytes());
    Packed::from(bytes)
}

fn word(packed: Packed, word: usize) -> u64 {
    u64::from_le_bytes(packed.as_bytes()[8 * word..8 * word + 8].try_into().unwrap())
}

#[test]
fn each_reason_to_reject_bytes() {
    let bare = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1").pack().unwrap();
    let message = |packed: Packed| packed.unpack().unwrap_err().to_string();

    for len in [0, 47, 49] {
        let error = Packed::try_from(&vec![0; len][..]).unwrap_err();
        assert_eq!(error, UnpackError::Length(len));
        assert_eq!(error.to_string(), format!("found {len} bytes, expected 48"));
    }
    assert_eq!(Packed::try_from(&bare.as_bytes()[..]), Ok(bare));
    assert_eq!(<[u8; 48]>::from(bare), *bare.as_bytes());

    for i in 1..5 {
        let full = with_word(bare, i, 19u64.pow(15) - 1);
        assert!(!matches!(full.unpack(), Err(UnpackError::Squares { .. })), "{full:?}");
        let beyond = with_word(bare, i, 19u64.pow(15));
        assert_eq!(beyond.unpack(), Err(UnpackError::Squares { word: i }));
        assert_eq!(message(beyond), format!("word {i} is too large for 15 squares"));
        assert_eq!(with_word(bare, i, u64::MAX).unpack(), Err(UnpackError::Squares { word: i }));
    }
    // The kings are on e1, e8; Black's reserve is the highest digit of the last word.
    let low = 2 * (4 + 64 * 60);
    assert_eq!(word(bare, 5), low);
    let one_reserve = 2 * 64 * 64 * 19 * 19 * 9 * 749_398;
    let last = with_word(bare, 5, low + 749_397 * one_reserve).unpack().unwrap();
    assert_eq!(last.reserve(Color::Black).to_string(), "P".repeat(36));
    assert_eq!(with_word(bare, 5, low + 749_398 * one_reserve).unpack(), Err(UnpackError::LastWord));
    assert_eq!(message(with_word(bare, 5, u64::MAX)), "the last word is too large");
    let together = with_word(bare, 5, 2 * (4 + 64 * 4));
    assert_eq!(together.unpack(), Err(UnpackError::Kings(Square::E1)));
    assert_eq!(message(together), "both kings are on e1");

    // Values in range are validated like any position.
    let pawn_on_a1 = with_word(bare, 1, 6);
    assert_eq!(message(pawn_on_a1), "there is a pawn on a1, outside ranks 2 to 7");
    let adjacent = with_word(bare, 5, 2 * (4 + 64 * 5));
    assert_eq!(message(adjacent), "Black is in check, but it is White's turn");
    let double_push = with_word(bare, 5, low + 2 * 64 * 64 * 19 * 19);
    assert_eq!(
        message(double_push),
        "no pawn can have skipped the en passant square a6: there is none on a5"
    );
    let two_rooks = with_word(bare, 1, 1 + 19);
    assert_eq!(message(two_rooks), "White has two castling rights on the same side");
    let away = board("4k3/8/8/8/8/8/4K3/R7[] w - - 0 1").pack().unwrap();
    let message_of_right = message(with_word(away, 1, 1));
    assert!(message_of_right.starts_with("White can't castle with the a-file rook"), "{message_of_right}");
    assert_eq!(message(with_word(bare, 0, 0)), "the move number is 0, but it starts at 1");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn boards_round_trip(seed in any::<u64>(), plies in 0usize..60) {
        let board = random_board(seed, plies);
        let packed = board.pack().unwrap();
        prop_assert_eq!(*packed.as_bytes(), slow_pack(&board.to_bfen()), "{}", board);
        prop_assert_eq!(packed.unpack(), Ok(board));
        let strict = packed.unpack_with(&ReadOptions::default()).unwrap().0;
        prop_assert_eq!(strict.hash(), board.hash());
    }

    #[test]
    fn crowded_boards_round_trip(seed in any::<u64>(), halfmoves in any::<u32>(), fullmoves in 1..=u32::MAX) {
        let board = crowded_board(seed, halfmoves, fullmoves);
        let packed = board.pack().unwrap();
        prop_assert_eq!(*packed.as_bytes(), slow_pack(&board.to_bfen()), "{}", board);
        prop_assert_eq!(packed.unpack(), Ok(board));
    }

    #[test]
    fn bytes_that_unpack_are_canonical(seed in any::<u64>(), changes in 1usize..4) {
        let mut rng = Rng::new(seed);
        let mut bytes = *random_board(rng.next(), 20).pack().unwrap().as_bytes();
        for _ in 0..changes {
            // A change of the low digits of a word usually changes a single square.
            let word = rng.below(6);
            let at = 8 * word..8 * word + 8;
            let value = u64::from_le_bytes(bytes[at.clone()].try_into().unwrap());
            let step = 19u64.pow(rng.below(15) as u32) * rng.below(19) as u64;
            bytes[at].copy_from_slice(&value.wrapping_add(step).to_le_bytes());
        }
        if let Ok(board) = Packed::from(bytes).unpack() {
            prop_assert_eq!(board.pack().map(<[u8; 48]>::from), Ok(bytes), "{}", board);
        }
    }

    #[test]
    fn any_bytes_are_a_board_or_an_error(a in any::<[u8; 32]>(), b in any::<[u8; 16]>()) {
        let bytes: Vec<u8> = a.into_iter().chain(b).collect();
        let packed = Packed::try_from(&bytes[..]).unwrap();
        if let Ok(board) = packed.unpack() {
            prop_assert_eq!(board.pack(), Ok(packed));
        }
    }
}

/// Returns a board with up to 64 pieces, promoted or not, which may exceed two sets.
fn crowded_board(seed: u64, halfmoves: u32, fullmoves: u32) -> Board {
    let mut rng = Rng::new(seed);
    let any = ReadOptions::default().material(Material::Any);
    loop {
        let mut builder = BoardBuilder::new();
        builder.halfmove_clock(halfmoves).fullmove_number(fullmoves);
        builder.side_to_move(rng.pick(&Color::ALL));
        let emptiness = rng.below(6) + 1;
        for square in Square::all() {
            let pawns = !matches!(square.to_index() / 8, 0 | 7);
            let piece = rng.pick(&Piece::IN_RESERVE[..if pawns { 5 } else { 4 }]);
            if rng.one_in(emptiness) {
                builder.piece(square, piece, rng.pick(&Color::ALL));
                builder.promoted(square, piece != Piece::Pawn && rng.one_in(2));
            }
        }
        let kings = [rng.below(64), rng.below(64)].map(|index| Square::ALL[index]);
        for (color, king) in Color::ALL.into_iter().zip(kings) {
            builder.piece(king, Piece::King, color);
            builder.reserve(color, crate::support::random_reserve(&mut rng, 36));
        }
        if let Ok((board, _)) = builder.build_with(&any) {
            return board;
        }
    }
}

/// Packs BFEN as the specification describes.
fn slow_pack(text: &str) -> [u8; 48] {
    let fields: Vec<&str> = text.split(' ').collect();
    let (placement, reserves) = fields[0].trim_end_matches(']').split_once('[').unwrap();
    // By square, from a1: the letter of the piece, with `~` if it is promoted.
    let mut squares = vec![String::new(); 64];
    for (row, rank) in placement.split('/').zip((0..8).rev()) {
        let mut at = 8 * rank;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => at += empty as usize,
                None if letter == '~' => squares[at - 1].push('~'),
                None => {
                    squares[at].push(letter);
                    at += 1;
                }
            }
        }
    }
    let find = |letters: &str| squares.iter().position(|found| found == letters).unwrap();
    let (white_king, black_king) = (find("K"), find("k"));
    for letter in fields[2].chars().filter(|&letter| letter != '-') {
        let (rank, rook) = if letter.is_ascii_uppercase() { (0, "R") } else { (56, "r") };
        let mut rooks = (rank..rank + 8).filter(|&square| squares[square] == rook || squares[square] == "!");
        let square = match letter.to_ascii_lowercase() {
            'k' => rooks.next_back(),
            'q' => rooks.next(),
            file => Some(rank + (file as usize - 'a' as usize)),
        };
        squares[square.unwrap()] = "!".to_string();
    }
    let digits: Vec<u64> = (0..64)
        .filter(|&square| square != white_king && square != black_king)
        .map(|square| match squares[square].as_str() {
            "" => 0,
            "!" if square < 8 => 1,
            "!" => 6,
            letters if letters.len() == 1 => "PNBRQpnbrq".find(letters).unwrap() as u64 + 1,
            letters => "NBRQnbrq".find(&letters[..1]).unwrap() as u64 + 11,
        })
        .collect();
    let number = |digits: &[u64]| digits.iter().rev().fold(0, |number, digit| number * 19 + digit);
    let counter = |field: usize| fields[field].parse::<u64>().unwrap();
    let push = match fields[3] {
        "-" => 0,
        square => square.as_bytes()[0] as u64 - b'a' as u64 + 1,
    };
    let side = u64::from(fields[1] == "b");
    let reserve = |letters: &str| {
        let mut held = 0;
        let mut number = 0;
        for (k, letter) in (1..).zip(letters.chars()) {
            held += reserves.matches(letter).count() as u64;
            number += slow_choose(held + k - 1, k);
        }
        number
    };
    let (white, black) = (reserve("PNBRQ"), reserve("pnbrq"));
    let last = push + 9 * (white + 749_398 * black);
    let last = digits[60] + 19 * (digits[61] + 19 * last);
    let last = side + 2 * (white_king as u64 + 64 * (black_king as u64 + 64 * last));
    let words = [
        counter(4) + (counter(5) << 32),
        number(&digits[..15]),
        number(&digits[15..30]),
        number(&digits[30..45]),
        number(&digits[45..60]),
        last,
    ];
    words.map(u64::to_le_bytes).concat().try_into().unwrap()
}

/// Returns the binomial coefficient, by Pascal's triangle.
fn slow_choose(n: u64, k: u64) -> u64 {
    let mut row = vec![1];
    for _ in 0..n {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        row = std::iter::once(1).chain(inner).chain([1]).collect();
    }
    row.get(k as usize).copied().unwrap_or(0)
}
