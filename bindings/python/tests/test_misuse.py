"""Invalid arguments and unusual calls: they work as in other libraries, or raise clear errors."""

from __future__ import annotations

import os
import pathlib
import pickle
import threading
from collections.abc import Callable, Sequence
from typing import Any, Literal
from unittest import mock

import chess
import chess.variant
import pyarrow
import pytest

import bughouse
import synthetic
from bughouse import ml

HUGE = 2**70


@pytest.mark.parametrize(
    "call",
    [
        lambda: bughouse.Board().piece_at(HUGE),
        lambda: bughouse.Board.from_chess960_pos(-HUGE),
        lambda: bughouse.Move(HUGE, 0),
        lambda: bughouse.Move(0, 1, drop=HUGE),
        lambda: bughouse.Move.from_int(HUGE),
        lambda: bughouse.Piece(HUGE, True),
        lambda: bughouse.Pocket().count(-HUGE),
        lambda: bughouse.Match(base_ms=HUGE),
        lambda: bughouse.Match().push_san("A", "e4", HUGE),
        lambda: bughouse.Match().clock("WhiteA", HUGE),
        lambda: bughouse.Match().claim_flag("WhiteA", HUGE),
        lambda: bughouse.scan([], start=-1),
        lambda: bughouse.scan([], end=-1),
        lambda: bughouse.scan([], threads=-1),
        lambda: bughouse.add_to_archive("unused", [], threads=-1),
    ],
)
def test_numbers_out_of_range_raise_errors_with_a_kind(call: Callable[[], object]) -> None:
    with pytest.raises(bughouse.InvalidTextError) as caught:
        call()
    assert caught.value.kind == "number"


def test_invalid_squares_are_rejected() -> None:
    for square in (-1, 64):
        with pytest.raises(ValueError):
            bughouse.square_name(square)
    for name in ("z9", "", "E4"):
        with pytest.raises(bughouse.InvalidTextError):
            bughouse.parse_square(name)
    assert [bughouse.square_name(square) for square in (0, 63)] == ["a1", "h8"]


def test_san_is_parsed_as_in_python_chess() -> None:
    fen = "r3k2r/6Pp/8/3pP3/8/8/P6P/R3K2R[PN] w KQkq d6 0 1"
    board, baseline = bughouse.Board(fen), chess.variant.CrazyhouseBoard(fen)
    match = bughouse.Match(f"{fen} | {bughouse.Board().bfen()}")
    for san in ("@e4", "0-0", "0-0-0", "Ra1-b1", "e5e6", "e5-e6", "e5xd6", "g8Q", "gxh8=q", "N@e4"):
        wanted = baseline.parse_san(san).uci()
        assert board.parse_san(san).uci() == wanted, san
        assert match.parse_san("A", san).uci() == wanted, san
    for san in ("Ra1-a2", "@e1", "g8", "e5xf6"):
        with pytest.raises(bughouse.IllegalMoveError) as caught:
            board.parse_san(san)
        # The error is about the move, not about its spelling.
        assert caught.value.kind not in (None, "not-standard") and caught.value.end is not None
        with pytest.raises(ValueError):
            baseline.parse_san(san)


def test_the_en_passant_options_of_python_chess_are_accepted() -> None:
    board, baseline = bughouse.Board(), chess.variant.CrazyhouseBoard()
    for uci in ("e2e4", "a7a6", "e4e5", "d7d5"):
        board.push_uci(uci)
        baseline.push_uci(uci)
        names: list[Literal["fen", "xfen", "legal"]] = ["fen", "xfen", "legal"]
        for name in names:
            assert board.bfen(en_passant=name) == baseline.fen(en_passant=name)


def test_comparisons_with_other_types_are_left_to_them() -> None:
    things: list[object] = [bughouse.Board(), bughouse.Match(), bughouse.Move.from_uci("e2e4")]
    for thing in things:
        assert thing == mock.ANY and not thing != mock.ANY
        assert thing != None and thing != "x"  # noqa: E711


def test_all_errors_have_all_attributes() -> None:
    for kind in (bughouse.BughouseError, bughouse.InvalidTextError, bughouse.ArchiveError):
        assert (kind("x").kind, kind("x").start, kind("x").end) == (None, None, None)
    with bughouse.read_games(os.devnull) as reader:
        pass
    with pytest.raises(bughouse.RecordError) as caught:
        next(reader)
    assert (caught.value.kind, caught.value.path, caught.value.byte, caught.value.line) == ("closed", None, None, None)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("misuse") / "games.bpgn"
    path.write_text(synthetic.text(30))
    return path


def test_a_replay_is_a_sequence(path: pathlib.Path) -> None:
    games = bughouse.read_games(path)
    replay, other = next(games).replay(), next(games).replay()
    assert isinstance(replay, Sequence)
    steps = list(replay)
    assert [step.ply for step in steps] == list(range(1, len(replay) + 1))
    assert replay[3:9:2] == steps[3:9:2] and replay[-2:] == steps[-2:] and replay[::-1] == steps[::-1]
    assert replay[5:2] == [] and list(reversed(replay)) == steps[::-1]
    assert replay[4] in replay and replay[4] == steps[4] and len({replay[4], steps[4]}) == 1
    assert replay[4] not in other and replay[4] != other[4] and object() not in replay
    assert replay.index(steps[4]) == 4 and replay.count(steps[4]) == 1 and other.count(steps[4]) == 0
    for missing, first in ((other[0], 0), (steps[4], 5), ("x", 0)):
        with pytest.raises(ValueError):
            replay.index(missing, first)
    for far in (len(replay), -len(replay) - 1, HUGE, -HUGE):
        with pytest.raises(IndexError):
            replay[far]
    with pytest.raises(TypeError):
        replay["x"]  # type: ignore[call-overload]


def test_half_moves_are_pickled_and_compared(path: pathlib.Path) -> None:
    for half_move in next(bughouse.read_games(path)).moves:
        again: bughouse.HalfMove = pickle.loads(pickle.dumps(half_move))
        assert again == half_move and hash(again) == hash(half_move) and repr(again) == repr(half_move)
        assert (again.number, again.seat, again.san, again.clock_ms) == (
            half_move.number,
            half_move.seat,
            half_move.san,
            half_move.clock_ms,
        )
    first, second = next(bughouse.read_games(path)).moves[:2]
    assert first != second and first != object()


def test_sources_that_cannot_be_read_again_are_rejected(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with open(path) as file:
        for call in (lambda: bughouse.scan(file), lambda: bughouse.add_to_archive(tmp_path / "no", file)):
            with pytest.raises(TypeError, match="file object"):
                call()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(bughouse.RecordError, match="not a regular file") as caught:
        bughouse.scan(pipe)
    assert caught.value.kind == "unreadable" and caught.value.path == str(pipe)
    for read in (bughouse.read_games, bughouse.scan, bughouse.check):
        with pytest.raises(ValueError) as rejected:
            read("a\0b")
        assert "damaged" not in str(rejected.value)
    for start in (2**63, 2**64 - 1):
        assert pyarrow.table(bughouse.scan(path, start=start)).num_rows == 0
        assert pyarrow.table(bughouse.scan(path, end=start)).num_rows == 30


@pytest.mark.parametrize("read", [bughouse.read_games, bughouse.check])
def test_a_file_object_that_calls_its_own_reader_does_not_hang(
    read: Callable[[Any], Any], path: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    class Reentrant:
        def __init__(self) -> None:
            self.file, self.kinds, self.reader = open(path, "rb"), list[Any](), iter(())

        def read(self, size: int) -> bytes:
            for call in (lambda: next(self.reader), getattr(self.reader, "close", lambda: None)):
                try:
                    call()
                except bughouse.RecordError as error:
                    self.kinds.append(error.kind)
                except StopIteration:
                    pass
            return self.file.read(4000)

    file_object = Reentrant()
    file_object.reader = reader = read(file_object)
    watch = threading.Timer(20, os._exit, (1,))
    watch.start()
    assert sum(1 for _ in reader) == 30
    watch.cancel()
    assert set(file_object.kinds) == {"busy"}
    file_object.file.close()


@pytest.mark.parametrize("read", [bughouse.read_games, bughouse.check])
def test_a_closed_reader_closes_its_file_and_raises_an_error(read: Callable[[Any], Any], path: pathlib.Path) -> None:
    def is_open() -> bool:
        return any(os.path.realpath(f"/proc/self/fd/{fd}") == str(path) for fd in os.listdir("/proc/self/fd"))

    path.write_text(synthetic.text(30) * 60)
    with read(path) as reader:
        next(reader)
        assert is_open()
    assert not is_open()
    reader.close()
    with pytest.raises(bughouse.RecordError) as caught:
        next(reader)
    assert caught.value.kind == "closed"
    path.write_text(synthetic.text(30))


@pytest.mark.parametrize("threads", [0, 5_000, 2**64 - 1])
def test_too_many_threads_do_not_hang(threads: int, path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    watch = threading.Timer(60, os._exit, (1,))
    watch.start()
    assert sum(batch.num_rows for batch in bughouse.scan(path, threads=threads)) == 30
    if threads:
        with pytest.raises(bughouse.ArchiveError) as caught:
            bughouse.add_to_archive(tmp_path / "archive", path, threads=threads)
        assert caught.value.kind == "memory"
    watch.cancel()


def test_errors_of_python_code_have_kinds(path: pathlib.Path) -> None:
    calls: list[tuple[str, Callable[[], object]]] = [
        ("no-number", lambda: ml.POLICY.index(bughouse.Move.from_uci("a7b8qd1"), True)),
        ("no-move", lambda: ml.POLICY.move(-1, bughouse.Board())),
        ("no-move", lambda: ml.POLICY.move(4992, bughouse.Board())),
        ("shard", lambda: ml.samples(path, shard=(2, 2))),
        ("layout", lambda: ml.planes(bughouse.Match(), layout="x")),  # type: ignore[arg-type]
        ("square", lambda: bughouse.parse_square("e9")),
    ]
    for kind, call in calls:
        with pytest.raises(bughouse.BughouseError) as caught:
            call()
        assert caught.value.kind == kind


def test_games_are_read_from_a_pipe(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(path.read_bytes()), daemon=True)
    writer.start()
    assert [game.text for game in bughouse.read_games(pipe)] == [game.text for game in bughouse.read_games(path)]
    writer.join(10)


def test_system_errors_have_the_message_of_python() -> None:
    with pytest.raises(FileNotFoundError) as own:
        bughouse.read_games("nothing")
    with pytest.raises(FileNotFoundError) as theirs:
        open("nothing")
    assert str(own.value) == str(theirs.value)


def test_a_missing_source_is_reported_before_the_archive_is_created(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        bughouse.add_to_archive(tmp_path / "archive", [path, tmp_path / "nothing"])
    assert not (tmp_path / "archive").exists()


def test_invalid_queries_of_an_archive_raise_errors_with_a_kind(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    bughouse.add_to_archive(tmp_path / "archive", path)
    archive = bughouse.open_archive(tmp_path / "archive")
    board = bughouse.Board()
    calls: list[tuple[str, Callable[[], object]]] = [
        ("seconds", lambda: archive.search("drop", seconds=-1)),
        ("seconds", lambda: archive.search("drop", seconds=float("nan"))),
        ("number", lambda: archive.search("drop", limit=-1)),
        ("number", lambda: archive.search("drop", skip=-1)),
        ("number", lambda: archive.explore(board, games=-1)),
        ("number", lambda: archive.explore(board, base_ms=HUGE)),
        ("number", lambda: archive.explore(board, source=HUGE)),
        ("time-control", lambda: archive.explore(board, increment_ms=2000)),
        ("number", lambda: archive.game(HUGE)),
        ("number", lambda: archive.record(2**31)),
        ("table", lambda: archive.files("nothing")),
    ]
    for kind, call in calls:
        with pytest.raises(bughouse.BughouseError) as caught:
            call()
        assert caught.value.kind == kind
    assert archive.search("drop", seconds=float("inf")).games == archive.search("drop").games > 0
    assert archive.explore(board, min_rating=99_999).total == 0
    rated = archive.explore(board, min_rating=-99_999, max_rating=99_999).total
    assert rated == archive.explore(board, min_rating=0).total > 0
    for table in ("games", "moves", "players"):
        rows = pyarrow.table(archive.table(table)).num_rows
        assert sum(batch.num_rows for batch in archive.table(table, columns=[])) == rows > 0


def in_fork(work: Callable[[], object]) -> Any:
    """Returns the result of a call in a forked child, which may take ten seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result: Any = work()
        except Exception as error:
            result = error
        os.write(writing, pickle.dumps(result))
        os._exit(0)
    os.close(writing)
    watch = threading.Timer(10, os.kill, (child, 9))
    watch.start()
    with os.fdopen(reading, "rb") as file:
        result = file.read()
    os.waitpid(child, 0)
    watch.cancel()
    assert result, "the child hung or died"
    return pickle.loads(result)


def test_a_scan_started_before_a_fork_does_not_hang_or_panic_in_the_child(
    tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "many.bpgn"
    path.write_text(synthetic.text(100) * 100)
    held = [iter(bughouse.scan(path, "moves", threads=2))]
    next(held[0])

    def read_on() -> object:
        return [batch.num_rows for batch in held[0]]

    assert isinstance(in_fork(read_on), RuntimeError)
    assert in_fork(lambda: held.clear()) is None
    assert in_fork(lambda: sum(batch.num_rows for batch in bughouse.scan(path))) == 10_000
    assert "panicked" not in capfd.readouterr().err
    # The parent can continue.
    assert sum(batch.num_rows for batch in held[0]) > 0
