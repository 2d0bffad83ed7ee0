//! Strings of positions: FEN, BFEN, two boards, and FEEN with the feature `feen`.
//!
//! # FEN and BFEN
//!
//! A string has six fields separated by one space: placement, side to move, castling, en passant, half-move
//! clock, move number. BFEN adds reserves in brackets and promoted markers.
//!
//! Accepted by default:
//! - placement: eight ranks, the eighth first, each of eight squares; digits `1` to `8` for empty squares,
//!   never two in a row; `~` after `Q R B N` (either case) for a promoted pawn;
//! - reserves: none, in brackets right after the placement in any order (`[]` and `[-]` are empty), or after
//!   a ninth slash (`/` and `/-` are empty);
//! - side: `w` or `b`;
//! - castling: `-`, or letters `KQkq` (the outermost rook on that side) and `A`-`H`, `a`-`h` (the rook on a
//!   file), in any order, none twice;
//! - en passant: `-` or a square; counters: decimal numbers.
//!
//! Accepted if [`ReadOptions::accept`](crate::ReadOptions::accept) contains the [`Leniency`](crate::Leniency), and
//! reported: missing counters, all fields missing after the side to move, extra spaces, short ranks. Everything else is
//! rejected with its place and what was expected.
//!
//! Written by [`Board::text`](crate::Board::text): reserves in the order `QRBNPqrbnp`, castling rights as in X-FEN
//! (`KQkq`, or the rook's file if it isn't the outermost rook) or Shredder-FEN. Plain FEN has no promoted markers.
//!
//! # FEN with clocks
//!
//! `placement[/reserves] side castling en-passant white-seconds black-seconds`, the notation that Thief introduced for
//! BPGN. Promoted pieces have a `~` after their letter. If both reserves are empty, they are left out along with their
//! slash. There are no counters. [`LastFields`](crate::LastFields) describes when the last two fields are clocks and when
//! they are counters, and [`Seconds`](crate::Seconds) the accepted times. Everything else is read like FEN.
//!
//! # Two boards
//!
//! `board A | board B`, with one space on each side of the bar. Each board is FEN, BFEN or FEN with clocks, and the two
//! can differ. The last two fields mean the same on both boards. A bar without its spaces is accepted with a leniency.
//!
//! # Steps
//!
//! [`Board::read`](crate::Board::read) and [`TwoBoards::read`](crate::TwoBoards::read) do both steps: [`ParsedBoard::read`]
//! and [`ParsedTwoBoards::read`] return what a string says, and `build` validates that.

mod error;
#[cfg(feature = "feen")]
pub mod feen;
mod fen;
mod parsed;
mod two_boards;
mod write;

pub use error::{FenErrorKind, ReadError, ReadErrorKind};
pub use parsed::{Field, ParsedBoard, ReserveForm};
pub use two_boards::{ParsedTwoBoards, Split};
pub use write::{CastlingLetters, FenStyle, Notation};
