"""Synthetic games in BPGN: random moves on both boards, with clocks."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import bughouse

LETTERS = {"WhiteA": "A", "BlackA": "a", "WhiteB": "B", "BlackB": "b"}


@dataclass
class SyntheticGame:
    """A game, and what readers must return for it."""

    headers: dict[str, str]
    #: The number, seat, SAN and clock in milliseconds of each half-move.
    moves: list[tuple[int, str, str, int]]
    #: Both boards after each half-move.
    boards: list[str] = field(default_factory=list)
    result: str = "*"

    def text(self) -> str:
        tags = "".join(f'[{name} "{value}"]\n' for name, value in self.headers.items())
        moves = " ".join(
            f"{number}{LETTERS[seat]}. {san} {{{clock / 1000:.3f}}}" for number, seat, san, clock in self.moves
        )
        return f"{tags}\n{moves}\n{self.result}\n\n"


def game(seed: int, half_moves: int = 60) -> SyntheticGame:
    rng = random.Random(seed)
    match = bughouse.Match()
    ratings = {f"{seat}Elo": str(rng.randrange(1200, 2400)) for seat in bughouse.SEATS}
    players = {seat: f"player{rng.randrange(30)}" for seat in bughouse.SEATS}
    result = rng.choice(["1-0", "0-1", "1/2-1/2"])
    headers = {"Event": f"made up {seed}", "Date": f"2020.{rng.randrange(1, 13):02}.07", **players, **ratings}
    headers |= {"TimeControl": "180+0", "Result": result}
    made = SyntheticGame(headers, [], result=result)
    left = dict.fromkeys(bughouse.SEATS, 180_000)
    for _ in range(rng.randrange(1, half_moves)):
        name = rng.choice("AB")
        legal = list(match.legal_moves(name))
        if not legal:
            continue
        move = rng.choice(legal)
        seat, san = match.to_move(name), match.san(name, move)
        number = match.board(name).fullmove_number
        left[seat] -= rng.randrange(0, 3_000)
        match.push(name, move)
        made.moves.append((number, seat, san, left[seat]))
        made.boards.append(match.bfen())
    return made


def games(count: int, seed: int = 0, half_moves: int = 60) -> list[SyntheticGame]:
    return [game(seed * 100_000 + number, half_moves) for number in range(count)]


def text(count: int, seed: int = 0, half_moves: int = 60) -> str:
    return "".join(made.text() for made in games(count, seed, half_moves))

