//! Who won a game and why, decided from all that it says about its end.
//!
//! The loser is the seat whose king is mated, or else the seat that the end reason names. Otherwise the `Result` tag
//! says which team won, or else the result after the moves. All contradictions are reported, and no tag is changed.

use core::fmt;
use std::borrow::Cow;

use bughouse_chess::{BoardId, BySeat, Seat, Team};

use crate::replay::diagnostic::DiagnosticKind;
use crate::types::end_reason::{DrawBy, EndKind, EndReason, How, Who};
use crate::types::tags::GameResult;

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// A team.
    Team(Team),
    /// Nobody, because it is a draw.
    Draw,
}

/// How a game ended, and the evidence for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameOutcome {
    /// Who won, or `None` for a game without a result.
    pub winner: Option<Winner>,
    /// Why it ended, if known.
    pub reason: EndKind,
    /// The seat that lost, if a seat is mated or named.
    pub loser: Option<Seat>,
    /// The evidence for who won.
    pub evidence: Evidence,
}

/// The evidence for who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evidence {
    /// A king is mated.
    Board,
    /// The end reason names a player, or says that nobody won.
    Name,
    /// The `Result` tag, or the result after the moves.
    Result,
    /// Nothing.
    Nothing,
}

impl Evidence {
    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            Evidence::Board => "board",
            Evidence::Name => "name",
            Evidence::Result => "result",
            Evidence::Nothing => "nothing",
        }
    }
}

impl GameOutcome {
    /// Returns why the game ended as a short name in kebab case, or `None` if it is unknown.
    pub fn by(&self) -> Option<&'static str> {
        match self.reason {
            EndKind::Decisive { how: How::Unknown, .. } | EndKind::Other => None,
            EndKind::Decisive { how, .. } => Some(how.name()),
            EndKind::Draw(by) => Some(by.name()),
            EndKind::NoResult(by) => Some(by.name()),
        }
    }

    /// Returns the winner as a short name: `team1`, `team2`, `draw`.
    pub const fn winner_name(&self) -> Option<&'static str> {
        match self.winner {
            Some(Winner::Team(Team::One)) => Some("team1"),
            Some(Winner::Team(Team::Two)) => Some("team2"),
            Some(Winner::Draw) => Some("draw"),
            None => None,
        }
    }
}

impl fmt::Display for GameOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(Winner::Team(team)) => write!(f, "{team} wins")?,
            Some(Winner::Draw) => f.write_str("draw")?,
            None => f.write_str("no result")?,
        }
        match (self.by(), self.loser) {
            (Some(by), Some(seat)) => write!(f, " ({seat}: {by})"),
            (Some(by), None) => write!(f, " ({by})"),
            (None, Some(seat)) => write!(f, " ({seat} lost)"),
            (None, None) => Ok(()),
        }
    }
}

/// What a game says about its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending<'a> {
    /// The seat whose king is mated. If both boards are mated, the one that ended first.
    pub mated: Option<Seat>,
    /// Whether both boards are mated.
    pub both_mated: bool,
    /// Whether all half-moves were played, so the final position is reliable.
    pub complete: bool,
    /// The end reason after the moves.
    pub reason: Option<EndReason<'a>>,
    /// A reason from a tag, used if there is none after the moves.
    pub tag_reason: Option<EndReason<'a>>,
    /// By seat, the player's name.
    pub players: BySeat<Option<Cow<'a, [u8]>>>,
    /// The names of WhiteA's team and of BlackA's team.
    pub teams: [Option<Cow<'a, [u8]>>; 2],
    /// The `Result` tag.
    pub tag: Option<GameResult>,
    /// The result after the moves.
    pub result: Option<GameResult>,
}

/// Whom a name refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Seat(Seat),
    Team(Team),
}

impl Ending<'_> {
    /// Works out who won, and reports every contradiction.
    pub(crate) fn validate(
        &self,
        report: &mut dyn FnMut(DiagnosticKind),
    ) -> (GameOutcome, Option<GameResult>) {
        let from_comment = self.reason.is_some();
        let reason = self.reason.or(self.tag_reason);
        let kind = reason.map_or(EndKind::Other, |reason| reason.kind);
        let named = reason.and_then(|reason| self.loser_named_by(&reason));
        if let (EndKind::Decisive { .. }, None, true) = (kind, named, from_comment) {
            report(DiagnosticKind::UnknownName);
        }
        let stated = match (self.tag, self.result) {
            (Some(tag), Some(result)) if tag != result => {
                report(DiagnosticKind::TagAndResult { tag, result });
                if tag == GameResult::None { Some(result) } else { Some(tag) }
            }
            (tag, result) => tag.or(result),
        };
        (self.decide(stated, kind, named, report), stated)
    }

    /// Decides who won from all the evidence, including the result.
    fn decide(
        &self,
        stated: Option<GameResult>,
        kind: EndKind,
        named: Option<Named>,
        report: &mut dyn FnMut(DiagnosticKind),
    ) -> GameOutcome {
        let named_team = named.map(|named| match named {
            Named::Seat(seat) => seat.team(),
            Named::Team(team) => team,
        });
        if let (Some(mated), Some(named)) = (self.mated, named)
            && self.complete
        {
            let agrees = match named {
                Named::Seat(seat) => seat == mated,
                Named::Team(team) => team == mated.team(),
            };
            if !agrees {
                let named = match named {
                    Named::Seat(seat) => Some(seat),
                    Named::Team(_) => None,
                };
                report(DiagnosticKind::NameAndBoard { named, mated });
            }
        }
        if let EndKind::Decisive { how: How::Checkmate, .. } = kind
            && self.complete
            && self.mated.is_none()
        {
            report(DiagnosticKind::NoMateOnBoard);
        }
        let check =
            |loser: Team, board: Option<BoardId>, to_note: &dyn Fn(GameResult, bool) -> DiagnosticKind| {
                let stated = stated?;
                let of_board_b = board == Some(BoardId::B) && stated.winner() == Some(loser);
                (stated.winner() != Some(loser.other())).then(|| to_note(stated, of_board_b))
            };
        let drawn_by_mates = self.both_mated && kind == EndKind::Draw(DrawBy::MateOnBothBoards);
        if let Some(mated) = self.mated
            && !drawn_by_mates
        {
            let diagnostic =
                |result, of_board_b| DiagnosticKind::ResultAndBoard { result, mated, of_board_b };
            if let Some(diagnostic) = check(mated.team(), Some(mated.board), &diagnostic) {
                report(diagnostic);
            }
        }
        if let Some(team) = named_team {
            let seat = match named {
                Some(Named::Seat(seat)) => Some(seat),
                _ => None,
            };
            let diagnostic =
                |result, of_board_b| DiagnosticKind::ResultAndName { result, loser: team, seat, of_board_b };
            if let Some(diagnostic) = check(team, seat.map(|seat| seat.board), &diagnostic) {
                report(diagnostic);
            }
        }
        match (kind, stated) {
            (EndKind::Draw(_), Some(GameResult::Team1 | GameResult::Team2))
            | (EndKind::NoResult(_), Some(GameResult::Team1 | GameResult::Team2 | GameResult::Draw)) => {
                report(DiagnosticKind::ResultAndReason { result: stated.unwrap_or(GameResult::None) });
            }
            _ => {}
        }

        if let (Some(_), EndKind::Draw(DrawBy::MateOnBothBoards), true) = (self.mated, kind, self.both_mated)
        {
            return GameOutcome {
                winner: Some(Winner::Draw),
                reason: kind,
                loser: None,
                evidence: Evidence::Board,
            };
        }
        if let (Some(mated), EndKind::Draw(_) | EndKind::NoResult(_)) = (self.mated, kind) {
            report(DiagnosticKind::ReasonAndBoard { mated });
        }
        let mate = EndKind::Decisive { who: Who::Loser, how: How::Checkmate };
        if let Some(mated) = self.mated {
            let winner = Some(Winner::Team(mated.team().other()));
            return GameOutcome { winner, reason: mate, loser: Some(mated), evidence: Evidence::Board };
        }
        let outcome = |winner, loser, evidence| GameOutcome { winner, reason: kind, loser, evidence };
        match (kind, named) {
            (EndKind::Decisive { who, .. }, Some(Named::Seat(seat))) => {
                // No seat of the winning team lost. A seat of the losing team lost only if it is named.
                let loser = (!who.won()).then_some(seat);
                outcome(Some(Winner::Team(seat.team().other())), loser, Evidence::Name)
            }
            (EndKind::Decisive { .. }, Some(Named::Team(team))) => {
                outcome(Some(Winner::Team(team.other())), None, Evidence::Name)
            }
            (EndKind::Draw(_), _) => outcome(Some(Winner::Draw), None, Evidence::Name),
            (EndKind::NoResult(_), _) => outcome(None, None, Evidence::Name),
            _ => match stated {
                Some(GameResult::Draw) => outcome(Some(Winner::Draw), None, Evidence::Result),
                Some(stated) if stated.winner().is_some() => {
                    outcome(stated.winner().map(Winner::Team), None, Evidence::Result)
                }
                _ => outcome(None, None, Evidence::Nothing),
            },
        }
    }

    /// Returns who lost according to a reason: a seat if it names one, otherwise a team.
    fn loser_named_by(&self, reason: &EndReason<'_>) -> Option<Named> {
        let EndKind::Decisive { who, .. } = reason.kind else { return None };
        let named = self.find(reason.name?)?;
        Some(match (named, who) {
            (Named::Seat(seat), Who::Loser) => Named::Seat(seat),
            (Named::Seat(seat), Who::PartnerLoses) => Named::Seat(seat.partner()),
            (Named::Seat(seat), Who::Winner | Who::PartnerWins) => Named::Team(seat.team().other()),
            (Named::Team(team), Who::Loser | Who::PartnerLoses) => Named::Team(team),
            (Named::Team(team), Who::Winner | Who::PartnerWins) => Named::Team(team.other()),
        })
    }

    /// Finds the seat of a name: by the tags, ignoring case, or by its own short name. Also finds a team by its name.
    fn find(&self, name: &[u8]) -> Option<Named> {
        let seats = || bughouse_chess::Seat::ALL.into_iter();
        let player = |seat: Seat| self.players[seat].as_deref();
        let exact: Vec<Seat> = seats().filter(|&seat| player(seat) == Some(name)).collect();
        let found = if exact.is_empty() {
            seats()
                .filter(|&seat| player(seat).is_some_and(|player| player.eq_ignore_ascii_case(name)))
                .collect()
        } else {
            exact
        };
        match *found {
            [seat] => return Some(Named::Seat(seat)),
            // The same player on both boards.
            [one, other] if one.team() == other.team() => return Some(Named::Team(one.team())),
            [] => {}
            _ => return None,
        }
        let team = [Team::One, Team::Two]
            .into_iter()
            .find(|&team| self.teams[team as usize].as_deref() == Some(name));
        team.map(Named::Team).or_else(|| {
            let short = |seat: Seat| -> [u8; 2] {
                let long = seat.name().as_bytes();
                [long[0], long[5]]
            };
            seats().find(|&seat| name == short(seat) || name == seat.name().as_bytes()).map(Named::Seat)
        })
    }
}
