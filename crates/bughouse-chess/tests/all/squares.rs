//! Squares and sets of squares, compared with sets of the standard library.

use std::collections::BTreeSet;

use bughouse_chess::{BitBoard, Color, File, Rank, Square};

use crate::support::Rng;

/// Returns sets of every density, and the empty and the full one.
fn samples() -> Vec<BitBoard> {
    let mut rng = Rng::new(3);
    let mut sets = vec![BitBoard::EMPTY, BitBoard::FULL];
    for _ in 0..200 {
        let (a, b) = (rng.next(), rng.next());
        sets.extend([a, a & b, a | b, 1 << (b & 63)].map(BitBoard::new));
    }
    sets
}

fn slow(set: BitBoard) -> BTreeSet<Square> {
    Square::all().filter(|&square| set.contains(square)).collect()
}

/// Returns the square at these coordinates, without the arithmetic of the library.
fn at(file: i32, rank: i32) -> Option<Square> {
    let (file, rank) = (usize::try_from(file).ok()?, usize::try_from(rank).ok()?);
    Some(Square::new(*File::ALL.get(file)?, *Rank::ALL.get(rank)?))
}

#[test]
fn an_index_is_checked() {
    for index in (0..300).chain([usize::MAX, usize::MAX - 63, 1 << 32]) {
        assert_eq!(Square::from_index(index), Square::ALL.get(index).copied());
        assert_eq!(File::from_index(index), File::ALL.get(index).copied());
        assert_eq!(Rank::from_index(index), Rank::ALL.get(index).copied());
    }
    for square in Square::all() {
        assert_eq!(Square::new(square.file(), square.rank()), square);
        #[cfg(feature = "compat")]
        assert_eq!(Square::make_square(square.rank(), square.file()), square);
    }
}

#[test]
fn offsets_stay_on_the_board() {
    for square in Square::all() {
        let (file, rank) = (square.file().to_index() as i32, square.rank().to_index() as i32);
        for files in i8::MIN..=i8::MAX {
            for ranks in (-9..=9).chain([i8::MIN, i8::MAX]) {
                let expected = at(file + i32::from(files), rank + i32::from(ranks));
                assert_eq!(square.offset(files, ranks), expected, "{square} {files} {ranks}");
                assert_eq!(square.offset(ranks, files), at(file + i32::from(ranks), rank + i32::from(files)));
            }
        }
    }
}

#[test]
fn a_shift_moves_every_square_by_the_offset() {
    for set in samples() {
        for files in (-9..=9).chain([i8::MIN, i8::MAX]) {
            for ranks in (-9..=9).chain([i8::MIN, i8::MAX]) {
                let expected: BitBoard =
                    set.into_iter().filter_map(|square| square.offset(files, ranks)).collect();
                assert_eq!(set.shift(files, ranks), expected, "{set:?} {files} {ranks}");
            }
        }
    }
}

#[test]
fn mirrored_squares_and_sets() {
    for square in Square::all() {
        let mirrored = Square::new(square.file(), Rank::ALL[7 - square.rank().to_index()]);
        assert_eq!(square.flip_vertical(), mirrored);
        assert_eq!(square.relative_to(Color::White), square);
        assert_eq!(square.relative_to(Color::Black), mirrored);
    }
    for set in samples() {
        let mirrored: BitBoard = set.into_iter().map(Square::flip_vertical).collect();
        assert_eq!(set.flip_vertical(), mirrored);
        assert_eq!((set.relative_to(Color::White), set.relative_to(Color::Black)), (set, mirrored));
    }
}

#[test]
fn sets_work_like_sets_of_the_standard_library() {
    let sets = samples();
    for (i, &a) in sets.iter().enumerate() {
        let slow_a = slow(a);
        assert_eq!(a.len(), slow_a.len());
        assert_eq!((a.first(), a.last()), (slow_a.first().copied(), slow_a.last().copied()));
        assert_eq!(a.single(), slow_a.first().copied().filter(|_| slow_a.len() == 1));
        assert!(a.into_iter().eq(slow_a.iter().copied()));
        assert!(a.into_iter().rev().eq(slow_a.iter().rev().copied()));
        let mut both_ends = a.into_iter();
        let mut expected = slow_a.iter().copied();
        for turn in 0..70 {
            let (got, want) = match turn % 3 {
                0 => (both_ends.next_back(), expected.next_back()),
                _ => (both_ends.next(), expected.next()),
            };
            assert_eq!((got, both_ends.len()), (want, expected.len()));
        }
        let mut popped = a;
        let popped: Vec<Square> = std::iter::from_fn(|| popped.pop_first()).collect();
        assert!(popped.iter().eq(&slow_a));
        for square in Square::all() {
            let (mut changed, mut slow_changed) = (a, slow_a.clone());
            assert_eq!(changed.insert(square), slow_changed.insert(square));
            assert_eq!(slow(changed), slow_changed);
            assert_eq!(changed.remove(square), slow_changed.remove(&square));
            assert_eq!(slow(changed), slow_changed);
        }
        let b = sets[(i * 7 + 3) % sets.len()];
        for b in [a, a & b, a | b, !a, b - a, b] {
            let slow_b = slow(b);
            assert_eq!(a.is_subset(b), slow_a.is_subset(&slow_b));
            assert_eq!(a.is_superset(b), slow_a.is_superset(&slow_b));
            assert_eq!(a.is_disjoint(b), slow_a.is_disjoint(&slow_b));
            let difference: BitBoard = slow_a.difference(&slow_b).copied().collect();
            assert_eq!(a - b, difference);
            let mut changed = a;
            changed -= b;
            assert_eq!(changed, difference);
            changed.extend(b);
            assert_eq!(changed, a | b);
        }
    }
}
