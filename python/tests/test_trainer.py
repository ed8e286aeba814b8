"""Games for the trainer of Rapfi's networks, read back with the struct layouts of its readers."""

from __future__ import annotations

import ctypes
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dolmen import Game, Point, records

WON = "h8a1h9a3h10a5h11a7h12"
DRAWN = "h8i9g7"


class SimpleHead(ctypes.Structure):
    _fields_ = (
        ("result", ctypes.c_uint16, 2),
        ("ply", ctypes.c_uint16, 9),
        ("boardsize", ctypes.c_uint16, 5),
        ("rule", ctypes.c_uint16, 3),
        ("move", ctypes.c_uint16, 13),
    )


class PackedHead(ctypes.Structure):
    _fields_ = (
        ("board_size", ctypes.c_uint32, 5),
        ("rule", ctypes.c_uint32, 3),
        ("result", ctypes.c_uint32, 4),
        ("total_ply", ctypes.c_uint32, 10),
        ("init_ply", ctypes.c_uint32, 10),
        ("game_tag", ctypes.c_uint32, 14),
        ("move_count", ctypes.c_uint32, 18),
    )


class PackedMove(ctypes.Structure):
    _fields_ = (
        ("is_first", ctypes.c_uint16, 1),
        ("is_last", ctypes.c_uint16, 1),
        ("is_no_eval", ctypes.c_uint16, 1),
        ("is_pass", ctypes.c_uint16, 1),
        ("reserved", ctypes.c_uint16, 2),
        ("move", ctypes.c_uint16, 10),
        ("eval", ctypes.c_int16),
    )


def take(file: io.BytesIO, kind: Any) -> Any:
    return kind.from_buffer_copy(file.read(ctypes.sizeof(kind)))


def point(word: int) -> Point:
    return Point(word >> 5 & 31, word & 31)


def games() -> list[Game]:
    drawn = records.loads(DRAWN, rule="renju")
    drawn.result = "0"
    return [records.loads(WON, rule="standard"), drawn]


def test_simple_binary(tmp_path: Path) -> None:
    path = tmp_path / "games.bin"
    assert records.export(games(), path, kind="simple_binary") == 12
    file = io.BytesIO(path.read_bytes())
    for game, rule, results in zip(games(), (1, 4), ((2, 0), (1, 1)), strict=True):
        moves = [move for move in game.moves if move is not None]
        for ply, move in enumerate(moves):
            head = take(file, SimpleHead)
            assert (head.ply, head.boardsize, head.rule) == (ply, 15, rule)
            assert head.result == results[ply % 2]
            assert point(head.move) == move
            assert [point(word) for word in take(file, ctypes.c_uint16 * ply)] == moves[:ply]
    assert not file.read()


def test_packed_binary(tmp_path: Path) -> None:
    path = tmp_path / "games.bin"
    assert records.export(games(), path, kind="packed_binary") == 12
    file = io.BytesIO(path.read_bytes())
    for game, rule, result in zip(games(), (1, 4), (2, 1), strict=True):
        head = take(file, PackedHead)
        number = len(game.moves)
        assert (head.board_size, head.rule, head.result) == (15, rule, result)
        assert (head.total_ply, head.init_ply, head.move_count) == (number, 0, number)
        for move in game.moves:
            entry = take(file, PackedMove)
            assert (entry.is_first, entry.is_last, entry.is_no_eval, entry.is_pass) == (1, 1, 1, 0)
            assert (point(entry.move), entry.reserved, entry.eval) == (move, 0, 0)
    assert not file.read()


def test_katago_numpy(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    assert records.export(games(), path, kind="katago_numpy") == 12
    data = np.load(path)
    bits = np.unpackbits(data["binaryInputNCHWPacked"], axis=2, count=225)
    planes = bits.reshape(12, 3, 15, 15)
    assert planes[:, 0].all()
    assert planes[8, 1].sum() == 4, "Black has four stones before its last move"
    assert planes[8, 1, 7, 7] == 1, "h8"
    assert planes[8, 2, 0, 0] == 1, "a1"
    assert data["globalInputNC"][:4, 0].tolist() == [-1, 1, -1, 1]
    assert data["globalTargetsNC"][:2].tolist() == [[1, 0, 0], [0, 1, 0]]
    assert data["globalTargetsNC"][9].tolist() == [0, 0, 1]
    assert data["policyTargetsNCMove"].shape == (12, 1, 226)
    assert data["policyTargetsNCMove"][0, 0].argmax() == 7 * 15 + 7
    assert (data["policyTargetsNCMove"].sum(axis=(1, 2)) == 1).all()


def test_games_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.bin"
    caro = records.loads(WON, rule="caro")
    wide = records.loads(WON, size=(20, 15))
    for game, text in [
        (caro, "game 0: caro: expected freestyle, standard or renju"),
        (wide, "expected a square board"),
        (records.loads("h8i9"), "expected a game with a result"),
    ]:
        with pytest.raises(ValueError, match=text):
            records.export([game], path, kind="simple_binary")
    kind: Any = "zip"
    with pytest.raises(ValueError, match="unknown kind 'zip'"):
        records.export([], path, kind=kind)
    mixed = [records.loads(WON), records.loads(WON, size=20)]
    with pytest.raises(ValueError, match="expected one size"):
        records.export(mixed, path, kind="katago_numpy")
