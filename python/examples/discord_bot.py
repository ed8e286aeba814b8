"""The core of a Discord bot without the network: text in, text and a picture out.

`GameBot.answer(user, text)` takes commands such as `new renju 5`, `h8`, `undo`, `board` and `hint`.
Each user has a game; commands of one user wait for each other, those of others do not. At most
`searches` engines think at once, each for a limited time, and the oldest games are forgotten.

    python examples/discord_bot.py        # a conversation on the terminal

With discord.py, all that is left is:

    @client.event
    async def on_message(message):
        if message.author != client.user:
            answer = await bot.answer(str(message.author.id), message.content)
            await message.channel.send(answer.text)    # and answer.svg, as PNG by cairosvg
"""

from __future__ import annotations

import asyncio
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from dolmen import Board, Color, IllegalMove, Limit, Rule, aio

HELP = """\
new [RULE] [LEVEL] [white]   begins a game; rules: {rules}; levels: 1 to 15
h8                           plays on a point
undo                         takes your last move back
hint                         shows what the engine would play
board                        shows the board
help                         shows this text""".format(rules=", ".join(Rule))


@dataclass(frozen=True)
class Answer:
    """The answer to a command."""

    text: str
    svg: str | None = None


@dataclass
class Table:
    """The game of a user."""

    board: Board = field(default_factory=Board)
    level: int = 5
    side: Color = Color.BLACK
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class GameBot:
    """Games of many users against the engine."""

    def __init__(
        self, *, limit: Limit | None = None, searches: int = 2, tables: int = 1_000
    ) -> None:
        """Makes a bot whose engine thinks within `limit`, about `searches` positions at once.

        It remembers the games of the last `tables` users.
        """
        self._limit = limit or Limit(time=1.0)
        self._searches = asyncio.Semaphore(searches)
        self._most = tables
        self._tables: dict[str, Table] = {}

    async def answer(self, user: str, text: str) -> Answer:
        """Answers a command of a user."""
        table = self._table(user)
        words = text.lower().split()
        async with table.lock:
            match words:
                case ["new", *wishes]:
                    return await self._new(table, wishes)
                case ["undo"]:
                    return self._undo(table)
                case ["board"]:
                    return self._shown(table, self._state(table.board))
                case ["hint"]:
                    return await self._hint(table)
                case [name] if re.fullmatch(r"[a-v]\d{1,2}", name):
                    return await self._play(table, name)
                case ["help"] | []:
                    return Answer(HELP)
            return Answer(f"Unknown command: {text.strip()[:80]}\n{HELP}")

    def _table(self, user: str) -> Table:
        """Returns the table of a user, who has come last now."""
        table = self._tables.pop(user, None) or Table()
        self._tables[user] = table
        while len(self._tables) > self._most:
            del self._tables[next(iter(self._tables))]
        return table

    async def _new(self, table: Table, wishes: list[str]) -> Answer:
        rule, level, side = Rule.FREESTYLE, 5, Color.BLACK
        for wish in wishes:
            if wish in list(Rule):
                rule = Rule(wish)
            elif wish in list(Color):
                side = Color(wish)
            elif wish.isdecimal() and 1 <= int(wish) <= 15:
                level = int(wish)
            else:
                return Answer(f"Unknown setting: {wish[:80]}\n{HELP}")
        board = Board(rule)
        text = f"A game of {rule} against level {level}: you have {side}."
        if side is Color.WHITE:
            text += f" {await self._reply(board, level)}"
        table.board, table.level, table.side = board, level, side
        return self._shown(table, text)

    async def _play(self, table: Table, name: str) -> Answer:
        # A cancelled answer leaves the game as it was.
        board = table.board.copy()
        try:
            outcome = board.push(name)
        except IllegalMove as error:
            return Answer(f"That is not possible: {error}.")
        except ValueError as error:
            return Answer(f"That is not a point: {error}.")
        text = self._state(board) if outcome else await self._reply(board, table.level)
        table.board = board
        return self._shown(table, text)

    async def _reply(self, board: Board, level: int) -> str:
        """Plays the engine's move, and says which."""
        async with self._searches, aio.Engine(level=level, memory_mb=16) as engine:
            best = (await engine.play(board, self._limit)).best
        board.push(best)
        return f"I play {best}. {self._state(board)}"

    async def _hint(self, table: Table) -> Answer:
        if table.board.outcome is not None:
            return Answer(self._state(table.board))
        async with self._searches, aio.Engine(memory_mb=16) as engine:
            analysis = await engine.analyse(table.board, self._limit)
        line = " ".join(str(point) for point in analysis.pv[:5])
        text = f"Try {analysis.best}, with a chance of {analysis.score.winrate:.0%}: {line}"
        return Answer(text, table.board.svg(marks={analysis.best: "?"}))

    def _undo(self, table: Table) -> Answer:
        board = table.board
        own = [move for move in board.moves if move.color is table.side]
        if not own:
            return Answer("You have played no move yet.")
        while board.pop() != own[-1]:
            pass
        return self._shown(table, f"I took back {own[-1].point}. {self._state(table.board)}")

    def _state(self, board: Board) -> str:
        if board.outcome is not None:
            winner = board.outcome.winner
            return "A draw." if winner is None else f"{winner.capitalize()} wins."
        forbidden = " ".join(str(point) for point in board.forbidden)
        return f"{board.turn.capitalize()} to move." + (
            f" Forbidden: {forbidden}." if forbidden else ""
        )

    def _shown(self, table: Table, text: str) -> Answer:
        moves = table.board.moves
        last = {moves[-1].point: "gold"} if moves else {}
        return Answer(text, table.board.svg(fill=last))


async def converse() -> None:
    """Answers the lines of standard input as one user; writes the last picture to board.svg."""
    bot = GameBot()
    print(HELP)
    while line := await asyncio.to_thread(sys.stdin.readline):
        answer = await bot.answer("you", line)
        print(answer.text)
        if answer.svg is not None:
            Path("board.svg").write_text(answer.svg, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(converse())
