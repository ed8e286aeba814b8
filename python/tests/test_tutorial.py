"""The tutorial runs from the first cell to the last, and its stored outputs are those of a run.

With the environment variable DOLMEN_STORE_TUTORIAL, the run stores its outputs.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TUTORIAL = Path(__file__).parents[1] / "tutorial.ipynb"


def code_cells() -> list[dict[str, Any]]:
    cells = json.loads(TUTORIAL.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def shown(cell: dict[str, Any]) -> list[Any]:
    """Returns what a cell shows: its printed text, which may come in parts, and its values."""
    outputs = cell["outputs"]
    printed = "".join(text for output in outputs for text in output.get("text", ""))
    values = [output["data"] for output in outputs if "data" in output]
    joined = [{kind: "".join(data) for kind, data in value.items()} for value in values]
    return [printed, *joined]


def has_notebooks() -> bool:
    return all(importlib.util.find_spec(name) for name in ("ipykernel", "nbclient"))


def test_outputs_are_stored() -> None:
    cells = code_cells()
    counts = [cell["execution_count"] for cell in cells]
    assert counts == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} == {"stream", "execute_result"}
    assert {output.get("name", "stdout") for output in outputs} == {"stdout"}
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) >= 8


@pytest.mark.skipif(not has_notebooks(), reason="nbclient or ipykernel is not installed")
def test_the_tutorial_runs_as_a_notebook() -> None:
    nbformat: Any = importlib.import_module("nbformat")
    nbclient: Any = importlib.import_module("nbclient")
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    if os.environ.get("DOLMEN_STORE_TUTORIAL"):
        for cell in notebook.cells:
            cell["metadata"] = {}
        notebook["metadata"]["language_info"] = {"name": "python"}
        nbformat.write(notebook, TUTORIAL)
    run = [cell for cell in notebook.cells if cell["cell_type"] == "code"]
    for stored, new in zip(code_cells(), run, strict=True):
        assert shown(stored) == shown(new), "old outputs: DOLMEN_STORE_TUTORIAL=1 stores new ones"


@pytest.mark.skipif(has_notebooks(), reason="the tutorial runs as a notebook")
def test_the_cells_of_the_tutorial_run_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    display: Any = ModuleType("IPython.display")
    display.SVG = str
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    space: dict[str, object] = {}
    for cell in code_cells():
        exec("".join(cell["source"]), space)
    assert "batch" in space
