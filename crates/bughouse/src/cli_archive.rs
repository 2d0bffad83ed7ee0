//! The arguments of the commands about archives.

use std::ffi::OsString;
use std::path::PathBuf;

use bughouse_archive::{Filter, ForTeam, Reserves};
use bughouse_chess::{Color, Seat};
use clap::{Args, Subcommand, ValueEnum, value_parser};

use crate::cli_options::ReadingArgs;

const ARCHIVE_HELP: &str = "\
ARCHIVE is a folder. `add` makes it; DuckDB, Polars and Spark read its Parquet files as they are.
Every game is accounted for: it is there, it is there up to the half-move where it stops, or `skipped` tells why not.
Exit codes: 0 fine, 1 something is wrong with the input or the archive, 2 wrong usage.";

const ADD_HELP: &str = "\
FILE is BPGN, plain or compressed with bzip2, gzip or zstd, or boards of chess.com in JSON, whose pairs are found
whatever their order. Of a folder all files are read that end in .bpgn, .pgn or .json, also with .bz2, .gz or .zst
after it, and in the folders below it; hidden ones are left out.
Files and games that are there already are recognized. Ctrl-C ends it, and what was read is kept; the same call goes on
from there. Whatever happens meanwhile, the archive stays whole.
Exit codes: 0 fine, 1 a file cannot be read or the archive cannot be written, 2 wrong usage, 130 stopped by Ctrl-C.";

const EXPLORE_HELP: &str = "\
POSITION is FEN, BFEN or FEEN in quotes, or two boards as `A | B`; `start` for the starting position; or `-` for the first
line of stdin. One board is looked for on both boards of each game; two stand at the same time, whichever is board A.
Won, drawn and lost are those of the team of who played the move. A game counts once a board.
Exit codes: 0 fine, 1 something is wrong with the input or the archive, 2 wrong usage.";

const SEARCH_HELP: &str = "\
QUERY is terms that hold at the same half-move: `drop:N@f3 mate by:BlackB diagonal(WhiteA)>20 rating>=2000`,
`frozen(WhiteA) end:flag`, `reserve(BlackB)>=QNN`, `player:mird won date:2010..2014`, `capture:Q clock<5`.
`then` orders two half-moves, `capture:Q then drop:Q within 3`, and there are `not`, `or` and parentheses.
docs/reference/query-language.md names every term. Each line is a game, with the first half-move that was asked for.
Exit codes: 0 fine, 1 something is wrong with the query or the archive, 2 wrong usage.";

#[derive(Args, Debug)]
#[command(after_help = SEARCH_HELP)]
pub(crate) struct SearchArgs {
    /// The archive
    pub(crate) archive: PathBuf,

    /// What to look for; several arguments are one query
    #[arg(required = true, value_name = "QUERY")]
    pub(crate) query: Vec<String>,

    /// Prints how many games there are, a number alone
    #[arg(long, conflicts_with_all = ["json", "bpgn", "sql", "limit"])]
    pub(crate) count: bool,

    /// Prints one JSON object for each game
    #[arg(long, conflicts_with_all = ["bpgn", "sql"])]
    pub(crate) json: bool,

    /// Prints the records of the games
    #[arg(long, conflicts_with = "sql")]
    pub(crate) bpgn: bool,

    /// Prints the same query for DuckDB, and does not search
    #[arg(long)]
    pub(crate) sql: bool,

    /// Prints at most so many games
    #[arg(long, value_name = "N", conflicts_with = "sql")]
    pub(crate) limit: Option<usize>,

    /// Stops after so many seconds, and says how far it came
    #[arg(long, value_name = "SECONDS", conflicts_with = "sql")]
    pub(crate) timeout: Option<u32>,
}

#[derive(Args, Debug)]
#[command(after_help = ARCHIVE_HELP)]
pub(crate) struct ArchiveArgs {
    #[command(subcommand)]
    pub(crate) action: ArchiveAction,
}

/// What to do with an archive.
#[derive(Subcommand, Debug)]
pub(crate) enum ArchiveAction {
    /// Adds games
    Add(AddArgs),
    /// Tells what it holds: games, sources, files
    Info(InfoArgs),
    /// Lists the games that are not there, or only in part, and why
    Skipped(SkippedArgs),
    /// Merges what many imports left behind into few files
    Compact(CompactArgs),
    /// Writes the records as they were
    Export(ExportArgs),
}

#[derive(Args, Debug)]
#[command(after_help = ADD_HELP)]
pub(crate) struct AddArgs {
    /// The archive, made if it is not there
    pub(crate) archive: PathBuf,

    /// The files to add, or folders of them
    #[arg(required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Keeps no text of the games in a new archive; it is about half as large then
    #[arg(long)]
    pub(crate) no_text: bool,

    /// Prints one JSON object for each file instead
    #[arg(long)]
    pub(crate) json: bool,

    /// About how many games become a part of the archive at a time; 250000 by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
    pub(crate) batch: Option<u32>,

    /// How many threads work; as many as the machine has by default
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,

    /// About how many megabytes of memory may be used; 1024 by default
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) memory: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    /// The archive
    pub(crate) archive: PathBuf,

    /// Also reads every file and compares its checksum
    #[arg(long)]
    pub(crate) verify: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SkippedArgs {
    /// The archive
    pub(crate) archive: PathBuf,

    /// Lists those with this reason alone, such as `duplicate`
    #[arg(long, value_name = "REASON")]
    pub(crate) reason: Option<String>,

    /// Prints one JSON object for each
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompactArgs {
    /// The archive
    pub(crate) archive: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The archive
    pub(crate) archive: PathBuf,

    /// The number of a source, as `archive info` lists it; all by default
    #[arg(long, value_name = "N")]
    pub(crate) source: Option<i32>,

    /// The id of one game
    #[arg(long, value_name = "ID", conflicts_with = "source")]
    pub(crate) game: Option<i32>,
}

#[derive(Args, Debug)]
#[command(after_help = EXPLORE_HELP)]
pub(crate) struct ExploreArgs {
    /// The archive
    pub(crate) archive: PathBuf,

    /// The position that moves were played from
    pub(crate) position: OsString,

    /// What the reserves must be as the position has them
    #[arg(long, value_name = "WHICH", value_enum, default_value = "any")]
    pub(crate) reserves: ReservesArg,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    /// How many games to list of the best rated, and of the newest
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) games: usize,

    /// Prints one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Which games count.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// Counts moves of this player alone, whatever the case of the name
    #[arg(long, value_name = "NAME", value_parser = name)]
    player: Option<String>,

    /// Counts games where the partner of who moved is this one
    #[arg(long, value_name = "NAME", value_parser = name)]
    partner: Option<String>,

    /// Counts games where an opponent of who moved is this one
    #[arg(long, value_name = "NAME", value_parser = name)]
    against: Option<String>,

    /// Counts moves of this seat alone: WhiteA, BlackA, WhiteB, BlackB
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,

    /// Counts moves of this color alone
    #[arg(long, value_name = "COLOR", value_enum)]
    side: Option<SideArg>,

    /// Counts moves of players with such a rating: 2000..2400, 2000.. or ..1500
    #[arg(long, value_name = "RANGE", value_parser = rating_range)]
    rating: Option<(i16, i16)>,

    /// Counts games from this year, month or day on: YYYY, YYYY.MM or YYYY.MM.DD
    #[arg(long, value_name = "DATE", value_parser = days)]
    since: Option<(i32, i32)>,

    /// Counts games up to this year, month or day
    #[arg(long, value_name = "DATE", value_parser = days)]
    until: Option<(i32, i32)>,

    /// Counts games of this time control: seconds and seconds a move, 180+0
    #[arg(long, value_name = "CONTROL", value_parser = control)]
    time_control: Option<(i32, i32)>,

    /// Counts games with this result for the team of who moved
    #[arg(long, value_name = "RESULT", value_enum)]
    result: Option<ResultArg>,

    /// Counts games that ended so: checkmate, resignation, time
    #[arg(long, value_name = "HOW")]
    end: Option<String>,

    /// Counts games of this source, as `archive info` lists them
    #[arg(long, value_name = "N", value_parser = value_parser!(i32).range(0..))]
    source: Option<i32>,
}

impl FilterArgs {
    /// Returns the filter.
    pub(crate) fn filter(&self) -> Filter {
        let mut filter = Filter::default();
        filter.player.clone_from(&self.player);
        filter.partner.clone_from(&self.partner);
        filter.against.clone_from(&self.against);
        filter.seat = self.seat;
        filter.color = self.side.map(|side| match side {
            SideArg::White => Color::White,
            SideArg::Black => Color::Black,
        });
        filter.rating = self.rating.map(|(least, most)| least..=most);
        filter.days = match (self.since, self.until) {
            (None, None) => None,
            // A day that is not known is the least of all.
            (since, until) => {
                let first = since.map_or(i32::MIN + 1, |(first, _)| first);
                Some(first..=until.map_or(i32::MAX, |(_, last)| last))
            }
        };
        filter.control = self.time_control;
        filter.result = self.result.map(|result| match result {
            ResultArg::Won => ForTeam::Won,
            ResultArg::Drawn => ForTeam::Drawn,
            ResultArg::Lost => ForTeam::Lost,
        });
        filter.end.clone_from(&self.end);
        filter.source = self.source;
        filter
    }
}

fn name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("expected a name".to_owned()) } else { Ok(text.to_owned()) }
}

fn rating_range(text: &str) -> Result<(i16, i16), String> {
    let wrong = || "expected a range of ratings: 2000..2400, 2000.. or ..1500".to_owned();
    let bound = |text: &str, open: i16| match text {
        "" => Ok(open),
        text => text.parse::<i16>().ok().filter(|&rating| rating >= 0).ok_or_else(wrong),
    };
    let (least, most) = text.split_once("..").ok_or_else(wrong)?;
    let (least, most) = (bound(least, 0)?, bound(most, i16::MAX)?);
    if least > most { Err("the first rating is above the second".to_owned()) } else { Ok((least, most)) }
}

fn days(text: &str) -> Result<(i32, i32), String> {
    let days = bughouse_archive::read_days(text).map(|days| (*days.start(), *days.end()));
    days.ok_or_else(|| "expected a year, a month or a day: YYYY, YYYY.MM or YYYY.MM.DD".to_owned())
}

fn control(text: &str) -> Result<(i32, i32), String> {
    match bpgn::read_time_control(text.as_bytes()) {
        bpgn::TimeControlTag::Control(control) => {
            let millis =
                |time: bughouse_chess::Millis| i32::try_from(time.0).map_err(|_| "too long".to_owned());
            Ok((millis(control.base)?, millis(control.increment)?))
        }
        _ => Err("expected seconds and seconds a move: 180+0".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReservesArg {
    Any,
    AtLeast,
    Exactly,
}

impl ReservesArg {
    /// Returns what the query is told.
    pub(crate) fn reserves(self) -> Reserves {
        match self {
            ReservesArg::Any => Reserves::Any,
            ReservesArg::AtLeast => Reserves::AtLeast,
            ReservesArg::Exactly => Reserves::Exactly,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideArg {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ResultArg {
    Won,
    Drawn,
    Lost,
}
