//! The arguments of the program.
//!
//! It is long because it is a list: one struct for each verb, and the texts of the help.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::PathBuf;

use bpgn::LinePath;
use bughouse_chess::{
    BuildOptions, CastlingLetters, EnPassant, FenOptions, FenStyle, LastFields, Material, Promotion, Rules,
    TwoBoardsOptions,
};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};

use bughouse_review::format::Format;
use bughouse_review::position::PositionOptions;

use crate::color::When;

/// What POSITION may be, for the end of a verb's help.
const POSITION_HELP: &str = "\
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the usual start, alone or beside any other; or `-` for the first line of stdin.
It is read by the standard alone; each leniency that was asked for and needed is noted on stderr.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

const PLAY_HELP: &str = "\
MOVE is SAN or UCI: e4, Nf3, exd5, O-O, e8=Q, N@f3, or g1f3, e7e8q. With two boards the board stands before it:
`A:e4`, `B:N@f3`, and a captured man goes to the partner. With one board it goes to a board that is not there.
Each half-move gives one line: the half-move, a tab, and the position after it. Several formats are separated by
tabs. What a format cannot hold is left out, what it needs but is not known is written as convert does, and notes
on stderr say so once. No time is counted: clocks stay as they are.
A move that cannot be played ends it; what came before has been printed, and stderr says which one and why.
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the usual start, alone or beside any other; or `-` for the first line of stdin.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

const PERFT_USAGE: &str = "\
bughouse perft [OPTIONS] <POSITION> <DEPTH>
       bughouse perft [OPTIONS] --check <FILE>";

const PERFT_HELP: &str = "\
POSITION is FEN, BFEN or FEEN in quotes, `start` for the usual start, or `-` for the first line of stdin.
It is read by the standard alone; each leniency that was asked for and needed is noted on stderr.
One board is counted alone: captured pieces vanish. Any amount of material is accepted.
The time goes to stderr.
Exit codes: 0 fine, 1 something is wrong with the input or a row differs, 2 wrong usage.";

const CONVERT_HELP: &str = "\
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the usual start, alone or beside any other; or `-` for stdin.
Each line of stdin gives one line: the result, or `error: ...`. Several formats are separated by tabs.
What a format cannot hold is left out, what it needs but is not known is written as 0 1 or 0 0, and notes
on stderr say so. `thief` is the slash form with clocks.
A position is read by the standard alone; each leniency that was asked for and needed is noted, too.
`--to bpgn` takes FILEs: chess.com boards in JSON, whose pairs are found whatever their order; half-moves as
board digit and UCI, `1e2e4 2P@f7`, one game a line; or BPGN, which is written in canonical form.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

const FEEN_HELP: &str = "\
STRING is a FEEN in quotes, or `-` for stdin. Put `--` before a STRING that starts with `-`.
Each line of stdin gives one line: the result, or `error: ...`.
A FEEN is read as feen.rb 5.0.0.beta10 defines it: any board, any pieces, any style names.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

const CHECK_HELP: &str = "\
FILE is BPGN, plain or compressed with bzip2, gzip or zstd; `-` is stdin. Of a folder all files are read that end
in .bpgn or .pgn, also with .bz2, .gz or .zst behind it, and in the folders below it; hidden ones are left out.
What real files contain beside the standard is accepted and noted; --strict accepts the standard alone.
Each remark names file, line and column, and shows the place. Totals come last, with --json as an object.
Exit codes: 0 fine, 1 a game is broken or a file cannot be read, 2 wrong usage.";

const REPLAY_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, or `-` for stdin.
Departures from the standard are accepted; conflicts and repairs are noted.
A game that cannot be played to its end is shown up to there, and stderr says where it stops and why.
Four columns have a diagram of both boards where the record has {D:}, and comments and variations below.
The clocks of `--to thief` are those at the time of the half-move: who is to move on the other board has been
thinking. The text is a FEN tag from which the game goes on. `thief` is the slash form with clocks.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

const FMT_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, a folder of such files, or `-` for stdin.
Tags come in the standard's order, moves are wrapped at 80 columns, and all that was written is kept.
A game whose text is damaged is passed on as it is, and so is text that is no game; stderr says so.
Exit codes: 0 fine, 1 something is wrong with the input or is not in canonical form, 2 wrong usage.";

const SERVE_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, or `-` for stdin. Files are read while the page can be used.
The address of the page is printed on stdout. Ctrl-C ends it.
Only this machine is answered, unless --bind says otherwise; then nothing is written to disk.
New files are written to the folder the program was started in. /api/openapi.json describes the interface.
Exit codes: 0 fine, 1 a file cannot be read or the port is taken, 2 wrong usage.";

/// A toolkit for bughouse chess: positions, moves, notations, recorded games
#[derive(Parser, Debug)]
#[command(name = "bughouse", version)]
#[command(
    after_help = "Example: bughouse show 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1'"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// When to use colours; by itself on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        hide_default_value = true
    )]
    pub(crate) color: When,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Draws one board or two, with reserves
    Show(ShowArgs),
    /// Lists the legal moves and drops
    Moves(MovesArgs),
    /// Plays moves and drops from a position, and writes the position after each
    Play(PlayArgs),
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
    /// Shows games on a page in the browser: both boards, clocks, reserves
    Serve(ServeArgs),
}

#[derive(Args, Debug)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct ServeArgs {
    /// The files to open; more can be opened in the page
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
    #[arg(long, value_name = "NAME", value_enum, default_value = "default")]
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
        let rules = match self.rules {
            RulesArg::Default => Rules::documents(),
            RulesArg::Fics => Rules::fics(),
            RulesArg::Chesscom => Rules::chesscom(),
            RulesArg::BughousePro => Rules::bughouse_pro(),
        };
        rules.promotion(match self.promotion {
            PromotionArg::Upgrade => Promotion::Upgrade,
            PromotionArg::Stays => Promotion::Stays,
            PromotionArg::Steal => Promotion::Steal,
            PromotionArg::Discard => Promotion::Discard,
        })
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

/// How positions are written.
#[derive(Args, Debug)]
pub(crate) struct StyleArgs {
    /// When to write the en passant square
    #[arg(long, value_name = "WHEN", value_enum, default_value = "legal")]
    pub(crate) en_passant: EnPassantArg,

    /// How to write castling rights: KQkq or HAha
    #[arg(long, value_name = "LETTERS", value_enum, default_value = "xfen")]
    pub(crate) castling: CastlingArg,
}

impl StyleArgs {
    /// Returns how positions are written.
    pub(crate) fn style(&self) -> FenStyle {
        let en_passant = match self.en_passant {
            EnPassantArg::Always => EnPassant::Always,
            EnPassantArg::Pseudo => EnPassant::PseudoLegal,
            EnPassantArg::Legal => EnPassant::Legal,
        };
        let castling = match self.castling {
            CastlingArg::Xfen => CastlingLetters::XFen,
            CastlingArg::Shredder => CastlingLetters::Shredder,
        };
        FenStyle::default().en_passant(en_passant).castling(castling)
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

    /// Refuses `+`, `-` and `'` in hand
    #[arg(long)]
    pub(crate) base_form_only: bool,

    /// Refuses ranks of different lengths and parts of different sizes
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

    /// Lends a player a man that is dropped without being in reserve, and goes on
    #[arg(long)]
    pub(crate) borrow: bool,

    /// Notes marks of check and mate that are missing or wrong, and moves that name more than is needed
    #[arg(long)]
    pub(crate) lint: bool,

    /// What the last two fields of each board of a FEN tag are; auto: clocks, unless they are 0 and a move number
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    pub(crate) last_fields: LastFieldsArg,

    /// Prints what is to be said of such games alone; the totals are of all
    #[arg(long, value_name = "STATE", value_enum, value_delimiter = ',', conflicts_with = "quiet")]
    pub(crate) only: Vec<StateArg>,

    /// Leaves notes out of what is printed: errors, repairs and conflicts remain
    #[arg(long, conflicts_with = "json")]
    pub(crate) no_notes: bool,

    /// Prints the totals alone, and names files that cannot be read
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
    /// Tells whether something is to be printed of games that came through so.
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

// The values of the options. They have no doc comments, which would double the length of the help.

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    Fen,
    Bfen,
    Thief,
    Feen,
    Bpgn,
}

impl Target {
    /// Returns the notation of positions that it names, if it does.
    fn format(self) -> Option<Format> {
        match self {
            Target::Fen => Some(Format::Fen),
            Target::Bfen => Some(Format::Bfen),
            Target::Thief => Some(Format::Thief),
            Target::Feen => Some(Format::Feen),
            Target::Bpgn => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PositionTarget {
    Fen,
    Bfen,
    Thief,
    Feen,
}

impl PositionTarget {
    /// Returns the notation that it names.
    pub(crate) fn format(self) -> Format {
        match self {
            PositionTarget::Fen => Format::Fen,
            PositionTarget::Bfen => Format::Bfen,
            PositionTarget::Thief => Format::Thief,
            PositionTarget::Feen => Format::Feen,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RulesArg {
    Default,
    Fics,
    Chesscom,
    #[value(name = "bughouse.pro")]
    BughousePro,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PromotionArg {
    Upgrade,
    Stays,
    Steal,
    Discard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StateArg {
    Ok,
    Repaired,
    Broken,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum EnPassantArg {
    Legal,
    #[value(alias = "pseudo-legal")]
    Pseudo,
    Always,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CastlingArg {
    Xfen,
    Shredder,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OrderArg {
    Count,
    Letter,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LastFieldsArg {
    Auto,
    Clocks,
    Counters,
}

impl LastFieldsArg {
    /// Returns what the reader is told.
    pub(crate) fn meaning(self) -> LastFields {
        match self {
            LastFieldsArg::Auto => LastFields::Auto,
            LastFieldsArg::Clocks => LastFields::Clocks,
            LastFieldsArg::Counters => LastFields::Counters,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum MaterialArg {
    TwoSets,
    OneSet,
    Any,
}

/// What is accepted beyond the standard when a position is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// Turns on all that follow up to --assume-castling
    #[arg(long)]
    lenient: bool,

    /// Reads a position without its last two fields as `0 1`
    #[arg(long)]
    missing_counters: bool,

    /// Reads a position that ends behind the side to move as `- - 0 1`
    #[arg(long)]
    missing_fields: bool,

    /// Skips extra spaces
    #[arg(long)]
    extra_spaces: bool,

    /// Fills a short rank up with empty squares
    #[arg(long)]
    pad_short_ranks: bool,

    /// Drops a castling right without its king and rook in place, or one of KQkq that no usual start allows
    #[arg(long)]
    drop_bad_castling: bool,

    /// Drops an impossible en passant square
    #[arg(long)]
    drop_bad_en_passant: bool,

    /// Reads the move number 0 as 1
    #[arg(long)]
    accept_move_number_zero: bool,

    /// Accepts more promoted men than pawns could have become
    #[arg(long)]
    accept_promoted: bool,

    /// Accepts two boards with a `|` that lacks its spaces
    #[arg(long)]
    tight_bar: bool,

    /// Reads a FEEN that marks no rook as if rooks in the corners may castle
    #[arg(long)]
    assume_castling: bool,

    /// Takes KQkq for rights of Fischer-random chess where they can be no others
    #[arg(long)]
    chess960: bool,

    /// What the last two fields of a board are
    #[arg(long, value_name = "MEANING", value_enum, default_value = "auto")]
    last_fields: LastFieldsArg,

    /// How many men there may be; two-sets by default, any for perft
    #[arg(long, value_name = "LIMIT", value_enum)]
    material: Option<MaterialArg>,
}

impl ReadingArgs {
    /// Returns the options for the reader, with the verb's own limit of material if none is chosen.
    pub(crate) fn options(&self, material: Material) -> PositionOptions {
        let material = match self.material {
            None => material,
            Some(MaterialArg::TwoSets) => Material::TwoSets,
            Some(MaterialArg::OneSet) => Material::OneSet,
            Some(MaterialArg::Any) => Material::Any,
        };
        let build = BuildOptions::default()
            .material(material)
            .drop_bad_castling(self.drop_bad_castling || self.lenient)
            .usual_castling((self.drop_bad_castling || self.lenient) && !self.chess960)
            .accept_promoted(self.accept_promoted || self.lenient)
            .drop_bad_en_passant(self.drop_bad_en_passant || self.lenient)
            .accept_move_number_zero(self.accept_move_number_zero || self.lenient);
        let fen = FenOptions::default()
            .missing_counters(self.missing_counters || self.lenient)
            .missing_fields(self.missing_fields || self.lenient)
            .extra_spaces(self.extra_spaces || self.lenient)
            .pad_short_ranks(self.pad_short_ranks || self.lenient)
            .build(build);
        let last_fields = self.last_fields.meaning();
        let tight_bar = self.tight_bar || self.lenient;
        let two_boards = TwoBoardsOptions::default().fen(fen).last_fields(last_fields).tight_bar(tight_bar);
        PositionOptions::default()
            .two_boards(two_boards)
            .assume_castling(self.assume_castling || self.lenient)
    }
}
