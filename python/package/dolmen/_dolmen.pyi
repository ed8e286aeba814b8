"""The parts of Dolmen that are written in Rust."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from os import PathLike
from typing import Any, Generic, Literal, Self, TypeVar, final

from numpy.typing import NDArray

from dolmen._types import (
    Analysis,
    Color,
    Info,
    Limit,
    MatchGame,
    MatchResult,
    Move,
    Node,
    Outcome,
    Point,
    PointLike,
    Progress,
    Reply,
    Rule,
    Solution,
)

__all__ = [
    "AnalysisStream",
    "Answers",
    "Batch",
    "Board",
    "Certificate",
    "Engine",
    "ExternalEngine",
    "Game",
    "PointSet",
    "Score",
    "SolutionStream",
    "analyse_many",
    "parse_games",
    "play_match",
    "solve",
    "solve_many",
    "solving",
]

_T = TypeVar("_T")

@final
class PointSet(Collection[Point]):
    """An immutable set of points on a board.

    It equals each set of the same points, whatever the class of that set and the size of the board.
    The operators also take other collections of points.
    """

    def __new__(
        cls, points: Iterable[PointLike] = (), size: int | tuple[int, int] = 15
    ) -> Self: ...
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the board."""

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Point]: ...
    def __and__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __or__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __xor__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __sub__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __rand__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __ror__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __rxor__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __rsub__(self, value: Iterable[PointLike], /) -> PointSet: ...
    def __le__(self, value: PointSet | AbstractSet[object], /) -> bool: ...
    def __lt__(self, value: PointSet | AbstractSet[object], /) -> bool: ...
    def __ge__(self, value: PointSet | AbstractSet[object], /) -> bool: ...
    def __gt__(self, value: PointSet | AbstractSet[object], /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def isdisjoint(self, other: Iterable[PointLike]) -> bool:
        """Returns whether no point is also in another collection of points."""

    def to_numpy(self) -> NDArray[Any]:
        """Returns the set as an array of bool with a row for each row of the board."""

@final
class Board:
    """A position with its rule, on which moves are made and taken back.

    `moves` is a text such as "h8i9", or a collection: points, passes (None or "pass"), and stones
    as in the `moves` of a board, before which the other side passes if it is to move.
    """

    def __new__(
        cls,
        rule: Rule | str = "freestyle",
        size: int | tuple[int, int] = 15,
        moves: str | Iterable[PointLike | Move | None] = (),
        *,
        continuous: bool = False,
    ) -> Self: ...
    @staticmethod
    def from_stones(
        black: Iterable[PointLike],
        white: Iterable[PointLike],
        *,
        dead: Iterable[PointLike] = (),
        to_move: Color | str | None = None,
        rule: Rule | str = "freestyle",
        size: int | tuple[int, int] = 15,
    ) -> Board:
        """Returns a board with stones in any order; the moves need not be legal."""

    @staticmethod
    def from_diagram(
        text: str, *, to_move: Color | str | None = None, rule: Rule | str = "freestyle"
    ) -> Board:
        """Returns the board of a diagram: X black, O white, . empty, # dead."""

    @staticmethod
    def from_text(text: str) -> Board:
        """Returns the board of a text that `to_text` returned."""

    def to_text(self) -> str:
        """Returns the rule, the size and the moves as one line: "renju 15x15 h8 i9"."""

    @property
    def rule(self) -> Rule:
        """The rule."""

    @property
    def continuous(self) -> bool:
        """True if the game goes on after a five, whose stones become dead points."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height."""

    @property
    def turn(self) -> Color:
        """The colour that moves next."""

    @property
    def ply(self) -> int:
        """The number of stones."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The stones in the order of play."""

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game by its last stone; None while it goes on."""

    @property
    def five(self) -> PointSet:
        """The stones of the fives through the last stone."""

    @property
    def empty(self) -> PointSet:
        """The points that can take a stone, forbidden ones included."""

    @property
    def dead(self) -> PointSet:
        """The dead points, which belong to no side."""

    @property
    def legal(self) -> PointSet:
        """The points where the side to move may play; none once the game has ended."""

    @property
    def forbidden(self) -> dict[Point, frozenset[str]]:
        """The points where the side to move may not play, with all reasons."""

    @property
    def key(self) -> int:
        """A hash of the stones and the side to move; the order of the moves does not matter."""

    @property
    def canonical_key(self) -> int:
        """The least key of all images of the position."""

    def push(self, point: PointLike) -> Outcome | None:
        """Plays a move of the side to move, and returns how the game ended with it, if it did."""

    def pop(self) -> Move:
        """Takes the last stone back, and returns it."""

    def pass_turn(self) -> None:
        """Gives the turn to the other side."""

    def place(self, point: PointLike, color: Color | str) -> None:
        """Places a stone of a colour, regardless of the side to move and of the rule."""

    def remove(self, point: PointLike) -> Move | None:
        """Takes away the stone on a point, and returns it; None if there is no stone."""

    def block(self, point: PointLike) -> None:
        """Makes an empty point dead."""

    def why_illegal(self, point: PointLike) -> str | None:
        """Returns the reason why a move is not legal; None if it is."""

    def stones(self, color: Color | str) -> PointSet:
        """Returns the stones of a colour."""

    def threats(self, color: Color | str | None = None) -> dict[Point, str]:
        """Returns the threats and the points where a colour (the side to move) makes them."""

    def images(self) -> list[Board]:
        """Returns the boards of all symmetric images, this position first."""

    def planes(self, *, out: NDArray[Any] | None = None, dtype: str = "float32") -> NDArray[Any]:
        """Returns three planes: own stones, stones of the other side, dead points."""

    def svg(
        self,
        *,
        numbers: bool = True,
        last: bool = True,
        coordinates: Literal["top", "bottom", "numbers"] | None = "top",
        marks: Mapping[Any, object] | None = None,
        fill: Mapping[Any, str] | None = None,
        circles: Iterable[PointLike] = (),
        arrows: Iterable[tuple[PointLike, PointLike]] = (),
        size: int = 400,
    ) -> str:
        """Returns a picture of the position as SVG.

        `coordinates` says where rows are counted from, or that columns have numbers; None leaves
        the edge empty.
        """

    def _repr_svg_(self) -> str: ...
    def copy(self) -> Board:
        """Returns a copy, which changes on its own."""

    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getitem__(self, key: PointLike, /) -> Color | None:
        """Returns the colour of the stone on a point of the board; None if there is no stone."""

    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Score:
    """The worth of a position to one side: units, or a proved win or loss with its distance."""

    def __new__(cls, text: str, turn: Color | str) -> Self: ...
    @property
    def units(self) -> int | None:
        """The evaluation in units, of which 400 are a win rate of 73 %; None if proved."""

    @property
    def plies(self) -> int | None:
        """The plies to the five if a win is proved, less than 0 for a loss; None if not proved."""

    @property
    def winrate(self) -> float:
        """The expected win rate, from 0 to 1."""

    @property
    def turn(self) -> Color:
        """The side that the score is for."""

    def pov(self, color: Color | str) -> Score:
        """Returns the same score as a colour sees it."""

    def __neg__(self) -> Score: ...
    def __le__(self, value: Score, /) -> bool: ...
    def __lt__(self, value: Score, /) -> bool: ...
    def __ge__(self, value: Score, /) -> bool: ...
    def __gt__(self, value: Score, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Certificate:
    """A proof that the side to move of a position wins: what it plays against which reply."""

    @staticmethod
    def from_bytes(data: bytes) -> Certificate:
        """Returns the certificate of bytes that `to_bytes` returned. It is not checked."""

    def to_bytes(self) -> bytes:
        """Returns the certificate as bytes."""

    @staticmethod
    def load(path: str | PathLike[str]) -> Certificate:
        """Reads a file. The certificate is not checked."""

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file, which is replaced as a whole."""

    def check(self) -> int:
        """Checks by the rules alone that the plan wins against every reply; returns its moves."""

    @property
    def board(self) -> Board:
        """The position, with the winning side to move."""

    @property
    def line(self) -> tuple[Point, ...]:
        """The main line to the five."""

    def next_move(self, board: Board) -> Point | None:
        """Returns the move of the plan; None off the plan, and where any five ends the game."""

    def __len__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class AnalysisStream:
    """A search that runs, as an iterator of its reports; it ends with its `with` block."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Info: ...
    def stop(self) -> None:
        """Stops the search, which then returns its best result so far."""

    def result(self) -> Analysis:
        """Waits for the end of the search, and returns its result."""

    def __reduce__(self) -> Any: ...

@final
class Engine:
    """An engine with its memory, which thinks about one position at a time.

    A call raises `EngineBusy` while another search runs, and waits for one that has been stopped.
    There are 1 to 256 `threads`, and `memory_mb` is the size of the memory of earlier searches.
    """

    def __new__(
        cls,
        *,
        threads: int = 1,
        memory_mb: int = 64,
        level: int | None = None,
        book: bool = False,
        seed: int | None = None,
        weights: str | PathLike[str] | None = None,
    ) -> Self: ...
    @property
    def threads(self) -> int:
        """The number of threads of a search."""

    @property
    def level(self) -> int | None:
        """The playing level; None for full strength."""

    def play(self, board: Board, limit: Limit | None = None) -> Analysis:
        """Finds a move for the side to move."""

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        avoid: Iterable[PointLike] = (),
        only: Iterable[PointLike] | None = None,
        on_info: Callable[[Info], object] | None = None,
    ) -> Analysis:
        """Searches, and returns the best lines. If `on_info` raises, the search stops."""

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        avoid: Iterable[PointLike] = (),
        only: Iterable[PointLike] | None = None,
    ) -> AnalysisStream:
        """Returns a search as a stream of reports, which ends with the `with` block."""

    def evaluate(self, board: Board) -> Score:
        """Returns the static evaluation of a position, without a search."""

    def evaluate_many(self, boards: Iterable[Board], *, threads: int | None = None) -> list[Score]:
        """Returns the static evaluations of many positions, in their order, by several threads."""

    def values(self, board: Board) -> NDArray[Any]:
        """Returns the chance to win after each legal move by the evaluation alone, else nan."""

    def add_certificate(self, certificate: Certificate) -> None:
        """Makes the engine play by a certificate where it can."""

    def clear(self) -> None:
        """Forgets what earlier searches found."""

    def stop(self) -> None:
        """Stops the running search, if any, which then returns its best result so far."""

    def close(self) -> None:
        """Stops the running search, and closes the engine."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __reduce__(self) -> Any: ...

@final
class ExternalEngine:
    """A program that speaks the protocol of Gomocup.

    The command is a text as a shell splits it, or a list of words. `options` are sent as INFO
    lines, `memory_mb` is 350 by default as in contests, and 0 for no limit, `margin` is the
    tolerance for late answers in seconds (1 by default, and 0.05 in matches), and `profile` the
    manager that is imitated. The process starts with the first question, and again after a failure.
    It gets a seed, which may vary its moves, in matches and from `options` only.
    """

    def __new__(
        cls,
        command: str | PathLike[str] | Sequence[str],
        *,
        name: str | None = None,
        folder: str | PathLike[str] | None = None,
        options: dict[str, Any] | None = None,
        threads: int | None = None,
        memory_mb: int | None = None,
        profile: Literal["plain", "piskvork", "gomocup", "c-gomoku-cli"] = "plain",
        margin: float | None = None,
        startup: float = 10.0,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """The name of the engine, by default that of its program."""

    @property
    def command(self) -> list[str]:
        """The program and its arguments."""

    def play(self, board: Board, limit: Limit | None = None) -> Reply:
        """Asks the engine for a move for the side to move."""

    def stop(self) -> None:
        """Ends the running search, if any, and the process with it."""

    def close(self) -> None:
        """Ends the process, and closes the engine."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __reduce__(self) -> Any: ...

def play_match(
    players: tuple[object, object],
    names: tuple[str, str] | None,
    limit: Limit,
    options: list[tuple[str, str]],
    on_game: Callable[[MatchGame], object] | None = None,
) -> MatchResult:
    """Plays a match, and returns its results."""

@final
class Answers(Generic[_T]):
    """The answers about boards, in their order."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> _T: ...
    def close(self) -> None:
        """Stops the searches in flight, and closes the stream of answers."""

    def __reduce__(self) -> Any: ...

def solve(
    board: Board,
    mode: Literal["vcf", "vct", "win"] = "vct",
    limit: Limit = ...,
    *,
    threads: int = 1,
    memory_mb: int = 64,
    on_progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Returns whether the side to move wins: by fours, by threats, or by any moves.

    With `Limit()`, the solver goes on until it knows the verdict; a solver has no depth. Reports go
    to `on_progress` about once a second; if it raises, the solver stops.
    """

@final
class SolutionStream:
    """A solver that runs, as an iterator of its reports; it ends with its `with` block."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Progress: ...
    def stop(self) -> None:
        """Stops the solver; its verdict is "unknown", unless it has just found one."""

    def result(self) -> Solution:
        """Waits for the end of the solver, and returns its verdict."""

    def __reduce__(self) -> Any: ...

def solving(
    board: Board,
    mode: Literal["vcf", "vct", "win"] = "vct",
    limit: Limit | None = None,
    *,
    threads: int = 1,
    memory_mb: int = 64,
) -> SolutionStream:
    """Returns a solver as a stream of reports, which ends with the `with` block.

    There is a report about once a second. Without a limit, the solver goes on until it knows the
    verdict or is stopped.
    """

def analyse_many(
    boards: Iterable[Board],
    limit: Limit,
    *,
    threads: int | None = None,
    lines: int = 1,
    memory_mb: int = 16,
    reuse: bool = False,
) -> Answers[Analysis]:
    """Returns the analyses of boards, in their order, from searches in several threads."""

def solve_many(
    boards: Iterable[Board],
    mode: Literal["vcf", "vct", "win"],
    limit: Limit,
    *,
    threads: int | None = None,
    memory_mb: int = 16,
    certificates: bool = False,
) -> Answers[Solution]:
    """Returns the verdicts on boards, in their order, from solvers in several threads.

    With `Limit()`, a solver goes on until it knows the verdict; a solver has no depth.
    """

@final
class Game:
    """A game of a file: a tree of moves with notes, names and a result."""

    def __new__(
        cls,
        rule: Rule | str = "freestyle",
        size: int | tuple[int, int] = 15,
        *,
        continuous: bool = False,
    ) -> Self: ...
    @staticmethod
    def from_board(board: Board) -> Game:
        """Returns the game of a board, whose stones are its moves."""

    @property
    def rule(self) -> Rule:
        """The rule."""

    @rule.setter
    def rule(self, value: Rule | str, /) -> None: ...
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the board."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of Black and White, which may be empty."""

    @names.setter
    def names(self, value: tuple[str, str], /) -> None: ...
    @property
    def result(self) -> str:
        """The result as SGF writes it: "B+", "W+T", "0"; empty if it is not known.

        It can be set to an `Outcome`, too, or to None.
        """

    @result.setter
    def result(self, value: Outcome | str | None, /) -> None: ...
    @property
    def line(self) -> int:
        """The line of the file where the game begins."""

    @property
    def moves(self) -> tuple[Point | None, ...]:
        """The points of the main line; None for a pass."""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes; the first is the board before the first move, parents come before children."""

    @property
    def shown(self) -> int:
        """The node that a reader shows first."""

    def __len__(self) -> int: ...
    def board(self, node: int | None = None) -> Board:
        """Returns the position after the moves to a node, by default of the whole main line."""

    def boards(self, node: int | None = None) -> list[Board]:
        """Returns the position before each move that leads to a node (of the main line)."""

    def planes(
        self, node: int | None = None, *, out: NDArray[Any] | None = None, dtype: str = "float32"
    ) -> NDArray[Any]:
        """Returns the planes of all positions of `boards` as one array of four dimensions."""

    def add(self, node: int, point: PointLike | None) -> int:
        """Adds a move (a pass without a point) after a node, and returns its node."""

    def annotate(
        self,
        node: int,
        *,
        comment: str | None = None,
        label: str | None = None,
        time: float | None = None,
        winrate: float | None = None,
    ) -> None:
        """Changes the notes of a node; arguments that are left out change nothing."""

    def to_text(
        self,
        kind: Literal["sgf", "psq", "moves"] = "sgf",
        node: int | None = None,
        *,
        rows: Literal["top", "bottom", "numbers"] = "top",
    ) -> str:
        """Returns the game as text: of a kind among sgf, psq and moves."""

    def to_renlib(self, node: int | None = None) -> bytes:
        """Returns the game as a library of RenLib, for boards of 15x15."""

    def copy(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: object, /) -> Game: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restore(state: Any) -> Game: ...

def parse_games(
    data: bytes, text: str, rule: Rule | str, size: int | tuple[int, int], rows: str
) -> tuple[list[Game], list[str]]:
    """Returns the games of a file's bytes, or of its text, and the faults of single games."""

@final
class Batch:
    """Many boards of one rule and size as arrays, for learning."""

    def __new__(
        cls, n: int, rule: Rule | str = "freestyle", size: int | tuple[int, int] = 15
    ) -> Self: ...
    @staticmethod
    def from_boards(boards: Iterable[Board]) -> Batch:
        """Returns a batch of copies of boards of one size."""

    @property
    def rule(self) -> Rule:
        """The rule of all boards."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of all boards."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> Board: ...
    @property
    def turns(self) -> NDArray[Any]:
        """The sides to move, 0 for black and 1 for white: int8 [n]."""

    @property
    def outcomes(self) -> NDArray[Any]:
        """The outcomes: 0 goes on, 1 black, 2 white, 3 draw: int8 [n]."""

    def play(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Plays a move row * width + column on each board (-1: none), and returns the outcomes.

        If one of the moves is not legal, none is played, and IllegalMove names the board.
        """

    def legal(self, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Returns the legal moves: bool [n, height * width]."""

    def forbidden(self, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Returns the forbidden points: bool [n, height * width]."""

    def planes(self, *, out: NDArray[Any] | None = None, dtype: str = "float32") -> NDArray[Any]:
        """Returns the planes of all boards: [n, 3, height, width]."""

    def reset(self, mask: NDArray[Any] | None = None) -> None:
        """Empties the boards of a mask of bool [n], or all."""
