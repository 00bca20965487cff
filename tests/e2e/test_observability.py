"""Both processes log; nothing of what is said in a chat reaches a log file or the diagnostics bundle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from app.core.paths import Paths
from tests.engine.http_harness import TINY
from tests.stress.driver import Child
from tests.stress.program import Told

ROOT = Path(__file__).resolve().parents[2]
SECRET = "the keeper buried the lantern under the third oak"

pytestmark = [pytest.mark.e2e, pytest.mark.native]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_no_word_of_a_chat_is_logged(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    (paths.models / TINY.name).symlink_to(TINY)
    told: list[Told] = []
    settings: dict[str, object] = {
        "model.n_ctx": 2048, "sampling.max_tokens": 40, "sampling.temperature": 0.0, "memory.keep_recent": 64,
        "memory.reserve": 64, "chat.system_prompt": f"Remember: {SECRET}.",
    }  # fmt: skip
    program = Child(paths.data, settings, told.append, tmp_path / "stderr.txt")
    program.until(lambda line: line.what == "launched")
    engine = next(line.pid for line in told if line.what == "launched")

    def do(order: str, text: str = "", pick: float = 0.0) -> None:
        program.done(program.order(order, text, pick))
        program.done(program.order("settle"))

    do("send", f"Say this once more: {SECRET}.")
    do("send", f"Know that {SECRET}. " * 12)
    do("compact")
    do("send", f"Too long: {SECRET}. " * 30)
    do("edit", f"Or rather: {SECRET}, and none saw it.", 0.99)
    os.kill(engine, 9)
    program.until(lambda line: line.what == "launched")
    do("continue")
    do("send", f"And again: {SECRET}.")
    program.done(program.order("quit"))
    assert program.end() == 0
    said = "".join(line.text for line in told if line.what == "streamed")
    assert said.strip()

    bundle = tmp_path / "bundle.zip"
    command = [sys.executable, "-m", "app.diagnostics", "--out", str(bundle), "--model", str(TINY)]
    subprocess.run([*command, "--data", str(paths.data)], cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(bundle) as files:
        texts = {f"bundle: {name}": files.read(name).decode() for name in files.namelist()}
    texts |= {path.name: path.read_text() for path in (*paths.logs.iterdir(), tmp_path / "stderr.txt")}
    assert {"engine.log", "longthread.log", "bundle: report.json", "bundle: logs/engine.log"} <= set(texts)
    for name, text in texts.items():
        assert "buried" not in text, name
        assert "lantern" not in text, name
    for name in ("engine.log", "longthread.log"):
        lines = [json.loads(line) for line in texts[name].splitlines()]
        assert lines and all(line["text"] and line["at"] for line in lines), name
    report = json.loads(texts["bundle: report.json"])
    assert {"load", "open", "reply", "save"} <= {activity["kind"] for activity in report["database"]["activity"]}
    assert report["engine"]["model"]["architecture"] == "llama"
    assert report["engine"]["devices"]
