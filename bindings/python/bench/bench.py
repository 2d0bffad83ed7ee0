"""Compares the package with python-chess, a regex and numpy. Times are CPU time of the process and its threads.

python bench.py GAMES [--check] [FILTER]
"""

from __future__ import annotations

import argparse
import pathlib
import random
import re
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import chess
import chess.variant
import numpy as np
import numpy.typing as npt
import pyarrow

import bughouse
from bughouse import ml

#: The threshold and the goal of each row.
LIMITS = {
    "list(legal_moves) over python-chess": (25.0, 45.0),
    "push and pop over python-chess": (20.0, 40.0),
    "parse_san over python-chess": (25.0, 50.0),
    "FEN read over python-chess": (80.0, 120.0),
    "BPGN to Arrow half-moves over regex and replay": (50.0, 90.0),
    "BPGN to Arrow half-moves over regex and replay, text only": (50.0, 90.0),
    "BPGN to Arrow half-moves over a regex": (2.0, 3.0),
    "BPGN to Arrow half-moves over findall only": (2.0, 3.0),
    "read_games with headers and moves over a regex": (0.7, 1.5),
    "planes with replay over numpy without": (10.0, 20.0),
}

ROUNDS = 5


@dataclass
class Row:
    name: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def best(work: Callable[[], object], least: float = 0.15) -> float:
    """Returns the CPU time of a call: the best of several rounds, each long enough to measure."""
    times = 1
    while True:
        start = time.process_time()
        for _ in range(times):
            work()
        took = time.process_time() - start
        if took >= least:
            break
        times = max(times * 2, int(times * least / max(took, 1e-6)) + 1)
    found = took / times
    for _ in range(ROUNDS - 1 if found < 1 else 1):
        start = time.process_time()
        for _ in range(times):
            work()
        found = min(found, (time.process_time() - start) / times)
    return found


def random_boards(count: int) -> list[bughouse.Board]:
    chance = random.Random(1)
    boards: list[bughouse.Board] = []
    while len(boards) < count:
        match = bughouse.Match()
        for _ in range(100):
            name = chance.choice("AB")
            moves = list(match.legal_moves(name))
            if match.is_over():
                break
            if moves:
                match.push(name, chance.choice(moves))
                boards.append(match.board(name))
    return chance.sample(boards, count)


def boards(wanted: Callable[[str], bool]) -> Iterable[Row]:
    ours = random_boards(400)
    texts = [board.bfen() for board in ours]
    theirs = [chess.variant.CrazyhouseBoard(text) for text in texts]
    if wanted("list(legal_moves) over python-chess"):
        assert [len(list(board.legal_moves)) for board in ours] == [len(list(board.legal_moves)) for board in theirs]
        yield Row(
            "list(legal_moves) over python-chess",
            best(lambda: [list(board.legal_moves) for board in ours]),
            best(lambda: [list(board.legal_moves) for board in theirs]),
        )
    own_moves = [(board, list(board.legal_moves)) for board in ours]
    their_moves = [
        (board, [chess.Move.from_uci(move.uci()) for move in moves]) for board, (_, moves) in zip(theirs, own_moves)
    ]

    def push_and_pop(pairs: Iterable[tuple[object, list[object]]]) -> None:
        for board, moves in pairs:
            push, pop = board.push, board.pop  # type: ignore[attr-defined]
            for move in moves:
                push(move)
                pop()

    if wanted("push and pop over python-chess"):
        yield Row(
            "push and pop over python-chess",
            best(lambda: push_and_pop(own_moves)),  # type: ignore[arg-type]
            best(lambda: push_and_pop(their_moves)),  # type: ignore[arg-type]
        )
    sans = [[board.san(move) for move in moves[:12]] for board, moves in own_moves]

    def parse(all_boards: Iterable[object]) -> None:
        for board, words in zip(all_boards, sans):
            read = board.parse_san  # type: ignore[attr-defined]
            for word in words:
                read(word)

    if wanted("parse_san over python-chess"):
        yield Row("parse_san over python-chess", best(lambda: parse(ours)), best(lambda: parse(theirs)))
    if wanted("FEN read over python-chess"):
        yield Row(
            "FEN read over python-chess",
            best(lambda: [bughouse.Board(text) for text in texts]),
            best(lambda: [chess.variant.CrazyhouseBoard(text) for text in texts]),
        )


TAG = re.compile(r'\[(\w+) "([^"]*)"\]')
LETTERS = "AaBb"
HALF_MOVE = re.compile(r"(\d+)([ABab])\.\s*([^\s{]+)\s*(?:\{([\d.]+)\})?")


def read_by_regex(text: str) -> list[tuple[dict[str, str], list[tuple[str, str, str, str]]]]:
    """Splits a text into games, each with its tags and half-moves."""
    games = []
    for part in re.split(r"\n(?=\[Event )", text):
        games.append((dict(TAG.findall(part)), HALF_MOVE.findall(part)))
    return games


def table_of(games: Iterable[tuple[dict[str, str], list[tuple[str, str, str, str]]]]) -> pyarrow.Table:
    """Creates a table of half-moves as written."""
    numbers, plies, seats, sans, clocks = [], [], [], [], []
    for number, (_, half_moves) in enumerate(games):
        for ply, (_, letter, san, clock) in enumerate(half_moves, start=1):
            numbers.append(number)
            plies.append(ply)
            seats.append(LETTERS.index(letter))
            sans.append(san)
            clocks.append(int(float(clock) * 1000) if clock else None)
    columns = {"game": numbers, "ply": plies, "seat": seats, "san": sans, "clock_ms": clocks}
    return pyarrow.table(columns)


def packed(pocket: chess.variant.CrazyhousePocket) -> int:
    """Packs a reserve into a number, as in the table."""
    return sum(pocket.count(kind) << 6 * (kind - 1) for kind in range(1, 6))


def table_by_replay(games: Iterable[tuple[dict[str, str], list[tuple[str, str, str, str]]]]) -> pyarrow.Table:
    """Creates a table of half-moves by playing them on two boards of python-chess, with transfers.

    The table has the columns that need boards: the move, the moved and captured pieces, check, mate, drop, the reserves.
    Frozen players, times used, sits and diagonals are left out.
    """
    names = ("game", "ply", "seat", "move", "piece", "capture", "flags", "clock_ms", "a", "b", "c", "d")
    columns: dict[str, list[int | str | None]] = {name: [] for name in names}
    appends = [column.append for column in columns.values()]
    for number, (_, half_moves) in enumerate(games):
        pair = [chess.variant.CrazyhouseBoard(), chess.variant.CrazyhouseBoard()]
        for ply, (_, letter, san, clock) in enumerate(half_moves, start=1):
            index = letter in "Bb"
            board, other = pair[index], pair[not index]
            try:
                move = board.parse_san(san)
            except ValueError:
                break
            mover, captured = board.turn, None
            piece = move.drop or board.piece_type_at(move.from_square)
            if not move.drop and board.is_capture(move):
                captured = board.piece_type_at(move.to_square) or chess.PAWN
            transferred = chess.PAWN if chess.BB_SQUARES[move.to_square] & board.promoted else captured
            board.push(move)
            if captured and transferred:
                board.pockets[mover].remove(transferred)
                other.pockets[not mover].add(transferred)
            flags = 4 if move.drop else 0
            if board.is_check():
                flags |= 3 if board.is_checkmate() else 1
            reserves = (packed(each.pockets[color]) for each in pair for color in (True, False))
            left = int(float(clock) * 1000) if clock else None
            row = (number, ply, LETTERS.index(letter), move.uci(), piece, captured, flags, left, *reserves)
            for append, value in zip(appends, row):
                append(value)
    return pyarrow.table(columns)


def text_by_replay(games: Iterable[tuple[dict[str, str], list[tuple[str, str, str, str]]]]) -> pyarrow.Table:
    """Creates a table of half-moves as written, up to the first illegal one. The boards are only used to find it."""
    kept = []
    for headers, half_moves in games:
        pair = [chess.variant.CrazyhouseBoard(), chess.variant.CrazyhouseBoard()]
        played = 0
        for _, letter, san, _ in half_moves:
            index = letter in "Bb"
            board, other = pair[index], pair[not index]
            try:
                move = board.parse_san(san)
            except ValueError:
                break
            mover = board.turn
            captured = board.piece_type_at(move.to_square) or (chess.PAWN if board.is_en_passant(move) else None)
            if chess.BB_SQUARES[move.to_square] & board.promoted:
                captured = chess.PAWN
            castles = not move.drop and board.is_castling(move)
            board.push(move)
            if captured and not castles:
                board.pockets[mover].remove(captured)
                other.pockets[not mover].add(captured)
            played += 1
        kept.append((headers, half_moves[:played]))
    return table_of(kept)


def records(path: pathlib.Path, wanted: Callable[[str], bool]) -> Iterable[Row]:
    text = path.read_text(encoding="latin-1")
    ours: float | None = None

    def scan() -> float:
        nonlocal ours
        ours = best(lambda: pyarrow.table(bughouse.scan(path, "moves"))) if ours is None else ours
        return ours

    name = "BPGN to Arrow half-moves over regex and replay"
    if wanted(name):
        # The slow baseline reads a part of the games. Its time is scaled by the number of half-moves.
        parts = re.split(r"\n(?=\[Event )", text)
        part = "\n".join(parts[: max(1, len(parts) // 20)])
        played = table_by_replay(read_by_regex(part)).num_rows
        took = best(lambda: table_by_replay(read_by_regex(part)))
        every = pyarrow.table(bughouse.scan(path, "moves", columns=["ply"])).num_rows
        yield Row(name, scan(), took * every / played)
        name = f"{name}, text only"
        assert text_by_replay(read_by_regex(part)).num_rows == played
        yield Row(name, scan(), best(lambda: text_by_replay(read_by_regex(part))) * every / played)
    by_regex = best(lambda: read_by_regex(text))
    if wanted("BPGN to Arrow half-moves over a regex"):
        assert table_of(read_by_regex(text)).num_rows >= pyarrow.table(bughouse.scan(path, "moves")).num_rows
        yield Row("BPGN to Arrow half-moves over a regex", scan(), best(lambda: table_of(read_by_regex(text))))
        yield Row("BPGN to Arrow half-moves over findall only", scan(), best(lambda: HALF_MOVE.findall(text)))
    if wanted("read_games with headers and moves over a regex"):

        def read_all() -> int:
            count = 0
            for game in bughouse.read_games(path):
                game.headers
                count += len(game.moves)
            return count

        assert read_all() == sum(len(half_moves) for _, half_moves in read_by_regex(text))
        yield Row("read_games with headers and moves over a regex", best(read_all), by_regex)


def planes_by_numpy(pair: list[chess.variant.CrazyhouseBoard], out: npt.NDArray[np.float32]) -> None:
    """Fills the planes of both boards in the common way with python-chess: a loop over squares."""
    out[:] = 0
    for number, board in enumerate(pair):
        base, white = 37 * number, board.turn
        for square, piece in board.piece_map().items():
            at = square if white else square ^ 56
            plane = piece.piece_type - 1 + (0 if piece.color == white else 6)
            out[base + plane, at >> 3, at & 7] = 1
        for side, color in enumerate((white, not white)):
            for square in chess.scan_forward(board.promoted & board.occupied_co[color]):
                out[base + 12 + side, square >> 3, square & 7] = 1
            for kind in range(1, 6):
                out[base + 13 + 5 * side + kind] = board.pockets[color].count(kind) / 16
            out[base + 24 + 2 * side] = board.has_kingside_castling_rights(color)
            out[base + 25 + 2 * side] = board.has_queenside_castling_rights(color)
        if board.ep_square is not None:
            out[base + 28, board.ep_square >> 3, board.ep_square & 7] = 1
        out[base + 29], out[base + 30], out[base + 31], out[base + 36] = board.is_check(), 1, white, 1


def planes(path: pathlib.Path, wanted: Callable[[str], bool]) -> Iterable[Row]:
    name = "planes with replay over numpy without"
    if not wanted(name):
        return
    texts = [board.bfen() for board in random_boards(200)]
    pairs = [[chess.variant.CrazyhouseBoard(text) for text in pair] for pair in zip(texts, texts[1:])]
    out = np.zeros((74, 8, 8), dtype=np.float32)

    def draw_slowly() -> None:
        for pair in pairs:
            planes_by_numpy(pair, out)

    theirs = best(draw_slowly) / len(pairs)

    def draw() -> int:
        made = 0
        for batch in ml.samples(path, batch=512):
            made += len(batch)
            if made >= 50_000:
                break
        return made

    count = draw()
    yield Row(name, best(draw) / count, theirs)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=pathlib.Path)
    parser.add_argument("--check", action="store_true", help="fail if a threshold is missed")
    parser.add_argument("filter", nargs="?", default="")
    arguments = parser.parse_args()

    def wanted(name: str) -> bool:
        return arguments.filter in name

    missed = 0
    print(f"{'row':58} {'ours':>12} {'theirs':>12} {'ratio':>8} {'floor':>6} {'goal':>6}")
    for part in (boards(wanted), records(arguments.games, wanted), planes(arguments.games, wanted)):
        for row in part:
            floor, goal = LIMITS[row.name]
            is_missed = arguments.check and row.ratio < floor
            missed += is_missed
            mark = "  MISSED" if is_missed else ""
            ours, theirs = f"{row.ours * 1e3:.3f} ms", f"{row.theirs * 1e3:.3f} ms"
            print(f"{row.name:58} {ours:>12} {theirs:>12} {row.ratio:8.2f} {floor:6} {goal:6}{mark}", flush=True)
    if missed:
        print(f"{missed} of the limits were missed", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
