"""Running solvers: reports, stops, and threads that do not start."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import textwrap
from typing import Any, Literal

import pytest
from dolmen import Board, Limit, Progress, Solution, solve, solving

QUIET = Board("renju", moves="h8i9g9g8i7f10")
LONG = Limit(time=1_000)
THREATS = Board(moves="g8a1i8a15h7o1h9o15")
# The solver of threats takes longer than the tests for this position.
MANY_THREATS = Board(moves="h4h5l11i12f9f10j12d11h6h11e6h9d10d9e9f11i7j8l12e7")


@pytest.mark.parametrize(("board", "mode"), [(QUIET, "win"), (MANY_THREATS, "vct")])
def test_an_exception_in_a_callback_stops_the_solver(
    board: Board, mode: Literal["vct", "win"]
) -> None:
    reports: list[Progress] = []

    def on_progress(progress: Progress) -> None:
        reports.append(progress)
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        solve(board, mode, LONG, on_progress=on_progress)
    (progress,) = reports
    assert progress.nodes > 0
    assert progress.time > 0
    assert progress.nps == progress.nodes / progress.time
    assert pickle.loads(pickle.dumps(progress)) == progress


def test_a_proof_counts_what_is_proved() -> None:
    with solving(QUIET, "win", Limit(time=30)) as stream:
        for progress in stream:
            if progress.proved is not None:
                break
    assert progress.to_prove is not None
    assert progress.to_prove > 0
    assert progress.to_refute is not None
    assert progress.to_refute > 0


def test_a_short_solver_reports_nothing() -> None:
    stream = solving(THREATS, "vct")
    assert list(stream) == []
    assert stream.result().verdict == "win"
    assert stream.result() == stream.result()
    assert list(stream) == []


@pytest.mark.parametrize("mode", ["vcf", "vct", "win"])
def test_a_stream_has_the_verdict_of_solve(mode: Literal["vcf", "vct", "win"]) -> None:
    def comparable(solution: Solution) -> tuple[Any, ...]:
        return solution.verdict, solution.line, solution.certificate, solution.nodes

    limit = Limit(nodes=2_000)
    expected = solve(THREATS, mode, limit)
    with solving(THREATS, mode, limit) as stream:
        assert comparable(stream.result()) == comparable(expected)


def test_a_stopped_solver_knows_nothing() -> None:
    stream = solving(QUIET, "win")
    stream.stop()
    assert stream.result().verdict == "unknown"
    with solving(QUIET, "win") as stream:
        pass
    assert stream.result().verdict == "unknown"
    for attempt in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="cannot be copied"):
            attempt(stream)


def test_bad_questions_are_named() -> None:
    with pytest.raises(ValueError, match="the game has ended"):
        solving(Board(moves="h8a1h9a3h10a5h11a7h12"))
    with pytest.raises(ValueError, match="invalid threads 0"):
        solve(QUIET, threads=0)


# The remaining address space has no room for the stack of a thread.
NO_THREAD = """
    import contextlib, resource, sys
    from dolmen import Board, Engine, ExternalEngine, Limit, analyse_many, solve

    @contextlib.contextmanager
    def no_thread():
        own = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        limits = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (own + (16 << 20), limits[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limits)

    board, limit = Board(moves="h8a1i8a5g9a9"), Limit(nodes=50)
    engine = Engine(memory_mb=1)
    program = ExternalEngine([sys.executable, sys.argv[1]])
    calls = {
        "engine": lambda: engine.play(board, limit),
        "program": lambda: program.play(board, Limit(time=5)),
        "fours": lambda: solve(board, "vcf", limit),
        "proof": lambda: solve(board, "win", limit),
        "many": lambda: list(analyse_many([board], limit, memory_mb=1)),
    }
    call = calls[sys.argv[2]]
    try:
        with no_thread():
            call()
        print("has a thread")
    except OSError:
        call()
        print("goes on")
    program.close()
"""


# Each call has a process of its own: the stack of an ended thread would serve the next one.
@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
@pytest.mark.parametrize("call", ["engine", "program", "fours", "proof", "many"])
def test_a_thread_that_does_not_start_is_an_error_once(
    call: str, pytestconfig: pytest.Config
) -> None:
    brain = pytestconfig.rootpath / "tests" / "brain.py"
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(NO_THREAD), str(brain), call],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "goes on\n", done.stderr
