//! Compressed text: damage is reported, and no game is made of damaged data.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use bpgn::input::{Chunks, DamagedData, MAX_HELD_TEXT};
use bpgn::{Limits, RawGame, Reader, Visitor};
use bughouse_generator::{Generator, Random};

use crate::scale::{runs_in_full, scaled};

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(1));
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

type Compress = fn(&[u8]) -> Vec<u8>;

const FORMATS: [(&str, Compress); 3] = [("bzip2", bzip2), ("gzip", gzip), ("zstd", zstd)];

/// Compresses a text in parts, which don't end where games end.
fn in_parts(text: &[u8], parts: usize, compress: Compress) -> Vec<u8> {
    text.chunks(text.len().div_ceil(parts)).flat_map(compress).collect()
}

fn games(count: u64) -> Vec<u8> {
    let generator = Generator::new(3);
    let mut text = Vec::new();
    (0..count).for_each(|number| generator.write_game(number, &mut text));
    text
}

/// Collects the texts of games.
#[derive(Default)]
struct Texts(Vec<Vec<u8>>);

impl Visitor for Texts {
    type Output = ();

    fn end_game(&mut self, game: RawGame<'_>) {
        self.0.push(game.bytes.trim_ascii().to_vec());
    }
}

/// Returns the games up to the end or an error, read one by one and in chunks.
fn read(source: impl Fn() -> io::Result<Box<dyn Read + Send>>) -> (Vec<Vec<u8>>, Option<io::Error>) {
    let mut one_by_one = Texts::default();
    let ended = Reader::new(source().unwrap()).read_all(&mut one_by_one);
    let mut in_chunks = Texts::default();
    let mut chunks = Chunks::new(source().unwrap(), Limits::default(), 1 << 16);
    let last = loop {
        match chunks.next_chunk() {
            Ok(Some(chunk)) => Reader::new(&chunk.bytes[..]).read_all(&mut in_chunks).unwrap(),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    assert_eq!(one_by_one.0, in_chunks.0);
    assert_eq!(ended.as_ref().err().map(ToString::to_string), last.as_ref().map(ToString::to_string));
    (one_by_one.0, ended.err())
}

fn read_packed(packed: &[u8]) -> (Vec<Vec<u8>>, Option<io::Error>) {
    let packed: &[u8] = packed;
    read(|| bpgn::decompress(io::Cursor::new(packed.to_vec())))
}

#[test]
fn flipped_bits_never_give_games_that_are_not_in_the_file() {
    // The text of a damaged block used to be returned before its checksum was verified.
    let text = games(120);
    let (originals, error) = read_packed(&text);
    assert!(originals.len() == 120 && text.len() > 250_000 && error.is_none());
    let known: HashSet<&Vec<u8>> = originals.iter().collect();
    let mut random = Random::new(11);
    for (name, compress) in FORMATS {
        for parts in [1, 4] {
            let packed = in_parts(&text, parts, compress);
            assert_eq!(read_packed(&packed).0, originals, "{name}");
            let (mut failed, mut some) = (0, 0);
            for _ in 0..scaled(150) {
                let mut damaged = packed.clone();
                // Without its signature, a file is not compressed.
                let at = 10 + random.below(packed.len() - 10);
                let bit = random.below(8);
                damaged[at] ^= 1 << bit;
                let (found, error) = read_packed(&damaged);
                let what = format!("{name} in {parts} parts, bit {bit} of byte {at}: {error:?}");
                assert!(found.iter().all(|game| known.contains(game)), "{what}");
                match error {
                    // Not all bits matter, such as the time in the header of gzip.
                    None => assert_eq!(found, originals, "{what}"),
                    Some(error) => {
                        let damage = DamagedData::of(&error).expect(&what);
                        assert!(damage.unverified().is_none(), "{what}");
                        // All of them if only a checksum at the end is damaged.
                        assert_eq!(found, originals[..found.len()], "{what}");
                        failed += 1;
                        some += u32::from(!found.is_empty());
                    }
                }
            }
            assert!(failed > 140 || !runs_in_full(), "{name}: {failed}");
            // Blocks and parts before the damage are read.
            let whole = parts == 1 && name != "bzip2";
            assert!(some > 50 || whole || !runs_in_full(), "{name} in {parts} parts: {some}");
        }
    }
}

#[test]
fn truncated_files_give_only_whole_games() {
    // The last game before the end used to be cut off in the middle.
    let text = games(60);
    let (originals, _) = read_packed(&text);
    for (name, compress) in FORMATS {
        let packed = in_parts(&text, 3, compress);
        for end in (11..packed.len()).step_by(packed.len() / 40) {
            let (found, error) = read_packed(&packed[..end]);
            assert_eq!(found, originals[..found.len()], "{name}: {end}");
            // It may end exactly after a part.
            let message = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(
                message.starts_with(&format!("the {name} data is truncated")),
                "{name}, {end}: {message}"
            );
        }
    }
}

#[test]
fn a_member_too_long_to_hold_back_is_reported_with_its_range() {
    let first = games(20);
    let mut second = games(50);
    while second.len() < MAX_HELD_TEXT * 2 {
        second.extend_from_within(..);
    }
    let whole = second.len() as u64;
    let start = first.len() as u64;
    for (name, compress) in &FORMATS[1..] {
        let mut packed = [compress(&first), compress(&second)].concat();
        // The checksum comes last: in gzip before the length.
        let at = packed.len() - if *name == "gzip" { 6 } else { 2 };
        packed[at] ^= 1;
        let open = || bpgn::decompress(io::Cursor::new(packed.clone())).unwrap();
        let mut read = Vec::new();
        let error = open().read_to_end(&mut read).unwrap_err();
        let damage = DamagedData::of(&error).unwrap();
        let unverified = damage.unverified().unwrap();
        assert_eq!((unverified.start, unverified.end, damage.verified()), (start, read.len() as u64, start));
        let held = start + whole - unverified.end;
        assert!((MAX_HELD_TEXT as u64 - (64 << 10)..=MAX_HELD_TEXT as u64).contains(&held), "{held}");
        let expected = format!("; bytes {start} to {} of its text were read before that", unverified.end);
        assert!(error.to_string().contains(&expected), "{error}");

        // Verified first, none of it is returned.
        let text = || bpgn::input::verify(&packed[..])?.decompress(io::Cursor::new(packed.clone()));
        let mut verified = Vec::new();
        let error = text().unwrap().read_to_end(&mut verified).unwrap_err();
        assert!(verified == first && DamagedData::of(&error).unwrap().unverified().is_none());
        assert!(error.to_string().contains(&format!("the {name} data is damaged: ")), "{error}");
        packed[at] ^= 1;
        let mut text = bpgn::input::verify(&packed[..]).unwrap().decompress(&packed[..]).unwrap();
        assert_eq!(io::copy(&mut text, &mut io::sink()).unwrap(), start + whole);
    }
}

#[test]
fn all_blocks_before_a_damaged_one_are_read() {
    // Data decoded together with the first damaged byte used to be lost.
    let text: Vec<u8> = (0..40_000_u32).flat_map(|number| format!("{number} ").into_bytes()).collect();
    let mut packed = bzip2(&text);
    // The second of three blocks begins somewhere in a byte. The damage is well inside it.
    let at = packed.len() * 5 / 8;
    assert!(text.len() > 200_000);
    packed[at] ^= 0x55;
    let mut read = Vec::new();
    let error = bpgn::decompress(&packed[..]).unwrap().read_to_end(&mut read).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
    // Such a block has just under 100,000 bytes.
    assert!(read.len() > 99_000 && text.starts_with(&read), "{}", read.len());
}

#[test]
fn damage_is_returned_again_by_later_reads() {
    // A reader that tried again used to see the end of the file.
    for (name, compress) in FORMATS {
        let mut packed = compress(&games(5));
        let middle = packed.len() / 2;
        packed[middle] ^= 0x10;
        let mut text = bpgn::decompress(&packed[..]).unwrap();
        let mut buffer = [0; 100];
        for _ in 0..3 {
            let error = text.read(&mut buffer).unwrap_err();
            assert!(error.to_string().starts_with(&format!("the {name} data is damaged: ")), "{error}");
        }
    }
}

#[test]
fn errors_of_the_source_are_not_damage() {
    // They used to be reported as damaged data, without their cause.
    struct Failing<'a>(&'a [u8], bool);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            match self.0 {
                _ if self.1 => Err(io::ErrorKind::Interrupted.into()),
                [] => Err(io::Error::from_raw_os_error(5)),
                _ => self.0.read(buffer),
            }
        }
    }

    let text = games(5);
    for (name, compress) in FORMATS {
        let packed = compress(&text);
        for end in [packed.len() / 2, packed.len()] {
            let mut read = bpgn::decompress(Failing(&packed[..end], false)).unwrap();
            let error = io::copy(&mut read, &mut io::sink()).unwrap_err();
            assert_eq!(error.raw_os_error(), Some(5), "{name}: {error}");
            let error = bpgn::input::verify(Failing(&packed[..end], false)).map(|_| ());
            assert_eq!(error.is_ok(), name == "bzip2", "{name}: {error:?}");
        }
    }
}

#[test]
fn runs_of_a_byte_in_bzip2_are_read() {
    // A block of bzip2 can hold 46 MB of them.
    let mut text = vec![b' '; 30 << 20];
    text.extend_from_slice(b"[Event \"x\"]\n1A. e4 *\n");
    let mut packed = bzip2(&text);
    let (found, error) = read_packed(&packed);
    assert!(found.len() == 1 && error.is_none());
    let at = packed.len() - 12;
    packed[at] ^= 4;
    assert!(read_packed(&packed).1.is_some());
}
