//! The position that a record starts from.

use bughouse_chess::{BuildOptions, FenOptions, Leniencies, ReadTwoBoardsError, TwoBoards, TwoBoardsOptions};

use crate::replay::player::ReadOptions;

/// Reads the value of a `FEN` tag.
///
/// # Errors
/// Tells the place where the text is wrong, or lists every rule that either board breaks.
pub fn read_start(
    value: &[u8],
    options: &ReadOptions,
) -> Result<(TwoBoards, Leniencies), ReadTwoBoardsError> {
    let wild = options.wild;
    let fen = FenOptions {
        missing_counters: wild,
        extra_spaces: wild,
        build: BuildOptions {
            drop_bad_castling: wild,
            drop_bad_en_passant: wild,
            accept_move_number_zero: wild,
            ..BuildOptions::default()
        },
        ..FenOptions::default()
    };
    TwoBoards::read(value, &TwoBoardsOptions { fen, tight_bar: wild, ..TwoBoardsOptions::default() })
}
