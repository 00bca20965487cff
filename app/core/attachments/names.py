"""The name of a file as it is shown."""

from __future__ import annotations

import os

from app.core.attachments.text import tidy

LONGEST_NAME = 120


def clean_name(name: str) -> str:
    """A file's name as it is shown and as the model sees it: one line, not too long, its suffix kept."""
    line = " ".join(tidy("".join(letter if letter.isprintable() else " " for letter in name)).split())
    if len(line) > LONGEST_NAME:
        stem, suffix = os.path.splitext(line)
        suffix = suffix[:20]
        line = f"{stem[: LONGEST_NAME - len(suffix) - 1]}…{suffix}"
    return line or "file"
