//! The arguments of the commands about archives.

use std::ffi::OsString;
use std::path::PathBuf;

use bughouse_archive::{Filter, ForTeam, Reserves};
use bughouse_chess::{Color, Seat};
use clap::{Args, Subcommand, ValueEnum};

use crate::cli_help;
use crate::cli_options::{ReadingArgs, number};

#[derive(Args, Debug)]
#[command(after_help = cli_help::SEARCH, after_long_help = cli_help::SEARCH_LONG)]
pub(crate) struct SearchArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,

    /// Terms that must match; several arguments are one query
    #[arg(required = true, value_name = "QUERY")]
    pub(crate) query: Vec<String>,

    /// Print only the number of games
    #[arg(long, conflicts_with_all = ["json", "bpgn", "sql", "limit"])]
    pub(crate) count: bool,

    /// Print one JSON object per game
    #[arg(long, conflicts_with_all = ["bpgn", "sql"])]
    pub(crate) json: bool,

    /// Print the games as BPGN
    #[arg(long, conflicts_with = "sql")]
    pub(crate) bpgn: bool,

    /// Print the query as SQL for DuckDB, and don't search
    #[arg(long)]
    pub(crate) sql: bool,

    /// Maximum number of games to print
    #[arg(long, value_name = "N", conflicts_with = "sql", value_parser = number::<usize>(0..=usize::MAX))]
    pub(crate) limit: Option<usize>,

    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", conflicts_with = "sql", value_parser = number::<u32>(0..=u32::MAX))]
    pub(crate) timeout: Option<u32>,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::ARCHIVE, after_long_help = cli_help::ARCHIVE_LONG)]
pub(crate) struct ArchiveArgs {
    #[command(subcommand)]
    pub(crate) action: ArchiveAction,
}

/// The commands of `archive`.
#[derive(Subcommand, Debug)]
pub(crate) enum ArchiveAction {
    /// Add games, and create the archive if it doesn't exist
    Add(AddArgs),
    /// Print the number of games, players and half-moves, sizes and sources
    Info(InfoArgs),
    /// List games that were skipped or truncated, and why
    Skipped(SkippedArgs),
    /// Merge the files of many imports into fewer, larger files
    Compact(CompactArgs),
    /// Print the original text of games
    Export(ExportArgs),
    /// Rebuild a lost or damaged manifest.json from the other files
    Repair(RepairArgs),
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::ADD, after_long_help = cli_help::ADD_LONG)]
pub(crate) struct AddArgs {
    /// Folder of the archive; created if it doesn't exist
    pub(crate) archive: PathBuf,

    /// Files or folders to add
    ///
    /// Files are BPGN or chess.com JSON, plain or compressed with bzip2, gzip or zstd. In a folder,
    /// all files that end in .bpgn, .pgn or .json are read, with or without .bz2, .gz or .zst,
    /// except hidden ones; subfolders are included.
    #[arg(verbatim_doc_comment, required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Don't keep the text of games in a new archive; saves about a quarter of its size
    #[arg(long)]
    pub(crate) no_text: bool,

    /// Print one JSON object per file
    #[arg(long)]
    pub(crate) json: bool,

    /// Number of games to write at a time [default: 250000]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = number::<u32>(1..=10_000_000))]
    pub(crate) batch: Option<u32>,

    /// Number of threads [default: number of CPUs]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = number::<u16>(1..=256))]
    pub(crate) threads: Option<u16>,

    /// Approximate memory limit, in MB [default: 1024]
    #[arg(hide_short_help = true, long, value_name = "MB", value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) memory: Option<u32>,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::INFO, after_long_help = cli_help::INFO_LONG)]
pub(crate) struct InfoArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,

    /// Also read every file, verify its checksum, and check that the tables agree
    #[arg(long)]
    pub(crate) verify: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::SKIPPED, after_long_help = cli_help::SKIPPED_LONG)]
pub(crate) struct SkippedArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,

    /// List only games with this reason, such as `duplicate`
    #[arg(long, value_name = "REASON")]
    pub(crate) reason: Option<String>,

    /// Print one JSON object per game
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::COMPACT, after_long_help = cli_help::COMPACT_LONG)]
pub(crate) struct CompactArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::EXPORT, after_long_help = cli_help::EXPORT_LONG)]
pub(crate) struct ExportArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,

    /// Print only games of this source, a number from `archive info`
    #[arg(long, value_name = "N", value_parser = number::<i32>(0..=i32::MAX))]
    pub(crate) source: Option<i32>,

    /// Print only the game with this id
    #[arg(long, value_name = "ID", conflicts_with = "source", value_parser = number::<i32>(0..=i32::MAX))]
    pub(crate) game: Option<i32>,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::REPAIR, after_long_help = cli_help::REPAIR_LONG)]
pub(crate) struct RepairArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = cli_help::EXPLORE, after_long_help = cli_help::EXPLORE_LONG)]
pub(crate) struct ExploreArgs {
    /// Folder of the archive
    pub(crate) archive: PathBuf,

    /// Position to look up: FEN, BFEN or FEEN, `start`, or `-` for stdin
    ///
    /// Write a board in FEN, BFEN or FEEN, in quotes, and two boards as `A | B`. `start` is the
    /// starting position. `-` reads the first line of stdin.
    #[arg(verbatim_doc_comment)]
    pub(crate) position: OsString,

    /// How the reserves must match
    #[arg(long, value_name = "MATCH", value_enum, default_value = "any")]
    pub(crate) reserves: ReservesArg,

    /// Number of best-rated and of newest games to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<usize>(0..=usize::MAX))]
    pub(crate) games: usize,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Which moves are counted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// Count only moves of this player; case is ignored
    #[arg(long, value_name = "NAME", value_parser = name)]
    player: Option<String>,

    /// Count only games where the partner has this name
    #[arg(long, value_name = "NAME", value_parser = name)]
    partner: Option<String>,

    /// Count only games where an opponent has this name
    #[arg(long, value_name = "NAME", value_parser = name)]
    against: Option<String>,

    /// Count only moves of this seat: WhiteA, BlackA, WhiteB or BlackB
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    seat: Option<Seat>,

    /// Count only moves of this color
    #[arg(long, value_name = "COLOR", value_enum)]
    side: Option<SideArg>,

    /// Count only moves of players with this rating: 2000..2400, 2000.. or ..1500
    #[arg(long, value_name = "RANGE", value_parser = rating_range)]
    rating: Option<(i16, i16)>,

    /// Count only games since this date: YYYY, YYYY.MM or YYYY.MM.DD
    #[arg(long, value_name = "DATE", value_parser = days)]
    since: Option<(i32, i32)>,

    /// Count only games up to and including this date
    #[arg(long, value_name = "DATE", value_parser = days)]
    until: Option<(i32, i32)>,

    /// Count only games with this time control, in seconds: 180+0
    #[arg(long, value_name = "CONTROL", value_parser = control)]
    time_control: Option<(i32, i32)>,

    /// Count only games with this result for the team that moved
    #[arg(long, value_name = "RESULT", value_enum)]
    result: Option<ResultArg>,

    /// Count only games that ended this way: checkmate, resignation or time
    #[arg(long, value_name = "REASON")]
    end: Option<String>,

    /// Count only games of this source, a number from `archive info`
    #[arg(long, value_name = "N", value_parser = number::<i32>(0..=i32::MAX))]
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
            // An unknown date is the lowest number.
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

fn seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|_| "expected WhiteA, BlackA, WhiteB or BlackB".to_owned())
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
    match bpgn::tags::read_time_control(text.as_bytes()) {
        bpgn::tags::TimeControlTag::Control(control) => {
            let millis =
                |time: bughouse_chess::Millis| i32::try_from(time.0).map_err(|_| "too long".to_owned());
            Ok((millis(control.base)?, millis(control.increment)?))
        }
        _ => Err("expected seconds and increment, such as 180+0".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReservesArg {
    /// Any reserves
    Any,
    /// At least the pieces of the position
    AtLeast,
    /// Exactly the pieces of the position
    Exactly,
}

impl ReservesArg {
    /// Returns the option of the query.
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
