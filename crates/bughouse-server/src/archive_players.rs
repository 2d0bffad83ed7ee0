//! Answers about the players of an archive.

use bughouse_archive::{Archive, NamedScore, Score};
use bughouse_chess::{BughouseMove, Seat};
use bughouse_review::{
    ArchivePlayer, ArchivePlayers, ArchiveScore, ListedPlayer, MonthScore, PlayersRequest, Rejection,
    SeatScores,
};

use crate::archive::{failed, found_games};

/// Returns the players whose names have a prefix.
///
/// # Errors
/// Fails if a file of the archive can't be read.
pub(crate) fn answer_players(
    archive: &Archive,
    request: &PlayersRequest,
) -> Result<ArchivePlayers, Rejection> {
    let prefix = request.prefix.as_deref().unwrap_or_default();
    let players = archive.players(prefix, request.limit).map_err(|error| failed(&error))?;
    let listed =
        |player: bughouse_archive::KnownPlayer| ListedPlayer { name: player.name, games: player.seats };
    Ok(ArchivePlayers { players: players.into_iter().map(listed).collect() })
}

/// Returns the statistics of a player.
///
/// # Errors
/// Fails if there is no such player, or a file of the archive can't be read.
pub(crate) fn answer_player(archive: &Archive, name: &str) -> Result<ArchivePlayer, Rejection> {
    let player = archive.player(name).map_err(|error| failed(&error))?;
    let player =
        player.ok_or_else(|| Rejection::not_found(format!("no player in this archive is named {name}")))?;
    let month = |month: &bughouse_archive::MonthScore| MonthScore {
        month: format!("{:04}.{:02}", month.year, month.month),
        score: score(month.score),
        rating: month.rating,
    };
    let drop = |drop: &bughouse_archive::DropScore| bughouse_review::NamedScore {
        name: BughouseMove::Drop { piece: drop.piece, square: drop.square }.to_string(),
        score: score(drop.score),
    };
    Ok(ArchivePlayer {
        score: score(player.all),
        seats: SeatScores {
            white_a: score(player.seats[Seat::WHITE_A]),
            black_a: score(player.seats[Seat::BLACK_A]),
            white_b: score(player.seats[Seat::WHITE_B]),
            black_b: score(player.seats[Seat::BLACK_B]),
        },
        partners: named(&player.partners),
        opponents: named(&player.opponents),
        ends: named(&player.ends),
        months: player.months.iter().map(month).collect(),
        drops: player.drops.iter().map(drop).collect(),
        all_drops: player.all_drops,
        newest: found_games(archive, player.newest.iter().map(|&id| (id, None)))
            .map_err(|error| failed(&error))?,
        name: player.name,
    })
}

fn named(scores: &[NamedScore]) -> Vec<bughouse_review::NamedScore> {
    let convert = |named: &NamedScore| bughouse_review::NamedScore {
        name: named.name.clone(),
        score: score(named.score),
    };
    scores.iter().map(convert).collect()
}

fn score(score: Score) -> ArchiveScore {
    ArchiveScore { games: score.games, won: score.won, drawn: score.drawn, lost: score.lost }
}
