//! Counts knight drops on f7 by the rating of the player, over any number of files, compressed or not.
//!
//! `cargo run --release -p bpgn --example knight_drops -- games.bpgn.bz2`

use std::collections::BTreeMap;
use std::io::{self, Read};

use bpgn::bughouse_chess::{BughouseMove, Color, Piece, Rank, Seat, Square};
use bpgn::tags::Rating;
use bpgn::{
    Flow, Place, RawGame, RawHalfMove, RawTag, ReadOptions, Reader, Replay, Start, Visitor, tags::elo_tag,
};

/// How many of all half-moves were a knight dropped on f7, or on f2 by Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    drops: u64,
    half_moves: u64,
}

/// Plays each game while it is read, and counts.
struct Counter {
    replay: Replay,
    ratings: [Option<u32>; 4],
    /// By hundreds of rating points.
    by_rating: BTreeMap<u32, Count>,
}

impl Counter {
    fn new() -> Counter {
        let replay = Replay::new(ReadOptions::for_files());
        Counter { replay, ratings: [None; 4], by_rating: BTreeMap::new() }
    }

    /// Reads all games of a source.
    fn read(&mut self, source: impl Read) -> io::Result<()> {
        Reader::new(source).read_all(self)
    }
}

impl Visitor for Counter {
    type Output = ();

    fn begin_game(&mut self, _place: &Place) -> Flow {
        // These games begin from the starting position.
        self.replay.restart(&Start::default());
        self.ratings = [None; 4];
        Flow::Continue
    }

    fn tag(&mut self, tag: RawTag<'_>) {
        for seat in Seat::ALL {
            if tag.name == elo_tag(seat).as_bytes() {
                self.ratings[seat.to_index()] = Rating::read(tag.value).points();
            }
        }
    }

    fn begin_variation(&mut self, _span: bpgn::bughouse_chess::Span, _depth: usize) -> Flow {
        Flow::Skip
    }

    fn half_move(&mut self, half_move: RawHalfMove<'_>) -> Flow {
        let Ok(step) = self.replay.half_move(half_move.label, half_move.san) else {
            // An illegal half-move ends the game here.
            return Flow::Skip;
        };
        let seat = step.played.seat;
        let seventh = if seat.color == Color::White { Rank::Seventh } else { Rank::Second };
        let wanted = Square::new(bpgn::bughouse_chess::File::F, seventh);
        if let Some(rating) = self.ratings[seat.to_index()] {
            let count = self.by_rating.entry(rating / 100 * 100).or_default();
            count.half_moves += 1;
            let drop = BughouseMove::Drop { piece: Piece::Knight, square: wanted };
            count.drops += u64::from(step.played.mv == drop);
        }
        Flow::Continue
    }

    fn end_game(&mut self, _game: RawGame<'_>) {}
}

fn main() -> io::Result<()> {
    let mut counter = Counter::new();
    for path in std::env::args_os().skip(1) {
        counter.read(bpgn::open(std::path::Path::new(&path))?)?;
    }
    println!("rating  half-moves  knight drops on f7");
    for (rating, Count { drops, half_moves }) in &counter.by_rating {
        println!("{rating:>6}  {half_moves:>10}  {drops:>10}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use bpgn::{ReadOptions, Timeline};
    use bughouse_generator::Generator;

    use super::{BughouseMove, Color, Count, Counter, Piece, Reader, Square};

    /// The same count from timelines of whole games, which is slower but simpler.
    #[test]
    fn a_compressed_archive_is_counted() {
        let generator = Generator::new(7);
        let mut text = Vec::new();
        for number in 0..60 {
            generator.write_game(number, &mut text);
        }
        let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        packed.write_all(&text).unwrap();
        let packed = packed.finish().unwrap();

        let mut counter = Counter::new();
        counter.read(bpgn::decompress(&packed[..]).unwrap()).unwrap();
        let mut found = Count::default();
        for count in counter.by_rating.values() {
            found.drops += count.drops;
            found.half_moves += count.half_moves;
        }
        let mut expected = Count::default();
        for record in Reader::new(&text[..]).records() {
            for moment in Timeline::new(&record.unwrap().game, &ReadOptions::for_files()).moments {
                let square = if moment.seat.color == Color::White { Square::F7 } else { Square::F2 };
                expected.half_moves += 1;
                let drop = BughouseMove::Drop { piece: Piece::Knight, square };
                expected.drops += u64::from(moment.mv == drop);
            }
        }
        assert_eq!(found, expected);
        assert!(found.drops > 0, "{found:?}");
    }
}
