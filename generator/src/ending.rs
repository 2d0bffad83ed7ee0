//! How a game ends, in the words of the server.

use bughouse_chess::{BoardId, Seat, Team};

use crate::text::push_latin1;

/// Why a game ended, who is named, and who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What happened.
    pub reason: Reason,
    /// The seat that the text names, if it names one. It is of the team that lost.
    pub named: Option<Seat>,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The named seat is mated on the board.
    Checkmate,
    /// The named seat resigned.
    Resignation,
    /// The named seat ran out of time.
    Time,
    /// The named seat left.
    Disconnection,
    /// The partner of the named seat resigned.
    PartnerResignation,
    /// The partner of the named seat ran out of time.
    PartnerTime,
    /// A draw by agreement.
    Draw,
    /// Nobody won: aborted on the first move.
    AbortedAtOnce,
    /// Nobody won: aborted by agreement.
    Aborted,
}

impl Ending {
    /// Makes an ending that a seat's team lost.
    pub(crate) fn lost_by(named: Seat, reason: Reason) -> Ending {
        Ending { reason, named: Some(named) }
    }

    /// Makes an ending without a winner.
    pub(crate) fn without_winner(reason: Reason) -> Ending {
        Ending { reason, named: None }
    }

    /// Returns the team that won.
    pub fn winner(self) -> Option<Team> {
        self.named.map(|seat| seat.team().other())
    }

    /// Returns the result of the match, written for WhiteA's team.
    pub fn result(self) -> &'static str {
        match (self.winner(), self.reason) {
            (Some(Team::One), _) => "1-0",
            (Some(Team::Two), _) => "0-1",
            (None, Reason::Draw) => "1/2-1/2",
            (None, _) => "*",
        }
    }

    /// Returns the result of one board, written for its White.
    pub fn result_on(self, board: BoardId) -> &'static str {
        match (board, self.result()) {
            (BoardId::B, "1-0") => "0-1",
            (BoardId::B, "0-1") => "1-0",
            (_, result) => result,
        }
    }

    /// Writes the reason without braces; `name` is that of the named seat.
    pub(crate) fn push_reason(self, out: &mut Vec<u8>, name: &str) {
        push_latin1(out, name);
        push_latin1(
            out,
            match self.reason {
                Reason::Checkmate => " checkmated",
                Reason::Resignation => " resigns",
                Reason::Time => " forfeits on time",
                Reason::Disconnection => " forfeits by disconnection",
                Reason::PartnerResignation => "'s partner resigns",
                Reason::PartnerTime => "'s partner forfeits on time",
                Reason::Draw => "Game drawn by mutual agreement",
                Reason::AbortedAtOnce => "Game aborted on move 1",
                Reason::Aborted => "Game aborted by mutual agreement",
            },
        );
    }
}
