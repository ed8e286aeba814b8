"""A program that speaks the protocol of Gomocup, for tests: it plays the first empty point.

Arguments: `wrong` plays an occupied point, `slow FILE` writes a file and never answers, `mute` does
not even start, `crash` ends, and `log FILE` writes what it reads to a file.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else ""
    if fault == "mute":
        sys.stdin.read()
        return
    taken: set[tuple[int, int]] = set()
    size = 15
    rows: list[str] | None = None
    for line in sys.stdin:
        if fault == "log":
            with Path(sys.argv[2]).open("a") as log:
                log.write(line)
        word, _, rest = line.strip().partition(" ")
        asked = False
        if word == "START":
            size, taken = int(rest), set()
            print("OK", flush=True)
        elif word == "BOARD":
            rows, taken = [], set()
        elif word == "DONE":
            rows, asked = None, True
        elif rows is not None:
            x, y, _ = map(int, line.split(","))
            taken.add((x, y))
        elif word == "TURN":
            x, y = map(int, rest.split(","))
            taken.add((x, y))
            asked = True
        elif word == "BEGIN":
            asked = True
        elif word == "END":
            return
        if not asked:
            continue
        if fault == "slow":
            Path(sys.argv[2]).touch()
            continue
        if fault == "crash":
            sys.exit("out of ideas")
        free = [(x, y) for y in range(size) for x in range(size)]
        points = [point for point in free if (point in taken) == (fault == "wrong")]
        taken.add(points[0])
        print("MESSAGE depth 3 ev -25 n 1200", flush=True)
        print(f"{points[0][0]},{points[0][1]}", flush=True)


if __name__ == "__main__":
    main()
