//! Games in the proportions of a server: legal, always the same, and as often alike as those of people.

use std::collections::{BTreeMap, HashMap};

use bughouse_chess::{BoardId, Match, Seat};
use bughouse_generator::{GeneratedGame, Generator, Reason};

const GAMES: u64 = 2_000;

fn games() -> Vec<GeneratedGame> {
    let generator = Generator::new(4).like_a_server(GAMES);
    (1..=GAMES).map(|number| generator.game(number)).collect()
}

/// Plays a game; returns the key of each board by how many half-moves were played on it.
fn keys(game: &GeneratedGame) -> Vec<(usize, u64)> {
    let mut played = Match::default();
    let (mut depths, mut keys) = ([0; 2], Vec::new());
    for half_move in &game.half_moves {
        let id = half_move.seat.board;
        let mv = half_move.san.resolve(&played.board(id)).expect("a legal move");
        played.play(id, mv).expect("a legal move");
        depths[id.to_index()] += 1;
        keys.push((depths[id.to_index()], played.board(id).key().bits()));
    }
    keys
}

/// Returns a mean in thousandths.
fn share(count: usize, all: usize) -> usize {
    count * 1_000 / all.max(1)
}

#[test]
fn a_game_depends_only_on_seed_size_and_number() {
    let [one, same] = [(); 2].map(|()| Generator::new(4).like_a_server(GAMES).game(77));
    assert_eq!(one, same);
    assert_ne!(one, Generator::new(5).like_a_server(GAMES).game(77));
    assert_ne!(one, Generator::new(4).game(77));
}

#[test]
fn boards_repeat_as_those_of_people_do() {
    let games = games();
    let mut boards: BTreeMap<usize, HashMap<u64, usize>> = BTreeMap::new();
    // Fifty games are as many as there are of people.
    let (mut distinct, mut all) = (BTreeMap::<usize, usize>::new(), BTreeMap::<usize, usize>::new());
    for block in games.chunks(50) {
        boards.clear();
        for (depth, key) in block.iter().flat_map(keys) {
            *boards.entry(depth).or_default().entry(key).or_default() += 1;
        }
        for (depth, counts) in &boards {
            *distinct.entry(*depth).or_default() += counts.len();
            *all.entry(*depth).or_default() += counts.values().sum::<usize>();
        }
    }
    for (depth, least, most) in
        [(1, 20, 120), (2, 80, 250), (4, 280, 500), (8, 500, 800), (12, 750, 970), (20, 980, 1_000)]
    {
        let share = share(distinct[&depth], all[&depth]);
        assert!((least..=most).contains(&share), "half-move {depth}: {share} of 1000 boards are distinct");
    }
}

#[test]
fn lengths_ends_and_times_are_in_proportion() {
    let games = games();
    let half_moves: usize = games.iter().map(|game| game.half_moves.len()).sum();
    assert!((78..=90).contains(&(half_moves / games.len())), "{half_moves} half-moves");
    for (reason, least, most) in
        [(Reason::Checkmate, 540, 680), (Reason::Time, 130, 260), (Reason::Resignation, 110, 220)]
    {
        let share = share(games.iter().filter(|game| game.ending.reason == reason).count(), games.len());
        assert!((least..=most).contains(&share), "{reason:?}: {share} of 1000");
    }
    let mut used = Vec::new();
    for game in &games {
        let mut left = [i64::from(game.seconds) * 1_000; 4];
        for half_move in &game.half_moves {
            let clock = &mut left[half_move.seat.to_index()];
            used.push(*clock - half_move.clock.0);
            *clock = half_move.clock.0;
            assert!(*clock >= 0, "game {}", game.number);
        }
    }
    let over = |limit: i64| share(used.iter().filter(|&&used| used > limit).count(), used.len());
    assert!((600..=700).contains(&over(1_000)), "{}", over(1_000));
    assert!((110..=170).contains(&over(5_000)), "{}", over(5_000));
    assert!((20..=45).contains(&over(15_000)), "{}", over(15_000));
}

#[test]
fn few_players_play_most_games_and_the_same_four_meet_again() {
    let games = games();
    let mut seats: HashMap<&str, usize> = HashMap::new();
    let mut fours: HashMap<Vec<&str>, usize> = HashMap::new();
    for game in &games {
        let mut four: Vec<&str> = Seat::ALL.map(|seat| game.player(seat).name.as_str()).to_vec();
        four.iter().for_each(|name| *seats.entry(name).or_default() += 1);
        four.sort_unstable();
        four.dedup();
        assert_eq!(four.len(), 4, "game {}", game.number);
        *fours.entry(four).or_default() += 1;
    }
    let mut counts: Vec<usize> = seats.into_values().collect();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    let tenth: usize = counts[..counts.len() / 10].iter().sum();
    assert!((250..=600).contains(&share(tenth, counts.iter().sum())), "{tenth}");
    assert!(fours.values().filter(|&&games| games >= 3).count() > 100);
}

#[test]
fn games_fill_twenty_years_in_order() {
    let generator = Generator::new(4).like_a_server(GAMES);
    let date = |number| {
        let mut text = Vec::new();
        generator.write_game(number, &mut text);
        let text: String = text.iter().map(|&byte| char::from(byte)).collect();
        text.split("[Date \"").nth(1).expect("a date").chars().take(10).collect::<String>()
    };
    let dates: Vec<String> = (1..=GAMES).step_by(20).map(date).collect();
    assert!(dates.is_sorted());
    assert!(
        dates[0].starts_with("2005.03") && dates[99].starts_with("2024.12"),
        "{} {}",
        dates[0],
        dates[99]
    );
}

#[test]
fn both_boards_are_played() {
    let games = games();
    for id in BoardId::ALL {
        let on = |game: &GeneratedGame| {
            game.half_moves.iter().filter(|half_move| half_move.seat.board == id).count()
        };
        assert!(
            share(games.iter().map(on).sum(), games.iter().map(|game| game.half_moves.len()).sum()) > 450
        );
    }
}
