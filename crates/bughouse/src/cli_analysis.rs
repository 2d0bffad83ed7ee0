//! The arguments of `analyze` and `annotate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use bughouse_engines::{Limits, Program, Protocol};
use bughouse_mate::Limit;
use clap::Args;

use crate::cli_help;
use crate::cli_options::{LastFieldsArg, ReadingArgs, RulesArg, number};

/// How many positions the built-in engine searches instead of a millisecond.
const BUILT_IN_NODES: u64 = 200;

/// The engine to use.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineProgram {
    /// Use this UCI engine instead of the built-in one; it must support bughouse
    ///
    /// For example, Fairy-Stockfish.
    #[arg(long, value_name = "PATH")]
    pub(crate) engine: Option<PathBuf>,

    /// Argument for the engine; repeat for several
    #[arg(long, value_name = "ARG", requires = "engine", allow_hyphen_values = true)]
    pub(crate) engine_arg: Vec<OsString>,

    /// Use the UBI protocol instead of UCI, so the engine sees both boards and the clocks
    #[arg(long, requires = "engine")]
    pub(crate) ubi: bool,
}

impl EngineProgram {
    /// Returns the engine; `None` for the built-in one.
    pub(crate) fn program(&self) -> Option<Program> {
        let program = Program::new(self.engine.as_ref()?);
        let program = self.engine_arg.iter().fold(program, Program::arg);
        Some(if self.ubi { program.protocol(Protocol::Ubi) } else { program })
    }
}

/// The engine to use, and its limits.
#[derive(Args, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) which: EngineProgram,

    /// Time limit per board, in milliseconds
    #[arg(long, value_name = "MS", value_parser = number::<u32>(1..=3_600_000))]
    pub(crate) time: Option<u32>,

    /// Maximum number of positions to search per board
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
}

impl EngineArgs {
    /// Returns the limits per board; without options, this number of milliseconds.
    pub(crate) fn limits(&self, default_ms: u64) -> Limits {
        let time = self.time.map(|time| Duration::from_millis(time.into()));
        match (self.nodes, time) {
            (Some(nodes), Some(time)) => Limits::nodes(nodes).within(time),
            (Some(nodes), None) => Limits::nodes(nodes),
            // So the results are the same on every machine.
            (None, None) if self.which.engine.is_none() => Limits::nodes(default_ms * BUILT_IN_NODES),
            (None, time) => Limits::time(time.unwrap_or(Duration::from_millis(default_ms))),
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::ANALYZE, after_long_help = cli_help::ANALYZE_LONG)]
pub(crate) struct AnalyzeArgs {
    /// Position or game file to analyze, or `-` for stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. If one board is in
    /// FEEN, the other must be, too. Two-board FEN with clocks is also accepted. `start` is the
    /// starting position, also for one of two boards. A file has BPGN or a position, plain or
    /// compressed with bzip2, gzip or zstd.
    #[arg(verbatim_doc_comment, value_name = "POSITION|FILE")]
    pub(crate) input: OsString,

    /// Number of the game in the file [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) game: Option<u64>,

    /// Number of half-moves to play, 0 for the start [default: all]
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=usize::MAX))]
    pub(crate) ply: Option<usize>,

    /// Maximum number of positions to search for each mate
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = Limit::default().nodes, value_parser = number::<u32>(0..=u32::MAX))]
    pub(crate) mate_nodes: u32,

    /// Rule preset [default: standard, or that of the game]
    #[arg(long, value_name = "PRESET", value_enum)]
    pub(crate) rules: Option<RulesArg>,

    /// Print one JSON object, with each move in both notations
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Number of lines per board
    #[arg(help_heading = "Engine", long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=64))]
    pub(crate) lines: u16,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::ANNOTATE, after_long_help = cli_help::ANNOTATE_LONG)]
pub(crate) struct AnnotateArgs {
    /// Files or folders to annotate; without any, stdin
    ///
    /// Files are BPGN, plain or compressed with bzip2, gzip or zstd. `-` is stdin. In a folder,
    /// all files that end in .bpgn or .pgn are read, with or without .bz2, .gz or .zst, except
    /// hidden ones; subfolders are included.
    #[arg(verbatim_doc_comment)]
    pub(crate) file: Vec<PathBuf>,

    /// Write to FILE instead of stdout; FILE is written atomically
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// Replace each file
    #[arg(long, requires = "file")]
    pub(crate) in_place: bool,

    /// Also write evaluations of the built-in engine
    #[arg(long, conflicts_with_all = ["engine", "clear"])]
    pub(crate) evaluate: bool,

    /// Remove annotations written by this command
    #[arg(long, conflicts_with = "engine")]
    pub(crate) clear: bool,

    /// Maximum number of positions to search for each mate
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = 2000, value_parser = number::<u32>(0..=u32::MAX))]
    pub(crate) mate_nodes: u32,

    /// Meaning of the last two fields of each board in a FEN tag
    ///
    /// `auto` reads them as clocks, unless they are 0 and a move number.
    #[arg(hide_short_help = true, long, value_name = "FIELDS", value_enum, default_value = "auto")]
    pub(crate) last_fields: LastFieldsArg,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}
