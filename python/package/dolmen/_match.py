"""Matches between two players."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Protocol, TypeAlias

from dolmen import _dolmen
from dolmen._dolmen import Board, Engine, ExternalEngine
from dolmen._types import (
    Analysis,
    Limit,
    MatchGame,
    MatchResult,
    PointLike,
    Reply,
    Rule,
    check_number,
)


class Player(Protocol):
    """Anything that plays: it is given a copy of the board, and returns a point."""

    def play(self, board: Board, limit: Limit, /) -> PointLike | Analysis | Reply:
        """Returns a legal move."""


PlayerLike: TypeAlias = (
    Engine | ExternalEngine | Player | Callable[[Board, Limit], PointLike | Analysis | Reply]
)

__all__ = ["Player", "PlayerLike", "play_match"]


def play_match(
    first: PlayerLike,
    second: PlayerLike,
    *,
    games: int = 20,
    limit: Limit,
    rule: Rule | str = "freestyle",
    size: int | tuple[int, int] = 15,
    openings: str | PathLike[str] | Iterable[str] = "middle",
    concurrency: int = 1,
    seed: int = 1,
    names: tuple[str, str] | None = None,
    sprt: tuple[float, float] | None = None,
    state: str | PathLike[str] | None = None,
    log: str | PathLike[str] | None = None,
    on_game: Callable[[MatchGame], object] | None = None,
) -> MatchResult:
    """Plays a match, each opening twice with swapped colours, and returns its results.

    A player is an `Engine` (each game gets one of its own, which remembers nothing), an
    `ExternalEngine` (a process of its own), any object with a method `play(board, limit)`, or such
    a function; an object or function returns a point, and plays one game at a time. The runner
    keeps the clock: a player that thinks longer than the time of `limit` loses. The limit needs
    a time, nodes or a depth.

    `openings` are a built-in set, "middle" or "contest", "none", a file, or lists of moves such as
    "h8i9". `sprt` has the two hypotheses of a sequential test in normalized Elo, which ends the
    match as soon as it decides. `state` is a file of results, from which a later call goes on with
    the same match, whose engines have the same options, weights and certificates; the program
    `tournament` reads it too. `log` is a file for the dialogue with programs. `on_game` is called
    after each game; if it raises, the match ends, as at Ctrl-C.

    >>> from dolmen import Engine, Limit, play_match
    >>> result = play_match(
    ...     Engine(), lambda board, limit: min(board.legal), games=2, limit=Limit(nodes=200)
    ... )
    >>> result.wins, result.pairs
    (2, (0, 0, 0, 0, 1))
    >>> str(result.games[0].game.result)
    'B+'
    """
    check_number("games", games, "an integer", 2)
    if games % 2:
        text = "expected an even number, for games are played in pairs with swapped colours"
        raise ValueError(f"invalid games {games}: {text}")
    check_number("concurrency", concurrency, "an integer", 1)
    check_number("seed", seed, "an integer", 0)
    width, height = (size, size) if isinstance(size, int) else size
    options = [
        ("games", str(games)),
        ("rule", str(rule)),
        ("size", f"{width}x{height}"),
        ("concurrency", str(concurrency)),
        ("seed", str(seed)),
    ]
    if isinstance(openings, str | PathLike):
        options.append(("openings", fspath(openings)))
    else:
        options.extend(("opening", moves) for moves in openings)
    if sprt is not None:
        options.append(("sprt", f"{sprt[0]},{sprt[1]}"))
    if log is not None:
        options.append(("log", fspath(log)))
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results.jsonl")
        options.append(("state", fspath(results if state is None else state)))
        return _dolmen.play_match((first, second), names, limit, options, on_game)
