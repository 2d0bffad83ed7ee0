"""Runs DuckDB queries from stdin: one JSON object per line, with SQL in `texts` and a time limit for all in `seconds`, or null.

Prints the rows of each query and the time of all. `rows` is null if they ran into the time limit."""

import json
import sys
import threading
import time

import duckdb

con = duckdb.connect()
con.execute(f"SET threads = {int(sys.argv[1])}")
# Keeps the metadata of files between queries, like a server would.
con.execute("SET parquet_metadata_cache = true")
for line in sys.stdin:
    request = json.loads(line)
    timer = threading.Timer(request["seconds"] or 0, con.interrupt)
    if request["seconds"] is not None:
        timer.start()
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        rows = [con.execute(text).fetchall() for text in request["texts"]]
    except duckdb.InterruptException:
        rows = None
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    timer.cancel()
    print(json.dumps({"cpu": cpu, "wall": wall, "rows": rows}, default=str), flush=True)
