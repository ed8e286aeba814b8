#!/usr/bin/env python3
"""Train teachers on exported positions, and write their opinions.

A teacher is a residual network, thousands of times as slow as the evaluation of the engine. It
learns the score of the search, the result of the game and the search's move together. The games
are split into folds. Each teacher learns from all folds but its own, and gives its opinion on its
own: it would know the result of a game that it has seen. Nothing is learned from held-out games.

    training export GAMES --rule freestyle --output positions
    training/teacher/teach.py positions/*.positions --output freestyle.teacher
    training learn-network GAMES --rule freestyle --teacher freestyle.teacher ...

Needs PyTorch and NumPy, and in practice a GPU: four million positions take a few minutes there, and
days on two processors.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

FIRST_LINE = b"dolmen positions 1\n"
OPINIONS_LINE = b"dolmen teacher 1\n"
OUTSIDE = 3
# The cells of the windows of the first layer: seven in each of four directions.
REACH = 3
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
# The units of the evaluation for a logit, about.
UNITS = 400.0
# A weight for the loss of each output: score, result, move.
LOSSES = (2.0, 1.0, 0.15)


def record(side: int) -> np.dtype:
    """Return the type of a position, see src/export.rs."""
    return np.dtype(
        [
            ("key", "<u8"),
            ("game", "<u4"),
            ("target", "<f4"),
            ("evaluation", "<f4"),
            ("best", "<u2"),
            ("result", "u1"),
            ("kind", "u1"),
            ("is_held_out", "u1"),
            ("has_result", "u1"),
            ("is_black", "u1"),
            ("zero", "u1"),
            ("cells", "u1", (side * side,)),
        ]
    )


class Positions:
    """The positions of a file, on the device."""

    def __init__(self, path: Path, folds: int, device: str) -> None:
        """Read a file."""
        try:
            content = path.read_bytes()
        except OSError as error:
            sys.exit(f"cannot read {path}: {error.strerror}")
        if not content.startswith(FIRST_LINE):
            sys.exit(f"{path}: expected a file that `training export` has written")
        end = content.index(b"\n", len(FIRST_LINE))
        header = json.loads(content[len(FIRST_LINE) : end])
        self.rule: str = header["rule"]
        self.side: int = header["side"]
        body = memoryview(content)[end + 1 :]
        if len(body) % record(self.side).itemsize:
            sys.exit(f"{path}: the last position is cut off")
        self.checksum = zlib.crc32(body)
        records = np.frombuffer(body, record(self.side))
        self.key = records["key"].copy()
        self.is_held_out = records["is_held_out"] == 1
        self.has_result = records["has_result"] == 1
        self.target = records["target"].copy()
        self.result = records["result"].astype(np.float32) / 2
        mixed = records["game"].astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        self.fold = (mixed >> np.uint64(40)) % np.uint64(folds)

        def move(values: np.ndarray) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(values)).to(device)

        self.cells = move(records["cells"])
        self.evaluation = move(records["evaluation"].copy())
        self.is_black = move(records["is_black"].astype(np.int64))
        self.best = move(records["best"].astype(np.int64))
        self.targets = move(self.target)
        self.results = move(self.result)
        self.weights = move(self.has_result.astype(np.float32))

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.key)


class Block(nn.Module):
    """Two convolutions beside the identity, and a gate that sees the whole board."""

    def __init__(self, channels: int) -> None:
        """Make a block that begins as the identity."""
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.to_gate = nn.Linear(2 * channels, channels // 2)
        self.gate = nn.Linear(channels // 2, 2 * channels)
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x: Tensor, board: Tensor, area: Tensor) -> Tensor:
        """Return the next features; `board` is 1 on the board, and `area` its number of points."""
        y = functional.relu(self.first_norm(self.first(x))) * board
        y = self.second_norm(self.second(y)) * board
        pool = torch.cat([y.sum((2, 3)) / area, y.amax((2, 3))], 1)
        scale, shift = self.gate(functional.relu(self.to_gate(pool)))[:, :, None, None].chunk(2, 1)
        return functional.relu(x + (y * (1 + scale) + shift) * board)


class Teacher(nn.Module):
    """The network."""

    def __init__(self, channels: int, blocks: int, rows: int = 64) -> None:
        """Make a network that begins with the evaluation of the engine as both of its values."""
        super().__init__()
        self.windows = nn.Embedding(4 ** (2 * REACH + 1), rows)
        nn.init.normal_(self.windows.weight, std=0.1)
        self.colors = nn.Embedding(2, rows)
        self.stem = nn.Conv2d(rows, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.value = nn.Conv2d(channels, 64, 1)
        self.value_norm = nn.BatchNorm2d(64)
        self.hidden = nn.Linear(2 * 64 + 2, 192)
        self.values = nn.Linear(192, 2)
        nn.init.zeros_(self.values.weight)
        nn.init.zeros_(self.values.bias)
        self.of_evaluation = nn.Parameter(torch.ones(2))
        self.moves = nn.Sequential(nn.Conv2d(channels, 32, 1), nn.ReLU(), nn.Conv2d(32, 1, 1))

    def forward(
        self, cells: Tensor, is_black: Tensor, evaluation: Tensor, side: int
    ) -> tuple[Tensor, Tensor]:
        """Return the logits of score and result, and those of the moves to all cells."""
        square = cells.view(-1, side, side)
        padded = functional.pad(square, (REACH,) * 4, value=OUTSIDE).int()
        numbers = []
        for rows, columns in DIRECTIONS:
            number = torch.zeros_like(square, dtype=torch.int32)
            for step in range(-REACH, REACH + 1):
                row, column = REACH + step * rows, REACH + step * columns
                number = 4 * number + padded[:, row : row + side, column : column + side]
            numbers.append(number)
        x = self.windows(torch.stack(numbers, 1)).sum(1) + self.colors(is_black)[:, None, None, :]
        if torch.is_autocast_enabled():
            x = x.to(torch.bfloat16)
        board = (square != OUTSIDE)[:, None].to(x.dtype)
        area = (square != OUTSIDE).sum((1, 2))[:, None].float()
        x = functional.relu(x).permute(0, 3, 1, 2) * board
        x = functional.relu(self.stem_norm(self.stem(x))) * board
        for block in self.blocks:
            x = block(x, board, area)
        value = functional.relu(self.value_norm(self.value(x))) * board
        evaluation = evaluation[:, None] / UNITS
        stones = ((square == 1) | (square == 2)).sum((1, 2))[:, None].float() / 50
        pool = torch.cat([value.sum((2, 3)) / area, value.amax((2, 3)), evaluation, stones], 1)
        logits = self.values(functional.relu(self.hidden(pool))).float()
        moves = self.moves(x).reshape(len(cells), -1).float().masked_fill(cells != 0, -1e4)
        return logits + evaluation.float() * self.of_evaluation, moves


def symmetries(side: int, device: str) -> list[tuple[Tensor, Tensor]]:
    """Return the symmetries of a square: the old cell of each new one, and the other way round."""
    square = np.arange(side * side).reshape(side, side)
    found = []
    for image in (square, square.T):
        for turns in range(4):
            old = np.rot90(image, turns).reshape(-1).copy()
            new = np.empty_like(old)
            new[old] = np.arange(side * side)
            found.append((torch.from_numpy(old).to(device), torch.from_numpy(new).to(device)))
    return found


def cross_entropy(prediction: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the losses of probabilities."""
    prediction = np.clip(prediction, 1e-6, 1 - 1e-6)
    return -(target * np.log(prediction) + (1 - target) * np.log(1 - prediction))


@dataclass
class Course:
    """How the teachers learn."""

    sets: list[Positions]
    folds: int
    channels: int
    blocks: int
    passes: int
    batch: int
    rate: float
    seed: int
    device: str

    def trained(self, positions: Positions, fold: int) -> np.ndarray:
        """Return the indices of the positions from which a teacher learns."""
        return np.flatnonzero(~positions.is_held_out & (positions.fold != fold))

    def batches(
        self, fold: int, rng: np.random.Generator
    ) -> Iterator[tuple[Positions, np.ndarray]]:
        """Yield the batches of all passes, each of one size of boards."""
        for _ in range(self.passes):
            parts = []
            for positions in self.sets:
                indices = rng.permutation(self.trained(positions, fold))
                starts = range(0, len(indices), self.batch)
                parts += [(positions, indices[start : start + self.batch]) for start in starts]
            yield from (parts[place] for place in rng.permutation(len(parts)))

    def teacher(self) -> Teacher:
        """Return a new network."""
        return Teacher(self.channels, self.blocks).to(
            self.device, memory_format=torch.channels_last
        )

    def autocast(self) -> torch.autocast:
        """Return the context of mixed precision, which only GPUs gain from."""
        return torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda")

    def judge(
        self, teacher: Teacher, positions: Positions, indices: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the two probabilities of each position, and the rank of the search's move."""
        teacher.eval()
        chances, ranks = [], []
        with torch.no_grad(), self.autocast():
            for start in range(0, len(indices), 4096):
                part = torch.from_numpy(indices[start : start + 4096]).to(self.device)
                logits, moves = teacher(
                    positions.cells[part],
                    positions.is_black[part],
                    positions.evaluation[part],
                    positions.side,
                )
                best = moves.gather(1, positions.best[part][:, None])
                chances.append(torch.sigmoid(logits).cpu())
                ranks.append((moves > best).sum(1).cpu())
        teacher.train()
        return torch.cat(chances).numpy(), torch.cat(ranks).numpy()

    def report(self, teachers: list[Teacher], most: int) -> str:
        """Return the losses on at most `most` held-out positions of each set, by some teachers."""
        scores, results, ranks, least = [], [], [], []
        for positions in self.sets:
            held_out = np.flatnonzero(positions.is_held_out)
            indices = np.random.default_rng(1).permutation(held_out)[:most]
            if not len(indices):
                continue
            judged = [self.judge(teacher, positions, indices) for teacher in teachers]
            mean = np.mean([chances for chances, _ in judged], 0)
            target, counts = positions.target[indices], positions.has_result[indices]
            scores.append(cross_entropy(mean[:, 0], target))
            least.append(cross_entropy(target, target))
            results.append(cross_entropy(mean[counts, 1], positions.result[indices][counts]))
            ranks += [rank for _, rank in judged]
        if not scores:
            return "no held-out positions"
        rank = np.concatenate(ranks)
        score, entropy, result = (np.concatenate(x).mean() for x in (scores, least, results))
        first, third = (100 * (rank < places).mean() for places in (1, 3))
        return (
            f"score {score:.4f} (least {entropy:.4f}), result {result:.4f}, "
            f"move first {first:.1f} %, among three {third:.1f} %"
        )

    def losses(
        self,
        teacher: Teacher,
        positions: Positions,
        indices: np.ndarray,
        image: tuple[Tensor, Tensor],
    ) -> Tensor:
        """Return the loss of each output on a batch under a symmetry."""
        part = torch.from_numpy(indices).to(self.device)
        old, new = image
        with self.autocast():
            logits, moves = teacher(
                positions.cells[part][:, old],
                positions.is_black[part],
                positions.evaluation[part],
                positions.side,
            )
        by_logits = functional.binary_cross_entropy_with_logits
        of_results = by_logits(logits[:, 1], positions.results[part], reduction="none")
        return torch.stack(
            [
                by_logits(logits[:, 0], positions.targets[part]),
                (of_results * positions.weights[part]).mean(),
                functional.cross_entropy(moves, new[positions.best[part]]),
            ]
        )

    def learn(self, fold: int) -> Teacher:
        """Train the teacher of a fold, and return the moving average of its parameters."""
        torch.manual_seed(self.seed + fold)
        rng = np.random.default_rng(self.seed + fold)
        teacher, average = self.teacher(), self.teacher()
        average.load_state_dict(teacher.state_dict())
        is_matrix = {
            name: parameter.ndim > 1 and "windows" not in name
            for name, parameter in teacher.named_parameters()
        }
        groups = [
            {
                "params": [
                    p for name, p in teacher.named_parameters() if is_matrix[name] == decays
                ],
                "weight_decay": 3e-2 if decays else 1e-4,
            }
            for decays in (False, True)
        ]
        optimizer = torch.optim.AdamW(groups, lr=self.rate, betas=(0.9, 0.99))
        images = {
            positions.side: symmetries(positions.side, self.device) for positions in self.sets
        }
        weights = torch.tensor(LOSSES, device=self.device)
        total = self.passes * sum(len(self.trained(positions, fold)) for positions in self.sets)
        done, started, said = 0, time.time(), time.time()
        for step, (positions, indices) in enumerate(self.batches(fold, rng), 1):
            warmth = min(1.0, step / 300)
            rate = self.rate * warmth * (0.02 + 0.49 * (1 + math.cos(math.pi * done / total)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            image = images[positions.side][rng.integers(8)]
            losses = self.losses(teacher, positions, indices, image)
            optimizer.zero_grad(set_to_none=True)
            (losses * weights).sum().backward()
            nn.utils.clip_grad_norm_(teacher.parameters(), 5.0)
            optimizer.step()
            follow(average, teacher, min(0.999, step / (step + 20)))
            done += len(indices)
            if time.time() > said + 30:
                said = time.time()
                speed = done / (said - started)
                print(
                    f"fold {fold}: {100 * done / total:.0f} %, {speed:,.0f} positions/s, "
                    f"held out: {self.report([average], 8_000)}",
                    flush=True,
                )
        return average


def follow(average: nn.Module, teacher: nn.Module, decay: float) -> None:
    """Move an average of parameters towards those of a network."""
    with torch.no_grad():
        torch._foreach_lerp_(list(average.parameters()), list(teacher.parameters()), 1 - decay)
        for old, new in zip(average.buffers(), teacher.buffers(), strict=True):
            if old.is_floating_point():
                old.lerp_(new, 1 - decay)


def positive(text: str) -> int:
    """Return a number of 1 or more."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"invalid number {text!r}: expected 1 or more")
    return int(text)


def stored_parameters(
    path: Path, state: dict[str, object], device: str
) -> dict[str, Tensor] | None:
    """Return the parameters of a fold that was trained before, if its file is there.

    A file of other settings or positions is kept, and the program ends: the file may hold hours of
    work.
    """
    if not path.exists():
        return None
    try:
        stored = torch.load(path, map_location=device)
        parameters, known = stored["parameters"], {name: stored[name] for name in state}
    except (OSError, RuntimeError, KeyError, TypeError, pickle.UnpicklingError, EOFError):
        sys.exit(f"{path} is damaged, or not the file of a fold: delete it to train the fold again")
    for name, value in state.items():
        if known[name] != value:
            change = "" if name == "positions" else f" ({known[name]}, now {value})"
            sys.exit(
                f"{path} was trained with other {name}{change}: delete it to train the fold again, "
                "or give another --output"
            )
    return parameters


def opinions(course: Course, teachers: list[Teacher]) -> bytes:
    """Return a file with the opinion on each position of the teacher that has not seen its game."""
    parts = []
    for positions in course.sets:
        for fold, teacher in enumerate(teachers):
            indices = np.flatnonzero((positions.fold == fold) & ~positions.is_held_out)
            if not len(indices):
                continue
            chances, _ = course.judge(teacher, positions, indices)
            part = np.zeros(
                len(indices), np.dtype([("key", "<u8"), ("score", "<u2"), ("result", "<u2")])
            )
            part["key"] = positions.key[indices]
            part["score"], part["result"] = np.rint(chances.T * 65_535)
            parts.append(part.tobytes())
    body = b"".join(parts)
    return OPINIONS_LINE + zlib.crc32(body).to_bytes(4, "little") + body


def main() -> None:
    """Train one teacher for each fold, and write their opinions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "positions", nargs="+", type=Path, help="files of `training export`, of one rule"
    )
    parser.add_argument("--output", required=True, type=Path, help="the file of opinions to write")
    parser.add_argument(
        "--folds", type=positive, default=2, help="parts of the games, at least 2 [default: 2]"
    )
    parser.add_argument(
        "--channels", type=positive, default=128, help="channels of the network [default: 128]"
    )
    parser.add_argument("--blocks", type=positive, default=6, help="residual blocks [default: 6]")
    parser.add_argument(
        "--passes", type=positive, default=3, help="passes over the positions [default: 3]"
    )
    parser.add_argument(
        "--batch", type=positive, default=1024, help="positions per step [default: 1024]"
    )
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate [default: 0.002]")
    parser.add_argument(
        "--seed", type=int, default=7, help="seed of parameters and order [default: 7]"
    )
    arguments = parser.parse_args()
    if arguments.folds < 2:
        parser.error("--folds: a teacher may not judge games that it has seen; expected 2 or more")
    if not arguments.output.parent.is_dir():
        parser.error(f"--output: there is no folder {arguments.output.parent}")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sets = [Positions(path, arguments.folds, device) for path in arguments.positions]
    if len({positions.rule for positions in sets}) != 1:
        parser.error("expected positions of one rule")
    settings = {
        name: value
        for name, value in vars(arguments).items()
        if name not in ("positions", "output")
    }
    course = Course(sets=sets, device=device, **settings)
    for positions in sets:
        held_out = int(positions.is_held_out.sum())
        name = f"{positions.rule}, boards up to {positions.side}"
        print(f"{name}: {len(positions):,} positions, {held_out:,} held out")
    teachers = []
    for fold in range(course.folds):
        # A training that was cut off goes on after the last whole fold.
        path = arguments.output.with_suffix(f".fold{fold}.pt")
        state = {**settings, "positions": [positions.checksum for positions in sets]}
        parameters = stored_parameters(path, state, device)
        if parameters is not None:
            print(f"fold {fold}: read from {path}")
            teacher = course.teacher()
            teacher.load_state_dict(parameters)
        else:
            teacher = course.learn(fold)
            torch.save({**state, "parameters": teacher.state_dict()}, path)
        print(f"fold {fold}: held out: {course.report([teacher], 60_000)}", flush=True)
        teachers.append(teacher)
    print(f"mean of the teachers: held out: {course.report(teachers, 60_000)}")
    arguments.output.write_bytes(opinions(course, teachers))
    judged = sum(int((~positions.is_held_out).sum()) for positions in sets)
    print(f"{arguments.output}: the opinions on {judged:,} positions")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted: the same command goes on after the last whole fold")
