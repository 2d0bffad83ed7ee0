//! Parses a term: `name(argument)>=value`.

use bughouse_chess::notation::position::ParsedBoard;
use bughouse_chess::{Leniencies, Leniency, Material, Piece, ReadOptions, Reserve, Seat};

use super::error::{QueryError, QueryErrorKind};
use super::names::{known_name, nearest};
use super::parse::Token;
use super::placement::piece_code;
use super::read_move::read_move;
use super::term::{Bounds, ReserveTest, Squares, Term, Who};
use crate::collect::seat_number;
use crate::day::read_days;
use crate::filter::end_name;
use crate::flags::half_move as flags;
use crate::pack::pack_reserve;

/// The parts of a term: `name(argument)>=value`.
struct Parts<'a> {
    token: Token<'a>,
    name: &'static str,
    argument: Option<(&'a str, usize)>,
    /// The operator, the value, and the offset of the value.
    value: Option<(&'a str, &'a str, usize)>,
}

/// The pieces that a term accepts.
#[derive(Clone, Copy)]
enum PieceSet {
    All,
    /// Pieces that can be captured, and therefore dropped.
    Captured,
    /// Pieces that pawns promote to.
    Promoted,
}

impl PieceSet {
    fn contains(self, piece: Piece) -> bool {
        match self {
            PieceSet::All => true,
            PieceSet::Captured => piece != Piece::King,
            PieceSet::Promoted => !matches!(piece, Piece::King | Piece::Pawn),
        }
    }

    fn expected(self) -> &'static str {
        match self {
            PieceSet::All => "a piece: P, N, B, R, Q or K",
            PieceSet::Captured => "a piece: P, N, B, R or Q",
            PieceSet::Promoted => "a piece: N, B, R or Q",
        }
    }
}

/// Parses a term.
pub(super) fn read_term(token: Token<'_>) -> Result<Term, QueryError> {
    let text = token.text;
    let head = text.find(['(', ':', '<', '>', '=']).unwrap_or(text.len());
    let name = known_name(&text[..head]).ok_or_else(|| {
        let kind =
            QueryErrorKind::UnknownTerm { name: text[..head].to_owned(), suggestion: nearest(&text[..head]) };
        QueryError::new(kind, token.start, token.start + head.max(1))
    })?;
    let mut rest = head;
    let mut argument = None;
    if text[rest..].starts_with('(') {
        let close = text[rest..].find(')').map_or(text.len(), |length| rest + length);
        argument = Some((&text[rest + 1..close], token.start + rest + 1));
        rest = (close + 1).min(text.len());
    }
    let value = match ["<=", ">=", ":", "=", "<", ">"].into_iter().find(|sign| text[rest..].starts_with(sign))
    {
        Some(sign) => {
            let (value, at) = (&text[rest + sign.len()..], token.start + rest + sign.len());
            let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            Some(quoted.map_or((sign, value, at), |value| (sign, value, at + 1)))
        }
        None if rest < text.len() => {
            let kind = QueryErrorKind::Unexpected { expected: "`:`, `=`, `<` or `>` and a value here" };
            return Err(QueryError::new(kind, token.start + rest, token.end));
        }
        None => None,
    };
    Parts { token, name, argument, value }.term()
}

impl<'a> Parts<'a> {
    fn term(&self) -> Result<Term, QueryError> {
        let takes_seat = matches!(self.name, "frozen" | "diagonal" | "reserve" | "rating");
        if let (Some((argument, at)), false) = (self.argument, takes_seat) {
            let kind = QueryErrorKind::Unexpected { expected: "no parentheses after this term" };
            return Err(QueryError::new(kind, at, at + argument.len()));
        }
        Ok(match self.name {
            "drop" => self.drop()?,
            "capture" => Term::Capture(self.optional_piece(PieceSet::Captured)?),
            "promotion" => Term::Promotion(self.optional_piece(PieceSet::Promoted)?),
            "check" => self.bare(Term::Flag(flags::CHECK))?,
            "mate" => self.bare(Term::Flag(flags::MATE))?,
            "castling" => self.bare(Term::Flag(flags::CASTLING))?,
            "en-passant" => self.bare(Term::Flag(flags::EN_PASSANT))?,
            "theft" => self.bare(Term::Flag(flags::THEFT))?,
            "won" => self.bare(Term::Won)?,
            "drawn" => self.bare(Term::Drawn)?,
            "lost" => self.bare(Term::Lost)?,
            "frozen" => match (self.argument, self.value) {
                (None, None) => Term::Frozen(None),
                (None, Some((":" | "=", value, at))) => Term::Frozen(Some(self.seat(value, at)?)),
                (Some((argument, at)), None) => Term::Frozen(Some(self.seat(argument, at)?)),
                _ => return Err(self.bad("a seat, as in frozen(WhiteA)")),
            },
            "move" => self.move_pattern()?,
            "position" => self.position()?,
            "pieces" => self.pieces()?,
            "piece" => Term::Piece(self.piece(self.text("a piece, as in piece:N")?, PieceSet::All)?),
            "to" => {
                Term::To(self.squares(self.text("a square, a file or a rank, as in to:f7, to:f or to:7")?)?)
            }
            "from" => Term::From(self.squares(self.text("a square, a file or a rank, as in from:e2")?)?),
            "by" => Term::By(self.seats()?),
            "ply" => Term::Ply(self.numbers("a number, as in ply<40", 1)?),
            "clock" => Term::Clock(self.numbers("seconds, as in clock<5", 1000)?),
            "used" => Term::Used(self.numbers("seconds, as in used>10", 1000)?),
            "sit" if self.value.is_none() => Term::Sit(Bounds::ANY),
            "sit" => Term::Sit(self.numbers("seconds, as in sit>15", 1000)?),
            "diagonal" => {
                let seat = self.seat_argument()?;
                Term::Diagonal(seat, self.numbers("seconds, as in diagonal>20 or diagonal(WhiteA)>20", 1)?)
            }
            "reserve" => self.reserve()?,
            "rating" => {
                let bounds = self.numbers("a number, as in rating>=2000", 1)?;
                match self.argument {
                    Some((argument, at)) => Term::RatingOf(self.seat(argument, at)?, bounds),
                    None => Term::Rating(bounds),
                }
            }
            "player" => Term::Player(self.who("a name, as in player:anna")?),
            "partner" => Term::Partner(self.who("a name, as in partner:anna")?),
            "against" => Term::Against(self.who("a name, as in against:anna")?),
            "date" => Term::Days(self.days()?),
            "control" => {
                let (text, _) = self.text("seconds and seconds per move, as in control:180+0")?;
                match bpgn::tags::read_time_control(text.as_bytes()) {
                    bpgn::tags::TimeControlTag::Control(control) => {
                        let millis = |time: bughouse_chess::Millis| i32::try_from(time.0).unwrap_or(i32::MAX);
                        Term::Control(millis(control.base), millis(control.increment))
                    }
                    _ => return Err(self.bad("seconds and seconds per move, as in control:180+0")),
                }
            }
            "end" => {
                let (text, _) = self.text("an end, as in end:checkmate or end:time")?;
                Term::End(end_name(text))
            }
            "result" | "winner" => {
                let (text, _) = self.text("a result, as in result:1-0 or winner:team1")?;
                Term::Winner(match text.to_ascii_lowercase().as_str() {
                    "1-0" | "team1" => 0,
                    "0-1" | "team2" => 1,
                    "1/2-1/2" | "1/2" | "draw" => 2,
                    "*" | "none" => -1,
                    _ => return Err(self.bad("1-0, 0-1, 1/2-1/2, *, team1, team2, draw or none")),
                })
            }
            "source" => {
                let (text, _) = self.text("the number of a source, as in source:0")?;
                let number = text.parse::<i32>().ok().filter(|&number| number >= 0);
                Term::Source(number.ok_or_else(|| self.bad("the number of a source, as in source:0"))?)
            }
            "length" => Term::Length(self.numbers("a number of half-moves, as in length>100", 1)?),
            "state" => {
                let (text, _) = self.text("ok, repaired or broken, as in state:broken")?;
                let state = text.to_ascii_lowercase();
                if !matches!(state.as_str(), "ok" | "repaired" | "broken") {
                    return Err(self.bad("ok, repaired or broken, as in state:broken"));
                }
                Term::State(state)
            }
            _ => return Err(self.bad("a known name")),
        })
    }

    fn bad(&self, expected: &'static str) -> QueryError {
        let (start, end) = match self.value {
            Some((_, value, at)) if !value.is_empty() => (at, at + value.len()),
            _ => (self.token.start, self.token.end),
        };
        QueryError::new(QueryErrorKind::BadValue { term: self.name, expected }, start, end)
    }

    fn bare(&self, term: Term) -> Result<Term, QueryError> {
        if self.value.is_some() { Err(self.bad("no value")) } else { Ok(term) }
    }

    /// Returns the value after `:` or `=`.
    fn text(&self, expected: &'static str) -> Result<(&'a str, usize), QueryError> {
        match self.value {
            Some((":" | "=", value, at)) if !value.is_empty() => Ok((value, at)),
            _ => Err(self.bad(expected)),
        }
    }

    /// Returns a player. `any` matches anyone with a name; `"any"` in quotes is a name.
    fn who(&self, expected: &'static str) -> Result<Who, QueryError> {
        let (text, at) = self.text(expected)?;
        let is_quoted = self.token.end > at + text.len();
        Ok(if text.eq_ignore_ascii_case("any") && !is_quoted {
            Who::Anyone
        } else {
            Who::Named(text.to_owned())
        })
    }

    /// Returns bounds: `<5`, `>=3`, `:7`, `:3..7`. Decimals are allowed, and multiplied by `unit`.
    fn numbers(&self, expected: &'static str, unit: i32) -> Result<Bounds, QueryError> {
        let Some((sign, value, _)) = self.value else { return Err(self.bad(expected)) };
        let read = |text: &str| -> Result<f64, QueryError> {
            let number: f64 = text.parse().map_err(|_| self.bad(expected))?;
            let scaled = number * f64::from(unit);
            if scaled.is_finite() && scaled.abs() <= 2e9 { Ok(scaled) } else { Err(self.bad(expected)) }
        };
        // Round fractions to the side that keeps the meaning of the comparison.
        let (least, most) = (|number: f64| number.ceil() as i32, |number: f64| number.floor() as i32);
        let bounds = match (sign, value.split_once("..")) {
            ("<", _) => Bounds { most: least(read(value)?) - 1, ..Bounds::ANY },
            ("<=", _) => Bounds { most: most(read(value)?), ..Bounds::ANY },
            (">", _) => Bounds { least: most(read(value)?) + 1, ..Bounds::ANY },
            (">=", _) => Bounds { least: least(read(value)?), ..Bounds::ANY },
            (_, None) => {
                let number = read(value)?;
                if least(number) != most(number) {
                    return Err(self.bad("a whole number"));
                }
                Bounds { least: least(number), most: most(number) }
            }
            (_, Some((from, to))) => Bounds {
                least: if from.is_empty() { Bounds::ANY.least } else { least(read(from)?) },
                most: if to.is_empty() { Bounds::ANY.most } else { most(read(to)?) },
            },
        };
        if bounds.least > bounds.most {
            Err(self.bad("a range whose first value is not greater than its last"))
        } else {
            Ok(bounds)
        }
    }

    fn seat(&self, text: &str, at: usize) -> Result<Seat, QueryError> {
        Seat::ALL.into_iter().find(|seat| seat.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let kind = QueryErrorKind::BadValue {
                term: self.name,
                expected: "a seat: WhiteA, BlackA, WhiteB or BlackB",
            };
            QueryError::new(kind, at, at + text.len().max(1))
        })
    }

    /// Returns the seat in parentheses; `None` for the player who made the half-move.
    fn seat_argument(&self) -> Result<Option<Seat>, QueryError> {
        self.argument.map(|(argument, at)| self.seat(argument, at)).transpose()
    }

    /// Returns the seats that a value names, as bits.
    fn seats(&self) -> Result<u8, QueryError> {
        let (text, at) = self.text("a seat, a color or a team, as in by:WhiteA, by:black or by:team1")?;
        Ok(match text.to_ascii_lowercase().as_str() {
            "white" => 0b0101,
            "black" => 0b1010,
            "team1" => 0b1001,
            "team2" => 0b0110,
            "a" => 0b0011,
            "b" => 0b1100,
            _ => 1 << seat_number(self.seat(text, at)?),
        })
    }

    fn piece(&self, (text, at): (&str, usize), set: PieceSet) -> Result<Piece, QueryError> {
        read_piece(text).filter(|&piece| set.contains(piece)).ok_or_else(|| {
            let kind = QueryErrorKind::BadValue { term: self.name, expected: set.expected() };
            QueryError::new(kind, at, at + text.len().max(1))
        })
    }

    fn optional_piece(&self, set: PieceSet) -> Result<Option<Piece>, QueryError> {
        match self.value {
            None => Ok(None),
            Some(_) => self.text(set.expected()).and_then(|value| self.piece(value, set)).map(Some),
        }
    }

    /// Returns a square, or the squares of a file or a rank.
    fn squares(&self, (text, at): (&str, usize)) -> Result<Squares, QueryError> {
        let read = match text.as_bytes() {
            [file @ (b'a'..=b'h' | b'A'..=b'H')] => Some(0x0101_0101_0101_0101 << ((file | 0x20) - b'a')),
            [rank @ b'1'..=b'8'] => Some(0xff << (8 * (rank - b'1'))),
            square => read_square(square).map(|square| 1 << square),
        };
        read.ok_or_else(|| {
            let expected = "a square, a file or a rank: f7, f or 7";
            let kind = QueryErrorKind::BadValue { term: self.name, expected };
            QueryError::new(kind, at, at + text.len().max(1))
        })
    }

    fn drop(&self) -> Result<Term, QueryError> {
        if self.value.is_none() {
            return Ok(Term::Drop(None, None));
        }
        let (text, at) = self.text("a piece and a square, as in drop:N@f3, drop:N or drop:@f3")?;
        let (letter, square) = match text.split_once('@') {
            Some((letter, square)) => (letter, Some(square)),
            None => (text, None),
        };
        let piece =
            if letter.is_empty() { None } else { Some(self.piece((letter, at), PieceSet::Captured)?) };
        let square = square.map(|square| self.squares((square, at + letter.len() + 1))).transpose()?;
        Ok(Term::Drop(piece, square))
    }

    fn reserve(&self) -> Result<Term, QueryError> {
        const EXPECTED: &str = "pieces or their number, as in reserve>=QNN or reserve(BlackB)>=5";
        let seat = self.seat_argument()?;
        let Some((sign, value, at)) = self.value.filter(|(_, value, _)| !value.is_empty()) else {
            return Err(self.bad(EXPECTED));
        };
        if value.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
            return Ok(Term::Reserve(seat, ReserveTest::Count(self.numbers(EXPECTED, 1)?)));
        }
        let pieces: Reserve = value.to_ascii_uppercase().parse().map_err(|_| {
            let kind = QueryErrorKind::BadValue { term: self.name, expected: EXPECTED };
            QueryError::new(kind, at, at + value.len().max(1))
        })?;
        match sign {
            ">=" | ":" => Ok(Term::Reserve(seat, ReserveTest::Holds(pack_reserve(pieces)))),
            "=" => Ok(Term::Reserve(seat, ReserveTest::Is(pack_reserve(pieces)))),
            _ => Err(self.bad("`>=` or `=` before pieces, as in reserve(BlackB)>=QNN")),
        }
    }

    /// Returns days: `2010`, `2010.05`, `2010.05.31`, a range of these, or a comparison with one.
    fn days(&self) -> Result<std::ops::RangeInclusive<i32>, QueryError> {
        const EXPECTED: &str = "a date or a range of dates, as in date:2010..2014 or date>=2018.05";
        let Some((sign, value, _)) = self.value else { return Err(self.bad(EXPECTED)) };
        let read = |text: &str| read_days(text).ok_or_else(|| self.bad(EXPECTED));
        let (least, most) = (i32::MIN + 1, i32::MAX);
        let days = match sign {
            ">=" => *read(value)?.start()..=most,
            ">" => *read(value)?.end() + 1..=most,
            "<=" => least..=*read(value)?.end(),
            "<" => least..=*read(value)?.start() - 1,
            _ => match value.split_once("..") {
                None => read(value)?,
                Some((from, to)) => {
                    let from = if from.is_empty() { least } else { *read(from)?.start() };
                    let to = if to.is_empty() { most } else { *read(to)?.end() };
                    from..=to
                }
            },
        };
        if days.is_empty() {
            Err(self.bad("a range whose first value is not greater than its last"))
        } else {
            Ok(days)
        }
    }

    /// Returns a board. Trailing fields such as counters may be missing.
    fn position(&self) -> Result<Term, QueryError> {
        const EXPECTED: &str =
            "start, or a board in FEN or BFEN in quotes, as in position:\"8/8/8/8/8/4k3/8/4K3 w - -\"";
        let (text, at) = self.text(EXPECTED)?;
        if text.eq_ignore_ascii_case("start") {
            return Ok(Term::Position(Box::default()));
        }
        let accept = Leniencies::NONE
            .with(Leniency::MissingCounters)
            .with(Leniency::MissingFields)
            .with(Leniency::ExtraSpaces);
        let options = ReadOptions::default().accept(accept).material(Material::Any);
        let read = ParsedBoard::read(text.as_bytes(), &options);
        let wrong = |start: usize, end: usize| {
            let kind = QueryErrorKind::BadValue { term: self.name, expected: EXPECTED };
            QueryError::new(kind, at + start, at + end.max(start + 1).min(text.len().max(start + 1)))
        };
        let read = read.map_err(|error| wrong(error.span().start, error.span().end))?;
        let (board, _) = read.build(&options).map_err(|_| wrong(0, text.len()))?;
        Ok(Term::Position(Box::new(board)))
    }

    /// Returns pieces on squares: `Ne6 Pf7 kg8`, capitals for White.
    fn pieces(&self) -> Result<Term, QueryError> {
        const EXPECTED: &str =
            "pieces on squares in quotes, with capitals for White, as in pieces:\"Ne6 Pf7 kg8\"";
        let (text, at) = self.text(EXPECTED)?;
        let mut pieces = Vec::new();
        for word in text.split_ascii_whitespace() {
            let start = at + (word.as_ptr() as usize - text.as_ptr() as usize);
            let read = word.split_at_checked(1).and_then(|(letter, square)| {
                let piece = read_piece(letter)?;
                let black = letter.as_bytes()[0].is_ascii_lowercase();
                Some((read_square(square.as_bytes())?, piece_code(piece, black)))
            });
            pieces.push(read.ok_or_else(|| {
                let kind = QueryErrorKind::BadValue { term: self.name, expected: EXPECTED };
                QueryError::new(kind, start, start + word.len())
            })?);
        }
        if pieces.is_empty() { Err(self.bad(EXPECTED)) } else { Ok(Term::Pieces(pieces)) }
    }

    fn move_pattern(&self) -> Result<Term, QueryError> {
        const EXPECTED: &str = "a move, as in move:Bxf7+, move:N@g5, move:O-O or move:e2e4";
        let (text, _) = self.text(EXPECTED)?;
        read_move(text).map(Term::Move).ok_or_else(|| self.bad(EXPECTED))
    }
}

/// Parses a piece by letter or name.
pub(super) fn read_piece(text: &str) -> Option<Piece> {
    Some(match text.to_ascii_lowercase().as_str() {
        "p" | "pawn" => Piece::Pawn,
        "n" | "knight" => Piece::Knight,
        "b" | "bishop" => Piece::Bishop,
        "r" | "rook" => Piece::Rook,
        "q" | "queen" => Piece::Queen,
        "k" | "king" => Piece::King,
        _ => return None,
    })
}

/// Parses a square, ignoring case.
pub(super) fn read_square(text: &[u8]) -> Option<u8> {
    match text {
        [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8'] => {
            Some((rank - b'1') * 8 + ((file | 0x20) - b'a'))
        }
        _ => None,
    }
}
