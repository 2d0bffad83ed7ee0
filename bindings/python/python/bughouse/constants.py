"""Squares, piece types, colors and seats, named as in python-chess."""

from __future__ import annotations

from typing import Literal

from ._errors import make_error

WHITE: Literal[True] = True
BLACK: Literal[False] = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]

#: The seats in the order of their numbers. WhiteA and BlackB are one team, BlackA and WhiteB the other.
SEATS = ["WhiteA", "BlackA", "WhiteB", "BlackB"]

FILE_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES = ["1", "2", "3", "4", "5", "6", "7", "8"]
SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
(
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
) = SQUARES

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def square_name(square: int) -> str:
    """Returns the name of a square.

    >>> square_name(28)
    'e4'
    """
    return SQUARE_NAMES[_on_board(square)]


def parse_square(name: str) -> int:
    """Returns the square with a name.

    >>> parse_square("e4")
    28
    """
    if name in SQUARE_NAMES:
        return SQUARE_NAMES.index(name)
    raise make_error("square", f"expected a square from a1 to h8, got {name!r}", name)


def square(file_index: int, rank_index: int) -> int:
    """Returns the square of a file and a rank, both counted from 0.

    >>> square(4, 3) == E4
    True
    """
    if 0 <= file_index < 8 and 0 <= rank_index < 8:
        return rank_index * 8 + file_index
    raise make_error("square", f"there is no square on file {file_index} and rank {rank_index}, expected 0 to 7")


def square_file(square: int) -> int:
    """Returns the file of a square, from 0 for the a-file."""
    return _on_board(square) % 8


def square_rank(square: int) -> int:
    """Returns the rank of a square, from 0 for the first."""
    return _on_board(square) // 8


def square_mirror(square: int) -> int:
    """Mirrors a square vertically.

    >>> square_name(square_mirror(E4))
    'e5'
    """
    return _on_board(square) ^ 56


def piece_symbol(piece_type: int) -> str:
    """Returns the letter of a piece type, in lower case."""
    return _of_piece(PIECE_SYMBOLS, piece_type)


def piece_name(piece_type: int) -> str:
    """Returns the name of a piece type."""
    return _of_piece(PIECE_NAMES, piece_type)


def _of_piece(words: list[str | None], piece_type: int) -> str:
    word = words[piece_type] if 1 <= piece_type <= 6 else None
    if word is None:
        raise make_error("piece-type", f"{piece_type} is not a piece type: expected 1 (pawn) to 6 (king)")
    return word


def _on_board(square: int) -> int:
    # A negative index would count from the end of a list.
    if 0 <= square < 64:
        return square
    raise make_error("square", f"{square} is not a square: expected 0 to 63")
