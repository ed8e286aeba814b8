"""The environment against PettingZoo's own test."""

from __future__ import annotations

import pytest
from dolmen import Board, IllegalMove, Rule
from dolmen.rl import FiveInARow
from pettingzoo.test import api_test


@pytest.mark.parametrize("rule", list(Rule))
def test_pettingzoo_accepts_it(rule: Rule) -> None:
    api_test(FiveInARow(rule, (7, 6)), num_cycles=200)


def test_rewards_go_to_the_winner() -> None:
    env = FiveInARow(render_mode="svg")
    env.reset(options={"board": Board(moves="h8a1h9a3h10a5h11a7")})
    assert env.agent_selection == "black"
    with pytest.raises(IllegalMove):
        env.step(0)
    with pytest.raises(ValueError, match="the game goes on"):
        env.step(None)
    seen = env.observe("white")
    assert seen["observation"][0].sum() == 4
    assert not seen["action_mask"].any()
    env.step(11 * 15 + 7)
    assert env.rewards == {"black": 1.0, "white": -1.0}
    assert all(env.terminations.values())
    assert (env.render() or "").startswith("<svg")
