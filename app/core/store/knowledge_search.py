"""What is asked of the graph: entities by name, what is linked with them, and the passages that go with a question."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from app.core.knowledge.asking import LinkedFact, longest, ranked, spans_of
from app.core.knowledge.names import key_of, tokens_of
from app.core.knowledge.values import Entity, FactSource, KnowledgeSize, Neighbourhood, Relation
from app.core.store.knowledge import KnowledgeOps, entity_of, marks, parts_of_values

LIMIT = 50  # entities that a search gives
MOST_NEAR = 80  # entities of a neighbourhood
MOST_FACTS = 400  # of one entity that are walked
MOST_BETWEEN, MOST_SECOND = 40, 50  # entities between two facts of a way, and facts of each that are walked
MOST_NAMED = 8  # entities of a question
MOST_SOURCES = 20  # of one relation
FEW = 3  # entities that a word of a name may be of, in a question
_PROPER = "(entity.kind IN ('person', 'organization', 'place') OR entity.name <> lower(entity.name))"  # no "water"
_COUNT = "(SELECT count(*) FROM entity_mention WHERE entity = entity.id)"
_SOURCES = (
    "SELECT fact.id, fact.subject, fact.verb, fact.object, fact.start, fact.stop, passage.n, passage.document,"
    " library_document.name, passage.page, passage.heading,"
    " substr(passage.text, fact.start - passage.start + 1, fact.stop - fact.start), message.id, message.chat,"
    " chat.title, substr(message.content, fact.start + 1, fact.stop - fact.start)"
    " FROM fact JOIN entity_mention ON entity_mention.id = fact.subject_mention"
    " LEFT JOIN passage ON passage.n = entity_mention.passage"
    " LEFT JOIN library_document ON library_document.id = passage.document"
    " LEFT JOIN message ON message.id = entity_mention.message LEFT JOIN chat ON chat.id = message.chat"
)


class KnowledgeSearchOps(KnowledgeOps):
    """Questions to the graph; nothing is changed."""

    # entities -------------------------------------------------------------------------

    def search_entities(self, text: str, limit: int = LIMIT, kind: str = "") -> list[Entity]:
        """Entities that go by the words of ``text``, the last of which may be begun only; "": those named most often.

        Those named exactly so come first, then those named more often.
        """
        tokens = tokens_of(text)
        where, values = "1", []
        if tokens:
            clauses = ["SELECT key FROM entity_word WHERE word = ?"] * (len(tokens) - 1)
            clauses.append("SELECT key FROM entity_word WHERE word >= ? AND word < ?")
            found = " INTERSECT ".join(clauses)
            where = f"id IN (SELECT entity FROM entity_mention WHERE key IN ({found}) OR alias = ?)"
            values = [*tokens, tokens[-1] + "\U0010ffff", key_of(text)]
        elif text.strip():
            return []
        if kind:
            where, values = f"{where} AND kind = ?", [*values, kind]
        with self._read() as db:
            rows = db.rows(
                f"SELECT id, name, kind, {_COUNT} AS mentions FROM entity WHERE {where}"
                " ORDER BY (SELECT count(*) FROM entity_mention WHERE entity = entity.id AND alias = ?) > 0 DESC,"
                " mentions DESC, name LIMIT ?",
                (*values, key_of(text), limit),
            )
            return self._with_aliases(db, rows)

    def entities(self, ids: Iterable[int]) -> list[Entity]:
        """Entities by number, in that order, without those that are gone."""
        wanted = list(dict.fromkeys(ids))
        with self._read() as db:
            found: dict[int, Entity] = {}
            for part in parts_of_values(wanted):
                rows = db.execute(
                    f"SELECT id, name, kind, {_COUNT} FROM entity WHERE id IN ({marks(part)})", part
                ).fetchall()
                found |= {one.id: one for one in self._with_aliases(db, rows)}
        return [found[one] for one in wanted if one in found]

    @staticmethod
    def _with_aliases(db: sqlite3.Connection, rows: Sequence[Sequence[object]]) -> list[Entity]:
        names: dict[object, list[str]] = {}
        for part in parts_of_values(row[0] for row in rows):
            found = db.execute(
                f"SELECT entity, name FROM entity_mention WHERE entity IN ({marks(part)})"
                " GROUP BY entity, name ORDER BY count(*) DESC, name",
                part,
            )
            for entity, name in found.fetchall():
                names.setdefault(entity, []).append(name)
        return [entity_of(row, names.get(row[0], ())) for row in rows]

    # what is linked ---------------------------------------------------------------------

    def neighbours(self, entity: int, hops: int = 1, most: int = MOST_NEAR) -> Neighbourhood:
        """Entities up to ``hops`` relations away, those named more often first, and the relations among them."""
        away = {entity: 0}
        more = False
        with self._read() as db:
            edge = [entity]
            for hop in range(1, hops + 1):
                found: dict[int, int] = {}
                for one in edge:
                    for far, count in self._linked_with(db, one):
                        if far not in away:
                            found[far] = found.get(far, 0) + count
                best = sorted(found, key=lambda one: (-found[one], one))
                room = max(0, most - len(away))
                more = more or len(best) > room
                edge = best[:room]
                away |= dict.fromkeys(edge, hop)
            relations = self._among(db, list(away))
        entities = self.entities(away)
        if not entities:
            return Neighbourhood(entity)
        return Neighbourhood(entity, tuple(entities), tuple(relations), away, more)

    @staticmethod
    def _linked_with(db: sqlite3.Connection, entity: int) -> list[tuple[int, int]]:
        return db.execute(
            "SELECT far, count(*) FROM (SELECT object AS far FROM fact WHERE subject = ?"
            " UNION ALL SELECT subject FROM fact WHERE object = ?) GROUP BY far ORDER BY 2 DESC, far LIMIT ?",
            (entity, entity, MOST_FACTS),
        ).fetchall()

    @staticmethod
    def _among(db: sqlite3.Connection, entities: Sequence[int]) -> list[Relation]:
        found = []
        for part in parts_of_values(entities):
            for others in parts_of_values(entities):
                rows = db.execute(
                    f"SELECT min(id), subject, verb, object FROM fact WHERE subject IN ({marks(part)})"
                    f" AND object IN ({marks(others)}) GROUP BY subject, verb, object ORDER BY 1",
                    (*part, *others),
                )
                found += [Relation(*row) for row in rows.fetchall()]
        return found

    def facts_of(self, entity: int, limit: int = MOST_FACTS) -> list[Relation]:
        """The relations of an entity, those stated more often first, with where they stand."""
        return self._relations("fact.subject = ? OR fact.object = ?", (entity, entity), limit)

    def facts_between(self, first: int, second: int) -> list[Relation]:
        """The relations between two entities, either way, with where they stand."""
        where = "(fact.subject = ? AND fact.object = ?) OR (fact.subject = ? AND fact.object = ?)"
        return self._relations(where, (first, second, second, first), MOST_FACTS)

    def _relations(self, where: str, values: Sequence[int], limit: int) -> list[Relation]:
        with self._read() as db:
            rows = db.execute(
                f"{_SOURCES} WHERE {where} ORDER BY fact.id LIMIT ?", (*values, MOST_SOURCES * limit)
            ).fetchall()
        found: dict[tuple[int, str, int], list[tuple[int, FactSource]]] = {}
        for number, subject, verb, other, start, stop, passage, document, name, page, heading, quote, *said in rows:
            message, chat, title, spoken = said
            source = (
                FactSource(
                    document=document, name=name, passage=passage, start=start, end=stop, page=page, heading=heading,
                    quote=quote,
                )
                if passage is not None
                else FactSource(chat=chat, message=message, name=title, start=start, end=stop, quote=spoken)
            )  # fmt: skip
            found.setdefault((subject, verb, other), []).append((number, source))
        order = sorted(found, key=lambda key: (-len(found[key]), found[key][0][0]))
        return [
            Relation(found[key][0][0], *key, tuple(source for _, source in found[key][:MOST_SOURCES]))
            for key in order[:limit]
        ]

    # for a question -------------------------------------------------------------------

    def entities_of_question(self, question: str) -> list[int]:
        """The entities that a question names, in its order: by any of their names, people also by one word of them."""
        spans = spans_of(question)
        with self._read() as db:
            found: dict[str, list[int]] = {}
            for part in parts_of_values(spans):
                for column in ("alias", "key"):
                    rows = db.rows(
                        f"SELECT DISTINCT {column}, entity.id FROM entity_mention"
                        " JOIN entity ON entity.id = entity_mention.entity"
                        f" WHERE {column} IN ({marks(part)}) AND {_PROPER} ORDER BY entity.id",
                        part,
                    )
                    for name, entity in rows:
                        found.setdefault(name, []).append(entity)
            known = longest(spans, found)
            covered = {at for key in known for start, end in spans[key] for at in range(start, end)}
            for key, places in spans.items():
                single = [start for start, end in places if end == start + 1 and start not in covered]
                if single and key not in found:
                    rows = db.rows(
                        "SELECT DISTINCT entity.id FROM entity_word JOIN entity_mention USING (key)"
                        " JOIN entity ON entity.id = entity_mention.entity"
                        " WHERE word = ? AND entity.kind IN ('person', 'organization') LIMIT ?",
                        (key, FEW + 1),
                    )
                    if 0 < len(rows) <= FEW:
                        found[key] = [row[0] for row in rows]
                        known.append(key)
        order = sorted(known, key=lambda key: spans[key][0])
        return list(dict.fromkeys(entity for key in order for entity in found[key]))[:MOST_NAMED]

    def linked_passages(self, question: str, documents: Collection[str]) -> list[int]:
        """Numbers of the passages of ``documents`` whose facts lead from the question's entities to what it asks for,
        by one fact or two, best first.
        """
        named = self.entities_of_question(question)
        if not named or not documents:
            return []
        with self._read() as db:
            first = self._facts_from(db, named, documents)
            far = Counter(fact.far for fact in first if fact.far not in named)
            between = sorted(far, key=lambda one: (-far[one], one))[:MOST_BETWEEN]
            second = self._facts_from(db, between, documents, MOST_SECOND)
        return ranked(question, named, first, second)

    @staticmethod
    def _facts_from(
        db: sqlite3.Connection, entities: Sequence[int], documents: Collection[str], most: int = MOST_FACTS
    ) -> list[LinkedFact]:
        chosen = list(documents)
        found: list[tuple[int, int, int, str, int]] = []
        for entity in entities:
            for near, far in (("subject", "object"), ("object", "subject")):
                rows = db.execute(
                    f"SELECT fact.id, fact.{near}, fact.{far}, fact.verb, entity_mention.passage FROM fact"
                    " JOIN entity_mention ON entity_mention.id = fact.subject_mention"
                    f" WHERE fact.{near} = ? AND entity_mention.passage IS NOT NULL"
                    f" AND entity_mention.source IN ({marks(chosen)}) LIMIT ?",
                    (entity, *chosen, most),
                )
                found += rows.fetchall()
        kinds: dict[int, str] = {}
        for part in parts_of_values({row[2] for row in found}):
            kinds |= dict(db.execute(f"SELECT id, kind FROM entity WHERE id IN ({marks(part)})", part).fetchall())
        return [LinkedFact(*row[:4], kinds[row[2]], row[4]) for row in found]

    # how much -------------------------------------------------------------------------

    def knowledge_size(self) -> KnowledgeSize:
        """How much there is."""
        with self._read() as db:
            entities = db.execute("SELECT count(*) FROM entity").fetchone()[0]
            relations = db.execute("SELECT count(*) FROM (SELECT 1 FROM fact GROUP BY subject, verb, object)")
            documents = db.execute(
                "SELECT count(DISTINCT CASE WHEN passage IS NULL THEN NULL ELSE source END),"
                " count(DISTINCT CASE WHEN passage IS NULL THEN source END),"
                " coalesce(sum(length(name) + length(key) + length(alias) + length(source) + 40), 0)"
                " FROM entity_mention"
            ).fetchone()
            size = db.execute("SELECT coalesce(sum(length(verb) + 40), 0) FROM fact").fetchone()[0]
            return KnowledgeSize(entities, relations.fetchone()[0], documents[0], documents[1], documents[2] + size)
