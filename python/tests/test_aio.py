"""The engine under asyncio: results, streams, cancelled tasks."""

from __future__ import annotations

import asyncio

import dolmen
import pytest
from dolmen import Board, EngineBusy, Limit
from dolmen.aio import Engine

BOARD = Board(moves="h8i9")
NODES = Limit(nodes=2_000)


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
        task = asyncio.create_task(engine.play(BOARD, Limit(time=1_000)))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(task, 0.05)
        assert (await engine.play(BOARD, NODES)).nodes > 0, "the engine is free again"
        with pytest.raises(ValueError, match="a search without limits does not end"):
            await engine.play(BOARD)

    asyncio.run(main())
