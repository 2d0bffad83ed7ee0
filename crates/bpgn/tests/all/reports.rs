//! Reports of a checker on small games: outcomes, conflicts, repairs, places.

use bpgn::{Checker, ReadOptions, Reader, State};

/// The report on one game.
#[derive(PartialEq, Eq, Debug)]
struct Summary {
    is_game: bool,
    state: State,
    played: usize,
    outcome: String,
    diagnostics: Vec<&'static str>,
    column: u64,
}

fn summaries(text: &str) -> Vec<Summary> {
    let mut all = Vec::new();
    let mut checker = Checker::new(ReadOptions::for_files(), |report| {
        all.push(Summary {
            is_game: report.is_game,
            state: report.state,
            played: report.played,
            outcome: report.outcome.to_string(),
            diagnostics: report
                .diagnostics
                .iter()
                .map(|diagnostic| diagnostic.kind.name())
                .filter(|&name| name != "missing-tags")
                .collect(),
            column: report.place.column,
        });
    });
    Reader::new(text.as_bytes()).read_all(&mut checker).unwrap();
    all
}

fn one(text: &str) -> Summary {
    let mut all = summaries(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

const PLAYERS: &str = "[WhiteA \"anna\"][BlackA \"bert\"][WhiteB \"carl\"][BlackB \"dora\"]\n";
const MATE: &str = "1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7#";

#[test]
fn a_repeated_half_move_is_not_played_for_the_other_side() {
    let text = "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Nxe5 {1.5} 3A. Nxe5 {1.5} *";
    let game = one(text);
    assert_eq!((game.state, game.played), (State::Repaired, 5));
    assert_eq!(game.diagnostics, ["repeated-half-move"]);
    // Another move with the same label is Black's, written in upper case.
    let game =
        one("1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Nxe5 3A. Nxe5+ 4A. d4 *".replace("Nxe5+", "d6").as_str());
    assert_eq!((game.state, game.played, game.diagnostics), (State::Ok, 7, vec!["capital-label"]));
    // In a game with labels in upper case only, the second one is Black's.
    let game = one("1A. e4 1A. e5 2A. Nf3 2A. Nc6 3A. Nxe5 3A. Nxe5 *");
    assert_eq!((game.state, game.played), (State::Ok, 6));
}

#[test]
fn a_mate_contradicts_other_end_reasons_and_results() {
    for (end, diagnostics) in [
        ("{Game drawn by mutual agreement} *", vec!["result-and-board", "reason-and-board"]),
        ("{Game aborted by mutual agreement} *", vec!["result-and-board", "reason-and-board"]),
        ("*", vec!["result-and-board"]),
        ("{bert checkmated} 1-0", vec![]),
    ] {
        let result = end.rsplit(' ').next().unwrap();
        let game = one(&format!("{PLAYERS}[Result \"{result}\"]\n{MATE} {end}"));
        assert_eq!(
            (game.outcome.as_str(), game.diagnostics),
            ("team 1 wins (BlackA: checkmate)", diagnostics),
            "{end}"
        );
    }
    let game = one(&format!("{PLAYERS}1A. e4 {{anna resigns}} *"));
    assert_eq!(game.diagnostics, ["result-and-name"]);
}

#[test]
fn mate_on_both_boards_may_be_a_draw() {
    let text = format!(
        "{PLAYERS}{MATE} {} {{drawn by mate on both boards}} 1/2-1/2",
        MATE.replace('A', "B").replace("a.", "b.")
    );
    let game = one(&text);
    assert_eq!((game.outcome.as_str(), game.diagnostics), ("draw (mate-on-both-boards)", vec!["after-mate"]));
}

/// A promotion that takes a piece from the other board may mate there. Nothing was played after that mate.
#[test]
fn a_promotion_that_mates_the_other_board() {
    let game = one("[Promotion \"Steal\"][FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | \
         4k3/8/8/8/8/8/5nPP/3N2RK[] w - - 0 1\"]\n1A. a8=Nd1 {WhiteB checkmated} *");
    assert_eq!(game.outcome, "team 1 wins (WhiteB: checkmate)");
    assert!(!game.diagnostics.contains(&"after-mate"), "{:?}", game.diagnostics);
}

#[test]
fn names_are_compared_without_escapes_and_spaces() {
    for name in ["anna ", "a\\\"b", "back\\\\slash"] {
        let meant = name.trim().replace("\\\"", "\"").replace("\\\\", "\\");
        let game = one(&format!("[WhiteA \"{name}\"]\n1A. e4 {{{meant} resigns}} 0-1"));
        assert_eq!(
            (game.outcome.as_str(), game.diagnostics),
            ("team 2 wins (WhiteA: resignation)", vec![]),
            "{name}"
        );
    }
}

#[test]
fn labels_have_one_form() {
    for label in ["1A", "1A...", "1A..", "01A.", "0A."] {
        assert_eq!(one(&format!("{label} e4 *")).diagnostics, ["label-form"], "{label}");
    }
    assert_eq!(one("1A. e4 1a. e5 *").diagnostics, [""; 0]);
}

#[test]
fn stray_text_after_a_game_is_not_its_error() {
    let text =
        "[Event \"a\"]\n1A. e4 1-0\nForwarded by Bob\n<hr>\n[Site \"b\"]\n1A. e4 1-0\n\u{feff}1A. d4 *\n";
    let games: Vec<(bool, State)> =
        summaries(text).iter().map(|summary| (summary.is_game, summary.state)).collect();
    assert_eq!(games, [(true, State::Ok), (false, State::Broken), (true, State::Ok), (true, State::Ok)]);
}

#[test]
fn white_space_does_not_count_toward_the_length_of_a_game() {
    let text = format!("[Event \"a\"]\n1A. e4 1-0\n{}\n[Event \"b\"]\n1A. e4 1-0\n", " ".repeat(17 << 20));
    assert!(summaries(&text).iter().map(|summary| summary.state).eq([State::Ok; 2]));
}

#[test]
fn columns_count_from_the_start_of_the_line() {
    let columns: Vec<u64> =
        summaries("1A. é4 1-0 1A. e4 1-0\n1A. e4 1-0").iter().map(|summary| summary.column).collect();
    assert_eq!(columns, [1, 12, 1]);
}

#[test]
fn many_variations_take_linear_time() {
    // Each used to take as long as everything before it.
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let text: String = (0..40_000)
        .map(|ply| {
            let label = format!("{}{}", ply / 2 + 1, if ply % 2 == 0 { "A" } else { "a" });
            format!("{label}. {} ({label}. {}) ", moves[ply % 4], if ply % 2 == 0 { "e4" } else { "e5" })
        })
        .collect();
    let game = one(&format!("{text}*"));
    assert_eq!((game.state, game.played, game.diagnostics), (State::Ok, 40_000, vec![]));
}
