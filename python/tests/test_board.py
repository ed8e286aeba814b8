"""Boards against an independent implementation of the rules, and the protocols of values."""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
import pytest
from dolmen import Board, Color, Game, IllegalMove, Move, Outcome, Point, PointSet, Rule
from hypothesis import given, settings
from hypothesis import strategies as st

ANY: Any = 7
LEFT: Any = "left"
RULES = st.sampled_from(list(Rule))
SIZES = st.tuples(st.integers(5, 22), st.integers(5, 22))
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def run(board: Board, point: Point, color: Color, dx: int, dy: int) -> tuple[int, bool]:
    """Returns the length of the run through a stone, and whether the other side closes it."""
    width, height = board.size
    length, closed = 1, True
    for sign in (1, -1):
        x, y = point.x + sign * dx, point.y + sign * dy
        while 0 <= x < width and 0 <= y < height and board[x, y] is color:
            length, x, y = length + 1, x + sign * dx, y + sign * dy
        is_on_board = 0 <= x < width and 0 <= y < height
        closed = closed and is_on_board and board[x, y] is color.other
    return length, closed


def wins(board: Board) -> bool:
    """Returns whether the last stone made a five, by counting."""
    point, color = board.moves[-1]
    for dx, dy in DIRECTIONS:
        length, closed = run(board, point, color, dx, dy)
        exact = length == 5
        five = {
            Rule.FREESTYLE: length >= 5,
            Rule.STANDARD: exact,
            Rule.OMOK: exact,
            Rule.RENJU: exact if color is Color.BLACK else length >= 5,
            Rule.CARO: exact and not closed,
            Rule.CARO6: length >= 6 or (exact and not closed),
        }[board.rule]
        if five:
            return True
    return False


@settings(max_examples=60, deadline=None)
@given(RULES, SIZES, st.randoms(use_true_random=False))
def test_random_games_end_as_counted(
    rule: Rule, size: tuple[int, int], random: st.DataObject
) -> None:
    board = Board(rule, size)
    asks = random.random() < 0.5  # type: ignore[attr-defined]
    while board.legal and board.ply < 80:
        # Requested threats are updated incrementally from then on.
        if asks:
            board.threats()
        near = [p for p in board.legal if p.x < 8 and p.y < 8] or list(board.legal)
        outcome = board.push(random.choice(near))  # type: ignore[attr-defined]
        assert (outcome is not None and outcome is not Outcome.DRAW) == wins(board)
        assert outcome == board.outcome
        if outcome is not None and outcome is not Outcome.DRAW:
            assert board.moves[-1].point in board.five
            assert outcome.winner is board.moves[-1].color
    fresh = Board.from_text(board.to_text())
    assert (fresh, fresh.key, fresh.moves) == (board, board.key, board.moves)
    assert fresh.forbidden == board.forbidden
    assert fresh.threats("black") == board.threats("black")
    while board.ply:
        board.pop()
    assert board == Board(rule, size)
    assert len(board.legal) == size[0] * size[1]


def test_points_are_shared_tuples() -> None:
    board = Board(moves="h8")
    point = board.moves[0].point
    assert point == (7, 7) == Point.parse("h8")
    assert point is next(iter(board.stones("black")))
    assert board.moves == (Move(Point(7, 7), Color.BLACK),)
    assert str(point) == "h8"


@pytest.mark.parametrize(
    ("moves", "point", "reason"),
    [
        ("h8", "h8", "occupied"),
        ("h8", "p1", "off the board"),
        ("g8a1i8a3h7a5h9a7", "h8", "double three"),
        ("h8a1h9a3h10a5h11a7h12", "c3", "the game has ended"),
        ("e8a1f8a3g8a5i8a7j8a9k8a11", "h8", "overline"),
    ],
)
def test_illegal_moves_say_why(moves: str, point: str, reason: str) -> None:
    board = Board("renju", moves=moves)
    before = board.to_text()
    with pytest.raises(IllegalMove) as caught:
        board.push(point)
    assert caught.value.reason == reason
    assert caught.value.point == Point.parse(point)
    assert board.why_illegal(point) == str(caught.value)
    assert board.to_text() == before
    assert pickle.loads(pickle.dumps(caught.value)).reason == reason


def test_all_reasons_are_given() -> None:
    board = Board("renju", moves="g8a1i8a3h7a5h9a7")
    assert board.forbidden == {Point.parse("h8"): frozenset({"double three"})}
    assert len(board.legal) == 15 * 15 - 8 - 1
    assert Board("standard", moves="g8a1i8a3h7a5h9a7").forbidden == {}
    board.pass_turn()
    assert board.forbidden == {}, "white may play everywhere"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Board("chess"), 'unknown rule "chess": expected one of freestyle'),
        (lambda: Board(size=4), "invalid board size 4x4"),
        (lambda: Board(moves="h8h8"), "point h8 is occupied"),
        (lambda: Board().push("x9"), 'invalid point "x9": expected a letter and a number'),
        (lambda: Board().push((22, 0)), r"invalid point \(22, 0\): expected a column and a row"),
        (lambda: Board().push(ANY), "expected a point: a name such as 'h8'"),
        (lambda: Board().place("h8", "red"), "red"),
        (lambda: Board().planes(dtype="str"), 'unknown dtype "str": expected one of float32'),
        (lambda: Board().planes(out=np.zeros((2, 15, 15))), "expected an array of the shape"),
        (lambda: Board().svg(circles=["s19"]), "point s19 is off the board of 15x15"),
        (lambda: Board().svg(coordinates=LEFT), "expected top, bottom, numbers or None"),
        (lambda: Board().svg(marks={"s19": "x"}), "point s19 is off the board of 15x15"),
        (lambda: Board.from_diagram("X?"), "."),
        (lambda: PointSet(["p1"]), "point p1 is off the board of 15x15"),
    ],
)
def test_bad_input_is_named(call: object, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        call()  # type: ignore[operator]


def test_pop_of_an_empty_board() -> None:
    with pytest.raises(IndexError, match="there is no stone to take back"):
        Board().pop()


def test_set_up_by_hand() -> None:
    board = Board.from_stones(["h8", "i9"], [(0, 0)], dead=["o15"], rule="renju")
    assert board.turn is Color.WHITE
    assert board["h8"] is Color.BLACK
    assert board["o15"] is None
    assert list(board.dead) == [Point(14, 14)]
    assert board.remove("i9") == Move(Point(8, 8), Color.BLACK)
    assert board.remove("i9") is None
    board.place("j10", "white")
    assert len(board.stones("white")) == 2
    board.block("a2")
    assert len(board.dead) == 2
    again = Board.from_diagram(str(board), to_move=board.turn, rule=board.rule)
    assert again == board


def test_continuous_games_go_on() -> None:
    board = Board("freestyle", moves="h8a1h9a3h10a5h11a7", continuous=True)
    assert board.push("h12") is None
    assert board.continuous
    assert "continuous" in board.to_text()


@given(RULES, st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=30, unique=True))
def test_values_survive_copies_and_pickles(rule: Rule, points: list[tuple[int, int]]) -> None:
    board = Board.from_stones(points[::2], points[1::2], rule=rule)
    for twin in (
        copy.copy(board),
        copy.deepcopy(board),
        board.copy(),
        pickle.loads(pickle.dumps(board)),
    ):
        assert twin == board
        assert twin.moves == board.moves
    points_set = board.empty
    assert pickle.loads(pickle.dumps(points_set)) == points_set
    assert hash(pickle.loads(pickle.dumps(points_set))) == hash(points_set)
    assert {image.canonical_key for image in board.images()} == {board.canonical_key}
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_equality_with_other_types() -> None:
    assert Board() != 1
    assert (Board() == "board") is False
    assert Board("renju") != Board("standard")
    assert Board(size=15) != Board(size=16)


def test_sets_of_points() -> None:
    board = Board(moves="h8i9")
    stones = board.stones("black") | board.stones("white")
    assert stones == PointSet(["h8", "i9"])
    assert stones & ["h8"] == board.stones("black")
    assert stones - board.stones("black") == board.stones("white")
    assert stones ^ ["h8", "a1"] == PointSet(["i9", "a1"])
    assert {Point(7, 7), Point(0, 0)} & stones == board.stones("black")
    assert board.stones("black") < stones <= stones
    names: list[object] = ["h8", (7, 7), Point(8, 8)]
    assert all(name in stones for name in names)
    others: list[object] = ["nonsense", "a1", (40, 40), None]
    assert not any(name in stones for name in others)
    assert len(board.empty) == 223
    assert not PointSet()
    mask = board.empty.to_numpy()
    assert mask.dtype == bool
    assert mask.shape == (15, 15)
    assert not mask[7, 7]
    assert mask.sum() == 223


def test_sets_of_points_are_sets() -> None:
    board = Board(moves="h8i9")
    legal, stones = board.legal, board.stones("black")
    assert isinstance(legal, AbstractSet)
    assert legal == set(legal)
    assert set(legal) == legal
    assert stones == {Point(7, 7)} == stones
    assert stones == {(7, 7)}
    assert stones == {(7, 7): "a mapping"}.keys()
    assert stones != {"h8"}, "a name is no point"
    assert stones != [Point(7, 7)], "a list is no set"
    assert stones == Board(size=19, moves="h8").stones("black"), "the size does not matter"
    assert hash(stones) == hash(frozenset(stones))
    assert {stones: "found"}[frozenset({Point(7, 7)})] == "found"
    more = {Point(7, 7), Point(0, 0)}
    assert stones < more
    assert stones <= more
    assert more > stones
    assert not stones >= more
    assert not stones > set(stones)
    assert stones.isdisjoint({Point(0, 0)})
    assert stones.isdisjoint(board.stones("white"))
    assert not stones.isdisjoint(["h8"])
    assert stones & {(20, 20), (7, 7)} == stones, "points off the board are not in the set"
    assert stones - {(20, 20)} == stones
    with pytest.raises(ValueError, match="point u21 is off the board of 15x15"):
        _ = stones | {(20, 20)}
    with pytest.raises(TypeError):
        _ = stones <= ANY


def test_a_board_accepts_moves_as_boards_and_games_have_them() -> None:
    board = Board("renju", moves="h8i9")
    board.pass_turn()
    board.push("a1")
    assert Board("renju", moves=board.moves) == board
    game = Game.from_board(board)
    assert None in game.moves
    assert Board("renju", moves=game.moves) == board
    assert Board("renju", moves=["h8", "i9", "pass", "a1"]) == board
    assert Board("renju", moves="h8 i9 pass a1") == board


def test_faults_of_moves_have_their_number() -> None:
    wrong: list[Any] = ["h8 h8", ["h8", "h8"], ["h8", None, (7, 7)]]
    for moves, number in zip(wrong, (2, 2, 3), strict=True):
        with pytest.raises(ValueError, match=f"^move {number}: point h8 is occupied$"):
            Board(moves=moves)
    with pytest.raises(IllegalMove, match=r"^move 9: point h8 is forbidden: double three$"):
        Board("renju", moves="g8a1i8a3h7a5h9a7h8")
    with pytest.raises(ValueError, match=r"^move 2: point z99 is off the board of 15x15$"):
        Board(moves="h8 z99")
    with pytest.raises(TypeError, match="expected a point"):
        Board(moves=["h8", 7])  # type: ignore[list-item]


def test_points_off_the_board() -> None:
    with pytest.raises(ValueError, match="point p1 is off the board of 15x15"):
        _ = Board()["p1"]
    assert str(Point(99, 99)) == "99, 99"
    assert repr(Point(99, 99)) == "Point(99, 99)"
    assert repr(Point(-1, 0)) == "Point(-1, 0)"
    assert repr(Point(21, 21)) == "Point(v22)"


def test_planes() -> None:
    board = Board(size=(7, 5), moves="a2g5")
    board.block("c1")
    planes = board.planes()
    assert planes.dtype == np.float32
    assert planes.shape == (3, 5, 7)
    assert planes[0, 1, 0] == planes[1, 4, 6] == planes[2, 0, 2] == 1
    assert planes.sum() == 3
    for dtype in ("float64", "int8", "uint8", "bool", "float32"):
        out = np.full((3, 5, 7), 1, dtype=dtype)
        assert board.planes(out=out) is out
        assert (out == planes).all()
        assert board.planes(dtype=dtype).dtype == dtype
    board.pass_turn()
    assert (board.planes()[0] == planes[1]).all(), "the planes are those of the side to move"


def test_threats() -> None:
    board = Board(moves="g8a1h8a3i8a5")
    threats = board.threats()
    assert threats[Point.parse("f8")] == threats[Point.parse("j8")] == "open four"
    assert "open four" not in board.threats("white").values()
    board.push("f8")
    assert board.threats("black")[Point.parse("e8")] == "five"


def test_pictures() -> None:
    board = Board("renju", moves="g8a1i8a3h7a5h9a7")
    text = board.svg(marks={"b2": "<A>"}, fill={(3, 3): "#ff0000"}, arrows=[("a1", "c3")], size=300)
    root = ElementTree.fromstring(text)
    assert root.get("width") == "300"
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"1", "8", "<A>"} <= set(texts)
    assert 'stroke="#d4351c"' in text, "the forbidden point has a cross"
    assert board._repr_svg_() == board.svg()
    plain = Board(moves="h8").svg(numbers=False, last=False, coordinates=None, circles=["c3"])
    assert "<text" not in plain
    assert "#e2572b" not in plain
    assert plain.count('r=".48"') == 1, "a circle surrounds a point"
    rows = [board.svg(coordinates=names) for names in ("top", "bottom", "numbers")]
    assert len(set(rows)) == 3
    won = Board(moves="h8a1h9a3h10a5h11a7h12")
    assert won.svg().count('r=".4"') == len(won.five) == 5
