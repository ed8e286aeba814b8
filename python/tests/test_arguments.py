"""Invalid arguments raise errors that name the expected values, and values have readable reprs."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

import dolmen
import numpy as np
import pytest
from dolmen import (
    Analysis,
    Batch,
    Board,
    Engine,
    Game,
    Limit,
    Outcome,
    Score,
    aio,
    analyse_many,
    play_match,
    records,
    solve,
    solve_many,
    solving,
)

BOARD = Board("renju", moves="h8i9g9")
FEW = Limit(nodes=50)


def test_a_limit_is_expected() -> None:
    number: Any = 0.5
    calls: list[Callable[[], object]] = [
        lambda: Engine().play(BOARD, number),
        lambda: solve(BOARD, "vct", number),
        lambda: analyse_many([BOARD], number),
        lambda: solve_many([BOARD], "vct", number),
        lambda: play_match(Engine(), Engine(), limit=number),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"expected a Limit such as .* found 0\.5"):
            call()


def test_a_search_needs_an_end() -> None:
    for limit in (None, Limit()):
        with pytest.raises(ValueError, match="does not end"):
            Engine().play(BOARD, limit)
    with pytest.raises(ValueError, match="does not end"):
        analyse_many([BOARD], Limit())
    assert Engine(level=1).play(BOARD, Limit()).best in BOARD.legal


def test_the_numbers_of_a_limit() -> None:
    wrong: Any
    for wrong in ({"nodes": 1e3}, {"depth": "5"}):
        with pytest.raises(TypeError, match="expected an integer"):
            Limit(**wrong)
    with pytest.raises(TypeError, match="invalid nodes True: expected an integer"):
        Limit(nodes=True)
    with pytest.raises(TypeError, match="expected a number"):
        Limit(time="1")  # type: ignore[arg-type]
    for wrong, text in [
        ({"nodes": -1}, "invalid nodes -1: expected an integer from 0 to 18446744073709551615"),
        ({"nodes": 2**70}, "invalid nodes 1180591620717411303424"),
        ({"depth": 2**40}, "invalid depth 1099511627776: expected an integer from 0 to 4294967295"),
        ({"time": float("nan")}, "invalid time nan: expected a number from 0 to 1000000000"),
        ({"time": float("inf")}, "invalid time inf"),
    ]:
        with pytest.raises(ValueError, match=text):
            Limit(**wrong)
    number: Any = np.int64(50)
    assert Engine().play(BOARD, Limit(time=np.float64(5), nodes=number)).nodes <= 50


def test_solvers_refuse_a_depth() -> None:
    shallow = Limit(time=10, depth=3)
    calls: list[Callable[[], object]] = [
        lambda: solve(BOARD, "win", shallow),
        lambda: solving(BOARD, "win", shallow),
        lambda: solve_many([BOARD], "vcf", shallow),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="depth 3 of a solver: expected a Limit of time or no"):
            call()
    assert solve(Board(moves="h8"), "vcf", Limit()).verdict == "no-win", "a solver ends by itself"


def test_numbers_have_ranges() -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: Engine(threads=0), "threads 0: expected 1 to 256"),
        (lambda: Engine(threads=100_000), "threads 100000: expected 1 to 256"),
        (lambda: Engine(threads=-1), "threads -1"),
        (lambda: Engine(memory_mb=0), "memory_mb 0: expected 1 to 1000000"),
        (lambda: Engine(memory_mb=-1), "memory_mb -1"),
        (lambda: Engine(level=-1), "level -1: expected 1 to 15"),
        (lambda: Engine(seed=-1), "seed -1: expected 0 to 18446744073709551615"),
        (lambda: Engine(seed=2**70), "seed 1180591620717411303424"),
        (lambda: Engine().evaluate_many([BOARD], threads=0), "threads 0"),
        (lambda: Engine().analyse(BOARD, FEW, lines=0), "lines 0: expected 1 to 484"),
        (lambda: Engine().analyse(BOARD, FEW, lines=-1), "lines -1"),
        (lambda: analyse_many([BOARD], FEW, threads=257), "threads 257"),
        (lambda: analyse_many([BOARD], FEW, lines=0), "lines 0"),
        (lambda: analyse_many([BOARD], FEW, memory_mb=0), "memory_mb 0"),
        (lambda: solve(BOARD, memory_mb=0), "memory_mb 0"),
        (lambda: solving(BOARD, threads=0), "threads 0"),
        (lambda: solve_many([BOARD], "vct", FEW, memory_mb=0), "memory_mb 0"),
        (lambda: BOARD.svg(size=-4), "size -4: expected 1 to"),
        (lambda: BOARD.svg(size=0), "size 0: expected 1 to"),
    ]
    for call, text in calls:
        with pytest.raises(ValueError, match=f"^invalid {text}"):
            call()
    with pytest.raises(IndexError, match="the game has no node -1"):
        Game().board(-1)


def test_functions_are_expected() -> None:
    five: Any = 5
    calls: list[tuple[str, Callable[[], object]]] = [
        ("on_progress", lambda: solve(BOARD, on_progress=five)),
        ("on_info", lambda: Engine().analyse(BOARD, FEW, on_info=five)),
        ("on_progress", lambda: asyncio.run(aio.solve(BOARD, on_progress=five))),
    ]
    for name, call in calls:
        with pytest.raises(TypeError, match=f"invalid {name} 5: expected a function"):
            call()


def test_values_of_the_wrong_type_are_named() -> None:
    wrong: Any = 5
    marks: Any = ["h8"]
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: Board(wrong), "expected a rule: one of freestyle, standard, renju"),
        (lambda: BOARD.stones(wrong), "expected a colour: 'black' or 'white'"),
        (lambda: BOARD.svg(marks=marks), r"invalid marks \['h8'\]: expected a dictionary"),
        (lambda: records.write(wrong, "a.sgf"), "expected a Game, found 5$"),
        (lambda: records.write(marks[0], "a.sgf"), "expected a Game, found 'h8'$"),
    ]
    for call, text in calls:
        with pytest.raises(TypeError, match=text):
            call()
    with pytest.raises(TypeError, match=r"make one with Game\.from_board\(board\)"):
        records.write(BOARD, "a.sgf")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='invalid score "x": expected a number'):
        Score("x", "black")


def test_one_board_is_not_many() -> None:
    one: Any = BOARD
    calls: list[Callable[[], object]] = [
        lambda: analyse_many(one, FEW),
        lambda: Engine().evaluate_many(one),
        lambda: Batch.from_boards(one),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="many boards"):
            call()


def test_a_player_is_expected() -> None:
    class Bot:
        def play(self, board: Board, limit: Limit) -> str:
            raise NotImplementedError

    someone: Any
    for someone, text in [
        ("./engine", r"ExternalEngine\(command\).*found './engine'"),
        (Bot, r"found the class Bot: make one, as Bot\(\)"),
    ]:
        with pytest.raises(TypeError, match=text):
            play_match(someone, Engine(), limit=FEW)


def test_analyses_survive_a_pickle_when_moves_were_not_reached() -> None:
    with Engine() as engine:
        for nodes in (1, 10, 100):
            analysis = engine.analyse(BOARD, Limit(nodes=nodes))
            assert pickle.loads(pickle.dumps(analysis)) == analysis
            assert all(abs(root.score.plies or 1) < 500 for root in analysis.root_moves)


def test_the_result_of_a_game() -> None:
    game = Game.from_board(Board(moves="h8a1h9a3h10a5h11a7h12"))
    for value, text in [(Outcome.BLACK, "B+"), (Outcome.DRAW, "0"), (None, ""), ("W+T", "W+T")]:
        game.result = value
        assert game.result == text
    with pytest.raises(ValueError, match='invalid result "Black"'):
        game.result = "Black"
    assert game.result == "W+T"


def test_no_moves_are_an_empty_board() -> None:
    assert Board(moves="") == Board(moves=" \n") == Board(moves=()) == Board()


def test_values_show_themselves() -> None:
    game = records.loads("h8 i9", rule="renju")
    assert repr(game) == "<Game: renju 15x15, 2 moves>"
    game.names, game.result = ("Ann", "Bob"), "B+"
    assert repr(game) == '<Game: "Ann" against "Bob", renju 15x15, 2 moves, B+>'
    assert game._repr_svg_() == game.board().svg()
    analysis = Engine().analyse(BOARD, FEW)
    assert "RootMove" not in repr(analysis)
    assert analysis.root_moves
    batch = Batch(3, "omok", (7, 6))
    assert repr(batch) == "<Batch of 3 boards, omok 7x6>"
    assert (batch.rule, batch.size) == ("omok", (7, 6))


def test_classes_have_public_names() -> None:
    for name in dolmen.__all__:
        value = getattr(dolmen, name)
        if isinstance(value, type) and name != "Player":
            assert value.__module__ == "dolmen", name
    assert {Analysis.__qualname__, Score.__qualname__} == {"Analysis", "Score"}
