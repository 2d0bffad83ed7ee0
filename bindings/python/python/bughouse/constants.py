"""Squares, piece types, colours and seats, named as in python-chess."""

from __future__ import annotations

from typing import Literal

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
    return SQUARE_NAMES[square]


def parse_square(name: str) -> int:
    """Returns the square with a name.

    >>> parse_square("e4")
    28
    """
    return SQUARE_NAMES.index(name)
