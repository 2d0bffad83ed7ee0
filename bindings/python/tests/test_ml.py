"""Planes, numbers of moves and samples, compared with a slow reference implementation."""

from __future__ import annotations

import pathlib
import random
import pickle
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import bughouse
import synthetic
from bughouse import ml

PARTNER = {"WhiteA": "BlackB", "BlackB": "WhiteA", "BlackA": "WhiteB", "WhiteB": "BlackA"}
DIAGONAL = {"WhiteA": "WhiteB", "WhiteB": "WhiteA", "BlackA": "BlackB", "BlackB": "BlackA"}


def other_color(seat: str) -> str:
    return ("Black" if seat.startswith("White") else "White") + seat[-1]


def slow_board(board: bughouse.Board, seat: str, clocks: dict[str, float | None]) -> np.ndarray[Any, Any]:
    """Returns the planes of a board, computed square by square."""
    white = seat.startswith("White")
    out = np.zeros((37, 8, 8), dtype=np.float32)
    castling = board.fen().split()[2]
    for square in range(64):
        row, column = divmod(square if white else square ^ 56, 8)
        piece = board.piece_at(square)
        if piece is not None:
            side = 0 if piece.color == white else 1
            out[6 * side + piece.piece_type - 1, row, column] = 1
            out[12 + side, row, column] = board.is_promoted(square)
    for side, color in enumerate((white, not white)):
        for kind in range(1, 6):
            out[13 + 5 * side + kind] = board.pockets[color].count(kind) / 16
        letters = "KQ" if color else "kq"
        for castling_side in range(2):
            out[24 + 2 * side + castling_side] = letters[castling_side] in castling
        own = seat if side == 0 else other_color(seat)
        if clocks[own] is not None:
            out[32 + side] = min(max(clocks[own] or 0.0, 0), 1)
            if clocks[DIAGONAL[own]] is not None:
                out[34 + side] = (clocks[own] or 0.0) - (clocks[DIAGONAL[own]] or 0.0)
    legal = board.bfen(en_passant="legal").split()[3]
    if legal != "-":
        square = bughouse.parse_square(legal)
        row, column = divmod(square if white else square ^ 56, 8)
        out[28, row, column] = 1
    out[29], out[30], out[31], out[36] = board.is_check(), board.turn == white, white, 1
    return out


def slow_planes(boards: dict[str, bughouse.Board], seat: str, clocks: dict[str, float | None]) -> np.ndarray[Any, Any]:
    partner = PARTNER[seat]
    return np.concatenate([slow_board(boards[s[-1]], s, clocks) for s in (seat, partner)])


def test_planes_equal_those_of_the_reference_implementation() -> None:
    rng = random.Random(2)
    for _ in range(8):
        match = bughouse.Match(base_ms=100_000)
        match.start(0)
        for time in range(0, 80_000, 1_000):
            name = rng.choice("AB")
            moves = list(match.legal_moves(name))
            if moves:
                match.push(name, rng.choice(moves), time)
            boards = {each: match.board(each) for each in "AB"}
            clocks: dict[str, float | None] = {seat: match.clock(seat) / 100_000 for seat in bughouse.SEATS}
            for each in ("A", "B"):
                slow = slow_planes(boards, match.to_move(each), clocks)
                assert np.allclose(ml.planes(match, each, base_ms=100_000), slow, atol=1e-6)
                slow = slow_planes(boards, f"White{each}", clocks)
                assert np.allclose(ml.planes(match, each, layout="boards-v1", base_ms=100_000), slow, atol=1e-6)


def test_every_legal_move_has_a_unique_number() -> None:
    rng = random.Random(5)
    for seed in range(20):
        match = bughouse.Match()
        for _ in range(100):
            name = rng.choice("AB")
            board = match.board(name)
            numbers = {}
            for move in board.legal_moves:
                index = ml.POLICY.index(move, board.turn)
                assert 0 <= index < ml.POLICY.size and index not in numbers
                numbers[index] = move
                assert ml.POLICY.move(index, board) == move
            assert set(np.flatnonzero(ml.POLICY.mask(board))) == set(numbers)
            moves = list(match.legal_moves(name))
            if moves:
                match.push(name, rng.choice(moves))
    with pytest.raises(ValueError):
        ml.POLICY.index(bughouse.Move.from_uci("a7b8qd1"), True)
    for index in (-1, ml.POLICY.size, 7 * 64 - 1):
        with pytest.raises(ValueError):
            ml.POLICY.move(index, bughouse.Board())


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("ml") / "games.bpgn"
    path.write_text(synthetic.text(120, seed=11))
    return path


@pytest.mark.parametrize("layout", ["mover-v1", "boards-v1"])
def test_samples_match_the_replay(path: pathlib.Path, layout: ml.LayoutName) -> None:
    games = list(bughouse.read_games(path))
    seen = 0
    expected = 0
    for batch in ml.samples(path, layout=layout, batch=100):
        assert batch.planes.shape == (len(batch), 74, 8, 8) and len(batch) <= 100
        for planes, policy, value, game, ply in zip(batch.planes, batch.policy, batch.value, batch.game, batch.ply):
            seen += 1
            replay = games[game].replay()
            step = replay[int(ply) - 1]
            before = replay[int(ply) - 2] if ply > 1 else None
            clocks: dict[str, float | None] = {}
            for seat in bughouse.SEATS:
                clock = before.clocks_ms()[seat] if before else 180_000
                clocks[seat] = None if clock is None else clock / 180_000
            boards = {each: step.board_before(each) for each in ("A", "B")}
            view = step.seat if layout == "mover-v1" else "WhiteA"
            assert np.allclose(planes, slow_planes(boards, view, clocks), atol=1e-5)
            number = ml.POLICY.index(step.move, step.seat.startswith("White"))
            assert policy == number + (4992 if step.seat[-1] != view[-1] else 0)
            winner = replay.winner
            team = "team1" if view in ("WhiteA", "BlackB") else "team2"
            assert value == (0 if winner == "draw" else 1 if winner == team else -1)
    expected = sum(len(game.replay()) for game in games if game.replay().winner)
    assert seen == expected > 1_000


def test_each_game_is_in_one_split_and_one_shard(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def games(**options: Any) -> set[int]:
        return {int(game) for batch in ml.samples(path, **options) for game in batch.game}

    everything = games()
    train, rest = games(split=(0, 0.8), seed=3), games(split=(0.8, 1), seed=3)
    assert train | rest == everything and not train & rest and 0.6 < len(train) / len(everything) < 0.95
    assert games(split=(0, 0.8), seed=4) != train
    shards = [games(shard=(number, 3)) for number in range(3)]
    assert set().union(*shards) == everything and sum(map(len, shards)) == len(everything)
    assert all(shards)
    # The same games with other headers in another file are in the same split.
    other = tmp_path / "other.bpgn"
    other.write_text(path.read_text().replace("made up", "another"))
    assert {int(g) for b in ml.samples(other, split=(0, 0.8), seed=3) for g in b.game} == train


def test_swapped_boards_and_shuffled_samples_and_ratings(path: pathlib.Path) -> None:
    def values(**options: Any) -> list[tuple[int, int, float]]:
        return [
            (int(game), int(ply), float(value))
            for batch in ml.samples(path, **options)
            for game, ply, value in zip(batch.game, batch.ply, batch.value)
        ]

    plain = values(layout="boards-v1")
    swapped = values(layout="boards-v1", swap=True)
    assert len(swapped) == 2 * len(plain)
    assert sorted(swapped) == sorted(plain + [(game, ply, -value) for game, ply, value in plain])
    mixed = values(layout="boards-v1", shuffle=500, seed=1)
    assert mixed != plain and sorted(mixed) == sorted(plain)
    assert mixed == values(layout="boards-v1", shuffle=500, seed=1)
    rated = values(min_rating=2000)
    games = list(bughouse.read_games(path))
    for game, ply, _ in rated:
        seat = games[game].moves[ply - 1].seat
        assert int(games[game].headers[f"{seat}Elo"]) >= 2000
    assert 0 < len(rated) < len(plain)


def test_invalid_options_are_rejected(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    invalid: list[dict[str, Any]] = [{"layout": "x"}, {"swap": True}, {"shard": (3, 3)}, {"seed": -1}, {"seed": 2**64}]
    invalid += [{"batch": 0}, {"batch": -1}, {"shuffle": -1}, {"min_rating": 2**70}]
    invalid += [{"split": split} for split in ((0.9, 0.1), (-0.1, 1), (0, 1.1), (float("nan"), 1), (0, float("nan")))]
    for options in invalid:
        with pytest.raises(ValueError):
            next(iter(ml.samples(path, **options)))
    with pytest.raises(FileNotFoundError):
        next(iter(ml.samples(tmp_path / "nothing")))


def test_torch_is_imported_only_for_a_torch_dataset(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "torch" not in sys.modules
    torch, utils, data = types.ModuleType("torch"), types.ModuleType("torch.utils"), types.ModuleType("torch.utils.data")
    worker = types.SimpleNamespace(id=1, num_workers=2)
    torch.from_numpy = lambda array: array  # type: ignore[attr-defined]
    data.IterableDataset = object  # type: ignore[attr-defined]
    data.get_worker_info = lambda: worker  # type: ignore[attr-defined]
    for name, module in (("torch", torch), ("torch.utils", utils), ("torch.utils.data", data)):
        monkeypatch.setitem(sys.modules, name, module)
    items: Iterator[Any] = iter(ml.torch_dataset(path, batch=64))
    planes, policy, value = next(items)
    assert planes.shape == (64, 74, 8, 8) and planes.flags.writeable
    own = next(iter(ml.samples(path, batch=64, shard=(1, 2))))
    assert np.array_equal(planes, own.planes) and np.array_equal(policy, own.policy)

    # With several processes and workers, every game is read once.
    def samples(dataset: Any) -> list[bytes]:
        return [one.tobytes() for planes, _, _ in dataset for one in planes]

    read: list[bytes] = []
    for process in range(2):
        dataset = ml.torch_dataset(path, shard=(process, 2))
        parts: list[bytes] = []
        for worker.id in range(2):
            parts += samples(dataset)
        expected = [one.tobytes() for batch in ml.samples(path, shard=(process, 2)) for one in batch.planes]
        assert sorted(parts) == sorted(expected) and parts
        read += parts
    assert sorted(read) == sorted(one.tobytes() for batch in ml.samples(path) for one in batch.planes)

    # The data set can be pickled for workers, and read in several epochs.
    dataset = ml.torch_dataset((each for each in [path]), batch=64)
    again = pickle.loads(pickle.dumps(dataset))
    assert samples(dataset) == samples(dataset) == samples(again) != []
