//! How much the heavy tests do. This file is a module of the tests of several crates.

/// Returns a number of rounds for a heavy test. The environment variable `TEST_SCALE`, such as 0.1, makes it lower.
/// `cargo xtask test` does that, and `cargo xtask test --all` and plain `cargo test` don't.
pub(crate) fn scaled(rounds: u32) -> u32 {
    (f64::from(rounds) * scale()).ceil() as u32
}

/// Returns `true` if heavy tests run in full. Only then do they count what they have seen.
pub(crate) fn runs_in_full() -> bool {
    scale() >= 1.0
}

fn scale() -> f64 {
    match std::env::var("TEST_SCALE") {
        Ok(text) => {
            text.parse().ok().filter(|scale| (0.0..=1.0).contains(scale)).expect("TEST_SCALE is 0 to 1")
        }
        Err(_) => 1.0,
    }
}
