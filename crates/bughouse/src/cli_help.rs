//! The texts at the end of each command's help.

/// What POSITION may be, for the end of a command's help.
pub(crate) const POSITION_HELP: &str = "\
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the starting position, alone or beside any other; or `-` for the first line of stdin.
It is read by the standard alone; each leniency that was asked for and needed is noted on stderr.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

pub(crate) const PLAY_HELP: &str = "\
MOVE is SAN or UCI: e4, Nf3, exd5, O-O, e8=Q, N@f3, or g1f3, e7e8q. With two boards the board stands before it:
`A:e4`, `B:N@f3`, and a captured piece goes to the partner. With one board it goes to a board that is not there.
Each half-move gives one line: the half-move, a tab, and the position after it. Several formats are separated by
tabs. What a format cannot hold is left out, what it needs but is not known is written as convert does, and notes
on stderr say so once. No time is counted: clocks stay as they are.
A move that cannot be played ends it; what came before has been printed, and stderr says which one and why.
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the starting position, alone or beside any other; or `-` for the first line of stdin.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

pub(crate) const MATE_HELP: &str = "\
Each position gives one line: `mate 3 hard` or `mate 3 soft` and the moves, `none`, or `unknown` if N was not enough.
A hard mate is one that nothing can stop, whatever the defender is fed. A soft one is mate if nothing arrives: with
the right piece the defender could put it in between. If there is a hard one, it is told, though a soft one may be
shorter. With --arrivals KINDS a mate is hard if pieces of other kinds could not stop it either, and soft if not.
Only checks are tried, so that `none` says that there is no mate by checks alone; a quiet move may still win.
The side to move is the one who mates. With two boards both are asked: `A: mate 1 hard N@f7# | B: none`.
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the starting position, alone or beside any other; or `-` for stdin.
Each line of stdin gives one line: the result, or `error: ...`. Answers do not depend on the time they take.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

pub(crate) const ANALYZE_HELP: &str = "\
For each seat: whether it mates by checks, hard (nothing can stop it) or soft (if nothing arrives); with which piece it
would, and which capture of its partner sends that piece now; what must not be given to it, and what saves it.
A seat that is not to move is asked what it would do if it were.
The built-in search, or the engine that --engine names, evaluates each board for the seat to move, in pawns; lines are
cut where they cannot be played, and say what they need. A mate is told as one only if it is proved. Both boards together give the chance of each team.
An engine that dies, hangs or talks nonsense is named, and all else is told without it.
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the starting position, alone or beside any other. FILE is BPGN, also in bzip2, gzip or zstd.
`-` is stdin with either of them. Of one board alone nothing is told that depends on the other.
Exit codes: 0 fine, 1 something is wrong with the input or the engine, 2 wrong usage, 130 stopped by Ctrl-C.";

pub(crate) const ANNOTATE_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, a folder of such files, or `-` for stdin.
After a half-move that misses a mate which nothing could stop stands `$2 {[%missed A 3 hard] [%best A N@f7]}`: the
board, the moves, what should have been played. After one that allows such a mate, and need not have,
`$4 {[%mate A 3 hard] [%best A Kh8]}`. A half-move that is validated already gets no `$2` or `$4`.
With --evaluate or --engine each half-move gets `{[%eval a=+1.20 b=-3.40 team=-0.11]}`: both boards in pawns and the
balance from -1 to 1, as WhiteA and BlackB see them; `+#3` is a mate that nothing stops. 100 ms of an
engine, or 20,000 boards of the search, unless --time or --nodes says so.
What was written so before is replaced; evaluations only with these. Every other byte stays as it is.
A game that cannot be replayed, and text that is no game, is passed on as it is; stderr says so.
FILE appears whole or not at all, also if Ctrl-C ends it. An engine that fails is named, and all else goes on.
Exit codes: 0 fine, 1 something is wrong with the input or the engine, 2 wrong usage, 130 stopped by Ctrl-C.";

pub(crate) const PERFT_USAGE: &str = "\
bughouse perft [OPTIONS] <POSITION> <DEPTH>
       bughouse perft [OPTIONS] --check <FILE>";

pub(crate) const PERFT_HELP: &str = "\
POSITION is FEN, BFEN or FEEN in quotes, `start` for the starting position, or `-` for the first line of stdin.
It is read by the standard alone; each leniency that was asked for and needed is noted on stderr.
One board is counted alone: captured pieces vanish. Any amount of material is accepted.
The time goes to stderr.
Exit codes: 0 fine, 1 something is wrong with the input or a row differs, 2 wrong usage.";

pub(crate) const CONVERT_HELP: &str = "\
POSITION is FEN, BFEN, the slash form with clocks or FEEN, or two boards as `A | B`, both in FEEN or none;
`start` for a board at the starting position, alone or beside any other; or `-` for stdin.
Each line of stdin gives one line: the result, or `error: ...`. Several formats are separated by tabs.
What a format cannot hold is left out, what it needs but is not known is written as 0 1 or 0 0, and notes
on stderr say so. `thief` is the slash form with clocks.
A position is read by the standard alone; each leniency that was asked for and needed is noted, too.
`--to bpgn` takes FILEs: chess.com boards in JSON, whose pairs are found whatever their order; half-moves as
board digit and UCI, `1e2e4 2P@f7`, one game a line; or BPGN, which is written in canonical form. Of a folder
all files are read that `check` would read.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

pub(crate) const FEEN_HELP: &str = "\
STRING is a FEEN in quotes, or `-` for stdin. Put `--` before a STRING that starts with `-`.
Each line of stdin gives one line: the result, or `error: ...`.
A FEEN is read as feen.rb 5.0.0.beta10 defines it: any board, any pieces, any style names.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

pub(crate) const CHECK_HELP: &str = "\
FILE is BPGN, plain or compressed with bzip2, gzip or zstd; `-` is stdin. Of a folder all files are read that end
in .bpgn or .pgn, also with .bz2, .gz or .zst after it, and in the folders below it; hidden ones are left out.
What real files contain beside the standard is accepted and noted; --strict accepts the standard alone.
Each annotation names file, line and column, and shows the place. Totals come last, with --json as an object.
Exit codes: 0 fine, 1 a game is broken or a file cannot be read, 2 wrong usage.";

pub(crate) const REPLAY_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, or `-` for stdin.
Deviations from the standard are accepted; conflicts and repairs are noted.
A game that cannot be played to its end is shown up to there, and stderr says where it stops and why.
Four columns have a diagram of both boards where the record has {D:}, and comments and variations below.
The clocks of `--to thief` are those at the time of the half-move: who is to move on the other board has been
thinking. The text is a FEN tag from which the game goes on. `thief` is the slash form with clocks.
Exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage.";

pub(crate) const FMT_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, a folder of such files, or `-` for stdin.
Tags come in the standard's order, moves are wrapped at 80 columns, and all that was written is kept.
A game whose text is damaged is passed on as it is, and so is text that is no game; stderr says so.
--in-place puts a new file in the place of the old one, all at once. A file that has other names (hard links), or an
owner that a new file cannot have, is written through instead: should that end midway, all that was to be
written is in a file beside it, .NAME.*.tmp.
Exit codes: 0 fine, 1 something is wrong with the input or is not in canonical form, 2 wrong usage.";

pub(crate) const SERVE_HELP: &str = "\
FILE is BPGN, also in bzip2, gzip or zstd, or `-` for stdin. Files are read while the page can be used.
One of them may be an archive: /api/explore and /api/search answer from it, also while games are added.
The address of the page is printed on stdout. Ctrl-C ends it.
Only this machine is answered, unless --bind says otherwise; then nothing is written to disk.
New files are written to the folder the program was started in. /api/openapi.json describes the interface.
Exit codes: 0 fine, 1 a file cannot be read or the port is taken, 2 wrong usage.";

pub(crate) const COMPLETIONS_HELP: &str = "\
For bash: `bughouse completions bash > ~/.local/share/bash-completion/completions/bughouse`
For zsh: `bughouse completions zsh > DIR/_bughouse`, where DIR is in fpath
For fish: `bughouse completions fish > ~/.config/fish/completions/bughouse.fish`";

pub(crate) const MAN_HELP: &str = "\
To read one: `bughouse man show | man -l -`
To install one: `bughouse man show > ~/.local/share/man/man1/bughouse-show.1`";

pub(crate) const UBI_HELP: &str = "\
It is started by a program that plays or shows matches, and ends with `quit` or with its input. Both boards can be
searched at once. A line that is not known is skipped; one that cannot be understood gets an `info string`.
docs/reference/ubi.md says what is spoken.
Exit codes: 0 fine, 2 wrong usage.";
