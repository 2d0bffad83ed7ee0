//! How a position is validated: how much material it may hold, and what is forgiven.

/// How much material a position may hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Material {
    /// At most 32 pieces of a color on the board and in reserve: all of both boards' sets.
    #[default]
    TwoSets,
    /// At most 16 pieces and 8 pawns of a color, those that were promoted included: plain chess.
    OneSet,
    /// Any number of pieces, for synthetic positions.
    Any,
}

/// How a [`BoardBuilder`](crate::BoardBuilder) is validated. The default accepts nothing but a sound position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The limit on material.
    pub material: Material,
    /// Drops a castling right without its king and rook in place, instead of rejecting the position.
    pub drop_bad_castling: bool,
    /// Drops an impossible en passant square, instead of rejecting the position.
    pub drop_bad_en_passant: bool,
    /// Reads the move number 0 as 1, instead of rejecting the position.
    pub accept_move_number_zero: bool,
    /// Accepts more promoted pieces than pawns could have become.
    pub accept_promoted: bool,
    /// Takes `KQkq` for rights of a usual start alone: a king on the e-file, rooks in the corners. Without this they
    /// may be those of a Chess960 start too.
    pub usual_castling: bool,
}

impl BuildOptions {
    /// Sets the limit on material.
    #[must_use]
    pub const fn material(mut self, material: Material) -> BuildOptions {
        self.material = material;
        self
    }

    /// Sets whether a castling right without its king and rook in place is dropped.
    #[must_use]
    pub const fn drop_bad_castling(mut self, drop_bad_castling: bool) -> BuildOptions {
        self.drop_bad_castling = drop_bad_castling;
        self
    }

    /// Sets whether an impossible en passant square is dropped.
    #[must_use]
    pub const fn drop_bad_en_passant(mut self, drop_bad_en_passant: bool) -> BuildOptions {
        self.drop_bad_en_passant = drop_bad_en_passant;
        self
    }

    /// Sets whether the move number 0 is read as 1.
    #[must_use]
    pub const fn accept_move_number_zero(mut self, accept_move_number_zero: bool) -> BuildOptions {
        self.accept_move_number_zero = accept_move_number_zero;
        self
    }

    /// Sets whether more promoted pieces than pawns could have become are accepted.
    #[must_use]
    pub const fn accept_promoted(mut self, accept_promoted: bool) -> BuildOptions {
        self.accept_promoted = accept_promoted;
        self
    }

    /// Sets whether `KQkq` are rights of a usual start alone.
    #[must_use]
    pub const fn usual_castling(mut self, usual_castling: bool) -> BuildOptions {
        self.usual_castling = usual_castling;
        self
    }
}
