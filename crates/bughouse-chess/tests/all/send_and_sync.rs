//! Every public type can be sent to and shared between threads.

use bughouse_chess as chess;

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
        MoveSet,
        LegalMoves<'static>,
        MoveList,
        NotABoard,
        NotAColor,
        NotAPiece,
        NotASeat,
        NotPacked,
        NotPawnDropRanks,
        NotATeam,
        BoardText,
        BoardTextError,
        BoardTextErrorKind,
        LastFields,
        Span,
        TextError<chess::NotASquare>,
        FenError,
        FenErrorKind,
        FenText,
        Field,
        FieldSpans,
        ReserveForm,
        CastlingLetters,
        FenStyle,
        InvalidText,
        ReadBoardError,
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
        InvalidTwoBoards,
        ReadTwoBoardsError,
        TwoBoards,
        TwoBoardsError,
        TwoBoardsErrorKind,
        TwoBoardsText,
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
    #[cfg(feature = "feen")]
    let of_feen = types![FeenError, FeenErrorKind, FeenFields, FeenText, InvalidFeen, ReadFeenError];
    #[cfg(not(feature = "feen"))]
    let of_feen = ["FeenError"; 0];
    #[cfg(feature = "compat")]
    let of_compat = types![MoveGen];
    #[cfg(not(feature = "compat"))]
    let of_compat = ["MoveGen"; 0];

    // Iterators without a public name.
    const { is_send_sync_unpin::<<chess::MoveSet as IntoIterator>::IntoIter>() };
    const { is_send_sync_unpin::<<chess::MoveList as IntoIterator>::IntoIter>() };
    const { is_send_sync_unpin::<<&'static chess::MoveList as IntoIterator>::IntoIter>() };

    // Every public type of the crate is in the list above.
    let public = include_str!("../../src/lib.rs").split(';').filter_map(|item| item.split_once("pub use "));
    let names = public.flat_map(|(before, path)| {
        let skip = before.contains("cfg(feature = \"feen\")") && of_feen.is_empty()
            || before.contains("cfg(feature = \"compat\")") && of_compat.is_empty();
        let names = path.rsplit("::").next().unwrap_or_default();
        names
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|name| name.chars().any(|c| c.is_ascii_lowercase()))
            .filter(move |_| !skip)
            .collect::<Vec<_>>()
    });
    let names: Vec<&str> = names.collect();
    let is_listed = |name| listed.contains(name) || of_feen.contains(name) || of_compat.contains(name);
    let missing: Vec<&&str> = names.iter().filter(|name| !is_listed(name)).collect();
    assert!(missing.is_empty(), "add these to the list: {missing:?}");
    assert_eq!(names.len(), listed.len() + of_feen.len() + of_compat.len(), "{names:?}");
}
