//! The explorer by year, compared with a slow reference implementation that replays every game.

use std::collections::BTreeMap;

use bpgn::{Facts, Game, ReadOptions, Reader, Timeline, Winner};
use bughouse_archive::{Archive, Explore, ExploredYears, Filter, Reserves, Score};
use bughouse_chess::{Board, BoardId, Position, Seat};

use crate::support::{add, games as synthetic_games};

/// Returns the text of synthetic games from several years.
fn games(seed: u64, count: u64) -> Vec<u8> {
    let mut text = Vec::new();
    for (number, line) in synthetic_games(seed, count).split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.starts_with(b"[Date ") {
            text.extend_from_slice(format!("[Date \"{}.03.04\"]\n", 2001 + number % 7).as_bytes());
        } else {
            text.extend_from_slice(line);
        }
    }
    text
}

/// The number of games, wins, draws and losses, by move and year. The move is `None` for games that ended.
type Answer = BTreeMap<(Option<String>, i32), [u64; 4]>;

fn answer_of(explored: &ExploredYears) -> Answer {
    let mut answer = Answer::new();
    for played in &explored.moves {
        for year in &played.years {
            let Score { games, won, drawn, lost, .. } = year.score;
            let known = answer.entry((played.mv.map(|mv| mv.to_string()), year.year)).or_default();
            for (known, more) in known.iter_mut().zip([games, won, drawn, lost]) {
                *known += more;
            }
        }
    }
    answer
}

/// Replays every game. `find` returns the half-moves where the position first occurred, with the seat to move.
fn reference(
    text: &[u8],
    find: impl Fn(&Timeline) -> Vec<(usize, Seat)>,
    counts: impl Fn(&Game, Seat) -> bool,
) -> Answer {
    let mut answer = Answer::new();
    for record in Reader::new(text).records() {
        let game = record.expect("a game").game;
        let facts = Facts::of(&game);
        let Some(year) = facts.date.map(|date| date.to_string()).and_then(|date| date[..4].parse().ok())
        else {
            continue;
        };
        let timeline = Timeline::new(&game, &ReadOptions::for_files());
        for (ply, seat) in find(&timeline) {
            if !counts(&game, seat) {
                continue;
            }
            let next = timeline.moments.get(ply);
            let known = answer.entry((next.map(|moment| moment.mv.to_string()), year)).or_default();
            known[0] += 1;
            match facts.outcome.winner {
                Some(Winner::Draw) => known[2] += 1,
                Some(Winner::Team(team)) if team == seat.team() => known[1] += 1,
                Some(Winner::Team(_)) => known[3] += 1,
                None => {}
            }
        }
    }
    answer
}

/// Finds the first occurrence of a board on each of the two boards.
fn board(wanted: &Board, exactly: bool) -> impl Fn(&Timeline) -> Vec<(usize, Seat)> {
    move |timeline| {
        let mut found = Vec::new();
        for id in BoardId::ALL {
            let first = (0..=timeline.len()).find(|&ply| {
                // Only if the next half-move is on this board, or the game ends.
                if timeline.moments.get(ply).is_some_and(|moment| moment.seat.board != id) {
                    return false;
                }
                let found = timeline.position(ply).expect("a position").board(id);
                found.key() == wanted.key()
                    && (!exactly
                        || bughouse_chess::Color::ALL
                            .iter()
                            .all(|&color| found.reserve(color) == wanted.reserve(color)))
            });
            if let Some(ply) = first {
                found.push((ply, timeline.position(ply).expect("a position").to_move(id)));
            }
        }
        found
    }
}

#[test]
fn years_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let undated = "[Event \"x\"]\n[Date \"????.??.??\"]\n[Result \"1-0\"]\n\n1A. e4 1a. e5 1-0\n\n";
    let text = [&games(21, 250)[..], undated.as_bytes()].concat();
    add(folder.path(), "games", &text, 100);
    let archive = Archive::open(folder.path()).expect("an archive");
    let mut boards = vec![Board::default()];
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        boards.push(fen.parse().expect("a board"));
    }
    let (mut counted, mut explored_years) = (0, 0);
    for wanted in &boards {
        for exactly in [false, true] {
            let reserves = if exactly { Reserves::Exactly } else { Reserves::Any };
            let explored =
                archive.explore_years(&Explore::board(wanted).reserves(reserves)).expect("an answer");
            let expected = reference(&text, board(wanted, exactly), |_, _| true);
            assert_eq!(answer_of(&explored), expected, "{wanted} {reserves:?}");
            let all: u64 = explored.years.iter().map(|year| year.score.games).sum();
            assert_eq!(all, expected.values().map(|counts| counts[0]).sum::<u64>());
            assert!(explored.years.is_sorted_by_key(|year| year.year));
            assert!(
                explored
                    .moves
                    .iter()
                    .filter(|played| played.mv.is_some())
                    .map(|played| played.games())
                    .is_sorted_by(|one, other| one >= other)
            );
            counted += all;
            explored_years = explored_years.max(explored.years.len());
        }
    }
    assert!(explored_years > 4, "several years have games: {explored_years}");
    assert!(counted > 1_000, "the boards occur in games: {counted}");
    // Years and sums agree, except for the game without a date.
    let explored = archive.explore(&Explore::board(&Board::default())).expect("an answer");
    let years = archive.explore_years(&Explore::board(&Board::default())).expect("an answer");
    let all: u64 = years.years.iter().map(|year| year.score.games).sum();
    assert_eq!(explored.total, all + 2);
}

#[test]
fn years_can_be_filtered() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(22, 150);
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let start = Board::default();
    let query = Explore::board(&start).filter(Filter::default().seat(Seat::WHITE_B));
    let explored = archive.explore_years(&query).expect("an answer");
    let expected = reference(&text, board(&start, false), |_, seat| seat == Seat::WHITE_B);
    assert_eq!(answer_of(&explored), expected);
    assert_eq!(expected.values().map(|counts| counts[0]).sum::<u64>(), 150);
    let nobody = Explore::board(&start).filter(Filter::default().player("nobody at all"));
    assert_eq!(archive.explore_years(&nobody).expect("an answer"), ExploredYears::default());
}

#[test]
fn years_of_both_boards_add_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(23, 150);
    add(folder.path(), "games", &text, 60);
    let archive = Archive::open(folder.path()).expect("an archive");
    let query = Explore::both(&Position::default());
    let (explored, years) = (archive.explore(&query), archive.explore_years(&query));
    let (explored, years) = (explored.expect("an answer"), years.expect("an answer"));
    let of_year = |counts: &mut BTreeMap<_, u64>, mv: String, games| {
        *counts.entry(mv).or_default() += games;
    };
    let (mut one, mut other) = (BTreeMap::new(), BTreeMap::new());
    for played in &explored.moves {
        of_year(&mut one, format!("{:?} {:?}", played.board, played.mv), played.games);
    }
    for played in &years.moves {
        of_year(&mut other, format!("{:?} {:?}", played.board, played.mv), played.games());
    }
    assert_eq!(one, other);
    assert_eq!(explored.total, 150);
}
