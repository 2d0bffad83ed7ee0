"""Games, half-moves and archives on a Spark cluster. Needs `pyspark` 4.1 or newer and `pyarrow`.

>>> import bughouse.spark
>>> games = bughouse.spark.read_games(spark, "games/*.bpgn")    # doctest: +SKIP
>>> bughouse.spark.write_archive(spark, "games/*.bpgn", "/shared/archive")    # doctest: +SKIP
"""

from __future__ import annotations

import contextlib
import errno
import glob
import json
import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Union, overload

import pyarrow
import pyarrow.fs
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from . import ArchiveError, RecordError, _native
from ._errors import make_error
from ._spark_errors import plain_errors

__all__ = ["read_games", "read_moves", "register", "write_archive"]

Path = Union[str, "os.PathLike[str]"]
#: One path or several: files that the driver and all executors can read, or objects of a store, such as
#: `s3://bucket/games.bpgn`. Paths of files may be patterns.
Paths = Union[Path, Iterable[Path]]

#: The number of bytes of text that a task reads.
SPLIT = 64 << 20
#: The maximum number of files that each table of a new archive has. Readers keep all of them open.
MOST_FILES = 64
#: The number of bytes of text per task that sorts positions.
PART = 64 << 20

#: The attribute of a DataFrame that has the files it is read from.
_FILES = "_bughouse_files"

_BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch"


def read_games(
    spark: SparkSession, paths: Paths, split: int = SPLIT, *, columns: Sequence[str] | None = None
) -> DataFrame:
    """Returns a DataFrame with a row for each game.

    The columns are those of `bughouse.scan`, except the numbers that a task can't know. Two columns identify a game:
    `source`, the index of its file, and `byte`, where it begins in the file. Each task reads a range of `split` bytes; a
    compressed file is read by a single task. `columns` selects columns.
    """
    return _frame(spark, "games", paths, split, columns)


def read_moves(
    spark: SparkSession, paths: Paths, split: int = SPLIT, *, columns: Sequence[str] | None = None
) -> DataFrame:
    """Returns a DataFrame with a row for each half-move. Join it with `read_games` on `source` and `byte`."""
    return _frame(spark, "moves", paths, split, columns)


def register(spark: SparkSession) -> None:
    """Registers the data source for `spark.read.format("bpgn").load(path)`.

    The option `table` is `games` or `moves`. `split` and `columns` are those of `read_games`; separate columns by commas.
    """
    spark.dataSource.register(_BpgnSource)


@overload
def write_archive(
    spark: SparkSession,
    paths: Paths,
    folder: Path,
    *,
    split: int = SPLIT,
    files: int = MOST_FILES,
    parts: int | None = None,
    texts: bool = True,
) -> dict[str, int]: ...
@overload
def write_archive(
    frame: DataFrame,
    folder: Path,
    /,
    *,
    split: int = SPLIT,
    files: int = MOST_FILES,
    parts: int | None = None,
    texts: bool = True,
) -> dict[str, int]: ...
def write_archive(
    spark: SparkSession | DataFrame,
    paths: Paths,
    folder: Path | None = None,
    *,
    split: int = SPLIT,
    files: int = MOST_FILES,
    parts: int | None = None,
    texts: bool = True,
) -> dict[str, int]:
    """Adds games to an archive, and creates it if needed. Returns the number of games by outcome.

    Pass a session, the paths of the games and the folder of the archive, or a DataFrame from `read_games` or `read_moves`
    and the folder: `write_archive(frame, folder)` adds the games of the files that the DataFrame reads. A filtered or joined
    DataFrame is rejected, because it lacks data that the archive needs.

    The rows of the archive are the same as if `bughouse archive add` had added the files in one batch. `folder` must have
    the same path on the driver and all executors; the files with games may be in an object store. The games are added in a
    single commit at the end: a lost executor costs only time, and a failure leaves the archive unchanged.

    `files` is the maximum number of files for each of the tables `games`, `moves`, `records` and `refused`, and thus the
    number of tasks that write them. `parts` is the number of key ranges that positions are divided into; a task sorts each.
    By default, it depends on the size of the files. With `texts=False`, a new archive doesn't keep the text of games.
    """
    if isinstance(spark, DataFrame):
        frame, folder = spark, _one_path(paths if folder is None else folder)
        spark, paths = frame.sparkSession, _files_of(frame)
    elif folder is None:
        raise TypeError("write_archive needs a folder: write_archive(spark, paths, folder), or write_archive(frame, folder)")
    names = _expand(paths)
    if _is_remote(os.fspath(folder)):
        message = f"{folder}: archives can't be written to an object store: write to a mounted folder, then copy it"
        raise make_error("folder", message, os.fspath(folder))
    folder = os.path.abspath(folder)
    split, files = _at_least_one("split", split), _at_least_one("files", files)
    parts = None if parts is None else _at_least_one("parts", parts)
    # Missing files are reported before anything is written.
    stamps = [_stamp(name) for name in names]
    lead = _native.SparkImport(folder, texts)
    try:
        with plain_errors():
            written = _write(spark, lead, names, folder, split, files, parts)
        changed = [at for at, name in enumerate(names) if _stamp(name) != stamps[at]]
        report = lead.commit(written, changed)
    except BaseException:
        # If this also fails, the next import cleans up.
        with contextlib.suppress(Exception):
            lead.abandon()
        raise
    counts: dict[str, int] = {}
    for name, known, error, of_source in report:
        if error is not None:
            message = f"{name}: {error}; everything read before the error is in the archive"
            raise make_error("unreadable", message, raised=RecordError)
        if known:
            counts["known-files"] = counts.get("known-files", 0) + 1
        for what, count in of_source.items():
            counts[what] = counts.get(what, 0) + count
    return dict(sorted(counts.items()))


def _files_of(frame: DataFrame) -> list[str]:
    """Returns the files that a DataFrame reads. Raises an error unless it comes directly from `read_games` or `read_moves`."""
    files: list[str] | None = vars(frame).get(_FILES)
    if files is None:
        message = (
            "expected an unmodified DataFrame from read_games or read_moves: "
            "to add files, call write_archive(spark, paths, folder)"
        )
        raise make_error("frame", message)
    return files


def _one_path(path: Paths) -> Path:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"expected the folder of the archive, got {path!r}")
    return path


def _at_least_one(name: str, value: int) -> int:
    if value < 1:
        raise make_error(name, f"{name} must be at least 1, not {value}")
    return value


def _is_remote(path: str) -> bool:
    return "://" in path


def _expand(paths: Paths) -> list[str]:
    """Expands patterns, in the order of file names. Returns absolute paths, because executors may have another working directory."""
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found: list[str] = []
    for path in (os.fspath(each) for each in given):
        if _is_remote(path):
            found.append(path)
        elif glob.has_magic(path) and not os.path.exists(path):
            matches = sorted(glob.glob(path, recursive=True))
            if not matches:
                raise FileNotFoundError(f"no file matches {path}")
            found.extend(os.path.abspath(match) for match in matches)
        else:
            found.append(os.path.abspath(path))
    for path in found:
        if not _is_remote(path) and os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, f"is a folder: pass a pattern such as {path}/*.bpgn", path)
    return found


@contextlib.contextmanager
def _opened(path: str) -> Iterator[Any]:
    """Yields a source for the native module: a path, or an open file of an object store."""
    if not _is_remote(path):
        yield path
        return
    store, place = pyarrow.fs.FileSystem.from_uri(path)
    with store.open_input_file(place) as file:
        yield file


def _stamp(path: str) -> tuple[int, Any]:
    """Returns the size and modification time of a file, to detect changes."""
    if _is_remote(path):
        store, place = pyarrow.fs.FileSystem.from_uri(path)
        report = store.get_file_info(place)
        if report.type == pyarrow.fs.FileType.NotFound:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return report.size or 0, report.mtime_ns
    state = os.stat(path)
    return state.st_size, state.st_mtime_ns


# DataFrames


def _cut(paths: Sequence[str], split: int) -> list[tuple[int, int, int | None, bool]]:
    """Splits files into ranges: the index of the file, start and end of the range, and whether the file is compressed."""
    _at_least_one("split", split)
    ranges: list[tuple[int, int, int | None, bool]] = []
    for number, path in enumerate(paths):
        with _opened(path) as source:
            size, compressed = _native.spark_look(source, path)
        if compressed:
            ranges.append((number, 0, None, True))
        else:
            starts = range(0, max(size, 1), split)
            ranges.extend((number, start, start + split if start + split < size else None, False) for start in starts)
    return ranges


def _scan(
    path: str, range_: tuple[int, int, int | None, bool], table: str, columns: Sequence[str] | None
) -> Iterator[pyarrow.RecordBatch]:
    number, start, end, compressed = range_
    wanted = None if columns is None else list(columns)
    with _opened(path) as source:
        for batch in _native.spark_scan(source, path, number, start, end, compressed, table, wanted):
            yield pyarrow.record_batch(batch)


def _schema(table: str, columns: Sequence[str] | None) -> str:
    if isinstance(columns, str):
        raise TypeError(f"expected a list of columns, got the text {columns!r}")
    wanted = None if columns is None else list(columns)
    report = _native.spark_columns(table, wanted)
    return ", ".join(f"`{name}` {kind}{'' if nullable else ' NOT NULL'}" for name, kind, nullable in report)


def _frame(
    spark: SparkSession, table: str, paths: Paths, split: int, columns: Sequence[str] | None
) -> DataFrame:
    names = _expand(paths)
    ranges = _cut(names, split)
    schema = _schema(table, columns)
    # Spark rejects a range with 0 partitions.
    count = len(ranges)
    frame = spark.range(0, count, 1, max(count, 1)).mapInArrow(_Scan(names, ranges, table, columns), schema)
    # DataFrames derived from this one don't have the attribute.
    vars(frame)[_FILES] = names
    return frame


class _Task:
    """Work to do for each number in the rows of a task."""

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from self.work(number)

    def work(self, number: int) -> Iterator[pyarrow.RecordBatch]:
        raise NotImplementedError


class _Scan(_Task):
    def __init__(
        self,
        paths: Sequence[str],
        ranges: Sequence[tuple[int, int, int | None, bool]],
        table: str,
        columns: Sequence[str] | None,
    ) -> None:
        self.paths, self.ranges, self.table, self.columns = paths, ranges, table, columns

    def work(self, number: int) -> Iterator[pyarrow.RecordBatch]:
        range_ = self.ranges[number]
        yield from _scan(self.paths[range_[0]], range_, self.table, self.columns)


class _Range(InputPartition):
    def __init__(self, path: str, range_: tuple[int, int, int | None, bool]) -> None:
        super().__init__(None)
        self.path, self.range = path, range_


class _BpgnReader(DataSourceReader):
    def __init__(self, paths: Sequence[str], split: int, table: str, columns: Sequence[str] | None) -> None:
        self.paths, self.split, self.table, self.columns = paths, split, table, columns

    def partitions(self) -> Sequence[InputPartition]:
        return [_Range(self.paths[range_[0]], range_) for range_ in _cut(self.paths, self.split)]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        assert isinstance(partition, _Range)
        yield from _scan(partition.path, partition.range, self.table, self.columns)


#: The options of `spark.read.format("bpgn")`. Spark sets the first two from the arguments of `load`.
_OPTIONS = ("path", "paths", "table", "split", "columns")


class _BpgnSource(DataSource):
    @classmethod
    def name(cls) -> str:
        return "bpgn"

    def _table(self) -> tuple[str, list[str] | None]:
        for name in self.options:
            # Spark adds options with dots or underscores in their names.
            if name.isalpha() and name.lower() not in _OPTIONS:
                raise make_error("option", f"there is no option {name}, expected one of {', '.join(_OPTIONS)}", name)
        columns = self.options.get("columns")
        wanted = None if columns is None else [name.strip() for name in columns.split(",")]
        return self.options.get("table", "games"), wanted

    def schema(self) -> str:
        return _schema(*self._table())

    def reader(self, schema: StructType) -> DataSourceReader:
        several = self.options.get("paths")
        paths = json.loads(several) if several else self.options.get("path")
        if not paths:
            raise make_error("path", 'pass a path: spark.read.format("bpgn").load("games.bpgn")')
        return _BpgnReader(_expand(paths), int(self.options.get("split", SPLIT)), *self._table())


# Archives


def _write(
    spark: SparkSession, lead: _native.SparkImport, names: Sequence[str], folder: str, split: int, files: int, parts: int | None
) -> list[str]:
    """Runs the tasks that write the archive's new files. Returns these files."""
    identities = [row.report for row in _tasks(spark, len(names), _Identify(names, lead.known()), "number INT, report STRING")]
    ranges: list[tuple[str, str]] = []
    bytes_of_text = 0
    for name, identity in zip(names, identities):
        added = lead.add(name, identity, split)
        ranges.extend((name, report) for report in added)
        known = json.loads(identity)
        # bzip2 compresses games to about a fifth.
        bytes_of_text += bool(added) * known["bytes"] * (5 if known["compressed"] else 1)
    parts = parts or max(min(-(-bytes_of_text // PART), MOST_FILES), 1)
    own = _Names(lead.batch(), secrets.randbelow(10**9))
    surveys = [row.report for row in _tasks(spark, len(ranges), _Survey(folder, own, ranges), "number INT, report STRING")]
    _games, plans = lead.plan(surveys)
    lots = _lots([(plan, name) for plan, (name, _) in zip(plans, ranges)], ranges, files)
    if not lots:
        return []
    with _small_batches(spark):
        rows = spark.range(0, len(lots), 1, len(lots)).mapInArrow(
            _Write(folder, own, parts, lots), "part INT, kind INT, data BINARY"
        )
        runs = rows.repartitionById(parts, "part").mapInArrow(_Sort(folder, own, parts), "file STRING")
        written: list[str] = [row.file for row in runs.collect()]
    return written + lead.reported([own.piece(number) for number in range(len(lots))])


def _tasks(spark: SparkSession, count: int, task: _Task, schema: str) -> list[Any]:
    """Runs a task for each number below `count`. Returns the rows, ordered by number."""
    if count == 0:
        return []
    rows = spark.range(0, count, 1, count).mapInArrow(task, schema).collect()
    return sorted(rows, key=lambda row: row.number)


def _row(number: int, report: str) -> pyarrow.RecordBatch:
    return pyarrow.record_batch([pyarrow.array([number], pyarrow.int32()), pyarrow.array([report])], ["number", "report"])


class _Names:
    """Names for what the tasks of one call write. They are unique, even if tasks of an earlier call are still running."""

    def __init__(self, batch: int, call: int) -> None:
        self.batch, self.call = batch, call

    def piece(self, number: int) -> str:
        """Returns the name of a piece of work. It is the same for all attempts."""
        return f"{self.call:09}-{number:06}"

    def attempt(self, number: int) -> str:
        """Returns the name for the files of the current task attempt."""
        context = TaskContext.get()
        return f"{self.batch:06}-{number:06}-{self.call:09}{0 if context is None else context.taskAttemptId():06}"


def _lots(
    plans: Sequence[tuple[str, str]], ranges: Sequence[tuple[str, str]], most: int
) -> list[list[tuple[str, str]]]:
    """Groups adjacent ranges into at most `most` lots of about the same size."""
    weights = []
    for _, report in ranges:
        known = json.loads(report)
        weights.append(max((known["end"] or known["start"] + SPLIT) - known["start"], 1))
    lots: list[list[tuple[str, str]]] = []
    if len(plans) <= most:
        return [[plan] for plan in plans]
    total, before = sum(weights), 0
    for plan, weight in zip(plans, weights):
        if before * most // total >= len(lots):
            lots.append([])
        lots[-1].append(plan)
        before += weight
    return lots


@contextlib.contextmanager
def _small_batches(spark: SparkSession) -> Iterator[None]:
    """Limits batches to 8 rows: a row may have megabytes, and the default is thousands of rows."""
    before = spark.conf.get(_BATCH)
    spark.conf.set(_BATCH, "8")
    try:
        yield
    finally:
        spark.conf.set(_BATCH, before if before is not None else "10000")


def _demand_shared(folder: str) -> None:
    if not os.path.isdir(os.path.join(folder, "joint")):
        message = f"{folder} is a different folder on this executor: the driver and all executors must share it"
        raise make_error("not-shared", message, raised=ArchiveError)


class _Identify(_Task):
    def __init__(self, paths: Sequence[str], known: str) -> None:
        self.paths, self.known = paths, known

    def work(self, number: int) -> Iterator[pyarrow.RecordBatch]:
        path = self.paths[number]
        with _opened(path) as source:
            yield _row(number, _native.spark_identify(source, path, self.known))


class _Survey(_Task):
    def __init__(self, folder: str, names: _Names, ranges: Sequence[tuple[str, str]]) -> None:
        self.folder, self.names, self.ranges = folder, names, ranges

    def work(self, number: int) -> Iterator[pyarrow.RecordBatch]:
        _demand_shared(self.folder)
        path, range_ = self.ranges[number]
        with _opened(path) as source:
            file, _ = _native.spark_survey(self.folder, self.names.attempt(number), range_, source, path)
        yield _row(number, file)


class _Write(_Task):
    """Writes the games of ranges, and yields rows of positions for the tasks that sort them.

    Spark requires that a repeated task yields the same rows. The names of the written files differ between attempts, so they
    are reported in another way.
    """

    def __init__(self, folder: str, names: _Names, parts: int, lots: Sequence[Sequence[tuple[str, str]]]) -> None:
        self.folder, self.names, self.parts, self.lots = folder, names, parts, lots

    def work(self, number: int) -> Iterator[pyarrow.RecordBatch]:
        _demand_shared(self.folder)
        with contextlib.ExitStack() as stack:
            plans = [(plan, stack.enter_context(_opened(path))) for plan, path in self.lots[number]]
            writer = _native.SparkGames(self.folder, self.names.attempt(number), self.parts, plans)
            for rows in writer:
                yield pyarrow.record_batch(rows)
            writer.finish(self.names.piece(number))


class _Sort:
    """Sorts and writes positions and pairs, and reports the files."""

    def __init__(self, folder: str, names: _Names, parts: int) -> None:
        self.folder, self.names, self.parts = folder, names, parts

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        _demand_shared(self.folder)
        # Most often a single part, but Spark may merge small ones.
        runs: dict[int, _native.SparkRuns] = {}
        for batch in batches:
            for part, kind, data in zip(*(column for column in batch.columns)):
                number = part.as_py()
                if number not in runs:
                    name = self.names.attempt(number)
                    runs[number] = _native.SparkRuns(self.folder, name, tempfile.gettempdir(), number, self.parts)
                runs[number].add(kind.as_py(), data.as_py())
        files = [file for writer in runs.values() for file in writer.finish()]
        yield pyarrow.record_batch([pyarrow.array(files, pyarrow.string())], ["file"])
