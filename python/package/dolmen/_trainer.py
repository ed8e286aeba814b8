"""Games in the formats that the trainer of Rapfi's networks reads (pytorch-nnue-trainer).

The formats are described by the readers of that program, `simple_binary`, `packed_binary` and
`katago_numpy`, and by Rapfi's `datawriter.cpp`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from dolmen._dolmen import Game
from dolmen._types import Outcome, Point, Rule

if TYPE_CHECKING:
    _Kind: TypeAlias = Literal["simple_binary", "packed_binary", "katago_numpy"]

_RULES = {Rule.FREESTYLE: 0, Rule.STANDARD: 1, Rule.RENJU: 4}
_NO_EVALUATION, _FIRST, _LAST = 4, 1, 2


def winner(game: Game) -> float | None:
    """Returns 1 if Black won, -1 if White did, 0 for a draw, None if it is not known."""
    result = game.result.strip().upper()
    for start, value in (("B", 1.0), ("W", -1.0), ("0", 0.0), ("D", 0.0)):
        if result.startswith(start):
            return value
    outcome = game.board().outcome
    if outcome is None:
        return None
    return {Outcome.BLACK: 1.0, Outcome.WHITE: -1.0, Outcome.DRAW: 0.0}[outcome]


class _Played(NamedTuple):
    """A game as the formats want it: a square board, no passes, a result."""

    game: Game
    moves: list[Point]
    rule: int
    side: int
    result: int
    """0 if Black lost, 1 for a draw, 2 if Black won."""

    def result_before(self, move: int) -> int:
        """Returns the result as the side that makes a move sees it."""
        return self.result if move % 2 == 0 else 2 - self.result


def _checked(games: Iterable[Game]) -> Iterator[_Played]:
    for index, game in enumerate(games):
        width, height = game.size
        result = winner(game)
        moves = [point for point in game.moves if point is not None]
        if game.rule not in _RULES:
            raise ValueError(f"game {index}: {game.rule}: expected freestyle, standard or renju")
        if width != height:
            raise ValueError(f"game {index}: {width}x{height}: expected a square board")
        if len(moves) != len(game.moves):
            raise ValueError(f"game {index}: expected a game without a pass")
        if result is None:
            raise ValueError(f"game {index}: expected a game with a result")
        yield _Played(game, moves, _RULES[game.rule], width, int(result) + 1)


def _word(point: Point) -> int:
    return point.x << 5 | point.y


def _simple(played: _Played) -> bytes:
    """Returns an entry for each position: a header in four bytes, and the stones."""
    words = [_word(point) for point in played.moves]
    entries = bytearray()
    for ply, word in enumerate(words):
        head = played.result_before(ply) | ply << 2 | played.side << 11
        entries += struct.pack(f"<HH{ply}H", head, played.rule | word << 3, *words[:ply])
    return bytes(entries)


def _packed(played: _Played) -> bytes:
    """Returns one entry: a header in eight bytes, and four bytes a move."""
    number = len(played.moves)
    head = played.side | played.rule << 5 | played.result << 8 | number << 12
    entry = bytearray(struct.pack("<II", head, number << 14))
    flags = _FIRST | _LAST | _NO_EVALUATION
    for point in played.moves:
        entry += struct.pack("<Hh", flags | _word(point) << 6, 0)
    return bytes(entry)


def _write_arrays(games: list[_Played], path: Path) -> int:
    """Writes positions as arrays, bits of planes packed from the highest."""
    import numpy as np

    if len({played.side for played in games}) > 1:
        raise ValueError("the boards have different sizes: expected one size")
    side = games[0].side if games else 15
    area, number = side * side, sum(len(played.moves) for played in games)
    planes = np.zeros((number, 3, area), dtype=bool)
    turns = np.zeros((number, 1), dtype="float32")
    values = np.zeros((number, 3), dtype="float32")
    policy = np.zeros((number, 1, area + 1), dtype="int16")
    row = 0
    for played in games:
        stones = played.game.planes()
        for ply, point in enumerate(played.moves):
            planes[row, 0] = True
            planes[row, 1:] = stones[ply, :2].reshape(2, area) > 0
            turns[row] = -1 if ply % 2 == 0 else 1
            values[row, {2: 0, 0: 1, 1: 2}[played.result_before(ply)]] = 1
            policy[row, 0, point.y * side + point.x] = 1
            row += 1
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            binaryInputNCHWPacked=np.packbits(planes, axis=2),
            globalInputNC=turns,
            globalTargetsNC=values,
            policyTargetsNCMove=policy,
        )
    return number


def export(games: Iterable[Game], path: Path, kind: _Kind) -> int:
    """Writes the positions of games, and returns their number."""
    if kind == "katago_numpy":
        return _write_arrays(list(_checked(games)), path)
    writers = {"simple_binary": _simple, "packed_binary": _packed}
    if kind not in writers:
        names = "simple_binary, packed_binary or katago_numpy"
        raise ValueError(f"unknown kind {kind!r}: expected {names}")
    number = 0
    with path.open("wb") as file:
        for played in _checked(games):
            file.write(writers[kind](played))
            number += len(played.moves)
    return number
