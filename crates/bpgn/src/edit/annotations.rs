//! Replaces annotations of the main line in the text of a game. All other bytes stay the same.

use bughouse_chess::Span;

use crate::edit::error::EditError;
use crate::lexer::CommentStyle;
use crate::reader::Reader;
use crate::tree::annotation::splice_annotations;
use crate::tree::build::{Part, ReadGameError, Record, read_parts};
use crate::tree::{Annotation, CommentForm, Game};

/// Replaces annotations of the half-moves of the main line, and returns the new bytes of the game. All other bytes stay
/// the same.
///
/// `own` returns `true` for each annotation to delete. `new` has the annotations to insert for each half-move, in
/// order. They are inserted after the move and its clock, each after a space, and must be comments in braces or NAGs,
/// in ASCII.
///
/// ```
/// use bpgn::edit::{read_one, replace_annotations};
/// use bpgn::{Comment, Annotation};
///
/// let record = read_one(b"1A. e4 {179}  1a.e5\n{a sound move} *").unwrap();
/// let is_eval = |annotation: &Annotation| annotation.comment().is_some_and(|comment| comment.text().starts_with("[%eval"));
/// let own = |annotations: &[Annotation]| annotations.iter().map(is_eval).collect();
/// let eval = |text: &str| vec![Annotation::Comment(Comment::new(format!("[%eval {text}]")).unwrap())];
/// let text = replace_annotations(&record, own, &[eval("0.3"), eval("0.2")]).unwrap();
/// assert_eq!(text, b"1A. e4 {179} {[%eval 0.3]}  1a.e5 {[%eval 0.2]}\n{a sound move} *");
/// // Replacing them with nothing deletes them.
/// let again = replace_annotations(&read_one(&text).unwrap(), own, &[]).unwrap();
/// assert_eq!(again, record.bytes);
/// ```
///
/// # Errors
/// Returns an error if the game has syntax errors, or if the new text would not read back the same.
pub fn replace_annotations(
    record: &Record,
    own: impl Fn(&[Annotation]) -> Vec<bool>,
    new: &[Vec<Annotation>],
) -> Result<Vec<u8>, EditError> {
    if let Some(&error) = record.errors.first() {
        return Err(ReadGameError::Damaged(error).into());
    }
    let places = places(&record.bytes);
    let half_moves = &record.game.main.half_moves;
    if places.len() != half_moves.len() {
        return Err(EditError::Unfaithful);
    }
    let mut text = Vec::with_capacity(record.bytes.len());
    let mut expected = record.game.clone();
    let mut copied = 0;
    let nothing = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let half_move = &mut expected.main.half_moves[index];
        let flags = own(&half_move.annotations);
        let is_own = |number: usize| flags.get(number).copied().unwrap_or(false);
        let new = new.get(index).unwrap_or(&nothing);
        let tight = place.tight(&half_move.annotations, is_own);
        // Annotations that are already there stay, whatever the line breaks around them.
        let there = half_move.annotations.get(tight..tight + new.len());
        let owned = (0..half_move.annotations.len()).filter(|&number| is_own(number)).count();
        if there == Some(&new[..]) && owned == new.len() && (tight..tight + new.len()).all(is_own) {
            continue;
        }

        let mut edits: Vec<(Span, Vec<u8>)> = Vec::new();
        for number in (0..half_move.annotations.len()).filter(|&number| is_own(number)) {
            let span = place.annotations.get(number).copied().ok_or(EditError::Unfaithful)?;
            edits.push((with_space(&record.bytes, span), Vec::new()));
        }
        let after = match tight.checked_sub(1) {
            None => place.end,
            Some(last) => place.annotations.get(last).ok_or(EditError::Unfaithful)?.end,
        };
        let inserted = written(new)?;
        // At the same place, insertions come before deletions.
        let at = edits.partition_point(|(span, _)| span.start < after);
        edits.insert(at, (Span::new(after, after), inserted));
        for (span, replacement) in edits {
            // Two deletions share the space between them.
            let start = span.start.max(copied);
            text.extend_from_slice(record.bytes.get(copied..start).ok_or(EditError::Unfaithful)?);
            text.extend_from_slice(&replacement);
            copied = span.end.max(copied);
        }

        for number in (0..half_move.annotations.len()).rev().filter(|&number| is_own(number)) {
            splice_annotations(&mut half_move.annotations, &mut half_move.variations, number..number + 1, []);
        }
        let before = (0..tight).filter(|&number| !is_own(number)).count();
        splice_annotations(
            &mut half_move.annotations,
            &mut half_move.variations,
            before..before,
            new.iter().cloned(),
        );
    }
    text.extend_from_slice(record.bytes.get(copied..).ok_or(EditError::Unfaithful)?);
    if reads_as(&text, expected) { Ok(text) } else { Err(EditError::Unfaithful) }
}

/// Returns `true` if a text is one valid game that equals `expected`.
fn reads_as(text: &[u8], mut expected: Game) -> bool {
    let mut reader = Reader::new(text);
    let first = reader.read_record().ok().flatten();
    let is_alone = matches!(reader.read_record(), Ok(None));
    first.is_some_and(|Record { mut game, is_game, errors, .. }| {
        // The places of variations among annotations were not changed, and inserted ones may be on either side of them.
        for game in [&mut game, &mut expected] {
            let variations = game.main.half_moves.iter_mut().flat_map(|half_move| &mut half_move.variations);
            variations.for_each(|line| line.after = None);
        }
        is_alone && is_game && errors.is_empty() && game == expected
    })
}

/// Writes annotations, each after a space.
fn written(annotations: &[Annotation]) -> Result<Vec<u8>, EditError> {
    let mut text = String::new();
    for annotation in annotations {
        match annotation {
            Annotation::Comment(comment) if comment.form() == CommentForm::Braces => {
                text.push_str(" {");
                text.push_str(comment.text());
                text.push('}');
            }
            Annotation::Comment(_) => return Err(EditError::Unfaithful),
            Annotation::Nag(nag) => {
                text.push(' ');
                text.push_str(nag.as_str());
            }
        }
    }
    // Other characters would need the encoding of the game.
    if text.is_ascii() { Ok(text.into_bytes()) } else { Err(EditError::Unfaithful) }
}

/// Returns the span of an annotation with the space before it, or else the space after it. Line breaks are kept,
/// because they may end a comment.
fn with_space(bytes: &[u8], span: Span) -> Span {
    let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
    match (before, bytes.get(span.end)) {
        (Some(b' '), _) => Span::new(span.start - 1, span.end),
        (Some(before), Some(b' ')) if before.is_ascii_whitespace() => Span::new(span.start, span.end + 1),
        _ => span,
    }
}

/// Where a half-move of the main line and its annotations are.
struct Place {
    /// The end of the move and its suffix.
    end: usize,
    /// Its annotations, in order.
    annotations: Vec<Span>,
    /// How many of them come before the first variation.
    before_variation: Option<usize>,
}

impl Place {
    /// Returns `true` if nothing follows the move yet.
    fn is_bare(&self) -> bool {
        self.annotations.is_empty() && self.before_variation.is_none()
    }

    /// Returns how many annotations stay between the move and the inserted ones: its NAGs, up to the clock.
    fn tight(&self, annotations: &[Annotation], is_own: impl Fn(usize) -> bool) -> usize {
        let most = self.before_variation.unwrap_or(usize::MAX).min(annotations.len());
        let is_nag = |number: &usize| matches!(annotations[*number], Annotation::Nag(_)) && !is_own(*number);
        let nags = (0..most).take_while(is_nag).count();
        match annotations[..most].get(nags) {
            Some(annotation) if annotation.is_clock() => nags + 1,
            // Numeric NAGs may belong to what follows.
            _ => annotations[..nags].iter().take_while(|annotation| annotation.is_sign()).count(),
        }
    }
}

/// Finds the half-moves of the main line and their annotations. The comment that says how the game ended is not an
/// annotation.
fn places(text: &[u8]) -> Vec<Place> {
    let (parts, end) = read_parts(text);
    let mut places: Vec<Place> = Vec::new();
    let (mut depth, mut has_result) = (0, false);
    for part in parts {
        match (part, places.last_mut()) {
            (Part::Open(_), last) => {
                if let Some(last) = last.filter(|_| depth == 0) {
                    last.before_variation.get_or_insert(last.annotations.len());
                }
                depth += 1;
            }
            (Part::Close, _) => depth -= 1,
            _ if depth > 0 => {}
            (Part::HalfMove(_, san), _) => {
                places.push(Place { end: san.end, annotations: Vec::new(), before_variation: None });
            }
            (Part::Result(_), _) => has_result = true,
            // It belongs to the move before it.
            (Part::Suffix(span), Some(last)) if last.is_bare() => last.end = last.end.max(span.end),
            (Part::Comment(style, inner), Some(last)) if !has_result && end != Some(inner) => {
                let closing = usize::from(style == CommentStyle::Braces);
                last.annotations.push(Span::new(inner.start - 1, inner.end + closing));
            }
            (Part::Nag(span), Some(last)) if !has_result => last.annotations.push(span),
            _ => {}
        }
    }
    places
}
