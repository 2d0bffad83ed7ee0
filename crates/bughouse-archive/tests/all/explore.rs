//! Exploring: every answer is that of a slow twin, which replays every game and looks.

use std::collections::BTreeMap;

use bpgn::{Game, ReadOptions, Reader, Timeline, Winner};
use bughouse_archive::{Archive, Explore, Explored, Filter, ForTeam, Reserves};
use bughouse_chess::{Board, BoardId, Color, Piece, Position, Reserve, Seat, Team};

use crate::support::{add, games};

/// What the twin counts of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Counted {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
}

type Answer = BTreeMap<(Option<BoardId>, Option<String>), Counted>;

/// Which rows count for the twin.
type Wanted<'a> = &'a dyn Fn(&Game, Seat) -> bool;

/// Replays every game and looks for a board.
fn twin(text: &[u8], board: &Board, reserves: Reserves, wanted: Wanted<'_>) -> Answer {
    let mut answer = Answer::new();
    for record in Reader::new(text).records() {
        let game = record.expect("a game").game;
        let timeline = Timeline::new(&game, &ReadOptions::wild());
        let winner = bpgn::Facts::of(&game).outcome.winner;
        for id in BoardId::ALL {
            let mut before = timeline.start.position;
            let mut found = None;
            for moment in &timeline.moments {
                if moment.seat.board == id && is_same(before.board(id), board, reserves) {
                    found = Some((moment.seat, Some(moment.mv.to_string())));
                    break;
                }
                before = moment.position;
            }
            if found.is_none() && is_same(before.board(id), board, reserves) {
                found = Some((before.to_move(id), None));
            }
            if let Some((seat, mv)) = found
                && wanted(&game, seat)
            {
                count(answer.entry((None, mv)).or_default(), winner, seat.team());
            }
        }
    }
    answer
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

fn told(explored: &Explored) -> Answer {
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

/// Returns some boards of the games: each that stood at some half-moves of each tenth game.
fn boards(text: &[u8]) -> Vec<Board> {
    let mut boards = vec![Board::default()];
    for (number, record) in Reader::new(text).records().enumerate() {
        let game = record.expect("a game").game;
        if number % 10 != 0 {
            continue;
        }
        let timeline = Timeline::new(&game, &ReadOptions::wild());
        for ply in [1, 2, 3, 5, 8, 13, 21, 34, 55, timeline.len()] {
            if let Some(position) = timeline.position(ply) {
                boards.extend(position.boards());
            }
        }
    }
    boards
}

#[test]
fn answers_are_those_of_a_slow_twin() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(7, 200);
    add(folder.path(), "games", &text, 70);
    let archive = Archive::open(folder.path()).expect("an archive");
    let all: Wanted<'_> = &|_, _| true;
    for board in boards(&text).iter().step_by(7) {
        for reserves in [Reserves::Any, Reserves::Exactly, Reserves::AtLeast] {
            let explored = archive.explore(&Explore::board(board).reserves(reserves)).expect("an answer");
            let expected = twin(&text, board, reserves, all);
            assert_eq!(told(&explored), expected, "{board} {reserves:?}");
            assert_eq!(explored.total, expected.values().map(|counted| counted.games).sum::<u64>());
        }
    }
}

#[test]
fn sums_and_rows_tell_the_same() {
    // Enough games for sums in each batch, and a filter that all games pass, so that rows are read.
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(8, 600);
    add(folder.path(), "games", &text, 300);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert!(archive.manifest().files_of("hot").count() == 2, "both batches have sums");
    let start = Board::default();
    let by_sums = archive.explore(&Explore::board(&start)).expect("an answer");
    let rows = Explore::board(&start).filter(Filter::default().source(0));
    assert_eq!(by_sums, archive.explore(&rows).expect("an answer"));
    assert_eq!(by_sums.total, 1200);
    let both = Position::default();
    let by_sums = archive.explore(&Explore::both(&both)).expect("an answer");
    let rows = Explore::both(&both).filter(Filter::default().source(0));
    assert_eq!(by_sums, archive.explore(&rows).expect("an answer"));
    assert_eq!(by_sums.total, 600);
    for at in &by_sums.best {
        assert_eq!(at.ply, 0);
    }
}

#[test]
fn filters_are_those_of_the_twin() {
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
                matches!(rating, bpgn::Rating::Known(1700..=2000) | bpgn::Rating::Provisional(1700..=2000))
            }),
        ),
        (Filter::default().player("nobody at all"), Box::new(|_, _| false)),
    ];
    let mut counted = 0;
    for (filter, wanted) in &cases {
        for board in [&start, &after] {
            let explored = archive.explore(&Explore::board(board).filter(filter.clone())).expect("an answer");
            assert_eq!(told(&explored), twin(&text, board, Reserves::Any, wanted), "{filter:?}");
            counted += explored.total;
        }
    }
    assert!(counted > 500, "the filters let games pass: {counted}");
}

#[test]
fn both_boards_are_found_whichever_is_board_a() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(10, 150);
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let mut asked = 0;
    for record in Reader::new(&text[..]).records().step_by(15) {
        let timeline = Timeline::new(&record.expect("a game").game, &ReadOptions::wild());
        for ply in [0, 1, 2, 4, 7, 12, 20] {
            let Some(&position) = timeline.position(ply) else { continue };
            let explored = archive.explore(&Explore::both(&position)).expect("an answer");
            assert_eq!(told(&explored), both_twin(&text, &position), "{}", position.board(BoardId::A));
            let [a, b] = *position.boards();
            let swapped = archive.explore(&Explore::both(&Position::new(b, a))).expect("an answer");
            assert_eq!(swapped.total, explored.total);
            asked += 1;
        }
    }
    assert!(asked > 50);
}

/// Replays every game and looks for both boards among its first half-moves.
fn both_twin(text: &[u8], asked: &Position) -> Answer {
    let mut answer = Answer::new();
    let keys = asked.boards().each_ref().map(|board| board.key());
    for record in Reader::new(text).records() {
        let game = record.expect("a game").game;
        let timeline = Timeline::new(&game, &ReadOptions::wild());
        let winner = bpgn::Facts::of(&game).outcome.winner;
        for ply in 0..=timeline.len().min(24) {
            let Some(before) = timeline.position(ply) else { break };
            let [a, b] = before.boards().each_ref().map(|board| board.key());
            let is_straight = [a, b] == keys;
            if !is_straight && [b, a] != keys {
                continue;
            }
            let next = timeline.moments.get(ply);
            if next.is_some() && ply >= 24 {
                break;
            }
            let played = next.map(|moment| {
                // Boards that are alike are told apart by nothing; the first is then said to have moved.
                let board = match (is_straight, a == b) {
                    (_, true) => BoardId::A,
                    (true, false) => moment.seat.board,
                    (false, false) => moment.seat.board.other(),
                };
                (board, moment.mv.to_string())
            });
            let team = next.map_or(before.to_move(BoardId::A).team(), |moment| moment.seat.team());
            let place = played.map_or((None, None), |(board, mv)| (Some(board), Some(mv)));
            count(answer.entry(place).or_default(), winner, team);
            break;
        }
    }
    answer
}
