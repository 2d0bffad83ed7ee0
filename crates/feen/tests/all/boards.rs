//! Boards: layouts, coordinates, and invalid boards.

use feen::{Board, BoardBuilder, BoardError, Limits};

use crate::support::{board, piece, position};

fn read(placement: &str) -> Board {
    position(&format!("{placement} / A/b")).board
}

/// Builds a board from its string in the simplest way.
fn build(placement: &str) -> Result<Board, BoardError> {
    let mut builder = BoardBuilder::new();
    let mut rest = placement;
    while let Some(first) = rest.chars().next() {
        let same = rest.len() - rest.trim_start_matches('/').len();
        match first {
            '/' => drop(builder.separator(same)?),
            '0'..='9' => drop(builder.empty(first as usize - '0' as usize)?),
            _ => drop(builder.piece(piece(&rest[..1]))?),
        }
        rest = &rest[same.max(1)..];
    }
    builder.finish()
}

#[test]
fn dimensions_and_sizes() {
    for (placement, dimensions, sizes) in [
        ("K", 1, Some(vec![1])),
        ("12", 1, Some(vec![12])),
        ("k/K", 2, Some(vec![2, 1])),
        ("8/8/8", 2, Some(vec![3, 8])),
        ("8/7/8", 2, None),
        ("ab/cd//AB/CD", 3, Some(vec![2, 2, 2])),
        ("a/b/c//d/e/f", 3, Some(vec![2, 3, 1])),
        ("a/b//c", 3, None),
        ("a/b//c/d/e", 3, None),
        ("a/b//c/d///e/f//g/h", 4, Some(vec![2, 2, 2, 1])),
        ("a/b//c/d///e/f", 4, None),
        ("a/b//c/d///e", 4, None),
    ] {
        let board = read(placement);
        assert_eq!((board.dimensions(), board.sizes()), (dimensions, sizes), "{placement}");
        assert_eq!(board.is_regular(), board.sizes().is_some());
        assert_eq!(board.to_string(), placement);
    }
}

#[test]
fn empty_boards_of_any_size() {
    for (sizes, placement) in [
        (&[1][..], "1"),
        (&[7], "7"),
        (&[2, 1], "1/1"),
        (&[2, 3], "3/3"),
        (&[3, 2, 4], "4/4//4/4//4/4"),
        (&[2, 2, 2, 1], "1/1//1/1///1/1//1/1"),
        (&[2, 3, 2, 5], "5/5//5/5//5/5///5/5//5/5//5/5"),
    ] {
        let board = Board::empty(sizes).unwrap();
        assert_eq!(board.to_string(), placement);
        assert_eq!(board.sizes().as_deref(), Some(sizes));
        assert_eq!(board, read(placement));
    }
}

#[test]
fn boards_that_no_string_can_represent() {
    assert_eq!(Board::empty(&[]), Err(BoardError::EmptyRank));
    assert_eq!(Board::empty(&[0]), Err(BoardError::EmptyRank));
    assert_eq!(Board::empty(&[2, 0, 2]), Err(BoardError::EmptyRank));
    assert_eq!(Board::empty(&[1, 3]), Err(BoardError::OnePart));
    assert_eq!(Board::empty(&[2, 1, 3]), Err(BoardError::OnePart));
    assert_eq!(Board::empty(&[2; 21]), Err(BoardError::TooManySquares { limit: 1 << 20 }));
    assert_eq!(Board::empty(&[usize::MAX; 3]), Err(BoardError::TooManySquares { limit: 1 << 20 }));
    assert_eq!(Board::empty(&[2; 65]), Err(BoardError::TooManyDimensions { limit: 64 }));
    assert_eq!(Board::empty(&[2; 20]).unwrap().dimensions(), 20);

    assert_eq!(Board::from_ranks([[None; 0]; 2]), Err(BoardError::EmptyRank));
    assert_eq!(Board::from_ranks([[None; 3]; 0]), Err(BoardError::EmptyRank));
}

/// A skipped dimension anywhere, even after a longer run.
#[test]
fn separators() {
    for placement in
        ["a//b", "a/b///c", "a//b/c", "a/b//c/d///e//f", "a/b//c/d////e", "a/b//c/d///e/f///g//h"]
    {
        assert!(matches!(build(placement), Err(BoardError::SkippedDimension { .. })), "{placement}");
    }
    for placement in ["/a", "a/", "", "a/b//"] {
        assert_eq!(build(placement), Err(BoardError::EmptyRank), "{placement}");
    }
    for placement in ["a/b//c//d", "a/b//c/d///e/f///g/h//i", "a/b//c///d///e/f//g"] {
        assert_eq!(build(placement).unwrap().to_string(), placement);
        assert_eq!(build(placement).unwrap(), read(placement));
    }
    let mut builder = BoardBuilder::new();
    builder.empty(1).unwrap();
    assert_eq!(builder.separator(0).unwrap_err(), BoardError::EmptyRank);
    // A rejected call changes nothing.
    assert_eq!(builder.separator(2).unwrap_err(), BoardError::SkippedDimension { found: 2, expected: 1 });
    assert_eq!(builder.finish().unwrap().to_string(), "1");
}

#[test]
fn limits_of_a_builder() {
    let limits = Limits::default().squares(3).dimensions(2);
    let mut builder = BoardBuilder::with_limits(limits);
    assert_eq!(builder.empty(4).unwrap_err(), BoardError::TooManySquares { limit: 3 });
    builder.empty(2).unwrap().separator(1).unwrap().piece(piece("K")).unwrap();
    assert_eq!(builder.piece(piece("K")).unwrap_err(), BoardError::TooManySquares { limit: 3 });
    assert_eq!(builder.separator(2).unwrap_err(), BoardError::TooManyDimensions { limit: 2 });
    assert_eq!(builder.finish().unwrap().to_string(), "2/K");
    // Never more than 64 dimensions, whatever the limits.
    let mut builder = BoardBuilder::with_limits(Limits::default().dimensions(1000));
    for slashes in 1..64 {
        builder.empty(1).unwrap().separator(slashes).unwrap();
    }
    builder.empty(1).unwrap();
    assert_eq!(builder.separator(64).unwrap_err(), BoardError::TooManyDimensions { limit: 64 });
}

#[test]
fn coordinates() {
    let board = read("ab/c//D///e/f//G");
    let mut seen = Vec::new();
    board.for_each_square(|at, square| seen.push((at.to_vec(), square.unwrap().letter())));
    let expected = [
        (vec![0, 0, 0, 0], 'a'),
        (vec![0, 0, 0, 1], 'b'),
        (vec![0, 0, 1, 0], 'c'),
        (vec![0, 1, 0, 0], 'D'),
        (vec![1, 0, 0, 0], 'e'),
        (vec![1, 0, 1, 0], 'f'),
        (vec![1, 1, 0, 0], 'G'),
    ];
    assert_eq!(seen, expected);
    for (at, letter) in expected {
        assert_eq!(board.get(&at), Some(Some(piece(&letter.to_string()))));
    }
    for nowhere in [&[][..], &[0, 0, 0], &[0, 0, 1, 1], &[0, 1, 1, 0], &[2, 0, 0, 0], &[0, 0, 0, usize::MAX]]
    {
        assert_eq!(board.get(nowhere), None, "{nowhere:?}");
    }
    let chess = read("8/8");
    assert_eq!((chess.get(&[1, 7]), chess.get(&[1, 8]), chess.get(&[2, 0])), (Some(None), None, None));
    assert_eq!((read("8").get(&[7]), read("8").get(&[8])), (Some(None), None));
}

#[test]
fn ranks_and_squares() {
    let board = read("ab/1//C");
    let ranks: Vec<(usize, usize)> = board.ranks().map(|rank| (rank.separator, rank.squares.len())).collect();
    assert_eq!(ranks, [(0, 2), (1, 1), (2, 1)]);
    assert_eq!(board.ranks().len(), 3);
    assert_eq!(board.ranks().next_back().unwrap().squares, [Some(piece("C"))]);
    assert_eq!(board.squares(), [Some(piece("a")), Some(piece("b")), None, Some(piece("C"))]);
}

#[test]
fn squares_are_changed_in_place() {
    let mut board = board(&[&["r", "", "k"], &["P"]]);
    board.squares_mut()[1] = Some(piece("+Q'"));
    *board.get_mut(&[1, 0]).unwrap() = None;
    assert_eq!(board.get_mut(&[1, 1]), None);
    assert_eq!(board.to_string(), "r+Q'k/1");
}

#[test]
fn public_types_are_send_and_sync() {
    fn is_send_sync<T: Send + Sync + 'static>() {}
    is_send_sync::<feen::Position>();
    is_send_sync::<feen::NestedPosition>();
    is_send_sync::<BoardBuilder>();
    is_send_sync::<feen::Options>();
    is_send_sync::<feen::Error>();
    is_send_sync::<feen::DumpError>();
    is_send_sync::<feen::NestedPositionError>();
}

#[test]
fn placements_are_written_as_they_were_read_or_rejected() {
    let sixteen = ["16"; 16].join("/");
    for placement in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "r'3k2r'/p1P'5/+q7/8/8/8/8/R'3K2-R",
        "K",
        "10K/11/K10",
        "8/7",
        "ab/cd//AB/CD",
        "257",
        "128/129",
        "200/200",
        &sixteen,
    ] {
        let text = format!("{placement} / A/b");
        assert_eq!(feen::parse(&text).unwrap().board.to_string(), placement);
        assert_eq!(feen::dump(&feen::parse(&text).unwrap()).unwrap(), text);
    }
    for placement in [
        "",
        "/K",
        "K/",
        "K//k",
        "08",
        "0",
        "K''",
        "'K",
        "K/'",
        "+",
        "+1",
        "++K",
        "+'K",
        "K+",
        "1'",
        "é",
        "KKKKKKKKé",
        "8\t",
        "99999999999999999999999999",
        "18446744073709551617",
    ] {
        assert!(feen::parse(&format!("{placement} / A/b")).is_err(), "{placement}");
    }
}
