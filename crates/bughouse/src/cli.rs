//! The command-line arguments: one struct for each command.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;

use bpgn::LinePath;
use bughouse_chess::{Promotion, Rules};
use bughouse_mate::{Arrivals, Limit};
use bughouse_review::format::Format;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::clean::Content;
use crate::cli_analysis::{AnalyzeArgs, AnnotateArgs, EngineProgram};
use crate::cli_archive::{ArchiveAction, ArchiveArgs, ExploreArgs, SearchArgs};
use crate::cli_help;
use crate::cli_options::{
    LastFieldsArg, OrderArg, PositionTarget, PromotionArg, ReadingArgs, RulesArg, StateArg, StyleArgs,
    Target, number,
};
use crate::cli_ubi::UbiArgs;
use crate::color::When;
use crate::report;

/// Review, check, convert, search and analyze bughouse games
#[derive(Parser, Debug)]
#[command(name = "bughouse", version, after_help = cli_help::TOP, help_template = cli_help::TEMPLATE)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colors
    ///
    /// `auto` uses them on a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        // After the options of each command, however many commands there are.
        display_order = 100,
        value_name = "WHEN",
        value_enum,
        default_value = "auto"
    )]
    pub(crate) color: When,
}

/// Prints a usage error with the usage of a command, and exits.
pub(crate) fn usage_error(command: &[&str], kind: ErrorKind, message: String) -> ! {
    let mut root = Cli::command();
    // Sets the full names of the commands.
    root.build();
    let found = command.iter().try_fold(&mut root, |parent, name| parent.find_subcommand_mut(name));
    match found {
        Some(found) => report::exit(&found.error(kind, message), None),
        None => report::exit(&Cli::command().error(kind, message), None),
    }
}

impl Command {
    /// Returns what the command writes to stdout. Text is the safe choice for a new command.
    pub(crate) fn content(&self) -> Content {
        let is_data = match self {
            Command::Fmt(args) => !args.check,
            Command::Convert(args) => matches!(args.formats(), Ok(None)),
            Command::Annotate(args) => !args.in_place,
            Command::Replay(args) => args.html,
            Command::Archive(args) => matches!(args.action, ArchiveAction::Export(_)),
            Command::Search(args) => args.bpgn || args.sql,
            _ => false,
        };
        if is_data { Content::Data } else { Content::Text }
    }
}

/// The commands, in the order of the help: games, archives, positions, the rest.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Review games in the browser
    ///
    /// Opens a web UI with both boards, clocks, reserves and analysis. It runs on your machine:
    /// the server accepts no connections from elsewhere, unless you pass --bind.
    #[command(verbatim_doc_comment)]
    Serve(ServeArgs),
    /// Replay every game in a file and report problems
    ///
    /// `check` reports everything illegal or contradictory, with line and column. Common
    /// deviations from the BPGN specification are accepted with a note; --strict rejects them.
    #[command(verbatim_doc_comment)]
    Check(CheckArgs),
    /// Show both boards of a game at any half-move
    Replay(ReplayArgs),
    /// Format game files
    ///
    /// `fmt` writes BPGN in canonical form: tags in standard order, lines wrapped at 80 columns.
    /// No content is lost.
    #[command(verbatim_doc_comment)]
    Fmt(FmtArgs),
    /// Convert positions between notations, or games to BPGN
    Convert(ConvertArgs),
    /// Add missed mates and evaluations to game files
    Annotate(AnnotateArgs),
    /// Find mates, needed pieces and the best moves in a position or game
    #[command(alias = "analyse")]
    Analyze(AnalyzeArgs),
    /// Build and inspect an archive of games
    Archive(ArchiveArgs),
    /// Search an archive for games by what happens in them
    Search(SearchArgs),
    /// Show the moves played from a position in an archive, with results
    Explore(ExploreArgs),
    /// Draw one or both boards, with reserves
    Show(ShowArgs),
    /// List the legal moves and drops
    Moves(MovesArgs),
    /// Play moves from a position and print the position after each
    Play(PlayArgs),
    /// Find forced mates (checks only)
    Mate(MateArgs),
    /// Count positions to a given depth, or verify a list of counts
    Perft(PerftArgs),
    /// Normalize FEEN strings of any board game
    ///
    /// FEEN is a notation for positions of any board game with two players. `feen` prints a
    /// position in canonical form.
    #[command(verbatim_doc_comment)]
    Feen(FeenArgs),
    /// Run the built-in engine with the UBI protocol
    ///
    /// UBI is a protocol for bughouse engines, like UCI for chess engines, on stdin and stdout.
    #[command(verbatim_doc_comment)]
    Ubi(UbiArgs),
    /// Print a shell completion script
    Completions(CompletionsArgs),
    /// Print a man page
    Man(ManArgs),
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::COMPLETIONS, after_long_help = cli_help::COMPLETIONS_LONG)]
pub(crate) struct CompletionsArgs {
    /// Shell to complete commands in
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::MAN, after_long_help = cli_help::MAN_LONG)]
pub(crate) struct ManArgs {
    /// Command, such as `check` or `archive add` [default: `bughouse` itself]
    pub(crate) command: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::SERVE, after_long_help = cli_help::SERVE_LONG)]
pub(crate) struct ServeArgs {
    /// Files, folders or an archive to open; you can open more in the web UI
    ///
    /// Files are BPGN, plain or compressed with bzip2, gzip or zstd. `-` is stdin.
    #[arg(verbatim_doc_comment)]
    pub(crate) file: Vec<PathBuf>,

    /// Open the web UI in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Port to listen on, or 0 for any free port [default: 4242, or any free port if it is taken]
    #[arg(long, value_name = "PORT", value_parser = number::<u16>(0..=u16::MAX))]
    pub(crate) port: Option<u16>,

    /// Address to listen on
    ///
    /// With any address other than 127.0.0.1, people on your network can read your open games, and
    /// saving is disabled.
    #[arg(verbatim_doc_comment, long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub(crate) bind: IpAddr,

    #[command(flatten)]
    pub(crate) engine: EngineProgram,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::SHOW, after_long_help = cli_help::SHOW_LONG)]
pub(crate) struct ShowArgs {
    /// Position to draw: FEN, BFEN or FEEN, `start`, or `-` for stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. If one board is in
    /// FEEN, the other must be, too. Two-board FEN with clocks is also accepted. `start` is the
    /// starting position, also for one of two boards. `-` reads the first line of stdin.
    #[arg(verbatim_doc_comment)]
    pub(crate) position: OsString,

    /// Draw chess figures instead of letters
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    pub(crate) unicode: bool,

    /// Write an SVG image to FILE, or `-` for stdout
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) svg: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::MOVES, after_long_help = cli_help::MOVES_LONG)]
pub(crate) struct MovesArgs {
    /// Position to list moves for: FEN, BFEN or FEEN, `start`, or `-` for stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. If one board is in
    /// FEEN, the other must be, too. Two-board FEN with clocks is also accepted. `start` is the
    /// starting position, also for one of two boards. `-` reads the first line of stdin.
    #[arg(verbatim_doc_comment)]
    pub(crate) position: OsString,

    /// Write moves in SAN: Nf3, exd5, N@f3 (default)
    #[arg(long, conflicts_with_all = ["uci", "json"])]
    pub(crate) san: bool,

    /// Write moves in UCI: g1f3, e4d5, N@f3
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,

    /// Print one JSON object, with each move in both notations
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::PLAY, after_long_help = cli_help::PLAY_LONG)]
pub(crate) struct PlayArgs {
    /// Position to play from: FEN, BFEN or FEEN, `start`, or `-` for stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. If one board is in
    /// FEEN, the other must be, too. Two-board FEN with clocks is also accepted. `start` is the
    /// starting position, also for one of two boards. `-` reads the first line of stdin.
    #[arg(verbatim_doc_comment)]
    pub(crate) position: OsString,

    /// Moves and drops in SAN or UCI: e4, Nf3, O-O, e8=Q, N@f3, g1f3
    ///
    /// With two boards, put the board before the move: `A:e4`, `B:N@f3`. A captured piece goes to
    /// the partner.
    #[arg(verbatim_doc_comment, value_name = "MOVE", required = true)]
    pub(crate) moves: Vec<OsString>,

    /// Notation of the positions; repeat or separate with commas for several
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',', default_value = "bfen")]
    pub(crate) to: Vec<PositionTarget>,

    /// Rule preset
    #[arg(long, value_name = "PRESET", value_enum, default_value = "standard")]
    pub(crate) rules: RulesArg,

    /// What happens to a pawn on the last rank
    #[arg(long, value_name = "RULE", value_enum, default_value = "upgrade")]
    pub(crate) promotion: PromotionArg,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// Print one JSON object per half-move
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl PlayArgs {
    /// Returns the requested notations.
    pub(crate) fn formats(&self) -> Vec<Format> {
        self.to.iter().map(|target| target.format()).collect()
    }

    /// Returns the rules to play by.
    pub(crate) fn rules(&self) -> Rules {
        self.rules.rules().promotion(match self.promotion {
            PromotionArg::Upgrade => Promotion::Upgrade,
            PromotionArg::Stays => Promotion::Stays,
            PromotionArg::Steal => Promotion::Steal,
            PromotionArg::Discard => Promotion::Discard,
        })
    }
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::MATE, after_long_help = cli_help::MATE_LONG)]
pub(crate) struct MateArgs {
    /// Positions to solve; without any, lines of stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. If one board is in
    /// FEEN, the other must be, too. Two-board FEN with clocks is also accepted. `start` is the
    /// starting position, also for one of two boards. `-` reads one position per line from
    /// stdin.
    #[arg(verbatim_doc_comment)]
    pub(crate) position: Vec<OsString>,

    /// Pieces the defender can receive: none, any, or letters such as NP
    ///
    /// By default, both `any` (hard mates) and `none` (soft mates) are tried. With letters, a mate
    /// is hard if other pieces couldn't stop it either.
    #[arg(verbatim_doc_comment, long, value_name = "PIECES", value_parser = arrivals)]
    pub(crate) arrivals: Option<Arrivals>,

    /// Maximum number of positions to search for each mate
    #[arg(long, value_name = "N", default_value_t = Limit::default().nodes, value_parser = number::<u32>(0..=u32::MAX))]
    pub(crate) nodes: u32,

    /// Rule preset
    #[arg(long, value_name = "PRESET", value_enum, default_value = "standard")]
    pub(crate) rules: RulesArg,

    /// Write moves in UCI: g1f3, e4d5, N@f3
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,

    /// Print one JSON object per position, with each move in both notations
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Parses `--arrivals`.
fn arrivals(text: &str) -> Result<Arrivals, String> {
    match text {
        "none" => Ok(Arrivals::None),
        "any" => Ok(Arrivals::Any),
        _ => match text.to_ascii_uppercase().parse() {
            Ok(kinds) if !text.is_empty() => Ok(Arrivals::Kinds(kinds)),
            _ => Err("expected none, any, or piece letters such as QRBNP".to_owned()),
        },
    }
}

#[derive(Args, Debug)]
#[command(
    after_help = cli_help::PERFT,
    after_long_help = cli_help::PERFT_LONG,
    override_usage = cli_help::PERFT_USAGE,
    mut_arg("material", |arg| arg.help("Maximum number of pieces [default: any]"))
)]
pub(crate) struct PerftArgs {
    /// Position to count from, or `-` for stdin
    ///
    /// One board in FEN, BFEN or FEEN, in quotes, or `start`.
    #[arg(verbatim_doc_comment, required_unless_present = "check", conflicts_with = "check")]
    pub(crate) position: Option<OsString>,

    /// Number of half-moves to play, 0 to 99
    #[arg(required_unless_present = "check", value_parser = number::<u8>(0..=MAX_DEPTH))]
    pub(crate) depth: Option<u8>,

    /// Print the count of each move, in UCI, then the total
    #[arg(long, conflicts_with = "check")]
    pub(crate) divide: bool,

    /// Check the rows `bfen;depth;nodes` of FILE, or `-` for stdin; `#` starts a comment
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,

    /// Print one JSON object; with --check, one per row and one for the total
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Parses an IP address.
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an IP address, such as 127.0.0.1, or 0.0.0.0 for all".to_owned())
}

/// The maximum depth: far more than anyone can wait for, and safe for the stack.
pub(crate) const MAX_DEPTH: u8 = 99;

#[derive(Args, Debug)]
#[command(after_help = cli_help::CONVERT, after_long_help = cli_help::CONVERT_LONG)]
pub(crate) struct ConvertArgs {
    /// Positions to convert, or files for `--to bpgn`; without any, stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. If one board is in
    /// FEEN, the other must be, too. Two-board FEN with clocks is also accepted. `start` is the
    /// starting position, also for one of two boards. `-` reads one position per line from
    /// stdin.
    #[arg(verbatim_doc_comment, value_name = "POSITION|FILE")]
    pub(crate) position: Vec<OsString>,

    /// Output format; repeat or separate with commas for several
    ///
    /// `bpgn` converts games and can't be combined with other formats.
    #[arg(
        verbatim_doc_comment,
        long,
        value_name = "FORMAT",
        value_enum,
        value_delimiter = ',',
        required = true
    )]
    pub(crate) to: Vec<Target>,

    /// Write BPGN to FILE instead of stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// Print one JSON object per position
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl ConvertArgs {
    /// Returns the requested notations of positions; `None` for games.
    ///
    /// # Errors
    /// Returns why the arguments contradict each other.
    pub(crate) fn formats(&self) -> Result<Option<Vec<Format>>, &'static str> {
        let formats: Vec<Format> = self.to.iter().filter_map(|target| target.format()).collect();
        match (formats.len() == self.to.len(), formats.is_empty()) {
            (true, _) if self.output.is_some() => Err("--output is only for `--to bpgn`"),
            (true, _) => Ok(Some(formats)),
            (false, true) if self.json => Err("`--to bpgn` has no JSON output; use `bughouse replay --json`"),
            (false, true) => Ok(None),
            (false, false) => {
                Err("`--to bpgn` converts games and can't be combined with formats of positions")
            }
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::FEEN, after_long_help = cli_help::FEEN_LONG)]
pub(crate) struct FeenArgs {
    /// FEEN strings to read; without any, lines of stdin
    pub(crate) string: Vec<OsString>,

    /// Fail if a string is not in canonical form
    #[arg(long)]
    pub(crate) check: bool,

    /// Primary sort key of pieces in hand
    #[arg(long, value_name = "ORDER", value_enum, default_value = "count")]
    pub(crate) order: OrderArg,

    /// Reject `+`, `-` and `'` in hand
    #[arg(long)]
    pub(crate) base_form_only: bool,

    /// Reject boards with ranks or layers of different sizes
    #[arg(long)]
    pub(crate) regular_only: bool,

    /// Print one JSON object per string
    #[arg(long)]
    pub(crate) json: bool,
}

impl FeenArgs {
    /// Returns the options for reading and writing FEEN, without `--check`.
    pub(crate) fn options(&self) -> feen::Options {
        let order = match self.order {
            OrderArg::Count => feen::HandOrder::Count,
            OrderArg::Letter => feen::HandOrder::Letter,
        };
        feen::Options::default()
            .order(order)
            .base_form_only(self.base_form_only)
            .regular_only(self.regular_only)
    }
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::CHECK, after_long_help = cli_help::CHECK_LONG)]
pub(crate) struct CheckArgs {
    /// Files or folders to check
    ///
    /// Files are BPGN, plain or compressed with bzip2, gzip or zstd. `-` is stdin. In a folder,
    /// all files that end in .bpgn or .pgn are read, with or without .bz2, .gz or .zst, except
    /// hidden ones; subfolders are included.
    #[arg(verbatim_doc_comment, required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Reject deviations from the BPGN specification
    #[arg(long)]
    pub(crate) strict: bool,

    /// If a player drops a piece that isn't in reserve, add it and continue
    #[arg(long)]
    pub(crate) borrow: bool,

    /// Also report wrong or missing check signs, and moves with unneeded origin squares
    #[arg(long)]
    pub(crate) lint: bool,

    /// Meaning of the last two fields of each board in a FEN tag
    ///
    /// `auto` reads them as clocks, unless they are 0 and a move number.
    #[arg(
        verbatim_doc_comment,
        hide_short_help = true,
        long,
        value_name = "FIELDS",
        value_enum,
        default_value = "auto"
    )]
    pub(crate) last_fields: LastFieldsArg,

    /// Report only games in this state; the totals count all games
    #[arg(long, value_name = "STATE", value_enum, value_delimiter = ',')]
    pub(crate) only: Vec<StateArg>,

    /// Don't print notes, only conflicts, repairs and errors
    #[arg(long, conflicts_with = "json")]
    pub(crate) no_notes: bool,

    /// Print only the totals, and errors about files
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Print one JSON object per game
    ///
    /// Objects for totals, stray text and unreadable files have a `type`. Totals come last.
    #[arg(verbatim_doc_comment, long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// Number of threads [default: number of CPUs]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl CheckArgs {
    /// Returns `true` if problems of games in this state are printed.
    pub(crate) fn wants(&self, state: bpgn::State) -> bool {
        let state = match state {
            bpgn::State::Ok => StateArg::Ok,
            bpgn::State::Repaired => StateArg::Repaired,
            bpgn::State::Broken => StateArg::Broken,
        };
        !self.quiet && (self.only.is_empty() || self.only.contains(&state))
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| bpgn::input::Parallel::default().threads, usize::from)
    }
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::REPLAY, after_long_help = cli_help::REPLAY_LONG)]
pub(crate) struct ReplayArgs {
    /// File to read; several with --all
    ///
    /// BPGN, plain or compressed with bzip2, gzip or zstd. `-` is stdin.
    #[arg(verbatim_doc_comment, required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) game: u64,

    /// Show all games of all files
    #[arg(long, conflicts_with_all = ["game", "ply", "line"])]
    pub(crate) all: bool,

    /// Number of half-moves to play, 0 for the start [default: all]
    #[arg(long, value_name = "N", conflicts_with = "json", value_parser = number::<usize>(0..=usize::MAX))]
    pub(crate) ply: Option<usize>,

    /// Variation to show
    ///
    /// `12.1` is the first variation of half-move 12, `12.1/14.2` is a variation inside it.
    #[arg(verbatim_doc_comment, long, value_name = "VARIATION")]
    pub(crate) line: Option<LinePath>,

    /// Meaning of the last two fields of each board in a FEN tag
    ///
    /// `auto` reads them as clocks, unless they are 0 and a move number.
    #[arg(
        verbatim_doc_comment,
        hide_short_help = true,
        long,
        value_name = "FIELDS",
        value_enum,
        default_value = "auto"
    )]
    pub(crate) last_fields: LastFieldsArg,

    /// Print the whole game in four columns, one per player
    ///
    /// The columns are WhiteA, BlackA, WhiteB and BlackB; rows are in order of time. Comments and
    /// variations follow, and boards are drawn where the game has {D:}.
    #[arg(verbatim_doc_comment, long, conflicts_with_all = ["ply", "line"])]
    pub(crate) columns: bool,

    /// Print the four columns as HTML
    #[arg(long, conflicts_with_all = ["ply", "line", "columns", "unicode"])]
    pub(crate) html: bool,

    /// Print both boards on one line in this notation
    ///
    /// `thief` includes all four clocks at the time of the half-move. You can use it as a FEN tag to
    /// continue the game from there.
    #[arg(verbatim_doc_comment, long, value_name = "FORMAT", value_enum, conflicts_with_all = ["columns", "html", "unicode"])]
    pub(crate) to: Option<PositionTarget>,

    /// Draw chess figures instead of letters
    #[arg(long, conflicts_with = "json")]
    pub(crate) unicode: bool,

    /// Print one JSON object for the start, one per half-move, and one for the end
    #[arg(long, conflicts_with_all = ["columns", "html", "to"])]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::FMT, after_long_help = cli_help::FMT_LONG)]
pub(crate) struct FmtArgs {
    /// Files or folders to format; without any, stdin
    ///
    /// Files are BPGN, plain or compressed with bzip2, gzip or zstd. `-` is stdin. In a folder,
    /// all files that end in .bpgn or .pgn are read, with or without .bz2, .gz or .zst, except
    /// hidden ones; subfolders are included.
    #[arg(verbatim_doc_comment)]
    pub(crate) file: Vec<PathBuf>,

    /// Print FILE:LINE of games that aren't formatted, and write nothing
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    /// Write to FILE instead of stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// Replace each file
    #[arg(long, requires = "file")]
    pub(crate) in_place: bool,

    /// Rewrite moves as standard SAN with correct check signs and labels
    #[arg(long)]
    pub(crate) san: bool,

    /// With --san, meaning of the last two fields of each board in a FEN tag
    ///
    /// `auto` reads them as clocks, unless they are 0 and a move number.
    #[arg(
        verbatim_doc_comment,
        hide_short_help = true,
        long,
        value_name = "FIELDS",
        value_enum,
        default_value = "auto"
    )]
    pub(crate) last_fields: LastFieldsArg,

    /// End lines with CR LF
    #[arg(long)]
    pub(crate) crlf: bool,

    /// Convert Latin-1 games to UTF-8
    #[arg(long)]
    pub(crate) utf8: bool,
}
