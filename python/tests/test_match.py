"""Programs as engines, and matches: results, clocks, faults, interruptions."""

from __future__ import annotations

import copy
import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest
from dolmen import (
    Board,
    Engine,
    EngineBusy,
    ExternalEngine,
    IllegalMove,
    Limit,
    MatchGame,
    MatchResult,
    Outcome,
    Point,
    play_match,
    records,
    solve,
)

BRAIN = Path(__file__).with_name("brain.py")
QUICK = Limit(nodes=200)
SECOND = Limit(time=5)


def program(*arguments: str, **settings: Any) -> ExternalEngine:
    return ExternalEngine([sys.executable, str(BRAIN), *arguments], **settings)


def first(board: Board, limit: Limit) -> Point:
    assert limit in (QUICK, SECOND)
    return min(board.legal)


def test_a_program_answers_about_positions() -> None:
    with program() as engine:
        board = Board()
        for _ in range(4):
            reply = engine.play(board, SECOND)
            assert reply.best in board.legal
            assert (reply.depth, reply.units, reply.nodes) == (3, -25.0, 1200)
            assert reply.plies is None
            assert reply.message == "depth 3 ev -25 n 1200"
            assert reply.time > 0
            board.push(reply.best)
        board.pop()
        assert engine.play(board, SECOND).best in board.legal, "a move was taken back"
        assert engine.play(Board("renju", 20), SECOND).best == Point(0, 0)
        assert engine.name == Path(sys.executable).name or "brain" in engine.name
        assert engine.command[-1] == str(BRAIN)
    with pytest.raises(ValueError, match="closed"):
        engine.play(Board(), SECOND)


def test_a_command_is_a_text_a_path_or_words(tmp_path: Path) -> None:
    script = tmp_path / "my engine"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{BRAIN}'\n")
    script.chmod(0o755)
    for command in (script, [str(script)], f"'{script}'"):
        with ExternalEngine(command, name="Mine") as engine:
            assert engine.play(Board(moves="a1"), SECOND).best == Point(1, 0)
            assert repr(engine) == 'ExternalEngine("Mine")'


def test_bad_programs_and_settings_are_refused() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-engine not found"):
        ExternalEngine("no-such-engine")
    with pytest.raises(FileNotFoundError, match="pbrain-dolmen"):
        ExternalEngine("pbrain-dolmen", folder=None)
    with pytest.raises(ValueError, match="empty"):
        ExternalEngine([])
    with pytest.raises(ValueError, match="profile"):
        program(profile="arena")
    for option, instead in [("timeout_turn", "a Limit"), ("rule", "the rule of the Board")]:
        with pytest.raises(
            ValueError, match=f"^option {option} cannot be set directly: use {instead} instead$"
        ):
            program(options={option: 5})
    for settings, text in [
        ({"threads": 0}, "invalid threads 0: expected 1 to"),
        ({"memory_mb": -1}, "invalid memory_mb -1: expected 0 to"),
        ({"margin": -1}, "invalid margin -1: expected a number of seconds from 0 on"),
    ]:
        with pytest.raises(ValueError, match=text):
            program(**settings)
    with pytest.raises(ValueError, match="does not end"):
        program().play(Board())
    with pytest.raises(ValueError, match="has ended"):
        program().play(Board(moves="h8a1h7a2h6a3h5a4h4"), SECOND)
    with pytest.raises(TypeError, match="copied"):
        copy.copy(program())


def test_faults_have_exceptions_and_the_next_question_a_new_process(tmp_path: Path) -> None:
    for fault, exception, text in [
        ("wrong", RuntimeError, "played 0,0, which is occupied"),
        ("crash", RuntimeError, "status 1: out of ideas"),
    ]:
        with program(fault) as engine:
            for _ in range(2):
                with pytest.raises(exception, match=text):
                    engine.play(Board(moves="a1"), SECOND)
    slow = program("slow", str(tmp_path / "asked"), margin=0.01)
    with slow as engine, pytest.raises(TimeoutError, match="no move within"):
        engine.play(Board(), Limit(time=0.05))
    with program("mute", startup=0.3) as engine, pytest.raises(TimeoutError, match="START"):
        engine.play(Board(), SECOND)


def test_a_seed_is_sent_in_matches_and_by_request(tmp_path: Path) -> None:
    for name, options, expected in [("none", None, []), ("own", {"seed": 7}, ["INFO seed 7"])]:
        log = tmp_path / name
        with program("log", str(log), options=options) as engine:
            engine.play(Board(), SECOND)
        assert [line for line in log.read_text().splitlines() if "seed" in line] == expected
    log = tmp_path / "match"
    play_match(program("log", str(log)), first, games=2, limit=SECOND, openings="none")
    assert log.read_text().count("INFO seed ") == 2


def test_a_program_thinks_about_one_position_and_can_be_stopped(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    engine = program("slow", str(asked), margin=0.1)
    failures: list[BaseException] = []

    def ask() -> None:
        try:
            engine.play(Board(), Limit(time=60))
        except RuntimeError as error:
            failures.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    while not asked.exists():
        thread.join(0.01)
    with pytest.raises(EngineBusy):
        engine.play(Board(), SECOND)
    engine.stop()
    with pytest.raises(TimeoutError):
        engine.play(Board(), Limit(time=0))
    thread.join()
    assert "stopped" in str(failures[0])


def test_a_match_counts_pairs() -> None:
    games: list[MatchGame] = []
    result = play_match(
        Engine(), first, games=4, limit=QUICK, openings=["h8i9", "h8h9g7"], on_game=games.append
    )
    assert result.names == ("Dolmen", "first")
    assert (result.wins, result.draws, result.losses) == (4, 0, 0)
    assert result.pairs == (0, 0, 0, 0, 2)
    assert result.score == 1.0
    assert result.elo > 0
    assert result.los > 0.5
    assert result.is_complete
    assert result.decision is None
    assert str(result).startswith("Dolmen against first: +4 =0 -0, Elo +")
    assert {(game.black, game.white) for game in result.games} == {
        ("Dolmen", "first"),
        ("first", "Dolmen"),
    }
    assert len(games) == 4
    assert {game.reason for game in games} == {"five"}
    for game in result.games:
        assert game.outcome is (Outcome.BLACK if game.black == "Dolmen" else Outcome.WHITE)
        assert game.game.names == (game.black, game.white)
        assert game.game.board().outcome is game.outcome
        assert records.loads(game.game.to_text("sgf")).moves == game.game.moves
    assert {game.game.moves[:2] for game in result.games} & {(Point(7, 7), Point(8, 8))}


def test_a_match_repeats_itself() -> None:
    def once() -> list[tuple[Point | None, ...]]:
        result = play_match(Engine(), Engine(level=3), games=2, limit=QUICK, rule="renju")
        assert result.names == ("Dolmen", "Dolmen level 3")
        return [game.game.moves for game in result.games]

    assert once() == once()


def test_a_match_against_a_program(tmp_path: Path) -> None:
    log = tmp_path / "dialogue.log"
    brain = program(name="Brain")
    result = play_match(
        Engine(), brain, games=4, limit=SECOND, concurrency=2, openings="none", log=log
    )
    assert result.names == ("Dolmen", "Brain")
    assert result.wins == 4
    assert "Brain <- START 15\n" in log.read_text()
    for output in ("log", "state"):
        missing: Any = {output: tmp_path / "no-folder" / output}
        with pytest.raises(FileNotFoundError, match="no-folder"):
            play_match(Engine(), brain, games=2, limit=SECOND, **missing)


def test_a_failing_program_loses_and_the_reason_is_there() -> None:
    result = play_match(first, program("crash"), games=2, limit=SECOND, openings="none")
    assert (result.wins, result.losses) == (2, 0)
    assert {game.reason for game in result.games} == {"crash"}
    assert "out of ideas" in result.games[0].detail or "status 1" in result.games[0].detail


def test_an_object_plays_and_its_exception_ends_the_match() -> None:
    class Bot:
        def play(self, board: Board, limit: Limit) -> str:
            assert limit == QUICK
            if board.ply > 4:
                raise KeyError("no idea")
            return str(min(board.legal))

    with pytest.raises(KeyError, match="no idea"):
        play_match(Bot(), Engine(), games=2, limit=QUICK)
    with pytest.raises(ValueError, match="stop here"):
        play_match(first, Engine(), games=20, limit=QUICK, on_game=_refuse)


def _refuse(game: MatchGame) -> None:
    raise ValueError(f"stop here, after {game.black}")


def test_an_illegal_move_loses() -> None:
    def corner(_board: Board, _limit: Limit) -> str:
        return "a1"

    result = play_match(corner, Engine(), games=2, limit=QUICK, names=("x", "y"))
    assert (result.wins, result.losses) == (0, 2)
    assert {game.reason for game in result.games} == {"illegal"}
    assert str(result).endswith("; faults: 2 illegal")
    assert "MatchGame" not in repr(result)


def test_an_sprt_decides_early(tmp_path: Path) -> None:
    state = tmp_path / "match.jsonl"
    result = play_match(
        Engine(), first, games=400, limit=QUICK, sprt=(0, 200), state=state, openings="none"
    )
    assert result.decision == "elo1"
    assert result.is_complete
    played = len(result.games)
    assert played < 400
    again = play_match(
        Engine(), first, games=400, limit=QUICK, sprt=(0, 200), state=state, openings="none"
    )
    assert len(again.games) == played, "a finished match goes on from its file"
    with pytest.raises(RuntimeError, match="a different tournament"):
        play_match(Engine(), first, games=400, limit=Limit(nodes=300), state=state)


def test_a_match_goes_on_with_equal_engines_alone(tmp_path: Path) -> None:
    def played(engine: Engine, state: str) -> MatchResult:
        return play_match(engine, first, games=2, limit=QUICK, state=tmp_path / state)

    learned = Path(__file__).parents[2] / "src" / "eval" / "weights" / "learned.weights"
    certificate = solve(Board(moves="g8a1i8a15h7o1h9o15"), "vct").certificate
    assert certificate is not None
    proved = Engine()
    proved.add_certificate(certificate)
    engines = {"plain": Engine(), "learned": Engine(weights=learned), "proved": proved}
    for name, engine in engines.items():
        assert played(engine, name).is_complete
        for other, its_engine in engines.items():
            if other == name:
                assert played(its_engine, name).is_complete
            else:
                with pytest.raises(RuntimeError, match="a different tournament"):
                    played(its_engine, name)


def test_bad_matches_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"games": 3}, "in pairs"),
        ({"games": 0}, "invalid games 0: expected an integer from 2 on"),
        ({"games": -2}, "invalid games -2: expected an integer from 2 on"),
        ({"concurrency": 0}, "invalid concurrency 0: expected an integer from 1 on"),
        ({"seed": -1}, "invalid seed -1: expected an integer from 0 on"),
        ({"limit": Limit()}, "does not end"),
        ({"rule": "chess"}, "chess"),
        ({"openings": "no-such-set"}, "no-such-set"),
        ({"openings": ["h8", "z99"]}, "z99"),
        ({"size": 4}, "4"),
        ({"concurrency": 2}, "concurrency=1"),
        ({"names": ("a", "a")}, "two engines are named"),
        ({"sprt": (5, 5)}, "elo"),
    ]
    for settings, text in wrong:
        bad: Any = {"limit": QUICK, **settings}
        with pytest.raises(ValueError, match=text):
            play_match(Engine(), first, **bad)
    someone: Any = 7
    with pytest.raises(TypeError, match="expected a player"):
        play_match(someone, Engine(), limit=QUICK)
    with pytest.raises(TypeError, match="invalid on_game 7: expected a function"):
        play_match(Engine(), first, limit=QUICK, on_game=someone)
    assert issubclass(IllegalMove, ValueError)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_match_and_its_programs(tmp_path: Path) -> None:
    script = textwrap.dedent(
        f"""
        import sys
        from dolmen import ExternalEngine, Limit, play_match

        def first(board, limit):
            print("asked", flush=True)
            return min(board.legal)

        slow = ExternalEngine([sys.executable, {str(BRAIN)!r}, "slow", {str(tmp_path / "slow")!r}])
        try:
            play_match(first, slow, limit=Limit(time=60), openings="none")
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.read() == "interrupted\n"
    assert process.wait(10) == 0
