//! Half-moves in words.

use bughouse_review::replay_text;

/// Returns the description of the last half-move of a game, and its squares.
fn last(text: &str) -> (String, String) {
    let game = replay_text(text).unwrap();
    let last = game.main.half_moves.last().unwrap();
    let from = last.from.map(|square| square.0.to_string()).unwrap_or_default();
    (last.spoken.clone(), format!("{from}{}", last.to.0))
}

/// In Chess960, neither the squares nor the letters of a move are enough to recognize castling.
#[test]
fn castling_is_recognized_by_the_move() {
    let other = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    for (fen, mv, spoken_move, squares) in [
        ("8/6k1/8/8/8/8/8/R3K2R[] w KQ - 0 1", "O-O", "castles kingside", "e1g1"),
        ("8/6k1/8/8/8/8/8/R3K2R[] w KQ - 0 1", "O-O-O", "castles queenside", "e1c1"),
        // King c1, rooks b1 and e1.
        ("8/6k1/8/8/8/8/8/1RK1R3[] w BE - 0 1", "O-O", "castles kingside", "c1g1"),
        ("8/6k1/8/8/8/8/8/1RK5[] w B - 0 1", "O-O-O", "castles queenside", "c1c1"),
        ("8/6k1/8/8/8/8/8/1RK5[] w B - 0 1", "Kd2", "king d2", "c1d2"),
    ] {
        let text = format!("[FEN \"{fen} | {other}\"]\n\n1A. {mv} *");
        let (spoken, goes) = last(&text);
        assert_eq!(
            (spoken.as_str(), goes.as_str()),
            (&*format!("board A, White, {spoken_move}"), squares),
            "{fen} {mv}"
        );
    }
}
