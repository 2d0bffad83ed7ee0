//! Boards as JavaScript sees them.

use bughouse_wasm::{RawBoard, Scratch, pack, read_uci, uci};

fn board(text: &str) -> RawBoard {
    RawBoard::read(text, false).expect("the text is a board")
}

#[test]
fn legal_moves_are_written_as_numbers() {
    let mut scratch = Scratch::new();
    let raw = board("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    let written = raw.legal_moves(&mut scratch);
    assert_eq!(scratch.moves().len(), written);
    let plain: bughouse_chess::Board = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1".parse().unwrap();
    let expected: Vec<u32> = plain.legal_moves().into_iter().map(pack).collect();
    let mut sorted = [scratch.moves().to_vec(), expected];
    sorted.iter_mut().for_each(|list| list.sort_unstable());
    assert_eq!(sorted[0], sorted[1]);
    assert!(scratch.capacity() >= written && scratch.address() != 0);
}

#[test]
fn a_move_is_played_and_taken_back() {
    let mut raw = RawBoard::new();
    let before = raw.bfen();
    let e4 = raw.read_san("e4").unwrap();
    assert!(raw.is_legal(e4) && raw.play(e4));
    assert_eq!(raw.played().iter().map(|&number| uci(number)).collect::<Vec<_>>(), ["e2e4"]);
    assert!(!raw.play(e4), "it is no longer legal");
    assert_eq!(raw.why_illegal(e4).unwrap_err().kind, "no-piece");
    assert_eq!(raw.undo(), Some(e4));
    assert_eq!((raw.bfen(), raw.undo()), (before, None));
}

#[test]
fn errors_have_kind_place_and_message() {
    let error = RawBoard::read("8/8/8/8/8/8/8 w - - 0 1", false).unwrap_err();
    assert_eq!(error.place, Some((13, 13)), "{error:?}");
    assert!(!error.kind.is_empty() && error.message.contains('^'));
    let lines = error.to_string();
    assert_eq!(lines.lines().take(3).collect::<Vec<_>>(), [error.kind.as_str(), "13", "13"]);
    // The place is in UTF-16 code units: the character has two, and four bytes in UTF-8.
    let error = read_uci("\u{1F600}").unwrap_err();
    assert!(error.place.is_some_and(|(start, end)| start <= end && end <= 2), "{error:?}");
    for rejected in [RawBoard::chess960(960), RawBoard::read_feen("x"), RawBoard::read("", true)] {
        assert!(rejected.is_err());
    }
}

#[test]
fn status_reserves_and_pieces_are_returned() {
    let mated = board("4k3/4Q3/4K3/8/8/8/8/8[] b - - 0 1");
    assert_eq!(
        (mated.status(), mated.in_check(), mated.white_to_move(), mated.help()),
        (1, true, false, String::new())
    );
    // A piece on g3 would help, so in bughouse this isn't mate.
    let frozen = board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] w KQkq - 1 3");
    assert_eq!((frozen.status(), frozen.help().as_str()), (3, "Q:f2,g3;R:f2,g3;B:f2,g3;N:f2,g3;P:f2,g3"));
    assert_eq!(board("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1").status(), 2);
    assert_eq!(RawBoard::new().status(), 0);
    let mut held = board("4k3/8/8/8/8/8/8/4K3[QNNp] w - - 0 1");
    assert_eq!((held.reserve(true), held.reserve(false)), (vec![1, 0, 0, 2, 0], vec![0, 0, 0, 0, 1]));
    held.hand(false, 0).unwrap();
    held.take_back(true, 3).unwrap();
    assert_eq!(held.bfen(), "4k3/8/8/8/8/8/8/4K3[QNqp] w - - 0 1");
    assert!(held.take_back(true, 2).is_err() && held.hand(true, 5).is_err());
    assert_eq!(
        (held.piece_at(4).as_str(), held.piece_at(60).as_str(), held.piece_at(0).as_str()),
        ("K", "k", "")
    );
    assert_eq!(RawBoard::read_feen(&RawBoard::new().feen()).unwrap(), RawBoard::new());
}
