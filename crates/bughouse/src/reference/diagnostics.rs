//! Documents diagnostics, from the enums of `bpgn` and `bughouse-chess`.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

use bpgn::replay::{MissingTags, RuleTagError};
use bpgn::tags::GameResult;
use bpgn::{DiagnosticKind, Label, ReplayErrorKind, Severity, Spelling, SyntaxErrorKind};
use bughouse_chess::{
    BitBoard, BoardId, Color, IllegalMove, LastFields, Leniency, MoveErrorKind, Piece, SanMismatch, Seat,
    Square, Team,
};

use super::markdown::{doc, prose, table};
use super::source::members;

pub(crate) fn page() -> String {
    let mut anchors = BTreeSet::new();
    let mut out = String::from(
        "[`bughouse check`](cli.md#bughouse-check) reports problems in game files as diagnostics. Each has a severity, a kind, which is a \
         name that doesn't change, and a message. The same kinds are in the [JSON output](json.md), in the web UI and in the Python and npm \
         packages.\n\n\
         | severity | meaning |\n|---|---|\n",
    );
    for (name, about) in members("bpgn", "enum Severity") {
        out.push_str(&format!("| `{}` | {} |\n", name.to_lowercase(), doc(&about)));
    }
    out.push_str(
        "\nA game is `ok` if it has nothing worse than a conflict, `repaired` if it has a repair, and `broken` if it has an error or stops \
         early.\n\n## Problems in a game\n\n",
    );
    let about = members("bpgn", "enum DiagnosticKind");
    let mut samples = diagnostics();
    check_complete(&about, &samples, &["Syntax", "San", "Spelling", "Start"]);
    samples.sort_by_key(|kind| (std::cmp::Reverse(kind.severity()), kind.name()));
    let guessed = |what| {
        format!(
            "The last two fields of each board in the start position could be clocks or counters. They were read as {what}."
        )
    };
    let rows = samples.iter().map(|kind| {
        let mut cells = row(*kind, kind.name(), Some(kind.severity()), &about, &mut anchors);
        // These kinds share a variant, whose documentation is about both.
        match kind.name() {
            "guessed-clocks" => cells[2] = guessed("clocks"),
            "guessed-counters" => cells[2] = guessed("counters"),
            "rule-form" => cells[2] = "A tag that chooses rules has an unknown value.".to_owned(),
            "rules-not-played" => cells[2] = "A tag chooses rules that aren't supported.".to_owned(),
            _ => {}
        }
        cells
    });
    out.push_str(&table(&["kind", "severity", "meaning", "message"], &rows.collect::<Vec<_>>()));
    out.push_str("\n## Damaged text\n\nAll of these are errors.\n\n");
    let about = members("bpgn", "enum SyntaxErrorKind");
    let samples = syntax_errors();
    check_complete(&about, &samples, &[]);
    let rows = samples.iter().map(|kind| row(*kind, kind.name(), None, &about, &mut anchors));
    out.push_str(&table(&["kind", "meaning", "message"], &rows.collect::<Vec<_>>()));
    out.push_str(
        "\n## Why a game stops\n\nThe game is `broken`: no half-move after this one is played. In JSON this is `stopped_at.kind`.\n\n",
    );
    let about = members("bpgn", "enum ReplayErrorKind");
    let samples = stops();
    check_complete(&about, &samples, &["NotStandard"]);
    let rows = samples.iter().map(|kind| {
        let mut cells = row(*kind, kind.name(), None, &about, &mut anchors);
        // These kinds share a variant, whose documentation is about all of them.
        match kind.name() {
            "not-in-reserve" => cells[1] = "The player drops a piece that isn't in their reserve.".to_owned(),
            "ambiguous-move" => cells[1] = "Several pieces can make this move.".to_owned(),
            _ => {}
        }
        cells
    });
    out.push_str(&table(&["kind", "meaning", "message"], &rows.collect::<Vec<_>>()));
    out.push_str(
        "\n## Accepted deviations\n\nA move or a position that isn't written as its specification says, but is clear. In game files these are \
         notes. A position is only accepted with `--accept` and the name, or with `--lenient`; what was accepted is then reported under this \
         kind.\n\n",
    );
    let mut rows: Vec<_> = Leniency::ALL
        .iter()
        .map(|kind| described_row(kind, kind.name(), kind.description(), &mut anchors))
        .collect();
    rows.extend(
        Spelling::ALL.iter().map(|kind| described_row(kind, kind.name(), kind.description(), &mut anchors)),
    );
    out.push_str(&table(&["kind", "meaning", "message"], &rows));
    out
}

/// Returns the row of a kind that has its own documentation.
fn described_row<K: Display + Debug>(
    kind: K,
    name: &str,
    description: &str,
    anchors: &mut BTreeSet<String>,
) -> Vec<String> {
    let about = [(variant(&kind), description.to_owned())];
    row(kind, name, None, &about, anchors)
}

/// Returns a row of a table. The first row of a kind has its anchor.
fn row<K: Display + Debug>(
    kind: K,
    name: &str,
    severity: Option<Severity>,
    about: &[(String, String)],
    anchors: &mut BTreeSet<String>,
) -> Vec<String> {
    let variant = variant(&kind);
    let (_, about) = about.iter().find(|(other, _)| *other == variant).expect("the variant is documented");
    let anchor = match anchors.insert(name.to_owned()) {
        true => format!(" {{ #{name} }}"),
        false => String::new(),
    };
    let mut cells = vec![format!("`{name}`{anchor}")];
    cells.extend(severity.map(|severity| format!("{severity:?}").to_lowercase()));
    cells.extend([doc(about), prose(&kind.to_string())]);
    cells
}

/// Returns the name of a value's variant.
fn variant(kind: &impl Debug) -> String {
    let text = format!("{kind:?}");
    text.split(|end: char| !end.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// Fails unless there is a sample of each variant, except those that are listed in tables of their own.
fn check_complete(about: &[(String, String)], samples: &[impl Debug], elsewhere: &[&str]) {
    let have: BTreeSet<String> =
        samples.iter().map(variant).chain(elsewhere.iter().map(ToString::to_string)).collect();
    let want: BTreeSet<String> = about.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(have, want, "each variant needs a sample");
}

fn label(text: &str) -> Label {
    text.parse().expect("it is a label")
}

fn diagnostics() -> Vec<DiagnosticKind> {
    let result = GameResult::Team1;
    vec![
        DiagnosticKind::GuessedLastFields(LastFields::Counters),
        DiagnosticKind::GuessedLastFields(LastFields::Clocks),
        DiagnosticKind::BadStart,
        DiagnosticKind::TooManyPieces,
        DiagnosticKind::LostPiece,
        DiagnosticKind::UnquotedTag,
        DiagnosticKind::MissingTags(MissingTags::new(|name| name != "TimeControl")),
        DiagnosticKind::DuplicateTag,
        DiagnosticKind::LateTag,
        DiagnosticKind::DateForm,
        DiagnosticKind::TimeControlForm,
        DiagnosticKind::RatingForm,
        DiagnosticKind::ResultForm,
        DiagnosticKind::SetupSpelling,
        DiagnosticKind::SetupWithoutFen,
        DiagnosticKind::FenWithoutSetup,
        DiagnosticKind::RuleTag(RuleTagError::Unknown),
        DiagnosticKind::RuleTag(RuleTagError::NotPlayed),
        DiagnosticKind::LabelForm,
        DiagnosticKind::CapitalLabel,
        DiagnosticKind::NumberTooLow(label("12A")),
        DiagnosticKind::DroppedRookCastles,
        DiagnosticKind::Borrowed(Seat::WHITE_A, Piece::Knight),
        DiagnosticKind::BraceInComment,
        DiagnosticKind::RepeatedHalfMove,
        DiagnosticKind::AfterMate,
        DiagnosticKind::Variation(ReplayErrorKind::Nowhere),
        DiagnosticKind::NoResult,
        DiagnosticKind::LagCount { found: 40, expected: 42 },
        DiagnosticKind::LagForm,
        DiagnosticKind::UnknownName,
        DiagnosticKind::TagAndResult { tag: GameResult::Draw, result },
        DiagnosticKind::ResultAndName {
            result,
            loser: Team::One,
            seat: Some(Seat::WHITE_A),
            of_board_b: false,
        },
        DiagnosticKind::ResultAndBoard { result, mated: Seat::WHITE_A, of_board_b: false },
        DiagnosticKind::ResultAndReason { result },
        DiagnosticKind::ReasonAndBoard { mated: Seat::WHITE_A },
        DiagnosticKind::NameAndBoard { named: Some(Seat::BLACK_A), mated: Seat::WHITE_A },
        DiagnosticKind::NoMateOnBoard,
        DiagnosticKind::WrongCheckSign { right: "+" },
        DiagnosticKind::OverDisambiguated,
    ]
}

fn syntax_errors() -> Vec<SyntaxErrorKind> {
    vec![
        SyntaxErrorKind::Unexpected,
        SyntaxErrorKind::NoLetter,
        SyntaxErrorKind::NoLabel,
        SyntaxErrorKind::NoMove(label("12A")),
        SyntaxErrorKind::UnclosedComment,
        SyntaxErrorKind::StrayBrace,
        SyntaxErrorKind::UnclosedTag,
        SyntaxErrorKind::TagTooLong(bpgn::lexer::LONGEST_TAG),
        SyntaxErrorKind::UnclosedVariation,
        SyntaxErrorKind::StrayClose,
        SyntaxErrorKind::EmptyVariation,
        SyntaxErrorKind::VariationNowhere(label("12A")),
        SyntaxErrorKind::TooDeep(bpgn::Limits::default().depth),
        SyntaxErrorKind::SecondResult(GameResult::Team1),
        SyntaxErrorKind::AfterResult(GameResult::Team1),
        SyntaxErrorKind::StrayNag,
        SyntaxErrorKind::TooLong(bpgn::Limits::default().game_bytes),
        SyntaxErrorKind::TooMany(bpgn::Limits::default().errors),
    ]
}

fn stops() -> Vec<ReplayErrorKind> {
    vec![
        ReplayErrorKind::NotAMove(MoveErrorKind::NOT_SAN),
        ReplayErrorKind::Mismatch(SanMismatch::Illegal(IllegalMove::Pinned(Square::E2))),
        ReplayErrorKind::Mismatch(SanMismatch::Illegal(IllegalMove::NotInReserve {
            piece: Piece::Knight,
            side: Color::White,
        })),
        ReplayErrorKind::Mismatch(SanMismatch::Ambiguous {
            piece: Piece::Knight,
            to: Square::D2,
            from: BitBoard::from(Square::B1) | BitBoard::from(Square::F3),
        }),
        ReplayErrorKind::WrongSide { board: BoardId::A, to_move: Color::Black },
        ReplayErrorKind::Missing { expected: label("12A") },
        ReplayErrorKind::NumberTooLow { expected: label("12A") },
        ReplayErrorKind::MidGame(BoardId::B),
        ReplayErrorKind::NoStart,
        ReplayErrorKind::Repeated,
        ReplayErrorKind::Nowhere,
        ReplayErrorKind::Trailing,
    ]
}
