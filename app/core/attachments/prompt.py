"""How the model sees the files of a message: one block per file, before the message's own text.

Pictures have no block: the engine gets their files, and they stand before everything else of the message.

The blocks are made of what is stored with the message and of nothing else, so that the same message is always the same
tokens: that is what the memory of a chat is recognised by.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

from app.core.chat_values import Attachment, Message
from app.core.document_values import GivenPassage
from app.core.pictures import Pictures
from engine import protocol

_WORDS = {"text": "text", "code": "code", "markdown": "Markdown", "pdf": "PDF", "docx": "Word document"}

_TAGS = {word: re.compile(rf"(?i)</?{word}(\d{{0,9}})") for word in ("file", "passage")}


def prompt_of(message: Message) -> str:
    """What the model is given for ``message``: its files, the passages of documents that go with it, and its text."""
    files = [*blocks(message.attachments), *map(passage_block, message.meta.passages)]
    return "\n\n".join([*files, message.content]).rstrip() if files else message.content


def for_engine(message: Message, pictures: Pictures, documents: Path, model: str = "") -> protocol.PromptMessage:
    """``message`` as the engine gets it. ``documents``: the folder with the texts of documents; ``model``: the
    ``state_key`` of the model in use, which gets the documents that are mounted for it.
    """
    shown = tuple(seen(file, pictures) for file in message.attachments if file.kind == "picture")
    mounted = tuple(
        protocol.DocumentPart(one.digest, one.name, str(copy_of(documents, one.digest)))
        for one in message.meta.documents
        if one.model == model
    )
    return protocol.PromptMessage(message.id, message.role, prompt_of(message), shown, mounted)


def copy_of(documents: Path, digest: str) -> Path:
    """The file with the text of a document, as the engine reads it."""
    return documents / f"{digest}.txt"


def seen(attachment: Attachment, pictures: Pictures) -> protocol.Picture:
    """A picture as the engine gets it."""
    return protocol.Picture(str(pictures.path(attachment.digest)), attachment.digest)


def blocks(attachments: Iterable[Attachment]) -> list[str]:
    """The block of each file that has text."""
    return [block(attachment) for attachment in attachments if attachment.kind != "picture"]


def block(attachment: Attachment) -> str:
    """``<file name="..." type="...">``, the text, ``</file>``; a text that holds such an end gets another word for it.

    So no file can end its own block and go on as if the person spoke.
    """
    text = attachment.text.strip("\n")
    tag = _free_tag("file", text)
    kind = _WORDS[attachment.kind]
    language = f' language="{attachment.language}"' if attachment.language else ""
    return f'<{tag} name="{quoted(attachment.name)}" type="{kind}"{language}>\n{text}\n</{tag}>'


def passage_block(passage: GivenPassage) -> str:
    """``<passage document="..." page="...">``, the text, ``</passage>``; see :func:`block`."""
    tag = _free_tag("passage", passage.text)
    place = "".join(
        f' {name}="{quoted(str(value))}"'
        for name, value in (("page", passage.page), ("section", passage.heading), ("symbol", passage.symbol))
        if value
    )
    return f'<{tag} document="{quoted(passage.name)}"{place}>\n{passage.text}\n</{tag}>'


def _free_tag(word: str, text: str) -> str:
    """A tag that ``text`` does not hold: ``word``, or ``word`` with the first number from 2 that is free."""
    taken = set(_TAGS[word].findall(text))
    numbers = itertools.chain(("",), map(str, itertools.count(2)))
    return word + next(number for number in numbers if number not in taken)


def quoted(name: str) -> str:
    """``name`` without the signs that would end where it stands."""
    return name.replace('"', "'").replace("<", "(").replace(">", ")")
