//! Game records: made-up games as texts, and what a reader of PGN does with them.
//!
//! No peer reads BPGN. The nearest work is to read each board as a PGN game of Crazyhouse: the same moves, clocks and
//! comments, under the tags of two games instead of one.

use std::hint::black_box;
use std::ops::ControlFlow;

use bughouse_generator::GeneratedGame;
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Position, PositionError};

/// Writes games as BPGN.
pub(crate) fn bpgn_of<'g>(games: impl IntoIterator<Item = &'g GeneratedGame>) -> Vec<u8> {
    let mut text = Vec::new();
    games.into_iter().for_each(|game| game.write_bpgn(&mut text));
    text
}

/// Writes games as PGN, two for each: a game of Crazyhouse for each board, with men in reserve for all its drops.
pub(crate) fn pgn_of<'g>(games: impl IntoIterator<Item = &'g GeneratedGame>) -> Vec<u8> {
    let mut text = Vec::new();
    games.into_iter().for_each(|game| game.write_pgn_of_both_boards(&mut text));
    text
}

/// Reads a PGN text with pgn-reader, looks at every move and comment, and returns how many bytes were read.
pub(crate) fn peer_visit(text: &[u8]) -> u64 {
    black_box(seen_by_peer(text));
    text.len() as u64
}

/// Reads a PGN text with pgn-reader, plays every move with shakmaty, and returns how many half-moves there were.
///
/// # Panics
/// If a start position or a move is not legal for shakmaty, which says that the text is wrong.
pub(crate) fn peer_replay(text: &[u8]) -> u64 {
    Reader::new(text).read_games(&mut Replay).map(|half_moves| half_moves.expect("a text in memory")).sum()
}

/// What goes by in a text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Seen {
    games: u64,
    moves: u64,
    drops: u64,
    comments: u64,
    comment_bytes: u64,
}

fn seen_by_peer(text: &[u8]) -> Seen {
    let mut seen = Seen::default();
    Reader::new(text).visit_all_games(&mut Count(&mut seen)).expect("a text in memory");
    seen
}

/// Counts what it is shown.
struct Count<'s>(&'s mut Seen);

impl Visitor for Count<'_> {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        black_box((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.0.moves += 1;
        self.0.drops += u64::from(matches!(san.san, shakmaty::san::San::Put { .. }));
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.0.comment_bytes += comment.as_bytes().len() as u64;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.0.comments += 1;
        self.0.comment_bytes += comment.as_bytes().len() as u64;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {
        self.0.games += 1;
    }
}

/// Plays what it is shown. A game's output is its number of half-moves.
struct Replay;

impl Visitor for Replay {
    type Tags = Crazyhouse;
    type Movetext = (Crazyhouse, u64);
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, Crazyhouse> {
        ControlFlow::Continue(Crazyhouse::default())
    }

    fn tag(&mut self, position: &mut Crazyhouse, name: &[u8], value: RawTag<'_>) -> ControlFlow<u64> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).expect("a FEN that shakmaty reads");
            *position = fen
                .into_position(CastlingMode::Standard)
                // Men of two boards meet on one.
                .or_else(PositionError::ignore_too_much_material)
                .expect("a position that shakmaty accepts");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, position: Crazyhouse) -> ControlFlow<u64, (Crazyhouse, u64)> {
        ControlFlow::Continue((position, 0))
    }

    fn san(&mut self, (position, played): &mut (Crazyhouse, u64), san: SanPlus) -> ControlFlow<u64> {
        match san.san.to_move(position) {
            Ok(mv) => position.play_unchecked(mv),
            Err(error) => panic!("half-move {}, {san}: {error}", *played + 1),
        }
        *played += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (position, played): (Crazyhouse, u64)) -> u64 {
        black_box(position);
        played
    }
}

#[cfg(test)]
mod tests {
    use bughouse_generator::{GeneratedGame, Generator};
    use cpu_time::ThreadTime;

    use super::{bpgn_of, peer_replay, peer_visit, pgn_of, seen_by_peer};

    fn games(count: u64) -> Vec<GeneratedGame> {
        let generator = Generator::new(1);
        (1..=count).map(|number| generator.game(number)).collect()
    }

    #[test]
    fn the_peer_sees_every_move_and_comment_and_accepts_them() {
        let games = games(5_000);
        let half_moves = || games.iter().flat_map(|game| &game.half_moves);
        let remarks = half_moves().filter(|half_move| half_move.comment.is_some()).count();
        let text = pgn_of(&games);

        let seen = seen_by_peer(&text);
        assert_eq!(seen.games, 2 * games.len() as u64);
        assert_eq!(seen.moves, half_moves().count() as u64);
        // A clock for each half-move, and the comment that each game begins with.
        assert_eq!(seen.comments, seen.moves + (remarks + games.len()) as u64);
        assert_eq!(peer_visit(&text), text.len() as u64);
        assert_eq!(peer_replay(&text), seen.moves);
    }

    /// `cargo test --release -p bughouse-benches -- --ignored --nocapture` prints what the peer does in a second.
    #[test]
    #[ignore = "measures"]
    fn rates_of_the_peer() {
        let games = games(20_000);
        let (bpgn, pgn) = (bpgn_of(&games), pgn_of(&games));
        println!("{} games: BPGN {} bytes, PGN {} bytes", games.len(), bpgn.len(), pgn.len());
        for (work, run) in
            [("bytes visited", peer_visit as fn(&[u8]) -> u64), ("half-moves played", peer_replay)]
        {
            for _ in 0..3 {
                let start = ThreadTime::now();
                let done = run(&pgn);
                println!("{work}: {:.1} M/s", done as f64 / start.elapsed().as_secs_f64() / 1e6);
            }
        }
    }
}
