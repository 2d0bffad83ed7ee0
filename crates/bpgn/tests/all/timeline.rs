//! Lines of games as moments: boards, clocks and times after each half-move.

use std::path::Path;

use bpgn::replay::{LEAST_SIT, Sit};
use bpgn::{Checker, ClockKind, Game, Limits, Moment, ReadOptions, Reader, ReplayErrorKind, Timeline};
use bughouse_chess::{Board, BoardId, Millis, Piece, Position, Rules, Seat, TimeControl};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::canonical::{records, text};

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn timeline(text: &str) -> Timeline {
    Timeline::new(&game(text), &ReadOptions::for_files())
}

/// Makes a game with a time control.
fn timed(control: &str, moves: &str) -> Timeline {
    timeline(&format!("[TimeControl \"{control}\"]\n\n{moves} *\n"))
}

fn standard(name: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bpgn").join(name);
    game(&std::fs::read_to_string(path).unwrap())
}

fn seconds(numbers: [i64; 4]) -> [Option<Millis>; 4] {
    numbers.map(|number| Some(Millis::from_secs(number)))
}

fn millis(number: i64) -> Option<Millis> {
    Some(Millis(number))
}

/// Lists a value for each moment.
fn each<T>(timeline: &Timeline, of: impl Fn(&Moment) -> T) -> Vec<T> {
    timeline.moments.iter().map(of).collect()
}

#[test]
fn time_left_in_seconds() {
    let timeline = timed("180+0", "1A. e4 {178} 1B. d4 {179.5} 1a. d5 {175} 2A. exd5 {170.250}");
    assert_eq!(timeline.clock_kind, ClockKind::FourClocks);
    assert_eq!(timeline.start.clocks, seconds([180; 4]));
    assert_eq!(each(&timeline, |at| at.used), [millis(2_000), millis(500), millis(5_000), millis(7_750)]);
    assert_eq!(each(&timeline, |at| at.elapsed), [millis(2_000), millis(500), millis(7_000), millis(14_750)]);
    let last = &timeline.moments[3];
    assert_eq!(last.clocks, [millis(170_250), millis(175_000), millis(179_500), millis(180_000)]);
    assert_eq!(last.diagonals, [millis(-9_250), millis(-5_000)]);
    assert_eq!(last.transfer.transfer, Some((Seat::BLACK_B, Piece::Pawn)));
    assert_eq!(
        last.position.boards()[1].to_bfen().split(' ').next(),
        Some("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR[p]")
    );
    assert_eq!((last.ply, last.san.as_str(), last.label.to_string().as_str()), (4, "exd5", "2A"));
    assert_eq!(last.clock.map(|clock| clock.to_string()).as_deref(), Some("170.250"));
}

#[test]
fn increments_do_not_count_as_time_used() {
    let timeline =
        timed("60+2", "1A. e4 {[%clk 0:01:00]} 1a. e5 {[%clk 0:00:58.5]} 2A. Nf3 {[%clk 0:01:01]}");
    assert_eq!(each(&timeline, |at| at.used), [millis(2_000), millis(3_500), millis(1_000)]);
    assert_eq!(each(&timeline, |at| at.elapsed), [millis(2_000), millis(5_500), millis(6_500)]);
}

#[test]
fn time_since_the_start() {
    let timeline = timed(
        "100+1",
        "1A. e4 {[ts=2.000]} 1B. d4 {[ts=3]} 1a. e5 {[ts=5.5]} 2A. Nf3 {[ts=15.5]} 1b. d5 {[ts=4]}",
    );
    assert_eq!(timeline.clock_kind, ClockKind::Elapsed);
    let used = [millis(2_000), millis(3_000), millis(3_500), millis(10_000), millis(1_000)];
    assert_eq!(each(&timeline, |at| at.used), used);
    assert_eq!(each(&timeline, |at| at.elapsed.unwrap().0), [2_000, 3_000, 5_500, 15_500, 4_000]);
    let clocks = [millis(90_000), millis(97_500), millis(98_000), millis(100_000)];
    assert_eq!(timeline.moments[4].clocks, clocks);
}

#[test]
fn the_clocks_of_a_start_position_come_first() {
    let timeline = Timeline::new(&standard("standard-3.3.bpgn"), &ReadOptions::strict());
    assert_eq!(timeline.start.clocks, seconds([142, 164, 142, 163]));
    assert_eq!(timeline.moments[0].used, millis(2_000));
    assert_eq!(timeline.moments[1].clocks, seconds([142, 160, 140, 163]));
}

#[test]
fn unknown_times_are_none() {
    // If a clock rises, the time control can't be inferred.
    let without_control = timeline("1A. e4 {178} 1a. e5 {175} 2A. Nf3 {170} 2a. Nc6 {176} *");
    assert_eq!(without_control.start.clocks, [None; 4]);
    assert_eq!(each(&without_control, |at| at.used), [None, None, millis(8_000), millis(-1_000)]);
    assert_eq!(each(&without_control, |at| at.elapsed), [None; 4]);
    assert_eq!(each(&without_control, |at| at.diagonals), [[None; 2]; 4]);

    let gap = timed("180+0", "1A. e4 {178} 1a. e5 2A. Nf3 {170} 2a. Nc6 {160} 3A. Bb5 {169} 3a. a6 {158}");
    assert_eq!(gap.clock_kind, ClockKind::FourClocks);
    let used = [millis(2_000), None, millis(8_000), None, millis(1_000), millis(2_000)];
    assert_eq!(each(&gap, |at| at.used), used);
    // The elapsed time is known again once both clocks are.
    assert_eq!(each(&gap, |at| at.elapsed)[1..4], [None, None, millis(30_000)]);

    let none = timed("180+0", "1A. e4 1a. e5");
    assert_eq!((none.clock_kind, each(&none, |at| at.used)), (ClockKind::None, vec![None; 2]));
    assert_eq!(none.moments[1].clocks, seconds([180; 4]));
}

#[test]
fn contradictory_clocks_are_kept() {
    let timeline = timed("180+0", "1A. e4 {178} 1a. e5 {185} 2A. Nf3 {179.5}");
    assert_eq!(each(&timeline, |at| at.used), [millis(2_000), millis(-5_000), millis(-1_500)]);
    assert_eq!(each(&timeline, |at| at.elapsed), [millis(2_000), millis(-3_000), millis(-4_500)]);
    // The largest numbers don't overflow.
    let huge = "9223372036854775";
    let timeline = timed(huge, &format!("1A. e4 {{-{huge}}} 1a. e5 {{-{huge}}} 2A. Nf3 {{{huge}}}"));
    assert_eq!(timeline.len(), 3);
}

/// Returns up to sixteen half-moves, each a tenth of a second after the one before.
fn countdown(count: usize) -> String {
    let moves = [
        "1A. e4", "1a. e5", "1B. d4", "1b. d5", "2A. Nf3", "2B. Nf3", "2a. Nc6", "2b. Nf6", "3A. Bb5",
        "3a. a6", "4A. Ba4", "4a. Nf6", "5A. O-O", "5a. Be7", "3B. c4", "3b. e6",
    ];
    let clock = |index: usize| Millis(180_000 - 100 * index as i64);
    moves.iter().enumerate().take(count).map(|(i, mv)| format!("{mv} {{{}}} ", clock(i))).collect()
}

#[test]
fn a_common_countdown_is_detected() {
    let timeline = timed("180", &countdown(16));
    assert_eq!(timeline.clock_kind, ClockKind::Countdown);
    let last = timeline.moments.last().unwrap();
    assert_eq!(last.clocks, [millis(178_500); 4]);
    assert_eq!((last.used, last.elapsed), (millis(100), millis(1_500)));
    assert_eq!(last.diagonals, [None; 2]);
    // Too few half-moves, and a clock that rises.
    assert_eq!(timed("180", &countdown(15)).clock_kind, ClockKind::FourClocks);
    let rising = countdown(16).replace("179.1", "179.3");
    assert_eq!(timed("180", &rising).clock_kind, ClockKind::FourClocks);
}

#[test]
fn lag_of_a_comment_or_of_the_tag() {
    let text =
        "[Lag \"10 x 30\"]\n\n1A. e4 {179} {L:5} 1a. e5 {178} 2A. Nf3 {T:1200} 2a. Nc6 (2a. Nf6 {L:7}) *";
    let timeline = timeline(text);
    assert_eq!(each(&timeline, |at| at.lag), [millis(5), None, millis(30), None]);
    assert_eq!(each(&timeline, |at| at.thinking), [None, None, millis(1_200), None]);
    let variation = Timeline::of_line(&game(text), &[(3, 0)], &ReadOptions::for_files()).unwrap();
    assert_eq!(each(&variation, |at| at.lag), [millis(5), None, millis(30), millis(7)]);
    // A number of the tag belongs to a half-move of the main line.
    let text = "[Lag \"10 20\"]\n\n1A. e4 1a. e5 (1a. c5) *";
    let variation = Timeline::of_line(&game(text), &[(1, 0)], &ReadOptions::for_files()).unwrap();
    assert_eq!(each(&variation, |at| at.lag), [millis(10), None]);
}

#[test]
fn variations_of_the_standard() {
    let game = standard("standard-3.2-variation.bpgn");
    let line = |path: &[(usize, usize)]| {
        let timeline = Timeline::of_line(&game, path, &ReadOptions::strict())?;
        assert_eq!(timeline.stopped, None);
        Some(each(&timeline, |at| format!("{}. {}", at.label, at.san)).join(" "))
    };
    assert_eq!(line(&[]).as_deref(), Some("47A. P@f7+ 47a. Kxf7"));
    assert_eq!(line(&[(0, 0)]).as_deref(), Some("47A. N@e7+ 47a. Kf7 48A. Nd5 48a. exd5"));
    assert_eq!(line(&[(0, 0), (2, 0)]).as_deref(), Some("47A. N@e7+ 47a. Kf7 48A. Ng6 48a. hxg6"));
    // It is written after 47a and replaces 47A.
    assert_eq!(line(&[(0, 1)]).as_deref(), Some("47A. P@e7"));
    for nowhere in [&[(0, 2)][..], &[(2, 0)], &[(0, 0), (4, 0)], &[(usize::MAX, 0)]] {
        assert_eq!(line(nowhere), None);
    }
    let inner = Timeline::of_line(&game, &[(0, 0), (2, 0)], &ReadOptions::strict()).unwrap();
    assert_eq!(each(&inner, |at| at.clocks[Seat::WHITE_A]), [millis(114_000); 4]);
    assert_eq!(inner.moments[3].transfer.transfer, Some((Seat::WHITE_B, Piece::Knight)));
    assert!(!inner.is_main);
}

#[test]
fn samples_of_the_standard_end_like_in_a_checker() {
    for name in ["standard-2.2.bpgn", "standard-3.2-variation.bpgn", "standard-3.3.bpgn"] {
        let game = standard(name);
        let timeline = Timeline::new(&game, &ReadOptions::strict());
        assert_eq!(timeline.stopped, None, "{name}");
        let mut seen = false;
        let mut checker = Checker::new(ReadOptions::strict(), |report| {
            for board in BoardId::ALL {
                let last = timeline.moments.last().unwrap();
                assert_eq!(last.board(board), report.end.position().board(board));
                // Only the move number may differ, because it follows the labels.
                let without_number = |bfen: &str| bfen.rsplit_once(' ').unwrap().0.to_owned();
                assert_eq!(without_number(&last.to_bfen(board)), without_number(&report.to_bfen(board)));
                assert_eq!(timeline.to_bfen(timeline.len(), board), Some(last.to_bfen(board)));
            }
            assert_eq!(timeline.len(), report.half_moves);
            seen = true;
        });
        Reader::new(game.to_string().as_bytes()).read_all(&mut checker).unwrap();
        assert!(seen);
    }
}

#[test]
fn times_of_a_sample_of_the_standard() {
    let timeline = Timeline::new(&standard("standard-2.2.bpgn"), &ReadOptions::strict());
    let last = timeline.moments.last().unwrap();
    assert_eq!(last.clocks, seconds([105, 229, 138, 187]));
    assert_eq!(last.diagonals, [millis(-33_000), millis(42_000)]);
    // Both clocks of board A together: 195 and 71 seconds.
    assert_eq!(last.elapsed, millis(266_000));
    let sits = timeline.sits(LEAST_SIT);
    assert!(
        sits.contains(&Sit { seat: Seat::BLACK_B, from_ply: 42, to_ply: 48, time: Millis(33_000) }),
        "{sits:?}"
    );
    assert!(sits.iter().all(|sit| sit.time >= LEAST_SIT));
}

#[test]
fn sits_are_found() {
    let moves = "1A. e4 {179} 1B. d4 {178} 1b. d5 {178} 2B. c4 {177} 1a. e5 {160} 2A. Nf3 {178} \
                 2a. Nc6 {159} 3A. Bb5 {170} 2b. e6 {100}";
    let timeline = timed("180+0", moves);
    let short = Sit { seat: Seat::BLACK_A, from_ply: 1, to_ply: 5, time: Millis(20_000) };
    let long = Sit { seat: Seat::BLACK_B, from_ply: 4, to_ply: 9, time: Millis(78_000) };
    assert_eq!(timeline.sits(LEAST_SIT), [short, long]);
    assert_eq!(timeline.sits(Millis::from_secs(30)), [long]);
    // It is not a sit if nothing is played on the other board.
    assert_eq!(timed("180+0", "1A. e4 {179} 1B. e4 {170} 1a. e5 {100}").sits(LEAST_SIT), []);
}

#[test]
fn sits_at_the_end_are_found() {
    let on_b = "1B. d4 {170} 1b. d5 {165} 2B. c4 {160}";
    // At the end, 35 seconds had elapsed on board B, and 1 on board A.
    let sit = Sit { seat: Seat::BLACK_A, from_ply: 1, to_ply: 4, time: Millis(34_000) };
    assert_eq!(timed("180+0", &format!("1A. e4 {{179}} {on_b}")).sits(LEAST_SIT), [sit]);
    assert_eq!(timed("180+0", &format!("1A. e4 {{179}} {on_b}")).sits(Millis::from_secs(40)), []);
    // Without a tag, the time control is inferred. Without clocks, there are no sits.
    assert_eq!(timed("-", &format!("1A. e4 {{179}} {on_b}")).sits(LEAST_SIT), [sit]);
    assert_eq!(timed("180+0", "1A. e4 1B. d4 1b. d5 2B. c4").sits(Millis::ZERO), []);
    assert_eq!(timed("-", "1A. e4 1B. d4 {170} 1b. d5 {165} 2B. c4 {160}").sits(LEAST_SIT), []);
    // A mated player doesn't sit.
    let fen = "6rk/6pp/8/6N1/8/8/8/6K1 w - - 179 179 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 170 170";
    let mated = timeline(&format!("[Setup \"1\"][FEN \"{fen}\"]\n\n9A. Nf7# {{178}} {on_b} *"));
    assert_eq!((mated.len(), mated.sits(Millis::ZERO)), (4, vec![]));
    // There are no sits at the end of a variation, or of a game that could not be played.
    assert_eq!(timed("180+0", &format!("1A. e4 {{179}} {on_b} 1a. Ke5 {{100}}")).sits(LEAST_SIT), []);
}

#[test]
fn sits_with_a_common_countdown_are_found() {
    let moves = format!("{} 4B. Nc3 {{160}} 4b. Nc6 {{150}} 6A. d3 {{149}}", countdown(16));
    let timeline = timed("180", &moves);
    assert_eq!(timeline.clock_kind, ClockKind::Countdown);
    let sit = Sit { seat: Seat::WHITE_A, from_ply: 14, to_ply: 19, time: Millis(29_700) };
    assert_eq!(timeline.sits(LEAST_SIT), [sit]);
}

#[test]
fn a_line_is_played_up_to_an_illegal_half_move() {
    let timeline = timed("180+0", "1A. e4 {179} 1a. e5 {178} 2A. Ke3 {177} 2a. d6 {176}");
    let stopped = timeline.stopped.unwrap();
    assert_eq!((timeline.len(), stopped.ply, stopped.label.to_string().as_str()), (2, 3, "2A"));
    assert!(matches!(stopped.kind, ReplayErrorKind::Mismatch(_)));
    // A repeated half-move at the end is played once.
    let twice = "1A. e4 {179} 1a. e5 {178} 1a. e5 {178}";
    assert_eq!((timed("180+0", twice).len(), timed("180+0", twice).stopped), (2, None));
    let stop = timed("180+0", &format!("{twice} 2A. Nf3")).stopped.unwrap();
    assert_eq!((stop.ply, stop.kind), (3, ReplayErrorKind::Repeated));
    assert!(Timeline::new(&game(twice), &ReadOptions::strict()).stopped.is_some());
}

#[test]
fn an_invalid_start_position_stops_the_replay() {
    let timeline = timeline("[FEN \"8/8 w\"]\n\n1A. e4 *");
    assert!(timeline.start.error.is_some() && timeline.is_empty());
    assert_eq!(timeline.stopped.unwrap().kind, ReplayErrorKind::NoStart);
}

#[test]
fn any_half_move_can_be_looked_up() {
    let timeline = timed("180+0", "1A. e4 {178} 1B. d4 {179.5}");
    assert_eq!(timeline.position(0), Some(&Position::START.with_rules(Rules::fics())));
    assert_eq!(timeline.position(2), Some(&timeline.moments[1].position));
    assert_eq!(timeline.position(3), None);
    assert_eq!(timeline.clocks(0).unwrap(), seconds([180; 4]));
    assert_eq!(timeline.diagonals(2), Some([millis(-1_500), millis(0)]));
    assert_eq!((timeline.moment(0), timeline.moment(3)), (None, None));
    assert_eq!(timeline.moments[1].clocks, timeline.clocks(2).unwrap());
    assert_eq!(timeline.to_bfen(0, BoardId::ALL[0]), Some(Board::default().to_bfen()));
}

#[test]
fn a_start_position_after_a_comment_is_used() {
    // The checker used to skip it.
    let text = "{C: first}\n[FEN \"8/8 w\"]\n1A. e4 *";
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        assert_eq!(report.stopped.map(|stopped| stopped.kind), Some(ReplayErrorKind::NoStart));
    });
    Reader::new(text.as_bytes()).read_all(&mut checker).unwrap();
    assert_eq!(timeline(text).stopped.map(|stopped| stopped.kind), Some(ReplayErrorKind::NoStart));
}

#[test]
fn a_repeated_half_move_is_found_after_skipped_variations() {
    // Variations beyond the limit are skipped when the game is read, and when the half-move is looked up.
    let text = "1A. e4 (1A. d4 1a. d5) 1a. e5 2A. Nf3 2A. Nf3 *";
    let limits = Limits::default().depth(0);
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        assert_eq!((report.played, report.half_moves, report.stopped), (3, 4, None));
    });
    Reader::with_limits(text.as_bytes(), limits).read_all(&mut checker).unwrap();
}

proptest! {
    #[test]
    fn a_timeline_ends_where_a_checker_does(text in text(), lenient in any::<bool>()) {
        let options = if lenient { ReadOptions::for_files() } else { ReadOptions::strict() };
        let mut found = Vec::new();
        let mut checker = Checker::new(options, |report| {
            let stop = report.stopped.map(|stopped| (stopped.ply, stopped.label, stopped.kind));
            found.push((*report.end.position(), report.played, stop));
        });
        Reader::new(&text.0[..]).read_all(&mut checker).unwrap();
        for (record, found) in records(&text.0).iter().zip(found) {
            let timeline = Timeline::new(&record.game, &options);
            let stop = timeline.stopped.map(|stopped| (stopped.ply, stopped.label, stopped.kind));
            let boards = *timeline.position(timeline.len()).unwrap();
            prop_assert_eq!(found, (boards, timeline.len(), stop));
            let _ = timeline.sits(Millis::ZERO);
            for (ply, half_move) in record.game.main.half_moves.iter().enumerate() {
                for variation in 0..half_move.variations.len() {
                    let line = Timeline::of_line(&record.game, &[(ply, variation)], &options).unwrap();
                    let common = ply.min(timeline.len());
                    prop_assert_eq!(&line.moments[..common], &timeline.moments[..common]);
                }
            }
        }
    }
}

#[test]
fn the_next_label_continues_the_labels_of_the_game() {
    let timeline = Timeline::new(&standard("standard-3.3.bpgn"), &ReadOptions::for_files());
    let next = |ply, board| timeline.next_label(ply, board).unwrap().to_string();
    // Both boards begin in mid-game, and the position has clocks in place of move numbers.
    assert_eq!([next(0, BoardId::A), next(0, BoardId::B)], ["11a", "14B"]);
    assert_eq!([next(2, BoardId::A), next(2, BoardId::B)], ["12A", "14b"]);
}

#[test]
fn clocks_run_while_the_other_board_moves() {
    let text = "[TimeControl \"60+0\"]\n1A. e4 {50} 1B. d4 {58} 1b. d5 {57} 2B. c4 {30} 1a. e5 {40} *";
    let timeline = Timeline::new(&game(text), &ReadOptions::strict());
    let running: Vec<_> =
        timeline.moments.iter().map(|moment| moment.running.map(|left| left.unwrap().0 / 1000)).collect();
    // In the order WhiteA, BlackA, WhiteB, BlackB. By the clocks of their boards, the half-moves are at 10, 2, 5, 33
    // and 30 seconds, but the time never decreases.
    assert_eq!(
        running,
        [[50, 60, 50, 60], [50, 60, 58, 60], [50, 60, 58, 57], [50, 37, 30, 57], [50, 40, 30, 57]]
    );
    let times: Vec<_> = timeline.moments.iter().map(|moment| moment.time.unwrap().0 / 1000).collect();
    assert_eq!(times, [10, 10, 10, 33, 33]);
    let last = timeline.moments.last().unwrap();
    assert_eq!(last.running_diagonals(), [Some(Millis(20_000)), Some(Millis(-17_000))]);
    let without = Timeline::new(&game("1A. e4 1a. e5 *"), &ReadOptions::strict());
    assert_eq!(
        (without.moments[1].time, without.moments[1].running),
        (None, bughouse_chess::BySeat::new([None; 4]))
    );
}

#[test]
fn the_time_at_the_start_is_inferred_from_the_clocks() {
    let base = |moves: &str| {
        let timeline = timeline(&format!("{moves} *"));
        assert_eq!(timeline.start.is_inferred, timeline.start.control.is_some());
        timeline.start.control.map(|control| control.base.0 / 1000)
    };
    assert_eq!(base("1A. e4 {179.9} 1a. e5 {178} 1B. d4 {176.2} 1b. d5 {179}"), Some(180));
    assert_eq!(base("1A. e4 {118} 1a. e5 {119.769}"), Some(120));
    assert_eq!(base("1A. e4 {180} 1a. e5 {179}"), Some(180));
    assert_eq!(base("1A. e4 {298} 1a. e5 {300.0}"), Some(300));
    assert_eq!(base("1A. e4 {29} 1a. e5 {28.5}"), Some(30));
    assert_eq!(base("1A. e4 {31} 1a. e5 {28.5}"), Some(60));
    // A clock rises, so there is an increment.
    assert_eq!(base("1A. e4 {179} 1a. e5 {178} 2A. Nf3 {180}"), None);
    // Nothing can be inferred from a negative clock, from elapsed times, or without clocks.
    assert_eq!(base("1A. e4 {-1}"), None);
    assert_eq!(base("1A. e4 {[ts=1.000]} 1a. e5 {[ts=2.000]}"), None);
    assert_eq!(base("1A. e4 1a. e5"), None);
    let inferred = timeline("1A. e4 {170} 1a. e5 {160} *");
    assert_eq!(inferred.start.clocks, seconds([180; 4]));
    assert_eq!(inferred.moments[1].elapsed, millis(30_000));
    // With a tag, nothing is inferred.
    let tagged = timed("300+0", "1A. e4 {179}");
    assert!(!tagged.start.is_inferred);
    assert_eq!(tagged.start.clocks, seconds([300; 4]));
}

#[test]
fn the_time_control_is_inferred_only_with_enough_evidence() {
    let control = |moves: &str| timeline(&format!("{moves} *")).start.control;
    // Labels in upper case for both colors: the player who moved counts, not the label.
    let capitals = "1A. e4 {170} 1A. e5 {175} 2A. Nf3 {165} 2A. Nc6 {171} *";
    let game = game(capitals);
    let lenient = Timeline::new(&game, &ReadOptions::for_files());
    assert_eq!(lenient.start.control, Some(TimeControl::new(180, 0)));
    // Clocks after an illegal half-move are ignored.
    assert_eq!(control("1A. e4 {170} 1a. Ke5 {175} 2A. Nf3 {999}"), Some(TimeControl::new(180, 0)));
    // The first clocks must be those of the first moves.
    assert_eq!(control("1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bc4 {100}"), None);
    // This is 180+2 rather than four minutes and nearly a minute for each first move.
    assert_eq!(control("1A. e4 {182} 1a. e5 {181} 2A. Nf3 {180} 2a. Nc6 {179}"), None);
    assert_eq!(control("1A. e4 {300.05} 1a. e5 {300}"), None);
}

#[test]
fn a_half_move_without_a_clock_in_a_variation_leaves_the_next_time_unknown() {
    let text = "[TimeControl \"180+0\"]\n1A. e4 {178} 1a. e5 {176} (1a. d5 2A. exd5 2a. Qxd5 1B. e4 1b. e5 \
                2B. Nf3 2b. Nc6 3A. Nc3 {100} 3a. Qa5 {90}) 2A. Nf3 {174} *";
    let line = Timeline::of_line(&game(text), &[(1, 0)], &ReadOptions::strict()).unwrap();
    let last = line.moments.last().unwrap();
    assert_eq!((last.clocks[Seat::BLACK_A], last.used), (Some(Millis(90_000)), None));
    // Both clocks are known again, so the elapsed time is also known.
    assert_eq!(last.elapsed, millis(170_000));
    assert_eq!(line.sits(bpgn::replay::LEAST_SIT), []);
}

#[test]
fn clocks_do_not_run_in_a_variation_without_its_own() {
    let text = "[TimeControl \"180+0\"]\n1A. e4 {170} 1B. d4 {175} 1a. e5 {172} \
                (1a. d5 2A. exd5 1b. d5 {100} 2a. Qxd5) 1b. d5 {60} *";
    let game = game(text);
    let line = Timeline::of_line(&game, &[(2, 0)], &ReadOptions::strict()).unwrap();
    // At the branch, BlackA has been thinking since 1A, and WhiteB has moved.
    let branch = line.moments[1].clone();
    for moment in &line.moments[2..4] {
        assert_eq!((moment.clocks, moment.running), (branch.clocks, branch.running), "{}", moment.san);
        assert_eq!((moment.used, moment.elapsed, moment.time), (None, None, branch.time));
        assert_eq!(moment.running_diagonals(), branch.running_diagonals());
    }
    let own = &line.moments[4];
    assert_eq!(own.clocks[Seat::BLACK_B], Some(Millis(100_000)));
    assert_eq!(own.clocks[Seat::WHITE_A], branch.clocks[Seat::WHITE_A]);
    assert_eq!(line.moments[5].running, own.running);
    // In the main line they run.
    let main = Timeline::new(&game, &ReadOptions::strict());
    assert_ne!(main.moments[3].running, main.moments[2].running);
}

#[test]
fn a_rook_dropped_before_a_variation_castles_in_it() {
    // On FICS, a king can castle with a rook dropped on its home square, even in a variation that begins after the drop.
    let start = "rnbqkbnr/pppppp1p/8/8/8/8/PPPPPPbP/RNBQK2R[R] b KQkq - 0 1 | \
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let text = format!(
        "[Setup \"1\"][FEN \"{start}\"]\n1a. Bxh1 2A. a3 2a. Bc6 3A. R@h1 3a. a6 4A. b3 (4A. O-O 4a. b6) *"
    );
    let game = game(&text);
    let line = Timeline::of_line(&game, &[(5, 0)], &ReadOptions::for_files()).unwrap();
    assert_eq!((line.len(), line.stopped), (7, None));
    let (_, variations) = Timeline::of_played(&game, &ReadOptions::for_files());
    assert_eq!(variations[5][0].moments.len(), 2);
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        let kinds: Vec<&str> = report.diagnostics.iter().map(|diagnostic| diagnostic.kind.name()).collect();
        assert!(kinds.contains(&"dropped-rook-castles"), "{kinds:?}");
        assert!(!kinds.contains(&"variation"), "{kinds:?}");
    });
    Reader::new(text.as_bytes()).read_all(&mut checker).unwrap();
    let mut standard = game.clone();
    standard.standardize_moves();
    assert_eq!(standard.main.half_moves[5].variations[0].half_moves[0].san, "O-O");
}

#[test]
fn a_variation_replaces_a_half_move_that_cannot_be_played() {
    let game = game("1A. e4 1a. e5 2A. Ke3 (2A. Ke2 2a. d6) 2a. d6 *");
    let line = Timeline::of_line(&game, &[(2, 0)], &ReadOptions::for_files()).unwrap();
    assert_eq!((line.len(), line.stopped), (4, None));
    let (main, variations) = Timeline::of_played(&game, &ReadOptions::for_files());
    assert_eq!((main.len(), variations[2][0].moments.len()), (2, 2));
}

#[test]
fn a_variation_of_a_repeated_half_move_belongs_to_the_first() {
    let game = game("1A. e4 1a. e5 1a. e5 (1a. d5) *");
    assert_eq!(game.main.half_moves[1].variations.len(), 1);
    let line = Timeline::of_line(&game, &[(1, 0)], &ReadOptions::for_files()).unwrap();
    assert_eq!((line.len(), line.stopped), (2, None));
}

#[test]
fn memory_grows_with_what_was_played() {
    // Memory used to be allocated for all half-moves of the text.
    let mut text = String::from("1A. e4 1a. e5 2A. Ke3");
    for number in 3..60_000 {
        text += &format!(" {number}A. e4 {number}a. e5");
    }
    let game = game(&format!("{text} *"));
    let timeline = Timeline::new(&game, &ReadOptions::for_files());
    assert_eq!(timeline.len(), 2);
    assert!(timeline.moments.capacity() < 64, "{}", timeline.moments.capacity());
    assert_eq!(timeline.stopped.map(|stopped| stopped.ply), Some(3));
}

/// A `FEN` tag has clocks in place of move numbers, so only labels show the move number.
#[test]
fn move_numbers_of_positions_follow_the_labels() {
    let game = standard("standard-3.3.bpgn");
    let timeline = Timeline::new(&game, &ReadOptions::for_files());
    let number = |ply, board| {
        let bfen = timeline.to_bfen(ply, board).unwrap();
        let number = bfen.rsplit(' ').next().unwrap().parse::<u32>().unwrap();
        assert_eq!(timeline.counted_board(ply, board).unwrap().fullmove_number(), number);
        assert_eq!(timeline.next_label(ply, board).unwrap().number, number);
        number
    };
    assert_eq!([number(0, BoardId::A), number(0, BoardId::B)], [11, 14]);
    assert_eq!([number(1, BoardId::A), number(1, BoardId::B)], [11, 14]);
    assert_eq!([number(2, BoardId::A), number(2, BoardId::B)], [12, 14]);
    let last = timeline.len();
    assert_eq!([number(last, BoardId::A), number(last, BoardId::B)], [12, 20]);
    // The same in a variation, for both boards.
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1\"]\n\
                7A. Kd1 (7A. Kf1 7a. Kf8) 9b. Kd8 *";
    let (_, variations) = Timeline::of_played(&self::game(text), &ReadOptions::for_files());
    let variation = &variations[0][0].moments;
    assert!(variation[1].to_bfen(BoardId::A).ends_with(" w - - 2 8"));
    assert!(variation[1].to_bfen(BoardId::B).ends_with(" b - - 0 9"));
}
