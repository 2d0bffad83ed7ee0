//! Castling rights, and the rook that each of them uses.

use core::fmt;

use crate::types::color::Color;
use crate::types::square::File;

/// The side on which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// Toward the h-file: the king lands on the g-file, the rook on the f-file.
    KingSide = 0,
    /// Toward the a-file: the king lands on the c-file, the rook on the d-file.
    QueenSide = 1,
}

impl CastlingSide {
    /// Both sides, kingside first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// Returns the file the king lands on: g or c.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        }
    }

    /// Returns the file the rook lands on: f or d.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        }
    }

    /// Returns the file of the rook in the starting position: h or a.
    #[inline]
    pub const fn corner_file(self) -> File {
        match self {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        }
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CastlingSide::KingSide => "kingside",
            CastlingSide::QueenSide => "queenside",
        })
    }
}

/// The castling rights of both colors. Each right stores the file of its rook, so Chess960 starts work like
/// the standard one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// By color and castling side: the rook's file, or 8 for no right.
pub struct CastleRights([[u8; 2]; 2]);

const NO_RIGHT: u8 = 8;

impl CastleRights {
    /// No castling rights.
    pub const NONE: CastleRights = CastleRights([[NO_RIGHT; 2]; 2]);

    /// All four rights with the rooks in the corners, as in the starting position.
    pub const ALL: CastleRights = CastleRights([[7, 0]; 2]);

    /// Returns the file of the rook that a color may castle with, or `None` without the right.
    #[inline]
    pub const fn rook_file(self, color: Color, castling_side: CastlingSide) -> Option<File> {
        let file = self.0[color as usize][castling_side as usize];
        if file < NO_RIGHT { Some(File::masked(file as usize)) } else { None }
    }

    /// Returns the index of the rook's file, or 8 if there is no right.
    #[inline]
    pub(crate) const fn rook_code(self, color: Color, castling_side: CastlingSide) -> usize {
        self.0[color as usize][castling_side as usize] as usize
    }

    /// Returns `true` if a color may castle on a side.
    #[inline]
    pub const fn has(self, color: Color, castling_side: CastlingSide) -> bool {
        self.0[color as usize][castling_side as usize] < NO_RIGHT
    }

    /// Returns `true` if a color may castle on at least one side.
    #[inline]
    pub const fn has_any(self, color: Color) -> bool {
        // Tests both at once: a file of 8 or more means no right.
        let none = u16::from_ne_bytes([NO_RIGHT; 2]);
        u16::from_ne_bytes(self.0[color as usize]) & none != none
    }

    /// Returns the squares of all rooks that may castle.
    #[inline]
    pub(crate) const fn rooks(self) -> u64 {
        let [[a, b], [c, d]] = self.0;
        // No right is the ninth file, which the mask cuts off.
        (1u64 << a | 1 << b) & 0xff | ((1u64 << c | 1 << d) & 0xff) << 56
    }

    /// Returns `true` if neither color may castle.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == CastleRights::NONE
    }

    /// Sets or clears one right.
    #[inline]
    pub fn set(&mut self, color: Color, castling_side: CastlingSide, rook: Option<File>) {
        self.0[color as usize][castling_side as usize] = match rook {
            Some(file) => file as u8,
            None => NO_RIGHT,
        };
    }
}

impl Default for CastleRights {
    fn default() -> CastleRights {
        CastleRights::NONE
    }
}

/// Writes the rights in Shredder-FEN letters: `HAha`, or `-` for none.
impl fmt::Display for CastleRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for color in crate::types::color::Color::ALL {
            for castling_side in CastlingSide::ALL {
                if let Some(file) = self.rook_file(color, castling_side) {
                    let letter = match color {
                        Color::White => file.to_char().to_ascii_uppercase(),
                        Color::Black => file.to_char(),
                    };
                    fmt::Write::write_char(f, letter)?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CastleRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CastleRights({self})")
    }
}
