//! The arguments of `ubi`.

use clap::Args;

use crate::cli_help::UBI_HELP;
use crate::cli_options::RulesArg;
use crate::ubi::MAX_HASH;

#[derive(Args, Debug)]
#[command(after_help = UBI_HELP)]
pub(crate) struct UbiArgs {
    /// The megabytes in which boards are remembered, for each board of a match
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = megabytes)]
    pub(crate) hash: usize,

    /// Whose rules to play by
    #[arg(long, value_name = "NAME", value_enum, default_value = "standard")]
    pub(crate) rules: RulesArg,
}

/// Reads a number of megabytes.
fn megabytes(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(megabytes @ 1..=MAX_HASH) => Ok(megabytes),
        _ => Err(format!("expected a number from 1 to {MAX_HASH}")),
    }
}
