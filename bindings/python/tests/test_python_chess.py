"""Boards compared with python-chess on thousands of random positions: the same moves, SAN and FEN."""

from __future__ import annotations

import random

import chess
import chess.variant
import pytest

import bughouse


def baseline_of(board: bughouse.Board) -> chess.variant.CrazyhouseBoard:
    """Returns the same board in python-chess. Its Crazyhouse has the same drops; only captured pieces differ."""
    return chess.variant.CrazyhouseBoard(board.bfen())


def add_piece(board: bughouse.Board, random_: random.Random) -> None:
    """Adds a piece to a reserve, like a capture by the partner."""
    color = random_.random() < 0.5
    piece = random_.choice([1, 1, 1, 2, 3, 4, 5])
    if sum(board.pockets[color].count(kind) for kind in range(1, 6)) < 6:
        try:
            board.add_to_pocket(color, piece)
        except bughouse.BughouseError:
            pass


def random_boards(seed: int, games: int, plies: int) -> list[bughouse.Board]:
    random_ = random.Random(seed)
    boards = []
    for number in range(games):
        board = bughouse.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random_.choice(moves))
            if random_.random() < 0.4:
                add_piece(board, random_)
            boards.append(board.copy(stack=False))
    return boards


def without_check_sign(san: str) -> str:
    """Removes check signs, which differ for frozen players, and adds the P of a pawn drop, which python-chess omits."""
    return ("P" if san.startswith("@") else "") + san.rstrip("+#")


@pytest.mark.parametrize("seed", range(8))
def test_moves_and_san_equal_those_of_python_chess(seed: int) -> None:
    boards = random_boards(seed, 8, 60)
    assert len(boards) > 300
    for board in boards:
        baseline = baseline_of(board)
        own = {move.uci(): move for move in board.legal_moves}
        assert set(own) == {move.uci() for move in baseline.legal_moves}
        assert board.legal_moves.count() == len(own) == len(board.legal_moves)
        assert board.is_check() == baseline.is_check()
        assert board.is_stalemate() == baseline.is_stalemate()
        # Mate in Crazyhouse is mate or frozen in bughouse.
        assert baseline.is_checkmate() == (board.is_checkmate() or board.frozen())
        assert board.turn == baseline.turn and board.fullmove_number == baseline.fullmove_number
        for uci, move in own.items():
            theirs = baseline.san(chess.Move.from_uci(uci))
            ours = board.san(move)
            assert without_check_sign(ours) == without_check_sign(theirs)
            assert ours.endswith(("+", "#")) == theirs.endswith(("+", "#"))
            assert board.parse_san(ours) is move or board.parse_san(ours) == move
            assert board.is_capture(move) == baseline.is_capture(chess.Move.from_uci(uci))
            assert board.gives_check(move) == baseline.gives_check(chess.Move.from_uci(uci))


@pytest.mark.parametrize("seed", range(4))
def test_boards_after_a_move_equal_those_of_python_chess(seed: int) -> None:
    random_ = random.Random(1000 + seed)
    for board in random_boards(seed + 100, 6, 50):
        baseline = baseline_of(board)
        for move in random_.sample(list(board.legal_moves), min(5, len(board.legal_moves))):
            theirs = chess.Move.from_uci(move.uci())
            captured = baseline.is_capture(theirs)
            board.push(move)
            baseline.push(theirs)
            if captured:
                # In python-chess, the captured piece goes to the player's own reserve; our `Board` discards it.
                own = chess.Board(board.fen())
                assert own.board_fen() == baseline.board_fen(promoted=False)
            else:
                assert board.bfen() == baseline.fen(en_passant="fen")
            for square in chess.SQUARES:
                colored, other = board.piece_at(square), baseline.piece_at(square)
                assert (colored and colored.symbol()) == (other and other.symbol())
            assert str(board) == str(baseline)
            assert board.pop() == move
            baseline.pop()


@pytest.mark.parametrize("seed", range(3))
def test_pieces_and_attacks_equal_those_of_python_chess(seed: int) -> None:
    for board in random_boards(seed + 200, 4, 50):
        baseline = baseline_of(board)
        assert board.ply() == baseline.ply()
        for color in chess.COLORS:
            assert board.has_castling_rights(color) == baseline.has_castling_rights(color)
            assert board.has_kingside_castling_rights(color) == baseline.has_kingside_castling_rights(color)
            assert board.has_queenside_castling_rights(color) == baseline.has_queenside_castling_rights(color)
            for kind in chess.PIECE_TYPES:
                assert board.pieces(kind, color) == list(baseline.pieces(kind, color))
            for square in chess.SQUARES:
                assert board.attackers(color, square) == list(baseline.attackers(color, square))
                assert board.is_attacked_by(color, square) == baseline.is_attacked_by(color, square)
        for square in chess.SQUARES:
            assert board.attacks(square) == list(baseline.attacks(square))
        for move in board.legal_moves:
            assert board.is_en_passant(move) == baseline.is_en_passant(chess.Move.from_uci(move.uci()))


def test_constants_and_helpers_equal_those_of_python_chess() -> None:
    names = "COLORS COLOR_NAMES FILE_NAMES PIECE_NAMES PIECE_SYMBOLS PIECE_TYPES RANK_NAMES SQUARES SQUARE_NAMES STARTING_FEN"
    for name in names.split() + [name.upper() for name in chess.SQUARE_NAMES]:
        assert getattr(bughouse, name) == getattr(chess, name) and name in bughouse.__all__, name
    for square in chess.SQUARES:
        for call in ("square_file", "square_mirror", "square_name", "square_rank"):
            assert getattr(bughouse, call)(square) == getattr(chess, call)(square)
        assert bughouse.square(square % 8, square // 8) == square
    for kind in chess.PIECE_TYPES:
        assert bughouse.piece_symbol(kind) == chess.piece_symbol(kind)
        assert bughouse.piece_name(kind) == chess.piece_name(kind)
        for color in chess.COLORS:
            own, baseline = bughouse.Piece(kind, color), chess.Piece(kind, color)
            for invert in (False, True):
                assert own.unicode_symbol(invert_color=invert) == baseline.unicode_symbol(invert_color=invert)


def test_perft_of_the_start() -> None:
    def perft(board: bughouse.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    assert perft(bughouse.Board(), 3) == 8902


def test_chess960_starts_equal_those_of_python_chess() -> None:
    for number in range(0, 960, 7):
        ours, theirs = bughouse.Board.from_chess960_pos(number), chess.Board.from_chess960_pos(number)
        assert ours.fen().split()[0] == theirs.board_fen()
        assert {ours.uci(move, chess960=True) for move in ours.legal_moves} == {
            move.uci() for move in theirs.legal_moves
        }


class TwoBoards:
    """Two boards of python-chess, with transfers between them."""

    def __init__(self) -> None:
        self.boards = {name: chess.variant.CrazyhouseBoard() for name in "AB"}

    def push(self, name: str, move: chess.Move) -> None:
        board, other = self.boards[name], self.boards["B" if name == "A" else "A"]
        mover = board.turn
        captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
        if move.drop or not board.is_capture(move):
            captured = None
        elif chess.BB_SQUARES[move.to_square] & board.promoted:
            captured = chess.PAWN
        board.push(move)
        if captured:
            board.pockets[mover].remove(captured)
            other.pockets[not mover].add(captured)


@pytest.mark.parametrize("seed", range(6))
def test_matches_equal_two_boards_of_python_chess(seed: int) -> None:
    random_ = random.Random(seed)
    for _ in range(6):
        match, pair = bughouse.Match(), TwoBoards()
        for _ in range(120):
            name = random_.choice("AB")
            moves = list(match.legal_moves(name))
            assert {move.uci() for move in moves} == {m.uci() for m in pair.boards[name].legal_moves} or match.is_over()
            if match.is_over():
                break
            if not moves:
                continue
            move = random_.choice(moves)
            san = match.san(name, move)
            assert without_check_sign(san) == without_check_sign(pair.boards[name].san(chess.Move.from_uci(move.uci())))
            assert match.push_san(name, san) == move
            pair.push(name, chess.Move.from_uci(move.uci()))
            for each in "AB":
                assert match.board(each).bfen() == pair.boards[each].fen(en_passant="fen")
