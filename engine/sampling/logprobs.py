"""How likely a token was: probabilities as the model itself gives them, before anything is cut or punished.

They are the softmax over all of the model's logits at temperature 1. Penalties, the cuts (top-k, top-p ...), the
temperature and the form of a reply come after it, so the token that was chosen may be an unlikely one, and the tokens
told beside it may be ones that the sampler could not have chosen.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from engine.protocol import TokenLogprob, TokenOption

MOST_OPTIONS = 20
LEAST = -9999.0  # stands for a probability of 0, whose logarithm no file format has


def logprob_of(
    logits: npt.NDArray[np.float32], token: int, n_options: int, piece: Callable[[int], bytes]
) -> TokenLogprob:
    """What the model gave ``token`` and its ``n_options`` likeliest tokens (at most ``MOST_OPTIONS``).

    ``logits``: shape [n_vocab], left as they are; ``piece``: the bytes of a token.
    """
    n = min(max(n_options, 0), MOST_OPTIONS, len(logits))
    top = np.argpartition(logits, len(logits) - n)[len(logits) - n :] if n else np.empty(0, dtype=np.intp)
    top = top[np.lexsort((top, -logits[top]))]
    highest = float(logits.max())
    total = highest + float(np.log(np.exp(logits - np.float32(highest)).sum(dtype=np.float64)))

    def logprob(one: int) -> float:
        return max(float(logits[one]) - total, LEAST)

    options = tuple(TokenOption(int(one), piece(int(one)), logprob(int(one))) for one in top)
    return TokenLogprob(token, piece(token), logprob(token), options)
