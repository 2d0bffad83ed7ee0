//! Diagnostics: deviations from the standard, contradictions, repairs and errors in a game.

use core::fmt;

use bughouse_chess::{LastFields, Leniency, Piece, Seat, Span, Team};

use crate::replay::error::ReplayErrorKind;
use crate::replay::start::RuleTagError;
use crate::types::label::Label;
use crate::types::syntax_error::{Spelling, SyntaxErrorKind};
use crate::types::tags::GameResult;

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
    /// A move is not in standard form.
    San(Leniency),
    /// The text next to a move, or the value of a `FEN` tag, is not in standard form.
    Spelling(Spelling),
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
    Variation(ReplayErrorKind),
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
pub const ROSTER: &[&str] =
    &["Event", "Site", "Date", "WhiteA", "BlackA", "WhiteB", "BlackB", "TimeControl", "Result"];

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
        ROSTER.iter().enumerate().filter(move |(i, _)| self.0 >> i & 1 == 1).map(|(_, name)| *name)
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
            DiagnosticKind::Spelling(spelling) => spelling.name(),
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
            |of_board_b: &bool| if *of_board_b { "; it is the result of board B on its own" } else { "" };
        match self {
            DiagnosticKind::Syntax(kind) => kind.fmt(f),
            DiagnosticKind::San(leniency) => leniency.fmt(f),
            DiagnosticKind::Spelling(spelling) => spelling.fmt(f),
            DiagnosticKind::Start(leniency) => write!(f, "start position: {leniency}"),
            DiagnosticKind::GuessedLastFields(LastFields::Counters) => {
                f.write_str("the last two fields were read as counters, but the standard has clocks here")
            }
            DiagnosticKind::GuessedLastFields(_) => f.write_str(
                "the last two fields could be counters, but were read as clocks, as in the standard",
            ),
            DiagnosticKind::BadStart => {
                f.write_str("the start position is not valid, no half-move was played")
            }
            DiagnosticKind::TooManyPieces => f.write_str("the start position has more pieces than two sets"),
            DiagnosticKind::LostPiece => f.write_str("the reserve is full, the captured piece was discarded"),
            DiagnosticKind::UnquotedTag => f.write_str("the value is not in quotes, read up to the bracket"),
            DiagnosticKind::MissingTags(missing) => {
                f.write_str("required tags are missing:")?;
                missing
                    .iter()
                    .enumerate()
                    .try_for_each(|(i, name)| write!(f, "{} {name}", if i == 0 { "" } else { "," }))
            }
            DiagnosticKind::DuplicateTag => f.write_str("duplicate tag, the first one is used"),
            DiagnosticKind::LateTag => f.write_str("the tag comes after a comment, read as a tag anyway"),
            DiagnosticKind::DateForm => f.write_str("expected a date such as 1996.08.07"),
            DiagnosticKind::TimeControlForm => f.write_str("expected a time control such as 180+0"),
            DiagnosticKind::RatingForm => f.write_str("expected a rating in digits, or UNR"),
            DiagnosticKind::ResultForm => f.write_str("expected 1-0, 0-1, 1/2-1/2 or *"),
            DiagnosticKind::SetupSpelling => f.write_str("expected Setup, not SetUp"),
            DiagnosticKind::SetupWithoutFen => {
                f.write_str("Setup is 1, but there is no FEN tag, played from the starting position")
            }
            DiagnosticKind::FenWithoutSetup => {
                f.write_str("FEN tag without Setup \"1\", used as the start position anyway")
            }
            DiagnosticKind::RuleTag(RuleTagError::Unknown) => {
                f.write_str("unknown rules, the default rules are used")
            }
            DiagnosticKind::RuleTag(RuleTagError::NotPlayed) => {
                f.write_str("these rules are not supported, the default rules are used")
            }
            DiagnosticKind::LabelForm => f.write_str("expected a label such as 1A."),
            DiagnosticKind::CapitalLabel => {
                f.write_str("the label is White's, but it is Black's move, played for Black")
            }
            DiagnosticKind::NumberTooLow(expected) => {
                write!(f, "expected move number {}, played anyway", expected.number)
            }
            DiagnosticKind::DroppedRookCastles => {
                f.write_str("castles with a rook that was dropped on its home square, as FICS allows")
            }
            DiagnosticKind::Borrowed(seat, piece) => {
                write!(f, "{seat} had no {piece} in reserve, one was lent")
            }
            DiagnosticKind::RepeatedHalfMove => f.write_str("the last half-move is repeated, played once"),
            DiagnosticKind::AfterMate => {
                f.write_str("the match was over by mate on the other board, played anyway")
            }
            DiagnosticKind::BraceInComment => {
                f.write_str("{ inside a comment, which ends at the first }: is a } missing before it?")
            }
            DiagnosticKind::Variation(kind) => write!(f, "the variation stops here: {kind}"),
            DiagnosticKind::NoResult => f.write_str("expected a result after the moves"),
            DiagnosticKind::LagCount { found, expected } => {
                write!(f, "{found} lags for {expected} half-moves, expected one for each")
            }
            DiagnosticKind::LagForm => f.write_str("expected a lag in milliseconds"),
            DiagnosticKind::UnknownName => {
                f.write_str("no player has this name, expected a name from the tags")
            }
            DiagnosticKind::TagAndResult { tag, result } => {
                write!(f, "the Result tag says {tag}, but the moves end with {result}")
            }
            DiagnosticKind::ResultAndName { result, loser, seat, of_board_b } => {
                match seat {
                    Some(seat) => write!(f, "this text says that {seat} lost, so {} won", loser.other())?,
                    None => write!(f, "this text says that {} won", loser.other())?,
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
                write!(f, "this text says that the game has no result, but the result is {result}")
            }
            DiagnosticKind::ResultAndReason { result } => {
                write!(f, "this text says that nobody won, but the result is {result}")
            }
            DiagnosticKind::ReasonAndBoard { mated } => {
                write!(f, "this text says that nobody won, but {mated} is mated")
            }
            DiagnosticKind::NameAndBoard { named: Some(named), mated } => {
                write!(f, "this text names {named}, but {mated} is mated")
            }
            DiagnosticKind::NameAndBoard { named: None, mated } => {
                write!(f, "this text says that the other team lost, but {mated} is mated")
            }
            DiagnosticKind::NoMateOnBoard => {
                f.write_str("this text says checkmate, but neither board is mate")
            }
            DiagnosticKind::WrongCheckSign { right: "" } => f.write_str("unexpected check sign"),
            DiagnosticKind::WrongCheckSign { right } => write!(f, "expected the check sign {right}"),
            DiagnosticKind::OverDisambiguated => {
                f.write_str("the move has more disambiguation than it needs")
            }
        }
    }
}
