"""Files of cartridges with a right hash and numbers that no document has: refused before anything is loaded."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from blake3 import blake3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cartridges import cartridge as files
from engine.cartridges.cartridge import Cartridge, digest_of, read, read_header
from engine.cartridges.store import CartridgeStore
from engine.errors import BadCartridge
from engine.process.documents import facts_of_stored
from engine.texts import english

KEY = "ab" * 16
STATE = bytes(range(256)) * 8
GOOD = Cartridge(
    "d" * 64, KEY, tokens=800, token_digest=digest_of(range(800)), name="letter.txt", model="tiny", read=800,
    made="1 default 8.0", ratio=7.9, error=0.2, rows=120, cells=102, created=1.7e9,
    state_bytes=len(STATE), state_digest=blake3(STATE).digest(),
)  # fmt: skip

INTEGERS = st.one_of(st.integers(-(2**63), 2**64 - 1), st.sampled_from([-1, 0, 1, 2**31 - 1, 2**31, 2**63, 2**64 - 1]))
FLOATS = st.one_of(st.floats(), st.integers(-(2**63), 2**64 - 1))
ANY = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), st.text(), st.binary())
FIELDS = {
    **dict.fromkeys(("tokens", "read", "offset", "rows", "cells", "state_bytes"), INTEGERS),
    **dict.fromkeys(("ratio", "error", "created"), FLOATS),
    **dict.fromkeys(("digest", "key", "token_digest", "name", "model", "made"), st.text(max_size=80)),
    "state_digest": st.binary(max_size=40),
}


def sealed(header: dict[str, Any], state: bytes = STATE) -> bytes:
    """A file whose header says this, with its hash."""
    body = msgspec.msgpack.encode(header)
    front = files.MAGIC + files.VERSION.to_bytes(2, "little") + len(body).to_bytes(4, "little") + body
    return front + blake3(front).digest() + state


def good(**changed: Any) -> dict[str, Any]:
    return {**msgspec.structs.asdict(GOOD), **changed}


@st.composite
def lies(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), min_size=1, max_size=4, unique=True))
    return {name: draw(FIELDS[name] if draw(st.integers(0, 9)) else ANY) for name in names}


def test_a_good_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "c.cartridge"
    path.write_bytes(sealed(good()))
    header, state = read(path)
    assert header == GOOD and state.tobytes() == STATE


def test_no_byte_in_front_of_a_state_can_be_another(tmp_path: Path) -> None:
    """Not all of them are numbers that must go together: one in a name would be told, one in ``made`` gone on with."""
    path, whole = tmp_path / "c.cartridge", sealed(good())
    for at in range(len(whole) - len(STATE)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(BadCartridge):
            read_header(path)


def test_a_file_of_another_version_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c.cartridge"
    with monkeypatch.context() as later:
        later.setattr(files, "VERSION", files.VERSION + 1)
        path.write_bytes(sealed(good()))
        assert read_header(path) == GOOD
    with pytest.raises(BadCartridge) as error:
        read_header(path)
    assert error.value.text.code == "cartridge.version"


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lies())
def test_what_is_accepted_can_be(tmp_path: Path, changed: dict[str, Any]) -> None:
    path = tmp_path / "c.cartridge"
    path.write_bytes(sealed(good(**changed)))
    try:
        header = read_header(path)
    except BadCartridge:
        with pytest.raises(BadCartridge):
            read(path)
        return
    assert 0 < header.read <= header.tokens < 2**31 and 0 <= header.offset < 2**31
    assert header.offset == 0 or not header.whole
    assert all(math.isfinite(number) and number >= 0 for number in (header.ratio, header.error, header.created))
    assert 0 <= header.cells <= len(STATE) and 0 <= header.rows <= len(STATE) == header.state_bytes
    assert abs(header.cells * header.ratio - header.read) < 1.02 * header.ratio or not (header.cells or header.ratio)


@pytest.mark.parametrize(
    "changed",
    [
        {"tokens": 2**31, "read": 2**31},
        {"tokens": 2**64 - 1, "read": 2**64 - 1},
        {"read": 0},
        {"read": -1},
        {"read": 801},
        {"offset": 1},
        {"offset": -1, "read": 700},
        {"cells": -102},
        {"cells": 2**62},
        {"cells": 102_000, "ratio": 7.9e-3},
        {"cells": 0},
        {"ratio": math.nan},
        {"ratio": math.inf},
        {"ratio": -7.9},
        {"ratio": 0.0},
        {"error": math.nan},
        {"error": -0.1},
        {"created": math.inf},
        {"rows": -1},
        {"rows": 2**40},
        {"state_bytes": 2**62},
        {"state_bytes": len(STATE) - 1},
        {"token_digest": ""},
        {"digest": "../" + "d" * 61},
        {"key": "../../etc"},
        {"tokens": "800"},
    ],
)
def test_numbers_that_no_document_has_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    store = CartridgeStore(tmp_path)
    path = tmp_path / f"{GOOD.digest}-{GOOD.key}.cartridge"
    path.write_bytes(sealed(good(**changed)))
    assert store.find(GOOD.digest, GOOD.key) is None and not store.all()
    with pytest.raises(BadCartridge) as error:
        store.load(GOOD)
    assert english.sentence(error.value.text) == "The prepared document is damaged."
    assert not path.exists()


def test_names_are_told_as_a_terminal_can_show_them(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path)
    path = tmp_path / f"{GOOD.digest}-{GOOD.key}.cartridge"
    path.write_bytes(sealed(good(name="a\x1b]0;b\x07\n" + "c" * 9000, model="Größe 日本")))
    (stored,) = store.all()
    facts = facts_of_stored(stored)
    assert facts.name.startswith("a\ufffd]0;b\ufffd\ufffdccc") and len(facts.name) == 255
    assert facts.model == "Größe 日本"


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    """Also of a document that was kept whole, and of a part."""
    store, state = CartridgeStore(tmp_path), np.frombuffer(STATE, np.uint8)
    for ratio, cells, n in ((0.0, 0, 800), (0.97, 825, 800), (1.0, 800, 800), (7.9, 102, 800), (7.99, 63, 500)):
        one = msgspec.structs.replace(GOOD, ratio=ratio, cells=cells, read=n, offset=0 if n == 800 else 20)
        assert store.save(one, state).cells == cells


def test_without_ram_for_it_the_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CartridgeStore(tmp_path)
    made = store.save(GOOD, np.frombuffer(STATE, np.uint8))
    with monkeypatch.context() as full:
        full.setattr(files, "buffer", no_memory)
        with pytest.raises(BadCartridge) as error:
            store.load(made)
    assert english.sentence(error.value.text).startswith("Can't read the prepared document: ")
    assert store.load(made).tobytes() == STATE


def no_memory(_size: int) -> Any:
    raise MemoryError
