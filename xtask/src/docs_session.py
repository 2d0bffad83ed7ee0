"""Runs the Python and SQL examples of one page: a JSON object per line in, a JSON object per line out."""

import json
import os
import sys
import tempfile
import traceback

answers = os.fdopen(os.dup(1), "w")
names = {"__name__": "__main__"}
database = None


def sql(code):
    import duckdb

    global database
    database = database or duckdb.connect()
    found = database.sql(code)
    if found is not None:
        print(found)


for line in sys.stdin:
    request = json.loads(line)
    with tempfile.TemporaryFile() as printed:
        # Also captures the output of native code.
        os.dup2(printed.fileno(), 1)
        error = None
        try:
            if request["language"] == "sql":
                sql(request["code"])
            else:
                exec(compile(request["code"], request["name"], "exec"), names)
        except BaseException:
            error = traceback.format_exc()
        sys.stdout.flush()
        printed.seek(0)
        output = printed.read().decode()
    print(json.dumps({"output": output, "error": error}), file=answers, flush=True)
