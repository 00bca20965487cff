"""Places in texts as Qt, macOS and PDFium count them: in units of UTF-16, of which some characters take two."""

from __future__ import annotations


def units(text: str) -> int:
    """How many units a text takes; halves of characters count as one."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
