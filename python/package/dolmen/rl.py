"""Five in a row as an environment of PettingZoo; needs the extra of `pip install "./python[rl]"`.

>>> from dolmen.rl import FiveInARow
>>> env = FiveInARow(rule="renju", size=9)
>>> env.reset()
>>> for agent in env.agent_iter(max_iter=10):
...     observation, reward, termination, truncation, info = env.last()
...     mask = observation["action_mask"]
...     env.step(None if termination else int(mask.argmax()))
>>> env.board.ply
10
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from dolmen._dolmen import Board
from dolmen._types import Color, Outcome, Rule

__all__ = ["FiveInARow"]


class FiveInARow(AECEnv):  # type: ignore[misc]
    """A game of two agents, "black" and "white".

    An action is row * width + column. An observation has three planes, own stones, stones of the
    other side and dead points, and the mask of legal actions. The winner gets 1 and the loser -1.
    An illegal action raises `IllegalMove`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "five_in_a_row_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rule: Rule | str = "freestyle",
        size: int | tuple[int, int] = 15,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.board = Board(rule, size)
        self.render_mode = render_mode
        self._rule, self._size = rule, size
        self.possible_agents = [str(color) for color in Color]
        self.agents: list[str] = []
        width, height = self.board.size
        self._observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 1, (3, height, width), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (width * height,), np.int8),
            }
        )
        self._action_space = gymnasium.spaces.Discrete(width * height)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Returns the space of the observations of an agent."""
        assert agent in self.possible_agents
        return self._observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Returns the space of the actions of an agent."""
        assert agent in self.possible_agents
        return self._action_space

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the position as an agent sees it; only the side to move has legal actions."""
        planes = self.board.planes()
        if agent == self.board.turn:
            mask = self.board.legal.to_numpy().ravel().astype(np.int8)
        else:
            planes = planes[[1, 0, 2]]
            mask = np.zeros(planes[0].size, dtype=np.int8)
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the options may have a "board" to begin with. Nothing is random."""
        del seed
        start = (options or {}).get("board")
        self.board = start.copy() if start is not None else Board(self._rule, self._size)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = str(self.board.turn)

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is; None after the end."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action: the game goes on")
        width = self.board.size[0]
        outcome = self.board.push((int(action) % width, int(action) // width))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        # A game also ends if every empty point is forbidden.
        if outcome is not None or not self.board.legal:
            winner = outcome.winner if isinstance(outcome, Outcome) else None
            for one in self.agents:
                self.rewards[one] = 0.0 if winner is None else 1.0 if one == winner else -1.0
                self.terminations[one] = True
        self.agent_selection = str(self.board.turn)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns the board as text or as SVG."""
        return self.board.svg() if self.render_mode == "svg" else str(self.board)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
