"""A server of the Model Context Protocol: a language model plays, analyses and solves.

It speaks JSON-RPC over standard input and output, one message a line, and needs nothing but the
package. A client starts it by a setting such as

    {"mcpServers": {"dolmen": {"command": "python", "args": ["examples/mcp_server.py"]}}}

The games live as long as the server. A search takes at most `MAX_SECONDS`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal, TypeAlias, cast

from dolmen import Board, Engine, Limit, Rule, solve

Json: TypeAlias = dict[str, Any]

VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
MAX_SECONDS = 30.0
MAX_GAMES = 1_000

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602


class RpcError(Exception):
    """An error of the protocol, with its code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Tool:
    """A tool: what the client sees, and the function behind it."""

    call: Callable[..., Json]
    description: str
    properties: Json
    required: tuple[str, ...] = ()

    def schema(self, name: str) -> Json:
        """Returns the tool as `tools/list` shows it."""
        properties, required = self.properties, list(self.required)
        schema = {"type": "object", "properties": properties, "required": required}
        return {
            "name": name,
            "description": self.description,
            "inputSchema": {**schema, "additionalProperties": False},
        }


GAME = {"game": {"type": "integer", "description": "the number that new_game returned"}}
SECONDS = {
    "seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": MAX_SECONDS, "default": 1}
}


class Server:
    """The tools and their games."""

    def __init__(self, limit: Limit | None = None) -> None:
        """Makes a server; a `limit` replaces the seconds that are asked for."""
        self._limit = limit
        self._games: dict[int, Board] = {}
        self._count = 0
        point = {"type": "string", "description": "a point such as h8; row 1 is at the top"}
        moves = {"type": "string", "description": "moves such as h8i9, Black first"}
        size = {"type": "integer", "minimum": 5, "maximum": 22, "default": 15}
        rule = {"type": "string", "enum": list(Rule), "default": "freestyle"}
        level = {"type": "integer", "minimum": 1, "maximum": 15}
        lines = {"type": "integer", "minimum": 1, "maximum": 10, "default": 1}
        mode = {"type": "string", "enum": ["vcf", "vct", "win"], "default": "vct"}
        self.tools = {
            "new_game": Tool(
                self.new_game,
                "Begins a game of five in a row, and returns its number and its board.",
                {"rule": rule, "size": size, "moves": moves},
            ),
            "play": Tool(
                self.play,
                "Plays a point, or the engine's move if no point is given; a level from 1 to 15 "
                "makes the engine weaker.",
                {**GAME, "point": point, "level": level, **SECONDS},
                ("game",),
            ),
            "analyse": Tool(
                self.analyse,
                "Returns the best lines of a position with the chances of the side to move.",
                {**GAME, "lines": lines, **SECONDS},
                ("game",),
            ),
            "solve": Tool(
                self.solve,
                "Searches for a proof that the side to move wins: by fours (vcf), by threats (vct) "
                "or by any moves (win).",
                {**GAME, "mode": mode, **SECONDS},
                ("game",),
            ),
            "forbidden_points": Tool(
                self.forbidden_points,
                "Returns the points where the side to move may not play, with the reasons.",
                {**GAME},
                ("game",),
            ),
        }

    def new_game(self, rule: str = "freestyle", size: int = 15, moves: str = "") -> Json:
        """Begins a game."""
        board = Board(rule, size, moves)
        self._count += 1
        self._games[self._count] = board
        while len(self._games) > MAX_GAMES:
            del self._games[next(iter(self._games))]
        return {"game": self._count, **_state(board)}

    def play(
        self, game: int, point: str | None = None, level: int | None = None, seconds: float = 1
    ) -> Json:
        """Plays a move."""
        board = self._board(game)
        if point is None:
            with Engine(level=level) as engine:
                point = str(engine.play(board, self._within(seconds)).best)
        board.push(point)
        return {"played": point, **_state(board)}

    def analyse(self, game: int, lines: int = 1, seconds: float = 1) -> Json:
        """Analyses a position."""
        with Engine() as engine:
            analysis = engine.analyse(self._board(game), self._within(seconds), lines=lines)
        found = [
            {
                "winrate": round(line.score.winrate, 3),
                "plies_to_win": line.score.plies,
                "depth": line.depth,
                "moves": [str(point) for point in line.pv],
            }
            for line in analysis.lines
        ]
        return {"best": str(analysis.best), "turn": analysis.score.turn, "lines": found}

    def solve(self, game: int, mode: str = "vct", seconds: float = 1) -> Json:
        """Searches for a proof."""
        kind = cast(Literal["vcf", "vct", "win"], mode)
        solution = solve(self._board(game), kind, self._within(seconds))
        certificate = solution.certificate
        return {
            "verdict": solution.verdict,
            "line": [str(point) for point in solution.line],
            "checked_moves": None if certificate is None else certificate.check(),
        }

    def forbidden_points(self, game: int) -> Json:
        """Lists the forbidden points."""
        forbidden = self._board(game).forbidden
        return {"forbidden": {str(point): sorted(why) for point, why in forbidden.items()}}

    def _board(self, game: int) -> Board:
        board = self._games.get(game)
        if board is None:
            raise ValueError(f"unknown game {game}: expected a number that new_game returned")
        return board

    def _within(self, seconds: float) -> Limit:
        if not 0 < seconds <= MAX_SECONDS:
            text = f"expected a number above 0, at most {MAX_SECONDS:g}"
            raise ValueError(f"invalid seconds {seconds}: {text}")
        return self._limit or Limit(time=seconds)

    def answer(self, line: str) -> Json | None:
        """Returns the answer to a message; None if it needs none."""
        head: Json = {"jsonrpc": "2.0", "id": None}
        try:
            message = _parsed(line)
            if "id" not in message:
                # The notifications of clients change nothing.
                return None
            head["id"] = message["id"]
            return head | {"result": self._result(message["method"], message.get("params") or {})}
        except RpcError as error:
            return head | {"error": {"code": error.code, "message": str(error)}}

    def _result(self, method: str, params: Json) -> Json:
        match method:
            case "initialize":
                wanted = params.get("protocolVersion")
                return {
                    "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "dolmen", "version": version("dolmen")},
                }
            case "ping":
                return {}
            case "tools/list":
                return {"tools": [tool.schema(name) for name, tool in self.tools.items()]}
            case "tools/call":
                return self._called(params)
        raise RpcError(METHOD_NOT_FOUND, f"unknown method {method!r}")

    def _called(self, params: Json) -> Json:
        name, arguments = params.get("name"), params.get("arguments") or {}
        tool = self.tools.get(name) if isinstance(name, str) else None
        if tool is None:
            known = ", ".join(self.tools)
            raise RpcError(INVALID_PARAMS, f"unknown tool {name!r}: expected one of {known}")
        _check(tool, arguments)
        try:
            result = tool.call(**arguments)
        except (ValueError, TypeError, RuntimeError) as error:
            # The model reads the error, and may try again.
            return {"content": [{"type": "text", "text": str(error)}], "isError": True}
        text = json.dumps(result, ensure_ascii=False)
        return {"content": [{"type": "text", "text": text}], "structuredContent": result}


def _state(board: Board) -> Json:
    """Returns a board for a model: as text, and the facts about it."""
    return {
        "board": str(board),
        "moves": [str(move.point) for move in board.moves],
        "turn": board.turn,
        "outcome": board.outcome,
    }


def _parsed(line: str) -> Json:
    try:
        message = json.loads(line)
    except ValueError as error:
        raise RpcError(PARSE_ERROR, f"not JSON: {error}") from None
    is_call = isinstance(message, dict) and isinstance(message.get("method"), str)
    if not is_call or not isinstance(message.get("params") or {}, dict):
        raise RpcError(INVALID_REQUEST, "expected an object with a method and params by name")
    return cast(Json, message)


def _check(tool: Tool, arguments: object) -> None:
    """Checks the names of arguments, and that none is missing."""
    if not isinstance(arguments, dict):
        raise RpcError(INVALID_PARAMS, "expected the arguments as an object")
    for name in arguments:
        if name not in tool.properties:
            known = ", ".join(tool.properties)
            raise RpcError(INVALID_PARAMS, f"unknown argument {name!r}: expected {known}")
    for name in tool.required:
        if name not in arguments:
            raise RpcError(INVALID_PARAMS, f"missing argument {name!r}")


def serve(server: Server, lines: Iterable[str]) -> Iterator[str]:
    """Yields the answers to messages, as lines."""
    for line in lines:
        if line.strip() and (answer := server.answer(line)) is not None:
            yield json.dumps(answer, ensure_ascii=False)


if __name__ == "__main__":
    try:
        for reply in serve(Server(), sys.stdin):
            print(reply, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
