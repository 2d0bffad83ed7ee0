//! The search, compared with a slow reference implementation that tests each half-move of every game.

use std::sync::atomic::AtomicBool;

use bpgn::replay::LEAST_SIT;
use bpgn::{Facts, Game, Moment, ReadOptions, Reader, Timeline, Winner};
use bughouse_archive::{Archive, ArchiveError, Query, SearchOptions};
use bughouse_chess::{Board, BughouseMove, Millis, Piece, Seat};

use crate::support::{add, dances, games};

/// A half-move, as seen by the reference implementation.
pub(crate) struct Seen<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) timeline: &'a Timeline,
    pub(crate) moment: &'a Moment,
}

impl Seen<'_> {
    pub(crate) fn is_drop(&self, piece: Piece) -> bool {
        matches!(self.moment.mv, BughouseMove::Drop { piece: dropped, .. } if dropped == piece)
    }

    pub(crate) fn to(&self, square: &str) -> bool {
        self.moment.mv.dest().to_string() == square
    }

    pub(crate) fn board(&self) -> bughouse_chess::Board {
        *self.moment.position.board(self.moment.seat.board)
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.moment.position.is_checkmate(self.moment.seat.board)
    }

    pub(crate) fn freezes(&self) -> bool {
        self.moment.position.frozen(self.moment.seat.board).is_some()
    }

    pub(crate) fn captures(&self, piece: Piece) -> bool {
        self.moment.transfer.capture.is_some_and(|capture| capture.piece == piece)
    }

    pub(crate) fn diagonal(&self, seat: Seat) -> Option<i64> {
        let [white, black] = self.moment.diagonals;
        // The table has whole seconds.
        let seconds = |time: Option<Millis>| time.map(|time| time.0 / 1000);
        match seat {
            Seat::WHITE_A => seconds(white),
            Seat::BLACK_A => seconds(black),
            Seat::WHITE_B => seconds(white).map(|time| -time),
            _ => seconds(black).map(|time| -time),
        }
    }

    pub(crate) fn rating(&self) -> Option<u32> {
        self.facts.ratings[self.moment.seat].points()
    }

    pub(crate) fn won(&self) -> bool {
        self.facts.outcome.winner == Some(Winner::Team(self.moment.seat.team()))
    }
}

pub(crate) type Test = fn(&Seen<'_>) -> bool;

/// Returns each game that passes a test, with the half-move that the test returns.
pub(crate) fn reference(
    text: &[u8],
    test: impl Fn(&Game, &Facts, &Timeline) -> Option<Option<i32>>,
) -> Vec<(i32, Option<i32>)> {
    let mut reader = Reader::new(text);
    reader
        .records()
        .enumerate()
        .filter_map(|(number, record)| {
            let game = record.expect("a game").game;
            let timeline = Timeline::new(&game, &ReadOptions::for_files());
            test(&game, &Facts::of(&game), &timeline).map(|ply| (number as i32, ply))
        })
        .collect()
}

pub(crate) fn first(test: Test) -> impl Fn(&Game, &Facts, &Timeline) -> Option<Option<i32>> {
    move |_, facts, timeline| {
        let at = timeline.moments.iter().position(|moment| test(&Seen { facts, timeline, moment }))?;
        Some(Some(at as i32 + 1))
    }
}

pub(crate) fn hits(archive: &Archive, query: &str) -> Vec<(i32, Option<i32>)> {
    let query: Query = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
    let found = archive.search(&query, &SearchOptions::default().limit(10_000)).expect("an answer");
    assert_eq!(found.games, found.hits.len() as u64);
    found.hits.iter().map(|hit| (hit.game, hit.ply)).collect()
}

#[test]
fn half_moves_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(11, 300);
    add(folder.path(), "games", &text, 120);
    let archive = Archive::open(folder.path()).expect("an archive");
    let cases: &[(&str, Test)] = &[
        ("drop", |seen| seen.moment.mv.is_drop()),
        ("drop:N", |seen| seen.is_drop(Piece::Knight)),
        ("drop:N@f3", |seen| seen.is_drop(Piece::Knight) && seen.to("f3")),
        ("drop:@f7 check", |seen| seen.moment.mv.is_drop() && seen.to("f7") && seen.board().in_check()),
        ("mate", |seen| seen.is_mate()),
        ("mate drop", |seen| seen.is_mate() && seen.moment.mv.is_drop()),
        ("mate not drop", |seen| seen.is_mate() && !seen.moment.mv.is_drop()),
        ("capture:Q", |seen| seen.captures(Piece::Queen)),
        ("capture:Q clock<60", |seen| {
            seen.captures(Piece::Queen)
                && seen.moment.clock.is_some()
                && seen.moment.clocks[seen.moment.seat].is_some_and(|time| time < Millis::from_secs(60))
        }),
        ("frozen", |seen| seen.freezes()),
        ("frozen(WhiteA)", |seen| seen.freezes() && seen.moment.seat == Seat::BLACK_A),
        ("by:BlackB check", |seen| seen.moment.seat == Seat::BLACK_B && seen.board().in_check()),
        ("by:team2 capture:R", |seen| {
            seen.moment.seat.team() == bughouse_chess::Team::Two && seen.captures(Piece::Rook)
        }),
        ("reserve(BlackB)>=QN", |seen| {
            let reserve = seen.moment.position.reserve(Seat::BLACK_B);
            reserve.count(Piece::Queen) >= 1 && reserve.count(Piece::Knight) >= 1
        }),
        ("reserve(WhiteA)>=5", |seen| seen.moment.position.reserve(Seat::WHITE_A).total() >= 5),
        ("reserve(WhiteA)=PP", |seen| {
            seen.moment.position.reserve(Seat::WHITE_A) == "PP".parse().expect("pieces")
        }),
        ("diagonal(WhiteA)>20", |seen| seen.diagonal(Seat::WHITE_A).is_some_and(|time| time > 20)),
        ("drop:P@7 check", |seen| {
            seen.is_drop(Piece::Pawn)
                && seen.moment.mv.dest().to_string().ends_with('7')
                && seen.board().in_check()
        }),
        ("to:a from:2", |seen| {
            let mv = seen.moment.mv.to_string();
            !seen.moment.mv.is_drop() && mv[1..2] == *"2" && mv[2..3] == *"a"
        }),
        ("reserve>=4 mate", |seen| {
            seen.is_mate() && seen.moment.position.reserve(seen.moment.seat).total() >= 4
        }),
        ("reserve=N", |seen| seen.moment.position.reserve(seen.moment.seat) == "N".parse().expect("pieces")),
        ("diagonal<-10 check", |seen| {
            seen.board().in_check() && seen.diagonal(seen.moment.seat).is_some_and(|time| time < -10)
        }),
        ("diagonal(BlackB)>=10 mate", |seen| {
            seen.is_mate() && seen.diagonal(Seat::BLACK_B).is_some_and(|time| time >= 10)
        }),
        ("used>8", |seen| seen.moment.used.is_some_and(|time| time > Millis::from_secs(8))),
        ("ply:10", |seen| seen.moment.ply == 10),
        ("rating>=2200 drop:Q", |seen| {
            seen.rating().is_some_and(|rating| rating >= 2200) && seen.is_drop(Piece::Queen)
        }),
        ("won mate", |seen| seen.won() && seen.is_mate()),
        ("piece:N to:f7", |seen| {
            let board = seen.board();
            seen.to("f7") && board.piece_on(seen.moment.mv.dest()) == Some(Piece::Knight)
        }),
        ("move:e2e4", |seen| seen.moment.mv.to_string() == "e2e4"),
        // Disambiguation may be left out.
        ("move:Nf3", |seen| {
            let san = seen.moment.san.trim_end_matches(['+', '#']);
            san.starts_with('N') && san.ends_with("f3") && !san.contains(['x', '@'])
        }),
        ("move:O-O", |seen| seen.moment.san.trim_end_matches(['+', '#']) == "O-O"),
        ("move:N@f7+", |seen| seen.is_drop(Piece::Knight) && seen.to("f7") && seen.board().in_check()),
        ("castling", |seen| seen.moment.san.starts_with("O-O")),
        ("promotion", |seen| seen.moment.san.contains('=')),
        ("en-passant", |seen| {
            let before = seen.timeline.position(seen.moment.ply - 1).expect("a position");
            let dest = seen.moment.mv.dest();
            seen.moment.transfer.capture.is_some()
                && before.board(seen.moment.seat.board).piece_on(dest).is_none()
        }),
        ("drop:P or capture:P", |seen| seen.is_drop(Piece::Pawn) || seen.captures(Piece::Pawn)),
        ("check not (drop or capture)", |seen| {
            seen.board().in_check() && !seen.moment.mv.is_drop() && seen.moment.transfer.capture.is_none()
        }),
        // `not` applies to the half-move, wherever it appears in the query.
        ("mate (drop:Q or not drop)", |seen| {
            seen.is_mate() && (seen.is_drop(Piece::Queen) || !seen.moment.mv.is_drop())
        }),
        ("mate not not drop", |seen| seen.is_mate() && seen.moment.mv.is_drop()),
        ("mate not (drop not capture)", |seen| seen.is_mate() && !seen.moment.mv.is_drop()),
        ("check or not (won or drop)", |seen| {
            seen.board().in_check() || !(seen.won() || seen.moment.mv.is_drop())
        }),
        ("partner:any drop:N", |seen| {
            seen.facts.players[seen.moment.seat.partner()].is_some() && seen.is_drop(Piece::Knight)
        }),
        ("move:a7a8q or move:b7b8q or move:h2h1q", |seen| {
            matches!(seen.moment.mv.to_string().as_str(), "a7a8q" | "b7b8q" | "h2h1q")
        }),
    ];
    let mut found = 0;
    for (query, test) in cases {
        let expected = reference(&text, first(*test));
        assert_eq!(hits(&archive, query), expected, "{query}");
        found += expected.len();
    }
    assert!(found > 2_000, "the queries find games: {found}");
}

#[test]
fn games_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = b"[Event \"nothing was played\"]\n[WhiteA \"Ann\"]\n[Result \"*\"]\n\n{x aborted} *\n\n";
    let text = [&games(12, 200)[..], empty].concat();
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let name =
        archive.game(3).expect("a game").expect("a game").players[Seat::WHITE_B].clone().expect("a name");
    let has = |facts: &Facts, seat: Seat, name: &str| facts.players[seat].as_deref() == Some(name);
    let castles = |moment: &Moment| moment.san.starts_with("O-O");
    let played = |yes: bool| yes.then_some(None);
    let is = |query: &str, expected: Vec<(i32, Option<i32>)>| {
        assert!(!expected.is_empty(), "{query} finds games");
        assert_eq!(hits(&archive, query), expected, "{query}");
    };
    is(
        &format!("player:{name}"),
        reference(&text, |_, facts, _| played(Seat::ALL.iter().any(|&seat| has(facts, seat, &name)))),
    );
    is(
        &format!("player:{} won", name.to_uppercase()),
        reference(&text, |_, facts, _| {
            played(Seat::ALL.iter().any(|&seat| {
                has(facts, seat, &name) && facts.outcome.winner == Some(Winner::Team(seat.team()))
            }))
        }),
    );
    is(
        &format!("player:{name} not castling"),
        reference(&text, |_, facts, timeline| {
            let never =
                |seat: Seat| !timeline.moments.iter().any(|moment| moment.seat == seat && castles(moment));
            played(Seat::ALL.iter().any(|&seat| has(facts, seat, &name) && never(seat)))
        }),
    );
    // In a query about a player, `not` applies to that player.
    is(
        &format!("player:{name} (lost or not castling)"),
        reference(&text, |_, facts, timeline| {
            let never =
                |seat: Seat| !timeline.moments.iter().any(|moment| moment.seat == seat && castles(moment));
            let lost = |seat: Seat| facts.outcome.winner == Some(Winner::Team(seat.team().other()));
            played(Seat::ALL.iter().any(|&seat| has(facts, seat, &name) && (lost(seat) || never(seat))))
        }),
    );
    is("not not castling", reference(&text, |_, _, timeline| played(timeline.moments.iter().any(castles))));
    is("not castling", reference(&text, |_, _, timeline| played(!timeline.moments.iter().any(castles))));
    is("player:ann", reference(&text, |_, facts, _| played(has(facts, Seat::WHITE_A, "Ann"))));
    is(
        "length:0 or length>150",
        reference(&text, |_, _, timeline| played(timeline.is_empty() || timeline.len() > 150)),
    );
    is(
        "player:ann or mate",
        reference(&text, |_, facts, timeline| {
            if timeline.is_empty() {
                return played(has(facts, Seat::WHITE_A, "Ann"));
            }
            let at = timeline.moments.iter().position(|moment| Seen { facts, timeline, moment }.is_mate())?;
            Some(Some(at as i32 + 1))
        }),
    );
    is("end:flag", reference(&text, |_, facts, _| played(facts.outcome.by() == Some("time"))));
    is(
        "result:1-0",
        reference(&text, |_, facts, _| {
            played(facts.outcome.winner == Some(Winner::Team(bughouse_chess::Team::One)))
        }),
    );
    is(
        "sit>=12",
        reference(&text, |_, _, timeline| {
            let sits = timeline.sits(LEAST_SIT);
            let own = |sit: &&bpgn::replay::Sit| {
                timeline.moment(sit.to_ply).is_some_and(|moment| moment.seat == sit.seat)
                    && sit.time >= Millis::from_secs(12)
            };
            sits.iter().filter(own).map(|sit| sit.to_ply as i32).min().map(Some)
        }),
    );
}

#[test]
fn pieces_on_squares_match_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    // A game with its own start position, castling and an en passant capture, and synthetic games.
    let own = "[Event \"x\"]\n[FEN \"r3k2r/8/8/8/4p3/8/3P4/R3K2R[] w KQkq - 0 1 | \
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]\n\
        1A. d4 1a. exd3 2A. O-O 2a. O-O-O 3A. Rxf8 *\n\n";
    let text = [own.as_bytes(), &games(17, 150)].concat();
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let cases = ["Pe4", "Nf3 Bc4", "kg8 rf8", "Kg1 Rf1", "kc8 rd8", "pd3", "Qh5 kg8", "Nf7", "pf2"];
    let mut found = 0;
    for pieces in cases {
        let expected = reference(&text, |_, _, timeline| {
            let at = timeline.moments.iter().position(|moment| {
                let board = moment.position.board(moment.seat.board);
                pieces.split(' ').all(|colored| {
                    let (letter, square) = colored.split_at(1);
                    let square = square.parse().expect("a square");
                    let color = board.color_on(square);
                    let piece =
                        board.piece_on(square).map(|piece| piece.to_char().to_ascii_uppercase().to_string());
                    piece.as_deref() == Some(&letter.to_uppercase())
                        && (color == Some(bughouse_chess::Color::White))
                            == letter.starts_with(char::is_uppercase)
                })
            })?;
            Some(Some(at as i32 + 1))
        });
        assert_eq!(hits(&archive, &format!("pieces:\"{pieces}\"")), expected, "{pieces}");
        found += expected.len();
    }
    assert!(found > 200, "{found}");
    let board = |query: &str| hits(&archive, query);
    assert_eq!(board("position:\"r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq -\""), [(0, Some(1))]);
    // If a game ends with the position, its last half-move is returned.
    assert_eq!(board("position:\"2kr3r/8/8/8/8/3p4/8/R4RK1 w - -\""), [(0, Some(5))]);
}

#[test]
fn repeated_boards_are_found_each_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = [
        &b"[Event \"x\"]\n\n1A. Nf3 1a. Nf6 2A. Ng1 2a. Ng8 3A. Nf3 3a. Nf6 4A. Ng1 4a. Ng8 5A. e4 *\n\n"[..],
        &dances(5, 80),
    ]
    .concat();
    add(folder.path(), "games", &text, 30);
    let archive = Archive::open(folder.path()).expect("an archive");
    assert_eq!(hits(&archive, "position:start ply>1")[0], (0, Some(5)));
    assert_eq!(hits(&archive, "position:start move:e4"), [(0, Some(9))]);
    let start = Board::default().key();
    for least in [1, 2, 9, 15, 25] {
        let expected = reference(&text, |_, _, timeline| {
            let matches = |moment: &&Moment| {
                let before = timeline.position(moment.ply - 1).expect("a position");
                let is_end = moment.ply == timeline.len()
                    && moment.position.boards().iter().any(|board| board.key() == start);
                moment.ply >= least && (before.board(moment.seat.board).key() == start || is_end)
            };
            timeline.moments.iter().find(matches).map(|moment| Some(moment.ply as i32))
        });
        assert!(!expected.is_empty());
        assert_eq!(hits(&archive, &format!("position:start ply>={least}")), expected, "{least}");
    }
}

#[test]
fn theft_promotions_are_found_by_square() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[Event \"x\"]\n[Promotion \"Steal\"]\n[FEN \"4k3/P7/8/8/8/8/7p/4K3[] w - - 0 1 | \
        1n2k3/8/8/8/8/8/8/1N1QK3[] w - - 0 1\"]\n\n1A. a8=Qd1 1a. Ke7 2A. Kd2 2a. h1=Nb8 *\n\n";
    add(folder.path(), "games", text.as_bytes(), 30);
    let archive = Archive::open(folder.path()).expect("an archive");
    for query in [
        "theft to:a8",
        "theft from:a7",
        "move:a7a8q",
        "move:a8=Q",
        "theft promotion:Q",
        "move:a8=Qd1",
        "move:a7a8qd1",
        "theft to:A8",
    ] {
        assert_eq!(hits(&archive, query), [(0, Some(1))], "{query}");
    }
    for query in ["theft to:h1", "theft from:h2", "move:h2h1n theft", "theft promotion:N to:h1 from:h2"] {
        assert_eq!(hits(&archive, query), [(0, Some(4))], "{query}");
    }
    assert_eq!(hits(&archive, "theft to:a1 or theft to:h8"), []);
    assert_eq!(hits(&archive, "move:a8=Qd2 or move:a7a8qe1"), []);
}

#[test]
fn partial_dates_match_their_year_and_month() {
    let folder = tempfile::tempdir().expect("a folder");
    let dates = ["2021.??.??", "2021.03.??", "2021.03.31", "????.03.01", "2022.??.??", "2021.13.01"];
    let text: String = dates
        .iter()
        .enumerate()
        .map(|(number, date)| {
            format!("[Event \"x{number}\"]\n[Date \"{date}\"]\n[WhiteA \"{number}\"]\n\n1A. e4 *\n\n")
        })
        .collect();
    add(folder.path(), "games", text.as_bytes(), 30);
    let archive = Archive::open(folder.path()).expect("an archive");
    let games = |query: &str| hits(&archive, query).into_iter().map(|(game, _)| game).collect::<Vec<_>>();
    assert_eq!(games("date:2021")[..3], [0, 1, 2]);
    assert_eq!(games("date:2021.03"), [1, 2]);
    assert_eq!(games("date:2021.03.31"), [2]);
    assert_eq!(games("date>=2021.02"), [1, 2, 4]);
    assert_eq!(games("date:2021..2022").len(), games("date:2021").len() + 1);
    assert!(games("date<2021").is_empty());
}

#[test]
fn a_query_stops_at_its_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(19, 50), 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let query: Query = "mate".parse().expect("a query");
    let options = SearchOptions::default().time(std::time::Duration::ZERO);
    let error = archive.search(&query, &options).expect_err("no time");
    assert_eq!(
        error.to_string(),
        "the query takes too long: stopped after 0 s with 0 % of the games searched. Add a player, a date or a \
         rating to narrow it"
    );
}

#[test]
fn a_query_stops_when_another_thread_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(19, 50), 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let query: Query = "mate".parse().expect("a query");
    let options = SearchOptions::default();
    let search = |stop: bool| archive.search_until(&query, &options, &AtomicBool::new(stop));
    assert_eq!(search(false).expect("an answer"), archive.search(&query, &options).expect("an answer"));
    let error = search(true).expect_err("it was stopped");
    assert!(matches!(error, ArchiveError::TooLong { percent: 0, .. }), "{error}");
}

#[test]
fn skip_and_limit_select_from_the_whole_list() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(14, 200), 70);
    let archive = Archive::open(folder.path()).expect("an archive");
    for text in ["capture", "mate", "end:checkmate", "drop:Q@h2"] {
        let query: Query = text.parse().expect("a query");
        let options = SearchOptions::default().limit(10_000);
        let all = archive.search(&query, &options).expect("an answer");
        for (skip, limit) in [(0, 7), (3, 7), (65, 10), (190, 50), (200, 5), (usize::MAX, 5), (5, 0)] {
            let options = options.skip(skip).limit(limit);
            let some = archive.search(&query, &options).expect("an answer");
            assert_eq!(some.games, all.games, "{text}");
            let expected: Vec<_> = all.hits.iter().skip(skip).take(limit).copied().collect();
            assert_eq!(some.hits, expected, "{text}: {limit} after {skip}");
        }
    }
}

#[test]
fn then_orders_half_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = games(13, 200);
    add(folder.path(), "games", &text, 1000);
    let archive = Archive::open(folder.path()).expect("an archive");
    let pairs = |dropped: &str, within: Option<usize>| {
        reference(&text, |_, _, timeline| {
            let moments = &timeline.moments;
            let second = |later: &Moment| {
                moments.iter().take(later.ply - 1).any(|earlier| {
                    let board = later.seat.board;
                    let made =
                        moments[earlier.ply..later.ply].iter().filter(|moment| moment.seat.board == board);
                    earlier.transfer.capture.is_some_and(|capture| capture.piece == Piece::Queen)
                        && within.is_none_or(|within| made.count() <= within)
                })
            };
            let drops = moments.iter().filter(|moment| moment.mv.to_string().starts_with(dropped));
            drops.filter(|moment| second(moment)).map(|moment| moment.ply as i32).min().map(Some)
        })
    };
    assert_eq!(hits(&archive, "capture:Q then drop:Q"), pairs("Q@", None));
    assert_eq!(hits(&archive, "capture:Q then drop:Q within 3"), pairs("Q@", Some(3)));
    assert_eq!(hits(&archive, "capture:Q then within 3 drop:Q"), pairs("Q@", Some(3)));
    assert!(!pairs("Q@", Some(3)).is_empty() && pairs("Q@", Some(3)) != pairs("Q@", None));
    // One of the two is rare, so most games are not read for the other.
    let rare = pairs("N@f3", None);
    assert_eq!(hits(&archive, "capture:Q then drop:N@f3"), rare);
    assert_eq!(hits(&archive, "capture:Q then drop:N@f3 within 9"), pairs("N@f3", Some(9)));
    assert!(!rare.is_empty() && rare.len() < 200 / 8);
}

/// A rare term is evaluated first, and the others only for its games. Negated terms come last, so in the reverse query
/// the other term is evaluated for all games.
#[test]
fn partial_reads_give_the_same_results_as_full_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    add(folder.path(), "games", &games(17, 400), 150);
    let archive = Archive::open(folder.path()).expect("an archive");
    let columns = [
        "ply>40",
        "piece:Q",
        "capture",
        "capture:P",
        "check",
        "clock<100",
        "used>=2",
        "sit>1",
        "diagonal>0",
        "diagonal(BlackB)<5",
        "reserve>=2",
        "reserve(WhiteA)>=P",
        "reserve(BlackA)>=P",
        "reserve(WhiteB)>=P",
        "reserve(BlackB)>=P",
        "pieces:\"Ra1\"",
        "(capture then check)",
    ];
    let mut answers = 0;
    for rare in ["drop:N@f3", "drop:Q@h2", "drop:B@f7", "drop:N@d6 check", "drop:R (to:a8 or to:h8)"] {
        let games = hits(&archive, rare).len();
        assert!((1..=400 / 8).contains(&games), "{rare}: {games}");
        for column in columns {
            let few = hits(&archive, &format!("{rare} {column}"));
            assert_eq!(few, hits(&archive, &format!("{column} not not ({rare})")), "{rare} {column}");
            answers += usize::from(!few.is_empty());
        }
    }
    assert!(answers > 40, "{answers}");
}

#[test]
fn unknown_values_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let text =
        b"[WhiteA \"Ann\"]\n[BlackA \"?\"]\n[WhiteB \"\"]\n[Result \"1-0\"]\n1A. e4 {Bob resigns} 1-0\n";
    add(folder.path(), "game", text, 10);
    let archive = Archive::open(folder.path()).expect("an archive");
    let unknown =
        |line: &str| archive.unknown_in_query(&line.parse().expect("a query")).expect("an answer").join("; ");
    assert_eq!(unknown("player:ann end:resign source:0"), "");
    assert_eq!(unknown("end:nonsense"), "no game in this archive ended by nonsense: expected resignation");
    assert_eq!(unknown("mate or source:1"), "there is no source 1: expected 0 to 0");
    assert_eq!(unknown("player:\"?\""), "no player in this archive is named ?");
    // `?` and an empty name are not players.
    assert_eq!(hits(&archive, "player:any by:WhiteA").len(), 1);
    assert_eq!(hits(&archive, "player:any by:BlackA"), []);
    assert_eq!(hits(&archive, "player:any by:WhiteB"), []);
    assert_eq!(archive.players("", 10).expect("players").len(), 1);
    assert_eq!(hits(&archive, "STATE:OK Winner:TEAM1 to:E4"), hits(&archive, "state:ok winner:team1 to:e4"));
}

#[test]
fn spans_of_errors_are_inside_the_query() {
    // Where something is missing at the end, the span used to end after the query.
    for text in ["frozen(", "drop:", "rating>", "date:", "move:", "frozen(\u{e4}", "drop:\u{e4}"] {
        let error = text.parse::<Query>().expect_err("something is missing");
        let span = error.span();
        assert!(text.get(span.start..span.end).is_some(), "{text}: {span:?}");
        assert!(error.render(text).ends_with('^'), "{text}");
    }
}

#[test]
fn errors_in_queries_have_a_message_and_a_span() {
    let cases = [
        ("", "expected a term, such as `drop:N@f3` or `mate`", 0, 0),
        ("mate drp:N", "unknown term `drp`: did you mean `drop`?", 5, 8),
        (
            "zzzzzz",
            "unknown term `zzzzzz`: expected a term such as drop, capture, mate, player or date",
            0,
            6,
        ),
        ("drop:X", "`drop` expects a piece: P, N, B, R or Q", 5, 6),
        ("drop:K", "`drop` expects a piece: P, N, B, R or Q", 5, 6),
        ("capture:K", "`capture` expects a piece: P, N, B, R or Q", 8, 9),
        ("promotion:P", "`promotion` expects a piece: N, B, R or Q", 10, 11),
        ("piece:X", "`piece` expects a piece: P, N, B, R, Q or K", 6, 7),
        ("move:K@e4", "`move` expects a move, as in move:Bxf7+, move:N@g5, move:O-O or move:e2e4", 5, 9),
        ("move:P@e4=Q", "`move` expects a move, as in move:Bxf7+, move:N@g5, move:O-O or move:e2e4", 5, 11),
        ("source:-1", "`source` expects the number of a source, as in source:0", 7, 9),
        ("drop and", "expected a term before and after `and`", 5, 8),
        ("and drop", "expected a term before and after `and`", 0, 3),
        ("drop and or mate", "expected a term before and after `and`", 5, 8),
        (
            "pieces:\" \"",
            "`pieces` expects pieces on squares in quotes, with capitals for White, as in pieces:\"Ne6 Pf7 kg8\"",
            8,
            9,
        ),
        ("drop:N@z9", "`drop` expects a square, a file or a rank: f7, f or 7", 7, 9),
        ("diagonal(WhiteA)", "`diagonal` expects seconds, as in diagonal>20 or diagonal(WhiteA)>20", 0, 16),
        ("diagonal(WhiteC)>20", "`diagonal` expects a seat: WhiteA, BlackA, WhiteB or BlackB", 9, 15),
        ("clock<soon", "`clock` expects seconds, as in clock<5", 6, 10),
        ("(mate", "missing closing quote or parenthesis", 0, 1),
        ("mate)", "unexpected `)`: no parenthesis is open", 4, 5),
        ("player:\"x", "missing closing quote or parenthesis", 7, 9),
        ("mate or", "expected a term before and after `or`", 5, 7),
        ("or mate", "expected a term before and after `or`", 0, 2),
        ("not", "expected a term after `not`", 0, 3),
        ("mate then", "expected a term before and after `then`", 5, 9),
        ("mate within 3", "expected `then` before `within`", 5, 11),
        ("mate then drop within x", "`within` expects a number of half-moves, as in within 3", 22, 23),
        ("date:2010..1999", "`date` expects a range whose first value is not greater than its last", 5, 15),
        (
            "date:soon",
            "`date` expects a date or a range of dates, as in date:2010..2014 or date>=2018.05",
            5,
            9,
        ),
        ("mate:3", "`mate` expects no value", 5, 6),
        ("mate(WhiteA)", "expected no parentheses after this term", 5, 11),
        (
            "reserve(WhiteA)>=X",
            "`reserve` expects pieces or their number, as in reserve>=QNN or reserve(BlackB)>=5",
            17,
            18,
        ),
        (
            "pieces:\"Ne6 Xf7\"",
            "`pieces` expects pieces on squares in quotes, with capitals for White, as in pieces:\"Ne6 Pf7 kg8\"",
            12,
            15,
        ),
        (
            "mate then drop within 3 check",
            "expected `or`, `then` or the end after `within` and its number",
            24,
            29,
        ),
        ("not(drp)", "unknown term `drp`: did you mean `drop`?", 4, 7),
        (
            "reserve(WhiteA)>=",
            "`reserve` expects pieces or their number, as in reserve>=QNN or reserve(BlackB)>=5",
            0,
            17,
        ),
        ("ply:3.5", "`ply` expects a whole number", 4, 7),
        ("move:Zf3", "`move` expects a move, as in move:Bxf7+, move:N@g5, move:O-O or move:e2e4", 5, 8),
    ];
    for (text, message, start, end) in cases {
        let error = text.parse::<Query>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!((error.span().start, error.span().end), (start, end), "{text}");
    }
    let error = "mate drp:N".parse::<Query>().expect_err("no term");
    assert_eq!(
        error.render("mate drp:N"),
        "unknown term `drp`: did you mean `drop`?\n  mate drp:N\n       ^^^"
    );
    let deep = "(".repeat(5000);
    assert!(deep.parse::<Query>().is_err());
    assert!("(".repeat(2000).parse::<Query>().is_err());
    assert!(format!("{}mate", "not ".repeat(900)).parse::<Query>().is_err());
}
