"""Which sentences of a reply passages of documents support, and where. Without support there is no citation.

A sentence of a reply is compared with single sentences of a passage, and with two that follow one another. Support is
the share of its content words found there, each weighed by how rare it is. It counts only if

* every number of the sentence is there (in whatever spelling), and every word written like a name (German nouns are);
* both deny something, or neither does;
* no word stands there whose opposite the sentence has ("rose", "fell");
* enough words are shared, of short sentences all, and more where no number or name is among them.

Where the words of Chinese and Japanese end is not known: all pairs of neighbouring letters must be there, in one
sentence. Numbers and names decide between facts of the same kind, which share all other words. This gives up citations
of free paraphrases for not giving wrong ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.core.document_values import Citation, Passage
from app.core.documents.opposites import NEGATIONS, OPPOSITES, VAGUE
from app.core.documents.sentences import sentences, spoken
from app.core.documents.terms import UNSPACED, apart, fold, is_number, is_stop, numbers, pairs, stem, words

LEAST_SUPPORT = 0.8  # of a sentence
MISSING_OF = 7  # words of a sentence, of which one may be missing: in a short one the verb alone says another thing
LEAST_SHARED = 3  # words and numbers, one of them a number or a name
PLAIN_SHARED = 4  # where none is: a few common words stand together anywhere
PAIRS_SHARED = 5  # of which some are pairs of letters
PARALLEL = 2  # words of a sentence that both of two have: then each says the same of something else
LONG = 6  # letters of a word that counts as said where it is a part of a longer one
MOST_PASSAGES = 400
MOST_LETTERS = 2000  # of a sentence of a document
PER_SENTENCE = 2  # citations

_MARKS = re.compile(r"[*_`~]+|\[\^?\d{1,3}\]|!?\[([^\]\n]*)\]\([^)\s]*\)")
_APOSTROPHE = re.compile(r"n[’']t$")
_DENYING = re.compile("[不没沒無无非未否莫勿]|な(?:い|く|か|けれ)|ません|ずに|ぬ")


@dataclass(frozen=True)
class Candidate:
    """A passage that may support something, with the digest of its document's text."""

    passage: Passage
    digest: str = ""


@dataclass(frozen=True)
class _Said:
    """A sentence as it is compared: terms, numbers, what has to be the same, what it denies, words with opposites."""

    start: int
    end: int
    text: str

    @cached_property
    def _words(self) -> list[str]:
        """Its words; of what is written without spaces, pairs of letters."""
        return [part for word in words(apart(self.text)) for part in (pairs(word) if UNSPACED.match(word) else (word,))]

    @cached_property
    def unspaced(self) -> bool:
        """Whether some of it is written without spaces."""
        return UNSPACED.search(self.text) is not None

    @cached_property
    def terms(self) -> frozenset[str]:
        """Content words but for numbers and negations."""
        return frozenset(
            _term(word)
            for word in self._words
            if not is_stop(word) and not is_number(word) and word.casefold() not in NEGATIONS
        )

    @cached_property
    def numbers(self) -> tuple[frozenset[str], ...]:
        return tuple(numbers(apart(self.text)))

    @cached_property
    def names(self) -> frozenset[str]:
        """Terms that are written like names, as German nouns are; what is written without spaces may be any."""
        found = set()
        for word in self._words:
            named = (
                word[0].isupper()
                or UNSPACED.match(word)
                or (len(word) > 1 and any(letter.isupper() for letter in word[1:]))
            )
            if named and not is_stop(word) and not is_number(word):
                found.add(_term(word))
        return frozenset(found)

    @cached_property
    def named_inside(self) -> bool:
        """Whether a name stands there, and not only a word that a sentence begins with."""
        return any(word[0].isupper() and not is_stop(word) and not is_number(word) for word in self._words[1:])

    @cached_property
    def denies(self) -> bool:
        folded = [word.casefold() for word in self._words]
        count = sum(word in NEGATIONS or _APOSTROPHE.search(word) is not None for word in folded)
        return (count + len(_DENYING.findall(self.text))) % 2 == 1

    @cached_property
    def folded(self) -> frozenset[str]:
        return frozenset(fold(word) for word in self._words)

    def holds(self, term: str) -> bool:
        """Whether a term is said here; a long one also as a part of a longer word, or the other way round."""
        if term in self.terms:
            return True
        if len(term) < LONG:
            return False
        return term in self._parts or any(term[:length] in self.terms for length in range(LONG, len(term)))

    @cached_property
    def _parts(self) -> frozenset[str]:
        """Beginnings and ends of the long terms."""
        return frozenset(
            part for term in self.terms for length in range(LONG, len(term)) for part in (term[:length], term[-length:])
        )


def _term(word: str) -> str:
    """The stem of a word; of a German participle, about that of its verb."""
    if UNSPACED.match(word):
        return word
    term = stem(word)
    return term[2:] if len(term) >= 7 and term.startswith("ge") else term


def cite(
    reply: str, candidates: Iterable[Candidate], rarity: Mapping[str, float] | None = None
) -> tuple[Citation, ...]:
    """The places of ``candidates`` that support sentences of ``reply``, in the order of the reply.

    ``rarity``: the weight of terms as :func:`app.core.documents.search.rarities` has it; None: all weigh the same.
    """
    sources = [_Source(candidate) for candidate in list(candidates)[:MOST_PASSAGES]]
    weights = _weights(rarity or {})
    found: list[Citation] = []
    known: dict[tuple[str, int, int], int] = {}
    for start, end in spoken(reply):
        said = _Said(start, end, _plain(reply[start:end]))
        best = sorted((support for source in sources for support in source.supports(said, weights)), reverse=True)
        cited: list[tuple[str, int]] = []
        for support in best:
            passage = support.source.passage
            place = (passage.document, passage.start + support.start)
            if any(document == place[0] and abs(at - place[1]) < 2000 for document, at in cited):
                continue  # the same is said near there, with less support
            cited.append(place)
            stop = passage.start + support.end
            number = known.setdefault((*place, stop), len(known) + 1)
            found.append(
                Citation(
                    number=number, start=start, end=end, document=passage.document, name=passage.name,
                    source_start=place[1], source_end=stop, digest=support.source.digest, page=passage.page,
                    heading=passage.heading, support=round(support.share, 4),
                    quote=passage.text[support.start : support.end],
                )
            )  # fmt: skip
            if len(cited) == PER_SENTENCE:
                break
    return tuple(found)


def _plain(text: str) -> str:
    """A sentence without the marks of Markdown in it."""
    return _MARKS.sub(lambda mark: mark[1] or "", text)


def _weights(rarity: Mapping[str, float]) -> Mapping[str, float]:
    """Between 1 and 2: rare words count more, but common ones are not nothing."""
    most = max(rarity.values(), default=1.0) or 1.0
    return {term: 1.0 + value / most for term, value in rarity.items()}


@dataclass(frozen=True, order=True)
class _Support:
    share: float
    single: bool
    order: int
    start: int
    end: int
    source: _Source


class _Source:
    """A passage, its sentences made ready to be compared."""

    def __init__(self, candidate: Candidate) -> None:
        self.passage, self.digest = candidate.passage, candidate.digest
        text = candidate.passage.text
        self._context = _Said(0, 0, f"{candidate.passage.heading} {candidate.passage.name}")
        self._whole = _Said(0, 0, _plain(text))
        self._said = [
            _Said(start, end, _plain(text[start:end])) for start, end in sentences(text) if end - start <= MOST_LETTERS
        ]

    def __lt__(self, other: _Source) -> bool:
        return self.passage.number > other.passage.number

    def supports(self, said: _Said, weights: Mapping[str, float]) -> Iterable[_Support]:
        """What of the passage supports a sentence: the best single sentence, else two that follow one another."""
        if self._share(said, [self._whole], weights) < LEAST_SUPPORT:
            return ()
        shares = [self._share(said, [one], weights) for one in self._said]
        best: _Support | None = None
        for at, share in enumerate(shares):
            if share >= LEAST_SUPPORT and (best is None or share > best.share):
                one = self._said[at]
                if self._agrees(said, [one], share):
                    best = _Support(share, True, -at, one.start, one.end, self)
        if best is not None:
            return (best,)
        if said.unspaced:
            return ()
        for at in range(len(self._said) - 1):
            pair = self._said[at : at + 2]
            if max(shares[at : at + 2]) < LEAST_SUPPORT / 2 or _mixed(said, pair):
                continue
            share = self._share(said, pair, weights)
            if share >= LEAST_SUPPORT and (best is None or share > best.share) and self._agrees(said, pair, share):
                best = _Support(share, False, -at, pair[0].start, pair[1].end, self)
        return () if best is None else (best,)

    def _holds(self, term: str, said: _Said, source: Sequence[_Said]) -> bool:
        """Whether a term is said in ``source``; a name also above it."""
        return any(one.holds(term) for one in source) or (term in said.names and self._context.holds(term))

    def _share(self, said: _Said, source: Sequence[_Said], weights: Mapping[str, float]) -> float:
        """The share of a sentence's words and numbers that are said in ``source``, by their weights."""
        whole = held = 0.0
        for term in said.terms:
            weight = weights.get(term, 2.0 if weights else 1.0)
            whole += weight
            held += weight * self._holds(term, said, source)
        for number in said.numbers:
            whole += 2.0
            held += 2.0 * any(number & other for one in source for other in one.numbers)
        return held / whole if whole else 0.0

    def _agrees(self, said: _Said, source: Sequence[_Said], share: float) -> bool:
        """Whether a sentence and what is said here have all that must be the same."""
        there = [number for one in source for number in one.numbers]
        if not all(any(number & other for other in there) for number in said.numbers):
            return False
        if not all(self._holds(name, said, source) for name in said.names):
            return False
        if said.denies != any(one.denies for one in source):
            return False
        folded: frozenset[str] = frozenset().union(*(one.folded for one in source))
        for word in said.folded:
            for opposite in OPPOSITES.get(word, ()):
                if opposite in folded and word not in folded and opposite not in said.folded:
                    return False
        for word in folded - said.folded:  # the document says "rose" and the reply neither that nor its opposite: fine
            if word in OPPOSITES and word not in VAGUE and OPPOSITES[word] & said.folded:
                return False
        shared = sum(self._holds(term, said, source) for term in said.terms) + len(said.numbers)
        units = len(said.terms) + len(said.numbers)
        if units - shared > units // MISSING_OF:
            return False
        if said.unspaced:
            return shared >= PAIRS_SHARED
        return shared >= (LEAST_SHARED if said.numbers or said.named_inside else PLAIN_SHARED)


def _mixed(said: _Said, pair: Sequence[_Said]) -> bool:
    """Whether two sentences seem to say the same of two things, of which a sentence takes some of each."""
    first, second = pair
    both = sum(first.holds(term) and second.holds(term) for term in said.terms)
    both += sum(all(any(number & other for other in one.numbers) for one in pair) for number in said.numbers)
    if both >= PARALLEL:
        return True
    for one in pair:
        lacks = any(not any(number & other for other in one.numbers) for number in said.numbers)
        foreign = any(not any(number & other for other in said.numbers) for number in one.numbers)
        if lacks and foreign and any(one.holds(term) for term in said.terms):
            return True
    return False
