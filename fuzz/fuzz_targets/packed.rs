//! Any bytes as a packed board: rejected, or a board that packs to the same bytes. Any board survives packing.

#![no_main]

use bughouse_chess::board::UnpackError;
use bughouse_chess::{Board, Leniencies, Leniency, Packed, ReadOptions};
use bughouse_fuzz::{check_round_trip, options};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if bytes.len() != Packed::LEN {
        assert_eq!(Packed::try_from(bytes), Err(UnpackError::Length(bytes.len())));
    }
    let mut first = [0; Packed::LEN];
    let len = bytes.len().min(Packed::LEN);
    first[..len].copy_from_slice(&bytes[..len]);
    check_bytes(first);
    // Most bytes are rejected early, so also start from a valid board.
    let _ = check_board(&mut Unstructured::new(bytes));
});

/// Checks that bytes that unpack to a board are what the board packs to.
fn check_bytes(bytes: [u8; Packed::LEN]) {
    let packed = Packed::from(bytes);
    match packed.unpack() {
        Ok(board) => {
            assert_eq!(board.pack(), Ok(packed), "{board:?}");
            check_round_trip(&board);
        }
        Err(UnpackError::Invalid(invalid)) => assert!(!invalid.violations().is_empty()),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(packed.builder().is_err());
        }
    }
    for bits in [0, 0x18, 0x38, 0x80] {
        let strict = bits == 0;
        if let Ok((board, used)) = packed.unpack_with(&options(bits)) {
            check_round_trip(&board);
            assert!(!strict || used.is_empty());
        }
    }
}

/// Checks that a board survives packing, and that changed bytes are a valid board or an error.
fn check_board(choices: &mut Unstructured<'_>) -> Result<()> {
    let board: Board = choices.arbitrary()?;
    let packed = board.pack().expect("two sets fit");
    // The board may have more pieces than promotions can explain, which is rejected by default.
    let accepts = ReadOptions::default().accept(Leniencies::NONE.with(Leniency::TooManyPromoted));
    assert_eq!(packed.unpack_with(&accepts).map(|(board, _)| board).as_ref(), Ok(&board));
    if let Ok(strict) = packed.unpack() {
        assert_eq!(strict, board);
    }
    let mut bytes = *packed.as_bytes();
    for _ in 0..choices.int_in_range(0..=4)? {
        let at: usize = choices.choose_index(Packed::LEN)?;
        bytes[at] = choices.arbitrary()?;
        check_bytes(bytes);
    }
    Ok(())
}
