"""The examples: a bot for a chat, a server for language models, and a learner, in short runs."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import learner
import numpy as np
import pytest
from discord_bot import Answer, GameBot
from dolmen import Board, Engine, Limit, play_match
from mcp_server import Server

FEW = Limit(nodes=300)


def talk(*commands: str, bot: GameBot | None = None) -> list[Answer]:
    bot = bot or GameBot(limit=FEW)

    async def answers() -> list[Answer]:
        return [await bot.answer("ann", command) for command in commands]

    return asyncio.run(answers())


def test_a_bot_plays_a_game() -> None:
    new, move, taken, hint, undone, nothing, board = talk(
        "new renju 3", "h8", "H8", "hint", "undo", "undo", "board"
    )
    assert new.text == "A game of renju against level 3: you have black."
    assert move.text.startswith("I play ")
    assert move.text.endswith("Black to move.")
    assert move.svg is not None
    assert move.svg.startswith("<svg")
    assert taken.text == "That is not possible: point h8 is occupied."
    assert hint.text.startswith("Try ")
    assert undone.text == "I took back h8. Black to move."
    assert nothing.text == "You have played no move yet."
    assert board.text == "Black to move."


def test_a_bot_explains_what_it_does_not_know() -> None:
    help_, odd, wrong, setting = talk("help", "tell me", "a99", "new chess")
    assert "undo" in help_.text
    assert odd.text.startswith("Unknown command: tell me\n")
    assert wrong.text.startswith("That is not a point: ")
    assert setting.text.startswith("Unknown setting: chess\n")


def test_a_bot_tells_the_end() -> None:
    bot = GameBot(limit=FEW)
    talk("new white 15", bot=bot)
    table = bot._tables["ann"]
    table.board = Board(moves="a1h8a2h9a3h10a5h11o1")
    won, after = talk("h12", "a9", bot=bot)
    assert won.text == "White wins."
    assert after.text == "That is not possible: the game has ended: white wins."


def test_a_bot_has_many_users_at_once_and_forgets_the_oldest() -> None:
    bot = GameBot(limit=FEW, searches=3, tables=10)

    async def game(user: int) -> list[str]:
        texts = [(await bot.answer(f"user {user}", text)).text for text in ("new 2", "h8", "board")]
        return [text.rpartition(". ")[2] for text in texts]

    async def games() -> list[list[str]]:
        return await asyncio.gather(*(game(user) for user in range(12)))

    expected = ["A game of freestyle against level 2: you have black.", *["Black to move."] * 2]
    assert asyncio.run(games()) == [expected] * 12
    assert len(bot._tables) == 10


def test_a_cancelled_answer_leaves_the_game_as_it_was() -> None:
    bot = GameBot(limit=Limit(time=600))

    async def cancelled() -> Board:
        task = asyncio.ensure_future(bot.answer("ann", "h8"))
        while bot._searches._value == 2:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return bot._tables["ann"].board

    assert asyncio.run(cancelled()) == Board()


def ask(server: Server, method: str, params: dict[str, Any]) -> dict[str, Any]:
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    answer = server.answer(line)
    assert answer is not None
    assert answer["id"] == 1
    return answer


def call(server: Server, name: str, **arguments: object) -> Any:
    result = ask(server, "tools/call", {"name": name, "arguments": arguments})["result"]
    text = result["content"][0]["text"]
    if result.get("isError"):
        return text
    assert json.loads(text) == result["structuredContent"]
    return result["structuredContent"]


def test_a_server_plays_analyses_and_solves() -> None:
    server = Server(FEW)
    game = call(server, "new_game", rule="renju", moves="g8a1i8a3h7a5h9a7")["game"]
    assert call(server, "forbidden_points", game=game) == {"forbidden": {"h8": ["double three"]}}
    assert call(server, "play", game=game, point="h8") == "point h8 is forbidden: double three"
    assert call(server, "play", game=game, level=3)["turn"] == "white"
    analysis = call(server, "analyse", game=game, lines=2)
    assert len(analysis["lines"]) == 2
    assert analysis["lines"][0]["moves"][0] == analysis["best"]
    won = call(server, "new_game", moves="g8a1i8a15h7o1h9o15")["game"]
    solution = call(server, "solve", game=won)
    assert solution["verdict"] == "win"
    assert solution["checked_moves"] > 0


def test_a_server_tells_a_model_what_was_wrong() -> None:
    server = Server(FEW)
    assert "unknown game 7" in call(server, "play", game=7)
    assert "expected one of freestyle" in call(server, "new_game", rule="chess")
    game = call(server, "new_game")["game"]
    assert "invalid seconds 99" in call(server, "analyse", game=game, seconds=99)
    assert "expected a size" in call(server, "new_game", size="x")


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("{", -32700, "not JSON"),
        ("[]", -32600, "expected an object"),
        ('{"id": 1, "method": 7}', -32600, "a method"),
        ('{"id": 1, "method": "resources/list"}', -32601, "unknown method 'resources/list'"),
        ('{"id": 1, "method": "tools/call", "params": {"name": "x"}}', -32602, "unknown tool 'x'"),
        (
            '{"id": 1, "method": "tools/call", "params": {"name": "play"}}',
            -32602,
            "missing argument 'game'",
        ),
        (
            '{"id": 1, "method": "tools/call", "params": {"name": "play", "arguments": {"x": 1}}}',
            -32602,
            "unknown argument 'x'",
        ),
    ],
)
def test_a_server_refuses_bad_messages(line: str, code: int, text: str) -> None:
    answer = Server(FEW).answer(line)
    assert answer is not None
    assert answer["error"]["code"] == code
    assert text in answer["error"]["message"]


def test_a_server_speaks_over_standard_input_and_output() -> None:
    messages: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26"}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": "three", "method": "ping"},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    program = Path(__file__).parents[1] / "examples" / "mcp_server.py"
    done = subprocess.run(
        [sys.executable, program], input=lines, capture_output=True, text=True, check=True
    )
    start, tools, ping = map(json.loads, done.stdout.splitlines())
    assert start["result"]["protocolVersion"] == "2025-03-26"
    names = [tool["name"] for tool in tools["result"]["tools"]]
    assert names == ["new_game", "play", "analyse", "solve", "forbidden_points"]
    assert ping == {"jsonrpc": "2.0", "id": "three", "result": {}}


def test_a_pattern_and_its_mirror_image_are_the_same() -> None:
    board = Board(moves="h8a1h9i5j8")
    numbers = learner.patterns(board.planes()[None])[0].reshape(15, 15, 4)
    for image in board.images():
        turned = learner.patterns(image.planes()[None])[0]
        assert sorted(map(sorted, turned)) == sorted(map(sorted, numbers.reshape(-1, 4)))


def test_a_learner_repeats_itself_and_beats_level_1(capsys: pytest.CaptureFixture[str]) -> None:
    def trained(rounds: int, boards: int) -> learner.Learner:
        player = learner.Learner()
        learner.train(player, rounds, boards, seed=1)
        return player

    assert np.array_equal(trained(2, 4).weights, trained(2, 4).weights)
    result = play_match(trained(4, 64), Engine(level=1), games=10, limit=FEW)
    assert result.wins > result.losses
    assert learner.main(["--rounds", "1", "--boards", "2", "--games", "2"]) == 0
    assert "Learner against Dolmen level 1: " in capsys.readouterr().out
