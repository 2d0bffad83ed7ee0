"""Archives: explored, searched, and read as tables."""

from __future__ import annotations

import collections
import pathlib

import polars
import pyarrow
import pytest

import bughouse
import synthetic


@pytest.fixture(scope="module")
def games() -> list[synthetic.SyntheticGame]:
    return synthetic.games(300, seed=9)


@pytest.fixture(scope="module")
def archive(games: list[synthetic.SyntheticGame], tmp_path_factory: pytest.TempPathFactory) -> bughouse.Archive:
    folder = tmp_path_factory.mktemp("archive")
    path = folder / "games.bpgn"
    path.write_text("".join(made.text() for made in games))
    counts = bughouse.add_to_archive(folder / "archive", path)
    assert counts["ok"] == len(games)
    assert bughouse.add_to_archive(folder / "archive", [path]) == {"known-files": 1}
    return bughouse.open_archive(folder / "archive")


def test_exploring_the_start_counts_the_first_moves(archive: bughouse.Archive, games: list[synthetic.SyntheticGame]) -> None:
    explored = archive.explore(bughouse.Board(), games=3)
    counted: collections.Counter[str] = collections.Counter()
    for made in games:
        for board in "AB":
            first = next((san for number, seat, san, _ in made.moves if seat == f"White{board}"), None)
            move = bughouse.Board().parse_san(first).uci() if first else "end"
            counted[move] += 1
    found = {played.move.uci() if played.move else "end": played.games for played in explored.moves}
    assert found == dict(counted) and explored.total == sum(counted.values())
    assert explored.total_games == len(games)
    assert repr(explored) == f"<Explored: {2 * len(games)} boards in {len(games)} games, {len(counted)} moves>"
    assert len(explored.best) <= 3
    for played in explored.moves:
        assert played.won + played.drawn + played.lost <= played.games


def test_both_boards_and_filters(archive: bughouse.Archive, games: list[synthetic.SyntheticGame]) -> None:
    match = bughouse.Match()
    both = archive.explore(match)
    assert both.total == both.total_games == len(games) and repr(both).startswith(f"<Explored: {len(games)} games, ")
    player = games[0].headers["WhiteA"]
    some = archive.explore(bughouse.Board(), player=player, seat="WhiteA", since="2020", until="2020.12.31")
    assert 0 < some.total < archive.explore(bughouse.Board()).total
    assert archive.explore(bughouse.Board(), min_rating=2400).moves == []
    with pytest.raises(TypeError):
        archive.explore(bughouse.Board(), plyer="x")  # type: ignore[call-arg]
    with pytest.raises(bughouse.BughouseError):
        archive.explore(bughouse.Board(), since="yesterday")
    with pytest.raises(TypeError):
        archive.explore("start")  # type: ignore[arg-type]


def test_searches_find_all_games_that_match(archive: bughouse.Archive, games: list[synthetic.SyntheticGame]) -> None:
    drops = {id_ for id_, made in enumerate(games) if any("@" in san for _, _, san, _ in made.moves)}
    found = archive.search("drop", limit=1_000)
    assert found.games == len(drops) and {game for game, _ in found.hits} == drops
    game, ply = found.hits[0]
    assert ply is not None and "@" in games[game].moves[ply - 1][2]
    assert "moves" in archive.sql("drop")
    with pytest.raises(bughouse.InvalidTextError) as caught:
        archive.search("drop drp:N@f3")
    assert (caught.value.kind, caught.value.start, caught.value.end) == ("unknown-term", 5, 8)


def test_tables_equal_their_parquet_files(archive: bughouse.Archive) -> None:
    for name in ("games", "moves", "positions", "pairs", "players", "records", "refused", "hot"):
        files = archive.files(name)
        table = polars.DataFrame(archive.table(name))
        if files:
            assert table.equals(polars.read_parquet(files).select(table.columns)), name
        else:
            assert table.height == 0
    some = archive.table("moves", columns=["ply", "game"])
    assert pyarrow.table(some).column_names == ["ply", "game"]
    with pytest.raises(bughouse.BughouseError):
        archive.table("nothing")
    for columns in (["nothing"], ["game", "game"]):
        with pytest.raises(bughouse.BughouseError) as caught:
            archive.table("games", columns=columns)
        assert caught.value.kind == "column"


def test_a_scan_equals_the_tables_of_the_archive(archive: bughouse.Archive, games: list[synthetic.SyntheticGame], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text("".join(made.text() for made in games))
    assert polars.DataFrame(bughouse.scan(path, "moves")).equals(polars.DataFrame(archive.table("moves")))
    own, kept = polars.DataFrame(bughouse.scan(path)), polars.DataFrame(archive.table("games"))
    shared = [name for name in own.columns if name in kept.columns]
    assert len(shared) == len(kept.columns) - 5
    assert own.select(shared).equals(kept.select(shared))


def test_games_are_returned_by_id(archive: bughouse.Archive, games: list[synthetic.SyntheticGame]) -> None:
    for id_ in (0, 17, len(games) - 1):
        facts, record = archive.game(id_), archive.record(id_)
        assert facts["players"] == {seat: games[id_].headers[seat] for seat in bughouse.SEATS}
        assert record is not None and record.headers == games[id_].headers
    with pytest.raises(bughouse.ArchiveError):
        archive.game(len(games))
    assert len(archive) == len(games)
    archive.verify()


def test_a_damaged_archive_is_reported(tmp_path: pathlib.Path) -> None:
    with pytest.raises(bughouse.ArchiveError) as caught:
        bughouse.open_archive(tmp_path)
    assert caught.value.kind == "not-an-archive"
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(50))
    bughouse.add_to_archive(tmp_path / "archive", path)
    archive = bughouse.open_archive(tmp_path / "archive")
    file = archive.files("moves")[0]
    bytes_ = bytearray(file.read_bytes())
    bytes_[200:260] = bytes(60)
    file.write_bytes(bytes_)
    with pytest.raises(bughouse.ArchiveError) as damaged:
        archive.verify()
    assert damaged.value.kind == "damaged"
