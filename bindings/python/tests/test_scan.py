"""Tables of games and half-moves, as other libraries read them."""

from __future__ import annotations

import bz2
import pathlib
import random
import threading
import time

import duckdb
import pandas
import polars
import pyarrow
import pytest

import bughouse
import synthetic


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("scan") / "games.bpgn"
    path.write_text(synthetic.text(400, seed=7))
    return path


@pytest.fixture(scope="module")
def games() -> list[synthetic.SyntheticGame]:
    return synthetic.games(400, seed=7)


def test_half_moves_match_the_games(path: pathlib.Path, games: list[synthetic.SyntheticGame]) -> None:
    table = pyarrow.table(bughouse.scan(path, "moves"))
    expected = []
    for id_, made in enumerate(games):
        replay = bughouse.Game(made.text()).replay()
        for step in replay:
            board = step.board(step.seat[-1])
            white, black = step.diagonals_ms
            expected.append(
                (
                    id_,
                    step.ply,
                    bughouse.SEATS.index(step.seat),
                    step.move.to_int(),
                    None if step.captured is None else step.captured - 1,
                    board.is_check(),
                    step.clock_ms,
                    step.used_ms,
                    None if white is None else int(white / 1000),
                    None if black is None else int(black / 1000),
                )
            )
    rows = table.to_pylist()
    seen = [
        (
            row["game"],
            row["ply"],
            row["seat"],
            row["move"],
            row["capture"],
            bool(row["flags"] & 1),
            row["clock_ms"],
            row["used_ms"],
            row["diagonal_white_s"],
            row["diagonal_black_s"],
        )
        for row in rows
    ]
    assert seen == expected


def test_games_have_their_players_and_results(path: pathlib.Path, games: list[synthetic.SyntheticGame]) -> None:
    # Games without half-moves are also listed.
    rows = pyarrow.table(bughouse.scan([path, str(path)], "games")).to_pylist()
    assert len(rows) == 2 * len(games)
    for index, row in enumerate(rows):
        made = games[index % len(games)]
        assert row["game"] == index and row["source"] == index // len(games)
        assert row["number"] == index % len(games) + 1
        assert row["result"] == made.result and row["half_moves"] == len(made.moves)
        for seat, name in zip(bughouse.SEATS, ("white_a", "black_a", "white_b", "black_b")):
            assert row[f"player_{name}"] == made.headers[seat]
            assert row[f"rating_{name}"] == int(made.headers[f"{seat}Elo"])
        assert row["day"].isoformat().replace("-", ".") == made.headers["Date"]


def test_libraries_can_read_a_table_more_than_once(path: pathlib.Path, games: list[synthetic.SyntheticGame]) -> None:
    half_moves = sum(len(made.moves) for made in games)
    moves = bughouse.scan(path, "moves")
    assert pyarrow.table(moves).num_rows == half_moves
    assert polars.DataFrame(moves).height == half_moves
    assert len(pandas.DataFrame.from_arrow(moves)) == half_moves
    connection = duckdb.connect()
    connection.execute("select count(*), max(ply) from moves")
    assert connection.fetchall() == [(half_moves, max(len(made.moves) for made in games))]
    assert sum(batch.num_rows for batch in moves) == half_moves
    assert pyarrow.record_batch(next(iter(moves))).num_rows > 0
    assert pyarrow.schema(moves).names == moves.column_names


def test_columns_are_selected(path: pathlib.Path) -> None:
    table = bughouse.scan(path, "games", columns=["winner", "game", "player_white_b"])
    assert pyarrow.table(table).column_names == ["winner", "game", "player_white_b"]
    assert pyarrow.table(table).to_pylist() == [
        {name: row[name] for name in ("winner", "game", "player_white_b")}
        for row in pyarrow.table(bughouse.scan(path)).to_pylist()
    ]
    for columns in (["x"], ["game", "game"]):
        with pytest.raises(bughouse.BughouseError):
            bughouse.scan(path, columns=columns)
    with pytest.raises(bughouse.BughouseError):
        bughouse.scan(path, "positions")  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_does_not_change_the_rows(path: pathlib.Path, threads: int) -> None:
    assert pyarrow.table(bughouse.scan(path, "moves", threads=threads)) == pyarrow.table(bughouse.scan(path, "moves"))


def test_adjacent_ranges_contain_each_game_once(path: pathlib.Path) -> None:
    whole = pyarrow.table(bughouse.scan(path)).to_pylist()
    size = path.stat().st_size
    rng = random.Random(1)
    for _ in range(20):
        cuts = sorted(rng.randrange(size) for _ in range(rng.randrange(6)))
        found = []
        for start, end in zip([0, *cuts], [*cuts, None]):
            rows = pyarrow.table(bughouse.scan(path, start=start, end=end)).to_pylist()
            assert start == 0 or all(row["number"] is row["line"] is None for row in rows)
            found += rows
        counted = ("game", "number", "line", "first_move")
        for row in found + whole:
            for name in counted:
                row.pop(name, None)
        assert found == whole


def test_ranges_of_compressed_files_are_rejected(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    packed = tmp_path / "games.bz2"
    packed.write_bytes(bz2.compress(path.read_bytes()))
    assert pyarrow.table(bughouse.scan(packed)) == pyarrow.table(bughouse.scan(path))
    with pytest.raises(bughouse.RecordError) as caught:
        bughouse.scan(packed, start=10)
    assert caught.value.kind == "compressed"
    with pytest.raises(FileNotFoundError):
        bughouse.scan(tmp_path / "nothing")


def test_a_deleted_file_is_an_error_when_the_table_is_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(3))
    table = bughouse.scan(path)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        list(table)
    with pytest.raises(Exception, match="No such file"):
        pyarrow.table(table)


def test_damage_is_reported_after_the_rows_before_it(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    packed = bz2.compress(path.read_bytes() * 8)
    cut = tmp_path / "cut.bz2"
    cut.write_bytes(packed[: len(packed) // 2])
    rows = 0
    with pytest.raises(bughouse.RecordError) as caught:
        for batch in bughouse.scan(cut):
            rows += batch.num_rows
    assert rows > 0 and caught.value.path == str(cut)
    with pytest.raises(bughouse.RecordError) as one_by_one:
        list(bughouse.read_games(cut))
    where = [(error.value.byte, error.value.line) for error in (caught, one_by_one)]
    assert where[0] == where[1] and where[0][1] is not None and where[0][1] > 1
    with pytest.raises(Exception, match="damaged"):
        pyarrow.table(bughouse.scan(cut))


def test_dropping_a_scan_stops_its_threads(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "many.bpgn"
    path.write_text(synthetic.text(300, seed=3) * 40)

    def threads() -> int:
        return len(list(pathlib.Path("/proc/self/task").iterdir()))

    before = threads()
    for _ in range(20):
        batches = iter(bughouse.scan(path, "moves", threads=3))
        next(batches)
        del batches
        reader = pyarrow.RecordBatchReader.from_stream(bughouse.scan(path))
        reader.read_next_batch()
        del reader
    deadline = time.monotonic() + 10
    while threads() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threads() <= before


def test_several_threads_scan_at_once(path: pathlib.Path, games: list[synthetic.SyntheticGame]) -> None:
    table = bughouse.scan(path, "moves")
    counts: list[int] = []
    work = [threading.Thread(target=lambda: counts.append(pyarrow.table(table).num_rows)) for _ in range(4)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join(60)
    assert counts == [sum(len(made.moves) for made in games)] * 4
