"""Code colours: Pygments tokens as spans in the scheme's colours. Pygments is imported at first use."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.utf16 import units
from app.ui.theme import colors

Span = tuple[int, int, str, bool]


def file_name(language: str) -> str:
    """A name for a file with code in ``language``: "code.py"."""
    from pygments.lexers import find_lexer_class_by_name  # type: ignore[import-untyped]
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]

    try:
        patterns = find_lexer_class_by_name(language).filenames if language else []
    except ClassNotFound:
        patterns = []
    ends = [pattern[1:] for pattern in patterns if pattern.startswith("*.") and pattern[2:].isalnum()]
    return f"code{ends[0] if ends else '.txt'}"


def spans(code: str, language: str) -> Iterator[Span]:
    """Start, length (both in UTF-16 units, as Qt counts), colour and italic of each coloured piece of ``code``."""
    from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
    from pygments.lexers.special import TextLexer  # type: ignore[import-untyped]
    from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String  # type: ignore[import-untyped]
    from pygments.util import ClassNotFound  # type: ignore[import-untyped]

    scheme = colors()
    try:
        lexer = get_lexer_by_name(language) if language else TextLexer()
    except ClassNotFound:
        lexer = TextLexer()
    rules = (
        (Comment, scheme.syn_comment, True),
        (Keyword, scheme.syn_keyword, False),
        (Operator.Word, scheme.syn_keyword, False),
        (String, scheme.syn_string, False),
        (Number, scheme.syn_number, False),
        (Name.Function, scheme.syn_function, False),
        (Name.Class, scheme.syn_type, False),
        (Name.Builtin, scheme.syn_type, False),
        (Name.Decorator, scheme.syn_function, False),
        (Name.Tag, scheme.syn_keyword, False),
        (Name.Attribute, scheme.syn_function, False),
        (Generic.Inserted, scheme.pinned, False),  # of a diff, as what follows
        (Generic.Deleted, scheme.error, False),
        (Generic.Heading, scheme.syn_keyword, False),
        (Generic.Subheading, scheme.syn_function, False),
        (Generic.Prompt, scheme.syn_comment, False),  # of a terminal's session
        (Generic.Error, scheme.error, False),
    )
    wide = units(code) != len(code)  # characters beyond the BMP: count as Qt does
    at = 0
    for index, kind, piece in lexer.get_tokens_unprocessed(f"{code}\n"):  # some know a line only by its end
        value = piece[: max(0, len(code) - index)]
        length = len(value)
        start = index
        if wide:
            start = at
            length = units(value)
            at += length
        for parent, color, italic in rules:
            if length and kind in parent:
                yield start, length, color, italic
                break
