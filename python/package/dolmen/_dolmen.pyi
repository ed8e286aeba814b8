"""The parts of Dolmen that are written in Rust."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Self, final

from numpy.typing import NDArray

from dolmen._types import Color, Move, Outcome, Point, PointLike, Rule

__all__ = ["Board", "PointSet"]

@final
class PointSet(Collection[Point]):
    """An immutable set of points on a board."""

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
    def __le__(self, value: PointSet, /) -> bool: ...
    def __lt__(self, value: PointSet, /) -> bool: ...
    def __ge__(self, value: PointSet, /) -> bool: ...
    def __gt__(self, value: PointSet, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def to_numpy(self) -> NDArray[Any]:
        """Returns the set as an array of bool with a row for each row of the board."""

@final
class Board:
    """A position with its rule, on which moves are made and taken back."""

    def __new__(
        cls,
        rule: Rule | str = "freestyle",
        size: int | tuple[int, int] = 15,
        moves: str | Iterable[PointLike] = (),
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
        """Returns the rule, the size and the moves as one text line, such as "renju 15x15 h8 i9"."""

    @property
    def rule(self) -> Rule:
        """The rule."""

    @property
    def continuous(self) -> bool:
        """Whether the game goes on after a five, whose stones become dead points."""

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
        """How the game ended with its last stone; None while it goes on."""

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
        """Returns what a stone of a colour, by default of the side to move, makes on which points."""

    def images(self) -> list[Board]:
        """Returns the boards of all symmetric images, this position first."""

    def planes(
        self, *, out: NDArray[Any] | None = None, dtype: str = "float32"
    ) -> NDArray[Any]:
        """Returns three planes: own stones, stones of the other side, dead points."""

    def svg(
        self,
        *,
        numbers: bool = True,
        marks: Mapping[Any, object] | None = None,
        fill: Mapping[Any, str] | None = None,
        arrows: Iterable[tuple[PointLike, PointLike]] = (),
        size: int = 400,
    ) -> str:
        """Returns a picture of the position as SVG."""

    def _repr_svg_(self) -> str: ...
    def copy(self) -> Board:
        """Returns a copy, which changes on its own."""

    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getitem__(self, key: PointLike, /) -> Color | None: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
