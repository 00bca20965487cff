"""Each target of the long search holds for a few examples, and the search finds what is broken."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given

from tests.effort import dear
from tests.hostile import search

EXAMPLES = {"template": 8}


@pytest.mark.parametrize("name", search.TARGETS)
def test_a_few_examples_of_each_target(name: str) -> None:
    with ExitStack() as stay:
        strategy, check = search.TARGETS[name](stay)

        @dear(EXAMPLES.get(name, 40), suppress_health_check=list(HealthCheck))
        @given(strategy)
        def one(example: Any) -> None:
            check(example)

        one()


BROKEN = """
import sys
from pathlib import Path
from hypothesis import strategies as st
from tests.hostile import search

def check(number):
    print("tried", number)
    assert number < 1000

search.TARGETS["broken"] = lambda stay: (st.integers(0, 10**6), check)
search.search("broken", 60, Path(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="its limits are set the POSIX way")
def test_what_breaks_is_shrunk_and_tried_first_the_next_time(tmp_path: Path) -> None:
    def again() -> tuple[list[str], str]:
        command = [sys.executable, "-c", BROKEN, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=search.ROOT, timeout=120)
        assert done.returncode != 0
        return done.stdout.splitlines(), done.stderr

    _, told = again()
    assert "example=1000" in told
    tried, told = again()
    assert tried[0] == "tried 1000"
    assert "example=1000" in told
