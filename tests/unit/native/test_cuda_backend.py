"""CUDA's backend: the pairs of row types that its attention is built for, and what lies beside it on Windows."""

from __future__ import annotations

import tarfile
from pathlib import Path

import build_backend
import engine_source
import pytest

from engine.compaction.inputs import KINDS
from engine.compaction.plan import TYPE_NAMES

pytestmark = pytest.mark.native

LLAMA = "vendor/llama.cpp/"
CUDA = LLAMA + "ggml/src/ggml-cuda/"


def test_there_is_a_kernel_of_each_pair_and_the_backend_tells_which_it_was_built_for():
    patches = "".join(path.read_text(encoding="utf-8") for path in engine_source.patch_files())
    with tarfile.open(engine_source.fetch_sdist()) as archive:
        files = {member.name.partition("/")[2]: member for member in archive}
        for pair in build_backend.CUDA_ROW_TYPES.split(","):
            instance = f"{CUDA}template-instances/fattn-vec-instance-{pair}.cu"
            assert instance in files or f"+++ b/{instance.removeprefix(LLAMA)}\n" in patches, pair
        backend = archive.extractfile(files[f"{CUDA}ggml-cuda.cu"]).read().decode()
        options = archive.extractfile(files[f"{LLAMA}ggml/cmake/common.cmake"]).read().decode()
    assert 'features.push_back({ "FA_QUANTS", GGML_CUDA_FA_QUANTS });' in backend
    assert "${GGML_CUDA_FA_QUANTS}" in options


def test_values_may_have_fewer_bits_than_keys():
    definitions = build_backend._device_definitions("cuda")
    built = definitions["GGML_CUDA_FA_QUANTS"].split(",")
    pairs = [f"{TYPE_NAMES[type_k]}-{TYPE_NAMES[type_v]}" for type_k, type_v in KINDS["f16"]]
    assert [pair for pair in pairs if pair in built] == [
        *("q8_0-q8_0", "q8_0-q5_0", "q8_0-q4_0", "q5_0-q5_0", "q5_0-q4_0", "q4_0-q4_0"),
        *("q4_0-n3_0", "n3_0-n3_0", "q4_0-n2_0", "n3_0-n2_0", "n2_0-n2_0"),
    ]


def test_nvidias_libraries_lie_beside_the_backend_on_windows(tmp_path: Path):
    toolkit, folder = tmp_path / "CUDA" / "v12.8", tmp_path / "plugin"
    (toolkit / "bin").mkdir(parents=True)
    folder.mkdir()
    names = ["cublas64_12.dll", "cublasLt64_12.dll", "cudart64_12.dll"]
    for name in [*names, "nvblas64_12.dll"]:
        (toolkit / "bin" / name).write_bytes(name.encode())

    build_backend._add_cuda_libraries(folder, toolkit)

    assert {file.name: file.read_bytes() for file in folder.iterdir()} == {name: name.encode() for name in names}
    (toolkit / "bin" / names[1]).unlink()
    with pytest.raises(engine_source.SourceError, match=r"cublasLt64_\*\.dll"):
        build_backend._add_cuda_libraries(folder, toolkit)
