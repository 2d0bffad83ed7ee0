"""Archives written by Spark: the same rows as those of an import by a single process."""

from __future__ import annotations

import bz2
import os
import pathlib
from collections.abc import Iterator
from typing import Any

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
    # The same games with the players in upper case: they are duplicates, so these spellings aren't kept.
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
def single(paths: list[pathlib.Path], tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("single") / "archive"
    bughouse.add_to_archive(folder, paths)
    return folder


@pytest.mark.parametrize(("split", "parts", "files"), [(64 << 20, None, 64), (9_000, 3, 5), (1_500, 1, 7)])
def test_the_archive_equals_that_of_a_single_process(
    spark: SparkSession,
    paths: list[pathlib.Path],
    single: pathlib.Path,
    tmp_path: pathlib.Path,
    split: int,
    parts: int | None,
    files: int,
) -> None:
    folder = tmp_path / "archive"
    counts = bughouse.spark.write_archive(spark, paths, folder, split=split, parts=parts, files=files)
    rows = spark_support.compare(folder, single)
    assert min(rows.values()) > 0 and counts["duplicate"] > 60
    assert counts == bughouse.add_to_archive(tmp_path / "again", paths)
    archives = [bughouse.open_archive(made) for made in (folder, single)]
    explored = [archive.explore(bughouse.Board()) for archive in archives]
    for one, other in zip(explored[0].moves, explored[1].moves):
        assert (one.move, one.games, one.won, one.rating) == (other.move, other.games, other.won, other.rating)
    assert explored[0].total == explored[1].total > 256 and explored[0].best == explored[1].best
    found = [archive.search("check", limit=1000) for archive in archives]
    assert found[0].hits == found[1].hits and found[0].games > 0
    assert len(archives[0].files("games")) <= files
    # No temporary files remain.
    inner = {path.name for path in folder.iterdir()}
    assert inner <= {*spark_support.TABLES, "sums", "lock", "manifest.json"}
    assert not list(folder.rglob("*.tmp"))
    sums = {path.name for path in (folder / "sums").iterdir()}
    tables = {f"{path.parent.name}-{path.stem}" for path in folder.rglob("*.parquet")}
    assert sums == tables


def test_games_are_added_to_an_archive(
    spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    both, single = tmp_path / "both", tmp_path / "single"
    bughouse.add_to_archive(both, paths[:1])
    counts = bughouse.spark.write_archive(spark, paths[:3], both, split=5_000, parts=2)
    assert counts["known-files"] == 1
    bughouse.spark.write_archive(spark, [paths[0], *paths[3:]], both, parts=2)
    for some in (paths[:1], paths[:3], paths):
        bughouse.add_to_archive(single, some)
    spark_support.compare(both, single)
    # A single process can add more games to it.
    more = spark_support.write(tmp_path / "more.bpgn", spark_support.text(20, seed=11) + spark_support.text(5, seed=1))
    for folder in (both, single):
        bughouse.add_to_archive(folder, more)
    spark_support.compare(both, single)
    before = (both / "manifest.json").read_bytes()
    assert bughouse.spark.write_archive(spark, paths, both) == {"known-files": len(paths)}
    assert (both / "manifest.json").read_bytes() == before


def test_a_data_frame_from_read_games_or_read_moves_is_accepted(
    spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    games = bughouse.spark.read_games(spark, paths[:3], 20_000)
    few = bughouse.spark.read_moves(spark, [str(path) for path in paths[:3]], columns=["ply"])
    bughouse.add_to_archive(tmp_path / "single", paths[:3])
    for number, frame in enumerate((games, few)):
        bughouse.spark.write_archive(frame, tmp_path / str(number), split=20_000)
        spark_support.compare(tmp_path / str(number), tmp_path / "single")
    # Other DataFrames lack data that an archive needs.
    for frame in (games.where("half_moves > 10"), games.join(few), spark.range(3)):
        with pytest.raises(bughouse.BughouseError, match="paths") as caught:
            bughouse.spark.write_archive(frame, tmp_path / "new")
        assert caught.value.kind == "frame"
    with pytest.raises(TypeError, match="folder"):
        bughouse.spark.write_archive(spark, paths[:1])  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="folder"):
        bughouse.spark.write_archive(games, [tmp_path / "new"])  # type: ignore[call-overload]
    assert not (tmp_path / "new").exists()


def test_texts_can_be_left_out(spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    bughouse.spark.write_archive(spark, paths[:2], tmp_path / "spark", split=30_000, texts=False)
    bughouse.add_to_archive(tmp_path / "single", paths[:2], texts=False)
    assert spark_support.compare(tmp_path / "spark", tmp_path / "single")["records"] == 0


def test_files_of_an_object_store(spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path) -> None:
    uris = [path.as_uri() for path in paths]
    bughouse.spark.write_archive(spark, uris, tmp_path / "spark", split=10_000)
    bughouse.add_to_archive(tmp_path / "single", paths)
    one, other = (bughouse.open_archive(tmp_path / name) for name in ("spark", "single"))
    for table in spark_support.TABLES:
        assert spark_support.rows(one, table) == spark_support.rows(other, table), table


def test_games_before_the_damage_are_added(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    packed = bz2.compress((spark_support.text(200, seed=1) * 12).encode(), 1)
    damaged = tmp_path / "damaged.bpgn.bz2"
    damaged.write_bytes(packed[: len(packed) * 2 // 3])
    after = spark_support.write(tmp_path / "after.bpgn", spark_support.text(10, seed=7))
    with pytest.raises(bughouse.RecordError, match="truncated"):
        bughouse.spark.write_archive(spark, [damaged, after], tmp_path / "spark")
    with pytest.raises(bughouse.RecordError, match="truncated"):
        bughouse.add_to_archive(tmp_path / "single", [damaged, after])
    assert spark_support.compare(tmp_path / "spark", tmp_path / "single")["games"] > 100


def tree(folder: pathlib.Path) -> list[tuple[str, bytes]]:
    """Returns everything in a folder except the lock."""
    inner = (path for path in folder.rglob("*") if path.name != "lock")
    return sorted((str(path), path.read_bytes() if path.is_file() else b"") for path in inner)


@pytest.fixture
def archive(paths: list[pathlib.Path], tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """An archive that stays unchanged while a test fails to add games."""
    folder = tmp_path / "archive"
    bughouse.add_to_archive(folder, paths[5])
    before = tree(folder)
    yield folder
    assert tree(folder) == before


def test_a_missing_file_is_reported_before_anything_is_written(
    spark: SparkSession, paths: list[pathlib.Path], archive: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    missing = tmp_path / "missing.bpgn"
    for folder in (archive, tmp_path / "new"):
        for path in (str(missing), missing.as_uri()):
            with pytest.raises(FileNotFoundError, match="missing.bpgn"):
                bughouse.spark.write_archive(spark, [paths[1], path], folder)
        with pytest.raises(FileNotFoundError, match="none.*bpgn"):
            bughouse.spark.write_archive(spark, str(tmp_path / "none*.bpgn"), folder)
    assert not (tmp_path / "new").exists()


def test_a_source_that_a_task_cannot_read_is_reported(
    spark: SparkSession, paths: list[pathlib.Path], archive: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    # A pipe instead of a file.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match=f"^{pipe}: it is not a regular file$"):
        bughouse.spark.write_archive(spark, [paths[1], pipe], archive)
    new = tmp_path / "new"
    # A folder is rejected before anything is written.
    with pytest.raises(IsADirectoryError, match="pattern"):
        bughouse.spark.write_archive(spark, [paths[1], tmp_path], new)
    assert not new.exists()
    with pytest.raises(OSError, match="not a regular file"):
        bughouse.spark.write_archive(spark, [paths[1], pipe], new)
    assert {path.name for path in new.iterdir()} == {"lock", "manifest.json"}
    # The lock is released.
    bughouse.spark.write_archive(spark, paths[1], new)
    bughouse.open_archive(new).verify()


def test_a_file_that_changes_after_the_survey_is_reported(
    spark: SparkSession,
    archive: pathlib.Path,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = spark_support.write(tmp_path / "games.bpgn", spark_support.text(40, seed=13))
    plan_lots = bughouse.spark._lots

    def change(*args: Any) -> Any:
        spark_support.write(games, spark_support.text(40, seed=14))
        return plan_lots(*args)

    monkeypatch.setattr(bughouse.spark, "_lots", change)
    with pytest.raises(bughouse.RecordError, match=f"^{games}: it changed while it was read"):
        bughouse.spark.write_archive(spark, games, archive, split=2_000)


def test_folders_that_cannot_hold_an_archive_are_rejected(
    spark: SparkSession, paths: list[pathlib.Path], archive: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    with pytest.raises(bughouse.ArchiveError, match=f"{paths[0].parent} is not an archive"):
        bughouse.spark.write_archive(spark, paths[1], paths[0].parent)
    with pytest.raises(ValueError, match="s3://bucket/archive"):
        bughouse.spark.write_archive(spark, paths[1], "s3://bucket/archive")
    with pytest.raises(ValueError, match="split must be at least 1"):
        bughouse.spark.write_archive(spark, paths[1], tmp_path / "new", split=0)
    with pytest.raises(ValueError, match="parts must be at least 1"):
        bughouse.spark.write_archive(spark, paths[1], tmp_path / "new", parts=0)
    assert not (tmp_path / "new").exists()
    # While another import holds the lock.
    other = bughouse._native.SparkImport(archive, True)
    with pytest.raises(bughouse.ArchiveError, match=f"{archive}: another program is writing") as locked:
        bughouse.spark.write_archive(spark, paths[1], archive)
    assert locked.value.kind == "locked"
    other.abandon()


def test_a_damaged_archive_is_not_changed(
    spark: SparkSession, paths: list[pathlib.Path], tmp_path: pathlib.Path
) -> None:
    folder = tmp_path / "archive"
    bughouse.spark.write_archive(spark, paths[0], folder)
    file = next((folder / "moves").iterdir())
    whole = file.read_bytes()
    file.write_bytes(whole[:200] + bytes([whole[200] ^ 1]) + whole[201:])
    before = tree(folder)
    with pytest.raises(bughouse.ArchiveError, match=f"{file} is damaged"):
        bughouse.spark.write_archive(spark, paths[1], folder)
    assert tree(folder) == before


def test_executors_without_the_package_are_reported(
    spark: SparkSession,
    paths: list[pathlib.Path],
    archive: pathlib.Path,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'bughouse':\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Missing())\n"
    )
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    with pytest.raises(ImportError, match="executors .* No module named 'bughouse'"):
        bughouse.spark.write_archive(spark, paths[1], archive)


def test_real_games_make_the_same_archive(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    found = spark_support.shared_data("bpgn")
    bughouse.spark.write_archive(spark, found, tmp_path / "spark", split=2_000, files=4, parts=2)
    bughouse.add_to_archive(tmp_path / "single", found)
    spark_support.compare(tmp_path / "spark", tmp_path / "single")


def test_a_file_that_has_grown_is_continued(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    """The last game is cut off at first. Only the complete one counts."""
    spark_folder, single = tmp_path / "spark", tmp_path / "single"
    path, whole = tmp_path / "night.bpgn", spark_support.text(30, seed=14)
    start = whole.rindex("[Event ", 0, len(whole) * 2 // 3)
    length = whole.index("[Event ", start + 1) - start
    # The last one is an older copy.
    for end in (start + length * 6 // 10, start + length * 8 // 10, len(whole), start + length * 7 // 10):
        spark_support.write(path, whole[:end])
        bughouse.spark.write_archive(spark, path, spark_folder, split=5_000, parts=2)
        bughouse.add_to_archive(single, path)
        spark_support.compare(spark_folder, single)
    assert bughouse.open_archive(spark_folder).search("ply>=0").games == 30
