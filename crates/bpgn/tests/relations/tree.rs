//! Trees: reading, writing and reading again gives the same game, also after changes.

use bpgn::clock::CommentKind;
use bpgn::detect::Encoding;
use bpgn::edit::replace_annotations;
use bpgn::end_reason::EndReason;
use bpgn::lexer::tokens;
use bpgn::{
    Annotation, Comment, CommentForm, CommentPrefix, Game, HalfMove, Label, Line, Nag, Reader, Record, Tags,
    WriteOptions, tags, write_game,
};
use bughouse_chess::Seat;

use super::chunks::check_visit;

/// Reads all games of a text.
pub fn records(text: &[u8]) -> Vec<Record> {
    Reader::new(text).records().map(|record| record.expect("memory has no errors")).collect()
}

/// Returns the game as the writer writes it: tags in order, numbers in standard form.
fn canonical(game: &Game) -> Game {
    let mut game = game.clone();
    let mut all: Vec<_> = game.tags.iter().cloned().collect();
    all.sort_by_key(|tag| tags::rank(tag.name.as_bytes()).unwrap_or(usize::MAX));
    game.tags = all.into_iter().collect::<Tags>();
    canonical_line(&mut game.main);
    canonical_annotations(&mut game.after);
    game
}

fn canonical_line(line: &mut Line) {
    canonical_annotations(&mut line.before);
    for half_move in &mut line.half_moves {
        canonical_annotations(&mut half_move.annotations);
        half_move.variations.iter_mut().for_each(canonical_line);
    }
}

fn canonical_annotations(annotations: &mut [Annotation]) {
    for annotation in annotations {
        let Annotation::Comment(comment) = annotation else { continue };
        let text = match comment.kind() {
            CommentKind::Clock(clock) => clock.to_string(),
            CommentKind::Lag(lag) => format!("L:{}", lag.0),
            CommentKind::Thinking(time) => format!("T:{}", time.0),
            _ => continue,
        };
        *comment = Comment::new(text).expect("a number is a comment");
    }
}

fn written(game: &Game, options: &WriteOptions) -> Vec<u8> {
    let mut out = Vec::new();
    write_game(game, options, &mut out);
    out
}

/// Inserts an annotation after each half-move of a game, deletes them again, and expects the same bytes.
fn check_annotations(record: &Record) {
    let own = |annotations: &[Annotation]| {
        let is_own =
            |annotation: &Annotation| annotation.comment().is_some_and(|comment| comment.text() == "[%own]");
        annotations.iter().map(is_own).collect()
    };
    let new = vec![
        vec![Annotation::Comment(Comment::new("[%own]").expect("a comment"))];
        record.game.main.half_moves.len()
    ];
    let Ok(text) = replace_annotations(record, own, &new) else { return };
    let Some(after) = records(&text).pop() else { panic!("a game remains one") };
    assert_eq!(after.game.end_reason, record.game.end_reason);
    assert_eq!(replace_annotations(&after, own, &new).as_ref(), Ok(&text), "twice is once");
    assert_eq!(replace_annotations(&after, own, &[]).as_ref(), Ok(&record.bytes), "nothing else has changed");
}

/// Reads a text that is one valid game.
fn read_one(text: &[u8]) -> Game {
    match &mut records(text)[..] {
        [record] if record.is_valid() => std::mem::take(&mut record.game),
        several => panic!("{several:#?} of {}", text.escape_ascii()),
    }
}

/// Checks the valid games of a text, unchanged and after changes chosen by the bytes.
pub fn check(text: &[u8], options: &WriteOptions, changes: &[u8]) {
    for record in records(text).into_iter().filter(Record::is_valid) {
        check_annotations(&record);
        check_visit(&record.game, changes);
        let first = canonical(&record.game);
        let once = written(&record.game, options);
        let mut again = read_one(&once);
        assert_eq!(written(&again, options), once, "{}", record.bytes.escape_ascii());
        // A no-break space in Latin-1 is not written, and the rest may be read as UTF-8.
        if options.utf8 || Encoding::of(&once) != Encoding::of(&record.bytes) {
            again.encoding = first.encoding;
        }
        assert_eq!(again, first, "{} as {}", record.bytes.escape_ascii(), once.escape_ascii());
        check_changes(record.game, options, changes);
    }
}

/// Changes a game, and checks that it can be written and read.
fn check_changes(mut game: Game, options: &WriteOptions, changes: &[u8]) {
    let mut choices = Choices(changes);
    while !choices.0.is_empty() {
        change(&mut game, &mut choices);
        let once = written(&game, options);
        if game.tags.is_empty() && game.main.half_moves.is_empty() && game.result.is_none() {
            continue;
        }
        let twice = written(&read_one(&once), options);
        // A comment may have become the end reason, which comes last.
        assert_eq!(words(&once), words(&twice), "{} and {}", once.escape_ascii(), twice.escape_ascii());
    }
}

/// Lists the tokens of a text, whatever their order.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = tokens(text).map(|token| &text[token.span.start..token.span.end]).collect();
    words.sort();
    words
}

struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % bound.max(1)
    }

    fn text(&mut self) -> &'static str {
        const TEXTS: [&str; 18] = [
            "",
            "word",
            "two words",
            "298",
            " 298.5 ",
            "raven resigns",
            "a\nb",
            "a\r\nb\r",
            "\n[A \"b\"]",
            "\n[A \"b",
            "x\n[A \"",
            "\"]",
            "}",
            "{",
            "\\",
            "\"",
            "\u{e4}\u{2654}",
            "a long comment that does not fit into what is left of a line, whatever that is",
        ];
        TEXTS[self.below(TEXTS.len())]
    }

    /// Chooses a line of a game.
    fn line<'a>(&mut self, game: &'a mut Game) -> &'a mut Line {
        let mut path = Vec::new();
        let mut line = &game.main;
        while !line.half_moves.is_empty() && self.below(3) > 0 {
            let ply = self.below(line.half_moves.len());
            let variations = &line.half_moves[ply].variations;
            if variations.is_empty() {
                break;
            }
            path.push((ply, self.below(variations.len())));
            line = &variations[path[path.len() - 1].1];
        }
        game.line_mut(&path).expect("the path leads to a line")
    }
}

fn change(game: &mut Game, choices: &mut Choices<'_>) {
    let what = choices.below(10);
    let text = choices.text();
    match what {
        0 => {
            const NAMES: [&str; 6] = ["Event", "Site", "WhiteAElo", "Odd", "FEN", "a b"];
            let set = game.tags.set(NAMES[choices.below(NAMES.len())], text);
            assert!(set.is_ok() || text.contains(['\n', '\r']) || game.tags.get("a b").is_none());
        }
        1 => drop(game.tags.remove("Event")),
        2 => {
            // A clock is never the end reason, and without a result only a known one is.
            let comment = Comment::new(text).ok().filter(|comment| comment.kind() == CommentKind::Other);
            let known = |comment: &Comment| EndReason::read(comment.text().as_bytes()).is_known();
            game.end_reason = comment.filter(|comment| game.result.is_some() || known(comment));
        }
        3 => {
            let form = [CommentForm::Braces, CommentForm::Line, CommentForm::Escape][choices.below(3)];
            if let Ok(comment) = Comment::of_line(text, form) {
                game.after.push(Annotation::Comment(comment));
                // Annotations after the result need a result.
                if game.result.is_none() {
                    game.after.clear();
                }
            }
        }
        _ => {
            let line = choices.line(game);
            let count = line.half_moves.len();
            if count > 0 {
                let ply = choices.below(count);
                change_line(line, ply, what, text, choices);
            } else if what < 7 {
                let label = Label { number: 1, seat: Seat::ALL[choices.below(4)] };
                line.half_moves.push(HalfMove::new(label, "e4"));
            }
        }
    }
}

/// Changes a line at one of its half-moves.
fn change_line(line: &mut Line, ply: usize, what: usize, text: &str, choices: &mut Choices<'_>) {
    let half_move = &mut line.half_moves[ply];
    let variation = choices.below(half_move.variations.len().max(1));
    let label = half_move.label;
    match what {
        4 => {
            let mut variation = Line { half_moves: vec![HalfMove::new(label, "d4")], ..Line::default() };
            if let Ok(comment) = Comment::new(text) {
                variation.before.push(Annotation::Comment(comment));
            }
            assert!(line.add_variation(variation).is_ok());
        }
        5 => {
            let has = half_move.variations.get(variation).is_some_and(|line| !line.half_moves.is_empty());
            let variations = count(line);
            assert_eq!(line.promote_variation(ply, variation), has);
            assert_eq!(count(line), variations, "half-moves were lost");
        }
        6 => {
            let has = variation < half_move.variations.len();
            assert_eq!(line.delete_variation(ply, variation).is_some(), has);
        }
        7 => {
            let prefix = [CommentPrefix::Annotation, CommentPrefix::Comment][choices.below(2)];
            let set = half_move.set_comment(prefix, text);
            assert!(set.is_ok() || Comment::new(format!("C:{text}")).is_err());
        }
        8 => {
            let nags = ["!", "?!", "$14", "$", "x"][choices.below(5)..].iter();
            half_move.set_nags(nags.filter_map(|&nag| Nag::new(nag).ok()));
        }
        _ => {
            let form = [CommentForm::Braces, CommentForm::Line, CommentForm::Escape][choices.below(3)];
            if let Ok(comment) = Comment::of_line(text, form) {
                half_move.add_comment(comment);
            }
        }
    }
}

/// Counts the half-moves of a line with its variations.
fn count(line: &Line) -> usize {
    line.half_moves.iter().map(|half_move| 1 + half_move.variations.iter().map(count).sum::<usize>()).sum()
}
