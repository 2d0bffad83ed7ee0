"""Archives that a real Spark writes: the same rows as those of an import on one machine."""

from __future__ import annotations

import bz2
import pathlib
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

import bughouse
import bughouse.spark
import spark_support


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with spark_support.session() as started:
        yield started


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[pathlib.Path]:
    """Files with duplicates within and across them, broken games, Latin-1 and bzip2."""
    folder = tmp_path_factory.mktemp("games")
    first = spark_support.text(280, seed=1)
    # The same players in other letters: the same games, and names that no game is kept with.
    again = spark_support.text(25, seed=1).replace("player", "PLAYER")
    mixed = spark_support.ODD + again + spark_support.text(40, seed=6) + spark_support.ODD + spark_support.text(10, seed=1)
    packed = folder / "d.bpgn.bz2"
    packed.write_bytes(bz2.compress((spark_support.text(30, seed=6) + spark_support.text(50, seed=3)).encode()))
    return [
        spark_support.write(folder / "a.bpgn", first + first[:3_000]),
        spark_support.write(folder / "b.bpgn", spark_support.latin(60, seed=2), "latin-1"),
        spark_support.write(folder / "c.bpgn", mixed),
        packed,
        spark_support.write(folder / "e.bpgn", ""),
        spark_support.write(folder / "f.bpgn", "\n\n \n" + spark_support.text(3, seed=8) + "\n\n\n"),
    ]


@pytest.fixture(scope="module")
def alone(paths: list[pathlib.Path], tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("alone") / "archive"
    bughouse.add_to_archive(folder, paths)
    return folder


@pytest.mark.parametrize(("split", "parts", "files"), [(64 << 20, None, 64), (9_000, 3, 5), (1_500, 1, 7)])
def test_the_archive_is_that_of_one_machine(
    spark: SparkSession,
    paths: list[pathlib.Path],
    alone: pathlib.Path,
    tmp_path: pathlib.Path,
    split: int,
    parts: int | None,
    files: int,
) -> None:
    folder = tmp_path / "archive"
    counts = bughouse.spark.write_archive(spark, paths, folder, split=split, parts=parts, files=files)
    rows = spark_support.compare(folder, alone)
    assert min(rows.values()) > 0 and counts["duplicate"] > 60
    assert counts == bughouse.add_to_archive(tmp_path / "again", paths)
    archives = [bughouse.open_archive(made) for made in (folder, alone)]
    explored = [archive.explore(bughouse.Board()) for archive in archives]
    for one, other in zip(explored[0].moves, explored[1].moves):
        assert (one.move, one.games, one.won, one.rating) == (other.move, other.games, other.won, other.rating)
    assert explored[0].total == explored[1].total > 256 and explored[0].best == explored[1].best
    found = [archive.search("check", limit=1000) for archive in archives]
    assert found[0].hits == found[1].hits and found[0].games > 0
    assert len(archives[0].files("games")) <= files
    # Nothing is left behind.
    inner = {path.name for path in folder.iterdir()}
    assert inner <= {*spark_support.TABLES, "sums", "lock", "manifest.json"}
    assert not list(folder.rglob("*.tmp"))
    sums = {path.name for path in (folder / "sums").iterdir()}
    tables = {f"{path.parent.name}-{path.stem}" for path in folder.rglob("*.parquet")}
    assert sums == tables


def test_games_are_added_to_an_archive(
    spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    both, alone = tmp_path / "both", tmp_path / "alone"
    bughouse.add_to_archive(both, paths[:1])
    counts = bughouse.spark.write_archive(spark, paths[:3], both, split=5_000, parts=2)
    assert counts["known-files"] == 1
    bughouse.spark.write_archive(spark, [paths[0], *paths[3:]], both, parts=2)
    for some in (paths[:1], paths[:3], paths):
        bughouse.add_to_archive(alone, some)
    spark_support.compare(both, alone)
    # One machine goes on with it.
    more = spark_support.write(tmp_path / "more.bpgn", spark_support.text(20, seed=11) + spark_support.text(5, seed=1))
    for folder in (both, alone):
        bughouse.add_to_archive(folder, more)
    spark_support.compare(both, alone)
    before = (both / "manifest.json").read_bytes()
    assert bughouse.spark.write_archive(spark, paths, both) == {"known-files": len(paths)}
    assert (both / "manifest.json").read_bytes() == before


def test_texts_can_be_left_out(spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    bughouse.spark.write_archive(spark, paths[:2], tmp_path / "spark", split=30_000, texts=False)
    bughouse.add_to_archive(tmp_path / "alone", paths[:2], texts=False)
    assert spark_support.compare(tmp_path / "spark", tmp_path / "alone")["records"] == 0


def test_files_of_an_object_store(spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    uris = [path.as_uri() for path in paths]
    bughouse.spark.write_archive(spark, uris, tmp_path / "spark", split=10_000)
    bughouse.add_to_archive(tmp_path / "alone", paths)
    one, other = (bughouse.open_archive(tmp_path / name) for name in ("spark", "alone"))
    for table in spark_support.TABLES:
        assert spark_support.rows(one, table) == spark_support.rows(other, table), table


def test_a_damaged_file_gives_the_games_before_the_damage(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    packed = bz2.compress((spark_support.text(200, seed=1) * 12).encode(), 1)
    damaged = tmp_path / "damaged.bpgn.bz2"
    damaged.write_bytes(packed[: len(packed) * 2 // 3])
    after = spark_support.write(tmp_path / "after.bpgn", spark_support.text(10, seed=7))
    with pytest.raises(bughouse.RecordError, match="ends too early"):
        bughouse.spark.write_archive(spark, [damaged, after], tmp_path / "spark")
    with pytest.raises(bughouse.RecordError, match="ends too early"):
        bughouse.add_to_archive(tmp_path / "alone", [damaged, after])
    assert spark_support.compare(tmp_path / "spark", tmp_path / "alone")["games"] > 100


def test_what_fails_leaves_the_archive_as_it_was(
    spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    folder = tmp_path / "archive"
    bughouse.add_to_archive(folder, paths[:1])
    before = sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*.parquet"))
    with pytest.raises(FileNotFoundError):
        bughouse.spark.write_archive(spark, [paths[1], tmp_path / "missing.bpgn"], folder)
    # A folder in the place of a file: found by the tasks.
    with pytest.raises(Exception, match="no regular file"):
        bughouse.spark.write_archive(spark, [paths[1], tmp_path], folder)
    assert before == sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*.parquet"))
    assert not (folder / "joint").exists()
    # The lock is free again.
    bughouse.spark.write_archive(spark, paths, folder)
    assert bughouse.open_archive(folder).verify() is None


def test_real_games_make_the_same_archive(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    found = spark_support.shared_data("bpgn")
    bughouse.spark.write_archive(spark, found, tmp_path / "spark", split=2_000, files=4, parts=2)
    bughouse.add_to_archive(tmp_path / "alone", found)
    spark_support.compare(tmp_path / "spark", tmp_path / "alone")
