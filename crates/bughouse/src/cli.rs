//! The arguments of the program: one struct for each command.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;

use bpgn::LinePath;
use bughouse_chess::{Promotion, Rules};
use bughouse_mate::{Arrivals, Limit};
use bughouse_review::format::Format;
use clap::{Args, Parser, Subcommand, value_parser};
use clap_complete::Shell;

use crate::cli_analysis::{AnalyzeArgs, AnnotateArgs, EngineProgram};
use crate::cli_archive::{ArchiveArgs, ExploreArgs, SearchArgs};
use crate::cli_help::{
    CHECK_HELP, COMPLETIONS_HELP, CONVERT_HELP, FEEN_HELP, FMT_HELP, MAN_HELP, MATE_HELP, PERFT_HELP,
    PERFT_USAGE, PLAY_HELP, POSITION_HELP, REPLAY_HELP, SERVE_HELP,
};
use crate::cli_options::{
    LastFieldsArg, OrderArg, PositionTarget, PromotionArg, ReadingArgs, RulesArg, StateArg, StyleArgs, Target,
};
use crate::cli_ubi::UbiArgs;
use crate::color::When;

/// A toolkit for bughouse chess: positions, moves, notations, recorded games
#[derive(Parser, Debug)]
#[command(name = "bughouse", version)]
#[command(
    after_help = "Example: bughouse show 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1'"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colors; by itself on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        // After the options of each command, however many commands there are.
        display_order = 100,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        hide_default_value = true
    )]
    pub(crate) color: When,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Draws one board or two, with reserves
    Show(ShowArgs),
    /// Lists the legal moves and drops
    Moves(MovesArgs),
    /// Plays moves and drops from a position, and writes the position after each
    Play(PlayArgs),
    /// Finds mates by checks: those that nothing can stop, and those that only a piece that arrives could
    Mate(MateArgs),
    /// Tells who mates, what each seat needs, and what an engine thinks, of a position or a recorded game
    #[command(alias = "analyse")]
    Analyze(AnalyzeArgs),
    /// Counts the positions after a number of half-moves, or checks such counts
    Perft(PerftArgs),
    /// Writes positions in another notation, or games from elsewhere as BPGN
    Convert(ConvertArgs),
    /// Writes FEEN, a notation for any board game, in its canonical form
    Feen(FeenArgs),
    /// Checks game records: replays each game and reports what is wrong
    Check(CheckArgs),
    /// Shows both boards of a recorded game at a half-move
    Replay(ReplayArgs),
    /// Writes game records in canonical form
    Fmt(FmtArgs),
    /// Writes missed mates and evaluations into game records, and leaves all else as it is
    Annotate(AnnotateArgs),
    /// Keeps millions of games in a folder: adds them, tells what it holds
    Archive(ArchiveArgs),
    /// Tells what was played from a position in an archive, and what came of it
    Explore(ExploreArgs),
    /// Finds games of an archive by what happens in them
    Search(SearchArgs),
    /// Shows games on a page in the browser: both boards, clocks, reserves
    Serve(ServeArgs),
    /// Speaks UBI, the protocol of bughouse engines, on stdin and stdout: the built-in engine for programs that play
    Ubi(UbiArgs),
    /// Prints a script that completes words in a shell
    Completions(CompletionsArgs),
    /// Prints the man page of the program or of a command
    Man(ManArgs),
}

#[derive(Args, Debug)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// The command, such as `check` or `archive add`; without one, the page is that of the program
    pub(crate) command: Vec<String>,
}

#[derive(Args, Debug)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct ServeArgs {
    /// The files to open, or folders of them; more can be opened in the page
    pub(crate) file: Vec<PathBuf>,

    /// The port to listen on, 0 for any free one; 4242 by default, or any free one if that is taken
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,

    /// The address to listen on. Another one than 127.0.0.1 lets others on the network read all open games
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,

    /// Opens the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) engine: EngineProgram,
}

#[derive(Args, Debug)]
#[command(after_help = POSITION_HELP)]
pub(crate) struct ShowArgs {
    /// The position to draw
    pub(crate) position: OsString,

    /// Draws chess figures instead of letters
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    pub(crate) unicode: bool,

    /// Writes an SVG image to FILE instead of drawing; `-` is stdout
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) svg: Option<PathBuf>,

    /// Overwrites FILE if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = POSITION_HELP)]
pub(crate) struct MovesArgs {
    /// The position to list the moves of
    pub(crate) position: OsString,

    /// Writes moves as people do: Nf3, exd5, N@f3; the default
    #[arg(long, conflicts_with_all = ["uci", "json"])]
    pub(crate) san: bool,

    /// Writes moves as engines do: g1f3, e4d5, N@f3
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,

    /// Prints one JSON object, with each move in both notations
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = PLAY_HELP)]
pub(crate) struct PlayArgs {
    /// The position to play from
    pub(crate) position: OsString,

    /// The moves and drops to play
    #[arg(value_name = "MOVE", required = true)]
    pub(crate) moves: Vec<OsString>,

    /// What to write, one or several
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',', default_value = "bfen")]
    pub(crate) to: Vec<PositionTarget>,

    /// Whose rules to play by
    #[arg(long, value_name = "NAME", value_enum, default_value = "standard")]
    pub(crate) rules: RulesArg,

    /// What a pawn does on the last rank: steal and discard change the other board, as in `e8=Qd1` and `e8=.`
    #[arg(long, value_name = "WAY", value_enum, default_value = "upgrade")]
    pub(crate) promotion: PromotionArg,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// Prints one JSON object for each half-move
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl PlayArgs {
    /// Returns the notations that are asked for.
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
#[command(after_help = MATE_HELP)]
pub(crate) struct MateArgs {
    /// The positions to look at; without any, the lines of stdin
    pub(crate) position: Vec<OsString>,

    /// What the defender may be fed: none, any, or kinds such as NP; without it, any and none are both tried
    #[arg(long, value_name = "KINDS", value_parser = arrivals)]
    pub(crate) arrivals: Option<Arrivals>,

    /// The most boards to look at for one answer
    #[arg(long, value_name = "N", default_value_t = Limit::default().nodes)]
    pub(crate) nodes: u32,

    /// Whose rules to play by
    #[arg(long, value_name = "NAME", value_enum, default_value = "standard")]
    pub(crate) rules: RulesArg,

    /// Writes moves as engines do: g1f3, e4d5, N@f3
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,

    /// Prints one JSON object for each position, with each move in both notations
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Reads what may arrive.
fn arrivals(text: &str) -> Result<Arrivals, String> {
    match text {
        "none" => Ok(Arrivals::None),
        "any" => Ok(Arrivals::Any),
        _ => match text.to_ascii_uppercase().parse() {
            Ok(kinds) if !text.is_empty() => Ok(Arrivals::Kinds(kinds)),
            _ => Err("expected none, any, or kinds of pieces such as QRBNP".to_owned()),
        },
    }
}

#[derive(Args, Debug)]
#[command(after_help = PERFT_HELP, override_usage = PERFT_USAGE)]
pub(crate) struct PerftArgs {
    /// The position to count from
    #[arg(required_unless_present = "check", conflicts_with = "check")]
    pub(crate) position: Option<OsString>,

    /// How many half-moves to play, 0 to 99
    #[arg(required_unless_present = "check", value_parser = value_parser!(u8).range(..=MAX_DEPTH as i64))]
    pub(crate) depth: Option<u8>,

    /// Prints the count below each move, in UCI, then the total
    #[arg(long, conflicts_with = "check")]
    pub(crate) divide: bool,

    /// Checks the rows `bfen;depth;nodes` of FILE; `-` is stdin, `#` starts a comment line
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,

    /// Prints one JSON object, or one for each row and one for the total
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The greatest depth: far more than anybody can wait for, and safe for the stack.
pub(crate) const MAX_DEPTH: u8 = 99;

#[derive(Args, Debug)]
#[command(after_help = CONVERT_HELP)]
pub(crate) struct ConvertArgs {
    /// The positions to convert, or the files for bpgn; without any, stdin
    pub(crate) position: Vec<OsString>,

    /// What to write, one or several; bpgn alone
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',', required = true)]
    pub(crate) to: Vec<Target>,

    /// Writes BPGN to FILE instead of stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrites FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// Prints one JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

impl ConvertArgs {
    /// Returns the notations of positions that are asked for; `None` if it is games that are to be converted.
    ///
    /// # Errors
    /// Says why the arguments do not go together.
    pub(crate) fn formats(&self) -> Result<Option<Vec<Format>>, &'static str> {
        let formats: Vec<Format> = self.to.iter().filter_map(|target| target.format()).collect();
        match (formats.len() == self.to.len(), formats.is_empty()) {
            (true, _) if self.output.is_some() => Err("only bpgn is written to a file"),
            (true, _) => Ok(Some(formats)),
            (false, true) if self.json => Err("bpgn is not written as JSON; `replay --json` gives a game"),
            (false, true) => Ok(None),
            (false, false) => Err("bpgn is made of files with games, all other formats of positions"),
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = FEEN_HELP)]
pub(crate) struct FeenArgs {
    /// The texts to read; without any, the lines of stdin
    pub(crate) string: Vec<OsString>,

    /// Demands that a text is in canonical form already
    #[arg(long)]
    pub(crate) check: bool,

    /// What pieces in hand are sorted by first in the canonical form
    #[arg(long, value_name = "ORDER", value_enum, default_value = "count")]
    pub(crate) order: OrderArg,

    /// Rejects `+`, `-` and `'` in hand
    #[arg(long)]
    pub(crate) base_form_only: bool,

    /// Rejects ranks of different lengths and parts of different sizes
    #[arg(long)]
    pub(crate) regular_only: bool,

    /// Prints one JSON object for each text
    #[arg(long)]
    pub(crate) json: bool,
}

impl FeenArgs {
    /// Returns how a FEEN is read and written, whether it must be canonical or not.
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
#[command(after_help = CHECK_HELP)]
pub(crate) struct CheckArgs {
    /// The files to check, or folders of them
    #[arg(required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Accepts the standard alone
    #[arg(long)]
    pub(crate) strict: bool,

    /// Lends a player a piece that is dropped without being in reserve, and goes on
    #[arg(long)]
    pub(crate) borrow: bool,

    /// Notes marks of check and mate that are missing or wrong, and moves that name more than is needed
    #[arg(long)]
    pub(crate) lint: bool,

    /// What the last two fields of each board of a FEN tag are; auto: clocks, unless they are 0 and a move number
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    pub(crate) last_fields: LastFieldsArg,

    /// Prints what is to be said of such games alone; the totals are of all
    #[arg(long, value_name = "STATE", value_enum, value_delimiter = ',')]
    pub(crate) only: Vec<StateArg>,

    /// Leaves notes out of what is printed: errors, repairs and conflicts remain
    #[arg(long, conflicts_with = "json")]
    pub(crate) no_notes: bool,

    /// Prints the totals alone, whatever --only says, and names files that cannot be read
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Prints one JSON object for each game; those for totals, stray text and errors have a `type`
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// How many threads work; as many as the machine has by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl CheckArgs {
    /// Returns `true` if something is to be printed of games that came through so.
    pub(crate) fn wants(&self, state: bpgn::State) -> bool {
        let state = match state {
            bpgn::State::Ok => StateArg::Ok,
            bpgn::State::Repaired => StateArg::Repaired,
            bpgn::State::Broken => StateArg::Broken,
        };
        !self.quiet && (self.only.is_empty() || self.only.contains(&state))
    }

    /// Returns how many threads work.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(|| bpgn::Parallel::default().threads, usize::from)
    }
}

#[derive(Args, Debug)]
#[command(after_help = REPLAY_HELP)]
pub(crate) struct ReplayArgs {
    /// The file to read; several with --all
    #[arg(required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Which game of the file to show, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Shows every game of every file
    #[arg(long, conflicts_with_all = ["game", "ply", "line"])]
    pub(crate) all: bool,

    /// After how many half-moves to show it, 0 is the start; the last by default
    #[arg(long, value_name = "K", conflicts_with = "json")]
    pub(crate) ply: Option<usize>,

    /// Which variation to show: `12.1` is the first one of half-move 12, `12.1/14.2` one inside it
    #[arg(long, value_name = "PATH")]
    pub(crate) line: Option<LinePath>,

    /// What the last two fields of each board of a FEN tag are; auto: clocks, unless they are 0 and a move number
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    pub(crate) last_fields: LastFieldsArg,

    /// Prints the whole game in four columns, WhiteA, BlackA, WhiteB, BlackB, in the order of time
    #[arg(long, conflicts_with_all = ["ply", "line"])]
    pub(crate) columns: bool,

    /// Prints the four columns as a page of HTML that prints well
    #[arg(long, conflicts_with_all = ["ply", "line", "columns", "unicode"])]
    pub(crate) html: bool,

    /// Writes both boards in one line instead; thief has the four clocks, so that a game can go on from there
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with_all = ["columns", "html", "unicode"])]
    pub(crate) to: Option<PositionTarget>,

    /// Draws chess figures instead of letters
    #[arg(long, conflicts_with = "json")]
    pub(crate) unicode: bool,

    /// Prints one JSON object for the start, one for each half-move, and one for the end
    #[arg(long, conflicts_with_all = ["columns", "html", "to"])]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
#[command(after_help = FMT_HELP)]
pub(crate) struct FmtArgs {
    /// The files to read; without any, stdin
    pub(crate) file: Vec<PathBuf>,

    /// Writes nothing, and lists the games that are not in canonical form as FILE:LINE
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    /// Writes to FILE instead of stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrites FILE if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// Writes each file in its own place
    #[arg(long, requires = "file")]
    pub(crate) in_place: bool,

    /// Rewrites each move and label that can be played as the standard writes them, with the right mark
    #[arg(long)]
    pub(crate) san: bool,

    /// With --san, what the last two fields of each board of a FEN tag are; auto: clocks, unless they are 0 and a move
    /// number
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    pub(crate) last_fields: LastFieldsArg,

    /// Ends lines with CR LF
    #[arg(long)]
    pub(crate) crlf: bool,

    /// Writes every game in UTF-8, also those that are in Latin-1
    #[arg(long)]
    pub(crate) utf8: bool,
}
