"""Many boards, games, threads and signals: memory doesn't grow, and nothing hangs."""

from __future__ import annotations

import io
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable

import pytest

import bughouse
import synthetic
from bughouse import ml


def memory() -> int:
    """Returns the memory of the process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(work: Callable[[], object], times: int) -> int:
    """Returns the growth of memory in bytes over the second half of many calls."""
    for _ in range(times // 2):
        work()
    before = memory()
    for _ in range(times // 2):
        work()
    return memory() - before


#: Growth for other reasons, such as fragmentation.
SLACK = 12 << 20


def test_a_million_boards_do_not_leak() -> None:
    fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[Nn] w KQkq - 4 4"

    def work() -> None:
        for _ in range(10_000):
            board = bughouse.Board(fen)
            board.push_san("N@h6")
            board.legal_moves
            board.pop()

    assert growth(work, 100) < SLACK


def test_undone_moves_do_not_leak() -> None:
    match = bughouse.Match()
    match.start(0)
    moves = [bughouse.Move.from_uci("e2e4"), bughouse.Move.from_uci("e7e5")]

    def work() -> None:
        for _ in range(5_000):
            match.push("A", moves[0])
            match.push("A", moves[1])
            match.undo()
            match.undo()
            list(match.legal_moves("B"))

    assert growth(work, 100) < SLACK


def test_errors_do_not_leak() -> None:
    board = bughouse.Board()

    def work() -> None:
        for text in ("Ke5", "x", "e4=Q", "N@f3") * 500:
            try:
                board.push_san(text)
            except ValueError:
                pass

    assert growth(work, 60) < SLACK


def test_a_million_games_do_not_leak() -> None:
    text = ('[Event "x"]\n[WhiteA "Ann"]\n1A. e4 {179} 1a. e5 {178} 2A. Nf3 {177} 1-0\n\n' * 10_000).encode()

    def work() -> None:
        count = 0
        for game in bughouse.read_games(io.BytesIO(text)):
            game.headers
            game.moves
            count += 1
        assert count == 10_000

    assert growth(work, 100) < SLACK


def test_replays_checks_and_samples_do_not_leak(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(60))

    def work() -> None:
        for game in bughouse.read_games(path):
            step = game.replay()[0] if game.moves else None
            step and step.board("A")
        for _ in bughouse.check(path):
            pass
        for _ in ml.samples(path, batch=64):
            pass

    assert growth(work, 60) < SLACK


def test_finished_and_dropped_scans_do_not_leak(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(200) * 10)
    table = bughouse.scan(path, "moves")

    def work() -> None:
        for _ in table:
            pass
        next(iter(table))
        table.__arrow_c_stream__()
        table.__arrow_c_schema__()
        next(iter(bughouse.read_games(path)))

    assert growth(work, 60) < 2 * SLACK


def test_many_threads_at_once_do_not_hang(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(100))
    bughouse.add_to_archive(tmp_path / "archive", path)
    archive = bughouse.open_archive(tmp_path / "archive")
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(5):
                assert archive.search("drop").games > 0
                archive.explore(bughouse.Board())
                assert sum(1 for _ in bughouse.read_games(io.StringIO(path.read_text()))) == 100
                assert sum(batch.num_rows for batch in bughouse.scan(path)) == 100
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    assert not errors


@pytest.mark.parametrize(
    "work",
    [
        "for _ in bughouse.read_games(path): pass",
        "for _ in bughouse.check(path): pass",
        "for _ in bughouse.scan(path, 'moves'): pass",
        "for _ in ml.samples(path): pass",
        # All games are filtered out, or the shuffle buffer is larger than the data.
        "for _ in ml.samples([path] * 100, min_rating=9999): pass",
        "for _ in ml.samples([path] * 100, shuffle=10**9): pass",
        # A pipe without a writer.
        "os.path.exists(path + '.pipe') or os.mkfifo(path + '.pipe'); next(bughouse.read_games(path + '.pipe'))",
        "bughouse.add_to_archive(path + '.archive' + str(time.time()), path)",
    ],
)
def test_ctrl_c_interrupts_long_calls(work: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(300) * 100)
    program = f"""
        import os, sys, time
        import bughouse
        from bughouse import ml
        path = {str(path)!r}
        print("ready", flush=True)
        try:
            while True:
                {work}
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    try:
        output, _ = child.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        child.kill()
        raise
    assert output == "stopped\n" and child.returncode == 0
