//! The annotations that `annotate` writes, and how it recognizes them.
//!
//! - `{[%eval a=+1.20 b=-3.40 team=-0.11]}` is an evaluation of both boards for WhiteA and BlackB.
//! - `$4 {[%mate A 3 hard] [%best A Kh8]}` is a move into a mate, with a safe move.
//! - `$2 {[%missed A 3 hard] [%best A N@f7]}` is a missed mate, with its first move.

use bpgn::{Annotation, Comment, Nag};
use bughouse_chess::{BoardId, San};
use bughouse_engines::{Score, TeamEvaluation};
use bughouse_mate::{Mistake, MistakeKind, Strength};

/// The NAGs of mistakes: `?` for a missed mate, `??` for a move into a mate.
const MISSED: &str = "$2";
const INTO: &str = "$4";

/// The kinds of annotations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Mistake,
    Evaluation,
}

/// Returns the annotations of a mistake. There is no NAG if the half-move already has one for its quality.
pub(crate) fn mistake(mistake: &Mistake, better: Option<&San>, has_quality_nag: bool) -> Vec<Annotation> {
    let board = mistake.seat.board;
    let (word, nag) = match mistake.kind {
        MistakeKind::MissedMate => ("missed", MISSED),
        // Any other kind would also be about the mate after the half-move.
        _ => ("mate", INTO),
    };
    let mut text = format!("[%{word} {board} {} hard]", mistake.mate.moves);
    if let Some(better) = better {
        text.push_str(&format!(" [%best {board} {better}]"));
    }
    let nag = (!has_quality_nag).then(|| Nag::new(nag).ok().map(Annotation::Nag)).flatten();
    let comment = Comment::new(text).ok().map(Annotation::Comment);
    nag.into_iter().chain(comment).collect()
}

/// Returns the annotation of an evaluation of both boards.
pub(crate) fn evaluation(team: &TeamEvaluation) -> Option<Annotation> {
    let (a, b) = (number(team.a), number(team.b));
    Comment::new(format!("[%eval a={a} b={b} team={}]", signed(team.balance()))).ok().map(Annotation::Comment)
}

/// Writes a number with a sign and two decimals. Zero is never negative.
fn signed(number: f64) -> String {
    let hundredths = (number * 100.0).round();
    format!("{:+.2}", if hundredths == 0.0 { 0.0 } else { hundredths / 100.0 })
}

/// Writes a score in pawns, or as a mate if it is hard.
fn number(score: Score) -> String {
    match score {
        Score::Mate { wins, moves, proof: Some(Strength::Hard) } => {
            format!("{}#{moves}", if wins { '+' } else { '-' })
        }
        Score::Centipawns(value) => signed(f64::from(value) / 100.0),
        _ => signed(f64::from(score.clipped()) / 100.0),
    }
}

/// Returns which annotations of a half-move are of these kinds and were written by `annotate`.
pub(crate) fn own(annotations: &[Annotation], kinds: &[Kind]) -> Vec<bool> {
    let kind = |index: usize| annotations.get(index).and_then(Annotation::comment).and_then(kind_of);
    (0..annotations.len())
        .map(|index| match &annotations[index] {
            Annotation::Comment(_) => kind(index).is_some_and(|kind| kinds.contains(&kind)),
            // A NAG directly before such a comment was written with it.
            Annotation::Nag(nag) => {
                matches!(nag.as_str(), MISSED | INTO)
                    && kind(index + 1) == Some(Kind::Mistake)
                    && kinds.contains(&Kind::Mistake)
            }
        })
        .collect()
}

/// Returns `true` if a half-move already has a NAG for its quality, such as `?` or `$2`.
pub(crate) fn has_quality_nag(annotations: &[Annotation]) -> bool {
    let own = own(annotations, &[Kind::Mistake]);
    annotations.iter().zip(own).any(|(annotation, is_own)| {
        let is_quality_nag = |nag: &Nag| {
            let text = nag.as_str();
            !text.starts_with('$') || matches!(text, "$1" | "$2" | "$3" | "$4" | "$5" | "$6")
        };
        !is_own
            && match annotation {
                Annotation::Nag(nag) => is_quality_nag(nag),
                Annotation::Comment(comment) => comment.annotation().0.iter().any(is_quality_nag),
            }
    })
}

/// Returns the kind of a comment that `annotate` wrote; `None` for any other comment.
fn kind_of(comment: &Comment) -> Option<Kind> {
    let mut commands = comment.text().strip_prefix("[%")?.strip_suffix(']')?.split("] [%");
    let first: Vec<&str> = commands.next()?.split(' ').collect();
    let is_board = |word: &str| BoardId::ALL.into_iter().any(|id| id.to_string() == word);
    match first[..] {
        ["eval", a, b, team] => {
            let fields = [("a=", a), ("b=", b), ("team=", team)];
            let is_valid =
                fields.into_iter().all(|(name, word)| word.strip_prefix(name).is_some_and(is_number));
            (is_valid && commands.next().is_none()).then_some(Kind::Evaluation)
        }
        ["mate" | "missed", board, moves, "hard" | "soft"] if is_board(board) => {
            let is_count = !moves.is_empty() && moves.bytes().all(|byte| byte.is_ascii_digit());
            let mut rest = commands.map(|command| command.split(' ').collect::<Vec<&str>>());
            let is_best = |words: &[&str]| matches!(words, ["best", board, _] if is_board(board));
            let has_best = rest.next().is_none_or(|words| is_best(&words));
            (is_count && has_best && rest.next().is_none()).then_some(Kind::Mistake)
        }
        _ => None,
    }
}

/// Returns `true` if a word is a number in the format of `annotate`: `+1.20`, `-#3`.
fn is_number(word: &str) -> bool {
    let Some(digits) = word.strip_prefix(['+', '-']) else { return false };
    let digits = digits.strip_prefix('#').unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_annotations_are_recognized() {
        let kind = |text: &str| kind_of(&Comment::new(text).expect("a comment"));
        assert!(kind("[%eval a=+1.20 b=-#3 team=-0.11]") == Some(Kind::Evaluation));
        assert!(kind("[%mate A 3 hard]") == Some(Kind::Mistake));
        assert!(kind("[%missed B 1 hard] [%best B N@f7#]") == Some(Kind::Mistake));
        for other in [
            "[%eval 0.3]",
            "[%eval a=+1.20 b=-3.40 team=+0.8] good",
            "[%eval a=+1.20 b=x team=+0.8]",
            "[%mate A 3]",
            "[%mate C 3 hard]",
            "[%mate A 3 hard] [%clk 0:01:02]",
            "[%mate A 3 hard] [%best A Kh8] [%best A Kh7]",
            "C:[%mate A 3 hard]",
            "mate",
            "",
        ] {
            assert!(kind(other).is_none(), "{other}");
        }
    }

    #[test]
    fn scores_are_pawns_or_hard_mates() {
        let mate = |proof| Score::Mate { wins: false, moves: 3, proof };
        assert_eq!(number(Score::Centipawns(-5)), "-0.05");
        assert_eq!((signed(-0.004), signed(0.0051)), ("+0.00".to_owned(), "+0.01".to_owned()));
        assert_eq!(number(mate(Some(Strength::Hard))), "-#3");
        assert_eq!(number(mate(Some(Strength::Soft))), "-30.00");
        assert_eq!(number(Score::Mate { wins: true, moves: 2, proof: None }), "+30.00");
        for score in [Score::Centipawns(0), mate(Some(Strength::Hard)), mate(None)] {
            assert!(is_number(&number(score)), "{score}");
        }
    }
}
