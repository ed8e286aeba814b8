"""Engines and solvers for asyncio: calls that wait are coroutines; to cancel one stops its work.

The classes have the methods that search. For static evaluations, which take microseconds, use
`dolmen.Engine`.

>>> import asyncio
>>> from dolmen import Board, Limit
>>> from dolmen.aio import Engine, analyse_many, solve
>>> async def main():
...     board = Board(moves="h8i9")
...     async with Engine() as engine:
...         analysis = await engine.play(board, Limit(nodes=1_000))
...     solution = await solve(Board(moves="g8a1i8a15h7o1h9o15"), "vct")
...     many = [answer.best async for answer in analyse_many([board] * 3, Limit(nodes=500))]
...     return analysis.best in board.legal, solution.verdict, len(many)
>>> asyncio.run(main())
(True, 'win', 3)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from typing import Any, Generic, Literal, Self, TypeVar

from dolmen import _dolmen
from dolmen._dolmen import Board
from dolmen._types import Analysis, Info, Limit, PointLike, Progress, Reply, Solution

__all__ = [
    "AnalysisStream",
    "Answers",
    "Engine",
    "ExternalEngine",
    "SolutionStream",
    "analyse_many",
    "solve",
    "solve_many",
    "solving",
]

_T = TypeVar("_T")

# The seconds between attempts to stop a call: the first one may precede the start of the call.
_PATIENCE = 0.05


async def _wait(call: Callable[[], _T], stop: Callable[[], object]) -> _T:
    """Waits for a call on a thread of its own; to cancel the wait stops the call, and awaits it."""
    pool = ThreadPoolExecutor(1, thread_name_prefix="dolmen")
    waiting = asyncio.get_running_loop().run_in_executor(pool, call)
    pool.shutdown(wait=False)
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        while not waiting.done():
            stop()
            await asyncio.wait([waiting], timeout=_PATIENCE)
        # The failure of a cancelled call does not matter.
        waiting.exception()
        raise


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
        info = await _wait(lambda: next(self._stream, None), self.stop)
        if info is None:
            raise StopAsyncIteration
        return info

    def stop(self) -> None:
        """Stops the search, which then returns its best result so far."""
        self._stream.stop()

    async def result(self) -> Analysis:
        """Waits for the end of the search, and returns its result."""
        return await _wait(self._stream.result, self.stop)


class Engine:
    """An engine with its memory, which thinks about one position at a time.

    Await a search before you begin the next one: a call raises `EngineBusy` while another search
    runs. Searches do not queue.
    """

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
        """Stops the running search, if any, which then returns its best result so far."""
        self._engine.stop()


class ExternalEngine:
    """A program that speaks the protocol of Gomocup, with the settings of `dolmen.ExternalEngine`.

    To cancel a question ends the process; the next question starts another one.
    """

    def __init__(
        self,
        command: str | PathLike[str] | Sequence[str],
        *,
        name: str | None = None,
        folder: str | PathLike[str] | None = None,
        options: dict[str, Any] | None = None,
        threads: int | None = None,
        memory_mb: int | None = None,
        profile: Literal["plain", "piskvork", "gomocup", "c-gomoku-cli"] = "plain",
        margin: float | None = None,
        startup: float = 10.0,
    ) -> None:
        self._engine = _dolmen.ExternalEngine(
            command,
            name=name,
            folder=folder,
            options=options,
            threads=threads,
            memory_mb=memory_mb,
            profile=profile,
            margin=margin,
            startup=startup,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    @property
    def name(self) -> str:
        """The name of the engine, by default that of its program."""
        return self._engine.name

    @property
    def command(self) -> list[str]:
        """The program and its arguments."""
        return self._engine.command

    async def play(self, board: Board, limit: Limit | None = None) -> Reply:
        """Asks the engine for a move for the side to move."""
        asked = board.copy()
        return await _wait(lambda: self._engine.play(asked, limit), self.stop)

    def stop(self) -> None:
        """Ends the running search, if any, and the process with it."""
        self._engine.stop()

    async def close(self) -> None:
        """Ends the process, and closes the engine."""
        await _wait(self._engine.close, lambda: None)


class SolutionStream:
    """A solver that runs, as an asynchronous iterator of its reports."""

    def __init__(self, stream: _dolmen.SolutionStream) -> None:
        self._stream = stream

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self._stream.stop()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Progress:
        progress = await _wait(lambda: next(self._stream, None), self.stop)
        if progress is None:
            raise StopAsyncIteration
        return progress

    def stop(self) -> None:
        """Stops the solver; its verdict is "unknown", unless it has just found one."""
        self._stream.stop()

    async def result(self) -> Solution:
        """Waits for the end of the solver, and returns its verdict."""
        return await _wait(self._stream.result, self.stop)


async def solve(
    board: Board,
    mode: Literal["vcf", "vct", "win"] = "vct",
    limit: Limit | None = None,
    *,
    threads: int = 1,
    memory_mb: int = 64,
    on_progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Returns whether the side to move wins: by fours, by threats, or by any moves.

    The limit is ten seconds by default. Reports go to `on_progress`, in the event loop, about once
    a second; if it raises, the solver stops.
    """
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"invalid on_progress {on_progress!r}: expected a function")
    limit = Limit(time=10) if limit is None else limit
    async with solving(board, mode, limit, threads=threads, memory_mb=memory_mb) as stream:
        if on_progress is not None:
            async for progress in stream:
                on_progress(progress)
        return await stream.result()


def solving(
    board: Board,
    mode: Literal["vcf", "vct", "win"] = "vct",
    limit: Limit | None = None,
    *,
    threads: int = 1,
    memory_mb: int = 64,
) -> SolutionStream:
    """Returns a solver as a stream of reports, for `async with` and `async for`."""
    return SolutionStream(_dolmen.solving(board, mode, limit, threads=threads, memory_mb=memory_mb))


class Answers(Generic[_T]):
    """The answers about boards, in their order, as an asynchronous iterator.

    To cancel a wait stops all searches in flight, and so does the end of an `async with` block.
    """

    def __init__(self, answers: _dolmen.Answers[_T]) -> None:
        self._answers = answers

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> _T:
        answer = await _wait(lambda: next(self._answers, None), self.close)
        if answer is None:
            raise StopAsyncIteration
        return answer

    def close(self) -> None:
        """Stops the searches in flight, and closes the stream of answers."""
        self._answers.close()


def analyse_many(
    boards: Iterable[Board],
    limit: Limit,
    *,
    threads: int | None = None,
    lines: int = 1,
    memory_mb: int = 16,
    reuse: bool = False,
) -> Answers[Analysis]:
    """Returns the analyses of boards, in their order, from searches in several threads.

    The boards are read on another thread than that of the event loop.
    """
    return Answers(
        _dolmen.analyse_many(
            boards, limit, threads=threads, lines=lines, memory_mb=memory_mb, reuse=reuse
        )
    )


def solve_many(
    boards: Iterable[Board],
    mode: Literal["vcf", "vct", "win"],
    limit: Limit,
    *,
    threads: int | None = None,
    memory_mb: int = 16,
    certificates: bool = False,
) -> Answers[Solution]:
    """Returns the verdicts on boards, in their order, from solvers in several threads.

    The boards are read on another thread than that of the event loop.
    """
    return Answers(
        _dolmen.solve_many(
            boards, mode, limit, threads=threads, memory_mb=memory_mb, certificates=certificates
        )
    )
