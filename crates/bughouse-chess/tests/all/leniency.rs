//! The table of leniencies, and errors that name the leniency that accepts the text.

use std::collections::BTreeSet;

use bughouse_chess::{Board, Leniencies, Leniency, ReadOptions, San, TwoBoards};

use crate::support::accepting;

#[test]
fn each_leniency_has_its_own_name_and_words() {
    let names: BTreeSet<&str> = Leniency::ALL.iter().map(|leniency| leniency.name()).collect();
    let sentences: BTreeSet<String> = Leniency::ALL.iter().map(ToString::to_string).collect();
    assert_eq!((names.len(), sentences.len()), (Leniency::ALL.len(), Leniency::ALL.len()));
    for &leniency in Leniency::ALL {
        assert_eq!(Leniency::from_name(leniency.name()), Some(leniency));
        let description = leniency.description();
        assert!(description.ends_with('.') && !description.starts_with(' '), "{description}");
        assert!(!description.contains("  "), "{description}");
    }
    assert_eq!(Leniency::from_name("tight"), None);
}

#[test]
fn sets_of_leniencies() {
    assert!(Leniencies::ALL.iter().eq(Leniency::ALL.iter().copied()));
    assert_eq!(Leniencies::SAN.union(Leniencies::POSITION), Leniencies::ALL);
    assert_eq!(Leniencies::SAN.difference(Leniencies::POSITION), Leniencies::SAN);
    let two = Leniencies::NONE.with(Leniency::LongForm).with(Leniency::TightBar);
    assert_eq!(two, [Leniency::TightBar, Leniency::LongForm].into_iter().collect());
    assert_eq!(two.without(Leniency::LongForm).iter().collect::<Vec<_>>(), [Leniency::TightBar]);
    assert!(two.contains(Leniency::LongForm) && !two.contains(Leniency::ShortRank));
    assert_eq!(format!("{two:?}"), "{LongForm, TightBar}");
}

/// Returns the leniency that the first error of a position names.
fn named(text: &str, accept: Leniencies) -> Option<Leniency> {
    let error = Board::read(text.as_bytes(), &ReadOptions::default().accept(accept)).err()?;
    error.errors()[0].kind().leniency()
}

#[test]
fn errors_name_the_leniency_that_accepts_a_position() {
    for (text, leniency) in [
        ("4k3/8/8/8/8/8/8/4K3 w - -", Leniency::MissingCounters),
        ("4k3/8/8/8/8/8/8/4K3 w", Leniency::MissingFields),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", Leniency::ExtraSpaces),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", Leniency::ShortRank),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", Leniency::DroppedCastling),
        ("4k3/8/8/8/8/8/8/R3K3 w QA - 0 1", Leniency::DroppedCastling),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Leniency::DroppedEnPassant),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", Leniency::MoveNumberZero),
        ("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/Q~3K3[] w - - 0 1", Leniency::TooManyPromoted),
    ] {
        assert_eq!(named(text, Leniencies::NONE), Some(leniency), "{text}");
        assert_eq!(named(text, Leniencies::ALL.without(leniency)), Some(leniency), "{text}");
        let (_, used) = Board::read(text.as_bytes(), &accepting([leniency])).unwrap();
        assert!(used.iter().eq([leniency]), "{text}");
    }
    // No leniency accepts these.
    for text in ["4k3/8/8/8/8/8/8/4K4 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w -", "4k3/8/8/8/8/8/8/8 w - - 0 1"] {
        assert_eq!(named(text, Leniencies::NONE), None, "{text}");
        assert!(Board::read(text.as_bytes(), &accepting(Leniency::ALL.iter().copied())).is_err(), "{text}");
    }
}

#[test]
fn errors_name_the_leniency_that_accepts_two_boards() {
    for (text, leniency) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1|4k3/8/8/8/8/8/8/4K3 w - - 0 1", Leniency::TightBar),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 4k3/8/8/8/8/8/8/4K3 w - -", Leniency::MissingCounters),
    ] {
        let error = TwoBoards::read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.errors()[0].kind().leniency(), Some(leniency), "{text}");
        let (_, used) = TwoBoards::read(text.as_bytes(), &accepting([leniency])).unwrap();
        assert!(used.iter().eq([leniency]), "{text}");
    }
}

#[test]
fn only_the_given_leniencies_of_a_move_are_accepted() {
    let (_, used) = San::read(b"e8q+", Leniencies::SAN).unwrap();
    assert_eq!(used.iter().count(), 2);
    for leniency in used.iter() {
        let error = San::read(b"e8q+", Leniencies::ALL.without(leniency)).unwrap_err();
        assert_eq!(error.kind().leniency(), Some(leniency));
        assert_eq!((error.span().start, error.span().end), (0, 4));
    }
    assert!(San::read(b"e8q+", used).is_ok());
}

#[cfg(feature = "feen")]
#[test]
fn errors_name_the_leniency_that_accepts_feen() {
    for (text, leniency) in [
        ("4k3/8/8/8/R'7/8/8/R3K3 / A/b", Leniency::DroppedCastling),
        ("4k3/8/8/8/4P'3/8/8/4K3 / A/b", Leniency::DroppedEnPassant),
        ("4k3/8/4n3/4P'3/8/8/8/4K3 / b/A", Leniency::DroppedEnPassant),
    ] {
        let error = Board::read_feen(text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.errors()[0].kind().leniency(), Some(leniency), "{text}");
        let (_, used) = Board::read_feen(text.as_bytes(), &accepting([leniency])).unwrap();
        assert!(used.iter().eq([leniency]), "{text}");
    }
}
