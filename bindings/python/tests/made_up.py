"""Synthetic games in BPGN: random play on both boards with clocks, written by a few plain lines."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import bughouse

LETTERS = {"WhiteA": "A", "BlackA": "a", "WhiteB": "B", "BlackB": "b"}


@dataclass
class MadeUp:
    """A game, and what a reader must find in it."""

    headers: dict[str, str]
    #: Number, seat, SAN, clock in milliseconds.
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


def game(seed: int, half_moves: int = 60) -> MadeUp:
    chance = random.Random(seed)
    match = bughouse.Match()
    ratings = {f"{seat}Elo": str(chance.randrange(1200, 2400)) for seat in bughouse.SEATS}
    players = {seat: f"player{chance.randrange(30)}" for seat in bughouse.SEATS}
    result = chance.choice(["1-0", "0-1", "1/2-1/2"])
    headers = {"Event": f"made up {seed}", "Date": f"2020.{chance.randrange(1, 13):02}.07", **players, **ratings}
    headers |= {"TimeControl": "180+0", "Result": result}
    made = MadeUp(headers, [], result=result)
    left = dict.fromkeys(bughouse.SEATS, 180_000)
    for _ in range(chance.randrange(1, half_moves)):
        name = chance.choice("AB")
        legal = list(match.legal_moves(name))
        if not legal:
            continue
        move = chance.choice(legal)
        seat, san = match.to_move(name), match.san(name, move)
        number = match.board(name).fullmove_number
        left[seat] -= chance.randrange(0, 3_000)
        match.push(name, move)
        made.moves.append((number, seat, san, left[seat]))
        made.boards.append(match.bfen())
    return made


def games(count: int, seed: int = 0, half_moves: int = 60) -> list[MadeUp]:
    return [game(seed * 100_000 + number, half_moves) for number in range(count)]


def text(count: int, seed: int = 0, half_moves: int = 60) -> str:
    return "".join(made.text() for made in games(count, seed, half_moves))


#: A game that a drop ends: no piece that the partner could send would help.
MATE = """[Event "mate"]
[WhiteA "Ann"][BlackA "Bob"][WhiteB "Cat"][BlackB "Dan"]
[WhiteAElo "2000"][BlackAElo "1900"][WhiteBElo "1800"][BlackBElo "1700"]
[TimeControl "180+0"]
1A. e4 {179} 1a. f6 {179} 2A. Bc4 {178} 2a. Nc6 {178} 1B. e4 {179} 1b. e5 {179} 2B. Qh5 {178} 2b. Nf6 {178}
3B. Qxf7+ {177} 3b. Kxf7 {177} 3A. Q@f7# {176} {Bob checkmated} 1-0

"""
