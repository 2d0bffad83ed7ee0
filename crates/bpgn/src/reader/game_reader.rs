//! Reads the tokens of one game. `game_end.rs` decides where it ends.

use bughouse_chess::{Leniencies, Span};

use crate::lexer::half_move::fast_half_move;
use crate::lexer::tag::{Bracket, bracket};
use crate::lexer::{self, CommentStyle, LONGEST_TAG, TagForm, TagParts, Token, TokenKind};
use crate::reader::Limits;
use crate::reader::game_end::{Phase, Seen, in_first_column};
use crate::reader::visitor::{Events, Place, RawComment, RawHalfMove, RawTag, Visitor};
use crate::types::detect::BYTE_ORDER_MARK;
use crate::types::label::Label;
use crate::types::syntax_error::{Spelling, SyntaxError, SyntaxErrorKind};

/// The most white space after a game at its limit.
const MAX_SPACE: usize = 64 << 10;

/// The result of [`GameReader::read_within`].
pub(crate) enum Step {
    /// It needs more text.
    More,
    /// The game ended.
    Done,
    /// The game continues beyond the limit.
    TooLong,
}

/// Reads the tokens of one game.
pub(crate) struct GameReader {
    limits: Limits,
    events: Events,
    seen: Seen,
    unfinished: Unfinished,
    /// Where the last move ends, counted from the start.
    move_end: usize,
    /// Where the open variations begin.
    open: Vec<usize>,
    /// How many more variations are open, which are nested too deep to be reported.
    too_deep: usize,
    errors: usize,
}

/// What the next token may continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfinished {
    Nothing,
    /// A label whose move follows.
    Label(Label, Span),
    /// Stray text, which is reported as one error.
    Stray(SyntaxErrorKind, Span),
}

impl GameReader {
    pub(crate) fn new(limits: Limits) -> GameReader {
        GameReader {
            limits,
            events: Events::default(),
            seen: Seen::default(),
            unfinished: Unfinished::Nothing,
            move_end: 0,
            open: Vec::new(),
            too_deep: 0,
            errors: 0,
        }
    }

    /// Returns `true` if there is a tag, a half-move or a result.
    pub(crate) fn is_game(&self) -> bool {
        self.seen.is_game()
    }

    /// Returns `true` if a result was read, and nothing else that should come before it.
    pub(crate) fn has_result(&self) -> bool {
        self.seen.result().is_some() && self.unfinished == Unfinished::Nothing && self.open.is_empty()
    }

    /// Reports the beginning of the game.
    pub(crate) fn begin<V: Visitor>(&mut self, place: &Place, visitor: &mut V) {
        self.events.begin_game(place, visitor);
    }

    /// Reads tokens to the end of the game or the text, or up to the limit. The game begins at `start`.
    ///
    /// Whether a game is too long doesn't depend on how much of the source was read.
    pub(crate) fn read_within<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        at: &mut usize,
        ended: bool,
        visitor: &mut V,
    ) -> Step {
        let clip = start.saturating_add(self.limits.game_bytes);
        let complete = ended && text.len() <= clip;
        match self.read(&text[..text.len().min(clip)], start, at, complete, visitor) {
            Step::More if text.len() >= clip => self.look_beyond(text, start, at, ended),
            step => step,
        }
    }

    /// Reads tokens to the end of the game or the text. The game begins at `start`.
    #[inline]
    fn read<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        at: &mut usize,
        complete: bool,
        visitor: &mut V,
    ) -> Step {
        loop {
            *at = lexer::skip_space(text, *at);
            if self.can_use_fast_path() {
                *at = self.fast_half_moves(text, start, *at, visitor);
            }
            if text[*at..].starts_with(BYTE_ORDER_MARK) {
                // A byte-order mark between games comes from joining files.
                *at += BYTE_ORDER_MARK.len();
                continue;
            }
            if text.get(*at) == Some(&b'[') {
                match bracket(text, *at, complete) {
                    None => return Step::More,
                    Some(Bracket::Junk) => {}
                    Some(Bracket::Tag(parts, end, form)) => {
                        if self.seen.is_next_game(text, start, *at, &parts, form) {
                            return Step::Done;
                        }
                        if self.seen.in_moves() && form == TagForm::Unclosed {
                            // The half-moves after the bracket are still read.
                            let bracket = Span::new(*at - start, *at - start + 1);
                            self.unexpected(SyntaxErrorKind::Unexpected, bracket, visitor);
                            *at += 1;
                            continue;
                        }
                        self.tag(text, start, Span::new(*at - start, end - start), &parts, form, visitor);
                        *at = end;
                        continue;
                    }
                }
            }
            let Some(mut token) = lexer::next(text, *at, complete) else {
                return if complete { Step::Done } else { Step::More };
            };
            let span = Span::new(token.span.start - start, token.span.end - start);
            match token.kind {
                TokenKind::Label(label) => {
                    let begins = self.seen.is_only_stray() && in_first_column(text, *at);
                    if begins
                        || self.is_restart(label, text, *at)
                        || self.seen.is_after_result(label, text, *at)
                    {
                        return Step::Done;
                    }
                    if let Phase::AfterResult(result) = self.seen.phase {
                        // The game continues, so this was not its result.
                        self.seen.phase = Phase::Moves;
                        self.syntax_error(SyntaxErrorKind::AfterResult(result), span, visitor);
                    }
                    self.begin_moves(visitor);
                    self.end_unfinished(visitor);
                    self.unfinished = Unfinished::Label(label, span);
                }
                TokenKind::Word => match self.unfinished {
                    Unfinished::Label(label, label_at) => {
                        self.unfinished = Unfinished::Nothing;
                        self.seen.has_half_move = true;
                        self.add_label(label);
                        // The text directly after the move is read next.
                        let length = move_length(&text[token.span.start..token.span.end]);
                        token.span.end = token.span.start + length;
                        self.move_end = span.start + length;
                        if !self.is_silent() {
                            let san = &text[token.span.start..token.span.end];
                            let san_at = Span::new(span.start, span.start + length);
                            let depth = self.open.len();
                            self.events
                                .half_move(RawHalfMove { label, label_at, san, san_at, depth }, visitor);
                        }
                    }
                    _ if self.is_en_passant(text, start, token) => {
                        if !self.is_silent() {
                            visitor.en_passant_suffix(span);
                        }
                    }
                    _ if self.is_after(text, *at) => return Step::Done,
                    _ => self.unexpected(self.kind_of_word(text, token), span, visitor),
                },
                TokenKind::NoBreakSpace => self.spelling(Spelling::NoBreakSpace, span, visitor),
                TokenKind::Junk if self.is_after(text, *at) => return Step::Done,
                TokenKind::Comment(style) => self.comment(text, token, span, style, visitor),
                _ => self.rest(text, token, span, visitor),
            }
            *at = token.span.end;
        }
    }

    /// At the limit, finds out whether the next game begins there with a tag that continues beyond the limit.
    #[cold]
    fn look_beyond(&self, text: &[u8], start: usize, at: &mut usize, ended: bool) -> Step {
        let next = lexer::skip_space(text, *at);
        let end = text[..next].trim_ascii_end().len();
        if next - end > MAX_SPACE {
            // This much white space is not part of a game.
            *at = end;
            return Step::Done;
        }
        match text.get(next) {
            None if ended => Step::Done,
            // More text is needed to see whether anything follows.
            None => Step::More,
            Some(b'[') => match bracket(text, next, ended) {
                None => Step::More,
                // A tag in the first column, where reading would continue anyway, cuts nothing off.
                Some(Bracket::Tag(parts, _, form))
                    if self.seen.is_next_game(text, start, next, &parts, form)
                        || (next > start && form == TagForm::Quoted && in_first_column(text, next)) =>
                {
                    Step::Done
                }
                Some(_) => Step::TooLong,
            },
            Some(_) => Step::TooLong,
        }
    }

    /// Returns `true` if nothing is reported, because the visitor skips it or variations are nested too deep.
    #[inline]
    fn is_silent(&self) -> bool {
        self.events.is_silent() || self.too_deep > 0
    }

    /// Returns `true` if stray text comes after the game rather than within it.
    fn is_after(&self, text: &[u8], at: usize) -> bool {
        self.seen.result().is_some() && self.unfinished == Unfinished::Nothing && in_first_column(text, at)
    }

    /// Returns `true` if a label is the first move of another game.
    #[inline]
    fn is_restart(&self, label: Label, text: &[u8], at: usize) -> bool {
        self.open.is_empty() && self.seen.is_restart(label, text, at)
    }

    #[inline]
    fn add_label(&mut self, label: Label) {
        if self.open.is_empty() {
            self.seen.add_label(label);
        }
    }

    /// Returns `true` if the next half-move may be read by the fast path.
    #[inline]
    fn can_use_fast_path(&self) -> bool {
        self.seen.phase == Phase::Moves && !self.is_silent() && self.unfinished == Unfinished::Nothing
    }

    /// Reads half-moves and their comments by the fast path. Returns the index of the first token that needs the slow
    /// path.
    #[inline]
    fn fast_half_moves<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        mut at: usize,
        visitor: &mut V,
    ) -> usize {
        let depth = self.open.len();
        let within = |span: Span| Span::new(span.start - start, span.end - start);
        while let Some(found) = fast_half_move(text, at) {
            if self.is_restart(found.label, text, at) {
                break;
            }
            self.seen.has_half_move = true;
            self.add_label(found.label);
            let label_at = within(Span::new(at, found.label_end));
            let san = &text[found.san.start..found.san.end];
            at = found.san.end;
            self.move_end = at - start;
            let (label, san_at) = (found.label, within(found.san));
            self.events.half_move(RawHalfMove { label, label_at, san, san_at, depth }, visitor);
            if self.events.is_silent() {
                return lexer::skip_space(text, at);
            }
            if let Some(span) = found.comment {
                at = span.end;
                let inside = &text[span.start + 1..span.end - 1];
                let (style, span) = (CommentStyle::Braces, within(span));
                visitor.comment(RawComment { text: inside, style, span, depth });
            }
            at = lexer::skip_space(text, at);
        }
        at
    }

    #[inline]
    fn comment<V: Visitor>(
        &mut self,
        text: &[u8],
        token: Token,
        span: Span,
        style: CommentStyle,
        visitor: &mut V,
    ) {
        self.begin_moves(visitor);
        self.end_unfinished(visitor);
        if !self.is_silent() {
            let inside = token.comment_text();
            let (text, depth) = (&text[inside.start..inside.end], self.open.len());
            visitor.comment(RawComment { text, style, span, depth });
        }
        if style == CommentStyle::Unclosed {
            self.syntax_error(
                SyntaxErrorKind::UnclosedComment,
                Span::new(span.start, span.start + 1),
                visitor,
            );
        }
    }

    /// Reads the less common tokens.
    fn rest<V: Visitor>(&mut self, text: &[u8], token: Token, span: Span, visitor: &mut V) {
        if token.kind == TokenKind::Junk {
            let kind = match text[token.span.start] {
                b'}' => SyntaxErrorKind::StrayBrace,
                _ => SyntaxErrorKind::Unexpected,
            };
            return self.unexpected(kind, span, visitor);
        }
        self.begin_moves(visitor);
        self.end_unfinished(visitor);
        match token.kind {
            TokenKind::Open if self.open.len() < self.limits.depth && self.too_deep == 0 => {
                self.open.push(span.start);
                self.events.begin_variation(span, self.open.len(), visitor);
            }
            TokenKind::Open => {
                self.too_deep += 1;
                if self.too_deep == 1 {
                    self.syntax_error(SyntaxErrorKind::TooDeep(self.limits.depth), span, visitor);
                }
            }
            TokenKind::Close if self.too_deep > 0 => self.too_deep -= 1,
            TokenKind::Close if self.open.is_empty() => {
                self.syntax_error(SyntaxErrorKind::StrayClose, span, visitor)
            }
            TokenKind::Close => {
                self.end_variation(span, visitor);
            }
            TokenKind::Nag if !self.seen.has_half_move => {
                self.syntax_error(SyntaxErrorKind::StrayNag, span, visitor)
            }
            TokenKind::Nag if !self.is_silent() => {
                if text[token.span.start] == b'$' && lexer::follows_word(text, token.span.start) {
                    self.spelling(Spelling::TightNag, span, visitor);
                }
                visitor.nag(&text[token.span.start..token.span.end], span, self.open.len());
            }
            TokenKind::Result(result) => {
                if self.open.is_empty() {
                    if let Phase::AfterResult(first) = self.seen.phase {
                        return self.syntax_error(SyntaxErrorKind::SecondResult(first), span, visitor);
                    }
                    self.seen.phase = Phase::AfterResult(result);
                }
                if lexer::follows_word(text, token.span.start) {
                    self.spelling(Spelling::TightResult, span, visitor);
                }
                if !self.events.is_silent() {
                    visitor.result(result, span, self.open.len());
                }
            }
            _ => {}
        }
    }

    /// Returns `true` if a word is the `e.p.` after an en passant capture.
    #[cold]
    fn is_en_passant(&self, text: &[u8], start: usize, token: Token) -> bool {
        let is_suffix = matches!(&text[token.span.start..token.span.end], b"e.p." | b"ep");
        if !is_suffix || self.seen.phase != Phase::Moves || self.unfinished != Unfinished::Nothing {
            return false;
        }
        let before = text[..token.span.start].trim_ascii_end();
        // What looks like a move may be the end of a comment.
        if before.len() != start + self.move_end {
            return false;
        }
        let before = before.strip_suffix(b"+").or(before.strip_suffix(b"#")).unwrap_or(before);
        matches!(before, [.., b'a'..=b'h', b'x', b'a'..=b'h', b'3' | b'6'])
    }

    /// Reports an accepted deviation from the standard.
    #[cold]
    fn spelling<V: Visitor>(&mut self, spelling: Spelling, span: Span, visitor: &mut V) {
        if !self.is_silent() {
            visitor.spelling(spelling, span);
        }
    }

    /// Ends the innermost variation, if any, and returns where it began.
    fn end_variation<V: Visitor>(&mut self, span: Span, visitor: &mut V) -> Option<usize> {
        let depth = self.open.len();
        let start = self.open.pop()?;
        self.events.end_variation(span, depth, visitor);
        Some(start)
    }

    fn tag<V: Visitor>(
        &mut self,
        text: &[u8],
        start: usize,
        span: Span,
        tag: &TagParts,
        form: TagForm,
        visitor: &mut V,
    ) {
        if self.seen.in_moves() && form != TagForm::Quoted {
            return self.unexpected(SyntaxErrorKind::Unexpected, span, visitor);
        }
        self.end_unfinished(visitor);
        let name = &text[tag.name.start..tag.name.end];
        let within = |span: Span| Span::new(span.start - start, span.end - start);
        let (name_at, value_at) = (within(tag.name), within(tag.value));
        self.seen.add_tag(name == b"Event", name_at);
        let value = &text[tag.value.start..tag.value.end];
        self.events.tag(RawTag { name, value, form, span, name_at, value_at }, visitor);
        if form == TagForm::Unclosed {
            self.seen.has_stray = true;
            let at = start + span.start;
            let line = &text[at..text.len().min(at + LONGEST_TAG)];
            let is_cut = line.len() == LONGEST_TAG && !line.contains(&b'\n');
            let kind =
                if is_cut { SyntaxErrorKind::TagTooLong(LONGEST_TAG) } else { SyntaxErrorKind::UnclosedTag };
            let name = Span::new(span.start, tag.name.end - start);
            self.syntax_error(kind, if is_cut { name } else { span }, visitor);
        }
    }

    /// Ends the tags, if they haven't ended.
    #[inline]
    fn begin_moves<V: Visitor>(&mut self, visitor: &mut V) {
        if !self.seen.in_moves() {
            self.seen.phase = Phase::Moves;
            self.events.end_tags(visitor);
        }
    }

    /// Reports a label without a move, or stray text that has ended.
    #[inline]
    fn end_unfinished<V: Visitor>(&mut self, visitor: &mut V) {
        match std::mem::replace(&mut self.unfinished, Unfinished::Nothing) {
            Unfinished::Nothing => {}
            Unfinished::Label(label, span) => {
                self.add_label(label);
                self.syntax_error(SyntaxErrorKind::NoMove(label), span, visitor);
            }
            Unfinished::Stray(kind, span) => self.syntax_error(kind, span, visitor),
        }
    }

    /// Adds stray text, which is reported as one error when it ends.
    #[cold]
    fn unexpected<V: Visitor>(&mut self, kind: SyntaxErrorKind, span: Span, visitor: &mut V) {
        self.seen.has_stray = true;
        if let Unfinished::Stray(_, before) = &mut self.unfinished {
            before.end = span.end;
        } else {
            self.end_unfinished(visitor);
            self.unfinished = Unfinished::Stray(kind, span);
        }
    }

    /// Returns the error for a word without a label.
    fn kind_of_word(&self, text: &[u8], token: Token) -> SyntaxErrorKind {
        let word = &text[token.span.start..token.span.end];
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && word.get(digits) == Some(&b'.') {
            return SyntaxErrorKind::NoLetter;
        }
        match bughouse_chess::San::read(word, Leniencies::ALL) {
            Ok(_) if self.seen.in_moves() => SyntaxErrorKind::NoLabel,
            _ => SyntaxErrorKind::Unexpected,
        }
    }

    #[cold]
    fn syntax_error<V: Visitor>(&mut self, kind: SyntaxErrorKind, span: Span, visitor: &mut V) {
        self.errors += 1;
        if self.errors <= self.limits.errors {
            visitor.syntax_error(SyntaxError::new(kind, span));
        } else if self.errors == self.limits.errors + 1 {
            visitor.syntax_error(SyntaxError::new(SyntaxErrorKind::TooMany(self.limits.errors), span));
        }
    }

    /// Reports what is still open at the end of the game.
    ///
    /// If the text was cut off, nothing is reported as missing, because it may have followed.
    pub(crate) fn finish<V: Visitor>(&mut self, length: usize, is_cut: bool, visitor: &mut V) {
        if is_cut && let Unfinished::Label(..) = self.unfinished {
            self.unfinished = Unfinished::Nothing;
        }
        self.end_unfinished(visitor);
        while let Some(at) = self.end_variation(Span::new(length, length), visitor) {
            if !is_cut {
                self.syntax_error(SyntaxErrorKind::UnclosedVariation, Span::new(at, at + 1), visitor);
            }
        }
        self.begin_moves(visitor);
    }
}

/// Returns the length of the move that a word begins with. A NAG or a result may follow without a space.
fn move_length(word: &[u8]) -> usize {
    let tight =
        word.iter().skip(1).position(|byte| matches!(byte, b'$' | b'*')).map_or(word.len(), |at| at + 1);
    match &word[tight..] {
        // On its own, it would be a result or a label rather than a move. Only castling begins with a digit.
        _ if !is_like_a_move(&word[..tight]) => word.len(),
        [b'$', b'0'..=b'9', ..] | [b'*'] => tight,
        _ => word.len(),
    }
}

fn is_like_a_move(word: &[u8]) -> bool {
    match word.first() {
        Some(b'0'..=b'9') => matches!(word, b"0-0" | b"0-0-0"),
        first => first != Some(&b'*'),
    }
}
