//! Parsing of short names and numbers, and values by seat.

use bughouse_chess::{BoardId, BySeat, ChessMove, Color, File, Piece, Rank, Reserve, Seat, Square, Team};

#[test]
fn names_are_parsed() {
    for color in Color::ALL {
        assert_eq!(color.to_string().parse(), Ok(color));
        assert_eq!(color.to_char().to_string().parse(), Ok(color));
    }
    for piece in Piece::ALL {
        assert_eq!(piece.name().parse(), Ok(piece));
        assert_eq!(piece.to_colored_char(Color::White).to_string().parse(), Ok(piece));
        assert_eq!(piece.to_colored_char(Color::Black).to_string().parse(), Ok(piece));
    }
    for board in BoardId::ALL {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
    for team in Team::ALL {
        assert_eq!(team.to_string().parse(), Ok(team));
        assert_eq!(team.name().parse(), Ok(team));
    }
    for (seat, letter) in Seat::ALL.into_iter().zip(["A", "a", "B", "b"]) {
        assert_eq!(seat.to_string().parse(), Ok(seat));
        assert_eq!(letter.parse(), Ok(seat));
        assert_eq!(Seat::new(seat.board, seat.color), seat);
    }
}

#[test]
fn other_names_are_rejected() {
    for text in ["", " ", "White", "WHITE", "wb", "é", "white "] {
        assert_eq!(
            text.parse::<Color>().unwrap_err().kind().to_string(),
            "expected a color: w, b, white or black"
        );
    }
    // The third and fourth differ from letters in one bit.
    for text in ["", "x", "\u{10}", "\u{e}", "PN", "Pawn", "é", "0"] {
        let error = text.parse::<Piece>().unwrap_err();
        assert_eq!(
            error.kind().to_string(),
            "expected a piece: p, n, b, r, q, k or a name such as knight",
            "{text}"
        );
    }
    for text in ["", "a", "AB", "1"] {
        assert_eq!(text.parse::<BoardId>().unwrap_err().kind().to_string(), "expected a board, A or B");
    }
    for text in ["", "1", "team", "team3", "Team1"] {
        assert_eq!(text.parse::<Team>().unwrap_err().kind().to_string(), "expected a team, team1 or team2");
    }
    for text in ["", "whitea", "WhiteC", "White A", "C", "Aa"] {
        let error = text.parse::<Seat>().unwrap_err();
        assert_eq!(error.kind().to_string(), "expected a seat, one of WhiteA BlackA WhiteB BlackB", "{text}");
        assert_eq!((error.span().start, error.span().end), (0, text.len()));
    }
}

#[test]
fn reserves_are_read() {
    for (text, written) in [("", ""), ("P", "P"), ("QNPP", "QNPP"), ("PNPQ", "QNPP"), ("RRBBBNQ", "QRRBBBN")]
    {
        assert_eq!(text.parse::<Reserve>().unwrap().to_string(), written);
    }
    let full = "P".repeat(63);
    assert_eq!(full.parse::<Reserve>().unwrap().total(), 63);
    for (text, message, place) in [
        ("qn".to_string(), "expected a piece in reserve, one of Q R B N P", 0),
        ("QK".to_string(), "a king can't be in reserve", 1),
        ("Q N".to_string(), "expected a piece in reserve, one of Q R B N P", 1),
        ("Né".to_string(), "expected a piece in reserve, one of Q R B N P", 1),
        (full + "P", "a reserve can hold at most 63 pieces", 63),
    ] {
        let error = text.parse::<Reserve>().unwrap_err();
        assert_eq!(error.kind().to_string(), message, "{text}");
        assert_eq!(error.span().start, place, "{text}");
        assert!(error.render(text.as_bytes()).ends_with('^'));
    }
}

#[test]
fn a_move_is_not_a_drop() {
    assert_eq!("e7e8q".parse::<ChessMove>().unwrap().promotion(), Some(Piece::Queen));
    let error = "N@f3".parse::<ChessMove>().unwrap_err();
    assert_eq!(error.kind().to_string(), "expected a move such as e2e4 or e7e8q, not a drop");
    assert!("e2".parse::<ChessMove>().is_err());
}

#[test]
fn indices_round_trip() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(
        all: &[T],
        to_index: fn(T) -> usize,
        from_index: fn(usize) -> Option<T>,
    ) {
        for (i, &value) in all.iter().enumerate() {
            assert_eq!(to_index(value), i);
            assert_eq!(from_index(i), Some(value));
        }
        for index in [all.len(), all.len() + 1, usize::MAX] {
            assert_eq!(from_index(index), None);
        }
    }
    check(&Color::ALL, Color::to_index, Color::from_index);
    check(&Piece::ALL, Piece::to_index, Piece::from_index);
    check(&File::ALL, File::to_index, File::from_index);
    check(&Rank::ALL, Rank::to_index, Rank::from_index);
    check(&Square::ALL, Square::to_index, Square::from_index);
    check(&BoardId::ALL, BoardId::to_index, BoardId::from_index);
    check(&Team::ALL, Team::to_index, Team::from_index);
    check(&Seat::ALL, Seat::to_index, Seat::from_index);
}

#[test]
fn a_value_for_each_seat() {
    let mut names = BySeat::from_fn(Seat::name);
    for seat in Seat::ALL {
        assert_eq!(names[seat], seat.name());
    }
    names[Seat::BLACK_A] = "nobody";
    assert_eq!(names.as_array(), &["WhiteA", "nobody", "WhiteB", "BlackB"]);
    let seats: Vec<Seat> = names.iter().map(|(seat, _)| seat).collect();
    assert_eq!(seats, Seat::ALL);
    let lengths = names.map(str::len);
    assert_eq!(lengths.into_array(), [6; 4]);
    let mut counts = BySeat::<u32>::default();
    for (seat, count) in counts.iter_mut() {
        *count = seat.to_index() as u32 + 1;
    }
    assert_eq!(counts, BySeat::new([1, 2, 3, 4]));
    assert_eq!(counts.each_ref().map(|count| count + 1).into_array(), [2, 3, 4, 5]);
    assert_eq!(counts.into_iter().map(|(seat, count)| seat.to_index() as u32 + count).sum::<u32>(), 16);
}
