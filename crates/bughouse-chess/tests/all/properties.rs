//! Properties of any board, any move and any bytes.

use bughouse_chess::notation::position::{Field, ParsedBoard, ReserveForm};
use bughouse_chess::notation::san::{SanAction, SanMismatch};
use bughouse_chess::notation::uci;
use bughouse_chess::{
    Board, BoardBuilder, BughouseMove, CastlingLetters, Color, EnPassant, FenStyle, Leniencies, Leniency,
    Material, ReadOptions, San, Span, Square, TextError,
};
use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;

use crate::reference::SlowBoard;
use crate::support::{Rng, accepting, random_board};

/// A failure prints its input, so no regression file is needed.
fn cases(cases: u32) -> Config {
    Config { failure_persistence: None, ..Config::with_cases(cases) }
}

/// A board reached by random play, drops and Chess960 starts included.
fn boards() -> impl Strategy<Value = Board> {
    (any::<u64>(), 0usize..100).prop_map(|(seed, plies)| random_board(seed, plies))
}

/// Any bytes, bytes of the notations' alphabet, and valid strings with a few bytes changed.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let letters = b"rnbqkpRNBQKP12345678/[]~- wbKQkqaAhHe3d6019xO=+#@$.".to_vec();
    let alphabet = prop::sample::select(letters);
    let damaged =
        (any::<u64>(), 0usize..60, any::<u64>(), 0usize..4).prop_map(|(seed, plies, change, count)| {
            let mut bytes = random_board(seed, plies).to_bfen().into_bytes();
            let mut rng = Rng::new(change);
            for _ in 0..count {
                let at = rng.below(bytes.len());
                match rng.below(4) {
                    0 if bytes.len() > 1 => drop(bytes.remove(at)),
                    1 => bytes.insert(at, rng.pick(b"pK8/[]~ -e3w1")),
                    2 => bytes[at] = rng.next() as u8,
                    _ => bytes.truncate(at + 1),
                }
            }
            bytes
        });
    let moves = prop::sample::select(vec![
        "e4", "exd5", "Nbd7", "Qh4e1", "e8=Q", "O-O-O", "N@f3", "$146@g4", "o-o", "e7e8q", "exd6e.p.",
        "Nf3++",
    ]);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..100),
        prop::collection::vec(alphabet, 0..100),
        damaged,
        (moves, prop::collection::vec(any::<u8>(), 0..3))
            .prop_map(|(text, more)| [text.as_bytes(), &more].concat()),
    ]
}

fn options() -> impl Strategy<Value = ReadOptions> {
    let material = prop_oneof![Just(Material::TwoSets), Just(Material::OneSet), Just(Material::Any)];
    (any::<[bool; 6]>(), material).prop_map(|(on, material)| {
        let leniencies = [
            Leniency::MissingCounters,
            Leniency::ExtraSpaces,
            Leniency::ShortRank,
            Leniency::DroppedCastling,
            Leniency::DroppedEnPassant,
            Leniency::MoveNumberZero,
        ];
        let chosen = leniencies.into_iter().zip(on).filter(|(_, on)| *on).map(|(leniency, _)| leniency);
        accepting(chosen).material(material)
    })
}

fn write(board: &Board, style: &FenStyle) -> String {
    board.text(style).to_string()
}

fn is_inside(span: Span, text: &[u8]) -> bool {
    span.start <= span.end && span.end <= text.len()
}

/// Checks what every error promises: a place inside the string, a one-line message, a rendered place.
fn check_error<K: std::fmt::Display>(error: &TextError<K>, text: &[u8]) {
    assert!(is_inside(error.span(), text), "{error}: {:?} is not inside {text:?}", error.span());
    let message = error.kind().to_string();
    assert!(!message.is_empty() && !message.contains('\n'));
    // Only the names of the sides are capitalized.
    let begins_with_side = Color::ALL.iter().any(|side| message.starts_with(side.side_name()));
    assert!(begins_with_side || !message.starts_with(|c: char| c.is_uppercase()), "{message}");
    let drawing = error.render(text);
    let lines: Vec<&str> = drawing.split('\n').collect();
    assert!(
        matches!(lines[..], [first, _, carets] if first == message && carets.ends_with('^')),
        "{drawing}"
    );
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_board_is_read_back_from_its_string(board in boards()) {
        let text = board.to_bfen();
        prop_assert_eq!(text.parse::<Board>().unwrap(), board);
        prop_assert_eq!(board.to_string(), text.clone());
        let read = ParsedBoard::read(text.as_bytes(), &ReadOptions::default()).unwrap();
        prop_assert!(read.used.is_empty());
        prop_assert_eq!(read.reserve_form, ReserveForm::Brackets);
        prop_assert_eq!(read.builder.build().unwrap(), board);
        prop_assert_eq!(BoardBuilder::from(&board).build().unwrap(), board);
    }

    /// The reference board writes the canonical string independently.
    #[test]
    fn a_canonical_string_is_written_back(board in boards()) {
        let text = SlowBoard::of(&board).to_bfen();
        let style = FenStyle::default().castling(CastlingLetters::Shredder);
        prop_assert_eq!(write(&text.parse().unwrap(), &style), text);
        let text = board.to_bfen();
        prop_assert_eq!(text.parse::<Board>().unwrap().to_bfen(), text);
    }

    #[test]
    fn both_kinds_of_castling_letters_are_read_back(board in boards()) {
        for castling in [CastlingLetters::XFen, CastlingLetters::Shredder] {
            let text = write(&board, &FenStyle::default().castling(castling));
            prop_assert_eq!(text.parse::<Board>().unwrap(), board, "{}", text);
        }
    }

    #[test]
    fn plain_fen_keeps_everything_except_reserves_and_markers(board in boards()) {
        let text = board.to_fen();
        let plain: Board = text.parse().unwrap();
        prop_assert_eq!(plain.to_fen(), text);
        prop_assert_eq!(plain.combined(), board.combined());
        prop_assert!(plain.promoted().is_empty());
        prop_assert!(plain.reserves().iter().all(|reserve| reserve.is_empty()));
    }

    #[test]
    fn en_passant_is_written_as_the_style_says(board in boards()) {
        let slow = SlowBoard::of(&board);
        let pushed = board.en_passant();
        let pseudo_legal = pushed.filter(|_| slow.has_pseudo_legal_en_passant());
        let legal = pushed.filter(|_| slow.has_legal_en_passant(&slow.legal_moves()));
        for (which, expected) in
            [(EnPassant::Always, pushed), (EnPassant::PseudoLegal, pseudo_legal), (EnPassant::Legal, legal)]
        {
            prop_assert_eq!(board.en_passant_as(which), expected);
            let text = write(&board, &FenStyle::default().en_passant(which));
            let field = expected.map_or("-".to_owned(), |square: Square| square.to_string());
            prop_assert_eq!(text.split(' ').nth(3).unwrap(), field);
            prop_assert_eq!(text.parse::<Board>().unwrap().hash(), board.hash(), "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_legal_move_is_written_and_found_again(board in boards()) {
        for mv in board.legal_moves() {
            let san = board.san(mv).unwrap();
            let text = san.to_string();
            let read: San = text.parse().unwrap_or_else(|error| panic!("{board:?}: {text}: {error}"));
            prop_assert_eq!(read, san, "{:?}: {}", board, text);
            prop_assert_eq!(read.resolve(&board), Ok(mv), "{:?}: {}", board, text);
            prop_assert!(!san.is_over_disambiguated(&board), "{:?}: {}", board, text);
            let mut after = board;
            after.play(mv).unwrap();
            prop_assert_eq!(san.check_sign.is_some(), after.in_check(), "{:?}: {}", board, text);
        }
    }

    /// Disambiguation is minimal: with less, the move is ambiguous.
    #[test]
    fn san_disambiguates_no_more_than_needed(board in boards()) {
        for mv in board.legal_moves() {
            let san = board.san(mv).unwrap();
            let SanAction::Move { piece, file, rank, capture, to, promotion } = san.action else { continue };
            if piece == bughouse_chess::Piece::Pawn {
                // A pawn names its file when it captures, needed or not.
                prop_assert_eq!(file.is_some(), capture, "{:?}: {}", board, san);
                prop_assert_eq!(rank, None);
                continue;
            }
            let shorter = match (file, rank) {
                (None, None) => vec![],
                (Some(_), None) => vec![(None, None)],
                // A file is preferred over a rank.
                (None, Some(_)) => {
                    let BughouseMove::Regular(step) = mv else { unreachable!() };
                    vec![(None, None), (Some(step.source().file()), None)]
                }
                (Some(_), Some(_)) => vec![(None, None), (file, None), (None, rank)],
            };
            for (file, rank) in shorter {
                let less = San { action: SanAction::Move { piece, file, rank, capture, to, promotion }, check_sign: None };
                let found = less.resolve(&board);
                prop_assert!(matches!(found, Err(SanMismatch::Ambiguous { .. })), "{:?}: {} {:?}", board, san, found);
            }
        }
    }

    #[test]
    fn every_legal_move_round_trips_in_uci(board in boards()) {
        for mv in board.legal_moves() {
            let text = mv.to_string();
            prop_assert_eq!(text.parse::<BughouseMove>().unwrap(), mv);
            prop_assert_eq!(board.read_uci(text.as_bytes()).unwrap(), mv, "{:?}: {}", board, text);
            let chess960 = board.uci_chess960(mv);
            prop_assert_eq!(board.read_uci(chess960.as_bytes()).unwrap(), mv, "{:?}: {}", board, chess960);
            if let BughouseMove::Regular(step) = mv
                && matches!(board.san(mv).unwrap().action, SanAction::Castle(_))
            {
                // The rook's square always works, the king's landing square unless that is an ordinary king
                // move.
                let dest: Square = chess960[2..].parse().unwrap();
                prop_assert_eq!(board.piece_on(dest), Some(bughouse_chess::Piece::Rook));
                let mut after = board;
                after.play(mv).unwrap();
                let lands = after.king_square(board.side_to_move());
                if step.source().to_index().abs_diff(lands.to_index()) > 1 {
                    let alias = format!("{}{lands}", step.source());
                    prop_assert_eq!(board.read_uci(alias.as_bytes()).unwrap(), mv, "{:?}: {}", board, alias);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn any_bytes_are_a_position_or_an_error_inside_the_string(text in texts(), options in options()) {
        match ParsedBoard::read(&text, &options) {
            Err(error) => check_error(&error, &text),
            Ok(read) => {
                use Field::{Castling, EnPassant, HalfmoveClock, MoveNumber, Placement, Reserve, Side};
                for field in [Placement, Reserve, Side, Castling, EnPassant, HalfmoveClock, MoveNumber] {
                    prop_assert!(is_inside(read.span(field), &text), "{:?}", field);
                }
            }
        }
        match Board::read(&text, &options) {
            Err(error) => prop_assert!(!error.render(&text).is_empty() && !error.to_string().is_empty()),
            Ok((board, _)) => {
                let any = ReadOptions::default().material(Material::Any);
                let written = board.to_bfen();
                prop_assert_eq!(Board::read(written.as_bytes(), &any).unwrap().0, board);
            }
        }
    }

    #[test]
    fn any_bytes_are_a_san_move_or_an_error_inside_the_string(text in texts(), board in boards()) {
        match San::read(&text, Leniencies::ALL) {
            Err(error) => check_error(&error, &text),
            Ok((san, _)) => {
                if let Ok(mv) = san.resolve(&board) {
                    prop_assert!(board.is_legal(mv), "{:?}: {} is {}", board, san, mv);
                }
                // A move that was read can be written, and then read as standard SAN or as a long form.
                let (again, _) = San::read(san.to_string().as_bytes(), Leniencies::ALL).unwrap();
                prop_assert_eq!(again, san);
            }
        }
    }

    #[test]
    fn any_bytes_are_a_uci_move_or_an_error_inside_the_string(text in texts(), board in boards()) {
        match uci::read(&text) {
            Err(error) => check_error(&error, &text),
            Ok(mv) => prop_assert!(mv.to_string().as_bytes().eq_ignore_ascii_case(&text)),
        }
        match board.read_uci(&text) {
            Err(error) => check_error(&error, &text),
            Ok(mv) => prop_assert!(board.is_legal(mv)),
        }
    }

    /// An error can be rendered with any string, even another one.
    #[test]
    fn rendering_an_error_never_panics(
        text in prop_oneof![texts(), prop::collection::vec(any::<u8>(), 0..600)],
        start in 0usize..700,
        length in 0usize..700,
    ) {
        let error = TextError::new("what", Span::new(start, start + length));
        let drawing = error.render(&text);
        prop_assert!(drawing.starts_with("what\n  "));
        prop_assert!(drawing.ends_with('^'));
        prop_assert!(TextError::new("what", Span::new(length, 0)).render(&text).ends_with('^'));
    }
}

#[test]
fn castling_is_read_in_both_notations() {
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "e1g1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "e1c1", "e1a1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R[] b KQkq - 0 1", "e8g8", "e8h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R[] b KQkq - 0 1", "e8c8", "e8a8"),
        ("4k3/8/8/8/8/8/8/1K5R[] w K - 0 1", "b1g1", "b1h1"),
        ("4k3/8/8/8/8/8/8/R5K1[] w Q - 0 1", "g1c1", "g1a1"),
    ];
    for (position, landing, rook) in cases {
        let board = crate::support::board(position);
        let mv = board.read_uci(landing.as_bytes()).unwrap();
        assert_eq!(board.read_uci(rook.as_bytes()).unwrap(), mv, "{position}");
        assert_eq!(board.uci_chess960(mv), rook, "{position}");
        assert!(matches!(board.san(mv).unwrap().action, SanAction::Castle(_)), "{position}");
    }
}

/// If the king's landing square is adjacent, that notation is an ordinary king move.
#[test]
fn a_king_step_is_not_castling() {
    let board = crate::support::board("4k3/8/8/8/8/8/8/5K1R[] w K - 0 1");
    let step = board.read_uci(b"f1g1").unwrap();
    assert_eq!(board.san(step).unwrap().to_string(), "Kg1");
    let castling = board.read_uci(b"f1h1").unwrap();
    assert_eq!(board.san(castling).unwrap().to_string(), "O-O");
}
