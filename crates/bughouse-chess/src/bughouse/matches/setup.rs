//! Creates matches, from the starting position or from any two boards.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::bughouse::matches::steps::Steps;
use crate::bughouse::matches::{Clocks, Match, TimeControl};
use crate::bughouse::position::Position;
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::rules::{Promotion, Rules, Stalemate};
use crate::types::seat::BoardId;

impl Match {
    /// Creates a match from the starting position. The clocks are stopped until [`Match::start`].
    pub fn new(rules: Rules, control: TimeControl) -> Match {
        Match::with_position(Position::START.with_rules(rules), Clocks::new(control))
    }

    /// Creates a match from any two boards and clocks. The clocks are stopped until [`Match::start`].
    ///
    /// If a board is mated, or stalemated under rules that make it a draw, the match is over from the start.
    /// Board A is checked first.
    ///
    /// ```
    /// use bughouse_chess::{Board, Clocks, Match, Millis, Rules, Seat};
    ///
    /// let board_a: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1".parse()?;
    /// let board_b: Board = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R[] w KQkq - 0 1".parse()?;
    /// let clocks = Clocks::from_left([120_000, 115_500, 90_000, 98_000].map(Millis), Millis::ZERO);
    /// let game = Match::from_boards(board_a, board_b, Rules::fics(), clocks)?;
    /// assert_eq!(game.clock(Seat::BLACK_A, Millis::ZERO), Millis(115_500));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Lists the piece types that make a match impossible: both boards and all reserves together have more
    /// than two sets. Promoted pieces count as pawns. If captured promoted pieces [stay](Promotion::Stays)
    /// promoted, so do queens, rooks, bishops and knights beyond two sets.
    pub fn from_boards(
        board_a: Board,
        board_b: Board,
        rules: Rules,
        clocks: Clocks,
    ) -> Result<Match, InvalidMatch> {
        Match::from_position(Position::new(board_a, board_b, rules), clocks)
    }

    /// Creates a match from any position under its rules, like [`Match::from_boards`].
    ///
    /// # Errors
    /// Fails if a match is impossible, see [`Match::from_boards`].
    pub fn from_position(position: Position, clocks: Clocks) -> Result<Match, InvalidMatch> {
        position.check_material()?;
        // Restorable rights that the rules don't have are dropped.
        let position = position.with_rules(*position.rules());
        Ok(Match::with_position(position, clocks))
    }

    /// Creates a match from boards that have at most two sets.
    pub(super) fn with_position(position: Position, clocks: Clocks) -> Match {
        let rules = position.rules();
        let mut game = Match {
            position,
            standard: rules.are_standard_on_a_board(),
            has_automatic_draws: rules.stalemate == Stalemate::Draw || rules.repetition.automatic,
            // Clocks from another match may be running or stopped.
            clocks: Clocks::from_left(clocks.all_left(), clocks.increment()),
            outcome: None,
            declared: false,
            sights: Default::default(),
            counted_from: [0; 2],
            steps: Steps::default(),
            turns: Vec::new(),
            keeps_turns: false,
            others: Vec::new(),
        };
        game.outcome = BoardId::ALL.into_iter().find_map(|id| game.mate_on(id));
        game
    }

    /// Returns the number of pieces of a color and type on both boards and in all reserves, see
    /// [`Position::count_pieces`].
    pub fn count_pieces(&self, color: Color, piece: Piece) -> u32 {
        self.position.count_pieces(color, piece)
    }
}

impl Position {
    /// Checks that both boards and all reserves have at most two sets of pieces.
    ///
    /// # Errors
    /// Lists each piece type that exceeds two sets. Promoted pieces count as pawns. If captured promoted
    /// pieces [stay](Promotion::Stays) promoted, so do queens, rooks, bishops and knights beyond two sets.
    pub fn check_material(&self) -> Result<(), InvalidMatch> {
        let mut violations = Vec::new();
        for color in Color::ALL {
            let mut pawns = self.count_pieces(color, Piece::Pawn);
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                let (count, limit) = (self.count_pieces(color, piece), limit(piece));
                if self.rules().promotion == Promotion::Stays {
                    pawns += count.saturating_sub(limit);
                } else if count > limit {
                    violations.push(MatchViolation::TooMany { color, piece, count, limit });
                }
            }
            let limit = limit(Piece::Pawn);
            if pawns > limit {
                violations.push(MatchViolation::TooMany { color, piece: Piece::Pawn, count: pawns, limit });
            }
        }
        if violations.is_empty() { Ok(()) } else { Err(InvalidMatch(violations)) }
    }
}

/// Returns the number of pieces of a type in two full sets, for each color.
const fn limit(piece: Piece) -> u32 {
    match piece {
        Piece::Pawn => 16,
        Piece::Knight | Piece::Bishop | Piece::Rook => 4,
        Piece::Queen | Piece::King => 2,
    }
}

/// The reasons why two boards can't be a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidMatch(Vec<MatchViolation>);

impl InvalidMatch {
    /// Returns every violation. There is at least one.
    pub fn violations(&self) -> &[MatchViolation] {
        &self.0
    }
}

impl fmt::Display for InvalidMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            write!(f, "{}{violation}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidMatch {}

/// A reason why two boards can't be a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MatchViolation {
    /// A color has more pieces of a type than two sets. Promoted pieces count as pawns.
    TooMany {
        /// The owner of the pieces.
        color: Color,
        /// The piece type.
        piece: Piece,
        /// The number of pieces.
        count: u32,
        /// The most that are allowed.
        limit: u32,
    },
}

impl fmt::Display for MatchViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchViolation::TooMany { color, piece, count, limit } => {
                let promoted = if *piece == Piece::Pawn { " and promoted pieces" } else { "" };
                write!(
                    f,
                    "{} has {count} {piece}s{promoted} on both boards and in reserve, \
                     at most {limit} are allowed",
                    color.side_name()
                )
            }
        }
    }
}
