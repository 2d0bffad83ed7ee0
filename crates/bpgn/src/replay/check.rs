//! Plays each game that a reader reads, and reports problems.

use std::borrow::Cow;

use bughouse_chess::{
    BoardId, BoardStatus, BughouseMove, CheckSign, Leniencies, Leniency, ReadTwoBoardsError, San, Seat, Span,
};

use crate::facts::{EndFinder, Ending, GameOutcome};
use crate::lexer::CommentStyle;
use crate::reader::Reader;
use crate::reader::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};
use crate::replay::diagnostic::{Diagnostic, DiagnosticKind, Severity};
use crate::replay::options::ReadOptions;
use crate::replay::replay::{LineEnd, Replay, Replayed, Step, StoppedLine};
use crate::replay::replayer::{Deviations, Played};
use crate::replay::report::{Report, State, Stopped, TagSpot};
use crate::replay::report::{Watch, WatchedHalfMove};
use crate::replay::start::{RuleTags, Start};
use crate::replay::tag_check::{KnownTag, KnownTags, check_tags};
use crate::tree::writer::{WriteOptions, write_game};
use crate::tree::{Game, unescape_bytes};
use crate::types::clock::CommentTimes;
use crate::types::end_reason::EndReason;
use crate::types::label::Label;
use crate::types::spelling::Spelling;
use crate::types::syntax_error::{SyntaxError, SyntaxErrorKind};
use crate::types::tags::GameResult;

/// Plays each game that a [`Reader`](crate::Reader) reads, and passes a [`Report`] to a function.
///
/// ```
/// use bpgn::{Checker, Flow, ReadOptions, Reader, State};
///
/// let text = "1A. e4 {179} 1a. e5 {178} 2A. Ke3 {177} *";
/// let mut checker = Checker::new(ReadOptions::lenient(), |report| {
///     assert_eq!(report.state, State::Broken);
///     assert_eq!(report.stopped.unwrap().label.to_string(), "2A");
///     assert_eq!(report.played, 2);
///     Flow::Continue
/// });
/// Reader::new(text.as_bytes()).read_all(&mut checker)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Checker<W> {
    options: ReadOptions,
    watch: W,
    /// The last half-move of the main line, which wasn't reported yet.
    pending: Option<Pending>,
    replay: Replay,
    start: Start,
    /// Whether tags changed the start position or the rules since the replay began.
    new_start: bool,
    tags: Vec<TagSpot>,
    known: KnownTags,
    in_moves: bool,
    /// The value of the first `FEN` tag, and where it is.
    fen: Option<(Vec<u8>, Span)>,
    rules: RuleTags,
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

impl<F: FnMut(&Report<'_>) -> Flow> Checker<F> {
    /// Creates a checker that passes the report of each game to a function.
    pub fn new(options: ReadOptions, report: F) -> Checker<F> {
        Checker::watched(options, report)
    }
}

impl<W: Watch> Checker<W> {
    /// Creates a checker that passes half-moves and reports to a [`Watch`].
    pub fn watched(options: ReadOptions, watch: W) -> Checker<W> {
        Checker {
            options,
            watch,
            pending: None,
            replay: Replay::new(options),
            start: Start::default(),
            new_start: false,
            tags: Vec::new(),
            known: KnownTags::default(),
            in_moves: false,
            fen: None,
            rules: RuleTags::default(),
            stopped_at: None,
            after_last: [None; 2],
            variations: Vec::new(),
            diagnostics: Vec::new(),
            result: None,
            end: EndFinder::default(),
        }
    }

    /// Returns the [`Watch`].
    pub fn into_watch(self) -> W {
        self.watch
    }

    #[cold]
    fn diagnostic(&mut self, kind: DiagnosticKind, span: Span) {
        add(&mut self.diagnostics, kind, span);
    }

    /// Plays a half-move of the main line.
    #[inline]
    fn play(&mut self, half_move: &RawHalfMove<'_>) {
        let &RawHalfMove { label, label_at, san, san_at, .. } = half_move;
        self.end.half_move();
        match self.replay.half_move(label, san) {
            Replayed::Step(step) => {
                let own = step.played.seat.board.to_index();
                self.after_last[own] = None;
                // A promotion that takes a piece from the other board changes that board and may mate there.
                if is_theft(&step) && !step.before.is_checkmate(step.played.seat.board.other()) {
                    self.after_last[1 - own] = None;
                } else {
                    self.after_last[1 - own].get_or_insert(label_at);
                }
                if W::HALF_MOVES {
                    let played = step.played;
                    let times = CommentTimes::default();
                    self.pending = Some(Pending { played, label_at, san_at, times, last: None });
                }
                if !step.played.deviations.is_empty() {
                    add_deviations(
                        &mut self.diagnostics,
                        step.played.seat,
                        step.played.deviations,
                        label_at,
                        san_at,
                    );
                }
                if self.options.lint {
                    lint(&mut self.diagnostics, &step, san, san_at);
                }
            }
            Replayed::Stopped(_) => self.stopped_at = Some((label_at, san_at)),
            Replayed::Trailing | Replayed::Nowhere => {}
        }
    }

    /// Reports the last half-move of the main line.
    fn report_pending(&mut self) {
        let Some(Pending { played, label_at, san_at, times, last }) = &self.pending else { return };
        let times = match last {
            Some((span, before)) if self.end.end() == Some(*span) => before,
            _ => times,
        };
        self.watch.half_move(&WatchedHalfMove {
            step: self.replay.main_step(*played),
            label_at: *label_at,
            san_at: *san_at,
            clock: times.clock(),
            lag: times.lag,
            thinking: times.thinking,
        });
        self.pending = None;
    }

    /// Plays a half-move of a variation.
    #[cold]
    fn vary(&mut self, half_move: &RawHalfMove<'_>) {
        let &RawHalfMove { label, label_at, san, san_at, .. } = half_move;
        match self.replay.half_move(label, san) {
            Replayed::Step(step) => {
                add_deviations(
                    &mut self.diagnostics,
                    step.played.seat,
                    step.played.deviations,
                    label_at,
                    san_at,
                );
            }
            Replayed::Stopped(StoppedLine { stop, .. }) => {
                let span =
                    if stop.kind.is_about_label() { label_at } else { stop.span.shifted(san_at.start) };
                self.diagnostic(DiagnosticKind::Variation(stop.kind), span);
            }
            Replayed::Nowhere => {
                self.diagnostic(DiagnosticKind::Syntax(SyntaxErrorKind::VariationNowhere(label)), label_at);
            }
            Replayed::Trailing => {}
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
            self.diagnostic(DiagnosticKind::BraceInComment, Span::new(at, at + 1));
        }
        if comment.depth == 0 {
            self.end.comment(comment.style, comment.text, inner(comment));
        }
    }

    /// Begins from the position of the `FEN` tag, under the rules that tags choose.
    #[cold]
    fn begin(&mut self) {
        // A tag after half-moves, or within a variation, changes nothing.
        if self.replay.half_moves() > 0 || !self.variations.is_empty() {
            return;
        }
        self.new_start = false;
        self.start = Start::new(self.fen.as_ref().map(|(fen, _)| &fen[..]), &self.rules, &self.options);
        self.replay.restart(&self.start);
        let Some((_, value_at)) = self.fen else { return };
        for leniency in self.start.used.iter() {
            self.diagnostic(DiagnosticKind::Start(leniency), value_at);
        }
        if self.start.is_word {
            self.diagnostic(DiagnosticKind::Spelling(Spelling::StartWord), value_at);
        }
        if let Some((meaning, span)) = self.start.guessed {
            self.diagnostic(DiagnosticKind::GuessedLastFields(meaning), span.shifted(value_at.start));
        }
        if self.start.has_too_many_pieces(&self.options) {
            self.diagnostic(DiagnosticKind::TooManyPieces, value_at);
        }
        if let Some(error) = &self.start.error {
            let span = match error {
                ReadTwoBoardsError::Text(error) => error.span().shifted(value_at.start),
                ReadTwoBoardsError::Invalid(_) => value_at,
            };
            self.diagnostic(DiagnosticKind::BadStart, span);
        }
    }

    /// Returns where the main line stopped. Reports a repeated last half-move.
    fn settle(&mut self) -> Option<Stopped> {
        let LineEnd { stopped, is_repeated } = self.replay.end();
        let (label_at, san) = self.stopped_at?;
        if is_repeated {
            self.diagnostic(DiagnosticKind::RepeatedHalfMove, san);
        }
        let StoppedLine { ply, label, stop } = stopped?;
        let span = if stop.kind.is_about_label() { label_at } else { stop.span.shifted(san.start) };
        Some(Stopped { ply, label, san, kind: stop.kind, span })
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
            (true, true) if self.after_last[0].is_none() && self.after_last[1].is_some() => BoardId::B,
            (true, true) => BoardId::A,
        };
        let seat = main.position().to_move(id);
        if let Some(label_at) = self.after_last[id.to_index()] {
            self.diagnostic(DiagnosticKind::AfterMate, label_at);
        }
        Some((seat, a && b))
    }

    /// Decides who won, and reports every contradiction.
    fn validate(&mut self, raw: &RawGame<'_>, stopped: Option<Stopped>) -> (GameOutcome, Option<GameResult>) {
        let text = |span: Span| &raw.bytes[span.start..span.end];
        let mated = self.mated();
        let tag_spot = |tag: KnownTag| self.known.get(tag).map(|at| &self.tags[at]);
        let tag = |tag: KnownTag| tag_spot(tag).map(|tag| text(tag.value));
        let reason_span = self.end.end();
        let reason = reason_span.map(|span| EndReason::read(text(span))).filter(EndReason::is_known);
        let ending = Ending {
            mated: mated.map(|(seat, _)| seat),
            both_mated: mated.is_some_and(|(_, both)| both),
            complete: stopped.is_none() && self.start.error.is_none(),
            reason,
            tag_reason: tag(KnownTag::Termination).map(EndReason::read).filter(EndReason::is_known),
            players: names([KnownTag::WhiteA, KnownTag::BlackA, KnownTag::WhiteB, KnownTag::BlackB].map(tag))
                .into(),
            teams: names([KnownTag::WhiteTeam, KnownTag::BlackTeam].map(tag)),
            tag: tag(KnownTag::Result).and_then(GameResult::read),
            result: self.result,
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
            self.diagnostic(kind, span);
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

impl<W: Watch> Visitor for Checker<W> {
    fn begin_game(&mut self, _place: &Place) -> Flow {
        self.pending = None;
        self.tags.clear();
        self.known = KnownTags::default();
        self.in_moves = false;
        self.fen = None;
        self.rules = RuleTags::default();
        self.new_start = false;
        self.start = Start::default();
        self.replay.restart(&self.start);
        self.stopped_at = None;
        self.after_last = [None; 2];
        self.variations.clear();
        self.diagnostics.clear();
        self.result = None;
        self.end = EndFinder::default();
        Flow::Continue
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        let RawTag { span, form, name_at: name, value_at: value, .. } = tag;
        let (known, repeated) = self.known.insert(tag.name, self.tags.len());
        self.tags.push(TagSpot { name, value, span, form, late: self.in_moves });
        if repeated {
            self.diagnostic(DiagnosticKind::DuplicateTag, span);
            return;
        }
        match known {
            Some(KnownTag::Fen) => {
                self.fen = Some((tag.value.to_vec(), tag.value_at));
                self.new_start = true;
            }
            Some(known) if known.chooses_rules() => {
                if let Some(error) = self.rules.read(tag.name, tag.value) {
                    self.diagnostic(DiagnosticKind::RuleTag(error), tag.value_at);
                }
                self.new_start = true;
            }
            _ => {}
        }
    }

    fn end_tags(&mut self) -> Flow {
        self.in_moves = true;
        Flow::Continue
    }

    #[inline]
    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        // A tag may follow a comment, when the tags seemed to have ended.
        if self.new_start {
            self.begin();
        }
        if half_move.depth == 0 {
            if W::HALF_MOVES {
                self.report_pending();
            }
            self.play(&half_move);
        } else {
            self.vary(&half_move);
        }
        let RawHalfMove { label, label_at, .. } = half_move;
        if label_at.end - label_at.start != label_length(label) {
            self.diagnostic(DiagnosticKind::LabelForm, label_at);
        }
        Flow::Continue
    }

    #[inline(always)]
    fn comment(&mut self, comment: RawComment<'_>) {
        // Most comments are clocks.
        let is_short_clock =
            comment.text.len() < LEAST_SWALLOWED && matches!(comment.text.first(), Some(b'0'..=b'9'));
        if W::HALF_MOVES
            && comment.depth == 0
            && self.result.is_none()
            && let Some(pending) = &mut self.pending
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
            self.end.nag();
        }
    }

    fn begin_variation(&mut self, span: Span, _depth: usize) -> Flow {
        if self.new_start {
            self.begin();
        }
        self.replay.begin_variation();
        self.variations.push(span);
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _depth: usize) {
        let had_any = self.replay.end_variation();
        if let Some(span) = self.variations.pop()
            && !had_any
        {
            self.diagnostic(DiagnosticKind::Syntax(SyntaxErrorKind::EmptyVariation), span);
        }
    }

    fn result(&mut self, result: GameResult, _span: Span, depth: usize) {
        if depth == 0 {
            self.result = Some(result);
            self.end.result();
        }
    }

    fn en_passant_suffix(&mut self, span: Span) {
        self.diagnostic(DiagnosticKind::San(Leniency::EnPassantSuffix), span);
    }

    fn spelling(&mut self, spelling: Spelling, span: Span) {
        self.diagnostic(DiagnosticKind::Spelling(spelling), span);
    }

    fn syntax_error(&mut self, error: SyntaxError) {
        self.diagnostics.push(Diagnostic {
            kind: DiagnosticKind::Syntax(*error.kind()),
            span: error.span(),
            count: 1,
        });
    }

    fn end_game(&mut self, raw: RawGame<'_>) -> Flow {
        if self.new_start {
            self.begin();
        }
        if W::HALF_MOVES {
            self.report_pending();
        }
        let stopped = self.settle();
        let (outcome, result) = self.validate(&raw, stopped);
        let half_moves = self.replay.half_moves();
        if raw.is_game {
            check_tags(&self.tags, &self.known, raw.bytes, half_moves, &mut |kind, span| {
                add(&mut self.diagnostics, kind, span)
            });
            if self.result.is_none() {
                let end = raw.bytes.trim_ascii_end().len();
                self.diagnostic(DiagnosticKind::NoResult, Span::new(end, end));
            }
        }
        if self.replay.main().has_overflowed() {
            self.diagnostic(DiagnosticKind::LostPiece, Span::new(0, 0));
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        let has = |severity| self.diagnostics.iter().any(|diagnostic| diagnostic.kind.severity() == severity);
        let deviates = !self.options.lenient && (has(Severity::Note) || has(Severity::Repair));
        let state = if stopped.is_some() || has(Severity::Error) || deviates {
            State::Broken
        } else if has(Severity::Repair) {
            State::Repaired
        } else {
            State::Ok
        };
        self.watch.report(&Report {
            place: raw.place,
            bytes: raw.bytes,
            is_game: raw.is_game,
            tags: &self.tags,
            state,
            start: &self.start,
            end: self.replay.main(),
            played: self.replay.played(),
            half_moves,
            stopped,
            result,
            end_reason: self.end.end(),
            outcome,
            diagnostics: &self.diagnostics,
            style: self.options.style,
        })
    }
}

/// Checks a game in memory, and returns the result of `read`, or `None` if the game is empty.
pub(crate) fn check_game<T>(game: &Game, options: ReadOptions, read: impl Fn(&Report<'_>) -> T) -> Option<T> {
    let mut result = None;
    let mut text = Vec::new();
    write_game(game, &WriteOptions::default(), &mut text);
    let mut checker = Checker::new(options, |report| {
        result = Some(read(report));
        Flow::Stop
    });
    // Reading from a slice never fails.
    let _ = Reader::new(&text[..]).read_game(&mut checker);
    drop(checker);
    result
}
