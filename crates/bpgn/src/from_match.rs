//! Writes a match as a game: what a server stores when it is over.

use bughouse_chess::{BoardId, Cause, Color, Match, Millis, Outcome, Position, Seat, Seconds, TwoBoards};

use crate::replay::ROSTER;
use crate::replay::start::rule_tags;
use crate::tree::{Comment, Game, HalfMove, Tag};
use crate::types::clock::Clock;
use crate::types::end_reason::{DrawBy, EndKind, EndReason, How, NoResultBy, Who};
use crate::types::label::{Label, MAX_NUMBER};
use crate::types::tags::GameResult;

/// Converts a match, also one that is not over.
///
/// The game gets the half-moves with the [clock](bughouse_chess::matches::Step::clock) after each, the result, and the cause,
/// which names the seat: `{WhiteA resigns}`. It gets all [required](crate::replay::ROSTER) tags, `Setup` and `FEN` for a
/// start that is not the starting position, and `Promotion`, `DropAggression` and `PawnDropRanks` for rules that BPGN can
/// name. A match doesn't know the players, the event and the date: those tags are `?`. Set what you know with
/// [`Tags::set`](crate::Tags::set).
///
/// ```
/// use bpgn::Game;
/// use bughouse_chess::{BoardId, Match, Millis, Rules, Seat, TimeControl};
///
/// let mut played = Match::new(Rules::fics(), TimeControl::new(180, 0));
/// played.start(Millis::ZERO);
/// played.play_at(BoardId::A, "e2e4".parse()?, Millis(1_500))?;
/// played.play_at(BoardId::B, "g1f3".parse()?, Millis(2_250))?;
/// played.resign(Seat::BLACK_A, Some(Millis(4_000)))?;
///
/// let mut game = Game::from(&played);
/// game.tags.set("WhiteA", "anna")?;
/// let text = game.to_bpgn();
/// assert!(text.contains("[TimeControl \"180+0\"]\n[Result \"1-0\"]\n"));
/// assert!(text.ends_with("1A. e4 {178.5} 1B. Nf3 {177.75}\n{BlackA resigns} 1-0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// BPGN can't represent everything. These are left out:
/// - rules other than those in the tags. To replay the game exactly, use [`ReadOptions::lenient`](crate::ReadOptions::lenient)
///   with the rules of the match: `ReadOptions::lenient().rules(*played.rules())`;
/// - [restorable](Position::restorable_rights) castling rights of the start;
/// - the counters of the start, if the clocks of the start differ: then the `FEN` tag has the clocks;
/// - when clocks were started, and when the match ended.
impl From<&Match> for Game {
    fn from(played: &Match) -> Game {
        let mut start = played.clone();
        while start.undo().is_some() {}
        let mut game = Game::default();
        for (name, value) in tags(&start, played) {
            // The names are valid, and no value has several lines.
            game.tags.extend(Tag::new(name, value));
        }
        game.main.half_moves = half_moves(*start.position(), played);
        game.result = Some(result(played.outcome()));
        let reason = played.outcome().map(|outcome| end_reason(outcome).to_string());
        game.end_reason = reason.and_then(|reason| Comment::new(reason).ok());
        game
    }
}

impl Game {
    /// Returns the game as BPGN in canonical form, as `Display` writes it. To choose the encoding and the width of
    /// lines, use [`write_game`](crate::write_game).
    pub fn to_bpgn(&self) -> String {
        self.to_string()
    }
}

/// Returns the tags of a match: names and values.
fn tags(start: &Match, played: &Match) -> Vec<(&'static str, String)> {
    let (left, increment) = (start.clocks().all_left(), start.clocks().increment());
    let base = left.into_iter().max().unwrap_or_default();
    let is_control = base >= Millis::ZERO && increment >= Millis::ZERO;
    let mut tags: Vec<(&'static str, String)> = Vec::new();
    for &name in ROSTER {
        let value = match name {
            "Date" => "????.??.??".to_owned(),
            "TimeControl" if is_control && (base, increment) != (Millis::ZERO, Millis::ZERO) => {
                format!("{base}+{increment}")
            }
            "TimeControl" => "-".to_owned(),
            "Result" => result(played.outcome()).to_string(),
            _ => "?".to_owned(),
        };
        tags.push((name, value));
    }
    let has_equal_clocks = left == [base; 4];
    if !has_equal_clocks || start.position().boards() != Position::START.boards() {
        tags.push(("Setup", "1".to_owned()));
        tags.push(("FEN", start_text(start, has_equal_clocks && is_control)));
    }
    tags.extend(rule_tags(played.rules()));
    tags
}

/// Returns the start as a string: with counters, or with clocks that the time control doesn't have.
fn start_text(start: &Match, with_counters: bool) -> String {
    if with_counters {
        return start.position().to_string();
    }
    let clocks = BoardId::ALL.map(|board| {
        Some(Color::ALL.map(|color| Seconds::from(start.clocks().left(Seat::new(board, color)))))
    });
    TwoBoards { position: *start.position(), clocks }.to_thief()
}

/// Returns the half-moves of a match with their clocks.
fn half_moves(mut position: Position, played: &Match) -> Vec<HalfMove> {
    // The numbers of labels are limited, those of boards are not.
    let first = |board: BoardId| match position.board(board).fullmove_number() {
        number if u64::from(number) + played.steps().len() as u64 > u64::from(MAX_NUMBER) => number - 1,
        _ => 0,
    };
    let skipped = BoardId::ALL.map(first);
    let mut half_moves = Vec::with_capacity(played.steps().len());
    for step in played.steps() {
        let seat = step.seat();
        let number = position.board(seat.board).fullmove_number() - skipped[seat.board.to_index()];
        // Every half-move of a match is legal.
        let Ok(san) = position.san(seat.board, step.mv()) else { break };
        position.play_unchecked(seat.board, step.mv());
        let mut half_move = HalfMove::new(Label { number, seat }, san.to_string());
        if let Some(clock) = step.clock() {
            half_move.add_comment(Comment::from(Clock::Left(Seconds::from(clock))));
        }
        half_moves.push(half_move);
    }
    half_moves
}

fn result(outcome: Option<Outcome>) -> GameResult {
    match outcome {
        None | Some(Outcome { cause: Cause::Abort, .. }) => GameResult::None,
        Some(outcome) => outcome.winner.map_or(GameResult::Draw, GameResult::won_by),
    }
}

/// Returns the end reason in BPGN's words. It names the seat that lost or aborted the match.
fn end_reason(outcome: Outcome) -> EndReason<'static> {
    let lost = |how| EndKind::Decisive { who: Who::Loser, how };
    let kind = match outcome.cause {
        Cause::Checkmate => lost(How::Checkmate),
        Cause::Resignation => lost(How::Resignation),
        Cause::Flag => lost(How::Time),
        Cause::BothFlags => EndKind::Draw(DrawBy::BothFlags),
        Cause::Agreement => EndKind::Draw(DrawBy::Agreement),
        Cause::Repetition => EndKind::Draw(DrawBy::Repetition),
        Cause::FiftyMoves => EndKind::Draw(DrawBy::FiftyMoves),
        Cause::Stalemate => EndKind::Draw(DrawBy::Stalemate),
        Cause::Abort => EndKind::NoResult(NoResultBy::Aborted),
        _ => EndKind::Other,
    };
    let names_seat = matches!(kind, EndKind::Decisive { .. } | EndKind::NoResult(_));
    let name = outcome.seat.filter(|_| names_seat).map(|seat| seat.name().as_bytes());
    EndReason { kind, name, other_name: None }
}
