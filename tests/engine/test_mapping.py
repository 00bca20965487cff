"""Model files that the system does not map into memory, as on some network drives."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PLAIN = HERE.parent / "fixtures" / "models" / "plain.gguf"
SCRIPT = """
import sys
from engine.model.model import Model

with Model.open(sys.argv[1], n_ctx=256, n_threads=1) as model:
    model.decode(model.tokenize("A heron.", special=False), 0)
    print(model.logits()[0])
"""


@pytest.mark.native
@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not shutil.which("cc"), reason="needs a C compiler on Linux"
)
def test_a_file_that_cannot_be_mapped_is_read(tmp_path: Path) -> None:
    library = tmp_path / "no_mmap.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, HERE / "no_mmap.c", "-ldl"], check=True)
    said = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(PLAIN)], cwd=HERE.parents[1], env={**os.environ, **more},
            capture_output=True, text=True, check=True,
        ).stdout
        for more in ({}, {"LD_PRELOAD": str(library)})
    ]  # fmt: skip
    assert said[0] == said[1] != ""
