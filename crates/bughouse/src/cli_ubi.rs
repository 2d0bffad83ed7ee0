//! The arguments of `ubi`.

use bughouse_engines::UbiOptions;
use clap::Args;

use crate::cli_help;
use crate::cli_options::{RulesArg, number};

#[derive(Args, Debug)]
#[command(after_help = cli_help::UBI, after_long_help = cli_help::UBI_LONG)]
pub(crate) struct UbiArgs {
    /// Size of the transposition tables of both boards together, in MB
    #[arg(long, value_name = "MB", default_value_t = 32, value_parser = number(UbiOptions::MIN_MEGABYTES..=UbiOptions::MAX_MEGABYTES))]
    pub(crate) hash: usize,

    /// Rule preset
    #[arg(long, value_name = "PRESET", value_enum, default_value = "standard")]
    pub(crate) rules: RulesArg,
}
