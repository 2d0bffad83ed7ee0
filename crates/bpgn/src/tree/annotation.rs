//! Annotations: NAGs and words in `{A:...}` comments (001, section 3.1).

use crate::tree::{Annotation, Comment, HalfMove, Nag};
use crate::types::clock::CommentKind;

impl Comment {
    /// Returns the NAGs that an `{A:...}` comment begins with, and the words after them. Other comments have no NAGs.
    ///
    /// ```
    /// use bpgn::Comment;
    ///
    /// let comment = Comment::new("A:!? $14 a gamble")?;
    /// let (nags, words) = comment.annotation();
    /// assert_eq!(nags.iter().map(|nag| nag.as_str()).collect::<Vec<_>>(), ["!?", "$14"]);
    /// assert_eq!(words, "a gamble");
    /// # Ok::<(), bpgn::InvalidText>(())
    /// ```
    pub fn annotation(&self) -> (Vec<Nag>, &str) {
        let mut words = self.body().trim();
        let mut nags = Vec::new();
        if self.kind() != CommentKind::Annotation {
            return (nags, words);
        }
        loop {
            let end = match words.strip_prefix('$') {
                Some(number) => 1 + number.bytes().take_while(u8::is_ascii_digit).count(),
                None => words.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count(),
            };
            let (nag, rest) = words.split_at(end);
            let Ok(nag) = Nag::new(nag) else { return (nags, words) };
            nags.push(nag);
            words = rest.trim_start();
        }
    }
}

impl HalfMove {
    /// Lists all NAGs of the half-move: those written after it, and those in `{A:...}` comments.
    ///
    /// ```
    /// use bpgn::{Game, Nag};
    ///
    /// let game: Game = "1A. e4! {29} {A:$14 best} *".parse()?;
    /// let nags = game.main.half_moves[0].nags();
    /// assert_eq!(nags.iter().map(Nag::as_str).collect::<Vec<_>>(), ["!", "$14"]);
    /// # Ok::<(), bpgn::ReadGameError>(())
    /// ```
    pub fn nags(&self) -> Vec<Nag> {
        let of = |annotation: &Annotation| match annotation {
            Annotation::Nag(nag) => vec![nag.clone()],
            Annotation::Comment(comment) => comment.annotation().0,
        };
        self.annotations.iter().flat_map(of).collect()
    }

    /// Deletes the NAGs in `{A:...}` comments and keeps their words.
    pub(crate) fn clear_annotation_nags(&mut self) {
        self.annotations.retain_mut(|annotation| {
            let Some((nags, words)) = annotation.comment().map(Comment::annotation) else { return true };
            if nags.is_empty() {
                return true;
            }
            // The words of a valid comment are valid in another one.
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
