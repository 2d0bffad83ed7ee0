//! Games that are continued from a half-move.

use bpgn::{Game, ReadOptions, Timeline};
use bughouse_chess::{BoardId, FenStyle, Millis, Seat};
use bughouse_review::adjourned::{boards_at, write_thief};

const STANDARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bpgn/standard-3.3.bpgn");

/// Cuts a game at a half-move and continues it from two-board FEN with clocks.
fn continued(game: &Game, ply: usize) -> Timeline {
    let timeline = Timeline::new(game, &ReadOptions::for_files());
    let text = write_thief(boards_at(&timeline, ply).unwrap(), &FenStyle::default());
    let mut rest = format!("[TimeControl \"180+0\"]\n[Setup \"1\"]\n[FEN \"{text}\"]\n\n");
    for half_move in &game.main.half_moves[ply..] {
        let clock = half_move.clock().map(|clock| format!(" {{{clock}}}")).unwrap_or_default();
        rest += &format!("{}. {}{clock} ", half_move.label, half_move.san);
    }
    Timeline::new(&(rest + "*").parse().unwrap(), &ReadOptions::for_files())
}

#[test]
fn a_game_continues_with_its_clocks_numbers_and_labels() {
    let game: Game = std::fs::read_to_string(STANDARD).unwrap().parse().unwrap();
    let whole = Timeline::new(&game, &ReadOptions::for_files());
    for ply in 0..whole.len() {
        let rest = continued(&game, ply);
        assert_eq!((rest.start.error.is_none(), rest.stopped), (true, None), "{ply}");
        assert_eq!(rest.len(), whole.len() - ply, "{ply}");
        let clocks = if ply == 0 { whole.start.clocks } else { whole.moment(ply).unwrap().running };
        assert_eq!(rest.start.clocks, clocks, "{ply}");
        for board in BoardId::ALL {
            assert!(rest.next_label(0, board).is_some());
            let placed =
                |bfen: Option<String>| bfen.unwrap().split(' ').take(3).collect::<Vec<_>>().join(" ");
            assert_eq!(
                placed(rest.to_bfen(rest.len(), board)),
                placed(whole.to_bfen(whole.len(), board)),
                "{ply}"
            );
            // Without a half-move that follows, no label has the number.
            if rest.moments.iter().any(|moment| moment.seat.board == board) {
                assert_eq!(rest.next_label(0, board), whole.next_label(ply, board), "{ply}");
                let number = |bfen: Option<String>| bfen.unwrap().rsplit(' ').next().unwrap().to_owned();
                assert_eq!(
                    number(rest.to_bfen(rest.len(), board)),
                    number(whole.to_bfen(whole.len(), board))
                );
            }
        }
    }
}

#[test]
fn the_clock_of_the_other_board_has_been_running() {
    let game: Game = "[TimeControl \"180+0\"]\n1A. e4 {170} 1a. e5 {175} *".parse().unwrap();
    let timeline = Timeline::new(&game, &ReadOptions::for_files());
    let boards = boards_at(&timeline, 2).unwrap();
    let text = write_thief(boards, &FenStyle::default());
    assert!(text.ends_with(" w KQkq - 165 180"), "{text}");
    assert_eq!(continued(&game, 2).start.clocks[Seat::WHITE_B], Some(Millis(165_000)));
    assert!(boards_at(&timeline, 3).is_none());
}

/// `2 3` would be read as counters.
#[test]
fn low_clocks_are_not_read_as_counters() {
    let game: Game =
        "[TimeControl \"6+0\"]\n1A. Nf3 {5} 1a. Nf6 {2} 1B. Nf3 {3} 1b. Nf6 {3} *".parse().unwrap();
    let timeline = Timeline::new(&game, &ReadOptions::for_files());
    let rest = continued(&game, timeline.len());
    assert_eq!(rest.start.clocks, timeline.moments[3].running);
}
