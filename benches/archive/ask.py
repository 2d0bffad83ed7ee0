"""Asks DuckDB questions: reads one JSON list of SQL texts a line, prints the rows of each, and the time for all."""

import json
import sys
import time

import duckdb

con = duckdb.connect()
con.execute(f"SET threads = {int(sys.argv[1])}")
# What is known of files is kept between questions, as by a server.
con.execute("SET parquet_metadata_cache = true")
for line in sys.stdin:
    texts = json.loads(line)
    wall, cpu = time.perf_counter(), time.process_time()
    rows = [con.execute(text).fetchall() for text in texts]
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(json.dumps({"cpu": cpu, "wall": wall, "rows": rows}, default=str), flush=True)
