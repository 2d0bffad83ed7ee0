//! The explorer, compared with a slow reference implementation that replays every game.

use std::collections::BTreeMap;

use bpgn::{Game, ReadOptions, Reader, Timeline, Winner};
use bughouse_archive::{Archive, Explore, Explored, Filter, ForTeam, Reserves};
use bughouse_chess::{Board, BoardId, Color, Piece, Position, Reserve, Rules, Seat, Team};

use crate::support::{add, dances, games};

/// The expected counts of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counted {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
}

type Answer = BTreeMap<(Option<BoardId>, Option<String>), Counted>;

/// A filter for the reference implementation.
type Wanted<'a> = &'a dyn Fn(&Game, Seat) -> bool;

/// Replays every game to find a board.
fn reference(text: &[u8], board: &Board, reserves: Reserves, wanted: Wanted<'_>) -> Answer {
    let mut answer = Answer::new();
    for record in Reader::new(text).records() {
        let game = record.expect("a game").game;
        let timeline = Timeline::new(&game, &ReadOptions::for_files());
        let winner = bpgn::Facts::of(&game).outcome.winner;
        for id in BoardId::ALL {
            let found = first_on(&timeline, id, board, reserves);
            if let Some((seat, mv)) = found
                && wanted(&game, seat)
            {
                count(answer.entry((None, mv)).or_default(), winner, seat.team());
            }
        }
    }
    answer
}

/// Returns the seat to move and the move when a position first occurs on a board; `None` at the end of the game.
fn first_on(
    timeline: &Timeline,
    id: BoardId,
    board: &Board,
    reserves: Reserves,
) -> Option<(Seat, Option<String>)> {
    let mut before = timeline.start.position;
    for moment in &timeline.moments {
        if moment.seat.board == id && is_same(&before.board(id), board, reserves) {
            return Some((moment.seat, Some(moment.mv.to_string())));
        }
        before = moment.position;
    }
    is_same(&before.board(id), board, reserves).then(|| (before.to_move(id), None))
}

fn count(counted: &mut Counted, winner: Option<Winner>, team: Team) {
    counted.games += 1;
    match winner {
        Some(Winner::Draw) => counted.drawn += 1,
        Some(Winner::Team(winner)) if winner == team => counted.won += 1,
        Some(Winner::Team(_)) => counted.lost += 1,
        None => {}
    }
}

fn is_same(one: &Board, other: &Board, reserves: Reserves) -> bool {
    let holds = |one: Reserve, other: Reserve| {
        Piece::IN_RESERVE.iter().all(|&piece| one.count(piece) >= other.count(piece))
    };
    one.key() == other.key()
        && Color::ALL.iter().all(|&color| match reserves {
            Reserves::Any => true,
            Reserves::Exactly => one.reserve(color) == other.reserve(color),
            Reserves::AtLeast => holds(one.reserve(color), other.reserve(color)),
        })
}

fn answer_of(explored: &Explored) -> Answer {
    explored
        .moves
        .iter()
        .map(|played| {
            let counted =
                Counted { games: played.games, won: played.won, drawn: played.drawn, lost: played.lost };
            ((played.board, played.mv.map(|mv| mv.to_string())), counted)
        })
        .collect()
}

/// Returns the boards at some half-moves of every tenth game.
fn boards(text: &[u8]) -> Vec<Board> {
    let mut boards = vec![Board::default()];
    for (number, record) in Reader::new(text).records().enumerate() {
        let game = record.expect("a game").game;
        if number % 10 != 0 {
            continue;
        }
        let timeline = Timeline::new(&game, &ReadOptions::for_files());
        for ply in [1, 2, 3, 5, 8, 13, 21, 34, 55, timeline.len()] {
            if let Some(position) = timeline.position(ply) {
                boards.extend(position.boards());
            }
        }
    }
    boards
}

/// Counts the games in which a board occurs.
fn games_with(text: &[u8], board: &Board, reserves: Reserves) -> u64 {
    let mut games = 0;
    for record in Reader::new(text).records() {
        let timeline = Timeline::new(&record.expect("a game").game, &ReadOptions::for_files());
        let occurs = |&id: &BoardId| first_on(&timeline, id, board, reserves).is_some();
        games += u64::from(BoardId::ALL.iter().any(occurs));
    }
    games
}

#[test]
fn answers_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = [games(7, 150), dances(1, 50)].concat();
    add(folder.path(), "games", &text, 70);
    let archive = Archive::open(folder.path()).expect("an archive");
    let all: Wanted<'_> = &|_, _| true;
    for board in boards(&text).iter().step_by(7) {
        for reserves in [Reserves::Any, Reserves::Exactly, Reserves::AtLeast] {
            let explored = archive.explore(&Explore::board(board).reserves(reserves)).expect("an answer");
            let expected = reference(&text, board, reserves, all);
            assert_eq!(answer_of(&explored), expected, "{board} {reserves:?}");
            assert_eq!(explored.total, expected.values().map(|counted| counted.games).sum::<u64>());
            assert_eq!(explored.total_games, games_with(&text, board, reserves), "{board} {reserves:?}");
        }
    }
}

#[test]
fn sums_and_rows_agree() {
    // Enough games for sums in each batch. A filter that all games pass forces rows to be read.
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(8, 600);
    add(folder.path(), "games", &text, 300);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert!(archive.manifest().files_of("hot").count() == 2, "both batches have sums");
    let start = Board::default();
    let by_sums = archive.explore(&Explore::board(&start)).expect("an answer");
    let rows = Explore::board(&start).filter(Filter::default().source(0));
    assert_eq!(by_sums, archive.explore(&rows).expect("an answer"));
    assert_eq!((by_sums.total, by_sums.total_games), (1200, 600));
    let both = Position::START;
    let by_sums = archive.explore(&Explore::both(&both)).expect("an answer");
    let rows = Explore::both(&both).filter(Filter::default().source(0));
    assert_eq!(by_sums, archive.explore(&rows).expect("an answer"));
    assert_eq!((by_sums.total, by_sums.total_games), (600, 600));
    for at in &by_sums.best {
        assert_eq!(at.ply, 0);
    }
}

#[test]
fn filters_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(9, 200);
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let player =
        archive.game(0).expect("a game").expect("a game").players[Seat::BLACK_A].clone().expect("a name");
    let (name, start) = (player.to_uppercase(), Board::default());
    let after: Board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("a board");
    let tag = |game: &Game, seat: Seat| game.tags.get(seat.name()).map(str::to_lowercase);
    let is = |game: &Game, seat: Seat| tag(game, seat) == Some(player.to_lowercase());
    let winner = |game: &Game| bpgn::Facts::of(game).outcome.winner;
    type Test<'a> = Box<dyn Fn(&Game, Seat) -> bool + 'a>;
    let cases: Vec<(Filter, Test<'_>)> = vec![
        (Filter::default().player(&name), Box::new(|game, seat| is(game, seat))),
        (Filter::default().partner(&name), Box::new(|game, seat| is(game, seat.partner()))),
        (
            Filter::default().against(&name),
            Box::new(|game, seat| is(game, seat.opponent()) || is(game, seat.partner().opponent())),
        ),
        (Filter::default().seat(Seat::BLACK_B), Box::new(|_, seat| seat == Seat::BLACK_B)),
        (Filter::default().color(Color::White), Box::new(|_, seat| seat.color == Color::White)),
        (
            Filter::default().result(ForTeam::Won),
            Box::new(|game, seat| winner(game) == Some(Winner::Team(seat.team()))),
        ),
        (
            Filter::default().result(ForTeam::Lost),
            Box::new(|game, seat| winner(game) == Some(Winner::Team(seat.team().other()))),
        ),
        (Filter::default().result(ForTeam::Drawn), Box::new(|game, _| winner(game) == Some(Winner::Draw))),
        (
            Filter::default().end("checkmate"),
            Box::new(|game, _| bpgn::Facts::of(game).outcome.by() == Some("checkmate")),
        ),
        (
            Filter::default().rating(1700..=2000),
            Box::new(|game, seat| {
                let rating = bpgn::Facts::of(game).ratings[seat];
                matches!(
                    rating,
                    bpgn::tags::Rating::Known(1700..=2000) | bpgn::tags::Rating::Provisional(1700..=2000)
                )
            }),
        ),
        (
            Filter::default().end("flag"),
            Box::new(|game, _| bpgn::Facts::of(game).outcome.by() == Some("time")),
        ),
        (Filter::default().player("nobody at all"), Box::new(|_, _| false)),
    ];
    let mut counted = 0;
    for (filter, wanted) in &cases {
        for board in [&start, &after] {
            let explored = archive.explore(&Explore::board(board).filter(filter.clone())).expect("an answer");
            assert_eq!(answer_of(&explored), reference(&text, board, Reserves::Any, wanted), "{filter:?}");
            counted += explored.total;
        }
    }
    assert!(counted > 500, "the filters let games pass: {counted}");
    let unknown = |filter: &Filter| archive.unknown_in_filter(filter).expect("an answer");
    assert!(unknown(&cases[0].0).is_empty());
    let strange = Filter::default().player("nobody at all").end("boredom").source(1);
    let messages = unknown(&strange);
    assert_eq!(
        (messages.len(), messages[0].as_str()),
        (3, "no player in this archive is named nobody at all")
    );
    assert!(
        messages[1].starts_with("no game in this archive ended by boredom: expected "),
        "{}",
        messages[1]
    );
    assert_eq!(messages[2], "there is no source 1: expected 0 to 0");
}

#[test]
fn both_boards_are_found_in_either_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(10, 150);
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let mut positions = 0;
    for record in Reader::new(&text[..]).records().step_by(15) {
        let timeline = Timeline::new(&record.expect("a game").game, &ReadOptions::for_files());
        for ply in [0, 1, 2, 4, 7, 12, 20, 23, 24, 25, 26, 40, 60, timeline.len()] {
            let Some(&position) = timeline.position(ply) else { continue };
            let explored = archive.explore(&Explore::both(&position)).expect("an answer");
            assert!(explored.total > 0);
            assert_eq!(answer_of(&explored), both_reference(&text, &position, Reserves::Any), "{ply}");
            let [a, b] = *position.boards();
            let swapped =
                archive.explore(&Explore::both(&Position::new(b, a, Rules::fics()))).expect("an answer");
            assert_eq!(swapped.total, explored.total);
            positions += 1;
        }
    }
    assert!(positions > 100);
}

#[test]
fn late_and_repeated_pairs_of_boards_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = dances(3, 120);
    add(folder.path(), "games", &text, 50);
    let archive = Archive::open(folder.path()).expect("an archive");
    let (mut games, mut late) = (0, 0);
    for record in Reader::new(&text[..]).records().step_by(10) {
        let timeline = Timeline::new(&record.expect("a game").game, &ReadOptions::for_files());
        for ply in [0, 5, 22, 24, 27, 33, 40, timeline.len()] {
            let Some(&position) = timeline.position(ply) else { continue };
            for reserves in [Reserves::Any, Reserves::Exactly, Reserves::AtLeast] {
                let query = Explore::both(&position).reserves(reserves).games(1000);
                let explored = archive.explore(&query).expect("an answer");
                assert_eq!(
                    answer_of(&explored),
                    both_reference(&text, &position, reserves),
                    "{ply} {reserves:?}"
                );
                games += explored.total;
                late += explored.best.iter().filter(|at| at.ply >= 24).count();
            }
        }
    }
    assert!(games > 1000 && late > 100, "{games} games, {late} of them late");
}

#[test]
fn equal_boards_are_distinguished_by_reserves() {
    let folder = tempfile::tempdir().expect("a folder");
    // The same moves on both boards. Board B has one more pawn in reserve, because board A is ahead by a capture.
    let text =
        b"[Event \"x\"]\n\n1A. e4 1a. d5 2A. exd5 2a. Qxd5 1B. e4 1b. d5 2B. exd5 3A. Nc3 2b. Qxd5 *\n\n";
    add(folder.path(), "games", text, 50);
    let archive = Archive::open(folder.path()).expect("an archive");
    let game = Reader::new(&text[..]).records().next().expect("a game").expect("a game").game;
    let timeline = Timeline::new(&game, &ReadOptions::for_files());
    for ply in 0..=timeline.len() {
        let [a, b] = *timeline.position(ply).expect("a position").boards();
        for position in [Position::new(a, b, Rules::fics()), Position::new(b, a, Rules::fics())] {
            for reserves in [Reserves::Any, Reserves::Exactly, Reserves::AtLeast] {
                let query = Explore::both(&position).reserves(reserves);
                let explored = archive.explore(&query).expect("an answer");
                assert_eq!(explored.total, 1, "{ply} {reserves:?}");
                assert_eq!(
                    answer_of(&explored),
                    both_reference(text, &position, reserves),
                    "{ply} {reserves:?}"
                );
            }
        }
    }
}

/// Replays every game to find both boards.
fn both_reference(text: &[u8], wanted: &Position, reserves: Reserves) -> Answer {
    let mut answer = Answer::new();
    let [first, second] = wanted.boards();
    for record in Reader::new(text).records() {
        let game = record.expect("a game").game;
        let timeline = Timeline::new(&game, &ReadOptions::for_files());
        let winner = bpgn::Facts::of(&game).outcome.winner;
        for ply in 0..=timeline.len() {
            let before = timeline.position(ply).expect("a position");
            let next = timeline.moments.get(ply);
            let seat = next.map_or(before.to_move(BoardId::A), |moment| moment.seat);
            let (own, other) = (before.board(seat.board), before.board(seat.board.other()));
            // If nothing distinguishes the boards, the move counts for the first one.
            let board = if is_same(&own, first, reserves) && is_same(&other, second, reserves) {
                BoardId::A
            } else if is_same(&own, second, reserves) && is_same(&other, first, reserves) {
                BoardId::B
            } else {
                continue;
            };
            let place = next.map_or((None, None), |moment| (Some(board), Some(moment.mv.to_string())));
            count(answer.entry(place).or_default(), winner, seat.team());
            break;
        }
    }
    answer
}
