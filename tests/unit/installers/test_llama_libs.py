"""What the frozen folder for Windows needs beside the engine's libraries, told from what PyInstaller has found."""

from __future__ import annotations

from pathlib import Path

import pytest
from llama_libs import runtime_for_all, without_runtime


def test_the_runtime_that_lies_in_a_package_is_put_where_all_processes_find_it() -> None:
    collected = [
        ("VCRUNTIME140.dll", "C:\\Python\\VCRUNTIME140.dll", "BINARY"),
        ("shiboken6\\MSVCP140.dll", "C:\\site\\shiboken6\\MSVCP140.dll", "BINARY"),
        ("shiboken6\\VCOMP140.DLL", "C:\\site\\shiboken6\\VCOMP140.DLL", "BINARY"),
        ("shiboken6\\vcruntime140.dll", "C:\\site\\shiboken6\\vcruntime140.dll", "BINARY"),
        ("PySide6/msvcp140.dll", "C:\\site\\PySide6\\msvcp140.dll", "BINARY"),
        ("numpy.libs\\msvcp140-263139962577ecda4cd9469ca360a746.dll", "C:\\site\\m.dll", "BINARY"),
        ("llama_cpp\\lib\\llama.dll", "C:\\site\\llama_cpp\\lib\\llama.dll", "BINARY"),
    ]
    added = {name: Path(file.replace("\\", "/")).name.lower() for name, file, _ in runtime_for_all(collected)}
    assert added == {"msvcp140.dll": "msvcp140.dll", "vcomp140.dll": "vcomp140.dll"}
    assert runtime_for_all([*collected, *runtime_for_all(collected)]) == []


@pytest.mark.parametrize(
    ("there", "lacking"), [((), ["msvcp140.dll", "vcomp140.dll"]), (("VCOMP140.DLL", "MSVCP140.dll"), [])]
)
def test_a_folder_without_it_is_told_from_what_the_libraries_ask_for(
    tmp_path: Path, there: tuple[str, ...], lacking: list[str]
) -> None:
    libraries = tmp_path / "llama_cpp" / "lib"
    libraries.mkdir(parents=True)
    (libraries / "llama.dll").write_bytes(b"MZ\0MSVCP140.dll\0KERNEL32.dll\0needs xvcruntime140.dll\0")
    (libraries / "ggml-cpu-haswell.dll").write_bytes(b"MZ\0VCOMP140.DLL\0MSVCP140.dll\0")
    for name in there:
        (tmp_path / name).touch()
    assert without_runtime(tmp_path) == lacking
