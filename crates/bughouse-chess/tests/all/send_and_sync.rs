//! Every public type can be sent to and shared between threads.

use std::collections::BTreeSet;

use bughouse_chess as chess;
#[cfg(feature = "feen")]
use bughouse_chess::notation::position::feen as feen_errors;
use bughouse_chess::notation::{position, san};
use bughouse_chess::{board, matches};

const fn can_be_shared<T: Send + Sync + Unpin>() {}

/// Asserts the traits, and lists the names.
macro_rules! types {
    ($($path:ident :: $name:ident $(<$argument:tt>)?),* $(,)?) => {{
        $(const { can_be_shared::<$path::$name $(<$argument>)?>() };)*
        [$(stringify!($name)),*]
    }};
}

#[test]
fn all_public_types_are_send_sync_and_unpin() {
    let checked = types![
        chess::BitBoard,
        chess::Board,
        chess::BoardBuilder,
        chess::BoardId,
        chess::BoardStatus,
        chess::BothFlags,
        chess::BughouseMove,
        chess::BySeat<u8>,
        chess::Capture,
        chess::CastlingLetters,
        chess::CastlingSide,
        chess::Cause,
        chess::ChessMove,
        chess::Clocks,
        chess::Color,
        chess::DropAggression,
        chess::EnPassant,
        chess::FenStyle,
        chess::File,
        chess::IllegalMove,
        chess::InvalidBoard,
        chess::Key,
        chess::LastFields,
        chess::LegalMoves<'static>,
        chess::Leniencies,
        chess::Leniency,
        chess::Match,
        chess::MatchError,
        chess::Material,
        chess::Millis,
        chess::MoveError,
        chess::MoveErrorKind,
        chess::MoveList,
        chess::MoveSet,
        chess::Notation,
        chess::Outcome,
        chess::Packed,
        chess::ParseError,
        chess::PawnDropRanks,
        chess::Piece,
        chess::Position,
        chess::Promotion,
        chess::Rank,
        chess::ReadError,
        chess::ReadErrorKind,
        chess::ReadOptions,
        chess::Repetition,
        chess::Reserve,
        chess::ReserveError,
        chess::Ruled<'static>,
        chess::Rules,
        chess::San,
        chess::SanMismatch,
        chess::Seat,
        chess::Seconds,
        chess::Span,
        chess::Square,
        chess::Stalemate,
        chess::Team,
        chess::TextError<u8>,
        chess::TimeControl,
        chess::Transfer,
        chess::TwoBoards,
        chess::Violation,
        board::CastleClaim,
        board::CastleRights,
        board::Frozen,
        board::PackError,
        board::UnpackError,
        matches::FrozenSeat,
        matches::InvalidMatch,
        matches::MatchViolation,
        matches::Step,
        position::FenErrorKind,
        position::Field,
        position::ParsedBoard<'static>,
        position::ParsedTwoBoards<'static>,
        position::ReserveForm,
        position::Split<'static>,
        san::CheckSign,
        san::SanAction,
        san::SanPromotion,
    ];
    let mut checked: BTreeSet<&str> = checked.into();
    #[cfg(feature = "feen")]
    checked.extend(types![feen_errors::FeenErrorKind]);
    #[cfg(feature = "compat")]
    checked.extend(types![chess::MoveGen]);

    let listed = include_str!("../../public-names.txt").lines();
    let names = listed.filter_map(|line| {
        let (path, feature) = line.split_once(' ').unwrap_or((line, ""));
        let is_on = match feature {
            "[feen]" => cfg!(feature = "feen"),
            "[compat]" => cfg!(feature = "compat"),
            _ => feature.is_empty(),
        };
        let name = path.rsplit("::").next()?;
        // A constant is all in upper case.
        let is_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        (is_on && is_type).then_some(name)
    });
    assert_eq!(checked, names.collect());
}
