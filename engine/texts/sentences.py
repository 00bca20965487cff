"""From codes to sentences. English here; the window has its own, in the language it speaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

from engine.texts.text import Arg, Text

Entry = str | tuple[str, str]
"""A sentence, or one and its hint. A name in braces stands for an argument, with how it is written after a colon:

``size``: bytes, in decimal units, ``memory``: bytes, in powers of 1024; of a text, ``hint``: its hint, ``whole``: its
sentence and hint. Other numbers are written with their separators. ``%Ln`` is the argument ``n``, and ``(s)`` before or
after it falls away for one.
"""


class Sentences:
    """The sentences of a table of codes."""

    def __init__(self, *tables: Mapping[str, Entry]) -> None:
        self._entries = {code: entry for table in tables for code, entry in table.items()}

    def sentence(self, text: Text | None) -> str:
        """What happened; "" for nothing."""
        return self._fill(self._of(text)[0], text.args) if text is not None else ""

    def hint(self, text: Text | None) -> str:
        """What to do about it; "" where there is nothing to say."""
        return self._fill(self._of(text)[1], text.args) if text is not None else ""

    def whole(self, text: Text | None) -> str:
        """Sentence and hint."""
        return self.together(self.sentence(text), self.hint(text))

    # ------------------------------------------------------------------ in a language

    def together(self, *sentences: str) -> str:
        """One after the other, without those that are empty."""
        return " ".join(filter(None, sentences))

    def translated(self, template: str, n: int | None) -> str:
        """A template in the language; ``n``: how many, where it changes with a number."""
        return template if n is None else english_plural(template, n).replace("%Ln", f"{n:,}")

    def number(self, value: float) -> str:
        """A number that was counted or measured."""
        return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"

    def size(self, n_bytes: float) -> str:
        """Bytes on a disk or a line."""
        return f"{n_bytes / 1e9:,.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:,.0f} MB"

    def memory(self, n_bytes: float) -> str:
        """Bytes of RAM or VRAM, in powers of 1024."""
        gib = n_bytes >= 1 << 30
        return f"{self._decimal(n_bytes / (1 << 30) if gib else n_bytes / (1 << 20), gib)} {'GB' if gib else 'MB'}"

    # ------------------------------------------------------------------ inside

    def _of(self, text: Text) -> tuple[str, str]:
        entry = self._entries.get(text.code)
        if entry is None:
            return self._unknown(text), ""
        return entry if isinstance(entry, tuple) else (entry, "")

    def _unknown(self, text: Text) -> str:
        """A code of another version, as a template that says as much as it can."""
        words = text.code.replace(".", ": ").replace("_", " ")
        named = ", ".join(f"{name} {{{name}}}" for name in text.args)
        return f"{words[:1].upper()}{words[1:]}" + (f" ({named})." if named else ".")

    def _fill(self, template: str, args: Mapping[str, Arg]) -> str:
        if not template:
            return ""
        n = args.get("n") if "%Ln" in template else None
        template = self.translated(template, n if isinstance(n, int) else None)
        made = "".join(
            literal + (self._written(args.get(name, "?"), spec or "") if name else "")
            for literal, name, spec, _ in Formatter().parse(template)
        )
        return made.strip()  # a sentence may end in what a library had to say, and it may have said nothing

    def _written(self, value: Arg, spec: str) -> str:
        if isinstance(value, Text):
            return {"hint": self.hint, "whole": self.whole}.get(spec, self.sentence)(value)
        if isinstance(value, str):
            return value
        if spec == "memory":
            return self.memory(value)
        return self.size(value) if spec == "size" else self.number(value)

    def _decimal(self, value: float, exact: bool) -> str:
        return self.number(round(value, 1) if exact else round(value))


def english_plural(source: str, number: int) -> str:
    """ "%Ln token(s)" for one or for many."""
    return re.sub(r"\((\w{1,3})\)", "" if number == 1 else r"\1", source)
