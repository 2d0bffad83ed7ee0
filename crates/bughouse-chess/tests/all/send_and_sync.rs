//! Every public type can be sent to and shared between threads.

use bughouse_chess as chess;
use bughouse_chess::notation::position;

const fn is_send_sync_unpin<T: Send + Sync + Unpin>() {}

/// Asserts the traits, and lists the names.
macro_rules! types {
    ($($name:ident $(<$($argument:tt)::+>)?),* $(,)?) => {{
        $(const { is_send_sync_unpin::<chess::$name $(<$($argument)::+>)?>() };)*
        [$(stringify!($name)),*]
    }};
}

#[test]
fn all_public_types_are_send_sync_and_unpin() {
    let listed = types![
        BitBoard,
        Squares,
        Board,
        BoardStatus,
        EnPassant,
        Frozen,
        BoardBuilder,
        ReadOptions,
        CastleClaim,
        Material,
        BySeat<u8>,
        CastleRights,
        CastlingSide,
        BughouseMove,
        ChessMove,
        Color,
        BoardId,
        Cause,
        Clocks,
        FrozenSeat,
        InvalidMatch,
        Match,
        MatchError,
        MatchViolation,
        Millis,
        Outcome,
        Seat,
        Step,
        Team,
        TimeControl,
        IllegalMove,
        NotAnIndex,
        Violation,
        InvalidBoard,
        Key,
        NotAKey,
        Leniencies,
        Leniency,
        MoveGen,
        MoveSet,
        MoveSetIter,
        LegalMoves<'static>,
        MoveList,
        MoveListIntoIter,
        MoveListIter<'static>,
        NotABoard,
        NotAColor,
        NotAPiece,
        NotASeat,
        NotPacked,
        NotPawnDropRanks,
        NotATeam,
        LastFields,
        Span,
        TextError<chess::NotASquare>,
        CastlingLetters,
        FenStyle,
        Notation,
        ReadError,
        ReadErrorKind,
        San,
        SanAction,
        SanError,
        SanErrorKind,
        CheckSign,
        SanMismatch,
        SanPromotion,
        ReadSanError,
        ReadSanErrorKind,
        Seconds,
        SecondsError,
        SecondsErrorKind,
        TwoBoards,
        UciError,
        UciErrorKind,
        PackError,
        Packed,
        UnpackError,
        Piece,
        Capture,
        Transfer,
        Position,
        Reserve,
        ReserveError,
        ReserveTextError,
        ReserveTextErrorKind,
        Ruled<'static>,
        BothFlags,
        PawnDropRanks,
        DropAggression,
        Promotion,
        Repetition,
        Rules,
        Stalemate,
        File,
        NotAFile,
        NotARank,
        NotASquare,
        Rank,
        Square,
    ];
    const { is_send_sync_unpin::<position::Field>() };
    const { is_send_sync_unpin::<position::FenErrorKind>() };
    const { is_send_sync_unpin::<position::ParsedBoard<'static>>() };
    const { is_send_sync_unpin::<position::ParsedTwoBoards<'static>>() };
    const { is_send_sync_unpin::<position::ReserveForm>() };
    const { is_send_sync_unpin::<position::Split<'static>>() };
    #[cfg(feature = "feen")]
    const {
        is_send_sync_unpin::<position::feen::FeenErrorKind>()
    };

    // Every public type of the crate is in the list above.
    let public = include_str!("../../src/lib.rs").split(';').filter_map(|item| item.split_once("pub use "));
    let names = public.flat_map(|(_, path)| {
        let names = path.rsplit("::").next().unwrap_or_default();
        names
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|name| name.chars().any(|c| c.is_ascii_lowercase()))
    });
    let names: Vec<&str> = names.collect();
    let missing: Vec<&&str> = names.iter().filter(|name| !listed.contains(name)).collect();
    assert!(missing.is_empty(), "add these to the list: {missing:?}");
    assert_eq!(names.len(), listed.len(), "{names:?}");
}
