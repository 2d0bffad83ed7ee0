//! Answers from an archive.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bughouse_archive::{
    Archive, ArchiveError, ArchivedGame, Explore, Filter, ForTeam, GameAt, Query, Reserves, SearchOptions,
    day_text, read_days,
};
use bughouse_chess::{Board, BughouseMove, ChessMove, Seat};
use bughouse_review::position::ReadBoards;
use bughouse_review::{
    ExploreRequest, Explored, ExploredEnd, ExploredGame, ExploredMove, ExploredYears, FoundGame, FoundGames,
    Game, MoveYears, Player, Rejection, ReserveFilter, SearchRequest, Seats, Source, TeamResult,
};

/// The time limit of a search.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The maximum number of moves by year.
const MOST_MOVES: usize = 12;

/// Returns the moves played from a position.
///
/// # Errors
/// Fails if a parameter is invalid, or a file of the archive can't be read.
pub(crate) fn answer_explore(archive: &Archive, request: &ExploreRequest) -> Result<Explored, Rejection> {
    explore(archive, &request.boards, &explore_query(request)?).map_err(|error| failed(&error))
}

/// Returns the moves played from a position, by year.
///
/// # Errors
/// Fails if a parameter is invalid, or a file of the archive can't be read.
pub(crate) fn answer_years(archive: &Archive, request: &ExploreRequest) -> Result<ExploredYears, Rejection> {
    let found = archive.explore_years(&explore_query(request)?).map_err(|error| failed(&error))?;
    let list = request.boards.list();
    let years: Vec<i32> = found.years.iter().map(|year| year.year).collect();
    let mut moves = Vec::new();
    for played in found.moves.iter().filter(|played| played.mv.is_some()).take(MOST_MOVES) {
        let Some(mv) = played.mv else { continue };
        let board = &list[played.board.map_or(0, |id| id.to_index().min(list.len() - 1))].board;
        let mut move_years = MoveYears {
            san: san(board, mv),
            uci: mv.to_string(),
            board: played.board.map(|id| id.to_string()),
            games: vec![0; years.len()],
            won: vec![0; years.len()],
            drawn: vec![0; years.len()],
            lost: vec![0; years.len()],
        };
        for year in &played.years {
            let Ok(at) = years.binary_search(&year.year) else { continue };
            move_years.games[at] = year.score.games;
            move_years.won[at] = year.score.won;
            move_years.drawn[at] = year.score.drawn;
            move_years.lost[at] = year.score.lost;
        }
        moves.push(move_years);
    }
    let games = found.years.iter().map(|year| year.score.games).collect();
    Ok(ExploredYears { position: position_text(&request.boards), years, games, moves })
}

/// Converts a request to a query.
fn explore_query(request: &ExploreRequest) -> Result<Explore, Rejection> {
    let reserves = match request.reserves {
        ReserveFilter::Any => Reserves::Any,
        ReserveFilter::AtLeast => Reserves::AtLeast,
        ReserveFilter::Exactly => Reserves::Exactly,
    };
    Ok(query(&request.boards).reserves(reserves).filter(filter(request)?).games(request.games))
}

/// Converts the parameters that restrict the games.
fn filter(request: &ExploreRequest) -> Result<Filter, Rejection> {
    let mut filter = Filter::default();
    filter.player.clone_from(&request.player);
    filter.partner.clone_from(&request.partner);
    filter.against.clone_from(&request.against);
    filter.seat = request.seat;
    filter.color = request.color;
    if request.min_rating.is_some() || request.max_rating.is_some() {
        filter.rating = Some(request.min_rating.unwrap_or(0)..=request.max_rating.unwrap_or(i16::MAX));
    }
    let days = |name: &str, text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => read_days(text).map(Some).ok_or_else(|| {
            Rejection::bad_request(format!("{name}: expected YYYY, YYYY-MM or YYYY-MM-DD, found {text}"))
        }),
    };
    let (from, to) = (days("from", &request.from)?, days("to", &request.to)?);
    if from.is_some() || to.is_some() {
        // Unknown days sort before all others.
        filter.days =
            Some(from.map_or(i32::MIN + 1, |days| *days.start())..=to.map_or(i32::MAX, |days| *days.end()));
    }
    if let Some(text) = &request.time_control {
        filter.control = match bpgn::tags::read_time_control(text.as_bytes()) {
            bpgn::tags::TimeControlTag::Control(control) => {
                let millis = |time: bughouse_chess::Millis| i32::try_from(time.0).unwrap_or(i32::MAX);
                Some((millis(control.base), millis(control.increment)))
            }
            _ => {
                return Err(Rejection::bad_request(format!(
                    "time_control: expected a value such as 180+0, found {text}"
                )));
            }
        };
    }
    filter.result = request.result.map(|result| match result {
        TeamResult::Won => ForTeam::Won,
        TeamResult::Drawn => ForTeam::Drawn,
        TeamResult::Lost => ForTeam::Lost,
    });
    filter.end.clone_from(&request.end);
    // No file has a number that is too large.
    filter.source = request.source.map(|number| i32::try_from(number).unwrap_or(-1));
    Ok(filter)
}

/// Returns the games that match a search, unless another thread sets `stop`.
///
/// # Errors
/// Fails if the query is invalid, a file of the archive can't be read, or the search was stopped.
pub(crate) fn answer_search(
    archive: &Archive,
    request: &SearchRequest,
    stop: &AtomicBool,
) -> Result<FoundGames, Rejection> {
    let (text, offset) = (request.query.as_deref().unwrap_or_default(), request.offset);
    if text.trim().is_empty() {
        let ids = archive.ids().skip(offset).take(request.limit);
        let games = found_games(archive, ids.map(|id| (id, None)));
        let games = games.map_err(|error| failed(&error))?;
        return Ok(FoundGames { total: archive.manifest().game_count() as u64, offset, games });
    }
    let query: Query = text.parse().map_err(|error: bughouse_archive::QueryError| {
        Rejection::bad_request_at(error.to_string(), text.as_bytes(), error.span())
    })?;
    let options = SearchOptions::default().skip(offset).limit(request.limit).time(MOST_TIME);
    let found = archive.search_until(&query, &options, stop).map_err(|error| failed(&error))?;
    let hits = found.hits.iter().map(|hit| (hit.game, hit.ply));
    let games = found_games(archive, hits).map_err(|error| failed(&error))?;
    Ok(FoundGames { total: found.games, offset, games })
}

/// Returns games by their ids, each with the half-move that matched.
///
/// # Errors
/// Fails if a file of the archive can't be read.
pub fn found_games(
    archive: &Archive,
    games: impl Iterator<Item = (i32, Option<i32>)> + Clone,
) -> Result<Vec<FoundGame>, ArchiveError> {
    let plies: HashMap<i32, Option<i32>> = games.clone().collect();
    let ids: Vec<i32> = games.map(|(id, _)| id).collect();
    let read = archive.games_of(&ids)?;
    Ok(read.into_iter().map(|game| found(archive, plies.get(&game.id).copied().flatten(), game)).collect())
}

/// Replays a game of an archive.
///
/// # Errors
/// Fails if there is no such game, the archive has no texts, or a file of the archive can't be read.
pub(crate) fn answer_game(archive: &Archive, id: i32) -> Result<Game, Rejection> {
    let game = archive.game(id).map_err(|error| failed(&error))?.ok_or_else(|| {
        Rejection::not_found(format!(
            "there is no game {id}, expected 0 to {}",
            archive.len().saturating_sub(1)
        ))
    })?;
    let text = archive.text(&game).map_err(|error| failed(&error))?;
    let text = text.ok_or_else(|| {
        Rejection::not_found(
            "this archive has no texts because it was created with --no-text: open the original file instead",
        )
    })?;
    let mut reader = bpgn::Reader::new(&text[..]);
    let record = reader.records().next().and_then(Result::ok);
    let record = record.ok_or_else(|| {
        Rejection::internal(format!("the archive is damaged: the text of game {id} isn't a game"))
    })?;
    let source = Source {
        file: "archive".to_owned(),
        name: source_name(archive, &game),
        game: u64::try_from(id).unwrap_or(0),
        line: u64::try_from(game.line).unwrap_or(0),
    };
    Game::new(&record, Some(source))
}

fn found(archive: &Archive, ply: Option<i32>, game: ArchivedGame) -> FoundGame {
    FoundGame {
        game: game.id,
        ply,
        time_control: game.control.map(control_text),
        state: game.state.clone(),
        file: source_name(archive, &game),
        number: game.number,
        line: game.line,
        seats: seats(&game),
        date: game.date,
        result: game.result,
        winner: game.winner,
        end: game.end,
        plies: game.half_moves,
    }
}

/// Returns the name of the file that a game comes from.
fn source_name(archive: &Archive, game: &ArchivedGame) -> String {
    let source = usize::try_from(game.source).ok().and_then(|at| archive.manifest().sources.get(at));
    source.map(|source| source.name.clone()).unwrap_or_default()
}

/// Returns a time control in milliseconds as in a tag, in seconds.
fn control_text((base, increment): (i32, i32)) -> String {
    let seconds = |millis: i32| f64::from(millis) / 1000.0;
    format!("{}+{}", seconds(base), seconds(increment))
}

pub(crate) fn failed(error: &ArchiveError) -> Rejection {
    match error {
        ArchiveError::TooLong { .. } => Rejection::bad_request(error.to_string()),
        _ => Rejection::internal(error.to_string()),
    }
}

/// Creates a query about one or two boards.
pub fn query(boards: &ReadBoards) -> Explore {
    match (boards, boards.both()) {
        (ReadBoards::Two(_), Some(both)) => Explore::both(&both.position),
        (boards, _) => Explore::board(&boards.list()[0].board),
    }
}

/// Returns the moves played from one or two boards.
///
/// # Errors
/// Fails if a file of the archive can't be read.
pub fn explore(archive: &Archive, boards: &ReadBoards, query: &Explore) -> Result<Explored, ArchiveError> {
    let found = archive.explore(query)?;
    let list = boards.list();
    let mut moves = Vec::new();
    let mut ended = None;
    for played in &found.moves {
        let Some(mv) = played.mv else {
            ended = Some(ExploredEnd {
                games: played.games,
                won: played.won,
                drawn: played.drawn,
                lost: played.lost,
            });
            continue;
        };
        let board = &list[played.board.map_or(0, |id| id.to_index().min(list.len() - 1))].board;
        moves.push(ExploredMove {
            san: san(board, mv),
            uci: mv.to_string(),
            board: played.board.map(|id| id.to_string()),
            games: played.games,
            won: played.won,
            drawn: played.drawn,
            lost: played.lost,
            rating: played.rating,
            used_ms: played.used_ms,
            quick: played.quick,
            last: played.last.map(day_text),
        });
    }
    let best = found.best.iter().map(|at| (at, false));
    let mut listed: Vec<(&GameAt, bool)> = Vec::new();
    for (at, is_newest) in best.chain(found.newest.iter().map(|at| (at, true))) {
        if !listed.iter().any(|(other, _)| other.game == at.game) {
            listed.push((at, is_newest));
        }
    }
    let ids: Vec<i32> = listed.iter().map(|(at, _)| at.game).collect();
    let mut games = Vec::new();
    for read in archive.games_of(&ids)? {
        if let Some((at, is_newest)) = listed.iter().find(|(at, _)| at.game == read.id) {
            games.push(game(read, at, *is_newest));
        }
    }
    Ok(Explored {
        position: position_text(boards),
        total: found.total,
        total_games: found.total_games,
        moves,
        ended,
        games,
    })
}

/// Returns boards in BFEN.
fn position_text(boards: &ReadBoards) -> String {
    let texts: Vec<String> = boards.list().iter().map(|read| read.board.to_bfen()).collect();
    texts.join(" | ")
}

/// Returns a move in SAN. The position may lack the dropped piece in its reserve.
fn san(board: &Board, mv: BughouseMove) -> String {
    let mut board = *board;
    if let BughouseMove::Drop { piece, .. } = mv {
        let color = board.side_to_move();
        if !board.reserve(color).contains(piece) {
            let _ = board.try_add_to_reserve(color, piece);
        }
    }
    let stolen_from = match mv {
        BughouseMove::Regular(mv) => mv.stolen_from().zip(mv.promotion()),
        BughouseMove::Drop { .. } => None,
    };
    let written = match (mv, stolen_from) {
        // The other board is unknown: the square on it follows the piece.
        (BughouseMove::Regular(regular), Some((square, piece))) => {
            let plain = ChessMove::new(regular.source(), regular.dest(), Some(piece));
            board.san(plain.into()).map(|san| {
                let san = san.to_string();
                let (before, sign) = san.split_at(san.trim_end_matches(['+', '#']).len());
                format!("{before}{square}{sign}")
            })
        }
        _ => board.san(mv).map(|san| san.to_string()),
    };
    written.unwrap_or_else(|_| mv.to_string())
}

fn game(game: ArchivedGame, at: &GameAt, is_newest: bool) -> ExploredGame {
    ExploredGame {
        game: game.id,
        ply: at.ply,
        seats: seats(&game),
        date: game.date,
        result: game.result,
        winner: game.winner,
        end: game.end,
        plies: game.half_moves,
        newest: is_newest,
    }
}

/// Returns the players of a game.
pub fn seats(game: &ArchivedGame) -> Seats {
    let player = |seat: Seat| Player {
        name: game.players[seat].clone().unwrap_or_default(),
        rating: game.ratings[seat].and_then(|rating| u32::try_from(rating).ok()),
    };
    Seats {
        white_a: player(Seat::WHITE_A),
        black_a: player(Seat::BLACK_A),
        white_b: player(Seat::WHITE_B),
        black_b: player(Seat::BLACK_B),
    }
}
