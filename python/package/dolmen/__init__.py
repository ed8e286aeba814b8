"""Five in a row: boards and rules, an engine, solvers, and games as files.

>>> from dolmen import Board
>>> board = Board("renju", moves="g8a1i8a3h7a5h9a7")
>>> board.forbidden
{Point(h8): frozenset({'double three'})}
"""

from collections.abc import Set as _Set

from dolmen._dolmen import Board, PointSet
from dolmen._types import Color, IllegalMove, Move, Outcome, Point, PointLike, Rule

__all__ = [
    "Board",
    "Color",
    "IllegalMove",
    "Move",
    "Outcome",
    "Point",
    "PointLike",
    "PointSet",
    "Rule",
]

_Set.register(PointSet)
