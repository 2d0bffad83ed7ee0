"""Executors that are killed during an import: the archive is the same."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import threading
import time
from collections.abc import Iterable, Iterator

import pyarrow
import pytest
from pyspark.sql import SparkSession

import bughouse
import bughouse.spark
import spark_support


#: All executors that the tests have seen.
SEEN: set[int] = set()


@pytest.fixture(scope="module")
def cluster() -> Iterator[SparkSession]:
    """A session with two executor processes. Both must have exited at the end."""
    conf = {"spark_executor_memory": "640m", "spark_task_maxFailures": "8"}
    with spark_support.session("local-cluster[2,1,640]", **conf) as started:
        yield started
    deadline = time.monotonic() + 60
    while left := [pid for pid in SEEN if is_executor(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.1)


def is_executor(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"CoarseGrainedExecutorBackend" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def executors(spark: SparkSession) -> set[int]:
    """Returns the process ids of the executors. Each is the grandparent of its Python workers."""

    # A nested function is pickled by value. Executors can't import this file.
    def report_pid(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import os
        import pathlib
        import time

        import pyarrow

        for _ in batches:
            time.sleep(0.2)
        stat = pathlib.Path(f"/proc/{os.getppid()}/stat").read_text()
        parent = int(stat.rpartition(")")[2].split()[1])
        yield pyarrow.record_batch([pyarrow.array([parent], pyarrow.int32())], ["pid"])

    rows = spark.range(0, 8, 1, 8).mapInArrow(report_pid, "pid INT").collect()
    found = {row.pid for row in rows}
    # Make sure that only executors of this test are killed.
    assert found and all(is_executor(pid) for pid in found), found
    SEEN.update(found)
    return found


class _Kill(threading.Thread):
    """Kills an executor when `count` files match a pattern, unless the import ends before."""

    def __init__(self, pid: int, folder: pathlib.Path, pattern: str, count: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.folder, self.pattern, self.count = pid, folder, pattern, count
        self.killed = False
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.01):
            if sum(1 for _ in self.folder.glob(self.pattern)) >= self.count:
                os.kill(self.pid, signal.SIGKILL)
                self.killed = True
                return


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("joint/survey-*", 3), ("moves/_*.tmp", 5), ("positions/_*.tmp", 2)],
    ids=["survey", "games", "positions"],
)
def test_an_archive_is_the_same_if_an_executor_is_killed(
    cluster: SparkSession, tmp_path: pathlib.Path, pattern: str, count: int
) -> None:
    text = spark_support.text(400, seed=21)
    games = spark_support.write(tmp_path / "games.bpgn", text * 3 + spark_support.text(100, seed=22))
    folder = tmp_path / "archive"
    kill = _Kill(sorted(executors(cluster))[0], folder, pattern, count)
    kill.start()
    split = games.stat().st_size // 14
    try:
        counts = bughouse.spark.write_archive(cluster, games, folder, split=split, parts=6)
    finally:
        kill.over.set()
        kill.join()
    assert kill.killed
    assert counts == bughouse.add_to_archive(tmp_path / "single", games)
    spark_support.compare(folder, tmp_path / "single")
    assert not list(folder.rglob("*.tmp")) and not (folder / "joint").exists()
    assert kill.pid not in executors(cluster)
