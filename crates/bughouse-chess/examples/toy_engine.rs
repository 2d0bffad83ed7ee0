//! A toy engine: searches a few half-moves ahead on one board of a position, with drops, and scores what a
//! capture sends to the partner.
//!
//! `cargo run -p bughouse-chess --example toy_engine -- "BOARD A | BOARD B" A 3`

use bughouse_chess::{
    Board, BoardId, BoardStatus, BughouseMove, Color, Piece, Position, ReadError, Rules, TwoBoards,
};

/// More than the value of all pieces.
const MATE: i32 = 100_000;

fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight | Piece::Bishop => 300,
        Piece::Rook => 400,
        Piece::Queen => 800,
        Piece::King => 0,
    }
}

/// The material of a color on a board and in reserve. A piece in reserve can go anywhere, so it counts a
/// little more.
fn material(board: &Board, color: Color) -> i32 {
    let on_board: i32 = Piece::ALL
        .into_iter()
        .map(|piece| value(piece) * board.colored_pieces(color, piece).len() as i32)
        .sum();
    let held: i32 =
        board.reserve(color).iter().map(|(piece, count)| value(piece) * i32::from(count) * 11 / 10).sum();
    on_board + held
}

/// The evaluation for the side to move on a board. The partner's reserve counts half.
fn evaluate(position: &Position, id: BoardId) -> i32 {
    let seat = position.to_move(id);
    let lead = |board: &Board, color: Color| material(board, color) - material(board, !color);
    let partner = seat.partner();
    lead(&position.board(id), seat.color) + lead(&position.board(partner.board), partner.color) / 2
}

/// Searches `depth` half-moves ahead on one board. The other board doesn't change.
fn search(position: &Position, id: BoardId, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    match position.status(id) {
        BoardStatus::Checkmate => return -MATE - depth as i32,
        BoardStatus::Stalemate => return 0,
        BoardStatus::Ongoing => {}
    }
    // A frozen player waits: it isn't mate yet.
    if depth == 0 || position.frozen(id).is_some() {
        return evaluate(position, id);
    }
    for mv in position.legal_moves(id) {
        let mut after = *position;
        after.play_unchecked(id, mv);
        alpha = alpha.max(-search(&after, id, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Returns the best move on a board, and its score for the mover.
fn best_move(position: &Position, id: BoardId, depth: u32) -> Option<(BughouseMove, i32)> {
    let mut best: Option<(BughouseMove, i32)> = None;
    for mv in position.legal_moves(id) {
        let mut after = *position;
        after.play_unchecked(id, mv);
        let alpha = best.map_or(-2 * MATE, |(_, score)| score);
        let score = -search(&after, id, depth.saturating_sub(1), -2 * MATE, -alpha);
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((mv, score));
        }
    }
    best
}

/// Reads both boards, and returns the best move on one of them.
fn advice(text: &str, id: BoardId, depth: u32) -> Result<String, ReadError> {
    let position = text.parse::<TwoBoards>()?.position.with_rules(Rules::fics());
    let seat = position.to_move(id);
    Ok(match best_move(&position, id, depth) {
        Some((mv, score)) => match position.san(id, mv) {
            Ok(san) => format!("{seat}: {san} ({score})"),
            Err(reason) => format!("{seat}: {reason}"),
        },
        None => format!("{seat} can't move"),
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let text = args.next().unwrap_or_else(|| format!("{start} | {start}"));
    let id = args.next().map_or(Ok(BoardId::A), |board| board.parse())?;
    let depth = args.next().map_or(Ok(2), |depth| depth.parse())?;
    println!("{}", advice(&text, id, depth)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::advice;
    use bughouse_chess::BoardId;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

    #[test]
    fn it_mates_with_a_drop() {
        let text = format!("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1 | {START}");
        assert!(advice(&text, BoardId::A, 2).unwrap().starts_with("WhiteA: N@f7#"));
    }

    #[test]
    fn it_captures_the_queen_that_its_partner_wants() {
        let text = format!("4k3/8/8/3q1n2/4P3/8/8/4K3[] w - - 0 1 | {START}");
        assert!(advice(&text, BoardId::A, 1).unwrap().starts_with("WhiteA: exd5"));
    }

    #[test]
    fn it_reports_a_player_without_a_move() {
        let text = format!("4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1 | {START}");
        assert_eq!(advice(&text, BoardId::A, 2).unwrap(), "BlackA can't move");
    }
}
