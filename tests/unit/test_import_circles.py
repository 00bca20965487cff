"""No module imports, straight or by others, one that imports it: not for types alone, and not inside a function."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def circle(*packages):
    """The modules of one circle of imports, each imported by the one after it; () if there is none."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        return tuple(found.args[1])
    return ()


def test_no_imports_go_round():
    assert circle("app", "engine") == ()


@pytest.mark.parametrize(
    "back",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from round.first import One\n",
        "def make():\n    from round import first\n    return first.One()\n",
        "import round.third\n",
    ],
    ids=["type", "function", "longer"],
)
def test_a_circle_is_found(tmp_path, monkeypatch, back):
    package = tmp_path / "round"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "first.py").write_text("from round.second import two\nclass One: ...\n")
    (package / "second.py").write_text(f"{back}two = 2\n")
    (package / "third.py").write_text("from round import first\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert {"round.first", "round.second"} <= set(circle("round"))
