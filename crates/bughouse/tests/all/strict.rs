//! Every leniency is a note of `check` and an error of `check --strict`.

use bpgn::Spelling;
use bughouse_chess::Leniency;
use serde_json::Value;

use crate::run::with_stdin;

/// Tags without problems.
const TAGS: &str = "[Event \"x\"]\n[Site \"s\"]\n[Date \"2026.02.03\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n\
                    [BlackB \"d\"]\n[TimeControl \"180+0\"]\n[Result \"*\"]\n";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A text that needs a leniency, and the column of the deviation.
enum Case {
    /// Half-moves, on line 11.
    Moves(&'static str, u64),
    /// The first board of a `FEN` tag on line 11, and the text before the second.
    Start(String, &'static str, u64),
    /// A whole `FEN` tag.
    Tag(&'static str, u64),
    /// Only positions can need it: in a game, the position would be rejected.
    PositionsOnly,
}

/// The text that needs each leniency and spelling, with its name and message.
fn cases() -> impl Iterator<Item = (&'static str, String, Case)> {
    let leniencies = Leniency::ALL.iter().map(|kind| (kind.name(), kind.to_string(), case(*kind)));
    leniencies.chain(Spelling::ALL.iter().map(|kind| (kind.name(), kind.to_string(), spelling_case(*kind))))
}

fn spelling_case(spelling: Spelling) -> Case {
    use Case::{Moves, Tag};
    match spelling {
        Spelling::TightNag => Moves("1A. e4$1 *", 7),
        Spelling::TightResult => Moves("1A. e4*", 7),
        Spelling::NoBreakSpace => Moves("1A.\u{a0}e4 *", 4),
        Spelling::StartWord => Tag("start", 12),
        _ => panic!("{spelling:?} has no test"),
    }
}

fn case(leniency: Leniency) -> Case {
    use Case::{Moves, PositionsOnly, Start};
    let start = |rest: &str| format!("{START}[] w {rest}");
    match leniency {
        Leniency::DropWithoutLetter => Moves("1A. e4 1a. d5 2A. exd5 1B. d4 1b. @e4 *", 35),
        Leniency::LowercaseDrop => Moves("1A. e4 1a. d5 2A. exd5 1B. d4 1b. p@e4 *", 35),
        Leniency::MangledDrop => Moves("1A. Nf3 1a. e5 2A. Nxe5 2a. Nc6 3A. Nxc6 1B. d4 1b. $146@e4 *", 53),
        Leniency::CaptureWithoutFile => Moves("1A. e4 1a. d5 2A. xd5 *", 19),
        Leniency::LongForm => Moves("1A. e2e4 *", 5),
        Leniency::CastlingLetters => Moves("1A. Nf3 1a. a6 2A. g3 2a. b6 3A. Bg2 3a. c6 4A. 0-0 *", 49),
        Leniency::PromotionWithoutSign => {
            Moves("1A. a4 1a. b5 2A. axb5 2a. a6 3A. bxa6 3a. h6 4A. a7 4a. h5 5A. axb8Q *", 65)
        }
        Leniency::LowercasePromotion => {
            Moves("1A. a4 1a. b5 2A. axb5 2a. a6 3A. bxa6 3a. h6 4A. a7 4a. h5 5A. axb8=q *", 65)
        }
        Leniency::EnPassantSuffix => Moves("1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6 e.p. *", 38),
        Leniency::MissingCounters => Start(start("KQkq -"), " | ", 61),
        Leniency::ExtraSpaces => Start(format!("{START}[] w  KQkq - 0 1"), " | ", 55),
        Leniency::DroppedCastling => Start("4k3/8/8/8/8/8/8/4K3[] w KQ - 0 1".to_owned(), " | ", 7),
        Leniency::DroppedEnPassant => Start(start("KQkq e3 0 1"), " | ", 7),
        Leniency::MoveNumberZero => Start(start("KQkq - 0 0"), " | ", 7),
        Leniency::TooManyPromoted => {
            Start("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/Q~3K3[] w - - 0 1".to_owned(), " | ", 7)
        }
        Leniency::TightBar => Start(start("KQkq - 0 1"), "| ", 65),
        _ => PositionsOnly,
    }
}

fn check(text: &str, strict: bool) -> Value {
    let args: &[&str] =
        if strict { &["check", "--json", "--strict", "-"] } else { &["check", "--json", "-"] };
    let ran = with_stdin(args, text.as_bytes());
    assert_eq!(ran.code, i32::from(strict), "{text} {ran:?}");
    ran.games().remove(0)
}

#[test]
fn every_leniency_is_a_note_and_an_error_in_strict_mode() {
    let mut positions_only = Vec::new();
    for (name, _, case) in cases() {
        let fen = |value: &str| format!("{TAGS}[Setup \"1\"]\n[FEN \"{value}\"]\n\n*\n");
        let (text, column, is_start) = match case {
            Case::Moves(moves, column) => (format!("{TAGS}\n{moves}\n"), column, false),
            Case::Start(first, bar, column) => {
                (fen(&format!("{first}{bar}{START}[] w KQkq - 0 1")), column, true)
            }
            Case::Tag(value, column) => (fen(value), column, true),
            Case::PositionsOnly => {
                positions_only.push(name);
                continue;
            }
        };
        let noted = check(&text, false);
        assert_eq!(noted["state"], "ok", "{name} {noted}");
        let notes: Vec<&Value> = noted["diagnostics"].as_array().unwrap().iter().collect();
        assert!(
            notes.iter().any(|note| note["kind"] == name && note["severity"] == "note"),
            "{name} {noted}"
        );

        let rejected = check(&text, true);
        assert_eq!(rejected["state"], "broken", "{name}");
        // An invalid position has its own diagnostic. For half-moves, the diagnostic is named like the leniency.
        let expected = if is_start { "bad-start-position" } else { name };
        let mut wrong = rejected["diagnostics"].as_array().unwrap().clone();
        wrong.extend(rejected.get("stopped_at").filter(|stopped| !stopped.is_null()).cloned());
        let found = wrong.iter().find(|wrong| wrong["kind"] == expected);
        let found = found.unwrap_or_else(|| panic!("{name} {rejected}"));
        assert_eq!((&found["line"], &found["column"]), (&11.into(), &column.into()), "{name} {rejected}");
        assert!(found["excerpt"].is_string(), "{name} {found}");
    }
    assert_eq!(positions_only, ["missing-fields", "short-rank", "assumed-castling", "unstated-castling"]);
}

#[test]
fn strict_errors_have_the_message_of_the_leniency() {
    for (name, message, case) in cases() {
        let Case::Moves(moves, column) = case else { continue };
        let ran = with_stdin(["check", "--strict", "-"], format!("{TAGS}\n{moves}\n").as_bytes());
        let expected = format!("stdin:11:{column}: error: not standard: {message} ({name}, game 1)\n");
        assert!(ran.stdout.starts_with(&expected), "{expected} {}", ran.stdout);
    }
}
