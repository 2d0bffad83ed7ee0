//! The hash: updated by moves, different for what matters, equal for what doesn't.

use bughouse_chess::{Board, BughouseMove, Color, Piece};

use crate::support::{Rng, add_random_piece, board, random_move, random_start, runs_in_full};

#[test]
fn hash_after_moves_is_the_hash_of_the_position() {
    let mut rng = Rng::new(7);
    let (mut drops, mut promotions, mut promoted_captures, mut castlings) = (0, 0, 0, 0);
    for _ in 0..400 {
        let mut board = random_start(&mut rng);
        for _ in 0..80 {
            let Some(mv) = random_move(&board, &mut rng) else { break };
            let before = board;
            let capture = board.play(mv).unwrap();
            promoted_captures += usize::from(capture.is_some_and(|capture| capture.promoted));
            match mv {
                BughouseMove::Drop { .. } => drops += 1,
                BughouseMove::Regular(step) => {
                    promotions += usize::from(step.promotion().is_some());
                    let side = before.side_to_move();
                    let castled = board.color_combined(side).popcnt() == before.color_combined(side).popcnt()
                        && (board.color_combined(side) ^ before.color_combined(side)).popcnt() != 2;
                    castlings += usize::from(castled);
                }
            }
            add_random_piece(&mut board, &mut rng);
            let text = board.to_bfen();
            let rebuilt: Board = text.parse().unwrap_or_else(|error| panic!("{before:?} {mv}: {error}"));
            assert_eq!(board.hash(), rebuilt.hash(), "{before:?}: hash after {mv}");
            assert_eq!(board, rebuilt, "{before:?}: board after {mv}");
        }
    }
    let seen = [drops, promotions, promoted_captures, castlings];
    assert!(seen.iter().zip([5000, 100, 50, 20]).all(|(&seen, least)| seen >= least), "{seen:?}");
}

#[test]
fn changing_a_reserve_and_changing_it_back_restores_the_hash() {
    let start = board("r3k2r/8/8/8/8/8/8/R3K2R[QNp] w KQkq - 0 1");
    for color in Color::ALL {
        for piece in Piece::IN_RESERVE {
            let mut changed = start;
            changed.try_add_to_reserve(color, piece).unwrap();
            assert_ne!(changed.hash(), start.hash(), "{color} {piece}");
            let rebuilt: Board = changed.to_bfen().parse().unwrap();
            assert_eq!(changed, rebuilt, "{color} {piece}");
            changed.remove_from_reserve(color, piece).unwrap();
            assert_eq!(changed, start, "{color} {piece}");
        }
    }
}

/// All these differ from each other in something that matters for play.
#[test]
fn hash_distinguishes_positions() {
    let positions = [
        // Side to move.
        "r3k2r/8/8/8/8/8/8/R3K2R[] w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] b - - 0 1",
        // Castling rights.
        "r3k2r/8/8/8/8/8/8/R3K2R[] w K - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] w Q - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] w k - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] w q - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] w KQ - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] w kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1",
        // Which of two rooks may castle.
        "4k3/8/8/8/8/8/8/4K1RR[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR[] w H - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR[] w G - 0 1",
        // Promoted markers: none, one, the other, both.
        "4k3/8/8/8/8/8/8/QQ2K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q~Q2K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/QQ~2K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/Q~Q~2K3[] w - - 0 1",
        // Reserves by color, type and count.
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[PPP] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[pp] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[B] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[b] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[r] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[q] w - - 0 1",
        // A legal en passant capture, on either side of the pawn.
        "4k3/8/8/2pPp3/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3[] w - c6 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3[] w - e6 0 1",
        // A piece, its square, its color.
        "4k3/8/8/8/8/8/8/N3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/1N2K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/B3K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/n3K3[] w - - 0 1",
    ];
    for (i, a) in positions.iter().enumerate() {
        for b in &positions[..i] {
            assert_ne!(board(a).hash(), board(b).hash(), "{a} and {b}");
        }
    }
}

#[test]
fn hash_ignores_what_does_not_matter() {
    let pairs = [
        ("counters", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 40 77"),
        ("nobody to capture", "4k3/8/8/8/4P3/8/8/4K3[] b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3[] b - - 0 1"),
        (
            "the capturer is pinned on its file",
            "4r2k/8/8/3pP3/8/8/8/4K3[] w - d6 0 1",
            "4r2k/8/8/3pP3/8/8/8/4K3[] w - - 0 1",
        ),
        (
            "both pawns shield the king on the rank",
            "8/8/8/8/k2Pp2Q/8/8/3K4[] b - d3 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4[] b - - 0 1",
        ),
        (
            "the captured pawn shields the king on a diagonal",
            "8/k7/8/8/3Pp3/8/8/4K1B1[] b - d3 0 1",
            "8/k7/8/8/3Pp3/8/8/4K1B1[] b - - 0 1",
        ),
        ("order of reserves", "4k3/8/8/8/8/8/8/4K3[pNQ] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1"),
    ];
    for (what, a, b) in pairs {
        assert_eq!(board(a).hash(), board(b).hash(), "{what}: {a} and {b}");
    }
}

#[test]
fn transpositions_have_the_same_hash() {
    let start = Board::default();
    let one = crate::support::after(&start, &["g1f3", "g8f6", "b1c3", "b8c6"]);
    let other = crate::support::after(&start, &["b1c3", "b8c6", "g1f3", "g8f6"]);
    assert_eq!(one, other);
    assert_eq!(one.hash(), other.hash());
    let back = crate::support::after(&one, &["f3g1", "f6g8", "c3b1", "c6b8"]);
    assert_eq!(back.hash(), start.hash());
    assert_ne!(back, start, "the counters differ");
}

/// Visits every way to distribute at most `left` pieces among the types from `kind` on.
fn visit_reserves(board: &mut Board, kind: usize, left: usize, visit: &mut impl FnMut(&Board)) {
    if kind == 2 * Piece::IN_RESERVE.len() {
        visit(board);
        return;
    }
    let color = Color::ALL[kind / Piece::IN_RESERVE.len()];
    let piece: Piece = Piece::IN_RESERVE[kind % Piece::IN_RESERVE.len()];
    visit_reserves(board, kind + 1, left, visit);
    for count in 1..=left {
        board.try_add_to_reserve(color, piece).unwrap();
        visit_reserves(board, kind + 1, left - count, visit);
    }
    for _ in 1..=left {
        board.remove_from_reserve(color, piece).unwrap();
    }
}

#[test]
fn no_two_reserves_of_up_to_16_pieces_share_a_hash() {
    // All multisets of at most 16 pieces over ten pairs of color and type: 26 choose 10. Or of 10 pieces: 20 choose 10.
    let (most, reserves) = if runs_in_full() { (16, 5_311_735) } else { (10, 184_756) };
    let mut bare = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    let start = bare;
    let mut hashes = Vec::with_capacity(reserves);
    visit_reserves(&mut bare, 0, most, &mut |board| hashes.push(board.hash()));
    assert_eq!(bare, start);
    assert_eq!(hashes.len(), reserves);
    hashes.sort_unstable();
    let doubles = hashes.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!(doubles, 0, "reserves that share a hash");
}
