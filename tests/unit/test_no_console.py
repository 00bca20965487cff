"""The program for Windows has no console: a child with one would open a black window for as long as it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ON_A_TERMINAL = ("app/bench", "app/diagnostics.py", "engine/bench", "engine/cli")  # they have a console themselves
OF_OTHER_SYSTEMS = {"engine/sizing/machine.py"}  # macOS
STARTS = {"Popen", "run", "call", "check_call", "check_output"}


def starts(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls of the module subprocess that start something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STARTS:
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "subprocess":
                yield node


def test_children_of_the_window_and_the_engine_open_none() -> None:
    seen = 0
    for file in sorted([*ROOT.glob("app/**/*.py"), *ROOT.glob("engine/**/*.py")]):
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(ON_A_TERMINAL) or name in OF_OTHER_SYSTEMS:
            continue
        for call in starts(ast.parse(file.read_text(encoding="utf-8"))):
            seen += 1
            given = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
            assert "CREATE_NO_WINDOW" in given.get("creationflags", ""), f"{name}:{call.lineno}"
    assert seen >= 3, "templates, drivers and attachments have processes of their own"
