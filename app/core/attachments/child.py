"""The process that reads one PDF, Word or HTML file: ``python -m app.core.attachments.child KIND [MOST]``, the path on
stdin; ``MOST``: characters that its text may have, if not as many as usual. Of kind "page" it draws one: number and
words to find follow the path, behind zero bytes.

Such files may be made to take a reader's time or memory without end. Here that costs the process, which the program
ends; see ``reader.py`` for what it writes to stdout.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem
from app.core.attachments.reader import MOST_MEMORY, ReaderLine
from app.core.texts import say


def main(arguments: list[str] | None = None) -> int:
    """Read the file and tell; the exit status."""
    kind, *more = sys.argv[1:] if arguments is None else arguments
    most = int(more[0]) if more else 0
    first, *told_more = sys.stdin.buffer.read().split(b"\0")
    path = Path(os.fsdecode(first))
    _limit_memory()
    wanted = [one.decode("utf-8", "replace") for one in told_more]
    tell(_read(kind, path, lambda done, total: tell(ReaderLine(done, total)), most, wanted))
    return 0


def tell(answer: ReaderLine) -> None:
    """Write a line."""
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def _read(
    kind: str, path: Path, told: Callable[[int, int], None], most: int = 0, wanted: Sequence[str] = ()
) -> ReaderLine:
    name = clean_name(path.name)
    try:
        if kind == "pdf":
            from app.core.attachments import pdf

            return pdf.read(path, told, most)
        if kind == "page":
            from app.core.attachments import page_image

            return page_image.draw(path, int(wanted[0]), wanted[1])
        if kind == "html":
            from app.core.attachments import html

            return ReaderLine(text=html.read(path))
        from app.core.attachments import docx

        return ReaderLine(text=docx.read(path))
    except ReadProblem as problem:
        return ReaderLine(problem=problem.text)
    except (MemoryError, RecursionError):
        return ReaderLine(problem=say("attachment.built_unreadable", name=name))
    except Exception:  # whatever a damaged file makes a library raise: it says nothing to a person
        return ReaderLine(problem=say("attachment.not_as_it_seems", name=name))


def _limit_memory() -> None:
    """Where the system can: an allocation beyond it fails at once, not when the program looks next."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limit = getattr(resource, "RLIMIT_DATA", None)
    if limit is not None and sys.platform == "linux":
        resource.setrlimit(limit, (2 * MOST_MEMORY, 2 * MOST_MEMORY))


if __name__ == "__main__":
    sys.exit(main())
