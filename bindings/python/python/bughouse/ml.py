"""Positions as planes, moves as numbers, and training samples from games, for machine learning.

Needs numpy. :func:`torch_dataset` also needs Torch, which nothing else here imports.

The name of a layout includes a version, and a layout never changes under its name. A position is two boards of 37 planes
of 8 by 8 numbers. A board is seen by one of its players, whose pieces are the *own* ones. For Black, the ranks are
mirrored, so own pawns always go up. The partner of the player who sees the first board sees the second.

| plane | content |
|---|---|
| 0-5 | own pawns, knights, bishops, rooks, queens, king |
| 6-11 | the opponent's |
| 12, 13 | own promoted pieces, the opponent's |
| 14-18 | own reserve: pawns to queens, the number of each divided by 16, on all squares |
| 19-23 | the opponent's reserve |
| 24, 25 | own right to castle kingside, queenside |
| 26, 27 | the opponent's |
| 28 | the square of a legal en passant capture |
| 29 | the side to move is in check |
| 30 | the own side is to move |
| 31 | the own side is White |
| 32, 33 | own clock, the opponent's, divided by the initial time |
| 34, 35 | own diagonal time, the opponent's, divided by the initial time |
| 36 | ones |

``mover-v1`` has the board of the player to move first, seen by that player. ``boards-v1`` has board A first, seen by White,
and board B second, seen by Black; half-moves on the second board have numbers from 4992 on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _native
from ._errors import make_error
from ._native import Board, Match, Move

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._native import Paths

__all__ = ["LAYOUTS", "POLICY", "Batch", "Layout", "PolicyMap", "planes", "samples", "torch_dataset"]

LayoutName = Literal["mover-v1", "boards-v1"]


@dataclass(frozen=True)
class Layout:
    """The layout of a position in planes."""

    name: LayoutName
    #: The number of planes, ranks and files.
    shape: tuple[int, int, int]


LAYOUTS: dict[str, Layout] = {
    "mover-v1": Layout("mover-v1", (74, 8, 8)),
    "boards-v1": Layout("boards-v1", (74, 8, 8)),
}


@dataclass(frozen=True)
class PolicyMap:
    """Moves as numbers of a fixed range, from the point of view of the player who moves.

    78 planes of 64 squares: 56 for queen moves, 8 for knight moves, 9 for underpromotions, 5 for drops.

    >>> import bughouse
    >>> POLICY.index(Move.from_uci("N@f3"), bughouse.WHITE)
    4757
    >>> POLICY.move(4757, Board())
    Move.from_uci('N@f3')
    """

    name: str
    size: int

    def index(self, move: Move, color: bool) -> int:
        """Returns the number of a move, played by a color."""
        index = _native.policy_index(move, color)
        if index is None:
            why = "no piece moves that way, or it is a promotion that takes its piece from the other board"
            raise make_error("no-number", f"{move} has no number: {why}")
        return index

    def move(self, index: int, board: Board) -> Move:
        """Returns the move with a number on a board. The move may be illegal."""
        move = _native.policy_move(index, board) if 0 <= index < self.size else None
        if move is None:
            raise make_error("no-move", f"{index} is not the number of a move, or the move would leave the board")
        return move

    def mask(self, board: Board) -> npt.NDArray[np.bool_]:
        """Returns an array that is `True` at the numbers of the legal moves on a board.

        >>> int(POLICY.mask(Board()).sum())
        20
        """
        return np.frombuffer(_native.policy_mask(board.legal_moves, board.turn), dtype=np.bool_)


#: The mapping of moves to numbers.
POLICY = PolicyMap("policy-v1", 4992)


def planes(
    match: Match, board: str = "A", *, layout: LayoutName = "mover-v1", base_ms: int | None = None
) -> npt.NDArray[np.float32]:
    """Returns the planes of the current position of a match. Without ``base_ms``, the initial time, clocks are left out.

    The named board is the first. In ``mover-v1``, the player to move there sees it; in ``boards-v1``, White does.

    >>> planes(Match(), "A").shape
    (74, 8, 8)
    """
    drawn = _native.planes_of(match, board, layout, base_ms)
    return np.frombuffer(drawn, dtype=np.float32).reshape(LAYOUTS[layout].shape)


@dataclass(frozen=True)
class Batch:
    """A batch of samples. Each is the position before a half-move."""

    #: The planes of each sample, with the dimensions of the layout.
    planes: npt.NDArray[np.float32]
    #: The moves that were played, as numbers of :data:`POLICY`.
    policy: npt.NDArray[np.int32]
    #: 1 if the team of the player who sees the first board won, -1 if it lost, 0 if nobody won.
    value: npt.NDArray[np.float32]
    #: The number of the game of each sample, counted from 0 across all files.
    game: npt.NDArray[np.int32]
    #: The number of the half-move in its game, from 1.
    ply: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.policy)


def samples(
    paths: Paths,
    *,
    layout: LayoutName = "mover-v1",
    swap: bool = False,
    min_rating: int = 0,
    split: tuple[float, float] = (0.0, 1.0),
    seed: int = 0,
    shard: tuple[int, int] = (0, 1),
    shuffle: int = 0,
    batch: int = 256,
) -> Iterator[Batch]:
    """Yields batches of samples from all games with a winner or a draw.

    ``split`` selects games by a range from 0 to 1: ``(0, 0.9)`` and ``(0.9, 1)`` have no game in common. It depends on
    ``seed`` and the half-moves of a game, so the same game in two files is in the same split. ``shard`` selects one of
    several parts of the split, for workers: ``(0, 4)`` is the first of four. ``min_rating`` keeps only half-moves of
    players with at least that rating. ``swap`` yields each position of ``boards-v1`` twice, the second time with the
    boards swapped. ``shuffle`` is the size of the shuffle buffer in samples.
    """
    shape = LAYOUTS[layout].shape if layout in LAYOUTS else (74, 8, 8)
    if not 0 <= shard[0] < shard[1]:
        raise make_error("shard", f"there is no shard {shard[0]} of {shard[1]}")
    made = _native.samples(
        paths,
        layout,
        swap=swap,
        min_rating=min_rating,
        split=split,
        seed=seed,
        shard=shard,
        shuffle=shuffle,
        batch=batch,
    )
    return (_batch(shape, *parts) for parts in made)


def _batch(
    shape: tuple[int, int, int],
    count: int,
    planes: bytearray,
    policy: bytearray,
    value: bytearray,
    game: bytearray,
    ply: bytearray,
) -> Batch:
    return Batch(
        np.frombuffer(planes, dtype=np.float32).reshape((count, *shape)),
        np.frombuffer(policy, dtype=np.int32),
        np.frombuffer(value, dtype=np.float32),
        np.frombuffer(game, dtype=np.int32),
        np.frombuffer(ply, dtype=np.int32),
    )


def torch_dataset(paths: Paths, **options: Any) -> Any:
    """Returns an ``IterableDataset`` of Torch whose items are batches of tensors: planes, policy, value.

    Takes the keyword arguments of :func:`samples`. Each worker of a ``DataLoader`` reads its own share of the games. Pass
    ``batch_size=None`` to the ``DataLoader``, because the items are already batches.
    """
    import torch
    from torch.utils.data import IterableDataset, get_worker_info

    if not isinstance(paths, (str, os.PathLike)):
        # Each epoch reads them again, so an iterator would not do.
        paths = list(paths)

    class SampleDataset(IterableDataset):  # type: ignore[misc, type-arg, unused-ignore]
        def __iter__(self) -> Iterator[tuple[Any, Any, Any]]:
            worker = get_worker_info()
            wanted = dict(options)
            if worker is not None:
                # The worker's share of the shard that this process reads.
                shard, shards = options.get("shard", (0, 1))
                wanted["shard"] = (shard + shards * worker.id, shards * worker.num_workers)
            for batch in samples(paths, **wanted):
                yield tuple(torch.from_numpy(part) for part in (batch.planes, batch.policy, batch.value))  # type: ignore[misc, unused-ignore]

        def __reduce__(self) -> tuple[Any, ...]:
            # Workers that are not forked receive the data set pickled.
            return _torch_dataset, (paths, options)

    return SampleDataset()


def _torch_dataset(paths: Paths, options: dict[str, Any]) -> Any:
    return torch_dataset(paths, **options)
