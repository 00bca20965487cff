"""Pictures and documents of a message as they stand in a chat; words stand for those that cannot be read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.chat.documents import frame_of, text_of
from engine.errors import BadDocument, EngineError
from engine.model.model import Model
from engine.model.vision import ImageChunk, look
from engine.protocol import DocumentPart, Picture, PromptMessage

UNSEEN = "[A picture that cannot be seen here.]\n"
UNREAD = "[This document cannot be read.]"


def attached(model: Model, message: PromptMessage, unseen: Collection[str] = ()) -> list[ImageChunk]:
    """What stands before the words of a user's message; ``unseen``: digests of what words stand for.

    Raises:
        BadPicture, BadDocument: something else cannot be read.
    """
    chunks = [chunk for part in message.documents for chunk in document_chunks(model, part, unseen)]
    return chunks + [chunk for picture in message.pictures for chunk in _looked_at(model, picture, unseen)]


def document_chunks(model: Model, part: DocumentPart, unseen: Collection[str] = ()) -> list[ImageChunk]:
    """A document in its frame. Its text is tokenized apart, so that its tokens are the same in every chat.

    Raises:
        BadDocument: it cannot be read, and is not among ``unseen``.
    """
    unread = part.digest in unseen
    text = UNREAD if unread else text_of(part)
    before, behind = frame_of(part, text)
    first, tokens, last = (model.tokenize(one, special=False) for one in (before, text, behind))
    if unread:
        return [ImageChunk([*first, *tokens, *last])]
    return [ImageChunk(first), ImageChunk(tokens, digest=part.digest), ImageChunk(last)]


def document_tokens(model: Model, part: DocumentPart) -> list[int]:
    """The tokens of a document's text, wherever it stands; raises BadDocument."""
    return model.tokenize(text_of(part), special=False)


def _looked_at(model: Model, picture: Picture, unseen: Collection[str]) -> list[ImageChunk]:
    if picture.digest in unseen:
        return [ImageChunk(model.tokenize(UNSEEN, special=False))]
    return look(model.vision, picture)


def unreadable(model: Model, messages: Sequence[PromptMessage]) -> set[str]:
    """Digests of the pictures that cannot be looked at, and of the documents that cannot be read."""
    lost = set()
    for message in messages:
        for picture in message.pictures:
            try:
                look(model.vision, picture)
            except EngineError:
                lost.add(picture.digest)
        lost |= unreadable_documents(message)
    return lost


def unreadable_documents(message: PromptMessage) -> set[str]:
    """Digests of the documents that cannot be read."""
    lost = set()
    for part in message.documents:
        try:
            text_of(part)
        except BadDocument:
            lost.add(part.digest)
    return lost
