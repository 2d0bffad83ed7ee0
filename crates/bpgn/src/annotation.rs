//! Annotations: what stands in `{A:...}`, marks on a half-move and words (001, section 3.1).

use crate::clock::CommentKind;
use crate::tree::{Annotation, Comment, HalfMove, Nag};

impl Comment {
    /// Returns the marks that an annotation begins with, and the words after them; no marks for other comments.
    ///
    /// ```
    /// use bpgn::Comment;
    ///
    /// let comment = Comment::new("A:!? $14 a gamble")?;
    /// let (marks, words) = comment.annotation();
    /// assert_eq!(marks.iter().map(|mark| mark.as_str()).collect::<Vec<_>>(), ["!?", "$14"]);
    /// assert_eq!(words, "a gamble");
    /// # Ok::<(), bpgn::InvalidText>(())
    /// ```
    #[must_use]
    pub fn annotation(&self) -> (Vec<Nag>, &str) {
        let mut words = self.body().trim();
        let mut marks = Vec::new();
        if self.kind() != CommentKind::Annotation {
            return (marks, words);
        }
        loop {
            let end = match words.strip_prefix('$') {
                Some(number) => 1 + number.bytes().take_while(u8::is_ascii_digit).count(),
                None => words.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count(),
            };
            let (mark, rest) = words.split_at(end);
            let Ok(mark) = Nag::new(mark) else { return (marks, words) };
            marks.push(mark);
            words = rest.trim_start();
        }
    }
}

impl HalfMove {
    /// Lists its marks: those after it, and those of annotations.
    ///
    /// ```
    /// use bpgn::{Game, Nag};
    ///
    /// let game: Game = "1A. e4! {29} {A:$14 best} *".parse()?;
    /// let marks = game.main.half_moves[0].marks();
    /// assert_eq!(marks.iter().map(Nag::as_str).collect::<Vec<_>>(), ["!", "$14"]);
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    #[must_use]
    pub fn marks(&self) -> Vec<Nag> {
        let of = |annotation: &Annotation| match annotation {
            Annotation::Nag(nag) => vec![nag.clone()],
            Annotation::Comment(comment) => comment.annotation().0,
        };
        self.annotations.iter().flat_map(of).collect()
    }

    /// Takes the marks out of its annotations; their words stay.
    pub(crate) fn clear_annotated_marks(&mut self) {
        self.annotations.retain_mut(|annotation| {
            let Some((marks, words)) = annotation.comment().map(Comment::annotation) else { return true };
            if marks.is_empty() {
                return true;
            }
            // Words of a comment can be those of another.
            let words = (!words.is_empty()).then(|| Comment::new(format!("A:{words}")));
            match words {
                Some(Ok(comment)) => *annotation = Annotation::Comment(comment),
                Some(Err(_)) => {}
                None => return false,
            }
            true
        });
    }
}
