//! Many games, made on all cores and written in order.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use crate::Generator;

/// How much to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// This number of games.
    Games(u64),
    /// Whole games until there are at least this many bytes.
    Bytes(u64),
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The games.
    pub games: u64,
    /// The bytes.
    pub bytes: u64,
}

/// The games that one thread makes at a time.
const BLOCK: u64 = 256;
/// The blocks of each thread that may wait to be written.
const WAITING: usize = 4;

/// The texts of some games, one after the other.
struct Block {
    text: Vec<u8>,
    /// Where the text of each game ends.
    ends: Vec<usize>,
}

/// Writes the games of a generator from number 1 on, made by some threads. Memory does not grow with the amount.
///
/// # Errors
/// Returns what `out` reports.
pub fn write_games(
    generator: &Generator,
    amount: Amount,
    threads: NonZero<usize>,
    out: &mut impl Write,
) -> io::Result<Written> {
    write_from(generator, 1, amount, threads, out)
}

/// Writes the games with some numbers, as [`write_games`] does.
///
/// # Errors
/// Returns what `out` reports.
pub fn write_numbered(
    generator: &Generator,
    numbers: Range<u64>,
    threads: NonZero<usize>,
    out: &mut impl Write,
) -> io::Result<Written> {
    let games = numbers.end.saturating_sub(numbers.start);
    write_from(generator, numbers.start, Amount::Games(games), threads, out)
}

fn write_from(
    generator: &Generator,
    start: u64,
    amount: Amount,
    threads: NonZero<usize>,
    out: &mut impl Write,
) -> io::Result<Written> {
    thread::scope(|scope| {
        let blocks: Vec<_> = (0..threads.get() as u64)
            .map(|first| {
                let (sender, receiver) = mpsc::sync_channel(WAITING);
                scope.spawn(move || {
                    make_blocks(generator, start, amount, first, threads.get() as u64, &sender);
                });
                receiver
            })
            .collect();
        // The threads take turns, so their blocks come in order. A thread that is done hangs up.
        let in_order = blocks.iter().cycle().map_while(|receiver| receiver.recv().ok());
        let mut written = Written::default();
        for Block { text, ends } in in_order {
            let wanted = match amount {
                Amount::Games(_) => ends.len(),
                Amount::Bytes(bytes) => {
                    let missing = bytes.saturating_sub(written.bytes);
                    ends.len().min(1 + ends.partition_point(|&end| (end as u64) < missing))
                }
            };
            let bytes = wanted.checked_sub(1).map_or(0, |last| ends[last]);
            out.write_all(&text[..bytes])?;
            written.games += wanted as u64;
            written.bytes += bytes as u64;
            if matches!(amount, Amount::Bytes(wanted) if written.bytes >= wanted) {
                break;
            }
        }
        // Threads that still make games find nobody to take them, and stop.
        drop(blocks);
        out.flush()?;
        Ok(written)
    })
}

/// Makes every so many-th block until there are enough, or nobody takes them.
fn make_blocks(
    generator: &Generator,
    start: u64,
    amount: Amount,
    first: u64,
    step: u64,
    sender: &SyncSender<Block>,
) {
    let enough = match amount {
        Amount::Games(games) => games,
        Amount::Bytes(0) => 0,
        Amount::Bytes(_) => u64::MAX,
    };
    let mut done = first.saturating_mul(BLOCK);
    while done < enough {
        let mut block = Block { text: Vec::new(), ends: Vec::new() };
        for number in done..enough.min(done.saturating_add(BLOCK)) {
            generator.write_game(start.saturating_add(number), &mut block.text);
            block.ends.push(block.text.len());
        }
        if sender.send(block).is_err() {
            return;
        }
        done = done.saturating_add(step.saturating_mul(BLOCK));
    }
}
