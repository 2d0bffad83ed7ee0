//! The events of a match, for pickling.

use bughouse_chess::{BoardId, BughouseMove, Match, Millis, Seat};

/// An event of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Event {
    /// The clocks of a board were started.
    Start(BoardId, i64),
    /// A half-move was played, with or without a timestamp.
    Play(BoardId, BughouseMove, Option<i64>),
    /// The match ended by a declaration.
    End(Declared, Option<i64>),
    /// A half-move was undone, and the clocks differ from those before it.
    Undo,
}

/// A way to end a match without a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Declared {
    /// A player resigns.
    Resign(Seat),
    /// The teams agree on a draw.
    Agree,
    /// A player's flag fell.
    Flag(Seat),
    /// A position occurred three times.
    Repetition(BoardId),
    /// Fifty moves were played without a capture or a pawn move.
    FiftyMoves(BoardId),
    /// The match is aborted.
    Abort,
}

impl Event {
    /// Applies the event to a match.
    pub(crate) fn apply(self, game: &mut Match) -> Result<(), bughouse_chess::MatchError> {
        match self {
            Event::Start(board, now) => {
                game.start_board(board, Millis(now));
                Ok(())
            }
            Event::Play(board, mv, Some(now)) => game.play_at(board, mv, Millis(now)).map(|_| ()),
            Event::Play(board, mv, None) => game.play(board, mv).map(|_| ()),
            Event::End(declared, now) => {
                let at = now.map(Millis);
                match declared {
                    Declared::Resign(seat) => game.resign(seat, at),
                    Declared::Agree => game.agree_draw(at),
                    Declared::Flag(seat) => game.claim_flag(seat, at.unwrap_or(Millis::ZERO)),
                    Declared::Repetition(board) => game.claim_repetition(board, at),
                    Declared::FiftyMoves(board) => game.claim_fifty_moves(board, at),
                    Declared::Abort => game.abort(None, at),
                }
                .map(|_| ())
            }
            Event::Undo => {
                game.undo();
                Ok(())
            }
        }
    }

    /// Formats the event as a line.
    pub(crate) fn to_line(self) -> String {
        let moment = |now: Option<i64>| now.map_or_else(|| "-".to_owned(), |now| now.to_string());
        match self {
            Event::Start(board, now) => format!("start {board} {now}"),
            Event::Play(board, mv, now) => format!("play {board} {} {mv}", moment(now)),
            Event::End(declared, now) => {
                let (name, who) = match declared {
                    Declared::Resign(seat) => ("resign", seat.to_string()),
                    Declared::Agree => ("agree", "-".to_owned()),
                    Declared::Flag(seat) => ("flag", seat.to_string()),
                    Declared::Repetition(board) => ("repetition", board.to_string()),
                    Declared::FiftyMoves(board) => ("fifty", board.to_string()),
                    Declared::Abort => ("abort", "-".to_owned()),
                };
                format!("{name} {who} {}", moment(now))
            }
            Event::Undo => "undo - -".to_owned(),
        }
    }

    /// Parses a line. Returns `None` if it is invalid.
    pub(crate) fn of_line(line: &str) -> Option<Event> {
        let mut words = line.split(' ');
        let (name, who, moment) = (words.next()?, words.next()?, words.next()?);
        let now = if moment == "-" { None } else { Some(moment.parse().ok()?) };
        let end = |declared| Some(Event::End(declared, now));
        match name {
            "start" => Some(Event::Start(who.parse().ok()?, now?)),
            "play" => Some(Event::Play(who.parse().ok()?, words.next()?.parse().ok()?, now)),
            "resign" => end(Declared::Resign(who.parse().ok()?)),
            "agree" => end(Declared::Agree),
            "flag" => end(Declared::Flag(who.parse().ok()?)),
            "repetition" => end(Declared::Repetition(who.parse().ok()?)),
            "fifty" => end(Declared::FiftyMoves(who.parse().ok()?)),
            "abort" => end(Declared::Abort),
            "undo" => Some(Event::Undo),
            _ => None,
        }
    }
}
