"""Runs queries in DuckDB: reads one JSON object with "sql" per line, prints the rows of each as JSON."""

import json
import sys

import duckdb

for line in sys.stdin:
    rows = duckdb.sql(json.loads(line)["sql"]).fetchall()
    print(json.dumps(rows, default=str), flush=True)
