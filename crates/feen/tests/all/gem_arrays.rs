//! Every example with arrays in the README of feen.rb 5.0.0.beta10, in its order and wording.
//!
//! `Feen.dump` and `Feen.parse` are written below like in a program that migrates from the gem. If the README
//! contradicts the gem, the test expects what this crate documents: a board of one rank is one list, and
//! pieces in hand are ordered by count before letter.

use std::collections::HashMap;
use std::error::Error;

use feen::{
    HandError, Nested, NestedErrorKind, NestedPosition, NestedPositionError, Position, StyleError, is_valid,
};

type Anything<T> = Result<T, Box<dyn Error>>;

fn dump(
    piece_placement: impl Into<Nested>,
    pieces_in_hand: &[&str],
    style_turn: [&str; 2],
) -> Anything<String> {
    Ok(feen::dump(&Position::from_nested(piece_placement, pieces_in_hand, style_turn)?)?)
}

fn parse(feen_string: &str) -> Anything<NestedPosition> {
    Ok(feen::parse(feen_string)?.to_nested()?)
}

/// The parts of a position, as in the README.
fn parts(
    piece_placement: impl Into<Nested>,
    pieces_in_hand: &[&str],
    style_turn: [&str; 2],
) -> NestedPosition {
    NestedPosition {
        board: piece_placement.into(),
        hands: pieces_in_hand.iter().map(|&piece| piece.to_owned()).collect(),
        style_turn: style_turn.map(str::to_owned),
    }
}

#[test]
fn quick_start() -> Anything<()> {
    // Represent a simple 3x1 board with pieces "r", "k", "r"
    let board = [["r", "k", "r"]];
    let feen_string = dump(board, &[], ["GAME", "game"])?;
    assert_eq!(feen_string, "rkr / GAME/game");

    let position = parse(&feen_string)?;
    assert_eq!(position.board, Nested::from(["r", "k", "r"]));
    assert!(position.hands.is_empty());
    assert_eq!(position.style_turn, ["GAME", "game"]);
    Ok(())
}

#[test]
fn core_methods() -> Anything<()> {
    let board = [
        ["r", "n", "k", "n", "r"], // Back rank
        ["", "", "", "", ""],      // Empty rank
        ["P", "P", "P", "P", "P"], // Front rank
    ];
    let feen = dump(board, &["Q", "p"], ["WHITE", "black"])?;
    assert_eq!(feen, "rnknr/5/PPPPP Q/p WHITE/black");

    let position = parse("rnknr/5/PPPPP Q/p WHITE/black")?;
    assert_eq!(
        format!("{:?}", position.board),
        r#"[["r", "n", "k", "n", "r"], ["", "", "", "", ""], ["P", "P", "P", "P", "P"]]"#
    );
    assert_eq!(position.hands, ["Q", "p"]);
    assert_eq!(position.style_turn, ["WHITE", "black"]);

    // safe_parse
    assert_eq!(parse("k/K / GAME/game").ok(), Some(parts([["k"], ["K"]], &[], ["GAME", "game"])));
    assert_eq!(parse("invalid").ok(), None);
    Ok(())
}

#[test]
fn boards_of_different_sizes() -> Anything<()> {
    // 8x8 chess-like board (empty)
    let board = vec![vec![""; 8]; 8];
    assert_eq!(dump(board, &[], ["GAME", "game"])?, "8/8/8/8/8/8/8/8 / GAME/game");

    // 9x9 board with pieces in corners
    let mut board = vec![vec![""; 9]; 9];
    board[0][0] = "r"; // Top-left
    board[8][8] = "R"; // Bottom-right
    let feen = dump(board, &[], ["PLAYERA", "playerb"])?;
    assert_eq!(feen, "r8/9/9/9/9/9/9/9/8R / PLAYERA/playerb");

    // Simple 2x2x2 cube
    let board_3d = [
        [["a", "b"], ["c", "d"]], // First layer
        [["A", "B"], ["C", "D"]], // Second layer
    ];
    let feen = dump(board_3d, &[], ["UP", "down"])?;
    assert_eq!(feen, "ab/cd//AB/CD / UP/down");
    assert_eq!(parse(&feen)?.board, Nested::from(board_3d));

    // Different sized ranks are allowed
    let irregular_board = [
        vec!["r", "k", "r"],      // 3 squares
        vec!["p", "p"],           // 2 squares
        vec!["P", "P", "P", "P"], // 4 squares
    ];
    let feen = dump(irregular_board.clone(), &[], ["GAME", "game"])?;
    assert_eq!(feen, "rkr/pp/PPPP / GAME/game");
    assert_eq!(parse(&feen)?.board, Nested::from(irregular_board));
    Ok(())
}

#[test]
fn captured_pieces() -> Anything<()> {
    // Player 1 captured 3 pawns and 1 rook
    // Player 2 captured 2 pawns
    let captured = ["P", "P", "P", "R", "p", "p"];
    let feen = dump([["k"], ["K"]], &captured, ["FIRST", "second"])?;
    assert_eq!(feen, "k/K 3PR/2p FIRST/second");
    assert_eq!(parse(&feen)?.hands, captured);

    // Mixed pieces with modifiers
    let pieces = [
        "-B", "+B", "+B", "B", "B", "B", "B", "B", "K", "-P", "-P", "-P", "-P'", "+P'", "+P'", "+P'", "P",
        "P", "P", "P", "P", "P", "P", "P", "P", "R", "S", "S", "S'", "b", "p",
    ];
    let feen = dump([["k"], ["K"]], &pieces, ["GAME", "game"])?;
    assert_eq!(feen, "k/K 9P5B3-P3+P'2+B2S-BK-P'RS'/bp GAME/game");
    let (mut listed, mut read) = (pieces.map(str::to_owned), parse(&feen)?.hands);
    listed.sort();
    read.sort();
    assert_eq!(read, listed);
    Ok(())
}

#[test]
fn advanced_features() -> Anything<()> {
    let board = [
        ["+P", "K", "-R"], // Enhanced pawn, King, diminished rook
        ["N'", "", "B"],   // Knight with intermediate state, empty, Bishop
    ];
    let feen = dump(board, &["P", "+R'"], ["GAME", "game"])?;
    assert_eq!(feen, "+PK-R/N'1B P+R'/ GAME/game");
    assert_eq!(parse(&feen)?, parts(board, &["P", "+R'"], ["GAME", "game"]));

    // CHESS pieces vs makruk pieces
    let cross_style_feen = dump([["K", "Q", "k", "m"]], &["P", "s"], ["CHESS", "makruk"])?;
    assert_eq!(cross_style_feen, "KQkm P/s CHESS/makruk");

    // A piece's current owner is determined by its case
    let board = [["r", "K"]];
    assert_eq!(dump(board, &[], ["CHESS", "shogi"])?, "rK / CHESS/shogi");
    Ok(())
}

/// A hand or a pair that isn't a list doesn't compile.
#[test]
fn error_handling() {
    let error =
        |board: Nested, hands: &[&str], styles| Position::from_nested(board, hands, styles).unwrap_err();
    match error("not an array".into(), &[], ["GAME", "game"]) {
        NestedPositionError::Board(error) => assert_eq!(*error.kind(), NestedErrorKind::NotAList),
        other => panic!("{other}"),
    }
    assert_eq!(
        error([["K"]].into(), &["invalid_piece"], ["GAME", "game"]),
        NestedPositionError::Hands(HandError::NotAPiece { index: 0 })
    );
    assert_eq!(
        error([["K"]].into(), &[], ["GAME", "ALSO"]),
        NestedPositionError::StyleTurn(StyleError::SameCase)
    );
    assert_eq!(
        error([["K"]].into(), &[], ["game-1", "game2"]),
        NestedPositionError::StyleTurn(StyleError::UnknownCharacter)
    );

    let counted = |user_input: &str| match parse(user_input) {
        Ok(position) => format!("Valid position with {} captured pieces", position.hands.len()),
        Err(_) => "Invalid FEEN format. Please check your input.".to_owned(),
    };
    assert_eq!(counted("k/K 3PR/2p FIRST/second"), "Valid position with 6 captured pieces");
    assert_eq!(counted("k/K"), "Invalid FEEN format. Please check your input.");
}

#[test]
fn real_world_examples() -> Anything<()> {
    let chess_start = dump(
        [
            ["r", "n", "b", "q", "k", "b", "n", "r"],
            ["p", "p", "p", "p", "p", "p", "p", "p"],
            ["", "", "", "", "", "", "", ""],
            ["", "", "", "", "", "", "", ""],
            ["", "", "", "", "", "", "", ""],
            ["", "", "", "", "", "", "", ""],
            ["P", "P", "P", "P", "P", "P", "P", "P"],
            ["R", "N", "B", "Q", "K", "B", "N", "R"],
        ],
        &[],
        ["CHESS", "chess"],
    )?;
    assert_eq!(chess_start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR / CHESS/chess");

    let mut shogi = [
        ["l", "n", "s", "g", "k", "g", "s", "n", "l"],
        ["", "r", "", "", "", "", "", "b", ""],
        ["p", "p", "p", "p", "p", "p", "p", "p", "p"],
        ["", "", "", "", "", "", "", "", ""],
        ["", "", "", "", "", "", "", "", ""],
        ["", "", "", "", "", "", "", "", ""],
        ["P", "P", "P", "P", "P", "P", "P", "P", "P"],
        ["", "B", "", "", "", "", "", "R", ""],
        ["L", "N", "S", "G", "K", "G", "S", "N", "L"],
    ];
    let shogi_start = dump(shogi, &[], ["SHOGI", "shogi"])?;
    assert_eq!(shogi_start, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / SHOGI/shogi");

    // Game in progress with captured pieces
    shogi[1] = ["", "r", "", "", "", "", "", "", ""];
    let shogi_midgame = dump(shogi, &["B", "P", "P", "b", "p"], ["SHOGI", "shogi"])?;
    assert_eq!(shogi_midgame, "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL 2PB/bp SHOGI/shogi");
    assert_eq!(parse(&shogi_midgame)?, parts(shogi, &["P", "P", "B", "b", "p"], ["SHOGI", "shogi"]));
    Ok(())
}

#[test]
fn position_database() -> Anything<()> {
    let mut positions = HashMap::new();
    positions.insert("start", dump([["r", "k", "r"]], &[], ["GAME", "game"])?);
    assert!(positions.values().all(|feen| is_valid(feen)));
    // The README gets [["r", "k", "r"]] back, but a board of one rank has one dimension.
    assert_eq!(parse(&positions["start"])?, parts(["r", "k", "r"], &[], ["GAME", "game"]));
    Ok(())
}

#[test]
fn round_trip_validation() -> Anything<()> {
    for (original_feen, consistent) in [("k/K 3PK/2pb GAME/game", true), ("k/K K3P/ GAME/game", false)] {
        let position = parse(original_feen)?;
        let regenerated = feen::dump(&Position::try_from(position)?)?;
        assert_eq!(original_feen == regenerated, consistent, "{regenerated}");
    }
    Ok(())
}
