"""Boards beside python-chess: the same moves, the same SAN, the same FEN, on thousands of random positions."""

from __future__ import annotations

import random

import chess
import chess.variant
import pytest

import bughouse


def peer_of(board: bughouse.Board) -> chess.variant.CrazyhouseBoard:
    """Returns the same board of python-chess, which knows crazyhouse: the same drops, other captures."""
    return chess.variant.CrazyhouseBoard(board.bfen())


def feed(board: bughouse.Board, random_: random.Random) -> None:
    """Puts a piece into a reserve, as a partner would."""
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
                feed(board, random_)
            boards.append(board.copy(stack=False))
    return boards


def without_mark(san: str) -> str:
    """Crazyhouse calls mate what may be ended by a piece from the partner; python-chess leaves the P of a drop out."""
    return ("P" if san.startswith("@") else "") + san.rstrip("+#")


@pytest.mark.parametrize("seed", range(8))
def test_moves_and_san_are_those_of_python_chess(seed: int) -> None:
    boards = random_boards(seed, 8, 60)
    assert len(boards) > 300
    for board in boards:
        peer = peer_of(board)
        own = {move.uci(): move for move in board.legal_moves}
        assert set(own) == {move.uci() for move in peer.legal_moves}
        assert board.legal_moves.count() == len(own) == len(board.legal_moves)
        assert board.is_check() == peer.is_check()
        assert board.is_stalemate() == peer.is_stalemate()
        # Mate here is mate there, and what is mate there is mate or frozen here.
        assert peer.is_checkmate() == (board.is_checkmate() or board.frozen())
        assert board.turn == peer.turn and board.fullmove_number == peer.fullmove_number
        for uci, move in own.items():
            theirs = peer.san(chess.Move.from_uci(uci))
            ours = board.san(move)
            assert without_mark(ours) == without_mark(theirs)
            assert ours.endswith(("+", "#")) == theirs.endswith(("+", "#"))
            assert board.parse_san(ours) is move or board.parse_san(ours) == move
            assert board.is_capture(move) == peer.is_capture(chess.Move.from_uci(uci))
            assert board.gives_check(move) == peer.gives_check(chess.Move.from_uci(uci))


@pytest.mark.parametrize("seed", range(4))
def test_boards_after_each_move_are_those_of_python_chess(seed: int) -> None:
    random_ = random.Random(1000 + seed)
    for board in random_boards(seed + 100, 6, 50):
        peer = peer_of(board)
        for move in random_.sample(list(board.legal_moves), min(5, len(board.legal_moves))):
            theirs = chess.Move.from_uci(move.uci())
            captured = peer.is_capture(theirs)
            board.push(move)
            peer.push(theirs)
            if captured:
                # There a captured piece goes to the capturer's own reserve; here it leaves the board.
                own = chess.Board(board.fen())
                assert own.board_fen() == peer.board_fen(promoted=False)
            else:
                assert board.bfen() == peer.fen(en_passant="fen")
            for square in chess.SQUARES:
                colored, other = board.piece_at(square), peer.piece_at(square)
                assert (colored and colored.symbol()) == (other and other.symbol())
            assert str(board) == str(peer)
            assert board.pop() == move
            peer.pop()


@pytest.mark.parametrize("seed", range(3))
def test_what_stands_where_is_that_of_python_chess(seed: int) -> None:
    for board in random_boards(seed + 200, 4, 50):
        peer = peer_of(board)
        assert board.ply() == peer.ply()
        for color in chess.COLORS:
            assert board.has_castling_rights(color) == peer.has_castling_rights(color)
            assert board.has_kingside_castling_rights(color) == peer.has_kingside_castling_rights(color)
            assert board.has_queenside_castling_rights(color) == peer.has_queenside_castling_rights(color)
            for kind in chess.PIECE_TYPES:
                assert board.pieces(kind, color) == list(peer.pieces(kind, color))
            for square in chess.SQUARES:
                assert board.attackers(color, square) == list(peer.attackers(color, square))
                assert board.is_attacked_by(color, square) == peer.is_attacked_by(color, square)
        for square in chess.SQUARES:
            assert board.attacks(square) == list(peer.attacks(square))
        for move in board.legal_moves:
            assert board.is_en_passant(move) == peer.is_en_passant(chess.Move.from_uci(move.uci()))


def test_constants_and_small_functions_are_those_of_python_chess() -> None:
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
            own, peer = bughouse.Piece(kind, color), chess.Piece(kind, color)
            for invert in (False, True):
                assert own.unicode_symbol(invert_color=invert) == peer.unicode_symbol(invert_color=invert)


def test_perft_of_the_start_is_known() -> None:
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


def test_chess960_starts_are_those_of_python_chess() -> None:
    for number in range(0, 960, 7):
        ours, theirs = bughouse.Board.from_chess960_pos(number), chess.Board.from_chess960_pos(number)
        assert ours.fen().split()[0] == theirs.board_fen()
        assert {ours.uci(move, chess960=True) for move in ours.legal_moves} == {
            move.uci() for move in theirs.legal_moves
        }


class TwoPeers:
    """A match of two boards of python-chess, with the transfer written out."""

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
def test_matches_are_those_of_two_boards_of_python_chess(seed: int) -> None:
    random_ = random.Random(seed)
    for _ in range(6):
        match, peers = bughouse.Match(), TwoPeers()
        for _ in range(120):
            name = random_.choice("AB")
            moves = list(match.legal_moves(name))
            assert {move.uci() for move in moves} == {m.uci() for m in peers.boards[name].legal_moves} or match.is_over()
            if match.is_over():
                break
            if not moves:
                continue
            move = random_.choice(moves)
            san = match.san(name, move)
            assert without_mark(san) == without_mark(peers.boards[name].san(chess.Move.from_uci(move.uci())))
            assert match.push_san(name, san) == move
            peers.push(name, chess.Move.from_uci(move.uci()))
            for each in "AB":
                assert match.board(each).bfen() == peers.boards[each].fen(en_passant="fen")
