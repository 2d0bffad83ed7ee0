//! Checks the relations of `tests/relations` on a few texts each. The fuzz targets try many more.

use bpgn::{Limits, ReadOptions, WriteOptions};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, proptest};

use crate::relations::{chunks, lexer, replay, text, tree};
use crate::scale::scaled;

/// Bytes that are shown on one line if a test fails.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}, text {:?}", self.0, text::make(&self.0).escape_ascii().to_string())
    }
}

fn choices(most: usize) -> impl Strategy<Value = Bytes> {
    vec(any::<u8>(), 0..most).prop_map(Bytes)
}

/// Failures aren't stored in a file, because each gets a test of its own.
fn config() -> ProptestConfig {
    let cases = scaled(ProptestConfig::default().cases);
    ProptestConfig { failure_persistence: None, cases, ..ProptestConfig::default() }
}

fn limits() -> impl Strategy<Value = Limits> {
    (64usize..4096, 0usize..4, 0usize..4, any::<bool>()).prop_map(|(game_bytes, depth, errors, default)| {
        let limits = Limits::default();
        if default { limits } else { limits.game_bytes(game_bytes).depth(depth).errors(errors) }
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn tokens_cover_the_text(choices in choices(150), bytes in choices(150)) {
        let text = text::make(&choices.0);
        lexer::check(&text, 0..=text.len());
        lexer::check(&bytes.0, 0..=bytes.0.len());
    }

    #[test]
    fn events_do_not_depend_on_chunks_or_threads(
        choices in choices(150),
        limits in limits(),
        lengths in choices(8),
        chunk in 1usize..600,
        flows in choices(40),
    ) {
        let breaks = chunk % 2 == 1;
        let way =
            chunks::Way { limits, lengths: &lengths.0, chunk, threads: chunk % 3, flows: &flows.0, breaks };
        chunks::check(&text::make(&choices.0), way);
    }

    #[test]
    fn games_read_back_the_same_after_edits(
        choices in choices(150),
        width in 0usize..90,
        bits in any::<u8>(),
        changes in choices(40),
    ) {
        let options = WriteOptions::default().width(width).crlf(bits & 1 != 0).utf8(bits & 2 != 0);
        tree::check(&text::make(&choices.0), &options, &changes.0);
    }

    #[test]
    fn replays_are_consistent(choices in choices(150), limits in limits(), bits in any::<u8>()) {
        let options = [ReadOptions::strict(), ReadOptions::for_files()][bits as usize & 1].borrow(bits & 2 != 0).lint(bits & 4 != 0);
        replay::check(&text::make(&choices.0), options, limits);
    }
}

#[cfg(feature = "import")]
proptest! {
    #![proptest_config(config())]

    #[test]
    fn importers_return_an_error_or_a_valid_game(choices in choices(80)) {
        use crate::import_relations as import;
        import::check_bytes(&choices.0);
        import::check_uci(&choices.0);
        import::check_chesscom(&choices.0);
    }
}
