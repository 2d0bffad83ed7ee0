"""Moves, boards and matches: attributes, errors, pickling, notations, clocks."""

from __future__ import annotations

import copy
import pickle
import random
import xml.dom.minidom
from collections.abc import Callable

import pytest

import bughouse
from bughouse import Board, Match, Move


def test_a_move_has_the_attributes_of_python_chess() -> None:
    move = Move.from_uci("e7e8q")
    assert (move.from_square, move.to_square, move.promotion, move.drop) == (52, 60, bughouse.QUEEN, None)
    drop = Move.from_uci("N@f3")
    assert (drop.from_square, drop.to_square, drop.promotion, drop.drop) == (21, 21, None, bughouse.KNIGHT)
    assert repr(drop) == "Move.from_uci('N@f3')" and str(drop) == drop.uci() == "N@f3"
    assert Move(12, 28) == Move.from_uci("e2e4") and Move(12, 28) != drop
    assert hash(Move(12, 28)) == hash(Move.from_uci("e2e4"))
    assert Move(0, 21, drop=bughouse.KNIGHT) == drop
    other: object = "N@f3"
    assert drop != other


def test_moves_are_shared_and_have_numbers() -> None:
    assert Move.from_uci("e2e4") is Board().parse_san("e4")
    board = Board()
    assert [Move.from_int(number) for number in board.legal_ints()] == list(board.legal_moves)
    assert [move.to_int() for move in board.legal_moves] == board.legal_ints()
    stolen = Move.from_uci("a7b8qd1")
    assert stolen.stolen_from == 3
    assert Move.from_int(stolen.to_int(), white=True) == stolen
    for number in (-1, 32767, 1 << 40):
        with pytest.raises(ValueError):
            Move.from_int(number)


@pytest.mark.parametrize(
    "value",
    [Move.from_uci("N@f3"), Move.from_uci("a7b8qd1"), bughouse.Piece(1, True), bughouse.Pocket("QNN")],
)
def test_small_values_are_pickled(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.copy(value) == value


@pytest.mark.parametrize(
    ("text", "kind", "start", "end"),
    [
        ("", "empty", 0, 0),
        ("8/8/8/8/8/8/8 w - - 0 1", "rank-count", 13, 13),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "malformed", 44, 45),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no-king", 0, 15),
    ],
)
def test_an_invalid_position_is_an_error_with_a_kind_and_a_span(text: str, kind: str, start: int, end: int) -> None:
    with pytest.raises(ValueError) as caught:
        Board(text)
    error = caught.value
    assert isinstance(error, bughouse.InvalidTextError)
    assert (error.kind, error.start, error.end) == (kind, start, end)


def test_an_invalid_move_is_an_error_with_a_kind_and_a_span() -> None:
    board = Board()
    with pytest.raises(bughouse.IllegalMoveError) as caught:
        board.push_san("e4=Q")
    assert (caught.value.kind, caught.value.start, caught.value.end) == ("promotion-not-possible", 2, 4)
    with pytest.raises(ValueError) as other:
        board.push_uci("e2é5")
    assert isinstance(other.value, bughouse.BughouseError) and other.value.start == 2
    with pytest.raises(bughouse.IllegalMoveError) as illegal:
        board.push(Move.from_uci("e2e5"))
    assert (illegal.value.kind, illegal.value.start) == ("cannot-reach", None)
    assert board == Board() and board.move_stack == []
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.kind, error.start, error.end) == ("promotion-not-possible", 2, 4)


INVALID_CALLS: list[Callable[[], object]] = [
    lambda: Board().piece_at(64),
    lambda: Board().piece_at(-1),
    lambda: Move(0, 64),
    lambda: Move(0, 1, 7),
    lambda: Move(0, 1, drop=6),
    lambda: Board().add_to_pocket(True, 6),
    lambda: Match().push("C", Move(12, 28)),
    lambda: Match().clock("White"),
    lambda: Match(rules="none"),
    lambda: Match("8/8 | 8/8"),
    lambda: Board().fen(en_passant="x"),  # type: ignore[arg-type]
    lambda: Board.from_chess960_pos(960),
    lambda: bughouse.Piece.from_symbol("x"),
    lambda: bughouse.Pocket("K"),
    lambda: Board().attacks(64),
    lambda: Board().pieces(7, True),
    lambda: Board().is_attacked_by(True, -1),
    lambda: Board().set_fen("8/8"),
    lambda: Match().parse_uci("A", "e2"),
    lambda: Match().parse_uci("A", "e2e5"),
    lambda: bughouse.square(8, 0),
    lambda: bughouse.square_rank(64),
    lambda: bughouse.piece_name(0),
    lambda: bughouse.piece_symbol(-1),
]


@pytest.mark.parametrize("call", INVALID_CALLS)
def test_invalid_numbers_and_names_raise_errors_with_a_kind(call: Callable[[], object]) -> None:
    with pytest.raises(bughouse.BughouseError) as caught:
        call()
    assert caught.value.kind


def test_a_board_is_copied_compared_and_pickled_with_its_moves() -> None:
    board = Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1")
    board.push_san("N@h6")
    board.add_to_pocket(True, bughouse.QUEEN)
    board.push_san("gxh6")
    for other in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board), board.copy()):
        assert other == board and hash(other) == hash(board)
        assert other.move_stack == board.move_stack
        other.pop()
        assert other != board
        other.pop()
        assert other.bfen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1"
        with pytest.raises(IndexError):
            other.pop()
    assert board.copy(stack=False).move_stack == []
    assert eval(repr(board), {"Board": Board}) == board


def test_a_board_is_set_and_reset() -> None:
    board = Board()
    board.push_san("e4")
    board.set_fen("4k3/8/8/8/8/8/8/4K3[Q] b - - 3 9")
    assert board.bfen() == "4k3/8/8/8/8/8/8/4K3[Q] b - - 3 9" and board.move_stack == [] and board.ply() == 17
    with pytest.raises(ValueError):
        board.set_fen("nonsense")
    assert board.turn == bughouse.BLACK
    board.reset()
    assert board == Board() == Board(bughouse.STARTING_FEN) and board.ply() == 0


def test_a_match_parses_uci_in_the_current_position() -> None:
    match = Match("r3k2r/8/8/8/8/8/8/R3K2R[N] w KQkq - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
    for uci in ("e1g1", "e1h1", "N@f3", "a1a8"):
        move = match.parse_uci("A", uci)
        assert move in match.legal_moves("A") and match.move_stack == []
    for uci in ("N@e1", "a1h8", "e1e3"):
        with pytest.raises(bughouse.IllegalMoveError) as caught:
            match.parse_uci("A", uci)
        assert (caught.value.start, caught.value.end) == (0, 4)


def test_notations_round_trip() -> None:
    random_ = random.Random(7)
    board = Board()
    for _ in range(200):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random_.choice(moves))
        assert Board(board.bfen()) == board
        assert Board(board.feen()).feen() == board.feen()
        assert Board(board.fen()).fen() == board.fen()
        assert Board(board.bfen()).key == board.key


def test_a_frozen_board_lists_the_squares_that_help() -> None:
    board = Board("4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1")
    assert board.frozen() and board.is_check() and not board.is_checkmate()
    help_squares = board.help_squares()
    assert help_squares[bughouse.KNIGHT] == [61] and bughouse.PAWN not in help_squares
    assert Board().help_squares() == {}


def test_images_are_well_formed() -> None:
    match = Match()
    match.push_san("A", "e4")
    for image in (Board()._repr_svg_(), match._repr_svg_()):
        root = xml.dom.minidom.parseString(image).documentElement
        assert root is not None and root.tagName == "svg"


def test_a_match_transfers_pieces_and_undoes_moves() -> None:
    match = Match(base_ms=60_000)
    match.start(0)
    match.push_san("A", "e4", 1_000)
    match.push_san("A", "d5", 3_000)
    match.push_san("A", "exd5", 4_500)
    assert str(match.pocket("BlackB")) == "P" and match.to_move("A") == "BlackA"
    assert match.clock("WhiteA") == 57_500 and match.clock("BlackA") == 58_000
    assert match.clock("BlackA", 5_500) == 57_000
    assert match.diagonals() == (57_500 - 55_500, 58_000 - 60_000)
    assert match.move_stack[-1] == ("WhiteA", Move.from_uci("e4d5"))
    assert match.undo() == Move.from_uci("e4d5")
    assert len(match.pocket("BlackB")) == 0
    assert match.outcome() is None
    outcome = match.resign("BlackB", 6_000)
    assert (outcome.winner, outcome.cause, outcome.seat, outcome.result()) == ("team2", "resignation", "BlackB", "0-1")
    with pytest.raises(bughouse.IllegalMoveError) as caught:
        match.push_san("A", "exd5")
    assert caught.value.kind == "over"


def test_a_match_lists_frozen_players_and_freeing_captures() -> None:
    start = "4R1k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1 | 4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1"
    match = Match(start)
    assert match.frozen() == {"BlackA": [5, 4, 3, 2]}
    assert match.freeing_captures("A") == [Move.from_uci("e4d5")]
    match.push_uci("B", "e4d5")
    assert match.frozen() == {}


@pytest.mark.parametrize("rules", ["standard", "fics", "chesscom", "bughouse.pro"])
def test_random_matches_are_pickled_completely(rules: str) -> None:
    random_ = random.Random(3)
    for _ in range(10):
        match = Match(rules=rules, base_ms=30_000, increment_ms=500)
        time = 0
        for _ in range(random_.randrange(80)):
            choice = random_.random()
            if choice < 0.02:
                match.start(time)
            elif choice < 0.1 and match.move_stack:
                match.undo()
            else:
                name = random_.choice("AB")
                moves = list(match.legal_moves(name))
                if moves:
                    match.push(name, random_.choice(moves), time if random_.random() < 0.9 else None)
            time += random_.randrange(2_000)
        if random_.random() < 0.5 and not match.is_over():
            match.agree_draw()
        other = pickle.loads(pickle.dumps(match))
        assert other == match and other.bfen() == match.bfen() and other.outcome() == match.outcome()
        assert other.move_stack == match.move_stack
        assert [other.clock(seat) for seat in bughouse.SEATS] == [match.clock(seat) for seat in bughouse.SEATS]
        while match.move_stack:
            assert other.undo() == match.undo()
        assert other.bfen() == match.bfen()
