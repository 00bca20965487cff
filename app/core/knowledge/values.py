"""Entities, what links them, and where that stands. Plain values.

Places in a text are characters (code points) of the document's or message's text, ``[start, end)``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

EntityKind = Literal["person", "organization", "place", "thing", "idea"]
KINDS: tuple[EntityKind, ...] = ("person", "organization", "place", "thing", "idea")


class FactSource(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fact stands: in a document (``document``, ``passage``: its number in the store) or in a chat (``chat``,
    ``message``). ``name``: of the document, title of the chat; ``start``, ``end``: the sentence, of the text of the
    document or the message; ``page``: from 1, 0 where there are none; ``quote``: that sentence.
    """

    document: str = ""
    chat: str = ""
    message: str = ""
    name: str = ""
    passage: int = 0
    start: int = 0
    end: int = 0
    page: int = 0
    heading: str = ""
    quote: str = ""


class Entity(msgspec.Struct, frozen=True):
    """Somebody or something that texts name. ``mentions``: how many facts name it, by whatever name; ``aliases``: the
    other names it goes by.
    """

    id: int
    name: str
    kind: EntityKind
    mentions: int = 0
    aliases: tuple[str, ...] = ()


class Relation(msgspec.Struct, frozen=True):
    """``subject`` ``verb`` ``object``: ids of entities, and the words that link them. ``sources``: where it stands, at
    least one; empty where only the graph was asked for.
    """

    id: int
    subject: int
    verb: str
    object: int
    sources: tuple[FactSource, ...] = ()


class Neighbourhood(msgspec.Struct, frozen=True):
    """What is linked with an entity. ``hops``: entity -> how many relations it is away from ``center`` (0: itself);
    ``more``: there are more entities than were asked for.
    """

    center: int
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    hops: dict[int, int] = {}
    more: bool = False


class KnowledgeWork(msgspec.Struct, frozen=True):
    """How far facts of a document were extracted. ``done``, ``total``: passages; ``facts``: found so far;
    ``waiting``: its turn comes, or the model, or a quiet moment.
    """

    done: int = 0
    total: int = 0
    facts: int = 0
    waiting: bool = True


class KnowledgeSize(msgspec.Struct, frozen=True):
    """How much there is. ``bytes``: about, of names and facts in the database."""

    entities: int = 0
    relations: int = 0
    documents: int = 0
    chats: int = 0
    bytes: int = 0


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A fact as a text states it: names as they stand there, and where. ``start``, ``end``: the sentence (or two)."""

    subject: str
    verb: str
    object: str
    subject_kind: EntityKind = "thing"
    object_kind: EntityKind = "thing"
    start: int = 0
    end: int = 0
