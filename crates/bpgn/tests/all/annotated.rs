//! Synthetic games with variations: every line is standard, and reads back as it was generated.

use bpgn::{Checker, Diagnostic, Game, Line, ReadOptions, Reader, State, Timeline};
use bughouse_generator::{Generator, HalfMove};

use crate::scale::{runs_in_full, scaled};

fn text_of(generator: &Generator, number: u64) -> Vec<u8> {
    let mut text = Vec::new();
    generator.write_game(number, &mut text);
    text
}

/// Lists the path of every line, the main line first.
fn paths(line: &Line, path: &[(usize, usize)], found: &mut Vec<Vec<(usize, usize)>>) {
    assert!(line.stray.is_empty(), "a variation names no half-move");
    found.push(path.to_vec());
    for (ply, half_move) in line.half_moves.iter().enumerate() {
        for (index, variation) in half_move.variations.iter().enumerate() {
            paths(variation, &[path, &[(ply, index)]].concat(), found);
        }
    }
}

/// Returns `true` if a line was read as it was generated: the same half-moves, with the same variations.
fn is_same(read: &Line, made: &[HalfMove]) -> bool {
    read.half_moves.len() == made.len()
        && read.half_moves.iter().zip(made).all(|(read, made)| {
            read.san == made.san.to_string()
                && read.variations.len() == made.variations.len()
                && read.variations.iter().zip(&made.variations).all(|(read, made)| is_same(read, made))
        })
}

#[test]
fn annotated_games_are_strict_in_every_line() {
    let generator = Generator::new(1).annotated();
    let (mut variations, mut nested) = (0, 0);
    for number in 1..=u64::from(scaled(300)) {
        let text = text_of(&generator, number);
        let mut checker = Checker::new(ReadOptions::strict(), |report| {
            let diagnostics: Vec<&Diagnostic> = report.diagnostics.iter().collect();
            assert!(report.state == State::Ok && diagnostics.is_empty(), "game {number}: {diagnostics:?}");
        });
        Reader::new(&text[..]).read_all(&mut checker).unwrap();

        let latin1: String = text.iter().map(|&byte| char::from(byte)).collect();
        let game: Game = latin1.parse().unwrap();
        assert!(is_same(&game.main, &generator.game(number).half_moves), "game {number}");
        let mut lines = Vec::new();
        paths(&game.main, &[], &mut lines);
        for path in lines {
            let timeline = Timeline::of_line(&game, &path, &ReadOptions::strict()).unwrap();
            assert_eq!(timeline.stopped, None, "game {number}, line {path:?}");
            variations += usize::from(path.len() == 1);
            nested += usize::from(path.len() > 1);
        }
    }
    assert!((variations > 1_000 && nested > 100) || !runs_in_full(), "{variations} {nested}");
}

#[test]
fn annotations_do_not_change_the_game() {
    for number in 1..=100 {
        let plain = Generator::new(4).game(number);
        let mut annotated = Generator::new(4).annotated().game(number);
        for (half_move, plain) in annotated.half_moves.iter_mut().zip(&plain.half_moves) {
            half_move.variations.clear();
            half_move.nag = None;
            half_move.comment.clone_from(&plain.comment);
        }
        assert_eq!(annotated, plain);
    }
}
