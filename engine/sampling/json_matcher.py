"""Matches replies to JSON and JSON schemas with llguidance, byte by byte of each token.

The library follows what it is given by recursion, so it is called with more room for it. What takes too long or too
much it refuses itself, when it reads a schema or later, token by token.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from engine.errors import BadForm
from engine.model.vocabulary import Vocabulary

if TYPE_CHECKING:
    from llguidance import LLTokenizer

log = logging.getLogger("engine.sampling.json_matcher")

STACK = 64 << 20  # bytes for the library's recursion, which takes up to 20 kB for each node of a schema
LONG = 16  # bytes of a token that is not tried alone
MOST_STATES = 250_000  # of the library's lexer: 1.6 seconds; 16 for each character of a string with a longest length
ENOUGH = 32  # tokens of a text of which the library offers the first, and looks back over a few
_MARK = b"\xff"  # what the library wants before the names of tokens that are no text; no UTF-8 holds it

_T = TypeVar("_T")


def problem(grammar: str) -> str:
    """What the library has against a grammar of its own, "" if nothing."""
    from llguidance import LLMatcher  # late: most replies are text

    return with_room(lambda: LLMatcher.validate_grammar(grammar))


def with_room(work: Callable[[], _T]) -> _T:
    """What ``work`` returns, done on a thread with a stack large enough for the library's recursion."""
    before = threading.stack_size(STACK)
    try:
        with ThreadPoolExecutor(1, "grammar") as pool:
            return pool.submit(work).result()
    finally:
        threading.stack_size(before)


class JsonMatcher:
    """The form of a JSON text, and how far a reply has come in it."""

    def __init__(self, vocabulary: Vocabulary, grammar: str) -> None:
        """``grammar``: llguidance's own, checked (engine.sampling.output_format).

        Raises:
            BadForm: the library does not take it all the same.
        """
        from llguidance import LLMatcher, LLParserLimits

        self._vocabulary = vocabulary
        self._tokenizer = tokenizer(vocabulary)
        # errors would quote the reply; a text that a form leaves no choice in is followed to its end at once
        limits = LLParserLimits(verbose_errors=False, max_lexer_states=MOST_STATES)
        self._matcher = with_room(lambda: LLMatcher(self._tokenizer, grammar, log_level=0, limits=limits))
        if self._matcher.is_error():
            raise BadForm("schema.too_large")

    def allows(self, token: int) -> bool:
        """Whether the reply may go on with ``token`` (or end, if it is an end token)."""
        if self._vocabulary.is_end(token):
            return bool(self._matcher.is_accepting())
        if len(self._vocabulary.piece(token)) > LONG:  # the library bounds what a look at all takes, not at one
            return bool(self.fitting()[token])
        return self._matcher.validate_tokens([token]) == 1

    def fitting(self) -> Any:
        """Which tokens the reply may go on with: an array with a bool for each of the vocabulary."""
        import numpy as np  # only replies of a given form need it

        count = self._vocabulary.n_vocab
        bits = self._matcher.compute_bitmask()
        if self._matcher.is_error():
            log.warning("the form of a reply takes too much to be followed any further")
            return np.zeros(count, dtype=bool)
        return np.unpackbits(np.frombuffer(bits, np.uint8), count=count, bitorder="little").astype(bool)

    def accept(self, token: int) -> None:
        """Go on with a token that is allowed and does not end the reply."""
        self._matcher.consume_token(token)

    def close(self) -> None:
        """There is nothing to give back."""


class _Tokens:
    """The tokens of a model, as the library asks for them."""

    bos_token_id = None

    def __init__(self, vocabulary: Vocabulary) -> None:  # which is not kept: the library keeps this
        self.ends = [token for token in range(vocabulary.n_vocab) if vocabulary.is_end(token)]
        self.eos_token_id = vocabulary.end_token
        self.tokens = vocabulary.pieces()
        self.special_token_ids = sorted({*self.ends, *(at for at, piece in enumerate(self.tokens) if not piece)})
        for token in self.special_token_ids:  # their names are of no interest, but must differ
            self.tokens[token] = _MARK + str(token).encode()
        self._numbers = {piece: token for token, piece in enumerate(self.tokens)}
        self._longest = max(map(len, self.tokens), default=1)

    def __call__(self, text: bytes | str) -> list[int]:
        """Tokens of a text, the longest first; the library offers the first of them where a form leaves one text.

        What the model's own tokenizer says will not do: some begin any text with a space. Of a long text the beginning
        is enough: it is asked for anew with each token of the reply.
        """
        data = text.encode() if isinstance(text, str) else text
        found: list[int] = []
        at = 0
        while at < len(data) and len(found) < ENOUGH:
            sizes = range(min(self._longest, len(data) - at), 0, -1)
            size = next((size for size in sizes if data[at : at + size] in self._numbers), 0)
            if not size:
                break  # there is no token for this byte: no reply can go on here
            found.append(self._numbers[data[at : at + size]])
            at += size
        return found


_tokenizers: weakref.WeakKeyDictionary[Vocabulary, LLTokenizer] = weakref.WeakKeyDictionary()


def tokenizer(vocabulary: Vocabulary) -> LLTokenizer:
    """The library's form of a vocabulary, made once and kept as long as that: it takes up to a second."""
    from llguidance import LLTokenizer, TokenizerWrapper

    if vocabulary not in _tokenizers:
        tokens = _Tokens(vocabulary)
        _tokenizers[vocabulary] = LLTokenizer(
            TokenizerWrapper(tokens), eos_token=tokens.ends, slices=LLTokenizer.json_slices()
        )
    return _tokenizers[vocabulary]
