"""What the page of knowledge says of an entity, a fact and its places."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.core.knowledge.values import Entity, EntityKind, FactSource, Relation
from app.services.wording import in_a_row
from app.ui.numbers import count

translate = QCoreApplication.translate

ICONS: dict[EntityKind, str] = {
    "person": "user", "organization": "building", "place": "map-pin", "thing": "box", "idea": "lightbulb",
}  # fmt: skip


def kind_of(entity: Entity) -> str:
    """ "Person"."""
    return {
        "person": translate("Knowledge", "Person"),
        "organization": translate("Knowledge", "Organization"),
        "place": translate("Knowledge", "Place"),
        "thing": translate("Knowledge", "Thing"),
        "idea": translate("Knowledge", "Idea"),
    }[entity.kind]


def about(entity: Entity) -> str:
    """ "Place · 4 facts · also Maar of Ulmen"."""
    parts = [kind_of(entity), translate("Knowledge", "%Ln fact(s)", "", entity.mentions)]
    if entity.aliases:
        parts.append(translate("Knowledge", "also {names}").format(names=in_a_row(entity.aliases)))
    return " · ".join(parts)


def fact_words(relation: Relation, names: Mapping[int, str]) -> str:
    """ "The dam broke on 3 May"."""
    parts = (names.get(relation.subject, "…"), relation.verb, names.get(relation.object, "…"))
    return " ".join(part for part in parts if part)


def source_place(source: FactSource) -> str:
    """ "flood.txt · page 4 · The night"."""
    name = source.name or translate("Knowledge", "Untitled chat")
    page = translate("Knowledge", "page {number}").format(number=count(source.page)) if source.page else ""
    return " · ".join(part for part in (name, page, source.heading) if part)
