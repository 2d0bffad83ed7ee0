//! Typical queries, each compared with a slow reference implementation.

use std::collections::BTreeMap;
use std::path::Path;

use bpgn::replay::LEAST_SIT;
use bpgn::{Facts, Game, Moment, ReadOptions, Reader, Timeline, Winner};
use bughouse_archive::{Archive, Explore, Filter, read_days};
use bughouse_chess::{Board, BughouseMove, Millis, Piece, Seat};
use serde_json::Value;

use crate::duckdb::{ask, python};
use crate::search::{Seen, Test, first, hits, reference};
use crate::support::{add, games};

const SEED: u64 = 23;
const GAMES: u64 = 400;

fn archive(folder: &Path) -> (Vec<u8>, Archive) {
    let text = games(SEED, GAMES);
    add(folder, "games", &text, 150);
    (text, Archive::open(folder).expect("an archive"))
}

fn played(text: &[u8]) -> Vec<(Game, Facts, Timeline)> {
    let mut reader = Reader::new(text);
    reader
        .records()
        .map(|record| {
            let game = record.expect("a game").game;
            let (facts, timeline) = (Facts::of(&game), Timeline::new(&game, &ReadOptions::for_files()));
            (game, facts, timeline)
        })
        .collect()
}

#[test]
fn typical_queries_about_half_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, archive) = archive(folder.path());
    let cases: &[(&str, Test)] = &[
        // Mates by a dropped knight while the partner is ahead on the diagonal.
        ("drop:N mate by:BlackB diagonal(WhiteA)>5", |seen| {
            seen.is_drop(Piece::Knight)
                && seen.is_mate()
                && seen.moment.seat == Seat::BLACK_B
                && seen.diagonal(Seat::WHITE_A).is_some_and(|time| time > 5)
        }),
        // Pawn drops on the seventh rank with check.
        ("drop:P@7 check", |seen| {
            seen.is_drop(Piece::Pawn)
                && seen.moment.mv.dest().to_string().ends_with('7')
                && seen.board().in_check()
        }),
        // Lost with five or more pieces in reserve.
        ("lost reserve>=5", |seen| {
            seen.facts.outcome.winner == Some(Winner::Team(seen.moment.seat.team().other()))
                && seen.moment.position.reserve(seen.moment.seat).total() >= 5
        }),
        // A queen captured by the winning team.
        ("capture:Q won", |seen| seen.captures(Piece::Queen) && seen.won()),
    ];
    for (query, test) in cases {
        let expected = reference(&text, first(*test));
        assert!(!expected.is_empty(), "{query} finds games");
        assert_eq!(hits(&archive, query), expected, "{query}");
    }
    // Sits while down on the diagonal.
    let expected = reference(&text, |_, facts, timeline| {
        let down = |sit: &&bpgn::replay::Sit| {
            timeline.moment(sit.to_ply).is_some_and(|moment| {
                moment.seat == sit.seat
                    && Seen { facts, timeline, moment }.diagonal(sit.seat).is_some_and(|time| time < 0)
            })
        };
        timeline.sits(LEAST_SIT).iter().filter(down).map(|sit| sit.to_ply as i32).min().map(Some)
    });
    assert!(!expected.is_empty());
    assert_eq!(hits(&archive, "sit diagonal<0"), expected);
}

#[test]
fn queries_with_then() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, archive) = archive(folder.path());
    // The first half-move that matches `two` at most `within` half-moves on its board after one that matches `one`.
    let after = |one: Test, two: Test, within: usize| {
        reference(&text, move |_, facts, timeline| {
            let holds = |test: Test, moment: &Moment| test(&Seen { facts, timeline, moment });
            let near = |later: &&Moment| {
                holds(two, later)
                    && timeline.moments[..later.ply - 1].iter().any(|earlier| {
                        let between = &timeline.moments[earlier.ply..later.ply];
                        let made =
                            between.iter().filter(|other| other.seat.board == later.seat.board).count();
                        holds(one, earlier) && made <= within
                    })
            };
            timeline.moments.iter().find(near).map(|moment| Some(moment.ply as i32))
        })
    };
    // Frozen, and freed after some seconds.
    let freed = after(
        |seen| seen.freezes(),
        |seen| seen.moment.used.is_some_and(|used| used > Millis::from_secs(2)),
        1,
    );
    assert!(!freed.is_empty());
    assert_eq!(hits(&archive, "frozen then used>2 within 1"), freed);
    // A sacrifice on f7, followed by a knight drop.
    let attack = after(
        |seen| seen.to("f7") && seen.moment.transfer.capture.is_some() && seen.board().in_check(),
        |seen| seen.is_drop(Piece::Knight) && seen.board().in_check(),
        6,
    );
    assert!(!attack.is_empty());
    assert_eq!(hits(&archive, "to:f7 capture check then drop:N check within 6"), attack);
}

#[test]
fn queries_about_partners_and_opponents() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, archive) = archive(folder.path());
    let first = archive.game(3).expect("a game").expect("a game");
    let name = |seat: Seat| first.players[seat].clone().expect("a name");
    let (one, partner) = (name(Seat::WHITE_A), name(Seat::BLACK_B));
    let foes = [name(Seat::BLACK_A), name(Seat::WHITE_B)];
    let has = |facts: &Facts, seat: Seat, name: &str| facts.players[seat].as_deref() == Some(name);
    let of_player = |test: &dyn Fn(&Facts, Seat) -> bool| {
        reference(&text, |_, facts, _| {
            Seat::ALL.iter().any(|&seat| has(facts, seat, &one) && test(facts, seat)).then_some(None)
        })
    };
    let with = of_player(&|facts, seat| has(facts, seat.partner(), &partner));
    let others = of_player(&|facts, seat| !has(facts, seat.partner(), &partner));
    assert!(!with.is_empty() && !others.is_empty());
    assert_eq!(hits(&archive, &format!("player:{one} partner:{partner}")), with);
    assert_eq!(hits(&archive, &format!("player:{one} not partner:{partner}")), others);
    let four = of_player(&|facts, seat| {
        has(facts, seat.partner(), &partner)
            && foes
                .iter()
                .all(|foe| has(facts, seat.opponent(), foe) || has(facts, seat.partner().opponent(), foe))
    });
    assert!(four.contains(&(3, None)));
    let query = format!("player:{one} partner:{partner} against:{} against:{}", foes[0], foes[1]);
    assert_eq!(hits(&archive, &query), four);
}

#[test]
fn moves_of_a_player_with_ratings_and_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, archive) = archive(folder.path());
    let start = Board::default();
    // A player who had Black against 1. e4.
    let name = played(&text)
        .iter()
        .find(|(game, _, timeline)| {
            let first = timeline.moments.iter().find(|moment| moment.seat == Seat::WHITE_A);
            game.tags.get("TimeControl") == Some("180+0")
                && game.tags.get("Date").is_some_and(|date| date >= "2005")
                && first.is_some_and(|moment| moment.san == "e4")
        })
        .and_then(|(_, facts, _)| facts.players[Seat::BLACK_A].clone())
        .expect("a player");
    let days = read_days("2005").expect("days").start().to_owned()..=i32::MAX;
    let filter = Filter::default().player(&name).seat(Seat::BLACK_A).control(180_000, 0).days(days);
    /// The expected statistics of a move. Times are in tenths of a second.
    #[derive(Default)]
    struct Seen {
        games: u64,
        ratings: Vec<f64>,
        tenths: Vec<i64>,
        last: Option<String>,
    }
    let after: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("a board");
    for (board, filter, is_filtered) in
        [(start, Filter::default(), false), (after, Filter::default(), false), (after, filter, true)]
    {
        let mut expected: BTreeMap<String, Seen> = BTreeMap::new();
        for (game, facts, timeline) in &played(&text) {
            for id in bughouse_chess::BoardId::ALL {
                let played = timeline.moments.iter().find(|moment| {
                    let before = timeline.position(moment.ply - 1).expect("a position");
                    moment.seat.board == id && before.board(id).key() == board.key()
                });
                let Some(moment) = played else { continue };
                let date = game.tags.get("Date").expect("a date").to_owned();
                let passes = facts.players[moment.seat].as_deref() == Some(&name)
                    && moment.seat == Seat::BLACK_A
                    && game.tags.get("TimeControl") == Some("180+0")
                    && date.as_str() >= "2005";
                if is_filtered && !passes {
                    continue;
                }
                let sum = expected.entry(moment.mv.to_string()).or_default();
                sum.games += 1;
                sum.ratings.extend(facts.ratings[moment.seat].points().map(f64::from));
                sum.tenths.extend(moment.used.map(|used| used.0.div_euclid(100)));
                sum.last = sum.last.clone().max(Some(date));
            }
        }
        let explored = archive.explore(&Explore::board(&board).filter(filter)).expect("an answer");
        assert!(!expected.is_empty());
        let moves: Vec<_> = explored.moves.iter().filter(|played| played.mv.is_some()).collect();
        assert_eq!(moves.len(), expected.len());
        for played in moves {
            let sum = &expected[&played.mv.expect("a move").to_string()];
            let mean = |values: &[f64]| {
                (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
            };
            let is_near = |one: Option<f64>, other: Option<f64>| match (one, other) {
                (Some(one), Some(other)) => (one - other).abs() < 1e-6,
                (one, other) => one == other,
            };
            let times: Vec<f64> = sum.tenths.iter().map(|&time| time as f64 * 100.0).collect();
            let quick: Vec<f64> = sum.tenths.iter().map(|&time| f64::from(u8::from(time < 10))).collect();
            assert_eq!(played.games, sum.games);
            assert!(is_near(played.rating, mean(&sum.ratings)), "{:?}", played.rating);
            assert!(is_near(played.used_ms, mean(&times)), "{:?}", played.used_ms);
            assert!(is_near(played.quick, mean(&quick)), "{:?}", played.quick);
            assert_eq!(played.last.map(bughouse_archive::day_text), sum.last);
        }
    }
}

#[test]
fn documented_sums_match_duckdb() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (text, archive) = archive(folder.path());
    let name =
        archive.game(3).expect("a game").expect("a game").players[Seat::BLACK_A].clone().expect("a name");
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/archive-format.md");
    let document = std::fs::read_to_string(document).expect("the document");
    let example = |title: &str| -> String {
        let start = document.find(&format!("-- {title}")).unwrap_or_else(|| panic!("no example: {title}"));
        let text = document[start..].split(';').next().unwrap_or_default();
        text.replace("my-games", &folder.path().to_string_lossy()).replace("chen", &name.to_lowercase())
    };
    let titles = ["Win rate by the diagonal lead", "Where a player drops", "How games end, by year"];
    let answers = ask(&python, &titles.map(example));
    let rows = |answer: &Value| -> BTreeMap<String, Vec<i64>> {
        let rows = answer.as_array().expect("rows").iter();
        rows.map(|row| {
            let row = row.as_array().expect("a row");
            let (name, numbers): (Vec<&Value>, Vec<&Value>) = row.iter().partition(|value| !value.is_i64());
            let name: Vec<String> = name.iter().map(|value| value.to_string().replace('"', "")).collect();
            (name.join(" "), numbers.iter().filter_map(|value| value.as_i64()).collect())
        })
        .collect()
    };
    let games = played(&text);

    let mut lead: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    let mut drops: BTreeMap<String, i64> = BTreeMap::new();
    let mut ends: BTreeMap<String, i64> = BTreeMap::new();
    for (game, facts, timeline) in &games {
        if let Some(moment) = timeline.moment(40)
            && let Some(time) = (Seen { facts, timeline, moment }).diagonal(Seat::WHITE_A)
            && let Some(Winner::Team(team)) = facts.outcome.winner
        {
            let entry = lead.entry((time as f64 / 10.0).floor() as i64 * 10).or_default();
            *entry = (entry.0 + 1, entry.1 + i64::from(team == bughouse_chess::Team::One));
        }
        for moment in &timeline.moments {
            if let BughouseMove::Drop { piece, square } = moment.mv
                && facts.players[moment.seat]
                    .as_deref()
                    .is_some_and(|player| player.eq_ignore_ascii_case(&name))
            {
                let letter = piece.to_char().to_ascii_uppercase();
                *drops.entry(format!("{letter}@{square}")).or_default() += 1;
            }
        }
        let year = &game.tags.get("Date").expect("a date")[..4];
        *ends.entry(format!("{year} {}", facts.outcome.by().unwrap_or("null"))).or_default() += 1;
    }
    let actual_leads: Vec<(i64, (i64, i64))> = answers[0]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            let number = |at: usize| row[at].as_f64().expect("a number") as i64;
            (number(0), (number(1), number(2)))
        })
        .collect();
    assert_eq!(actual_leads, lead.into_iter().collect::<Vec<_>>());
    let actual_drops: BTreeMap<String, i64> =
        rows(&answers[1]).into_iter().map(|(name, numbers)| (name, numbers[0])).collect();
    assert!(!drops.is_empty());
    assert_eq!(actual_drops, drops);
    let actual_ends: BTreeMap<String, i64> = answers[2]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            let end = row[1].as_str().unwrap_or("null");
            (format!("{} {end}", row[0]), row[2].as_i64().expect("a number"))
        })
        .collect();
    assert_eq!(actual_ends, ends);
}
