"""What stands in for NVIDIA's packages where the machine has none."""

from __future__ import annotations

import ctypes
import shutil
import sys
from pathlib import Path

import pytest

from native import cuda_toolkit

HEADER = """
#define cuMemAlloc                          cuMemAlloc_v2
CUresult CUDAAPI cuInit(unsigned int Flags);
CUresult CUDAAPI cuMemAlloc(CUdeviceptr *dptr, size_t bytesize);
#define CUDA_VERSION 13000
"""


def test_functions_are_read_under_the_names_that_programs_ask_for() -> None:
    assert cuda_toolkit.driver_functions(HEADER) == ["cuInit", "cuMemAlloc", "cuMemAlloc_v2"]


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="a library for the linker of Linux")
def test_wheels_unpacked_become_a_toolkit_that_links(tmp_path: Path) -> None:
    for name in ("bin/nvcc", "lib/libcublas.so.13", "lib/libother.so.13.1.2", "include/cuda.h"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(HEADER)
    cuda_toolkit.complete(tmp_path)
    assert (tmp_path / "bin" / "nvcc").stat().st_mode & 0o111
    assert (tmp_path / "lib64" / "libcublas.so").resolve() == (tmp_path / "lib" / "libcublas.so.13").resolve()
    driver = ctypes.CDLL(str(tmp_path / "lib" / "stubs" / "libcuda.so"))
    assert driver.cuMemAlloc_v2() != 0  # never "success"


def test_a_compiler_without_cublas_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "bin" / "nvcc"
    compiler.parent.mkdir()
    compiler.write_text("")
    compiler.chmod(0o755)
    monkeypatch.setenv("CUDACXX", str(compiler))
    monkeypatch.setattr(cuda_toolkit, "PLACES", ())
    assert not cuda_toolkit.installed()
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "cublas_v2.h").write_text("")
    assert cuda_toolkit.installed()
