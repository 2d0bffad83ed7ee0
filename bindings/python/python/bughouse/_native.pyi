"""The types of the native module. The package re-exports nearly all of it."""

import os
import pathlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

from typing_extensions import CapsuleType, Self

__version__: str

#: "A" or "B".
BoardName: TypeAlias = str
#: "WhiteA", "BlackA", "WhiteB" or "BlackB".
Seat: TypeAlias = str
#: "standard", "fics", "chesscom", "bughouse.pro" or "wr_2026".
Rules: TypeAlias = str
Color: TypeAlias = bool
Square: TypeAlias = int
PieceType: TypeAlias = int
#: When the square is written. "fen" is "always", "xfen" is "pseudo-legal", as python-chess calls them.
EnPassant: TypeAlias = Literal["always", "pseudo-legal", "legal", "fen", "xfen"]
Path: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = Path | Iterable[Path]

class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes | str: ...

Source: TypeAlias = Path | _Readable

class BughouseError(ValueError):
    """An error in the input."""

    #: A short name; `None` if the package did not raise the error.
    kind: str | None
    #: The place in the string, in characters; `None` without one.
    start: int | None
    end: int | None

class InvalidTextError(BughouseError):
    """A string can't be parsed."""

class IllegalMoveError(BughouseError):
    """A move is not legal."""

class RecordError(BughouseError):
    """A game file is damaged. All games before the damage were returned."""

    #: Where the file is damaged; `None` for other errors.
    path: str | None
    byte: int | None
    line: int | None

class ArchiveError(BughouseError):
    """An archive is damaged, or the folder is not an archive."""

@final
class Move:
    """A move or drop. Objects are shared and immutable."""

    def __new__(
        cls,
        from_square: Square,
        to_square: Square,
        promotion: PieceType | None = None,
        drop: PieceType | None = None,
    ) -> Self: ...
    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """Reads a move such as `e2e4`, `e7e8q` or `N@f3`."""

    @classmethod
    def from_int(cls, number: int, white: bool = True) -> Move:
        """Returns the move for a number in an archive's tables."""

    def to_int(self) -> int:
        """Returns its number in an archive's tables."""

    def uci(self) -> str: ...
    @property
    def from_square(self) -> Square:
        """The origin square; for a drop, the square of the drop."""

    @property
    def to_square(self) -> Square: ...
    @property
    def promotion(self) -> PieceType | None: ...
    @property
    def drop(self) -> PieceType | None: ...
    @property
    def stolen_from(self) -> Square | None:
        """The square on the other board from which a promotion takes its piece, if the rules have that."""

    def __hash__(self) -> int: ...

@final
class Piece:
    """A piece with a color."""

    def __new__(cls, piece_type: PieceType, color: Color) -> Self: ...
    @classmethod
    def from_symbol(cls, symbol: str) -> Piece: ...
    @property
    def piece_type(self) -> PieceType: ...
    @property
    def color(self) -> Color: ...
    def symbol(self) -> str: ...
    def unicode_symbol(self, *, invert_color: bool = False) -> str: ...
    def __hash__(self) -> int: ...

@final
class Pocket:
    """The reserve of a color."""

    def __new__(cls, symbols: str = "") -> Self: ...
    def count(self, piece_type: PieceType) -> int: ...
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class LegalMoves:
    """The legal moves and drops of a board."""

    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self) -> int: ...

@final
class Board:
    """One board with both reserves. Captured pieces are discarded; in a `Match` they go to the partner."""

    def __new__(cls, fen: str | None = None) -> Self:
        """Reads a board in FEN, BFEN or FEEN. Default: the starting position."""

    @classmethod
    def from_chess960_pos(cls, number: int) -> Board: ...
    def reset(self) -> None:
        """Sets the starting position."""

    def set_fen(self, fen: str) -> None:
        """Sets a position in FEN, BFEN or FEEN."""

    @property
    def turn(self) -> Color: ...
    @property
    def fullmove_number(self) -> int: ...
    def ply(self) -> int:
        """Returns the number of half-moves so far, computed from the move number and the side to move."""

    @property
    def halfmove_clock(self) -> int: ...
    @property
    def ep_square(self) -> Square | None: ...
    @property
    def key(self) -> int:
        """The key in an archive's tables: pieces, side to move, castling, legal en passant; no reserves."""

    @property
    def legal_moves(self) -> LegalMoves: ...
    def legal_ints(self) -> list[int]:
        """Returns the legal moves as numbers of an archive's tables."""

    @property
    def move_stack(self) -> list[Move]: ...
    @property
    def pockets(self) -> tuple[Pocket, Pocket]:
        """Both reserves, by color: `board.pockets[bughouse.WHITE]`."""

    def add_to_pocket(self, color: Color, piece_type: PieceType) -> None: ...
    def remove_from_pocket(self, color: Color, piece_type: PieceType) -> None: ...
    def push(self, move: Move) -> None:
        """Plays a legal move. Raises `IllegalMoveError` for any other; the board is unchanged then."""

    def push_san(self, san: str) -> Move: ...
    def push_uci(self, uci: str) -> Move: ...
    def pop(self) -> Move: ...
    def peek(self) -> Move: ...
    def parse_san(self, san: str) -> Move:
        """Reads a legal move in SAN. Common spellings such as `@e4`, `0-0`, `Nb1-c3` and `e8Q` are accepted."""

    def parse_uci(self, uci: str) -> Move: ...
    def san(self, move: Move) -> str: ...
    def uci(self, move: Move, *, chess960: bool = False) -> str: ...
    def fen(self, *, en_passant: EnPassant = "always") -> str:
        """Returns the board in FEN, which has no reserves."""

    def bfen(self, *, en_passant: EnPassant = "always") -> str:
        """Returns the board in BFEN, with the reserves in brackets."""

    def feen(self) -> str: ...
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool:
        """Returns `True` if the side to move is mated: no piece that the partner could send would help."""

    def is_stalemate(self) -> bool: ...
    def frozen(self) -> bool:
        """Returns `True` if the side to move is in check without a legal move, but a piece from the partner would help."""

    def help_squares(self) -> dict[PieceType, list[Square]]:
        """Returns the squares on which each piece type would help a frozen side."""

    def is_legal(self, move: Move) -> bool: ...
    def is_castling(self, move: Move) -> bool: ...
    def is_en_passant(self, move: Move) -> bool: ...
    def is_capture(self, move: Move) -> bool: ...
    def gives_check(self, move: Move) -> bool: ...
    def piece_at(self, square: Square) -> Piece | None: ...
    def piece_type_at(self, square: Square) -> PieceType | None: ...
    def color_at(self, square: Square) -> Color | None: ...
    def is_promoted(self, square: Square) -> bool: ...
    def piece_map(self) -> dict[Square, Piece]: ...
    def king(self, color: Color) -> Square: ...
    def checkers(self) -> list[Square]: ...
    def attackers(self, color: Color, square: Square) -> list[Square]: ...
    def is_attacked_by(self, color: Color, square: Square) -> bool: ...
    def attacks(self, square: Square) -> list[Square]:
        """Returns the squares that the piece on a square attacks, including those of its own pieces."""

    def pieces(self, piece_type: PieceType, color: Color) -> list[Square]: ...
    def has_castling_rights(self, color: Color) -> bool: ...
    def has_kingside_castling_rights(self, color: Color) -> bool: ...
    def has_queenside_castling_rights(self, color: Color) -> bool: ...
    def copy(self, *, stack: bool = True) -> Board: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Outcome:
    """How a match ended."""

    @property
    def winner(self) -> Literal["team1", "team2"] | None: ...
    @property
    def cause(self) -> str: ...
    @property
    def seat(self) -> Seat | None: ...
    def result(self) -> str: ...
    def is_draw(self) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Match:
    """A match: two boards, transfers between them, and four clocks. Times are in milliseconds."""

    def __new__(
        cls,
        bfen: str | None = None,
        *,
        rules: Rules = "standard",
        base_ms: int = 180_000,
        increment_ms: int = 0,
    ) -> Self:
        """Creates a match from two boards separated by ` | `. Default: the starting position."""

    @classmethod
    def from_boards(
        cls, a: Board, b: Board, *, rules: Rules = "standard", base_ms: int = 180_000, increment_ms: int = 0
    ) -> Match: ...
    @property
    def rules(self) -> Rules: ...
    def start(self, time_ms: int = 0, board: BoardName | None = None) -> None:
        """Starts the clocks of a board, or of both."""

    def push(self, board: BoardName, move: Move, time_ms: int | None = None) -> None: ...
    def push_san(self, board: BoardName, san: str, time_ms: int | None = None) -> Move: ...
    def push_uci(self, board: BoardName, uci: str, time_ms: int | None = None) -> Move: ...
    def undo(self) -> Move: ...
    def legal_moves(self, board: BoardName) -> LegalMoves: ...
    def parse_san(self, board: BoardName, san: str) -> Move: ...
    def parse_uci(self, board: BoardName, uci: str) -> Move: ...
    def san(self, board: BoardName, move: Move) -> str: ...
    def board(self, board: BoardName) -> Board:
        """Returns a copy of a board."""

    def to_move(self, board: BoardName) -> Seat: ...
    def pocket(self, seat: Seat) -> Pocket: ...
    @property
    def move_stack(self) -> list[tuple[Seat, Move]]: ...
    def clock(self, seat: Seat, time_ms: int | None = None) -> int:
        """Returns the time on a clock, at the given timestamp or at the latest one passed so far."""

    def diagonals(self, time_ms: int | None = None) -> tuple[int, int]:
        """Returns the diagonal times: WhiteA's minus WhiteB's, and BlackA's minus BlackB's."""

    def outcome(self) -> Outcome | None: ...
    def is_over(self) -> bool: ...
    def frozen(self) -> dict[Seat, list[PieceType]]:
        """Returns the frozen players, and the pieces that would help each."""

    def freeing_captures(self, board: BoardName) -> list[Move]:
        """Returns the captures on the other board that would send a frozen player a piece that helps."""

    def resign(self, seat: Seat, time_ms: int | None = None) -> Outcome: ...
    def agree_draw(self, time_ms: int | None = None) -> Outcome: ...
    def abort(self, time_ms: int | None = None) -> Outcome: ...
    def claim_flag(self, seat: Seat, time_ms: int) -> Outcome: ...
    def claim_repetition(self, board: BoardName, time_ms: int | None = None) -> Outcome: ...
    def claim_fifty_moves(self, board: BoardName, time_ms: int | None = None) -> Outcome: ...
    def bfen(self) -> str: ...
    @property
    def key(self) -> int: ...
    def copy(self) -> Match: ...
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: object) -> Match: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class HalfMove:
    """A half-move as written in the file."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def san(self) -> str: ...
    @property
    def clock_ms(self) -> int | None:
        """The clock after it, as written in the file."""

    def __hash__(self) -> int: ...

@final
class Game:
    """A game as written in the file."""

    def __new__(cls, text: str) -> Self:
        """Reads a string with one game."""

    @property
    def headers(self) -> dict[str, str]: ...
    @property
    def moves(self) -> list[HalfMove]:
        """The half-moves of the main line."""

    @property
    def number(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def byte(self) -> int: ...
    @property
    def result(self) -> str | None: ...
    @property
    def text(self) -> str: ...
    @property
    def bytes(self) -> bytes: ...
    def replay(self, *, strict: bool = False) -> Replay:
        """Plays the main line on two boards."""

    def check(self, *, strict: bool = False) -> dict[str, Any]:
        """Checks the game. Returns the same as `bughouse check --json`."""

@final
class Step:
    """A played half-move, and the position after it."""

    @property
    def ply(self) -> int: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def san(self) -> str: ...
    @property
    def move(self) -> Move: ...
    def board(self, board: BoardName) -> Board: ...
    def board_before(self, board: BoardName) -> Board: ...
    def pocket(self, seat: Seat) -> Pocket: ...
    @property
    def captured(self) -> PieceType | None: ...
    @property
    def transfer(self) -> tuple[Seat, PieceType] | None:
        """The seat that received a piece, and the piece."""

    @property
    def clock_ms(self) -> int | None: ...
    def clocks_ms(self) -> dict[Seat, int | None]: ...
    @property
    def used_ms(self) -> int | None: ...
    @property
    def elapsed_ms(self) -> int | None: ...
    @property
    def diagonals_ms(self) -> tuple[int | None, int | None]: ...
    def bfen(self) -> str: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Stop:
    """Why a replay stopped."""

    @property
    def ply(self) -> int: ...
    @property
    def label(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...

@final
class Replay(Sequence[Step]):
    """A replayed game."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Step: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Step]: ...
    def __iter__(self) -> Iterator[Step]: ...
    def __reversed__(self) -> Iterator[Step]: ...
    def __contains__(self, step: object, /) -> bool: ...
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int: ...
    def count(self, value: object) -> int: ...
    @property
    def stop(self) -> Stop | None: ...
    def start_board(self, board: BoardName) -> Board: ...
    @property
    def base_ms(self) -> int | None: ...
    @property
    def increment_ms(self) -> int | None: ...
    @property
    def winner(self) -> Literal["team1", "team2", "draw"] | None: ...
    @property
    def end(self) -> str | None: ...
    @property
    def loser(self) -> Seat | None: ...

@final
class GameReader(Iterator[Game]):
    """An iterator over the games of a source."""

    def __next__(self) -> Game: ...
    def close(self) -> None: ...
    def __enter__(self) -> GameReader: ...
    def __exit__(self, *args: object) -> bool: ...

@final
class CheckReader(Iterator[dict[str, Any]]):
    """An iterator over check results, one per game."""

    def __next__(self) -> dict[str, Any]: ...
    def close(self) -> None: ...
    def __enter__(self) -> CheckReader: ...
    def __exit__(self, *args: object) -> bool: ...

def read_games(source: Source) -> GameReader:
    """Reads games from a path or a file object, plain or compressed with bzip2, gzip or zstd."""

def check(source: Source, *, strict: bool = False) -> CheckReader:
    """Checks each game. Yields the same as `bughouse check --json`."""

@final
class Batch:
    """A batch of rows."""

    @property
    def num_rows(self) -> int: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[CapsuleType, CapsuleType]: ...

@final
class BatchIterator(Iterator[Batch]):
    def __next__(self) -> Batch: ...

@final
class Table:
    """A lazy table. Each time you consume it, the files are read again.

    pyarrow, Polars and DuckDB accept it directly. For pandas, use `pandas.DataFrame.from_arrow(table)`.
    """

    @property
    def column_names(self) -> list[str]: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def __iter__(self) -> BatchIterator: ...

def scan(
    paths: Paths,
    table: Literal["games", "moves"] = "games",
    *,
    start: int = 0,
    end: int | None = None,
    threads: int | None = None,
    columns: Sequence[str] | None = None,
) -> Table:
    """Reads games or half-moves of files as a table, with the columns of an archive's tables.

    The table is lazy: each time you consume it, the files are read again by `threads` threads (default: all cores, at most
    256). `columns` selects columns. `start` and `end` select the games that begin in a range of bytes of an uncompressed
    file; adjacent ranges contain each game once.
    """

@final
class ExploredMove:
    @property
    def move(self) -> Move | None:
        """The move; `None` if games ended here."""

    @property
    def board(self) -> BoardName | None: ...
    @property
    def games(self) -> int: ...
    @property
    def won(self) -> int: ...
    @property
    def drawn(self) -> int: ...
    @property
    def lost(self) -> int: ...
    @property
    def rating(self) -> float | None: ...
    @property
    def used_ms(self) -> float | None: ...
    @property
    def quick(self) -> float | None: ...
    @property
    def last(self) -> str | None: ...

@final
class Explored:
    """The moves played from a position."""

    @property
    def total(self) -> int:
        """The number of boards with the position. A game counts twice if both of its boards had it."""

    @property
    def total_games(self) -> int:
        """The number of games with the position."""

    @property
    def moves(self) -> list[ExploredMove]: ...
    @property
    def best(self) -> list[tuple[int, int]]:
        """Games with the position, and the half-move in each, highest rated first."""

    @property
    def newest(self) -> list[tuple[int, int]]: ...

@final
class Searched:
    """The result of a search."""

    @property
    def games(self) -> int: ...
    @property
    def hits(self) -> list[tuple[int, int | None]]:
        """The first hits: the game, and the half-move."""

@final
class Archive:
    """An archive opened for reading."""

    def __len__(self) -> int: ...
    @property
    def path(self) -> pathlib.Path: ...
    def files(self, table: str) -> list[pathlib.Path]:
        """Returns the Parquet files of a table."""

    def table(self, name: str, *, columns: Sequence[str] | None = None) -> Table:
        """Returns a table of the archive."""

    def explore(
        self,
        position: Board | Match,
        *,
        reserves: Literal["any", "at-least", "exactly"] = "any",
        games: int = 10,
        player: str | None = None,
        partner: str | None = None,
        against: str | None = None,
        seat: Seat | None = None,
        color: Color | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        since: str | None = None,
        until: str | None = None,
        base_ms: int | None = None,
        increment_ms: int | None = None,
        result: Literal["won", "drawn", "lost"] | None = None,
        end: str | None = None,
        source: int | None = None,
    ) -> Explored:
        """Returns the moves played from a board, or from both boards of a match."""

    def search(self, query: str, *, limit: int = 100, skip: int = 0, seconds: float | None = None) -> Searched:
        """Finds games with a query, such as `"drop:N@f3 mate"`."""

    def sql(self, query: str) -> str:
        """Returns the query as SQL for DuckDB."""

    def game(self, id: int) -> dict[str, Any]:
        """Returns the players, date, time control and result of a game."""

    def record(self, id: int) -> Game | None:
        """Returns the text of a game; `None` if the archive doesn't keep it."""

    def verify(self) -> None:
        """Verifies the checksums of all files."""

def open_archive(path: Path) -> Archive:
    """Opens an archive."""

def add_to_archive(
    path: Path,
    sources: Paths,
    *,
    threads: int | None = None,
    texts: bool = True,
    memory: int | None = None,
) -> dict[str, int]:
    """Adds games to an archive, and creates it if needed. Returns the number of games by outcome.

    If files of the archive can't be merged afterwards, because one is damaged, this warns with `RuntimeWarning`.
    """

@final
class Samples(Iterator[tuple[int, bytearray, bytearray, bytearray, bytearray, bytearray]]):
    def __next__(self) -> tuple[int, bytearray, bytearray, bytearray, bytearray, bytearray]: ...

def samples(
    paths: Paths,
    layout: str,
    *,
    swap: bool,
    min_rating: int,
    split: tuple[float, float],
    seed: int,
    shard: tuple[int, int],
    shuffle: int,
    batch: int,
) -> Samples: ...
def planes_of(position: Match, board: BoardName, layout: str, base_ms: int | None = None) -> bytearray: ...
def policy_index(move: Move, white: bool) -> int | None: ...
def policy_move(index: int, board: Board) -> Move | None: ...
def policy_mask(legal: Iterable[Move], white: bool) -> bytearray: ...

# For `bughouse.spark`. Tasks exchange JSON, which is internal.

class _Seekable(_Readable, Protocol):
    def seek(self, offset: int, whence: int = ..., /) -> int: ...
    def tell(self) -> int: ...

_SparkSource: TypeAlias = Path | _Seekable

def spark_columns(table: str, columns: Sequence[str] | None = None) -> list[tuple[str, str, bool]]:
    """Returns the names and Spark types of a table's columns, and whether values may be null."""

def spark_look(source: _SparkSource, name: str) -> tuple[int, bool]:
    """Returns the size of a source in bytes, and whether it is compressed."""

def spark_scan(
    source: _SparkSource,
    name: str,
    number: int,
    start: int,
    end: int | None,
    compressed: bool,
    table: str,
    columns: Sequence[str] | None = None,
) -> BatchIterator:
    """Reads the games that begin in a range of a source, or their half-moves."""

def spark_identify(source: _SparkSource, name: str, known: str) -> str:
    """Returns the identity of a source. `known` are the sources that it may start with."""

def spark_survey(
    folder: Path, name: str, range: str, source: _SparkSource, source_name: str
) -> tuple[str, int]:
    """Surveys a range of a source. Returns the name of the report file, and the number of games in it."""

@final
class SparkImport:
    """Leads an import. It holds the lock of the archive until it is committed or abandoned."""

    def __new__(cls, folder: Path, texts: bool) -> Self: ...
    def batch(self) -> int: ...
    def known(self) -> str:
        """Returns the sizes and checksums of the sources in the archive."""

    def add(self, name: str, identity: str, split: int) -> list[str]:
        """Adds a source. Returns its ranges, or none if the archive has it already."""

    def plan(self, surveys: Sequence[str]) -> tuple[int, list[str]]:
        """Decides about all games. Returns the number of new ones, and the plans of the ranges."""

    def reported(self, pieces: Sequence[str]) -> list[str]:
        """Returns the files reported for pieces of work."""

    def commit(
        self, files: Sequence[str], changed: Sequence[int]
    ) -> list[tuple[str, bool, str | None, dict[str, int]]]:
        """Commits. Returns for each source its name, whether it was known, its error, and the number of games by outcome."""

    def abandon(self) -> None: ...

@final
class SparkGames(Iterator[Batch]):
    """Writes the games of ranges, and returns rows of positions: the range of keys, the kind, the rows."""

    def __new__(
        cls, folder: Path, name: str, parts: int, plans: Sequence[tuple[str, _SparkSource]]
    ) -> Self: ...
    def __next__(self) -> Batch: ...
    def finish(self, piece: str) -> None: ...

@final
class SparkRuns:
    """Sorts and writes the positions of a range of keys."""

    def __new__(cls, folder: Path, name: str, heaps: Path, part: int, parts: int) -> Self: ...
    def add(self, kind: int, rows: bytes) -> None: ...
    def finish(self) -> list[str]: ...
