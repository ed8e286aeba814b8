"""Games as files: every format, faults, and arrays."""

from __future__ import annotations

import copy
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dolmen import Board, Color, Game, Point, records
from hypothesis import given
from hypothesis import strategies as st

MOVES = "h8i9g7a15"


@given(
    st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40, unique=True),
    st.text(alphabet="abc \\]äé☗", max_size=8),
)
def test_every_format_keeps_the_moves(points: list[tuple[int, int]], name: str) -> None:
    game = Game("renju")
    node = 0
    for point in points:
        node = game.add(node, point)
    game.names = (name.strip(), "other")
    for format_name in ("sgf", "psq"):
        if not points and format_name == "psq":
            continue
        again = records.loads(game.to_text(format_name))
        assert again.moves == game.moves
        assert again.rule == "renju"
    for rows in ("top", "bottom", "numbers"):
        if points:
            text = game.to_text("moves", rows=rows)
            assert records.loads(text, rows=rows).moves == game.moves
    assert records.read(game.to_renlib()).moves == game.moves
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert copy.deepcopy(game) == game
    assert game.board().moves == tuple(
        (point, Color.WHITE if number % 2 else Color.BLACK) for number, point in enumerate(points)
    )


def test_trees_with_notes() -> None:
    game = Game(size=15)
    first = game.add(0, "h8")
    assert game.add(0, "h8") == first, "a move that exists stays"
    main = game.add(first, "i9")
    other = game.add(first, "h9")
    game.annotate(main, comment="main", winrate=0.25, time=1.5)
    game.annotate(other, label="A")
    game.add(main, None)
    assert game.nodes[first].children == (main, other)
    assert game.nodes[main].color is Color.WHITE
    assert game.nodes[main].time == 1.5
    again = records.loads(game.to_text())
    assert [node.comment for node in again.nodes] == [node.comment for node in game.nodes]
    assert pickle.loads(pickle.dumps(game)).nodes == game.nodes
    assert game.moves == (Point.parse("h8"), Point.parse("i9"), None)
    assert game.board().turn is Color.WHITE
    assert game.board(other)["h9"] is Color.WHITE
    assert len(game.boards()) == len(game) == 3
    with pytest.raises(ValueError, match="point h8 is occupied"):
        game.add(main, "h8")
    with pytest.raises(IndexError, match="the game has no node 77"):
        game.board(77)
    with pytest.raises(ValueError, match="invalid win rate 2"):
        game.annotate(main, winrate=2)
    for time in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"invalid time .*: expected a number of seconds"):
            game.annotate(main, time=time, label="B")
    assert (game.nodes[main].time, game.nodes[main].label) == (1.5, ""), "nothing has changed"


def test_from_a_board() -> None:
    board = Board("renju", moves=MOVES)
    board.pass_turn()
    board.push("a1")
    board.pass_turn()
    game = Game.from_board(board)
    assert game.board() == board
    board.block("o1")
    with pytest.raises(ValueError, match="no dead points"):
        Game.from_board(board)


def test_files(tmp_path: Path) -> None:
    game = records.loads(MOVES, rule="renju")
    for suffix in ("sgf", "psq", "lib", "txt"):
        path = tmp_path / f"game.{suffix}"
        records.write(game, path)
        assert records.read(path).moves == game.moves
    with pytest.raises(ValueError, match=r"unknown suffix '\.doc'"):
        records.write(game, tmp_path / "game.doc")
    (tmp_path / "bad.psq").write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n")
    with pytest.raises(ValueError, match=r"bad\.psq: line 3: "):
        records.read(tmp_path / "bad.psq")
    with pytest.warns(UserWarning, match=r"bad\.psq"):
        found = list(records.scan([tmp_path]))
    assert len(found) == 4
    assert len(list(records.scan([tmp_path], errors="skip"))) == 4
    with pytest.raises(ValueError, match="bad"):
        list(records.scan([tmp_path], errors="strict"))


def test_a_scan_takes_one_path_and_goes_on_after_those_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    for file in (tmp_path / "a.txt", inside / "b.txt"):
        records.write(records.loads(MOVES), file)
    for one in (tmp_path, str(tmp_path)):
        assert len(list(records.scan(one))) == 2
    assert len(list(records.scan(tmp_path / "a.txt"))) == 1
    paths = [tmp_path / "none", tmp_path]
    with pytest.warns(UserWarning, match="none"):
        assert len(list(records.scan(paths))) == 2
    assert len(list(records.scan(paths, errors="skip"))) == 2
    with pytest.raises(FileNotFoundError, match="none"):
        list(records.scan(paths, errors="strict"))
    entries = os.scandir

    def refusing(path: Any) -> Any:
        if Path(path) == inside:
            raise PermissionError(13, "Permission denied", str(path))
        return entries(path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.warns(UserWarning, match=r"Permission denied.*inside"):
        assert len(list(records.scan(tmp_path))) == 1
    with pytest.raises(PermissionError):
        list(records.scan(tmp_path, errors="strict"))


RIF = """<?xml version="1.0" encoding="UTF-8"?>
<database><players><player id="1" name="Ada" surname="B."/></players><games>
<game id="1" black="1" white="2" bresult="1"><move>h8 h9 a1</move></game>
<game id="2" black="2" white="1" bresult="0"><move>h8 h8</move></game>
<game id="3" black="2" white="1" bresult="0.5"><move>h8</move></game>
</games></database>"""


def test_rif() -> None:
    with pytest.raises(ValueError, match="line 4: point h8 is occupied"):
        records.load_all(RIF.encode())
    games = records.load_all(RIF.encode(), rule="renju", errors="skip")
    assert [game.result for game in games] == ["B+", "0"]
    assert games[0].names == ("Ada B.", "2")
    assert games[0].moves[-1] == Point.parse("a15"), "row 1 of RIF is at the bottom"
    assert [game.line for game in games] == [3, 5]


def test_arrays() -> None:
    games = [records.loads("h8a1h9a3h10a5h11a7h12"), records.loads("(;SZ[15]RE[W+];B[hh];W[])")]
    arrays = records.to_arrays(games)
    assert arrays.planes.shape == (10, 3, 15, 15)
    assert arrays.results.tolist() == [1.0, -1.0] * 4 + [1.0] + [-1.0]
    assert arrays.games.tolist() == [0] * 9 + [1]
    for board, planes in zip(games[0].boards(), arrays.planes, strict=False):
        assert (board.planes() == planes).all()
    unknown = records.to_arrays([records.loads("h8")])
    assert np.isnan(unknown.results).all()
    out = np.empty((9, 3, 15, 15), dtype="uint8")
    assert games[0].planes(out=out) is out
    assert records.to_arrays([]).planes.shape == (0, 3, 15, 15)
    with pytest.raises(ValueError, match="different sizes"):
        records.to_arrays([records.loads("h8"), records.loads("h8", size=19)])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line|expected|format|game"),
        ("h8 z99", "line 1: point z99 is off the board of 15x15"),
        ("(;GM[4]SZ[99];B[aa])", "99"),
    ],
)
def test_faults_are_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        records.loads(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    result: Any
    try:
        result = records.load_all(data)
    except ValueError:
        return
    assert all(game.nodes for game in result)
