//! Player statistics, compared with a slow reference implementation that replays every game.

use std::collections::BTreeMap;

use bpgn::{Facts, ReadOptions, Reader, Timeline, Winner};
use bughouse_archive::{Archive, PlayerSummary, Score};
use bughouse_chess::{BughouseMove, Seat};

use crate::support::{add, games};

/// The number of games, wins, draws, losses.
type Counts = [u64; 4];

/// The expected statistics of a player, by name.
#[derive(Default, PartialEq, Eq, Debug)]
struct Known {
    all: Counts,
    seats: BTreeMap<String, Counts>,
    partners: BTreeMap<String, Counts>,
    opponents: BTreeMap<String, Counts>,
    ends: BTreeMap<String, Counts>,
    /// By month, with the sum of ratings.
    months: BTreeMap<String, (Counts, u64)>,
    drops: BTreeMap<String, Counts>,
}

fn count(counts: &mut Counts, winner: Option<Winner>, seat: Seat) {
    counts[0] += 1;
    match winner {
        Some(Winner::Draw) => counts[2] += 1,
        Some(Winner::Team(team)) if team == seat.team() => counts[1] += 1,
        Some(Winner::Team(_)) => counts[3] += 1,
        None => {}
    }
}

fn reference(text: &[u8], name: &str) -> Known {
    let mut known = Known::default();
    for record in Reader::new(text).records() {
        let game = record.expect("a game").game;
        let facts = Facts::of(&game);
        let winner = facts.outcome.winner;
        let timeline = Timeline::new(&game, &ReadOptions::for_files());
        for seat in Seat::ALL {
            let player = |seat: Seat| facts.players[seat].clone().unwrap_or_default();
            if player(seat).to_lowercase() != name.to_lowercase() {
                continue;
            }
            count(&mut known.all, winner, seat);
            count(known.seats.entry(seat.name().to_owned()).or_default(), winner, seat);
            count(known.partners.entry(player(seat.partner())).or_default(), winner, seat);
            for opponent in [seat.opponent(), seat.partner().opponent()] {
                count(known.opponents.entry(player(opponent)).or_default(), winner, seat);
            }
            if let Some(end) = facts.outcome.by() {
                count(known.ends.entry(end.to_owned()).or_default(), winner, seat);
            }
            if let Some(date) = &facts.date {
                let (counts, ratings) = known.months.entry(date.to_string()[..7].to_owned()).or_default();
                count(counts, winner, seat);
                *ratings += u64::from(facts.ratings[seat].points().unwrap_or(0));
            }
            for moment in timeline.moments.iter().filter(|moment| moment.seat == seat) {
                if let BughouseMove::Drop { .. } = moment.mv {
                    count(known.drops.entry(moment.mv.to_string()).or_default(), winner, seat);
                }
            }
        }
    }
    known
}

fn counts(score: Score) -> Counts {
    [score.games, score.won, score.drawn, score.lost]
}

/// Asserts that the most frequent names are listed.
fn assert_most_frequent(listed: Vec<(String, Counts)>, known: &BTreeMap<String, Counts>, what: &str) {
    assert_eq!(listed.len(), known.len().min(20), "{what}");
    assert!(listed.is_sorted_by(|one, other| one.1[0] >= other.1[0]), "{what}");
    let least = listed.last().map_or(0, |(_, counts)| counts[0]);
    for (name, counts) in &listed {
        assert_eq!(known.get(name), Some(counts), "{what} {name}");
    }
    let more = known
        .iter()
        .filter(|(name, counts)| counts[0] > least && !listed.iter().any(|(listed, _)| listed == *name));
    assert_eq!(more.count(), 0, "{what}");
}

fn compare(summary: &PlayerSummary, known: &Known) {
    assert_eq!(counts(summary.all), known.all);
    for (seat, score) in summary.seats.iter() {
        assert_eq!(counts(*score), known.seats.get(seat.name()).copied().unwrap_or_default(), "{seat}");
    }
    let named = |scores: &[bughouse_archive::NamedScore]| {
        scores.iter().map(|named| (named.name.clone(), counts(named.score))).collect::<Vec<_>>()
    };
    assert_most_frequent(named(&summary.partners), &known.partners, "partners");
    assert_most_frequent(named(&summary.opponents), &known.opponents, "opponents");
    assert_most_frequent(named(&summary.ends), &known.ends, "ends");
    let drops = summary.drops.iter().map(|drop| {
        let mv = BughouseMove::Drop { piece: drop.piece, square: drop.square };
        (mv.to_string(), counts(drop.score))
    });
    assert_most_frequent(drops.collect(), &known.drops, "drops");
    assert_eq!(summary.all_drops, known.drops.values().map(|counts| counts[0]).sum::<u64>());
    let months: BTreeMap<String, (Counts, u64)> = summary
        .months
        .iter()
        .map(|month| {
            let sum = month.rating.unwrap_or(0.0) * month.score.games as f64;
            (format!("{:04}.{:02}", month.year, month.month), (counts(month.score), sum.round() as u64))
        })
        .collect();
    assert_eq!(months, known.months);
}

#[test]
fn players_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(31, 300);
    add(folder.path(), "games", &text, 110);
    let archive = Archive::open(folder.path()).expect("an archive");
    let listed = archive.players("", 10_000).expect("players");
    assert!(listed.len() > 20 && listed.is_sorted_by(|one, other| one.seats >= other.seats));
    let mut drops = 0;
    for player in listed.iter().take(3).chain(listed.iter().step_by(listed.len() / 6)) {
        let summary = archive.player(&player.name.to_uppercase()).expect("an answer").expect("a player");
        assert_eq!(summary.name, player.name);
        assert_eq!(summary.all.games, player.seats);
        compare(&summary, &reference(&text, &player.name));
        drops += summary.all_drops;
        for pair in summary.newest.windows(2) {
            let date = |id: i32| archive.game(id).expect("a game").expect("a game").date;
            assert!(date(pair[0]) >= date(pair[1]));
        }
    }
    assert!(drops > 100, "players drop pieces: {drops}");
    assert_eq!(archive.player("nobody at all").expect("an answer"), None);
    assert_eq!(archive.player("").expect("an answer"), None);
}

#[test]
fn names_are_compared_ignoring_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |who: &str, result: &str, first: &str| {
        format!(
            "[Event \"x\"]\n[WhiteA \"{who}\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"{who}\"]\n\
             [Result \"{result}\"]\n\n1A. {first} 1a. e5 {result}\n\n"
        )
    };
    let text = game("Zo\u{eb}", "1-0", "e4")
        + &game("ZO\u{cb}", "0-1", "d4")
        + &game("zo\u{eb}", "1-0", "c4")
        + &game("Zo\u{eb}", "1/2-1/2", "f4");
    add(folder.path(), "games", text.as_bytes(), 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let summary = archive.player(" zO\u{eb}").expect("an answer").expect("a player");
    assert_eq!(summary.name, "Zo\u{eb}");
    // A player in two seats of a game counts once per seat.
    assert_eq!(counts(summary.all), [8, 4, 2, 2]);
    assert_eq!(summary.partners.len(), 1);
    assert_eq!(summary.newest, [3, 2, 1, 0]);
    assert!(summary.months.is_empty());
    let names = |prefix: &str| -> Vec<(String, u64)> {
        let found = archive.players(prefix, 10).expect("players");
        found.into_iter().map(|player| (player.name, player.seats)).collect()
    };
    assert_eq!(names("ZO"), [("Zo\u{eb}".to_owned(), 8)]);
    assert_eq!(names(""), [("Zo\u{eb}".to_owned(), 8), ("b".to_owned(), 4), ("c".to_owned(), 4)]);
    assert_eq!(names("zoo"), []);
}

#[test]
fn reading_many_games_matches_reading_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(32, 90), 40);
    let archive = Archive::open(folder.path()).expect("an archive");
    let ids = [88, 3, 39, 40, 41, 0, 89, 90, -1, i32::MAX, i32::MIN, 3];
    let expected: Vec<_> = [88, 3, 39, 40, 41, 0, 89]
        .into_iter()
        .map(|id| archive.game(id).expect("a game").expect("a game"))
        .collect();
    assert_eq!(archive.games_of(&ids).expect("games"), expected);
    assert_eq!(archive.games_of(&[]).expect("games"), []);
}
