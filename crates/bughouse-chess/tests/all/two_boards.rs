//! Two-board strings: reading, validation, writing, and the meaning of their last fields.

use bughouse_chess::notation::position::{ParsedBoard, ParsedTwoBoards};
use bughouse_chess::{
    Board, BoardId, Color, FenStyle, LastFields, Leniency, Match, Millis, Piece, Position, ReadErrorKind,
    ReadOptions, Rules, Seat, Seconds, TimeControl, TwoBoards,
};
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, proptest};

use crate::support::{Rng, accepting, board, random_board};

/// The example of the extension, and the start of its sample game.
const EXAMPLES: [&str; 2] = [
    "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN w - - 45 56 | \
     Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60",
    "r1b1k1nr/ppp1qpPp/2n5/1B1p1n1N/3P4/2P5/P1P1QPnP/R1BK2NR/PPBpp b kq - 142 164 | \
     2Nrkb1r/pPpbqppp/2p5/8/3N4/2P1B3/P1P1QPpP/R3K2R/Ppb w KQk - 142 163",
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn lenient() -> ReadOptions {
    accepting([
        Leniency::DroppedCastling,
        Leniency::DroppedEnPassant,
        Leniency::MoveNumberZero,
        Leniency::MissingCounters,
        Leniency::ExtraSpaces,
        Leniency::ShortRank,
        Leniency::TightBar,
    ])
}

#[track_caller]
fn text_of(text: &str) -> ParsedTwoBoards<'_> {
    ParsedTwoBoards::read(text.as_bytes(), &ReadOptions::default()).unwrap()
}

#[track_caller]
fn both(text: &str) -> TwoBoards {
    text.parse().unwrap()
}

#[test]
fn extension_examples_round_trip() {
    for example in EXAMPLES {
        let text = text_of(example);
        assert_eq!(text.last_fields, LastFields::Clocks);
        assert_eq!(text.to_string(), example);
        // The validated boards round-trip too, given the order of the reserves.
        let read = both(example);
        let mut out = String::new();
        for id in BoardId::ALL {
            if id == BoardId::B {
                out.push_str(" | ");
            }
            let clocks = read.clocks[id as usize].unwrap();
            let letters = text.boards[id as usize].reserve_letters();
            out += &read.board(id).text_with_clocks(&FenStyle::default(), clocks, &letters).to_string();
        }
        assert_eq!(out, example);
        assert_eq!(both(&read.to_thief()), read, "also in the canonical order of reserves");
    }
}

#[test]
fn contents_of_the_first_example() {
    let read = both(EXAMPLES[0]);
    let a = read.board(BoardId::A);
    assert_eq!(a.reserve(Color::White).count(Piece::Bishop), 3);
    assert_eq!(a.reserve(Color::White).count(Piece::Knight), 1);
    assert_eq!(a.reserve(Color::Black).to_string(), "QRPPP");
    assert!(read.board(BoardId::B).is_promoted("a8".parse().unwrap()));
    let clocks = Seat::ALL.map(|seat| read.clock(seat).unwrap());
    assert_eq!(clocks, [45, 56, 45, 60].map(Millis::from_secs));
    assert_eq!(
        read.to_bfen(),
        "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1[BBBNqrppp] w - - 0 1 | \
         Q~4rk1/8/8/8/8/8/8/R3K2R[] w KQ - 0 1"
    );
    assert_eq!(
        read.to_fen(),
        "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1 w - - 0 1 | \
         Q4rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    );
}

#[test]
fn both_dialects_work_on_both_boards() {
    let forms = [("", ""), ("/", ""), ("/-", ""), ("[]", ""), ("[-]", ""), ("/Np", "Np"), ("[Np]", "Np")];
    for (a, held_a) in forms {
        for (b, held_b) in forms {
            for (last, times) in [("0 1", None), ("45.5 56", Some([45_500, 56_000].map(Millis)))] {
                let text = format!("{START}{a} w KQkq - {last} | {START}{b} b KQkq - {last}");
                let read = both(&text);
                let held = BoardId::ALL.map(|id| {
                    let board = read.board(id);
                    board.reserve(Color::White).to_string()
                        + &board.reserve(Color::Black).to_string().to_lowercase()
                });
                assert_eq!(held, [held_a, held_b], "{text}");
                let clocks = [read.clock(Seat::WHITE_B), read.clock(Seat::BLACK_B)];
                assert_eq!(clocks, times.map_or([None; 2], |times| times.map(Some)), "{text}");
            }
        }
    }
}

#[test]
fn meaning_of_the_last_fields() {
    // Reserves of board A and B, last fields of board A and B, meaning.
    let rows = [
        ("/Np", "", "45 56", "45 60", LastFields::Clocks),
        ("/Np", "/", "142 164", "142 163", LastFields::Clocks),
        ("", "", "180 180", "180 180", LastFields::Clocks),
        ("", "", "0 1", "0 1", LastFields::Counters),
        ("/", "/", "0 1", "0 1", LastFields::Counters),
        ("/", "/", "9 30", "3 2", LastFields::Clocks),
        ("/N", "/", "9 30", "2 2", LastFields::Counters),
        ("/", "/", "10 30", "2 2", LastFields::Clocks),
        ("/", "/", "0 0", "0 1", LastFields::Clocks),
        ("[]", "", "45 56", "45 60", LastFields::Counters),
        ("", "[Q]", "45 56", "45 60", LastFields::Counters),
        ("[]", "[]", "45 56", "45 60.0", LastFields::Clocks),
        ("/", "/", "-1 56", "45 60", LastFields::Clocks),
    ];
    for (a, b, last_a, last_b, expected) in rows {
        let text = format!("{START}{a} w KQkq - {last_a} | {START}{b} w KQkq - {last_b}");
        assert_eq!(text_of(&text).last_fields, expected, "{text}");
    }
    // After a double push, the half-move clock is 0.
    let pushed = |last| format!("{START} w KQkq - 0 1 | 4k3/8/8/8/4P3/8/8/4K3 b - e3 {last}");
    assert_eq!(text_of(&pushed("1 9")).last_fields, LastFields::Clocks);
    assert_eq!(text_of(&pushed("0 9")).last_fields, LastFields::Counters);
}

#[test]
fn meaning_of_the_last_fields_in_a_tag() {
    // Reserves and last fields of both boards, whether a strict and a lenient tag has clocks, whether it was a guess.
    let rows = [
        ("/", "0 1", "0 1", true, false, true),
        ("", "0 1", "0 2", true, false, true),
        ("", "9 30", "3 2", true, true, false),
        ("", "1 30", "0 2", true, true, true),
        ("/", "45 56", "45 60", true, true, false),
        ("[]", "45 56", "45 60", false, false, false),
        ("[]", "45.5 56", "45 60", true, true, false),
    ];
    for (reserves, last_a, last_b, strict, lenient, guessed) in rows {
        let text = format!("{START}{reserves} w KQkq - {last_a} | {START} w KQkq - {last_b}");
        for (last_fields, clocks) in [(LastFields::Tag, strict), (LastFields::LenientTag, lenient)] {
            let options = ReadOptions::default().last_fields(last_fields);
            let read = ParsedTwoBoards::read(text.as_bytes(), &options).unwrap();
            let expected = if clocks { LastFields::Clocks } else { LastFields::Counters };
            assert_eq!((read.last_fields, read.guessed), (expected, guessed), "{last_fields:?} {text}");
            assert!(read.boards.iter().all(|board| board.clocks.is_some() == clocks));
        }
    }
    // What is neither is a wrong clock, as the specification says clocks.
    let text = format!("{START} w KQkq - x 1 | {START} w KQkq - 0 1");
    let options = ReadOptions::default().last_fields(LastFields::LenientTag);
    let error = ParsedTwoBoards::read(text.as_bytes(), &options).unwrap_err();
    assert_eq!(
        error.kind().to_string(),
        "board A: White's clock: expected a time in seconds, such as 45 or 45.3"
    );
}

#[test]
fn chess960_starts_name_their_rooks() {
    let board = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB";
    for letters in ["FDfd", "DFdf", "KQkq"] {
        let read = both(&format!("{board} w {letters} - 0 1 | {board}/ w {letters} - 0 1"));
        assert_eq!(read.clocks, [None; 2]);
        assert_eq!(read.to_fen(), format!("{board} w KQkq - 0 1 | {board} w KQkq - 0 1"));
    }
}

#[test]
fn rights_are_written_in_the_standard_order() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R/P w HAha - 45 60 | 4k3/8/8/8/8/8/8/4K3 w - - 45 60";
    assert_eq!(text_of(text).to_string(), text);
    assert_eq!(text_of(&text.replace("HAha", "ahAH")).to_string(), text);
}

#[test]
fn a_large_move_number_does_not_overflow() {
    let read =
        ParsedBoard::read(b"4k3/8/8/8/8/8/8/4K3/P b - - 5 4294967295", &ReadOptions::default()).unwrap();
    assert!(read.has_counters());
    let read =
        ParsedBoard::read(b"4k3/8/8/8/8/8/8/4K3/P b - - 5 4294967296", &ReadOptions::default()).unwrap();
    assert_eq!(read.clocks.map(|clocks| clocks[1].time()), Some(Millis(4_294_967_296_000)));
}

#[test]
fn meaning_of_the_last_fields_by_option() {
    let text = format!("{START}[] w KQkq - 45 56 | {START}/ w KQkq - 45 60");
    for (last_fields, black_b, move_b) in
        [(LastFields::Clocks, Some(Millis(60_000)), 1), (LastFields::Counters, None, 60)]
    {
        let options = ReadOptions::default().last_fields(last_fields);
        let (read, used) = TwoBoards::read(text.as_bytes(), &options).unwrap();
        assert!(used.is_empty());
        assert_eq!(read.clock(Seat::BLACK_B), black_b);
        assert_eq!(read.board(BoardId::B).fullmove_number(), move_b);
    }
    let counters = ReadOptions::default().last_fields(LastFields::Counters);
    let text = text.replace("45 56", "45.5 56");
    assert!(TwoBoards::read(text.as_bytes(), &counters).is_err());
}

#[test]
fn one_board_only() {
    fn read(text: &str) -> ParsedBoard<'_> {
        ParsedBoard::read(text.as_bytes(), &ReadOptions::default()).unwrap()
    }
    let clocks = |text: &str| read(text).clocks.map(|clocks| clocks.map(|clock| clock.to_string()));
    assert_eq!(clocks(&format!("{START} w KQkq - 12 40")), None, "plain FEN has counters");
    assert_eq!(clocks(&format!("{START}/pNq w KQkq - 0 1")), None);
    let times = Some(["12.50", "40"].map(str::to_owned));
    assert_eq!(clocks(&format!("{START} w KQkq - 12.50 40")), times);
    assert_eq!(clocks(&format!("{START}/pNq w KQkq - 142 164")), Some(["142", "164"].map(str::to_owned)));
    let text = format!("{START}/pNq w KQkq - 142 164");
    let slashed = read(&text);
    assert_eq!(slashed.reserve_letters(), "pNq");
    assert!(slashed.build(&ReadOptions::default()).is_ok());
}

#[test]
fn leniencies_are_reported() {
    let text = format!("{START}  w KQkq -|{START}[Q] w KQkq - ");
    assert!(text.parse::<TwoBoards>().is_err());
    let (read, used) = TwoBoards::read(text.as_bytes(), &lenient()).unwrap();
    let expected = [Leniency::MissingCounters, Leniency::ExtraSpaces, Leniency::TightBar];
    assert_eq!(used.iter().collect::<Vec<_>>(), expected);
    assert_eq!(read.clocks, [None; 2]);
    assert_eq!(read.to_bfen(), format!("{START}[] w KQkq - 0 1 | {START}[Q] w KQkq - 0 1"));
    let tight = format!("{START} w KQkq - 0 1| {START} w KQkq - 0 1");
    let error = ParsedTwoBoards::read(tight.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(*error.kind(), ReadErrorKind::TightBar);
}

#[test]
fn clocks_of_one_board_are_kept_if_the_other_has_none() {
    let text = format!("{START} w KQkq - | {START}/N w KQkq - 25.728 60");
    let read = ParsedTwoBoards::read(text.as_bytes(), &lenient()).unwrap();
    assert_eq!(read.to_string(), text);
    let (both, _) = read.build(&lenient()).unwrap();
    assert_eq!([Seat::WHITE_A, Seat::WHITE_B].map(|seat| both.clock(seat)), [None, Some(Millis(25_728))]);
}

#[test]
fn every_violation_of_both_boards_is_listed() {
    let text = "4k3/8/8/8/8/8/8/8 w K - 0 1 | 4k3/8/8/8/8/8/8/P3K3 w - - 0 1";
    let invalid = text.parse::<TwoBoards>().unwrap_err();
    assert_eq!(invalid.violations().count(), 3);
    let violations: Vec<String> = invalid
        .errors()
        .iter()
        .map(|error| format!("{} {:?}", error.kind(), &text[error.span().start..error.span().end]))
        .collect();
    assert_eq!(
        violations,
        [
            "board A: White has no king \"4k3/8/8/8/8/8/8/8\"",
            "board A: White can't castle kingside: its king and an unmoved rook are not in place \"K\"",
            "board B: there is a pawn on a1, outside ranks 2 to 7 \"P\"",
        ]
    );
    assert_eq!(invalid.to_string().matches("board ").count(), 2);
}

#[test]
fn a_match_from_a_string_round_trips() {
    let read = both(EXAMPLES[1]);
    let mut game = read.to_match(Rules::standard(), Millis::ZERO).unwrap();
    assert_eq!(game.two_boards(Millis::ZERO), read);
    game.start(Millis::ZERO);
    game.play_at(BoardId::B, "d4c6".parse().unwrap(), Millis(1_250)).unwrap();
    let later = game.two_boards(Millis(2_000));
    assert_eq!(later.clock(Seat::WHITE_B), Some(Millis(140_750)));
    assert_eq!(later.clock(Seat::BLACK_A), Some(Millis(162_000)));
    let text = later.to_thief();
    assert_eq!(
        text,
        "r1b1k1nr/ppp1qpPp/2n5/1B1p1n1N/3P4/2P5/P1P1QPnP/R1BK2NR/BPPppp b kq - 142 162 | \
         2Nrkb1r/pPpbqppp/2N5/8/8/2P1B3/P1P1QPpP/R3K2R/Pbp b KQk - 140.75 162.25"
    );
    assert_eq!(both(&text).to_thief(), text);
    let untimed = Match::new(Rules::fics(), TimeControl::new(180, 0)).two_boards(Millis::ZERO);
    assert_eq!(untimed.to_thief(), format!("{START} w KQkq - 180 180 | {START} w KQkq - 180 180"));
}

#[test]
fn times_in_seconds() {
    for (text, millis) in [
        ("0", 0),
        ("45", 45_000),
        ("007", 7_000),
        ("159.3", 159_300),
        ("299.000", 299_000),
        ("-0.576", -576),
        ("-1", -1_000),
        ("-0", 0),
        ("-0.00", 0),
        ("000000000000000000005", 5_000),
        ("-9223372036854775.808", i64::MIN),
        ("9223372036854775.807", i64::MAX),
    ] {
        let read: Seconds = text.parse().unwrap();
        assert_eq!(read.time(), Millis(millis), "{text}");
        assert_eq!(read.to_string(), text.trim_start_matches("00"));
        assert_eq!(Seconds::from(read.time()).time(), read.time());
    }
    let malformed = "expected a time in seconds, such as 45 or 45.3";
    let too_fine = "a time can have at most three decimals";
    let too_large = "the time is too large";
    for (text, message, start) in [
        ("", malformed, 0),
        ("-", malformed, 0),
        (".5", malformed, 0),
        ("5.", malformed, 2),
        ("5,5", malformed, 1),
        ("--5", malformed, 0),
        ("+5", malformed, 0),
        ("5.1234", too_fine, 5),
        ("9223372036854775.808", too_large, 0),
        ("-9223372036854775.809", too_large, 0),
        ("99999999999999999999999999", too_large, 0),
        ("100000000000000000000000000", too_large, 0),
    ] {
        let error = Seconds::read(text.as_bytes()).unwrap_err();
        assert_eq!((*error.kind(), error.span().start), (message, start), "{text}");
    }
}

/// Every string of a sign, digits and decimals is read as a slow reader does.
#[test]
fn times_are_read_like_by_hand() {
    for sign in ["", "-"] {
        for whole in ["", "0", "7", "007", "298", "999999999", "1000000000", "-3", "+3", "x", "1x", " 1"] {
            for rest in ["", ".", ".5", ".50", ".576", ".000", ".5761", ".5x", ".-5", "..5", "x"] {
                let text = format!("{sign}{whole}{rest}");
                let read = Seconds::read(text.as_bytes());
                assert_eq!(read.ok().map(Seconds::time), slow_seconds(&text), "{text}");
                let Ok(seconds) = read else { continue };
                let written = whole.trim_start_matches('0');
                let whole = if written.is_empty() { "0" } else { written };
                assert_eq!(seconds.to_string(), format!("{sign}{whole}{rest}"), "{text}");
            }
        }
    }
}

/// Reads a time by cutting the string at its point.
fn slow_seconds(text: &str) -> Option<Millis> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
        return None;
    }
    let millis: i64 = format!("{whole}{decimals:0<3}").parse().ok()?;
    Some(Millis(if unsigned == text { millis } else { -millis }))
}

#[test]
fn a_million_bars_are_rejected_at_once() {
    let bars = "|".repeat(1_000_000);
    let error = ParsedTwoBoards::read(bars.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(*error.kind(), ReadErrorKind::ManyBoards(1_000_001));
    assert_eq!((error.span().start, error.span().end), (1, 1_000_000));
}

/// Reserves in the other order, written in brackets or after a slash.
fn shuffled(board: &Board, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = board.to_bfen().chars().collect();
    letters = letters.split(|&c| c == '[').nth(1).unwrap().split(|&c| c == ']').next().unwrap().to_vec();
    for i in (1..letters.len()).rev() {
        letters.swap(i, rng.below(i + 1));
    }
    letters.into_iter().collect()
}

#[test]
fn random_boards_round_trip_in_every_form() {
    let mut rng = Rng::new(42);
    let mut seen = [0; 4];
    for seed in 0..2_000 {
        let boards = [random_board(2 * seed, 30), random_board(2 * seed + 1, 30)];
        let position = Position::new(boards[0], boards[1], Rules::standard());
        let mut time = || Seconds::from(Millis(rng.below(600_000) as i64 - 5_000));
        let times = [[time(), time()], [time(), time()]];
        let timed = TwoBoards { position, clocks: times.map(Some) };
        let untimed = TwoBoards { position, clocks: [None; 2] };
        seen[0] += usize::from(!boards[0].promoted().is_empty());
        seen[1] += usize::from(!boards[1].castle_rights().is_empty());
        seen[2] += usize::from(boards[0].en_passant().is_some());
        seen[3] += usize::from(!boards[0].reserve(Color::White).is_empty());

        assert_eq!(both(&untimed.to_bfen()), untimed);
        let clocks = ReadOptions::default().last_fields(LastFields::Clocks);
        let thief = timed.to_thief();
        let (read, _) = TwoBoards::read(thief.as_bytes(), &clocks).unwrap();
        assert_eq!(read.clocks, timed.clocks, "{thief}");
        for (read, board) in read.position.boards().iter().zip(&boards) {
            let mut counted = *board;
            counted = board_with_counters(&counted, 0, 1);
            assert_eq!(*read, counted, "{thief}");
        }

        // The caller can keep the order of the reserves.
        let mut out = String::new();
        for (i, board) in boards.iter().enumerate() {
            let order = shuffled(board, &mut rng);
            out.push_str(if i == 1 { " | " } else { "" });
            out += &board.text_with_clocks(&FenStyle::default(), times[i], &order).to_string();
        }
        let text = ParsedTwoBoards::read(out.as_bytes(), &clocks).unwrap();
        assert_eq!(text.build(&clocks).unwrap().0, read);
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

fn board_with_counters(position: &Board, halfmoves: u32, fullmoves: u32) -> Board {
    let text = position.to_bfen();
    let fields: Vec<&str> = text.split(' ').collect();
    board(&format!("{} {halfmoves} {fullmoves}", fields[..4].join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Reading never panics, and places are inside the string.
    #[test]
    fn any_bytes_are_read_or_rejected_with_a_span_inside_the_string(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for options in [ReadOptions::default(), lenient()] {
            if let Err(error) = ParsedTwoBoards::read(&bytes, &options) {
                prop_assert!(error.span().start <= error.span().end && error.span().end <= bytes.len());
                prop_assert!(error.render(&bytes).ends_with('^'));
            }
        }
    }

    /// A valid string with a few bytes changed.
    #[test]
    fn changed_examples_are_read_or_rejected_with_a_span_inside_the_string(
        which in 0..2usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..5),
    ) {
        let mut text = EXAMPLES[which].as_bytes().to_vec();
        let letters = b"|| rnbqkpRNBQKP12345678/[]~- w.0159";
        for (at, byte, how) in changes {
            let at = at.index(text.len());
            match how {
                0 => text[at] = byte,
                1 => text[at] = letters[byte as usize % letters.len()],
                2 => text.insert(at, letters[byte as usize % letters.len()]),
                _ => drop(text.remove(at)),
            }
        }
        for options in [ReadOptions::default(), lenient()] {
            match TwoBoards::read(&text, &options) {
                Ok((read, _)) => {
                    let spelled = ParsedTwoBoards::read(&text, &options).unwrap().to_string();
                    let again = TwoBoards::read(spelled.as_bytes(), &options).unwrap().0;
                    prop_assert_eq!(again, read, "{}", spelled);
                }
                Err(error) => prop_assert!(error.render(&text).ends_with('^')),
            }
        }
    }
}
