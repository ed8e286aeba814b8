"""Measures the speed of the package beside python-chess and `renju` in shared operations.

Usage: python compare/speed.py. Prints microseconds of one call: the best of several runs.
"""

from __future__ import annotations

import random
import time
import timeit
from collections.abc import Callable

import chess
import chess.svg
import numpy as np
from dolmen import Batch, Board, Engine, Limit
from renju import RenjuBoard
from rules import forbidden, next_move


def micros(call: Callable[[], object], count: int = 2_000) -> float:
    """Returns the time of a call in microseconds."""
    return min(timeit.repeat(call, number=count, repeat=5)) / count * 1e6


def row(name: str, mine: float, theirs: float) -> None:
    print(f"{name:34} {mine:10.2f} {theirs:12.2f} {theirs / mine:8.1f} x")


def positions(count: int) -> list[Board]:
    """Returns positions of renju with black to move."""
    rng = random.Random(5)
    boards: list[Board] = []
    while len(boards) < count:
        board = Board("renju")
        while board.outcome is None and board.ply < 40 and len(boards) < count:
            board.push(next_move(board, 15, rng))
            if board.ply % 2 == 0 and board.ply >= 10 and board.outcome is None:
                boards.append(board.copy())
    return boards


def main() -> None:
    ours = Board("renju", moves="h8i9g9h10g7i7j10f6")
    theirs = chess.Board()
    for text in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"):
        theirs.push_uci(text)
    castle = chess.Move.from_uci("e1g1")

    def push_ours() -> None:
        ours.push((8, 5))
        ours.pop()

    def push_theirs() -> None:
        theirs.push(castle)
        theirs.pop()

    print(f"{'microseconds a call':34} {'dolmen':>10} {'python-chess':>12}")
    row("push and pop", micros(push_ours), micros(push_theirs))
    row(
        "all legal moves, as a list",
        micros(lambda: list(ours.legal)),
        micros(lambda: list(theirs.legal_moves)),
    )
    row(
        "the number of legal moves",
        micros(lambda: len(ours.legal)),
        micros(lambda: theirs.legal_moves.count()),
    )
    row("picture as SVG", micros(ours.svg, 500), micros(lambda: chess.svg.board(theirs), 100))
    row("copy", micros(ours.copy), micros(theirs.copy))

    boards = positions(2_000)
    some = boards[:100]
    begun = time.perf_counter()
    expected = [forbidden(board) for board in some]
    slow = (time.perf_counter() - begun) / len(some) * 1e6
    texts = [board.to_text() for board in boards]
    begun = time.perf_counter()
    found = [Board.from_text(text).forbidden for text in texts]
    single = (time.perf_counter() - begun) / len(boards) * 1e6
    assert [set(map(tuple, points)) for points in found[:100]] == [
        set(points) for points in expected
    ]
    batch = Batch.from_boards([Board.from_text(text) for text in texts])
    begun = time.perf_counter()
    masks = batch.forbidden()
    many = (time.perf_counter() - begun) / len(boards) * 1e6
    assert masks.sum() == sum(map(len, found))
    print(f"\n{'microseconds a position':34} {'dolmen':>10} {'renju':>12}")
    row("forbidden points, board by board", single, slow)
    row("forbidden points, as a batch", many, slow)
    moves = [(move.point.x, move.point.y) for move in boards[-1].moves]
    playing = micros(lambda: Board("renju", moves=moves), 200)
    row(
        "a game of renju, every move checked",
        playing,
        micros(lambda: RenjuBoard(moves=[list(m) for m in moves]), 3),
    )

    engine, node = Engine(), Limit(nodes=1)
    engine.play(ours, node)
    searching = micros(lambda: engine.play(ours, node), 500)
    shuffled = random.Random(6).sample(boards, len(boards))
    in_order = micros(lambda: engine.evaluate_many(boards, threads=1), 1) / len(boards)
    at_random = micros(lambda: engine.evaluate_many(shuffled, threads=1), 1) / len(boards)
    print(f"\na search of one node {searching:.1f}")
    print(f"static evaluation of games {in_order:.2f}, of positions in any order {at_random:.2f}")

    big = Batch(1024, "freestyle")
    out = np.empty((1024, 3, 15, 15), dtype="float32")
    many = micros(lambda: big.planes(out=out), 50)
    print(f"\nplanes of one board {micros(ours.planes):.2f}, of 1,024 boards {many:.0f}")


if __name__ == "__main__":
    main()
