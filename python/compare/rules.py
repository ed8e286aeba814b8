"""Compares forbidden points, fives and outcomes with the PyPI package `renju`, on random positions.

Usage: python compare/rules.py [POSITIONS [SEED]]. Every move of a random game is a position; the
games are dense, on boards from 7x7 to 15x15. Prints what was compared, and ends with 1 at a
difference.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

from dolmen import Board, Color
from renju import RenjuBoard
from renju.check_forbid import ForbidChecker

REASONS = {1: "double three", 2: "double four", 3: "overline"}
STATUS = {0: None, 1: "black", 2: "white", 3: "draw"}


def forbidden(board: Board) -> dict[tuple[int, int], str]:
    """Returns the forbidden points of Black with their reasons, by the package `renju`."""
    side = board.size[0]
    grid = [[0] * side for _ in range(side)]
    for point, color in board.moves:
        grid[point.x][point.y] = 1 if color is Color.BLACK else 2
    checker: Any = ForbidChecker(grid, 0, 0)
    kinds = {}
    for x in range(side):
        for y in range(side):
            if grid[x][y] == 0 and (kind := checker.foulr(x, y, 0)):
                kinds[x, y] = REASONS[kind]
    return kinds


def gravest(kinds: frozenset[str]) -> str:
    """Returns the reason that the package `renju` would give."""
    return next(reason for reason in ("overline", "double four", "double three") if reason in kinds)


def next_move(board: Board, side: int, rng: random.Random) -> tuple[int, int]:
    """Returns a random legal move, mostly near the middle so that rows arise."""
    legal = list(board.legal)
    low, high = max(0, side // 2 - 4), side // 2 + 4
    near = [p for p in legal if low <= p.x <= high and low <= p.y <= high]
    return rng.choice(near or legal)


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    counts = {
        "positions": 0,
        "forbidden points": 0,
        "with forbidden points": 0,
        "fives": 0,
        "draws": 0,
    }
    begun = time.monotonic()
    while counts["positions"] < wanted:
        rule = rng.choice(("freestyle", "standard", "renju", "renju"))
        side = rng.randint(7, 15)
        board, other = Board(rule, side), RenjuBoard(board_size=side, rule=rule)
        while board.outcome is None and board.legal and counts["positions"] < wanted:
            move = next_move(board, side, rng)
            outcome = board.push(move)
            status, _ = other.play_move(*move)
            if outcome != STATUS[int(status)]:
                sys.exit(f"{board.to_text()}: the outcome is {outcome}, by renju {status}")
            counts["positions"] += 1
            counts["fives"] += outcome in ("black", "white")
            counts["draws"] += outcome == "draw"
            if rule == "renju" and outcome is None and board.turn is Color.BLACK:
                mine = {tuple(point): gravest(kinds) for point, kinds in board.forbidden.items()}
                theirs = forbidden(board)
                if mine != theirs:
                    sys.exit(f"{board.to_text()}: forbidden are {mine}, by renju {theirs}")
                counts["forbidden points"] += len(mine)
                counts["with forbidden points"] += bool(mine)
            if counts["positions"] % 10_000 == 0:
                print(counts, f"{time.monotonic() - begun:.0f} s", file=sys.stderr)
    print(counts, "none different")


if __name__ == "__main__":
    main()
