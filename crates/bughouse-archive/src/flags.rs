//! The bits of the columns `flags` and `events`.

/// Bits of `flags` in the table of half-moves.
pub mod half_move {
    /// It gives check.
    pub const CHECK: i32 = 1;
    /// It mates.
    pub const MATE: i32 = 2;
    /// It is a drop.
    pub const DROP: i32 = 4;
    /// It freezes the opponent, who is in check, has no legal move, and must wait for a piece to block with.
    pub const FREEZES: i32 = 8;
    /// The player sat before making it.
    pub const SIT: i32 = 16;
    /// A pawn is promoted.
    pub const PROMOTION: i32 = 32;
    /// It is castling.
    pub const CASTLING: i32 = 64;
    /// It captures en passant.
    pub const EN_PASSANT: i32 = 128;
    /// A promotion takes its piece from the other board.
    pub const THEFT: i32 = 256;

    /// The names of the bits, from the lowest.
    pub const NAMES: [&str; 9] =
        ["check", "mate", "drop", "freezes", "sit", "promotion", "castling", "en-passant", "theft"];
}

/// Bits of `events` in the table of games. The bits of [`half_move`] are set if any half-move has them.
pub mod game {
    /// At least one half-move has a clock.
    pub const CLOCKS: i32 = 512;
    /// The game has its own start position.
    pub const START: i32 = 1024;
    /// The game has rules other than those of FICS.
    pub const RULES: i32 = 2048;
}

/// Bits of `flags` in the tables of positions.
pub mod position {
    /// The same board occurred earlier in this game.
    pub const AGAIN: i32 = 1;
    /// For rows of both boards: the half-move is on the board with the greater key.
    pub const GREATER: i32 = 2;
    /// The same board occurred earlier in this game with the same reserves.
    pub const SAME: i32 = 4;
}
