//! Plays each game that a reader reports, and tells how it went.

use std::borrow::Cow;
use std::io::Read;

use bughouse_chess::{Board, BoardId, BoardStatus, ReadTwoBoardsError, San, SanMark, Seat, Span};

use crate::clock::CommentKind;
use crate::end_reason::EndReason;
use crate::fault::{Fault, FaultKind};
use crate::label::Label;
use crate::lexer::CommentStyle;
use crate::reader::{Limits, Reader};
use crate::replay::branches::Branches;
use crate::replay::note::{Note, NoteKind, Severity};
use crate::replay::outcome::{Ending, GameOutcome};
use crate::replay::player::{Departures, Player, ReadOptions, Stop, StopKind};
use crate::replay::report::{Report, State, Stopped, TagSpot};
use crate::replay::start::read_start;
use crate::replay::tag_check::{KnownTag, KnownTags, check_tags};
use crate::tags::GameResult;
use crate::tree::unescape_bytes;
use crate::visitor::{Flow, Place, RawComment, RawGame, RawHalfMove, RawTag, Visitor};

/// Plays each game that a [`Reader`](crate::Reader) reports, and hands a [`Report`] to a function.
///
/// ```
/// use bpgn::{Checker, Flow, ReadOptions, Reader, State};
///
/// let text = "1A. e4 {179} 1a. e5 {178} 2A. Ke3 {177} *";
/// let mut checker = Checker::new(ReadOptions::wild(), |report| {
///     assert_eq!(report.state, State::Broken);
///     assert_eq!(report.stopped.unwrap().label.to_string(), "2A");
///     assert_eq!(report.player.played().len(), 2);
///     Flow::Continue
/// });
/// Reader::new(text.as_bytes()).read_all(&mut checker)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Checker<F> {
    options: ReadOptions,
    report: F,
    player: Player,
    tags: Vec<TagSpot>,
    known: KnownTags,
    in_moves: bool,
    /// Whether a half-move needs more than to be played.
    is_special: bool,
    /// The value of the first `FEN` tag, and where it is.
    fen: Option<(Vec<u8>, Span)>,
    start_error: Option<ReadTwoBoardsError>,
    /// How many half-moves the main line has so far.
    half_moves: usize,
    stopped: Option<Stopped>,
    /// A half-move that may be the one before once more, which only the end of the line can tell.
    repeat: Option<Stopped>,
    variations: Vec<Variation>,
    /// The way to variations of the main line.
    branches: Branches,
    has_variations: bool,
    notes: Vec<Note>,
    result: Option<GameResult>,
    /// The comment that tells why the game ended, and whether its words are known.
    reason: Option<(Span, bool)>,
}

/// A variation that is being played.
struct Variation {
    span: Span,
    /// `None` before the first half-move, and if it cannot be played.
    player: Option<Player>,
    /// The way to variations of it.
    branches: Branches,
    has_half_move: bool,
    /// It cannot be played any further, or at all.
    stopped: bool,
}

impl<F: FnMut(&Report<'_>) -> Flow> Checker<F> {
    /// Makes a checker.
    pub fn new(options: ReadOptions, report: F) -> Checker<F> {
        Checker {
            options,
            report,
            player: Player::new(options),
            tags: Vec::new(),
            known: KnownTags::default(),
            in_moves: false,
            is_special: false,
            fen: None,
            start_error: None,
            half_moves: 0,
            stopped: None,
            repeat: None,
            variations: Vec::new(),
            branches: Branches::default(),
            has_variations: false,
            notes: Vec::new(),
            result: None,
            reason: None,
        }
    }

    #[cold]
    fn note(&mut self, kind: NoteKind, span: Span) {
        add(&mut self.notes, kind, span);
    }

    #[cold]
    fn note_departures(&mut self, seat: Seat, departures: Departures, label_at: Span, san_at: Span) {
        for leniency in departures.san.iter() {
            self.note(NoteKind::San(leniency), san_at);
        }
        if departures.capital {
            self.note(NoteKind::CapitalLabel, label_at);
        }
        if let Some(number) = departures.number {
            self.note(NoteKind::NumberBehind(Label { number, seat }), label_at);
        }
        if departures.dropped_rook {
            self.note(NoteKind::DroppedRookCastles, san_at);
        }
        if let Some(piece) = departures.borrowed {
            self.note(NoteKind::Borrowed(seat, piece), san_at);
        }
    }

    /// Reports marks and origins that are not as they should be. The move was just played by `player`.
    #[cold]
    fn lint(&mut self, before: &Board, san: &[u8], san_at: Span) {
        let Some(mv) = self.player.played().last().map(|played| played.mv) else { return };
        let (Ok((read, _)), Ok(right)) = (San::read(san), San::of(before, mv)) else { return };
        if read.mark != right.mark {
            let right = match right.mark {
                None => "",
                Some(SanMark::Check) => "+",
                Some(SanMark::Mate) => "#",
            };
            self.note(NoteKind::WrongMark { right }, san_at);
        }
        if read.is_over_disambiguated(before) {
            self.note(NoteKind::OverDisambiguated, san_at);
        }
    }

    #[cold]
    fn stop(&mut self, label: Label, label_at: Span, san_at: Span, stop: Stop) {
        let span = if stop.kind.is_about_label() { label_at } else { stop.span.shifted(san_at.start) };
        let stopped = Stopped { ply: self.half_moves, label, san: san_at, kind: stop.kind, span };
        let is_repeat = self.options.wild
            && self
                .player
                .played()
                .iter()
                .rev()
                .find(|played| played.seat.board == label.seat.board)
                .is_some_and(|last| last.label == label);
        if is_repeat {
            self.repeat = Some(stopped);
        } else {
            self.stopped = Some(stopped);
        }
        self.is_special = true;
    }

    /// Decides whether half-moves of the main line are simply played.
    fn look_for_special(&mut self) {
        self.is_special = !self.variations.is_empty()
            || self.fen.is_some()
            || self.start_error.is_some()
            || self.stopped.is_some()
            || self.repeat.is_some()
            || self.options.lint;
    }

    /// Plays a half-move of the main line.
    #[inline]
    fn play(&mut self, label: Label, label_at: Span, san: &[u8], san_at: Span) {
        match self.player.play(label, san) {
            Ok(false) => {}
            Ok(true) => {
                let ply = self.player.played().len() - 1;
                let seat = self.player.played()[ply].seat;
                self.note_departures(seat, self.player.departures(ply), label_at, san_at);
            }
            Err(stop) => self.stop(label, label_at, san_at, stop),
        }
    }

    /// Takes a half-move that is in a variation, comes first after a start position, follows one that was not
    /// played, or is looked at more closely.
    #[cold]
    fn special_half_move(&mut self, label: Label, label_at: Span, san: &[u8], san_at: Span) {
        if !self.variations.is_empty() {
            return self.vary(label, label_at, san, san_at);
        }
        if self.fen.is_some() {
            self.read_start();
        }
        self.half_moves += 1;
        self.reason = None;
        if self.repeat.is_some() {
            // It was not the last one. The end of the game tells whether it was the one before once more.
        } else if self.start_error.is_some() && self.stopped.is_none() {
            let stop = Stop { kind: StopKind::NoStart, span: Span::new(0, san.len()) };
            self.stop(label, label_at, san_at, stop);
        } else if self.stopped.is_none() {
            let before = *self.player.board(label.seat.board);
            let played = self.player.played().len();
            self.play(label, label_at, san, san_at);
            if self.options.lint && self.player.played().len() > played {
                self.lint(&before, san, san_at);
            }
        }
        self.look_for_special();
    }

    /// Plays a half-move of a variation.
    #[cold]
    fn vary(&mut self, label: Label, label_at: Span, san: &[u8], san_at: Span) {
        let Some((variation, parents)) = self.variations.split_last_mut() else { return };
        let first = !std::mem::replace(&mut variation.has_half_move, true);
        if variation.stopped {
            return;
        }
        if first {
            let (parent, branches, parent_stopped) = match parents.last_mut() {
                Some(parent) => (parent.player.as_ref(), &mut parent.branches, parent.stopped),
                None => {
                    let is_stopped = self.stopped.is_some() || self.repeat.is_some();
                    (Some(&self.player), &mut self.branches, is_stopped)
                }
            };
            let found = parent.and_then(|parent| branches.before(parent, label));
            if found.is_none() && !parent_stopped {
                add(&mut self.notes, NoteKind::Fault(FaultKind::VariationNowhere(label)), label_at);
            }
            variation.stopped = found.is_none();
            variation.player = found;
        }
        let Some(player) = &mut variation.player else { return };
        match player.play(label, san) {
            Ok(true) => {
                let departures = player.departures(player.played().len() - 1);
                self.note_departures(label.seat, departures, label_at, san_at);
            }
            Ok(false) => {}
            Err(stop) => {
                variation.stopped = true;
                let span =
                    if stop.kind.is_about_label() { label_at } else { stop.span.shifted(san_at.start) };
                self.note(NoteKind::Variation(stop.kind), span);
            }
        }
    }

    /// Looks at a comment that is more than a short clock.
    fn long_comment(&mut self, comment: &RawComment<'_>) {
        if comment.text.len() >= LEAST_SWALLOWED && comment.style == CommentStyle::Braces {
            self.look_for_brace(comment);
        }
        let is_clock = comment.text.first().is_some_and(|&first| first.is_ascii_digit() || first == b'-');
        if is_clock || !self.variations.is_empty() {
            return;
        }
        if comment.style != CommentStyle::Braces || CommentKind::of(comment.text) != CommentKind::Other {
            return;
        }
        let known = EndReason::read(comment.text).is_known();
        let is_better = match self.reason {
            None => known || self.result.is_none(),
            Some((_, before)) => self.result.is_none() && (known || !before),
        };
        if is_better {
            let start = comment.span.start + 1;
            self.reason = Some((Span::new(start, start + comment.text.len()), known));
        }
    }

    /// Reports a comment that may hold more than it should, because the `}` of another is missing.
    fn look_for_brace(&mut self, comment: &RawComment<'_>) {
        if let Some(at) = memchr::memchr(b'{', comment.text) {
            let at = comment.span.start + 1 + at;
            self.note(NoteKind::BraceInComment, Span::new(at, at + 1));
        }
    }

    /// Decides whether the last half-move was there twice.
    fn settle_repeat(&mut self, bytes: &[u8]) {
        let Some(repeat) = self.repeat.take() else { return };
        let board = repeat.label.seat.board;
        let played = self.player.played();
        let last = played.iter().rposition(|played| played.seat.board == board);
        let is_last = repeat.ply == self.half_moves;
        let same = last
            .and_then(|last| self.place_of(bytes, last))
            .is_some_and(|(_, san)| bytes[san.start..san.end] == bytes[repeat.san.start..repeat.san.end]);
        if is_last && same {
            self.note(NoteKind::RepeatedHalfMove, repeat.san);
        } else if same {
            let span = self.place_of(bytes, repeat.ply - 1).map_or(repeat.span, |(label, _)| label);
            self.stopped = Some(Stopped { kind: StopKind::Repeated, span, ..repeat });
        } else {
            self.stopped = Some(repeat);
        }
    }

    /// Finds a half-move of the main line, by index: its label and its move.
    #[cold]
    fn place_of(&self, bytes: &[u8], ply: usize) -> Option<(Span, Span)> {
        let is_first = |note: &Note| matches!(note.kind, NoteKind::Fault(_)) && note.span.start == 0;
        let depth = if self.has_variations { Limits::default().depth } else { 0 };
        place_of(bytes, self.notes.iter().any(is_first), depth, ply)
    }

    /// Returns the mated seat, and whether both boards are mated; then it is of the one that ended first. Reports what
    /// follows a mate.
    fn mated(&mut self, bytes: &[u8]) -> Option<(Seat, bool)> {
        let played = self.player.played();
        let last_on = |id: BoardId| played.iter().rposition(|played| played.seat.board == id);
        let is_mated = |&id: &BoardId| self.player.board(id).status() == BoardStatus::Checkmate;
        let mated = BoardId::ALL.into_iter().filter(is_mated).min_by_key(|&id| last_on(id))?;
        let both = is_mated(&mated.other());
        let seat = Seat { board: mated, color: self.player.board(mated).side_to_move() };
        let after = last_on(mated).map_or(0, |last| last + 1);
        if after < played.len()
            && let Some((label_at, _)) = self.place_of(bytes, after)
        {
            self.note(NoteKind::AfterMate, label_at);
        }
        Some((seat, both))
    }
}

/// The fewest bytes of a comment that swallowed a half-move and the brace behind it: `1a. e5 {`.
const LEAST_SWALLOWED: usize = 8;

/// Finds a half-move of the main line, by index: its label and its move. The game is read once more: this is for
/// the few games where somebody wants to know.
#[cold]
fn place_of(bytes: &[u8], begins_stray: bool, depth: usize, ply: usize) -> Option<(Span, Span)> {
    struct Find {
        left: usize,
        found: Option<(Span, Span)>,
    }

    impl Visitor for Find {
        fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
            if self.left == 0 {
                self.found = Some((half_move.label_at, half_move.san_at));
                return Flow::Stop;
            }
            self.left -= 1;
            Flow::Continue
        }

        fn begin_variation(&mut self, _span: Span, _depth: usize) -> Flow {
            Flow::Skip
        }
    }

    let mut find = Find { left: ply, found: None };
    // At the very start a stray `%` would be a comment and a stray mark of UTF-8 nothing.
    let space: &[u8] = if begins_stray { b" " } else { b"" };
    // A reader that reports no variation reports their half-moves as those of the main line.
    let limits = Limits::default().game_bytes(usize::MAX).depth(depth);
    // Memory has no errors of its own.
    let _ = Reader::with_limits(space.chain(bytes), limits).read_game(&mut find);
    find.found
}

/// Returns names as they are meant: without escapes and spaces around them.
fn names<const N: usize>(values: [Option<&[u8]>; N]) -> [Option<Cow<'_, [u8]>>; N] {
    values.map(|value| value.map(|value| unescape_bytes(value.trim_ascii())))
}

/// Returns how many bytes a label has as the standard writes it: `47A.`. No game begins with move 0.
#[inline]
fn label_length(label: Label) -> usize {
    match label.number {
        0 => 0,
        1..=9 => 3,
        10..=99 => 4,
        number => number.ilog10() as usize + 3,
    }
}

/// Adds a note, or counts it if one of its kind is there, so that no game has more than there are kinds.
fn add(notes: &mut Vec<Note>, kind: NoteKind, span: Span) {
    // Marks are counted by what they should be.
    let is_same = |note: &Note| match kind {
        NoteKind::WrongMark { .. } => note.kind == kind,
        _ => note.kind.name() == kind.name(),
    };
    match notes.iter_mut().find(|note| is_same(note)) {
        Some(note) => note.count += 1,
        None => notes.push(Note { kind, span, count: 1 }),
    }
}

impl<F: FnMut(&Report<'_>) -> Flow> Visitor for Checker<F> {
    fn begin_game(&mut self, _place: &Place) -> Flow {
        self.tags.clear();
        self.known = KnownTags::default();
        self.in_moves = false;
        self.fen = None;
        self.start_error = None;
        self.half_moves = 0;
        self.stopped = None;
        self.repeat = None;
        self.variations.clear();
        if self.has_variations {
            self.branches.clear();
        }
        self.has_variations = false;
        self.notes.clear();
        self.result = None;
        self.reason = None;
        self.player.restart(None);
        self.look_for_special();
        Flow::Continue
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        if tag.name == b"FEN" && self.fen.is_none() {
            self.fen = Some((tag.value.to_vec(), tag.value_at));
            // It may stand behind a comment, where the tags seemed to have ended.
            self.is_special = true;
        }
        let RawTag { span, form, name_at: name, value_at: value, .. } = tag;
        let repeated = self.known.insert(tag.name, self.tags.len());
        self.tags.push(TagSpot { name, value, span, form, late: self.in_moves });
        if repeated {
            self.note(NoteKind::DuplicateTag, span);
        }
    }

    fn end_tags(&mut self) -> Flow {
        self.in_moves = true;
        self.look_for_special();
        Flow::Continue
    }

    #[inline]
    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        let RawHalfMove { label, label_at, san, san_at, .. } = half_move;
        if self.is_special {
            self.special_half_move(label, label_at, san, san_at);
        } else {
            self.half_moves += 1;
            self.reason = None;
            self.play(label, label_at, san, san_at);
        }
        if label_at.end - label_at.start != label_length(label) {
            self.note(NoteKind::LabelForm, label_at);
        }
        Flow::Continue
    }

    #[inline(always)]
    fn comment(&mut self, comment: RawComment<'_>) {
        // Most comments are clocks.
        let is_short_clock =
            comment.text.len() < LEAST_SWALLOWED && matches!(comment.text.first(), Some(b'0'..=b'9'));
        if !is_short_clock {
            self.long_comment(&comment);
        }
    }

    fn begin_variation(&mut self, span: Span, _depth: usize) -> Flow {
        let stopped = self.variations.last().is_some_and(|parent| parent.stopped);
        self.variations.push(Variation {
            span,
            player: None,
            branches: Branches::default(),
            has_half_move: false,
            stopped,
        });
        self.has_variations = true;
        self.is_special = true;
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _depth: usize) {
        if let Some(variation) = self.variations.pop()
            && !variation.has_half_move
        {
            self.note(NoteKind::Fault(FaultKind::EmptyVariation), variation.span);
        }
        self.look_for_special();
    }

    fn result(&mut self, result: GameResult, _span: Span, _depth: usize) {
        if self.variations.is_empty() {
            self.result = Some(result);
        }
    }

    fn fault(&mut self, fault: Fault) {
        self.notes.push(Note { kind: NoteKind::Fault(*fault.kind()), span: fault.span(), count: 1 });
    }

    fn end_game(&mut self, raw: RawGame<'_>) -> Flow {
        if self.fen.is_some() {
            self.read_start();
        }
        self.settle_repeat(raw.bytes);
        let outcome = self.judge(&raw);
        if raw.is_game {
            check_tags(&self.tags, &self.known, raw.bytes, self.half_moves, &mut |kind, span| {
                add(&mut self.notes, kind, span)
            });
            if self.result.is_none() {
                let end = raw.bytes.trim_ascii_end().len();
                self.note(NoteKind::NoResult, Span::new(end, end));
            }
        }
        if self.player.has_overflowed() {
            self.note(NoteKind::LostMan, Span::new(0, 0));
        }
        self.notes.sort_by_key(|note| note.span.start);
        let has = |severity| self.notes.iter().any(|note| note.kind.severity() == severity);
        let departs = !self.options.wild && (has(Severity::Departure) || has(Severity::Repair));
        let state = if self.stopped.is_some() || has(Severity::Error) || departs {
            State::Broken
        } else if has(Severity::Repair) {
            State::Repaired
        } else {
            State::Ok
        };
        (self.report)(&Report {
            place: raw.place,
            bytes: raw.bytes,
            is_game: raw.is_game,
            tags: &self.tags,
            state,
            player: &self.player,
            half_moves: self.half_moves,
            stopped: self.stopped,
            outcome,
            notes: &self.notes,
            start_error: self.start_error.as_ref(),
        })
    }
}

impl<F: FnMut(&Report<'_>) -> Flow> Checker<F> {
    /// Starts from the position of the `FEN` tag.
    #[cold]
    fn read_start(&mut self) {
        let Some((fen, value_at)) = self.fen.take() else { return };
        match read_start(&fen, &self.options) {
            Ok((start, used)) => {
                for leniency in used.iter() {
                    self.note(NoteKind::Start(leniency), value_at);
                }
                if start.to_match(bughouse_chess::Rules::default(), bughouse_chess::Millis::ZERO).is_err() {
                    self.note(NoteKind::TooManyMen, value_at);
                }
                self.player.restart(Some(start.boards));
            }
            Err(error) => {
                let span = match &error {
                    ReadTwoBoardsError::Text(error) => error.span().shifted(value_at.start),
                    ReadTwoBoardsError::Invalid(_) => value_at,
                };
                self.note(NoteKind::BadStart, span);
                self.start_error = Some(error);
            }
        }
    }

    fn judge(&mut self, raw: &RawGame<'_>) -> GameOutcome {
        let text = |span: Span| &raw.bytes[span.start..span.end];
        let mated = self.mated(raw.bytes);
        let tag_spot = |tag: KnownTag| self.known.get(tag).map(|at| &self.tags[at]);
        let tag = |tag: KnownTag| tag_spot(tag).map(|tag| text(tag.value));
        let reason = self.reason.filter(|&(_, known)| known);
        let ending = Ending {
            mated: mated.map(|(seat, _)| seat),
            both_mated: mated.is_some_and(|(_, both)| both),
            complete: self.stopped.is_none() && self.start_error.is_none(),
            reason: reason.map(|(span, _)| EndReason::read(text(span))),
            tag_reason: tag(KnownTag::Termination).map(EndReason::read).filter(EndReason::is_known),
            players: names([KnownTag::WhiteA, KnownTag::BlackA, KnownTag::WhiteB, KnownTag::BlackB].map(tag)),
            teams: names([KnownTag::WhiteTeam, KnownTag::BlackTeam].map(tag)),
            tag: tag(KnownTag::Result).and_then(GameResult::read),
            result: self.result,
        };
        let end = Span::new(raw.bytes.trim_ascii_end().len(), raw.bytes.trim_ascii_end().len());
        let result_at = tag_spot(KnownTag::Result).map_or(end, |tag| tag.value);
        let reason_at = reason.map_or(result_at, |(span, _)| span);
        let mut found = Vec::new();
        let outcome = ending.judge(&mut |kind| found.push(kind));
        for kind in found {
            let span = match kind {
                NoteKind::TagAndResult { .. } | NoteKind::ResultAndBoard { .. } => result_at,
                _ => reason_at,
            };
            self.note(kind, span);
        }
        outcome
    }
}
