//! The arguments of `analyze` and `annotate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use bughouse_engines::{Limits, Program, Protocol};
use bughouse_mate::Limit;
use clap::{Args, value_parser};

use crate::cli_help::{ANALYZE_HELP, ANNOTATE_HELP};
use crate::cli_options::{LastFieldsArg, ReadingArgs, RulesArg};

/// How many positions the built-in search looks at in the place of a millisecond.
const BUILT_IN_NODES: u64 = 200;

/// Which engine is asked.
#[derive(Args, Debug)]
pub(crate) struct EngineProgram {
    /// The engine to ask in the place of the built-in search: a program that speaks UCI and plays bughouse, such as
    /// Fairy-Stockfish
    #[arg(long, value_name = "PATH")]
    pub(crate) engine: Option<PathBuf>,

    /// An argument for the engine; several are given one by one
    #[arg(long, value_name = "ARG", requires = "engine", allow_hyphen_values = true)]
    pub(crate) engine_arg: Vec<OsString>,

    /// The engine speaks UBI, and is sent both boards and the clocks
    #[arg(long, requires = "engine")]
    pub(crate) ubi: bool,
}

impl EngineProgram {
    /// Returns the engine that is named.
    pub(crate) fn program(&self) -> Option<Program> {
        let program = Program::new(self.engine.as_ref()?);
        let program = self.engine_arg.iter().fold(program, Program::arg);
        Some(if self.ubi { program.protocol(Protocol::Ubi) } else { program })
    }
}

/// Which engine is asked, and how much it may do.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) which: EngineProgram,

    /// The most milliseconds that the engine may take for a board
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..=3_600_000))]
    pub(crate) time: Option<u32>,

    /// The most positions that the engine may look at for a board
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl EngineArgs {
    /// Returns how much the engine may do for a board; so many milliseconds if nothing is said.
    pub(crate) fn limits(&self, usual: u64) -> Limits {
        let time = self.time.map(|time| Duration::from_millis(time.into()));
        match (self.nodes, time) {
            (Some(nodes), Some(time)) => Limits::nodes(nodes).within(time),
            (Some(nodes), None) => Limits::nodes(nodes),
            // The same answer on every machine.
            (None, None) if self.which.engine.is_none() => Limits::nodes(usual * BUILT_IN_NODES),
            (None, time) => Limits::time(time.unwrap_or(Duration::from_millis(usual))),
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = ANALYZE_HELP)]
pub(crate) struct AnalyzeArgs {
    /// The position to look at, or a file with a recorded game
    #[arg(value_name = "POSITION|FILE")]
    pub(crate) input: OsString,

    /// Which game of the file to look at, from 1
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) game: Option<u64>,

    /// After how many half-moves of the game to look at it, 0 is the start; the last by default
    #[arg(long, value_name = "K")]
    pub(crate) ply: Option<usize>,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// How many lines the engine gives for a board
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=64))]
    pub(crate) lines: u16,

    /// The most boards to look at for one answer about mates
    #[arg(long, value_name = "N", default_value_t = Limit::default().nodes)]
    pub(crate) mate_nodes: u32,

    /// Whose rules to play by; those of the record by default
    #[arg(long, value_name = "NAME", value_enum)]
    pub(crate) rules: Option<RulesArg>,

    /// Prints one JSON object, with each move in both notations
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = ANNOTATE_HELP)]
pub(crate) struct AnnotateArgs {
    /// The files to read; without any, stdin
    pub(crate) file: Vec<PathBuf>,

    /// Writes to FILE instead of stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrites FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// Writes each file in its own place
    #[arg(long, requires = "file")]
    pub(crate) in_place: bool,

    /// Writes evaluations of the built-in search, too
    #[arg(long, conflicts_with_all = ["engine", "clear"])]
    pub(crate) evaluate: bool,

    /// Takes out all that was written so, and writes nothing new
    #[arg(long, conflicts_with = "engine")]
    pub(crate) clear: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// The most boards to look at for one answer about mates
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) mate_nodes: u32,

    /// What the last two fields of each board of a FEN tag are; auto: clocks, unless they are 0 and a move number
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    pub(crate) last_fields: LastFieldsArg,
}
