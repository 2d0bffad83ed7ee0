//! Answers from an archive, as shapes.

use bughouse_archive::{Archive, ArchiveError, ArchivedGame, Explore, GameAt, day_text};
use bughouse_chess::{Board, BughouseMove, Seat};
use bughouse_review::position::ReadBoards;
use bughouse_review::{Explored, ExploredEnd, ExploredGame, ExploredMove, Player, Seats};

/// Returns the question about one board or two.
pub fn question(boards: &ReadBoards) -> Explore {
    match (boards, boards.both()) {
        (ReadBoards::Two(_), Some(both)) => Explore::both(&both.position),
        (boards, _) => Explore::board(&boards.list()[0].board),
    }
}

/// Tells what was played from one board or two.
///
/// # Errors
/// A file of the archive cannot be read.
pub fn explore(archive: &Archive, boards: &ReadBoards, question: &Explore) -> Result<Explored, ArchiveError> {
    let found = archive.explore(question)?;
    let list = boards.list();
    let mut moves = Vec::new();
    let mut ended = None;
    for played in &found.moves {
        let Some(mv) = played.mv else {
            ended = Some(ExploredEnd {
                games: played.games,
                won: played.won,
                drawn: played.drawn,
                lost: played.lost,
            });
            continue;
        };
        let board = &list[played.board.map_or(0, |id| id.to_index().min(list.len() - 1))].board;
        moves.push(ExploredMove {
            san: san(board, mv),
            uci: mv.to_string(),
            board: played.board.map(|id| id.to_string()),
            games: played.games,
            won: played.won,
            drawn: played.drawn,
            lost: played.lost,
            rating: played.rating,
            used_ms: played.used_ms,
            quick: played.quick,
            last: played.last.map(day_text),
        });
    }
    let mut games = Vec::new();
    for at in found.best.iter().chain(&found.newest) {
        if !games.iter().any(|game: &ExploredGame| game.game == at.game) {
            games.extend(game(archive, at)?);
        }
    }
    let texts: Vec<String> = list.iter().map(|read| read.board.to_bfen()).collect();
    Ok(Explored { position: texts.join(" | "), total: found.total, moves, ended, games })
}

/// Writes a move in SAN. What is dropped may be a man that the position does not have in reserve.
fn san(board: &Board, mv: BughouseMove) -> String {
    let mut board = *board;
    if let BughouseMove::Drop { piece, .. } = mv {
        let color = board.side_to_move();
        if !board.reserve(color).contains(piece) {
            let _ = board.try_add_to_reserve(color, piece);
        }
    }
    board.san(mv).map_or_else(|_| mv.to_string(), |san| san.to_string())
}

fn game(archive: &Archive, at: &GameAt) -> Result<Option<ExploredGame>, ArchiveError> {
    Ok(archive.game(at.game)?.map(|game| ExploredGame {
        game: game.id,
        ply: at.ply,
        seats: seats(&game),
        date: game.date,
        result: game.result,
        winner: game.winner,
        end: game.end,
        plies: game.half_moves,
    }))
}

/// Tells who plays a game.
pub fn seats(game: &ArchivedGame) -> Seats {
    let player = |seat: Seat| Player {
        name: game.players[seat].clone().unwrap_or_default(),
        rating: game.ratings[seat].and_then(|rating| u32::try_from(rating).ok()),
    };
    Seats {
        white_a: player(Seat::WHITE_A),
        black_a: player(Seat::BLACK_A),
        white_b: player(Seat::WHITE_B),
        black_b: player(Seat::BLACK_B),
    }
}
