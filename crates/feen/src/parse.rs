//! Parses a position.
//!
//! ```text
//! feen       = placement SP hands SP style-turn    one space each, ASCII, nothing before or after
//! placement  = rank *( 1*"/" rank )                no slash at either end
//! rank       = 1*( count / piece )                 never empty; lengths may differ
//! count      = 1 or more, without leading zero
//! piece      = [ "+" / "-" ] letter [ "'" ]
//! hands      = *( [ mult ] upper-piece ) "/" *( [ mult ] lower-piece )
//! mult       = 2 or more, without leading zero
//! style-turn = upper-name "/" lower-name, or lower-name "/" upper-name
//! ```
//!
//! A run of n slashes separates parts of level n. The first part at each level is exactly one level lower:
//! `ab/cd//AB/CD` is a cube, `a/b//c` is an irregular board, `a//b` skips a dimension.
//!
//! Accepted in addition to the canonical form: pieces in hand in any order, and a piece in several places of
//! a hand (`PP`, `2PKP`), where the counts are added. Nothing else.
//!
//! Parsing is a single pass. Its time is linear in the length of the string and in the number of squares.
//! Both have limits, which are checked before memory is allocated.

use alloc::vec::Vec;

use crate::board::{Board, Irregularity};
use crate::board_builder::{BoardBuilder, BoardError};
use crate::error::{Error, ErrorKind, Field, Span};
use crate::fast_board::fast_board;
use crate::hands::Hands;
use crate::options::Options;
use crate::piece::{Piece, Prefix, Side};
use crate::position::{Position, StyleError, StyleTurn, leading_name};

/// Parses a position.
///
/// # Errors
/// Points at the first part that is not FEEN, or that exceeds the default limits.
///
/// # Examples
/// ```
/// use feen::Side;
///
/// let position = feen::parse("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL / SHOGI/shogi")?;
/// assert_eq!(position.board.sizes(), Some(vec![9, 9]));
/// assert_eq!(position.board.squares().iter().flatten().count(), 40);
/// assert_eq!(position.style_turn.to_move(), Side::First);
/// # Ok::<(), feen::Error>(())
/// ```
#[inline]
pub fn parse(text: &str) -> Result<Position, Error> {
    parse_with(text.as_bytes(), &Options::default())
}

/// Parses a position from bytes, with options.
///
/// # Errors
/// Points at the first part that is not FEEN, exceeds the limits, or violates an option.
pub fn parse_with(text: &[u8], options: &Options) -> Result<Position, Error> {
    read(text, options, |reader| reader.placement(), |_| {}).map(|(position, _)| position)
}

/// Parses a position from bytes, with options, and returns where its parts are.
///
/// Use this if a piece can be wrong in your game, to point at it.
///
/// # Errors
/// Points at the first part that is not FEEN, exceeds the limits, or violates an option.
///
/// # Examples
/// ```
/// let text = "k+p/K 3P/ GAME/game";
/// let (position, spans) = feen::parse_spanned(text.as_bytes(), &feen::Options::default())?;
/// assert_eq!(position, feen::parse(text)?);
/// let places: Vec<&str> = spans.pieces.iter().map(|span| &text[span.start..span.end]).collect();
/// assert_eq!(places, ["k", "+p", "K"]);
/// assert_eq!(spans.in_hand[0].count, 3);
/// assert_eq!((spans.hands.start, spans.hands.end), (6, 9));
/// # Ok::<(), feen::Error>(())
/// ```
pub fn parse_spanned(text: &[u8], options: &Options) -> Result<(Position, Spans), Error> {
    let (mut pieces, mut in_hand) = (Vec::new(), Vec::new());
    let (position, [placement, hands, style_turn]) = read(
        text,
        options,
        |reader| reader.any_placement(|span| pieces.push(span)),
        |item| in_hand.push(item),
    )?;
    Ok((position, Spans { placement, hands, style_turn, pieces, in_hand }))
}

/// The places of the parts of a string.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Spans {
    /// The placement of pieces on the board.
    pub placement: Span,
    /// The pieces in hand.
    pub hands: Span,
    /// The styles.
    pub style_turn: Span,
    /// Each piece on the board with its prefix and suffix, in the order of the string.
    pub pieces: Vec<Span>,
    /// Each item in hand, in the order of the string. A piece can be in several items.
    pub in_hand: Vec<HandItem>,
}

/// One item in hand: a piece and its count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct HandItem {
    /// The piece.
    pub piece: Piece,
    /// How many there are.
    pub count: u32,
    /// The place of the item, with its count.
    pub span: Span,
    /// The place of the piece with its prefix and suffix, without its count.
    pub piece_span: Span,
}

/// Parses a position. Calls one function to read the board, and another with each item in hand. Also returns the place of
/// each field.
fn read(
    text: &[u8],
    options: &Options,
    board: impl FnOnce(&mut Reader<'_>) -> Result<Board, Error>,
    in_hand: impl FnMut(HandItem),
) -> Result<(Position, [Span; 3]), Error> {
    let limit = options.limits.text_length;
    if text.len() > limit {
        return Err(Error::new(ErrorKind::TextTooLong { limit }, limit, text.len()));
    }
    let mut reader = Reader { text, at: 0, options };
    let board = board(&mut reader)?;
    let placement = reader.span_since(0);
    reader.space_before(Field::Hands)?;
    let start = reader.at;
    let hands = reader.hands(in_hand)?;
    let hands_span = reader.span_since(start);
    reader.space_before(Field::StyleTurn)?;
    let start = reader.at;
    let style_turn = reader.style_turn()?;
    Ok((Position { board, hands, style_turn }, [placement, hands_span, reader.span_since(start)]))
}

/// Returns `true` if a string is FEEN in canonical form.
///
/// ```
/// assert!(feen::is_valid("k/K 3PK/ GAME/game"));
/// assert!(!feen::is_valid("k/K K3P/ GAME/game")); // readable, but not canonical
/// assert!(!feen::is_valid("k/K 3PK/"));
/// ```
pub fn is_valid(text: &str) -> bool {
    is_canonical(text) == Ok(true)
}

/// Returns `true` if a FEEN string is in canonical form.
///
/// To find the part that is not canonical, parse the string with [`Options::canonical_only`].
///
/// # Errors
/// Points at the first part that is not FEEN.
pub fn is_canonical(text: &str) -> Result<bool, Error> {
    let options = Options { canonical_only: true, ..Options::default() };
    match parse_with(text.as_bytes(), &options) {
        Ok(_) => Ok(true),
        // A syntax error may follow.
        Err(error) if matches!(error.kind(), ErrorKind::RepeatedInHand | ErrorKind::OutOfOrder) => {
            parse(text).map(|_| false)
        }
        Err(error) => Err(error),
    }
}

/// The number of squares to allocate before any was read.
const LIKELY_SQUARES: usize = 128;

/// A cursor over a string.
///
/// Errors are created from a copy, so the position can stay in a register.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    options: &'a Options,
}

impl Reader<'_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Returns the span from `start` to here.
    #[inline]
    fn span_since(&self, start: usize) -> Span {
        Span { start, end: self.at }
    }

    /// Creates an error for the part from `start` to here.
    #[cold]
    fn error_since(self, start: usize, kind: ErrorKind) -> Error {
        Error::new(kind, start, self.at)
    }

    /// Creates an error for the character here, or for the end of the string.
    #[cold]
    fn error_here(self, kind: ErrorKind) -> Error {
        let rest = &self.text[self.at..];
        match rest.first() {
            None => Error::new(kind, self.at, self.at),
            Some(byte) if byte.is_ascii() => Error::new(kind, self.at, self.at + 1),
            Some(_) => Error::new(ErrorKind::NotAscii, self.at, self.at + first_character(rest)),
        }
    }

    /// Creates an error for a character that isn't allowed here in a field of pieces.
    #[cold]
    fn unexpected(self, field: Field) -> Error {
        self.error_here(match self.peek() {
            Some(b'+' | b'-') => ErrorKind::PrefixWithoutLetter,
            Some(b'\'') => ErrorKind::SuffixWithoutLetter,
            _ => ErrorKind::Unexpected(field),
        })
    }

    /// Reads the board, with the fast path if possible.
    fn placement(&mut self) -> Result<Board, Error> {
        let limits = &self.options.limits;
        if let Some((board, length)) = fast_board(self.text)
            && board.squares().len() <= limits.squares as usize
            && board.dimensions() <= limits.dimensions.max(1)
        {
            self.at = length;
            return Ok(board);
        }
        self.any_placement(|_| {})
    }

    /// Reads any board, and calls a function with the place of each piece.
    fn any_placement(&mut self, mut found: impl FnMut(Span)) -> Result<Board, Error> {
        if matches!(self.peek(), None | Some(b' ')) {
            return Err(self.error_here(ErrorKind::Missing(Field::Placement)));
        }
        let mut builder = BoardBuilder::with_limits(self.options.limits);
        builder.reserve(LIKELY_SQUARES.min(2 * self.text.len()));
        loop {
            let start = self.at;
            if let Some(piece) = self.piece() {
                builder.piece(piece).map_err(|error| self.error_since(start, ErrorKind::Board(error)))?;
                found(self.span_since(start));
                continue;
            }
            match self.peek() {
                Some(b'0'..=b'9') => {
                    let count = usize::try_from(self.number()?).unwrap_or(usize::MAX);
                    builder.empty(count).map_err(|error| self.error_since(start, ErrorKind::Board(error)))?;
                }
                Some(b'/') => {
                    let slashes = self.slashes();
                    builder.separator(slashes).map_err(|error| self.bad_separator(start, error))?;
                }
                None | Some(b' ') => {
                    let board = builder.finish().map_err(|error| self.error_here(ErrorKind::Board(error)))?;
                    if self.options.regular_only {
                        board.regular_sizes().map_err(|(odd, rank)| self.irregular(odd, rank))?;
                    }
                    return Ok(board);
                }
                Some(_) => return Err(self.unexpected(Field::Placement)),
            }
        }
    }

    /// Reads a piece, if there is a complete one.
    #[inline]
    fn piece(&mut self) -> Option<Piece> {
        let first = self.peek()?;
        let (mut piece, mut end) = (Piece::from_letter(first), self.at + 1);
        if piece.is_none() {
            let prefix = match first {
                b'+' => Prefix::Plus,
                b'-' => Prefix::Minus,
                _ => return None,
            };
            piece = Piece::from_letter(*self.text.get(end)?).map(|piece| piece.with_prefix(prefix));
            end += 1;
        }
        let mut piece = piece?;
        if self.text.get(end) == Some(&b'\'') {
            piece = piece.with_suffix(true);
            end += 1;
        }
        self.at = end;
        Some(piece)
    }

    /// Reads digits, starting with one here. A number too large for a `u64` saturates.
    #[inline]
    fn number(&mut self) -> Result<u64, Error> {
        if self.peek() == Some(b'0') {
            return Err(self.error_here(ErrorKind::LeadingZero));
        }
        let mut number: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        Ok(number)
    }

    #[inline]
    fn slashes(&mut self) -> usize {
        let start = self.at;
        while self.peek() == Some(b'/') {
            self.at += 1;
        }
        self.at - start
    }

    /// Creates an error for the slashes from `start` to here, or for the missing rank before them.
    #[cold]
    fn bad_separator(self, start: usize, error: BoardError) -> Error {
        let end = if error == BoardError::EmptyRank { start } else { self.at };
        Error::new(ErrorKind::Board(error), start, end)
    }

    /// Creates an error for the part of the placement that ends with a rank.
    #[cold]
    fn irregular(self, odd: Irregularity, rank: usize) -> Error {
        let (mut part_start, mut ranks_before, mut at) = (0, 0, 0);
        loop {
            while at < self.at && self.text[at] != b'/' {
                at += 1;
            }
            if ranks_before == rank || at == self.at {
                return Error::new(ErrorKind::Irregular(odd), part_start, at);
            }
            let run_start = at;
            while at < self.at && self.text[at] == b'/' {
                at += 1;
            }
            ranks_before += 1;
            if at - run_start > odd.level {
                part_start = at;
            }
        }
    }

    /// Reads the space before a field.
    fn space_before(&mut self, field: Field) -> Result<(), Error> {
        let before = if field == Field::Hands { Field::Placement } else { Field::Hands };
        match self.peek() {
            None => return Err(self.error_here(ErrorKind::Missing(field))),
            Some(b' ') => self.at += 1,
            Some(_) => return Err(self.unexpected(before)),
        }
        match self.peek() {
            None => Err(self.error_here(ErrorKind::Missing(field))),
            Some(b' ') => Err(self.error_here(ErrorKind::ExtraSpace)),
            Some(_) => Ok(()),
        }
    }

    fn hands(&mut self, mut found: impl FnMut(HandItem)) -> Result<Hands, Error> {
        // Other notations write `-` for empty hands.
        if self.text[self.at..].starts_with(b"- ") {
            return Err(self.error_here(ErrorKind::NoHandsSlash));
        }
        let mut hands = Hands::new();
        if self.text[self.at..].starts_with(b"/ ") {
            self.at += 1;
            return Ok(hands);
        }
        self.hand(Side::First, &mut hands, &mut found)?;
        match self.peek() {
            Some(b'/') => self.at += 1,
            None | Some(b' ') => {
                return Err(Error::new(ErrorKind::NoHandsSlash, self.at, self.at));
            }
            Some(_) => return Err(self.unexpected(Field::Hands)),
        }
        self.hand(Side::Second, &mut hands, &mut found)?;
        Ok(hands)
    }

    /// Reads the pieces in one player's hand.
    fn hand(&mut self, side: Side, hands: &mut Hands, found: &mut impl FnMut(HandItem)) -> Result<(), Error> {
        let mut last = None;
        loop {
            let start = self.at;
            let count = self.hand_count()?;
            let piece_start = self.at;
            let piece = match (self.piece(), count) {
                (Some(piece), _) => piece,
                (None, Some(_)) => return Err(self.error_since(start, ErrorKind::CountWithoutPiece)),
                (None, None) => return Ok(()),
            };
            if piece.side() != side {
                return Err(self.error_since(start, ErrorKind::WrongHand(side)));
            }
            if self.options.base_form_only && !piece.is_base() {
                return Err(self.error_since(start, ErrorKind::ModifierInHand));
            }
            let limit = self.options.limits.hand_count;
            let too_large = ErrorKind::CountTooLarge { limit };
            let count = u32::try_from(count.unwrap_or(1)).map_err(|_| self.error_since(start, too_large))?;
            let sum = hands.add(piece, count).map_err(|_| self.error_since(start, too_large))?;
            if sum > limit {
                return Err(self.error_since(start, too_large));
            }
            found(HandItem {
                piece,
                count,
                span: self.span_since(start),
                piece_span: self.span_since(piece_start),
            });
            if self.options.canonical_only {
                if sum != count {
                    return Err(self.error_since(start, ErrorKind::RepeatedInHand));
                }
                if last.is_some_and(|last| !self.options.order.puts_before(last, (piece, count))) {
                    return Err(self.error_since(start, ErrorKind::OutOfOrder));
                }
                last = Some((piece, count));
            }
        }
    }

    /// Reads a count in hand, if there is one.
    #[inline]
    fn hand_count(&mut self) -> Result<Option<u64>, Error> {
        let start = self.at;
        match self.peek() {
            Some(b'0'..=b'9') => match self.number()? {
                1 => Err(self.error_since(start, ErrorKind::CountOfOne)),
                count => Ok(Some(count)),
            },
            _ => Ok(None),
        }
    }

    fn style_turn(&mut self) -> Result<StyleTurn, Error> {
        let start = self.at;
        let active = self.style_name()?;
        let slash = self.at - start;
        match self.peek() {
            Some(b'/') => self.at += 1,
            None => return Err(self.error_here(ErrorKind::NoStyleSlash)),
            Some(_) => return Err(self.error_here(ErrorKind::Unexpected(Field::StyleTurn))),
        }
        let second_start = self.at;
        if self.style_name()? == active {
            return Err(self.error_since(second_start, ErrorKind::Style(StyleError::SameCase)));
        }
        match self.peek() {
            None => {}
            Some(byte) if byte.is_ascii() => {
                return Err(Error::new(ErrorKind::TrailingText, self.at, self.text.len()));
            }
            Some(_) => return Err(self.error_here(ErrorKind::NotAscii)),
        }
        Ok(StyleTurn::from_checked(&self.text[start..], slash))
    }

    /// Reads a style name and returns its player.
    #[inline]
    fn style_name(&mut self) -> Result<Side, Error> {
        let Some((length, side)) = leading_name(&self.text[self.at..]) else {
            return Err(self.error_here(ErrorKind::Style(StyleError::NoLetter)));
        };
        self.at += length;
        match self.peek() {
            Some(byte) if byte.is_ascii_alphabetic() => {
                Err(self.error_here(ErrorKind::Style(StyleError::MixedCase)))
            }
            _ => Ok(side),
        }
    }
}

/// Returns the length in bytes of the first character of a string. An invalid byte counts as one character.
fn first_character(text: &[u8]) -> usize {
    let start = &text[..text.len().min(4)];
    let character = start.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    character.map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;
    use alloc::vec::Vec;

    use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof};
    use proptest::proptest;

    use super::Reader;
    use crate::fast_board::fast_board;
    use crate::options::{Limits, Options};

    /// Reads a placement with the path chosen for it and with the slow path.
    fn both_paths_agree(text: &[u8], options: &Options) {
        let mut chosen = Reader { text, at: 0, options };
        let mut slow = chosen;
        let (chosen_board, slow_board) = (chosen.placement(), slow.any_placement(|_| {}));
        assert_eq!(
            chosen_board.map(|board| (board, chosen.at)),
            slow_board.map(|board| (board, slow.at)),
            "{}",
            text.escape_ascii()
        );
    }

    #[test]
    fn common_boards_take_the_fast_path() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ",
            "r'3k2r'/p1P'5/+q7/8/8/8/8/R'3K2-R ",
            "K / A/b",
            "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 / A/b",
            "10K/11/K10 / A/b",
        ] {
            let (board, length) = fast_board(text.as_bytes()).expect(text);
            assert_eq!(text.as_bytes()[length], b' ');
            assert_eq!(board.to_string(), text[..length]);
            both_paths_agree(text.as_bytes(), &Options::default());
        }
    }

    #[test]
    fn other_boards_take_the_slow_path() {
        for text in [
            "",
            " ",
            "K",
            "/K ",
            "K/ ",
            "K//k ",
            "8/7 ",
            "8/8/",
            "ab/cd//AB/CD ",
            "257 ",
            "128/129 ",
            "200/200 ",
            "08 ",
            "0 ",
            "K'' ",
            "'K ",
            "K/' ",
            "+ ",
            "+1 ",
            "++K ",
            "+'K ",
            "K+ ",
            "1'",
            "é ",
            "KKKKKKKKé ",
            "8\t",
            "99999999999999999999999999 ",
            "18446744073709551617 ",
        ] {
            assert_eq!(fast_board(text.as_bytes()), None, "{text}");
            both_paths_agree(text.as_bytes(), &Options::default());
        }
    }

    /// Boards with ranks of the same or nearly the same length, some with a mistake.
    fn board_text() -> impl Strategy<Value = Vec<u8>> {
        let rank = "[a-cA-C]{0,10}([+-]?[a-cA-C]'?|[0-9]{1,2}){0,8}";
        let rank = (rank, 1usize..20).prop_map(|(rank, times)| vec![rank; times].join("/"));
        let tail = prop_oneof![" ", "( / A/b)?", "[ /+'0-9a-cA-C\\-\\x00é]{0,3}"];
        let text = (rank, tail).prop_map(|(ranks, tail)| (ranks + &tail).into_bytes());
        (text, prop::option::of((any::<prop::sample::Index>(), any::<u8>()))).prop_map(|(mut text, spoil)| {
            if let Some((at, byte)) = spoil.filter(|_| !text.is_empty()) {
                let at = at.index(text.len());
                text[at] = byte;
            }
            text
        })
    }

    fn limits() -> impl Strategy<Value = Limits> {
        let sizes = (prop_oneof![0u32..100, Just(1 << 20)], prop_oneof![0usize..4, Just(64)]);
        sizes.prop_map(|(squares, dimensions)| Limits { squares, dimensions, ..Limits::default() })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn both_paths_give_the_same_result(text in board_text(), limits in limits(), regular_only in any::<bool>()) {
            both_paths_agree(&text, &Options { limits, regular_only, ..Options::default() });
        }
    }
}
