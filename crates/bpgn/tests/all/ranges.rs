//! Ranges of a file: read one by one, they hold the same games as the whole.

use std::io::Cursor;

use bpgn::input::game_start;
use bpgn::{RawGame, Reader, Visitor};
use bughouse_generator::Generator;
use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::prop_assert_eq;

use crate::scale::scaled;

/// The text of each game.
struct Games;

impl Visitor for Games {
    type Output = Vec<u8>;

    fn end_game(&mut self, game: RawGame<'_>) -> Vec<u8> {
        game.bytes.trim_ascii().to_vec()
    }
}

fn games(text: &[u8]) -> Vec<Vec<u8>> {
    Reader::new(text).read_games(&mut Games).collect::<Result<_, _>>().unwrap()
}

fn synthetic_games(count: u64) -> Vec<u8> {
    let generator = Generator::new(5).annotated();
    let mut text = Vec::new();
    (0..count).for_each(|number| generator.write_game(number, &mut text));
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(60)))]

    #[test]
    fn ranges_have_the_games_of_the_whole_file(
        mut cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 0..12),
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let mut text = synthetic_games(12);
        for (at, byte) in damage {
            let at = at.index(text.len());
            text[at] = byte;
        }
        cuts.sort_by_key(|cut| cut.index(text.len()));
        let mut all = Vec::new();
        let mut from = 0;
        let ends = cuts.iter().map(|cut| cut.index(text.len())).chain([text.len()]);
        for end in ends {
            let start = |offset| game_start(&mut Cursor::new(&text), offset as u64).unwrap() as usize;
            let (first, last) = (start(from), start(end));
            all.extend(games(&text[first..last.max(first)]));
            from = end;
        }
        prop_assert_eq!(all, games(&text));
    }
}

#[test]
fn a_start_is_found_after_much_text() {
    let mut text = synthetic_games(1);
    text.resize(text.len() + 300_000, b'x');
    let second = text.len() as u64 + 1;
    text.extend_from_slice(b"\n[Event \"y\"]\n1A. d4 *\n");
    for offset in [1, 70_000, second - 1, second] {
        assert_eq!(game_start(&mut Cursor::new(&text), offset).unwrap(), second, "{offset}");
    }
    assert_eq!(game_start(&mut Cursor::new(&text), second + 1).unwrap(), text.len() as u64);
}

#[test]
fn places_after_a_tag_or_much_white_space_are_skipped() {
    for between in ["[Site \"x\"]", &" ".repeat(5_000)] {
        let text = format!("[Event \"x\"]\n1A. e4 *\n{between}\n[Event \"y\"]\n1A. d4 *\n");
        assert_eq!(game_start(&mut Cursor::new(&text), 30).unwrap(), text.len() as u64, "{between:.10}");
    }
}
