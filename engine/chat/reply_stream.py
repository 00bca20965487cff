"""A reply as it is told while it is written: text of its tokens, up to a stop string, and how likely they were."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from engine.chat.reply import Reply
from engine.prompt.marks import MarkReader
from engine.protocol import TokenLogprob
from engine.sampling.reply_text import ReplyText


class ReplyStream:
    """What the tokens of one run of a reply say; it is told as soon as nothing can change it any more.

    Attributes:
        text: what may be shown of them, and the stop string that ends it.
        ends: characters that were there behind each token.
    """

    def __init__(
        self,
        reply: Reply,
        text: ReplyText,
        marks: MarkReader,
        say: Callable[[Reply, str], None],
        sampled: Callable[[TokenLogprob], None],
    ) -> None:
        """``say``: is told the text, to be added to the reply; ``sampled``: how likely each token was."""
        self._reply, self.text, self._marks, self._say, self._sampled = reply, text, marks, say, sampled
        self.ends = list[int]()
        self._likely = list[TokenLogprob]()  # of each token, if that is asked for

    def add(self, piece: bytes, logprob: TokenLogprob | None) -> None:
        """Take one more token, whose bytes are ``piece``."""
        self._reply.tokens += 1
        if logprob is not None:
            self._likely.append(logprob)
        said = self.text.feed(self._marks.feed(piece))
        self.ends.append(self.text.received)
        self._tell_likely(shown_tokens(self.ends, self.text.shown))
        self._say(self._reply, said)

    def finish(self) -> None:
        """Tell what was held back, now that the run is over."""
        said = self.text.feed(self._marks.finish()) + self.text.finish()
        self._tell_likely(shown_tokens(self.ends, self.text.shown) if self.text.stopped else len(self._likely))
        self._say(self._reply, said)

    def _tell_likely(self, n: int) -> None:
        """Tell how likely the first ``n`` tokens of this run were, as far as that was not told yet."""
        for logprob in self._likely[len(self._reply.logprobs) : n]:
            self._reply.logprobs.append(logprob)
            self._sampled(logprob)


def shown_tokens(ends: Sequence[int], n_shown: int) -> int:
    """How many first tokens are in a text of which ``n_shown`` characters are shown, the last perhaps in part.

    ``ends``: characters that were there behind each token.
    """
    whole = bisect_right(ends, n_shown)
    begun = ends[whole - 1] if whole else 0
    return whole + (whole < len(ends) and begun < n_shown)
