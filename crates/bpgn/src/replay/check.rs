//! Plays each game that a reader reads, and reports problems.

use std::borrow::Cow;

use bughouse_chess::notation::san::CheckSign;
use bughouse_chess::{BoardId, BoardStatus, BughouseMove, BySeat, Leniencies, Leniency, San, Seat, Span};

use crate::lexer::CommentStyle;
use crate::lexer::tag::unescape_bytes;
use crate::reader::end_finder::EndFinder;
use crate::reader::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
use crate::replay::clocks::WrittenClocks;
use crate::replay::diagnostic::{Diagnostic, DiagnosticKind, Severity};
use crate::replay::error::{ReplayError, ReplayErrorKind};
use crate::replay::options::ReadOptions;
use crate::replay::outcome::{Ending, GameOutcome};
use crate::replay::replay::{Replay, Step};
use crate::replay::replayer::{Deviations, Played};
use crate::replay::report::{ObservedHalfMove, Observer, Report, State, TagSpot};
use crate::replay::start::{RuleTags, Start};
use crate::replay::tag_check::{KnownTag, KnownTags, check_tags};
use crate::types::clock::CommentTimes;
use crate::types::end_reason::EndReason;
use crate::types::label::Label;
use crate::types::syntax_error::{Spelling, SyntaxError, SyntaxErrorKind};
use crate::types::tags::GameResult;

/// Plays each game that a [`Reader`](crate::Reader) reads or a tree [holds](crate::Game::visit), and passes a [`Report`]
/// to a function. What the function returns is the output of the game.
///
/// ```
/// use bpgn::{Checker, ReadOptions, Reader, State};
///
/// let text = "1A. e4 {179} 1a. e5 {178} 2A. Ke3 {177} *";
/// let mut checker = Checker::new(ReadOptions::lenient(), |report| (report.state, report.played, report.stopped));
/// let (state, played, stopped) = Reader::new(text.as_bytes()).read_game(&mut checker)?.unwrap();
/// assert_eq!((state, played), (State::Broken, 2));
/// assert_eq!(stopped.unwrap().to_string(), "2A: no king can go to e3");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Checker<O> {
    options: ReadOptions,
    observer: O,
    replay: Replay,
    game: GameState,
}

/// What was read of a game so far.
#[derive(Default)]
struct GameState {
    /// The last half-move of the main line, which wasn't reported yet.
    pending: Option<Pending>,
    start: Start,
    /// Whether tags changed the start position or the rules since the replay began.
    new_start: bool,
    tags: Vec<TagSpot>,
    known: KnownTags,
    in_moves: bool,
    /// The value of the first `FEN` tag, and where it is.
    fen: Option<(Vec<u8>, Span)>,
    rules: RuleTags,
    /// By half-move of the main line, where its label begins.
    starts: Vec<usize>,
    clocks: WrittenClocks,
    /// The spans of the label and the move that stopped the main line.
    stopped_at: Option<(Span, Span)>,
    /// By board: the label of the first half-move after the last one on that board.
    after_last: [Option<Span>; 2],
    /// Where the open variations begin.
    variations: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
    result: Option<GameResult>,
    end: EndFinder,
}

/// A half-move that was played, until everything after it was read.
#[derive(Clone, Copy)]
struct Pending {
    played: Played,
    label_at: Span,
    san_at: Span,
    times: CommentTimes,
    /// The last comment, which may be the end reason, and the times in the comments before it.
    last: Option<(Span, CommentTimes)>,
}

impl<T, F: FnMut(&Report<'_>) -> T> Checker<F> {
    /// Creates a checker that passes the report of each game to a function.
    pub fn new(options: ReadOptions, report: F) -> Checker<F> {
        Checker::with_observer(options, report)
    }
}

impl GameState {
    /// Begins another game. The memory of this one is used again.
    fn restart(&mut self) {
        let GameState { mut tags, mut starts, mut diagnostics, .. } = std::mem::take(self);
        tags.clear();
        starts.clear();
        diagnostics.clear();
        *self = GameState { tags, starts, diagnostics, ..GameState::default() };
    }

    #[cold]
    fn diagnostic(&mut self, kind: DiagnosticKind, span: Span) {
        add(&mut self.diagnostics, kind, span);
    }
}

impl<O: Observer> Checker<O> {
    /// Creates a checker that passes half-moves and reports to an [`Observer`].
    pub fn with_observer(options: ReadOptions, observer: O) -> Checker<O> {
        Checker { options, observer, replay: Replay::new(options), game: GameState::default() }
    }

    /// Returns the [`Observer`].
    pub fn into_observer(self) -> O {
        self.observer
    }

    /// Plays a half-move of the main line.
    #[inline]
    fn play(&mut self, half_move: &RawHalfMove<'_>) {
        let &RawHalfMove { label, label_at, san, san_at, .. } = half_move;
        let game = &mut self.game;
        game.end.half_move();
        game.starts.push(label_at.start);
        match self.replay.half_move(label, san) {
            Ok(step) => {
                let own = step.played.seat.board.to_index();
                game.after_last[own] = None;
                // A promotion that takes a piece from the other board changes that board and may mate there.
                if is_theft(&step) && !step.before.is_checkmate(step.played.seat.board.other()) {
                    game.after_last[1 - own] = None;
                } else {
                    game.after_last[1 - own].get_or_insert(label_at);
                }
                if !step.played.deviations.is_empty() {
                    add_deviations(
                        &mut game.diagnostics,
                        step.played.seat,
                        step.played.deviations,
                        label_at,
                        san_at,
                    );
                }
                if self.options.lint {
                    lint(&mut game.diagnostics, &step, san, san_at);
                }
                if O::HALF_MOVES {
                    let (played, times) = (step.played, CommentTimes::default());
                    game.pending = Some(Pending { played, label_at, san_at, times, last: None });
                }
            }
            Err(ReplayError { kind: ReplayErrorKind::Trailing, .. }) => {}
            Err(_) => game.stopped_at = Some((label_at, san_at)),
        }
    }

    /// Reports the last half-move of the main line.
    fn report_pending(&mut self) {
        let Some(Pending { played, label_at, san_at, times, last }) = self.game.pending.take() else {
            return;
        };
        let times = match last {
            Some((span, before)) if self.game.end.end() == Some(span) => before,
            _ => times,
        };
        let (clock, lag, thinking) = (times.clock(), times.lag, times.thinking);
        self.game.clocks.push(played.label.number, played.seat, clock);
        let step = self.replay.main_step(played);
        self.observer.half_move(&ObservedHalfMove { step, label_at, san_at, clock, lag, thinking });
    }

    /// Plays a half-move of a variation.
    #[cold]
    fn vary(&mut self, half_move: &RawHalfMove<'_>) {
        let &RawHalfMove { label, label_at, san, san_at, .. } = half_move;
        let game = &mut self.game;
        match self.replay.half_move(label, san) {
            Ok(Step { played, .. }) => {
                add_deviations(&mut game.diagnostics, played.seat, played.deviations, label_at, san_at);
            }
            Err(ReplayError { kind: ReplayErrorKind::Trailing, .. }) => {}
            Err(ReplayError { kind: ReplayErrorKind::Nowhere, .. }) => {
                game.diagnostic(DiagnosticKind::Syntax(SyntaxErrorKind::VariationNowhere(label)), label_at);
            }
            Err(error) => {
                game.diagnostic(DiagnosticKind::Variation(error.kind), error.within(label_at, san_at).span);
            }
        }
    }

    /// Reads a comment that is more than a short clock.
    fn long_comment(&mut self, comment: &RawComment<'_>) {
        if comment.text.len() >= LEAST_SWALLOWED
            && comment.style == CommentStyle::Braces
            && let Some(at) = memchr::memchr(b'{', comment.text)
        {
            // It may hold more than intended, because the `}` of a comment before it is missing.
            let at = comment.span.start + 1 + at;
            self.game.diagnostic(DiagnosticKind::BraceInComment, Span::new(at, at + 1));
        }
        if comment.depth == 0 {
            self.game.end.comment(comment.style, comment.text, inner(comment));
        }
    }

    /// Begins from the position of the `FEN` tag, under the rules that tags choose.
    #[cold]
    fn begin(&mut self) {
        // A tag after half-moves, or within a variation, changes nothing.
        if self.replay.half_moves() > 0 || !self.game.variations.is_empty() {
            return;
        }
        self.game.new_start = false;
        self.game.start =
            Start::new(self.game.fen.as_ref().map(|(fen, _)| &fen[..]), &self.game.rules, &self.options);
        self.replay.restart(&self.game.start);
        let Some((_, value_at)) = self.game.fen else { return };
        for leniency in self.game.start.used.iter() {
            self.game.diagnostic(DiagnosticKind::Start(leniency), value_at);
        }
        if self.game.start.is_word {
            self.game.diagnostic(DiagnosticKind::Spelling(Spelling::StartWord), value_at);
        }
        if let Some((meaning, span)) = self.game.start.guessed {
            self.game.diagnostic(DiagnosticKind::GuessedLastFields(meaning), span.shifted(value_at.start));
        }
        if self.game.start.has_too_many_pieces(&self.options) {
            self.game.diagnostic(DiagnosticKind::TooManyPieces, value_at);
        }
        if let Some(error) = &self.game.start.error {
            let span = error.syntax().map_or(value_at, |error| error.span().shifted(value_at.start));
            self.game.diagnostic(DiagnosticKind::BadStart, span);
        }
    }

    /// Returns why the main line stopped. Reports a repeated last half-move.
    fn settle(&mut self) -> Option<ReplayError> {
        let (label_at, san_at) = self.game.stopped_at?;
        if self.replay.is_repeated() {
            self.game.diagnostic(DiagnosticKind::RepeatedHalfMove, san_at);
        }
        Some(self.replay.stopped()?.within(label_at, san_at))
    }

    /// Returns the mated seat, and whether both boards are mated. If both are, the seat is on the board that ended
    /// first. Reports half-moves after a mate.
    fn mated(&mut self) -> Option<(Seat, bool)> {
        let main = self.replay.main();
        let is_mated = |id: &BoardId| main.position().status(*id) == BoardStatus::Checkmate;
        let [a, b] = [BoardId::A, BoardId::B].map(|id| is_mated(&id));
        // If half-moves follow the last one on a board, that board ended first.
        let id = match (a, b) {
            (false, false) => return None,
            (true, false) => BoardId::A,
            (false, true) => BoardId::B,
            (true, true) if self.game.after_last[0].is_none() && self.game.after_last[1].is_some() => {
                BoardId::B
            }
            (true, true) => BoardId::A,
        };
        let seat = main.position().to_move(id);
        if let Some(label_at) = self.game.after_last[id.to_index()] {
            self.game.diagnostic(DiagnosticKind::AfterMate, label_at);
        }
        Some((seat, a && b))
    }

    /// Decides who won, and reports every contradiction.
    fn validate(&mut self, raw: &RawGame<'_>, is_complete: bool) -> (GameOutcome, Option<GameResult>) {
        let text = |span: Span| &raw.bytes[span.start..span.end];
        let mated = self.mated();
        let tag_spot = |tag: KnownTag| self.game.known.get(tag).map(|at| &self.game.tags[at]);
        let tag = |tag: KnownTag| tag_spot(tag).map(|tag| text(tag.value));
        let reason_span = self.game.end.end();
        let reason = reason_span.map(|span| EndReason::read(text(span))).filter(EndReason::is_known);
        let ending = Ending {
            mated: mated.map(|(seat, _)| seat),
            both_mated: mated.is_some_and(|(_, both)| both),
            complete: is_complete && self.game.start.error.is_none(),
            reason,
            tag_reason: tag(KnownTag::Termination).map(EndReason::read).filter(EndReason::is_known),
            players: BySeat::new(names(
                [KnownTag::WhiteA, KnownTag::BlackA, KnownTag::WhiteB, KnownTag::BlackB].map(tag),
            )),
            teams: names([KnownTag::WhiteTeam, KnownTag::BlackTeam].map(tag)),
            tag: tag(KnownTag::Result).and_then(|value| GameResult::read(value).ok()),
            result: self.game.result,
        };
        let end = raw.bytes.trim_ascii_end().len();
        let result_at = tag_spot(KnownTag::Result).map_or(Span::new(end, end), |tag| tag.value);
        let reason_at = reason_span.filter(|_| reason.is_some()).unwrap_or(result_at);
        let mut found = Vec::new();
        let validated = ending.validate(&mut |kind| found.push(kind));
        for kind in found {
            let span = match kind {
                DiagnosticKind::TagAndResult { .. } | DiagnosticKind::ResultAndBoard { .. } => result_at,
                _ => reason_at,
            };
            self.game.diagnostic(kind, span);
        }
        validated
    }
}

#[cold]
fn add_deviations(
    diagnostics: &mut Vec<Diagnostic>,
    seat: Seat,
    deviations: Deviations,
    label_at: Span,
    san_at: Span,
) {
    for leniency in deviations.san.iter() {
        add(diagnostics, DiagnosticKind::San(leniency), san_at);
    }
    if deviations.capital {
        add(diagnostics, DiagnosticKind::CapitalLabel, label_at);
    }
    if let Some(number) = deviations.number {
        add(diagnostics, DiagnosticKind::NumberTooLow(Label { number, seat }), label_at);
    }
    if deviations.dropped_rook {
        add(diagnostics, DiagnosticKind::DroppedRookCastles, san_at);
    }
    if let Some(piece) = deviations.borrowed {
        add(diagnostics, DiagnosticKind::Borrowed(seat, piece), san_at);
    }
}

/// Reports wrong check signs and unnecessary disambiguation.
#[cold]
fn lint(diagnostics: &mut Vec<Diagnostic>, step: &Step<'_>, san: &[u8], san_at: Span) {
    let id = step.played.seat.board;
    let right = step.before.san(id, step.played.mv);
    let (Ok((read, _)), Ok(right)) = (San::read(san, Leniencies::ALL), right) else { return };
    if read.check_sign != right.check_sign {
        let right = match right.check_sign {
            None => "",
            Some(CheckSign::Check) => "+",
            Some(CheckSign::Mate) => "#",
        };
        add(diagnostics, DiagnosticKind::WrongCheckSign { right }, san_at);
    }
    if read.is_over_disambiguated(&step.before.board(id)) {
        add(diagnostics, DiagnosticKind::OverDisambiguated, san_at);
    }
}

/// Returns the span of a comment's text.
fn inner(comment: &RawComment<'_>) -> Span {
    let start = comment.span.start + 1;
    Span::new(start, start + comment.text.len())
}

/// Returns `true` if a half-move took a piece from the other board.
fn is_theft(step: &Step<'_>) -> bool {
    step.played.transfer.pawn_to.is_some()
        && matches!(step.played.mv, BughouseMove::Regular(mv) if mv.stolen_from().is_some())
}

/// The fewest bytes of a comment that swallowed a half-move and the brace after it: `1a. e5 {`.
const LEAST_SWALLOWED: usize = 8;

/// Returns names without escapes and surrounding spaces.
fn names<const N: usize>(values: [Option<&[u8]>; N]) -> [Option<Cow<'_, [u8]>>; N] {
    values.map(|value| value.map(|value| unescape_bytes(value.trim_ascii())))
}

/// Returns the length of a label in its standard form: `47A.`. No game begins with move 0.
#[inline]
fn label_length(label: Label) -> usize {
    match label.number {
        0 => 0,
        1..=9 => 3,
        10..=99 => 4,
        number => number.ilog10() as usize + 3,
    }
}

/// Adds a diagnostic, or increases the count if there is one of its kind. So a game has at most one per kind.
fn add(diagnostics: &mut Vec<Diagnostic>, kind: DiagnosticKind, span: Span) {
    // Check signs are counted separately by the correct sign.
    let is_same = |diagnostic: &Diagnostic| match kind {
        DiagnosticKind::WrongCheckSign { .. } => diagnostic.kind == kind,
        _ => diagnostic.kind.name() == kind.name(),
    };
    match diagnostics.iter_mut().find(|diagnostic| is_same(diagnostic)) {
        Some(diagnostic) => diagnostic.count += 1,
        None => diagnostics.push(Diagnostic { kind, span, count: 1 }),
    }
}

impl<O: Observer> Visitor for Checker<O> {
    type Output = O::Output;

    fn begin_game(&mut self, _place: &Place) -> Flow {
        self.game.restart();
        self.replay.restart(&self.game.start);
        Flow::Continue
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        let RawTag { span, form, name_at: name, value_at: value, .. } = tag;
        let (known, repeated) = self.game.known.insert(tag.name, self.game.tags.len());
        self.game.tags.push(TagSpot { name, value, span, form, late: self.game.in_moves });
        if repeated {
            self.game.diagnostic(DiagnosticKind::DuplicateTag, span);
            return;
        }
        match known {
            Some(KnownTag::Fen) => {
                self.game.fen = Some((tag.value.to_vec(), tag.value_at));
                self.game.new_start = true;
            }
            Some(known) if known.chooses_rules() => {
                if let Some(error) = self.game.rules.read(tag.name, tag.value) {
                    self.game.diagnostic(DiagnosticKind::RuleTag(error), tag.value_at);
                }
                self.game.new_start = true;
            }
            _ => {}
        }
    }

    fn end_tags(&mut self) -> Flow {
        self.game.in_moves = true;
        Flow::Continue
    }

    #[inline]
    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        // A tag may follow a comment, when the tags seemed to have ended.
        if self.game.new_start {
            self.begin();
        }
        if half_move.depth == 0 {
            if O::HALF_MOVES {
                self.report_pending();
            }
            self.play(&half_move);
        } else {
            self.vary(&half_move);
        }
        let RawHalfMove { label, label_at, .. } = half_move;
        if label_at.end - label_at.start != label_length(label) {
            self.game.diagnostic(DiagnosticKind::LabelForm, label_at);
        }
        Flow::Continue
    }

    #[inline(always)]
    fn comment(&mut self, comment: RawComment<'_>) {
        // Most comments are clocks.
        let is_short_clock =
            comment.text.len() < LEAST_SWALLOWED && matches!(comment.text.first(), Some(b'0'..=b'9'));
        if O::HALF_MOVES
            && comment.depth == 0
            && self.game.result.is_none()
            && let Some(pending) = &mut self.game.pending
        {
            // A clock is never the end reason.
            pending.last = (!is_short_clock).then(|| (inner(&comment), pending.times));
            pending.times.add(comment.text);
        }
        if !is_short_clock {
            self.long_comment(&comment);
        }
    }

    fn nag(&mut self, _nag: &[u8], _span: Span, depth: usize) {
        if depth == 0 {
            self.game.end.nag();
        }
    }

    fn begin_variation(&mut self, span: Span, _depth: usize) -> Flow {
        if self.game.new_start {
            self.begin();
        }
        self.replay.begin_variation();
        self.game.variations.push(span);
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _depth: usize) {
        let had_any = self.replay.end_variation();
        if let Some(span) = self.game.variations.pop()
            && !had_any
        {
            self.game.diagnostic(DiagnosticKind::Syntax(SyntaxErrorKind::EmptyVariation), span);
        }
    }

    fn result(&mut self, result: GameResult, _span: Span, depth: usize) {
        if depth == 0 {
            self.game.result = Some(result);
            self.game.end.result();
        }
    }

    fn en_passant_suffix(&mut self, span: Span) {
        self.game.diagnostic(DiagnosticKind::San(Leniency::EnPassantSuffix), span);
    }

    fn spelling(&mut self, spelling: Spelling, span: Span) {
        self.game.diagnostic(DiagnosticKind::Spelling(spelling), span);
    }

    fn syntax_error(&mut self, error: SyntaxError) {
        self.game.diagnostics.push(Diagnostic {
            kind: DiagnosticKind::Syntax(*error.kind()),
            span: error.span(),
            count: 1,
        });
    }

    fn end_game(&mut self, raw: RawGame<'_>) -> O::Output {
        if self.game.new_start {
            self.begin();
        }
        if O::HALF_MOVES {
            self.report_pending();
        }
        let stopped = self.settle();
        let (outcome, result) = self.validate(&raw, stopped.is_none());
        let half_moves = self.replay.half_moves();
        let game = &mut self.game;
        if raw.is_game {
            check_tags(&game.tags, &game.known, raw.bytes, half_moves, &mut |kind, span| {
                add(&mut game.diagnostics, kind, span)
            });
            if game.result.is_none() {
                let end = raw.bytes.trim_ascii_end().len();
                game.diagnostic(DiagnosticKind::NoResult, Span::new(end, end));
            }
        }
        if self.replay.main().has_overflowed() {
            game.diagnostic(DiagnosticKind::LostPiece, Span::new(0, 0));
        }
        game.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        let has = |severity| game.diagnostics.iter().any(|diagnostic| diagnostic.kind.severity() == severity);
        let deviates = !self.options.lenient && (has(Severity::Note) || has(Severity::Repair));
        let state = if stopped.is_some() || has(Severity::Error) || deviates {
            State::Broken
        } else if has(Severity::Repair) {
            State::Repaired
        } else {
            State::Ok
        };
        self.observer.report(&Report {
            place: raw.place,
            bytes: raw.bytes,
            is_game: raw.is_game,
            tags: &game.tags,
            state,
            start: &game.start,
            end: self.replay.main(),
            played: self.replay.played(),
            half_moves,
            starts: &game.starts,
            clocks: &game.clocks,
            stopped,
            stopped_move: game.stopped_at.filter(|_| stopped.is_some()).map(|(_, san_at)| san_at),
            result,
            end_reason: game.end.end(),
            outcome,
            diagnostics: &game.diagnostics,
            style: self.options.style,
        })
    }
}
