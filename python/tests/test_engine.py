"""Engines, streams, solvers and many positions at once: results, stops, and exceptions."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import dolmen
import numpy as np
import pytest
from dolmen import (
    Board,
    Certificate,
    Color,
    Engine,
    EngineBusy,
    Info,
    Limit,
    Outcome,
    Point,
    Score,
    analyse_many,
    solve,
    solve_many,
)

OPEN_FOUR = "h8a1i8a3j8a5"
FORCED = "h8a1i8a5a9g9g10a13"
THREE_WIN = "h8a1i8a5g9a9"
NODES = Limit(nodes=2_000)
ANY: Any = "mate"


def test_play_and_analyse() -> None:
    board = Board(moves=OPEN_FOUR)
    with Engine() as engine:
        analysis = engine.play(board, NODES)
        assert analysis.best in (Point.parse("g8"), Point.parse("k8"))
        assert analysis.score.plies is not None
        assert analysis.score.plies > 0
        assert analysis.pv[0] == analysis.best
        assert board == Board(moves=OPEN_FOUR), "the board is as before"
        quiet = Board("renju", moves="h8i9")
        three = engine.analyse(quiet, NODES, lines=3)
        assert [line.rank for line in three.lines] == [0, 1, 2]
        assert three.lines[0].score >= three.lines[2].score
        assert three.root_moves
        best = three.best
        assert engine.analyse(quiet, NODES, avoid=[best]).best != best
        assert engine.analyse(quiet, NODES, only=["j10"]).best == Point.parse("j10")
        for twin in (copy.copy(three), pickle.loads(pickle.dumps(three))):
            assert twin == three
    with pytest.raises(ValueError, match="the engine is closed"):
        engine.play(board, NODES)


def test_a_fresh_engine_repeats_itself() -> None:
    board = Board(moves="h8i9")
    first = Engine().analyse(board, NODES)
    engine = Engine()
    assert engine.analyse(board, NODES).pv == first.pv
    engine.clear()
    again = engine.analyse(board, NODES)
    assert (again.nodes, again.score, again.pv) == (first.nodes, first.score, first.pv)


def test_reports_come_to_the_caller() -> None:
    infos: list[Info] = []
    threads = set()

    def on_info(info: Info) -> None:
        infos.append(info)
        threads.add(threading.get_ident())

    Engine().analyse(Board(moves="h8i9"), Limit(depth=6), on_info=on_info)
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    assert infos[-1].depth == 6
    assert threads == {threading.get_ident()}


def test_an_exception_in_a_callback_stops_the_search() -> None:
    engine = Engine()

    def on_info(_info: Info) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        engine.analyse(Board(moves="h8i9"), Limit(time=1_000), on_info=on_info)
    assert engine.play(Board(moves="h8i9"), NODES).nodes > 0, "the engine is free again"


def test_a_stream_ends_with_its_block() -> None:
    engine = Engine()
    board = Board(moves="h8i9")
    with engine.analysis(board) as stream:
        with pytest.raises(EngineBusy, match="the engine searches already"):
            engine.play(board, NODES)
        for info in stream:
            if info.depth >= 4:
                break
    assert stream.result().stopped
    assert stream.result() == stream.result()
    assert list(stream) == []
    assert engine.play(board, NODES).stopped is False
    with engine.analysis(board, NODES) as limited:
        assert limited.result().stopped is False


def test_a_call_waits_for_a_search_that_was_stopped() -> None:
    engine = Engine()
    board = Board(moves="h8i9")
    for _ in range(3):
        for _info in engine.analysis(board):
            break
        assert engine.play(board, NODES).nodes > 0, "the iterator is gone"
        stream = engine.analysis(board)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(engine.stop).result()
        engine.clear()
        assert engine.play(board, NODES).stopped is False
        assert stream.result().stopped


def test_stop_from_another_thread() -> None:
    engine = Engine()
    with ThreadPoolExecutor(1) as pool:
        stream = engine.analysis(Board(moves="h8i9"))
        next(stream)
        pool.submit(engine.stop).result()
        assert stream.result().stopped


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Engine().play(Board(moves="h8")), "a search without limits does not end"),
        (lambda: Engine().play(Board(moves="h8a1h9a3h10a5h11a7h12"), NODES), "the game has ended"),
        (lambda: Engine().analyse(Board(), NODES, only=[]), "no legal move is left"),
        (lambda: Limit(time=-1), "invalid time -1"),
        (lambda: Limit(nodes=-1), "invalid nodes -1"),
        (lambda: Engine(level=99), "invalid level 99: expected 1 to 15"),
        (lambda: solve(Board(), ANY), 'unknown mode "mate": expected one of vcf, vct, win'),
        (lambda: list(analyse_many([Board(moves="h8a1h9a3h10a5h11a7h12")], NODES)), "board 0: "),
        (lambda: Certificate.from_bytes(b"x"), "expected a first line"),
    ],
)
def test_bad_requests_are_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_missing_files_are_named(tmp_path: Path) -> None:
    for call in (lambda path: Engine(weights=path), Certificate.load):
        with pytest.raises(FileNotFoundError, match=r"none\.file"):
            call(tmp_path / "none.file")
    (tmp_path / "bad").write_text("no weights")
    with pytest.raises(ValueError, match="bad: "):
        Engine(weights=tmp_path / "bad")


def test_engines_refuse_copies() -> None:
    engine = Engine()
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="use analyse_many"):
            attempt(engine)


def test_levels() -> None:
    weak = Engine(level=1)
    assert weak.level == 1
    board = Board(moves="h8a1h9a3h10a5h11")
    assert weak.play(board).best in (Point.parse("h7"), Point.parse("h12"))


def test_scores() -> None:
    win = Score("+M5", "black")
    assert (win.plies, win.units, win.winrate) == (5, None, 1.0)
    assert -win == win.pov("white") == Score("-M5", "white")
    assert win.pov("black") == win
    even = Score("0", Color.BLACK)
    assert (even.units, even.winrate) == (0, 0.5)
    assert Score("-M4", "black") < even < Score("+M7", "black") < win
    assert sorted([win, even]) == [even, win]
    assert len({win, Score("+M5", "black"), -win}) == 2
    for twin in (pickle.loads(pickle.dumps(win)), copy.deepcopy(win)):
        assert twin == win
    with pytest.raises(TypeError, match="different sides"):
        _ = win < -win
    assert win != "+M5"
    assert str(win) == "+M5"


def test_values_and_evaluation() -> None:
    engine = Engine()
    board = Board(moves=OPEN_FOUR)
    values = engine.values(board)
    assert values.shape == (15, 15)
    assert np.isnan(values[7, 7])
    assert values[7, 6] > values[0, 14], "an open four is worth more than a corner"
    assert np.isfinite(values).sum() == len(board.legal)
    assert engine.evaluate(board).winrate > 0.5
    assert engine.evaluate(board).turn is board.turn


def test_solve_by_threats_with_a_certificate(tmp_path: Path) -> None:
    board = Board(moves="g8a1i8a15h7o1h9o15")
    assert solve(board, "vcf", Limit(nodes=10_000)).verdict == "no-win"
    solution = solve(board, "vct")
    assert solution.verdict == "win"
    assert solution.proof_size
    certificate = solution.certificate
    assert certificate is not None
    assert certificate.check() > 0
    path = tmp_path / "win.certificate"
    certificate.save(path)
    again = Certificate.load(path)
    assert again == certificate
    assert again.line == certificate.line
    assert pickle.loads(pickle.dumps(certificate)) == certificate
    damaged = bytearray(path.read_bytes())
    damaged[-6] ^= 1
    with pytest.raises(ValueError, match="the checksum does not match"):
        Certificate.from_bytes(bytes(damaged))
    playing = board.copy()
    engine = Engine()
    engine.add_certificate(certificate)
    assert engine.play(playing, NODES).lines[0].origin == "proof"
    rng = np.random.default_rng(1)
    while playing.outcome is None:
        fives = [point for point, threat in playing.threats().items() if threat == "five"]
        # The plan ends with fours that a single stone cannot answer.
        move = fives[0] if fives else certificate.next_move(playing)
        assert move is not None
        if playing.push(move) is None:
            replies = sorted(playing.legal)
            playing.push(replies[rng.integers(len(replies))])
    assert playing.outcome is Outcome.BLACK


def test_prove_by_any_moves() -> None:
    solution = solve(Board(moves=THREE_WIN), "win", Limit(nodes=2_000))
    assert solution.verdict == "win"
    assert solution.certificate is not None
    assert solution.certificate.check() > 0
    assert solution.certificate.board == Board(moves=THREE_WIN)


def test_unknown_within_few_nodes() -> None:
    solution = solve(Board(moves="g8a1i8a15h7o1h9o15"), "vct", Limit(nodes=1))
    assert (solution.verdict, solution.line, solution.certificate) == ("unknown", (), None)


def positions(count: int) -> list[Board]:
    boards: list[Board] = []
    board = Board("renju")
    rng = np.random.default_rng(7)
    while len(boards) < count:
        legal = [p for p in board.legal if 3 <= p.x <= 11 and 3 <= p.y <= 11]
        if board.push(legal[rng.integers(len(legal))]) is not None or board.ply > 25:
            board = Board("renju")
        boards.append(board.copy())
    return boards


def test_many_are_as_one() -> None:
    boards = positions(40)
    one = [(a.best, a.nodes, a.score) for a in analyse_many(boards, NODES, threads=1)]
    three = [(a.best, a.nodes, a.score) for a in analyse_many(iter(boards), NODES, threads=3)]
    assert one == three
    assert all(best in board.legal for board, (best, _, _) in zip(boards, one, strict=True))
    verdicts = list(solve_many(boards, "vct", Limit(nodes=3_000), threads=2))
    for board, found in zip(boards, verdicts, strict=True):
        assert found.verdict == solve(board, "vct", Limit(nodes=3_000)).verdict
    lines = next(analyse_many(boards, NODES, lines=2)).lines
    assert len(lines) == 2
    shared = [a.best for a in analyse_many(boards[:5], NODES, reuse=True)]
    assert len(shared) == 5


def test_many_read_ahead_only_a_little() -> None:
    read = 0

    def endless() -> Any:
        nonlocal read
        while True:
            read += 1
            yield Board(moves="h8i9")

    answers = analyse_many(endless(), Limit(nodes=10), threads=1)
    next(answers)
    assert read < 100
    answers.close()
    assert list(answers) == []


def test_an_exception_of_the_boards_comes_through() -> None:
    def failing() -> Any:
        yield Board(moves="h8")
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        list(analyse_many(failing(), NODES))
    with pytest.raises(TypeError):
        list(analyse_many(["h8"], NODES))  # type: ignore[list-item]


def test_eight_engines_in_eight_threads() -> None:
    board = Board(moves="h8i9")
    expected = Engine().analyse(board, NODES)

    def think(_: int) -> list[tuple[int, Score]]:
        engine = Engine()
        results = []
        for _ in range(3):
            analysis = engine.analyse(board.copy(), NODES)
            results.append((analysis.nodes, analysis.score))
            engine.clear()
        return results

    with ThreadPoolExecutor(8) as pool:
        for results in pool.map(think, range(8)):
            assert results == [(expected.nodes, expected.score)] * 3


# The solver of threats takes longer than the tests for this position.
MANY_THREATS = "h4h5l11i12f9f10j12d11h6h11e6h9d10d9e9f11i7j8l12e7"
LONG = {
    "play": "Engine().play(Board(moves='h8i9'), Limit(time=1000))",
    "stream": "list(Engine().analysis(Board(moves='h8i9')))",
    "solve": "solve(Board('renju', moves='h8i9g9g8i7f10'), 'win', Limit(time=1000))",
    "solve by threats": f"solve(Board(moves='{MANY_THREATS}'), 'vct', Limit(time=1000))",
    "many": "list(analyse_many([Board(moves='h8i9')] * 3, Limit(time=1000)))",
    "evaluate": "Engine().evaluate_many(itertools.repeat(Board(moves='h8i9')))",
    "many solved": "list(solve_many([Board(moves='h8')] * 3, 'win', Limit(time=1000)))",
}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_every_call(name: str) -> None:
    program = f"""
        import itertools, os, signal, threading, time
        from dolmen import *
        at = []
        def interrupt():
            time.sleep(0.3)
            at.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            {LONG[name]}
        except KeyboardInterrupt:
            print(f"interrupted {{time.perf_counter() - at[0]:.3f}}")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.startswith("interrupted"), done.stderr


def test_names_are_complete() -> None:
    assert sorted(dolmen.__all__) == dolmen.__all__
    assert all(hasattr(dolmen, name) for name in dolmen.__all__)


def test_many_evaluations() -> None:
    moves = ["h8", "i9", "j10", "g7"]
    boards = [Board("renju", moves=moves[:number]) for number in range(4)] * 50
    engine = Engine()
    scores = engine.evaluate_many(boards, threads=3)
    assert scores == [engine.evaluate(board) for board in boards]
    assert engine.evaluate_many(iter([])) == []
    with pytest.raises(TypeError):
        engine.evaluate_many([ANY])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_a_thread_of_its_own() -> None:
    engine = Engine()
    best = engine.play(Board(moves="h8i9"), NODES).best
    child = os.fork()
    if child == 0:
        engine.clear()
        os._exit(0 if engine.play(Board(moves="h8i9"), NODES).best == best else 1)
    assert os.waitpid(child, 0)[1] == 0
    engine.clear()
    assert engine.play(Board(moves="h8i9"), NODES).best == best
