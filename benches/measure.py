"""Prints statistics of games, one column per archive: lengths, drops, times, ends, and how often positions recur.

usage: python measure.py [--games N] ARCHIVE...

Positions are counted in blocks of N games (50 by default), and the mean of all blocks is printed, so archives of
different sizes can be compared.
"""

import sys

import duckdb

DEPTHS = [1, 2, 4, 6, 8, 10, 12, 16, 20, 24]
QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9]


def percent(share):
    return "-" if share is None else f"{100 * share:.1f} %"


def number(value, digits=0):
    return "-" if value is None else f"{value:.{digits}f}"


def measure(archive, block):
    """Returns the rows of the table: a name and the formatted figure."""
    con = duckdb.connect()
    for table in ["games", "moves", "positions"]:
        con.execute(f"CREATE VIEW {table} AS SELECT * FROM '{archive}/{table}/*.parquet'")
    # Leave out games that could not be replayed.
    con.execute("CREATE VIEW whole AS SELECT * FROM games WHERE state <> 'broken' AND half_moves > 0")
    one = lambda sql: con.execute(sql).fetchone()
    rows = [("games", str(one("SELECT count(*) FROM whole")[0]))]

    mean, *lengths = one(
        f"SELECT avg(half_moves), {', '.join(f'quantile_cont(half_moves, {q})' for q in QUANTILES)} FROM whole"
    )
    rows.append(("half-moves a game, mean", number(mean)))
    rows += [(f"  quantile {q}", number(value)) for q, value in zip(QUANTILES, lengths)]

    flags = "SELECT {} FROM moves JOIN whole USING (game)"
    shares = {
        "drops": "avg((flags & 4 > 0)::INT)",
        "captures": "avg((capture IS NOT NULL)::INT)",
        "checks": "avg((flags & 1 > 0)::INT)",
        "castling": "avg((flags & 64 > 0)::INT)",
        "promotions": "avg((flags & 32 > 0)::INT)",
        "freezes": "avg((flags & 8 > 0)::INT)",
    }
    for (name, _), value in zip(shares.items(), one(flags.format(", ".join(shares.values())))):
        rows.append((f"{name}, of half-moves", percent(value)))

    # Without tags, only mates are known, so count only games with a result and an end.
    written = "FROM games WHERE result IS NOT NULL AND \"end\" IS NOT NULL"
    rows.append(("games whose end is written", str(one(f"SELECT count(*) {written}")[0])))
    for name in ["checkmate", "time", "resignation"]:
        rows.append((f"ends by {name}", percent(one(f"SELECT avg((\"end\" = '{name}')::INT) {written}")[0])))
    for base in [60, 120, 180, 300]:
        share = one(f"SELECT avg((base_ms = {base} * 1000)::INT) FROM whole WHERE base_ms IS NOT NULL")[0]
        rows.append((f"{base} seconds", percent(share)))
    ratings = " UNION ALL ".join(
        f"SELECT rating_{seat} AS r FROM whole WHERE rating_{seat} > 0"
        for seat in ["white_a", "black_a", "white_b", "black_b"]
    )
    for q in QUANTILES:
        rows.append((f"rating, quantile {q}", number(one(f"SELECT quantile_cont(r, {q}) FROM ({ratings})")[0])))

    timed = "moves JOIN whole USING (game) WHERE used_ms IS NOT NULL AND used_ms >= 0"
    for name, part in [("first 16", "AND ply <= 16"), ("later", "AND ply > 16")]:
        for q in [0.05, *QUANTILES, 0.97, 0.99]:
            value = one(f"SELECT quantile_cont(used_ms, {q}) FROM {timed} {part}")[0]
            rows.append((f"used in s, {name}, quantile {q}", number(value and value / 1000, 2)))
    for limit, name in [("< 1000", "under 1 s"), ("> 5000", "over 5 s"), ("> 10000", "over 10 s"), ("> 15000", "over 15 s")]:
        rows.append((f"used {name}", percent(one(f"SELECT avg((used_ms {limit})::INT) FROM {timed}")[0])))
    rows.append(("sits a game", number(one("SELECT avg(sits) FROM whole WHERE events & 512 > 0")[0], 2)))
    rows.append(("games with a clock under 5 s", percent(one(
        "SELECT avg(low::INT) FROM (SELECT bool_or(clock_ms < 5000) AS low FROM moves JOIN whole USING (game) "
        "WHERE clock_ms IS NOT NULL GROUP BY game)")[0])))
    rows.append(("most in a reserve, mean", number(one(
        "SELECT avg(greatest(most_reserve_white_a, most_reserve_black_a, most_reserve_white_b, most_reserve_black_b)) "
        "FROM whole")[0], 1)))

    # The depth is the number of earlier half-moves on the same board. Keep the boards at some depths.
    con.execute(
        "CREATE TABLE depths AS WITH placed AS ("
        "  SELECT game, ply, seat // 2 AS board, row_number() OVER (PARTITION BY game, seat // 2 ORDER BY ply) - 1 AS depth"
        "  FROM moves JOIN whole USING (game)),"
        " numbered AS (SELECT game, row_number() OVER (ORDER BY game) - 1 AS number FROM whole)"
        f" SELECT number // {block} AS block, depth, key FROM placed JOIN positions USING (game, ply)"
        # Leave out the last block if it is not full.
        f" JOIN numbered USING (game) WHERE (number // {block} + 1) * {block} <= greatest((SELECT count(*) FROM whole), {block})"
        f" AND positions.seat // 2 = placed.board AND depth IN ({', '.join(map(str, DEPTHS))})"
    )
    for depth in DEPTHS:
        distinct, top = one(
            "SELECT avg(d), avg(t) FROM (SELECT count(*) / sum(n) AS d, max(n) / sum(n) AS t FROM"
            f" (SELECT block, key, count(*) AS n FROM depths WHERE depth = {depth} GROUP BY ALL) GROUP BY block)"
        )
        rows.append((f"half-move {depth}: distinct boards", percent(distinct)))
        rows.append((f"half-move {depth}: most frequent", percent(top)))
    counts = " UNION ALL ".join(
        f"SELECT {seat} AS p FROM whole WHERE {seat} IS NOT NULL" for seat in ["white_a", "black_a", "white_b", "black_b"]
    )
    players, top, tenth = one(
        f"SELECT count(*), max(n) / sum(n), sum(n) FILTER (WHERE r <= total / 10) / sum(n) FROM"
        f" (SELECT n, row_number() OVER (ORDER BY n DESC) AS r, count(*) OVER () AS total FROM"
        f" (SELECT p, count(*) AS n FROM ({counts}) GROUP BY p))"
    )
    rows += [("players", str(players)), ("most active, of seats", percent(top)), ("most active tenth, of seats", percent(tenth))]
    return rows


def main():
    args = sys.argv[1:]
    block = 50
    if args[:1] == ["--games"]:
        block, args = int(args[1]), args[2:]
    if not args:
        sys.exit(__doc__)
    columns = [measure(archive, block) for archive in args]
    for at, (name, _) in enumerate(columns[0]):
        print(f"{name:<40}" + "".join(f"{column[at][1]:>12}" for column in columns))


main()
