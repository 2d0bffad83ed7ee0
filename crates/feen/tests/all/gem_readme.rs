//! Every example in the README of feen.rb 5.0.0.beta10, in its order.
//!
//! If the README contradicts the gem, the test expects what this crate documents: this applies to the two
//! sorting examples, the `valid?` example that is called out of order, and `retrieve_position`. The examples
//! with arrays of strings are also in `gem_arrays.rs`, verbatim.

use std::collections::HashMap;

use feen::{
    HandOrder, NotAPiece, Options, Position, Side, StyleError, StyleTurn, dump_with, is_valid, parse,
};

use crate::support::{board, board_3d, dump, hands, piece, position, square};

/// Reads a field together with the simplest other two.
#[track_caller]
fn placement(text: &str) -> Position {
    position(&format!("{text} / GAME/game"))
}

#[track_caller]
fn in_hand(text: &str) -> Position {
    position(&format!("k/K {text} GAME/game"))
}

#[test]
fn quick_start() {
    let text = dump(board(&[&["r", "k", "r"]]), &[], ["GAME", "game"]);
    assert_eq!(text, "rkr / GAME/game");

    let read = position("rkr / GAME/game");
    assert_eq!(read.board.squares(), ["r", "k", "r"].map(square));
    assert_eq!(read.board.dimensions(), 1);
    assert!(read.hands.is_empty());
    assert_eq!((read.style_turn.active(), read.style_turn.inactive()), ("GAME", "game"));
}

#[test]
fn placements() {
    let first = placement("K").board.squares()[0].unwrap();
    assert_eq!((first.side(), first.letter()), (Side::First, 'K'));
    assert_eq!(placement("k").board.squares()[0].unwrap().side(), Side::Second);
    for modified in ["+P", "-R", "N'"] {
        assert_eq!(placement(modified).board.squares(), [Some(piece(modified))]);
    }

    assert_eq!(placement("K").board, board(&[&["K"]]));
    assert_eq!(placement("3").board, board(&[&["", "", ""]]));
    assert_eq!(placement("Kqr").board, board(&[&["K", "q", "r"]]));
    assert_eq!(placement("K2r").board, board(&[&["K", "", "", "r"]]));
    assert_eq!(placement("Kqr/3/R2k").board, board(&[&["K", "q", "r"], &["", "", ""], &["R", "", "", "k"]]));
    assert_eq!(placement("+K-r/N'").board, board(&[&["+K", "-r"], &["N'"]]));
}

#[test]
fn pieces_in_hand() {
    for (text, pieces) in [
        ("/", &[][..]),
        ("P/", &["P"]),
        ("/p", &["p"]),
        ("2PK/3p", &["P", "P", "K", "p", "p", "p"]),
        ("3P2RK/2pb", &["P", "P", "P", "R", "R", "K", "p", "p", "b"]),
    ] {
        let read = in_hand(text);
        assert_eq!(read.hands, hands(pieces), "{text}");
        assert!(is_valid(&read.to_string()) && read.to_string().contains(text), "{text}");
    }
    assert!(parse("k/K 1P/ GAME/game").is_err(), "never 1P for a single piece");
}

/// The README gives the order by letter as the result, but by its own rules the largest count comes first.
#[test]
fn detailed_sorting() {
    let by_letter = "k/K 2+B5BK3-P-P'3+P'9PR2SS'/ GAME/game";
    let by_count = "k/K 9P5B3-P3+P'2+B2SK-P'RS'/ GAME/game";
    let read = in_hand("PP+P'PPP+P'KS'S-PB+B+B+P'BBBPPPSP-P-P'-PRB/");
    assert_eq!(read.to_string(), by_count);
    assert_eq!(position(by_letter), read);
    assert!(is_valid(by_count) && !is_valid(by_letter));
    let options = Options::default().order(HandOrder::Letter);
    assert_eq!(dump_with(&read, &options).unwrap(), by_letter);
}

#[test]
fn styles() {
    let style_turn = |text: &str| position(&format!("k/K / {text}")).style_turn;
    let chess = style_turn("CHESS/chess");
    assert_eq!((chess.to_move(), chess.active()), (Side::First, "CHESS"));
    let shogi = style_turn("shogi/SHOGI");
    assert_eq!((shogi.to_move(), shogi.name(Side::First)), (Side::Second, "SHOGI"));
    let mixed = style_turn("CHESS/makruk");
    assert_eq!((mixed.name(Side::First), mixed.name(Side::Second)), ("CHESS", "makruk"));
}

#[test]
fn dump_and_parse() {
    let ranks: [&[&str]; 3] = [&["r", "n", "k", "n", "r"], &[""; 5], &["P"; 5]];
    let text = dump(board(&ranks), &["Q", "p"], ["WHITE", "black"]);
    assert_eq!(text, "rnknr/5/PPPPP Q/p WHITE/black");

    let read = position("rnknr/5/PPPPP Q/p WHITE/black");
    assert_eq!(read.board, board(&ranks));
    assert_eq!(read.hands, hands(&["Q", "p"]));
    assert_eq!(read.style_turn, StyleTurn::new("WHITE", "black").unwrap());
}

#[test]
fn safe_parse() {
    let read = parse("k/K / GAME/game").ok().unwrap();
    assert_eq!(read.board, board(&[&["k"], &["K"]]));
    assert_eq!(read.board.sizes(), Some(vec![2, 1]));
    assert!(read.hands.is_empty());
    assert!(parse("invalid").ok().is_none());
}

/// The README calls the last one out of order, but it isn't.
#[test]
fn valid() {
    assert!(is_valid("k/K / GAME/game"));
    assert!(!is_valid("invalid"));
    assert!(is_valid("k/K 3PK/ GAME/game"));
    assert!(!is_valid("k/K K3P/ GAME/game"));
}

#[test]
fn boards_of_all_sizes() {
    assert_eq!(feen::Board::empty(&[8, 8]).unwrap(), board(&[&[""; 8][..]; 8]));

    let mut corners = feen::Board::empty(&[9, 9]).unwrap();
    *corners.get_mut(&[0, 0]).unwrap() = Some(piece("r"));
    *corners.get_mut(&[8, 8]).unwrap() = Some(piece("R"));
    let text = dump(corners, &[], ["PLAYERA", "playerb"]);
    assert_eq!(text, "r8/9/9/9/9/9/9/9/8R / PLAYERA/playerb");

    let cube = board_3d(&[&[&["a", "b"], &["c", "d"]], &[&["A", "B"], &["C", "D"]]]);
    assert_eq!(cube.dimensions(), 3);
    assert_eq!(dump(cube.clone(), &[], ["UP", "down"]), "ab/cd//AB/CD / UP/down");
    assert_eq!(position("ab/cd//AB/CD / UP/down").board, cube);

    let irregular = board(&[&["r", "k", "r"], &["p", "p"], &["P", "P", "P", "P"]]);
    assert!(!irregular.is_regular());
    assert_eq!(dump(irregular, &[], ["GAME", "game"]), "rkr/pp/PPPP / GAME/game");
}

#[test]
fn captures() {
    let minimal = board(&[&["k"], &["K"]]);
    let text = dump(minimal.clone(), &["P", "P", "P", "R", "p", "p"], ["FIRST", "second"]);
    assert_eq!(text, "k/K 3PR/2p FIRST/second");

    // The README's result leaves out the -B of its own list, and is ordered by letter.
    let mut pieces = vec!["-B", "+B", "+B", "K", "-P", "-P", "-P", "-P'", "+P'", "+P'", "+P'", "R", "S", "S"];
    pieces.extend(["B"; 5].iter().chain(&["P"; 9]).chain(&["S'", "b", "p"]));
    let text = dump(minimal, &pieces, ["GAME", "game"]);
    assert_eq!(text, "k/K 9P5B3-P3+P'2+B2S-BK-P'RS'/bp GAME/game");
    let claimed = in_hand("2+B5BK3-P-P'3+P'9PR2SS'/bp");
    assert_eq!(claimed.to_string(), "k/K 9P5B3-P3+P'2+B2SK-P'RS'/bp GAME/game");
    assert!(!is_valid("k/K 2+B5BK3-P-P'3+P'9PR2SS'/bp GAME/game"));
}

#[test]
fn modifiers_styles_and_owners() {
    let modified = board(&[&["+P", "K", "-R"], &["N'", "", "B"]]);
    assert_eq!(dump(modified, &["P", "+R'"], ["GAME", "game"]), "+PK-R/N'1B P+R'/ GAME/game");

    let mixed = board(&[&["K", "Q", "k", "m"]]);
    assert_eq!(dump(mixed, &["P", "s"], ["CHESS", "makruk"]), "KQkm P/s CHESS/makruk");

    assert_eq!(dump(board(&[&["r", "K"]]), &[], ["CHESS", "shogi"]), "rK / CHESS/shogi");
}

#[test]
fn rejected_arguments() {
    assert_eq!("invalid_piece".parse::<feen::Piece>(), Err(NotAPiece));
    assert_eq!(StyleTurn::new("GAME", "ALSO"), Err(StyleError::SameCase));
    assert_eq!(StyleTurn::new("game-1", "game2"), Err(StyleError::UnknownCharacter));
}

#[test]
fn starting_positions() {
    let chess: [&[&str]; 8] = [
        &["r", "n", "b", "q", "k", "b", "n", "r"],
        &["p"; 8],
        &[""; 8],
        &[""; 8],
        &[""; 8],
        &[""; 8],
        &["P"; 8],
        &["R", "N", "B", "Q", "K", "B", "N", "R"],
    ];
    assert_eq!(
        dump(board(&chess), &[], ["CHESS", "chess"]),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR / CHESS/chess"
    );

    let mut shogi: [&[&str]; 9] = [
        &["l", "n", "s", "g", "k", "g", "s", "n", "l"],
        &["", "r", "", "", "", "", "", "b", ""],
        &["p"; 9],
        &[""; 9],
        &[""; 9],
        &[""; 9],
        &["P"; 9],
        &["", "B", "", "", "", "", "", "R", ""],
        &["L", "N", "S", "G", "K", "G", "S", "N", "L"],
    ];
    assert_eq!(
        dump(board(&shogi), &[], ["SHOGI", "shogi"]),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / SHOGI/shogi"
    );
    shogi[1] = &["", "r", "", "", "", "", "", "", ""];
    assert_eq!(
        dump(board(&shogi), &["B", "P", "P", "b", "p"], ["SHOGI", "shogi"]),
        "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL 2PB/bp SHOGI/shogi"
    );
}

/// The README gets one rank back as a board of two dimensions, but a board of one rank has one.
#[test]
fn position_database() {
    let mut database = HashMap::new();
    database.insert("start", dump(board(&[&["r", "k", "r"]]), &[], ["GAME", "game"]));
    assert!(database.values().all(|text| is_valid(text)));
    assert!(!database.contains_key("end"));
    let retrieved = position(&database["start"]);
    assert_eq!(retrieved.board.sizes(), Some(vec![3]));
    assert_eq!(retrieved.board.ranks().len(), 1);
    assert_eq!(retrieved.to_string(), "rkr / GAME/game");
}

#[test]
fn practices() {
    // Comparing the names shows cross-style positions.
    let read = position("KQkm P/s CHESS/makruk").style_turn;
    assert!(!read.active().eq_ignore_ascii_case(read.inactive()));

    // A string is canonical if parsing and writing it gives the same string.
    for text in ["k/K 3PK/ GAME/game", "k/K K3P/ GAME/game"] {
        assert_eq!(position(text).to_string() == text, is_valid(text));
    }

    // Each player has 26 letters.
    let letters = "k/K ABCDEFGHIJKLMNOPQRSTUVWXYZ/abcdefghijklmnopqrstuvwxyz GAME/game";
    assert!(is_valid(letters));
}
