"""What files and processes need on Windows, whose rules are written out here: its functions are handed in elsewhere."""

from __future__ import annotations

import ntpath
import os
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.files import discard, long_path, put_in_place, replacing
from engine.model.ggml import loadable_path
from engine.model.runtime import forget_missing_toolkits
from engine.private import no_core_dumps
from engine.snapshots.chunks import Chunks, name_of


class InUse(PermissionError):
    """As Windows says that somebody has a file open."""

    def __init__(self, winerror: int) -> None:
        super().__init__(13, "it is used by another process")
        self.winerror = winerror


class Disk:
    """A disk on which replacing a file fails some times."""

    def __init__(self, *failures: OSError) -> None:
        self.failures = list(failures)
        self.done: list[tuple[str, str]] = []
        self.waited: list[float] = []

    def replace(self, source: str, target: str) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.done.append((source, target))

    def put(self) -> None:
        put_in_place("new", "old", replace=self.replace, wait=self.waited.append)


@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_file_that_is_looked_at_for_a_moment_is_replaced_after_it(winerror: int) -> None:
    disk = Disk(InUse(winerror), InUse(winerror))
    disk.put()
    assert disk.done == [("new", "old")]
    assert 0 < sum(disk.waited) < 0.1


def test_one_that_stays_open_is_said_after_less_than_a_second() -> None:
    disk = Disk(*[InUse(32)] * 50)
    with pytest.raises(PermissionError):
        disk.put()
    assert disk.done == []
    assert 0.5 < sum(disk.waited) < 1


@pytest.mark.parametrize(
    "error", [PermissionError(13, "no"), InUse(1314), FileNotFoundError(2, "gone"), OSError(28, "")]
)
def test_other_failures_are_said_at_once(error: OSError) -> None:
    disk = Disk(error)
    with pytest.raises(type(error)):
        disk.put()
    assert (disk.done, disk.waited) == ([], [])


def test_files_are_really_replaced(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("before")
    new.write_text("after")
    put_in_place(new, old)
    assert (old.read_text(), new.exists()) == ("after", False)
    with replacing(old) as file:
        file.write(b"later")
    assert old.read_text() == "later"


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Each file that is put in its place is looked at by somebody at first, twice."""
    disk, replace = Disk(), os.replace

    def late(source: str, target: str) -> None:
        if disk.done.count((source, target)) < 2:
            disk.done.append((source, target))
            raise InUse(32)
        replace(source, target)

    monkeypatch.setattr(os, "replace", late)
    return disk


def test_parts_of_snapshots_are_written_under_the_eyes_of_a_scanner(tmp_path: Path, busy: Disk) -> None:
    chunks, data = Chunks(tmp_path), np.arange(5000, dtype=np.uint32).view(np.uint8)
    name = name_of(data)
    assert chunks.put(name, data) > 0
    assert len(busy.done) == 2
    read = np.zeros_like(data)
    chunks.get(name, read)
    assert (read == data).all()


def test_what_is_of_no_use_stays_where_somebody_has_it_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "part"
    file.touch()
    unlink = os.unlink

    def refuse(path: str) -> None:
        raise InUse(32)

    monkeypatch.setattr(os, "unlink", refuse)
    discard(file)
    assert file.exists()
    monkeypatch.setattr(os, "unlink", unlink)
    discard(file)
    discard(file)
    assert not file.exists()


def test_libraries_are_found_in_folders_that_the_code_page_has_no_letters_for(tmp_path: Path) -> None:
    loaded: list[str] = []
    western = tmp_path / "Größe" / "ggml-vulkan.dll"
    path = loadable_path(western, windows=True, code_page="cp1252", load=loaded.append)
    assert path == str(western).encode("cp1252")
    assert loaded == [str(western)]  # with what lies beside it, where the library would not look
    other = tmp_path / "Жанна" / "ggml-vulkan.dll"
    assert loadable_path(other, windows=True, code_page="cp1252", load=loaded.append) == b"ggml-vulkan.dll"
    assert loaded[1:] == [str(other)]

    def missing(path: str) -> None:
        raise FileNotFoundError(path)

    assert loadable_path(other, windows=True, code_page="cp1252", load=missing) == b"ggml-vulkan.dll"
    assert loadable_path(western, windows=True, code_page="cp1252", load=missing) == str(western).encode("cp1252")
    assert loadable_path(other, windows=False) == os.fsencode(other)


DEEP = "\\".join(["folder"] * 40)


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("C:\\short.gguf", "C:\\short.gguf"),
        (f"C:\\{DEEP}\\m.gguf", f"\\\\?\\C:\\{DEEP}\\m.gguf"),
        (f"C:/{DEEP}/../m.gguf".replace("\\", "/"), f"\\\\?\\C:\\{DEEP.rpartition(chr(92))[0]}\\m.gguf"),
        (f"\\\\server\\share\\{DEEP}", f"\\\\?\\UNC\\server\\share\\{DEEP}"),
        (f"\\\\?\\C:\\{DEEP}", f"\\\\?\\C:\\{DEEP}"),
        (DEEP, DEEP),
    ],
    ids=["short", "long", "slashes and dots", "of a network", "marked already", "relative"],
)
def test_long_paths_are_marked_for_windows(path: str, taken: str) -> None:
    assert long_path(path, windows=True) == taken
    assert long_path(path, windows=False) == path


@given(st.lists(st.text("abc .-é", min_size=1, max_size=40), min_size=1, max_size=20))
def test_a_marked_path_names_the_same_file(parts: list[str]) -> None:
    path = "D:\\" + "\\".join(parts)
    taken = long_path(path, windows=True)
    assert ntpath.normpath(taken.removeprefix("\\\\?\\")) == ntpath.normpath(path)
    assert long_path(taken, windows=True) == taken


def test_a_toolkit_that_was_uninstalled_keeps_the_library_from_nobody(tmp_path: Path) -> None:
    """llama-cpp-python adds these folders to the search path, which fails for one that is missing."""
    for folder in ("bin", "lib"):
        (tmp_path / "there" / folder).mkdir(parents=True)
    (tmp_path / "half" / "bin").mkdir(parents=True)
    before = {"CUDA_PATH": str(tmp_path / "half"), "HIP_PATH": str(tmp_path / "there"), "PATH": "x"}
    environment = dict(before)
    forget_missing_toolkits(environment, windows=False)
    assert environment == before
    forget_missing_toolkits(environment, windows=True)
    assert environment == {"HIP_PATH": str(tmp_path / "there"), "PATH": "x"}
    forget_missing_toolkits(environment, windows=True)
    forget_missing_toolkits(gone := {"HIP_PATH": str(tmp_path / "gone")}, windows=True)
    assert gone == {}


def test_what_crashes_opens_no_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = types.ModuleType("msvcrt")
    modes: list[int] = []
    runtime.__dict__.update(
        SEM_FAILCRITICALERRORS=1, SEM_NOGPFAULTERRORBOX=2, GetErrorMode=lambda: 0x8000, SetErrorMode=modes.append
    )
    monkeypatch.setitem(sys.modules, "msvcrt", runtime)
    no_core_dumps()
    assert modes == [0x8003]
