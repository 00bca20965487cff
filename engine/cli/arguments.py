"""Types of arguments that several commands share: what can't work is refused before anything is loaded."""

from __future__ import annotations

import math
import os
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from engine.bench.ranges import MOST_THREADS, problem
from engine.sizing.cache import GRAIN
from engine.texts import why

MOST_WHOLE = 2**31 - 1  # that the library can be given
MOST_TEMPERATURE = 10.0
MOST_PORT = 65535


def whole(least: int, most: int = MOST_WHOLE) -> Callable[[str], int]:
    """The type of whole numbers from ``least`` to ``most``."""

    def read(text: str) -> int:
        value = _integer(text)
        _check(text, value, least, most)
        return value

    return read


def number(least: float, most: float = math.inf) -> Callable[[str], float]:
    """The type of numbers from ``least`` to ``most``, infinity and what is no number at all left out."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        _check(text, value, least, most)
        return value

    return read


def ratio(text: str) -> float:
    """The type of how many times smaller a compaction makes something: 0 (automatic), or at least 1."""
    value = number(0)(text)
    if 0 < value < 1:
        raise ArgumentTypeError(f"{text!r} is too small; use 0 or at least 1")
    return value


threads = whole(0, MOST_THREADS)
port = whole(0, MOST_PORT)


def context_tokens(text: str) -> int:
    """The type of a context in tokens: 0 (automatic), or as many as the smallest KV cache has."""
    value = _integer(text)
    if value and value < GRAIN:
        raise ArgumentTypeError(f"{text!r} is too small; use 0 or at least {GRAIN}")
    return value


def plain_text(given: str) -> str:
    """The type of text; what is none in an argument or a file's name is replaced: no model and no file takes it."""
    return os.fsencode(given).decode("utf-8", "replace")


def make_folder(folder: Path) -> str:
    """Make a folder that is not there yet; what is wrong with it, "" if nothing."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        return f"{folder} isn't a folder. Choose another one."
    except OSError as error:
        return f"Can't use the folder {folder}: {why(error)}. Choose another one."
    return ""


def _check(text: str, value: float, least: float, most: float) -> None:
    if wrong := problem(value, least, most):
        raise ArgumentTypeError(f"{text!r} {wrong}")


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} isn't a whole number") from None
