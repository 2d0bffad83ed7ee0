//! Options for reading and validating positions.

use crate::types::leniency::Leniencies;

/// How much material a position may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Material {
    /// At most 32 pieces of a color on the board and in reserve: both boards' sets together.
    #[default]
    TwoSets,
    /// At most 16 pieces and 8 pawns of a color, promoted pawns included, as in plain chess.
    OneSet,
    /// Any number of pieces, for synthetic positions.
    Any,
}

/// The meaning of the last two fields of a board, by where its string comes from.
///
/// FEN and BFEN end with two counters: half-moves since the last capture or pawn move, and the move number.
/// Two-board FEN with clocks ends with White's and Black's clock in seconds instead, and some programs write that
/// notation with counters. Unless you choose one, the first of these rules that applies decides for all boards of a
/// string:
///
/// 1. a field with a decimal point, or one that begins with a minus sign and no reserves in brackets: clocks;
/// 2. reserves in brackets, as in BFEN: counters;
/// 3. a single board without reserves, which is plain FEN, but not in a tag: counters;
/// 4. on every board the numbers look like counters (fewer than 10 half-moves, no more of them than were played, none
///    after a double push, and a move number from 1 to the largest counter): counters, but in a
///    [`LenientTag`](LastFields::LenientTag) only if there are no half-moves, and never in a [`Tag`](LastFields::Tag);
/// 5. otherwise: clocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum LastFields {
    /// Decided by the string.
    #[default]
    Auto,
    /// Those of the `FEN` tag of a game, where the specification says clocks.
    Tag,
    /// Those of the `FEN` tag of a game, where programs without clocks also write 0 and a move number.
    LenientTag,
    /// White's and Black's time in seconds.
    Clocks,
    /// The half-move clock and the move number.
    Counters,
}

/// How a position is read and validated. By default, only standard strings of valid positions are accepted.
///
/// ```
/// use bughouse_chess::{Board, Leniencies, Leniency, ReadOptions};
///
/// let text = b"4k3/8/8/8/8/8/8/4K3  w - -";
/// let options = ReadOptions::default().accept(Leniencies::ALL);
/// let (board, used) = Board::read(text, &options)?;
/// assert_eq!(board.to_bfen(), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
/// assert!(used.iter().eq([Leniency::MissingCounters, Leniency::ExtraSpaces]));
/// # Ok::<(), bughouse_chess::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
#[must_use]
pub struct ReadOptions {
    /// The deviations to accept.
    pub accept: Leniencies,
    /// The limit on material.
    pub material: Material,
    /// The meaning of the last two fields of a board, except in [`Board::read`](crate::Board::read), which reads
    /// counters.
    pub last_fields: LastFields,
    /// Accepts `KQkq` only with the king on the e-file and the rooks in the corners. By default, `KQkq` can
    /// also mean the rights of a Chess960 start.
    pub standard_castling: bool,
}

impl ReadOptions {
    /// Sets the deviations to accept.
    pub const fn accept(mut self, accept: Leniencies) -> ReadOptions {
        self.accept = accept;
        self
    }

    /// Sets the limit on material.
    pub const fn material(mut self, material: Material) -> ReadOptions {
        self.material = material;
        self
    }

    /// Sets the meaning of the last two fields of a board.
    pub const fn last_fields(mut self, last_fields: LastFields) -> ReadOptions {
        self.last_fields = last_fields;
        self
    }

    /// Sets whether to accept `KQkq` only with the king on the e-file and the rooks in the corners.
    pub const fn standard_castling(mut self, standard_castling: bool) -> ReadOptions {
        self.standard_castling = standard_castling;
        self
    }
}
