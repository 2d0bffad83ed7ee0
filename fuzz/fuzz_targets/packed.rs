//! Any bytes are a packed board or not; those that are, are what the board packs to. Any board comes back.

#![no_main]

use bughouse_chess::{Board, BuildOptions, Packed, UnpackError};
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
    // Bytes that no board is made of are rejected early, so most of the work starts from a board.
    let _ = check_board(&mut Unstructured::new(bytes));
});

/// What unpacks packs to the same bytes.
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
        if let Ok((board, used)) = packed.unpack_with(&options(bits).build) {
            check_round_trip(&board);
            assert!(!strict || used.is_empty());
        }
    }
}

/// A board comes back from its bytes, and a few changed bytes are a board or not.
fn check_board(choices: &mut Unstructured<'_>) -> Result<()> {
    let board: Board = choices.arbitrary()?;
    let packed = board.pack().expect("two sets fit");
    // What was fed may be more pieces than pawns could have become, which a reader rejects unless it is told to accept it.
    let accepts = BuildOptions::default().accept_promoted(true);
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
