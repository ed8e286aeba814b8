"""A small learner: tables of patterns in NumPy learn to choose the engine's moves.

Many games are played at once in a `Batch`, by the learner's own chances. In some of their positions
the engine thinks for a moment, and the learner learns to choose its move from patterns alone: for
each of the four directions, the eight points around a move are a number, which is the place of a
weight in a table. The value of a move is the sum of its four weights, and a softmax of the values
has the chances. At the end the learner plays a match against a level of the engine.

    python examples/learner.py --seed 1

The same seed gives the same weights and the same match.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from dolmen import Batch, Board, Engine, Limit, Point, analyse_many, play_match
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REACH = 4
"""The points on either side of a move that a pattern covers."""
STATES = 4
"""The states of a point: empty, own, of the other side, and off the board or dead."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
TEACHER = Limit(nodes=500)
LENGTH = 50
"""The most moves of a game."""
SHARE = 0.2
"""The share of the positions that the learner learns from."""
STEPS = 40
"""The steps of learning after each round."""
RATE = 0.2


def patterns(planes: NDArray[np.float32]) -> Ints:
    """Returns the patterns of all points: planes [n, 3, h, w] become numbers [n, h * w, 4].

    A pattern and its mirror image have the same number.
    """
    count, _, height, width = planes.shape
    states = np.full((count, height + 2 * REACH, width + 2 * REACH), 3, dtype=np.int64)
    states[:, REACH:-REACH, REACH:-REACH] = np.tensordot([1, 2, 3], planes, axes=(0, 1))
    numbers = np.empty((count, height, width, len(DIRECTIONS)), dtype=np.int64)
    for index, (dx, dy) in enumerate(DIRECTIONS):
        code = np.zeros((2, count, height, width), dtype=np.int64)
        for step in (*range(-REACH, 0), *range(1, REACH + 1)):
            for image, sign in enumerate((1, -1)):
                x, y = REACH + sign * step * dx, REACH + sign * step * dy
                code[image] = code[image] * STATES + states[:, y : y + height, x : x + width]
        numbers[..., index] = code.min(axis=0)
    return numbers.reshape(count, height * width, len(DIRECTIONS))


class Lessons(NamedTuple):
    """Positions with the move to learn."""

    patterns: Ints
    """The patterns of all points: [n, h * w, 4]."""
    legal: NDArray[np.bool_]
    """The legal moves: [n, h * w]."""
    moves: Ints
    """The move to learn: [n]."""

    def with_more(self, more: Lessons) -> Lessons:
        """Returns these lessons and others."""
        return Lessons(*(np.concatenate(pair) for pair in zip(self, more, strict=True)))


class Learner:
    """A table with a weight for each pattern; it is a player of `play_match`."""

    def __init__(self) -> None:
        self.weights: Floats = np.zeros(STATES ** (2 * REACH))

    def values(self, planes: NDArray[np.float32]) -> Floats:
        """Returns the values of all points: [n, h * w]."""
        values: Floats = self.weights[patterns(planes)].sum(axis=-1)
        return values

    def play(self, board: Board, _limit: Limit) -> Point:
        """Returns the legal move with the highest value."""
        values = self.values(board.planes()[None])[0]
        legal = board.legal.to_numpy().ravel()
        row, column = divmod(int(np.where(legal, values, -np.inf).argmax()), board.size[0])
        return Point(column, row)

    def learn(self, lessons: Lessons, sums: Floats) -> float:
        """Makes one step towards the lessons' moves; returns the mean of their chances before.

        The step is that of Adagrad, whose sums of squares are kept from step to step.
        """
        values = self.weights[lessons.patterns].sum(axis=-1)
        values[~lessons.legal] = -np.inf
        chances = np.exp(values - values.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        rows = np.arange(len(lessons.moves))
        expected = float(chances[rows, lessons.moves].mean())
        errors = -chances
        errors[rows, lessons.moves] += 1.0
        shares = np.repeat(errors.ravel(), len(DIRECTIONS))
        gradient = np.bincount(lessons.patterns.ravel(), shares, len(self.weights))
        sums += gradient**2
        self.weights += RATE * gradient / np.sqrt(sums + 1e-9)
        return expected


def play_games(learner: Learner, boards: int, rng: np.random.Generator) -> Lessons:
    """Plays games by the learner's chances, and returns the engine's moves in some positions."""
    batch = Batch(boards)
    positions: list[Board] = []
    planes: list[NDArray[np.float32]] = []
    legal: list[NDArray[np.bool_]] = []
    for _ in range(LENGTH):
        going = batch.outcomes == 0
        now, may = batch.planes(), batch.legal()
        for index in np.flatnonzero(going & (rng.random(boards) < SHARE)):
            positions.append(batch[int(index)])
            planes.append(now[index])
            legal.append(may[index])
        # The Gumbel trick: the argmax of values with such noise is a sample of their softmax.
        values = learner.values(now) + rng.gumbel(size=may.shape)
        values[~may] = -np.inf
        batch.play(np.where(going, values.argmax(axis=1), -1))
    best = [analysis.best for analysis in analyse_many(positions, TEACHER, threads=1)]
    moves = np.array([point.y * batch.size[0] + point.x for point in best])
    return Lessons(patterns(np.array(planes)), np.array(legal), moves)


def train(learner: Learner, rounds: int, boards: int, seed: int) -> None:
    """Plays games and learns from all of them, round by round."""
    rng = np.random.default_rng(seed)
    lessons: Lessons | None = None
    sums = np.zeros_like(learner.weights)
    started = time.monotonic()
    for number in range(rounds):
        new = play_games(learner, boards, rng)
        lessons = new if lessons is None else lessons.with_more(new)
        for _ in range(STEPS):
            chance = learner.learn(lessons, sums)
        spent = time.monotonic() - started
        print(
            f"round {number + 1}: {len(lessons.moves)} positions, "
            f"chance of the engine's move {chance:.2f}, {spent:.0f} s"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Learns, and plays a match."""
    parser = argparse.ArgumentParser(description="Learns from the engine's values, and plays it.")
    parser.add_argument("--seed", type=int, default=1, help="the seed (1)")
    parser.add_argument("--rounds", type=int, default=8, help="the rounds of games (8)")
    parser.add_argument("--boards", type=int, default=64, help="the games of a round (64)")
    parser.add_argument("--level", type=int, default=1, help="the engine's level (1)")
    parser.add_argument("--games", type=int, default=40, help="the games of the match (40)")
    wishes: Any = parser.parse_args(arguments)
    learner = Learner()
    train(learner, wishes.rounds, wishes.boards, wishes.seed)
    result = play_match(
        learner,
        Engine(level=wishes.level),
        games=wishes.games,
        limit=Limit(nodes=10_000),
        seed=wishes.seed,
    )
    print(result)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
