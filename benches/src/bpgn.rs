//! Game files: synthetic games in BPGN, compared with a PGN reader on the same moves.
//!
//! No other library reads BPGN. The closest work is to read each board as a Crazyhouse game in PGN: the same moves, clocks
//! and comments, under the tags of two games instead of one.

use std::hint::black_box;
use std::io::Read;
use std::ops::ControlFlow;
use std::rc::Rc;

use bpgn::input::{Parallel, Part};
use bpgn::{Checker, Flow, Place, RawGame, RawHalfMove, ReadOptions, Start, State};
use bughouse_chess::notation::san::SanAction;
use bughouse_chess::{BoardId, Leniencies, San};
use bughouse_generator::{GeneratedGame, Generator, HalfMove};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Position, PositionError};

use crate::harness::Row;

/// The minimum size of all texts together, in bytes.
const BYTES: usize = 200 << 20;

/// The minimum size of one text, in bytes. With short texts, both sides run before the speed of the machine changes.
const TEXT: usize = 4 << 20;

/// Returns the rows about game files.
pub(crate) fn rows(wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    const VISIT: &str = "records, all events, bytes";
    const REPLAY: &str = "records replayed, half-moves";
    const CHECK: &str = "records checked, half-moves";
    const THREADS: &str = "records checked on two cores";
    if ![VISIT, REPLAY, CHECK, THREADS].into_iter().any(wanted) {
        return Vec::new();
    }
    let texts = Rc::new(Texts::make());
    let run = |work: fn(&Texts, usize) -> u64| {
        let texts = Rc::clone(&texts);
        let mut next = 0;
        move || {
            next = (next + 1) % texts.pairs.len();
            work(&texts, next)
        }
    };
    vec![
        Row::new(VISIT, 1.3, run(|texts, i| visit(&texts.pairs[i].bpgn)))
            .rates()
            .baseline("pgn-reader 0.29", run(|texts, i| baseline_visit(&texts.pairs[i].pgn))),
        Row::new(REPLAY, 1.5, run(|texts, i| replay(&texts.pairs[i].bpgn)))
            .baseline("pgn-reader, shakmaty", run(|texts, i| baseline_replay(&texts.pairs[i].pgn))),
        Row::new(CHECK, 1.2, run(|texts, i| check(&texts.pairs[i].bpgn)))
            .baseline("pgn-reader, shakmaty", run(|texts, i| baseline_replay(&texts.pairs[i].pgn))),
        Row::new(THREADS, 1.8, run(|texts, _| check_on(texts, 2)))
            .wall()
            .baseline("one core", run(|texts, _| check_on(texts, 1))),
    ]
}

/// The same games in both notations.
struct Pair {
    bpgn: Vec<u8>,
    pgn: Vec<u8>,
}

struct Texts {
    pairs: Vec<Pair>,
    /// The BPGN of all pairs.
    whole: &'static [u8],
}

impl Texts {
    fn make() -> Texts {
        let generator = Generator::new(1);
        let mut pairs = Vec::new();
        let (mut bytes, mut number) = (0, 0);
        while bytes < BYTES {
            let mut pair = Pair { bpgn: Vec::new(), pgn: Vec::new() };
            while pair.bpgn.len() < TEXT {
                number += 1;
                let game = generator.game(number);
                if has_many_drops(&game) {
                    continue;
                }
                game.write_bpgn(&mut pair.bpgn);
                game.write_pgn_of_both_boards(&mut pair.pgn);
            }
            bytes += pair.bpgn.len();
            pairs.push(pair);
        }
        let whole = pairs.iter().flat_map(|pair| &pair.bpgn).copied().collect::<Vec<u8>>();
        Texts { pairs, whole: whole.leak() }
    }
}

/// Returns `true` if a board has more drops than the 32 pieces that shakmaty accepts in reserve.
fn has_many_drops(game: &GeneratedGame) -> bool {
    let is_drop = |half_move: &&HalfMove| matches!(half_move.san.action, SanAction::Drop { .. });
    BoardId::ALL.iter().any(|&board| {
        game.half_moves.iter().filter(|half_move| half_move.seat.board == board).filter(is_drop).count() > 32
    })
}

/// Reads BPGN, visits every tag, move and comment, and returns the number of bytes.
fn visit(text: &[u8]) -> u64 {
    struct Look(Seen);

    impl bpgn::Visitor for Look {
        type Output = ();

        fn tag(&mut self, tag: bpgn::RawTag<'_>) {
            black_box((tag.name, tag.value));
        }

        fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
            black_box(half_move.label);
            if let Ok((san, _)) = San::read(half_move.san, Leniencies::ALL) {
                self.0.moves += 1;
                self.0.drops += u64::from(matches!(san.action, SanAction::Drop { .. }));
            }
            Flow::Continue
        }

        fn comment(&mut self, comment: bpgn::RawComment<'_>) {
            self.0.comments += 1;
            self.0.comment_bytes += comment.text.len() as u64;
        }

        fn end_game(&mut self, _: RawGame<'_>) {}
    }

    let mut look = Look(Seen::default());
    bpgn::Reader::new(text).read_all(&mut look).expect("a text in memory");
    black_box(look.0);
    text.len() as u64
}

/// Reads BPGN strictly, plays every half-move, and returns the number of half-moves.
fn replay(text: &[u8]) -> u64 {
    struct Replay(bpgn::Replay);

    impl bpgn::Visitor for Replay {
        type Output = u64;

        fn begin_game(&mut self, _: &Place) -> Flow {
            self.0.restart(&Start::default());
            Flow::Continue
        }

        fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
            let RawHalfMove { label, san, .. } = half_move;
            if let Err(error) = self.0.half_move(label, san) {
                panic!("{}: {error}", san.escape_ascii());
            }
            Flow::Continue
        }

        fn end_game(&mut self, _: RawGame<'_>) -> u64 {
            self.0.played() as u64
        }
    }

    let mut replay = Replay(bpgn::Replay::new(ReadOptions::strict()));
    bpgn::Reader::new(text).read_games(&mut replay).map(|played| played.expect("a text in memory")).sum()
}

/// Replays BPGN with all checks, and returns the number of half-moves.
fn check(text: &[u8]) -> u64 {
    let mut checker = Checker::new(ReadOptions::strict(), |report| {
        assert_eq!(report.state, State::Ok, "game {}", report.place.number);
        report.played as u64
    });
    bpgn::Reader::new(text).read_games(&mut checker).map(|played| played.expect("a text in memory")).sum()
}

/// Checks all texts on several threads.
fn check_on(texts: &Texts, threads: usize) -> u64 {
    let parallel = Parallel::default().threads(threads);
    let mut played = 0;
    let open = |text: &'static [u8]| Ok(Box::new(text) as Box<dyn Read + Send>);
    parallel.run(
        vec![texts.whole],
        open,
        |_, piece| check(&piece.bytes),
        |_, part| {
            if let Part::Done(count) = part {
                played += count;
            }
            true
        },
    );
    played
}

/// Reads PGN with pgn-reader, visits every tag, move and comment, and returns the number of bytes.
pub(crate) fn baseline_visit(text: &[u8]) -> u64 {
    black_box(seen_by_baseline(text));
    text.len() as u64
}

/// Reads PGN with pgn-reader, plays every move with shakmaty, and returns the number of half-moves.
///
/// # Panics
/// If shakmaty rejects a start position or a move, which means that the text is wrong.
pub(crate) fn baseline_replay(text: &[u8]) -> u64 {
    Reader::new(text).read_games(&mut Replay).map(|half_moves| half_moves.expect("a text in memory")).sum()
}

/// What a reader finds in a text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Seen {
    games: u64,
    moves: u64,
    drops: u64,
    comments: u64,
    comment_bytes: u64,
}

fn seen_by_baseline(text: &[u8]) -> Seen {
    let mut seen = Seen::default();
    Reader::new(text).visit_all_games(&mut Count(&mut seen)).expect("a text in memory");
    seen
}

/// A visitor that counts.
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

/// A visitor that plays the moves. The output of a game is its number of half-moves.
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
                // A board can receive pieces from the other one.
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

    use super::{baseline_replay, baseline_visit, check, replay, seen_by_baseline, visit};

    fn games(count: u64) -> Vec<GeneratedGame> {
        let generator = Generator::new(1);
        (1..=count).map(|number| generator.game(number)).collect()
    }

    #[test]
    fn the_baseline_reads_the_same_moves_and_comments() {
        let games = games(5_000);
        let half_moves = || games.iter().flat_map(|game| &game.half_moves);
        let annotations = half_moves().filter(|half_move| half_move.comment.is_some()).count();
        let (mut text, mut bpgn) = (Vec::new(), Vec::new());
        for game in &games {
            game.write_pgn_of_both_boards(&mut text);
            game.write_bpgn(&mut bpgn);
        }

        let seen = seen_by_baseline(&text);
        assert_eq!(seen.games, 2 * games.len() as u64);
        assert_eq!(seen.moves, half_moves().count() as u64);
        // A clock for each half-move, and the comment at the start of each game.
        assert_eq!(seen.comments, seen.moves + (annotations + games.len()) as u64);
        assert_eq!(baseline_visit(&text), text.len() as u64);
        assert_eq!(baseline_replay(&text), seen.moves);
        assert_eq!(visit(&bpgn), bpgn.len() as u64);
        assert_eq!(replay(&bpgn), seen.moves);
        assert_eq!(check(&bpgn), seen.moves);
    }
}
