"""Halves of characters, which JSON can name by their numbers: no file, no tokenizer and no protocol takes them."""

from __future__ import annotations


def whole_characters(text: str) -> str:
    """``text`` with U+FFFD for halves that stand alone; two that make a character become it."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
