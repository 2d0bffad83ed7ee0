//! Boards in FEEN: written, read back, read leniently. Rejected strings are in
//! `testdata/errors/board-feen.txt`.

use bughouse_chess::board::CastleRights;
use bughouse_chess::notation::position::feen::FeenErrorKind;
use bughouse_chess::notation::position::{Field, ParsedBoard};
use bughouse_chess::{
    Board, BoardBuilder, CastlingLetters, CastlingSide, Color, EnPassant, FenStyle, File, Leniencies,
    Leniency, Material, Notation, Piece, ReadErrorKind, ReadOptions, Reserve, Span, Square, Violation,
};
use feen::{Prefix, Side};
use proptest::prelude::{Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;

use crate::support::{
    Rng, accepting, add_random_piece, after, board, board_of_any_material, random_board, random_move,
    random_start, runs_in_full, scaled,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR / BUGHOUSE/bughouse";
const MARKED_START: &str = "r'nbqkbnr'/pppppppp/8/8/8/8/PPPPPPPP/R'NBQKBNR' / BUGHOUSE/bughouse";

/// Reads a board and the leniencies that were needed. If that fails, panics with the rendered error.
#[track_caller]
fn read_with(text: &str, options: &ReadOptions) -> (Board, Leniencies) {
    Board::read_feen(text.as_bytes(), options)
        .unwrap_or_else(|error| panic!("{}", error.render(text.as_bytes())))
}

fn feen_style() -> FenStyle {
    FenStyle::default().notation(Notation::Feen)
}

/// Reads a board strictly.
#[track_caller]
fn read_strictly(text: &str) -> Board {
    let (board, used) = read_with(text, &ReadOptions::default());
    // The starting position without `'` is noted, but it isn't a deviation.
    let needed: Vec<Leniency> = used.iter().filter(|&used| used != Leniency::UnstatedCastling).collect();
    assert!(needed.is_empty(), "{text} needed {needed:?}");
    board
}

#[test]
fn start_without_apostrophes_reports_unstated_castling() {
    let (board, used) = read_with(START, &ReadOptions::default());
    assert!(board.castle_rights().is_empty());
    assert_eq!(used.iter().collect::<Vec<_>>(), [Leniency::UnstatedCastling]);
    let (board, used) = read_with(START, &accepting([Leniency::AssumedCastling]));
    assert_eq!(board.castle_rights(), Board::default().castle_rights());
    assert_eq!(used.iter().collect::<Vec<_>>(), [Leniency::AssumedCastling]);
}

/// Returns the same position with the initial counters, because FEEN has none.
fn without_counters(board: &Board) -> Board {
    let mut builder = BoardBuilder::from(board);
    builder.halfmove_clock(0).fullmove_number(1);
    let any = ReadOptions::default().material(Material::Any);
    builder.build_with(&any).unwrap().0
}

/// Returns placement with promoted markers and reserves, side, castling rights and en passant square.
fn first_four_fields(board: &Board) -> Vec<String> {
    board.to_bfen().split(' ').take(4).map(str::to_owned).collect()
}

/// Converts FEEN to BFEN, square by square: slow, and without code in common with the reader.
fn slow_bfen(position: &feen::Position) -> String {
    let (mut placement, mut rights, mut en_passant) = (String::new(), String::new(), "-".to_owned());
    position.board.for_each_square(|at, square| {
        if at[1] == 0 && at[0] > 0 {
            placement.push('/');
        }
        let Some(colored) = square else {
            // BFEN doesn't allow two digits in a row: 1 and 1 is 2.
            match placement.pop() {
                Some(last @ '1'..='7') => placement.push((last as u8 + 1) as char),
                Some(last) => placement.extend([last, '1']),
                None => placement.push('1'),
            }
            return;
        };
        placement.push(colored.letter());
        if colored.prefix() == Prefix::Plus {
            placement.push('~');
        }
        let file = (b'a' + at[1] as u8) as char;
        match (colored.letter(), colored.has_suffix()) {
            ('R', true) => rights.push(file.to_ascii_uppercase()),
            ('r', true) => rights.push(file),
            ('P', true) => en_passant = format!("{file}3"),
            ('p', true) => en_passant = format!("{file}6"),
            _ => {}
        }
    });
    let reserves: String = position
        .hands
        .iter()
        .flat_map(|(colored, count)| std::iter::repeat_n(colored.letter(), count as usize))
        .collect();
    let side = if position.style_turn.to_move() == Side::First { 'w' } else { 'b' };
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{placement}[{reserves}] {side} {rights} {en_passant} 0 1")
}

#[test]
fn documented_example() {
    let bfen = "r3n1BB/1pk4p/3r2p1/p1P5/4pQR1/P7/P2PB1pP/RK2N1Nb~[QBNPPPP] w Q a6 0 26";
    let text = "r3n1BB/1pk4p/3r2p1/p'1P5/4pQR1/P7/P2PB1pP/R'K2N1N+b 4PBNQ/ BUGHOUSE/bughouse";
    assert_eq!(board(bfen).to_feen(), text);
    let again = read_strictly(text);
    assert_eq!(again, without_counters(&board(bfen)));
    assert_eq!(again.to_bfen(), bfen.replace("0 26", "0 1"));
}

#[test]
fn start_and_first_moves() {
    assert_eq!(Board::default().to_feen(), MARKED_START);
    assert_eq!(read_strictly(MARKED_START), Board::default());
    let pushed = after(&Board::default(), &["e2e4"]);
    let text = "r'nbqkbnr'/pppppppp/8/8/4P'3/8/PPPP1PPP/R'NBQKBNR' / bughouse/BUGHOUSE";
    assert_eq!(pushed.to_feen(), text);
    assert_eq!(read_strictly(text).en_passant(), Some(Square::E3));
    let answered = after(&pushed, &["g8f6", "e4e5", "d7d5"]);
    let text = "r'nbqkb1r'/ppp1pppp/5n2/3p'P3/8/8/PPPP1PPP/R'NBQKBNR' / BUGHOUSE/bughouse";
    assert_eq!(answered.to_feen(), text);
    assert_eq!(read_strictly(text).legal_en_passant(), Some(Square::D6));
}

/// Positions of random play in which everything that FEEN must represent is frequent.
#[test]
fn random_positions_round_trip() {
    let mut rng = Rng::new(8);
    let (mut positions, mut promoted, mut castling, mut inner_rook) = (0, 0, 0, 0);
    let (mut en_passant, mut reserves, mut black_to_move) = (0, 0, 0);
    while positions < scaled(100_000) {
        let mut board = random_start(&mut rng);
        for _ in 0..40 {
            check_round_trip(&board);
            positions += 1;
            promoted += u32::from(!board.promoted().is_empty());
            castling += u32::from(!board.castle_rights().is_empty());
            inner_rook += u32::from(castles_with_inner_rook(&board));
            en_passant += u32::from(board.en_passant().is_some());
            reserves += u32::from(Color::ALL.into_iter().all(|color| !board.reserve(color).is_empty()));
            black_to_move += u32::from(board.side_to_move() == Color::Black);
            let Some(mv) = random_move(&board, &mut rng) else { break };
            board.play(mv).unwrap();
            add_random_piece(&mut board, &mut rng);
        }
    }
    for (what, count) in [
        ("promoted pieces", promoted),
        ("castling rights", castling),
        ("castling rights with a rook off the corners", inner_rook),
        ("double pushes", en_passant),
        ("two reserves", reserves),
        ("Black to move", black_to_move),
    ] {
        let least = if runs_in_full() { 3_000 } else { 100 };
        assert!(count >= least, "only {count} positions with {what}");
    }
}

fn castles_with_inner_rook(board: &Board) -> bool {
    let rights = board.castle_rights();
    Color::ALL.into_iter().any(|color| {
        CastlingSide::ALL.into_iter().any(|castling_side| {
            rights.rook_file(color, castling_side).is_some_and(|file| file != castling_side.corner_file())
        })
    })
}

#[track_caller]
fn check_round_trip(original: &Board) {
    let bfen = original.to_bfen();
    let from_text = board(&bfen);
    let text = from_text.to_feen();
    let again = read_strictly(&text);
    assert_eq!(first_four_fields(&again), first_four_fields(original), "{text}");
    assert_eq!(again.reserves(), original.reserves(), "{text}");
    assert_eq!(again.promoted(), original.promoted(), "{text}");
    assert_eq!(again.castle_rights(), original.castle_rights(), "{text}");
    assert_eq!(again.hash(), original.hash(), "{text}");
    assert_eq!(again, without_counters(original), "{text}");

    let position = original.to_feen_position();
    assert_eq!(feen::dump(&position).unwrap(), text);
    assert!(feen::is_valid(&text), "{text}");
    assert_eq!(feen::parse(&text).unwrap(), position);
    assert_eq!(board(&slow_bfen(&position)), again, "{text}");
}

/// The string has a double push exactly when the style includes it.
#[test]
fn style_controls_the_double_push() {
    let nobody_near = board("4k3/8/8/8/4P3/8/8/4K3[] b - e3 0 1");
    let pinned = board("4k3/8/8/8/3pP3/8/8/3RK3[] b - e3 0 1");
    let pinned_for_good = board("3k4/8/8/8/3pP3/8/8/3RK3[] b - e3 0 1");
    let is_marked = |board: &Board, en_passant| {
        board.text(&feen_style().en_passant(en_passant)).to_string().contains("P'")
    };
    for (board, expected) in [
        (nobody_near, [true, false, false]),
        (pinned, [true, true, true]),
        (pinned_for_good, [true, true, false]),
    ] {
        let styles = [EnPassant::Always, EnPassant::PseudoLegal, EnPassant::Legal];
        assert_eq!(styles.map(|style| is_marked(&board, style)), expected, "{board}");
    }
}

#[test]
fn any_style_names_are_read() {
    for (names, side) in [
        ("BUGHOUSE/bughouse", Color::White),
        ("bughouse/BUGHOUSE", Color::Black),
        ("CHESS960/x", Color::White),
        ("x9/A1B2", Color::Black),
        ("CRAZYHOUSE/chess", Color::White),
    ] {
        let text = START.replace("BUGHOUSE/bughouse", names);
        assert_eq!(read_strictly(&text).side_to_move(), side, "{names}");
    }
}

#[test]
fn hands_are_read_in_any_order() {
    let text = |hands: &str| START.replacen(" / ", &format!(" {hands} "), 1);
    let expected = read_strictly(&text("3PNQ/2bn"));
    assert_eq!(expected.to_feen(), text("3PNQ/2bn"));
    for hands in ["NQ3P/nbb", "PPPNQ/nbb", "2PNPQ/bnb", "QPPNP/2bn"] {
        assert_eq!(read_strictly(&text(hands)), expected, "{hands}");
    }
    let many = ReadOptions::default().material(Material::Any);
    let (full, _) = read_with(&text("63P/31q32n"), &many);
    assert_eq!(full.reserve(Color::White).total(), Reserve::MAX_TOTAL);
    assert_eq!(full.reserve(Color::Black).total(), Reserve::MAX_TOTAL);
    assert_eq!(full.to_feen(), text("63P/32n31q"));
}

#[test]
fn counters_are_initial() {
    let read = read_strictly(MARKED_START);
    assert_eq!((read.halfmove_clock(), read.fullmove_number()), (0, 1));
}

#[test]
fn no_castling_rights_without_apostrophes() {
    assert_eq!(read_strictly(START).castle_rights(), CastleRights::NONE);
}

#[test]
fn castling_is_assumed_by_option() {
    let assume = accepting([Leniency::AssumedCastling]);
    // The placement, the rights as Shredder-FEN writes them, and whether anything was assumed.
    for (placement, rights, assumed) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "HAha", true),
        ("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR", "Ha", true),
        // If one rook has an apostrophe, nothing is assumed.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'", "H", false),
        ("r'nbqkbnr'/pppppppp/8/8/8/8/PPPPPPPP/R'NBQKBNR'", "HAha", false),
        // No king or no rook on its home square.
        ("r6r/4k3/8/8/8/8/8/R3K2R", "HA", true),
        ("r2k3r/8/8/8/8/8/8/R2K3R", "-", false),
        ("4k3/8/8/8/8/8/8/1R2K1R1", "-", false),
        ("r3k2r/8/8/8/8/8/8/4K3", "ha", true),
        // A promoted rook, and a rook of the other color.
        ("4k3/8/8/8/8/8/8/+R3K2R", "H", true),
        ("4k3/8/8/8/8/8/8/+R3K2+R", "-", false),
        ("R3k3/8/8/8/8/8/8/4K3", "-", false),
    ] {
        let text = format!("{placement} PN/q bughouse/BUGHOUSE");
        let (board, used) = read_with(&text, &assume);
        assert_eq!(board.castle_rights().to_string(), rights, "{text}");
        let expected: &[Leniency] = if assumed { &[Leniency::AssumedCastling] } else { &[] };
        assert_eq!(used.iter().collect::<Vec<_>>(), expected, "{text}");
    }
    assert_eq!(Leniency::AssumedCastling.name(), "assumed-castling");
}

#[test]
fn impossible_apostrophes_are_dropped_by_option() {
    let options =
        accepting([Leniency::DroppedCastling, Leniency::DroppedEnPassant, Leniency::AssumedCastling]);
    for (placement, turn, expected, leniency) in [
        ("4k3/8/8/8/R'7/8/8/R3K3", "A/b", "4k3/8/8/8/R7/8/8/R3K3[] w - - 0 1", Leniency::DroppedCastling),
        ("4k3/8/8/8/8/8/4K3/R'7", "A/b", "4k3/8/8/8/8/8/4K3/R7[] w - - 0 1", Leniency::DroppedCastling),
        ("4k3/8/8/8/4P'3/8/8/4K3", "A/b", "4k3/8/8/8/4P3/8/8/4K3[] w - - 0 1", Leniency::DroppedEnPassant),
        ("4k3/8/8/4P'3/8/8/8/4K3", "b/A", "4k3/8/8/4P3/8/8/8/4K3[] b - - 0 1", Leniency::DroppedEnPassant),
        (
            "4k3/8/4n3/4p'3/8/8/8/4K3",
            "A/b",
            "4k3/8/4n3/4p3/8/8/8/4K3[] w - - 0 1",
            Leniency::DroppedEnPassant,
        ),
        // The impossible apostrophe is dropped, the other one is kept.
        (
            "4k3/8/8/4p'3/3p'4/8/8/4K3",
            "A/b",
            "4k3/8/8/4p3/3p4/8/8/4K3[] w - e6 0 1",
            Leniency::DroppedEnPassant,
        ),
    ] {
        let text = format!("{placement} / {turn}");
        assert!(Board::read_feen(text.as_bytes(), &ReadOptions::default()).is_err(), "{text}");
        let (read, used) = read_with(&text, &options);
        assert_eq!(read, board(expected), "{text}");
        assert_eq!(used.iter().collect::<Vec<_>>(), [leniency], "{text}");
    }
}

/// The builder claims rights by file. An apostrophe after a rook off its rank must not give the right to
/// another rook on that file.
#[test]
fn apostrophe_after_a_rook_off_its_rank_is_rejected() {
    let text = b"4k3/8/8/8/R'7/8/8/R3K3 / A/b";
    let error = Board::read_feen(text, &ReadOptions::default()).unwrap_err();
    let error = error.syntax().unwrap();
    assert_eq!(*error.kind(), ReadErrorKind::Feen(None, FeenErrorKind::CastlingRank(Color::White)));
    assert_eq!(error.span(), Span::new(10, 12));
}

#[test]
fn fields_are_found() {
    let text = "4k3/8/8/8/8/8/8/4K3 2PN/ BUGHOUSE/bughouse";
    let parsed = ParsedBoard::read_feen(text.as_bytes(), &ReadOptions::default()).unwrap();
    let part = |span: Span| &text[span.start..span.end];
    assert_eq!(part(parsed.span(Field::Placement)), "4k3/8/8/8/8/8/8/4K3");
    assert_eq!(part(parsed.span(Field::Reserve)), "2PN/");
    assert_eq!(part(parsed.span(Field::Side)), "BUGHOUSE/bughouse");
    assert_eq!(parsed.builder.build().unwrap(), read_strictly(text));
}

/// Any bytes, bytes of FEEN's alphabet, and valid strings with a few bytes changed.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let alphabet = prop::sample::select(b"rnbqkpRNBQKPgX12345678/+-' Bb0".to_vec());
    let damaged =
        (any::<u64>(), 0usize..60, any::<u64>(), 0usize..5).prop_map(|(seed, plies, change, count)| {
            let mut bytes = random_board(seed, plies).to_feen().into_bytes();
            let mut rng = Rng::new(change);
            for _ in 0..count {
                let at = rng.below(bytes.len());
                match rng.below(8) {
                    0 if bytes.len() > 1 => drop(bytes.remove(at)),
                    1 => bytes[at] = rng.next() as u8,
                    2 => bytes.truncate(at + 1),
                    3..=5 => bytes.insert(at, rng.pick(b"pPkKgQ8/+-' 2")),
                    _ => bytes[at] = rng.pick(b"pPkKrRnN1/+-'"),
                }
            }
            bytes
        });
    prop_oneof![prop::collection::vec(any::<u8>(), 0..100), prop::collection::vec(alphabet, 0..100), damaged,]
}

fn options() -> impl Strategy<Value = ReadOptions> {
    any::<[bool; 4]>().prop_map(|on| {
        let material = if on[3] { Material::Any } else { Material::TwoSets };
        let leniencies =
            [Leniency::AssumedCastling, Leniency::DroppedCastling, Leniency::DroppedEnPassant].into_iter();
        accepting(leniencies.zip(on).filter(|(_, on)| *on).map(|(leniency, _)| leniency)).material(material)
    })
}

fn is_inside(span: Span, text: &[u8]) -> bool {
    span.start <= span.end && span.end <= text.len()
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(5000) })]

    #[test]
    fn any_bytes_are_a_board_or_an_error_inside_the_string(text in texts(), options in options()) {
        match Board::read_feen(&text, &options) {
            Ok((read, used)) => {
                let utf8 = std::str::from_utf8(&text).unwrap();
                let position = feen::parse(utf8).unwrap();
                if used.is_empty() {
                    // Reading differs from the reference only in the number of pieces.
                    let slow = board_of_any_material(&slow_bfen(&position));
                    prop_assert_eq!(read, slow);
                    prop_assert_eq!(feen::is_valid(utf8), {
                        let names = position.style_turn.as_str();
                        let canonical = read.to_feen();
                        let canonical = canonical.rsplit_once(' ').unwrap().0;
                        utf8 == format!("{canonical} {names}")
                    });
                }
                let any = ReadOptions::default().material(Material::Any);
                prop_assert_eq!(read_with(&read.to_feen(), &any).0, read);
            }
            Err(error) => {
                let drawing = error.render(&text);
                prop_assert!(drawing.ends_with('^'));
                match error.syntax() {
                    Some(error) => {
                        prop_assert!(is_inside(error.span(), &text), "{error}");
                        prop_assert_eq!(drawing.split('\n').count(), 3);
                        let message = error.kind().to_string();
                        let begins_with_side = Color::ALL.iter().any(|side| message.starts_with(side.side_name()));
                        prop_assert!(
                            begins_with_side || !message.starts_with(|c: char| c.is_uppercase()),
                            "{message}"
                        );
                    }
                    None => {
                        let rules = error.violations().count();
                        prop_assert!(rules > 0);
                        prop_assert_eq!(error.errors().len(), rules);
                        for error in error.errors() {
                            let span = error.span();
                            prop_assert!(is_inside(span, &text) && span.start < span.end, "{error}");
                        }
                        prop_assert_eq!(drawing.split('\n').count(), 3 * rules);
                        // The wrong string is shown with wrong places, and nothing worse.
                        for other in [&b""[..], b"k", &text[text.len() / 2..]] {
                            prop_assert!(error.render(other).ends_with('^'));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn style_only_omits_double_pushes(seed in any::<u64>(), plies in 0usize..60, which in 0usize..3) {
        let board = random_board(seed, plies);
        let en_passant = [EnPassant::Always, EnPassant::PseudoLegal, EnPassant::Legal][which];
        let texts = [CastlingLetters::XFen, CastlingLetters::Shredder].map(|castling| {
            board.text(&feen_style().en_passant(en_passant).castling(castling)).to_string()
        });
        prop_assert_eq!(&texts[0], &texts[1]);
        let again = read_strictly(&texts[0]);
        prop_assert_eq!(again.en_passant(), board.en_passant_as(en_passant));
        prop_assert_eq!(again.hash(), board.hash());
    }
}

/// One square at a time, to catch places in the string that are off by one.
#[test]
fn every_violation_points_at_its_piece() {
    for rank in [0, 7] {
        for file in File::ALL {
            let pawn = Square::ALL[8 * rank + file.to_index()];
            let mut builder = BoardBuilder::new();
            for at in Square::all().filter(|at| (at.to_index() * 7 + rank).is_multiple_of(3)) {
                let colored = [Piece::Rook, Piece::Queen][at.to_index() % 2];
                builder.piece(at, colored, Color::White).promoted(at, at.to_index() % 4 == 1);
            }
            builder.piece(pawn, Piece::Pawn, Color::Black);
            let text = feen_of(&builder);
            let invalid = Board::read_feen(text.as_bytes(), &ReadOptions::default()).unwrap_err();
            let expected = ReadErrorKind::Rule(None, Violation::PawnOnLastRank(pawn));
            let span =
                invalid.errors().iter().find(|error| *error.kind() == expected).expect("a pawn").span();
            assert_eq!(&text[span.start..span.end], "p", "{text}");
        }
    }
}

/// Writes the pieces of an invalid board.
fn feen_of(builder: &BoardBuilder) -> String {
    let mut board = feen::Board::empty(&[8, 8]).unwrap();
    for (index, square) in board.squares_mut().iter_mut().enumerate() {
        let at = Square::ALL[index].flip_vertical();
        *square = builder.get(at).map(|(piece, color)| {
            let prefix = if builder.is_promoted(at) { Prefix::Plus } else { Prefix::None };
            feen::Piece::new(piece.to_colored_char(color)).unwrap().with_prefix(prefix)
        });
    }
    format!("{board} / BUGHOUSE/bughouse")
}
