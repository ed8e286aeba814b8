"""Games as files: Piskvork's psq, SGF, libraries of RenLib, RIF, and plain moves such as `h8i9`.

>>> from dolmen import records
>>> game = records.loads("1. h8 2. i9 3. h9", rule="renju")
>>> [str(point) for point in game.moves]
['h8', 'i9', 'h9']
>>> game.board().turn
<Color.WHITE: 'white'>
>>> print(game.to_text("psq").splitlines()[1])
8,8,0
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from dolmen import _trainer
from dolmen._dolmen import Board, Game, parse_games
from dolmen._types import Node, Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dolmen._trainer import _Kind

    _Rows: TypeAlias = Literal["top", "bottom", "numbers"]
    _Source: TypeAlias = str | PathLike[str] | bytes

__all__ = [
    "Arrays",
    "Game",
    "Node",
    "export",
    "load_all",
    "loads",
    "read",
    "scan",
    "to_arrays",
    "write",
]


_SUFFIXES: dict[str, Literal["sgf", "psq", "moves"]] = {
    ".sgf": "sgf",
    ".psq": "psq",
    ".txt": "moves",
}


class Arrays(NamedTuple):
    """Positions before each move as arrays: one row for each move of some games."""

    planes: NDArray[Any]
    """Own stones, stones of the other side, dead points: float32 [n, 3, height, width]."""
    moves: NDArray[Any]
    """The move that was played, as row * width + column: int64 [n]."""
    results: NDArray[Any]
    """The result for the side to move, 1, 0 or -1; nan if it is not known: float32 [n]."""
    games: NDArray[Any]
    """The index of the game: int64 [n]."""


def _decoded(data: bytes, encoding: str | None) -> str:
    if encoding is not None:
        return data.decode(encoding)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _parse(
    data: bytes, rule: Rule | str, size: int | tuple[int, int], rows: _Rows, encoding: str | None
) -> tuple[list[Game], list[str]]:
    return parse_games(data, _decoded(data, encoding), rule, size, rows)


def load_all(
    source: _Source,
    *,
    rule: Rule | str = "freestyle",
    size: int | tuple[int, int] = 15,
    rows: _Rows = "top",
    encoding: str | None = None,
    errors: Literal["strict", "warn", "skip"] = "strict",
) -> list[Game]:
    """Returns all games of a file or of its bytes, whose format is recognised by the content.

    `rule` and `size` hold where the file leaves them open, and `rows` says where the rows of plain
    moves begin. Texts are UTF-8, or Latin-1 if they are not; `encoding` names another one. A file
    of RIF can have faults in single games: `errors` says what happens then.

    >>> xml = b'<database><game bresult="1"><move>h8 h9</move></game></database>'
    >>> load_all(xml, rule="renju")[0].result
    'B+'
    """
    name = "" if isinstance(source, bytes) else f"{fspath(source)}: "
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    try:
        games, faults = _parse(data, rule, size, rows, encoding)
    except ValueError as error:
        raise ValueError(f"{name}{error}") from None
    for fault in faults:
        if errors == "strict":
            raise ValueError(f"{name}{fault}")
        if errors == "warn":
            warnings.warn(f"{name}{fault}", stacklevel=2)
    return games


def read(
    source: _Source,
    *,
    rule: Rule | str = "freestyle",
    size: int | tuple[int, int] = 15,
    rows: _Rows = "top",
    encoding: str | None = None,
) -> Game:
    """Returns the first game of a file or of its bytes; see `load_all`.

    >>> read(b"(;GM[4]SZ[15];B[hh];W[ii])").board().ply
    2
    """
    games = load_all(source, rule=rule, size=size, rows=rows, encoding=encoding)
    if not games:
        raise ValueError("the file has no game")
    return games[0]


def loads(
    text: str,
    *,
    rule: Rule | str = "freestyle",
    size: int | tuple[int, int] = 15,
    rows: _Rows = "top",
) -> Game:
    """Returns the first game of a text; see `load_all`.

    >>> loads("h8 h9", rows="bottom").board()["h7"]
    <Color.WHITE: 'white'>
    >>> loads("h8h8")
    Traceback (most recent call last):
    ValueError: line 1: point h8 is occupied
    """
    return read(text.encode(), rule=rule, size=size, rows=rows, encoding="utf-8")


def _files(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    on_fault: Callable[[OSError], None],
) -> Iterator[Path]:
    """Yields the files of paths; a folder stands for those in it, in the order of their paths."""
    for path in [paths] if isinstance(paths, str | PathLike) else paths:
        if not Path(path).is_dir():
            yield Path(path)
            continue
        inside = os.walk(path, onerror=on_fault)
        yield from sorted(
            file
            for folder, _, names in inside
            for name in names
            if (file := Path(folder, name)).is_file()
        )


def scan(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    rule: Rule | str = "freestyle",
    size: int | tuple[int, int] = 15,
    rows: _Rows = "top",
    encoding: str | None = None,
    errors: Literal["strict", "warn", "skip"] = "warn",
) -> Iterator[Game]:
    """Yields the games of many files, one file at a time; a folder stands for the files in it.

    `paths` is one path, or a collection of paths. With the `errors` "warn" and "skip", the scan
    goes on after a path that does not exist or cannot be read, and after a game with a fault.
    """

    def on_fault(error: Exception) -> None:
        if errors == "strict":
            raise error
        if errors == "warn":
            warnings.warn(str(error), stacklevel=3)

    for file in _files(paths, on_fault):
        try:
            yield from load_all(
                file, rule=rule, size=size, rows=rows, encoding=encoding, errors=errors
            )
        except (OSError, ValueError) as error:
            on_fault(error)


def write(game: Game, path: str | PathLike[str], *, rows: _Rows = "top") -> None:
    """Writes a game in the format of the suffix: .sgf, .psq, .lib, or .txt for plain moves."""
    if not isinstance(game, Game):
        hint = ": make one with Game.from_board(board)" if isinstance(game, Board) else ""
        raise TypeError(f"expected a Game, found {game!r}{hint}")
    suffix = Path(path).suffix.lower()
    if suffix == ".lib":
        data = game.to_renlib()
    elif suffix in _SUFFIXES:
        data = game.to_text(_SUFFIXES[suffix], rows=rows).encode()
    else:
        raise ValueError(f"unknown suffix {suffix!r}: expected one of .sgf, .psq, .lib, .txt")
    Path(path).write_bytes(data)


def export(games: Iterable[Game], path: str | PathLike[str], *, kind: _Kind) -> int:
    """Writes games for the trainer of Rapfi's networks, and returns the number of positions.

    Games need a rule that the trainer knows (freestyle, standard or renju), a square board and a
    result. The kinds are those of its datasets: "simple_binary" and "packed_binary" (.bin, not
    compressed), and "katago_numpy" (.npz, boards of one size).

    >>> import tempfile
    >>> game = loads("h8a1h9a3h10a5h11a7h12")
    >>> with tempfile.NamedTemporaryFile(suffix=".bin") as file:
    ...     export([game], file.name, kind="packed_binary")
    9
    """
    return _trainer.export(games, Path(path), kind)


def to_arrays(games: Iterable[Game]) -> Arrays:
    """Returns the positions before each move of games on boards of one size; passes are left out.

    >>> arrays = to_arrays([loads("h8a1h9a3h10a5h11a7h12")])
    >>> arrays.planes.shape, arrays.moves[0], arrays.results[:2].tolist()
    ((9, 3, 15, 15), np.int64(112), [1.0, -1.0])
    """
    import numpy as np

    planes, moves, results, indices = [], [], [], []
    for index, game in enumerate(games):
        winner = _trainer.winner(game)
        result = float("nan") if winner is None else winner
        played = game.moves
        keep = [number for number, point in enumerate(played) if point is not None]
        planes.append(game.planes()[keep])
        width = game.size[0]
        moves += [point.y * width + point.x for point in played if point is not None]
        results += [result if number % 2 == 0 else -result for number in keep]
        indices += [index] * len(keep)
    shapes = {part.shape[1:] for part in planes}
    if len(shapes) > 1:
        raise ValueError("the boards have different sizes: expected one size")
    return Arrays(
        np.concatenate(planes) if planes else np.zeros((0, 3, 15, 15), dtype="float32"),
        np.array(moves, dtype="int64"),
        np.array(results, dtype="float32"),
        np.array(indices, dtype="int64"),
    )
