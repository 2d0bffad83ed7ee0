"""DataFrames of games and half-moves, read by Spark."""

from __future__ import annotations

import bz2
import pathlib
from collections.abc import Iterator

import pyarrow
import pytest
from pyspark.sql import SparkSession

import bughouse
import bughouse.spark
import spark_support

#: Columns that a task can't know.
COUNTED = {"game", "number", "line", "first_move"}


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with spark_support.session() as started:
        yield started


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[pathlib.Path]:
    folder = tmp_path_factory.mktemp("spark")
    plain = spark_support.write(folder / "a.bpgn", spark_support.text(80, seed=1))
    latin = spark_support.write(folder / "b.bpgn", spark_support.latin(30, seed=2), "latin-1")
    odd = spark_support.write(folder / "c.bpgn", spark_support.text(5, seed=4) + spark_support.ODD + spark_support.text(5, seed=5))
    packed = folder / "d.bpgn.bz2"
    packed.write_bytes(bz2.compress(spark_support.text(30, seed=3).encode()))
    empty = spark_support.write(folder / "e.bpgn", "")
    return [plain, latin, odd, packed, empty]


def expected(paths: list[pathlib.Path], table: str) -> list[dict[str, object]]:
    """Returns the rows of a table, read by one scan."""
    games = pyarrow.table(bughouse.scan(paths, "games")).to_pylist()
    if table == "games":
        return [{name: value for name, value in row.items() if name not in COUNTED} for row in games]
    place = {row["game"]: (row["source"], row["byte"]) for row in games}
    rows = pyarrow.table(bughouse.scan(paths, "moves")).to_pylist()
    return [dict(zip(("source", "byte"), place[row.pop("game")])) | row for row in rows]


def in_order(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    return sorted(rows, key=lambda row: (row["source"], row["byte"], row.get("ply", 0)))


@pytest.mark.parametrize("split", [64 << 20, 900])
def test_data_frames_have_the_rows_of_a_scan_for_any_split(
    spark: SparkSession, paths: list[pathlib.Path], split: int
) -> None:
    # The smaller split is shorter than most games.
    for table, read in (("games", bughouse.spark.read_games), ("moves", bughouse.spark.read_moves)):
        rows = [row.asDict() for row in read(spark, paths, split).collect()]
        assert in_order(rows) == in_order(expected(paths, table)), table
        assert set(rows[0]) == set(expected(paths, table)[0])


def test_data_frames_can_be_joined_and_grouped(spark: SparkSession, paths: list[pathlib.Path]) -> None:
    games = bughouse.spark.read_games(spark, paths, 30_000)
    moves = bughouse.spark.read_moves(spark, paths, 30_000)
    joined = moves.join(games, ["source", "byte"]).where("ply = half_moves").select("result", "seat")
    with_moves = [row for row in expected(paths, "games") if row["half_moves"]]
    assert joined.count() == len(with_moves)
    results = {row["result"]: row["count"] for row in games.groupBy("result").count().collect()}
    assert sum(results.values()) == len(expected(paths, "games"))
    few = bughouse.spark.read_games(spark, paths[0], columns=["byte", "player_white_b"])
    assert few.columns == ["byte", "player_white_b"] and few.count() == 80


def test_the_data_source_reads_the_same(spark: SparkSession, paths: list[pathlib.Path]) -> None:
    bughouse.spark.register(spark)
    rows = spark.read.format("bpgn").option("split", 10_000).load([str(path) for path in paths]).collect()
    assert in_order([row.asDict() for row in rows]) == in_order(expected(paths, "games"))
    read = spark.read.format("bpgn").option("table", "moves").option("columns", "source,byte,ply,move")
    few = read.load(str(paths[0].parent / "[a]*.bpgn")).collect()
    wanted = [{name: row[name] for name in ("source", "byte", "ply", "move")} for row in expected(paths[:1], "moves")]
    assert in_order([row.asDict() for row in few]) == in_order(wanted)


def test_an_object_store_is_read_range_by_range(spark: SparkSession, paths: list[pathlib.Path]) -> None:
    # `file://` goes through pyarrow.fs, like `s3://` or `gs://`.
    rows = bughouse.spark.read_games(spark, [path.as_uri() for path in paths], 5_000).collect()
    assert in_order([row.asDict() for row in rows]) == in_order(expected(paths, "games"))


def test_sources_that_cannot_be_read_raise_errors(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        bughouse.spark.read_games(spark, tmp_path / "missing.bpgn")
    with pytest.raises(FileNotFoundError):
        bughouse.spark.read_games(spark, tmp_path / "*.bpgn")
    with pytest.raises(ValueError):
        bughouse.spark.read_games(spark, [], split=0)
    with pytest.raises(bughouse.InvalidTextError):
        bughouse.spark.read_games(spark, [], columns=["nothing"])
    assert bughouse.spark.read_games(spark, []).count() == 0
    damaged = tmp_path / "damaged.bpgn.bz2"
    damaged.write_bytes(bz2.compress(spark_support.text(20, seed=9).encode())[:-40])
    with pytest.raises(Exception, match="truncated|damaged"):
        bughouse.spark.read_games(spark, damaged).count()


def test_real_games_have_the_rows_of_a_scan(spark: SparkSession) -> None:
    found = spark_support.shared_data("bpgn")
    for table, read in (("games", bughouse.spark.read_games), ("moves", bughouse.spark.read_moves)):
        rows = [row.asDict() for row in read(spark, found, 4_000).coalesce(4).collect()]
        assert in_order(rows) == in_order(expected(found, table)), table


def test_invalid_options_and_columns_are_rejected(spark: SparkSession, paths: list[pathlib.Path]) -> None:
    read = bughouse.spark.read_games
    for columns, kind in ((["byte", "byte"], ValueError), ([], ValueError), (["nothing"], ValueError), ("byte", TypeError)):
        with pytest.raises(kind):
            read(spark, paths, columns=columns)
    with pytest.raises(IsADirectoryError, match="pattern"):
        read(spark, paths[0].parent)
    bughouse.spark.register(spark)
    reader = spark.read.format("bpgn")
    assert reader.option("columns", "byte, half_moves").load(str(paths[0])).columns == ["byte", "half_moves"]
    with pytest.raises(Exception, match="there is no option tabel"):
        spark.read.format("bpgn").option("tabel", "moves").load(str(paths[0])).columns
