"""Five in a row: boards and rules, an engine, solvers, and games as files.

>>> from dolmen import Board
>>> board = Board("renju", moves="g8a1i8a3h7a5h9a7")
>>> board.forbidden
{Point(h8): frozenset({'double three'})}
"""

from collections.abc import Set as AbstractSet

from dolmen import records
from dolmen._dolmen import (
    AnalysisStream,
    Answers,
    Batch,
    Board,
    Certificate,
    Engine,
    ExternalEngine,
    Game,
    PointSet,
    Score,
    SolutionStream,
    analyse_many,
    solve,
    solve_many,
    solving,
)
from dolmen._match import Player, PlayerLike, play_match
from dolmen._types import (
    Analysis,
    Color,
    EngineBusy,
    IllegalMove,
    Info,
    Limit,
    MatchGame,
    MatchResult,
    Move,
    Node,
    Outcome,
    Point,
    PointLike,
    Progress,
    Reply,
    RootMove,
    Rule,
    Solution,
)

__all__ = [
    "Analysis",
    "AnalysisStream",
    "Answers",
    "Batch",
    "Board",
    "Certificate",
    "Color",
    "Engine",
    "EngineBusy",
    "ExternalEngine",
    "Game",
    "IllegalMove",
    "Info",
    "Limit",
    "MatchGame",
    "MatchResult",
    "Move",
    "Node",
    "Outcome",
    "Player",
    "PlayerLike",
    "Point",
    "PointLike",
    "PointSet",
    "Progress",
    "Reply",
    "RootMove",
    "Rule",
    "Score",
    "Solution",
    "SolutionStream",
    "analyse_many",
    "play_match",
    "records",
    "solve",
    "solve_many",
    "solving",
]

AbstractSet.register(PointSet)

# Tracebacks and pickles name the classes of the package by their public place.
for _class in (
    Analysis, Color, EngineBusy, IllegalMove, Info, Limit, MatchGame, MatchResult, Move, Node,
    Outcome, Point, Progress, Reply, RootMove, Rule, Solution,
):  # fmt: skip
    _class.__module__ = __name__
del _class
