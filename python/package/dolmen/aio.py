"""The engine for asyncio: calls that wait are coroutines, and to cancel one stops its search.

>>> import asyncio
>>> from dolmen import Board, Limit
>>> from dolmen.aio import Engine
>>> async def main():
...     async with Engine() as engine:
...         return await engine.play(Board(moves="h8i9"), Limit(nodes=1_000))
>>> asyncio.run(main()).nodes > 0
True
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from os import PathLike
from typing import Self, TypeVar

from dolmen import _dolmen
from dolmen._dolmen import Board
from dolmen._types import Analysis, Info, Limit, PointLike

__all__ = ["AnalysisStream", "Engine"]

_T = TypeVar("_T")


class AnalysisStream:
    """A search that runs, as an asynchronous iterator of its reports."""

    def __init__(self, stream: _dolmen.AnalysisStream) -> None:
        self._stream = stream

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._stream.stop()
        await self.result()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        info = await self._call(lambda: next(self._stream, None))
        if info is None:
            raise StopAsyncIteration
        return info

    async def _call(self, wait: Callable[[], _T]) -> _T:
        """Waits on a thread; a cancelled wait stops the search, and ends with it."""
        thread = asyncio.ensure_future(asyncio.to_thread(wait))
        try:
            return await asyncio.shield(thread)
        except asyncio.CancelledError:
            self._stream.stop()
            await asyncio.to_thread(self._stream.result)
            raise

    def stop(self) -> None:
        """Stops the search, which answers with what it has found."""
        self._stream.stop()

    async def result(self) -> Analysis:
        """Waits for the end of the search, and returns its result."""
        return await self._call(self._stream.result)


class Engine:
    """An engine with its memory, which thinks about one position at a time."""

    def __init__(
        self,
        *,
        threads: int = 1,
        memory_mb: int = 64,
        level: int | None = None,
        book: bool = False,
        seed: int | None = None,
        weights: str | PathLike[str] | None = None,
    ) -> None:
        self._engine = _dolmen.Engine(
            threads=threads,
            memory_mb=memory_mb,
            level=level,
            book=book,
            seed=seed,
            weights=weights,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._engine.close()

    async def play(self, board: Board, limit: Limit | None = None) -> Analysis:
        """Finds a move for the side to move."""
        return await self.analyse(board, limit)

    async def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        avoid: Iterable[PointLike] = (),
        only: Iterable[PointLike] | None = None,
    ) -> Analysis:
        """Searches, and returns the best lines."""
        if limit in (None, Limit()) and self._engine.level is None:
            raise ValueError(
                "a search without limits does not end: expected a Limit of time, nodes or depth"
            )
        stream = self.analysis(board, limit, lines=lines, avoid=avoid, only=only)
        return await stream.result()

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        avoid: Iterable[PointLike] = (),
        only: Iterable[PointLike] | None = None,
    ) -> AnalysisStream:
        """Returns a search as a stream of reports, for `async with` and `async for`."""
        return AnalysisStream(
            self._engine.analysis(board, limit, lines=lines, avoid=avoid, only=only)
        )

    def stop(self) -> None:
        """Stops the search that runs, if there is one; it answers with what it has found."""
        self._engine.stop()
