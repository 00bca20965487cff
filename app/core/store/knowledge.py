"""Entities and facts in the store: what texts state, whose names are one, and what is linked with what."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from app.core.chat_values import new_id
from app.core.document_values import Passage
from app.core.knowledge.merging import NameContext, claim_of, of_whole, parted
from app.core.knowledge.names import key_of, keys_in, main_kind, may_be_short_for, short_forms, tokens_of
from app.core.knowledge.values import KINDS, Entity, EntityKind, Statement
from app.core.store.indexes import MendingConnection
from app.core.store.passages import PassageOps

AT_ONCE = 500  # values in one statement
MOST_NAMESAKES = 60  # keys with a word; where more people have it, nobody is meant by it alone


def parts_of_values(values: Iterable[object]) -> Iterator[list[object]]:
    """Values in parts that one statement takes."""
    every = list(values)
    for at in range(0, len(every), AT_ONCE):
        yield every[at : at + AT_ONCE]


def marks(values: Sequence[object]) -> str:
    """Places for so many values."""
    return ", ".join("?" * len(values))


class KnowledgeOps(PassageOps):
    """Operations that change what is known. What is asked of it: ``KnowledgeSearchOps``."""

    # what is stated -----------------------------------------------------------------

    def add_statements(
        self, passages: Sequence[Passage], statements: Sequence[Sequence[Statement]], model: str = ""
    ) -> bool:
        """Keep what passages of one document state, which are done with that: a list for each of them.

        False, and nothing is kept, if one of them is not there as it was.
        """
        with self._write() as db:
            for passage in passages:
                row = db.execute(
                    "SELECT document, text FROM passage WHERE n = ? AND live = 1", (passage.number,)
                ).fetchone()
                if row != (passage.document, passage.text):
                    return False
            for passage, said in zip(passages, statements, strict=True):
                db.execute("INSERT OR IGNORE INTO extracted_passage VALUES (?, ?)", (passage.number, model))
                if said:
                    self._add(db, passage.document, "passage", passage.number, said)
            if any(statements):
                self._resolve(db, self._name(db, passages[0].document))
        return True

    def add_said(self, message: str, text: str, statements: Sequence[Statement], model: str = "") -> bool:
        """Keep what a message of a chat states, which is done with that; False if it is not there as it was."""
        with self._write() as db:
            row = db.execute(
                "SELECT message.chat, message.content FROM message JOIN chat ON chat.id = message.chat"
                " WHERE message.id = ? AND deleted_at IS NULL AND trashed_at IS NULL",
                (message,),
            ).fetchone()
            if row is None or row[1] != text:
                return False
            db.execute("INSERT OR IGNORE INTO extracted_message VALUES (?, ?)", (message, model))
            if statements:
                self._add(db, row[0], "message", message, statements)
                self._resolve(db, self._name(db, row[0]))
        return True

    @staticmethod
    def _add(
        db: sqlite3.Connection,
        source: str,
        where: Literal["passage", "message"],
        place: int | str,
        statements: Iterable[Statement],
    ) -> None:
        """Store statements with mentions that have neither key nor entity yet."""
        holder = db.execute("INSERT INTO entity (name, kind) VALUES ('', 'thing')").lastrowid
        for one in statements:
            if not (key_of(one.subject) and key_of(one.object)):
                continue
            ids = [
                db.execute(
                    f"INSERT INTO entity_mention (entity, key, alias, name, kind, source, {where})"
                    " VALUES (?, '', ?, ?, ?, ?, ?)",
                    (holder, key_of(name), name, kind, source, place),
                ).lastrowid
                for name, kind in ((one.subject, one.subject_kind), (one.object, one.object_kind))
            ]
            db.execute(
                "INSERT INTO fact (subject, verb, object, subject_mention, object_mention, start, stop)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (holder, one.verb, holder, *ids, one.start, one.end),
            )

    @staticmethod
    def _name(db: sqlite3.Connection, source: str) -> set[str]:
        """Give the names of a source the keys they have among all of them; the keys of which something changed."""
        rows = db.execute(
            "SELECT name, key, kind, count(*) FROM entity_mention WHERE source = ? GROUP BY name, key, kind", (source,)
        ).fetchall()
        keys = keys_in((name, kind) for name, _, kind, count in rows for _ in range(count))
        changed = {(name, key) for name, key, _, _ in rows if keys[name] != key}
        touched: set[str] = set()
        renamed: set[str] = set()
        for name, before in sorted(changed):
            key = keys[name]
            touched |= {before, key}
            if before:
                renamed.add(key)
            db.execute(  # by the index of keys, for what is new has none: not through all of the source
                "UPDATE entity_mention SET key = ? WHERE +source = ? AND name = ? AND key = ?",
                (key, source, name, before),
            )
            words = {(word, key) for word in key.split()}
            db.executemany("INSERT OR IGNORE INTO entity_word VALUES (?, ?)", sorted(words))
        # what these are linked with is told by their keys; what is new is linked with what is new only
        for part in parts_of_values(sorted(renamed)):
            for near, other in (("subject", "object"), ("object", "subject")):
                found = db.execute(
                    "SELECT DISTINCT far.key FROM entity_mention AS near"
                    f" JOIN fact ON fact.{near}_mention = near.id"
                    f" JOIN entity_mention AS far ON far.id = fact.{other}_mention"
                    f" WHERE near.source = ? AND near.key IN ({marks(part)})",
                    (source, *part),
                )
                touched |= {row[0] for row in found.fetchall()}
        return touched - {""}

    # whose names are one ------------------------------------------------------------

    def _resolve(self, db: sqlite3.Connection, keys: Iterable[str]) -> None:
        """Work out which mentions of these keys are of which entity, and what hangs on that."""
        keys, chosen = self._with_related(db, keys)
        mentions: list[tuple[int, int, str, str, str, str]] = []
        for part in parts_of_values(sorted(keys)):
            mentions += db.execute(
                "SELECT id, entity, key, source, name, kind FROM entity_mention"
                f" WHERE key IN ({marks(part)}) ORDER BY id",
                part,
            ).fetchall()
        group_of = self._groups(db, keys, mentions, chosen)
        members: dict[object, list[tuple[int, int, str, str, str, str]]] = defaultdict(list)
        for mention in mentions:
            members[group_of[mention[2], mention[3]]].append(mention)
        taken: set[int] = set()
        moved: list[tuple[int, int]] = []
        left: set[int] = set()
        for group in sorted(members.values(), key=lambda group: (-len(group), group[0][0])):
            before = Counter(mention[1] for mention in group if mention[1] not in taken and mention[2])
            entity = self._entity_for(db, before, taken)
            taken.add(entity)
            name, kind = _name_of([mention[4] for mention in group]), main_kind(mention[5] for mention in group)
            db.execute(
                "UPDATE entity SET name = ?, kind = ? WHERE id = ? AND (name <> ? OR kind <> ?)",
                (name, kind, entity, name, kind),
            )
            moved += [(entity, mention[0]) for mention in group if mention[1] != entity]
            left |= {mention[1] for mention in group if mention[1] != entity}
        db.executemany("UPDATE entity_mention SET entity = ? WHERE id = ?", moved)
        for column in ("subject", "object"):
            db.executemany(f"UPDATE fact SET {column} = ? WHERE {column}_mention = ?", moved)
        db.executemany(
            "DELETE FROM entity WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entity_mention WHERE entity = entity.id)",
            [(entity,) for entity in sorted(left)],
        )

    @staticmethod
    def _entity_for(db: sqlite3.Connection, before: Counter[int], taken: set[int]) -> int:
        """The entity that most of a group were of, if it is no other's; else a new one."""
        for entity, _ in sorted(before.items(), key=lambda entry: (-entry[1], entry[0])):
            if db.execute("SELECT 1 FROM entity WHERE id = ? AND name <> ''", (entity,)).fetchone():
                return entity
        new = db.execute("INSERT INTO entity (name, kind) VALUES ('…', 'thing')").lastrowid
        assert new is not None
        return new

    def _with_related(self, db: sqlite3.Connection, keys: Iterable[str]) -> tuple[set[str], dict[tuple[str, str], str]]:
        """Keys, with all that may be of one entity with them or was so far; and what the person chose of these."""
        every, todo = set[str](), set(keys)
        chosen: dict[tuple[str, str], str] = {}
        while todo:
            more, chosen = self._with_chosen(db, every | todo)
            new, every = more - every, more
            found = set(self._whole_names(db, new).values())
            for part in parts_of_values(sorted({form for key in new for form in short_forms(key)})):
                rows = db.execute(
                    f"SELECT DISTINCT key FROM entity_mention WHERE key IN ({marks(part)}) AND kind = 'person'", part
                )
                found |= {row[0] for row in rows.fetchall()}
            for part in parts_of_values(sorted(new)):
                rows = db.execute(
                    "SELECT DISTINCT key FROM entity_mention WHERE key <> '' AND entity IN"
                    f" (SELECT entity FROM entity_mention WHERE key IN ({marks(part)}))",
                    part,
                )
                found |= {row[0] for row in rows.fetchall()}
            todo = found - every
        return every, chosen

    @staticmethod
    def _whole_names(db: sqlite3.Connection, keys: Iterable[str]) -> dict[str, str]:
        """Key -> that of the only person whose name it may be a short form of, wherever it stands."""
        found: dict[str, str] = {}
        for key in sorted(key for key in keys if any(len(word) == 1 for word in key.split()) or " " not in key):
            rows = db.execute(
                "SELECT key FROM entity_word WHERE word = ? AND EXISTS (SELECT 1 FROM entity_mention"
                " WHERE entity_mention.key = entity_word.key AND kind = 'person') LIMIT ?",
                (key.rpartition(" ")[2], MOST_NAMESAKES + 1),
            ).fetchall()
            if 0 < len(rows) <= MOST_NAMESAKES:
                long = {other for (other,) in rows if may_be_short_for(key, other)}
                spelt = {other for other in long if all(len(word) > 1 for word in other.split())} or long
                if len(spelt) == 1:
                    found[key] = spelt.pop()
        return found

    @staticmethod
    def _with_chosen(db: sqlite3.Connection, keys: Iterable[str]) -> tuple[set[str], dict[tuple[str, str], str]]:
        """Keys, with those that the person joined with one of them; and what was chosen of all of these."""
        every = set(keys)
        groups: set[str] = set()
        rows: list[tuple[str, str, str]] = []
        todo = set(every)
        while todo:
            found: list[tuple[str, str, str]] = []
            for part in parts_of_values(sorted(todo)):
                found += db.execute(f"SELECT * FROM entity_choice WHERE key IN ({marks(part)})", part).fetchall()
            rows += found
            new = {chosen for _, _, chosen in found} - groups
            groups |= new
            todo = set()
            for part in parts_of_values(sorted(new)):
                joined = db.execute(f"SELECT key FROM entity_choice WHERE chosen IN ({marks(part)})", part)
                todo |= {row[0] for row in joined.fetchall()} - every
            every |= todo
        return every, {(key, source): chosen for key, source, chosen in rows}

    def _groups(
        self,
        db: sqlite3.Connection,
        keys: set[str],
        mentions: Sequence[tuple[int, int, str, str, str, str]],
        chosen: dict[tuple[str, str], str],
    ) -> dict[tuple[str, str], object]:
        """(Key, source) -> what names its entity."""
        kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
        for _, _, key, source, _, kind in mentions:
            kinds[key, source].append(kind)
        of_key: dict[str, list[str]] = defaultdict(list)
        found: dict[tuple[str, str], object] = {}
        for key, source in kinds:
            group = chosen.get((key, source)) or chosen.get((key, ""))
            if group:
                found[key, source] = ("chosen", group)
            else:
                of_key[key].append(source)
        keys_here = {key for key, _ in kinds}
        wholes = {key: whole for key, whole in self._whole_names(db, of_key).items() if whole in keys_here}
        several = {key for key, sources in of_key.items() if len(sources) > 1}
        links = self._links(db, several | wholes.keys() | set(wholes.values()))
        contexts: dict[str, dict[str, NameContext]] = defaultdict(dict)
        for (key, source), taken_for in kinds.items():
            linked = links.get((key, source), (frozenset(), frozenset()))
            contexts[key][source] = NameContext(source, tuple(taken_for), *linked)
        for key in sorted(of_key, key=lambda key: key in wholes):  # what others may be short forms of comes first
            rest = [contexts[key][source] for source in of_key[key]]
            if key in wholes:
                whole = contexts[wholes[key]]
                groups = {found[wholes[key], source] for source in whole if (wholes[key], source) in found}
                of_it = of_whole(rest, whole.values()) if len(groups) == 1 else frozenset()
                found |= {(key, source): next(iter(groups)) for source in of_it}
                rest = [one for one in rest if one.source not in of_it]
            for alike in parted(rest) if len(rest) > 1 else [frozenset(one.source for one in rest)]:
                found |= {(key, source): (key, min(alike)) for source in alike}
        return found

    @staticmethod
    def _links(
        db: sqlite3.Connection, keys: Iterable[str]
    ) -> dict[tuple[str, str], tuple[frozenset[str], frozenset[tuple[str, str]]]]:
        """(Key, source) -> what it is linked with there, and what it claims."""
        neighbours: dict[tuple[str, str], set[str]] = defaultdict(set)
        claims: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
        for part in parts_of_values(sorted(keys)):
            for near, other in (("subject", "object"), ("object", "subject")):
                rows = db.execute(
                    "SELECT near.key, near.source, fact.verb, far.key FROM entity_mention AS near"
                    f" JOIN fact ON fact.{near}_mention = near.id"
                    f" JOIN entity_mention AS far ON far.id = fact.{other}_mention WHERE near.key IN ({marks(part)})",
                    part,
                )
                for key, source, verb, neighbour in rows.fetchall():
                    neighbours[key, source].add(neighbour)
                    claim = claim_of(verb) if near == "subject" else ""
                    if claim:
                        claims[key, source].add((claim, neighbour))
        return {at: (frozenset(found), frozenset(claims[at])) for at, found in neighbours.items()}

    def _settle_facts(self, db: MendingConnection, chat: str) -> None:
        """Messages of a chat have lost their facts: no name of it goes by a key that only they told of."""
        self.facts_lost += 1
        self._resolve(db, self._name(db, chat))
        self._tidy(db)

    def tidy_knowledge(self) -> None:
        """Look again whether names that are of several entities still are: a text that said so may be gone."""
        with self._write() as db:
            self._tidy(db)

    def _tidy(self, db: sqlite3.Connection) -> None:
        rows = db.execute("SELECT key FROM entity_mention GROUP BY key HAVING count(DISTINCT entity) > 1").fetchall()
        rows += db.execute(
            "SELECT DISTINCT key FROM entity_mention WHERE key <> '' AND entity IN"
            " (SELECT entity FROM entity_mention GROUP BY entity HAVING count(DISTINCT key) > 1)"
        ).fetchall()
        people = db.execute("SELECT DISTINCT key FROM entity_mention WHERE kind = 'person'").fetchall()
        self._resolve(db, {row[0] for row in rows} | self._whole_names(db, {row[0] for row in people}).keys())

    # by hand ------------------------------------------------------------------------

    def join_entities(self, first: int, second: int) -> bool:
        """Make two entities one, now and for what is extracted later; False if one of them is gone."""
        with self._write() as db:
            keys = [self._keys_of(db, entity) for entity in (first, second)]
            if first == second or not all(keys):
                return False
            group = new_id()
            every = sorted({key for key, _ in keys[0] + keys[1]})
            parted_before = {pair for found in keys for pair in found}
            rows = [(key, "", group) for key in every if not self._of_others(db, key, (first, second))]
            rows += [(key, source, group) for key, source in sorted(parted_before)]
            db.executemany("INSERT OR REPLACE INTO entity_choice VALUES (?, ?, ?)", rows)
            self._resolve(db, every)
        return True

    def split_entity(self, entity: int, source: str) -> bool:
        """Make what a source (id of a document or chat) says of an entity one of its own; False if it says nothing."""
        with self._write() as db:
            every = self._keys_of(db, entity)
            own = [(key, place) for key, place in every if place == source]
            if not own or len({place for _, place in every}) < 2:
                return False
            group, rest = new_id(), new_id()
            rows = [(key, place, group if place == source else rest) for key, place in every]
            db.executemany("INSERT OR REPLACE INTO entity_choice VALUES (?, ?, ?)", rows)
            self._resolve(db, {key for key, _ in every})
        return True

    @staticmethod
    def _keys_of(db: sqlite3.Connection, entity: int) -> list[tuple[str, str]]:
        return db.execute(
            "SELECT DISTINCT key, source FROM entity_mention WHERE entity = ? ORDER BY key, source", (entity,)
        ).fetchall()

    @staticmethod
    def _of_others(db: sqlite3.Connection, key: str, entities: tuple[int, int]) -> bool:
        found = db.execute("SELECT 1 FROM entity_mention WHERE key = ? AND entity NOT IN (?, ?)", (key, *entities))
        return found.fetchone() is not None

    def delete_entities(self, entities: Collection[int]) -> None:
        """Delete entities with all facts that name them."""
        with self._write() as db:
            db.executemany("DELETE FROM fact WHERE subject = ? OR object = ?", [(one, one) for one in entities])

    def delete_relation(self, relation: int) -> None:
        """Delete a relation: the fact of that id, and all that state the same."""
        with self._write() as db:
            db.execute(
                "DELETE FROM fact WHERE (subject, verb, object) ="
                " (SELECT subject, verb, object FROM fact WHERE id = ?)",
                (relation,),
            )

    # what is to be extracted ----------------------------------------------------------

    def want_knowledge(self, document: str, wanted: bool) -> None:
        """Extract a document also where it is mounted nowhere; or (False) delete its facts and leave it out."""
        with self._write() as db:
            db.execute(
                "INSERT OR REPLACE INTO knowledge_document SELECT id, ? FROM library_document WHERE id = ?",
                (int(wanted), document),
            )
            if not wanted:
                self._forget_document(db, document)

    def knowledge_wanted(self) -> dict[str, bool]:
        """Document -> whether the person asked for it, or wants it left out."""
        with self._read() as db:
            rows = db.execute("SELECT document, wanted FROM knowledge_document").fetchall()
        return {document: bool(wanted) for document, wanted in rows}

    @staticmethod
    def _forget_document(db: sqlite3.Connection, document: str) -> None:
        db.execute("DELETE FROM entity_mention WHERE source = ?", (document,))
        db.execute(
            "DELETE FROM extracted_passage WHERE passage IN (SELECT n FROM passage WHERE document = ?)", (document,)
        )

    def forget_chats(self) -> None:
        """Delete what was extracted from chats."""
        with self._write() as db:
            db.execute("DELETE FROM entity_mention WHERE message IS NOT NULL")
            db.execute("DELETE FROM extracted_message")

    def forget_knowledge(self) -> None:
        """Delete all facts, and what the person chose about them; the documents there are are left out from now on."""
        with self._write() as db:
            for table in (
                "fact", "entity_mention", "entity", "entity_word", "entity_choice", "extracted_passage",
                "extracted_message", "knowledge_document",
            ):  # fmt: skip
                db.execute(f"DELETE FROM {table}")
            db.execute("INSERT INTO knowledge_document SELECT id, 0 FROM library_document")

    def to_extract(self, document: str, limit: int) -> list[Passage]:
        """Some passages of a document that facts were not extracted from yet, in order."""
        with self._read() as db:
            rows = db.execute(
                "SELECT n FROM passage WHERE document = ? AND live = 1"
                " AND n NOT IN (SELECT passage FROM extracted_passage) ORDER BY ordinal LIMIT ?",
                (document, limit),
            ).fetchall()
        found = {one.number: one for one in self._numbered([row[0] for row in rows], [document])} if rows else {}
        return [found[row[0]] for row in rows if row[0] in found]

    def said_to_extract(self) -> tuple[str, str, str] | None:
        """A message of a chat that facts were not extracted from yet, latest first: its id, chat and text."""
        with self._read() as db:
            row: tuple[str, str, str] | None = db.execute(
                "SELECT message.id, message.chat, message.content FROM message JOIN chat ON chat.id = message.chat"
                " WHERE deleted_at IS NULL AND trashed_at IS NULL AND state = 'done' AND content <> ''"
                " AND message.id NOT IN (SELECT message FROM extracted_message) ORDER BY message.n DESC LIMIT 1"
            ).fetchone()
        return row

    def extracted_counts(self) -> dict[str, tuple[int, int, int]]:
        """Document -> passages that facts were extracted from, all passages, and facts."""
        with self._read() as db:
            done = dict(
                db.execute(
                    "SELECT passage.document, count(*) FROM extracted_passage"
                    " JOIN passage ON passage.n = extracted_passage.passage WHERE passage.live = 1 GROUP BY 1"
                ).fetchall()
            )
            facts = dict(
                db.execute(
                    "SELECT source, count(*) / 2 FROM entity_mention WHERE passage IS NOT NULL GROUP BY 1"
                ).fetchall()
            )
            rows = db.execute("SELECT id, passages FROM library_document").fetchall()
        return {one: (done.get(one, 0), total, facts.get(one, 0)) for one, total in rows}


def _name_of(names: Sequence[str]) -> str:
    """The name that an entity is shown by: the most frequent one of those with the most words that tell it apart."""
    counts = Counter(names)
    return max(counts, key=lambda name: (counts[name], len(tokens_of(name)), len(name), name))


def entity_of(row: Sequence[object], aliases: Sequence[str]) -> Entity:
    """An entity out of its id, name, kind and number of mentions."""
    number, name, kind, mentions = row
    assert isinstance(number, int) and isinstance(name, str) and isinstance(mentions, int)
    kinds: dict[object, EntityKind] = {one: one for one in KINDS}
    return Entity(number, name, kinds.get(kind, "thing"), mentions, tuple(one for one in aliases if one != name))
