//! The outlines of the pieces for images, each in a box of 100 by 100 with its foot at the bottom.

use bughouse_chess::Piece;

/// The drawing of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    /// The path of the body, filled and outlined.
    pub(crate) body: &'static str,
    /// The path of the lines on the body, drawn in a contrasting color.
    pub(crate) lines: &'static str,
}

/// Returns the drawing of a piece type.
pub(crate) fn figure(piece: Piece) -> Figure {
    match piece {
        Piece::Pawn => Figure {
            body: "M50 24a13 13 0 0 1 9 22.4H65v6H58C59 64 64 70 71 76H29C36 70 41 64 42 52.4 \
                   H35v-6h6A13 13 0 0 1 50 24Z M25 76h50v11H25Z",
            lines: "",
        },
        Piece::Knight => Figure {
            body: "M31 76C31 61 47 56 48 45 43 49 37 49 33 54 30 58 24 58 21 54 18 50 20 47 \
                   23 43 29 34 29 26 40 21L40 12 51 19C70 22 78 44 75 76Z \
                   M25 76h54v11H25Z",
            lines: "M39 32l4-2M26 50l2-2M58 28C67 38 69 52 68 68",
        },
        Piece::Bishop => Figure {
            body: "M50 12a5 5 0 0 1 3.5 8.7C64 29 69 39 67 49 66 55 63 59 59 62L64 76H36L41 62 \
                   C37 59 34 55 33 49 31 39 36 29 46.5 20.7A5 5 0 0 1 50 12Z \
                   M23 76h54v11H23Z",
            lines: "M50 32v18M42.5 40h15M41 62h18",
        },
        Piece::Rook => Figure {
            body: "M27 19h11v8h6.5v-8h11v8H62v-8h11v19l-8 7v21l7 10H28l7-10V45l-8-7Z \
                   M22 76h56v11H22Z",
            lines: "M35 45h30M35 66h30",
        },
        Piece::Queen => Figure {
            body: "M28 65L17 34 33 51 34 26 45 48 50 22 55 48 66 26 67 51 83 34 72 65 69 76H31Z \
                   M17 25a4.5 4.5 0 1 1-.1 0ZM34 17a4.5 4.5 0 1 1-.1 0ZM50 13a4.5 4.5 0 1 1-.1 0Z \
                   M66 17a4.5 4.5 0 1 1-.1 0ZM83 25a4.5 4.5 0 1 1-.1 0Z \
                   M23 76h54v11H23Z",
            lines: "M29 65h42",
        },
        Piece::King => Figure {
            body: "M46.5 9h7v6h6v7h-6v10C60 28 78 29 79 45 80 54 73 59 71 66L69 76H31L29 66 \
                   C27 59 20 54 21 45 22 29 40 28 46.5 32V22h-6v-7h6Z \
                   M23 76h54v11H23Z",
            lines: "M29.5 66h41M50 36V60",
        },
    }
}
