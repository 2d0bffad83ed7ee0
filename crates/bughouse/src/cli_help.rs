//! The end of each command's help: details, examples, and a link to the documentation.
//!
//! `-h` ends with the examples, `--help` also has details and a link. `tests/all/help.rs` runs every example.

/// Declares both texts of a command: the one for `-h` and the one for `--help`. Lines of examples are indented by two spaces.
macro_rules! help {
    ($short:ident, $long:ident, $page:literal, examples: $examples:literal, details: $details:literal) => {
        pub(crate) const $short: &str = concat!("Examples:\n  ", $examples);
        pub(crate) const $long: &str = concat!(
            $details,
            "\n\nExamples:\n  ",
            $examples,
            "\n\nDocumentation: ",
            env!("CARGO_PKG_HOMEPAGE"),
            $page
        );
    };
}

/// The top-level help: examples come first, before the list of commands.
pub(crate) const TEMPLATE: &str = concat!(
    "{about}{after-help}\n\n{usage-heading} {usage}\n\n{all-args}\n\nDocumentation: ",
    env!("CARGO_PKG_HOMEPAGE")
);

pub(crate) const TOP: &str = "\
Examples:
  # Review games in the browser
  bughouse serve games.bpgn --open
  # Report illegal moves and contradictions
  bughouse check games.bpgn
  # Draw the boards of the second game after 20 half-moves
  bughouse replay games.bpgn --game 2 --ply 20";

help!(SERVE, SERVE_LONG, "tutorials/review-a-game.html",
    examples: "\
  # Review a file, and open the browser
  bughouse serve games.bpgn --open
  # Review every file in a folder
  bughouse serve . --open
  # Explore and search an archive
  bughouse serve my-games --open",
    details: "\
The URL is printed on stdout. Press Ctrl-C to stop the server.
Files load in the background, and new files are saved to the current folder.
/api/openapi.json describes the HTTP API.

Exit codes: 0 success, 1 a file can't be read or the port is taken, 2 usage error");

help!(CHECK, CHECK_LONG, "howto/check-and-fix.html",
    examples: "\
  # Report all problems
  bughouse check games.bpgn
  # Report only broken games, in all files of a folder
  bughouse check . --only broken --no-notes
  # Print one JSON object per game
  bughouse check games.bpgn --json",
    details: "\
A game is `ok`, `repaired` or `broken`. Each problem has a file, line and column,
and a severity:
  note       non-standard notation that is accepted
  conflict   two parts of the game contradict each other
  repair     something was added or skipped to replay the game
  error      can't be read or played: the game is broken

Exit codes: 0 success, 1 a game is broken or a file can't be read, 2 usage error");

help!(REPLAY, REPLAY_LONG, "reference/cli.html#bughouse-replay",
    examples: "\
  # Show the final position of the first game
  bughouse replay games.bpgn
  # Show the second game after 20 half-moves
  bughouse replay games.bpgn --game 2 --ply 20
  # Print all games in four columns
  bughouse replay games.bpgn --all --columns",
    details: "\
A game that can't be played to its end is shown up to that point, and stderr says
where it stops and why.

Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

help!(FMT, FMT_LONG, "howto/check-and-fix.html",
    examples: "\
  # Print the formatted file
  bughouse fmt games.bpgn
  # Format a file in place, and rewrite moves as standard SAN
  bughouse fmt --in-place --san games.bpgn
  # List games that aren't formatted
  bughouse fmt --check games.bpgn",
    details: "\
A damaged game and text between games are copied unchanged and reported on stderr.

--in-place replaces each file atomically. A file with several hard links, or with an
owner that can't be set on a new file, is overwritten instead. If that is interrupted,
the new text is in .NAME.*.tmp next to it.

Exit codes: 0 success, 1 something is wrong with the input, or --check found a
game that isn't formatted, 2 usage error");

help!(CONVERT, CONVERT_LONG, "reference/cli.html#bughouse-convert",
    examples: "\
  # Convert a position
  bughouse convert --to feen '4k3/8/8/8/8/8/8/R3K3[Nq] w Q - 0 12'
  # Convert one position per line
  printf 'start\\n' | bughouse convert --to fen,bfen
  # Convert moves to BPGN; chess.com JSON files work the same way
  printf '1e2e4 1d7d5 1e4d5 2d2d4 2P@e4' | bughouse convert --to bpgn",
    details: "\
If a format can't represent something, it is dropped with a note on stderr. Missing
counters are written as `0 1` and missing clocks as `0 0`, also with a note.
Several formats are separated by tabs. For each line of stdin, one line is printed: the
result, or `error: ...`.

`--to bpgn` reads files or stdin and detects what they contain:
  chess.com JSON   one board per document; partner boards are merged in any order
  UCI moves        a board digit and a move, `1e2e4 2P@f7`, one game per line
  BPGN             written in canonical form

Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

help!(ANNOTATE, ANNOTATE_LONG, "howto/annotate.html",
    examples: "\
  # Add missed mates to a copy of a file
  bughouse annotate games.bpgn -o annotated.bpgn
  # Also add evaluations of the built-in engine
  bughouse annotate games.bpgn --evaluate --nodes 1000 -o evaluated.bpgn
  # Remove all annotations
  bughouse annotate --clear --in-place evaluated.bpgn",
    details: "\
After a half-move, `annotate` writes:
  $2 {[%missed A 3 hard] [%best A N@f7]}   it missed a forced mate in 3 on board A
  $4 {[%mate A 3 hard] [%best A Kh8]}      it allowed a forced mate in 3 on board A
  {[%eval a=+1.20 b=-3.40 team=-0.11]}     evaluation of both boards in pawns, and of
                                           the match from -1 to 1, from the view of
                                           WhiteA and BlackB; `+#3` is a forced mate

If a half-move already has a NAG such as `?` or `$2`, no `$2` or `$4` is added.
Annotating a file again replaces earlier annotations. Every other byte is unchanged.
A game that can't be replayed is copied unchanged and reported on stderr. If the engine
fails, you get an error and the rest of the annotations.

Exit codes: 0 success, 1 something is wrong with the input or the engine, 2 usage error,
130 stopped by Ctrl-C");

help!(ANALYZE, ANALYZE_LONG, "explanation/mates.html",
    examples: "\
  # Analyze a board
  bughouse analyze 'r1bqk2r/pppp1Npp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNBQK2R[P] b KQkq - 0 5'
  # Analyze a game after 10 half-moves
  bughouse analyze games.bpgn --ply 10
  # Use an engine that speaks UBI, here the built-in one
  bughouse analyze 'start | start' --engine bughouse --engine-arg ubi --ubi --nodes 2000",
    details: "\
For each player, `analyze` reports:
  - forced mates by checks: hard (works whatever the defender receives) or soft (works
    only if the defender receives no new piece)
  - which extra piece would give a mate or save the player, and which capture of the
    partner sends that piece
  - which extra piece would give the player a forced mate, so the opponents must not
    lose it
For a player who isn't to move, `analyze` assumes it is their turn.

Then the engine evaluates each board in pawns, for the player to move. Both evaluations
together give each team's winning chances. Lines end at the first move that can't be
played, with the missing piece. A mate that the engine reports and the solver can't prove
is shown as `unverified`. If the engine fails, you get an error and the rest of the
analysis.

Exit codes: 0 success, 1 something is wrong with the input or the engine, 2 usage error,
130 stopped by Ctrl-C");

help!(SHOW, SHOW_LONG, "reference/cli.html#bughouse-show",
    examples: "\
  # Draw a board; Black is frozen here and needs a piece
  bughouse show '3Q~2k1/5ppp/8/8/8/8/5PPP/6K1[Nppp] b - - 0 31'
  # Draw both boards of a match
  bughouse show 'start | start'
  # Write an SVG image
  bughouse show start --svg board.svg",
    details: "Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

help!(MOVES, MOVES_LONG, "reference/cli.html#bughouse-moves",
    examples: "\
  # List moves and drops
  bughouse moves '4k3/8/8/8/8/8/8/R3K3[N] w Q - 0 12'
  # List them in UCI notation
  bughouse moves start --uci",
    details: "Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

help!(PLAY, PLAY_LONG, "reference/cli.html#bughouse-play",
    examples: "\
  # Play on one board
  bughouse play start e4 e5 Nf3
  # Play on both boards; the captured pawn is dropped on board B
  bughouse play 'start | start' A:e4 A:d5 A:exd5 B:d4 B:P@e4",
    details: "\
With a single board, captured pieces are discarded. Clocks don't run.
Each half-move gives one line: the half-move, a tab, and the position after it. Several
formats are separated by tabs. It stops at the first move that can't be played.

Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

help!(MATE, MATE_LONG, "explanation/mates.html",
    examples: "\
  # A smothered mate that no piece can stop
  bughouse mate '6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1'
  # A back-rank mate that works only if the defender receives no piece
  bughouse mate '6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1'
  # The same, if the defender can receive any piece
  bughouse mate '6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1' --arrivals any",
    details: "\
Each position gives one line:
  mate 3 hard MOVES   a mate in 3 that works whatever the defender receives
  mate 3 soft MOVES   a mate in 3 that works only if the defender receives no new piece
  none                no mate by checks; a quiet move may still win
  unknown             --nodes wasn't enough
A hard mate is preferred to a shorter soft one. With two boards there is a result for each:
`A: mate 1 hard Nf7# | B: none`. For each line of stdin, one line is printed: the result, or
`error: ...`. Results don't depend on the speed of your machine.

Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

pub(crate) const PERFT_USAGE: &str = "\
bughouse perft [OPTIONS] <POSITION> <DEPTH>
       bughouse perft [OPTIONS] --check <FILE>";

help!(PERFT, PERFT_LONG, "reference/cli.html#bughouse-perft",
    examples: "\
  # Count positions after 4 half-moves
  bughouse perft start 4
  # Count drops, and list the count of each move
  bughouse perft '4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1' 2 --divide",
    details: "\
Perft counts a single board, and captured pieces are discarded. The time is printed on stderr.

Exit codes: 0 success, 1 something is wrong with the input or a count differs, 2 usage error");

help!(FEEN, FEEN_LONG, "reference/feen.html",
    examples: "\
  # Print the canonical form of a shogi position
  bughouse feen 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL GPP/ppg SHOGI/shogi'
  # Print what a position contains
  bughouse feen --json 'k/K KPP/ GAME/game'",
    details: "\
Parsing follows feen.rb 5.0.0.beta10, the reference implementation. Put `--` before a STRING
that starts with `-`. For each line of stdin, one line is printed: the result, or `error: ...`.

Exit codes: 0 success, 1 something is wrong with the input, 2 usage error");

help!(UBI, UBI_LONG, "reference/ubi.html",
    examples: "\
  # Let the built-in engine find a move
  printf 'position startpos | startpos\\ngo board A nodes 2000\\n' | bughouse ubi",
    details: "\
A GUI or match runner starts `bughouse ubi` and sends commands on stdin. Both boards can
be searched at the same time. Unknown commands are ignored, and `info string` reports commands
that can't be parsed. It exits after `quit`, or at the end of its input.

Exit codes: 0 success, 2 usage error");

help!(COMPLETIONS, COMPLETIONS_LONG, "reference/cli.html#bughouse-completions",
    examples: "\
  # Bash
  mkdir -p ~/.local/share/bash-completion/completions
  bughouse completions bash > ~/.local/share/bash-completion/completions/bughouse
  # Zsh: put the file into a folder of $fpath
  mkdir -p ~/.zfunc
  bughouse completions zsh > ~/.zfunc/_bughouse
  # Fish
  mkdir -p ~/.config/fish/completions
  bughouse completions fish > ~/.config/fish/completions/bughouse.fish",
    details: "Exit codes: 0 success, 2 usage error");

help!(MAN, MAN_LONG, "reference/cli.html#bughouse-man",
    examples: "\
  # Read the man page of a command
  bughouse man archive add | man -l -
  # Install a man page
  mkdir -p ~/.local/share/man/man1
  bughouse man > ~/.local/share/man/man1/bughouse.1",
    details: "Exit codes: 0 success, 2 usage error");

help!(ARCHIVE, ARCHIVE_LONG, "howto/archive.html",
    examples: "\
  # Create an archive, or add to it
  bughouse archive add my-games games.bpgn
  # Print what it contains
  bughouse archive info my-games",
    details: "\
An archive is a folder with Parquet files, which DuckDB, Polars and Spark can read directly.

Exit codes: 0 success, 1 something is wrong with the input or the archive, 2 usage error");

help!(ADD, ADD_LONG, "howto/archive.html",
    examples: "\
  # Create an archive from a file
  bughouse archive add my-games games.bpgn
  # Add all files in a folder and below
  bughouse archive add my-games .",
    details: "\
Adding the same file or game twice is harmless: duplicates are detected and reported.
An interrupted import never corrupts the archive. After Ctrl-C, run the same command again
to continue.

Exit codes: 0 success, 1 a file can't be read or the archive can't be written, 2 usage error,
130 stopped by Ctrl-C");

help!(INFO, INFO_LONG, "howto/archive.html",
    examples: "\
  # Print what an archive contains
  bughouse archive info my-games
  # Also check that no file is damaged
  bughouse archive info my-games --verify",
    details: "Exit codes: 0 success, 1 something is wrong with the archive, 2 usage error");

help!(SKIPPED, SKIPPED_LONG, "howto/archive.html",
    examples: "\
  # List all skipped games
  bughouse archive skipped my-games
  # List only duplicates
  bughouse archive skipped my-games --reason duplicate",
    details: "Exit codes: 0 success, 1 something is wrong with the archive, 2 usage error");

help!(COMPACT, COMPACT_LONG, "howto/archive.html",
    examples: "\
  # Merge files after many small imports
  bughouse archive compact my-games",
    details: "Exit codes: 0 success, 1 something is wrong with the archive, 2 usage error");

help!(REPAIR, REPAIR_LONG, "howto/archive.html",
    examples: "\
  # Rebuild the manifest of an archive
  bughouse archive repair my-games",
    details: "\
The new manifest lists the files that make up the archive. The damaged one is kept as
manifest.damaged-1.json. If a table is missing or damaged, nothing is written; restore the
file from a backup first.

Exit codes: 0 success, 1 the archive can't be repaired, 2 usage error");

help!(EXPORT, EXPORT_LONG, "howto/archive.html",
    examples: "\
  # Print all games
  bughouse archive export my-games
  # Print one game
  bughouse archive export my-games --game 0",
    details: "Exit codes: 0 success, 1 something is wrong with the archive, 2 usage error");

help!(EXPLORE, EXPLORE_LONG, "howto/archive.html",
    examples: "\
  # Show the moves played from the starting position
  bughouse explore my-games start
  # Show only moves of White, in games since 2010
  bughouse explore my-games start --side white --since 2010",
    details: "\
A single board is looked up on both boards of each game, so a game can count twice. Two boards
must occur at the same time, in either order. Results are those of the team that played the move.

Exit codes: 0 success, 1 something is wrong with the input or the archive, 2 usage error");

help!(SEARCH, SEARCH_LONG, "reference/query-language.html",
    examples: "\
  # Find games that end with mate by a knight drop
  bughouse search my-games 'drop:N mate'
  # Find a queen that is captured and dropped within 3 half-moves
  bughouse search my-games 'capture:Q then drop:Q within 3'
  # Count games that a player won on time
  bughouse search my-games 'player:kofi won end:time' --count",
    details: "\
All terms of a query must match at the same half-move. `then` puts half-moves in order;
`not`, `or` and parentheses combine terms. Each line of output is a game, with the first half-move
that matches. More terms:
  drop:N@f3 mate by:BlackB   frozen(WhiteA)       reserve(BlackB)>=QNN
  diagonal(WhiteA)>20        clock<5              rating>=2000
  player:kofi won            date:2010..2014      end:time

Exit codes: 0 success, 1 something is wrong with the query or the archive, 2 usage error");
