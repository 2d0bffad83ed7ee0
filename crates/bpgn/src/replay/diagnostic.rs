//! Diagnostics: deviations from the standard, contradictions, repairs and errors in a game.

use core::fmt;

use bughouse_chess::{LastFields, Leniency, Piece, Seat, Span, Team};

use crate::replay::error::ReplayErrorKind;
use crate::replay::start::RuleTagError;
use crate::types::kinds;
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

kinds! {
    /// The kind of a diagnostic. Its message says what is wrong, and what was done about it.
    DiagnosticKind;
    /// The text has a syntax error.
    Syntax(kind: SyntaxErrorKind) => kind.name(), "{kind}";
    /// A move is not in standard form.
    San(leniency: Leniency) => leniency.name(), "{leniency}";
    /// The text next to a move, or the value of a `FEN` tag, is not in standard form.
    Spelling(spelling: Spelling) => spelling.name(), "{spelling}";
    /// The start position is not in standard form.
    Start(leniency: Leniency) => leniency.name(), "start position: {leniency}";
    /// The last two fields of each board in the start position could be clocks or counters. This is how they were read.
    GuessedLastFields(fields: LastFields) => match fields {
        LastFields::Counters => "guessed-counters",
        _ => "guessed-clocks",
    }, "the last two fields {}", match fields {
        LastFields::Counters => "were read as counters, but the standard has clocks here",
        _ => "could be counters, but were read as clocks, as in the standard",
    };
    /// The start position is not valid.
    BadStart => "bad-start-position", "the start position is not valid, no half-move was played";
    /// The start position has more pieces than two chess sets.
    TooManyPieces => "too-many-pieces", "the start position has more pieces than two sets";
    /// A captured piece did not fit into a full reserve.
    LostPiece => "lost-piece", "the reserve is full, the captured piece was discarded";
    /// The value of a tag is not in quotes.
    UnquotedTag => "unquoted-tag", "the value is not in quotes, read up to the bracket";
    /// Required tags are missing.
    MissingTags(missing: MissingTags) => "missing-tags", "required tags are missing: {missing}";
    /// A tag occurs more than once.
    DuplicateTag => "duplicate-tag", "duplicate tag, the first one is used";
    /// A tag comes after the first comment.
    LateTag => "late-tag", "the tag comes after a comment, read as a tag anyway";
    /// A date is not in the form `YYYY.MM.DD`.
    DateForm => "date-form", "expected a date such as 1996.08.07";
    /// A time control is not in the form `180+0`.
    TimeControlForm => "time-control-form", "expected a time control such as 180+0";
    /// A rating is not a number, `UNR` or empty.
    RatingForm => "rating-form", "expected a rating in digits, or UNR";
    /// A `Result` tag is not a result.
    ResultForm => "result-form", "expected 1-0, 0-1, 1/2-1/2 or *";
    /// The `Setup` tag is spelled `SetUp`.
    SetupSpelling => "setup-spelling", "expected Setup, not SetUp";
    /// `Setup "1"` without a `FEN` tag.
    SetupWithoutFen => "setup-without-fen",
        "Setup is 1, but there is no FEN tag, played from the starting position";
    /// A `FEN` tag without `Setup "1"`.
    FenWithoutSetup => "fen-without-setup", "FEN tag without Setup \"1\", used as the start position anyway";
    /// A tag that chooses rules has an unknown value, or names rules that aren't supported.
    RuleTag(error: RuleTagError) => match error {
        RuleTagError::Unknown => "rule-form",
        RuleTagError::NotPlayed => "rules-not-played",
    }, "{}, the default rules are used", match error {
        RuleTagError::Unknown => "unknown rules",
        RuleTagError::NotPlayed => "these rules are not supported",
    };
    /// A label is not in standard form: `1A... e4`, `01A. e4`, `0A. e4`.
    LabelForm => "label-form", "expected a label such as 1A.";
    /// A half-move of Black has a label in upper case.
    CapitalLabel => "capital-label", "the label is White's, but it is Black's move, played for Black";
    /// A move number is lower than expected.
    NumberTooLow(expected: Label) => "wrong-number",
        "expected move number {}, played anyway", expected.number;
    /// A king castles with a dropped rook, as FICS allows.
    DroppedRookCastles => "dropped-rook-castles",
        "castles with a rook that was dropped on its home square, as FICS allows";
    /// A player dropped a piece that was not in reserve. It was lent.
    Borrowed(seat: Seat, piece: Piece) => "borrowed", "{seat} had no {piece} in reserve, one was lent";
    /// A comment contains a `{`, so the `}` of a comment before it may be missing.
    BraceInComment => "brace-in-comment",
        "{{ inside a comment, which ends at the first }}: is a }} missing before it?";
    /// The last half-move is repeated. It was played once.
    RepeatedHalfMove => "repeated-half-move", "the last half-move is repeated, played once";
    /// Half-moves follow a mate on the other board.
    AfterMate => "after-mate", "the match was over by mate on the other board, played anyway";
    /// A variation can't be played to its end.
    Variation(kind: ReplayErrorKind) => "variation", "the variation stops here: {kind}";
    /// There is no result after the moves.
    NoResult => "no-result", "expected a result after the moves";
    /// The `Lag` tag doesn't have one number per half-move.
    LagCount {
        /// The number of lags.
        found: usize,
        /// The number of half-moves.
        expected: usize,
    } => "lag-count", "{found} lags for {expected} half-moves, expected one for each";
    /// A word of the `Lag` tag is not a number.
    LagForm => "lag-form", "expected a lag in milliseconds";
    /// The end reason names an unknown player.
    UnknownName => "unknown-name", "no player has this name, expected a name from the tags";
    /// The `Result` tag and the result after the moves differ.
    TagAndResult {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        result: GameResult,
    } => "tag-and-result", "the Result tag says {tag}, but the moves end with {result}";
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
    } => "result-and-name", "this text says that {}{} won, but the result is {result}{}",
        seat.map(|seat| format!("{seat} lost, so ")).unwrap_or_default(), loser.other(), on_its_own(of_board_b);
    /// The final position is mate, and the result contradicts it.
    ResultAndBoard {
        /// The result.
        result: GameResult,
        /// The mated seat.
        mated: Seat,
        /// Whether the result would be right for board B on its own.
        of_board_b: bool,
    } => "result-and-board", "{mated} is mated, so {} won, but the result is {result}{}",
        mated.team().other(), on_its_own(of_board_b);
    /// The end reason and the result contradict each other.
    ResultAndReason {
        /// The result.
        result: GameResult,
    } => "result-and-reason", "this text says that {}, but the result is {result}", match result {
        GameResult::Draw => "the game has no result",
        _ => "nobody won",
    };
    /// The end reason says that nobody won, but a seat is mated.
    ReasonAndBoard {
        /// The mated seat.
        mated: Seat,
    } => "reason-and-board", "this text says that nobody won, but {mated} is mated";
    /// The end reason names another player than the mated one.
    NameAndBoard {
        /// The seat that lost according to the end reason.
        named: Option<Seat>,
        /// The mated seat.
        mated: Seat,
    } => "name-and-board", "this text {}, but {mated} is mated",
        named.map_or("says that the other team lost".to_owned(), |named| format!("names {named}"));
    /// The end reason says checkmate, but neither board is mate.
    NoMateOnBoard => "no-mate-on-board", "this text says checkmate, but neither board is mate";
    /// A check sign is missing or wrong.
    WrongCheckSign {
        /// The correct check sign.
        right: &'static str,
    } => "wrong-check-sign", "{}{right}",
        if right.is_empty() { "unexpected check sign" } else { "expected the check sign " };
    /// A move has more disambiguation than it needs.
    OverDisambiguated => "over-disambiguated", "the move has more disambiguation than it needs";
}

/// Says that a result would be right for board B.
fn on_its_own(of_board_b: bool) -> &'static str {
    if of_board_b { "; it is the result of board B on its own" } else { "" }
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

impl fmt::Display for MissingTags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().collect::<Vec<_>>().join(", "))
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
}
