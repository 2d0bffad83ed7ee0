"""Compares Spark with a single process: half-moves with one scan, an archive with `add_to_archive`.

Measures the CPU time of the whole process tree, including the start of Java. Each side runs in its own process, and the two
sides take turns.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

PR_SET_CHILD_SUBREAPER = 36

#: How often the half-moves are read. The start of Java takes as long as a scan of all games, so a single read says little.
TIMES = 3

#: Comparisons: the name, Spark's side, the other side, the threshold and the goal of the ratio.
RATIOS = [
    ("Spark import over the single scan", "spark-moves", "scan", 3.0, 1.8),
    ("Spark's sorted archive over the single machine's", "spark-archive", "archive", 5.0, 3.0),
]


def tree(pid: int) -> Iterator[int]:
    """Lists the descendants of a process."""
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split():
                yield int(child)
                yield from tree(int(child))


def measure(side: str, games: pathlib.Path, folder: pathlib.Path) -> tuple[float, float]:
    """Runs a side. Returns its CPU time and wall-clock time in seconds.

    CPU time is polled per process. Spark doesn't wait for its Python workers, so the system adds their time to no parent.
    """
    began = time.monotonic()
    command = [sys.executable, __file__, str(games), "--side", side, "--folder", str(folder)]
    process = subprocess.Popen(command)
    ticks: dict[int, int] = {}
    while process.poll() is None:
        for pid in tree(os.getpid()):
            with contextlib.suppress(OSError):
                fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks[pid] = int(fields[11]) + int(fields[12])
        time.sleep(0.05)
    took = time.monotonic() - began
    if process.returncode != 0:
        sys.exit(f"{side} failed")
    # Reap orphans, which are children of this process now.
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    return sum(ticks.values()) / os.sysconf("SC_CLK_TCK"), took


def run(side: str, games: pathlib.Path, folder: pathlib.Path) -> None:
    import bughouse

    if side == "scan":
        rows = sum(batch.num_rows for batch in bughouse.scan([games] * TIMES, "moves"))
        assert rows > 0
        return
    if side == "archive":
        bughouse.add_to_archive(folder, games)
        return
    from pyspark.sql import SparkSession

    import bughouse.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.driver.memory", "1g")
    builder = builder.config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    if side == "spark-moves":
        bughouse.spark.read_moves(spark, [games] * TIMES).write.format("noop").mode("overwrite").save()
    elif side == "spark-archive":
        bughouse.spark.write_archive(spark, games, folder)
    spark.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=pathlib.Path)
    parser.add_argument("--side", help="run one side, and nothing else")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", action="store_true", help="fail if a threshold is missed")
    options = parser.parse_args()
    if options.side:
        run(options.side, options.games, options.folder)
        return 0
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    size = options.games.stat().st_size / 1e6
    print(f"{size:.0f} MB of games, half-moves read {TIMES} times, {options.rounds} rounds, medians of CPU time")
    failed = False
    started = measure("start", options.games, pathlib.Path("unused"))
    print(f"a Spark that does nothing: {started[0]:.1f} s CPU, {started[1]:.1f} s")
    for name, ours, theirs, most, goal in RATIOS:
        times: dict[str, list[tuple[float, float]]] = {ours: [], theirs: []}
        for _ in range(options.rounds):
            for side, found in times.items():
                with tempfile.TemporaryDirectory(dir=options.games.parent) as folder:
                    found.append(measure(side, options.games, pathlib.Path(folder) / "archive"))
        cpu = {side: statistics.median(time[0] for time in found) for side, found in times.items()}
        wall = {side: statistics.median(time[1] for time in found) for side, found in times.items()}
        ratio = cpu[ours] / cpu[theirs]
        failed |= ratio > most
        verdict = "misses the limit" if ratio > most else "reaches the goal" if ratio <= goal else "within the limit"
        print(
            f"{name}: {ratio:.2f} (at most {most}, goal {goal}): {verdict}; "
            f"{cpu[ours]:.1f} s over {cpu[theirs]:.1f} s CPU, {wall[ours]:.1f} s and {wall[theirs]:.1f} s by the clock"
        )
    shutil.rmtree(options.games.parent / "spark-warehouse", ignore_errors=True)
    return 1 if failed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
