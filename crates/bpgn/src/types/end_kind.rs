//! The ways a game can end, with names for programs and for people. `end_reason.rs` reads them from a comment.

use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndKind {
    /// A team won.
    Decisive {
        /// What the named player did.
        who: Who,
        /// How.
        how: How,
    },
    /// The game was drawn.
    Draw(DrawBy),
    /// The game was broken off, or is in progress.
    NoResult(NoResultBy),
    /// The text says something else.
    Other,
}

/// What the named player did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// Lost the game.
    Loser,
    /// Won the game.
    Winner,
    /// Has a partner who lost the game.
    PartnerLoses,
    /// Has a partner who won the game.
    PartnerWins,
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum How {
    /// By checkmate.
    Checkmate,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player left.
    Disconnection,
    /// An arbiter decided.
    Adjudication,
    /// The partner's board decided.
    Partner,
    /// The text does not say: `NAME won`.
    Unknown,
}

/// Why a game was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DrawBy {
    /// A player had no legal move.
    Stalemate,
    /// The players agreed.
    Agreement,
    /// A position was repeated.
    Repetition,
    /// Fifty moves passed without a capture or a pawn move.
    FiftyMoves,
    /// An arbiter decided.
    Adjudication,
    /// Both players ran out of time.
    BothFlags,
    /// The other board was drawn.
    PartnersGame,
    /// Nobody had the material to mate.
    NoMaterial,
    /// A player ran out of time against one without the material to mate.
    FlagWithoutMaterial,
    /// Both boards ended in mate.
    MateOnBothBoards,
}

/// Why a game has no result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NoResultBy {
    /// It was aborted.
    Aborted,
    /// It was aborted on the first move.
    AbortedFirstMove,
    /// The players agreed to abort it.
    AbortedByAgreement,
    /// An arbiter aborted it.
    AbortedByAdjudication,
    /// It was adjourned.
    Adjourned,
    /// The players agreed to adjourn it.
    AdjournedByAgreement,
    /// The server shut down.
    ServerShutdown,
    /// A player aborted it as a courtesy to a player who had left.
    CourtesyAborted,
    /// A player adjourned it as a courtesy to a player who had left.
    CourtesyAdjourned,
    /// A player lost the connection, and the game was aborted.
    ConnectionLostAborted,
    /// A player lost the connection, and the game was adjourned.
    ConnectionLostAdjourned,
    /// The other board was aborted.
    PartnersGameAborted,
    /// The other board was adjourned.
    PartnersGameAdjourned,
    /// It is in progress.
    InProgress,
}

impl Who {
    /// Returns `true` if the team of the named player won.
    pub const fn won(self) -> bool {
        matches!(self, Who::Winner | Who::PartnerWins)
    }

    /// Returns `true` if the partner of the named player lost or won.
    pub const fn is_about_partner(self) -> bool {
        matches!(self, Who::PartnerLoses | Who::PartnerWins)
    }

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            Who::Loser => "loser",
            Who::Winner => "winner",
            Who::PartnerLoses => "partner-loses",
            Who::PartnerWins => "partner-wins",
        }
    }
}

impl EndKind {
    /// Returns a short name in kebab case: `resignation`, `drawn-by-repetition`, `aborted`, `other`.
    pub const fn name(self) -> &'static str {
        match self {
            EndKind::Decisive { how, .. } => how.name(),
            EndKind::Draw(by) => by.name(),
            EndKind::NoResult(by) => by.name(),
            EndKind::Other => "other",
        }
    }
}

impl How {
    /// All of them.
    pub const ALL: &'static [How] = &[
        How::Checkmate,
        How::Resignation,
        How::Time,
        How::Disconnection,
        How::Adjudication,
        How::Partner,
        How::Unknown,
    ];

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            How::Checkmate => "checkmate",
            How::Resignation => "resignation",
            How::Time => "time",
            How::Disconnection => "disconnection",
            How::Adjudication => "adjudication",
            How::Partner => "partner",
            How::Unknown => "unknown",
        }
    }
}

impl DrawBy {
    /// All of them.
    pub const ALL: &'static [DrawBy] = &[
        DrawBy::Stalemate,
        DrawBy::Agreement,
        DrawBy::Repetition,
        DrawBy::FiftyMoves,
        DrawBy::Adjudication,
        DrawBy::BothFlags,
        DrawBy::PartnersGame,
        DrawBy::NoMaterial,
        DrawBy::FlagWithoutMaterial,
        DrawBy::MateOnBothBoards,
    ];

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            DrawBy::Stalemate => "stalemate",
            DrawBy::Agreement => "drawn-by-agreement",
            DrawBy::Repetition => "drawn-by-repetition",
            DrawBy::FiftyMoves => "drawn-by-fifty-moves",
            DrawBy::Adjudication => "drawn-by-adjudication",
            DrawBy::BothFlags => "both-flags",
            DrawBy::PartnersGame => "partners-game-drawn",
            DrawBy::NoMaterial => "no-material",
            DrawBy::FlagWithoutMaterial => "flag-without-material",
            DrawBy::MateOnBothBoards => "mate-on-both-boards",
        }
    }
}

impl NoResultBy {
    /// All of them.
    pub const ALL: &'static [NoResultBy] = &[
        NoResultBy::Aborted,
        NoResultBy::AbortedFirstMove,
        NoResultBy::AbortedByAgreement,
        NoResultBy::AbortedByAdjudication,
        NoResultBy::Adjourned,
        NoResultBy::AdjournedByAgreement,
        NoResultBy::ServerShutdown,
        NoResultBy::CourtesyAborted,
        NoResultBy::CourtesyAdjourned,
        NoResultBy::ConnectionLostAborted,
        NoResultBy::ConnectionLostAdjourned,
        NoResultBy::PartnersGameAborted,
        NoResultBy::PartnersGameAdjourned,
        NoResultBy::InProgress,
    ];

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            NoResultBy::Aborted => "aborted",
            NoResultBy::AbortedFirstMove => "aborted-first-move",
            NoResultBy::AbortedByAgreement => "aborted-by-agreement",
            NoResultBy::AbortedByAdjudication => "aborted-by-adjudication",
            NoResultBy::Adjourned => "adjourned",
            NoResultBy::AdjournedByAgreement => "adjourned-by-agreement",
            NoResultBy::ServerShutdown => "server-shutdown",
            NoResultBy::CourtesyAborted => "courtesy-aborted",
            NoResultBy::CourtesyAdjourned => "courtesy-adjourned",
            NoResultBy::ConnectionLostAborted => "connection-lost-aborted",
            NoResultBy::ConnectionLostAdjourned => "connection-lost-adjourned",
            NoResultBy::PartnersGameAborted => "partners-game-aborted",
            NoResultBy::PartnersGameAdjourned => "partners-game-adjourned",
            NoResultBy::InProgress => "in-progress",
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Who::Loser => "lost",
            Who::Winner => "won",
            Who::PartnerLoses => "the partner lost",
            Who::PartnerWins => "the partner won",
        })
    }
}

impl fmt::Display for EndKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndKind::Decisive { how, .. } => how.fmt(f),
            EndKind::Draw(by) => by.fmt(f),
            EndKind::NoResult(by) => by.fmt(f),
            EndKind::Other => f.write_str("another reason"),
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            How::Checkmate => "won by checkmate",
            How::Resignation => "won by resignation",
            How::Time => "won on time",
            How::Disconnection => "won by disconnection",
            How::Adjudication => "won by adjudication",
            How::Partner => "won on the partner's board",
            How::Unknown => "won",
        })
    }
}

impl fmt::Display for DrawBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawBy::Stalemate => "drawn by stalemate",
            DrawBy::Agreement => "drawn by agreement",
            DrawBy::Repetition => "drawn by repetition",
            DrawBy::FiftyMoves => "drawn by the fifty-move rule",
            DrawBy::Adjudication => "drawn by adjudication",
            DrawBy::BothFlags => "drawn because both players ran out of time",
            DrawBy::PartnersGame => "drawn on the partner's board",
            DrawBy::NoMaterial => "drawn because nobody can mate",
            DrawBy::FlagWithoutMaterial => "drawn because the player with time cannot mate",
            DrawBy::MateOnBothBoards => "drawn by mate on both boards",
        })
    }
}

impl fmt::Display for NoResultBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoResultBy::Aborted => "aborted",
            NoResultBy::AbortedFirstMove => "aborted on the first move",
            NoResultBy::AbortedByAgreement => "aborted by agreement",
            NoResultBy::AbortedByAdjudication => "aborted by adjudication",
            NoResultBy::Adjourned => "adjourned",
            NoResultBy::AdjournedByAgreement => "adjourned by agreement",
            NoResultBy::ServerShutdown => "broken off by a server shutdown",
            NoResultBy::CourtesyAborted => "aborted as a courtesy",
            NoResultBy::CourtesyAdjourned => "adjourned as a courtesy",
            NoResultBy::ConnectionLostAborted => "aborted after a lost connection",
            NoResultBy::ConnectionLostAdjourned => "adjourned after a lost connection",
            NoResultBy::PartnersGameAborted => "aborted on the partner's board",
            NoResultBy::PartnersGameAdjourned => "adjourned on the partner's board",
            NoResultBy::InProgress => "still in progress",
        })
    }
}
