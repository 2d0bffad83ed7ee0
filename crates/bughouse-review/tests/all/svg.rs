//! Images of both boards of a match.

use std::path::Path;
use std::{env, fs};

use bughouse_chess::{Board, Millis};
use bughouse_review::position::{Counters, ReadBoard};
use bughouse_review::svg::two_boards;
use bughouse_review::two_boards::{Arrangement, DrawnBoards};

const CLOCKS: [Millis; 4] = [Millis(159_340), Millis(180_000), Millis(60_050), Millis(-576)];

/// A match in which BlackA has promoted and BlackB is frozen.
fn two(clocks: Option<[Millis; 4]>, counters: bool) -> String {
    let texts = [
        "r1b1kb1r/ppp2ppp/2n1pn2/3q~4/3P4/8/PPP2PPP/R1BQKB1R[QRBBNPPPrp] w KQkq - 3 21",
        "4R~1k1/5ppp/8/8/3p4/8/5PPP/5RK1[Npp] b - - 0 31",
    ];
    let clock = |index: usize| clocks.map(|clocks| [clocks[index].into(), clocks[index + 1].into()]);
    let sides = [(texts[0], 0), (texts[1], 2)].map(|(text, index)| ReadBoard {
        clocks: clock(index),
        counters: if counters { Counters::Known } else { Counters::Unknown },
        ..ReadBoard::of(text.parse::<Board>().unwrap())
    });
    two_boards(&DrawnBoards(&sides), Arrangement::default())
}

#[test]
fn both_boards_in_one_image() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/two-boards.svg");
    let image = two(Some(CLOCKS), true);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &image).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(stored == image, "two-boards.svg differs; BLESS=1 stores the new image");
}

#[test]
fn unknown_values_are_left_out() {
    let (all, less) = (two(Some(CLOCKS), true), two(None, false));
    for (text, count) in [("2:39.3", 1), ("-0:00.5", 1), ("half-moves 3, move 21", 1), ("half-moves 0, ", 1)]
    {
        assert_eq!((all.matches(text).count(), less.matches(text).count()), (count, 0), "{text}");
    }
    assert!(!less.contains("text-anchor=\"end\"") && !less.contains("half-moves"));
}

#[test]
fn board_b_has_black_at_the_bottom() {
    // BlackB's king is in check on g8: in the second column from the left, in the bottom row.
    assert!(two(None, false).contains("<rect x=\"1210\" y=\"790\""));
}
