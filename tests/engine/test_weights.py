"""Files of one model in different quantizations are told from other models, and have one head profile."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from engine.cli import calibrate
from engine.gguf.header import read_facts
from engine.heads import profile
from engine.heads.profile import HeadProfile, Profile
from tests.engine.gguf_files import LLAMA, text, value

Norms = dict[str, list[float]]


def model(path: Path, norms: Norms, *, bits: int = 2, name: str = "ffn_a.weight", metadata: Any = LLAMA) -> Path:
    """A file with norms in F32 and a matrix of 32 x 4 of zeros in a type of so many ``bits`` (2: q4_0, 16: f16)."""
    kind, size = (1, 256) if bits == 16 else (2, 72)
    rows = [(f"blk.0.{name}", (32, 4), kind, bytes(size))]
    rows += [(norm, (len(data),), 0, struct.pack(f"<{len(data)}f", *data)) for norm, data in norms.items()]
    out = b"GGUF" + struct.pack("<IQQ", 3, len(rows), len(metadata))
    for key, item in metadata.items():
        out += text(key) + value(item)
    at, body = 0, b""
    for tensor, shape, kind, data in rows:
        out += text(tensor) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, at)
        body += data + bytes(-len(data) % 32)
        at = len(body)
    path.write_bytes(out + bytes(-len(out) % 32) + body)
    return path


def norms(n: int = 6, last: float = 1.0) -> Norms:
    made = {f"blk.{i}.attn_norm.weight": [0.5 + i] * 8 for i in range(n - 1)}
    return {**made, "output_norm.weight": [last] * 8}


def test_weights_are_the_same_in_other_bits_and_under_another_name(tmp_path: Path) -> None:
    small = read_facts(model(tmp_path / "small.gguf", norms()))
    renamed = {**LLAMA, "general.name": "Other", "general.file_type": 2}
    large = read_facts(model(tmp_path / "large.gguf", norms(), bits=16, metadata=renamed))
    assert small.weights and small.weights == large.weights
    assert small.fingerprint != large.fingerprint


def test_another_training_and_another_layout_are_told_apart(tmp_path: Path) -> None:
    known = {
        read_facts(path).weights
        for path in (
            model(tmp_path / "a.gguf", norms()),
            model(tmp_path / "b.gguf", norms(last=1.0 + 2**-20)),
            model(tmp_path / "c.gguf", norms(n=7)),
            model(tmp_path / "d.gguf", norms(), name="ffn_b.weight"),
        )
    }
    assert len(known) == 4


def test_too_few_norms_tell_nothing(tmp_path: Path) -> None:
    assert read_facts(model(tmp_path / "few.gguf", norms(n=3))).weights == ""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    return tmp_path


def measured(weights: str, share: float = 0.25) -> Profile:
    return Profile([HeadProfile(0, 0, share, [0.1], [0.2])], tokens=100, rows=[16], weights=weights)


def test_the_profile_of_one_file_serves_the_other(data: Path) -> None:
    small, large = (read_facts(model(data / f"{bits}.gguf", norms(), bits=bits)) for bits in (2, 16))
    profile.save(small.fingerprint, measured(small.weights))
    assert profile.load_for(large) == measured(small.weights)
    assert profile.known(large.fingerprint, large.weights) == "measured"
    profile.save(large.fingerprint, Profile([HeadProfile(0, 0, 0.5)], weights=large.weights))
    assert profile.load_for(large) == measured(small.weights), "losses tell more than a ranking"
    own = measured(large.weights, share=0.75)
    profile.save(large.fingerprint, own)
    assert profile.load_for(large) == own
    other = read_facts(model(data / "other.gguf", norms(last=2.0)))
    assert profile.load_for(other) is None


def test_a_profile_is_exported_and_imported(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, file = model(data / "model.gguf", norms()), data / "carried.json"
    assert calibrate.main([str(path), "--export", str(file)]) == 1
    assert "No head profile" in capsys.readouterr().err
    profile.save(read_facts(path).fingerprint, measured(""))
    assert calibrate.main([str(path), "--export", str(file)]) == 0

    monkeypatch.setenv("LONGTHREAD_DATA", str(data / "elsewhere"))
    assert profile.load_for(read_facts(path)) is None
    assert calibrate.main([str(path), "--import", str(file)]) == 0
    assert profile.load_for(read_facts(path)) == measured(read_facts(path).weights)


def test_what_is_no_profile_of_the_model_is_not_taken(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = model(data / "model.gguf", norms()), model(data / "other.gguf", norms(last=2.0))
    profile.save("x", measured(read_facts(other).weights), data / "foreign.json")
    profile.save("x", Profile([HeadProfile(7, 0, 0.5)]), data / "deep.json")
    (data / "broken.json").write_text("{")
    for name, words in (
        ("foreign", "another model"),
        ("deep", "another model"),
        ("broken", "no head profile"),
        ("none", "no head profile"),
    ):
        assert calibrate.main([str(path), "--import", str(data / f"{name}.json")]) == 1
        assert words in capsys.readouterr().err
    assert profile.load_for(read_facts(path)) is None
