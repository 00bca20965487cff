"""Documents of a chat as files of text: read whole, checked against their digest, put into a fixed frame."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from blake3 import blake3

from engine.errors import BadDocument
from engine.files import open_file
from engine.protocol import DocumentPart
from engine.texts import why

MOST_BYTES = 64 << 20  # of a file; some 15 million tokens
TAG = "document"
END = f"\n</{TAG}>"
_TAGS = re.compile(r"</?(?i:document)([0-9]{0,9})\b")


def text_of(part: DocumentPart) -> str:
    """The text of a document, blanks around it left out.

    Raises:
        BadDocument: the file is missing, too large, was changed, or has no text.
    """
    try:
        with open_file(Path(part.path)) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadDocument("document.missing", name=part.name, reason=why(error)) from error
    if len(data) > MOST_BYTES:
        raise BadDocument("document.too_many_bytes", name=part.name, most=MOST_BYTES >> 20)
    if blake3(data).hexdigest() != part.digest:
        raise BadDocument("document.changed", name=part.name)
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BadDocument("document.not_text", name=part.name) from error
    if not text:
        raise BadDocument("document.empty", name=part.name)
    return text


def frame_of(part: DocumentPart, text: str) -> tuple[str, str]:
    """What the model is told before and behind a document's text; one that holds such an end gets another word for it.

    So no document can end its own frame and go on as if the person spoke.
    """
    taken = set(_TAGS.findall(text))
    tag = TAG + next(number for number in itertools.chain(("",), map(str, itertools.count(2))) if number not in taken)
    name = " ".join(part.name.split()).translate(str.maketrans("", "", '<>"'))
    return f'<{tag} name="{name}">\n', f"\n</{tag}>\n"
