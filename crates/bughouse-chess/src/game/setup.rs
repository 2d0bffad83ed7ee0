//! Starting a match, from the starting position or from any two boards.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::color::Color;
use crate::game::steps::Steps;
use crate::game::{BoardId, Clocks, Match, TimeControl};
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::{Promotion, Rules, Stalemate};

impl Match {
    /// Makes a match from the starting position. The clocks stand still until [`Match::start`].
    #[must_use]
    pub fn new(rules: Rules, control: TimeControl) -> Match {
        Match::with_position(Position::default(), rules, Clocks::new(control))
    }

    /// Makes a match from any two boards and any clocks. The clocks stand still until [`Match::start`].
    ///
    /// If a board is mated, or stalemated under rules that call it a draw, the match is over from the start; board A
    /// is looked at first.
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
    /// Lists what makes a match impossible: more pieces of a kind than two sets hold, over both boards and all
    /// reserves. Promoted pieces count as pawns. Where a captured promoted piece [stays](Promotion::Stays) what it is, so
    /// do the officers that two sets do not hold.
    pub fn from_boards(
        board_a: Board,
        board_b: Board,
        rules: Rules,
        clocks: Clocks,
    ) -> Result<Match, InvalidMatch> {
        Match::from_position(Position::new(board_a, board_b), rules, clocks)
    }

    /// Makes a match from any position, as [`Match::from_boards`] does.
    ///
    /// Castling restorable rights are kept if the rules let a [dropped rook castle](Rules::dropped_rook_castles), and
    /// dropped if they do not.
    ///
    /// # Errors
    /// Lists what makes a match impossible, see [`Match::from_boards`].
    pub fn from_position(
        mut position: Position,
        rules: Rules,
        clocks: Clocks,
    ) -> Result<Match, InvalidMatch> {
        position.check_material(&rules)?;
        if !rules.dropped_rook_castles {
            position.restorable = Default::default();
        }
        Ok(Match::with_position(position, rules, clocks))
    }

    /// Makes a match of boards that hold no more than two sets.
    pub(super) fn with_position(position: Position, rules: Rules, clocks: Clocks) -> Match {
        let mut game = Match {
            position,
            rules,
            standard: rules.are_standard_on_a_board(),
            ends_otherwise: rules.stalemate == Stalemate::Draw || rules.repetition.automatic,
            // Clocks of another match may run, or have been stopped with it.
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

    /// Counts the pieces of a kind and color over both boards and all reserves, see [`Position::count_men`].
    #[must_use]
    pub fn count_pieces(&self, color: Color, piece: Piece) -> u32 {
        self.position.count_pieces(color, piece)
    }
}

impl Position {
    /// Checks that both boards and all reserves hold no more pieces than two sets.
    ///
    /// # Errors
    /// Lists each kind of which there are more. Promoted pieces count as pawns. Where a captured promoted piece
    /// [stays](Promotion::Stays) what it is, so do the officers that two sets do not hold.
    pub fn check_material(&self, rules: &Rules) -> Result<(), InvalidMatch> {
        let mut violations = Vec::new();
        for color in Color::ALL {
            let mut pawns = self.count_pieces(color, Piece::Pawn);
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                let (count, limit) = (self.count_pieces(color, piece), limit(piece));
                if rules.promotion == Promotion::Stays {
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

/// Returns how many of a kind two full sets hold, for each color.
const fn limit(piece: Piece) -> u32 {
    match piece {
        Piece::Pawn => 16,
        Piece::Knight | Piece::Bishop | Piece::Rook => 4,
        Piece::Queen | Piece::King => 2,
    }
}

/// Why two boards are not a match: at least one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidMatch(Vec<MatchViolation>);

impl InvalidMatch {
    /// Lists every fault; there is at least one.
    #[must_use]
    pub fn violations(&self) -> &[MatchViolation] {
        &self.0
    }
}

impl fmt::Display for InvalidMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidMatch {}

/// One reason why two boards are not a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MatchViolation {
    /// A color has more pieces of a kind than two sets hold. Promoted pieces count as pawns.
    TooMany {
        /// Whose pieces.
        color: Color,
        /// Which kind.
        piece: Piece,
        /// How many there are.
        count: u32,
        /// How many there may be.
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
                    "{color} has {count} {piece}s{promoted} on both boards and in reserve, \
                     at most {limit} are possible"
                )
            }
        }
    }
}
