"""docs/SECURITY.md speaks of what is there."""

from __future__ import annotations

import re
from pathlib import Path

from app.services.engine_client.watchdog import OFFER_S, SILENT_S
from app.services.single_instance import MOST_VISITORS
from engine.chat.token_log import MOST_BYTES
from engine.gguf.reader import MAX_HEADER, MAX_STRING
from engine.prompt.renderer import MEMORY, SECONDS
from engine.prompt.sandbox import MAX_SECONDS, MAX_SOURCE
from engine.protocol.frames import MAX_FRAME

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "SECURITY.md").read_text(encoding="utf-8")


def row(place: str) -> str:
    """The bound that stands before a place."""
    found = [line for line in TEXT.splitlines() if line.startswith("|") and line.rstrip().endswith(f"`{place}` |")]
    assert len(found) == 1, place
    return found[0].split("|")[2].strip()


def test_every_place_it_names_is_there() -> None:
    named = re.findall(r"`((?:app|engine|tests|locks)/[\w./]*)`", TEXT) + re.findall(r"\]\((?:\.\./)([\w/.]+)\)", TEXT)
    assert len(named) > 15
    assert [place for place in named if not (ROOT / place).exists()] == []
    assert "(docs/SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_bounds_are_those_in_force() -> None:
    assert row("engine/gguf/reader.py").startswith(f"{MAX_HEADER >> 20} MB; a string {MAX_STRING >> 20} MB")
    assert row("engine/prompt/sandbox.py").startswith(f"{MAX_SOURCE >> 20} MB of source, {MAX_SECONDS:.0f} s")
    assert row("engine/prompt/renderer.py") == f"{SECONDS:.0f} s, {MEMORY >> 30} GB"
    assert row("engine/protocol/frames.py") == f"{MAX_FRAME >> 20} MB"
    assert row("app/services/engine_client/watchdog.py") == f"{SILENT_S:.0f} s, {OFFER_S:.0f} s"
    assert row("app/services/single_instance.py").startswith(f"{MOST_VISITORS} at once")
    assert row("engine/chat/token_log.py") == f"{MOST_BYTES >> 20} MB"
