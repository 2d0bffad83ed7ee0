//! Pieces, hands and style names.

use feen::{HandError, HandOrder, Hands, NotAPiece, Piece, Prefix, Side, StyleError, StyleTurn};

use crate::support::{hands, piece};

fn all_pieces() -> impl Iterator<Item = Piece> {
    let letters = ('A'..='Z').chain('a'..='z').map(|letter| Piece::new(letter).unwrap());
    letters.flat_map(|piece| {
        [Prefix::Minus, Prefix::Plus, Prefix::None]
            .into_iter()
            .flat_map(move |prefix| [false, true].map(|suffix| piece.with_prefix(prefix).with_suffix(suffix)))
    })
}

#[test]
fn pieces_are_ordered_as_in_hand() {
    let pieces: Vec<Piece> = all_pieces().collect();
    assert_eq!(pieces.len(), 312);
    assert!(pieces.is_sorted_by(|a, b| a < b));
    for &piece in &pieces {
        assert_eq!(piece.to_string().parse(), Ok(piece));
        assert_eq!(piece.is_base(), piece == piece.base());
        assert_eq!(piece.base().to_string(), piece.letter().to_string());
        assert_eq!(piece.side() == Side::First, piece.letter().is_ascii_uppercase());
    }
    assert_eq!(size_of::<Option<Piece>>(), 2);
}

#[test]
fn strings_that_are_not_pieces() {
    for text in ["", "+", "'", "1", "KK", "K''", "++K", "K+", "+K'x", "é", "Ｋ", "[", "`", "@", "{"] {
        assert_eq!(text.parse::<Piece>(), Err(NotAPiece), "{text}");
    }
    for character in ['1', '+', 'é', 'Ｋ', '\u{141}', '\0'] {
        assert_eq!(Piece::new(character), Err(NotAPiece), "{character}");
    }
}

#[test]
fn all_pieces_in_hand() {
    let mut both = Hands::new();
    for piece in all_pieces() {
        both.add(piece, 1).unwrap();
    }
    assert_eq!(both.total(Side::First), 156);
    let text = both.to_string();
    assert!(text.starts_with("-A-A'+A+A'AA'-B"));
    assert!(feen::is_valid(&format!("K {text} A/b")));
    for side in Side::ALL {
        assert_eq!(both.in_order(side, HandOrder::Count), both.in_order(side, HandOrder::Letter));
    }
}

#[test]
fn counts() {
    let pawn = piece("P");
    let mut hands = hands(&["P", "K", "P", "p", "+P"]);
    assert_eq!(hands.to_string(), "2PK+P/p");
    assert_eq!((hands.count(pawn), hands.count(piece("Q"))), (2, 0));
    assert_eq!((hands.total(Side::First), hands.total(Side::Second)), (4, 1));
    assert_eq!(hands.iter().map(|(piece, _)| piece.to_string()).collect::<String>(), "K+PPp");

    assert_eq!(hands.remove(pawn, 3), Err(HandError::TooFew(pawn)));
    assert_eq!(hands.add(pawn, u32::MAX - 2), Ok(u32::MAX));
    assert_eq!(hands.add(pawn, 1), Err(HandError::TooMany(pawn)));
    assert_eq!(hands.remove(pawn, u32::MAX), Ok(0));
    assert_eq!(hands.to_string(), "K+P/p");
    hands.set(pawn, 10);
    hands.set(piece("K"), 0);
    hands.set(piece("R"), 0);
    assert_eq!(hands.to_string(), "10P+P/p");
    assert_eq!(HandError::TooFew(pawn).to_string(), "too few P in hand");
    assert_eq!(HandError::TooMany(pawn).to_string(), "too many P in hand, expected at most 4294967295");

    // Equal hands are equal however they were created.
    let mut other = Hands::new();
    other.set(piece("p"), 1);
    other.set(piece("+P"), 1);
    other.set(pawn, 10);
    assert_eq!(hands, other);
    assert!(!other.is_empty() && Hands::default().is_empty());
}

#[test]
fn style_names() {
    for (active, inactive) in [("A", "b"), ("a", "B"), ("CHESS960", "x"), ("z9", "Z9"), ("A1B2", "c3d4")] {
        let style_turn = StyleTurn::new(active, inactive).unwrap();
        assert_eq!((style_turn.active(), style_turn.inactive()), (active, inactive));
        assert_eq!(style_turn.to_string(), format!("{active}/{inactive}"));
        assert_eq!(style_turn.name(style_turn.to_move()), active);
        assert_eq!(style_turn.name(style_turn.to_move().other()), inactive);

        let mut turned = style_turn.clone();
        turned.set_to_move(style_turn.to_move());
        assert_eq!(turned, style_turn);
        turned.set_to_move(style_turn.to_move().other());
        assert_eq!(turned, StyleTurn::new(inactive, active).unwrap());
    }
    for (active, inactive, error) in [
        ("", "a", StyleError::NoLetter),
        ("A", "", StyleError::NoLetter),
        ("1A", "b", StyleError::NoLetter),
        ("A/b", "c", StyleError::UnknownCharacter),
        ("A", "b c", StyleError::UnknownCharacter),
        ("A", "bé", StyleError::UnknownCharacter),
        ("É", "b", StyleError::NoLetter),
        ("Chess", "shogi", StyleError::MixedCase),
        ("a", "b", StyleError::SameCase),
        ("A", "B", StyleError::SameCase),
    ] {
        assert_eq!(StyleTurn::new(active, inactive), Err(error), "{active} {inactive}");
    }
}
