"""Passages of documents in the store: put there as a document is read, searched by BM25, and cited."""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

from app.core.document_values import Citation, DocumentEntry, FoundPassage, Passage
from app.core.documents.search import (
    LEAST_COVERED,
    LEAST_OF_BEST,
    clause,
    covered,
    fused,
    match_of,
    pairs_of,
    rarities,
    terms_of,
)
from app.core.store.documents import DocumentOps
from app.core.store.merging import OF_PASSAGES, merge_deleted

LIMIT = 40  # passages that a search gives
WEIGHTS = "2.0, 2.0, 1.0"  # of words in headings, symbols and text
_COLUMNS = (
    "passage.n, passage.document, library_document.name, passage.ordinal, passage.start, passage.stop, passage.page,"
    " passage.heading, passage.symbol, passage.text"
)
_SOURCE = "passage JOIN library_document ON library_document.id = passage.document"


def _passage(row: Sequence[object]) -> Passage:
    return Passage(**dict(zip(Passage.__struct_fields__, row, strict=True)))  # type: ignore[arg-type]


def _held(parts: Sequence[str], text: str) -> int:
    """How many of ``parts``, none of which is ASCII, ``text`` holds; several times as fast as instr() of SQLite."""
    return 0 if text.isascii() else sum(part in text for part in parts)


def copy_citations(db: sqlite3.Connection, source: str, target: str) -> None:
    """Keep of one message the citations of another one."""
    fields = "place, number, start, stop, document, source_start, source_stop, digest, page, heading, support, quote"
    db.execute(
        f"INSERT INTO citation (message, {fields}) SELECT ?, {fields} FROM citation WHERE message = ?", (target, source)
    )


def move_citations(db: sqlite3.Connection, source: str, target: str) -> None:
    """Keep of another message what was kept of one, whose text is another one now."""
    db.execute("UPDATE citation SET message = ? WHERE message = ?", (target, source))


class PassageOps(DocumentOps):
    """Operations on passages and citations."""

    # while a document is read -------------------------------------------------------

    def begin_passages(self, document: str) -> None:
        """Passages of a document are to come; what is left of an earlier attempt goes."""
        with self._write() as db:
            db.execute("DELETE FROM passage WHERE document = ? AND live = 0", (document,))

    def add_passages(self, document: str, passages: Iterable[Passage]) -> bool:
        """Store some; they are found once all are there. False if the document was removed meanwhile."""
        with self._write() as db:
            if not db.execute("SELECT 1 FROM library_document WHERE id = ?", (document,)).fetchone():
                return False
            db.executemany(
                "INSERT INTO passage (document, live, ordinal, start, stop, page, heading, symbol, text)"
                " VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (document, one.ordinal, one.start, one.end, one.page, one.heading, one.symbol, one.text)
                    for one in passages
                ],
            )
        return True

    def finish_passages(self, entry: DocumentEntry) -> bool:
        """All passages of ``entry`` are there: they take the place of those before, and it is stored as it is now.

        False, and nothing is changed, if it was removed meanwhile.
        """
        with self._write() as db:
            if not self._put_document(db, entry):
                return False
            replaced = db.execute("DELETE FROM passage WHERE document = ? AND live = 1", (entry.id,)).rowcount
            db.execute("UPDATE passage SET live = 1 WHERE document = ?", (entry.id,))
            if replaced:
                merge_deleted(db, OF_PASSAGES)
        return True

    def drop_unfinished_passages(self) -> None:
        """Delete passages of readings that the end of the program cut off. Call at start."""
        with self._write() as db:
            db.execute("DELETE FROM passage WHERE live = 0")

    # reading them -------------------------------------------------------------------

    def document_text(self, document: str) -> str:
        """The whole text of a document as it was read; "" if there is none."""
        with self._read() as db:
            rows = db.execute(
                "SELECT text FROM passage WHERE document = ? AND live = 1 ORDER BY ordinal", (document,)
            ).fetchall()
        return "".join(row[0] for row in rows)

    def passages_of(self, document: str) -> list[Passage]:
        """All passages of a document in order."""
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE passage.document = ? AND passage.live = 1 ORDER BY ordinal",
                (document,),
            ).fetchall()
        return [_passage(row) for row in rows]

    def passages_at(self, document: str, start: int, end: int) -> list[Passage]:
        """The passages of a document that have a part of ``[start, end)`` of its text."""
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE passage.document = ? AND passage.live = 1"
                " AND passage.start < ? AND passage.stop > ? ORDER BY ordinal",
                (document, end, start),
            ).fetchall()
        return [_passage(row) for row in rows]

    # searching ------------------------------------------------------------------------

    def search_passages(
        self,
        question: str,
        documents: Collection[str],
        limit: int = LIMIT,
        near: Sequence[int] = (),
        linked: Sequence[int] = (),
        *,
        scan: bool = True,
    ) -> list[FoundPassage]:
        """The passages of ``documents`` that go with ``question``, best first.

        BM25 over headings, symbols and text; of a script without spaces, how many of its pairs of letters a passage
        has, for which all are read (not without ``scan``). ``near``: numbers of passages by likeness of meaning, best
        first, where vectors are known; ``linked``: by what the graph links with the question's names. Several rankings
        are made one by reciprocal rank fusion.
        """
        match, chosen = match_of(question), list(documents)
        if not chosen:
            return []
        found = dict(self._best_passages(match, chosen, limit)) if match else {}
        pairs = pairs_of(question) if scan else []
        holding = dict(self._passages_holding(pairs, chosen, limit)) if pairs else {}
        if not near and not linked and not (found and holding):
            return [FoundPassage(passage, score) for passage, score in (found or holding).items()]
        by_number = {passage.number: passage for passage in (*found, *holding)}
        others = [near[:limit], linked[:limit]]
        missing = {number for ranking in others for number in ranking} - by_number.keys()
        by_number.update({one.number: one for one in self._numbered(sorted(missing), chosen)})
        known = [[number for number in ranking if number in by_number] for ranking in others]
        order = fused([[one.number for one in found], [one.number for one in holding], *known])
        return [FoundPassage(by_number[number], score) for number, score in order[:limit]]

    def relevant_passages(
        self, question: str, documents: Collection[str], near: Sequence[int] = (), linked: Sequence[int] = ()
    ) -> list[FoundPassage]:
        """As :meth:`search_passages`, without those that have little of the question: nothing for "How are you?"."""
        found = self.search_passages(question, documents, near=near, linked=linked)
        rarity = self.rarity_of(terms_of(question))
        close = {*near, *linked}
        kept = [
            one
            for one in found
            if one.passage.number in close
            or covered(question, f"{one.passage.heading} {one.passage.symbol} {one.passage.text}", rarity)
            >= LEAST_COVERED
        ]
        best = kept[0].score if kept else 0.0
        return [one for one in kept if one.score >= LEAST_OF_BEST * best]

    def rarity_of(self, terms: Iterable[str]) -> dict[str, float]:
        """Term (as :func:`terms_of` has it) -> its weight among all passages."""
        with self._read() as db:
            total = db.execute("SELECT count(*) FROM passage WHERE live = 1").fetchone()[0]
            counts = {
                term: db.execute(
                    "SELECT count(*) FROM passage_words WHERE passage_words MATCH ?", (clause(term),)
                ).fetchone()[0]
                for term in terms
            }
        return rarities(counts, total)

    def _best_passages(self, match: str, documents: Sequence[str], limit: int) -> list[tuple[Passage, float]]:
        query = (
            f"SELECT {_COLUMNS}, -bm25(passage_words, {WEIGHTS}) AS score FROM passage_words"
            " JOIN passage ON passage.n = passage_words.rowid"
            " JOIN library_document ON library_document.id = passage.document"
            f" WHERE passage_words MATCH ? AND passage.live = 1"
            f" AND passage.document IN ({', '.join('?' * len(documents))}) ORDER BY score DESC, passage.n LIMIT ?"
        )
        values = (match, *documents, limit)
        with self._read() as db:
            rows = db.rows(query, values)
        return [(_passage(row[:-1]), row[-1]) for row in rows]

    def _passages_holding(
        self, parts: Sequence[str], documents: Sequence[str], limit: int
    ) -> list[tuple[Passage, float]]:
        """The passages that hold most of ``parts``, anywhere in their words."""
        chosen = ", ".join("?" * len(documents))
        query = f"SELECT n, heading, text FROM passage WHERE live = 1 AND document IN ({chosen})"
        with self._read() as db:
            every = ((n, _held(parts, f"{heading}\n{text}")) for n, heading, text in db.execute(query, documents))
            best = heapq.nsmallest(limit, ((-held, n) for n, held in every if held))
        passages = {one.number: one for one in self._numbered([n for _, n in best], documents)}
        return [(passages[n], float(-held)) for held, n in best if n in passages]

    def _numbered(self, numbers: Sequence[int], documents: Sequence[str]) -> list[Passage]:
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE passage.live = 1"
                f" AND passage.n IN ({', '.join('?' * len(numbers))})"
                f" AND passage.document IN ({', '.join('?' * len(documents))})",
                (*numbers, *documents),
            ).fetchall()
        return [_passage(row) for row in rows]

    # vectors --------------------------------------------------------------------------

    def put_vectors(self, model: str, vectors: Iterable[tuple[Passage, bytes]]) -> None:
        """Keep vectors of passages (float32, as the model made them), of those that are still there as they were: what
        is stored later may have the number of one that is gone.
        """
        with self._write() as db:
            db.executemany(
                "INSERT OR REPLACE INTO passage_vector (passage, model, vector)"
                " SELECT n, ?, ? FROM passage WHERE n = ? AND document = ? AND text = ?",
                [(model, vector, one.number, one.document, one.text) for one, vector in vectors],
            )

    def vectors(self, model: str, documents: Collection[str]) -> dict[int, bytes]:
        """Passage -> its vector by ``model``, for the passages of ``documents`` that have one."""
        chosen = list(documents)
        with self._read() as db:
            rows = db.execute(
                "SELECT passage_vector.passage, passage_vector.vector FROM passage_vector"
                " JOIN passage ON passage.n = passage_vector.passage WHERE passage_vector.model = ?"
                f" AND passage.live = 1 AND passage.document IN ({', '.join('?' * len(chosen))})",
                (model, *chosen),
            ).fetchall()
        return dict(rows)

    def without_vector(self, model: str, documents: Collection[str], limit: int) -> list[Passage]:
        """Some passages of ``documents`` that have no vector by ``model`` yet."""
        chosen = list(documents)
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE passage.live = 1"
                f" AND passage.document IN ({', '.join('?' * len(chosen))})"
                " AND passage.n NOT IN (SELECT passage FROM passage_vector WHERE model = ?) ORDER BY passage.n LIMIT ?",
                (*chosen, model, limit),
            ).fetchall()
        return [_passage(row) for row in rows]

    # citations ------------------------------------------------------------------------

    def set_citations(self, message: str, text: str, citations: Sequence[Citation]) -> bool:
        """Keep the citations of a reply in place of those it had. False, and nothing is kept, if it does not say
        ``text`` any more, which they are places of.
        """
        with self._write() as db:
            if not db.execute("SELECT 1 FROM message WHERE id = ? AND content = ?", (message, text)).fetchone():
                return False
            db.execute("DELETE FROM citation WHERE message = ?", (message,))
            db.executemany(
                "INSERT INTO citation (message, place, number, start, stop, document, source_start, source_stop,"
                " digest, page, heading, support, quote) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
                " WHERE EXISTS (SELECT 1 FROM library_document WHERE id = ?)",
                [
                    (message, place, one.number, one.start, one.end, one.document, one.source_start, one.source_end,
                     one.digest, one.page, one.heading, one.support, one.quote, one.document)
                    for place, one in enumerate(citations)
                ],
            )  # fmt: skip
        return True

    def copy_citations(self, ids: Mapping[str, str]) -> None:
        """Give messages the citations of those they are copies of: ``ids`` has the original's id, then the copy's."""
        with self._write() as db:
            for source, target in ids.items():
                if not db.execute("SELECT 1 FROM citation WHERE message = ?", (target,)).fetchone():
                    copy_citations(db, source, target)

    def citations(self, message: str) -> tuple[Citation, ...]:
        """Those of a reply, in the order of its text."""
        with self._read() as db:
            rows = db.execute(
                "SELECT number, start, stop, document, library_document.name, source_start, source_stop,"
                " citation.digest, page, heading, support, quote FROM citation"
                " JOIN library_document ON library_document.id = citation.document WHERE message = ? ORDER BY place",
                (message,),
            ).fetchall()
        return tuple(Citation(**dict(zip(Citation.__struct_fields__, row, strict=True))) for row in rows)
