"""Values of the package: points, colours, rules, limits and results."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Integral, Real
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from dolmen._dolmen import Certificate, Game, Score

__all__ = [
    "Analysis",
    "Color",
    "EngineBusy",
    "IllegalMove",
    "Info",
    "Limit",
    "MatchGame",
    "MatchResult",
    "Move",
    "Node",
    "Outcome",
    "Point",
    "PointLike",
    "Progress",
    "Reply",
    "RootMove",
    "Rule",
    "Solution",
]


# The number of columns and rows of the largest board.
_SIDE = 22


class Point(NamedTuple):
    """A point of the board: its column and its row, from 0 at the top left.

    A point off the largest board has no name: its text is its two numbers.

    >>> Point(7, 7)
    Point(h8)
    >>> str(Point.parse("h8"))
    'h8'
    >>> x, y = Point.parse("a15")
    >>> (x, y)
    (0, 14)
    """

    x: int
    y: int

    @classmethod
    def parse(cls, name: str) -> Point:
        """Returns the point of a name: a letter, and the row from 1 at the top.

        >>> Point.parse("x9")
        Traceback (most recent call last):
        ValueError: invalid point "x9": expected a letter and a number, such as h8
        """
        letter, digits = name[:1].lower(), name[1:]
        x, y = ord(letter or "?") - ord("a"), int(digits) - 1 if digits.isdecimal() else -1
        if not (0 <= x < _SIDE and 0 <= y < _SIDE):
            raise ValueError(f'invalid point "{name}": expected a letter and a number, such as h8')
        return cls(x, y)

    def __str__(self) -> str:
        if not (0 <= self.x < _SIDE and 0 <= self.y < _SIDE):
            return f"{self.x}, {self.y}"
        return f"{chr(ord('a') + self.x)}{self.y + 1}"

    def __repr__(self) -> str:
        return f"Point({self})"


PointLike: TypeAlias = Point | str | tuple[int, int]


class Color(StrEnum):
    """A colour.

    >>> Color.BLACK.other
    <Color.WHITE: 'white'>
    """

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> Color:
        """The other colour."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK


class Rule(StrEnum):
    """A rule by its name.

    >>> Rule("renju")
    <Rule.RENJU: 'renju'>
    """

    FREESTYLE = "freestyle"
    STANDARD = "standard"
    RENJU = "renju"
    CARO = "caro"
    CARO6 = "caro6"
    OMOK = "omok"


class Outcome(StrEnum):
    """How a game ended.

    >>> Outcome.BLACK.winner
    <Color.BLACK: 'black'>
    >>> Outcome.DRAW.winner is None
    True
    """

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"

    @property
    def winner(self) -> Color | None:
        """The colour that won; None after a draw."""
        return None if self is Outcome.DRAW else Color(self.value)


class Move(NamedTuple):
    """A stone: its point and its colour."""

    point: Point
    color: Color

    def __str__(self) -> str:
        return f"{self.color} {self.point}"


class IllegalMove(ValueError):
    """A move that is not legal: its `point`, and the `reason`, such as "double three".

    >>> from dolmen import Board
    >>> Board(moves="h8").push("h8")
    Traceback (most recent call last):
    dolmen.IllegalMove: point h8 is occupied
    """

    def __init__(self, message: str, point: Point, reason: str) -> None:
        super().__init__(message, point, reason)
        self.point = point
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])


def check_number(
    name: str,
    value: object,
    kind: Literal["an integer", "a number"],
    least: int,
    most: int | None = None,
) -> None:
    """Checks the kind and the range of the argument of a name.

    >>> check_number("games", -2, "an integer", 2)
    Traceback (most recent call last):
    ValueError: invalid games -2: expected an integer from 2 on
    """
    expected = f"{kind} from {least} {'on' if most is None else f'to {most}'}"
    known = Integral if kind == "an integer" else Real
    if isinstance(value, bool) or not isinstance(value, known):
        raise TypeError(f"invalid {name} {value!r}: expected {expected}")
    if value < least or (most is not None and not value <= most):
        raise ValueError(f"invalid {name} {value}: expected {expected}")


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search: seconds, nodes and depth; the first one that is reached ends it.

    >>> Limit(nodes=10_000)
    Limit(time=None, nodes=10000, depth=None)
    >>> Limit(time=float("inf"))
    Traceback (most recent call last):
    ValueError: invalid time inf: expected a number from 0 to 1000000000
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None:
            check_number("time", self.time, "a number", 0, 10**9)
        if self.nodes is not None:
            check_number("nodes", self.nodes, "an integer", 0, 2**64 - 1)
        if self.depth is not None:
            check_number("depth", self.depth, "an integer", 0, 2**32 - 1)


@dataclass(frozen=True, slots=True)
class Info:
    """A report of a search: a line with its score.

    `rank` counts the lines of a search from 0, `origin` is one of search, forced, book and proof.
    """

    rank: int
    depth: int
    seldepth: int
    score: Score
    nodes: int
    time: float
    origin: str
    pv: tuple[Point, ...]

    @property
    def nps(self) -> float:
        """The nodes of a second."""
        return self.nodes / max(self.time, 1e-6)


@dataclass(frozen=True, slots=True)
class RootMove:
    """A move of the position that was searched: its score, which may be a bound, and its nodes."""

    point: Point
    score: Score
    nodes: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search: the move to play and the best lines, the best one first.

    `root_moves` are all moves that the search reached; the text of an analysis leaves them out.
    """

    best: Point
    score: Score
    lines: tuple[Info, ...]
    root_moves: tuple[RootMove, ...] = field(repr=False)
    depth: int
    nodes: int
    time: float
    stopped: bool

    @property
    def pv(self) -> tuple[Point, ...]:
        """The best line."""
        return self.lines[0].pv


@dataclass(frozen=True, slots=True)
class Reply:
    """The move of an `ExternalEngine`, and what its last message says about the search.

    `units` is a value in the engine's own unit, and `plies` the distance of a win that it
    announces, less than 0 for a loss; what the message does not state is None.
    """

    best: Point
    time: float
    units: float | None
    plies: int | None
    depth: int | None
    nodes: int | None
    message: str


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match: its record, the names of the players, and how it ended.

    `outcome` is None if the game does not count, and `reason` a word such as "five",
    "board-full", "timeout-turn", "crash" or "illegal", which `detail` explains.
    """

    game: Game
    black: str
    white: str
    outcome: Outcome | None
    reason: str
    detail: str


# The reasons of a game's end that are no fault of a player.
_ENDS = {"five", "board-full", "move-limit", "resignation", "draw-by-score"}


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The results of a match, as the first player sees them.

    `pairs` counts the pairs of games from the same opening: lost both, lost one and drew one,
    even, won one and drew one, won both. The Elo difference, its 95 % `interval` and `los`, the
    likelihood that the first player is the stronger one, follow from these counts. `decision` is
    the hypothesis that an SPRT has accepted, "elo0" or "elo1". The text of the results counts the
    games that ended by a fault, such as a late or an illegal move.
    """

    names: tuple[str, str]
    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...]
    elo: float
    interval: tuple[float, float]
    los: float
    decision: Literal["elo0", "elo1"] | None
    is_complete: bool
    games: tuple[MatchGame, ...] = field(repr=False)

    @property
    def score(self) -> float:
        """The share of the points, from 0 to 1; 0.5 without a game."""
        played = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / played if played else 0.5

    def __str__(self) -> str:
        low, high = self.interval
        first, second = self.names
        reasons = [game.reason for game in self.games]
        faults = {reason: reasons.count(reason) for reason in reasons if reason not in _ENDS}
        listed = ", ".join(f"{count} {reason}" for reason, count in faults.items())
        return (
            f"{first} against {second}: +{self.wins} ={self.draws} -{self.losses}, "
            f"Elo {self.elo + 0.0:+.0f} [{low:+.0f}, {high:+.0f}]"
            + (f"; faults: {listed}" if listed else "")
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """The verdict of a solver: "win", "no-win" or "unknown", with the winning line."""

    verdict: Literal["win", "no-win", "unknown"]
    line: tuple[Point, ...]
    certificate: Certificate | None
    proof_size: int | None
    nodes: int
    time: float


@dataclass(frozen=True, slots=True)
class Progress:
    """A report of a solver: the positions that it has visited, and the seconds since it began.

    A search for a win by any moves tries threats alone first. After that it also counts the
    positions that it has proved, and estimates how many more it has to prove or to refute; the
    three numbers are None otherwise.
    """

    nodes: int
    time: float
    proved: int | None = None
    to_prove: int | None = None
    to_refute: int | None = None

    @property
    def nps(self) -> float:
        """The positions of a second."""
        return self.nodes / max(self.time, 1e-6)


@dataclass(frozen=True, slots=True)
class Node:
    """A position of a game: the move that leads to it, and the notes on it.

    The root and a pass have no point. `time` is in seconds, `annotation` is one of !!, !, !?, ?!, ?
    and ??, and `winrate` is the chance of Black after the move.
    """

    id: int
    parent: int | None
    children: tuple[int, ...]
    point: Point | None
    color: Color | None
    comment: str
    label: str
    time: float | None
    annotation: str | None
    winrate: float | None


class EngineBusy(RuntimeError):
    """The engine searches already."""
