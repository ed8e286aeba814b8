"""Batches against boards one by one."""

from __future__ import annotations

import numpy as np
import pytest
from dolmen import Batch, Board, IllegalMove, Outcome, Rule

CODES = {None: 0, Outcome.BLACK: 1, Outcome.WHITE: 2, Outcome.DRAW: 3}


@pytest.mark.parametrize("rule", list(Rule))
def test_a_batch_is_as_its_boards(rule: Rule) -> None:
    rng = np.random.default_rng(3)
    batch = Batch(20, rule, (7, 6))
    boards = [Board(rule, (7, 6)) for _ in range(20)]
    out = np.empty((20, 3, 6, 7), dtype="float32")
    for _ in range(45):
        legal = batch.legal()
        expected = [board.legal.to_numpy().ravel() for board in boards]
        assert (legal == expected).all()
        forbidden = batch.forbidden().sum(axis=1)
        assert forbidden.tolist() == [len(board.forbidden) for board in boards]
        assert batch.planes(out=out) is out
        assert (out == [board.planes() for board in boards]).all()
        assert batch.turns.tolist() == [int(board.turn == "white") for board in boards]
        actions = np.array([rng.choice(np.flatnonzero(r)) if r.any() else -1 for r in legal])
        for board, action in zip(boards, actions, strict=True):
            if action >= 0:
                board.push((int(action) % 7, int(action) // 7))
        outcomes = batch.play(actions)
        assert outcomes.tolist() == [CODES[board.outcome] for board in boards]
        assert all(batch[i] == boards[i] for i in range(20))
        done = outcomes != 0
        if done.sum() > 10:
            batch.reset(done)
            boards = [
                Board(rule, (7, 6)) if over else board
                for board, over in zip(boards, done, strict=True)
            ]
    batch.reset()
    assert batch[-1] == Board(rule, (7, 6))


def test_an_illegal_move_changes_nothing() -> None:
    batch = Batch.from_boards([Board(moves="h8"), Board(moves="i9")])
    before = [batch[0], batch[1]]
    with pytest.raises(IllegalMove, match="board 1: point i9 is occupied"):
        batch.play(np.array([0, 8 * 15 + 8]))
    assert [batch[0], batch[1]] == before
    for bad in (np.array([0]), np.array([[0, 1]])):
        with pytest.raises(ValueError, match="expected an array of the shape"):
            batch.play(bad)
    with pytest.raises(ValueError, match="invalid action 225: expected -1 to 224"):
        batch.play(np.array([225, 0]))
    with pytest.raises(IndexError, match="the batch has 2 boards"):
        _ = batch[2]
    with pytest.raises(ValueError, match="one rule and one size"):
        Batch.from_boards([Board(), Board(size=9)])
