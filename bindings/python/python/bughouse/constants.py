"""Squares, piece types, colours and seats, named as in python-chess."""

from __future__ import annotations

from typing import Literal

from ._native import InvalidTextError

WHITE: Literal[True] = True
BLACK: Literal[False] = False
COLORS = [WHITE, BLACK]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]

#: The seats in the order of their numbers. WhiteA and BlackB are one team, BlackA and WhiteB the other.
SEATS = ["WhiteA", "BlackA", "WhiteB", "BlackB"]

SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def square_name(square: int) -> str:
    """Returns the name of a square.

    >>> square_name(28)
    'e4'
    """
    # A list would count from its end.
    if 0 <= square < 64:
        return SQUARE_NAMES[square]
    raise _wrong("square", f"{square} is no square, they go from 0 to 63", None)


def parse_square(name: str) -> int:
    """Returns the square with a name.

    >>> parse_square("e4")
    28
    """
    if name in SQUARE_NAMES:
        return SQUARE_NAMES.index(name)
    raise _wrong("square", f"expected a square from a1 to h8, got {name!r}", name)


def _wrong(kind: str, message: str, text: str | None) -> InvalidTextError:
    error = InvalidTextError(message)
    error.kind = kind
    error.start, error.end = (None, None) if text is None else (0, len(text))
    return error
