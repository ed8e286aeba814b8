"""Times games of a program against itself, with the package and with `pygomo-lib`.

Usage: python compare/matches.py [GAMES [DEPTH [PROGRAM]]]. The program speaks the protocol of
Gomocup and obeys `INFO max_depth`; by default it is that of the tests, which answers at once with
the first empty point, so that all games are the same. `pygomo-lib` has a client of programs and a
board, but no matches: the loop here is the least that plays one, without clocks, openings, faults
and results. The programs stay from game to game. Prints milliseconds: the medians of several
matches that alternate, and the best ones in brackets.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dolmen import ExternalEngine, Limit, play_match
from pygomo import BitBoard, EngineClient

ROUNDS = 9
BRAIN = [sys.executable, str(Path(__file__).parents[1] / "tests" / "brain.py")]

# The time for games, the number of games, and the number of moves.
Timed = tuple[float, int, int]


def ours(program: list[str], games: int, depth: int) -> Timed:
    """Plays a match with the package."""
    players = [ExternalEngine(program, name=name) for name in ("one", "two")]
    begun = time.perf_counter()
    limit = Limit(depth=depth, time=60)
    result = play_match(*players, games=games, limit=limit, openings="none")
    passed = time.perf_counter() - begun
    assert {game.reason for game in result.games} <= {"five", "board-full"}, str(result)
    return passed, games, sum(len(game.game.moves) for game in result.games)


def game(players: list[Any]) -> int:
    """Plays a game with `pygomo-lib`, and returns the number of its moves."""
    board = BitBoard()
    move = None
    while board.move_count < 225:
        player = players[board.move_count % 2]
        reply = player.begin() if move is None else player.turn(move)
        move = reply.move
        assert board.place(move)
        if board.check_win(move):
            break
    return int(board.move_count)


def theirs(program: list[str], games: int, depth: int) -> Timed:
    """Plays games with `pygomo-lib`, whose programs stay from game to game."""
    begun = time.perf_counter()
    players = [EngineClient(program[0], args=program[1:]) for _ in range(2)]
    moves = 0
    for number in range(games):
        for player in players:
            assert player.start(15)
            player.configure(
                rule=0,
                timeout_turn=60_000,
                timeout_match=0,
                max_memory=350 << 20,
                max_depth=depth,
            )
        moves += game(players[:: 1 if number % 2 == 0 else -1])
    for player in players:
        player.quit()
    return time.perf_counter() - begun, games, moves


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    depth = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    program = sys.argv[3:] or BRAIN
    players: dict[str, Callable[[list[str], int, int], Timed]] = {
        "dolmen": ours,
        "pygomo-lib": theirs,
    }
    timed: dict[str, list[Timed]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            timed[name].append(play(program, games, depth))
    print(f"{games} games of depth {depth}, in milliseconds")
    for name, rounds in timed.items():
        of_game = [1e3 * seconds / count for seconds, count, _ in rounds]
        of_move = [1e3 * seconds / moves for seconds, _, moves in rounds]
        print(
            f"{name:12} a game {statistics.median(of_game):8.1f} ({min(of_game):.1f})  "
            f"a move {statistics.median(of_move):7.3f} ({min(of_move):.3f})  "
            f"{rounds[-1][2] / games:.0f} moves a game"
        )


if __name__ == "__main__":
    main()
