"""Games read from files, replayed and checked."""

from __future__ import annotations

import bz2
import gc
import gzip
import io
import os
import pathlib
import pickle
import threading

import pytest

import bughouse
import synthetic


def moves_of(game: bughouse.Game) -> list[tuple[int, str, str, int | None]]:
    return [(move.number, move.seat, move.san, move.clock_ms) for move in game.moves]


@pytest.mark.parametrize("form", ["plain", "bz2", "gzip", "bytes", "text", "path"])
def test_games_are_read_as_they_were_written(form: str, tmp_path: pathlib.Path) -> None:
    games = synthetic.games(300)
    text = "".join(game.text() for game in games)
    path = tmp_path / "games.bpgn"
    source: object = path
    path.write_text(text)
    if form == "bz2":
        path.write_bytes(bz2.compress(text.encode()))
    elif form == "gzip":
        path.write_bytes(gzip.compress(text.encode()))
    elif form == "bytes":
        source = io.BytesIO(text.encode())
    elif form == "text":
        source = io.StringIO(text)
    elif form == "path":
        source = str(path)
    read = list(bughouse.read_games(source))  # type: ignore[arg-type]
    assert len(read) == len(games)
    for number, (game, made) in enumerate(zip(read, games), start=1):
        assert game.headers == made.headers and list(game.headers) == list(made.headers)
        assert moves_of(game) == made.moves
        assert (game.number, game.result) == (number, made.result)
        assert text[game.byte :].startswith(made.text().rstrip())
        assert text[: game.byte].count("\n") + 1 == game.line
        assert game.text.rstrip() == made.text().rstrip()


def test_a_replay_has_the_positions_of_the_game() -> None:
    for made in synthetic.games(60, seed=1):
        game = bughouse.Game(made.text())
        replay = game.replay()
        assert replay.stop is None and len(replay) == len(made.moves)
        assert (replay.base_ms, replay.increment_ms) == (180_000, 0)
        for step, (number, seat, san, clock), boards in zip(replay, made.moves, made.boards):
            assert (step.seat, step.san, step.clock_ms) == (seat, san, clock)
            board = seat[-1]
            before = step.board_before(board)
            assert before.san(step.move) == san
            both = f"{step.board('A').bfen()} | {step.board('B').bfen()}"
            assert both == boards
        if made.moves:
            assert replay[-1].ply == len(made.moves)
            assert "<svg" in replay[-1]._repr_svg_()
        with pytest.raises(IndexError):
            replay[len(made.moves)]


def test_a_replay_reports_where_it_stops() -> None:
    replay = bughouse.Game("1A. e4 1a. e5 2A. Ke3 *").replay()
    assert len(replay) == 2 and replay.stop is not None
    assert (replay.stop.ply, replay.stop.label, replay.stop.kind) == (3, "2A", "illegal-move")
    assert (replay.stop.start, replay.stop.end) == (0, 3)


def test_a_check_returns_diagnostics_with_their_places() -> None:
    text = synthetic.text(5) + "[Event \"broken\"]\n1A. e4 1a. e5 2A. Ke3 *\n"
    games = list(bughouse.check(io.StringIO(text)))
    assert [game["state"] for game in games] == ["ok"] * 5 + ["broken"] or games[-1]["state"] == "broken"
    assert games[-1]["stopped_at"]["label"] == "2A"
    assert all({"line", "column", "kind", "text", "excerpt"} <= set(one) for game in games for one in game["diagnostics"])
    game = bughouse.Game("1A. e4 1a. e5 2A. Ke3 *")
    assert game.check()["state"] == "broken"


def test_the_outcome_is_read_from_comments() -> None:
    game = bughouse.Game('[BlackA "Bob"]\n1A. e4 1a. e5 {Bob resigns} 1-0')
    replay = game.replay()
    assert (replay.winner, replay.end, replay.loser) == ("team1", "resignation", "BlackA")


def gzip_members(text: bytes) -> bytes:
    """Compresses in parts: the text of a member is held back until its checksum was verified."""
    return b"".join(gzip.compress(text[start : start + 16384]) for start in range(0, len(text), 16384))


@pytest.mark.parametrize("compress", [lambda text: bz2.compress(text, 1), gzip_members], ids=["bz2", "gzip"])
def test_all_games_before_the_damage_are_returned(compress, tmp_path: pathlib.Path) -> None:  # type: ignore[no-untyped-def]
    games = synthetic.games(400, seed=2)
    whole = compress("".join(game.text() for game in games).encode())
    path = tmp_path / "cut"
    path.write_bytes(whole[: len(whole) * 2 // 3])
    read = []
    with pytest.raises(bughouse.RecordError) as caught:
        for game in bughouse.read_games(path):
            read.append(game)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.byte is not None and error.line is not None
    assert error.kind == "damaged" and error.path == str(path) and error.start == error.byte > 0 and error.line > 1
    # The last game may be incomplete.
    assert moves_of(read[-2]) == games[len(read) - 2].moves and len(read) > 1


@pytest.mark.parametrize("compress", [lambda text: bz2.compress(text, 1), gzip_members], ids=["bz2", "gzip"])
def test_a_changed_byte_is_reported_as_damage_with_a_place(compress, tmp_path: pathlib.Path) -> None:  # type: ignore[no-untyped-def]
    # Regression: this was `unreadable`, without a place.
    games = synthetic.games(400, seed=2)
    whole = bytearray(compress("".join(game.text() for game in games).encode()))
    whole[len(whole) * 2 // 3] ^= 0x55
    path = tmp_path / "wrong"
    path.write_bytes(whole)
    for read in (bughouse.read_games, bughouse.check, bughouse.scan):
        with pytest.raises(bughouse.RecordError, match="damaged after byte") as caught:
            for _ in read(path):
                pass
        error = caught.value
        assert (error.kind, error.path, error.start) == ("damaged", str(path), error.byte)
        assert error.byte is not None and error.line is not None and error.line >= 1
    # Games of undamaged blocks are returned.
    read_before = []
    with pytest.raises(bughouse.RecordError):
        for game in bughouse.read_games(path):
            read_before.append(game)
    assert [moves_of(game) for game in read_before[:100]] == [made.moves for made in games[:100]]


def test_errors_of_files_are_passed_on(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError):
        bughouse.read_games(tmp_path / "nothing")

    class Broken(io.RawIOBase):
        reads = 0

        def read(self, size: int = -1) -> bytes:
            self.reads += 1
            if self.reads > 1:
                raise KeyError("my own")
            return synthetic.text(3).encode()

    seen = 0
    with pytest.raises(KeyError, match="my own"):
        for _ in bughouse.read_games(Broken()):
            seen += 1
    assert seen == 3


def test_no_game_and_several_games_are_rejected() -> None:
    for text, kind in [("", "no-game"), ("words", "no-game"), (synthetic.text(2), "several-games")]:
        with pytest.raises(bughouse.InvalidTextError) as caught:
            bughouse.Game(text)
        assert caught.value.kind == kind


def test_a_closed_reader_closes_its_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.bpgn"
    path.write_text(synthetic.text(2_000))

    def open_files() -> int:
        return sum(os.path.realpath(f"/proc/self/fd/{fd}") == str(path) for fd in os.listdir("/proc/self/fd"))

    with bughouse.read_games(path) as reader:
        next(reader)
        assert open_files() == 1
    assert open_files() == 0
    with pytest.raises(bughouse.BughouseError) as caught:
        next(reader)
    assert caught.value.kind == "closed"
    generator = (game for game in bughouse.read_games(path))
    next(generator)
    del generator
    gc.collect()
    assert open_files() == 0


def test_several_threads_read_each_game_once() -> None:
    text = synthetic.text(500, seed=4)
    for source in (io.BytesIO(text.encode()), io.StringIO(text)):
        reader = bughouse.read_games(source)
        seen: list[int] = []

        def work() -> None:
            for game in reader:
                seen.append(game.number)
                game.moves

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(seen) == list(range(1, 501))


def test_games_are_pickled() -> None:
    game = list(bughouse.read_games(io.StringIO(synthetic.text(3))))[2]
    other = pickle.loads(pickle.dumps(game))
    assert (other.headers, moves_of(other), other.number, other.byte) == (
        game.headers,
        moves_of(game),
        game.number,
        game.byte,
    )


def test_latin_1_and_escapes_are_decoded() -> None:
    game = next(bughouse.read_games(io.BytesIO(b'[WhiteA "J\xf6rg \\"x\\""]\n1A. e4 *\n')))
    assert game.headers == {"WhiteA": 'Jörg "x"'}
    assert game.bytes.startswith(b'[WhiteA "J\xf6rg')
