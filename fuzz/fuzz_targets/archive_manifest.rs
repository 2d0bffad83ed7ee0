//! Manifests of archives: any bytes, and a manifest with changes, are parsed or rejected.

#![no_main]

use bughouse_archive::Manifest;
use bughouse_fuzz::{Choices, change};
use libfuzzer_sys::fuzz_target;

/// A manifest of an archive with one game, without checksum. Changes to one with a checksum are only rejected.
const PLAIN: &str = include_str!("../src/manifest.json");

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::new(bytes);
    let text = match choices.byte() % 4 {
        0 => choices.rest().to_vec(),
        _ => {
            let mut text = PLAIN.as_bytes().to_vec();
            for _ in 0..choices.byte() % 16 {
                change(&mut text, &mut choices, b"0123456789-\"{}[],:.eE/tfn");
            }
            text
        }
    };
    match Manifest::from_bytes(&text) {
        Ok(manifest) => {
            let _ = (manifest.game_count(), manifest.files_of("games").count());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
