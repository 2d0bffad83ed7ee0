"""Local Spark sessions, test games and comparisons for the Spark tests."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pyarrow
import pytest
from pyspark import SparkContext
from pyspark.sql import SparkSession

import bughouse
import synthetic

TABLES = ("games", "moves", "positions", "pairs", "hot", "players", "records", "refused")

#: Broken games, games without half-moves, and text between games.
ODD = """% a line that is no game

[Event "first move that cannot be played"]
[WhiteA "ann"]
1A. e5 {10} *

[Event "stops in the middle"]
[WhiteA "ann"][BlackA "Bob"]
1A. e4 {179.0} 1a. e5 {178.5} 2A. Ke4 {170} *

[Event "bad start"]
[FEN "nonsense"]
1A. e4 *

just some words


[Event "no half-moves"]
[WhiteA "ann"]
*
"""


@contextlib.contextmanager
def session(master: str = "local[2]", **conf: str) -> Iterator[SparkSession]:
    """Starts a Spark session, and stops it at the end."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    settings = {
        "spark.driver.memory": "1g",
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.showConsoleProgress": "false",
    }
    settings |= {name.replace("_", "."): value for name, value in conf.items()}
    builder = SparkSession.builder.master(master).appName("tests of bughouse")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield spark
    finally:
        spark.stop()


def stop_java() -> None:
    """Stops the Java process of all sessions, and waits until it has exited."""
    gateway = SparkContext._gateway
    if gateway is None:
        return
    SparkContext._gateway = SparkContext._jvm = None
    gateway.shutdown()
    java: subprocess.Popen[bytes] = getattr(gateway, "proc")
    if java.stdin is not None:
        # Java exits when its stdin is closed.
        java.stdin.close()
    try:
        java.wait(60)
    except subprocess.TimeoutExpired:
        java.kill()
        java.wait()


def shared_data(folder: str) -> list[pathlib.Path]:
    """Lists files with real games, which are not part of the repository."""
    root = os.environ.get("BUGHOUSE_SHARED_DATA")
    here = pathlib.Path(root) if root else pathlib.Path(__file__).parents[4] / "shared" / "data"
    found = sorted((here / folder).rglob("*.bpgn"))
    if not found:
        pytest.skip(f"no real games in {here / folder}: set BUGHOUSE_SHARED_DATA to have them read")
    return found


def write(path: pathlib.Path, text: str, encoding: str = "utf-8") -> pathlib.Path:
    path.write_bytes(text.encode(encoding))
    return path


@functools.cache
def _game(seed: int) -> str:
    return synthetic.game(seed).text()


def text(count: int, seed: int) -> str:
    """Returns synthetic games. Each is cached, because generating games takes longer than the tests."""
    return "".join(_game(seed * 100_000 + number) for number in range(count))


def latin(count: int, seed: int) -> str:
    """Returns synthetic games with player names that are not ASCII."""
    return text(count, seed).replace("player1", "J\u00fcrgen\u00e9")


def rows(archive: bughouse.Archive, table: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = pyarrow.table(archive.table(table)).to_pylist()
    return found


def compare(one: pathlib.Path, other: pathlib.Path) -> dict[str, int]:
    """Checks that two archives have the same rows in the same order. Returns the number of rows by table."""
    archives = [bughouse.open_archive(folder) for folder in (one, other)]
    counts = {}
    for table in TABLES:
        first, second = (pyarrow.table(archive.table(table)) for archive in archives)
        if not first.equals(second):
            for at, (a, b) in enumerate(zip(first.to_pylist(), second.to_pylist())):
                assert a == b, f"{table}, row {at}"
        assert first.num_rows == second.num_rows, table
        counts[table] = first.num_rows
    manifests = [json.loads((folder / "manifest.json").read_text()) for folder in (one, other)]
    for field in ("format", "key", "games", "players", "texts", "sources", "counts", "superseded"):
        assert manifests[0][field] == manifests[1][field], field
    for archive in archives:
        archive.verify()
    return counts
