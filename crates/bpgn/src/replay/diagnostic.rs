//! Diagnostics: deviations from the standard, contradictions, repairs and errors in a game.

use core::fmt;

use bughouse_chess::{LastFields, Leniency, Piece, Seat, Span, Team};

use crate::label::Label;
use crate::replay::start::RuleTagError;
use crate::replay::stop::StopKind;
use crate::syntax_error::SyntaxErrorKind;
use crate::tags::GameResult;

/// A problem in a game. Its span counts from the game's first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of problem.
    pub kind: DiagnosticKind,
    /// Where it is. If there are several, the first.
    pub span: Span,
    /// How many times it occurs.
    pub count: u32,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A deviation from the standard that changed nothing.
    Note,
    /// Two parts of the game contradict each other, or one is doubtful.
    Conflict,
    /// Something was left out or added so the replay could continue.
    Repair,
    /// Something could not be read or played.
    Error,
}

/// The kind of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// The text has a syntax error.
    Syntax(SyntaxErrorKind),
    /// A move, or the text next to it, is not in standard form.
    San(Leniency),
    /// The start position is not in standard form.
    Start(Leniency),
    /// The last two fields of each board in the start position could be clocks or counters. This is how they were read.
    GuessedLastFields(LastFields),
    /// The start position is not valid.
    BadStart,
    /// The start position has more pieces than two chess sets.
    TooManyPieces,
    /// A captured piece did not fit into a full reserve.
    LostPiece,
    /// The value of a tag is not in quotes.
    UnquotedTag,
    /// Required tags are missing.
    MissingTags(MissingTags),
    /// A tag occurs more than once.
    DuplicateTag,
    /// A tag comes after the first comment.
    LateTag,
    /// A date is not in the form `YYYY.MM.DD`.
    DateForm,
    /// A time control is not in the form `180+0`.
    TimeControlForm,
    /// A rating is not a number, `UNR` or empty.
    RatingForm,
    /// A `Result` tag is not a result.
    ResultForm,
    /// The `Setup` tag is spelled `SetUp`.
    SetupSpelling,
    /// `Setup "1"` without a `FEN` tag.
    SetupWithoutFen,
    /// A `FEN` tag without `Setup "1"`.
    FenWithoutSetup,
    /// A tag that chooses rules has an unknown value, or names rules that aren't supported.
    RuleTag(RuleTagError),
    /// A label is not in standard form: `1A... e4`, `01A. e4`, `0A. e4`.
    LabelForm,
    /// A half-move of Black has a label in upper case.
    CapitalLabel,
    /// A move number is lower than expected.
    NumberTooLow(Label),
    /// A king castles with a dropped rook, as FICS allows.
    DroppedRookCastles,
    /// A player dropped a piece that was not in reserve. It was lent.
    Borrowed(Seat, Piece),
    /// A comment contains a `{`, so the `}` of a comment before it may be missing.
    BraceInComment,
    /// The last half-move is repeated. It was played once.
    RepeatedHalfMove,
    /// Half-moves follow a mate on the other board.
    AfterMate,
    /// A variation can't be played to its end.
    Variation(StopKind),
    /// There is no result after the moves.
    NoResult,
    /// The `Lag` tag doesn't have one number per half-move.
    LagCount {
        /// The number of lags.
        found: usize,
        /// The number of half-moves.
        expected: usize,
    },
    /// A word of the `Lag` tag is not a number.
    LagForm,
    /// The end reason names an unknown player.
    UnknownName,
    /// The `Result` tag and the result after the moves differ.
    TagAndResult {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        result: GameResult,
    },
    /// The end reason names a player, and the result contradicts it.
    ResultAndName {
        /// The result.
        result: GameResult,
        /// The team that lost according to the end reason.
        loser: Team,
        /// The named seat, if any.
        seat: Option<Seat>,
        /// Whether the result would be right for board B on its own.
        of_board_b: bool,
    },
    /// The final position is mate, and the result contradicts it.
    ResultAndBoard {
        /// The result.
        result: GameResult,
        /// The mated seat.
        mated: Seat,
        /// Whether the result would be right for board B on its own.
        of_board_b: bool,
    },
    /// The end reason and the result contradict each other.
    ResultAndReason {
        /// The result.
        result: GameResult,
    },
    /// The end reason says that nobody won, but a seat is mated.
    ReasonAndBoard {
        /// The mated seat.
        mated: Seat,
    },
    /// The end reason names another player than the mated one.
    NameAndBoard {
        /// The seat that lost according to the end reason.
        named: Option<Seat>,
        /// The mated seat.
        mated: Seat,
    },
    /// The end reason says checkmate, but neither board is mate.
    NoMateOnBoard,
    /// A check sign is missing or wrong.
    WrongCheckSign {
        /// The correct check sign.
        right: &'static str,
    },
    /// A move has more disambiguation than it needs.
    OverDisambiguated,
}

/// The required tags that are missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MissingTags(u16);

/// The tags that the standard requires. `Round` is optional.
pub const ROSTER: [&str; 9] =
    ["Event", "Site", "Date", "WhiteA", "BlackA", "WhiteB", "BlackB", "TimeControl", "Result"];

impl MissingTags {
    /// Returns the set of tags for which `has` returns `false`.
    pub fn new(has: impl Fn(&str) -> bool) -> MissingTags {
        let bits = ROSTER.iter().enumerate().filter(|(_, name)| !has(name));
        MissingTags(bits.fold(0, |set, (i, _)| set | 1 << i))
    }

    /// Returns `true` if no tag is missing.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists the missing tags.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        ROSTER.into_iter().enumerate().filter(move |(i, _)| self.0 >> i & 1 == 1).map(|(_, name)| name)
    }
}

impl DiagnosticKind {
    /// Returns the severity.
    pub const fn severity(self) -> Severity {
        match self {
            DiagnosticKind::Syntax(_) | DiagnosticKind::BadStart | DiagnosticKind::LostPiece => {
                Severity::Error
            }
            DiagnosticKind::RepeatedHalfMove | DiagnosticKind::Borrowed(..) => Severity::Repair,
            DiagnosticKind::TooManyPieces
            | DiagnosticKind::AfterMate
            | DiagnosticKind::BraceInComment
            | DiagnosticKind::Variation(_)
            | DiagnosticKind::LagCount { .. }
            | DiagnosticKind::RuleTag(RuleTagError::NotPlayed) => Severity::Conflict,
            _ if self.is_about_end() => Severity::Conflict,
            _ => Severity::Note,
        }
    }

    /// Returns `true` if this is a contradiction about how the game ended and who won.
    pub const fn is_about_end(self) -> bool {
        matches!(
            self,
            DiagnosticKind::UnknownName
                | DiagnosticKind::TagAndResult { .. }
                | DiagnosticKind::ResultAndName { .. }
                | DiagnosticKind::ResultAndBoard { .. }
                | DiagnosticKind::ResultAndReason { .. }
                | DiagnosticKind::ReasonAndBoard { .. }
                | DiagnosticKind::NameAndBoard { .. }
                | DiagnosticKind::NoMateOnBoard
        )
    }

    /// Returns a short name in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            DiagnosticKind::Syntax(kind) => kind.name(),
            DiagnosticKind::San(leniency) | DiagnosticKind::Start(leniency) => leniency.name(),
            DiagnosticKind::GuessedLastFields(LastFields::Counters) => "guessed-counters",
            DiagnosticKind::GuessedLastFields(_) => "guessed-clocks",
            DiagnosticKind::BadStart => "bad-start-position",
            DiagnosticKind::TooManyPieces => "too-many-pieces",
            DiagnosticKind::LostPiece => "lost-piece",
            DiagnosticKind::UnquotedTag => "unquoted-tag",
            DiagnosticKind::MissingTags(_) => "missing-tags",
            DiagnosticKind::DuplicateTag => "duplicate-tag",
            DiagnosticKind::LateTag => "late-tag",
            DiagnosticKind::DateForm => "date-form",
            DiagnosticKind::TimeControlForm => "time-control-form",
            DiagnosticKind::RatingForm => "rating-form",
            DiagnosticKind::ResultForm => "result-form",
            DiagnosticKind::SetupSpelling => "setup-spelling",
            DiagnosticKind::SetupWithoutFen => "setup-without-fen",
            DiagnosticKind::FenWithoutSetup => "fen-without-setup",
            DiagnosticKind::RuleTag(RuleTagError::Unknown) => "rule-form",
            DiagnosticKind::RuleTag(RuleTagError::NotPlayed) => "rules-not-played",
            DiagnosticKind::LabelForm => "label-form",
            DiagnosticKind::CapitalLabel => "capital-label",
            DiagnosticKind::NumberTooLow(_) => "wrong-number",
            DiagnosticKind::DroppedRookCastles => "dropped-rook-castles",
            DiagnosticKind::Borrowed(..) => "borrowed",
            DiagnosticKind::RepeatedHalfMove => "repeated-half-move",
            DiagnosticKind::AfterMate => "after-mate",
            DiagnosticKind::BraceInComment => "brace-in-comment",
            DiagnosticKind::Variation(_) => "variation",
            DiagnosticKind::NoResult => "no-result",
            DiagnosticKind::LagCount { .. } => "lag-count",
            DiagnosticKind::LagForm => "lag-form",
            DiagnosticKind::UnknownName => "unknown-name",
            DiagnosticKind::TagAndResult { .. } => "tag-and-result",
            DiagnosticKind::ResultAndName { .. } => "result-and-name",
            DiagnosticKind::ResultAndBoard { .. } => "result-and-board",
            DiagnosticKind::ResultAndReason { .. } => "result-and-reason",
            DiagnosticKind::ReasonAndBoard { .. } => "reason-and-board",
            DiagnosticKind::NameAndBoard { .. } => "name-and-board",
            DiagnosticKind::NoMateOnBoard => "no-mate-on-board",
            DiagnosticKind::WrongCheckSign { .. } => "wrong-check-sign",
            DiagnosticKind::OverDisambiguated => "over-disambiguated",
        }
    }
}

/// Says what is wrong, and what was done about it.
impl fmt::Display for DiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_board =
            |of_board_b: &bool| if *of_board_b { "; it is the result of board B by itself" } else { "" };
        match self {
            DiagnosticKind::Syntax(kind) => kind.fmt(f),
            DiagnosticKind::San(leniency) => leniency.fmt(f),
            DiagnosticKind::Start(leniency) => write!(f, "the start position: {leniency}"),
            DiagnosticKind::GuessedLastFields(LastFields::Counters) => {
                f.write_str("0 and a move number, read as counters, where the standard has clocks")
            }
            DiagnosticKind::GuessedLastFields(_) => {
                f.write_str("could be counters, read as clocks, which the standard has here")
            }
            DiagnosticKind::BadStart => {
                f.write_str("the start position cannot be used, no half-move was played")
            }
            DiagnosticKind::TooManyPieces => {
                f.write_str("the start position holds more pieces than two sets")
            }
            DiagnosticKind::LostPiece => {
                f.write_str("a captured piece found no room in a full reserve, and was left out")
            }
            DiagnosticKind::UnquotedTag => f.write_str("the value has no quotes, read up to the bracket"),
            DiagnosticKind::MissingTags(missing) => {
                f.write_str("tags of the standard are missing:")?;
                missing
                    .iter()
                    .enumerate()
                    .try_for_each(|(i, name)| write!(f, "{} {name}", if i == 0 { "" } else { "," }))
            }
            DiagnosticKind::DuplicateTag => f.write_str("the tag is there twice, the first one counts"),
            DiagnosticKind::LateTag => f.write_str("the tag stands after the first comment, read as a tag"),
            DiagnosticKind::DateForm => f.write_str("expected a date such as 1996.08.07"),
            DiagnosticKind::TimeControlForm => f.write_str("expected a time control such as 180+0"),
            DiagnosticKind::RatingForm => f.write_str("expected a rating in digits, or UNR"),
            DiagnosticKind::ResultForm => f.write_str("expected 1-0, 0-1, 1/2-1/2 or *"),
            DiagnosticKind::SetupSpelling => f.write_str("the tag is written Setup"),
            DiagnosticKind::SetupWithoutFen => {
                f.write_str("Setup is 1 without a FEN tag, played from the usual position")
            }
            DiagnosticKind::FenWithoutSetup => {
                f.write_str("a FEN tag without Setup \"1\", used as the start position")
            }
            DiagnosticKind::RuleTag(RuleTagError::Unknown) => {
                f.write_str("these rules are not known, the usual ones are played by")
            }
            DiagnosticKind::RuleTag(RuleTagError::NotPlayed) => {
                f.write_str("these rules are not played here, the usual ones are")
            }
            DiagnosticKind::LabelForm => f.write_str("expected a label such as 1A."),
            DiagnosticKind::CapitalLabel => {
                f.write_str("the label names White and it is Black's move, played for Black")
            }
            DiagnosticKind::NumberTooLow(expected) => {
                write!(f, "expected the number {}, skipped", expected.number)
            }
            DiagnosticKind::DroppedRookCastles => {
                f.write_str("castles with a rook that was dropped at home, as FICS allows")
            }
            DiagnosticKind::Borrowed(seat, piece) => {
                write!(f, "{seat} had no {piece} in reserve, one was lent")
            }
            DiagnosticKind::RepeatedHalfMove => f.write_str("the last half-move is there twice, played once"),
            DiagnosticKind::AfterMate => {
                f.write_str("the match was over by mate on the other board, played all the same")
            }
            DiagnosticKind::BraceInComment => {
                f.write_str("a { inside a comment, which ends at the first }: is a } missing before it?")
            }
            DiagnosticKind::Variation(kind) => write!(f, "the variation ends here: {kind}"),
            DiagnosticKind::NoResult => f.write_str("expected a result after the moves"),
            DiagnosticKind::LagCount { found, expected } => {
                write!(f, "{found} lags for {expected} half-moves, expected one for each")
            }
            DiagnosticKind::LagForm => f.write_str("expected a lag in milliseconds"),
            DiagnosticKind::UnknownName => f.write_str("no player of this name, expected one of the tags"),
            DiagnosticKind::TagAndResult { tag, result } => {
                write!(f, "the Result tag says {tag}, the moves end with {result}")
            }
            DiagnosticKind::ResultAndName { result, loser, seat, of_board_b } => {
                match seat {
                    Some(seat) => write!(f, "{seat} lost by these words, so {} won", loser.other())?,
                    None => write!(f, "{} won by these words", loser.other())?,
                }
                write!(f, ", but the result is {result}{}", of_board(of_board_b))
            }
            DiagnosticKind::ResultAndBoard { result, mated, of_board_b } => {
                let winner = mated.team().other();
                write!(
                    f,
                    "{mated} is mated, so {winner} won, but the result is {result}{}",
                    of_board(of_board_b)
                )
            }
            DiagnosticKind::ResultAndReason { result: result @ GameResult::Draw } => {
                write!(f, "the game has no result by these words, but the result is {result}")
            }
            DiagnosticKind::ResultAndReason { result } => {
                write!(f, "nobody won by these words, but the result is {result}")
            }
            DiagnosticKind::ReasonAndBoard { mated } => {
                write!(f, "nobody won by these words, but {mated} is mated")
            }
            DiagnosticKind::NameAndBoard { named: Some(named), mated } => {
                write!(f, "{named} is named, but {mated} is mated")
            }
            DiagnosticKind::NameAndBoard { named: None, mated } => {
                write!(f, "the other team lost by these words, but {mated} is mated")
            }
            DiagnosticKind::NoMateOnBoard => f.write_str("checkmate by these words, but no board is mated"),
            DiagnosticKind::WrongCheckSign { right: "" } => f.write_str("the mark is wrong, expected none"),
            DiagnosticKind::WrongCheckSign { right } => write!(f, "expected the mark {right}"),
            DiagnosticKind::OverDisambiguated => {
                f.write_str("the move names more of its origin than is needed")
            }
        }
    }
}
