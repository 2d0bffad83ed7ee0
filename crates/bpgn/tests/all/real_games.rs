//! Real games: the state of each, and that writing them loses nothing.

use bpgn::{Checker, DiagnosticKind, Label, ReadOptions, Reader, State, WriteOptions};
use bughouse_chess::BoardId;

use crate::canonical::{formatted, outline, records};
use crate::shared_data::{RealGame, real_games};

/// The result of checking a game.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    state: State,
    half_moves: usize,
    played: usize,
    last: [String; 2],
    stopped: Option<(usize, Label)>,
    borrowed: bool,
}

fn check(text: &[u8], options: ReadOptions) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut checker = Checker::new(options, |report| {
        assert!(report.is_game);
        seen.push(Seen {
            state: report.state,
            half_moves: report.half_moves,
            played: report.played,
            last: BoardId::ALL.map(|board| report.to_bfen(board)),
            stopped: report.stopped.map(|stopped| (stopped.ply, stopped.label)),
            borrowed: report
                .diagnostics
                .iter()
                .any(|diagnostic| matches!(diagnostic.kind, DiagnosticKind::Borrowed(..))),
        });
    });
    Reader::new(text).read_all(&mut checker).unwrap();
    seen
}

/// Reads the one game of a file.
fn check_one(game: &RealGame, options: ReadOptions) -> Seen {
    let seen = check(&std::fs::read(&game.path).unwrap(), options);
    assert_eq!(seen.len(), 1, "{}", game.path.display());
    seen.into_iter().next().unwrap()
}

#[test]
fn every_game_comes_through_as_expected() {
    for game in real_games() {
        let name = game.path.display();
        let seen = check_one(&game, ReadOptions::for_files());
        match game.mode.as_str() {
            "strict" | "lenient" => {
                let state = if game.mode == "strict" { State::Ok } else { State::Repaired };
                assert_eq!((seen.state, seen.stopped), (state, None), "{name}");
                // A repeated half-move is played once.
                let twice = usize::from(state == State::Repaired);
                assert_eq!((seen.half_moves, seen.played), (game.plies, game.plies - twice), "{name}");
                assert_eq!(seen.last, game.last, "{name}");
            }
            "borrow" => {
                let (ply, label) = seen.stopped.unwrap();
                assert_eq!((seen.state, label.to_string()), (State::Broken, game.label_in_name()), "{name}");
                assert_eq!(seen.played, ply - 1, "{name}");
                let seen = check_one(&game, ReadOptions::for_files().borrow(true));
                assert_eq!(
                    (seen.state, seen.stopped, seen.borrowed),
                    (State::Repaired, None, true),
                    "{name}"
                );
                assert_eq!((seen.played, seen.last), (game.plies, game.last.clone()), "{name}");
            }
            "cannot" => {
                let (ply, label) = seen.stopped.unwrap();
                let (expected, _move) = game.last[0].split_once(". ").unwrap();
                assert_eq!((seen.state, ply), (State::Broken, game.plies), "{name}");
                assert_eq!((label.to_string().as_str(), seen.played), (expected, ply - 1), "{name}");
            }
            mode => panic!("unknown mode {mode}"),
        }
    }
}

#[test]
fn writing_loses_nothing() {
    let options = WriteOptions::default();
    for game in real_games() {
        let name = game.path.display();
        let text = std::fs::read(&game.path).unwrap();
        let written = formatted(&text, &options);
        assert_eq!(formatted(&written, &options), written, "{name} is not written the same again");
        let (before, after) = (records(&text), records(&written));
        assert_eq!((before.len(), after.len()), (1, 1), "{name}");
        assert!(before[0].errors.is_empty() && after[0].errors.is_empty(), "{name}");
        assert_eq!(outline(&before[0].game), outline(&after[0].game), "{name}");
        for borrow in [false, true] {
            let options = ReadOptions::for_files().borrow(borrow);
            assert_eq!(check(&text, options), check(&written, options), "{name}");
        }
    }
}

#[test]
fn all_files_in_one_give_as_many_games() {
    let games = real_games();
    let texts: Vec<Vec<u8>> = games.iter().map(|game| std::fs::read(&game.path).unwrap()).collect();
    let alone: Vec<Seen> = texts.iter().flat_map(|text| check(text, ReadOptions::for_files())).collect();
    assert_eq!(alone.len(), games.len());
    assert_eq!(check(&texts.join(&b'\n'), ReadOptions::for_files()), alone);
}
