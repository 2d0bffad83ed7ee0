//! Options for validation: how much material a position may have, and which deviations are accepted.

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

/// How a [`BoardBuilder`](crate::BoardBuilder) is validated. By default, only valid positions are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The limit on material.
    pub material: Material,
    /// Drops a castling right if its king or rook is not in place, instead of rejecting the position.
    pub drop_bad_castling: bool,
    /// Drops an impossible en passant square, instead of rejecting the position.
    pub drop_bad_en_passant: bool,
    /// Reads the move number 0 as 1, instead of rejecting the position.
    pub accept_move_number_zero: bool,
    /// Accepts more promoted pieces than there were pawns.
    pub accept_promoted: bool,
    /// Accepts `KQkq` only with the king on the e-file and the rooks in the corners. By default, `KQkq` can
    /// also mean the rights of a Chess960 start.
    pub standard_castling: bool,
}

impl BuildOptions {
    /// Sets the limit on material.
    #[must_use]
    pub const fn material(mut self, material: Material) -> BuildOptions {
        self.material = material;
        self
    }

    /// Sets whether to drop a castling right if its king or rook is not in place.
    #[must_use]
    pub const fn drop_bad_castling(mut self, drop_bad_castling: bool) -> BuildOptions {
        self.drop_bad_castling = drop_bad_castling;
        self
    }

    /// Sets whether to drop an impossible en passant square.
    #[must_use]
    pub const fn drop_bad_en_passant(mut self, drop_bad_en_passant: bool) -> BuildOptions {
        self.drop_bad_en_passant = drop_bad_en_passant;
        self
    }

    /// Sets whether to read the move number 0 as 1.
    #[must_use]
    pub const fn accept_move_number_zero(mut self, accept_move_number_zero: bool) -> BuildOptions {
        self.accept_move_number_zero = accept_move_number_zero;
        self
    }

    /// Sets whether to accept more promoted pieces than there were pawns.
    #[must_use]
    pub const fn accept_promoted(mut self, accept_promoted: bool) -> BuildOptions {
        self.accept_promoted = accept_promoted;
        self
    }

    /// Sets whether to accept `KQkq` only with the king on the e-file and the rooks in the corners.
    #[must_use]
    pub const fn standard_castling(mut self, standard_castling: bool) -> BuildOptions {
        self.standard_castling = standard_castling;
        self
    }
}
