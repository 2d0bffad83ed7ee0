//! The words for the starting position, as a single board and as one board of two.

use bughouse_chess::{Board, Leniencies, Leniency, ReadOptions};
use bughouse_review::position::{ReadBoards, one_line, read};

const FEN: &str = "4k3/8/8/8/8/8/8/4K3[Np] b - - 3 9";
const CLOCKS: &str = "4k3/8/8/8/8/8/8/4K3/Np b - - 31.5 9";
const FEEN: &str = "4k3/8/8/8/8/8/8/4K3 N/p bughouse/BUGHOUSE";

/// Reads strictly.
fn strict(text: &str) -> Result<ReadBoards, String> {
    match read(text.as_bytes(), &ReadOptions::default()) {
        Ok((boards, used)) => {
            assert!(used.is_empty(), "{text:?}");
            Ok(boards)
        }
        Err(errors) => Err(one_line(&errors)),
    }
}

fn boards(text: &str) -> Vec<Board> {
    let read = strict(text).unwrap_or_else(|wrong| panic!("{text:?}: {wrong}"));
    read.list().iter().map(|side| side.board).collect()
}

#[test]
fn blanks_around_the_word_do_not_matter() {
    for word in ["start", "startpos", " start", "start\t", " \t startpos \t"] {
        assert_eq!(boards(word), [Board::default()], "{word:?}");
    }
    for text in ["start | start", " start |\tstartpos ", "start\t|\tstart", "startpos  \t |  start"] {
        assert_eq!(boards(text), [Board::default(); 2], "{text:?}");
    }
}

#[test]
fn the_start_can_be_combined_with_any_notation() {
    for position in [FEN, CLOCKS, FEEN] {
        let alone = boards(position)[0];
        for before in ["start | ", "\tstartpos  |  ", "start\t|\t"] {
            assert_eq!(boards(&format!("{before}{position}")), [Board::default(), alone], "{before:?}");
        }
        for after in [" | start", "  |\tstartpos\t", "\t|\tstart "] {
            assert_eq!(boards(&format!("{position}{after}")), [alone, Board::default()], "{after:?}");
        }
    }
    let read = strict(&format!("start | {CLOCKS}")).unwrap();
    assert_eq!(read.list().iter().map(|side| side.clocks.is_some()).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_bar_without_spaces_is_accepted_by_an_option() {
    let lenient = ReadOptions::default().accept(Leniencies::NONE.with(Leniency::TightBar));
    for text in
        ["start|start", "start| start", "start |start", &format!("start|{FEN}"), &format!("{FEN}|start")]
    {
        let bar = text.find('|').unwrap() + 1;
        let wrong = format!("expected one space on each side of '|' (at byte {bar})");
        assert_eq!(strict(text).unwrap_err(), wrong, "{text:?}");
        let (boards, used) = read(text.as_bytes(), &lenient).unwrap();
        assert_eq!((boards.list().len(), used.iter().collect()), (2, vec![Leniency::TightBar]), "{text:?}");
    }
}

#[test]
fn errors_next_to_the_start_have_their_board_and_place() {
    for (text, expected) in [
        ("start |", "board B is missing, expected a position (at byte 8)"),
        ("start | \t", "board B is missing, expected a position (at byte 10)"),
        ("| start", "board A is missing, expected a position (at byte 1)"),
        ("start  |\t8/8 w", "board B: found 2 ranks, expected 8 (at byte 13)"),
        ("8/8 w | start", "board A: found 2 ranks, expected 8 (at byte 4)"),
        ("start | 4k3/8/8/8/8/8/8/8 w - - 0 1", "board B: White has no king (at byte 9)"),
        (
            "start | 4k3/8/8/8/8/8/8/4K3 N BUGHOUSE/bughouse",
            "board B: expected the side to move, w or b (at byte 29)",
        ),
        ("start | 4k3/8/8/8/8/8/8/4K3 N/x BUGHOUSE/bughouse", "board B: "),
        ("start | Start", "board B: "),
        ("start | start | start", "found 3 boards, expected two (at byte 15)"),
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 1 | start", "board A: extra space"),
    ] {
        let wrong = strict(text).unwrap_err();
        assert!(wrong.starts_with(expected), "{text:?}: {wrong}");
    }
    for blank in ["", " ", "\t", "  \t "] {
        assert!(strict(blank).is_err(), "{blank:?}");
    }
}

/// An error next to the start is that of the single board, shifted by the bytes before the board.
#[test]
fn places_are_those_of_the_single_board() {
    let wrong = ["8/8 w", "4k3/8/8/8/8/8/8/8 w - - 0 0", "x", "4k3/8/8/8/8/8/8/4K3 N/x BUGHOUSE/bughouse"];
    for text in wrong {
        let errors = |text: &str| {
            let errors = read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
            errors.iter().map(|error| error.span()).collect::<Vec<_>>()
        };
        let single = errors(text);
        assert_eq!(errors(&format!("{text} | start")), single, "{text:?}");
        for before in ["start | ", " startpos\t|  \t"] {
            let expected: Vec<_> = single.iter().map(|span| span.shifted(before.len())).collect();
            assert_eq!(errors(&format!("{before}{text}")), expected, "{text:?}");
        }
    }
}
