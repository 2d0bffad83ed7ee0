//! The README shows what its first example prints.

use std::fmt::Write;

use bpgn::{Checker, ReadOptions, Reader};

#[test]
fn the_first_example_prints_what_is_below_it() {
    let games = "\
[Event \"a\"][Site \"s\"][Date \"2024.01.02\"][WhiteA \"anna\"][BlackA \"bert\"][WhiteB \"carl\"][BlackB \"dora\"]
[TimeControl \"180+0\"][Result \"0-1\"]
1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# 0-1

[Event \"b\"][Site \"s\"][Date \"2024.01.02\"][WhiteA \"anna\"][BlackA \"bert\"][WhiteB \"carl\"][BlackB \"dora\"]
[TimeControl \"180+0\"][Result \"*\"]
1A. e4 1a. e5 2A. Ke3 *
";
    let mut printed = String::new();
    let mut checker = Checker::new(ReadOptions::for_files(), |game| {
        writeln!(printed, "{}. {} half-moves, {}", game.place.number, game.played, game.outcome).unwrap();
        if let Some(error) = game.stopped {
            writeln!(printed, "   stopped at {error}").unwrap();
        }
        for problem in game.diagnostics {
            writeln!(printed, "   {}", game.text_of(problem)).unwrap();
        }
    });
    Reader::new(games.as_bytes()).read_all(&mut checker).unwrap();
    let readme = include_str!("../../README.md").replace('\r', "");
    assert!(readme.contains(&format!("```text\n{printed}```\n")), "{printed}");
}
