"""What ``dev.py`` needs of the system, as packages of Debian: installed where it may, else named.

Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

# Debian package -> a command, library or file that proves it is there
USUAL = {
    "g++": "g++",
    "cmake": "cmake",
    "ninja-build": "ninja",
    "patch": "patch",
    "python3-venv": "",
    "libegl1": "libEGL.so.1",
    "libgl1": "libGL.so.1",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
    "libdbus-1-3": "libdbus-1.so.3",
    "libfontconfig1": "libfontconfig.so.1",
    "libglib2.0-0": "libglib-2.0.so.0",
    "libgssapi-krb5-2": "libgssapi_krb5.so.2",
    "libx11-xcb1": "libX11-xcb.so.1",
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-image0": "libxcb-image.so.0",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-randr0": "libxcb-randr.so.0",
    "libxcb-render-util0": "libxcb-render-util.so.0",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxcb-xkb1": "libxcb-xkb.so.1",
}

# the same for ``test --vulkan``: Mesa's device, which computes on the processor, and what the backend is built with
VULKAN = {
    "mesa-vulkan-drivers": "libvulkan_lvp.so",
    "libvulkan-dev": "/usr/include/vulkan/vulkan.h",
    "glslc": "glslc",
    "spirv-headers": "/usr/share/cmake/SPIRV-Headers/SPIRV-HeadersConfig.cmake",
}

# what ``test --wine`` needs beside Qt's libraries, which its tests load: it builds for Windows only
WINE = {
    "cmake": "cmake",
    "ninja-build": "ninja",
    "patch": "patch",
    "g++-mingw-w64-x86-64-posix": "x86_64-w64-mingw32-g++-posix",
    "wine": "wine",
    "nsis": "makensis",
}


class Missing(Exception):
    """Something this machine lacks; the text says what and how to get it."""


def _libraries() -> str:
    for ldconfig in ("ldconfig", "/sbin/ldconfig"):
        if shutil.which(ldconfig):
            return subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=False).stdout
    return ""


def install(*, build: bool = True, wanted: Mapping[str, str] = USUAL) -> None:
    """Install what Qt and the build of the engine need, as root on Debian; else say what is missing.

    Args:
        build: False: only what Qt needs.
        wanted: packages with what proves that each is there; "": it is looked for below.

    Raises:
        Missing: something is not there and cannot be installed from here.
        subprocess.CalledProcessError: apt-get failed.
    """
    if not sys.platform.startswith("linux"):
        if build and not (shutil.which("cmake") or shutil.which("ninja")):
            print("   CMake and Ninja come from the package index. You need a C++ compiler.")
        return
    libraries = _libraries()

    def there(proof: str) -> bool:
        if proof.startswith("lib"):
            return proof in libraries
        if not (build and proof):
            return True
        return Path(proof).exists() if proof.startswith("/") else shutil.which(proof) is not None

    lacking = [package for package, proof in wanted.items() if not there(proof)]
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        lacking.append("python3-venv")
    if not lacking:
        print("   nothing is missing")
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *lacking]
    if not shutil.which("apt-get"):
        raise Missing(f"Missing system packages (Debian's names): {' '.join(lacking)}. Install them and try again.")
    if os.geteuid() != 0:
        raise Missing(f"Some system packages are missing. Install them with:\n  sudo {' '.join(command)}")
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(command, check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
