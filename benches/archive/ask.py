"""Asks DuckDB queries: one JSON object a line, `texts` with SQL and `seconds` that all may take, or null.

Prints the rows of each and the time for all; without rows if it was stopped."""

import json
import sys
import threading
import time

import duckdb

con = duckdb.connect()
con.execute(f"SET threads = {int(sys.argv[1])}")
# What is known of files is kept between queries, as by a server.
con.execute("SET parquet_metadata_cache = true")
for line in sys.stdin:
    asked = json.loads(line)
    timer = threading.Timer(asked["seconds"] or 0, con.interrupt)
    if asked["seconds"] is not None:
        timer.start()
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        rows = [con.execute(text).fetchall() for text in asked["texts"]]
    except duckdb.InterruptException:
        rows = None
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    timer.cancel()
    print(json.dumps({"cpu": cpu, "wall": wall, "rows": rows}, default=str), flush=True)
