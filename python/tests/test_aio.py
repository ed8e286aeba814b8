"""Engines and solvers under asyncio: results, streams, cancelled tasks."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Iterator
from pathlib import Path

import dolmen
import pytest
from dolmen import Board, EngineBusy, Limit, Point, Progress
from dolmen.aio import Engine, ExternalEngine, analyse_many, solve, solve_many, solving

BOARD = Board(moves="h8i9")
QUIET = Board("renju", moves="h8i9g9g8i7f10")
THREATS = Board(moves="g8a1i8a15h7o1h9o15")
NODES = Limit(nodes=2_000)
LONG = Limit(time=1_000)
BRAIN = Path(__file__).with_name("brain.py")


async def cancelled(work: Awaitable[object]) -> None:
    """Cancels a piece of work after a moment, and waits for its end."""
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.ensure_future(work), 0.05)


def test_results_are_those_of_the_engine() -> None:
    async def main() -> list[dolmen.Analysis]:
        return await asyncio.gather(*(Engine().play(BOARD, NODES) for _ in range(4)))

    expected = dolmen.Engine().play(BOARD, NODES)
    assert [(a.best, a.nodes) for a in asyncio.run(main())] == [(expected.best, expected.nodes)] * 4


def test_a_stream_ends_with_its_block() -> None:
    async def main() -> int:
        async with Engine() as engine:
            async with engine.analysis(BOARD) as stream:
                with pytest.raises(EngineBusy):
                    await engine.play(BOARD, NODES)
                async for info in stream:
                    if info.depth >= 4:
                        break
            assert (await stream.result()).stopped
            return (await engine.play(BOARD, NODES)).nodes

    assert asyncio.run(main()) > 0


def test_a_cancelled_task_stops_its_search() -> None:
    async def main() -> None:
        engine = Engine()
        await cancelled(engine.play(BOARD, LONG))
        assert (await engine.play(BOARD, NODES)).nodes > 0, "the engine is free again"
        with pytest.raises(ValueError, match="a search without limits does not end"):
            await engine.play(BOARD)

    asyncio.run(main())


def test_more_searches_at_once_than_the_pool_of_asyncio_has_threads() -> None:
    async def main() -> None:
        tasks = [asyncio.ensure_future(Engine(memory_mb=1).play(BOARD, LONG)) for _ in range(40)]
        await asyncio.sleep(0)
        assert (await solve(THREATS, "vct")).verdict == "win"
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(one) for one in ended} == {asyncio.CancelledError}

    asyncio.run(main())


def test_solvers() -> None:
    async def main() -> None:
        assert (await solve(THREATS, "vct")).verdict == "win"
        async with solving(QUIET, "win") as stream:
            async for progress in stream:
                assert progress.nodes > 0
                break
        assert (await stream.result()).verdict == "unknown"
        with pytest.raises(ValueError, match="the game has ended"):
            await solve(Board(moves="h8a1h9a3h10a5h11a7h12"))

        def on_progress(_: Progress) -> None:
            assert asyncio.get_running_loop().is_running()
            raise KeyError("enough")

        with pytest.raises(KeyError, match="enough"):
            await solve(QUIET, "win", LONG, on_progress=on_progress)

    asyncio.run(main())


def test_a_cancelled_task_stops_its_solver() -> None:
    async def main() -> None:
        stream = solving(QUIET, "win")
        await cancelled(stream.result())
        assert (await stream.result()).verdict == "unknown", "it has stopped"

    asyncio.run(main())


def test_many_positions() -> None:
    boards = [BOARD, QUIET, THREATS]

    async def main() -> None:
        found = [answer.best async for answer in analyse_many(boards, NODES)]
        assert found == [answer.best for answer in dolmen.analyse_many(boards, NODES)]
        verdicts = [answer.verdict async for answer in solve_many(boards, "vct", NODES)]
        assert verdicts[2] == "win"
        async with analyse_many([BOARD] * 3, LONG) as answers:
            pass
        assert [answer async for answer in answers] == []

    asyncio.run(main())


def test_a_cancelled_task_stops_all_positions() -> None:
    read = []

    def boards() -> Iterator[Board]:
        for number in range(1_000):
            read.append(number)
            yield BOARD

    async def main() -> None:
        answers = analyse_many(boards(), LONG, threads=1)
        await cancelled(anext(answers))
        assert [answer async for answer in answers] == []
        assert len(read) < 100

    asyncio.run(main())


def test_programs(tmp_path: Path) -> None:
    async def main() -> None:
        async with ExternalEngine([sys.executable, str(BRAIN)], name="Brain") as engine:
            assert engine.name == "Brain"
            assert engine.command[-1] == str(BRAIN)
            assert (await engine.play(Board(), Limit(time=5))).best == Point(0, 0)
        with pytest.raises(ValueError, match="closed"):
            await engine.play(Board(), Limit(time=5))
        asked = tmp_path / "asked"
        async with ExternalEngine([sys.executable, str(BRAIN), "slow", str(asked)]) as slow:
            task = asyncio.ensure_future(slow.play(Board(), LONG))
            while not asked.exists():
                await asyncio.sleep(0.01)
            with pytest.raises(EngineBusy):
                await slow.play(Board(), LONG)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            # The program accepts the next question, and does not answer in time.
            with pytest.raises(TimeoutError):
                await slow.play(Board(), Limit(time=0.1))

    asyncio.run(main())
