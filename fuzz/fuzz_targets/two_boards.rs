//! Two boards in one string survive writing and reading. With a few bytes changed, they are valid boards or an error inside the text.

#![no_main]

use bughouse_chess::notation::position::ParsedTwoBoards;
use bughouse_chess::{
    FenStyle, LastFields, Leniency, Material, Millis, Position, ReadOptions, Rules, Seconds, TwoBoards,
};
use bughouse_fuzz::{Choices, change, check_error, options, reach};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let (bits, changes) = (choices.byte(), choices.byte() % 6);
    let meanings =
        [LastFields::Auto, LastFields::Clocks, LastFields::Counters, LastFields::Tag, LastFields::LenientTag];
    let last_fields = meanings[usize::from(bits & 0x3f) % meanings.len()];
    let options = options(choices.byte()).last_fields(last_fields);
    let tight = options.accept.with(Leniency::TightBar);
    let chosen = if bits & 0x80 != 0 { options.accept(tight) } else { options };

    let plies = usize::from(choices.byte() % 16);
    let boards = [reach(&mut choices, plies), reach(&mut choices, plies)];
    let mut clock = || Seconds::from(Millis(choices.below(1 << 16) as i64 - 1_000));
    let clocks = [[clock(), clock()], [clock(), clock()]];
    let both = TwoBoards {
        position: Position::new(boards[0], boards[1], Rules::standard()),
        clocks: clocks.map(Some),
    };
    check_forms(&both);

    let text = if bits & 0x40 == 0 { both.to_thief() } else { both.to_bfen() };
    let mut text = text.into_bytes();
    for _ in 0..changes {
        change(&mut text, &mut choices, b"rnbqkpRNBQKP12345678/[]~- wbKQkqaAhHe36|| ..0999");
    }
    match ParsedTwoBoards::read(&text, &chosen) {
        Err(error) => check_error(&error, &text),
        Ok(parsed) => {
            assert!(matches!(parsed.last_fields, LastFields::Clocks | LastFields::Counters));
            match parsed.build(&chosen) {
                Err(invalid) => {
                    assert!(invalid.violations().count() > 0);
                    for error in invalid.errors() {
                        check_error(error, &text);
                    }
                }
                // Written and read again, it means the same.
                Ok((both, _)) => {
                    let spelled = parsed.to_string();
                    let known = chosen.last_fields(parsed.last_fields);
                    let (again, _) = TwoBoards::read(spelled.as_bytes(), &known).expect("it was read before");
                    assert_eq!(again, both, "{spelled}");
                }
            }
        }
    }
});

/// Checks that each format preserves what it can represent.
fn check_forms(both: &TwoBoards) {
    let read_as = |text: &str, last_fields| {
        // Arbitrary pieces were added to the boards, so they may have more than two sets.
        let options = ReadOptions::default().material(Material::Any).last_fields(last_fields);
        match TwoBoards::read(text.as_bytes(), &options) {
            Ok((both, _)) => both,
            Err(error) => panic!("{text} was written but cannot be read: {error}"),
        }
    };
    let bfen = both.to_bfen();
    assert_eq!(read_as(&bfen, LastFields::Auto), TwoBoards { clocks: [None; 2], ..*both }, "{bfen}");
    let thief = both.to_thief();
    let read = read_as(&thief, LastFields::Clocks);
    assert_eq!(read.clocks, both.clocks, "{thief}");
    for (board, again) in both.position.boards().iter().zip(read.position.boards()) {
        assert_eq!(board.hash(), again.hash(), "{thief}");
        let [one, other] = [board, again]
            .map(|board| board.text_with_clocks(&FenStyle::default(), Default::default(), "").to_string());
        assert_eq!(one, other, "{thief}");
    }
}
